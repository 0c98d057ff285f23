//! Events of sliding parts: a ladder that leaves its wall, a rod that jams.

use std::f64::consts::PI;

use super::on_floor::{at, bisect, floor, run_to};
use crate::bodies::{Box, Shape};
use crate::math::{Pose, Vec2, unit};
use crate::scene::{Integrator, Mass, Part};
use crate::sim::Simulation;

/// Error of the angle at which a frictionless ladder leaves its wall, whose sine is two thirds of its initial value (rad).
/// `None` for impulse stepping, which locates no events.
pub fn leaves(integrator: Integrator, step: f64) -> Option<f64> {
    if integrator == Integrator::Impulse {
        return None;
    }
    let (length, start) = (2.0, 75.0_f64.to_radians());
    let mut scene = floor(integrator, step, 0.0, 0.0, 0.0);
    let wall = Shape::Box(Box {
        width: 1.0,
        height: 8.0,
    });
    scene.add(Part {
        fixed: true,
        ..Part::new("wall", wall, Pose::new(-0.5, 3.0, 0.0))
    });
    // A plate of negligible width.
    let shape = Shape::Box(Box {
        width: length,
        height: 1e-7,
    });
    let middle = 0.5 * length * unit(start);
    scene.add(Part {
        mass: Mass::Density(1e7),
        ..Part::new("ladder", shape, Pose::new(middle.x, middle.y, PI - start))
    });
    let leans = |run: &Simulation| run.state().contacts.iter().any(|it| it.normal.x.abs() > 0.5);
    let has_left = |time: f64| run_to(&scene, time).is_some_and(|run| !leans(&run));
    let left = bisect([0.1, 2.0], has_left);
    let (q, _) = at(&scene, left);
    Some((PI - q[2] - (2.0 / 3.0 * start.sin()).asin()).abs())
}

/// Error of mu at which the end of a uniform rod is stopped at once, since no force keeps it out of the floor: mu = 4/3 at tan = 2 (Painlevé).
pub fn jams(integrator: Integrator, step: f64) -> Option<f64> {
    // An impulse acts at once, while the effect of forces is proportional to the step: a short step separates the two.
    let step = 1e-3 * step;
    let (half, width) = (1.0_f64, 1e-3_f64);
    let (radius, lean) = (half.hypot(0.5 * width), 2.0_f64.atan());
    let is_stopped = |mu: f64| {
        let mut scene = floor(integrator, step, 0.0, mu, 0.0);
        let at = radius * unit(lean);
        let shape = Shape::Box(Box {
            width: 2.0 * half,
            height: width,
        });
        scene.add(Part {
            mass: Mass::Density(500.0),
            velocity: Vec2::new(-3.0, 0.0),
            ..Part::new(
                "rod",
                shape,
                Pose::new(at.x, at.y, lean - (0.5 * width / half).atan()),
            )
        });
        run_to(&scene, step).is_some_and(|run| {
            let (q, v) = (&run.state().q, &run.state().v);
            match integrator {
                Integrator::Impulse => (v[0] + q[1] * v[2]).abs() < 1.5,
                _ => run.state().contact.jams > 0,
            }
        })
    };
    Some((bisect([1.0, 2.0], is_stopped) - 4.0 / 3.0).abs())
}
