//! Whether a sub-step stands: by the stiffness under load and by the energy that came or went unaccounted.
//!
//! ```text
//! omega sub <= 1       and       |dE - dW| <= what the order explains
//! ```

use std::mem;

use crate::math::Vec2;
use crate::scene::Integrator;
use crate::solver::SolveError;

use super::super::integrators::{Hold, StepContext, StepError, taken_by};
use super::super::nearby::{fastest, gyration};
use super::super::stabilise::TORN;
use super::super::{Model, Place, SimState};
use super::energy_error::{is_taken_by_low_order, of_low_order};
use super::softening::may_touch;
use super::verdict::{Otherwise, Verdict};
use super::{DEEPEST, DEEPEST_FOR_LOAD, RETRY, Stepper, deepest, passing};

/// Levels of halving at most for the sake of energy.
const DEEPEST_FOR_ENERGY: u32 = 6;
/// Levels of halving from which a sub-step in which parts touch and energy comes or goes is one by impulses.
const DEEPEST_FOR_IMPACTS: u32 = 10;
/// Events in the attempts of a step that were refused from which no shorter one is tried for their sake.
const MOST_REFUSED_EVENTS: usize = 512;
/// Levels of halving at most where contacts are not solved exactly: shorter ones may meet others.
const DEEPEST_FOR_UNSETTLED: u32 = 4;
/// Halvings beyond that in vain at most, once a step.
const PATIENCE: u32 = 10;
/// How many times as much as it has to hold a machine under strain pulls.
const STRAIN: f64 = 10.0;
/// Share of the rate at which constraints opened in the attempt before that is as fast; a step of order one opens them half as fast where it
/// is half as long.
const STEADY: f64 = 0.75;
/// |C| a projection may leave (m, rad).
pub(super) const OPEN: f64 = 1e-9;
/// Rate at which what is torn goes on to open, where a sub-step is so short that little of C can open or be closed in it (m/s, rad/s).
const TEARING: f64 = 1e-2;
/// Turn in a sub-step from which a phase error is counted that RATTLE makes in it (rad).
const TURN: f64 = 0.05;
/// Share of the right-hand side left unmet that is no rounding.
const UNMET: f64 = 1e-6;

impl Stepper {
    pub(super) fn judge(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        (sub, h): (f64, f64),
        left: f64,
    ) -> Verdict {
        let model = context.model;
        let soft = self.before.control.soft;
        let calm = match self.follows_loads(context, state, (sub, h)) {
            Ok(calm) => calm,
            Err(verdict) => return verdict,
        };
        // Soft steps leave a state that exact ones do not follow on from, and what the solver leaves open no shorter
        // step closes.
        let torn = self.is_torn(context, left, sub);
        if context.dynamics.approximates() {
            return Verdict::Good { calm };
        }
        if soft && torn {
            return Verdict::SOFT;
        }
        if soft && (!self.touches_by_events(context, state) || self.keeps_energy(context, state, sub)) {
            return Verdict::Good { calm };
        }
        // Where impulses took the step before, they go on, but for a try now and then.
        if soft && !state.step.is_multiple_of(RETRY) {
            return Verdict::SOFT;
        }
        let imbalance = self.energy(context, state, sub);
        if !imbalance.is_allowed() || torn || left > OPEN {
            // Where parts touch at a pose in which J all but loses rank, impacts follow each other at any length, or forces are undetermined: impulses take that.
            let impacts = self.touches_by_events(context, state)
                && !imbalance.is_allowed()
                && !is_taken_by_low_order(model, state);
            if !torn && impacts && state.control.level >= self.deepest_for_impacts() {
                return Verdict::SOFT;
            }
            // What holding brakes, as what spins fast, is followed.
            let integrator = model.settings.integrator;
            self.unheld |= self.work.held() != Hold::Nothing && integrator != Integrator::Rk4;
            // Down to the depth for loads anything is tried; beyond, it may be a contradiction, which no length closes.
            let steady = torn && self.opens_steadily(model, left, sub);
            let hopeless = steady && state.control.level >= DEEPEST_FOR_LOAD;
            return Verdict::Shorter {
                halvings: 1,
                deepest: match is_taken_by_low_order(model, state) {
                    _ if torn && hopeless => DEEPEST_FOR_LOAD,
                    _ if torn => self.deepest_from_here(context),
                    true => self.deepest_of_low_order(context, &imbalance, sub),
                    false => match self.better_shorter(&imbalance) {
                        Some(true) => self.deepest_from_here(context),
                        Some(false) => {
                            // A whip loses as much by any sub-step that is longer than it takes.
                            let patience = if model.resolvable && !self.vain {
                                PATIENCE
                            } else {
                                0
                            };
                            let most = DEEPEST_FOR_ENERGY + patience;
                            self.vain |= state.control.level >= most;
                            most
                        }
                        // What constraints hold may be a pose in which nothing gives way, which shorter sub-steps only hide.
                        None if self.vain || !(model.links.is_empty() || model.resolvable) => {
                            DEEPEST_FOR_ENERGY
                        }
                        None if deepest(model) < DEEPEST => deepest(model),
                        None => DEEPEST.min(DEEPEST_FOR_ENERGY.max(state.control.level) + 1),
                    },
                },
                otherwise: if torn
                    || impacts
                    || state.control.level >= DEEPEST_FOR_ENERGY && is_driven_against(context)
                {
                    Otherwise::Soften
                } else if deepest(model) < DEEPEST && state.control.level >= deepest(model) {
                    Otherwise::Fail(StepError::Unresolved)
                } else {
                    Otherwise::Accept
                },
            };
        }
        Verdict::Good {
            calm: calm && imbalance.is_calm(),
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

    /// Levels of halving at most from where the sub-step began.
    pub(super) fn deepest_from_here(&mut self, context: &mut StepContext<'_>) -> u32 {
        if is_driven_against(context) {
            DEEPEST_FOR_ENERGY
        } else if self.began_torn(context) {
            DEEPEST_FOR_LOAD
        } else {
            deepest(context.model)
        }
    }

    /// Whether the constraints were open by more than this (m, rad) where the sub-step began.
    pub(super) fn began_open(&mut self, context: &mut StepContext<'_>, most: f64) -> bool {
        let open = if context.model.bounded().is_empty() {
            let projector = &mut self.work.projector;
            projector.open(context.dynamics, context.model, &self.before)
        } else {
            // Rows that limit are no equations: how far they are beyond.
            context.dynamics.drift(context.model, &self.before).largest().0
        };
        open.is_nan() || open > most
    }

    /// Whether parts touch, by events, in the sub-step just taken or where it ended.
    pub(super) fn touches_by_events(&self, context: &StepContext<'_>, state: &SimState) -> bool {
        context.model.contact().is_some() && (self.events.count() > 0 || !state.closed.is_empty())
    }

    /// Levels of halving at most where parts touch and energy bursts in, comes or goes.
    pub(super) fn deepest_for_impacts(&self) -> u32 {
        if self.refused_events > MOST_REFUSED_EVENTS {
            0
        } else {
            DEEPEST_FOR_IMPACTS
        }
    }

    /// Levels of halving at most where contacts were not solved exactly at an event in the sub-step just taken; none where there were more of these than can
    /// be followed.
    pub(super) fn unsettled(&self, context: &StepContext<'_>, state: &SimState) -> Option<u32> {
        let by_events = context.model.settings.integrator != Integrator::Impulse;
        let unsettled = state.control.unsettled > self.before.control.unsettled;
        let deepest = if self.events.ran_out() || self.refused_events > MOST_REFUSED_EVENTS {
            0
        } else {
            DEEPEST_FOR_UNSETTLED
        };
        (by_events && unsettled && may_touch(context, state)).then_some(deepest)
    }

    /// Whether limits took hold and let go without end in a sub-step that began with joints torn: no shorter one settles that.
    pub(super) fn storms_in_vain(&mut self, context: &mut StepContext<'_>, state: &SimState) -> bool {
        state.control.unsettled > self.before.control.unsettled && self.began_beyond_limits(context)
    }

    /// Whether the sub-step began with joints torn in a machine with limits, which may be what is torn.
    pub(super) fn began_beyond_limits(&mut self, context: &mut StepContext<'_>) -> bool {
        !context.model.bounded().is_empty() && self.began_torn(context)
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
        let stiffness = self.stiffness.of(model, dynamics, (q, v, time, memory));
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

    /// What a sub-step passed over that does not tell how it goes on, as the error that it is where none does: a line that a constraint
    /// measures closed up, parts `flew` by each other, or a drive passed a pose in which it has no effect.
    pub(super) fn passed_over(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        flew: bool,
    ) -> Option<StepError> {
        match passing::closed_up(context.model, &self.before, state) {
            Some(link) => Some(StepError::ClosedUp(link)),
            None if flew => Some(StepError::Unresolved),
            None => self.no_effect.passed(context, &self.before, state),
        }
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

    /// Adds to what sub-steps have missed what RATTLE does where a part that nothing drives turns by `a = omega sub`, or the way of its centre does: it
    /// goes round as if by `a - a³/24`. Its energy does not tell, which stays what it was.
    pub(super) fn note_turn(&self, model: &Model, state: &mut SimState, sub: f64) {
        if !model.passive || taken_by(model, state) != Integrator::Rattle {
            return;
        }
        let turn = model.fastest_turn(state).map_or(0.0, |(_, rate)| rate * sub);
        let turned = if turn > TURN {
            fastest(model, &state.v, 0..model.bodies.len()) * turn * turn
        } else {
            0.0
        };
        let bodies = model.bodies.iter().filter(|body| body.motion.dim() > 1);
        let ways = bodies.map(|body| {
            let centre = |v: &[f64]| Vec2::new(v[body.offset], v[body.offset + 1]);
            let [before, after] = [&self.before.v, &state.v].map(|v| centre(v));
            let slower = before.length().min(after.length());
            // What turns back does so at nearly no speed, or within a line.
            let sine = before.perp_dot(after).abs() / (before.length() * after.length());
            if sine > TURN { slower * sine * sine } else { 0.0 }
        });
        state.control.missed += ways.fold(turned, f64::max) * sub / 24.0;
    }
}

/// Whether drives ask for what the constraints do not let them, so that no multipliers met all of the right-hand side in the last solve.
pub(super) fn is_driven_against(context: &StepContext<'_>) -> bool {
    !context.model.passive && context.dynamics.solver.report().contradiction > UNMET
}

/// Whether what slides at a point of contact pushes to no effect, in a set in which others hold already what it would: impulses tell.
pub(super) fn has_no_effect(context: &StepContext<'_>, error: &StepError) -> bool {
    let joints = context.model.links.len();
    matches!(error, StepError::Solve(SolveError::NoEffect { constraint }) if *constraint >= joints)
}
