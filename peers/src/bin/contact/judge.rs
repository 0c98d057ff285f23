//! One judge for all engines: the geometry of this program at the poses that an engine left.

use tinkertoy::math::{Pose, wrap_angle};
use tinkertoy::scene::Scene;
use tinkertoy::sim::{SimState, Simulation};

use crate::plain::Plain;

/// How far a state is from a legal one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// Deepest overlap (m).
    pub penetration: f64,
    /// Widest opening of a pin (m).
    pub stretch: f64,
    /// By how much the worst joint is beyond its limits (rad).
    pub limit: f64,
}

impl Errors {
    /// The largest of each.
    pub fn or(self, other: Self) -> Self {
        Self {
            penetration: self.penetration.max(other.penetration),
            stretch: self.stretch.max(other.stretch),
            limit: self.limit.max(other.limit),
        }
    }

    /// The larger of those in metres.
    pub fn worst(self) -> f64 {
        self.penetration.max(self.stretch)
    }
}

pub struct Judge<'a> {
    run: Simulation,
    state: SimState,
    plain: &'a Plain,
}

impl<'a> Judge<'a> {
    pub fn new(scene: &Scene, plain: &'a Plain) -> Self {
        let run = Simulation::new(scene);
        let state = run.state().clone();
        Self { run, state, plain }
    }

    /// The errors of these poses of all that moves.
    ///
    /// # Errors
    /// When a pose is no number.
    pub fn look(&mut self, poses: &[Pose]) -> Result<Errors, String> {
        for (body, pose) in self.run.model().bodies.iter().zip(poses) {
            let numbers = [pose.position.x, pose.position.y, pose.angle];
            if numbers.iter().any(|x| !x.is_finite()) {
                return Err("numbers went bad".to_owned());
            }
            self.state.q[body.offset..body.offset + 3].copy_from_slice(&numbers);
        }
        self.run.show(&self.state, None);
        Ok(Errors {
            penetration: self.run.overlap(),
            stretch: self.run.drift().max_m,
            limit: self.beyond_limits(poses),
        })
    }

    fn beyond_limits(&self, poses: &[Pose]) -> f64 {
        let angle = |body: Option<usize>| body.map_or(0.0, |k| poses[k].angle);
        let limited = self.plain.joints.iter().filter_map(|it| Some((it, it.limits?)));
        let beyond = limited.map(|(it, [lower, upper])| {
            let turn = angle(it.bodies[1]) - angle(it.bodies[0]);
            wrap_angle(turn - 0.5 * (lower + upper)).abs() - 0.5 * (upper - lower)
        });
        beyond.fold(0.0, f64::max)
    }
}
