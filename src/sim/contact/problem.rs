//! What is asked of the ways to solve for contacts.

use crate::sim::limits::Condition;
use crate::solver::{System, Topology};

use super::figures::ContactMethod;

/// What is known of the step before a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing that counts.
    Nothing,
    /// Everything stands: the multipliers, which were found in this way, may be an answer still.
    Stands {
        way: ContactMethod,
        /// Whether they are to be looked for to the last digits, where they are none.
        looks: bool,
    },
    /// It ended in sweeps, and no set is to be looked for yet.
    Swept,
}

/// Joints and contacts, all written as equations, and the conditions on their rows.
pub struct ContactProblem<'a> {
    pub topology: &'a Topology,
    /// So many of the first constraints are no contacts.
    pub joints: usize,
    /// What conditions are condensed to: the joints alone, or all.
    pub base: &'a Topology,
    pub system: &'a mut System,
    pub conditions: &'a [Condition],
    /// Whether conditions that contradict each other need no answer but one of least squares.
    pub takes_least_squares: bool,
    /// What is known of the step before.
    pub before: Before,
}
