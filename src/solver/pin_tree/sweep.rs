//! The two sweeps over trees of rigid bodies held by pins, from motion and forces to accelerations.
//!
//! A pin holds a point of its child to a point of its parent. With `p = (-r_y, r_x)` for the lever r from the
//! centre of mass to the pin, A the articulated mass of the child in (x, y, angle), and rows in which the child
//! counts positive:
//! ```text
//! P_child - P_parent + c = 0,   P = a + alpha p           acceleration of the pin on either side
//! b = A_la - A_ll p,   d = A_aa - p.(A_la + b)            the child's mass seen from its pin
//! t = f_a - p.f,       alpha = t/d - (b/d).P              nothing turns it there, so alpha goes: one division
//! B = A_ll - b b^T/d,  h = f - b t/d + B c                lambda = B P_parent - h
//! A_ll += B,  A_la += B p,  A_aa += p.B p,  f += h,  f_a += p.h       on the parent       (leaves to root)
//! P_child = P_parent - c,   alpha = t/d - (b/d).P_child,   a = P_child - alpha p          (root to leaves)
//! ```
//! It is the block elimination of H (Baraff 1996, section 7) with body and rows taken as one pivot, the number d.
//! J and H are never stored.

/// A difference below this part of what it was taken from has lost more digits than an answer may lose.
const CANCELLED: f64 = 1e-7;

/// Stands for the ground as a parent.
pub const GROUND: u32 = u32::MAX;

/// A pin with its child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Dense index of the child.
    pub child: u32,
    /// Dense index of the parent, or [`GROUND`].
    pub parent: u32,
    /// Where the coordinates of the child start.
    pub child_at: u32,
    /// Where those of the parent start; 0 for the ground.
    pub parent_at: u32,
    /// Dense index of the constraint.
    pub constraint: u32,
    /// Where its rows start.
    pub row: u32,
    /// 1 where the child counts positive in the constraint, -1 where it counts negative.
    pub sign: f64,
}

/// The numbers of a pin at one instant. A lever is given as the velocity of the pin for a unit spin of its body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pin {
    /// Lever on the child (m).
    pub child: [f64; 2],
    /// Lever on the parent (m).
    pub parent: [f64; 2],
    /// Right-hand side c, child positive.
    pub c: [f64; 2],
    /// Rate of the rows, child positive; only its power is wanted.
    pub rate: [f64; 2],
}

/// The numbers of a body at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rigid {
    /// kg
    pub mass: f64,
    /// About the centre of mass (kg m²).
    pub inertia: f64,
    /// Force and torque.
    pub force: [f64; 3],
}

/// The machine that is swept over.
pub trait Machine {
    /// The pin at this place in the order of elimination.
    fn pin(&self, place: usize, joint: &Joint) -> Pin;
    /// A body, by its dense index and where its coordinates start.
    fn body(&self, body: usize, at: usize) -> Rigid;
}

/// What the subtrees of a body add to its mass and force.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Added {
    /// xx, xy, yy
    ll: [f64; 3],
    la: [f64; 2],
    aa: f64,
    f: [f64; 3],
}

/// What is kept of a joint from one sweep to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    pin: Pin,
    /// b/d
    k: [f64; 2],
    /// t/d
    alpha: f64,
    /// xx, xy, yy of B
    big: [f64; 3],
    h: [f64; 2],
}

/// Leaves to root. `added` is zero before and, but for the roots, after. False where digits were lost.
pub(super) fn up(joints: &[Joint], machine: &impl Machine, added: &mut [Added], kept: &mut [Kept]) -> bool {
    let mut sound = true;
    for (place, (joint, kept)) in joints.iter().zip(kept).enumerate() {
        let pin = machine.pin(place, joint);
        let body = machine.body(joint.child as usize, joint.child_at as usize);
        let from = std::mem::take(&mut added[joint.child as usize]);
        let ([p1, p2], [c1, c2]) = (pin.child, pin.c);
        let (a11, a12, a22) = (from.ll[0] + body.mass, from.ll[1], from.ll[2] + body.mass);
        let (f1, f2) = (from.f[0] + body.force[0], from.f[1] + body.force[1]);
        let aa = from.aa + body.inertia;
        let b1 = from.la[0] - (a11 * p1 + a12 * p2);
        let b2 = from.la[1] - (a12 * p1 + a22 * p2);
        let d = aa - (p1 * (from.la[0] + b1) + p2 * (from.la[1] + b2));
        let t = from.f[2] + body.force[2] - (p1 * f1 + p2 * f2);
        let inverse = 1.0 / d;
        let (k1, k2, alpha) = (b1 * inverse, b2 * inverse, t * inverse);
        let (big11, big12, big22) = (a11 - k1 * b1, a12 - k1 * b2, a22 - k2 * b2);
        let h1 = f1 - b1 * alpha + (big11 * c1 + big12 * c2);
        let h2 = f2 - b2 * alpha + (big12 * c1 + big22 * c2);
        // The determinant over the squared trace is the ratio of the stiff direction to the soft one.
        let trace = big11 + big22;
        sound &= d > CANCELLED * aa && big11 * big22 - big12 * big12 > CANCELLED * (trace * trace);
        *kept = Kept {
            pin,
            k: [k1, k2],
            alpha,
            big: [big11, big12, big22],
            h: [h1, h2],
        };
        if joint.parent != GROUND {
            let to = &mut added[joint.parent as usize];
            let [p1, p2] = pin.parent;
            let (m1, m2) = (big11 * p1 + big12 * p2, big12 * p1 + big22 * p2);
            to.ll[0] += big11;
            to.ll[1] += big12;
            to.ll[2] += big22;
            to.la[0] += m1;
            to.la[1] += m2;
            to.aa += p1 * m1 + p2 * m2;
            to.f[0] += h1;
            to.f[1] += h2;
            to.f[2] += p1 * h1 + p2 * h2;
        }
    }
    sound
}

/// The acceleration of a body that nothing holds: A a = f by LDL^T, the angle last. Nothing where digits were lost.
pub(super) fn root(body: &Rigid, added: &mut Added) -> Option<[f64; 3]> {
    let from = std::mem::take(added);
    let (a11, a12, a22) = (from.ll[0] + body.mass, from.ll[1], from.ll[2] + body.mass);
    let (b1, b2, aa) = (from.la[0], from.la[1], from.aa + body.inertia);
    let f = [0, 1, 2].map(|k| from.f[k] + body.force[k]);
    let l21 = a12 / a11;
    let d22 = a22 - l21 * a12;
    let e2 = b2 - l21 * b1;
    let (l31, l32) = (b1 / a11, e2 / d22);
    let d33 = aa - l31 * b1 - l32 * e2;
    let g2 = f[1] - l21 * f[0];
    let alpha = (f[2] - l31 * f[0] - l32 * g2) / d33;
    let y = g2 / d22 - l32 * alpha;
    let x = f[0] / a11 - l21 * y - l31 * alpha;
    let sound = a11 > 0.0 && d22 > CANCELLED * a22 && d33 > CANCELLED * aa;
    sound.then_some([x, y, alpha])
}

/// Sums over the second sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Squares of what the rows are off by.
    pub(super) residual: f64,
    /// Squares of their terms.
    pub(super) terms: f64,
    /// Power of the multipliers at the rate of their rows.
    pub(super) power: f64,
}

/// Root to leaves; the accelerations of the roots are in `a` already.
pub(super) fn down(joints: &[Joint], kept: &[Kept], a: &mut [f64], lambda: &mut [f64]) -> Sums {
    let mut sums = Sums::default();
    for (joint, kept) in joints.iter().zip(kept).rev() {
        let pin = &kept.pin;
        let (mut x, mut y) = (0.0, 0.0);
        if joint.parent != GROUND {
            let parent = &a[joint.parent_at as usize..][..3];
            x = parent[0] + parent[2] * pin.parent[0];
            y = parent[1] + parent[2] * pin.parent[1];
        }
        let l1 = kept.big[0] * x + kept.big[1] * y - kept.h[0];
        let l2 = kept.big[1] * x + kept.big[2] * y - kept.h[1];
        let (px, py) = (x - pin.c[0], y - pin.c[1]);
        let alpha = kept.alpha - (kept.k[0] * px + kept.k[1] * py);
        let (sx, sy) = (alpha * pin.child[0], alpha * pin.child[1]);
        let (ax, ay) = (px - sx, py - sy);
        let child = &mut a[joint.child_at as usize..][..3];
        child[0] = ax;
        child[1] = ay;
        child[2] = alpha;
        let out = &mut lambda[joint.row as usize..][..2];
        out[0] = joint.sign * l1;
        out[1] = joint.sign * l2;
        // From the numbers that were written, as anybody would check them.
        let (rx, ry) = ((ax + sx) - x + pin.c[0], (ay + sy) - y + pin.c[1]);
        sums.residual += rx * rx + ry * ry;
        sums.terms += ax * ax + ay * ay + sx * sx + sy * sy + x * x + y * y;
        sums.power += l1 * pin.rate[0] + l2 * pin.rate[1];
    }
    sums
}
