//! Questions that wait for an answer.

use std::path::PathBuf;

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
        let torn = Question::Torn("\"hold\" is 0.250 m open".into());
        assert_eq!(ask(torn, label), [UiOutput::Reply(reply)]);
    }
    let broken = Question::Failed {
        title: "Not opened".into(),
        lines: vec!["a.ron:3:7: the part \"x\" is not there".into()],
    };
    assert_eq!(ask(broken, "Close"), [UiOutput::Reply(Reply::Cancel)]);
}
