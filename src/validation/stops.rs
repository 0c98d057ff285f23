//! Limits, ropes, capped drives and impacts against closed forms.

use super::on_floor::{G, at, floor, run_to};
use crate::bodies::{Bar, Disk, Particle, Shape};
use crate::constraints::{AngleLimits, Cap, ConstraintKind, Motor, Pin, Rope};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Integrator, Mass, Part, Scene};

/// A scene without a floor.
fn free(integrator: Integrator, step: f64, gravity: f64) -> Scene {
    let mut scene = floor(integrator, step, 0.0, 0.0, 0.0);
    scene.settings.contact = None;
    scene.settings.gravity = Vec2::new(0.0, -gravity);
    scene
}

fn join(scene: &mut Scene, kind: ConstraintKind, a: Attach, b: Attach) {
    let name = scene.free_name(kind.id());
    scene.add(Constraint {
        name,
        ends: vec![a, b],
        kind,
    });
}

/// A bar on a pin at its centre turns at `omega` (rad/s).
fn turning(scene: &mut Scene, omega: f64) -> Attach {
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let bar = scene.add(Part {
        mass: Mass::Given {
            mass: 1.0,
            inertia: 0.5,
        },
        omega,
        ..Part::new("bar", shape, Pose::default())
    });
    let centre = Attach::part(bar, Vec2::ZERO);
    join(
        scene,
        ConstraintKind::Pin(Pin {}),
        Attach::ground(Vec2::ZERO),
        centre,
    );
    centre
}

/// Error of the angle of a bar that has hit a limit at 1 rad with 2 rad/s (rad): from then on it turns back at `-e 2` rad/s.
pub fn limit(integrator: Integrator, step: f64, restitution: f64) -> Option<f64> {
    let mut scene = free(integrator, step, 0.0);
    let centre = turning(&mut scene, 2.0);
    let limits = AngleLimits {
        lower: -10.0,
        upper: 1.0,
        restitution,
    };
    join(
        &mut scene,
        ConstraintKind::AngleLimits(limits),
        Attach::ground(Vec2::ZERO),
        centre,
    );
    let (q, _) = at(&scene, 1.1);
    Some((q[2] - (1.0 - restitution * 2.0 * (1.1 - 0.5))).abs())
}

/// Error of the energy of a weight that falls 0.8 m until its rope of 1 m, then 0.6 m aside, goes taut and takes the speed along it (J/kg).
pub fn rope(integrator: Integrator, step: f64) -> Option<f64> {
    let mut scene = free(integrator, step, G);
    let weight = scene.add(Part {
        mass: Mass::Density(1.0),
        ..Part::new(
            "weight",
            Shape::Particle(Particle::default()),
            Pose::new(0.6, 0.0, 0.0),
        )
    });
    let rope = Rope {
        length: 1.0,
        restitution: 0.0,
    };
    join(
        &mut scene,
        ConstraintKind::Rope(rope),
        Attach::ground(Vec2::ZERO),
        Attach::part(weight, Vec2::ZERO),
    );
    let run = run_to(&scene, 0.6)?;
    let (q, v) = (&run.state().q, &run.state().v);
    let fallen = 2.0 * G * 0.8;
    let expected = 0.5 * 0.36 * fallen - 0.8 * G;
    Some((0.5 * (v[0] * v[0] + v[1] * v[1]) + G * q[1] - expected).abs())
}

/// Error of the angle to which a motor of 1 N m turns 0.5 kg m² from rest in 3 s, at 4 rad/s with a time constant of 0.1 s (rad): it gives its whole
/// torque until the rest of the speed needs less, and from then on that rest decays.
pub fn capped(integrator: Integrator, step: f64) -> Option<f64> {
    let (speed, torque, inertia, decay) = (4.0, 1.0, 0.5, 0.1);
    let mut scene = free(integrator, step, 0.0);
    let centre = turning(&mut scene, 0.0);
    let motor = Motor {
        speed,
        time_constant: decay,
        torque: Cap::at(torque),
        ..Motor::default()
    };
    join(
        &mut scene,
        ConstraintKind::Motor(motor),
        Attach::ground(Vec2::ZERO),
        centre,
    );
    let left = torque * decay / inertia;
    let freed = (speed - left) * inertia / torque;
    let rest = 3.0 - freed;
    let expected = 0.5 * (speed - left) * freed + speed * rest - left * decay * (1.0 - (-rest / decay).exp());
    let (q, _) = at(&scene, 3.0);
    Some((q[2] - expected).abs())
}

/// Error of the speed of the second of two disks, 1 and 2 kg, after the first has hit it with 1 m/s, e = 1/2 (m/s).
pub fn impact(integrator: Integrator, step: f64) -> Option<f64> {
    let mut scene = floor(integrator, step, 0.0, 0.0, 0.5);
    scene.settings.gravity = Vec2::ZERO;
    for (name, x, mass, speed) in [("one", 0.0, 1.0, 1.0), ("two", 0.7, 2.0, 0.0)] {
        let shape = Shape::Disk(Disk { radius: 0.1 });
        scene.add(Part {
            mass: Mass::Given { mass, inertia: mass },
            velocity: Vec2::new(speed, 0.0),
            ..Part::new(name, shape, Pose::new(x, 1.0, 0.0))
        });
    }
    let run = run_to(&scene, 1.0)?;
    Some((run.state().v[3] - 1.5 / 3.0).abs())
}
