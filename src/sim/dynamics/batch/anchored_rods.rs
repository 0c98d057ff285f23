//! Batch of rods that are not between two particles: one or both ends on a rigid body, or one end on the ground or a fixed part.
//!
//! ```text
//! C, u, gamma as for rods between particles, with the points p = x + r, r = R(angle) anchor, of the bodies, and
//! J = [-u^T, -u·perp(r_a), u^T, u·perp(r_b)]     gamma += omega_a² u·r_a - omega_b² u·r_b
//! ```

use crate::bodies::{Motion, MovingPoint};
use crate::constraints::Separation;
use crate::math::Vec2;
use crate::sim::{Link, Model, Place};
use crate::solver::Hardware;
use crate::solver::simd::in_lanes;

use super::form::{Batch, Rows, length};
use super::turns::Rotations;

/// All rods of this form.
#[derive(Default)]
pub(super) struct AnchoredRods {
    rods: Vec<Rod>,
}

#[derive(Clone, Copy)]
struct Rod {
    ends: [Held; 2],
    row: u32,
    /// Length (m).
    length: f64,
}

/// Attachment of an end, with the offsets of its coordinates and of its Jacobian block. `Nothing` is the ground or a fixed part.
#[derive(Clone, Copy)]
enum Held {
    Nothing {
        point: Vec2,
    },
    Particle {
        at: u32,
        block: u32,
    },
    Body {
        at: u32,
        block: u32,
        turn: u32,
        anchor: Vec2,
    },
}

impl Held {
    fn of(model: &Model, index: usize, place: &Place, turns: &mut Rotations) -> Option<Self> {
        let (body, anchor) = match *place {
            Place::Fixed { point, .. } => return Some(Self::Nothing { point }),
            Place::Moving { body, at } => (body, at),
        };
        let held = model.topology.ends(index).iter().find(|end| end.body == body)?;
        let (at, block) = (model.bodies[body].offset as u32, held.block as u32);
        match model.bodies[body].motion {
            Motion::Point if anchor == Vec2::ZERO => Some(Self::Particle { at, block }),
            Motion::Rigid => {
                let turn = turns.of(model, body);
                Some(Self::Body {
                    at,
                    block,
                    turn,
                    anchor,
                })
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn point(&self, q: &[f64], v: &[f64], turned: &[[f64; 2]]) -> MovingPoint {
        match *self {
            Self::Nothing { point } => MovingPoint::at_rest(point),
            Self::Particle { at, .. } => {
                let [q, v] = [q, v].map(|all| Vec2::from_slice(&all[at as usize..][..2]));
                MovingPoint::of_particle(q, v)
            }
            Self::Body { at, turn, anchor, .. } => {
                let at = at as usize;
                MovingPoint::of_rigid::<false>(&q[at..], &v[at..], turned[turn as usize], anchor)
            }
        }
    }

    /// Writes the block of this end for the gradient with respect to its point. Adding +0 gives zeros the sign that a sum of gradients would
    /// give them.
    #[inline(always)]
    fn write(&self, jacobian: &mut [f64], gradient: Vec2, lever: Vec2) {
        let [x, y] = (gradient + Vec2::ZERO).to_array();
        match *self {
            Self::Nothing { .. } => {}
            Self::Particle { block, .. } => jacobian[block as usize..][..2].copy_from_slice(&[x, y]),
            Self::Body { block, .. } => {
                let turning = gradient.dot(lever) + 0.0;
                jacobian[block as usize..][..3].copy_from_slice(&[x, y, turning]);
            }
        }
    }
}

impl Batch for AnchoredRods {
    fn take(&mut self, model: &Model, index: usize, link: &Link, turns: &mut Rotations) -> bool {
        let Some(length) = length(link) else {
            return false;
        };
        // A rod from a part to itself has one block, the sum of two, and is left to the general evaluation.
        let moving = link.ends.iter().filter_map(Place::body).count();
        if moving != model.topology.ends(index).len() {
            return false;
        }
        let ends = [0, 1].map(|e| Held::of(model, index, &link.ends[e], turns));
        let [Some(a), Some(b)] = ends else {
            return false;
        };
        self.rods.push(Rod {
            ends: [a, b],
            row: link.row as u32,
            length,
        });
        true
    }

    fn shrink_to_fit(&mut self) {
        self.rods.shrink_to_fit();
    }

    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows) {
        evaluate(hardware, &self.rods, q, v, turned, rows);
    }
}

in_lanes! {
    fn evaluate(rods: &[Rod], q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows) = evaluate_anywhere
}

#[inline(always)]
fn evaluate_anywhere<const FUSED: bool>(
    rods: &[Rod],
    q: &[f64],
    v: &[f64],
    turned: &[[f64; 2]],
    rows: &mut Rows,
) {
    for rod in rods {
        let [a, b] = rod.ends.map(|end| end.point(q, v, turned));
        let separation = Separation::new(b.value - a.value, b.rate - a.rate);
        let (u, row) = (separation.u, rod.row as usize);
        rows.value[row] = separation.length - rod.length;
        rows.rate[row] = u.dot(b.rate) - u.dot(a.rate);
        rows.gamma[row] = (separation.curvature - u.dot(a.bias)) + u.dot(b.bias);
        rod.ends[0].write(rows.jacobian, -u, a.lever);
        rod.ends[1].write(rows.jacobian, u, b.lever);
    }
}
