//! The tool that fills the slots of constraints and forces one after another.

use tinkertoy::bodies::{Bar, Disk, Gear, Rack, Shape};
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{HaloKind, Tool};
use tinkertoy::forces::ForceKind;
use tinkertoy::math::Pose;
use tinkertoy::scene::{Part, Scene};

use super::script::{Script, p, pendulum, three_disks, two_disks};

/// The foot of an upright bar at the origin is off by rounding; the pin's place on the ground has no rounding error.
#[test]
fn a_point_on_the_ground_is_without_rounding() {
    let mut scene = Scene::default();
    let shape = Shape::Bar(Bar {
        length: 0.4,
        width: 0.1,
    });
    let pose = Pose::new(0.0, 0.2, std::f64::consts::FRAC_PI_2);
    scene.add(Part::new("bar", shape, pose));
    let foot = pose.point(p(-0.2, 0.0));
    assert!(foot != p(0.0, 0.0) && foot.length() < 1e-15, "{foot:?}");
    let mut script = Script::paused(scene);
    script.letter('J');
    script.click(p(0.0, 0.0));
    assert_eq!(script.constraint("pin").ends[0].at, p(0.0, 0.0));
    assert!(script.drift() < 1e-15);
}

/// Clicks the ends after the second: the third disk, and the ground.
fn further_ends(script: &mut Script, count: usize) {
    for at in [p(0.0, -1.5), p(0.5, 1.2)]
        .into_iter()
        .take(count.saturating_sub(2))
    {
        assert!(!script.halo().is_empty(), "says which end comes next");
        script.click(at);
    }
}

#[test]
fn a_drag_from_part_to_part_makes_each_kind_and_it_is_met() {
    for kind in ConstraintKind::catalogue() {
        let mut script = Script::paused(three_disks());
        script.tool(Tool::Constraint(kind.id()));
        assert_eq!(script.editor.tool(), Tool::Constraint(kind.id()));
        script.press(p(-1.0, 0.0));
        script.drag_on(p(1.0, 0.2));
        assert!(!script.halo().is_empty(), "{}: says what it does", kind.id());
        script.release();
        further_ends(&mut script, kind.slots().len());
        let made = script.constraint(kind.id());
        assert_eq!(made.ends[0].part, Some(script.id("left")), "{}", kind.id());
        assert_eq!(made.ends[1].part, Some(script.id("right")), "{}", kind.id());
        assert!(script.drift() < 1e-9, "{}: {}", kind.id(), script.drift());
        script.ctrl('Z');
        assert!(script.scene().find(kind.id()).is_none());
        assert_eq!(script.items(), Script::paused(three_disks()).items());
    }
}

#[test]
fn each_kind_holds_on_to_the_ground() {
    for kind in ConstraintKind::catalogue() {
        let mut script = Script::paused(three_disks());
        script.tool(Tool::Constraint(kind.id()));
        script.drag(p(0.0, 0.5), p(1.0, 0.0));
        further_ends(&mut script, kind.slots().len());
        let made = script.constraint(kind.id());
        assert_eq!(made.ends[0].part, None, "{}", kind.id());
        assert_eq!(made.ends[1].part, Some(script.id("right")), "{}", kind.id());
        assert!(script.drift() < 1e-9);
    }
}

#[test]
fn each_kind_of_force_is_made() {
    for kind in ForceKind::catalogue() {
        let mut script = Script::paused(two_disks());
        script.tool(Tool::Force(kind.id()));
        if kind.slots().len() == 1 {
            script.click(p(-1.0, 0.1));
        } else {
            script.drag(p(-1.0, 0.0), p(1.0, 0.0));
        }
        let id = script.id(kind.id());
        let ends = script.scene().item(id).unwrap().attachments().to_vec();
        assert_eq!(ends[0].part, Some(script.id("left")));
        assert_eq!(ends.len(), kind.slots().len());
    }
}

#[test]
fn two_clicks_join_as_a_drag_does() {
    let mut script = Script::paused(two_disks());
    script.letter('I');
    script.click(p(-1.0, 0.0));
    assert_eq!(script.scene().constraints().count(), 0);
    script.click(p(1.0, 0.0));
    let ConstraintKind::Distance(rod) = script.constraint("rod").kind else {
        panic!()
    };
    assert!((rod.length - 2.0).abs() < 1e-12);
    // Esc drops an end already picked.
    script.click(p(-1.0, 0.0));
    script.key(Key::Escape);
    script.click(p(1.0, 0.0));
    assert_eq!(script.scene().constraints().count(), 1);
}

#[test]
fn a_click_with_the_pin_joins_the_two_parts_there_or_one_to_the_ground() {
    let mut scene = two_disks();
    let bar = Shape::Bar(Bar::default());
    scene.add(Part::new("bar", bar, Pose::new(1.5, 0.0, 0.0)));
    let mut script = Script::paused(scene);
    script.letter('J');
    script.click(p(1.0, 0.0));
    let pin = script.constraint("pin");
    assert_eq!(pin.ends[0].part, Some(script.id("right")));
    assert_eq!(pin.ends[1].part, Some(script.id("bar")));
    assert_eq!((pin.ends[0].at, pin.ends[1].at), (p(0.0, 0.0), p(-0.5, 0.0)));
    script.click(p(-1.0, 0.0));
    let pin = script.constraint("pin 2");
    assert_eq!(
        (pin.ends[0].part, pin.ends[1].part),
        (None, Some(script.id("left")))
    );
    assert!(script.drift() < 1e-12);
    // Over empty space there is nothing to pin, and the notice says so.
    script.point(p(0.0, 1.0));
    assert_eq!(script.editor.feedback().halo.unwrap().kind, HaloKind::Refused);
    script.click(p(0.0, 1.0));
    assert_eq!(script.scene().constraints().count(), 2);
    assert!(script.notice().contains("no part here"));
}

#[test]
fn a_motor_turns_the_clicked_part_against_what_is_below() {
    let mut script = Script::paused(pendulum());
    script.letter('M');
    script.click(p(0.3, 0.0));
    let motor = script.constraint("motor");
    assert_eq!(
        (motor.ends[0].part, motor.ends[1].part),
        (None, Some(script.id("bar")))
    );
}

#[test]
fn a_particle_is_not_taken_where_an_angle_is_needed() {
    let mut script = Script::paused(pendulum());
    script.letter('W');
    script.click(p(1.0, 0.0));
    let id = script.id("torque");
    assert_eq!(
        script.scene().item(id).unwrap().attachments()[0].part,
        Some(script.id("bar"))
    );
}

#[test]
fn a_rod_into_the_empty_canvas_makes_a_particle_and_with_control_an_anchor() {
    let mut script = Script::paused(two_disks());
    script.letter('I');
    script.press(p(-1.0, 0.0));
    script.drag_on(p(-1.0, -1.5));
    assert_eq!(script.editor.feedback().ghost.parts.len(), 1);
    script.release();
    let rod = script.constraint("rod");
    assert_eq!(rod.ends[1].part, Some(script.id("particle")));
    assert!(script.part("particle").pose.position.distance(p(-1.0, -1.5)) < 1e-9);
    script.ctrl('Z');
    assert!(script.scene().find("particle").is_none());
    script.held = Modifiers::CTRL;
    script.drag(p(-1.0, 0.0), p(-1.0, 1.5));
    assert_eq!(script.constraint("rod").ends[1].part, None);
    assert!(script.scene().find("particle").is_none());
}

#[test]
fn a_pin_between_parts_that_are_apart_brings_them_together() {
    let mut script = Script::paused(two_disks());
    script.letter('J');
    script.drag(p(-1.0, 0.0), p(1.0, 0.0));
    assert!(script.drift() < 1e-9);
    let (left, right) = (script.part("left").pose, script.part("right").pose);
    assert!(left.position.distance(right.position) < 1e-9);
    script.ctrl('Z');
    assert_eq!(script.part("left").pose.position, p(-1.0, 0.0));
}

#[test]
fn a_rack_takes_the_radius_from_where_the_wheel_is() {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 3.0,
        width: 0.1,
    });
    scene.add(Part::new("rack bar", bar, Pose::new(0.0, 0.0, 0.0)));
    scene.add(Part::new(
        "wheel",
        Shape::Disk(Disk { radius: 0.5 }),
        Pose::new(0.2, 0.5, 0.3),
    ));
    let mut script = Script::paused(scene);
    script.letter('K');
    script.drag(p(-1.0, 0.0), p(0.3, 0.7));
    let made = script.constraint("rack");
    assert_eq!(made.ends[1].at, p(0.0, 0.0), "by its centre");
    let ConstraintKind::RackAndPinion(rack) = made.kind else {
        panic!()
    };
    assert!((rack.radius - 0.5).abs() < 1e-12);
    assert!(script.drift() < 1e-12);
}

#[test]
fn a_wheel_away_from_its_rack_is_brought_to_it_and_keeps_its_radius() {
    let mut scene = Scene::default();
    let rack = Shape::Rack(Rack::default());
    let mut part = Part::new("toothed bar", rack, Pose::new(0.0, 0.0, 0.0));
    part.fixed = true;
    scene.add(part);
    let gear = Gear::default();
    let radius = 0.5 * gear.module * gear.teeth;
    scene.add(Part::new("wheel", Shape::Gear(gear), Pose::new(0.1, 1.0, 0.3)));
    let mut script = Script::paused(scene);
    let before = script.items();
    script.letter('K');
    script.drag(p(-0.5, -0.05), p(0.2, 1.1));
    let made = script.constraint("rack");
    let ConstraintKind::RackAndPinion(kind) = &made.kind else {
        panic!("{:?}", made.kind)
    };
    assert_eq!(kind.radius, radius);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    let line = script.scene().built_ports(made.ends[0]).point.value;
    let height = script.part("wheel").pose.position.y - line.y;
    assert!((height - radius).abs() < 1e-9, "{height}");
    script.ctrl('Z');
    assert_eq!(script.items(), before);
}

#[test]
fn gears_at_a_distance_are_brought_into_mesh_or_refused() {
    let mut scene = Scene::default();
    for (name, x, teeth) in [("small", -1.0, 12.0), ("large", 1.0, 20.0)] {
        let gear = Shape::Gear(Gear { teeth, module: 0.05 });
        scene.add(Part::new(name, gear, Pose::new(x, 0.0, 0.2)));
    }
    let mut script = Script::paused(scene);
    script.tool(Tool::Constraint("gears"));
    script.drag(p(-1.0, 0.1), p(1.1, 0.1));
    let ConstraintKind::GearPair(pair) = script.constraint("gears").kind else {
        panic!()
    };
    assert!((pair.radius_a - 0.3).abs() < 1e-12 && (pair.radius_b - 0.5).abs() < 1e-12);
    let apart = |script: &Script| {
        let (a, b) = (script.part("small").pose, script.part("large").pose);
        a.position.distance(b.position)
    };
    assert!((apart(&script) - 0.8).abs() < 1e-9, "{}", apart(&script));
    script.ctrl('Z');
    // Wheels held by their axles cannot come together, and no gear pair is made.
    for at in [p(-1.0, 0.0), p(1.0, 0.0)] {
        script.letter('J');
        script.click(at);
    }
    let before = script.items();
    script.tool(Tool::Constraint("gears"));
    script.drag(p(-1.0, 0.1), p(1.1, 0.1));
    assert!(
        script.notice().contains("1.200 m too far apart"),
        "{}",
        script.notice()
    );
    assert_eq!(script.items(), before);
}

#[test]
fn a_motor_on_a_loose_wheel_brings_its_axle() {
    let mut script = Script::paused(two_disks());
    script.letter('M');
    script.click(p(-1.0, 0.0));
    assert_eq!(script.constraint("pin").ends, script.constraint("motor").ends);
    script.key(Key::Space);
    script.run(60);
    assert!(script.now("left").position.distance(p(-1.0, 0.0)) < 1e-6);
    assert!(script.now("left").angle.abs() > 0.1);
    script.letter('R');
    script.ctrl('Z');
    assert_eq!(script.scene().constraints().count(), 0);
    // A wheel that has an axle gets no second one with its motor.
    script.letter('J');
    script.click(p(-1.0, 0.0));
    script.letter('M');
    script.click(p(-1.0, 0.0));
    assert_eq!(script.scene().constraints().count(), 2);
}

#[test]
fn a_band_shows_what_is_picked_and_an_anchor_can_be_typed() {
    let mut script = Script::paused(three_disks());
    script.tool(Tool::Constraint("pulley"));
    script.click(p(-1.0, 0.0));
    script.point(p(0.5, 0.8));
    let glyphs = script.editor.feedback().ghost.glyphs;
    let [tinkertoy::constraints::Glyph::Wire { points, .. }] = &glyphs[..] else {
        panic!("{glyphs:?}")
    };
    assert!(points[0].distance(p(-1.0, 0.0)) < 1e-9 && points[1].distance(p(0.5, 0.8)) < 1e-9);
    script.key(Key::Escape);
    script.letter('J');
    script.click(p(1.0, 0.0));
    let before = script.items();
    script.intent(tinkertoy::editor::Intent::SetEnd {
        id: script.id("pin"),
        index: 0,
        at: p(1.25, 0.5),
        done: true,
    });
    assert_eq!(script.constraint("pin").ends[0].at, p(1.25, 0.5));
    assert!(script.drift() < 1e-9);
    assert!(script.part("right").pose.position.distance(p(1.25, 0.5)) < 1e-9);
    script.ctrl('Z');
    assert_eq!(script.items(), before);
}

#[test]
fn joining_a_part_to_itself_is_refused_by_not_being_offered() {
    let mut script = Script::paused(two_disks());
    script.letter('J');
    script.drag(p(-1.1, 0.0), p(-0.9, 0.0));
    let pin = script.constraint("pin");
    assert_eq!(
        (pin.ends[0].part, pin.ends[1].part),
        (Some(script.id("left")), None)
    );
}

#[test]
fn a_trace_is_put_on_and_taken_off() {
    let mut script = Script::paused(two_disks());
    script.letter('T');
    script.click(p(1.0, 0.0));
    assert_eq!(script.scene().traces().count(), 1);
    script.click(p(1.0, 0.0));
    assert_eq!(script.scene().traces().count(), 0);
    script.click(p(0.0, 1.0));
    assert!(script.notice().contains("Click a point"));
    script.ctrl('Z');
    assert_eq!(script.scene().traces().count(), 1);
}
