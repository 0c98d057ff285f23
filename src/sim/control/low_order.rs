//! How a sub-step of an integrator of order one is judged, which errs by far more than those of higher order and is held to less.
//!
//! ```text
//! |dE - dW| <= (0.2 T + 0.25 J/kg m) h       what an explicit step gains as parts turn goes on and on
//! ```
//! `h` is that of the sub-step, or a 256th of the whole step's where it is shorter than that: then it follows a whip, which is soon over.
//! Where nothing drives, stops or touches, a whip counts as well: what feedback and projection do where joints were closed, and a sub-step that opens a
//! joint further than the [watch](super::super::trust) lets any.

use super::super::integrators::StepContext;
use super::super::{SimState, trust};
use super::energy_error::{AJAR, Imbalance, followed};
use super::softening::may_touch;
use super::{DEEPEST_FOR_LOAD, Stepper};

/// Energy that may come or go unaccounted in a second: share of the kinetic energy, and J/kg.
const ALLOWED: (f64, f64) = (0.2, 0.25);
/// What a sub-step twice as long does to its energy error against what is allowed.
const GROWTH: f64 = 2.0;
/// Levels of halving at most for the sake of energy: what an explicit step gains as parts turn falls with its length alone.
const DEEPEST: u32 = 3;
/// The same for whips, where constraints never depend on each other.
const DEEPEST_FOR_WHIPS: u32 = 20;

impl Stepper {
    /// Energy that came or went unaccounted in a sub-step of `sub` seconds (J), where at most `liveliest` was kinetic.
    pub(super) fn imbalance_of_low_order(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        (error, liveliest): (f64, f64),
        sub: f64,
    ) -> Imbalance {
        let model = context.model;
        // What falls freely has its share in the error of an order as low.
        let rate = ALLOWED.0 * liveliest + ALLOWED.1 * model.mass();
        let allowed = rate * followed(model, sub);
        let imbalance = Imbalance::new(error, allowed, GROWTH);
        if !self.moves_freely(context) {
            return imbalance;
        }
        let of = |state: &SimState| [state.work.feedback, state.work.projection];
        let pairs = of(state).into_iter().zip(of(&self.before));
        let drawn: f64 = pairs.map(|(now, before)| (now - before).abs()).sum();
        let most = trust::opening(model);
        if drawn > imbalance.gross && !self.began_open(context, AJAR) {
            Imbalance::new(drawn, allowed, GROWTH)
        } else if veers(&self.before, state, sub) > most && self.opens_by(context, state) > most {
            // As wrong as can be, whatever the energy says.
            Imbalance::new(f64::INFINITY, allowed, GROWTH)
        } else {
            imbalance
        }
    }

    /// Levels of halving at most where energy came or went: many where far shorter sub-steps follow what longer ones do not, which are
    /// forces that answer too fast, and whips in a machine that moves freely.
    pub(super) fn deepest_of_low_order(
        &mut self,
        context: &StepContext<'_>,
        imbalance: &Imbalance,
        sub: f64,
    ) -> u32 {
        let whips = self.moves_freely(context) && self.better_shorter(imbalance) == Some(true);
        if whips && context.model.resolvable {
            DEEPEST_FOR_WHIPS
        } else if whips || self.outruns_forces(context, sub) {
            DEEPEST_FOR_LOAD
        } else {
            DEEPEST
        }
    }

    /// Whether nothing drives, stops or touches: then what errs grossly does so for the length of the step alone.
    fn moves_freely(&self, context: &StepContext<'_>) -> bool {
        let model = context.model;
        model.passive
            && !model.links.is_empty()
            && model.bounded().is_empty()
            && !may_touch(context, &self.before)
    }

    /// By how much further the joint that is furthest open is so than where the sub-step began (m, rad).
    fn opens_by(&mut self, context: &mut StepContext<'_>, state: &SimState) -> f64 {
        let (model, projector) = (context.model, &mut self.work.projector);
        let before = projector.open(context.dynamics, model, &self.before);
        projector.open(context.dynamics, model, state) - before
    }
}

/// How far a sub-step of `sub` seconds leads at most from where its mean velocity does (m, rad).
fn veers(before: &SimState, state: &SimState, sub: f64) -> f64 {
    let pairs = state.v.iter().zip(&before.v);
    0.5 * sub * pairs.fold(0.0_f64, |most, (now, before)| most.max((now - before).abs()))
}
