//! Lengths and angles of a drag: shown while dragging, and typed in place of the pointer, during the drag or after it.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Action, How, Intent, Tool};
use tinkertoy::scene::{Scene, file};

use super::script::{Script, four_bar, p, pendulum, two_disks};

fn texts(script: &Script) -> Vec<String> {
    let dimensions = script.editor.feedback().dimensions;
    dimensions.into_iter().map(|it| it.text).collect()
}

/// Undo to the first text and redo to the last one, byte for byte.
fn undo_law(script: &mut Script, first: &str) {
    let text = |script: &Script| file::write(script.scene());
    let last = text(script);
    while script.editor.undo_label().is_some() {
        script.action(Action::Undo);
    }
    assert_eq!(text(script), first);
    while script.editor.redo_label().is_some() {
        script.action(Action::Redo);
    }
    assert_eq!(text(script), last);
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

fn bar(script: &Script) -> (f64, f64) {
    let part = script.part("bar");
    let Shape::Bar(bar) = &part.shape else {
        panic!("{:?}", part.shape)
    };
    (bar.length, part.pose.angle.to_degrees())
}

/// Two bars end to end, and a third that closes the triangle. With its length typed it is still joined at both ends, and the others are moved to fit;
/// with its direction typed as well, its end is where length and direction lead.
#[test]
fn a_typed_length_does_not_let_go_of_the_joint_it_ends_on() {
    let pins = |script: &Script| script.scene().constraints().count();
    for while_drawn in [false, true] {
        let mut script = Script::paused(Scene::default());
        let first = file::write(script.scene());
        script.tool(Tool::Part("bar"));
        script.drag(p(0.0, 0.0), p(0.0, 1.0));
        script.drag(p(0.0, 1.0), p(1.0, 1.0));
        assert_eq!(pins(&script), 1);
        script.press(p(1.0, 1.0));
        script.drag_on(p(0.0, 0.0));
        if !while_drawn {
            script.release();
        }
        script.write("1300 mm");
        script.key(Key::Enter);
        if while_drawn {
            script.release();
        }
        let Shape::Bar(bar) = script.part("bar 3").shape else {
            panic!()
        };
        assert_eq!((bar.length, pins(&script)), (1.3, 3), "{while_drawn}");
        assert!(script.drift() < 1e-9, "{}", script.drift());
        undo_law(&mut script, &first);
        script.action(Action::Undo);
        assert_eq!(pins(&script), 1, "it is one step");
        script.press(p(1.0, 1.0));
        script.drag_on(p(0.0, 0.0));
        script.write("1.3");
        script.key(Key::Tab);
        script.write("-100");
        script.key(Key::Enter);
        script.release();
        assert_eq!(pins(&script), 2, "it ends elsewhere");
    }
    // A length that cannot be met is reported, and stays as typed.
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(0.0, 1.0));
    script.drag(p(0.0, 1.0), p(1.0, 1.0));
    script.drag(p(1.0, 1.0), p(0.0, 0.0));
    script.write("3");
    script.key(Key::Enter);
    assert!(script.notice().contains("cannot"), "{}", script.notice());
}

#[test]
fn a_bar_has_the_length_and_angle_typed_while_it_is_drawn() {
    for (zoom, scale) in [(1.0, 1.0), (3.0, 2.0)] {
        let mut script = Script::paused(Scene::default());
        script.zoomed(zoom, scale);
        let first = file::write(script.scene());
        script.tool(Tool::Part("bar"));
        script.press(p(0.1, 0.2));
        script.drag_on(p(0.7, 0.5));
        assert_eq!(texts(&script).len(), 2, "length and angle are shown");
        script.write("120 mm");
        assert_eq!(texts(&script)[0], "120 mm");
        assert!(!script.editor.playing(), "a space within a number is no command");
        script.key(Key::Tab);
        script.write("30");
        script.key(Key::Enter);
        let (length, angle) = bar(&script);
        assert!(length == 0.12 && near(angle, 30.0), "{length} {angle}");
        // Releasing the button that is still down makes nothing more.
        script.release();
        assert_eq!(script.scene().parts().count(), 1);
        undo_law(&mut script, &first);
    }
}

#[test]
fn what_was_just_drawn_takes_the_numbers_typed_after_the_release_as_one_step() {
    let mut script = Script::paused(Scene::default());
    let first = file::write(script.scene());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(1.0, 0.4));
    assert_eq!(texts(&script), [""; 0]);
    script.write("2*0.4");
    script.key(Key::Enter);
    let (length, angle) = bar(&script);
    assert!(
        length == 0.8 && near(angle, 0.4f64.atan2(1.0).to_degrees()),
        "{length} {angle}"
    );
    // Typed again, with the other number of the same bar.
    script.write("1");
    script.key(Key::Tab);
    script.write("90");
    script.key(Key::Enter);
    assert!(bar(&script).0 == 1.0 && near(bar(&script).1, 90.0));
    assert_eq!(script.names(), ["bar"]);
    script.action(Action::Undo);
    assert_eq!(file::write(script.scene()), first, "all of it is one step");
    script.action(Action::Redo);
    undo_law(&mut script, &first);
    // After another action a digit is a command again: 0 shows the saved view of the scene.
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 1.0), p(1.0, 1.4));
    script.tool(Tool::Select);
    script.write("0");
    assert_eq!(texts(&script), [""; 0]);
}

#[test]
fn round_parts_boxes_and_rods_take_their_sizes() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("disk"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(0.3, 0.1));
    script.write("25 cm");
    script.key(Key::Enter);
    script.release();
    assert!(matches!(&script.part("disk").shape, Shape::Disk(it) if it.radius == 0.25));
    script.tool(Tool::Part("box"));
    script.drag(p(1.0, 0.0), p(1.5, -0.3));
    script.write("0.6");
    script.key(Key::Tab);
    script.write("0.2");
    script.key(Key::Enter);
    let part = script.part("box");
    assert!(matches!(&part.shape, Shape::Box(it) if it.width == 0.6 && it.height == 0.2));
    assert!(
        part.pose.position.distance(p(1.3, -0.1)) < 1e-12,
        "it grows the way it was drawn"
    );
    script.tool(Tool::Constraint("rod"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(0.2, 1.0));
    script.write("1.5 m");
    script.key(Key::Tab);
    script.write("90");
    script.key(Key::Enter);
    script.release();
    let ConstraintKind::Distance(rod) = script.constraint("rod").kind else {
        panic!("no rod")
    };
    assert!(near(rod.length, 1.5));
    assert!(script.part("particle").pose.position.distance(p(0.0, 1.5)) < 1e-12);
}

#[test]
fn parts_are_moved_and_turned_by_what_is_typed() {
    let mut script = Script::paused(two_disks());
    let first = file::write(script.scene());
    script.press(p(-1.0, 0.1));
    script.drag_on(p(-0.6, 0.4));
    script.write("30 mm");
    script.key(Key::Tab);
    script.write("-0.5");
    script.key(Key::Enter);
    script.release();
    let at = script.part("left").pose.position;
    assert!(at.distance(p(-0.97, -0.5)) < 1e-12, "{at}");
    script.action(Action::SelectAll);
    script.press(p(1.0, 0.1));
    script.drag_on(p(1.5, 0.7));
    script.release();
    script.write("1");
    script.key(Key::Enter);
    let at = script.part("right").pose.position;
    assert!(near(at.x, 2.0), "{at}");
    undo_law(&mut script, &first);
}

#[test]
fn what_cannot_be_read_is_said_and_stays_to_be_mended() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, 0.5));
    script.write("1 kg");
    script.key(Key::Enter);
    assert!(
        script.notice().starts_with("The length cannot be read"),
        "{}",
        script.notice()
    );
    assert!(script.scene().is_empty());
    script.key(Key::Backspace);
    script.key(Key::Backspace);
    script.key(Key::Enter);
    script.release();
    assert_eq!(bar(&script).0, 1.0);
    // Esc returns control to the pointer; a second Esc ends the drag.
    script.press(p(0.0, 2.0));
    script.drag_on(p(1.0, 2.5));
    script.write("7");
    script.key(Key::Escape);
    assert!(texts(&script)[0].starts_with("1.1"), "{:?}", texts(&script));
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.scene().parts().count(), 1);
}

#[test]
fn a_line_that_is_nearly_horizontal_is_and_says_why() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    let little = script.editor.view().metres(3.0);
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, little));
    assert_eq!(script.halo(), "horizontal");
    script.release();
    assert_eq!(bar(&script).1, 0.0);
    script.action(Action::Undo);
    script.held = Modifiers::SHIFT;
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, 0.9));
    script.release();
    script.held = Modifiers::NONE;
    assert!(near(bar(&script).1, 45.0), "{}", bar(&script).1);
    script.action(Action::Undo);
    script.held = Modifiers::ALT;
    script.drag(p(0.0, 0.0), p(1.0, little));
    script.held = Modifiers::NONE;
    assert!(bar(&script).1 > 0.0, "Alt suspends it");
}

/// Lets a machine run as in a window: with a snapshot every 20 steps.
fn watched(script: &mut Script, steps: usize) {
    for _ in 0..steps / 20 {
        script.run(20);
    }
}

#[test]
fn a_motor_that_cannot_turn_on_is_said_to_be_stalled_with_torque_and_angle() {
    let mut script = Script::running(four_bar(0.92));
    watched(&mut script, 600);
    let advice = script.editor.feedback().advice;
    let text = &advice.first().expect("advice").text;
    assert!(text.starts_with("\"motor\" is stalled at "), "{text}");
    assert!(
        text.contains("° and pushes with ") && text.contains(" N m: "),
        "{text}"
    );
    // The remedy is to change its lengths.
    assert!(text.contains("too long to go round"), "no cure: {text}");
    let mut script = Script::running(four_bar(0.4));
    watched(&mut script, 600);
    assert_eq!(script.editor.feedback().advice, []);
    let mut script = Script::running(pendulum());
    watched(&mut script, 300);
    assert_eq!(script.editor.feedback().advice, []);
}

/// Draws a rod from the centre of the left disk to that of the right one, 2 m away, and types these numbers during the drag.
fn rod_between_disks(script: &mut Script, typed: &[&str]) {
    script.tool(Tool::Constraint("rod"));
    script.press(p(-1.0, 0.0));
    script.drag_on(p(1.0, 0.0));
    for (k, text) in typed.iter().enumerate() {
        if k > 0 {
            script.key(Key::Tab);
        }
        script.write(text);
    }
    script.key(Key::Enter);
    script.release();
}

fn rod_length(script: &Script) -> f64 {
    let ConstraintKind::Distance(rod) = script.constraint("rod").kind else {
        panic!("no rod")
    };
    rod.length
}

#[test]
fn a_rod_with_a_typed_length_joins_the_part_it_ends_on_and_draws_it_there() {
    let mut script = Script::paused(two_disks());
    let first = file::write(script.scene());
    rod_between_disks(&mut script, &["150 cm"]);
    assert_eq!(script.names(), ["left", "right", "rod"], "no particle at its end");
    assert_eq!(rod_length(&script), 1.5);
    let gap = |script: &Script| script.now("left").position.distance(script.now("right").position);
    assert!((gap(&script) - 1.5).abs() < 1e-9, "{}", gap(&script));
    undo_law(&mut script, &first);
    // In a paused run the machine is assembled at the state of the run.
    let mut script = Script::running(two_disks());
    script.run(1);
    script.letter('P');
    let (left, right) = (script.now("left").position, script.now("right").position);
    script.tool(Tool::Constraint("rod"));
    script.press(left);
    script.drag_on(right);
    script.write("1.5");
    script.key(Key::Enter);
    script.release();
    assert_eq!(rod_length(&script), 1.5);
    assert!((gap(&script) - 1.5).abs() < 1e-6, "{}", gap(&script));
}

fn advice(script: &Script) -> Vec<String> {
    let advice = script.editor.feedback().advice;
    advice.into_iter().map(|it| it.text).collect()
}

fn select_and_delete(script: &mut Script, name: &str) {
    let ids = vec![script.id(name)];
    script.intent(Intent::Select {
        ids,
        how: How::Replace,
    });
    script.key(Key::Delete);
}

/// A rod of a typed length in a paused run: the start is assembled as well as the run, or a notice says what cannot be met there.
#[test]
fn a_rod_typed_in_a_run_is_met_at_the_start_too_or_that_is_said() {
    let mut script = Script::paused(two_disks());
    (0..5).for_each(|_| script.action(Action::StepForward));
    rod_between_disks(&mut script, &["1.5"]);
    assert!(script.drift() < 1e-9 && script.editor.notices().is_empty());
    script.action(Action::Reset);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    assert_eq!(
        script.editor.undo_label(),
        Some("Add rod"),
        "the reset has nothing left to do"
    );
}

/// Whether a typed end lies on a part is decided by distance in the scene, at any zoom.
#[test]
fn a_typed_end_is_on_a_part_by_distance_and_not_by_zoom() {
    for zoom in [0.1, 1.0, 50.0] {
        // A tenth of a millimetre beside the centre of the disk; and on it within the digits typed.
        for (length, parts) in [("1.9999", 3), ("2.0000001", 2)] {
            let mut script = Script::paused(two_disks());
            script.tool(Tool::Constraint("rod"));
            script.press(p(-1.0, 0.0));
            script.drag_on(p(1.0, 0.0));
            script.zoomed(zoom, 1.0);
            let at = p(1.0, 0.0);
            script.point(at);
            script.write(length);
            script.key(Key::Tab);
            script.write("0");
            script.key(Key::Enter);
            assert_eq!(script.scene().parts().count(), parts, "{length} at {zoom}");
        }
    }
}

#[test]
fn a_typed_length_that_cannot_be_is_said_and_a_direction_leads_elsewhere() {
    let mut scene = two_disks();
    for name in ["left", "right"] {
        let id = scene.find(name).unwrap();
        let mut part = scene.part(id).unwrap().clone();
        part.fixed = true;
        let mut edit = tinkertoy::scene::Edit::new("fix");
        scene.plan_item(&mut edit, id, Some(part.into()));
        scene.apply(&edit);
    }
    let mut script = Script::paused(scene);
    rod_between_disks(&mut script, &["1.5"]);
    assert_eq!(rod_length(&script), 1.5);
    assert!(script.notice().contains("cannot be met"), "{}", script.notice());
    let seen = advice(&script);
    assert!(
        seen[0].starts_with("\"rod\" is 0.500 m open"),
        "at the part: {seen:?}"
    );
    // A paused run reports it as well.
    let mut script = Script::paused(script.scene().clone());
    script.action(Action::StepForward);
    select_and_delete(&mut script, "rod");
    assert!(advice(&script).is_empty() && script.editor.notices().is_empty());
    rod_between_disks(&mut script, &["1.5"]);
    assert_eq!(rod_length(&script), 1.5);
    assert!(
        script
            .notice()
            .contains("\"rod\" cannot be met: \"rod\" is 0.500 m open"),
        "{}",
        script.notice()
    );
    let seen = advice(&script);
    assert!(
        seen[0].starts_with("\"rod\" is 0.500 m open"),
        "at the part: {seen:?}"
    );
    // With a direction, the end lies where it leads: at a new particle, or on the part there.
    for (typed, parts) in [(["1.5", "30"], 3), (["2", "0"], 2)] {
        let mut script = Script::paused(two_disks());
        rod_between_disks(&mut script, &typed);
        assert_eq!(script.scene().parts().count(), parts, "{typed:?}");
        let gap = typed[0].parse::<f64>().unwrap() - rod_length(&script);
        assert!(gap.abs() < 1e-12);
    }
}

/// Numbers that no part can have are refused with a message, during the drag or after it; the part stays as drawn.
#[test]
fn sizes_and_places_that_cannot_be_are_refused_with_their_range() {
    for (tool, typed, said) in [
        (Tool::Part("bar"), "0", "Give a length from"),
        (Tool::Part("bar"), "1e9", "Give a length from"),
        (Tool::Part("gear"), "1e6", "Give a radius from"),
        (Tool::Part("box"), "0.4", "height"),
    ] {
        for during in [false, true] {
            let mut script = Script::paused(Scene::default());
            script.tool(tool);
            script.press(p(0.0, 0.0));
            script.drag_on(p(1.0, 0.0));
            if !during {
                script.release();
            }
            let before = file::write(script.scene());
            script.write(typed);
            script.key(Key::Enter);
            assert!(script.notice().contains(said), "{typed}: {}", script.notice());
            assert_eq!(file::write(script.scene()), before, "{typed}");
            // The text remains for correction.
            script.key(Key::Escape);
        }
    }
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(1.0, 0.0));
    script.tool(Tool::Constraint("pin"));
    script.click(p(1.0, 0.0));
    let before = file::write(script.scene());
    script.write("1e9");
    script.key(Key::Enter);
    assert!(script.notice().contains("Give x from"), "{}", script.notice());
    assert_eq!(file::write(script.scene()), before);
}
