//! Events of rows with limits (ropes, stops, dry friction, caps, one-way clutches) under the integrators that work with accelerations:
//! modes are fixed while a step is integrated, and change at events, which are located inside it.
//!
//! ```text
//! free row      gap >= 0          touches       impact, then held or bounced
//! held row      lambda >= 0       lets go       free
//! stuck row     |lambda| <= most  slips         pushes with most, against the motion
//! slipping row  rate against it   sticks        held
//! joint         |lambda| <= load  breaks        gone
//! ```
//! An event is located by integrating again from the start of the step, shorter each time, until it is known to
//! [`ON_TIME`](locate::ON_TIME). Then velocities are settled by an impulse and modes by the complementarity problem of the accelerations.

mod impact;
mod locate;
mod margins;
mod modes;

use crate::scene::Integrator;

use super::SimState;
use super::integrators::{self, Moving, StepError, Workspace};
use super::limits::{ActiveSet, Condition, breaking};

use self::margins::Margins;

/// Events in a step at most, and at one instant for each row; then the rest of the step is integrated without.
const MOST: usize = 4096;
const MOST_AT_ONCE: usize = 4;

/// Finds events and lives through them.
#[derive(Default)]
pub struct Events {
    start: SimState,
    margins: [Margins; 3],
    /// Rows whose mode seems to have ended at the instant at which it was chosen: rounding decides there, and they are left alone until
    /// time has gone on.
    muted: Vec<bool>,
    active: ActiveSet,
    /// Rows at their limits, those that take impulses first, with the link (dense index) of each.
    conditions: Vec<Condition>,
    links: Vec<usize>,
    /// Whether each of them held before: its rate is rounding, and it does not bounce.
    held: Vec<bool>,
    /// Velocities before an impact, and rates of all rows before and after.
    before: Vec<f64>,
    rates: [Vec<f64>; 2],
}

/// Whether there is anything to look for.
fn is_idle(moving: &Moving<'_>) -> bool {
    let model = moving.model;
    model.bounded().is_empty() && model.breakable().is_empty()
        || moving.model.settings.integrator == Integrator::Impulse
}

/// Breaks the joints that carry more than they stand, one after the other: each that goes changes what the others carry.
fn break_overloaded(moving: &mut Moving<'_>, state: &mut SimState) -> Result<(), StepError> {
    let (model, dynamics) = (moving.model, &mut *moving.dynamics);
    for _ in model.breakable() {
        let SimState {
            q, v, time, memory, ..
        } = &*state;
        dynamics.accelerations_by_rows(model, q, v, *time, memory, moving.grab)?;
        if !breaking::break_worst(model, state, &dynamics.solution.lambda) {
            break;
        }
    }
    Ok(())
}

impl Events {
    /// Moves `state` on by `h` seconds as the integrator of the scene does, through all events on the way. Returns the largest error
    /// estimate of the stretches between them.
    ///
    /// # Errors
    /// As the integrator. On error the state may be anything.
    pub fn advance(
        &mut self,
        moving: &mut Moving<'_>,
        work: &mut Workspace,
        state: &mut SimState,
        h: f64,
    ) -> Result<f64, StepError> {
        if is_idle(moving) {
            return integrators::advance(moving, work, state, h);
        }
        let rows = moving.model.bounded().len() + moving.model.breakable().len();
        let most_at_once = MOST_AT_ONCE * (rows + 1);
        let (mut left, mut worst, mut at_once) = (h, 0.0_f64, 0);
        for round in 1..=MOST {
            if at_once == 0 {
                self.muted.clear();
                self.muted.resize(rows, false);
            }
            self.start.clone_from(state);
            worst = worst.max(integrators::advance(moving, work, state, left)?);
            if at_once > most_at_once || round == MOST {
                break;
            }
            let Some(taken) = self.locate(moving, work, state, left, at_once > 0)? else {
                break;
            };
            at_once = if taken > locate::ON_TIME { 0 } else { at_once + 1 };
            left -= taken;
            self.arrive(moving, state)?;
            if left <= locate::ON_TIME {
                break;
            }
        }
        Ok(worst)
    }

    /// Settles velocities and modes in a state that may have events due: a touching row that closes is hit, and rows at their limits
    /// hold or let go as the accelerations demand.
    ///
    /// # Errors
    /// As the solver's.
    pub fn arrive(&mut self, moving: &mut Moving<'_>, state: &mut SimState) -> Result<(), StepError> {
        if is_idle(moving) {
            return Ok(());
        }
        break_overloaded(moving, state)?;
        self.gather(moving.model, state);
        if self.is_hit(moving.model, state) {
            self.hit(moving, state)?;
        }
        self.let_go(moving, state)?;
        self.choose(moving, state)
    }
}
