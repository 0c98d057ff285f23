#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;
use crate::app::storage::temporary;

/// Polls until there is an event or a question.
pub(super) fn settle(document: &mut Document, scene: &Scene) -> Vec<Event> {
    for _ in 0..2000 {
        let events = document.poll(|| scene.clone());
        if !events.is_empty() || document.question().is_some() {
            return events;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("nothing happened");
}

fn saved(path: &Path, scene: &Scene, then: Option<Goal>) -> Event {
    Event::Saved {
        path: path.to_owned(),
        scene: Box::new(scene.clone()),
        then,
    }
}

pub(super) fn titled(title: &str) -> Scene {
    let mut scene = Scene::default();
    scene.info.title = title.into();
    scene
}

/// A document opened from a new file with this title.
pub(super) fn opened(path: &Path, title: &str) -> Document {
    file::save(&titled(title), path).unwrap();
    let mut document = Document::default();
    document.request(Goal::OpenPath(path.to_owned()), false);
    let events = settle(&mut document, &Scene::default());
    assert_eq!(events, [Event::Opened(Box::new(titled(title)))]);
    document
}

/// Checks the file for changes, and waits for the result.
pub(super) fn look_now(document: &mut Document) {
    document.check_for_external_change();
    while document.busy() {
        assert!(document.poll(Scene::default).is_empty());
        std::thread::yield_now();
    }
}

#[test]
fn unsaved_work_is_asked_about_and_saving_goes_on_with_what_was_wanted() {
    let folder = temporary("document");
    let path = folder.join("a.ron");
    let mut document = Document::default();
    let scene = Scene::default();
    let origin = Origin {
        path: Some(path.clone()),
        seen: None,
    };
    document.came_from(origin, None);
    document.request(Goal::Quit, true);
    assert_eq!(document.question(), Some(&Question::Unsaved(Goal::Quit)));
    document.reply(Reply::Cancel, &scene);
    assert!(document.poll(|| scene.clone()).is_empty() && document.question().is_none());
    document.request(Goal::Quit, true);
    document.reply(Reply::Save, &scene);
    let events = settle(&mut document, &scene);
    assert_eq!(events, [saved(&path, &scene, Some(Goal::Quit))]);
    assert!(path.exists());
    document.request(Goal::New, true);
    document.reply(Reply::Discard, &scene);
    assert_eq!(
        document.poll(|| scene.clone()),
        [Event::Opened(Box::new(Scene::on_a_floor()))]
    );
    assert_eq!(document.path(), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_broken_file_is_shown_with_its_place_and_changes_nothing() {
    let folder = temporary("broken");
    let path = folder.join("broken.ron");
    std::fs::write(&path, "(version: 1,\n  parts: [(]").unwrap();
    let mut document = Document::default();
    document.request(Goal::OpenPath(path), false);
    assert!(settle(&mut document, &Scene::default()).is_empty());
    let Some(Question::Failed { lines, .. }) = document.question() else {
        panic!("no question")
    };
    assert!(lines[0].contains("broken.ron:2:"), "{lines:?}");
    assert_eq!(document.path(), None);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_prompted_path_gets_its_ending_and_is_not_written_over_unasked() {
    let folder = temporary("prompt");
    let scene = Scene::default();
    let asking = || Document {
        question: Some(Question::PathToSave(PathBuf::new())),
        ..Document::default()
    };
    let mut document = asking();
    document.reply(Reply::Path(folder.join("machine")), &scene);
    let path = folder.join("machine.ron");
    assert_eq!(settle(&mut document, &scene), [saved(&path, &scene, None)]);
    let mut other = asking();
    other.reply(Reply::Path(path.clone()), &scene);
    assert_eq!(other.question(), Some(&Question::Overwrite(path.clone())));
    other.reply(Reply::Overwrite, &scene);
    assert_eq!(settle(&mut other, &scene), [saved(&path, &scene, None)]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_another_program_changed_is_asked_about_once_and_not_written_over_unasked() {
    let folder = temporary("outside");
    let path = folder.join("a.ron");
    let mut document = opened(&path, "first");
    look_now(&mut document);
    assert_eq!(document.question(), None, "it is as it was");
    file::save(&titled("outside"), &path).unwrap();
    look_now(&mut document);
    assert_eq!(document.question(), Some(&Question::ChangedOutside(path.clone())));
    document.reply(Reply::Cancel, &Scene::default());
    look_now(&mut document);
    assert_eq!(document.question(), None, "not asked again and again");
    // A save still asks, and then continues with the operation that waited for it.
    let mine = titled("mine");
    document.request(Goal::Quit, true);
    document.reply(Reply::Save, &mine);
    assert!(settle(&mut document, &mine).is_empty());
    assert_eq!(
        document.question(),
        Some(&Question::OverwriteChanged(path.clone()))
    );
    assert_eq!(file::load(&path).unwrap(), titled("outside"));
    document.reply(Reply::Overwrite, &mine);
    let events = settle(&mut document, &mine);
    assert_eq!(events, [saved(&path, &mine, Some(Goal::Quit))]);
    look_now(&mut document);
    assert_eq!(document.question(), None);
    // Changed again, and reloaded this time.
    file::save(&titled("again"), &path).unwrap();
    look_now(&mut document);
    document.reply(Reply::Load, &mine);
    assert_eq!(
        settle(&mut document, &mine),
        [Event::Opened(Box::new(titled("again")))]
    );
    // A deleted file is written again.
    std::fs::remove_file(&path).unwrap();
    look_now(&mut document);
    assert_eq!(document.question(), None);
    document.save(&mine);
    assert_eq!(settle(&mut document, &mine), [saved(&path, &mine, None)]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn where_a_scene_is_from_is_an_absolute_path() {
    let mut document = Document::default();
    document.request(Goal::OpenPath("tests/fixtures/one_of_each.v1.ron".into()), false);
    settle(&mut document, &Scene::default());
    assert!(document.path().unwrap().is_absolute());
}

#[test]
fn suggested_names_are_plain() {
    let mut scene = Scene::default();
    assert_eq!(file_name(&scene), "scene.ron");
    scene.info.title = "Ball & chain, 1:1000!".into();
    assert_eq!(file_name(&scene), "ball-chain-1-1000.ron");
    scene.info.title = "é".repeat(1000);
    assert!(file_name(&scene).len() <= LONGEST_NAME + 4);
}

#[test]
fn a_mechanism_of_another_program_becomes_a_new_scene_and_its_file_stays_as_it_is() {
    let folder = temporary("import");
    let path = folder.join("leg.linkage2");
    let text = "<linkage2><connector id=\"0\" anchor=\"true\"/><connector id=\"1\" x=\"96\" slider=\"true\"/>\
                <Link id=\"0\"><connector id=\"0\"/><connector id=\"1\"/></Link></linkage2>";
    std::fs::write(&path, text).unwrap();
    let mut document = Document::default();
    document.request(Goal::OpenPath(path.clone()), false);
    let events = settle(&mut document, &Scene::default());
    let [Event::Opened(scene)] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!((scene.info.title.as_str(), scene.parts().count()), ("leg", 1));
    // Saving asks where to: it never goes into the other program's file.
    assert_eq!(document.path(), None);
    let Some(Question::Failed { title, lines }) = document.question().cloned() else {
        panic!("what is otherwise here was not said")
    };
    assert!(
        title.contains("Linkage") && lines[0].contains("without a path"),
        "{title}: {lines:?}"
    );
    document.reply(Reply::Cancel, scene);
    // The same text, pasted.
    // An imported scene replaces the present one like an opened file, and undo does not go back across that: unsaved work is asked about.
    for goal in [Goal::Import, Goal::Open] {
        document.request(goal.clone(), true);
        assert_eq!(document.question(), Some(&Question::Unsaved(goal)));
        document.reply(Reply::Cancel, scene);
    }
    document.request(Goal::Import, false);
    assert_eq!(document.question(), Some(&Question::TextToImport));
    document.reply(Reply::Text(text.to_owned()), scene);
    let events = settle(&mut document, scene);
    assert!(matches!(events.as_slice(), [Event::Opened(again)] if again.parts().eq(scene.parts())));
    document.reply(Reply::Cancel, scene);
    document.request(Goal::ImportText("no mechanism".to_owned()), false);
    assert!(settle(&mut document, scene).is_empty());
    assert!(
        matches!(document.question(), Some(Question::Failed { lines, .. }) if lines[0].contains("PMKS+"))
    );
    assert!(document.poll(Scene::default).is_empty());
    // A cancelled reading gives no event.
    document.reply(Reply::Cancel, scene);
    document.request(Goal::ImportText(text.to_owned()), false);
    assert!(document.busy() && document.reading().is_none());
    document.cancel_reading();
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(document.poll(Scene::default).is_empty() && document.question().is_none());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_goal_ends_with_the_dialog_that_was_cancelled_on_the_way_to_it() {
    let mut document = Document::default();
    document.request(Goal::New, true);
    assert!(document.has_goal());
    // The state after "Save", with the dialog open.
    document.question = None;
    document.after_save = Some(Goal::New);
    document.dialogs = Dialogs::answering(Answer::Cancelled);
    while document.dialogs.is_open() {
        assert!(document.has_goal());
        assert!(document.poll(Scene::default).is_empty());
        std::thread::yield_now();
    }
    assert!(!document.has_goal());
}
