//! Constraint drift on the canvas: which constraints are open, by how much, and in which direction.

use crate::constraints::{Level, Row};
use crate::math::Vec2;
use crate::scene::Id;
use crate::sim::{Model, SimState};
use crate::solver::system::MAX_CONSTRAINT_DIM;

/// |C| at which the tint of a constraint begins, and at which it is strongest (m, rad).
const COLD: f64 = 1e-14;
const HOT: f64 = 1e-2;

/// Tint of a constraint with this |C|, from 0 to 1 on a logarithmic scale.
pub fn heat(gap: f64) -> f64 {
    if gap.is_nan() {
        return 1.0;
    }
    let share = (gap / COLD).max(1.0).ln() / (HOT / COLD).ln();
    share.min(1.0)
}

/// Opening of a constraint: size and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// The constraint.
    pub id: Id,
    /// Position of its last end (m).
    pub at: Vec2,
    /// Shortest displacement of that end alone that closes the constraint (m).
    pub way: Vec2,
}

/// The openings of all constraints that hold points. Rows are closed one by one, by `-C g/|g|²` with their gradients g at the last end.
pub fn openings(model: &Model, state: &SimState) -> Vec<Opening> {
    let mut found = Vec::new();
    for link in &model.links {
        let ports = model.end_ports(&link.ends, &state.q, &state.v);
        let ports = &ports[..link.ends.len()];
        let memory = &state.memory[link.memory_range()];
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let rows = &mut rows[..link.rows.len()];
        link.kind.evaluate(ports, state.time, memory, rows);
        let Some(last) = link.ends.len().checked_sub(1) else {
            continue;
        };
        let mut way = Vec2::ZERO;
        for (k, row) in rows.iter().enumerate() {
            let gradient = row.gradient[last].point;
            let size = gradient.length_squared();
            if link.holds_position(k) && link.rows[k].level == Level::Position && size > 0.0 {
                way -= row.value / size * gradient;
            }
        }
        if way != Vec2::ZERO && way.is_finite() {
            found.push(Opening {
                id: link.id,
                at: ports[last].point.value,
                way,
            });
        }
    }
    found
}
