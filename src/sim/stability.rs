//! What the feedback against drift does at a step, found from the update itself. The test equation is
//!
//! ```text
//! C'' = -ks C - kd C'
//! ```
//! A particle pinned to the ground obeys it exactly when nothing else acts. One step of the chosen integrator, taken
//! from (C, C') = (1, 0) and from (0, 1), gives the two columns of its matrix; the eigenvalues say the rest. Steps scale: only
//! ks h² and kd h matter, so one map serves every length of a step.

use std::sync::OnceLock;

use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, Pin};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Integrator, Part, Scene, Settings, SubSteps};

use super::{SimState, Simulation};

/// Share of an opening by which it swings back, from which it is said to ring: that of a damping ratio of 0.7.
pub const RINGING: f64 = 0.05;
/// Steps an opening is followed at most.
const LONGEST: usize = 20_000;
/// Size of the openings that are tried (m): far below where the pull of an open joint is cut off.
const TRIAL: f64 = 1e-9;
/// Growth that is rounding.
const ROUNDING: f64 = 1e-6;

/// What the feedback does to an opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feedback {
    /// Factor by which it grows a step, in the end: the spectral radius of the update.
    pub growth: f64,
    /// How far it comes back after it went down, as a share of how far it was open; 0 when it closes evenly. The worse
    /// of an opening at rest and one that opens.
    pub ringing: f64,
}

/// What a person should know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Openings close without swinging over.
    Calm,
    /// They swing to and fro while they close.
    Rings,
    /// They grow.
    Unstable,
}

impl Feedback {
    /// In a word.
    pub fn verdict(&self) -> Verdict {
        // Written so that NaN is unstable.
        if self.growth <= 1.0 + ROUNDING {
            if self.ringing > RINGING {
                Verdict::Rings
            } else {
                Verdict::Calm
            }
        } else {
            Verdict::Unstable
        }
    }

    /// By the eigenvalues of the update (C, C') <- [a b; c d] (C, C').
    fn of_update([[a, b], [c, d]]: [[f64; 2]; 2]) -> Self {
        let (half, det) = ((a + d) / 2.0, a * d - b * c);
        let square = half * half - det;
        let growth = if square < 0.0 {
            det.sqrt()
        } else {
            half.abs() + square.sqrt()
        };
        let ringing = [[1.0_f64, 0.0_f64], [0.0, 1.0]].map(|[mut x, mut v]| {
            let (mut widest, mut fastest, mut lowest, mut back) = (x, v.abs(), x, 0.0_f64);
            for _ in 0..LONGEST {
                (x, v) = (a * x + b * v, c * x + d * v);
                if x.abs() > widest.abs() {
                    (widest, lowest, back) = (x, x, 0.0);
                }
                // As seen from the side to which it opened furthest.
                let side = widest.signum();
                lowest = side * (side * lowest).min(side * x);
                back = back.max(side * (x - lowest));
                // Far out nothing is left to learn, and little when all but closed.
                fastest = fastest.max(v.abs());
                let closed = x.abs() < 1e-3 * widest.abs() && v.abs() < 1e-3 * fastest;
                if closed || x.abs().max(v.abs()) > 1e6 {
                    break;
                }
            }
            if widest == 0.0 { 0.0 } else { back / widest.abs() }
        });
        Self {
            growth,
            ringing: ringing[0].max(ringing[1]),
        }
    }
}

/// The machine that is tried, kept for many trials.
pub struct Trial {
    run: Simulation,
    from: SimState,
}

impl Trial {
    /// For an integrator with its step control off.
    pub fn new(integrator: Integrator) -> Self {
        let mut scene = Scene::default();
        let bead = scene.add(Part::new("bead", Shape::Particle(Particle {}), Pose::default()));
        scene.add(Constraint {
            name: "pin".to_owned(),
            ends: vec![Attach::ground(Vec2::ZERO), Attach::part(bead, Vec2::ZERO)],
            kind: ConstraintKind::Pin(Pin {}),
        });
        scene.settings = Settings {
            gravity: Vec2::ZERO,
            integrator,
            sub_steps: SubSteps::Fixed,
            tolerance: 0.0,
            dt: 1.0,
            ..Settings::default()
        };
        let run = Simulation::new(&scene);
        let from = run.state().clone();
        Self { run, from }
    }

    /// With gains times the square of the step and times the step.
    pub fn judge(&mut self, ks_h2: f64, kd_h: f64) -> Feedback {
        (self.run.model.settings.ks, self.run.model.settings.kd) = (ks_h2, kd_h);
        let mut update = [[0.0; 2]; 2];
        for (column, trial) in [(TRIAL, 0.0), (0.0, TRIAL)].into_iter().enumerate() {
            self.run.state.clone_from(&self.from);
            (self.run.state.q[0], self.run.state.v[0]) = trial;
            // What needs a soft step is beyond any honest correction of drift.
            if self.run.step_by(1.0).is_err() || self.run.state().softened > 0 {
                return Feedback {
                    growth: f64::INFINITY,
                    ringing: 1.0,
                };
            }
            let state = self.run.state();
            update[0][column] = state.q[0] / TRIAL;
            update[1][column] = state.v[0] / TRIAL;
        }
        Feedback::of_update(update)
    }

    /// With the gains and the step of these settings.
    pub fn judge_settings(&mut self, settings: &Settings) -> Feedback {
        let h = settings.dt;
        self.judge(settings.ks * h * h, settings.kd * h)
    }
}

/// Verdicts over the plane of time constant (steps) and damping ratio, both in decades.
pub struct Map {
    /// Row after row, from the lowest damping ratio; in a row from the shortest time constant.
    pub cells: Vec<Verdict>,
}

impl Map {
    /// Cells along the time constant and along the damping ratio.
    pub const SIZE: [usize; 2] = [60, 24];
    /// Decades of the time constant in steps.
    pub const STEPS: (f64, f64) = (-1.0, 2.0);
    /// Decades of the damping ratio.
    pub const RATIO: (f64, f64) = (-1.0, 1.0);

    /// That of an integrator, found at the first asking.
    pub fn of(integrator: Integrator) -> &'static Map {
        static MAPS: [OnceLock<Map>; Integrator::ALL.len()] =
            [const { OnceLock::new() }; Integrator::ALL.len()];
        let index = Integrator::ALL.iter().position(|it| *it == integrator);
        MAPS[index.unwrap_or(0)].get_or_init(|| Self::find(integrator))
    }

    fn find(integrator: Integrator) -> Self {
        let mut trial = Trial::new(integrator);
        let middle = |k: usize, size: usize, (low, high): (f64, f64)| {
            10f64.powf(low + (high - low) * (k as f64 + 0.5) / size as f64)
        };
        let [width, height] = Self::SIZE;
        let mut cells = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let steps = middle(column, width, Self::STEPS);
                let ratio = middle(row, height, Self::RATIO);
                let (ks, kd) = Settings::gains(steps, ratio);
                cells.push(trial.judge(ks, kd).verdict());
            }
        }
        Self { cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shortest time constant (steps), at critical damping, at which the verdict still is at most this.
    fn limit(integrator: Integrator, worst: Verdict) -> f64 {
        let mut trial = Trial::new(integrator);
        let rank = |verdict| match verdict {
            Verdict::Calm => 0,
            Verdict::Rings => 1,
            Verdict::Unstable => 2,
        };
        let (mut bad, mut good) = (0.05_f64, 50.0_f64);
        for _ in 0..60 {
            let steps = (bad * good).sqrt();
            let (ks, kd) = Settings::gains(steps, 1.0);
            if rank(trial.judge(ks, kd).verdict()) <= rank(worst) {
                good = steps;
            } else {
                bad = steps;
            }
        }
        good
    }

    /// By hand: the matrix of semi-implicit Euler at critical damping, a = h/tau, has trace 2 - 2a - a² and determinant
    /// 1 - 2a: -1 is an eigenvalue at a = 2 sqrt 2 - 2. Runge-Kutta's polynomial passes 1 at a = 2.7853.
    #[test]
    fn limits_at_critical_damping_are_those_found_by_hand() {
        let euler = limit(Integrator::SemiImplicitEuler, Verdict::Rings);
        assert!((euler - 1.0 / (8.0_f64.sqrt() - 2.0)).abs() < 1e-5, "{euler}");
        let calm = limit(Integrator::SemiImplicitEuler, Verdict::Calm);
        assert!(
            (1.5..2.0).contains(&calm),
            "an eigenvalue is negative from 2 on: {calm}"
        );
        let rk4 = limit(Integrator::Rk4, Verdict::Rings);
        assert!((rk4 - 1.0 / 2.785_293_563_4).abs() < 1e-5, "{rk4}");
        let calm = limit(Integrator::Rk4, Verdict::Calm);
        assert!((rk4..1.0).contains(&calm), "{calm}");
    }

    #[test]
    fn slow_feedback_does_what_the_equation_does() {
        for integrator in [Integrator::SemiImplicitEuler, Integrator::Rk4] {
            let mut trial = Trial::new(integrator);
            for ratio in [0.1, 0.3, 0.6] {
                let (ks, kd) = Settings::gains(1000.0, ratio);
                let found = trial.judge(ks, kd);
                // Each swing is this share of the one before: down by one, and back by the next.
                let share = (-std::f64::consts::PI * ratio / (1.0 - ratio * ratio).sqrt()).exp();
                let swing = share + share * share;
                assert!((found.ringing - swing).abs() < 2e-3, "{ratio}: {found:?} {swing}");
                assert!((found.growth - (-ratio / 1000.0).exp()).abs() < 1e-5);
            }
            let (ks, kd) = Settings::gains(1000.0, 1.5);
            assert!(trial.judge(ks, kd).ringing < 1e-3);
        }
    }
}
