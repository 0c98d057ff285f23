//! Energy balance of a sub-step of an integrator of order one, whose error is far larger than that of higher orders and is allowed to be.
//!
//! ```text
//! |dE - dW| <= (0.2 T + 0.25 J/kg m) h       the gain of an explicit step as parts turn accumulates
//! ```
//! A step of this order does not keep the energy of a vibration that it follows, but that with the positions half a step before, up to terms of second
//! order, as long as steps are of one length:
//! ```text
//! dE' = h² (A0 - A1)/8                       E' = T(v) + U(q - h v/2), A = a^T M a, a = M^-1 F at q - h v/2; h omega <= 1
//! ```
//! So where E has an error, that of E' counts if it is smaller, and twice this change is allowed. Otherwise shorter and longer sub-steps would alternate
//! in phase with the vibration, and each change of length changes E' by up to `F.v h/2`.
//!
//! `h` is the length of the sub-step, or a 256th of the whole step where the sub-step is shorter: a sub-step so short follows a whip (a light part
//! flung round its dead centre), which is soon over. Where nothing drives, stops or touches, two more things count as errors of a whip: the work of
//! feedback and projection on joints that were closed, and a joint opened further than the [watch](super::super::trust) allows.

use crate::scene::Integrator;

use super::super::integrators::StepContext;
use super::super::{Energy, SimState, trust, vibration};
use super::energy_error::{FOLLOWED, Imbalance, OPEN_AS_BUILT, followed, is_taken_by_low_order};
use super::softening::may_touch;
use super::{DEEPEST_FOR_LOAD, DEEPEST_FOR_POINTS, Stepper};

/// Allowed energy error per second: (fraction of the kinetic energy, J/kg).
const ALLOWED: (f64, f64) = (0.2, 0.25);
/// Multiple of `h² A/2` by which the energy of a vibration that is followed may change in a sub-step: twice what it does.
const VIBRATION: f64 = 0.5;
/// Factor by which the energy error of a sub-step twice as long is larger, relative to the allowed error.
const GROWTH: f64 = 2.0;
/// Maximum number of halvings for the sake of energy: the gain of an explicit step as parts turn falls in proportion to its length only.
const DEEPEST_OF_LOW_ORDER: u32 = 3;
/// The same for whips, in machines whose constraints are never dependent: shorter ones would take thousands of sub-steps each, and stop the run instead
/// where they take much energy.
const DEEPEST_FOR_WHIPS: u32 = 12;

/// The energy of the positions half a sub-step before, which equal sub-steps keep but for terms of second order.
pub(super) struct Kept {
    /// Its change in the sub-step (J).
    pub(super) change: f64,
    /// What vibrations may change of it (J).
    pub(super) allowed: f64,
}

impl Stepper {
    /// Returns the energy error of a sub-step of `sub` seconds, of size `error` (J), in which the kinetic energy was at most `liveliest` (J).
    pub(super) fn imbalance_of_low_order(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        (mut error, liveliest): (f64, f64),
        sub: f64,
    ) -> Imbalance {
        let model = context.model;
        // At an order as low, parts in free fall have their share in the error.
        let rate = ALLOWED.0 * liveliest + ALLOWED.1 * model.mass();
        let mut allowed = rate * followed(model, sub);
        if error > allowed
            && let Some(kept) = self.kept_of_vibrations(context, state, sub)
        {
            let done = state.work.total() - self.before.work.total();
            error = error.min((kept.change - done).abs());
            allowed += kept.allowed;
        }
        let imbalance = Imbalance::new(error, allowed, GROWTH);
        if !self.moves_freely(context) {
            return imbalance;
        }
        let of = |state: &SimState| [state.work.feedback, state.work.projection];
        let pairs = of(state).into_iter().zip(of(&self.before));
        let drawn: f64 = pairs.map(|(now, before)| (now - before).abs()).sum();
        let drawn = drawn - self.drawn_of_fall(context, sub);
        if drawn > imbalance.gross && !self.began_open(context, OPEN_AS_BUILT) {
            Imbalance::new(drawn, allowed, GROWTH)
        } else if self.opens(context, state, sub) {
            // Infinitely wrong, whatever the energy says.
            Imbalance::new(f64::INFINITY, allowed, GROWTH)
        } else {
            imbalance
        }
    }

    /// The energy that a sub-step which follows the vibrations under the applied forces keeps; `None` where it does not, or where nothing vibrates.
    pub(super) fn kept_of_vibrations(
        &self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
    ) -> Option<Kept> {
        let (model, before) = (context.model, &self.before);
        if !is_taken_by_low_order(model, state) || model.has_attractions() {
            return None;
        }
        let (_, rate) = vibration::fastest(model, before)?;
        if !(0.0..=FOLLOWED).contains(&(rate * sub)) {
            return None;
        }
        let (half, ends) = (0.5 * sub, [before, state]);
        let energies = ends.map(|at| Energy::with_positions_before(model, at, half).total());
        let falls = ends.map(|at| context.dynamics.fall_of_constrained(model, at, half));
        Some(Kept {
            change: energies[1] - energies[0],
            allowed: VIBRATION * sub * sub * (falls[1] - falls[0]).abs(),
        })
    }

    /// Maximum number of halvings for the sake of energy: many where far shorter sub-steps resolve the cause, which is either a force that responds
    /// too fast or a whip in a machine that moves freely.
    pub(super) fn deepest_of_low_order(
        &mut self,
        context: &StepContext<'_>,
        imbalance: &Imbalance,
        sub: f64,
    ) -> u32 {
        let whips = self.moves_freely(context) && self.better_shorter(imbalance) == Some(true);
        if whips && context.model.is_passive_tree {
            match context.model.has_attractions() {
                true => DEEPEST_FOR_POINTS,
                false => DEEPEST_FOR_WHIPS,
            }
        } else if whips || self.outruns_forces(context, sub) {
            DEEPEST_FOR_LOAD
        } else {
            DEEPEST_OF_LOW_ORDER
        }
    }

    /// Largest work (J) of multipliers against the normal part of free fall, where attractions act and the sub-step is of another length than the one
    /// before. With `f` half the difference of their lengths it is at most `f (f + h) a^T M a/2`.
    fn drawn_of_fall(&self, context: &mut StepContext<'_>, sub: f64) -> f64 {
        let model = context.model;
        let fall = (self.before.ahead(&model.settings) - 0.5 * sub).abs();
        if fall == 0.0 || !model.is_attracted(context.grab) {
            return 0.0;
        }
        fall * (fall + sub) * context.dynamics.fall_of_constrained(model, &self.before, 0.0)
    }

    /// Whether nothing drives, stops or touches: then a gross error is due to the length of the step alone.
    fn moves_freely(&self, context: &StepContext<'_>) -> bool {
        let model = context.model;
        let falls = model.settings.integrator == Integrator::Impulse && model.is_attracted(context.grab);
        model.passive
            && (falls || !model.links.is_empty())
            && model.bounded().is_empty()
            && !may_touch(context, &self.before)
    }

    /// Whether the sub-step has opened joints further than the watch allows.
    fn opens(&self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let model = context.model;
        if veers(&self.before, state, sub) <= trust::least_opening(model) {
            return false;
        }
        let [before, now] =
            [&self.before, state].map(|at| trust::open_share(&context.dynamics.drift(model, at)));
        now - before > 1.0
    }
}

/// Returns by how much the mean of both velocities would lead elsewhere in a sub-step of `sub` seconds, at most (m, rad).
fn veers(before: &SimState, state: &SimState, sub: f64) -> f64 {
    let pairs = state.v.iter().zip(&before.v);
    0.5 * sub * pairs.fold(0.0_f64, |most, (now, before)| most.max((now - before).abs()))
}
