//! Resizing parts by the handles of their outline.

use tinkertoy::bodies::compound::Piece;
use tinkertoy::bodies::{Bar, Body, Box, Compound, Disk, Gear, Particle, Polygon, Shape, Wall};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Action, How, Intent, Measured};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Constraint, Part, Scene, file};

use super::script::{Script, four_bar, p, undo_law};

pub fn selected(scene: Scene, name: &str) -> Script {
    let mut script = Script::paused(scene);
    let ids = vec![script.id(name)];
    script.intent(Intent::Select {
        ids,
        how: How::Replace,
    });
    script
}

pub fn alone(shape: Shape, pose: Pose) -> Script {
    let mut scene = Scene::default();
    scene.add(Part::new("part", shape, pose));
    selected(scene, "part")
}

/// The handle nearest to a point of the scene.
pub fn handle(script: &Script, near: Vec2) -> Vec2 {
    let handles = script.editor.feedback().handles;
    let nearest = handles
        .into_iter()
        .min_by(|a, b| a.distance(near).total_cmp(&b.distance(near)));
    nearest.expect("there are handles")
}

/// Drags the handle nearest to a point by a vector; with Alt held there is no snapping.
pub fn pull(script: &mut Script, near: Vec2, by: Vec2, held: Modifiers) {
    let from = handle(script, near);
    script.held = held;
    script.drag(from, from + by);
    script.held = Modifiers::NONE;
}

pub fn number(script: &Script, key: &str) -> f64 {
    let parameters = script.part("part").shape.parameters();
    parameters.into_iter().find(|it| it.key == key).expect(key).value
}

fn near(a: Vec2, b: Vec2) -> bool {
    a.distance(b) < 1e-9
}

pub fn bar() -> Script {
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    alone(shape, Pose::new(0.5, 0.2, 0.0))
}

#[test]
fn the_end_of_a_bar_is_dragged_and_the_other_stays() {
    let mut script = bar();
    let first = file::write(script.scene());
    assert_eq!(script.editor.feedback().handles.len(), 2);
    pull(&mut script, p(1.0, 0.2), p(0.2, 0.5), Modifiers::ALT);
    let part = script.part("part");
    assert!((number(&script, "length") - 1.3).abs() < 1e-9, "{part:?}");
    assert!(near(part.pose.point(p(-0.65, 0.0)), p(0.0, 0.2)), "{part:?}");
    assert!(near(part.pose.point(p(0.65, 0.0)), p(1.2, 0.7)), "{part:?}");
    undo_law(&mut script, &first);
    // The first end: the bar rotates about the second end, and is not mirrored.
    let mut script = bar();
    pull(&mut script, p(0.0, 0.2), p(0.0, 1.0), Modifiers::ALT);
    let part = script.part("part");
    assert!(
        near(part.pose.point(p(2f64.sqrt() / 2.0, 0.0)), p(1.0, 0.2)),
        "{part:?}"
    );
    assert!(
        (part.pose.angle + std::f64::consts::FRAC_PI_4).abs() < 1e-9,
        "{part:?}"
    );
    // With Shift only the length changes.
    let mut script = bar();
    pull(&mut script, p(1.0, 0.2), p(0.4, 0.3), Modifiers::SHIFT);
    assert_eq!(script.part("part").pose.angle, 0.0);
    assert!(
        (number(&script, "length") - 1.4).abs() < 0.05,
        "{}",
        number(&script, "length")
    );
}

#[test]
fn lengths_are_round_and_typed_in_place() {
    let mut script = bar();
    pull(&mut script, p(1.0, 0.2), p(0.2123, 0.0), Modifiers::NONE);
    let length = number(&script, "length");
    let step = script.editor.grid_step() / 10.0;
    assert!(
        (length / step - (length / step).round()).abs() < 1e-9 && length > 1.1,
        "{length}"
    );
    // A number typed during the drag.
    let mut script = bar();
    let first = file::write(script.scene());
    let from = handle(&script, p(1.0, 0.2));
    script.press(from);
    script.drag_on(from + p(0.3, 0.4));
    let shown = script.editor.feedback().dimensions;
    assert!(
        matches!(shown[0].of, Measured::Length { from, .. } if near(from, p(0.0, 0.2))),
        "{shown:?}"
    );
    assert_eq!(script.part("part").pose.angle, 0.0, "only the release changes it");
    script.write("750 mm");
    script.key(Key::Tab);
    script.write("90");
    script.key(Key::Enter);
    script.release();
    let part = script.part("part");
    assert_eq!(number(&script, "length"), 0.75);
    assert!(near(part.pose.point(p(0.375, 0.0)), p(0.0, 0.95)), "{part:?}");
    // A number typed after the release belongs to the same step.
    script.write("2*0.3");
    script.key(Key::Enter);
    assert_eq!(number(&script, "length"), 0.6);
    undo_law(&mut script, &first);
    script.action(Action::Undo);
    assert_eq!(file::write(script.scene()), first, "all of it is one step");
    // A cancelled drag changes nothing.
    script.press(from);
    script.drag_on(from + p(0.3, 0.4));
    script.key(Key::Escape);
    script.release();
    assert_eq!(file::write(script.scene()), first);
}

#[test]
fn sides_and_corners_of_a_turned_box_leave_the_opposite_ones() {
    let shape = || {
        Shape::Box(Box {
            width: 0.8,
            height: 0.4,
        })
    };
    let pose = Pose::new(0.3, -0.2, 0.5);
    let (along, across) = (unit(0.5), unit(0.5).perp());
    let mut script = alone(shape(), pose);
    let first = file::write(script.scene());
    assert_eq!(script.editor.feedback().handles.len(), 8);
    pull(
        &mut script,
        pose.point(p(0.4, 0.0)),
        0.2 * along + 0.1 * across,
        Modifiers::ALT,
    );
    let part = script.part("part");
    assert!((number(&script, "width") - 1.0).abs() < 1e-9 && (number(&script, "height") - 0.4).abs() < 1e-9);
    assert!(
        near(part.pose.point(p(-0.5, 0.0)), pose.point(p(-0.4, 0.0))),
        "{part:?}"
    );
    undo_law(&mut script, &first);
    let mut script = alone(shape(), pose);
    pull(
        &mut script,
        pose.point(p(-0.4, 0.2)),
        -0.2 * along + 0.3 * across,
        Modifiers::ALT,
    );
    let part = script.part("part");
    assert!((number(&script, "width") - 1.0).abs() < 1e-9 && (number(&script, "height") - 0.7).abs() < 1e-9);
    assert!(
        near(part.pose.point(p(0.5, -0.35)), pose.point(p(0.4, -0.2))),
        "{part:?}"
    );
    // With Shift the proportions are kept.
    let mut script = alone(shape(), pose);
    pull(
        &mut script,
        pose.point(p(0.4, 0.2)),
        0.4 * along,
        Modifiers::SHIFT,
    );
    assert!((number(&script, "width") / number(&script, "height") - 2.0).abs() < 1e-9);
    assert!(number(&script, "width") > 1.1);
    // Dragged beyond the opposite side, a small size remains.
    let mut script = alone(shape(), pose);
    pull(&mut script, pose.point(p(0.4, 0.0)), -3.0 * along, Modifiers::ALT);
    assert!(number(&script, "width") > 0.0 && number(&script, "width") < 0.02);
}

#[test]
fn radii_are_dragged_and_a_gear_gets_teeth() {
    let mut script = alone(Shape::Disk(Disk { radius: 0.3 }), Pose::new(0.0, 0.0, 0.0));
    pull(
        &mut script,
        p(0.3, 0.3),
        0.2 * unit(std::f64::consts::FRAC_PI_4),
        Modifiers::ALT,
    );
    assert!((number(&script, "radius") - 0.5).abs() < 1e-9);
    assert_eq!(script.part("part").pose, Pose::default());
    let gear = Shape::Gear(Gear {
        teeth: 20.0,
        module: 0.03,
    });
    let mut script = alone(gear, Pose::default());
    pull(
        &mut script,
        p(0.3, 0.3),
        0.1 * unit(std::f64::consts::FRAC_PI_4),
        Modifiers::ALT,
    );
    assert_eq!(
        (number(&script, "teeth"), number(&script, "module")),
        (27.0, 0.03)
    );
}

#[test]
fn a_corner_of_a_polygon_is_dragged_and_the_others_stay() {
    let corners = [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0)];
    let (polygon, center) = Polygon::about(&corners);
    let pose = Pose {
        position: center,
        angle: 0.0,
    };
    let mut script = alone(Shape::Polygon(polygon), pose);
    let first = file::write(script.scene());
    pull(&mut script, p(1.0, 1.0), p(0.5, 0.25), Modifiers::ALT);
    let part = script.part("part");
    let Shape::Polygon(polygon) = &part.shape else {
        panic!()
    };
    let now: Vec<Vec2> = polygon.corners.iter().map(|it| part.pose.point(*it)).collect();
    let expected = [corners[0], corners[1], p(1.5, 1.25), corners[3]];
    assert!(now.iter().zip(expected).all(|(a, b)| near(*a, b)), "{now:?}");
    undo_law(&mut script, &first);
    // A corner dragged across the others would make the outline cross itself, and is refused.
    let before = file::write(script.scene());
    pull(&mut script, p(1.5, 1.25), p(-2.5, -0.95), Modifiers::ALT);
    assert_eq!(file::write(script.scene()), before);
}

#[test]
fn joints_go_with_their_hole_or_stay_on_what_stays() {
    let mut scene = Scene::default();
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let bar = scene.add(Part::new("part", shape, Pose::new(0.5, 0.0, 0.0)));
    let disk = Shape::Disk(Disk { radius: 0.05 });
    let mut hang = |at: f64, name: &str| {
        let on = scene.add(Part::new(name, disk.clone(), Pose::new(at, 0.0, 0.0)));
        scene.add(Constraint {
            name: format!("pin of {name}"),
            ends: vec![Attach::part(bar, p(at - 0.5, 0.0)), Attach::part(on, Vec2::ZERO)],
            kind: ConstraintKind::Pin(Pin {}),
        });
    };
    for (at, name) in [(0.0, "first"), (0.3, "between"), (1.0, "last")] {
        hang(at, name);
    }
    let mut script = selected(scene, "part");
    let first = file::write(script.scene());
    let from = handle(&script, p(1.0, 0.0));
    script.press(from);
    script.held = Modifiers::SHIFT;
    script.drag_on(from + p(0.5, 0.0));
    assert_eq!(script.halo(), "1 joint goes along");
    script.release();
    assert!((number(&script, "length") - 1.5).abs() < 0.05);
    let length = number(&script, "length");
    for (name, at) in [("first", 0.0), ("between", 0.3), ("last", length)] {
        assert!(
            near(script.part(name).pose.position, p(at, 0.0)),
            "{name}: {:?}",
            script.part(name)
        );
    }
    undo_law(&mut script, &first);
}

/// A compound of a bar, a gear at its end, a particle and a part of given mass, with its centre of mass at the origin.
fn compound() -> Compound {
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let gear = Shape::Gear(Gear {
        teeth: 12.0,
        module: 0.02,
    });
    let mut weight = Piece::new(Shape::Disk(Disk { radius: 0.15 }), p(-0.5, 0.1), 0.3);
    weight.weighs = Some((0.4, 0.01));
    let pieces = vec![
        Piece::new(bar, p(0.0, 0.0), 0.2),
        Piece::new(gear, p(0.5, 0.2), 0.0),
        Piece::new(Shape::Particle(Particle::default()), p(0.1, 0.4), 0.0),
        weight,
    ];
    Compound::about(pieces).0
}

#[test]
fn a_compound_grows_in_its_proportions_about_the_opposite_corner() {
    let pose = Pose::new(0.2, 0.1, 0.4);
    let mut scene = Scene::default();
    let whole = scene.add(Part::new("part", Shape::Compound(compound()), pose));
    let bob = scene.add(Part::new(
        "bob",
        Shape::Disk(Disk { radius: 0.05 }),
        Pose::default(),
    ));
    // One end lies on the bar but in no hole, the other one in a hole.
    let on = compound().pieces[0].pose().point(p(0.2, 0.0));
    for (name, at) in [("pin", on), ("pin at a hole", compound().pieces[1].at)] {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: vec![Attach::part(whole, at), Attach::part(bob, Vec2::ZERO)],
            kind: ConstraintKind::Distance(Default::default()),
        });
    }
    scene.settings.gravity = Vec2::ZERO;
    let mut script = selected(scene, "part");
    let first = file::write(script.scene());
    let (low, high) = compound().outline().bounds(0.0);
    assert_eq!(script.editor.feedback().handles.len(), 4);
    let size = high - low;
    pull(
        &mut script,
        pose.point(high),
        0.5 * unit(0.4).rotate(size),
        Modifiers::ALT,
    );
    let part = script.part("part");
    let Shape::Compound(now) = &part.shape else {
        panic!()
    };
    let (lower, upper) = now.outline().bounds(0.0);
    assert!(
        (upper - lower).distance(1.5 * size) < 1e-9,
        "{} {size}",
        upper - lower
    );
    assert!(
        near(part.pose.point(lower), pose.point(low)),
        "the opposite corner stays"
    );
    assert_eq!(now.problem(), None, "the centre of mass is its origin still");
    for (was, is) in compound().pieces.iter().zip(&now.pieces) {
        assert!(near(is.at, 1.5 * was.at) && is.angle == was.angle, "{is:?}");
    }
    assert!(
        matches!(&now.pieces[1].shape, Shape::Gear(it) if it.teeth == 12.0 && (it.module - 0.03).abs() < 1e-12)
    );
    assert!((now.pieces[3].mass().mass - 0.9).abs() < 1e-12);
    // The ends of joints move with their place on the part, in a hole or not.
    assert!(near(script.constraint("pin").ends[0].at, 1.5 * on));
    assert!(near(
        script.constraint("pin at a hole").ends[0].at,
        now.pieces[1].at
    ));
    undo_law(&mut script, &first);
    // One number determines the other.
    let from = handle(&script, part.pose.point(upper));
    script.press(from);
    script.drag_on(from + p(0.2, 0.1));
    assert_eq!(script.editor.feedback().dimensions.len(), 2);
    script.write("600 mm");
    script.key(Key::Enter);
    script.release();
    let Shape::Compound(now) = script.part("part").shape else {
        panic!()
    };
    let (lower, upper) = now.outline().bounds(0.0);
    let typed = upper - lower;
    assert!(
        (typed.x - 0.6).abs() < 1e-9 && (typed.y - 0.6 * size.y / size.x).abs() < 1e-9,
        "{typed}"
    );
    undo_law(&mut script, &first);
}

#[test]
fn a_machine_follows() {
    let mut script = selected(four_bar(0.4), "crank");
    let first = file::write(script.scene());
    let crank = script.part("crank");
    let Shape::Bar(it) = &crank.shape else { panic!() };
    let tip = crank.pose.point(p(it.length / 2.0, 0.0));
    let by = 0.05 * (tip - crank.pose.position).normalize();
    pull(&mut script, tip, by, Modifiers::ALT);
    let Shape::Bar(now) = script.part("crank").shape else {
        panic!()
    };
    assert!((now.length - it.length - 0.05).abs() < 1e-6, "{now:?}");
    assert!(script.drift() < 1e-9);
    undo_law(&mut script, &first);
}

#[test]
fn in_a_run_a_part_is_resized_where_it_stands_and_the_machine_follows() {
    let mut script = selected(four_bar(0.4), "crank");
    for _ in 0..40 {
        script.action(Action::StepForward);
    }
    let first = file::write(script.scene());
    let (id, built) = (script.id("crank"), script.part("crank"));
    let pose = script.editor.pose(id).unwrap();
    assert!(pose.position.distance(built.pose.position) > 1e-3, "it has moved");
    let Shape::Bar(it) = &built.shape else { panic!() };
    let (tip, foot) = (p(it.length / 2.0, 0.0), p(-it.length / 2.0, 0.0));
    let (tip, foot) = (pose.point(tip), pose.point(foot));
    let by = 0.05 * (tip - foot).normalize();
    pull(&mut script, tip, by, Modifiers::ALT);
    let Shape::Bar(now) = script.part("crank").shape else {
        panic!()
    };
    assert!((now.length - it.length - 0.05).abs() < 1e-6, "{now:?}");
    let after = script.editor.pose(id).unwrap();
    let stays = after.point(p(-now.length / 2.0, 0.0));
    assert!(stays.distance(foot) < 1e-6, "the end on the ground stays");
    assert!(script.drift() < 1e-6, "the others follow: {}", script.drift());
    assert!(!script.editor.at_start());
    undo_law(&mut script, &first);
    // There are no handles while the machine runs.
    script.action(Action::PlayPause);
    assert_eq!(script.editor.feedback().handles, []);
}

#[test]
fn the_points_of_a_wall_are_dragged_and_the_others_stay() {
    let points = [p(-1.0, 0.0), p(0.0, 0.2), p(0.4, 0.0), p(1.2, 0.5)];
    let (wall, center) = Wall::about(&points, 0.1);
    let pose = Pose {
        position: center,
        angle: 0.0,
    };
    let mut script = alone(Shape::Wall(wall), pose);
    let first = file::write(script.scene());
    assert_eq!(script.editor.feedback().handles.len(), 4);
    pull(&mut script, points[2], p(0.1, -0.3), Modifiers::ALT);
    pull(&mut script, points[3], p(0.3, 0.0), Modifiers::ALT);
    let part = script.part("part");
    let Shape::Wall(wall) = &part.shape else { panic!() };
    let now: Vec<Vec2> = wall.points.iter().map(|it| part.pose.point(*it)).collect();
    let expected = [points[0], points[1], p(0.5, -0.3), p(1.5, 0.5)];
    assert!(now.iter().zip(expected).all(|(a, b)| near(*a, b)), "{now:?}");
    assert_eq!(wall.width, 0.1);
    undo_law(&mut script, &first);
}
