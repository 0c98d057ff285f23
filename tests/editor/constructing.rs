//! Constructions from the selection: mirrored, rotated, scaled and repeated by typed amounts.

use tinkertoy::bodies::{Bar, Disk, Particle, Polygon, Shape};
use tinkertoy::constraints::{Actuator, ConstraintKind, DrumRope, Motor, MotorLaw, Pin, Programme, Ratchet};
use tinkertoy::editor::{Action, Construction, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Constraint, Part, Scene, file};

use super::script::{Script, four_bar, p};

fn all(script: &mut Script, what: Construction) {
    script.action(Action::SelectAll);
    script.intent(Intent::Construct(what));
}

fn text(script: &Script) -> String {
    file::write(script.scene())
}

/// Checks that the construction is one step, by undo and redo.
fn one_step(script: &mut Script, first: &str) {
    let last = text(script);
    script.action(Action::Undo);
    assert_eq!(text(script), first);
    script.action(Action::Redo);
    assert_eq!(text(script), last);
}

/// Places of the ends of all constraints.
fn joints(script: &Script) -> Vec<(String, Vec<Vec2>)> {
    let scene = script.scene();
    let of = |it: &Constraint| it.ends.iter().map(|end| scene.built_point(*end)).collect();
    scene
        .constraints()
        .map(|(_, it)| (it.name.clone(), of(it)))
        .collect()
}

#[test]
fn a_machine_is_turned_scaled_and_mirrored_with_its_pivots_and_stays_closed() {
    let at = p(0.3, -0.2);
    type Map = fn(Vec2) -> Vec2;
    let cases: [(Construction, Map); 3] = [
        (Construction::Turn { at, by: 0.5 }, |d| {
            Vec2::from_angle(0.5).rotate(d)
        }),
        (Construction::Scale { at, factor: 2.5 }, |d| 2.5 * d),
        (
            Construction::Mirror {
                at,
                direction: std::f64::consts::FRAC_PI_2,
                copy: false,
            },
            |d| Vec2::new(-d.x, d.y),
        ),
    ];
    for (what, map) in cases {
        let mut script = Script::paused(four_bar(0.4));
        let first = text(&script);
        let before = joints(&script);
        all(&mut script, what);
        assert!(script.drift() < 1e-9, "{what:?}");
        for ((name, was), (_, is)) in before.iter().zip(joints(&script)) {
            for (p, q) in was.iter().zip(is) {
                let wanted = at + map(*p - at);
                assert!(
                    wanted.distance(q) < 1e-9,
                    "{what:?}: {name} is at {q}, not {wanted}"
                );
            }
        }
        one_step(&mut script, &first);
        // A mirrored motor turns the other way.
        let ConstraintKind::Motor(motor) = script.constraint("motor").kind else {
            panic!()
        };
        let mirrored = matches!(what, Construction::Mirror { .. });
        let usual = Motor::default().speed;
        assert_eq!(motor.speed, if mirrored { -usual } else { usual });
        script.action(Action::PlayPause);
        script.run(50);
        assert!(script.drift() < 1e-3);
    }
}

/// A wheel pinned to the ground, driven by this motor.
fn driven(motor: Motor) -> Scene {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    let disk = Shape::Disk(Disk { radius: 0.3 });
    let wheel = scene.add(Part::new("wheel", disk, Pose::new(1.0, 0.0, 0.0)));
    for (name, kind) in [
        ("axle", ConstraintKind::Pin(Pin {})),
        ("motor", ConstraintKind::Motor(motor)),
    ] {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: vec![Attach::ground(p(1.0, 0.0)), Attach::part(wheel, Vec2::ZERO)],
            kind,
        });
    }
    scene
}

#[test]
fn what_is_mirrored_moves_as_the_image_in_a_mirror() {
    let sinusoid = Programme::Sinusoid {
        amplitude: 0.5,
        frequency: 0.7,
        phase: std::f64::consts::FRAC_PI_2,
    };
    let table = Programme::Table(vec![(0.0, 0.0), (0.1, 0.2), (0.3, -0.1)]);
    for programme in [sinusoid, table] {
        let motor = Motor {
            law: MotorLaw::Angle,
            speed: 0.3,
            angle: -programme.at(0.0).value,
            programme,
            ..Motor::default()
        };
        let mirror = Construction::Mirror {
            at: Vec2::ZERO,
            direction: 0.0,
            copy: false,
        };
        let mut original = Script::paused(driven(motor.clone()));
        let mut image = Script::paused(driven(motor));
        all(&mut image, mirror);
        for k in 0..8 {
            for script in [&mut original, &mut image] {
                script.action(Action::PlayPause);
                script.run(5);
                script.action(Action::PlayPause);
            }
            let (angle, mirrored) = (original.now("wheel").angle, image.now("wheel").angle);
            assert!((angle + mirrored).abs() < 1e-9, "{k}: {angle} {mirrored}");
        }
        assert!(original.now("wheel").angle.abs() > 1e-3);
    }
}

#[test]
fn a_mirrored_ratchet_and_a_mirrored_rope_on_a_drum_are_of_the_other_hand() {
    let mut scene = driven(Motor::default());
    let wheel = scene.find("wheel").unwrap();
    let ratchet = Ratchet {
        phase: 0.1,
        ..Ratchet::default()
    };
    let rope = DrumRope {
        radius: 0.3,
        right: false,
    };
    for (name, kind) in [
        ("ratchet", ConstraintKind::Ratchet(ratchet)),
        ("rope", ConstraintKind::DrumRope(rope)),
    ] {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: vec![Attach::ground(p(1.0, 2.0)), Attach::part(wheel, Vec2::ZERO)],
            kind,
        });
    }
    let mut script = Script::paused(scene);
    let mirror = Construction::Mirror {
        at: Vec2::ZERO,
        direction: 0.0,
        copy: false,
    };
    all(&mut script, mirror);
    let ConstraintKind::Ratchet(ratchet) = script.constraint("ratchet").kind else {
        panic!()
    };
    assert!(ratchet.clockwise);
    let ConstraintKind::DrumRope(rope) = script.constraint("rope").kind else {
        panic!()
    };
    assert!(rope.right);
}

#[test]
fn a_programme_in_metres_is_scaled_with_its_machine() {
    let table = Programme::Table(vec![(0.0, 0.0), (1.0, 0.2)]);
    let actuator = Actuator {
        length: 1.0,
        rate: 0.0,
        programme: table,
        ..Actuator::default()
    };
    let mut scene = Scene::default();
    let bob = scene.add(Part::new(
        "bob",
        Shape::Particle(Particle::default()),
        Pose::new(1.0, 0.0, 0.0),
    ));
    scene.add(Constraint {
        name: "ram".to_owned(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(bob, Vec2::ZERO)],
        kind: ConstraintKind::Actuator(actuator),
    });
    let mut script = Script::paused(scene);
    let at = Vec2::ZERO;
    all(&mut script, Construction::Scale { at, factor: 2.0 });
    let ConstraintKind::Actuator(ram) = script.constraint("ram").kind else {
        panic!()
    };
    assert_eq!(ram.programme, Programme::Table(vec![(0.0, 0.0), (1.0, 0.4)]));
    assert_eq!(ram.length, 2.0);
}

#[test]
fn a_plate_is_mirrored_corner_by_corner_beside_its_original() {
    let corners = vec![p(-0.5, -0.3), p(0.4, -0.3), p(0.1, 0.6)];
    let plate = Shape::Polygon(Polygon { corners });
    let mut scene = Scene::default();
    let plate = scene.add(Part::new("plate", plate, Pose::new(1.0, 0.5, 0.4)));
    scene.add(Constraint {
        name: "pivot".to_owned(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(plate, p(0.4, -0.3))],
        kind: ConstraintKind::catalogue()
            .into_iter()
            .find(|it| it.id() == "pin")
            .unwrap(),
    });
    let pivot = scene.built_point(Attach::part(plate, p(0.4, -0.3)));
    let mut edit = tinkertoy::scene::Edit::new("");
    let id = scene.find("pivot").unwrap();
    let mut item = scene.item(id).unwrap().clone();
    item.attachments_mut()[0].at = pivot;
    scene.plan_item(&mut edit, id, Some(item));
    scene.apply(&edit);
    let mut script = Script::paused(scene);
    let first = text(&script);
    let (at, direction) = (p(0.0, 0.0), 0.3);
    let copy = true;
    all(&mut script, Construction::Mirror { at, direction, copy });
    let world = |name: &str| {
        let part = script.part(name);
        let Shape::Polygon(it) = &part.shape else { panic!() };
        it.corners.iter().map(|c| part.pose.point(*c)).collect::<Vec<_>>()
    };
    let axis = Vec2::from_angle(direction);
    let image = |p: Vec2| 2.0 * axis.dot(p) * axis - p;
    for corner in world("plate") {
        let is_there = world("plate 2")
            .iter()
            .any(|it| it.distance(image(corner)) < 1e-9);
        assert!(is_there, "{corner} has no image");
    }
    let pivots = joints(&script);
    assert_eq!(pivots.len(), 2);
    assert!(pivots[1].1.iter().all(|it| it.distance(image(pivot)) < 1e-9));
    assert!(script.drift() < 1e-9);
    one_step(&mut script, &first);
}

fn bar() -> Scene {
    let mut scene = Scene::default();
    let bar = Bar {
        length: 1.0,
        width: 0.1,
    };
    scene.add(Part::new("bar", Shape::Bar(bar), Pose::new(0.5, 0.0, 0.0)));
    scene
}

#[test]
fn bars_are_repeated_along_a_line_a_ring_and_a_grid_with_joints_where_they_meet() {
    let by = p(1.0, 0.0);
    let joined = true;
    let mut script = Script::paused(bar());
    let first = text(&script);
    let count = 20;
    all(&mut script, Construction::Line { count, by, joined });
    let parts = |script: &Script| script.scene().parts().count();
    assert_eq!((parts(&script), joints(&script).len()), (20, 19));
    assert_eq!(script.selected().len(), 20);
    assert!(script.drift() < 1e-9);
    one_step(&mut script, &first);

    // A hexagon closes: its last side is pinned to its first.
    let mut script = Script::paused(bar());
    let apex = p(0.5, 0.75f64.sqrt());
    let by = std::f64::consts::TAU / 6.0;
    let (count, at) = (6, apex);
    all(
        &mut script,
        Construction::Ring {
            count,
            at,
            by,
            joined,
        },
    );
    assert_eq!((parts(&script), joints(&script).len()), (6, 6));
    assert!(script.drift() < 1e-9);

    let mut script = Script::paused(bar());
    let (counts, by) = ([3, 4], p(1.0, 0.5));
    all(&mut script, Construction::Grid { counts, by, joined });
    assert_eq!((parts(&script), joints(&script).len()), (12, 8), "rows are apart");
    let joined = false;
    script.action(Action::Undo);
    all(&mut script, Construction::Grid { counts, by, joined });
    assert_eq!((parts(&script), joints(&script).len()), (12, 0));
    assert!(script.scene().find("bar 12").is_some());
}

#[test]
fn what_cannot_be_constructed_is_refused_with_a_sentence() {
    let mut script = Script::paused(bar());
    let first = text(&script);
    let (by, joined) = (p(1.0, 0.0), true);
    script.intent(Intent::Construct(Construction::Turn { at: by, by: 1.0 }));
    assert!(script.notice().contains("Select the parts first"));
    for (what, words) in [
        (Construction::Scale { at: by, factor: -1.0 }, "0.001 to 1000"),
        (
            Construction::Scale {
                at: by,
                factor: f64::NAN,
            },
            "0.001 to 1000",
        ),
        (Construction::Line { count: 1, by, joined }, "2 or more"),
        (
            Construction::Grid {
                counts: [usize::MAX, 2],
                by,
                joined,
            },
            "more than 5000 parts",
        ),
    ] {
        all(&mut script, what);
        assert!(script.notice().contains(words), "{what:?}: {}", script.notice());
        assert_eq!(text(&script), first, "{what:?}");
    }
    let width = |script: &Script| script.part("bar").shape.parameters()[1].value;
    all(&mut script, Construction::Scale { at: by, factor: 0.5 });
    assert_eq!(width(&script), 0.05);
    // A bar narrower than the least width.
    let before = text(&script);
    all(&mut script, Construction::Scale { at: by, factor: 1e-3 });
    assert!(
        script.notice().contains("give a number from"),
        "{}",
        script.notice()
    );
    assert_eq!(text(&script), before);
    // In a run the parts have left the poses in which they were built.
    script.action(Action::StepForward);
    all(&mut script, Construction::Turn { at: by, by: 1.0 });
    assert!(
        script.notice().contains("Back to the built pose (R) comes first"),
        "{}",
        script.notice()
    );
}

#[test]
fn copies_that_were_to_be_joined_and_do_not_meet_are_told_with_the_spacing_that_would_do() {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    scene.add(Part::new("bar", bar, Pose::new(0.0, 0.0, 0.0)));
    let reach = scene.parts().next().unwrap().1.shape.snap_points()[1].at.x;
    let line = |by: Vec2, joined: bool| Construction::Line { count: 3, by, joined };
    let told = |what: Construction| {
        let mut script = Script::paused(scene.clone());
        all(&mut script, what);
        let pins = script.scene().constraints().count();
        let notices = script.editor.notices();
        (
            pins,
            notices.last().map_or_else(String::new, |it| it.text.clone()),
        )
    };
    let (pins, text) = told(line(p(1.3, 0.0), true));
    let spacing = format!("a spacing of {:.4} m would let them", 2.0 * reach);
    assert!(
        text.starts_with("No joints:") && text.ends_with(&spacing),
        "{text}"
    );
    assert_eq!(pins, 0);
    let (_, text) = told(line(p(0.0, 0.5), true));
    assert_eq!(text, "No joints: points of the copies do not meet");
    assert_eq!(told(line(p(2.0 * reach, 0.0), true)), (2, String::new()));
    assert_eq!(told(line(p(1.3, 0.0), false)), (0, String::new()));
}
