//! The two sweeps over trees of rigid bodies held by pins, from motion and forces to accelerations.
//!
//! A pin holds a point of its child to a point of its parent. A body is seen from the pin that holds it: P is the
//! acceleration there, `p = (-r_y, r_x)` for the lever r from the centre of mass to it, `p'` the same for the pin of a
//! child, and `e = p' - p`. In rows in which the child counts positive, with the sums over the children of a body,
//! ```text
//! P - (a_parent + alpha_parent p') + c = 0                the pin, on its child and on its parent
//! A = m + sum B,  b = sum B e - m p,  d = I + m p² + sum e.B e           the mass seen from the pin
//! f = F + sum h,  t = torque - p.F + sum e.h,  alpha = t/d - (b/d).P     nothing turns it there: alpha goes
//! B = A - b b^T/d,   h = f - b t/d + B c                  lambda = B (a_parent + alpha_parent p') - h
//! a = P - alpha p
//! ```
//! The first sweep goes from the leaves to the root and finds B, b/d, h and t/d; the second goes back and finds P, alpha,
//! lambda and a. d is a sum of what is not negative: no digit is lost in it.
//!
//! It is the block elimination of H (Baraff 1996, section 7) with a body and its rows taken as one pivot, the number
//! d, and one division. J and H are never stored. Along a chain the sums stay in registers.

use super::super::arithmetic::{add_product, sub_product};
use super::joint::{GROUND, Joint, Machine, Pin, Rigid};
use super::scatter::Scatter;

/// A difference below this part of what it was taken from has lost more digits than an answer may lose.
const CANCELLED: f64 = 1e-7;

/// What the subtrees of a body add to its mass and force, seen from its pin.
#[derive(Clone, Copy, Debug, Default)]
struct Added {
    /// xx, xy, yy of the sum of B
    big: [f64; 3],
    /// sum of B e
    b: [f64; 2],
    /// sum of e.B e
    d: f64,
    /// sums of h and of e.h
    h: [f64; 2],
    t: f64,
}

/// What is kept of a joint from one sweep to the other. Before its turn in the first it holds what the children of its
/// body have added so far, in the places of what it becomes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Kept {
    /// xx, xy, yy of B
    big: [f64; 3],
    h: [f64; 2],
    /// b/d
    k: [f64; 2],
    /// t/d
    alpha: f64,
    pin: Pin,
}

impl Kept {
    #[inline(always)]
    fn added(&self) -> Added {
        Added {
            big: self.big,
            b: self.k,
            d: self.pin.child[0],
            h: self.h,
            t: self.alpha,
        }
    }

    #[inline(always)]
    fn set(&mut self, added: &Added) {
        self.big = added.big;
        self.k = added.b;
        self.pin.child[0] = added.d;
        self.h = added.h;
        self.alpha = added.t;
    }
}

impl Added {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let (a, b) = (self, other);
        Self {
            big: [a.big[0] + b.big[0], a.big[1] + b.big[1], a.big[2] + b.big[2]],
            b: [a.b[0] + b.b[0], a.b[1] + b.b[1]],
            d: a.d + b.d,
            h: [a.h[0] + b.h[0], a.h[1] + b.h[1]],
            t: a.t + b.t,
        }
    }

    /// What B and h at a pin are to its parent, at e from the pin that holds that.
    #[inline(always)]
    fn through<const FUSED: bool>([b11, b12, b22]: [f64; 3], [h1, h2]: [f64; 2], [e1, e2]: [f64; 2]) -> Self {
        let m1 = add_product::<FUSED>(b11 * e1, b12, e2);
        let m2 = add_product::<FUSED>(b12 * e1, b22, e2);
        Self {
            big: [b11, b12, b22],
            b: [m1, m2],
            d: add_product::<FUSED>(e1 * m1, e2, m2),
            h: [h1, h2],
            t: add_product::<FUSED>(e1 * h1, e2, h2),
        }
    }
}

/// Leaves to root over joints whose records are `kept`, the first of them at the place `first`. The records of all their
/// parents are among those, but for joints that cross a border. False where digits were lost.
#[inline(always)]
pub(super) fn up<const FUSED: bool>(
    joints: &[Joint],
    first: usize,
    machine: &impl Machine,
    kept: &mut [Kept],
) -> bool {
    let mut sound = true;
    let mut carried = Added::default();
    for (index, joint) in joints.iter().enumerate() {
        let flow = joint.flow;
        let pin = machine.pin::<FUSED>(first + index, joint);
        let body = machine.child(first + index, joint);
        let from = match (flow.takes_last, flow.takes_record) {
            (false, false) => Added::default(),
            (true, false) => carried,
            (false, true) => kept[index].added(),
            (true, true) => kept[index].added().plus(&carried),
        };
        let ([p1, p2], [c1, c2], force) = (pin.child, pin.c, body.force);
        let (m1, m2) = (body.mass * p1, body.mass * p2);
        // What does not wait for the children comes first.
        let own_d = add_product::<FUSED>(add_product::<FUSED>(body.inertia, p1, m1), p2, m2);
        let own_t = sub_product::<FUSED>(sub_product::<FUSED>(force[2], p1, force[0]), p2, force[1]);
        let (a11, a12, a22) = (from.big[0] + body.mass, from.big[1], from.big[2] + body.mass);
        let (f1, f2, t) = (from.h[0] + force[0], from.h[1] + force[1], from.t + own_t);
        let (b1, b2, d) = (from.b[0] - m1, from.b[1] - m2, from.d + own_d);
        let inverse = 1.0 / d;
        let (k1, k2, alpha) = (b1 * inverse, b2 * inverse, t * inverse);
        let big11 = sub_product::<FUSED>(a11, k1, b1);
        let big12 = sub_product::<FUSED>(a12, k1, b2);
        let big22 = sub_product::<FUSED>(a22, k2, b2);
        let (g1, g2) = (
            sub_product::<FUSED>(f1, b1, alpha),
            sub_product::<FUSED>(f2, b2, alpha),
        );
        let h1 = add_product::<FUSED>(add_product::<FUSED>(g1, big11, c1), big12, c2);
        let h2 = add_product::<FUSED>(add_product::<FUSED>(g2, big12, c1), big22, c2);
        // The determinant over the squared trace is the ratio of the stiff direction to the soft one.
        let trace = big11 + big22;
        sound &= sub_product::<FUSED>(big11 * big22, big12, big12) > CANCELLED * (trace * trace);
        let (big, h) = ([big11, big12, big22], [h1, h2]);
        kept[index] = Kept {
            big,
            h,
            k: [k1, k2],
            alpha,
            pin,
        };
        if flow.gives() {
            let [held1, held2] = machine.lever::<FUSED>(joint);
            let e = [pin.parent[0] - held1, pin.parent[1] - held2];
            carried = Added::through::<FUSED>(big, h, e);
            if flow.sets_record {
                kept[joint.parent_place as usize - first].set(&carried);
            } else if flow.adds_record {
                let to = &mut kept[joint.parent_place as usize - first];
                let sum = to.added().plus(&carried);
                to.set(&sum);
            }
        }
    }
    sound
}

/// Tells the parent of a joint that crosses a border what it adds.
pub(super) fn across<const FUSED: bool>(joint: &Joint, machine: &impl Machine, from: Kept, to: &mut Kept) {
    let held = machine.lever::<FUSED>(joint);
    let e = [from.pin.parent[0] - held[0], from.pin.parent[1] - held[1]];
    let added = Added::through::<FUSED>(from.big, from.h, e);
    if joint.flow.sets_record {
        to.set(&added);
    } else {
        to.set(&to.added().plus(&added));
    }
}

/// The acceleration of a body that no pin holds, seen from its centre of mass: A a = f by LDL^T, the angle last. Nothing
/// where digits were lost.
pub(super) fn root(body: &Rigid, kept: Option<&Kept>) -> Option<[f64; 3]> {
    let from = kept.map_or(Added::default(), Kept::added);
    let (a11, a12, a22) = (from.big[0] + body.mass, from.big[1], from.big[2] + body.mass);
    let (b1, b2, aa) = (from.b[0], from.b[1], from.d + body.inertia);
    let f = [
        from.h[0] + body.force[0],
        from.h[1] + body.force[1],
        from.t + body.force[2],
    ];
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

/// Root to leaves; the accelerations of bodies that hang on none of these joints are in `a` already.
#[inline(always)]
pub(super) fn down<const FUSED: bool>(
    joints: &[Joint],
    kept: &[Kept],
    a: &Scatter<'_, f64>,
    lambda: &Scatter<'_, f64>,
) -> Sums {
    let mut sums = Sums::default();
    // P, alpha and p of the body before.
    let mut last = ([0.0; 2], 0.0, [0.0; 2]);
    for (joint, kept) in joints.iter().zip(kept).rev() {
        let pin = &kept.pin;
        let (mut x, mut y) = (0.0, 0.0);
        if joint.flow.hands_on {
            let ([px, py], alpha, held) = last;
            x = add_product::<FUSED>(px, alpha, pin.parent[0] - held[0]);
            y = add_product::<FUSED>(py, alpha, pin.parent[1] - held[1]);
        } else if joint.parent != GROUND {
            let [ax, ay, alpha] = a.read(joint.parent_at as usize);
            x = add_product::<FUSED>(ax, alpha, pin.parent[0]);
            y = add_product::<FUSED>(ay, alpha, pin.parent[1]);
        }
        let [b11, b12, b22] = kept.big;
        let l1 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[0], b11, x), b12, y);
        let l2 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[1], b12, x), b22, y);
        let (px, py) = (x - pin.c[0], y - pin.c[1]);
        // In an order in which the parent's acceleration comes last.
        let own = add_product::<FUSED>(
            add_product::<FUSED>(kept.alpha, kept.k[0], pin.c[0]),
            kept.k[1],
            pin.c[1],
        );
        let alpha = sub_product::<FUSED>(sub_product::<FUSED>(own, kept.k[0], x), kept.k[1], y);
        last = ([px, py], alpha, pin.child);
        let ax = sub_product::<FUSED>(px, alpha, pin.child[0]);
        let ay = sub_product::<FUSED>(py, alpha, pin.child[1]);
        a.write(joint.child_at as usize, [ax, ay, alpha]);
        let sign = joint.sign();
        lambda.write(joint.row as usize, [sign * l1, sign * l2]);
        // From the numbers that were written, as anybody would check them.
        let (sx, sy) = (alpha * pin.child[0], alpha * pin.child[1]);
        let (rx, ry) = (((ax + sx) - x) + pin.c[0], ((ay + sy) - y) + pin.c[1]);
        let square = |sum: f64, x: f64, y: f64| add_product::<FUSED>(add_product::<FUSED>(sum, x, x), y, y);
        sums.residual = square(sums.residual, rx, ry);
        sums.terms += square(square(ax * ax, ay, sx), sy, x) + y * y;
        sums.power = add_product::<FUSED>(add_product::<FUSED>(sums.power, l1, pin.rate[0]), l2, pin.rate[1]);
    }
    sums
}
