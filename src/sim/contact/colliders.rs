//! Who collides with whom.
//!
//! ```text
//! ground (fixed parts, the floor) with everything that moves, but for what is joined to it
//! parts that move with each other unless they are of one machine: joined, directly or through others, but not through the ground,
//! ropes, struts or springs
//! ```

use crate::bodies::Motion;
use crate::constraints::ConstraintKind;
use crate::math::{Pose, Vec2};
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};

use super::solid::Solid;

/// Half the width of the floor, and how thick it is (m).
const FLOOR: (f64, f64) = (1e6, 10.0);

/// A part, or the floor, as others meet it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// The part; none is the floor.
    pub part: Option<Id>,
    /// Dense index of its body, if it moves.
    pub body: Option<usize>,
    /// Where it is, if it does not.
    pub pose: Pose,
    /// In its own frame.
    pub pieces: Vec<Solid>,
    /// The farthest any of it is from its origin (m).
    pub reach: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Which machine it belongs to, if it moves.
    machine: usize,
}

/// All of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colliders {
    /// In the order of the scene, the floor last.
    pub list: Vec<Collider>,
    /// Pairs of parts that are joined and of which one does not move, sorted.
    joined: Vec<(Id, Id)>,
}

impl Colliders {
    /// Those of a scene whose bodies and constraints are compiled; nothing where parts do not touch.
    pub fn of(scene: &Scene, model: &Model) -> Option<Self> {
        let contact = scene.settings.contact?;
        let machines = machines(scene, model);
        let mut all = Self::default();
        for (id, part) in scene.parts() {
            let body = model.body(id);
            let is_rigid = matches!(part.motion(), Motion::Rigid | Motion::Point);
            let pieces = if is_rigid { Solid::of(&part.shape.outline()) } else { Vec::new() };
            let material = part.material;
            all.list.push(Collider {
                part: Some(id),
                body,
                pose: part.pose,
                reach: pieces.iter().map(Solid::reach).fold(0.0, f64::max),
                pieces,
                friction: material.friction.unwrap_or(contact.friction),
                restitution: material.restitution.unwrap_or(contact.restitution),
                machine: body.map_or(usize::MAX, |body| machines[body]),
            });
        }
        if let Some(height) = contact.floor {
            all.list.push(floor(height, contact.friction, contact.restitution));
        }
        for (_, it) in scene.constraints().filter(|(_, it)| joins(&it.kind)) {
            for a in &it.ends {
                for b in &it.ends {
                    if let (Some(a), Some(b)) = (a.part, b.part)
                        && a < b
                    {
                        all.joined.push((a, b));
                    }
                }
            }
        }
        all.joined.sort_unstable();
        all.joined.dedup();
        Some(all)
    }

    /// Whether two of them collide.
    pub fn collide(&self, a: usize, b: usize) -> bool {
        let (one, two) = (&self.list[a], &self.list[b]);
        if one.body.is_none() && two.body.is_none() {
            return false;
        }
        if one.body.is_some() && two.body.is_some() {
            return one.machine != two.machine;
        }
        match (one.part, two.part) {
            (Some(a), Some(b)) => self.joined.binary_search(&(a.min(b), a.max(b))).is_err(),
            _ => true,
        }
    }

    /// Where one of them is in a state.
    pub fn pose(&self, model: &Model, state: &SimState, index: usize) -> Pose {
        let it = &self.list[index];
        match it.body.map(|body| &model.bodies[body]) {
            Some(body) => body.motion.pose(&state.q[body.offset..]),
            None => it.pose,
        }
    }
}

/// The half plane below a height.
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
        pieces: vec![Solid {
            corners: corners.to_vec(),
            radius: 0.0,
        }],
        reach: f64::INFINITY,
        friction,
        restitution,
        machine: usize::MAX,
    }
}

/// Whether what it holds together lies in different planes: all but ropes and struts, which keep their distance.
fn joins(kind: &ConstraintKind) -> bool {
    !matches!(kind, ConstraintKind::Rope(_) | ConstraintKind::Strut(_))
}

/// The machine of each body: the least body that it hangs together with.
fn machines(scene: &Scene, model: &Model) -> Vec<usize> {
    let mut machine: Vec<usize> = (0..model.bodies.len()).collect();
    for (_, it) in scene.constraints().filter(|(_, it)| joins(&it.kind)) {
        let mut bodies = it.ends.iter().filter_map(|end| model.body(end.part?));
        let Some(first) = bodies.next() else { continue };
        for other in bodies {
            let (a, b) = (root(&machine, first), root(&machine, other));
            machine[a.max(b)] = a.min(b);
        }
    }
    (0..machine.len()).map(|body| root(&machine, body)).collect()
}

fn root(machine: &[usize], mut body: usize) -> usize {
    while machine[body] != body {
        body = machine[body];
    }
    body
}
