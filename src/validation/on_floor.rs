//! Scenes with a floor, and runs of them to a given time.

use crate::math::Vec2;
use crate::scene::{Contact, Integrator, Scene, Settings};
use crate::sim::Simulation;

/// m/s²
pub const G: f64 = 9.81;
/// Relative tolerance of bisections.
const RESOLVED: f64 = 1e-9;

/// A scene with a floor that slopes down to the right by this angle; gravity is rotated instead of the floor.
pub fn floor(integrator: Integrator, step: f64, slope: f64, friction: f64, restitution: f64) -> Scene {
    let mut scene = Scene::default();
    scene.settings = Settings {
        gravity: G * Vec2::new(slope.sin(), -slope.cos()),
        integrator,
        dt: step,
        contact: Some(Contact {
            floor: Some(0.0),
            friction,
            restitution,
            ..Contact::default()
        }),
        ..scene.settings
    };
    scene
}

/// Runs a scene to a time (s); `None` if it stops.
pub fn run_to(scene: &Scene, time: f64) -> Option<Simulation> {
    let mut run = Simulation::new(scene);
    while run.state().time + scene.settings.dt < time {
        run.step().ok()?;
    }
    run.step_by(time - run.state().time).ok()?;
    Some(run)
}

/// Coordinates and velocities of the only moving part at a time (s); NaN if the run stops.
pub fn at(scene: &Scene, time: f64) -> ([f64; 3], [f64; 3]) {
    let run = run_to(scene, time);
    let read = |of: Option<&[f64]>| std::array::from_fn(|k| of.map_or(f64::NAN, |of| of[k]));
    let state = run.as_ref().map(Simulation::state);
    (read(state.map(|it| &it.q[..])), read(state.map(|it| &it.v[..])))
}

/// Bisection for the value at which a condition, false at the low end of a range and true at the high end, changes.
pub fn bisect([mut low, mut high]: [f64; 2], is_high: impl Fn(f64) -> bool) -> f64 {
    while high - low > RESOLVED * high {
        let middle = 0.5 * (low + high);
        if is_high(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}
