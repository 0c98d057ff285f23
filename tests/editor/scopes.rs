//! Recorded signals are part of the scene: edited, undone, renamed with their items, saved and read back.

use tinkertoy::editor::{Action, Intent};
use tinkertoy::scene::{Scope, file};

use crate::script::{Script, two_disks};

fn texts(script: &Script) -> Vec<String> {
    let scopes = &script.editor.scene().scopes;
    scopes.iter().flat_map(Scope::texts).map(str::to_owned).collect()
}

fn recorded(script: &Script, text: &str) -> Option<usize> {
    script
        .engine
        .scopes()
        .with(|it| it.values(text).map(|it| it.len()))
}

#[test]
fn a_signal_is_recorded_renamed_and_undone() {
    let mut script = Script::paused(two_disks());
    let first = file::write(script.editor.scene());
    assert!(
        !first.contains("scopes"),
        "a scene without scopes has the bytes it had"
    );
    script.intent(Intent::AddSignal("left.x".into()));
    script.intent(Intent::AddSignal("left.x + 2*right.y".into()));
    script.intent(Intent::AddSignal("left.x".into()));
    assert_eq!(texts(&script), ["left.x", "left.x + 2*right.y"], "once each");
    assert_eq!(recorded(&script, "left.x"), Some(1));
    script.action(Action::StepForward);
    assert_eq!(recorded(&script, "left.x + 2*right.y"), Some(2));
    let id = script.id("left");
    script.intent(Intent::Rename {
        id,
        name: "big wheel".into(),
    });
    assert_eq!(texts(&script), ["\"big wheel\".x", "\"big wheel\".x + 2*right.y"]);
    assert!(recorded(&script, "\"big wheel\".x").is_some() && recorded(&script, "left.x").is_none());
    let last = file::write(script.editor.scene());
    assert_eq!(file::write(&file::read(&last, "scene").unwrap()), last);
    while script.editor.undo_label().is_some() {
        script.action(Action::Undo);
    }
    assert_eq!(file::write(script.editor.scene()), first);
    assert_eq!(recorded(&script, "left.x"), None);
    while script.editor.redo_label().is_some() {
        script.action(Action::Redo);
    }
    assert_eq!(file::write(script.editor.scene()), last);
    assert!(recorded(&script, "\"big wheel\".x").is_some());
}

#[test]
fn what_is_gone_is_not_recorded_and_comes_back_with_undo() {
    let mut script = Script::paused(two_disks());
    script.intent(Intent::AddSignal("left.x".into()));
    let id = script.id("left");
    script.editor.intend(Intent::Select {
        ids: vec![id],
        how: tinkertoy::editor::How::Replace,
    });
    script.action(Action::Delete);
    assert_eq!((texts(&script).len(), recorded(&script, "left.x")), (1, None));
    script.action(Action::Undo);
    assert_eq!(recorded(&script, "left.x"), Some(1));
}

#[test]
fn a_scene_with_scopes_records_them_from_the_start() {
    let mut scene = two_disks();
    scene.scopes.push(Scope {
        against: Some("time".into()),
        ..Scope::of("right.speed")
    });
    let mut script = Script::paused(scene);
    assert_eq!(recorded(&script, "right.speed"), Some(1));
    let many = vec![Scope::default(); 9];
    script.intent(Intent::SetScopes(many));
    assert!(script.notice().contains("give at most 8"), "{}", script.notice());
    assert_eq!(script.editor.scene().scopes.len(), 1);
}
