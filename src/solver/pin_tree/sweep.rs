//! The two sweeps over trees of rigid bodies held by pins, from motion and forces to accelerations.
//!
//! A pin holds a point of its child to a point of its parent. A body is seen from the pin that holds it: P is the
//! acceleration there, `p = (-r_y, r_x)` for the lever r from the centre of mass to it, `e = p' - p` for the lever
//! r' to the pin of a child. In rows in which the child counts positive, with the sums over the children of a body,
//! ```text
//! P - (P_parent + alpha_parent e) + c = 0                 the pin, on its child and on its parent
//! A = m + sum B,  b = sum B e - m p,  d = I + m p² + sum e.B e           the mass seen from the pin
//! f = F + sum h,  t = torque - p.F + sum e.h,  alpha = t/d - (b/d).P     nothing turns it there: alpha goes
//! B = A - b b^T/d,   h = f - b t/d + B c                  lambda = B (P_parent + alpha_parent e) - h
//! a = P - alpha p
//! ```
//! The first sweep goes from the leaves to the root and finds B, b/d, h and t/d; the second goes back and finds P, alpha,
//! lambda and a. d is a sum of what is not negative: no digit is lost in it.
//!
//! It is the block elimination of H (Baraff 1996, section 7) with a body and its rows taken as one pivot, the number
//! d, and one division. J and H are never stored.

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
    /// Place of the pin that holds the parent, or [`GROUND`] where none does.
    pub parent_place: u32,
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
    /// The lever on the child alone.
    fn lever(&self, place: usize, child: u32) -> [f64; 2];
    /// A body, by its dense index and where its coordinates start.
    fn body(&self, body: usize, at: usize) -> Rigid;
}

/// What the subtrees of a body add to its mass and force, seen from its pin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Added {
    /// xx, xy, yy of the sum of B
    ll: [f64; 3],
    /// sum of B e
    la: [f64; 2],
    /// sum of e.B e
    aa: f64,
    /// sums of h and of e.h
    f: [f64; 3],
}

/// What is kept of a joint from one sweep to the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kept {
    /// With e for the lever on the parent.
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
        let mut pin = machine.pin(place, joint);
        if joint.parent_place != GROUND {
            let held = machine.lever(joint.parent_place as usize, joint.parent);
            pin.parent = [pin.parent[0] - held[0], pin.parent[1] - held[1]];
        }
        let body = machine.body(joint.child as usize, joint.child_at as usize);
        let from = std::mem::take(&mut added[joint.child as usize]);
        let ([p1, p2], [c1, c2], force) = (pin.child, pin.c, body.force);
        let (m1, m2) = (body.mass * p1, body.mass * p2);
        // What does not wait for the children comes first.
        let (own_d, own_t) = (
            body.inertia + (p1 * m1 + p2 * m2),
            force[2] - (p1 * force[0] + p2 * force[1]),
        );
        let (a11, a12, a22) = (from.ll[0] + body.mass, from.ll[1], from.ll[2] + body.mass);
        let (f1, f2, t) = (from.f[0] + force[0], from.f[1] + force[1], from.f[2] + own_t);
        let (b1, b2, d) = (from.la[0] - m1, from.la[1] - m2, from.aa + own_d);
        let inverse = 1.0 / d;
        let (k1, k2, alpha) = (b1 * inverse, b2 * inverse, t * inverse);
        let (big11, big12, big22) = (a11 - k1 * b1, a12 - k1 * b2, a22 - k2 * b2);
        let h1 = f1 - b1 * alpha + (big11 * c1 + big12 * c2);
        let h2 = f2 - b2 * alpha + (big12 * c1 + big22 * c2);
        // The determinant over the squared trace is the ratio of the stiff direction to the soft one.
        let trace = big11 + big22;
        sound &= big11 * big22 - big12 * big12 > CANCELLED * (trace * trace);
        *kept = Kept {
            pin,
            k: [k1, k2],
            alpha,
            big: [big11, big12, big22],
            h: [h1, h2],
        };
        if joint.parent != GROUND {
            let to = &mut added[joint.parent as usize];
            let [e1, e2] = pin.parent;
            let (m1, m2) = (big11 * e1 + big12 * e2, big12 * e1 + big22 * e2);
            to.ll[0] += big11;
            to.ll[1] += big12;
            to.ll[2] += big22;
            to.la[0] += m1;
            to.la[1] += m2;
            to.aa += e1 * m1 + e2 * m2;
            to.f[0] += h1;
            to.f[1] += h2;
            to.f[2] += e1 * h1 + e2 * h2;
        }
    }
    sound
}

/// The acceleration of a body that no pin holds, seen from its centre of mass: A a = f by LDL^T, the angle last. Nothing where digits were lost.
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

/// Root to leaves; the accelerations of the roots are in `a` and, as points, in `points` already.
pub(super) fn down(
    joints: &[Joint],
    kept: &[Kept],
    points: &mut [[f64; 2]],
    a: &mut [f64],
    lambda: &mut [f64],
) -> Sums {
    let mut sums = Sums::default();
    for (joint, kept) in joints.iter().zip(kept).rev() {
        let pin = &kept.pin;
        let (mut x, mut y) = (0.0, 0.0);
        if joint.parent != GROUND {
            let (point, alpha) = (points[joint.parent as usize], a[joint.parent_at as usize + 2]);
            x = point[0] + alpha * pin.parent[0];
            y = point[1] + alpha * pin.parent[1];
        }
        let l1 = kept.big[0] * x + kept.big[1] * y - kept.h[0];
        let l2 = kept.big[1] * x + kept.big[2] * y - kept.h[1];
        let (px, py) = (x - pin.c[0], y - pin.c[1]);
        points[joint.child as usize] = [px, py];
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
