//! The model: a scene compiled to flat arrays with dense indices. Fixed parts become places that do not move.

mod awake;
mod carry;
mod compile;
mod ends;
mod extent;
mod isolated;
mod link;
mod mass_scaling;
mod part;
mod place;
mod reference;
mod touching;
mod trees;

use std::collections::BTreeMap;

use crate::bodies::{MassProperties, Motion};
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2, cross};
use crate::scene::{Id, Settings};
use crate::solver::{Topology, Versioned};

pub use self::reference::Reference;

use super::SimState;
use super::contact::{Colliders, Point};

pub use self::isolated::Isolated;
pub use self::link::Link;
pub use self::place::Place;
pub use self::touching::ContactRows;

/// A part that can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The part.
    pub id: Id,
    /// How its coordinates move.
    pub motion: Motion,
    /// Its mass.
    pub mass: MassProperties,
    /// Offset of its coordinates in `q` and `v`.
    pub offset: usize,
    /// Extent of its machine as built: of the parts joined to it, and of what holds them to the ground (m).
    pub(super) size: f64,
    /// Whether a constraint, a force or a spring of its own acts on it. True for all bodies if it would be true for none, or if parts touch.
    pub bound: bool,
}

/// A force between places.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The force.
    pub id: Id,
    /// Its kind and parameters.
    pub kind: ForceKind,
    /// Its ends, as many as its kind has slots.
    pub ends: Box<[Place]>,
}

/// A compiled scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Parts that can move, in the order of the scene. Their generation counter tells whether masses have changed.
    pub bodies: Versioned<Vec<Body>>,
    /// Constraints, in the order of the scene.
    pub links: Vec<Link>,
    /// Forces, in the order of the scene.
    pub loads: Vec<Load>,
    /// Constraints that only measure, in the order of the scene.
    pub references: Vec<Reference>,
    /// The bodies of each constraint, in the form required by the solver.
    pub topology: Topology,
    /// Settings of the world and of the computation.
    pub settings: Settings,
    /// The start state, as built.
    pub start: SimState,
    /// Whether no constraint drives, and none is held by a force elsewhere.
    pub passive: bool,
    /// Whether masses are scaled (see `mass_scaling`).
    pub(super) is_scaled: bool,
    /// Whether nothing drives and the constraints form trees. The error of a sub-step then comes from motion too fast for its length, and a
    /// shorter sub-step reduces it.
    pub(super) is_passive_tree: bool,
    /// Extent of the scene as built (m).
    pub(super) size: f64,
    /// The drive or force with the fastest programme in time, and its angular frequency (rad/s).
    pub(super) pace: Option<(Id, f64)>,
    fixed: BTreeMap<Id, (Pose, Motion)>,
    /// Constraints (dense indices) that may reach a state in which they are undefined, so that [`crate::constraints::Kind::lost`] is checked
    /// after each step.
    watched: Vec<usize>,
    /// Constraints (dense indices) that measure the direction of a line between points that move.
    lined: Vec<usize>,
    /// Constraints (dense indices) whose force acts elsewhere than on the bodies they hold.
    forced: Vec<usize>,
    /// Constraints (dense indices) that do not hold at all times, ascending.
    bounded: Vec<usize>,
    /// Constraints (dense indices) that may break, ascending.
    breakable: Vec<usize>,
    /// Constraints (dense indices) that hold a speed, ascending.
    paced: Vec<usize>,
    /// Collision shapes; `None` if parts pass through each other.
    contact: Option<Colliders>,
    /// Machines that exchange energy with nothing else.
    isolated: Isolated,
    /// Contact points with rows, which follow the rows of the constraints; see [`super::contact::ContactModel`].
    pub(in crate::sim) touching: Vec<ContactRows>,
}

impl Model {
    /// Returns the number of constraints that drive in this state.
    pub fn driving(&self, state: &SimState) -> usize {
        self.links.iter().filter(|link| link.drives(state)).count()
    }

    /// Iterates over the constraints that may reach a state in which they are undefined.
    pub(super) fn watched(&self) -> impl Iterator<Item = &Link> {
        self.watched.iter().map(|&index| &self.links[index])
    }

    /// Returns the constraints (dense indices) whose force acts elsewhere than on the bodies they hold.
    pub(super) fn forced(&self) -> &[usize] {
        &self.forced
    }

    /// Returns the constraints (dense indices) that measure the direction of a line.
    pub(super) fn line_directions(&self) -> &[usize] {
        &self.lined
    }

    /// Returns the constraints (dense indices) that do not hold at all times, ascending.
    pub fn bounded(&self) -> &[usize] {
        &self.bounded
    }

    /// Returns the constraints (dense indices) that may break, ascending.
    pub fn breakable(&self) -> &[usize] {
        &self.breakable
    }

    /// Returns the constraints (dense indices) that hold a speed, ascending.
    pub(in crate::sim) fn paced(&self) -> &[usize] {
        &self.paced
    }

    /// Whether there are unilateral constraints: rows with limits, or contacts.
    pub(in crate::sim) fn is_unilateral(&self) -> bool {
        !self.bounded.is_empty() || self.contact.is_some()
    }

    /// Whether rows may become active or inactive within a step: unilateral constraints, and joints that break.
    pub(in crate::sim) fn has_events(&self) -> bool {
        self.is_unilateral() || !self.breakable.is_empty()
    }

    /// Returns the collision shapes; `None` if parts pass through each other.
    pub(in crate::sim) fn contact(&self) -> Option<&Colliders> {
        self.contact.as_ref()
    }

    /// Moving parts that touch nothing although they are not set to: beads on wires and parts that change their shape.
    pub fn touching_nothing(&self) -> impl Iterator<Item = Id> {
        self.contact.iter().flat_map(Colliders::without_pieces)
    }

    /// Whether the collider with this index, as in the pair of a contact point, belongs to a body that moves.
    pub fn collider_moves(&self, collider: usize) -> bool {
        let list = self.contact.as_ref().map(|it| &it.list);
        list.and_then(|list| list.get(collider))
            .is_some_and(|it| it.body.is_some())
    }

    /// Returns the two parts that touch at a point, the first and the second; `None` stands for the floor.
    pub fn parts_at(&self, point: &Point) -> [Option<Id>; 2] {
        let colliders = self.contact.as_ref().map_or(&[][..], |it| &it.list);
        let part = |piece: (u32, u32)| colliders.get(piece.0 as usize).and_then(|it| it.part);
        [part(point.pair.0), part(point.pair.1)]
    }

    /// Iterates over the contact forces of the last step: the body (dense index), the point (m), and the mean force (N) and torque of rolling
    /// friction (N m) on the body over the step.
    pub fn contact_forces(&self, state: &SimState) -> impl Iterator<Item = (usize, Vec2, (Vec2, f64))> {
        let colliders = self.contact.as_ref().map_or(&[][..], |it| &it.list);
        state.contacts.iter().flat_map(move |point| {
            let (first, second) = point.pair;
            let ends = [(first.0, -1.0), (second.0, 1.0)];
            ends.into_iter().filter_map(move |(collider, sign)| {
                let body = colliders.get(collider as usize)?.body?;
                let push = (sign * point.on_second(), sign * point.torque);
                (body < self.bodies.len()).then_some((body, point.at, push))
            })
        })
    }

    /// Adds the contact forces of the last step to the forces on all coordinates.
    pub(in crate::sim) fn add_contact_forces(&self, state: &SimState, force: &mut [f64]) {
        for (body, at, (push, torque)) in self.contact_forces(state) {
            let body = &self.bodies[body];
            let lever = at - body.motion.centre(&state.q[body.offset..]);
            let push = [push.x, push.y, cross(lever, push) + torque];
            let own = &mut force[body.offset..body.offset + body.motion.dim()];
            own.iter_mut().zip(push).for_each(|(own, push)| *own += push);
        }
    }

    /// Returns the approximate memory use (bytes), without nested lists.
    pub fn bytes(&self) -> usize {
        let (bodies, links, loads) = (self.bodies.len(), self.links.len(), self.loads.len());
        let state = &self.start;
        size_of::<Self>()
            + bodies * size_of::<Body>()
            + links * size_of::<Link>()
            + loads * size_of::<Load>()
            + 8 * (state.q.len() + state.v.len() + state.memory.len())
    }

    /// Returns the total mass of all parts that can move (kg).
    pub fn mass(&self) -> f64 {
        self.bodies.iter().map(|body| body.mass.mass).sum()
    }

    /// Returns the mass ratio of the lightest part that can move to the heaviest; 1 if no part can move.
    pub(super) fn lightest(&self) -> f64 {
        let masses = self.bodies.iter().map(|body| body.mass.mass);
        let range = |(least, most): (f64, f64), mass: f64| (least.min(mass), most.max(mass));
        let (least, most) = masses.fold((f64::INFINITY, 0.0), range);
        if most > 0.0 { least / most } else { 1.0 }
    }

    /// Returns the dense index of a part that can move.
    pub fn body(&self, id: Id) -> Option<usize> {
        // Bodies are in the order of the scene, which is that of the ids.
        self.bodies.binary_search_by_key(&id, |body| body.id).ok()
    }

    /// Returns the pose of a part in a state; `None` if there is no such part.
    pub fn pose(&self, state: &SimState, id: Id) -> Option<Pose> {
        match self.body(id) {
            Some(index) => {
                let body = &self.bodies[index];
                Some(body.motion.pose(&state.q[body.offset..]))
            }
            None => self.fixed.get(&id).map(|(pose, _)| *pose),
        }
    }

    /// Iterates over the poses in a state of all parts that can move, in the order of the ids.
    pub fn poses<'a>(&'a self, state: &'a SimState) -> impl Iterator<Item = (Id, Pose)> + 'a {
        let pose = |body: &'a Body| (body.id, body.motion.pose(&state.q[body.offset..]));
        self.bodies.iter().map(pose)
    }

    /// Returns the form coordinate of a part in a state; `None` for a part of fixed form.
    pub fn form(&self, state: &SimState, id: Id) -> Option<f64> {
        let body = &self.bodies[self.body(id)?];
        let own = body.motion.form_coordinate()?;
        state.q.get(body.offset + own).copied()
    }

    /// Returns a part whose mass block depends on its coordinates, if there is one: an integrator for constant mass must refuse it.
    pub fn varying_mass(&self) -> Option<Id> {
        let mut varying = self.bodies.iter().filter(|body| body.motion.mass_varies());
        varying.next().map(|body| body.id)
    }

    /// Iterates over all rows: index, whether a projection corrects the position, and whether it corrects the rate. Drives of limited force are
    /// not projected: their force has to reach the target.
    pub(in crate::sim) fn projected_rows(&self) -> impl Iterator<Item = (usize, bool, bool)> {
        let of_links = self.links.iter().flat_map(|link| {
            (0..link.rows.len()).map(|k| {
                let waits = link.drive && link.is_regulated();
                let (position, motion) = (link.holds_position(k), link.holds_motion(k));
                (link.row + k, position && !waits, motion && !waits)
            })
        });
        let of_contacts = self.touching.iter().flat_map(|it| {
            let count = 1 + usize::from(it.has_friction_row());
            (0..count).map(|k| (it.row + k, k == 0, true))
        });
        of_links.chain(of_contacts)
    }

    /// Updates the memory of the constraints after the state has moved.
    pub fn remember(&self, state: &mut SimState) {
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            let ends = self.link_ports(link, &state.q, &state.v);
            let memory = &mut state.memory[link.memory_range()];
            link.kind.remember(&ends[..link.ends.len()], memory);
        }
    }
}
