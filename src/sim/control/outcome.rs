//! What becomes of a sub-step with an error estimate: it stands, is tried again with another length, or becomes a soft step.

use super::super::SimState;
use super::super::integrators::StepContext;
use super::super::stabilise::TORN;
use super::acceptance::OPEN;
use super::energy_error::EnergyBalance;
use super::sub_step_length::{SHORT, SHORTEST, SHORTEST_LOOSE, factor, shortest, smallest};
use super::{Stepper, halved};

/// Fraction of a sub-step that must be longer than the shortest one for the sub-step to be divided: a sub-step that was
/// extended to the end of the step must not be tried again and again.
pub(super) const DIVISIBLE: f64 = 0.99;
/// Maximum number of halvings where energy bursts directly after a soft step.
const DEEPEST_AFTER_SOFT: u32 = 10;

/// Outcome of an attempt at a sub-step.
pub(super) enum Outcome {
    Accept,
    /// Step rejection: to be tried again from the same place with this length (s).
    Retry {
        sub: f64,
    },
    Soften,
}

/// Quantities by which a sub-step is judged.
pub(super) struct Assessment {
    pub(super) error: f64,
    pub(super) inexact: bool,
    /// Whether its error is small enough, or is tolerated because no shorter sub-step is tried.
    pub(super) stands: bool,
    /// |C| that projection left open (m, rad).
    pub(super) open: f64,
}

impl Stepper {
    /// Decides whether a sub-step of `sub` seconds in a step of `h` stands, is tried again, or becomes a soft step.
    pub(super) fn outcome(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        previous: Option<(f64, f64)>,
        assessment: Assessment,
    ) -> Outcome {
        let Assessment {
            error,
            inexact,
            stands,
            open,
        } = assessment;
        let softened = self.before.control.soft;
        let still_contradictory = self.still_contradictory(state);
        let touches = stands && !inexact && self.touches_by_events(context, state);
        let balance = if !stands || inexact || softened && (still_contradictory || !touches) {
            EnergyBalance::Balanced
        } else {
            self.energy_balance(context, state, sub)
        };
        let blow_up = self.drives_blow_up(context, state, sub, h);
        let burst = blow_up.is_some() || self.bursts(context, state, sub);
        let torn = (open.is_nan() || open > TORN) && !inexact;
        let is_open = torn || open > OPEN && !inexact && !softened;
        let steady = torn && self.opens_steadily(context.model, open, sub);
        // Where J nearly loses rank, impacts follow each other at any sub-step length: the rest of the step is taken by impulses. The sub-steps
        // after it are held to the energy balance as well.
        let impacts = touches
            && (balance != EnergyBalance::Balanced || softened && !self.keeps_energy(context, state, sub));
        let least = match (stands, burst && !inexact) {
            (_, true) => halved(
                h,
                self.deepest_for_burst(context, state, blow_up, DEEPEST_AFTER_SOFT),
            ),
            (false, _) => shortest(
                (context.model, &self.before),
                (error, inexact),
                (sub, h),
                previous,
            ),
            _ if torn && !softened && steady => h * SHORTEST,
            _ if impacts && !torn => halved(h, self.deepest_for_impacts()),
            _ if balance == EnergyBalance::ImprovesWithLength || torn && !softened => {
                halved(h, self.deepest_from_here(context))
            }
            _ => h * if inexact { SHORTEST_LOOSE } else { SHORT },
        };
        let least = least.max(smallest(context.model, h));
        let divisible = DIVISIBLE * sub > least && !((burst || torn) && still_contradictory);
        if (!stands || burst || is_open || balance != EnergyBalance::Balanced) && divisible {
            // A sixteenth of the step is tried before anything shorter.
            let first = if DIVISIBLE * sub > h * SHORT {
                h * SHORT
            } else {
                0.0
            };
            return Outcome::Retry {
                sub: (sub * factor(error).min(0.5)).max(least.max(first)),
            };
        }
        let in_vain = balance == EnergyBalance::ImprovesWithLength && self.driven_against;
        if !stands || burst || torn || in_vain || impacts {
            Outcome::Soften
        } else {
            Outcome::Accept
        }
    }
}
