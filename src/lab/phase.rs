//! Phases of one step, in order.

/// A phase of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// F of each body.
    Forces,
    /// C, Cdot and J of each constraint.
    Rows,
    /// `H = L D L^T`, leaves to root.
    Factor,
    /// `x <- L^-1 x`, leaves to root.
    Forward,
    /// `x <- L^-T D^-1 x`, root to leaves.
    Backward,
    /// lambda of each constraint.
    Multipliers,
    /// Contact forces between parts.
    Contacts,
    /// Velocities and coordinates of each body at the end of the step.
    Integrate,
    /// Feedback on each constraint.
    Feedback,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 9] = [
        Self::Forces,
        Self::Rows,
        Self::Factor,
        Self::Forward,
        Self::Backward,
        Self::Multipliers,
        Self::Contacts,
        Self::Integrate,
        Self::Feedback,
    ];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Forces => "Forces",
            Self::Rows => "Rows of J",
            Self::Factor => "Factor, leaf to root",
            Self::Forward => "Solve, leaf to root",
            Self::Backward => "Solve, root to leaf",
            Self::Multipliers => "Multipliers",
            Self::Contacts => "Contacts",
            Self::Integrate => "Integration",
            Self::Feedback => "Feedback",
        }
    }

    /// Description of the phase, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::Forces => "F gathers gravity, springs and what is due to the motion itself, body by body.",
            Self::Rows => {
                "Each constraint says how far it is from met, how fast that changes, and along what it acts."
            }
            Self::Factor => {
                "H_ii loses what its children leave, and is factored: D_i of a body is the mass of all that hangs on it."
            }
            Self::Forward => "Each node takes what its children leave of the right-hand side.",
            Self::Backward => {
                "Each node takes what its parent has come to: rows their multipliers, bodies their accelerations."
            }
            Self::Multipliers => "Jᵀ λ is the force that the constraint adds to each of its bodies.",
            Self::Contacts => {
                "What touches pushes along its normal, and rubs across it: the mean of the step, in which blows count, too."
            }
            Self::Integrate => {
                "Velocities and coordinates go to the end of the step; the integrator does what is shown before wherever it looks within the step."
            }
            Self::Feedback => {
                "What holds the constraint together, and how far it is from met before and after the step."
            }
        }
    }
}
