//! Named parameters: the values given by them follow, at rest and during a run, and all of it can be undone.

use tinkertoy::constraints::{Cap, ConstraintKind, Motor};
use tinkertoy::editor::{Action, Construction, Intent, VariableChange};
use tinkertoy::scene::file;
use tinkertoy::scene::{Mass, field};

use super::script::{Script, four_bar, p, pendulum};

fn variable(script: &mut Script, name: &str, text: &str) {
    script.intent(Intent::Variable(VariableChange::Set {
        name: name.to_owned(),
        text: text.to_owned(),
    }));
}

fn formula(script: &mut Script, item: &str, key: &str, text: &str) {
    let ids = vec![script.id(item)];
    script.intent(Intent::SetFormula {
        ids,
        key: key.to_owned(),
        text: text.to_owned(),
    });
}

fn slide(script: &mut Script, name: &str, value: f64, done: bool) {
    let name = name.to_owned();
    script.intent(Intent::Variable(VariableChange::Slide { name, value, done }));
}

fn number(script: &Script, item: &str, key: &str) -> f64 {
    field::value(script.scene().item(script.id(item)).unwrap(), key).unwrap()
}

fn text(script: &Script) -> String {
    file::write(script.scene())
}

/// From any step on, undoing everything restores the first text byte for byte, and redoing everything the last.
fn undo_law(script: &mut Script, first: &str) {
    let last = text(script);
    let mut texts = vec![last];
    while script.editor.undo_label().is_some() {
        script.action(Action::Undo);
        texts.push(text(script));
    }
    assert_eq!(texts.last().unwrap(), first);
    for (k, expected) in texts.iter().enumerate().rev() {
        assert_eq!(text(script), *expected, "step {k}");
        if k > 0 {
            script.action(Action::Redo);
        }
    }
}

#[test]
fn what_a_parameter_gives_follows_it_and_the_machine_is_drawn_together() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    variable(&mut script, "L1", "400 mm");
    variable(&mut script, "n", "3");
    variable(&mut script, "arm", "n*L1 + 5 cm");
    formula(&mut script, "bar", "length", "arm");
    assert_eq!(number(&script, "bar", "length"), 1.25);
    assert!(script.drift() < 1e-9);
    slide(&mut script, "L1", 0.5, false);
    slide(&mut script, "L1", 0.45, true);
    assert_eq!(
        script.scene().variables.list[0].text,
        "450 mm",
        "in the unit it was in"
    );
    assert!((number(&script, "bar", "length") - 1.4).abs() < 1e-15);
    assert!(script.drift() < 1e-9);
    assert_eq!(script.editor.undo_label(), Some("Change L1"));
    script.action(Action::Undo);
    assert_eq!(number(&script, "bar", "length"), 1.25, "a slide is one step");
    script.action(Action::Redo);
    script.intent(Intent::Variable(VariableChange::ShowSlider {
        name: "L1".to_owned(),
        range: Some([0.2, 0.6]),
    }));
    // The file contains all of it, and reading it gives the same scene.
    let written = text(&script);
    assert!(
        written.contains(r#"(name: "L1", value: "450 mm", slider: (0.2, 0.6))"#),
        "{written}"
    );
    assert_eq!(file::write(&file::read(&written, "again").unwrap()), written);
    undo_law(&mut script, &first);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_sentence() {
    let mut script = Script::paused(pendulum());
    variable(&mut script, "L1", "400 mm");
    variable(&mut script, "m1", "2 kg");
    variable(&mut script, "L2", "2*L1");
    let before = text(&script);
    for (name, typed, words) in [
        ("L1", "L2 + 1 m", "speaks of itself"),
        ("L3", "L3", "speaks of itself"),
        ("L3", "2*L9", "named L9"),
        ("L3", "L1 + m1", "cannot be added"),
        ("L3", "1/0", "divides by 0"),
        ("mm", "3", "name of a unit"),
        ("2L", "3", "is no name"),
        ("L3", "", "write a number"),
    ] {
        variable(&mut script, name, typed);
        assert!(
            script.notice().contains(words),
            "{name} = {typed}: {}",
            script.notice()
        );
        assert_eq!(text(&script), before, "{name} = {typed}");
    }
    for (key, typed, words) in [
        ("length", "m1", "this is in kg"),
        ("length", "-L1", "length = -L1 is -0.4; give a number from"),
        ("length", "L1 + L9", "named L9"),
        ("mass", "L1", "this is in m"),
    ] {
        formula(&mut script, "bar", key, typed);
        assert!(
            script.notice().contains(words),
            "{key} = {typed}: {}",
            script.notice()
        );
        assert_eq!(text(&script), before, "{key} = {typed}");
    }
    // A value that would make an existing formula invalid is refused, too.
    formula(&mut script, "bar", "length", "L2");
    let before = text(&script);
    variable(&mut script, "L1", "0");
    assert!(
        script.notice().contains("give a number from"),
        "{}",
        script.notice()
    );
    assert_eq!(text(&script), before);
}

#[test]
fn a_new_name_is_followed_and_what_is_deleted_leaves_numbers() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    variable(&mut script, "L1", "50 cm");
    variable(&mut script, "L2", "2*L1 + L10");
    assert!(script.notice().contains("named L10"), "{}", script.notice());
    variable(&mut script, "L2", "3*L1");
    formula(&mut script, "bar", "length", "L2 - L1/2");
    formula(&mut script, "bar", "width", "L1/5");
    script.intent(Intent::Variable(VariableChange::Rename {
        from: "L1".to_owned(),
        to: "crank".to_owned(),
    }));
    assert_eq!(script.scene().variables.list[1].text, "3*crank");
    let bar = script.id("bar");
    assert_eq!(
        script.scene().variables.formula(bar, "length"),
        Some("L2 - crank/2")
    );
    script.intent(Intent::Variable(VariableChange::Rename {
        from: "L2".to_owned(),
        to: "crank".to_owned(),
    }));
    assert!(script.notice().contains("already"), "{}", script.notice());
    assert_eq!(number(&script, "bar", "length"), 1.25);
    script.intent(Intent::Variable(VariableChange::Remove("crank".to_owned())));
    assert_eq!(number(&script, "bar", "length"), 1.25);
    assert_eq!(number(&script, "bar", "width"), 0.1);
    assert_eq!(script.scene().variables.list[0].text, "3*(0.5 m)");
    assert!(script.scene().variables.formulas.is_empty());
    undo_law(&mut script, &first);
}

#[test]
fn a_new_name_and_a_value_in_its_place_are_kept_apart_from_the_number_before() {
    let mut script = Script::paused(pendulum());
    variable(&mut script, "L1", "50 cm");
    variable(&mut script, "L2", "2L1");
    variable(&mut script, "L3", "2 L1 + L1");
    let rename = |script: &mut Script, from: &str, to: &str| {
        let (from, to) = (from.to_owned(), to.to_owned());
        script.intent(Intent::Variable(VariableChange::Rename { from, to }));
    };
    rename(&mut script, "L1", "e1");
    let texts = |script: &Script| -> Vec<String> {
        let list = &script.scene().variables.list;
        list.iter().map(|it| it.text.clone()).collect()
    };
    let value = |script: &Script, name: &str| script.scene().variables.values()[name].value;
    assert_eq!(texts(&script)[1..], ["2 e1", "2 e1 + e1"]);
    assert_eq!((value(&script, "L2"), value(&script, "L3")), (1.0, 1.5));
    script.intent(Intent::Variable(VariableChange::Remove("e1".to_owned())));
    assert_eq!(texts(&script), ["2 *(0.5 m)", "2 *(0.5 m) + (0.5 m)"]);
    script.action(Action::Undo);
    rename(&mut script, "e1", "L1");
    variable(&mut script, "L2", "2L1");
    script.intent(Intent::Variable(VariableChange::Remove("L1".to_owned())));
    assert_eq!(texts(&script)[0], "2*(0.5 m)");
    assert_eq!((value(&script, "L2"), value(&script, "L3")), (1.0, 1.5));
}

#[test]
fn greek_letters_and_commas_are_read_in_names_and_numbers() {
    let mut script = Script::paused(pendulum());
    for mu in ['\u{3bc}', '\u{b5}'] {
        variable(&mut script, &format!("{mu}1"), "0,5 m");
        formula(&mut script, "bar", "length", &format!("3*{mu}1"));
        assert_eq!(number(&script, "bar", "length"), 1.5, "{}", script.notice());
    }
    assert_eq!(script.scene().variables.list.len(), 1);
    slide(&mut script, "\u{b5}1", 0.4, true);
    assert_eq!(script.scene().variables.list[0].text, "0.4 m");
    let written = text(&script).replace('\u{b5}', "\u{3bc}");
    let read = file::read(&written, "again").unwrap();
    assert_eq!(file::write(&read), text(&script));
}

#[test]
fn a_formula_goes_with_the_choice_that_its_number_belongs_to() {
    let mut script = Script::paused(four_bar(0.4));
    variable(&mut script, "most", "20 N*m");
    let motor = |script: &Script| match script.constraint("motor").kind {
        ConstraintKind::Motor(motor) => motor,
        kind => panic!("{kind:?}"),
    };
    let id = script.id("motor");
    let set = |script: &mut Script, torque: Cap| {
        let motor = Motor {
            torque,
            ..motor(script)
        };
        let kind = ConstraintKind::Motor(motor);
        script.intent(Intent::SetConstraint { id, kind });
    };
    set(&mut script, Cap::at(5.0));
    formula(&mut script, "motor", "torque", "most");
    assert_eq!(motor(&script).torque, Cap::at(20.0));
    set(&mut script, Cap::default());
    assert_eq!(motor(&script).torque, Cap::default(), "{}", script.notice());
    assert!(script.scene().variables.formulas.is_empty());
    script.action(Action::Undo);
    assert_eq!(motor(&script).torque, Cap::at(20.0));
    assert_eq!(script.scene().variables.formula(id, "torque"), Some("most"));
}

#[test]
fn copies_keep_the_formulas_whose_numbers_they_keep_and_the_others_are_told() {
    let mut script = Script::paused(pendulum());
    variable(&mut script, "L1", "1 m");
    formula(&mut script, "bar", "length", "L1");
    formula(&mut script, "bar", "x", "L1/2");
    script.click(p(0.5, 0.0));
    script.action(Action::Copy);
    assert!(script.notice().contains("clipboard"), "{}", script.notice());
    script.action(Action::Duplicate);
    let copy = script.id("bar 2");
    let of = |script: &Script, key: &str| {
        let formula = script.scene().variables.formula(copy, key);
        formula.map(str::to_owned)
    };
    assert_eq!(of(&script, "length").as_deref(), Some("L1"));
    assert_eq!(of(&script, "x"), None, "it stands elsewhere");
    slide(&mut script, "L1", 0.9, true);
    assert_eq!(number(&script, "bar 2", "length"), 0.9);
    let what = Construction::Scale {
        at: p(0.0, 0.0),
        factor: 2.0,
    };
    script.intent(Intent::Construct(what));
    assert!(
        script.notice().contains("no more: length of \"bar 2\" (L1)"),
        "{}",
        script.notice()
    );
}

#[test]
fn a_mass_by_a_formula_is_written_as_it_was_read() {
    let mut script = Script::paused(pendulum());
    variable(&mut script, "m1", "0.7 kg");
    variable(&mut script, "L1", "1.1 m");
    formula(&mut script, "bar", "mass", "m1/3");
    formula(&mut script, "bar", "length", "L1");
    let written = text(&script);
    assert_eq!(file::write(&file::read(&written, "again").unwrap()), written);
    // A part whose mass by formula equals that of its density keeps the density.
    let mut script = Script::paused(pendulum());
    let mass = number(&script, "bar", "mass");
    variable(&mut script, "m1", &format!("{mass} kg"));
    formula(&mut script, "bar", "mass", "m1");
    let written = text(&script);
    assert!(matches!(script.part("bar").mass, Mass::Density(_)));
    assert_eq!(file::write(&file::read(&written, "again").unwrap()), written);
    // The mass stays when the length changes.
    formula(&mut script, "bar", "length", "1.5 m*m1/m1");
    assert_eq!(number(&script, "bar", "mass"), mass);
    assert!(
        script
            .scene()
            .variables
            .formula(script.id("bar"), "mass")
            .is_some()
    );
}

#[test]
fn a_number_that_is_set_by_hand_is_given_by_nothing_any_more() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    variable(&mut script, "L1", "1 m");
    formula(&mut script, "bar", "length", "L1");
    formula(&mut script, "bar", "width", "L1/10");
    let (ids, key) = (vec![script.id("bar")], "length".to_owned());
    script.intent(Intent::SetParameter {
        ids,
        key,
        value: 1.5,
        done: true,
    });
    let bar = script.id("bar");
    assert_eq!(script.scene().variables.formula(bar, "length"), None);
    assert_eq!(script.scene().variables.formula(bar, "width"), Some("L1/10"));
    script.action(Action::Undo);
    assert_eq!(script.scene().variables.formula(bar, "length"), Some("L1"));
    // Deleting an item deletes its formulas, and undo restores them.
    script.click(p(0.5, 0.0));
    script.action(Action::Delete);
    assert!(script.scene().variables.formulas.is_empty());
    script.action(Action::Undo);
    assert_eq!(script.scene().variables.formulas.len(), 2);
    undo_law(&mut script, &first);
}

#[test]
fn a_part_whose_place_is_given_stays_there_while_the_others_follow() {
    let mut script = Script::paused(pendulum());
    variable(&mut script, "x1", "60 cm");
    formula(&mut script, "bob", "x", "x1");
    formula(&mut script, "bob", "y", "-0.8 m*x1/x1");
    assert_eq!(script.part("bob").pose.position, p(0.6, -0.8));
    assert!(script.drift() < 1e-9);
    slide(&mut script, "x1", 0.8, true);
    assert_eq!(script.part("bob").pose.position.x, 0.8);
    // A place out of reach leaves the joint open; the part keeps the place.
    assert_eq!(script.part("bob").pose.position.y, -0.8);
    let open = 0.8_f64.hypot(0.8) - 1.0;
    assert!(script.drift() > 0.3 * open, "{}", script.drift());
}

#[test]
fn a_machine_in_motion_is_drawn_together_and_goes_on_moving() {
    let mut script = Script::running(four_bar(0.4));
    script.action(Action::PlayPause);
    variable(&mut script, "L1", "400 mm");
    formula(&mut script, "crank", "length", "L1");
    script.action(Action::PlayPause);
    script.run(100);
    let turned = |script: &mut Script| {
        let before = script.now("crank").angle;
        script.run(20);
        script.now("crank").angle - before
    };
    let speed = turned(&mut script);
    assert!(speed.abs() > 1e-3);
    for k in 1..=10 {
        let (before, drift) = (script.now("crank").angle, script.drift());
        assert!(drift < 1e-3, "{drift}");
        slide(&mut script, "L1", 0.4 + 0.02 * f64::from(k), k == 10);
        assert!(script.drift() < 1e-9, "{k}: {}", script.drift());
        assert!(
            (script.now("crank").angle - before).abs() < 0.05,
            "the crank stays about where it is"
        );
        let now = turned(&mut script);
        assert!((now - speed).abs() < 0.1 * speed.abs(), "{now} after {speed}");
    }
    assert_eq!(script.part("crank").shape, {
        let mut shape = script.part("crank").shape;
        tinkertoy::parameter::Parameters::set_parameter(&mut shape, "length", 0.6);
        shape
    });
    // The start is assembled as well.
    script.action(Action::PlayPause);
    script.action(Action::Reset);
    assert!(script.drift() < 1e-9);
}
