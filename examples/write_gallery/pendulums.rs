//! Pendulums.

use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::Mass;
use tinkertoy::scene::PartColour::{Blue, Maple, Red};

use crate::bench::{Bench, v};

/// The smallest chaotic machine.
pub fn double_pendulum() -> Bench {
    let mut bench = Bench::new(
        "Double pendulum",
        "Two bars, two pins, no friction: the motion is chaotic, and yet its energy stays.",
        "Watch the energy under semi-implicit Euler and under Runge-Kutta. Start it a degree lower: for how long is \
         the motion the same?",
    );
    bench.view(v(0.0, 0.0), 4.4);
    let elbow = 1.0 * unit(0.6);
    let tip = elbow + 0.9 * unit(1.2);
    let upper = bench.bar("upper", Vec2::ZERO, elbow, 0.1, Maple);
    let lower = bench.bar("lower", elbow, tip, 0.1, Blue);
    bench.axle("pivot", upper, Vec2::ZERO);
    bench.pin("elbow", upper, lower, elbow);
    bench.trace("tip", lower, tip);
    bench
}

/// A heavy ball on a light chain: a mass ratio at which iterative methods stretch.
pub fn ball_and_chain() -> Bench {
    let mut bench = Bench::new(
        "Ball and chain",
        "A ball of ten kilograms on a chain of beads of ten grams. Solvers that go from joint to joint let \
         such a chain stretch; one that solves for all at once does not.",
        "Grab the ball and throw it. Then watch the drift.",
    );
    bench.view(v(0.0, -0.85), 4.6);
    // The beads between ball and pivot vibrate at up to 150 Hz.
    bench.scene.settings.dt = 1.0 / 960.0;
    let link = 0.2;
    // Below the height of the pivot, so that the chain is taut from the start.
    let angle = -0.35;
    let direction = unit(angle);
    let mut last = bench.on(None, Vec2::ZERO);
    let beads = 9;
    for k in 1..=beads {
        let at = link * f64::from(k) * direction;
        let bead = bench.particle(&format!("bead {k}"), at, 0.01, Maple);
        let here = bench.on(bead, at);
        bench.rod(&format!("link {k}"), last, here);
        last = here;
    }
    let radius = 0.22;
    let eye = link * f64::from(beads + 1) * direction;
    let ball = bench.disk("ball", eye + radius * direction, radius, Red);
    bench.change(ball, |part| part.pose.angle = angle);
    bench.weigh(
        ball,
        Mass::Given {
            mass: 10.0,
            inertia: 0.5 * 10.0 * radius * radius,
        },
    );
    let here = bench.on(ball, eye);
    bench.rod(&format!("link {}", beads + 1), last, here);
    bench.trace("ball's path", ball, eye + radius * direction);
    bench
}
