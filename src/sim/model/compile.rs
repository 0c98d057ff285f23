//! Compilation of a scene to flat arrays. Constraints and forces keep the order of the scene; consecutive constraints with equal kinds share
//! one copy of the kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bodies::Motion;
use crate::constraints::{ConstraintKind, MAX_ENDS, MAX_LINES};
use crate::math::{Pose, Vec2};
use crate::parameter::Parameters;
use crate::scene::{Attach, Id, Scene, Settings};
use crate::sim::SimState;
use crate::sim::contact::Colliders;
use crate::solver::{Topology, Versioned};

use super::{Body, Isolated, Link, Load, Model, Place, Reference};

impl Model {
    /// Compiles a scene. Illegal items (see [`crate::scene::validate`]) are left out.
    pub fn compile(scene: &Scene) -> Self {
        let mut model = Model::empty(scene.settings);
        model.bodies.reserve_exact(scene.parts().count());
        model.links.reserve_exact(scene.constraints().count());
        for (id, part) in scene.parts() {
            if part.fixed {
                model.fixed.insert(id, (part.pose, part.motion()));
                continue;
            }
            let motion = part.motion();
            let offset = model.start.q.len();
            let velocity = Pose {
                position: part.velocity,
                angle: part.omega,
            };
            let start = &mut model.start;
            start.q.resize(offset + motion.dim(), 0.0);
            start.v.resize(offset + motion.dim(), 0.0);
            motion.write_start(
                part.pose,
                velocity,
                &mut start.q[offset..],
                &mut start.v[offset..],
            );
            let bound = motion.mass_varies();
            model.bodies.push(Body {
                id,
                motion,
                mass: part.mass_properties(),
                offset,
                size: 0.0,
                bound,
            });
        }
        model.declare_bodies();
        for (id, constraint) in scene.constraints() {
            if let Some(ends) = model.places(&constraint.ends)
                && ends.len() == constraint.kind.slots().len()
            {
                match constraint.kind.measures() {
                    Some(joint) => model.references.push(Reference {
                        id,
                        kind: Arc::new(joint.clone()),
                        ends,
                    }),
                    None => model.add_link(id, &constraint.kind, &constraint.ends, ends),
                }
            }
        }
        for (id, force) in scene.forces() {
            if let Some(ends) = model.places(&force.ends)
                && ends.len() == force.kind.slots().len()
            {
                let kind = force.kind.clone();
                model.loads.push(Load { id, kind, ends });
            }
        }
        model.note_links();
        model.measure();
        model.mark_bound_bodies();
        model.contact = Colliders::of(scene, &model);
        if model.contact.is_some() {
            model.bodies.iter_mut().for_each(|body| body.bound = true);
        }
        model.isolated = model.find_isolated();
        model.bodies.shrink_to_fit();
        model.links.shrink_to_fit();
        model.topology.shrink_to_fit();
        for list in [&mut model.start.q, &mut model.start.v, &mut model.start.memory] {
            list.shrink_to_fit();
        }
        model
    }

    /// Returns an empty model.
    pub(super) fn empty(settings: Settings) -> Self {
        Model {
            bodies: Versioned::default(),
            links: Vec::new(),
            loads: Vec::new(),
            references: Vec::new(),
            topology: Topology::default(),
            settings,
            start: SimState::default(),
            passive: true,
            is_scaled: false,
            is_passive_tree: true,
            size: 0.0,
            pace: None,
            fixed: BTreeMap::new(),
            watched: Vec::new(),
            lined: Vec::new(),
            forced: Vec::new(),
            bounded: Vec::new(),
            breakable: Vec::new(),
            paced: Vec::new(),
            contact: None,
            isolated: Isolated::default(),
            touching: Vec::new(),
        }
    }

    /// Starts the topology with all bodies of the model.
    pub(super) fn declare_bodies(&mut self) {
        self.topology = Topology::new(self.bodies.iter().map(|body| body.motion.dim()));
        for (index, body) in self.bodies.iter().enumerate() {
            match body.motion {
                Motion::Rigid => self.topology.declare_rigid(index),
                Motion::Point => self.topology.declare_point(index),
                _ => {}
            }
        }
    }

    pub(super) fn fastest_programme(&self) -> Option<(Id, f64)> {
        let drives = self.links.iter().filter(|link| link.drive || link.forced);
        let drives = drives.map(|link| (link.id, link.kind.pace()));
        let forces = self.loads.iter().map(|load| (load.id, load.kind.pace()));
        let fastest = drives.chain(forces).max_by(|a, b| a.1.total_cmp(&b.1));
        fastest.filter(|(_, pace)| *pace > 0.0)
    }

    fn mark_bound_bodies(&mut self) {
        let ends = self.links.iter().flat_map(|link| &link.ends);
        for end in ends.chain(self.loads.iter().flat_map(|load| &load.ends)) {
            if let Some(body) = end.body() {
                self.bodies[body].bound = true;
            }
        }
        if !self.bodies.iter().any(|body| body.bound) {
            self.bodies.iter_mut().for_each(|body| body.bound = true);
        }
    }

    /// Adds a constraint, unless it has no rows. Kind and row information are shared with the previous constraint where equal.
    pub(super) fn add_link(
        &mut self,
        id: Id,
        kind: &ConstraintKind,
        attached: &[Attach],
        ends: Box<[Place]>,
    ) {
        let before = self.links.last();
        let alike = before.filter(|link| *link.kind == *kind);
        let rows = match alike {
            Some(link) => link.rows.clone(),
            None => {
                let rows = kind.rows();
                let same = before.filter(|link| *link.rows == rows[..]);
                same.map_or_else(|| rows.into(), |link| link.rows.clone())
            }
        };
        if rows.is_empty() {
            return;
        }
        let kind = match alike {
            Some(link) => link.kind.clone(),
            None => Arc::new(kind.clone()),
        };
        let pushed = kind.pushed();
        let bodies_of = |pushes: bool| {
            // Each body once: where a constraint holds a body twice, the blocks are summed.
            let (mut touched, mut count) = ([0; MAX_ENDS], 0);
            for (e, end) in ends.iter().enumerate() {
                if let Some(body) = end.body()
                    && pushed.contains(&e) == pushes
                    && !touched[..count].contains(&body)
                {
                    touched[count] = body;
                    count += 1;
                }
            }
            (touched, count)
        };
        let (measured, count) = bodies_of(false);
        let measured = &measured[..count];
        let index = if pushed.is_empty() {
            self.topology.add_constraint(rows.len(), measured)
        } else {
            let (moved, count) = bodies_of(true);
            self.topology
                .add_forced_constraint(rows.len(), measured, &moved[..count])
        };
        let forced = !pushed.is_empty();
        if forced {
            self.forced.push(index);
        }
        self.declare(index, &kind, &ends);
        let ports = self.end_ports(&ends, &self.start.q, &self.start.v);
        let remembered = kind.memory(&ports[..ends.len()]);
        if kind.may_be_lost() {
            self.watched.push(index);
        }
        let points = ports.map(|port| port.point.value);
        if kind.lines(&points[..ends.len()], &mut [Vec2::ZERO; MAX_LINES]) > 0 {
            self.lined.push(index);
        }
        if kind.limits().is_some() {
            self.bounded.push(index);
        }
        if kind.breaks_at().is_some() {
            self.breakable.push(index);
        }
        let all_move = ends.iter().all(|end| end.body().is_some());
        let link = Link {
            id,
            held: (!all_move).then(|| attached.into()),
            ends,
            row: self.topology.row_offset(index),
            forced,
            memory: self.start.memory.len(),
            memory_len: remembered.len(),
            drive: kind.is_drive(),
            size: 0.0,
            kind,
            rows,
        };
        if link.is_paced() {
            self.paced.push(index);
        }
        self.links.push(link);
        self.start.memory.extend(remembered);
    }

    /// Declares the block pattern of a pin, an angle or a rod to the solver, if the constraint holds one or two different bodies whose motion
    /// fits the pattern: rigid bodies, for a rod also points.
    fn declare(&mut self, index: usize, kind: &ConstraintKind, ends: &[Place]) {
        let held = self.topology.ends(index);
        let moving = ends.iter().filter_map(Place::body).count();
        let Some(first) = held.first().map(|end| end.body).filter(|_| moving == held.len()) else {
            return;
        };
        let all_rigid = held.iter().all(|end| self.topology.is_rigid(end.body));
        // Relative quantities are b minus a, so a body counts positive at the end b.
        let first_positive = ends.get(1).and_then(Place::body) == Some(first);
        match kind {
            ConstraintKind::Pin(_) if all_rigid => self.topology.declare_pin(index, first_positive),
            ConstraintKind::Motor(_) | ConstraintKind::AngleLock(_)
                if all_rigid && kind.limits().is_none() =>
            {
                self.topology.declare_angle(index, first_positive);
            }
            ConstraintKind::Distance(_) | ConstraintKind::Ring(_) => {
                let is_held = |place: &Place| match *place {
                    Place::Fixed { .. } => true,
                    Place::Moving { body, at } => {
                        self.topology.is_rigid(body) || self.topology.is_point(body) && at == Vec2::ZERO
                    }
                };
                if ends.iter().all(is_held) {
                    self.topology.declare_rod(index);
                }
            }
            _ => {}
        }
    }

    fn places(&self, ends: &[Attach]) -> Option<Box<[Place]>> {
        if ends.len() > MAX_ENDS {
            return None;
        }
        let mut places = Vec::with_capacity(ends.len());
        for end in ends {
            places.push(self.place(*end)?);
        }
        Some(places.into_boxed_slice())
    }

    /// Returns the place of an attachment; `None` if its part does not exist.
    pub fn place(&self, end: Attach) -> Option<Place> {
        match end.part {
            None => Some(Place::Fixed {
                point: end.at,
                angle: 0.0,
            }),
            Some(id) => match (self.body(id), self.fixed.get(&id)) {
                (Some(body), _) => Some(Place::Moving { body, at: end.at }),
                (None, Some((pose, motion))) => Some(Place::Fixed {
                    point: pose.point(motion.place(end.at)),
                    angle: pose.angle + motion.slope(end.at),
                }),
                (None, None) => None,
            },
        }
    }
}
