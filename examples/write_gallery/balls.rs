//! A ball bearing, and a pinball table.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use tinkertoy::bodies::compound::Piece;
use tinkertoy::bodies::{Bar, Compound, Shape};
use tinkertoy::constraints::{
    Actuator, AngleLimits, Cap, ConstraintKind, Motor, MotorLaw, Programme, Slider,
};
use tinkertoy::forces::{Drag, ForceKind, Torque};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Collides, Mass, PartColour};

use crate::bench::{Bench, centre, v};
use crate::touching::{ground_along, touch};

/// Balls in a cage between a ring in the wall and a shaft that only the balls support.
pub fn bearing() -> Bench {
    let mut bench = Bench::new(
        "Ball bearing",
        "The shaft has no axle: it lies on balls in a ring, and a torque turns it. The balls roll between both, half as fast as its rim, and take \
         their cage along; those below press, those above are loose.",
        "Lift the shaft with the mouse, or turn it back. Give the shaft a friction of 0: it slips on its balls.",
    );
    bench.view(Vec2::ZERO, 1.9);
    touch(&mut bench, None, 0.3, 0.0, 1.0 / 240.0);
    let (inner, ball, play) = (0.3, 0.1, 0.004);
    let track = inner + ball + 0.5 * play;
    let outer = inner + 2.0 * ball + play;
    let half = 0.06;
    // The seam of the ring is at the top, where there is no load.
    let ring: Vec<Vec2> = (0..=60)
        .map(|k| (outer + half) * unit(FRAC_PI_2 + TAU * f64::from(k) / 60.0))
        .collect();
    ground_along(&mut bench, "ring", &ring, 2.0 * half);
    let shaft = bench.disk("shaft", Vec2::ZERO, inner, PartColour::Blue);
    bench.weigh(shaft, Mass::Density(20.0));
    let drive = Torque {
        torque: 1.0,
        ..Torque::default()
    };
    bench.force("drive", &[centre(shaft)], ForceKind::Torque(drive));
    let load = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.25,
    };
    bench.force("load", &[centre(shaft)], ForceKind::Drag(load));
    let spokes = (0..4).map(|k| {
        let bar = Bar {
            length: 2.0 * track,
            width: 0.03,
        };
        Piece::new(Shape::Bar(bar), Vec2::ZERO, FRAC_PI_4 * f64::from(k))
    });
    let (cage, _) = Compound::about(spokes.collect());
    let cage = bench.body("cage", Shape::Compound(cage), Pose::default(), PartColour::Maple);
    bench.change(cage, |part| {
        (part.collides, part.layer) = (Collides::Nothing, 1);
    });
    for k in 0..8_u32 {
        let at = track * unit(-FRAC_PI_2 + FRAC_PI_4 * f64::from(k));
        let colour = [PartColour::Yellow, PartColour::Red][usize::from(k == 0)];
        let id = bench.disk(&format!("ball {}", k + 1), at, ball, colour);
        bench.weigh(id, Mass::Density(5.0));
        bench.pin(&format!("pocket {}", k + 1), cage, id, at);
    }
    bench
}

/// Sinusoidal motion by `amplitude`, starting at rest at its minimum; `frequency` in Hz.
fn to_and_fro(amplitude: f64, frequency: f64) -> Programme {
    Programme::Sinusoid {
        amplitude,
        frequency,
        phase: -FRAC_PI_2,
    }
}

/// A lever flipped by a motor of limited torque; with the motor off it falls to its lower stop. `side` is -1 on the left.
fn lever(bench: &mut Bench, name: &str, axle: Vec2, side: f64) {
    let (low, high) = (0.45, 0.5);
    let tip = axle + 0.42 * v(-side * f64::cos(low), -f64::sin(low));
    // The bar's own x axis points to the right, so that its angle is small.
    let (from, to) = if side < 0.0 { (axle, tip) } else { (tip, axle) };
    let bar = bench.bar(name, from, to, 0.09, PartColour::Red);
    bench.weigh(bar, Mass::Density(4.0));
    bench.axle(&format!("{name} axle"), bar, axle);
    let ends = [Attach::ground(axle), bench.on(bar, axle)];
    let motor = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        time_constant: 0.02,
        programme: to_and_fro(-side * 0.5 * (low + high), 1.3),
        torque: Cap::at(4.0),
        ..Motor::default()
    };
    bench.link(&format!("{name} motor"), &ends, ConstraintKind::Motor(motor));
    let (least, most) = (-low - 0.05, high + 0.05);
    let stops = if side < 0.0 {
        [least, most]
    } else {
        [-most, -least]
    };
    let stops = AngleLimits {
        lower: stops[0],
        upper: stops[1],
        restitution: 0.0,
    };
    bench.link(
        &format!("{name} stops"),
        &ends,
        ConstraintKind::AngleLimits(stops),
    );
}

/// Walls of the table: round top, slopes to the levers, the lane of the plunger and the way back to it.
fn table(bench: &mut Bench) {
    let side = 1.1;
    let mut edge = vec![v(side, -2.3)];
    edge.extend((0..=30).map(|k| v(0.0, 0.8) + side * unit(PI * f64::from(k) / 30.0)));
    edge.extend([v(-side, -1.42), v(0.86, -1.75)]);
    let walls: [(&str, &[Vec2]); 4] = [
        ("edge", &edge),
        ("lane", &[v(0.86, 0.8), v(0.86, -1.38)]),
        ("left slope", &[v(-side, -0.72), v(-0.73, -0.97)]),
        ("right slope", &[v(0.86, -0.72), v(0.49, -0.97)]),
    ];
    for (name, points) in walls {
        ground_along(bench, name, points, 0.04);
    }
    for (k, at) in [v(-0.5, 0.75), v(0.25, 0.75), v(-0.12, 0.2)]
        .into_iter()
        .enumerate()
    {
        let bumper = bench.disk(&format!("bumper {}", k + 1), at, 0.14, PartColour::Blue);
        bench.change(bumper, |part| {
            part.fixed = true;
            part.material.restitution = Some(0.95);
        });
    }
}

/// A pinball table: balls are shot up a lane, and two levers keep them in play.
pub fn pinball() -> Bench {
    let mut bench = Bench::new(
        "Pinball",
        "A plunger shoots balls up the lane; bumpers throw them back, and two levers keep them from the way down to the plunger. Their motors \
         have a limited torque, so a hand is stronger.",
        "Switch the motors of the levers off and flip them with the mouse. Give the bumpers less restitution.",
    );
    bench.view(v(0.0, -0.1), 4.5);
    touch(&mut bench, None, 0.2, 0.4, 1.0 / 480.0);
    bench.scene.settings.gravity = v(0.0, -2.5);
    table(&mut bench);
    lever(&mut bench, "left lever", v(-0.64, -1.02), -1.0);
    lever(&mut bench, "right lever", v(0.4, -1.02), 1.0);
    let spinner = bench.bar("spinner", v(-0.34, -0.35), v(0.1, -0.35), 0.05, PartColour::Green);
    bench.axle("spinner axle", spinner, v(-0.12, -0.35));
    let low = v(0.98, -1.95);
    let plunger = bench.plate("plunger", low, 0.17, 0.3, PartColour::Yellow);
    let guide = Slider {
        axis: FRAC_PI_2,
        reach: 0.25,
        ..Slider::default()
    };
    let ends = [Attach::ground(low), centre(plunger)];
    bench.link("guide", &ends, ConstraintKind::Slider(guide));
    let drive = Actuator {
        time_constant: 0.004,
        programme: to_and_fro(0.22, 2.4),
        ..Actuator::default()
    };
    let ends = [Attach::ground(low - v(0.0, 0.35)), centre(plunger)];
    bench.link("shooter", &ends, ConstraintKind::Actuator(drive));
    let colours = [PartColour::Maple, PartColour::Yellow, PartColour::Green];
    let places = [v(0.98, -1.7), v(-0.6, 1.3), v(0.1, 1.2)];
    for (k, (at, colour)) in places.into_iter().zip(colours).enumerate() {
        let ball = bench.disk(&format!("ball {}", k + 1), at, 0.07, colour);
        bench.weigh(ball, Mass::Density(10.0));
    }
    bench
}
