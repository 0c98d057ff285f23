//! Parts so fast that they cross a wall within a step, with the integrators of accelerations.

use tinkertoy::scene::{Integrator, file};
use tinkertoy::sim::Simulation;

/// A disk that ends a step just before a wall, and passes the middle of the wall in the next one, bounces there and flies through no wall, wherever
/// between rounding and a micrometre it stands; so does one between two walls at any speed.
#[test]
fn what_ends_a_step_at_a_wall_does_not_pass_it() {
    let disk = |x: f64, speed: f64| {
        format!(
            "(name: \"disk\", shape: Disk(radius: 0.1), at: ({x:?}, 0), mass: 1, velocity: ({speed:?}, 0))"
        )
    };
    let wall = |name: &str, x: f64| {
        format!("(name: {name:?}, shape: Box(width: 0.1, height: 2), at: ({x:?}, 0), fixed: true)")
    };
    let flies = |parts: &str, integrator: Integrator, seconds: f64| {
        let text = format!(
            "(version: 2, settings: (gravity: (0, 0), integrator: \"{integrator}\", contact: (friction: 0, restitution: 1)), parts: [{parts}])"
        );
        let mut run = Simulation::new(&file::read(&text, "wall").unwrap());
        while run.state().time < seconds - 1e-9 {
            run.step().unwrap();
        }
        run.state().q[0]
    };
    let seconds = 12.0 / 240.0;
    for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler] {
        for apart in [0.0, 1e-15, 1e-13, 1e-11, 1e-9, 1e-8, 1e-7, 1e-6] {
            for speed in [18.0, 48.0, 60.0, 72.0, 144.0] {
                // The disk touches the wall at 0.9 m, three steps on.
                let x = 0.9 - 3.0 * speed / 240.0 - apart;
                let end = flies(
                    &format!("{}, {}", wall("wall", 1.05), disk(x, speed)),
                    integrator,
                    seconds,
                );
                let right = 1.8 - (x + speed * seconds);
                assert!(
                    (end - right).abs() < 1e-6,
                    "{integrator}, {speed} m/s, {apart} m: {end} {right}"
                );
            }
        }
        for speed in (60..=900).step_by(60).map(f64::from) {
            let walls = format!("{}, {}", wall("right", 1.05), wall("left", -1.05));
            let end = flies(&format!("{walls}, {}", disk(0.0, speed)), integrator, seconds);
            let folded = (0.9 + speed * seconds) % 3.6;
            let right = if folded > 1.8 { 2.7 - folded } else { folded - 0.9 };
            assert!(
                (end - right).abs() < 1e-4,
                "{integrator}, {speed} m/s: {end} {right}"
            );
        }
    }
}
