//! A contact problem: the input of the contact solvers.

use crate::sim::limits::Condition;
use crate::solver::{System, Topology};

use super::figures::ContactMethod;

/// What the previous step tells about this problem; it chooses the solution method and the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviousStep {
    /// No usable information.
    Nothing,
    /// Everything is at rest: the multipliers of the previous step, found by `way`, may still be an answer.
    Stands {
        way: ContactMethod,
        /// If they are no answer: whether to look for an active set, which gives multipliers to the last digits.
        looks: bool,
    },
    /// The previous step ended in sweeps or in the interior point method, as trial sets cycled or were not tried; this step does not try them either.
    Cycled { swept: bool },
}

/// Joints and contacts, all rows written as equations, with the conditions on those rows.
pub struct ContactProblem<'a> {
    pub topology: &'a Topology,
    /// Number of joints: the constraints from this index on are contacts.
    pub joints: usize,
    /// Topology that the conditions are condensed to: the joints alone, or all constraints.
    pub base: &'a Topology,
    pub system: &'a mut System,
    pub conditions: &'a [Condition],
    /// Whether a least-squares answer will do where conditions contradict each other.
    pub takes_least_squares: bool,
    /// Least reference size of residuals: that of the whole problem, where some of its conditions are left out.
    pub least_size: f64,
    /// Information from the previous step.
    pub before: PreviousStep,
}
