//! Energy that came or went unaccounted in a sub-step, and how much of it the order of the integrator explains.

use crate::scene::Integrator;

use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stop::encounter;
use super::super::{Energy, Model, SimState, Stake, vibration};
use super::burst::is_burst;
use super::loads::holds_turning;
use super::{CALM, Stepper};

/// Energy that a sub-step of high order may lose or gain: share of the kinetic energy, and J/kg.
const HIGH_ORDER: (f64, f64) = (1e-5, 1e-8);
/// Share of that where parts touch or have limits: they are whirled about by hits, and no energy is to come of it.
const HIT: f64 = 1e-2;
/// The same where parts touch: what each of many sub-steps may have adds up.
const TOUCHED: f64 = 1e-3;
/// What a sub-step by impulses may gain that holds what turns, as a share of the kinetic energy: what is held is braked, and where a blow turns it back
/// the while it is not.
const HELD: f64 = 1e-7;
/// Where the machine is resolvable a sub-step may in proportion to its length, down to one in as many: a whip takes some hundred of them, and their
/// errors add up.
const MANY: f64 = 256.0;
/// Share of the energy of all parts that is rounding.
const ROUNDING: f64 = 1e-15;
/// What a sub-step of low order may gain before it counts as a burst: share of the kinetic energy, and J/kg.
const OWN: (f64, f64) = (0.05, 5e-3);
/// What a sub-step twice as long does to its energy error against what is allowed.
const GROWTH: f64 = 32.0;
/// The same of RATTLE.
const GROWTH_OF_RATTLE: f64 = 8.0;
/// The same of RATTLE, whose error goes up and down with the motion while its steps are equal: only what no such motion explains.
/// Where they are divided they are not equal, and it is held to what the others are.
const SYMPLECTIC: (f64, f64) = (1e-3, 1e-6);
/// By what factor the error falls at least where half the length helps, and how many times the allowed error is gross.
const HELPS: f64 = 2.0;
const GROSS: f64 = 10.0;
/// Decay or vibration by a force in a sub-step that an explicit step follows, and two rounds of iteration in RATTLE.
const FOLLOWED: f64 = 1.0;
/// |C| beyond which feedback draws together what was open as built, and its work is its own (m, rad).
pub(super) const AJAR: f64 = 1e-4;

/// Energy that came or went unaccounted in a sub-step.
pub(super) struct Imbalance {
    /// J
    error: f64,
    /// How much may (J).
    allowed: f64,
    /// What is grossly wrong, so that shorter ones are of use in any case (J).
    pub(super) gross: f64,
    /// By what a sub-step twice as long has more, against what is allowed.
    growth: f64,
}

impl Imbalance {
    /// `growth` is against the same allowed energy.
    pub(super) fn new(error: f64, allowed: f64, growth: f64) -> Self {
        Self {
            error,
            allowed,
            gross: GROSS * allowed,
            growth,
        }
    }

    /// Written so that NaN is not.
    pub(super) fn is_allowed(&self) -> bool {
        self.error <= self.allowed
    }

    /// Whether a sub-step twice as long is likely to be allowed.
    pub(super) fn is_calm(&self) -> bool {
        self.growth * self.error <= CALM * self.allowed
    }
}

/// What a sub-step lets go of the energy.
#[derive(PartialEq)]
pub(super) enum Leak {
    /// No more than its order explains.
    None,
    /// More, and a sixteenth of a step may be better.
    Open,
    /// More, and the shorter the less, or grossly more.
    Helped,
}

/// Whether the integrator is of order one.
pub(super) fn of_low_order(model: &Model) -> bool {
    match model.settings.integrator {
        Integrator::SemiImplicitEuler | Integrator::Impulse => true,
        Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => false,
    }
}

/// Whether a sub-step that led to a state was taken by an integrator of order one. Those that Runge-Kutta takes in its place are not: they are held to
/// what order 4 explains.
pub(super) fn is_taken_by_low_order(model: &Model, state: &SimState) -> bool {
    of_low_order(model) && taken_by(model, state) == model.settings.integrator
}

/// Whether steps by impulses take nothing but weights from the middle of one to that of the next.
fn falls(context: &mut StepContext<'_>) -> bool {
    let model = context.model;
    model.settings.integrator == Integrator::Impulse && context.dynamics.has_only_weights(model, context.grab)
}

impl Stepper {
    /// Whether more energy came in than the integrator itself explains.
    pub(super) fn bursts(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
        let model = context.model;
        let [(was, stake), (is, _)] = self.energies(context, state);
        // What falls freely has its share in the error of an order as low.
        let (own, stake) = if of_low_order(model) {
            (OWN, None)
        } else {
            ((0.0, 0.0), Some(stake))
        };
        is_burst(model, stake, (&self.before, was), (state, is), sub, own)
    }

    /// The energies and stakes where the sub-step began and where it has led to, worked out once. Where steps by impulses fall from middle to middle the
    /// energies are of places and velocities of one instant: else a sub-step of another length than the one before seems to gain energy.
    pub(super) fn energies(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
    ) -> [(Energy, Stake); 2] {
        if let Some(known) = self.energies {
            return known;
        }
        let held = context.grab.map(|grab| grab.body);
        let model = context.model;
        let falls = falls(context);
        let of = |state: &SimState| match Energy::with_stake(model, state, held) {
            (_, stake) if falls => (Energy::at_one_instant(model, state), stake),
            at_once => at_once,
        };
        *self.energies.insert([of(&self.before), of(state)])
    }

    /// Whether energy came or went in a sub-step of high order, and whether a shorter one is likely to do better.
    pub(super) fn leak(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> Leak {
        let imbalance = self.energy(context, state, sub);
        if imbalance.is_allowed() {
            Leak::None
        } else if self.better_shorter(&imbalance) != Some(false) {
            Leak::Helped
        } else {
            Leak::Open
        }
    }

    /// Whether no more energy came or went in a sub-step than its order explains.
    pub(super) fn keeps_energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        self.energy(context, state, sub).is_allowed()
    }

    /// Whether a still shorter sub-step is of use where the usual ones let energy go: what came of it is grossly wrong, or less so
    /// than that of twice the length. At a singular pose neither need be the case. Nothing where none was tried yet.
    pub(super) fn better_shorter(&mut self, imbalance: &Imbalance) -> Option<bool> {
        let Imbalance { error, gross, .. } = *imbalance;
        let gross = error.is_nan() || error > gross;
        let helps = self.tried.replace(error).map(|before| error * HELPS <= before);
        if gross { Some(true) } else { helps }
    }

    /// Whether parts that attract each other pass so closely that energy comes or goes in a whole step of RATTLE beyond what equal steps keep in
    /// bounds: it does not come back.
    pub(super) fn misses_encounter(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
    ) -> bool {
        if encounter(context.model, &self.before).is_none() {
            return false;
        }
        !self.energy(context, state, sub).is_allowed()
    }

    /// Whether dissipation is too fast for RATTLE, which takes it explicitly.
    pub(super) fn overdamped(&self, context: &StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let lost = state.work.dissipation != self.before.work.dissipation;
        lost && self.outruns_forces(context, sub)
    }

    /// Whether a force answers so fast that an explicit sub-step of `sub` seconds does not follow it.
    pub(super) fn outruns_forces(&self, context: &StepContext<'_>, sub: f64) -> bool {
        let fastest = vibration::fastest(context.model, &self.before);
        fastest.is_some_and(|(_, rate)| rate * sub > FOLLOWED)
    }

    /// Whether more energy came unaccounted in the sub-step just taken than may.
    pub(super) fn creates(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let allowed = self.energy(context, state, sub).allowed;
        // Written so that NaN is more.
        let is_little = self.unaccounted(context, state) <= allowed;
        !is_little
    }

    /// Energy that came beside all work in the sub-step just taken (J).
    fn unaccounted(&mut self, context: &mut StepContext<'_>, state: &SimState) -> f64 {
        let done = state.work.total() - self.before.work.total();
        if context.model.settings.integrator == Integrator::Impulse && !falls(context) {
            let at = |state: &SimState| Energy::at_one_instant(context.model, state).total();
            return at(state) - at(&self.before) - done;
        }
        let [(was, _), (is, _)] = self.energies(context, state);
        is.total() - was.total() - done
    }

    /// Energy that came or went unaccounted in the sub-step just taken.
    pub(super) fn energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> Imbalance {
        let model = context.model;
        let [(was, before), (is, after)] = self.energies(context, state);
        let error = self.unaccounted(context, state);
        if is_taken_by_low_order(model, state) {
            let liveliest = was.kinetic.max(is.kinetic);
            if holds_turning(context) && self.work.held() != Hold::Nothing && error > HELD * liveliest {
                return Imbalance::new(error, HELD * liveliest, GROWTH);
            }
            return self.imbalance_of_low_order(context, state, (error.abs(), liveliest), sub);
        }
        let kinetic = before.kinetic.max(after.kinetic);
        let rounding = ROUNDING * (was.kinetic + was.potential.abs());
        if model.settings.integrator == Integrator::Rattle {
            let whole = SYMPLECTIC.0 * kinetic + SYMPLECTIC.1 * before.mass + rounding;
            let share = share(model, sub);
            let divided = share * (HIGH_ORDER.0 * kinetic + HIGH_ORDER.1 * before.mass) + rounding;
            // From halves it goes back to whole steps by what is allowed of these.
            let (allowed, growth) = match state.control.level {
                0 => (whole, GROWTH_OF_RATTLE),
                1 => (divided, GROWTH_OF_RATTLE * divided / whole),
                _ => (divided, GROWTH_OF_RATTLE),
            };
            return Imbalance::new(error.abs(), allowed, growth);
        }
        let whole = HIGH_ORDER.0 * kinetic + HIGH_ORDER.1 * before.mass;
        let hits = match model.is_unilateral() {
            true if model.contact().is_some() => TOUCHED,
            true => HIT,
            false => 1.0,
        };
        let share = share(model, sub) * whole;
        let allowed = hits * share + rounding;
        // What constraints give while they are closed is the price of opening them, in a sub-step that was too long.
        let fed = (state.work.feedback - self.before.work.feedback).abs();
        let counts = fed > share + rounding && error.abs() <= allowed && !self.began_open(context, AJAR);
        Imbalance {
            error: if counts { fed } else { error.abs() },
            allowed,
            gross: GROSS * (whole + rounding),
            growth: GROWTH,
        }
    }
}

/// Share of what a step may lose that a sub-step of `sub` seconds may. Dormand-Prince's are chosen by its own estimate.
fn share(model: &Model, sub: f64) -> f64 {
    let follows = matches!(model.settings.integrator, Integrator::Rk4 | Integrator::Rattle);
    match model.resolvable && follows {
        true => (followed(model, sub) / model.settings.dt).min(1.0),
        false => 1.0,
    }
}

/// How long a sub-step of `sub` seconds counts for what it may lose (s).
pub(super) fn followed(model: &Model, sub: f64) -> f64 {
    sub.max(model.settings.dt / MANY)
}
