//! Rows with limits in a step by impulses:
//!
//! ```text
//! free     u+ >= -gap/h              nothing passes its limit, and nothing stops short of it
//! hits     u+ >= -e u-               where it is reached within the step, faster than rest; e takes nothing beyond the other limit
//! beyond   u+ >= rate |gap|          drawn back at the rate of the feedback
//! capped   |lambda| <= most k              over the time k in which multipliers act
//! ```
//! (Stewart and Trinkle 1996; Anitescu and Potra 1997.) First order, like the friction that depends on it.

use crate::constraints::{Limits, Mode};
use crate::sim::dynamics::{CLOSING_SPEED, Dynamics};
use crate::sim::{Model, SimState};

use super::active_set::ActiveSet;
use super::condition::Condition;
use super::near::{condition, mode_of, nearest, set_mode};
use super::tolerance::TOUCHING;
use crate::solver::Side;

/// Speed below which a bounce is rest, at least (m/s, rad/s).
pub const REST: f64 = 1e-3;

/// What a solve for velocities has of a step by impulses.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Seconds in which gaps may close.
    pub closing: f64,
    /// Seconds in which multipliers act: those for which they stand as forces.
    pub kick: f64,
    pub part: Part,
}

/// The part of a step by impulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// An impact, in which no force of limited size has an impulse.
    Impact,
    /// What follows it over the step, from its middle on: rates after it are to be those before it turned round, at most, and nothing bounces.
    Smooth,
}

impl Span {
    /// Of a whole step in which gaps close for `h` seconds and multipliers act for `kick`.
    pub fn whole((h, kick): (f64, f64)) -> Self {
        Self {
            closing: h,
            kick,
            part: Part::Whole,
        }
    }

    /// Seconds in which forces act. What was done before a whole step so that its velocities are those of middles is none of it.
    pub fn acting(&self) -> f64 {
        match self.part {
            Part::Impact => 0.0,
            Part::Whole => self.closing,
            Part::Smooth => self.kick,
        }
    }

    /// Seconds in which what is of limited force acts.
    fn of_capped(&self) -> f64 {
        match self.part {
            Part::Impact => 0.0,
            Part::Whole | Part::Smooth => self.kick,
        }
    }

    /// At which a gap that closes at `rate` (m/s, below 0) may go on closing (m/s).
    pub fn closes_at(&self, gap: f64, rate: f64) -> f64 {
        let closed = gap.max(0.0) / self.closing;
        match self.part {
            Part::Smooth => closed.max(rate),
            Part::Whole | Part::Impact => closed,
        }
    }
}

/// A row that closes and bounces.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Its condition (index), and its row in the system.
    pub condition: usize,
    pub row: usize,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// c of the row without it.
    pub closed: f64,
}

/// The conditions of a step, each with its link (dense index).
#[derive(Default)]
pub struct Limited {
    links: Vec<usize>,
    /// Distance of each to its other limit, to which it would pass if not held there too (m, rad).
    across: Vec<f64>,
    /// Links (dense indices) that meet the farther of their limits within the step.
    crossing: Vec<usize>,
    hits: Vec<Hit>,
    conditions: Vec<Condition>,
    active: ActiveSet,
}

impl Limited {
    /// Gives all rows with limits modes in which they hold, at the nearer limit, and starts from who held before.
    pub fn aim(&mut self, model: &Model, guess: &[f64], state: &mut SimState, span: Span) {
        let (h, kick) = (span.closing, span.of_capped());
        self.links.clear();
        self.across.clear();
        self.conditions.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            let Some(limits) = link.limits() else { continue };
            let (mut near, mode) = (nearest(model, link, state), mode_of(link, state));
            let crosses = self.crossing.contains(&index);
            if crosses {
                near = near.opposite();
            }
            let side = match (limits, mode) {
                (Limits::Capped { .. }, Mode::Low) => Side::Low,
                (Limits::Capped { .. }, Mode::High) => Side::High,
                (Limits::Capped { .. }, Mode::Inside) => Side::Held,
                _ if crosses => Side::Held,
                // What pushed a step before may have been let go since, as it opens by rounding.
                _ if limits.holds(mode) || guess.get(link.row).is_some_and(|lambda| *lambda != 0.0) => {
                    Side::Held
                }
                _ if near.gap + h * near.rate < -TOUCHING => Side::Held,
                _ if near.sign > 0.0 => Side::Low,
                _ => Side::High,
            };
            let held = limits.holding(near.mode);
            set_mode(link, state, held);
            let mut condition = condition(index, limits, held, side);
            if let Limits::Capped { .. } = limits {
                condition.bounds = condition.bounds.map(|bound| bound * kick);
            }
            self.links.push(index);
            self.across.push(near.across);
            self.conditions.push(condition);
        }
    }

    /// Forgets what crossed from one limit to the other in the span before.
    pub fn begin(&mut self) {
        self.crossing.clear();
    }

    /// Whether the velocities just found, with these rates of the rows, lead anything from one limit beyond the other within the step: it is to
    /// be solved again, with that held there.
    pub fn cross(&mut self, model: &Model, dynamics: &Dynamics, rates: &[f64], span: Span) -> bool {
        if span.part != Part::Whole {
            return false;
        }
        let mut changed = false;
        for (condition, (&index, across)) in self.links.iter().zip(&self.across).enumerate() {
            let row = model.links[index].row;
            let rate = self.sign(condition) * (rates[row] + dynamics.evaluation.time_rate()[row]);
            if across - span.closing * rate < -TOUCHING {
                changed = true;
                // What crossed may be thrown back by others that do.
                match self.crossing.iter().position(|crossing| *crossing == index) {
                    Some(k) => {
                        self.crossing.swap_remove(k);
                    }
                    None => self.crossing.push(index),
                }
            }
        }
        changed
    }

    /// Sets c of the rows gathered, once all rows are evaluated; capped rows keep theirs.
    pub fn set_c(&mut self, model: &Model, dynamics: &mut Dynamics, span: Span) {
        let h = span.closing;
        // What rests may have fallen from the middle of a longer step.
        let rest = REST.max(2.0 * span.kick * model.settings.gravity.length());
        let bounces = span.part != Part::Smooth;
        self.hits.clear();
        for (condition, &index) in self.links.iter().enumerate() {
            let link = &model.links[index];
            let (row, at) = (link.row, &dynamics.evaluation);
            let (value, rate, time_rate) = (at.value()[row], at.rate()[row], at.time_rate()[row]);
            let c = match link.limits() {
                Some(Limits::Range { restitution }) => {
                    let sign = self.sign(condition);
                    let (gap, closing) = (sign * value, -sign * rate);
                    let hits = bounces
                        && restitution > 0.0
                        && closing > rest
                        && gap < h * closing
                        // What crosses comes to its stop first.
                        && !self.crossing.contains(&index);
                    // No farther than to the other limit.
                    let restitution = restitution.min(self.across[condition].max(0.0) / (h * closing));
                    let wanted = if hits {
                        self.hits.push(Hit {
                            condition,
                            row,
                            restitution,
                            closed: time_rate,
                        });
                        -restitution * rate
                    } else if gap > 0.0 || span.part == Part::Smooth {
                        -sign * span.closes_at(gap, -closing)
                    } else {
                        -(model.settings.feedback_rate() * value).clamp(-CLOSING_SPEED, CLOSING_SPEED)
                    };
                    time_rate - wanted
                }
                Some(Limits::OneWay) => time_rate,
                _ => continue,
            };
            dynamics.problem.set_c(row, c);
        }
    }

    /// 1 of a condition at a lower limit, -1 at an upper one.
    fn sign(&self, condition: usize) -> f64 {
        if self.conditions[condition].bounds[0] == f64::NEG_INFINITY {
            -1.0
        } else {
            1.0
        }
    }

    /// Frees what opens in the pose that a step has come to: as that turns, what may only push is left behind, and is not to be drawn
    /// back by a projection. What has crossed to its other limit and bounces there does so in the step that comes.
    pub fn release(&self, model: &Model, state: &mut SimState) {
        for &index in &self.links {
            let link = &model.links[index];
            // What is free already need not be looked at.
            let holds = !link.is_capped() && mode_of(link, state) != Mode::Inside;
            let bounces = |limits| matches!(limits, Limits::Range { restitution } if restitution > 0.0);
            let goes_on = self.crossing.contains(&index) && link.limits().is_some_and(bounces);
            if holds && (goes_on || nearest(model, link, state).rate > 0.0) {
                set_mode(link, state, Mode::Inside);
            }
        }
    }

    /// Ranges and one-way rows (dense indices of constraints) that hold, once the modes of a step are kept.
    pub fn held<'a>(&'a self, model: &'a Model, state: &'a SimState) -> impl Iterator<Item = usize> + 'a {
        let holds = |index: &usize| {
            let link = &model.links[*index];
            link.limits().is_some_and(|limits| {
                !matches!(limits, Limits::Capped { .. }) && limits.holds(mode_of(link, state))
            })
        };
        self.links.iter().copied().filter(holds)
    }

    /// Whether there are any.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Those of them that close and bounce, once c of their rows is set.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Solves under the conditions, and keeps the modes that come of it.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        model: &Model,
        dynamics: &mut Dynamics,
        state: &mut SimState,
    ) -> Result<(), crate::solver::SolveError> {
        let unsettled = dynamics.solve_bounded(model, &mut self.active, &self.conditions)?;
        state.control.unsettled += u64::from(unsettled);
        self.keep(model, state, self.active.sides());
        Ok(())
    }

    /// Keeps the modes of the sides found, one a condition.
    pub fn keep(&self, model: &Model, state: &mut SimState, sides: &[Side]) {
        for (&index, side) in self.links.iter().zip(sides) {
            let link = &model.links[index];
            let mode = match (link.limits(), side) {
                (_, Side::Held) => continue,
                (Some(Limits::Capped { .. }), Side::Low) => Mode::Low,
                (Some(Limits::Capped { .. }), Side::High) => Mode::High,
                _ => Mode::Inside,
            };
            set_mode(link, state, mode);
        }
    }
}
