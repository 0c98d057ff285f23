//! The inspector: numbers, names and paint of the selection; and the list of items.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::editor::{Action, How, Intent, LabView, VariableChange};
use tinkertoy::scene::{Id, PartColour};
use tinkertoy::ui::{self, UiOutput};
use tinkertoy::worker::Command;

use super::{Desk, click, crank, enter, harness, with_wheel};

type Screen = Harness<'static, Desk>;

fn radius_of(harness: &Screen, wheel: Id) -> f64 {
    match harness.state().editor.scene().part(wheel).unwrap().shape {
        Shape::Disk(Disk { radius }) => radius,
        _ => panic!("no disk"),
    }
}

#[test]
fn the_inspector_renames_paints_fixes_and_chooses() {
    let (scene, wheel, motor) = crank();
    let mut harness = harness(Desk::new(scene));
    let select = |harness: &mut Harness<'static, Desk>, ids: Vec<Id>| {
        let how = How::Replace;
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(2);
    };
    select(&mut harness, vec![wheel]);
    click(&mut harness, "Paint red");
    assert_eq!(
        harness.state().editor.scene().part(wheel).unwrap().colour,
        PartColour::Red
    );
    click(&mut harness, "Fixed");
    assert!(harness.state().editor.scene().part(wheel).unwrap().fixed);
    select(&mut harness, vec![motor]);
    let said = click(&mut harness, "Angle");
    let Some(UiOutput::Intend(Intent::SetConstraint { id, .. })) = said.first() else {
        panic!("{said:?}");
    };
    assert_eq!(*id, motor);
    let said = click(&mut harness, "wheel");
    let ids = vec![wheel];
    let how = How::Replace;
    assert_eq!(said, [UiOutput::Intend(Intent::Select { ids, how })]);
}

#[test]
fn a_number_is_typed_and_entered() {
    let (mut harness, wheel) = with_wheel();
    enter(&mut harness, "Radius", "0.45");
    let shape = &harness.state().editor.scene().part(wheel).unwrap().shape;
    assert_eq!(*shape, Shape::Disk(Disk { radius: 0.45 }));
    assert!(harness.state().editor.undo_label().is_some());
}

#[test]
fn fields_of_lengths_are_in_the_unit_of_the_scene() {
    let (mut harness, wheel) = with_wheel();
    let radius = |harness: &Screen| radius_of(harness, wheel);
    let before = radius(&harness);
    click(&mut harness, "mm");
    assert_eq!(radius(&harness), before, "it is only shown otherwise");
    for (text, value) in [("450", 0.45), ("450 + 2 cm", 0.47), ("0.3 m", 0.3)] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), value, "{text}");
    }
    click(&mut harness, "in");
    let shown = |harness: &Screen| {
        let field = harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Radius");
        field.value().unwrap_or_default()
    };
    assert!(shown(&harness).starts_with("11.81 in"), "{}", shown(&harness));
    for (text, value) in [("10", 0.254), ("1/2 + 5 mm", 0.0177), ("0.3 m", 0.3)] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), value, "{text}");
    }
    click(&mut harness, "mm");
    enter(&mut harness, "Radius", "0");
    let said = "Give a number from 1 to ";
    assert!(harness.query_all_by_label_contains(said).next().is_some());
}

#[test]
fn a_field_takes_units_and_sums_and_says_what_it_cannot_read() {
    let (mut harness, wheel) = with_wheel();
    let radius = |harness: &Screen| radius_of(harness, wheel);
    for (text, value) in [
        ("45 cm", 0.45),
        ("2*0.4+0.1", 0.9),
        ("sqrt(2)/2", 2f64.sqrt() / 2.0),
    ] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), value, "{text}");
    }
    let before = radius(&harness);
    for (text, word) in [
        ("0", "Give a number from 0.001"),
        ("abc", "No unit or parameter is named abc"),
        ("3 kg", "write a length"),
    ] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), before, "{text}");
        assert!(
            harness.query_all_by_label_contains(word).next().is_some(),
            "{text}: nothing says {word}"
        );
        // When the field is left, the old number stays, and a notice says why.
        harness.state_mut().said.clear();
        harness.press_key(egui::Key::Tab);
        harness.run_steps(3);
        let said = &harness.state().said;
        let refused =
            |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::Refuse(why)) if why.contains("Radius"));
        assert!(said.iter().any(refused), "{text}: {said:?}");
        assert_eq!(radius(&harness), before, "{text}");
    }
    // Escape cancels without a notice.
    let role = egui::accesskit::Role::SpinButton;
    harness.get_by_role_and_label(role, "Radius").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(role, "Radius").type_text("abc");
    harness.run_steps(2);
    harness.state_mut().said.clear();
    harness.press_key(egui::Key::Escape);
    harness.run_steps(3);
    assert_eq!(harness.state().said, []);
}

#[test]
fn tab_selects_what_is_in_the_next_field_and_an_angle_reads_as_it_was_typed() {
    let scene = crank().0;
    let arm = scene.find("arm").unwrap();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![arm], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(2);
    let role = egui::accesskit::Role::SpinButton;
    harness.get_by_role_and_label(role, "x").click();
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(2);
    // Typed text replaces the old text.
    harness.get_by_role_and_label(role, "y").type_text("0.7");
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(3);
    let pose = |harness: &Harness<'static, Desk>| harness.state().editor.scene().part(arm).unwrap().pose;
    assert_eq!(pose(&harness).position.y, 0.7);
    harness.get_by_role_and_label(role, "x").click();
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(2);
    harness.get_by_role_and_label(role, "y").type_text("30 cm");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(pose(&harness).position.y, 0.3);
    harness.get_by_role_and_label(role, "Angle").type_text("400");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert!((pose(&harness).angle.to_degrees() - 400.0).abs() < 1e-12);
    harness.get_by_role_and_label(role, "Angle").click();
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(role, "Angle");
    assert_eq!(field.value().as_deref(), Some("400"));
}

/// The stiffness and limit of the mouse's pull are settings of the scene: chosen, typed, and undone.
#[test]
fn the_mouse_is_given_a_stiffness_and_a_limit() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded =
        std::collections::BTreeSet::from([ui::Section::Solver, ui::Section::Items, ui::Section::Inspector]);
    let mut harness = harness(desk);
    let grip = |harness: &Harness<'static, Desk>| harness.state().editor.scene().settings.grip;
    assert!(harness.query_by_label("Stiffness of the pull").is_none());
    click(&mut harness, "As given");
    assert_eq!(grip(&harness).stiffness, Some(200.0));
    click(&mut harness, "Limited");
    enter(&mut harness, "Force at most", "12");
    assert_eq!(grip(&harness).limit, Some(12.0));
    click(&mut harness, "By weight");
    assert_eq!(grip(&harness).stiffness, None);
    let _ = harness.state_mut().editor.perform(Action::Undo);
    assert_eq!(grip(&harness).stiffness, Some(200.0));
}

#[test]
fn the_list_selects_by_name() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded =
        std::collections::BTreeSet::from([ui::Section::Solver, ui::Section::Scene, ui::Section::Inspector]);
    let mut harness = harness(desk);
    let said = click(&mut harness, "drive");
    assert!(
        said.iter()
            .any(|it| matches!(it, UiOutput::Intend(Intent::Select { ids, .. }) if ids.len() == 1)),
        "{said:?}"
    );
}

/// What is typed after a parameter was added is its name, and no command.
#[test]
fn a_new_parameter_is_named_at_once() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded.remove(&ui::Section::Variables);
    let mut harness = harness(desk);
    for name in ["reach", "b"] {
        click(&mut harness, "Add a parameter");
        harness.run_steps(3);
        let event = egui::Event::Text(name.to_owned());
        harness.input_mut().events.push(event);
        harness.run_steps(1);
        harness.press_key(egui::Key::Enter);
        harness.run_steps(3);
        let variables = &harness.state().editor.scene().variables;
        assert_eq!(variables.list.last().unwrap().name, name);
    }
}

#[test]
fn a_number_is_given_by_a_parameter_that_a_slider_moves() {
    let (scene, wheel, _) = crank();
    let mut desk = Desk::new(scene);
    desk.panels.kept.folded.remove(&ui::Section::Variables);
    let mut harness = harness(desk);
    click(&mut harness, "Add a parameter");
    let _ = harness
        .state_mut()
        .editor
        .intend(Intent::Variable(VariableChange::Set {
            name: "p1".to_owned(),
            text: "20 cm".to_owned(),
        }));
    let (ids, how) = (vec![wheel], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(3);
    let radius =
        |harness: &Harness<'static, Desk>| match harness.state().editor.scene().part(wheel).unwrap().shape {
            Shape::Disk(Disk { radius }) => radius,
            _ => panic!("no disk"),
        };
    enter(&mut harness, "Radius", "2*p1 + 5 cm");
    assert_eq!(radius(&harness), 0.45);
    assert!(
        harness
            .query_by_label_contains("wheel: radius = 2*p1 + 5 cm")
            .is_some()
    );
    click(&mut harness, "Slider of p1");
    assert_eq!(
        harness.state().editor.scene().variables.list[0].slider,
        Some([0.1, 0.3])
    );
    let role = egui::accesskit::Role::Slider;
    harness.get_by_role_and_label(role, "p1").focus();
    harness.run_steps(2);
    harness.press_key(egui::Key::ArrowRight);
    harness.run_steps(3);
    assert!(radius(&harness) > 0.45, "{}", radius(&harness));
    // A plain number replaces the formula.
    enter(&mut harness, "Radius", "0.3");
    assert!(harness.state().editor.scene().variables.formulas.is_empty());
}

/// The readout of a joint's force has a button that records it, and a dimension can be recorded too.
#[test]
fn a_readout_of_the_inspector_is_recorded() {
    let (scene, wheel, motor) = crank();
    let mut harness = harness(Desk::new(scene));
    let select = |harness: &mut Harness<'static, Desk>, id| {
        let (ids, how) = (vec![id], How::Replace);
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(3);
    };
    for _ in 0..20 {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    select(&mut harness, motor);
    let said = click(&mut harness, "Record torque");
    assert_eq!(said, [UiOutput::Intend(Intent::AddSignal("drive.torque".into()))]);
    select(&mut harness, wheel);
    let said = click(&mut harness, "Record position");
    let signal = |text: &str| UiOutput::Intend(Intent::AddSignal(text.into()));
    assert_eq!(said, [signal("wheel.x"), signal("wheel.y")]);
    let said = click(&mut harness, "Record angle");
    assert_eq!(said, [signal("wheel.angle")]);
    let scopes = &harness.state().editor.scene().scopes;
    assert_eq!(
        scopes[0].signals,
        ["drive.torque", "wheel.x", "wheel.y", "wheel.angle"]
    );
    assert!(harness.state().panels.kept.lab.contains(&LabView::Scopes));
}

/// A gear shows its pitch radius and accepts one; a motor shows its speed in revolutions per minute and accepts hertz.
#[test]
fn a_pitch_radius_and_turns_are_read_and_typed() {
    let scene = tinkertoy::scene::Template::GearPair.scene().unwrap();
    let teeth = |scene: &tinkertoy::scene::Scene, id| scene.part(id).unwrap().shape.teeth();
    let wheel = scene
        .parts()
        .map(|it| it.0)
        .find(|id| teeth(&scene, *id).is_some())
        .unwrap();
    let before = teeth(&scene, wheel).unwrap();
    let mut harness = harness(Desk::new(scene));
    let select = |harness: &mut Screen, id: Id| {
        let (ids, how) = (vec![id], How::Replace);
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(2);
    };
    select(&mut harness, wheel);
    let radius = |harness: &Screen| {
        let shape = &harness.state().editor.scene().part(wheel).unwrap().shape;
        shape.pitch_radius().unwrap()
    };
    let old = radius(&harness);
    enter(&mut harness, "Pitch radius", "0.333");
    assert!((radius(&harness) - 0.333).abs() < 1e-12);
    let _ = harness.state_mut().editor.perform(Action::Undo);
    assert_eq!(radius(&harness), old);
    assert_eq!(teeth(harness.state().editor.scene(), wheel), Some(before));
    let (scene, _, motor) = crank();
    let mut harness = self::harness(Desk::new(scene));
    select(&mut harness, motor);
    enter(&mut harness, "Speed", "1 Hz");
    assert!(harness.query_by_label("60 rpm").is_some());
}

#[test]
fn what_is_newly_selected_is_shown_from_its_head() {
    let (mut harness, wheel) = with_wheel();
    let motor = harness.state().editor.scene().find("drive").unwrap();
    let head = |harness: &Screen| harness.get_by_label("Inspector").raw_bounds().unwrap().y0;
    let scroll = |harness: &mut Screen, delta: f32| {
        for event in [
            egui::Event::PointerMoved(egui::pos2(1100.0, 300.0)),
            egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, delta),
                modifiers: egui::Modifiers::NONE,
            },
        ] {
            harness.input_mut().events.push(event);
        }
        harness.run_steps(40);
    };
    let select = |harness: &mut Screen, id: Id, x: f32| {
        let at = egui::Event::PointerMoved(egui::pos2(x, 300.0));
        harness.input_mut().events.push(at);
        let (ids, how) = (vec![id], How::Replace);
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(40);
    };
    let top = head(&harness);
    scroll(&mut harness, -150.0);
    assert!(head(&harness) < top - 100.0);
    select(&mut harness, motor, 400.0);
    assert!((head(&harness) - top).abs() < 2.0, "{} and {top}", head(&harness));
    // An item picked in the panel itself does not scroll the list away from under the pointer.
    scroll(&mut harness, -150.0);
    let place = head(&harness);
    select(&mut harness, wheel, 1100.0);
    assert!((head(&harness) - place).abs() < 2.0);
    // Nor does the list scroll from the section in view to one out of sight.
    scroll(&mut harness, -5000.0);
    let place = head(&harness);
    select(&mut harness, motor, 400.0);
    assert!(head(&harness) < top - 100.0, "{place}");
}

#[test]
fn a_path_that_is_shown_for_a_whole_turn_says_so() {
    let (mut harness, wheel) = with_wheel();
    let at = tinkertoy::math::Vec2::new(0.3, 0.0);
    let _ = harness.state_mut().editor.intend(Intent::Trace { id: wheel, at });
    let trace = harness
        .state()
        .editor
        .scene()
        .items()
        .find(|it| it.1.kind_id() == "trace");
    let (ids, how) = (vec![trace.unwrap().0], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(3);
    let words = |harness: &Screen| {
        let mut found = Vec::new();
        for it in &harness.output().shapes {
            if let egui::Shape::Text(text) = &it.shape {
                found.push(text.galley.text().to_owned());
            }
        }
        found
    };
    assert!(
        words(&harness).contains(&"a whole turn".to_owned()),
        "{:?}",
        words(&harness)
    );
    enter(&mut harness, "Shown for", "2");
    assert!(
        words(&harness).contains(&"2 s".to_owned()),
        "{:?}",
        words(&harness)
    );
}

/// A spring says how long it is and how hard it pulls; the same number typed twice, once with rounding, is one number.
#[test]
fn a_spring_shows_its_length_and_pull_and_rounding_is_no_variety() {
    let text = "(version: 2, parts: [(name: \"a\", shape: Disk(radius: 0.1), at: (0, 0)), (name: \"b\", shape: Disk(radius: 0.10000000000000002), at: (2, 0))], \
         forces: [(name: \"s\", kind: Spring(stiffness: 30, damping: 0, rest: 1.5), a: \"a\", b: \"b\")])";
    let scene = tinkertoy::scene::file::read(text, "spring").unwrap();
    let [a, b, spring] = ["a", "b", "s"].map(|name| scene.find(name).unwrap());
    let mut harness = harness(Desk::new(scene));
    let select = |harness: &mut Harness<'static, Desk>, ids: Vec<Id>| {
        let how = How::Replace;
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(2);
    };
    select(&mut harness, vec![spring]);
    for reading in ["2 m", "15 N, tension"] {
        assert!(harness.query_by_label(reading).is_some(), "{reading}");
    }
    let said = click(&mut harness, "Record force");
    assert_eq!(said, [UiOutput::Intend(Intent::AddSignal("s.force".into()))]);
    select(&mut harness, vec![a, b]);
    let role = egui::accesskit::Role::SpinButton;
    let radius = harness.get_by_role_and_label(role, "Radius").value();
    assert!(
        radius.as_deref().is_some_and(|it| it.starts_with("0.1")),
        "{radius:?}"
    );
}
