//! A constraint of a compiled scene: its ends as places, its rows, and what it tells of them.

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
    /// What it is. Neighbours that are the same share it.
    pub kind: Arc<ConstraintKind>,
    /// Its ends, as many as its kind has slots.
    pub ends: Box<[Place]>,
    /// What its ends are attached to, as in the scene; nothing where all are on parts that move, which tell.
    pub(super) held: Option<Box<[Attach]>>,
    /// What is true of its rows. Shared like the kind.
    pub rows: Arc<[RowInfo]>,
    /// Where its rows start.
    pub row: usize,
    /// Whether its force acts elsewhere: then it follows its own time constant and holds nothing at once.
    pub forced: bool,
    /// Where its memory starts in the state.
    pub memory: usize,
    /// How many numbers it remembers.
    pub memory_len: usize,
    /// Whether it drives, or did before it became a joint.
    pub drive: bool,
}

impl Link {
    /// Whether row `k` constrains a position.
    pub fn holds_position(&self, k: usize) -> bool {
        !self.forced && self.rows[k].level == Level::Position
    }
    /// What bounds the multiplier of its one row, if anything does.
    pub fn limits(&self) -> Option<Limits> {
        self.kind.limits()
    }
    /// Whether it has broken, by what all constraints remember.
    pub fn is_broken(&self, memory: &[f64]) -> bool {
        self.kind
            .is_broken(&memory[self.memory..self.memory + self.memory_len])
    }
    /// Whether it holds a speed: by one row of velocity, that acts where it is measured.
    pub fn is_paced(&self) -> bool {
        !self.forced && matches!(self.rows[..], [row] if row.level == Level::Velocity)
    }
    /// What it carries of these multipliers of all rows, as [`crate::constraints::Kind::breaks_at`] measures it (N, or N m where it only
    /// holds an angle).
    pub fn load(&self, lambda: &[f64]) -> f64 {
        let lambda = lambda
            .get(self.row..self.row + self.rows.len())
            .unwrap_or_default();
        let holds_points = self.rows.iter().any(|row| row.unit == Unit::Metre);
        let counted = |row: &RowInfo| (row.unit == Unit::Metre) == holds_points;
        let squares = self.rows.iter().zip(lambda).filter(|(row, _)| counted(row));
        squares.map(|(_, x)| x * x).sum::<f64>().sqrt()
    }
    /// What goes through it of these multipliers of all rows, as a force (N) or as a torque (N m): with its sign where it is one row,
    /// else its size; none where it has no such row.
    pub fn carried(&self, lambda: &[f64], torque: bool) -> Option<f64> {
        let lambda = lambda.get(self.row..self.row + self.rows.len())?;
        let rows = self.rows.iter().zip(lambda);
        let mut own = rows.filter(|(row, _)| row.turns() == torque).map(|(_, x)| *x);
        let first = own.next()?;
        let (count, squares) = own.fold((1, first * first), |(count, sum), x| (count + 1, sum + x * x));
        Some(if count == 1 { first } else { squares.sqrt() })
    }
    /// The force or torque of a capped row at its bound (N, N m); none where its row is an equation.
    pub fn push(&self, memory: &[f64]) -> Option<f64> {
        let mode = Mode::of(&memory[self.memory..self.memory + self.memory_len]);
        match self.limits()? {
            limits @ Limits::Capped { .. } if !limits.holds(mode) => Some(limits.given(mode)),
            _ => None,
        }
    }
    /// What it remembers, a capped row inside its bounds: it then tells along what it pushes.
    pub fn memory_inside(&self, memory: &[f64]) -> Vec<f64> {
        let mut own = memory[self.memory..self.memory + self.memory_len].to_vec();
        if let Some(mode) = own.last_mut().filter(|_| self.push(memory).is_some()) {
            *mode = Mode::Inside.number();
        }
        own
    }
    /// Whether it has limits that hold where they are reached.
    pub fn is_range(&self) -> bool {
        matches!(self.limits(), Some(Limits::Range { .. }))
    }
    /// Whether it pushes with limited force.
    pub fn is_capped(&self) -> bool {
        matches!(self.limits(), Some(Limits::Capped { .. }))
    }
    /// Whether its force is capped and otherwise what makes its error decay in time; friction has no such aim.
    pub fn is_regulated(&self) -> bool {
        self.is_capped() && self.rows.first().is_some_and(|row| row.time_constant.is_some())
    }
    /// Whether it drives in this state: a joint that closes does until it has closed.
    pub fn drives(&self, state: &SimState) -> bool {
        self.drive
            && self.kind.drives(
                state.time,
                &state.memory[self.memory..self.memory + self.memory_len],
            )
    }
    /// Whether row `k` holds at once in motion: all but drives of a speed and what is held by a force elsewhere, which
    /// take their time.
    pub fn holds_motion(&self, k: usize) -> bool {
        !self.forced && (self.holds_position(k) || self.rows[k].time_constant.is_none())
    }
    /// Whether row `k` takes an impulse in an impact: one that holds motion, but for what is of limited force.
    pub fn takes_impulses(&self, k: usize) -> bool {
        self.holds_motion(k) && !self.is_capped()
    }
}
