//! Flexible bodies.

use std::f64::consts::PI;

use tinkertoy::bodies::{Balloon, Leaf, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw, Programme, Weld};
use tinkertoy::math::{Pose, unit};
use tinkertoy::scene::{Attach, Mass, PartColour};

use super::bench::{Bench, centre, v};

/// Disks of variable radius, and bars that bend.
pub fn springy() -> Bench {
    let mut bench = Bench::new(
        "Springs of their own",
        "None of these parts is rigid. The yellow disk spins and breathes: wide it turns slowly, narrow it turns fast. The blue one is \
         turned by a motor that quickens and slackens, and swells with it. The bars bend: a diving board, and a bow that hangs in its string.",
        "Pull the board down and let go. Take the spring off the yellow disk, set its stiffness to 0, and it grows for ever.",
    );
    bench.view(v(0.35, 0.05), 4.2);
    let disk = |radius: f64, stiffness: f64, damping: f64, size: f64| {
        Shape::Balloon(Balloon {
            radius,
            stiffness,
            damping,
            size,
            growth: 0.0,
        })
    };
    let at = v(-1.7, 1.05);
    let free = bench.body(
        "dancer",
        disk(0.4, 30.0, 0.0, 0.8),
        Pose::new(at.x, at.y, 0.0),
        PartColour::Yellow,
    );
    bench.axle("dancer's axle", free, at);
    bench.change(free, |part| part.omega = 9.0);
    let at = v(0.0, 1.05);
    let driven = bench.body(
        "governor",
        disk(0.4, 30.0, 0.4, 1.0),
        Pose::new(at.x, at.y, 0.0),
        PartColour::Blue,
    );
    bench.axle("governor's axle", driven, at);
    let motor = Motor {
        law: MotorLaw::Angle,
        speed: 4.0,
        programme: Programme::Sinusoid {
            amplitude: 2.0,
            frequency: 0.25,
            phase: 0.0,
        },
        ..Motor::default()
    };
    bench.change(driven, |part| part.omega = 4.0 + PI);
    let ends = [Attach::ground(at), centre(driven)];
    bench.link("motor", &ends, ConstraintKind::Motor(motor));
    let leaf = |length: f64, stiffness: f64, damping: f64, bend: f64| {
        Shape::Leaf(Leaf {
            length,
            width: 0.07,
            stiffness,
            damping,
            bend,
            bend_rate: 0.0,
        })
    };
    // A board clamped in the wall with a weight at its end.
    let (wall, length) = (v(-2.3, -0.7), 1.6);
    let board = bench.body(
        "board",
        leaf(length, 500.0, 0.1, 0.0),
        Pose::new(wall.x + 0.5 * length, wall.y, 0.0),
        PartColour::Green,
    );
    bench.weigh(board, Mass::Density(4.0));
    let ends = [Attach::ground(wall), Attach::part(board, v(-0.5 * length, 0.0))];
    bench.link("wall", &ends, ConstraintKind::Weld(Weld::default()));
    let tip = v(wall.x + length, wall.y);
    let weight = bench.particle("weight", tip - v(0.0, 0.5), 0.25, PartColour::Red);
    bench.rod(
        "thread",
        Attach::part(board, v(0.5 * length, 0.0)),
        centre(weight),
    );
    bench.trace("tip", board, tip);
    // A bow hung by its middle on an axle, with a bob on each end.
    let (hook, reach) = (v(1.75, 0.75), 1.5);
    let bow = bench.body(
        "bow",
        leaf(reach, 30.0, 0.02, 0.0),
        Pose::new(hook.x, hook.y, 0.0),
        PartColour::Red,
    );
    bench.axle("bow's axle", bow, hook);
    for (name, side) in [("left bob", -1.0), ("right bob", 1.0)] {
        let end = v(0.5 * side * reach, 0.0);
        let bob = bench.particle(
            name,
            hook + end + 0.9 * unit(-1.57 + 0.5 * side),
            0.3,
            PartColour::Blue,
        );
        bench.rod(&format!("{name}'s thread"), Attach::part(bow, end), centre(bob));
    }
    bench
}
