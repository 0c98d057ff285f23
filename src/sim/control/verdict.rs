//! What came of a sub-step, and what is done about it.

use super::super::integrators::StepError;

/// What came of a sub-step.
pub(super) enum Verdict {
    /// It stands; whether a longer one may do.
    Good { calm: bool },
    /// It must be taken again, holding what vibrates as fast under load (rad/s).
    Hold { stiffness: f64 },
    /// It must be halved as many times; whether it could stand if it cannot.
    Shorter {
        halvings: u32,
        deepest: u32,
        otherwise: Otherwise,
    },
}

/// What to do with a sub-step that should be shorter and cannot.
pub(super) enum Otherwise {
    Accept,
    Soften,
    Fail(StepError),
}

impl Verdict {
    /// No shorter one would do better.
    pub(super) const SOFT: Self = Self::Shorter {
        halvings: 0,
        deepest: 0,
        otherwise: Otherwise::Soften,
    };

    /// Contacts were not solved exactly at an event.
    pub(super) fn unsettled(deepest: u32) -> Self {
        Self::Shorter {
            halvings: 2,
            deepest,
            otherwise: Otherwise::Soften,
        }
    }

    pub(super) fn fail(error: StepError) -> Self {
        Self::Shorter {
            halvings: 0,
            deepest: 0,
            otherwise: Otherwise::Fail(error),
        }
    }
}
