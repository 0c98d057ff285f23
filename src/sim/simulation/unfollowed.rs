//! Stop where light parts vibrate so fast, and so strongly, that mass scaling does not help: the energy of the machine with its true masses is no
//! longer balanced, and what follows is no motion of it.

use crate::parameter::metric;
use crate::sim::trust::{Breach, Quantity, allowed};
use crate::sim::{Cause, Stop};

use super::Simulation;

/// Multiple of the energy error that is allowed by the largest kinetic energy since masses are scaled; that since the start may have been larger.
const MARGIN: f64 = 2.0;

impl Simulation {
    /// Stop of the step just taken, where masses are scaled in a machine that no hand holds, and its energy error is more than can be expected of the
    /// settings.
    pub(super) fn unfollowed(&mut self) -> Option<Stop> {
        if self.state.scaled.is_empty() {
            return None;
        }
        let now = self.energy_at_one_instant();
        let error = self.error_of(now).abs();
        let most = self.state.control.scaled_kinetic.max(now.kinetic);
        self.state.control.scaled_kinetic = most;
        let work = &self.state.work;
        let done = work.drives.abs() + work.dissipation.abs() + work.hand.abs();
        let (mass, size) = (self.model.mass(), self.model.extent(&self.state));
        let limit = MARGIN * allowed((0.0, most), done, (mass, size, now));
        if error <= limit || self.grab.is_some() {
            return None;
        }
        let heaviest = self
            .model
            .scaled_bodies(&self.state)
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let (body, times) = heaviest?;
        let breach = Breach {
            since: self.state.time,
            item: Some(body.id),
            quantity: Quantity::Energy,
            value: error,
            limit,
            built: 0.0,
            approximate_solve: self.dynamics.approximates(),
            heap: false,
        };
        if breach.expected_of(&self.model.settings).is_some() {
            return None;
        }
        let [is, counts] = [1.0, times].map(|times| metric(1e3 * times * body.mass.mass, "g"));
        let reason = format!(
            "between parts so much heavier it vibrates too fast to be followed: even where its {is} count as {counts}, the energy is off by {}; give \
             it more mass, halve the step, or use Dormand-Prince with a small tolerance",
            metric(error, "J")
        );
        Some(Stop::at(&self.before, Some(body.id), Cause::Stiff, reason))
    }
}
