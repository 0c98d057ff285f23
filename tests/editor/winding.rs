//! Joints that count turns or wound lengths keep their count in copies made during a run.

use tinkertoy::editor::{Action, How, Intent};
use tinkertoy::scene::gallery;

use super::script::Script;

/// A scene of the gallery after this many steps.
fn ran(id: &str, steps: usize) -> Script {
    let mut script = Script::running(gallery::find(id).unwrap().scene().unwrap());
    script.run(steps);
    script
}

/// Tolerance of the gaps of the joints after an edit: hardly more than before.
fn allowed(script: &mut Script) -> f64 {
    1.5 * script.drift() + 1e-6
}

/// Gear pairs, planets, belts, racks, screws, ropes on drums, ratchets, tracks, motors of each law, cams, formulas.
const WOUND: [(&str, usize); 10] = [
    ("planetary", 1400),
    ("workshop", 1000),
    ("winch", 600),
    ("crane", 600),
    ("clock", 300),
    ("steering", 600),
    ("wires", 600),
    ("by-equation", 600),
    ("catch", 600),
    ("cam", 300),
];

#[test]
fn copies_of_a_running_machine_are_closed_where_they_stand() {
    for (id, steps) in WOUND {
        let mut script = ran(id, steps);
        let allowed = allowed(&mut script);
        let before = script.scene().items().count();
        script.action(Action::SelectAll);
        script.action(Action::Duplicate);
        assert!(
            script.scene().items().count() > before,
            "{id}: {}",
            script.notice()
        );
        let drift = script.drift();
        assert!(
            drift <= allowed,
            "{id}: copies open by {drift}, {allowed} allowed"
        );
        script.action(Action::Undo);
        script.action(Action::Redo);
        let drift = script.drift();
        assert!(drift <= allowed, "{id}: done again they are open by {drift}");
    }
}

#[test]
fn what_is_pasted_into_a_running_machine_is_closed() {
    for (id, steps) in WOUND {
        let mut script = ran(id, steps);
        let allowed = allowed(&mut script);
        let before = script.scene().items().count();
        let same = gallery::find(id).unwrap().scene().unwrap();
        script.intent(Intent::Paste(Box::new(same)));
        assert!(
            script.scene().items().count() > before,
            "{id}: {}",
            script.notice()
        );
        let drift = script.drift();
        assert!(drift <= allowed, "{id}: open by {drift}, {allowed} allowed");
    }
}

#[test]
fn what_is_deleted_and_brought_back_in_mid_run_is_closed() {
    for (id, name) in [
        ("planetary", "planet 1"),
        ("planetary", "sun"),
        ("winch", "tackle drum"),
        ("workshop", "gear"),
        ("workshop", "flywheel"),
    ] {
        let mut script = ran(id, 1000);
        let allowed = allowed(&mut script);
        let ids = vec![script.id(name)];
        let how = How::Replace;
        script.intent(Intent::Select { ids, how });
        script.action(Action::Delete);
        script.action(Action::Undo);
        let drift = script.drift();
        assert!(
            drift <= allowed,
            "{id}: brought back it is open by {drift}, {allowed} allowed"
        );
    }
}
