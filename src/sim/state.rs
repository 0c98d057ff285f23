//! Everything that evolves. A snapshot, a hash, a rewind or a fork copies just this.

/// Work done on the parts since the start (J), by who did it. The energy less the sum of these is what
/// only an integration error can change.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// By motors.
    pub drives: f64,
    /// By drag and dampers; never positive but for integration error.
    pub dissipation: f64,
    /// By the hand that drags, and by poses and edits made while the machine runs.
    pub hand: f64,
    /// By the constraints that do not drive: the feedback against drift.
    pub feedback: f64,
}

impl Work {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.drives + self.dissipation + self.hand + self.feedback
    }
}

/// The state of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimState {
    /// Steps since the start.
    pub step: u64,
    /// s
    pub time: f64,
    /// Coordinates, body after body.
    pub q: Vec<f64>,
    /// Velocities, as `q`.
    pub v: Vec<f64>,
    /// What constraints remember, link after link.
    pub memory: Vec<f64>,
    /// Multipliers that an iterative method starts from, one a row; empty for a cold start and with other methods.
    pub guess: Vec<f64>,
    /// Steps that were taken softly; see [`super::Simulation::step`].
    pub softened: u64,
    /// Energy that the feedback added lately (J); decides on soft steps.
    pub fed: f64,
    /// Work ledger.
    pub work: Work,
}
