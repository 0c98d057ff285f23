//! Notes and permanent dimensions: placing, writing, moving, and the changes that a typed dimension makes.

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::{Button, Key, Modifiers};
use tinkertoy::editor::{Action, Effect, How, Intent, PanelEffect, Tool, VariableChange, Writing, with_part};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene};

use super::script::{Script, four_bar, p, pendulum, text, two_disks, undo_law};

/// The last request to write into a note or dimension, and its initial text.
fn asked(script: &Script) -> (Writing, Option<String>) {
    let asked = script.asked.iter().rev().find_map(|effect| match effect {
        Effect::Panels(PanelEffect::Write { what, text }) => Some((*what, text.clone())),
        _ => None,
    });
    asked.expect("nothing is asked for")
}

fn shown(script: &Script, name: &str) -> String {
    script.editor.shown_dimension(script.id(name)).unwrap().text
}

fn type_into(script: &mut Script, name: &str, text: &str) {
    let (id, text) = (script.id(name), text.to_owned());
    script.intent(Intent::SetDimension { id, text });
}

fn select(script: &mut Script, names: &[&str]) {
    let ids = names.iter().map(|name| script.id(name)).collect();
    let how = How::Replace;
    script.intent(Intent::Select { ids, how });
}

#[test]
fn a_note_is_placed_written_moved_and_goes_with_its_part() {
    let mut script = Script::paused(two_disks());
    script.zoomed(1.3, 2.0);
    let first = text(&script);
    script.chord(Modifiers::CTRL, Key::Letter('T'));
    assert_eq!(script.editor.tool(), Tool::Note);
    script.click(p(0.0, 1.0));
    let (Writing::NewNote(at), None) = asked(&script) else {
        panic!("{:?}", asked(&script));
    };
    assert_eq!(at.part, None);
    // An empty text makes no note.
    let nothing = String::new();
    script.intent(Intent::AddNote { at, text: nothing });
    assert_eq!(text(&script), first);
    let words = "Two disks\nside by side".to_owned();
    script.intent(Intent::AddNote { at, text: words });
    let end = |script: &Script| script.scene().notes().next().unwrap().1.end;
    assert!(end(&script).at.distance(p(0.0, 1.0)) < 1e-9);
    // Dragged beside its middle, the note moves by the motion of the pointer.
    script.key(Key::Escape);
    let aside = 30.0 / script.editor.view().pixels_per_metre();
    script.drag(p(aside, 1.0), p(aside + 0.3, 1.4));
    assert!(
        end(&script).at.distance(p(0.3, 1.4)) < 1e-9,
        "{}",
        end(&script).at
    );
    // Dropped on a part, its place is in the frame of the part.
    script.drag(p(0.3, 1.4), p(1.1, 0.1));
    assert_eq!(end(&script).part, Some(script.id("right")));
    script.point(p(1.1, 0.1));
    script.press_with(Button::Primary, 2);
    script.release();
    let note = script.id("note");
    assert_eq!(asked(&script).0, Writing::Note(note));
    let words = "One\u{e9}".to_owned();
    script.intent(Intent::SetNote {
        id: note,
        text: words,
    });
    undo_law(&mut script, &first);
    // A note without text is deleted.
    let nothing = " ".to_owned();
    script.intent(Intent::SetNote {
        id: note,
        text: nothing,
    });
    assert!(script.scene().notes().next().is_none());
}

#[test]
fn a_dimension_shows_what_is_and_sets_what_is_a_number_of_its_own() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    script.tool(Tool::Dimension);
    // A drag from hole to hole of the bar.
    script.drag(p(0.01, 0.0), p(0.99, 0.01));
    assert_eq!(script.selected(), ["dimension"]);
    assert_eq!(shown(&script, "dimension"), "1.0000 m");
    script.tool(Tool::Select);
    // A digit starts writing.
    script.key(Key::Digit('8'));
    let id = script.id("dimension");
    assert_eq!(asked(&script), (Writing::Dimension(id), Some("8".to_owned())));
    type_into(&mut script, "dimension", "80 cm");
    assert_eq!(shown(&script, "dimension"), "0.8000 m");
    let tinkertoy::bodies::Shape::Bar(bar) = script.part("bar").shape else {
        panic!("a bar");
    };
    assert_eq!(bar.length, 0.8);
    assert!(script.drift() < 1e-9, "the machine follows");
    // In a run the dimension shows the present distance, and a length can be set all the same.
    script.key(Key::Space);
    script.run(60);
    assert_eq!(shown(&script, "dimension"), "0.8000 m");
    script.key(Key::Space);
    script.letter('R');
    undo_law(&mut script, &first);
}

#[test]
fn a_named_parameter_typed_into_a_dimension_gives_the_length_from_then_on() {
    let mut script = Script::paused(pendulum());
    let (name, text) = ("L1".to_owned(), "0.6 m".to_owned());
    script.intent(Intent::Variable(VariableChange::Set { name, text }));
    select(&mut script, &["bar"]);
    script.action(Action::DimensionSelected);
    type_into(&mut script, "dimension", "L1");
    assert_eq!(
        script.scene().variables.formula(script.id("bar"), "length"),
        Some("L1")
    );
    assert_eq!(shown(&script, "dimension"), "0.6000 m");
}

#[test]
fn what_follows_from_others_is_refused_with_a_sentence() {
    let mut scene = two_disks();
    for name in ["left", "right"] {
        let id = scene.find(name).unwrap();
        let mut part = scene.part(id).unwrap().clone();
        part.fixed = true;
        scene = with_part(&scene, id, part);
    }
    let mut script = Script::paused(scene);
    measure_between(&mut script);
    let before = text(&script);
    type_into(&mut script, "dimension", "3 m");
    assert!(
        script.notice().contains("follows from other lengths"),
        "{}",
        script.notice()
    );
    type_into(&mut script, "dimension", "three");
    assert!(script.notice().contains("cannot be read"), "{}", script.notice());
    assert_eq!(text(&script), before);
}

fn measure_between(script: &mut Script) {
    script.tool(Tool::Dimension);
    script.click(p(-1.0, 0.0));
    script.click(p(1.0, 0.0));
    assert_eq!(shown(script, "dimension"), "2.0000 m");
}

/// A dimension between two loose disks is set by moving them; that of a disk sets its radius, and that of a rod its length.
#[test]
fn a_distance_is_set_by_a_number_or_by_moving_parts() {
    let mut script = Script::paused(two_disks());
    let first = text(&script);
    measure_between(&mut script);
    type_into(&mut script, "dimension", "2.5 m");
    assert_eq!(shown(&script, "dimension"), "2.5000 m", "{}", script.notice());
    script.ctrl('Z');
    select(&mut script, &["left"]);
    script.action(Action::DimensionSelected);
    type_into(&mut script, "dimension 2", "0.5 m");
    let tinkertoy::bodies::Shape::Disk(disk) = script.part("left").shape else {
        panic!("a disk");
    };
    assert_eq!(disk.radius, 0.5);
    script.tool(Tool::Constraint("rod"));
    script.drag(p(-1.0, 0.0), p(1.0, 0.0));
    script.tool(Tool::Select);
    type_into(&mut script, "dimension", "3 m");
    assert_eq!(shown(&script, "dimension"), "3.0000 m", "{}", script.notice());
    undo_law(&mut script, &first);
}

#[test]
fn an_angle_at_a_pin_is_measured_and_goes_with_the_crank() {
    let mut script = Script::running(four_bar(0.4));
    select(&mut script, &["crank", "coupler"]);
    script.action(Action::DimensionSelected);
    let degrees = |script: &Script| -> f64 {
        let text = shown(script, "dimension");
        text.trim_end_matches('°').parse().unwrap()
    };
    let angle = |script: &Script| {
        let turn = (script.now("coupler").angle - script.now("crank").angle).to_degrees();
        (180.0 + turn).rem_euclid(360.0)
    };
    for _ in 0..3 {
        script.run(40);
        let (shown, real) = (degrees(&script), angle(&script));
        let off = (shown - real).abs().min((shown + real - 360.0).abs());
        assert!(off < 0.06, "{shown} {real}");
    }
    script.key(Key::Space);
    type_into(&mut script, "dimension", "90");
    assert!(
        script.notice().contains("follows from other lengths"),
        "{}",
        script.notice()
    );
}

/// An angle that no parameter determines is set by rotating one of its parts, and its machine follows.
#[test]
fn an_angle_at_a_free_pin_is_typed() {
    for scene in [two_pinned_bars(), four_bar(0.4)] {
        let mut script = Script::paused(scene);
        let names: Vec<String> = script.names();
        let pair = ["crank", "coupler", "bar", "bar 2"].into_iter();
        let pair: Vec<&str> = pair.filter(|it| names.iter().any(|name| name == it)).collect();
        select(&mut script, &pair);
        script.action(Action::DimensionSelected);
        let first = text(&script);
        type_into(&mut script, "dimension", "1/4*360");
        assert_eq!(shown(&script, "dimension"), "90.0°", "{}", script.notice());
        assert!(script.drift() < 1e-9);
        script.ctrl('Z');
        assert_eq!(text(&script), first);
    }
}

/// Two bars with a pin between them, otherwise free.
fn two_pinned_bars() -> Scene {
    let mut scene = Scene::default();
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.05,
    });
    let first = scene.add(Part::new("bar", shape.clone(), Pose::new(-0.5, 0.0, 0.0)));
    let second = scene.add(Part::new(
        "bar 2",
        shape,
        Pose::new(0.5 * 0.8, 0.5 * 0.6, 0.6_f64.asin()),
    ));
    scene.add(Constraint {
        name: "pin".to_owned(),
        ends: vec![
            Attach::part(first, p(0.5, 0.0)),
            Attach::part(second, p(-0.5, 0.0)),
        ],
        kind: ConstraintKind::Pin(Pin {}),
    });
    scene
}

#[test]
fn a_dimension_on_a_group_is_clicked_and_written_in_by_itself() {
    let mut script = Script::paused(pendulum());
    select(&mut script, &["bar"]);
    script.action(Action::DimensionSelected);
    select(&mut script, &["bar", "bob"]);
    script.ctrl('G');
    script.key(Key::Escape);
    let dimension = script.id("dimension");
    let number = script
        .editor
        .writing_place(&Writing::Dimension(dimension))
        .unwrap();
    script.point_screen(number);
    script.press_with(Button::Primary, 1);
    script.release();
    assert_eq!(script.selected(), ["dimension"]);
    // A click on a selected dimension, or a digit, starts writing.
    script.press_with(Button::Primary, 1);
    script.release();
    assert_eq!(asked(&script), (Writing::Dimension(dimension), None));
    script.key(Key::Digit('7'));
    assert_eq!(asked(&script).1.as_deref(), Some("7"));
}

#[test]
fn annotations_are_copied_with_their_parts_and_go_with_them() {
    let mut script = Script::paused(pendulum());
    let bar = script.id("bar");
    let at = Attach::part(bar, Vec2::new(0.1, 0.2));
    let words = "the bar".to_owned();
    script.intent(Intent::AddNote { at, text: words });
    select(&mut script, &["bar"]);
    script.action(Action::DimensionSelected);
    let first = text(&script);
    select(&mut script, &["bar", "bob"]);
    script.ctrl('D');
    assert_eq!(
        (
            script.scene().notes().count(),
            script.scene().dimensions().count()
        ),
        (2, 2)
    );
    script.action(Action::Undo);
    assert_eq!(text(&script), first);
    select(&mut script, &["bar"]);
    script.key(Key::Delete);
    assert_eq!(
        (
            script.scene().notes().count(),
            script.scene().dimensions().count()
        ),
        (0, 0)
    );
    script.action(Action::Undo);
    assert_eq!(text(&script), first);
}

#[test]
fn the_number_of_a_dimension_is_pulled_away_in_one_step_and_kept() {
    let mut script = Script::paused(pendulum());
    script.zoomed(1.3, 2.0);
    select(&mut script, &["bar"]);
    script.action(Action::DimensionSelected);
    let first = text(&script);
    let id = script.id("dimension");
    let place = |script: &Script| script.editor.writing_place(&Writing::Dimension(id)).unwrap();
    let pulled = |script: &Script| script.scene().item(id).unwrap().as_dimension().unwrap().pulled;
    let usual = place(&script);
    let away = usual + Vec2::new(12.0, 60.0);
    let pull = |script: &mut Script| {
        script.point_screen(usual);
        script.press_with(Button::Primary, 1);
        script.point_screen(usual + Vec2::new(5.0, 30.0));
        script.point_screen(away);
    };
    pull(&mut script);
    assert!(place(&script).distance(away) < 1.0, "{}", place(&script));
    script.key(Key::Escape);
    script.release();
    assert_eq!(text(&script), first, "given up it leaves no trace");
    pull(&mut script);
    script.release();
    assert!(place(&script).distance(away) < 1.0);
    assert_eq!(pulled(&script).abs(), Vec2::new(12.0, 60.0));
    assert_eq!(script.editor.undo_label(), Some("Move dimension"));
    assert!(text(&script).contains("pulled"), "it is kept in the file");
    script.ctrl('Z');
    assert_eq!(text(&script), first, "one step");
    script.ctrl('Y');
    // It keeps its offset from the line when the machine has moved, and can be picked there.
    script.drag(p(0.8, 0.0), p(0.0, 0.8));
    let at = place(&script);
    assert!(at.distance(away) > 20.0);
    script.point_screen(at);
    script.press_with(Button::Primary, 1);
    script.release();
    assert_eq!(script.selected(), ["dimension"]);
}
