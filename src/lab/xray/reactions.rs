//! Forces of constraints on the parts at their ends: J^T lambda, end by end.

use crate::constraints::{ConstraintKind, Row};
use crate::math::Vec2;
use crate::scene::Id;
use crate::sim::{Model, Place, SimState};
use crate::solver::system::MAX_CONSTRAINT_DIM;

/// Distance of the ends, measured along the force, above which the force is classified as push or pull (m).
const APART: f64 = 1e-3;

/// Force and torque of a constraint on the part at one of its ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaction {
    /// The constraint.
    pub constraint: Id,
    /// Index of the end.
    pub end: usize,
    /// Dense index of the body there; `None` for the ground.
    pub body: Option<usize>,
    /// Position in the world (m).
    pub at: Vec2,
    /// Force on the point of that end (N).
    pub force: Vec2,
    /// Whether the force pushes away from the other end.
    pub pushes: bool,
    /// Torque on the angle of that end (N m).
    pub torque: f64,
}

/// All reactions in a state with these multipliers, without constraints whose force acts elsewhere.
pub fn reactions(model: &Model, state: &SimState, lambda: &[f64]) -> Vec<Reaction> {
    let mut found = Vec::new();
    for link in model.links.iter().filter(|link| !link.forced) {
        let count = link.rows.len();
        let Some(lambda) = lambda.get(link.row..link.row + count) else {
            continue;
        };
        let ports = model.end_ports(&link.ends, &state.q, &state.v);
        let ports = &ports[..link.ends.len()];
        let memory = link.memory_inside(&state.memory);
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let kind: &ConstraintKind = &link.kind;
        kind.evaluate(ports, state.time, &memory, &mut rows[..count]);
        for (end, (port, place)) in ports.iter().zip(&link.ends).enumerate() {
            let (mut force, mut torque) = (Vec2::ZERO, 0.0);
            for (row, lambda) in rows.iter().zip(lambda) {
                force += *lambda * row.gradient[end].point;
                torque += lambda * row.gradient[end].angle;
            }
            let other = ports.iter().enumerate().find(|(k, _)| *k != end);
            let towards = other.map_or(Vec2::ZERO, |(_, other)| other.point.value - port.point.value);
            found.push(Reaction {
                constraint: link.id,
                end,
                body: Place::body(place),
                at: port.point.value,
                force,
                pushes: force.dot(towards) < -APART * force.length(),
                torque,
            });
        }
    }
    found
}
