//! Parts that touch: a cradle.

use tinkertoy::scene::{Attach, Contact, Integrator, PartColour};

use super::bench::{Bench, centre, v};

/// Lets the parts of a bench touch.
fn touch(bench: &mut Bench, floor: Option<f64>, friction: f64, restitution: f64, dt: f64) {
    let settings = &mut bench.scene.settings;
    settings.integrator = Integrator::Impulse;
    settings.dt = dt;
    settings.contact = Some(Contact {
        floor,
        friction,
        restitution,
    });
}

/// Five balls on threads, of which the first is let go.
pub fn cradle() -> Bench {
    let mut bench = Bench::new(
        "Newton's cradle",
        "Five balls on rods, a hair apart, so that each blow is passed on from ball to ball. What comes in at one end goes out at the other.",
        "Lift two balls at once. Set the restitution of the scene to 0.",
    );
    bench.view(v(0.0, -0.6), 2.4);
    touch(&mut bench, None, 0.0, 1.0, 0.001);
    let (radius, apart, length) = (0.12, 0.244, 1.0);
    for k in 0..5 {
        let x = apart * f64::from(k - 2);
        let lifted: f64 = if k == 0 { 0.8 } else { 0.0 };
        let at = v(x - length * lifted.sin(), -length * lifted.cos());
        let colour = if k == 0 {
            PartColour::Red
        } else {
            PartColour::Maple
        };
        let ball = bench.disk(&format!("ball {}", k + 1), at, radius, colour);
        let nail = Attach::ground(v(x, 0.0));
        bench.rod(&format!("rod {}", k + 1), nail, centre(ball));
    }
    bench
}
