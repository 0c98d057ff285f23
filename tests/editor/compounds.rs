//! Several parts made into one, and taken apart again.

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::editor::{Action, How, Intent};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Id, Part, Scene};
use tinkertoy::sim::Simulation;

use crate::script::{Script, p};

/// A bar on an axle with a disk at its end, pinned and locked to it; something hangs on the disk.
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

/// One part moves as two that are welded do; one step of undo gives the two back, and so does taking it apart.
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
    // All but the count of ids given out.
    let text = tinkertoy::scene::file::write;
    assert_eq!(text(script.scene()), text(&united));
    script.action(Action::Undo);
    assert_eq!(script.scene().parts().count(), 3);
    assert!(script.scene().find("weld").is_some());
}

/// A direction held in a part that is turned against the whole cannot be taken over, and that is said.
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
