//! Boxes released from rest on slopes, by the integrators that locate events, with any step size:
//! they slide by the distance of the closed form, or stay.
//!
//! ```text
//! mu < tan(theta)    s = (sin(theta) - mu cos(theta)) g t²/2
//! ```
//! Both corners slide at the same speed, so that only the sum of their friction forces is determined; rounding decides which of them is at its bound.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Contact, Integrator, Part, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::Build;
use crate::is_full;
use crate::scenes::Random;

/// Duration of a run (s), and tolerance of the distance (m).
const DURATION: f64 = 1.0;
const CLOSE: f64 = 1e-9;

/// Returns the distance that a box slides down a slope (rad) in a second.
fn slid(integrator: Integrator, (slope, friction): (f64, f64), [width, height]: [f64; 2], dt: f64) -> f64 {
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    settings.integrator = integrator;
    settings.dt = dt;
    settings.sub_steps = SubSteps::Fixed;
    settings.contact = Some(Contact {
        friction,
        ..Contact::default()
    });
    let ramp = Shape::Box(Box {
        width: 100.0,
        height: 1.0,
    });
    let mut part = Part::new("ramp".to_owned(), ramp, Pose::new(0.0, 0.0, slope));
    part.fixed = true;
    build.scene.add(part);
    let along = unit(slope);
    let at = (0.5 + 0.5 * height) * along.perp();
    let shape = Shape::Box(Box { width, height });
    let inertia = (width * width + height * height) / 12.0;
    let id = build.part(shape, Pose::new(at.x, at.y, slope), 1.0, inertia);
    let mut run = Simulation::new(&build.scene);
    for _ in 0..(DURATION / dt).round() as usize {
        run.step().unwrap();
    }
    assert!(run.breach().is_none(), "{:?}", run.breach());
    let now: Vec2 = run.model().pose(run.state(), id).unwrap().position;
    -(now - at).dot(along)
}

#[test]
fn boxes_slide_as_far_as_the_closed_form_has_it() {
    let mut random = Random(7);
    for case in 0..if is_full() { 400 } else { 60 } {
        let slope = random.between(0.05, 1.2);
        let share = random.between(0.0, 1.3);
        let friction = share * slope.tan();
        // Low enough not to tip over.
        let height = random.between(0.1, 0.4);
        let width = height * (slope.tan() * random.between(1.2, 3.0)).max(0.8);
        let dt = [0.01, 1.0 / 240.0, 0.005, 0.001, 0.02][case % 5];
        let fall = slope.sin() - friction * slope.cos();
        let exact = (0.5 * 9.81 * fall * DURATION * DURATION).max(0.0);
        for integrator in [Integrator::Rk4, Integrator::Dopri5] {
            let far = slid(integrator, (slope, friction), [width, height], dt);
            let told =
                format!("{integrator}, dt {dt}, slope {slope}, friction {friction}: {far} m, not {exact} m");
            assert!((far - exact).abs() < CLOSE, "{told}");
        }
    }
}
