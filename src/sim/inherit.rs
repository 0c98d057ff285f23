//! Motion of parts that replace others in an edit: several parts made one, one taken apart, one of another size.
//!
//! ```text
//! V = sum m v / sum m,   Omega = sum (I w + m (x - c) x v) / sum (I + m |x - c|²)     of the removed parts, c their centre of mass
//! v = V + Omega x (p - c),   w = Omega                                                 of the new parts
//! ```
//! This is the motion of a rigid body, so momentum and angular momentum stay: the pieces of one part move exactly as they did
//! within it, and several parts made one get the motion that a rigid whole with their momenta must have.

use crate::bodies::Motion;
use crate::math::{Pose, Vec2, cross, perp};
use crate::scene::Id;

use super::model::Body;
use super::{Model, SimState};

/// Position, velocity and spin of a part; `None` for a bead, which is led by its wire.
fn motion(body: &Body, state: &SimState) -> Option<(Vec2, Vec2, f64)> {
    let [q, v] = [&state.q[body.offset..], &state.v[body.offset..]];
    let spin = match body.motion {
        Motion::Point => 0.0,
        Motion::Rigid | Motion::Elastic(_) => v[2],
        Motion::Bead(_) => return None,
    };
    Some((Vec2::new(q[0], q[1]), Vec2::new(v[0], v[1]), spin))
}

/// Puts parts at given poses. A part that was there before an edit goes on moving as it did, about its new centre where its mass
/// properties changed; a part that is new, or is put elsewhere without an edit, gets its velocity as built.
pub(super) fn put(
    edited: Option<(&Model, &SimState)>,
    (model, state): (&Model, &mut SimState),
    poses: &[(Id, Pose)],
) {
    for (id, pose) in poses {
        let Some(body) = model.body(*id).map(|index| &model.bodies[index]) else {
            continue;
        };
        let own = body.offset..body.offset + body.motion.dim();
        body.motion.write_pose(*pose, &mut state.q[own.clone()]);
        let old = edited.and_then(|(earlier, before)| {
            let old = &earlier.bodies[earlier.body(*id)?];
            Some((old, before)).filter(|_| old.motion.is_of_kind(&body.motion))
        });
        let Some((old, before)) = old else {
            state.v[own.clone()].copy_from_slice(&model.start.v[own]);
            continue;
        };
        // The form coordinate and its rate were carried over.
        if let Some((was, v, spin)) = motion(old, before)
            && old.mass != body.mass
        {
            let v = v + spin * perp(pose.position - was);
            state.v[own][..2].copy_from_slice(&v.to_array());
        }
    }
}

/// Keeps the speed of each bead along its wire (m/s) where an edit changed the wire.
pub(super) fn keep_speeds((earlier, before): (&Model, &SimState), (model, state): (&Model, &mut SimState)) {
    let speed = |body: &Body, state: &SimState| {
        let [q, v] = [&state.q[body.offset..], &state.v[body.offset..]];
        body.motion.point(Vec2::ZERO, q, v).rate.length()
    };
    for body in model
        .bodies
        .iter()
        .filter(|it| matches!(it.motion, Motion::Bead(_)))
    {
        let old = earlier.body(body.id).map(|index| &earlier.bodies[index]);
        let Some(old) = old.filter(|old| old.motion.is_of_kind(&body.motion)) else {
            continue;
        };
        let (was, is) = (speed(old, before), speed(body, state));
        if old.motion != body.motion && is > 0.0 {
            state.v[body.offset] *= was / is;
        }
    }
}

/// Gives the new parts among `placed` the motion of the removed parts.
pub(super) fn inherit_motion(
    (earlier, before): (&Model, &SimState),
    (model, state): (&Model, &mut SimState),
    placed: &[(Id, Pose)],
) {
    let gone: Vec<(&Body, (Vec2, Vec2, f64))> = earlier
        .bodies
        .iter()
        .filter(|body| model.body(body.id).is_none())
        .filter_map(|body| Some((body, motion(body, before)?)))
        .collect();
    let mass: f64 = gone.iter().map(|(body, _)| body.mass.mass).sum();
    if mass <= 0.0 {
        return;
    }
    let (mut centre, mut velocity) = (Vec2::ZERO, Vec2::ZERO);
    for (body, (x, v, _)) in &gone {
        centre += body.mass.mass / mass * *x;
        velocity += body.mass.mass / mass * *v;
    }
    let (mut moment, mut inertia) = (0.0, 0.0);
    for (body, (x, v, w)) in &gone {
        let own = body.motion.inertia(body.mass, &before.q[body.offset..]);
        moment += own * w + body.mass.mass * cross(*x - centre, *v);
        inertia += own + body.mass.mass * x.distance_squared(centre);
    }
    let spin = if inertia > 0.0 { moment / inertia } else { 0.0 };
    for (id, pose) in placed.iter().filter(|(id, _)| earlier.body(*id).is_none()) {
        let Some(body) = model.body(*id).map(|index| &model.bodies[index]) else {
            continue;
        };
        let v = velocity + spin * perp(pose.position - centre);
        let own = &mut state.v[body.offset..];
        match body.motion {
            Motion::Point => own[..2].copy_from_slice(&v.to_array()),
            Motion::Rigid | Motion::Elastic(_) => own[..3].copy_from_slice(&[v.x, v.y, spin]),
            Motion::Bead(_) => {}
        }
    }
}
