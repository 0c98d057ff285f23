//! The window under unusual conditions: no file dialog, unsaved work, nothing to do.

use crate::desk::Desk;
use crate::picture::Picture;
use std::time::{Duration, Instant};

#[test]
fn without_a_file_dialog_the_program_asks_by_itself() {
    let Some(mut desk) = Desk::open(1280, 800) else {
        return;
    };
    desk.hide_programs();
    let mut running = desk.start(&[]);
    desk.point_at(600, 60);
    desk.key("ctrl+shift+s");
    desk.wait_for_frames();
    let file = desk.home.join("prompted.ron");
    desk.key("ctrl+a");
    desk.write(file.to_str().unwrap());
    desk.key("Return");
    desk.wait_for("the file", || file.exists());
    // Keys go to the question until the frame after the answer.
    desk.wait_for_frames();
    desk.key("ctrl+q");
    assert_eq!(running.wait(), Some(0));
}

#[test]
fn without_a_file_dialog_an_export_gets_a_name_that_is_free() {
    let Some(mut desk) = Desk::open(1280, 800) else {
        return;
    };
    desk.hide_programs();
    let mut running = desk.start(&[]);
    desk.point_at(600, 60);
    for name in ["jansen-legs.png", "jansen-legs 2.png"] {
        let file = desk.home.join(name);
        desk.key("ctrl+e");
        desk.wait_for("the picture", || file.exists());
        let picture = Picture::from_png(&std::fs::read(&file).unwrap());
        assert!(picture.is_drawn(), "{name} is blank");
        let (width, _) = picture.size();
        assert!(
            width > 1280,
            "{name} is {width} pixels wide, not twice the canvas"
        );
        desk.wait_for_frames();
    }
    running.must_run();
}

#[test]
fn unsaved_work_is_asked_about_and_survives_a_crash() {
    let Some(desk) = Desk::open(1280, 800) else { return };
    let mut running = desk.start(&[]);
    desk.key("ctrl+n");
    desk.key("b");
    desk.drag((400, 300), (520, 360));
    let before = desk.shot();
    desk.key("ctrl+q");
    desk.wait_for("the question", || {
        desk.shot().difference(&before, before.whole()) > 0.01
    });
    running.must_run();
    desk.key("Escape");
    desk.wait_for_frames();
    running.must_run();
    // Work is saved for rescue periodically; for the program a crash looks the same as a kill.
    desk.waits_until_kept("Box");
    drop(running);
    let mut running = desk.start(&[]);
    desk.wait_for_frames();
    desk.point_at(600, 60);
    desk.key("ctrl+shift+s");
    let file = desk.home.join("kept.ron");
    desk.answer_dialog("Save the scene", &file);
    desk.wait_for("the file", || file.exists());
    assert!(std::fs::read_to_string(&file).unwrap().contains("Box"));
    running.must_run();
}

#[test]
fn paused_and_untouched_it_rests_yet_answers_at_once() {
    let Some(desk) = Desk::open(1280, 800) else { return };
    let mut running = desk.start(&[]);
    desk.point_at(520, 450);
    desk.key("space");
    std::thread::sleep(Duration::from_secs(3));
    let (begin, used) = (Instant::now(), running.processor_seconds());
    std::thread::sleep(Duration::from_secs(4));
    let share = (running.processor_seconds() - used) / begin.elapsed().as_secs_f64();
    assert!(
        share < 0.1,
        "an idle window takes {:.0} % of a processor",
        100.0 * share
    );
    let before = desk.shot();
    desk.wheel(3);
    desk.wait_for("the zoom", || {
        desk.shot().difference(&before, (300, 100, 500, 400)) > 0.01
    });
    running.must_run();
}

#[test]
fn every_scale_is_whole() {
    let Some(desk) = Desk::open(1280, 800) else { return };
    let mut running = desk.start(&[]);
    desk.point_at(600, 60);
    for _ in 0..3 {
        let before = desk.shot();
        desk.key("ctrl+plus");
        desk.wait_for("another scale", || {
            desk.shot().difference(&before, (0, 0, 1280, 60)) > 0.02
        });
        desk.wait_for_frames();
        desk.shot().must_be_whole();
    }
    desk.key("ctrl+0");
    running.must_run();
}
