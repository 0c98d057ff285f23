//! Verdict on an attempt at a sub-step, and what step control does next.

use super::super::integrators::StepError;

/// Verdict on an attempt at a sub-step.
pub(super) enum Verdict {
    /// The sub-step stands; `may_lengthen`: a longer one may stand as well.
    Accept { may_lengthen: bool },
    /// It must be taken again by a step that is implicit in the stiffness under load; the angular frequency of the fastest vibration (rad/s).
    RepeatImplicitly { load_frequency: f64 },
    /// It must be taken again by an explicit step.
    RepeatExplicitly,
    /// Step rejection: it must be halved `halvings` times, to level `deepest` at most. `otherwise` applies to a sub-step at that level.
    Halve {
        halvings: u32,
        deepest: u32,
        otherwise: Fallback,
    },
    /// No shorter sub-step would do better.
    NoShorter(Fallback),
}

/// What to do with a sub-step that should be shorter and cannot be.
pub(super) enum Fallback {
    Accept,
    Soften,
    Fail(StepError),
}

impl Verdict {
    /// No shorter sub-step would do better: a soft step takes the rest of the step.
    pub(super) const SOFT: Self = Self::NoShorter(Fallback::Soften);

    /// Contacts were not solved exactly at an event.
    pub(super) fn unsettled(deepest: u32) -> Self {
        Self::Halve {
            halvings: 2,
            deepest,
            otherwise: Fallback::Soften,
        }
    }

    pub(super) fn fail(error: StepError) -> Self {
        Self::NoShorter(Fallback::Fail(error))
    }
}
