//! Stability of the feedback against drift at a step, from the update of the integrator itself. The test equation is
//!
//! ```text
//! C'' = -ks C - kd C'
//! ```
//! A particle pinned to the ground obeys it exactly when nothing else acts. One step of the chosen integrator, taken
//! from (C, C') = (1, 0) and from (0, 1), gives the two columns of its update matrix, whose eigenvalues decide. Steps scale: only
//! ks h² and kd h matter, so one map serves every length of a step.
//!
//! This holds where the solver's answers are exact. A method that stops short of the answer closes an opening late, the later
//! the more joints are connected; it is tried on a row of beads instead.

mod map;
mod row;
mod trial;

use crate::scene::{Integrator, Settings};

pub use self::map::Map;
pub use self::row::BEADS;
pub use self::trial::Trial;

/// Swing back, as a share of the opening, above which the feedback rings: that of a damping ratio of 0.7.
pub const RINGING: f64 = 0.05;
/// Most steps for which an opening is followed.
const LONGEST: usize = 20_000;
/// Size of the openings that are tried (m): far below the |C| at which the feedback is cut off.
const TRIAL: f64 = 1e-9;
/// Growth above 1 that is rounding.
const ROUNDING: f64 = 1e-6;

/// Response of an opening to the feedback.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feedback {
    /// Growth factor of the opening per step, in the end: the spectral radius of the update.
    pub growth: f64,
    /// Largest swing back after the opening went down, as a share of the largest opening; 0 when it closes evenly. The worse
    /// of an opening at rest and one that opens.
    pub ringing: f64,
}

/// Verdict on the feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Openings close without overshoot.
    Calm,
    /// Openings oscillate while they close.
    Rings,
    /// Openings grow.
    Unstable,
}

impl Feedback {
    /// Feedback under these settings, with their integrator and solver.
    pub fn of(settings: &Settings) -> Self {
        if settings.method.iterates() && settings.integrator != Integrator::Rattle {
            row::judge(settings)
        } else {
            Trial::new(settings.integrator).judge_settings(settings)
        }
    }

    /// Result of a trial that fails or needs a soft (regularised) step: beyond any honest correction of drift.
    const FAILED: Self = Self {
        growth: f64::INFINITY,
        ringing: 1.0,
    };

    /// Classifies growth and ringing.
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

    /// From the eigenvalues of the update (C, C') <- [a b; c d] (C, C').
    fn of_update([[a, b], [c, d]]: [[f64; 2]; 2]) -> Self {
        let (half, det) = ((a + d) / 2.0, a * d - b * c);
        let square = half * half - det;
        let growth = if square < 0.0 {
            det.sqrt()
        } else {
            half.abs() + square.sqrt()
        };
        let ringing = [[1.0_f64, 0.0_f64], [0.0, 1.0]].map(|[mut x, mut v]| {
            let (mut swing, mut fastest) = (Swing::new(x), v.abs());
            for _ in 0..LONGEST {
                (x, v) = (a * x + b * v, c * x + d * v);
                swing.goes(x);
                // Nothing more is learnt far out, and little when all but closed.
                fastest = fastest.max(v.abs());
                let closed = x.abs() < 1e-3 * swing.widest.abs() && v.abs() < 1e-3 * fastest;
                if closed || x.abs().max(v.abs()) > 1e6 {
                    break;
                }
            }
            swing.back(0.0)
        });
        Self {
            growth,
            ringing: ringing[0].max(ringing[1]),
        }
    }
}

/// Swing back of an opening: its largest size, the least since then, and the largest return from that.
struct Swing {
    widest: f64,
    lowest: f64,
    back: f64,
}

impl Swing {
    fn new(x: f64) -> Self {
        Self {
            widest: x,
            lowest: x,
            back: 0.0,
        }
    }

    fn goes(&mut self, x: f64) {
        if x.abs() > self.widest.abs() {
            *self = Self::new(x);
        }
        // Measured on the side of the largest opening.
        let side = self.widest.signum();
        self.lowest = side * (side * self.lowest).min(side * x);
        self.back = self.back.max(side * (x - self.lowest));
    }

    /// Swing back as a share of the largest opening, or of `least` (m) where that is larger.
    fn back(&self, least: f64) -> f64 {
        let open = self.widest.abs().max(least);
        if open > 0.0 { self.back / open } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shortest time constant (steps), at critical damping, at which the verdict is `worst` or better.
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
