//! Classification of dependent rows: redundant, singular pose or contradictory.
//!
//! With `w` a null vector of `J^T`, the rows of a machine at rest or in motion satisfy, if all of them can be met,
//!
//! ```text
//! w.C = 0,  w.Cdot = 0,  w.gamma = 0       (J a + gamma = 0, and w^T J = 0)
//! ```
//! Where the first or second fails, no motion meets all rows. Where only the third fails, along some motion that the rows allow at this
//! instant, the dependence ends as soon as the machine moves: the pose is singular. Where all hold, any one of the rows is redundant:
//! linearly dependent on the others.

/// Kind of a dependent set of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The rows cannot all be met.
    Contradictory,
    /// The rows depend on each other at this pose only.
    SingularPose,
    /// Any one of the rows follows from the others.
    Redundant,
}

impl Verdict {
    /// Its identifier on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Contradictory => "contradictory",
            Self::SingularPose => "singular",
            Self::Redundant => "redundant",
        }
    }

    /// Its description for users.
    pub fn words(self) -> &'static str {
        match self {
            Self::Contradictory => "cannot both hold",
            Self::SingularPose => "says nothing new, but only at this pose",
            Self::Redundant => "says nothing new",
        }
    }
}

/// State of the rows at this pose; each list has one number per row.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Values of the constraints, C.
    pub c: &'a [f64],
    /// dC/dt.
    pub c_dot: &'a [f64],
    /// gamma along motions `u` with `J u = 0`, one list per motion; empty when nothing can move.
    pub gamma: &'a [Vec<f64>],
    /// Tolerances of C and dC/dt: up to these sizes a row counts as met.
    pub met: (f64, f64),
}

/// Fraction of the terms of `w.gamma` that rounding may leave.
const BENT: f64 = 1e-6;
/// Size of `w.gamma`, relative to the largest gamma of all rows, that counts as zero.
const STRAIGHT: f64 = 1e-12;

impl Evidence<'_> {
    /// Classifies the set of rows with these weights.
    pub fn verdict(&self, set: &[(usize, f64)]) -> Verdict {
        let sum = |values: &[f64]| set.iter().map(|&(row, w)| w * values[row]).sum::<f64>().abs();
        let size: f64 = set.iter().map(|(_, weight)| weight.abs()).sum();
        if sum(self.c) > size * self.met.0 || sum(self.c_dot) > size * self.met.1 {
            return Verdict::Contradictory;
        }
        let bends = |gamma: &Vec<f64>| {
            let terms: f64 = set.iter().map(|&(row, w)| (w * gamma[row]).abs()).sum();
            let most = gamma.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            sum(gamma) > BENT * terms + STRAIGHT * size * most
        };
        if self.gamma.iter().any(bends) {
            Verdict::SingularPose
        } else {
            Verdict::Redundant
        }
    }
}
