//! Energy balance of a sub-step: the change of energy less the work done, and how much of that error the order of the integrator explains.

use crate::scene::Integrator;

use super::super::balance::Balance;
use super::super::integrators::{Hold, StepContext, taken_by};
use super::super::stop::encounter;
use super::super::{Energy, Model, SimState, Stake, vibration};
use super::burst::{ROUNDING, is_burst};
use super::loads::holds_turning;
use super::{LENGTHEN_BELOW, Stepper};

/// Energy that a sub-step of high order may lose or gain: (fraction of the kinetic energy, J/kg).
const HIGH_ORDER: (f64, f64) = (1e-5, 1e-8);
/// Fraction of [`HIGH_ORDER`] that is allowed where parts have limits: impacts whirl parts about, and must not create energy.
const HIT: f64 = 1e-2;
/// The same where contact is enabled: the errors allowed to each of many sub-steps add up.
const TOUCHED: f64 = 1e-3;
/// Energy that a sub-step by impulses that holds turning bodies implicitly may gain, as a fraction of the kinetic energy: such a sub-step damps,
/// unless a blow turns the body back meanwhile.
const HELD: f64 = 1e-7;
/// Where the machine is resolvable (nothing drives, constraints form trees), the allowed error is proportional to the length of the sub-step, down
/// to one `MANY`th of the step: a whip (a light part flung round its dead centre) takes some hundred sub-steps, and their errors add up.
const MANY: f64 = 256.0;
/// Energy that a sub-step of low order may gain before it counts as a burst: (fraction of the kinetic energy, J/kg).
const OWN: (f64, f64) = (0.05, 5e-3);
/// Factor by which the energy error of a sub-step twice as long is larger, at the same allowed error.
const GROWTH: f64 = 32.0;
/// The same for RATTLE.
const GROWTH_OF_RATTLE: f64 = 8.0;
/// Energy that a whole step of RATTLE may lose or gain: (fraction of the kinetic energy, J/kg). With equal steps its error oscillates with the
/// motion, and only an error beyond that counts. Divided steps are not equal, and RATTLE is held to [`HIGH_ORDER`] there.
const SYMPLECTIC: (f64, f64) = (1e-3, 1e-6);
/// Factor by which halving the length must reduce the error to be of use.
const HELPS: f64 = 2.0;
/// Ratio of a gross error to the allowed one.
const GROSS: f64 = 10.0;
/// Vibration angle (rad), or decay exponent, of a force in a sub-step up to which an explicit step, or RATTLE with two rounds of iteration, follows
/// it.
pub(super) const FOLLOWED: f64 = 1.0;
/// |C| above which a joint is open as built (m, rad): the feedback closes it, and its work for that is no error.
pub(super) const OPEN_AS_BUILT: f64 = 1e-4;

/// Energy error of a sub-step: change of energy less the work done.
#[derive(Clone, Copy)]
pub(super) struct Imbalance {
    pub(super) balance: Balance,
    /// Gross energy error, above which shorter sub-steps are of use in any case (J).
    pub(super) gross: f64,
    /// Factor by which the error of a sub-step twice as long is larger, relative to the allowed error.
    growth: f64,
}

impl Imbalance {
    /// `growth` is that at the same allowed error.
    pub(super) fn new(error: f64, allowed: f64, growth: f64) -> Self {
        Self {
            balance: Balance { error, allowed },
            gross: GROSS * allowed,
            growth,
        }
    }

    /// The error of a sub-step of `sub` seconds at this level, by an integrator of high order, of parts with this at stake; (the share of the usual bound that
    /// is allowed where parts have limits, the energy that is rounding).
    pub(super) fn of_high_order(
        model: &Model,
        (sub, level): (f64, u32),
        error: f64,
        Stake { mass, kinetic }: Stake,
        (hits, rounding): (f64, f64),
    ) -> Self {
        let usual = HIGH_ORDER.0 * kinetic + HIGH_ORDER.1 * mass;
        let divided = share(model, sub) * usual;
        if model.settings.integrator == Integrator::Rattle {
            let whole = SYMPLECTIC.0 * kinetic + SYMPLECTIC.1 * mass + rounding;
            let divided = divided + rounding;
            // Steps halved once return to full length by the tolerance of full steps.
            let (allowed, growth) = match level {
                0 => (whole, GROWTH_OF_RATTLE),
                1 => (divided, GROWTH_OF_RATTLE * divided / whole),
                _ => (divided, GROWTH_OF_RATTLE),
            };
            return Self::new(error, allowed, growth);
        }
        Self {
            balance: Balance {
                error,
                allowed: hits * divided + rounding,
            },
            gross: GROSS * (usual + rounding),
            growth: GROWTH,
        }
    }

    /// Whether the error is allowed; NaN is not.
    pub(super) fn is_allowed(&self) -> bool {
        self.balance.is_allowed()
    }

    /// Whether the error of a sub-step twice as long is likely to be allowed.
    pub(super) fn may_lengthen(&self) -> bool {
        self.growth * self.balance.error <= LENGTHEN_BELOW * self.balance.allowed
    }
}

/// Result of the energy balance of a sub-step of high order.
#[derive(PartialEq)]
pub(super) enum EnergyBalance {
    /// The error is no larger than the order explains.
    Balanced,
    /// The error is larger, and a sixteenth of a step may do better.
    Unbalanced,
    /// The error is larger and falls with the length, or is gross.
    ImprovesWithLength,
}

/// Whether the integrator of the scene is of order one.
pub(super) fn of_low_order(model: &Model) -> bool {
    match model.settings.integrator {
        Integrator::SemiImplicitEuler | Integrator::Impulse => true,
        Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => false,
    }
}

/// Whether the sub-step that led to a state was taken by an integrator of order one. Sub-steps that Runge-Kutta takes in its place were not: they
/// are held to the error that order 4 explains.
pub(super) fn is_taken_by_low_order(model: &Model, state: &SimState) -> bool {
    of_low_order(model) && taken_by(model, state) == model.settings.integrator
}

/// Whether steps by impulses apply all forces from the middle of one step to the middle of the next (leapfrog).
fn falls(context: &mut StepContext<'_>) -> bool {
    let model = context.model;
    model.settings.integrator == Integrator::Impulse && context.dynamics.falls(model, context.grab)
}

impl Stepper {
    /// Whether the sub-step gained more energy than work, correction of drift and the integrator itself explain.
    pub(super) fn bursts(&mut self, context: &mut StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
        let model = context.model;
        let [(was, stake), (is, _)] = self.energies(context, state);
        // At an order as low, parts in free fall have their share in the error, so the whole machine is at stake.
        let (own, stake) = if of_low_order(model) {
            (OWN, None)
        } else {
            ((0.0, 0.0), Some(stake))
        };
        // What the integrator keeps of vibrations is another energy than that of the state.
        let explained = |state: &SimState| {
            let kept = self.kept_of_vibrations(context, state, sub);
            kept.map_or(0.0, |it| is.total() - was.total() - it.change + it.allowed)
        };
        let bursts = is_burst(
            model,
            stake,
            (&self.before, was),
            (state, is),
            sub,
            own,
            explained,
        );
        bursts || self.machine_bursts(context)
    }

    /// Returns the energies and stakes at the start and the end of the sub-step, computed once. Where steps by impulses apply forces from middle to
    /// middle, energies are of positions and velocities of one instant: otherwise a sub-step of another length than the one before would seem to
    /// gain energy.
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
        let attracted = falls && model.is_attracted(context.grab);
        let dynamics = &mut *context.dynamics;
        let mut of = |state: &SimState, machines: &mut [Energy]| {
            let (energy, stake) = Energy::with_stake(model, state, held, machines);
            let energy = match falls {
                true if attracted => Energy {
                    kinetic: dynamics.kinetic_at_positions(model, state),
                    ..energy
                },
                true => Energy::at_one_instant(model, state),
                false => energy,
            };
            (energy, stake)
        };
        let [machines_before, machines_after] = self.machines.room(model);
        let energies = [of(&self.before, machines_before), of(state, machines_after)];
        *self.energies.insert(energies)
    }

    /// Checks the energy balance of a sub-step of high order, and whether a shorter one is likely to do better.
    pub(super) fn energy_balance(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
    ) -> EnergyBalance {
        let imbalance = self.energy(context, state, sub);
        if imbalance.is_allowed() {
            EnergyBalance::Balanced
        } else if self.better_shorter(&imbalance) != Some(false) {
            EnergyBalance::ImprovesWithLength
        } else {
            EnergyBalance::Unbalanced
        }
    }

    /// Whether the energy error of a sub-step is no larger than the order explains.
    pub(super) fn keeps_energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        self.energy(context, state, sub).is_allowed()
    }

    /// Whether a still shorter sub-step is of use where the usual ones do not balance the energy: the error is gross, or at most half that of the
    /// previous, longer attempt. At a singular pose neither need be so. `None` where the error is not gross and no attempt came before.
    pub(super) fn better_shorter(&mut self, imbalance: &Imbalance) -> Option<bool> {
        let (error, gross) = (imbalance.balance.error, imbalance.gross);
        let gross = error.is_nan() || error > gross;
        let helps = self
            .previous_energy_error
            .replace(error)
            .map(|before| error * HELPS <= before);
        if gross { Some(true) } else { helps }
    }

    /// Whether parts that attract each other pass so closely that a whole step of RATTLE has an energy error beyond the oscillation that equal
    /// steps keep in bounds: such an error stays.
    pub(super) fn misses_encounter(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
    ) -> bool {
        encounter(context.model, &self.before).is_some() && !self.keeps_energy(context, state, sub)
    }

    /// Whether dissipation is too fast for RATTLE, which treats it explicitly.
    pub(super) fn overdamped(&self, context: &StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let lost = state.work.dissipation != self.before.work.dissipation;
        lost && self.outruns_forces(context, sub)
    }

    /// Whether a force responds so fast that an explicit sub-step of `sub` seconds does not follow it.
    pub(super) fn outruns_forces(&self, context: &StepContext<'_>, sub: f64) -> bool {
        let fastest = vibration::fastest(context.model, &self.before);
        fastest.is_some_and(|(_, rate)| rate * sub > FOLLOWED)
    }

    /// Whether the sub-step just taken gained more energy than it may.
    pub(super) fn creates(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let allowed = self.energy_of_all(context, state, sub).balance.allowed;
        // Written so that NaN counts as too much.
        let is_little = self.unaccounted(context, state) <= allowed;
        !is_little
    }

    /// Returns the signed energy error of the sub-step just taken: change of energy less the work done (J).
    pub(super) fn unaccounted(&mut self, context: &mut StepContext<'_>, state: &SimState) -> f64 {
        let done = state.work.total() - self.before.work.total();
        if context.model.settings.integrator == Integrator::Impulse && !falls(context) {
            let at = |state: &SimState| Energy::at_one_instant(context.model, state).total();
            return at(state) - at(&self.before) - done;
        }
        let [(was, _), (is, _)] = self.energies(context, state);
        is.total() - was.total() - done
    }

    /// Whether a step by impulses that held turning bodies implicitly gained energy: a blow turned a body back, and what was held pushed it on.
    pub(super) fn gains_by_holding(&mut self, context: &mut StepContext<'_>, state: &SimState) -> bool {
        if !holds_turning(context) || self.integrator.held() == Hold::Nothing {
            return false;
        }
        let [(was, _), (is, _)] = self.energies(context, state);
        let liveliest = was.kinetic.max(is.kinetic);
        self.unaccounted(context, state) > HELD * liveliest + ROUNDING * (liveliest + was.potential.abs())
    }

    /// Returns the energy error of the sub-step just taken, with the allowed one: of all parts together, or of the isolated machine in which it is worst.
    pub(super) fn energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> Imbalance {
        let whole = self.energy_of_all(context, state, sub);
        self.worst_of_machines(context, state, sub, whole)
    }

    /// The same of all parts together.
    fn energy_of_all(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> Imbalance {
        let model = context.model;
        let [(was, before), (is, after)] = self.energies(context, state);
        let error = self.unaccounted(context, state);
        if is_taken_by_low_order(model, state) {
            let liveliest = was.kinetic.max(is.kinetic);
            return self.imbalance_of_low_order(context, state, (error.abs(), liveliest), sub);
        }
        let stake = Stake {
            mass: before.mass,
            kinetic: before.kinetic.max(after.kinetic),
        };
        let rounding = ROUNDING * (was.kinetic + was.potential.abs());
        let hits = match model.is_unilateral() {
            true if model.contact().is_some() => TOUCHED,
            true => HIT,
            false => 1.0,
        };
        let level = state.control.level;
        let of = |hits| Imbalance::of_high_order(model, (sub, level), error.abs(), stake, (hits, rounding));
        let mut imbalance = of(hits);
        if model.settings.integrator == Integrator::Rattle {
            return imbalance;
        }
        // Work of constraints that are closed stems from opening them, in a sub-step that was too long: it counts as the error where the balance
        // has none.
        let fed = (state.work.feedback - self.before.work.feedback).abs();
        let is_much = fed > of(1.0).balance.allowed && imbalance.is_allowed();
        if is_much && !self.began_open(context, OPEN_AS_BUILT) {
            imbalance.balance.error = fed;
        }
        imbalance
    }
}

/// Fraction of a step's allowed energy error that is allowed to a sub-step of `sub` seconds; 1 for Dormand-Prince, whose own estimate sets the
/// length.
fn share(model: &Model, sub: f64) -> f64 {
    let follows = matches!(model.settings.integrator, Integrator::Rk4 | Integrator::Rattle);
    match model.is_passive_tree && follows {
        true => (followed(model, sub) / model.settings.dt).min(1.0),
        false => 1.0,
    }
}

/// Returns the length for which a sub-step of `sub` seconds counts in its allowed energy error (s).
pub(super) fn followed(model: &Model, sub: f64) -> f64 {
    sub.max(model.settings.dt / MANY)
}
