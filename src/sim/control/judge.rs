//! Whether a sub-step stands: by the stiffness under load and by the energy that came or went unaccounted.
//!
//! ```text
//! omega sub <= 1       and       |dE - dW| <= what the order explains
//! ```

use std::mem;

use crate::scene::Integrator;

use super::super::integrators::{StepContext, StepError};
use super::super::nearby::{fastest, gyration};
use super::super::stabilise::TORN;
use super::super::stop::encounter;
use super::super::{Energy, Model, Place, SimState, Stake, vibration};
use super::burst::is_burst;
use super::{DEEPEST, DEEPEST_FOR_LOAD, Otherwise, Stepper, Verdict, deepest};

/// Largest angle (rad) of the fastest vibration in a sub-step; and below which share of it a longer one is tried.
const ANGLE: f64 = 1.0;
const CALM: f64 = 0.8;
/// Levels of halving at most for the sake of energy, where the order is high and where it is low: what an explicit step
/// gains as parts turn falls with its length alone.
const DEEPEST_FOR_ENERGY: (u32, u32) = (6, 3);
/// Angle of the vibration in a whole step from which strain counts (rad).
const TAUT: f64 = 4.0;
/// How many times as much as it has to hold a machine under strain pulls.
const STRAIN: f64 = 10.0;
/// Sub-steps between looks at the stiffness while steps are whole.
const LOOK: u64 = 4;
/// Energy that a sub-step of high order may lose or gain: share of the kinetic energy, and J/kg.
const HIGH_ORDER: (f64, f64) = (1e-5, 1e-8);
/// Share of the energy of all parts that is rounding.
const ROUNDING: f64 = 1e-15;
/// The same for low order, a second: what an explicit step gains as parts turn goes on and on.
const LOW_ORDER: (f64, f64) = (0.2, 0.25);
/// What a sub-step of low order may gain before it counts as a burst: share of the kinetic energy, and J/kg.
const OWN: (f64, f64) = (0.05, 5e-3);
/// What a sub-step twice as long does to its energy error against what is allowed: of high and of low order.
const GROWTH: (f64, f64) = (32.0, 2.0);
/// The same of RATTLE.
const GROWTH_OF_RATTLE: f64 = 8.0;
/// The same of RATTLE, whose error goes up and down with the motion while its steps are equal: only what no such motion explains.
/// Where they are divided they are not equal, and it is held to what the others are.
const SYMPLECTIC: (f64, f64) = (1e-2, 1e-6);
/// By what factor the error falls at least where half the length helps, and how many times the allowed error is gross.
const HELPS: f64 = 2.0;
const GROSS: f64 = 10.0;
/// Decay of a damper in a sub-step of RATTLE that two rounds of iteration follow.
const FOLLOWED: f64 = 1.0;
/// Share of the rate at which constraints opened in the attempt before that is as fast; a step of order one opens them half as fast where it
/// is half as long.
const STEADY: f64 = 0.75;
/// |C| beyond which feedback draws together what was open as built, and its work is its own (m, rad).
const AJAR: f64 = 1e-4;
/// |C| a projection may leave (m, rad).
pub(super) const OPEN: f64 = 1e-9;
/// Rate at which what is torn goes on to open, where a sub-step is so short that little of C can open or be closed in it (m/s, rad/s).
const TEARING: f64 = 1e-2;

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
fn of_low_order(model: &Model) -> bool {
    match model.settings.integrator {
        Integrator::SemiImplicitEuler | Integrator::Impulse => true,
        Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => false,
    }
}

impl Stepper {
    pub(super) fn judge(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        sub: f64,
        left: f64,
    ) -> Verdict {
        let model = context.model;
        let soft = self.before.control.soft;
        if soft || state.control.level > 0 || state.control.total.is_multiple_of(LOOK) {
            let SimState {
                q, v, time, memory, ..
            } = &*state;
            state.control.stiffness = self.stiffness.of(model, context.dynamics, q, v, *time, memory);
        }
        let angle = state.control.stiffness * sub;
        // What is not resolved at that depth either is judged by its energy.
        if angle.is_nan() || angle > ANGLE && state.control.level < DEEPEST_FOR_LOAD {
            let whole = sub * f64::from(1u32 << state.control.level);
            if self.is_taut(context, sub, (whole, TAUT)) {
                return Verdict::SOFT;
            }
            let mut halvings = 1;
            while halvings < DEEPEST_FOR_LOAD && angle > ANGLE * f64::from(1u32 << halvings) {
                halvings += 1;
            }
            return Verdict::Shorter {
                halvings,
                deepest: DEEPEST_FOR_LOAD,
                otherwise: Otherwise::Accept,
            };
        }
        let calm = 2.0 * angle <= CALM * ANGLE;
        // Soft steps leave a state that exact ones do not follow on from, and what the solver leaves open no shorter
        // step closes.
        let torn = self.is_torn(context, left, sub);
        if context.dynamics.approximates() {
            return Verdict::Good { calm };
        }
        if soft && torn {
            return Verdict::SOFT;
        }
        if soft {
            return Verdict::Good { calm };
        }
        let (error, allowed, growth) = self.energy(context, state, sub);
        if error.is_nan() || error > allowed || torn || left > OPEN {
            let (high, low) = DEEPEST_FOR_ENERGY;
            // Down to the depth for loads anything is tried; beyond, it may be a contradiction, which no length closes.
            let steady = torn && self.opens_steadily(model, left, sub);
            let hopeless = steady && state.control.level >= DEEPEST_FOR_LOAD;
            return Verdict::Shorter {
                halvings: 1,
                deepest: match of_low_order(model) {
                    _ if torn && (hopeless || self.began_torn(context)) => DEEPEST_FOR_LOAD,
                    _ if torn => deepest(model),
                    true => low,
                    false => match self.better_shorter(error, allowed) {
                        Some(true) => deepest(model),
                        Some(false) => {
                            self.vain |= state.control.level >= high;
                            high
                        }
                        // What constraints hold may be a pose in which nothing gives way, which shorter sub-steps only hide.
                        None if self.vain || !model.links.is_empty() => high,
                        None if deepest(model) < DEEPEST => deepest(model),
                        None => high.max(state.control.level) + 1,
                    },
                },
                otherwise: if torn {
                    Otherwise::Soften
                } else if deepest(model) < DEEPEST && state.control.level >= deepest(model) {
                    Otherwise::Fail(StepError::Unresolved)
                } else {
                    Otherwise::Accept
                },
            };
        }
        Verdict::Good {
            calm: calm && growth * error <= CALM * allowed,
        }
    }

    /// Whether constraints are torn that a sub-step of `sub` seconds has left so far open (m, rad).
    fn is_torn(&mut self, context: &mut StepContext<'_>, left: f64, sub: f64) -> bool {
        let opens = left > (TEARING * sub).max(OPEN);
        left.is_nan() || left > TORN || opens && self.began_torn(context)
    }

    /// Whether constraints open as fast as in the attempt before, which was longer: so they do where they contradict each other, and no
    /// length closes them. What moves too fast for longer sub-steps is closed by shorter ones all the better. `left` is what
    /// projection leaves open (m, rad).
    ///
    /// What was closed and is not driven is no contradiction: where a light part is whipped round, the motion may be too fast for any but the
    /// shortest.
    pub(super) fn opens_steadily(&mut self, model: &Model, left: f64, sub: f64) -> bool {
        let rate = left / sub;
        let before = self.tearing.replace(rate);
        !model.passive && before.is_some_and(|before| rate > STEADY * before)
    }

    /// Whether the constraints were open already where the sub-step began: that is a contradiction or a joint as built, which no
    /// length closes. What opens within a sub-step may be a motion too fast for it.
    pub(super) fn began_torn(&mut self, context: &mut StepContext<'_>) -> bool {
        self.began_open(context, TORN)
    }

    /// Whether the constraints were open by more than this (m, rad) where the sub-step began.
    pub(super) fn began_open(&mut self, context: &mut StepContext<'_>, most: f64) -> bool {
        let projector = &mut self.work.projector;
        let open = projector.open(context.dynamics, context.model, &self.before);
        open.is_nan() || open > most
    }

    /// Whether the constraints pull far harder where the sub-step begins than forces, drives and turns explain, and what is under
    /// their load vibrates by more than an angle `within` some seconds: then the pose is close to one in which nothing can give
    /// way, and pulls grow as it comes closer. A soft step that follows is a stiff one.
    ///
    /// A pose in which rows only happen to depend on each other as the machine passes is none of these: there they may pull against
    /// each other to no avail, as rounding has it, but no longer half a sub-step further on.
    pub(super) fn is_taut(&mut self, context: &mut StepContext<'_>, sub: f64, within: (f64, f64)) -> bool {
        let time = self.before.time;
        let here = mem::take(&mut self.before.q);
        let further: Vec<f64> = here
            .iter()
            .zip(&self.before.v)
            .map(|(q, v)| q + 0.5 * sub * v)
            .collect();
        // What is held is worked out where the sub-step begins.
        let taut = self.pulls_beyond_reason(context, (&further, time + 0.5 * sub), within)
            && self.pulls_beyond_reason(context, (&here, time), within);
        self.before.q = here;
        self.taut = taut;
        taut
    }

    /// Whether they do in this pose at this time, with the velocities of where the sub-step begins.
    fn pulls_beyond_reason(
        &mut self,
        context: &mut StepContext<'_>,
        (q, time): (&[f64], f64),
        (h, angle): (f64, f64),
    ) -> bool {
        let (model, dynamics) = (context.model, &mut *context.dynamics);
        let SimState { v, memory, .. } = &self.before;
        if dynamics.is_trees() {
            return false;
        }
        let solved = dynamics.accelerations_by_rows(model, q, v, time, memory, context.grab);
        if solved.is_err() {
            return false;
        }
        let stiffness = self.stiffness.of(model, dynamics, q, v, time, memory);
        let turning: f64 = dynamics.evaluation.gamma().iter().map(|gamma| gamma.abs()).sum();
        let mut loads = model.mass() * turning;
        let arm = |place: &Place| place.body().map(|index| gyration(&model.bodies[index]));
        for body in &model.bodies {
            for k in 0..body.motion.dim() {
                let force = dynamics.system().force[body.offset + k].abs();
                loads += if k < 2 { force } else { force / gyration(body) };
            }
        }
        // What stands against a drive is no strain, and what it winds up neither.
        for link in model.links.iter().filter(|link| link.drive) {
            let arm = link.ends.iter().filter_map(arm).fold(1.0, f64::min);
            for lambda in &dynamics.solution.lambda[link.row..link.row + link.rows.len()] {
                loads += lambda.abs() / arm;
            }
        }
        stiffness * h > angle && self.stiffness.pull > STRAIN * loads
    }

    /// Whether more energy came in than the integrator itself explains.
    pub(super) fn bursts(&mut self, context: &StepContext<'_>, state: &mut SimState, sub: f64) -> bool {
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

    /// The energies and stakes where the sub-step began and where it has led to, worked out once.
    pub(super) fn energies(&mut self, context: &StepContext<'_>, state: &SimState) -> [(Energy, Stake); 2] {
        let before = &self.before;
        let held = context.grab.map(|grab| grab.body);
        let of = |state: &SimState| Energy::with_stake(context.model, state, held);
        *self.energies.get_or_insert_with(|| [of(before), of(state)])
    }

    /// Whether energy came or went in a sub-step of high order, and whether a shorter one is likely to do better.
    pub(super) fn leak(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> Leak {
        let (error, allowed, _) = self.energy(context, state, sub);
        if error <= allowed {
            Leak::None
        } else if self.better_shorter(error, allowed) != Some(false) {
            Leak::Helped
        } else {
            Leak::Open
        }
    }

    /// Whether no more energy came or went in a sub-step than its order explains.
    pub(super) fn keeps_energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let (error, allowed, _) = self.energy(context, state, sub);
        error <= allowed
    }

    /// Whether a still shorter sub-step is of use where the usual ones let energy go: what came of it is grossly wrong, or less so
    /// than that of twice the length. At a singular pose neither need be the case. Nothing where none was tried yet.
    fn better_shorter(&mut self, error: f64, allowed: f64) -> Option<bool> {
        let gross = error.is_nan() || error > GROSS * allowed;
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
        let (error, allowed, _) = self.energy(context, state, sub);
        error.is_nan() || error > allowed
    }

    /// Whether dissipation is too fast for RATTLE, which takes it explicitly.
    pub(super) fn overdamped(&self, context: &StepContext<'_>, state: &SimState, sub: f64) -> bool {
        let lost = state.work.dissipation != self.before.work.dissipation;
        lost && !context.model.loads.is_empty()
            && vibration::fastest(context.model, &self.before).is_some_and(|(_, rate)| rate * sub > FOLLOWED)
    }

    /// Energy that came or went unaccounted (J), how much may, and by what it grows with the length.
    fn energy(&mut self, context: &mut StepContext<'_>, state: &SimState, sub: f64) -> (f64, f64, f64) {
        let model = context.model;
        let [(was, before), (is, after)] = self.energies(context, state);
        let done = state.work.total() - self.before.work.total();
        let error = if model.settings.integrator == Integrator::Impulse {
            let at = |state: &SimState| Energy::at_one_instant(model, state, sub).total();
            at(state) - at(&self.before) - done
        } else {
            is.total() - was.total() - done
        };
        if of_low_order(model) {
            // What falls freely has its share in the error of an order as low.
            let liveliest = was.kinetic.max(is.kinetic);
            let allowed = (LOW_ORDER.0 * liveliest + LOW_ORDER.1 * model.mass()) * sub;
            return (error.abs(), allowed, GROWTH.1);
        }
        let kinetic = before.kinetic.max(after.kinetic);
        let rounding = ROUNDING * (was.kinetic + was.potential.abs());
        if model.settings.integrator == Integrator::Rattle {
            let whole = SYMPLECTIC.0 * kinetic + SYMPLECTIC.1 * before.mass + rounding;
            let divided = HIGH_ORDER.0 * kinetic + HIGH_ORDER.1 * before.mass + rounding;
            // From halves it goes back to whole steps by what is allowed of these.
            return match state.control.level {
                0 => (error.abs(), whole, GROWTH_OF_RATTLE),
                1 => (error.abs(), divided, GROWTH_OF_RATTLE * divided / whole),
                _ => (error.abs(), divided, GROWTH_OF_RATTLE),
            };
        }
        let allowed = HIGH_ORDER.0 * kinetic + HIGH_ORDER.1 * before.mass + rounding;
        // What constraints give while they are closed is the price of opening them, in a sub-step that was too long.
        let fed = (state.work.feedback - self.before.work.feedback).abs();
        let counts = fed > allowed && error.abs() <= allowed && !self.began_open(context, AJAR);
        (if counts { fed } else { error.abs() }, allowed, GROWTH.0)
    }

    /// Adds to what sub-steps have missed what a soft one, which is of order one, is estimated to: how far the mean of its velocities at
    /// both ends leads elsewhere, `h |v' - v|/2`. With an integrator of order one it is nothing out of the way.
    pub(super) fn note_softness(&self, context: &StepContext<'_>, state: &mut SimState, sub: f64) {
        let model = context.model;
        if of_low_order(model) {
            return;
        }
        let (now, before) = (state.v.iter(), &self.before.v);
        let change: Vec<f64> = now.zip(before).map(|(now, before)| now - before).collect();
        state.control.missed += 0.5 * sub * fastest(model, &change, 0..model.bodies.len());
    }
}
