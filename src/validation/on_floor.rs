//! Scenes on a floor, and runs of them to an instant.

use crate::math::Vec2;
use crate::scene::{Contact, Integrator, Scene, Settings};
use crate::sim::Simulation;

/// m/s²
pub const G: f64 = 9.81;
/// To which bisections go, relative.
const RESOLVED: f64 = 1e-9;

/// A scene with a floor that slopes down to the right by this angle: gravity is turned instead.
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

/// A run of a scene to a time (s); none where it stops.
pub fn run_to(scene: &Scene, time: f64) -> Option<Simulation> {
    let mut run = Simulation::new(scene);
    while run.state().time + scene.settings.dt < time {
        run.step().ok()?;
    }
    run.step_by(time - run.state().time).ok()?;
    Some(run)
}

/// Coordinates and velocities of the only part that moves at a time (s); NaN where the run stops.
pub fn at(scene: &Scene, time: f64) -> ([f64; 3], [f64; 3]) {
    let run = run_to(scene, time);
    let read = |of: Option<&[f64]>| std::array::from_fn(|k| of.map_or(f64::NAN, |of| of[k]));
    let state = run.as_ref().map(Simulation::state);
    (read(state.map(|it| &it.q[..])), read(state.map(|it| &it.v[..])))
}

/// Where something that is so at one end of a range and not at the other changes.
pub fn turning([mut low, mut high]: [f64; 2], is_high: impl Fn(f64) -> bool) -> f64 {
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
