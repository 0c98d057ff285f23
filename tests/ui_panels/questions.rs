//! Questions that wait for an answer.

use std::path::PathBuf;

use egui_kittest::kittest::Queryable;
use tinkertoy::ui::{Goal, Question, Reply, UiOutput};

use super::{Desk, click, crank, harness};

#[test]
fn questions_are_answered() {
    let mut harness = harness(Desk::new(crank().0));
    let mut ask = |question: Question, label: &str| {
        harness.state_mut().question = Some(question);
        harness.run_steps(3);
        let said = click(&mut harness, label);
        harness.state_mut().question = None;
        harness.run_steps(2);
        said
    };
    assert_eq!(
        ask(Question::Unsaved(Goal::Quit), "Don't save"),
        [UiOutput::Reply(Reply::Discard)]
    );
    assert_eq!(
        ask(Question::Overwrite(PathBuf::from("a.ron")), "Write over it"),
        [UiOutput::Reply(Reply::Overwrite)]
    );
    assert_eq!(
        ask(Question::PathToSave(PathBuf::from("/tmp/a.ron")), "Save"),
        [UiOutput::Reply(Reply::Path(PathBuf::from("/tmp/a.ron")))]
    );
    for (label, reply) in [
        ("Assemble and play", Reply::Assemble),
        ("Play as it is", Reply::Play),
    ] {
        let torn = Question::OpenJoints {
            open: "\"hold\" is 0.250 m open".into(),
            closes: true,
        };
        assert_eq!(ask(torn, label), [UiOutput::Reply(reply)]);
    }
    assert_eq!(
        ask(Question::Holes(3.2e-3), "Export\u{2026}"),
        [UiOutput::Reply(Reply::Holes(3.2e-3))]
    );
    let broken = Question::Failed {
        title: "Not opened".into(),
        lines: vec!["a.ron:3:7: the part \"x\" is not there".into()],
    };
    assert_eq!(ask(broken, "Close"), [UiOutput::Reply(Reply::Cancel)]);
}

/// The diameter of holes is typed with its unit; an impossible one is reported, and nothing is exported.
#[test]
fn the_diameter_of_holes_is_typed_with_its_unit() {
    for (typed, diameter) in [
        ("0.5 cm", Some(5e-3)),
        ("4", Some(4e-3)),
        ("two", None),
        ("2 m", None),
    ] {
        let mut harness = harness(Desk::new(crank().0));
        harness.state_mut().question = Some(Question::Holes(3.2e-3));
        harness.run_steps(4);
        let shown = harness.get_by(|node| node.is_focused()).value();
        assert_eq!(shown.as_deref(), Some("3.2 mm"));
        harness.press_key_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.run_steps(2);
        harness.get_by(|node| node.is_focused()).type_text(typed);
        harness.run_steps(3);
        let said = click(&mut harness, "Export\u{2026}");
        let expected: Vec<UiOutput> = diameter
            .map(|it| UiOutput::Reply(Reply::Holes(it)))
            .into_iter()
            .collect();
        assert_eq!(said, expected, "{typed}");
    }
}
