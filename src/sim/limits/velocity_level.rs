//! Rows with limits in a step by impulses:
//!
//! ```text
//! free     u+ >= -gap/h - h gamma/2           no row passes its limit, and none stops short of it
//! hits     u+ >= -e u-                        where the limit is reached within the step, faster than rest; e is reduced if the other limit would be passed
//! beyond   u+ >= rate |gap| - h gamma/2       drawn back at the rate of the feedback
//! capped   |lambda| <= most k              over the time k in which multipliers act
//! ```
//! (Stewart and Trinkle 1996; Anitescu and Potra 1997.) First order, like the friction that depends on it.

use crate::constraints::{Limits, Mode};
use crate::sim::dynamics::{CLOSING_SPEED, Dynamics};
use crate::sim::{Model, SimState};

use super::active_set::ActiveSet;
use super::condition::Condition;
use super::nearest_limit::{condition, mode_of, nearest, set_mode};
use super::tolerance::TOUCHING;
use crate::solver::{BlockPivoting, Side};

pub use super::span::{Part, Span};

/// Least speed at which an impact bounces (m/s, rad/s).
pub const REST: f64 = 1e-3;

/// A row that closes and bounces.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Its condition (index), and its row in the system.
    pub condition: usize,
    pub row: usize,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// c of the row without restitution.
    pub closed: f64,
}

/// The conditions of the limits in a step, each with its link (dense index).
#[derive(Default)]
pub struct VelocityLimits {
    links: Vec<usize>,
    /// Distance of each row to its other limit, beyond which it would pass if not held there too (m, rad).
    across: Vec<f64>,
    /// Links (dense indices) that reach the farther of their limits within the step.
    crossing: Vec<usize>,
    /// Conditions whose rows the last velocities lead beyond their other limit, and which of them change over.
    passing: Vec<usize>,
    pivoting: BlockPivoting,
    /// Links (dense indices) that reach their limit at the end of the step, and bounce in the next one.
    arriving: Vec<usize>,
    hits: Vec<Hit>,
    conditions: Vec<Condition>,
    active: ActiveSet,
}

impl VelocityLimits {
    /// Gathers the conditions: gives all rows with limits modes in which they hold, at the nearer limit, and starts from the rows held before.
    pub fn gather_conditions(&mut self, model: &Model, guess: &[f64], state: &mut SimState, span: Span) {
        let (h, kick) = (span.closing, span.of_capped());
        self.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            let Some(limits) = link.limits() else { continue };
            let (mut near, mode) = (nearest(model, link, state), mode_of(link, state));
            let crosses = self.crossing.contains(&index);
            if crosses {
                near = near.opposite();
            }
            let side = match (limits, mode) {
                (Limits::Capped { .. }, mode) => side_of_capped(mode),
                _ if crosses => Side::Held,
                // A row that pushed in the previous step may have been released since, because it opens by rounding.
                _ if limits.holds(mode) || guess.get(link.row).is_some_and(|lambda| *lambda != 0.0) => {
                    Side::Held
                }
                _ if near.gap + h * near.rate < -TOUCHING => Side::Held,
                _ if near.sign > 0.0 => Side::Low,
                _ => Side::High,
            };
            let held = limits.holding(near.mode);
            set_mode(link, state, held);
            self.links.push(index);
            self.across.push(near.across);
            self.conditions.push(match limits {
                Limits::Capped { .. } => capped_condition(index, limits, side, kick),
                _ => condition(index, limits, held, side),
            });
        }
    }

    /// Gathers the conditions of the rows of limited force alone, which act for `kick` seconds, and frees these rows until [`Self::hold_capped`].
    pub fn gather_capped(&mut self, model: &Model, state: &mut SimState, kick: f64) {
        self.begin();
        self.clear();
        self.arriving.clear();
        self.hits.clear();
        for &index in model.bounded() {
            let link = &model.links[index];
            let Some(limits @ Limits::Capped { .. }) = link.limits() else {
                continue;
            };
            let side = side_of_capped(mode_of(link, state));
            set_mode(link, state, Mode::Low);
            self.links.push(index);
            self.across.push(0.0);
            self.conditions.push(capped_condition(index, limits, side, kick));
        }
    }

    /// Gives the rows of limited force the mode in which they are equations.
    pub fn hold_capped(&self, model: &Model, state: &mut SimState) {
        for &index in &self.links {
            set_mode(&model.links[index], state, Mode::Inside);
        }
    }

    /// Leaves no condition.
    fn clear(&mut self) {
        self.links.clear();
        self.across.clear();
        self.conditions.clear();
    }

    /// Forgets the rows that crossed from one limit to the other in the previous span.
    pub fn begin(&mut self) {
        self.crossing.clear();
        self.pivoting = BlockPivoting::default();
    }

    /// Whether the velocities just found, with these rates of the rows, lead any row from one limit beyond the other within the step: the step must
    /// then be solved again, once they have [changed over](Self::change_over).
    pub fn pass(&mut self, model: &Model, dynamics: &Dynamics, rates: &[f64], span: Span) -> bool {
        if span.part != Part::Whole {
            return false;
        }
        self.passing.clear();
        for (condition, (&index, across)) in self.links.iter().zip(&self.across).enumerate() {
            let row = model.links[index].row;
            let rate = self.sign(condition) * (rates[row] + dynamics.evaluation.time_rate()[row]);
            if across - span.closing * rate < -TOUCHING {
                self.passing.push(condition);
            }
        }
        !self.passing.is_empty()
    }

    /// Holds rows that pass beyond their other limit there. All of them change over at once; when that does not reduce their number, only the last of
    /// them does, as in block pivoting.
    pub fn change_over(&mut self) {
        self.pivoting.choose(&mut self.passing);
        for &condition in &self.passing {
            let index = self.links[condition];
            // A row that crossed may be thrown back by others that cross.
            match self.crossing.iter().position(|crossing| *crossing == index) {
                Some(k) => {
                    self.crossing.swap_remove(k);
                }
                None => self.crossing.push(index),
            }
        }
    }

    /// Sets c of the gathered rows, once all rows are evaluated; capped rows keep theirs.
    pub fn set_c(&mut self, model: &Model, dynamics: &mut Dynamics, span: Span) {
        let h = span.closing;
        // A part at rest may have fallen since the middle of a longer step.
        let rest = REST.max(2.0 * span.kick * model.settings.gravity.length());
        let bounces = span.part != Part::Smooth;
        self.hits.clear();
        self.arriving.clear();
        for (condition, &index) in self.links.iter().enumerate() {
            let link = &model.links[index];
            let (row, at) = (link.row, &dynamics.evaluation);
            let (value, rate, time_rate) = (at.value()[row], at.rate()[row], at.time_rate()[row]);
            let c = match link.limits() {
                Some(Limits::Range { restitution: own }) => {
                    let sign = self.sign(condition);
                    let (gap, closing) = (sign * value, -sign * rate);
                    let hits = bounces
                        && own > 0.0
                        && closing > rest
                        && gap < h * closing
                        // A row that crosses reaches its stop first, and bounces in the next step.
                        && !self.crossing.contains(&index);
                    // A bounce goes no farther than to the other limit.
                    let restitution = own.min(self.across[condition].max(0.0) / (h * closing));
                    let wanted = if hits {
                        self.hits.push(Hit {
                            condition,
                            row,
                            restitution,
                            closed: time_rate,
                        });
                        -restitution * rate
                    } else if span.part == Part::Smooth {
                        -sign * span.closes_at(gap, -closing)
                    } else if gap > 0.0 {
                        // The rate before the step does not lead it there, but the forces of the step do: it bounces in the next step.
                        if own > 0.0 && gap > h * rest {
                            self.arriving.push(index);
                        }
                        -sign * span.closes_at(gap, -closing) - at.bend(row, h)
                    } else {
                        -(model.settings.feedback_rate() * value).clamp(-CLOSING_SPEED, CLOSING_SPEED)
                            - at.bend(row, h)
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

    /// Frees rows that open in the pose reached by a step: as the pose turns, unilateral rows are left behind, and a projection must not draw them
    /// back. A row that crossed to its other limit, or has just arrived at its limit, bounces there in the next step.
    pub fn release(&self, model: &Model, state: &mut SimState) {
        for &index in &self.links {
            let link = &model.links[index];
            // Rows that are free already need no check.
            let holds = !link.is_capped() && mode_of(link, state) != Mode::Inside;
            let bounces = |limits| matches!(limits, Limits::Range { restitution } if restitution > 0.0);
            let crosses = self.crossing.contains(&index) && link.limits().is_some_and(bounces);
            let goes_on = crosses || self.arriving.contains(&index);
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

    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// The rows that close and bounce, once c of their rows is set.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Solves under the conditions, and stores the resulting modes in the state.
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
        state.control.unsolved_contacts += u64::from(unsettled);
        self.keep(model, state, self.active.sides());
        Ok(())
    }

    /// Stores the modes that belong to the sides found, one a condition.
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

/// Side of its bounds on which the multiplier of a row of limited force starts.
fn side_of_capped(mode: Mode) -> Side {
    match mode {
        Mode::Low => Side::Low,
        Mode::High => Side::High,
        Mode::Inside => Side::Held,
    }
}

/// Condition of a row of limited force that acts for `kick` seconds.
fn capped_condition(index: usize, limits: Limits, side: Side, kick: f64) -> Condition {
    let mut condition = condition(index, limits, Mode::Inside, side);
    condition.bounds = condition.bounds.map(|bound| bound * kick);
    condition
}
