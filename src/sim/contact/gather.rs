//! Colliders of a scene, and its machines. A machine is a set of parts joined directly or through others, but not through the ground, ropes, struts
//! or springs; its parts lie in different planes and do not collide with each other. Nor do toothed wheels that overlap as built.

use std::sync::Arc;

use crate::bodies::{Motion, Shape};
use crate::constraints::ConstraintKind;
use crate::math::{Pose, UnionFind, Vec2};
use crate::scene::{Collides, Id, Part, Scene};
use crate::sim::{Model, SimState};

use super::collider::{Collider, Colliders};
use super::solid::ConvexPiece;

/// Half the width of the floor, and its thickness (m).
const FLOOR: (f64, f64) = (1e6, 10.0);

impl Colliders {
    /// The colliders of a scene whose bodies and constraints are compiled; `None` where the scene has no contact.
    pub fn of(scene: &Scene, model: &Model) -> Option<Self> {
        let contact = scene.settings.contact?;
        let machines = machines(scene, model);
        let mut list = Vec::new();
        let mut joined = Vec::new();
        for (id, part) in scene.parts() {
            let body = model.body(id);
            let is_rigid = matches!(part.motion(), Motion::Rigid | Motion::Point);
            let pieces = if is_rigid {
                ConvexPiece::of(&part.shape.outline())
            } else {
                Vec::new()
            };
            let material = part.material;
            list.push(Collider {
                part: Some(id),
                body,
                pose: part.pose,
                reach: pieces.iter().map(ConvexPiece::reach).fold(0.0, f64::max),
                pieces,
                friction: material.friction.unwrap_or(contact.friction),
                restitution: material.restitution.unwrap_or(contact.restitution),
                rolling: material.rolling.unwrap_or(0.0),
                machine: body.map_or(usize::MAX, |body| machines[body]),
                collides: part.collides,
                layer: part.layer,
                asleep: false,
            });
        }
        if let Some(height) = contact.floor {
            list.push(floor(height, contact.friction, contact.restitution));
        }
        for (_, it) in scene.constraints().filter(|(_, it)| joins(&it.kind)) {
            for a in &it.ends {
                for b in &it.ends {
                    if let (Some(a), Some(b)) = (a.part, b.part)
                        && a < b
                    {
                        joined.push((a, b));
                    }
                }
            }
        }
        joined.extend(toothed(scene));
        joined.sort_unstable();
        joined.dedup();
        let list = Arc::new(list);
        Some(Self { list, joined })
    }

    /// The pose of a collider in a state.
    pub fn pose(&self, model: &Model, state: &SimState, index: usize) -> Pose {
        let it = &self.list[index];
        match it.body.map(|body| &model.bodies[body]) {
            Some(body) => body.motion.pose(&state.q[body.offset..]),
            None => it.pose,
        }
    }
}

/// The floor: the half plane below a height, as a wide box.
fn floor(height: f64, friction: f64, restitution: f64) -> Collider {
    let (half, depth) = FLOOR;
    let corners = [
        Vec2::new(-half, height),
        Vec2::new(-half, height - depth),
        Vec2::new(half, height - depth),
        Vec2::new(half, height),
    ];
    Collider {
        part: None,
        body: None,
        pose: Pose::default(),
        pieces: vec![ConvexPiece {
            corners: corners.to_vec(),
            normals: Vec::new(),
            radius: 0.0,
            neighbours: [None; 2],
        }],
        reach: f64::INFINITY,
        friction,
        restitution,
        rolling: 0.0,
        machine: usize::MAX,
        collides: Collides::default(),
        layer: 0,
        asleep: false,
    }
}

/// Pairs of toothed wheels whose tip circles overlap as built: they would be jammed, and no force could separate them. Meshing is the job of gear
/// pairs.
fn toothed(scene: &Scene) -> Vec<(Id, Id)> {
    let wheel = |(id, part): (Id, &Part)| match &part.shape {
        Shape::Gear(gear) => Some((id, part.pose.position, gear.module * (0.5 * gear.teeth + 1.0))),
        _ => None,
    };
    let mut wheels: Vec<(Id, Vec2, f64)> = scene.parts().filter_map(wheel).collect();
    let [left, right] = [-1.0, 1.0].map(|side| move |(_, at, reach): &(Id, Vec2, f64)| at.x + side * reach);
    wheels.sort_by(|a, b| left(a).total_cmp(&left(b)));
    let mut found = Vec::new();
    for (k, one) in wheels.iter().enumerate() {
        // Wheels further on begin to the right of the end of this one.
        let beside = wheels[k + 1..]
            .iter()
            .take_while(|other| left(other) < right(one));
        let (a, here, reach) = *one;
        let meets = |other: &&(Id, Vec2, f64)| here.distance(other.1) < reach + other.2;
        found.extend(beside.filter(meets).map(|&(b, ..)| (a.min(b), a.max(b))));
    }
    found
}

/// Whether a constraint joins parts into one machine: all but ropes and struts, which keep their parts apart, and references, which only measure.
fn joins(kind: &ConstraintKind) -> bool {
    match kind {
        ConstraintKind::Rope(_) | ConstraintKind::Strut(_) | ConstraintKind::Reference(_) => false,
        ConstraintKind::Breakable(it) => joins(&it.joint),
        _ => true,
    }
}

/// The machine of each body: the least index of the bodies it is joined to.
fn machines(scene: &Scene, model: &Model) -> Vec<usize> {
    let mut machine = UnionFind::new(model.bodies.len());
    for (_, it) in scene.constraints().filter(|(_, it)| joins(&it.kind)) {
        machine.join_all(it.ends.iter().filter_map(|end| model.body(end.part?)));
    }
    machine.flatten();
    (0..machine.count()).map(|body| machine.root(body)).collect()
}
