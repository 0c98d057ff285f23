//! Unilateral constraints and friction: ropes, stops, dry friction, a freewheel.

use std::f64::consts::FRAC_PI_2;

use tinkertoy::constraints::{
    AngleLimits, Clutch, ConstraintKind, EndStops, Friction, Groove, Motor, MotorLaw, Programme,
    RailFriction, Rope, Strut,
};
use tinkertoy::scene::{Attach, PartColour};

use super::bench::{Bench, centre, v};

/// A pendulum between stops, a weight that falls into its rope, a ball on a strut, a bead with dry friction between end stops, and a wheel
/// driven by a rocking shaft through a freewheel.
pub fn catch() -> Bench {
    let mut bench = Bench::new(
        "Stops and ropes",
        "None of these joints holds at all times. A pendulum goes to and fro between two stops, a weight falls into its rope, a ball bounces on a prop, a bead \
         loses its way to dry friction between two ends, and a shaft that rocks turns a wheel by a freewheel, one way only.",
        "Select a stop and give it another restitution. Drag the weight while paused: the rope goes as far as it is long.",
    );
    bench.view(v(0.2, 0.0), 4.2);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));

    let arm = bench.bar("pendulum", v(-2.2, 1.0), v(-1.5, 1.0), 0.1, PartColour::Red);
    let axle = bench.on(arm, v(-2.2, 1.0));
    bench.axle("axle", arm, v(-2.2, 1.0));
    let stops = AngleLimits {
        lower: -2.2,
        upper: 0.6,
        restitution: 0.9,
    };
    bench.link(
        "stops",
        &[ground(-2.2, 1.0), axle],
        ConstraintKind::AngleLimits(stops),
    );

    let weight = bench.particle("weight", v(0.1, 1.2), 0.5, PartColour::Blue);
    let rope = Rope {
        length: 1.2,
        restitution: 0.2,
    };
    let id = bench.link(
        "rope",
        &[ground(-0.5, 1.2), centre(weight)],
        ConstraintKind::Rope(Rope::default()),
    );
    // Longer than the distance of its ends.
    bench.constrain(id, |kind| *kind = ConstraintKind::Rope(rope));

    let ball = bench.particle("ball", v(1.2, 1.2), 0.5, PartColour::Yellow);
    let guide = Groove {
        axis: FRAC_PI_2,
        reach: 1.2,
        ..Groove::default()
    };
    bench.link(
        "guide",
        &[ground(1.2, 0.3), centre(ball)],
        ConstraintKind::Groove(guide),
    );
    let prop = Strut {
        length: 0.5,
        restitution: 0.8,
    };
    let id = bench.link(
        "prop",
        &[ground(1.2, -0.4), centre(ball)],
        ConstraintKind::Strut(Strut::default()),
    );
    bench.constrain(id, |kind| *kind = ConstraintKind::Strut(prop));

    let bead = bench.particle("bead", v(-1.4, -1.3), 0.5, PartColour::Green);
    bench.change(bead, |part| part.velocity = v(4.0, 0.0));
    let rail = Groove {
        reach: 1.0,
        ..Groove::default()
    };
    let at = [ground(-1.4, -1.3), centre(bead)];
    bench.link("rail", &at, ConstraintKind::Groove(rail));
    let ends = EndStops {
        lower: -0.8,
        upper: 0.8,
        restitution: 0.7,
        ..EndStops::default()
    };
    bench.link("ends", &at, ConstraintKind::EndStops(ends));
    let rubbing = RailFriction {
        force: 0.25,
        ..RailFriction::default()
    };
    bench.link("rubbing", &at, ConstraintKind::RailFriction(rubbing));

    let shaft = bench.bar("shaft", v(1.6, -1.2), v(2.3, -1.2), 0.12, PartColour::Blue);
    let wheel = bench.disk("wheel", v(1.6, -1.2), 0.45, PartColour::Maple);
    bench.axle("bearing", shaft, v(1.6, -1.2));
    bench.axle("hub", wheel, v(1.6, -1.2));
    let rocking = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        programme: Programme::Sinusoid {
            amplitude: 0.6,
            frequency: 0.8,
            // It starts at rest.
            phase: FRAC_PI_2,
        },
        ..Motor::default()
    };
    let hub = bench.on(shaft, v(1.6, -1.2));
    bench.link(
        "rocking",
        &[ground(1.6, -1.2), hub],
        ConstraintKind::Motor(rocking),
    );
    bench.link(
        "freewheel",
        &[hub, centre(wheel)],
        ConstraintKind::Clutch(Clutch::default()),
    );
    bench.link(
        "brake",
        &[ground(1.6, -1.2), centre(wheel)],
        ConstraintKind::Friction(Friction { torque: 0.2 }),
    );
    bench
}
