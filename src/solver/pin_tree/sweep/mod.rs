//! The two sweeps over trees, from motion and forces to accelerations: the articulated-body recursion (Featherstone 1983),
//! which is the block elimination of H (Baraff 1996, section 7) with a body and the rows that hold it as one pivot.
//!
//! A joint holds a point of its child to a point of its parent. The quantities of a body refer to the joint that holds it: P is the
//! acceleration of the body's point there, `p = (-r_y, r_x)` for the lever r from the centre of mass to the joint, `p'` is the same for
//! the joint of a child, and `e = p' - p`. x is the acceleration of the point of the parent. For rows in which the child counts
//! positive, with sums over the children of a body,
//! ```text
//! A = m + sum B,  b = sum (b + B e) - m p,  d = I + m p² + sum (d + 2 e.b + e.B e)     the mass seen from the joint
//! f = F + sum h,  t = torque - p.F + sum (t + e.h)
//! x = a_parent + alpha_parent p'
//!
//! pin     P = x - c                            alpha = t/d - (b/d).P: nothing turns the child there, so alpha goes
//!         B = A - b b^T/d,  b = d = t = 0      h = f - b t/d + B c                  lambda = B x - h
//! angle   P = x - c,  alpha = alpha_parent - c_3: nothing is left to eliminate
//!         B = A             h = f + A c + b c_3,  t = t + b.c + d c_3               lambda = A x + b alpha_parent - h
//! rod     u.(P - x) + c = 0 for a point        y = A^-1 u,  z = A^-1 f,  s = 1/(u.y)
//!         B = s u u^T       h = s (u.z + c) u                                       lambda = s (u.(x - z) - c)
//! ```
//! The first sweep ([`up`]) goes from the leaves to the root and computes B and h; the second ([`down`]) goes back and computes lambda
//! and a. d is a sum of terms that are not negative, so no digits cancel in it. J and H are never stored. Along a chain the sums stay
//! in registers.

mod down;
mod up;

use super::super::arithmetic::add_product;
use super::joint::{Form, Machine, Pin, Rigid, Rod, TreeJoint};
use super::scatter::Scatter;

pub(super) use self::down::{Answer, Sums, down, root};
pub(super) use self::up::{add_across_cut, up};

/// Cancellation threshold: a difference smaller than this fraction of its minuend has lost too many digits for an answer.
const CANCELLED: f64 = 1e-7;

/// Articulated inertia and force: the contribution of a body's subtrees to its mass and force, referred to its joint.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Articulated {
    /// xx, xy, yy of the sum of B
    pub(super) b_matrix: [f64; 3],
    pub(super) b: [f64; 2],
    pub(super) d: f64,
    pub(super) h: [f64; 2],
    pub(super) t: f64,
}

/// Data of a joint kept from the first sweep for the second. Until the first sweep reaches the joint, the same fields hold the
/// contributions of its child's children so far ([`JointRecord::articulated`]).
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct JointRecord {
    /// xx, xy, yy of B
    b_matrix: [f64; 3],
    h: [f64; 2],
    /// b/d of a pin, b of a joint with a held angle, y of a rod
    k: [f64; 2],
    /// t/d of a pin, t of a joint with a held angle, s of a rod
    alpha: f64,
    /// The numbers of the pin. The record of a rod uses the same fields for its own numbers: `child` for z, `parent` for the lever on the
    /// parent, `c` for u, and `rate` for c and the rate of the row.
    pin: Pin,
}

impl JointRecord {
    #[inline(always)]
    pub(super) fn articulated(&self) -> Articulated {
        Articulated {
            b_matrix: self.b_matrix,
            b: self.k,
            d: self.pin.child[0],
            h: self.h,
            t: self.alpha,
        }
    }

    #[inline(always)]
    fn set(&mut self, added: &Articulated) {
        self.b_matrix = added.b_matrix;
        self.k = added.b;
        self.pin.child[0] = added.d;
        self.h = added.h;
        self.alpha = added.t;
    }
}

impl Articulated {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        Self {
            b_matrix: [
                a.b_matrix[0] + b.b_matrix[0],
                a.b_matrix[1] + b.b_matrix[1],
                a.b_matrix[2] + b.b_matrix[2],
            ],
            b: [a.b[0] + b.b[0], a.b[1] + b.b[1]],
            d: a.d + b.d,
            h: [a.h[0] + b.h[0], a.h[1] + b.h[1]],
            t: a.t + b.t,
        }
    }

    /// Returns the contribution to the parent of B and h at a joint that lets its child turn, at the offset e from the parent's own joint.
    #[inline(always)]
    fn through<const FUSED: bool>([b11, b12, b22]: [f64; 3], [h1, h2]: [f64; 2], [e1, e2]: [f64; 2]) -> Self {
        let m1 = add_product::<FUSED>(b11 * e1, b12, e2);
        let m2 = add_product::<FUSED>(b12 * e1, b22, e2);
        Self {
            b_matrix: [b11, b12, b22],
            b: [m1, m2],
            d: add_product::<FUSED>(e1 * m1, e2, m2),
            h: [h1, h2],
            t: add_product::<FUSED>(e1 * h1, e2, h2),
        }
    }

    /// Returns the same contribution for a joint at which b, d and t are not zero, such as one that holds the angle of its child.
    #[inline(always)]
    fn shifted<const FUSED: bool>(&self, e: [f64; 2]) -> Self {
        let moved = Self::through::<FUSED>(self.b_matrix, self.h, e);
        let twice = 2.0 * add_product::<FUSED>(e[0] * self.b[0], e[1], self.b[1]);
        Self {
            b: [self.b[0] + moved.b[0], self.b[1] + moved.b[1]],
            d: (self.d + twice) + moved.d,
            t: self.t + moved.t,
            ..moved
        }
    }
}
