//! A constraint of a compiled scene: its ends as places, its rows, and queries about them.

use std::ops::Range;
use std::sync::Arc;

use crate::constraints::{ConstraintKind, Level, Limits, Mode, RowInfo};
use crate::parameter::Unit;
use crate::scene::{Attach, Id};
use crate::sim::SimState;

use super::Place;

/// A constraint between places.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The constraint.
    pub id: Id,
    /// Its kind and parameters. Consecutive equal constraints share them.
    pub kind: Arc<ConstraintKind>,
    /// Its ends, as many as its kind has slots.
    pub ends: Box<[Place]>,
    /// Attachments of its ends, as in the scene; `None` if all ends are on moving parts, from which the attachments can be derived.
    pub(super) held: Option<Box<[Attach]>>,
    /// Properties of its rows. Shared like the kind.
    pub rows: Arc<[RowInfo]>,
    /// Its first row.
    pub row: usize,
    /// Whether its force acts elsewhere. It then approaches its target with its own time constant and does not hold at once.
    pub forced: bool,
    /// Offset of its memory in the state.
    pub memory: usize,
    /// Number of elements of its memory.
    pub memory_len: usize,
    /// Whether it is a drive; a closing joint stays one after it has closed.
    pub drive: bool,
    /// Extent of its machine as built: of the parts joined to it, and of what holds them to the ground (m).
    pub(in crate::sim) size: f64,
}

impl Link {
    /// Its rows, in the numbering of the model.
    pub fn row_range(&self) -> Range<usize> {
        self.row..self.row + self.rows.len()
    }
    /// Its memory in the memory of all constraints.
    pub fn memory_range(&self) -> Range<usize> {
        self.memory..self.memory + self.memory_len
    }
    /// Whether row `k` constrains a position, with a force at the constrained bodies.
    pub fn holds_position(&self, k: usize) -> bool {
        !self.forced && self.rows[k].level == Level::Position
    }
    /// Returns the limits of its single row, if it has any.
    pub fn limits(&self) -> Option<Limits> {
        self.kind.limits()
    }
    /// Whether it has broken, from the memory of all constraints.
    pub fn is_broken(&self, memory: &[f64]) -> bool {
        self.kind.is_broken(&memory[self.memory_range()])
    }
    /// Whether it holds a speed: one row of velocity, whose force acts where the speed is measured.
    pub fn is_paced(&self) -> bool {
        !self.forced && matches!(self.rows[..], [row] if row.level == Level::Velocity)
    }
    /// Returns its load for these multipliers of all rows, measured as in [`crate::constraints::Kind::breaks_at`] (N, or N m if it holds an
    /// angle only).
    pub fn load(&self, lambda: &[f64]) -> f64 {
        let lambda = lambda.get(self.row_range()).unwrap_or_default();
        let holds_points = self.rows.iter().any(|row| row.unit == Unit::Metre);
        let counted = |row: &RowInfo| (row.unit == Unit::Metre) == holds_points;
        let squares = self.rows.iter().zip(lambda).filter(|(row, _)| counted(row));
        squares.map(|(_, x)| x * x).sum::<f64>().sqrt()
    }
    /// Returns the force (N) or torque (N m) that it transmits for these multipliers of all rows: with sign if there is one such row, otherwise
    /// the magnitude; `None` if there is no such row.
    pub fn carried(&self, lambda: &[f64], torque: bool) -> Option<f64> {
        let lambda = lambda.get(self.row_range())?;
        let rows = self.rows.iter().zip(lambda);
        let mut own = rows.filter(|(row, _)| row.turns() == torque).map(|(_, x)| *x);
        let first = own.next()?;
        let (count, squares) = own.fold((1, first * first), |(count, sum), x| (count + 1, sum + x * x));
        Some(if count == 1 { first } else { squares.sqrt() })
    }
    /// Returns the force or torque of a capped row at its bound (N, N m); `None` if its row is an equation.
    pub fn push(&self, memory: &[f64]) -> Option<f64> {
        let mode = Mode::of(&memory[self.memory_range()]);
        match self.limits()? {
            limits @ Limits::Capped { .. } if !limits.holds(mode) => Some(limits.given(mode)),
            _ => None,
        }
    }
    /// Returns its memory with a capped row set inside its bounds, so that the evaluated row has the gradient along which the force acts.
    pub fn memory_inside(&self, memory: &[f64]) -> Vec<f64> {
        let mut own = memory[self.memory_range()].to_vec();
        if let Some(mode) = own.last_mut().filter(|_| self.push(memory).is_some()) {
            *mode = Mode::Inside.number();
        }
        own
    }
    /// Whether it has position limits.
    pub fn is_range(&self) -> bool {
        matches!(self.limits(), Some(Limits::Range { .. }))
    }
    /// Whether its force is capped.
    pub fn is_capped(&self) -> bool {
        matches!(self.limits(), Some(Limits::Capped { .. }))
    }
    /// Whether it is a drive of limited force: capped, and with a time constant by which its error decays. Friction is capped without one.
    pub fn is_regulated(&self) -> bool {
        self.is_capped() && self.rows.first().is_some_and(|row| row.time_constant.is_some())
    }
    /// Whether it drives in this state. A closing joint drives until it has closed.
    pub fn drives(&self, state: &SimState) -> bool {
        self.drive && self.kind.drives(state.time, &state.memory[self.memory_range()])
    }
    /// Whether the rate of row `k` is enforced at once. Exceptions are drives of a speed and constraints held by a force elsewhere, which
    /// approach their target with a time constant.
    pub fn holds_motion(&self, k: usize) -> bool {
        !self.forced && (self.holds_position(k) || self.rows[k].time_constant.is_none())
    }
    /// Whether row `k` takes an impulse in an impact: its rate is enforced at once, and its force is not capped.
    pub fn takes_impulses(&self, k: usize) -> bool {
        self.holds_motion(k) && !self.is_capped()
    }
}
