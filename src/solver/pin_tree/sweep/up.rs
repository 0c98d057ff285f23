//! First sweep, leaves to roots: articulated inertia and force.

use super::super::super::arithmetic::{add_product, sub_product};
use super::super::joint::{Flag, Flags};
use super::{Articulated, CANCELLED, Form, JointRecord, Machine, Pin, Rigid, Rod, Scatter, TreeJoint};

/// Sweeps from leaves to root over joints whose records are `kept`; the first has the place `first`. The records of all their parents
/// are among `kept`, except for joints at a cut between pieces. d of each angle row is written to `inertia`. Returns false if cancellation lost
/// too many digits.
#[inline(always)]
pub(in super::super) fn up<const FUSED: bool, M: Machine>(
    joints: &[TreeJoint],
    first: usize,
    machine: &M,
    kept: &mut [JointRecord],
    inertia: &Scatter<'_, f64>,
) -> bool {
    let mut sound = true;
    let mut carried = Articulated::default();
    let mut index = 0;
    while index < joints.len() {
        // Sequences of pins have a loop of their own, in which `carried` stays in registers.
        while let Some(joint) = joints.get(index).filter(|joint| joint.form == Form::Pin) {
            let (flags, place) = (joint.flags, first + index);
            let body = machine.child(place, joint);
            let pin = machine.pin::<FUSED>(place, joint);
            let (record, whole) =
                eliminate_pin::<FUSED>(&children_contribution(flags, &carried, &kept[index]), &body, pin);
            sound &= whole;
            kept[index] = record;
            if flags.contributes() {
                let e = arm::<FUSED>(joint, machine, &record);
                carried = Articulated::through::<FUSED>(record.b_matrix, record.h, e);
                store_contribution(joint, first, &carried, kept);
            }
            index += 1;
        }
        let Some(joint) = joints.get(index) else { break };
        let (flags, place) = (joint.flags, first + index);
        let body = machine.child(place, joint);
        let from = children_contribution(flags, &carried, &kept[index]);
        let given = if joint.form == Form::PinAndAngle {
            let (angle, pin) = (joint.angle_row as usize, machine.pin::<FUSED>(place, joint));
            let (record, d) = eliminate_pin_and_angle::<FUSED>(&from, &body, pin, machine.angle_rhs(angle));
            inertia.write(angle, [d]);
            kept[index] = record;
            record.at_angle(d)
        } else {
            let (record, whole) = eliminate_rod::<FUSED>(&from, &body, machine.rod::<FUSED>(place, joint));
            sound &= whole;
            kept[index] = record;
            Articulated {
                b_matrix: record.b_matrix,
                h: record.h,
                ..Articulated::default()
            }
        };
        if flags.contributes() {
            carried = given.shifted::<FUSED>(arm::<FUSED>(joint, machine, &kept[index]));
            store_contribution(joint, first, &carried, kept);
        }
        index += 1;
    }
    sound
}

/// Returns the contribution of the children of a joint's child.
#[inline(always)]
fn children_contribution(flags: Flags, carried: &Articulated, record: &JointRecord) -> Articulated {
    match (flags.has(Flag::ReadsRegister), flags.has(Flag::ReadsRecord)) {
        (false, false) => Articulated::default(),
        (true, false) => *carried,
        (false, true) => record.articulated(),
        (true, true) => record.articulated().plus(carried),
    }
}

/// Returns e, the offset from the joint that holds the parent to this joint, turned by 90 degrees like the levers.
#[inline(always)]
fn arm<const FUSED: bool>(joint: &TreeJoint, machine: &impl Machine, record: &JointRecord) -> [f64; 2] {
    let held = machine.lever::<FUSED>(joint);
    [record.pin.parent[0] - held[0], record.pin.parent[1] - held[1]]
}

/// Stores the contribution of a joint in the record of its parent, unless the parent is swept next.
#[inline(always)]
fn store_contribution(joint: &TreeJoint, first: usize, carried: &Articulated, kept: &mut [JointRecord]) {
    if joint.flags.has(Flag::SetsRecord) {
        kept[joint.parent_place as usize - first].set(carried);
    } else if joint.flags.has(Flag::AddsRecord) {
        let to = &mut kept[joint.parent_place as usize - first];
        let sum = to.articulated().plus(carried);
        to.set(&sum);
    }
}

impl JointRecord {
    /// Returns the articulated inertia and force of the child of a joint with a held angle, referred to that joint.
    #[inline(always)]
    fn at_angle(&self, d: f64) -> Articulated {
        Articulated {
            b_matrix: self.b_matrix,
            b: self.k,
            d,
            h: self.h,
            t: self.alpha,
        }
    }
}

/// Eliminates a rigid body on a pin; false if cancellation lost too many digits.
#[inline(always)]
fn eliminate_pin<const FUSED: bool>(from: &Articulated, body: &Rigid, pin: Pin) -> (JointRecord, bool) {
    let [c1, c2] = pin.c;
    let Articulated { b_matrix, b, d, h, t } = with_children::<FUSED>(from, body, pin.child);
    let inverse = 1.0 / d;
    let (k1, k2, alpha) = (b[0] * inverse, b[1] * inverse, t * inverse);
    let b11 = sub_product::<FUSED>(b_matrix[0], k1, b[0]);
    let b12 = sub_product::<FUSED>(b_matrix[1], k1, b[1]);
    let b22 = sub_product::<FUSED>(b_matrix[2], k2, b[1]);
    let (g1, g2) = (
        sub_product::<FUSED>(h[0], b[0], alpha),
        sub_product::<FUSED>(h[1], b[1], alpha),
    );
    let h1 = add_product::<FUSED>(add_product::<FUSED>(g1, b11, c1), b12, c2);
    let h2 = add_product::<FUSED>(add_product::<FUSED>(g2, b12, c1), b22, c2);
    // The determinant over the squared trace is about the ratio of the smaller eigenvalue of B to the larger.
    let trace = b11 + b22;
    let sound = sub_product::<FUSED>(b11 * b22, b12, b12) > CANCELLED * (trace * trace);
    let record = JointRecord {
        b_matrix: [b11, b12, b22],
        h: [h1, h2],
        k: [k1, k2],
        alpha,
        pin,
    };
    (record, sound)
}

/// Returns A, b, d, f and t of a body with the contributions of its children, referred to a joint with this lever.
#[inline(always)]
fn with_children<const FUSED: bool>(from: &Articulated, body: &Rigid, [p1, p2]: [f64; 2]) -> Articulated {
    let (force, m1, m2) = (body.force, body.mass * p1, body.mass * p2);
    // Terms that do not depend on the children come first, which shortens the dependency chain.
    let own_d = add_product::<FUSED>(add_product::<FUSED>(body.inertia, p1, m1), p2, m2);
    let own_t = sub_product::<FUSED>(sub_product::<FUSED>(force[2], p1, force[0]), p2, force[1]);
    Articulated {
        b_matrix: [
            from.b_matrix[0] + body.mass,
            from.b_matrix[1],
            from.b_matrix[2] + body.mass,
        ],
        b: [from.b[0] - m1, from.b[1] - m2],
        d: from.d + own_d,
        h: [from.h[0] + force[0], from.h[1] + force[1]],
        t: from.t + own_t,
    }
}

/// Eliminates a rigid body held by a pin and an angle whose row has the right-hand side `c3`; also returns d.
#[inline(always)]
fn eliminate_pin_and_angle<const FUSED: bool>(
    from: &Articulated,
    body: &Rigid,
    pin: Pin,
    c3: f64,
) -> (JointRecord, f64) {
    let [c1, c2] = pin.c;
    let Articulated { b_matrix, b, d, h, t } = with_children::<FUSED>(from, body, pin.child);
    let h1 = add_product::<FUSED>(add_product::<FUSED>(h[0], b_matrix[0], c1), b_matrix[1], c2);
    let h2 = add_product::<FUSED>(add_product::<FUSED>(h[1], b_matrix[1], c1), b_matrix[2], c2);
    let t = add_product::<FUSED>(add_product::<FUSED>(t, b[0], c1), b[1], c2);
    let record = JointRecord {
        b_matrix,
        h: [
            add_product::<FUSED>(h1, b[0], c3),
            add_product::<FUSED>(h2, b[1], c3),
        ],
        k: b,
        alpha: add_product::<FUSED>(t, d, c3),
        pin,
    };
    (record, d)
}

/// Eliminates a point on a rod; false if cancellation lost too many digits.
#[inline(always)]
fn eliminate_rod<const FUSED: bool>(from: &Articulated, body: &Rigid, rod: Rod) -> (JointRecord, bool) {
    let [u1, u2] = rod.u;
    let (a11, a12, a22) = (
        from.b_matrix[0] + body.mass,
        from.b_matrix[1],
        from.b_matrix[2] + body.mass,
    );
    let l = a12 / a11;
    let d22 = sub_product::<FUSED>(a22, l, a12);
    let solved = |f1: f64, f2: f64| {
        let second = sub_product::<FUSED>(f2, l, f1) / d22;
        [sub_product::<FUSED>(f1 / a11, l, second), second]
    };
    let y = solved(u1, u2);
    let z = solved(from.h[0] + body.force[0], from.h[1] + body.force[1]);
    let s = 1.0 / add_product::<FUSED>(u1 * y[0], u2, y[1]);
    let pull = s * add_product::<FUSED>(add_product::<FUSED>(rod.c, u1, z[0]), u2, z[1]);
    let record = JointRecord {
        b_matrix: [s * u1 * u1, s * u1 * u2, s * u2 * u2],
        h: [pull * u1, pull * u2],
        k: y,
        alpha: s,
        pin: Pin {
            child: z,
            parent: rod.parent,
            c: rod.u,
            rate: [rod.c, rod.rate],
        },
    };
    (record, a11 > 0.0 && d22 > CANCELLED * a22 && s > 0.0)
}

/// Adds the contribution of a joint at a cut between pieces to the record of its parent.
pub(in super::super) fn add_across_cut<const FUSED: bool>(
    joint: &TreeJoint,
    machine: &impl Machine,
    from: JointRecord,
    to: &mut JointRecord,
    inertia: &[f64],
) {
    let e = arm::<FUSED>(joint, machine, &from);
    let added = match joint.form {
        Form::PinAndAngle => from
            .at_angle(inertia[joint.angle_row as usize])
            .shifted::<FUSED>(e),
        _ => Articulated::through::<FUSED>(from.b_matrix, from.h, e),
    };
    if joint.flags.has(Flag::SetsRecord) {
        to.set(&added);
    } else {
        to.set(&to.articulated().plus(&added));
    }
}
