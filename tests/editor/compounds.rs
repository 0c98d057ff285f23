//! Uniting several parts into one, and splitting it again.

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::editor::{Action, How, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Id, Part, Scene};
use tinkertoy::sim::Simulation;

use crate::script::{Script, p};

/// A bar on an axle with a disk at its end, pinned and locked to it; a bob hangs on the disk.
fn hammer(joined: bool) -> (Scene, [Id; 3]) {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let disk = Shape::Disk(Disk { radius: 0.2 });
    let handle = scene.add(Part::new("handle", bar, Pose::new(0.5, 0.0, 0.0)));
    let head = scene.add(Part::new("head", disk.clone(), Pose::new(1.0, 0.0, 0.7)));
    let bob = scene.add(Part::new("bob", disk, Pose::new(1.0, -0.8, 0.0)));
    let mut join = |name: &str, kind: tinkertoy::constraints::ConstraintKind, ends: [Attach; 2]| {
        let mut kind = kind;
        let ports = ends.map(|end| scene.built_ports(end));
        kind.fit(&ports);
        scene.add(Constraint {
            name: name.into(),
            ends: ends.to_vec(),
            kind,
        });
    };
    use tinkertoy::constraints::ConstraintKind as Kind;
    let end = |x: f64| Attach::part(handle, Vec2::new(x, 0.0));
    join(
        "axle",
        Kind::Pin(Default::default()),
        [Attach::ground(Vec2::ZERO), end(-0.5)],
    );
    join(
        "rod",
        Kind::Distance(Default::default()),
        [Attach::part(head, Vec2::ZERO), Attach::part(bob, Vec2::ZERO)],
    );
    if joined {
        join(
            "weld",
            Kind::Weld(Default::default()),
            [end(0.5), Attach::part(head, Vec2::ZERO)],
        );
    }
    (scene, [handle, head, bob])
}

fn select(script: &mut Script, names: &[&str]) {
    let ids = names.iter().map(|name| script.id(name)).collect();
    script.intent(Intent::Select {
        ids,
        how: How::Replace,
    });
}

/// A united part moves as two welded parts do; one step of undo restores the two, and splitting it does so too.
#[test]
fn parts_made_one_move_as_if_welded() {
    let (scene, [handle, head, bob]) = hammer(true);
    let mut script = Script::paused(scene.clone());
    select(&mut script, &["handle", "head"]);
    script.action(Action::Unite);
    let united = script.scene().clone();
    assert_eq!(united.parts().count(), 2);
    assert!(united.find("weld").is_none(), "what joined them goes");
    let whole = script.part("compound");
    let (own, other) = (scene.part(handle).unwrap(), scene.part(head).unwrap());
    let (a, b) = (own.mass_properties(), other.mass_properties());
    let total = whole.mass_properties();
    assert!((total.mass - a.mass - b.mass).abs() < 1e-12);
    let steiner = a.mass * b.mass / total.mass * 0.25;
    assert!((total.inertia - a.inertia - b.inertia - steiner).abs() < 1e-12);
    let [mut one, mut two] = [Simulation::new(&united), Simulation::new(&scene)];
    for _ in 0..240 {
        one.step().unwrap();
        two.step().unwrap();
    }
    let at = |run: &Simulation, id: Id| run.model().pose(run.state(), id).unwrap().position;
    assert!(at(&one, bob).distance(at(&two, bob)) < 1e-4);
    script.action(Action::TakeApart);
    assert_eq!(script.scene().parts().count(), 3);
    let back = script.part("disk");
    assert!(back.pose.position.distance(p(1.0, 0.0)) < 1e-12 && (back.pose.angle - 0.7).abs() < 1e-12);
    let rod = script.scene().find("rod").unwrap();
    let end = script.scene().constraint(rod).unwrap().ends[0];
    assert_eq!(end.part, script.scene().find("disk"));
    assert!(end.at.length() < 1e-12);
    script.action(Action::Undo);
    // Equal except for the counter of ids.
    let text = tinkertoy::scene::file::write;
    assert_eq!(text(script.scene()), text(&united));
    script.action(Action::Undo);
    assert_eq!(script.scene().parts().count(), 3);
    assert!(script.scene().find("weld").is_some());
}

/// All selected compound parts are split in one step of undo.
#[test]
fn all_selected_compounds_are_split_at_once() {
    let (mut scene, _) = hammer(false);
    for (name, x) in [("left", 3.0), ("right", 3.3)] {
        let disk = Shape::Disk(Disk { radius: 0.1 });
        scene.add(Part::new(name, disk, Pose::new(x, 0.0, 0.0)));
    }
    let mut script = Script::paused(scene);
    let mut compounds = Vec::new();
    for pair in [["handle", "head"], ["left", "right"]] {
        select(&mut script, &pair);
        script.action(Action::Unite);
        compounds.extend(script.selected().iter().map(|name| script.id(name)));
    }
    assert_eq!((compounds.len(), script.scene().parts().count()), (2, 3));
    script.intent(Intent::Select {
        ids: compounds,
        how: How::Replace,
    });
    script.action(Action::TakeApart);
    assert_eq!(script.scene().parts().count(), 5);
    assert_eq!(script.selected().len(), 4, "the pieces are selected");
    script.action(Action::Undo);
    assert_eq!(script.scene().parts().count(), 3);
}

/// A fixed direction of a part at another angle than the whole cannot be converted, and a notice says so.
#[test]
fn an_angle_that_cannot_be_kept_is_refused() {
    let (mut scene, [handle, head, _]) = hammer(false);
    for (name, id) in [("lock", handle), ("other lock", head)] {
        let ends = [Attach::ground(Vec2::ZERO), Attach::part(id, Vec2::ZERO)];
        let mut kind = tinkertoy::constraints::ConstraintKind::AngleLock(Default::default());
        kind.fit(&ends.map(|end| scene.built_ports(end)));
        scene.add(Constraint {
            name: name.into(),
            ends: ends.to_vec(),
            kind,
        });
    }
    let mut script = Script::paused(scene);
    select(&mut script, &["handle", "head"]);
    let before = script.scene().clone();
    script.action(Action::Unite);
    assert_eq!(*script.scene(), before);
    assert!(script.notice().contains("holds the angle"), "{}", script.notice());
}

/// In a run as well: the united part has the pose, momentum and spin of its parts; its pieces keep their motion when it is split. Each is one step of
/// undo, which restores the former parts at the poses that they would have by then.
#[test]
fn parts_are_made_one_and_taken_apart_as_they_stand_in_a_run() {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    for (name, x, speed, omega) in [("left", -0.4, 0.9, 1.5), ("right", 0.4, -0.3, -0.5)] {
        let disk = Shape::Disk(Disk { radius: 0.2 });
        let mut part = Part::new(name, disk, Pose::new(x, 0.0, 0.0));
        (part.velocity, part.omega) = (Vec2::new(0.2, speed), omega);
        scene.add(part);
    }
    let mut script = Script::paused(scene);
    let step = |script: &mut Script, n: u32| (0..n).for_each(|_| script.action(Action::StepForward));
    let world = |script: &Script, name: &str| script.editor.pose(script.id(name)).unwrap();
    // Momentum, angular momentum about the origin.
    let momenta = |script: &Script| {
        let (model, state) = (script.engine.run().model(), script.engine.run().state());
        let mut sum = [0.0; 3];
        for body in &model.bodies {
            let (q, v) = (&state.q[body.offset..], &state.v[body.offset..]);
            sum[0] += body.mass.mass * v[0];
            sum[1] += body.mass.mass * v[1];
            sum[2] += body.mass.inertia * v[2] + body.mass.mass * (q[0] * v[1] - q[1] * v[0]);
        }
        sum
    };
    let same = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    step(&mut script, 60);
    let (before, [left, right]) = (
        momenta(&script),
        ["left", "right"].map(|name| world(&script, name)),
    );
    select(&mut script, &["left", "right"]);
    script.action(Action::Unite);
    assert_eq!(script.scene().parts().count(), 1, "{}", script.notice());
    assert!(
        same(momenta(&script), before),
        "{:?} {before:?}",
        momenta(&script)
    );
    let middle = 0.5 * (left.position + right.position);
    assert!(world(&script, "compound").position.distance(middle) < 1e-12);
    let stood = [stood_at(&script, 0), stood_at(&script, 1)];
    assert!(stood[0].distance(left.position) < 1e-12 && stood[1].distance(right.position) < 1e-12);
    step(&mut script, 60);
    let [left, right] = [stood_at(&script, 0), stood_at(&script, 1)];
    script.action(Action::TakeApart);
    assert_eq!(script.scene().parts().count(), 2, "{}", script.notice());
    let found: Vec<Pose> = script
        .scene()
        .parts()
        .map(|(id, _)| script.editor.pose(id).unwrap())
        .collect();
    assert!(found[0].position.distance(left) < 1e-12 && found[1].position.distance(right) < 1e-12);
    assert!(
        same(momenta(&script), before),
        "{:?} {before:?}",
        momenta(&script)
    );
    step(&mut script, 60);
    script.action(Action::Undo);
    script.action(Action::Undo);
    assert_eq!(script.scene().parts().count(), 2);
    let apart = world(&script, "left")
        .position
        .distance(world(&script, "right").position);
    assert!(
        (apart - left.distance(right)).abs() < 1e-9,
        "they come back as they stood in the whole: {apart}"
    );
}

/// Place in the run of a piece of the only compound.
fn stood_at(script: &Script, k: usize) -> Vec2 {
    let Shape::Compound(compound) = script.part("compound").shape else {
        unreachable!()
    };
    let now = script.editor.pose(script.id("compound")).unwrap();
    now.point(compound.pieces[k].at)
}
