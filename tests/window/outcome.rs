//! The purpose of the sandbox, by hand from start to end: drag, build, run, swap the solver, save, quit, and find everything again.
//!
//! Places on the canvas are those of the first scene of the gallery in a window of 1280 by 800: a
//! pair of legs around a crank in the middle, with room on the left and on the right.

use crate::desk::Desk;
use crate::picture::Part;
use std::collections::BTreeMap;
use std::path::Path;
use tinkertoy::scene::{Method, Scene, file, gallery};

/// The canvas between the bars and the plots, without the hint over it.
const CANVAS: Part = (60, 130, 900, 400);
/// The plots.
const PLOTS: Part = (136, 650, 830, 90);
/// The joint of the left leg on the ground: a bar is always there.
const HIP: (i32, i32) = (391, 287);
/// The head of the section with the feedback, and the knobs of its sliders, without a selection.
const FEEDBACK: (i32, i32) = (1095, 310);
const KS: (i32, i32) = (1156, 484);
const KD: (i32, i32) = (1156, 508);
/// Lines of the two methods in the plots.
const SPARSE: [u8; 3] = [0x2F, 0x6F, 0xB2];
const DENSE: [u8; 3] = [0xE8, 0x72, 0x2A];

/// Whether the machine moves.
fn moves(desk: &Desk) -> bool {
    let before = desk.shot();
    desk.wait_for_frames();
    desk.shot().difference(&before, CANVAS) > 0.001
}

/// Saves through the system's dialog under a name, to which the program may append the extension.
fn save_as(desk: &Desk, name: &Path, file: &Path) {
    desk.point_at(600, 60);
    desk.key("ctrl+shift+s");
    desk.answer_dialog("Save the scene", name);
    desk.wait_for("the file", || file.exists());
    desk.wait_for("the dialog to go", || !desk.has_dialog());
    desk.wait_for_frames();
}

/// Number of parts and constraints of each kind.
fn count(scene: &Scene) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let parts = scene.parts().map(|(_, part)| part.shape.id());
    let constraints = scene.constraints().map(|(_, constraint)| constraint.kind.id());
    for id in parts.chain(constraints) {
        *counts.entry(id).or_insert(0) += 1;
    }
    counts
}

#[test]
fn a_machine_is_built_run_swapped_saved_and_found_again() {
    let Some(desk) = Desk::open(1280, 800) else { return };
    let mut running = desk.start(&[]);
    desk.wait_for("the machine to run", || moves(&desk));
    desk.shot().must_be_whole();

    // Drags a part of the running machine, which must keep running; then pauses.
    desk.drag(HIP, (330, 380));
    desk.wait_for("the machine to run on", || moves(&desk));
    desk.key("space");
    desk.wait_for("the pause", || !moves(&desk));

    // A disk and a box, a rod between them, the disk pinned to the ground, a motor on it.
    desk.key("c");
    desk.drag((120, 120), (150, 120));
    desk.key("b");
    desk.drag((90, 300), (160, 340));
    desk.key("i");
    desk.click(120, 120);
    desk.click(125, 320);
    desk.key("j");
    desk.click(120, 120);
    desk.key("m");
    desk.click(135, 120);
    // A rack on a pinion with a pinned axle, at the start, so that the rack is brought into mesh.
    desk.key("r");
    desk.key("c");
    desk.drag((880, 100), (910, 100));
    desk.key("b");
    desk.drag((810, 131), (950, 149));
    desk.key("j");
    desk.click(880, 100);
    desk.key("k");
    desk.click(850, 140);
    desk.click(880, 100);
    // Two surplus parts, and two steps of undo.
    desk.key("o");
    desk.click(880, 300);
    desk.click(930, 300);
    desk.key("Escape");
    desk.key("Escape");
    desk.key("v");
    desk.key("ctrl+z");
    desk.key("ctrl+z");

    // Plays, swaps the solver during the run and back; the plots show both.
    desk.key("space");
    desk.wait_for("the machine to run", || moves(&desk));
    desk.key("x");
    desk.wait_for("the line of the dense method", || {
        desk.shot()
            .colors(PLOTS)
            .get(&DENSE)
            .is_some_and(|&count| count > 20)
    });
    // Through the other methods, back to the first.
    for _ in 2..=Method::ALL.len() {
        desk.key("x");
    }
    desk.wait_for_frames();
    let colors = desk.shot().colors(PLOTS);
    assert!(
        colors.get(&SPARSE).is_some_and(|&count| count > 20),
        "the line of the sparse method is gone"
    );

    // The sliders of the feedback, at their places without a selection.
    desk.click(600, 50);
    desk.key("Escape");
    desk.click(FEEDBACK.0, FEEDBACK.1);
    desk.wait_for_frames();
    desk.drag(KS, (KS.0 + 10, KS.1));
    desk.drag(KD, (KD.0 + 8, KD.1));
    desk.wait_for("the machine to run on", || moves(&desk));
    running.must_run();
    desk.shot().must_be_whole();
    if let Some(file) = std::env::var_os("TINKERTOY_KEEP_SHOT") {
        desk.keep_shot(Path::new(&file));
    }

    let first = desk.home.join("built.ron");
    save_as(&desk, &desk.home.join("built"), &first);
    let built = file::load(&first).unwrap();
    let before = gallery::GALLERY[0].scene().unwrap();
    let (was, is) = (count(&before), count(&built));
    let more = |id: &str| is.get(id).copied().unwrap_or(0) - was.get(id).copied().unwrap_or(0);
    for (id, expected) in [
        ("disk", 2),
        ("box", 2),
        ("particle", 0),
        ("rod", 1),
        ("pin", 2),
        ("rack", 1),
        ("motor", 1),
    ] {
        assert_eq!(more(id), expected, "{id}: {was:?} became {is:?}");
    }
    let (was, is) = (&before.settings, &built.settings);
    assert_eq!(is.method, Method::Sparse);
    assert!(
        is.ks > was.ks && is.kd > was.kd,
        "ks {} to {}, kd {} to {}",
        was.ks,
        is.ks,
        was.kd,
        is.kd
    );

    // Quits, and finds everything again.
    desk.key("ctrl+q");
    assert_eq!(running.wait(), Some(0));
    let mut running = desk.start(&[]);
    // Every part is supported, so the scene runs at once.
    desk.wait_for("the machine to run", || moves(&desk));
    desk.shot().must_be_whole();
    let second = desk.home.join("again.ron");
    save_as(&desk, &second, &second);
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
    desk.key("ctrl+q");
    assert_eq!(running.wait(), Some(0));
}
