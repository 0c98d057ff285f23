//! The program without its window, frame by frame: crash recovery, saving, and what holds time.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::app::dialogs::{Answer, Dialogs};
use crate::app::rescue::{self, Origin, Slot};
use crate::app::storage::temporary;
use crate::scene::file;
use crate::ui::{Reply, UiOutput};

fn titled(title: &str) -> Scene {
    let mut scene = Scene::default();
    scene.info.title = title.into();
    scene
}

/// Files a and b in a home folder, with unsaved work on a left by a crash.
fn crashed(name: &str) -> (PathBuf, Storage, PathBuf, PathBuf) {
    let home = temporary(name);
    let storage = Storage::at(&home);
    let (a, b) = (home.join("a.ron"), home.join("b.ron"));
    let seen = file::save(&titled("a as saved"), &a).unwrap();
    file::save(&titled("b as saved"), &b).unwrap();
    let origin = Origin {
        path: Some(a.clone()),
        seen: Some(seen),
    };
    let slot = Slot::create(&storage).unwrap();
    slot.write(&titled("work on a"), &origin).unwrap();
    (home, storage, a, b)
}

/// Removes a home folder, retrying while a thread still writes preferences.
fn remove(home: &std::path::Path) {
    for _ in 0..200 {
        if std::fs::remove_dir_all(home).is_ok() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    unreachable!("{} stays in use", home.display());
}

/// Runs frames until a condition holds.
fn frames(sandbox: &mut Sandbox, mut until: impl FnMut(&Sandbox) -> bool) {
    let mut picture = DrawList::new();
    for k in 0..4000 {
        let clock = Clock {
            now: f64::from(k) * 0.5,
            elapsed: 0.5,
            work: Work::default(),
            display_scale: 1.0,
            user_scale: 1.0,
        };
        let _ = sandbox.frame(&clock, &mut picture);
        if until(sandbox) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    unreachable!("it never held");
}

fn title(sandbox: &Sandbox) -> &str {
    &sandbox.editor.scene().info.title
}

#[test]
fn rescued_work_is_saved_to_the_file_it_is_from() {
    let (home, storage, a, b) = crashed("sandbox-last");
    // The last file was b.
    let preferences = Preferences {
        last_file: Some(b.clone()),
        ..Preferences::default()
    };
    preferences.store(&storage).unwrap();
    let mut sandbox = Sandbox::new(Start::Last, Some(storage.clone()));
    assert_eq!(title(&sandbox), "work on a");
    assert!(sandbox.editor.is_modified());
    sandbox.document.save(&sandbox.editor.document());
    frames(&mut sandbox, |it| !it.editor.is_modified());
    assert_eq!(file::load(&a).unwrap().info.title, "work on a");
    assert_eq!(file::load(&b).unwrap().info.title, "b as saved");
    // Saved work is not restored again.
    drop(sandbox);
    assert!(rescue::find(&storage, None).rescued.is_none());
    remove(&home);
}

#[test]
fn a_file_named_on_the_command_line_leaves_the_work_on_another_alone() {
    let (home, storage, a, b) = crashed("sandbox-named");
    let mut sandbox = Sandbox::new(Start::File(b.clone()), Some(storage.clone()));
    frames(&mut sandbox, |it| title(it) == "b as saved");
    // Unsaved work on b gets a copy of its own beside that on a; when it is discarded, only its own copy goes.
    sandbox.editor.mark_unsaved();
    let copies = || {
        let copies = std::fs::read_dir(storage.rescue()).unwrap().flatten();
        copies
            .filter(|it| it.path().extension().is_some_and(|it| it == "ron"))
            .count()
    };
    frames(&mut sandbox, |_| copies() == 2);
    sandbox.closing();
    drop(sandbox);
    assert_eq!(copies(), 1);
    let sandbox = Sandbox::new(Start::File(a.clone()), Some(storage.clone()));
    assert_eq!(title(&sandbox), "work on a", "it comes back with its own file");
    assert_eq!(sandbox.document.path(), Some(a.as_path()));
    remove(&home);
}

#[test]
fn a_second_instance_takes_nothing_from_the_first() {
    let (home, storage, _, b) = crashed("sandbox-two");
    let first = Sandbox::new(Start::Last, Some(storage.clone()));
    assert_eq!(title(&first), "work on a");
    let mut second = Sandbox::new(Start::File(b), Some(storage.clone()));
    frames(&mut second, |it| title(it) == "b as saved");
    assert!(!second.editor.is_modified());
    second.closing();
    drop((second, first));
    // Dropping the first instance counts as another crash.
    assert!(rescue::find(&storage, None).rescued.is_some());
    remove(&home);
}

/// Unsaved work on a held by another instance, until its slot is dropped.
fn dying(name: &str) -> (PathBuf, Sandbox, Slot) {
    let (home, storage, a, _) = crashed(name);
    let held = rescue::find(&storage, Some(&a)).rescued.unwrap();
    let mut sandbox = Sandbox::new(Start::File(a), Some(storage));
    frames(&mut sandbox, |it| title(it) == "a as saved");
    assert!(sandbox.second_look.is_some());
    (home, sandbox, held.slot)
}

#[test]
fn work_of_an_instance_that_was_still_ending_is_looked_for_again() {
    let (home, mut sandbox, slot) = dying("sandbox-dying");
    drop(slot);
    frames(&mut sandbox, |it| it.second_look.is_none());
    assert_eq!(title(&sandbox), "work on a");
    assert!(sandbox.editor.is_modified());
    remove(&home);
}

#[test]
fn work_that_is_found_late_takes_the_place_of_no_other_work() {
    let (home, mut sandbox, slot) = dying("sandbox-late");
    sandbox.editor.mark_unsaved();
    drop(slot);
    frames(&mut sandbox, |it| it.second_look.is_none());
    assert_eq!(title(&sandbox), "a as saved");
    let notices = sandbox.editor.notices();
    assert!(
        notices.iter().any(|it| it.text.contains("was found")),
        "{notices:?}"
    );
    remove(&home);
}

#[test]
fn work_of_an_instance_that_lives_is_looked_for_twice_and_stays_with_it() {
    let (home, mut sandbox, slot) = dying("sandbox-living");
    frames(&mut sandbox, |it| it.second_look.is_none());
    assert_eq!(title(&sandbox), "a as saved");
    assert!(!sandbox.editor.is_modified() && slot.copy().exists());
    drop(slot);
    remove(&home);
}

#[test]
fn what_was_opened_last_is_remembered_without_a_word_at_the_end() {
    let home = temporary("sandbox-kill");
    let storage = Storage::at(&home);
    let a = home.join("a.ron");
    file::save(&titled("a"), &a).unwrap();
    let mut sandbox = Sandbox::new(Start::File(a.clone()), Some(storage.clone()));
    frames(&mut sandbox, |_| {
        Preferences::load(Some(&storage)).last_file.as_ref() == Some(&a)
    });
    drop(sandbox);
    remove(&home);
}

#[test]
fn a_picture_on_the_clipboard_makes_no_new_scene_and_is_not_laid_under_this_one() {
    let mut sandbox = Sandbox::new(Start::Last, None);
    let picture = crate::raster::Image {
        width: 1,
        height: 1,
        rgba: vec![0; 4],
    };
    for event in [
        Event::PastedPicture(Arc::new(picture)),
        Event::Pasted(String::new()),
    ] {
        sandbox.carry_out(vec![crate::editor::Effect::NewFromClipboard]);
        sandbox.event(event);
        assert!(!sandbox.opens_pasted);
        assert!(sandbox.document.question().is_none() && !sandbox.document.is_opening());
        let notices = sandbox.editor.notices();
        assert!(notices.iter().any(|it| it.text == NO_SCENE_TEXT));
    }
}

#[test]
fn what_is_edited_while_it_is_saved_stays_unsaved() {
    let home = temporary("sandbox-meanwhile");
    let storage = Storage::at(&home);
    let a = home.join("a.ron");
    file::save(&titled("a"), &a).unwrap();
    let mut sandbox = Sandbox::new(Start::File(a.clone()), Some(storage));
    frames(&mut sandbox, |it| title(it) == "a");
    // The canvas differs from the scene that was saved.
    sandbox.document.save(&titled("earlier"));
    frames(&mut sandbox, |_| {
        file::load(&a).is_ok_and(|it| it.info.title == "earlier")
    });
    frames(&mut sandbox, |it| !it.document.busy());
    assert!(sandbox.editor.is_modified());
    remove(&home);
}

#[test]
fn what_was_to_begin_in_a_scene_that_does_not_come_is_forgotten() {
    let mut sandbox = Sandbox::new(Start::Gallery("four-bar"), None);
    frames(&mut sandbox, |it| it.document.gallery().is_some());
    sandbox.editor.mark_unsaved();
    let race = crate::worker::race::PRESETS[0];
    sandbox.obey(UiOutput::RaceOn("jansen", race));
    frames(&mut sandbox, |_| true);
    assert!(sandbox.race_on.is_some(), "the question is not answered yet");
    // Here a dialog on the way is cancelled, not the question itself.
    sandbox.document.reply(Reply::Cancel, &sandbox.editor.document());
    frames(&mut sandbox, |_| true);
    assert!(sandbox.race_on.is_none());
}

/// A box in the air above the floor: if it ran, it would have fallen before it is seen.
#[test]
fn what_was_saved_before_it_ran_opens_paused() {
    let home = temporary("sandbox-paused");
    for paused in [true, false] {
        let path = home.join(format!("{paused}.ron"));
        let text = format!(
            r#"(version: 2, title: "box", paused: {paused}, settings: (contact: (floor: 0)),
            parts: [(name: "box", shape: Box(width: 0.4, height: 0.4), at: (0, 2))])"#
        );
        std::fs::write(&path, text).unwrap();
        let storage = Storage::at(&home);
        let mut sandbox = Sandbox::new(Start::File(path), Some(storage));
        frames(&mut sandbox, |it| title(it) == "box");
        frames(&mut sandbox, |it| it.snapshot.generation > 0);
        let playing = sandbox.editor.playing();
        assert_eq!(playing, !paused, "{:?}", sandbox.editor.notices());
        // The paused state is saved again.
        assert_eq!(sandbox.editor.document().info.paused, paused);
    }
    remove(&home);
}

#[test]
fn time_stands_while_a_file_is_chosen() {
    let mut sandbox = Sandbox::new(Start::Gallery("four-bar"), None);
    frames(&mut sandbox, |it| it.snapshot.state.step > 10);
    let (choose, chosen) = std::sync::mpsc::channel();
    let answer = move || chosen.recv().unwrap_or(Answer::Cancelled);
    sandbox.exporter.dialogs = Dialogs::answered_by(answer);
    frames(&mut sandbox, |it| !it.snapshot.playing);
    choose.send(Answer::Cancelled).unwrap();
    frames(&mut sandbox, |it| it.snapshot.playing);
}
