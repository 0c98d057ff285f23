//! A scene compiled to flat arrays with dense indices. Fixed parts become places that do not move.

mod awake;
mod carry;
mod compile;
mod ends;
mod extent;
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

pub use self::link::Link;
pub use self::place::Place;
pub use self::touching::Touching;

/// A part that can move.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The part.
    pub id: Id,
    /// How its coordinates move.
    pub motion: Motion,
    /// Its mass.
    pub mass: MassProperties,
    /// Where its coordinates start in `q` and `v`.
    pub offset: usize,
    /// Whether a constraint, a force or a spring of its own acts on it; true of all where none is acted on.
    pub bound: bool,
}

/// A force between places.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The force.
    pub id: Id,
    /// What it is.
    pub kind: ForceKind,
    /// Its ends, as many as its kind has slots.
    pub ends: Box<[Place]>,
}

/// A compiled scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Parts that can move, in the order of the scene. Their stamp says whether masses are those of before.
    pub bodies: Versioned<Vec<Body>>,
    /// Constraints, in the order of the scene.
    pub links: Vec<Link>,
    /// Forces, in the order of the scene.
    pub loads: Vec<Load>,
    /// What measures and does not act, in the order of the scene.
    pub references: Vec<Reference>,
    /// Which body touches which, as the solver wants it.
    pub topology: Topology,
    /// The world and the way it is computed.
    pub settings: Settings,
    /// The built state.
    pub start: SimState,
    /// Whether no constraint drives, and none is held by a force elsewhere.
    pub passive: bool,
    /// Whether masses are scaled.
    pub(super) is_scaled: bool,
    /// Whether nothing drives, and constraints form trees: what a sub-step errs by is then a motion too fast for it, and a shorter one errs by less.
    pub(super) resolvable: bool,
    /// How far the machine reaches as built (m).
    pub(super) size: f64,
    /// What follows the fastest programme in time, and its angular frequency (rad/s).
    pub(super) pace: Option<(Id, f64)>,
    fixed: BTreeMap<Id, (Pose, Motion)>,
    /// Constraints (dense indices) that may come to where there is nothing to hold.
    watched: Vec<usize>,
    /// Constraints (dense indices) that measure the directions of lines between points that move.
    lined: Vec<usize>,
    /// Constraints (dense indices) whose force acts elsewhere than what they hold.
    forced: Vec<usize>,
    /// Constraints (dense indices) that do not hold at all times, ascending.
    bounded: Vec<usize>,
    /// Constraints (dense indices) that may break, ascending.
    breakable: Vec<usize>,
    /// Constraints (dense indices) that hold a speed, ascending.
    paced: Vec<usize>,
    /// What touches what; none where parts pass through each other.
    contact: Option<Colliders>,
    /// Points of contact that have rows, after those of the constraints; see [`super::contact::ContactModel`].
    pub(in crate::sim) touching: Vec<Touching>,
}

impl Model {
    /// How many constraints drive in this state.
    pub fn driving(&self, state: &SimState) -> usize {
        self.links.iter().filter(|link| link.drives(state)).count()
    }

    /// Constraints that may come to where there is nothing to hold.
    pub(super) fn watched(&self) -> impl Iterator<Item = &Link> {
        self.watched.iter().map(|&index| &self.links[index])
    }

    /// Constraints (dense indices) whose force acts elsewhere than what they hold.
    pub(super) fn forced(&self) -> &[usize] {
        &self.forced
    }

    /// Constraints (dense indices) that measure the directions of lines.
    pub(super) fn lined(&self) -> &[usize] {
        &self.lined
    }

    /// Constraints (dense indices) that do not hold at all times, ascending.
    pub fn bounded(&self) -> &[usize] {
        &self.bounded
    }

    /// Constraints (dense indices) that may break, ascending.
    pub fn breakable(&self) -> &[usize] {
        &self.breakable
    }

    /// Constraints (dense indices) that hold a speed, ascending.
    pub(in crate::sim) fn paced(&self) -> &[usize] {
        &self.paced
    }

    /// Whether anything pushes and does not pull: limits, or parts that touch.
    pub(in crate::sim) fn is_unilateral(&self) -> bool {
        !self.bounded.is_empty() || self.contact.is_some()
    }

    /// Whether rows may come and go within a step: what is unilateral, and joints that break.
    pub(in crate::sim) fn has_events(&self) -> bool {
        self.is_unilateral() || !self.breakable.is_empty()
    }

    /// What touches what; none where parts pass through each other.
    pub(in crate::sim) fn contact(&self) -> Option<&Colliders> {
        self.contact.as_ref()
    }

    /// Whether what a contact's piece belongs to moves.
    pub fn collider_moves(&self, collider: usize) -> bool {
        let list = self.contact.as_ref().map(|it| &it.list);
        list.and_then(|list| list.get(collider))
            .is_some_and(|it| it.body.is_some())
    }

    /// The two parts that touch at a point, the first and the second; none is the floor.
    pub fn parts_at(&self, point: &Point) -> [Option<Id>; 2] {
        let colliders = self.contact.as_ref().map_or(&[][..], |it| &it.list);
        let part = |piece: (u32, u32)| colliders.get(piece.0 as usize).and_then(|it| it.part);
        [part(point.pair.0), part(point.pair.1)]
    }

    /// The contact forces of the last step: the body (dense index), where (m), and the mean force (N) and torque of rolling friction (N m) on
    /// it over the step.
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

    /// Adds them to the forces on all coordinates.
    pub(in crate::sim) fn add_contact_forces(&self, state: &SimState, force: &mut [f64]) {
        for (body, at, (push, torque)) in self.contact_forces(state) {
            let body = &self.bodies[body];
            let lever = at - body.motion.centre(&state.q[body.offset..]);
            let push = [push.x, push.y, cross(lever, push) + torque];
            let own = &mut force[body.offset..body.offset + body.motion.dim()];
            own.iter_mut().zip(push).for_each(|(own, push)| *own += push);
        }
    }

    /// About how much memory it takes (bytes), without what lies in lists of its lists.
    pub fn bytes(&self) -> usize {
        let (bodies, links, loads) = (self.bodies.len(), self.links.len(), self.loads.len());
        let state = &self.start;
        size_of::<Self>()
            + bodies * size_of::<Body>()
            + links * size_of::<Link>()
            + loads * size_of::<Load>()
            + 8 * (state.q.len() + state.v.len() + state.memory.len())
    }

    /// Mass of all that can move (kg).
    pub fn mass(&self) -> f64 {
        self.bodies.iter().map(|body| body.mass.mass).sum()
    }

    /// Mass of the lightest part that can move, as a share of the heaviest's; 1 where none can.
    pub(super) fn lightest(&self) -> f64 {
        let masses = self.bodies.iter().map(|body| body.mass.mass);
        let range = |(least, most): (f64, f64), mass: f64| (least.min(mass), most.max(mass));
        let (least, most) = masses.fold((f64::INFINITY, 0.0), range);
        if most > 0.0 { least / most } else { 1.0 }
    }

    /// Dense index of a part that can move.
    pub fn body(&self, id: Id) -> Option<usize> {
        // In the order of the scene, which is that of the ids.
        self.bodies.binary_search_by_key(&id, |body| body.id).ok()
    }

    /// Where a part is in a state; nothing when it is not there.
    pub fn pose(&self, state: &SimState, id: Id) -> Option<Pose> {
        match self.body(id) {
            Some(index) => {
                let body = &self.bodies[index];
                Some(body.motion.pose(&state.q[body.offset..]))
            }
            None => self.fixed.get(&id).map(|(pose, _)| *pose),
        }
    }

    /// Where all that can move is in a state, in the order of the ids.
    pub fn poses<'a>(&'a self, state: &'a SimState) -> impl Iterator<Item = (Id, Pose)> + 'a {
        let pose = |body: &'a Body| (body.id, body.motion.pose(&state.q[body.offset..]));
        self.bodies.iter().map(pose)
    }

    /// What form a part has taken in a state, by its own coordinate; nothing where it keeps its form.
    pub fn form(&self, state: &SimState, id: Id) -> Option<f64> {
        let body = &self.bodies[self.body(id)?];
        let own = body.motion.form_coordinate()?;
        state.q.get(body.offset + own).copied()
    }

    /// A part whose mass block depends on its coordinates: what an integrator for constant mass must refuse.
    pub fn varying_mass(&self) -> Option<Id> {
        let mut varying = self.bodies.iter().filter(|body| body.motion.mass_varies());
        varying.next().map(|body| body.id)
    }

    /// All rows: whether a projection closes each, and takes away its rate. What a drive of limited force has not reached yet is for its
    /// force to reach.
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

    /// Lets the constraints follow what they remember, after a state has moved.
    pub fn remember(&self, state: &mut SimState) {
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            let ends = self.link_ports(link, &state.q, &state.v);
            let memory = &mut state.memory[link.memory..link.memory + link.memory_len];
            link.kind.remember(&ends[..link.ends.len()], memory);
        }
    }
}
