//! Second sweep, roots to leaves: multipliers and accelerations.

use super::super::super::arithmetic::{add_product, sub_product};
use super::super::joint::{AngleRow, Flag, GROUND};
use super::{Articulated, CANCELLED, Form, JointRecord, Machine, Pin, Rigid, Scatter, TreeJoint};

/// Returns the acceleration of a root, a body that no joint holds, referred to its centre of mass: solves A a = f by LDL^T, the angle
/// last. Returns `None` if cancellation lost too many digits.
pub(in super::super) fn root(body: &Rigid, from: &Articulated, is_point: bool) -> Option<[f64; 3]> {
    let (a11, a12, a22) = (
        from.b_matrix[0] + body.mass,
        from.b_matrix[1],
        from.b_matrix[2] + body.mass,
    );
    let f = [
        from.h[0] + body.force[0],
        from.h[1] + body.force[1],
        from.t + body.force[2],
    ];
    let l21 = a12 / a11;
    let d22 = a22 - l21 * a12;
    let g2 = f[1] - l21 * f[0];
    let sound = a11 > 0.0 && d22 > CANCELLED * a22;
    if is_point {
        let y = g2 / d22;
        return sound.then_some([f[0] / a11 - l21 * y, y, 0.0]);
    }
    let (b1, b2, aa) = (from.b[0], from.b[1], from.d + body.inertia);
    let e2 = b2 - l21 * b1;
    let (l31, l32) = (b1 / a11, e2 / d22);
    let d33 = aa - l31 * b1 - l32 * e2;
    let alpha = (f[2] - l31 * f[0] - l32 * g2) / d33;
    let y = g2 / d22 - l32 * alpha;
    let x = f[0] / a11 - l21 * y - l31 * alpha;
    (sound && d33 > CANCELLED * aa).then_some([x, y, alpha])
}

/// Sums over the second sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Sums {
    /// Squares of the residuals of the rows.
    pub(in super::super) residual: f64,
    /// Squares of the terms of the rows.
    pub(in super::super) terms: f64,
    /// Power of the multipliers of pins and rods: multiplier times rate of the row.
    pub(in super::super) power: f64,
}

impl Sums {
    /// Adds the residuals of the rows of a pin or a rod.
    #[inline(always)]
    fn add_residual<const FUSED: bool>(&mut self, off: [f64; 2]) {
        let sum = add_product::<FUSED>(self.residual, off[0], off[0]);
        self.residual = add_product::<FUSED>(sum, off[1], off[1]);
    }
}

/// Motion of a joint's parent.
#[derive(Clone, Copy)]
struct Parent {
    /// Acceleration of the point that the joint holds.
    x: [f64; 2],
    /// Angular acceleration of the parent.
    alpha: f64,
}

/// P, alpha and p of the body processed before.
type Last = ([f64; 2], f64, [f64; 2]);

/// Output arrays (accelerations, multipliers), and the data of angle rows that the sweep reads.
pub(in super::super) struct Answer<'a> {
    pub(in super::super) a: &'a Scatter<'a, f64>,
    pub(in super::super) lambda: &'a Scatter<'a, f64>,
    pub(in super::super) angle_rows: &'a [AngleRow],
    /// Moment of inertia d at each angle row.
    pub(in super::super) inertia: &'a [f64],
}

/// Sweeps from root to leaves. The accelerations of parents that are not children of these joints are in `a` already.
#[inline(always)]
pub(in super::super) fn down<const FUSED: bool, M: Machine>(
    joints: &[TreeJoint],
    kept: &[JointRecord],
    machine: &M,
    out: &Answer<'_>,
) -> Sums {
    let mut sums = Sums::default();
    let mut last: Last = ([0.0; 2], 0.0, [0.0; 2]);
    for (joint, kept) in joints.iter().zip(kept).rev() {
        let pin = &kept.pin;
        let mut parent = Parent {
            x: [0.0; 2],
            alpha: 0.0,
        };
        if joint.flags.has(Flag::PassesInRegister) {
            let ([px, py], alpha, held) = last;
            parent.alpha = alpha;
            parent.x = [
                add_product::<FUSED>(px, alpha, pin.parent[0] - held[0]),
                add_product::<FUSED>(py, alpha, pin.parent[1] - held[1]),
            ];
        } else if joint.parent_is_point() {
            parent.x = out.a.read(joint.parent_at as usize);
        } else if joint.parent != GROUND {
            let [ax, ay, alpha] = out.a.read(joint.parent_at as usize);
            parent.alpha = alpha;
            parent.x = [
                add_product::<FUSED>(ax, alpha, pin.parent[0]),
                add_product::<FUSED>(ay, alpha, pin.parent[1]),
            ];
        }
        last = match joint.form {
            Form::Pin => on_pin::<FUSED>(joint, kept, parent, out, &mut sums),
            Form::PinAndAngle => {
                let index = joint.angle_row as usize;
                let c3 = machine.angle_rhs(index);
                on_pin_and_angle::<FUSED>(joint, (index, c3), kept, parent, out, &mut sums)
            }
            Form::Rod => on_rod::<FUSED>(joint, kept, parent, out, &mut sums),
        };
    }
    sums
}

/// A rigid body on a pin.
#[inline(always)]
fn on_pin<const FUSED: bool>(
    joint: &TreeJoint,
    kept: &JointRecord,
    parent: Parent,
    out: &Answer<'_>,
    sums: &mut Sums,
) -> Last {
    let (pin, [x, y], [b11, b12, b22]) = (&kept.pin, parent.x, kept.b_matrix);
    let l1 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[0], b11, x), b12, y);
    let l2 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[1], b12, x), b22, y);
    // The parent's acceleration enters last, which shortens the dependency chain.
    let own = add_product::<FUSED>(
        add_product::<FUSED>(kept.alpha, kept.k[0], pin.c[0]),
        kept.k[1],
        pin.c[1],
    );
    let alpha = sub_product::<FUSED>(sub_product::<FUSED>(own, kept.k[0], x), kept.k[1], y);
    write::<FUSED>(joint, pin, parent, (alpha, [l1, l2]), out, sums)
}

/// A rigid body held by a pin and an angle.
#[inline(always)]
fn on_pin_and_angle<const FUSED: bool>(
    joint: &TreeJoint,
    (index, c3): (usize, f64),
    kept: &JointRecord,
    parent: Parent,
    out: &Answer<'_>,
    sums: &mut Sums,
) -> Last {
    let (pin, [x, y], [b11, b12, b22]) = (&kept.pin, parent.x, kept.b_matrix);
    let (angle, d) = (&out.angle_rows[index], out.inertia[index]);
    let l1 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[0], b11, x), b12, y);
    let l2 = add_product::<FUSED>(add_product::<FUSED>(-kept.h[1], b12, x), b22, y);
    let torque = add_product::<FUSED>(add_product::<FUSED>(-kept.alpha, kept.k[0], x), kept.k[1], y);
    let torque = add_product::<FUSED>(torque, d, parent.alpha);
    let l = [
        add_product::<FUSED>(l1, kept.k[0], parent.alpha),
        add_product::<FUSED>(l2, kept.k[1], parent.alpha),
    ];
    out.lambda.write(angle.row as usize, [angle.sign * torque]);
    let alpha = parent.alpha - c3;
    let off = (alpha - parent.alpha) + c3;
    sums.residual = add_product::<FUSED>(sums.residual, off, off);
    // `0.0 * torque` is NaN if the torque is not finite.
    sums.terms += alpha * alpha + parent.alpha * parent.alpha + 0.0 * torque;
    write::<FUSED>(joint, pin, parent, (alpha, l), out, sums)
}

/// Writes the acceleration of a child and the multipliers of its pin, and adds the residual of the rows, computed from the numbers
/// as written.
#[inline(always)]
fn write<const FUSED: bool>(
    joint: &TreeJoint,
    pin: &Pin,
    parent: Parent,
    (alpha, [l1, l2]): (f64, [f64; 2]),
    out: &Answer<'_>,
    sums: &mut Sums,
) -> Last {
    let [x, y] = parent.x;
    let (px, py) = (x - pin.c[0], y - pin.c[1]);
    let ax = sub_product::<FUSED>(px, alpha, pin.child[0]);
    let ay = sub_product::<FUSED>(py, alpha, pin.child[1]);
    out.a.write(joint.child_at as usize, [ax, ay, alpha]);
    let sign = joint.sign();
    out.lambda.write(joint.row as usize, [sign * l1, sign * l2]);
    let (sx, sy) = (alpha * pin.child[0], alpha * pin.child[1]);
    let (rx, ry) = (((ax + sx) - x) + pin.c[0], ((ay + sy) - y) + pin.c[1]);
    let square = |sum: f64, x: f64, y: f64| add_product::<FUSED>(add_product::<FUSED>(sum, x, x), y, y);
    sums.add_residual::<FUSED>([rx, ry]);
    sums.terms += square(square(ax * ax, ay, sx), sy, x) + y * y;
    sums.power = add_product::<FUSED>(add_product::<FUSED>(sums.power, l1, pin.rate[0]), l2, pin.rate[1]);
    ([px, py], alpha, pin.child)
}

/// A point on a rod.
#[inline(always)]
fn on_rod<const FUSED: bool>(
    joint: &TreeJoint,
    kept: &JointRecord,
    parent: Parent,
    out: &Answer<'_>,
    sums: &mut Sums,
) -> Last {
    let ([x, y], z, u) = (parent.x, kept.pin.child, kept.pin.c);
    let [c, rate] = kept.pin.rate;
    let along = add_product::<FUSED>(u[0] * (x - z[0]), u[1], y - z[1]);
    let lambda = kept.alpha * (along - c);
    let a = [
        add_product::<FUSED>(z[0], kept.k[0], lambda),
        add_product::<FUSED>(z[1], kept.k[1], lambda),
    ];
    out.a.write(joint.child_at as usize, a);
    out.lambda.write(joint.row as usize, [lambda]);
    let (own, held) = (u[0] * a[0] + u[1] * a[1], u[0] * x + u[1] * y);
    sums.add_residual::<FUSED>([(own - held) + c, 0.0]);
    sums.terms += a[0] * a[0] + a[1] * a[1] + held * held;
    sums.power = add_product::<FUSED>(sums.power, lambda, rate);
    (a, 0.0, [0.0; 2])
}
