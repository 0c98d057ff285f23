//! What the feedback against drift does at a step, found from the update itself. The test equation is
//!
//! ```text
//! C'' = -ks C - kd C'
//! ```
//! A particle pinned to the ground obeys it exactly when nothing else acts. One step of the chosen integrator, taken
//! from (C, C') = (1, 0) and from (0, 1), gives the two columns of its matrix; the eigenvalues say the rest. Steps scale: only
//! ks h² and kd h matter, so one map serves every length of a step.
//!
//! That is so where the solver's answers are exact. A method that stops short of them answers an opening late, the later
//! the more joints hang together; it is tried on a row of beads instead.

mod map;
mod row;
mod trial;

use crate::scene::{Integrator, Settings};

pub use self::map::Map;
pub use self::row::BEADS;
pub use self::trial::Trial;

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
    /// What settings that hold drift down by feedback do to an opening, solver and all.
    pub fn of(settings: &Settings) -> Self {
        if settings.method.iterates() && settings.integrator != Integrator::Rattle {
            row::judge(settings)
        } else {
            Trial::new(settings.integrator).judge_settings(settings)
        }
    }

    /// What is beyond any honest correction of drift.
    const HOPELESS: Self = Self {
        growth: f64::INFINITY,
        ringing: 1.0,
    };

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
            let (mut swing, mut fastest) = (Swing::new(x), v.abs());
            for _ in 0..LONGEST {
                (x, v) = (a * x + b * v, c * x + d * v);
                swing.goes(x);
                // Far out nothing is left to learn, and little when all but closed.
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

/// How far an opening swings back.
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
        // As seen from the side to which it opened furthest.
        let side = self.widest.signum();
        self.lowest = side * (side * self.lowest).min(side * x);
        self.back = self.back.max(side * (x - self.lowest));
    }

    /// As a share of how far it was open, at the least of this (m).
    fn back(&self, least: f64) -> f64 {
        let open = self.widest.abs().max(least);
        if open > 0.0 { self.back / open } else { 0.0 }
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
