//! Ledger of the work done on the parts.

use serde::{Deserialize, Serialize};

/// Work done on the parts since the start (J), by source. The energy less the sum of these changes by integration errors only. The same entries hold
/// power (W).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// By motors.
    pub drives: f64,
    /// By drag, dampers, dry friction and impacts; never positive but for integration error.
    pub dissipation: f64,
    /// By the hand that drags, and by poses and edits made while the machine runs.
    pub hand: f64,
    /// By the constraints that do not drive: the feedback against drift.
    pub feedback: f64,
    /// By projection onto the constraints after a step.
    pub projection: f64,
    /// By soft (regularised) steps: by drawing the pose together, and by the compliance of rows; see `docs/theory.md` ("The soft step").
    pub soft: f64,
}

impl Work {
    /// Adds `times` the entries that accelerations book.
    pub(super) fn add(&mut self, other: &Work, times: f64) {
        self.drives += times * other.drives;
        self.dissipation += times * other.dissipation;
        self.hand += times * other.hand;
        self.feedback += times * other.feedback;
    }

    /// The entries, in the order of files and tables (J).
    pub fn entries(&self) -> [f64; 6] {
        let Self {
            drives,
            dissipation,
            hand,
            feedback,
            projection,
            soft,
        } = *self;
        [drives, dissipation, hand, feedback, projection, soft]
    }

    /// The ledger with these entries.
    pub(super) fn of_entries([drives, dissipation, hand, feedback, projection, soft]: [f64; 6]) -> Self {
        Self {
            drives,
            dissipation,
            hand,
            feedback,
            projection,
            soft,
        }
    }

    /// Sum of all entries.
    pub fn total(&self) -> f64 {
        self.real() + self.feedback + self.projection + self.soft
    }

    /// Sum of the absolute work of real forces: what they exchanged with the machine at least.
    pub(super) fn exchanged(&self) -> f64 {
        self.drives.abs() + self.dissipation.abs() + self.hand.abs()
    }

    /// Sum of the work of real forces: the other entries are energy that numerical methods put in.
    pub fn real(&self) -> f64 {
        self.drives + self.dissipation + self.hand
    }
}
