//! What rows that depend on each other come to.
//!
//! With `w` a null vector of `J^T`, the rows of a machine at rest or in motion say
//!
//! ```text
//! w.C = 0,  w.Cdot = 0,  w.gamma = 0       (J a + gamma = 0, and w^T J = 0)
//! ```
//! Where the first or second fails no motion meets them all. Where only the third fails, along some motion that
//! the rows allow at this instant, they part company as soon as the machine moves: the pose is singular. Where
//! all hold, any one of them is redundant: linearly dependent on the others.

/// What a dependent set of rows comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The rows cannot all be met.
    Contradictory,
    /// The rows depend on each other at this pose only.
    SingularPose,
    /// One of the rows repeats what the others say.
    Redundant,
}

impl Verdict {
    /// The word that stands for it on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Contradictory => "contradictory",
            Self::SingularPose => "singular",
            Self::Redundant => "redundant",
        }
    }

    /// In words for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Contradictory => "cannot both hold",
            Self::SingularPose => "says nothing new, but only at this pose",
            Self::Redundant => "says nothing new",
        }
    }
}

/// What is known of the rows at this pose, one number a row each.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// C.
    pub c: &'a [f64],
    /// dC/dt.
    pub c_dot: &'a [f64],
    /// gamma along motions `u` with `J u = 0`; none when nothing can move.
    pub gamma: &'a [Vec<f64>],
    /// Sizes of C and dC/dt that count as met.
    pub met: (f64, f64),
}

/// Part of the terms of `w.gamma` that rounding may leave.
const BENT: f64 = 1e-6;
/// Size of `w.gamma` against the largest gamma of all rows that is nothing.
const STRAIGHT: f64 = 1e-12;

impl Evidence<'_> {
    /// What the set of rows with these weights comes to.
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
