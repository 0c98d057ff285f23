//! Initial scenes of the scripts.

use tinkertoy::bodies::{Bar, Disk, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Id, Part, Scene};

use super::script::p;

/// Two disks, side by side.
pub fn two_disks() -> Scene {
    let mut scene = Scene::default();
    for (name, x) in [("left", -1.0), ("right", 1.0)] {
        scene.add(Part::new(
            name,
            Shape::Disk(Disk { radius: 0.4 }),
            Pose::new(x, 0.0, 0.0),
        ));
    }
    scene
}

/// Two disks, and a third below them.
pub fn three_disks() -> Scene {
    let mut scene = two_disks();
    let below = Shape::Disk(Disk { radius: 0.3 });
    scene.add(Part::new("below", below, Pose::new(0.0, -1.5, 0.0)));
    scene
}

/// A bar pinned to the ground by its left end, at rest and pointing right, with a particle on the other end.
pub fn pendulum() -> Scene {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let bar = scene.add(Part::new("bar", bar, Pose::new(0.5, 0.0, 0.0)));
    let bob = Shape::Particle(Particle::default());
    let bob = scene.add(Part::new("bob", bob, Pose::new(1.0, 0.0, 0.0)));
    let pin = |name: &str, a: Attach, b: Attach| Constraint {
        name: name.to_owned(),
        ends: vec![a, b],
        kind: ConstraintKind::Pin(Pin {}),
    };
    scene.add(pin(
        "hinge",
        Attach::ground(p(0.0, 0.0)),
        Attach::part(bar, p(-0.5, 0.0)),
    ));
    scene.add(pin(
        "hold",
        Attach::part(bar, p(0.5, 0.0)),
        Attach::part(bob, p(0.0, 0.0)),
    ));
    scene
}

/// A four-bar linkage whose crank of this length is driven by a motor, its coupler above the line
/// of the axles. Coupler 1.1 m, rocker 0.9 m, axles 1.2 m apart.
pub fn four_bar(crank_length: f64) -> Scene {
    let mut scene = Scene::default();
    let (b, d) = (p(0.0, crank_length), p(1.2, 0.0));
    let (coupler, rocker) = (1.1, 0.9);
    // Upper intersection of the circles about both ends.
    let apart = b.distance(d);
    let along = (apart * apart + coupler * coupler - rocker * rocker) / (2.0 * apart);
    let u = (d - b) / apart;
    let c = b + u * along + u.perp() * (coupler * coupler - along * along).sqrt();
    let mut bar = |name: &str, from: Vec2, to: Vec2| {
        let shape = Shape::Bar(Bar {
            length: from.distance(to),
            width: 0.08,
        });
        let (middle, along) = ((from + to) / 2.0, to - from);
        scene.add(Part::new(
            name,
            shape,
            Pose::new(middle.x, middle.y, along.to_angle()),
        ))
    };
    let [crank, link, arm] = [
        bar("crank", p(0.0, 0.0), b),
        bar("coupler", b, c),
        bar("rocker", d, c),
    ];
    let half = |id: Id, sign: f64| {
        let length = [(crank, crank_length), (link, coupler), (arm, rocker)];
        let it = length.iter().find(|it| it.0 == id).unwrap().1;
        Attach::part(id, p(0.5 * sign * it, 0.0))
    };
    let ground = |at: Vec2| Attach::ground(at);
    for (name, a, b) in [
        ("axle", ground(p(0.0, 0.0)), half(crank, -1.0)),
        ("knee", half(crank, 1.0), half(link, -1.0)),
        ("elbow", half(link, 1.0), half(arm, 1.0)),
        ("foot", ground(d), half(arm, -1.0)),
    ] {
        let (name, ends, kind) = (name.to_owned(), vec![a, b], ConstraintKind::Pin(Pin {}));
        scene.add(Constraint { name, ends, kind });
    }
    scene.add(Constraint {
        name: "motor".to_owned(),
        ends: vec![ground(p(0.0, 0.0)), half(crank, -1.0)],
        kind: ConstraintKind::Motor(Motor::default()),
    });
    scene
}
