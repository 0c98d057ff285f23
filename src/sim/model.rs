//! A scene compiled to flat arrays with dense indices. Fixed parts become places that do not move.

use std::collections::BTreeMap;

use crate::bodies::{MassProperties, Motion};
use crate::constraints::{ConstraintKind, EndPorts, Level, MAX_ENDS, RowInfo};
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Id, Scene, Settings};
use crate::solver::Topology;
use crate::solver::system::End;

use super::SimState;

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
}

/// Where one end of a constraint or force is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// On the ground or a fixed part.
    Fixed(EndPorts),
    /// On a body that moves.
    Moving {
        /// Dense index.
        body: usize,
        /// In the body's own frame.
        at: Vec2,
    },
}

/// A constraint between places.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The constraint.
    pub id: Id,
    /// What it is.
    pub kind: ConstraintKind,
    /// Its ends; the first as many as its kind has slots count.
    pub ends: [Place; MAX_ENDS],
    /// Number of ends.
    pub end_count: usize,
    /// What its ends are attached to, as in the scene.
    pub held: Vec<Attach>,
    /// What is true of its rows.
    pub rows: Vec<RowInfo>,
    /// Where its rows start.
    pub row: usize,
    /// Where its Jacobian block for each end starts; none for a fixed end.
    pub block: [Option<usize>; MAX_ENDS],
    /// Where its force block for each end starts, where its force acts elsewhere.
    pub push: [Option<usize>; MAX_ENDS],
    /// Whether its force acts elsewhere: then it follows its own time constant and holds nothing at once.
    pub forced: bool,
    /// Where its memory starts in the state.
    pub memory: usize,
    /// How many numbers it remembers.
    pub memory_len: usize,
    /// Whether it drives.
    pub drive: bool,
}

impl Link {
    /// Whether row `k` constrains a position.
    pub fn holds_position(&self, k: usize) -> bool {
        !self.forced && self.rows[k].level == Level::Position
    }
    /// Whether row `k` holds at once in motion: all but drives of a speed and what is held by a force elsewhere, which
    /// take their time.
    pub fn holds_motion(&self, k: usize) -> bool {
        !self.forced && (self.holds_position(k) || self.rows[k].time_constant.is_none())
    }
}

/// A force between places.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// The force.
    pub id: Id,
    /// What it is.
    pub kind: ForceKind,
    /// Its ends.
    pub ends: [Place; MAX_ENDS],
    /// Number of ends.
    pub end_count: usize,
}

/// A compiled scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Parts that can move, in the order of the scene.
    pub bodies: Vec<Body>,
    /// Constraints, in the order of the scene.
    pub links: Vec<Link>,
    /// Forces, in the order of the scene.
    pub loads: Vec<Load>,
    /// Which body touches which, as the solver wants it.
    pub topology: Topology,
    /// The world and the way it is computed.
    pub settings: Settings,
    /// The built state.
    pub start: SimState,
    fixed: BTreeMap<Id, Pose>,
    index: BTreeMap<Id, usize>,
}

impl Model {
    /// Compiles a scene. Items that are not legal (see [`crate::scene::validate`]) are left out.
    pub fn compile(scene: &Scene) -> Self {
        let mut model = Model {
            bodies: Vec::new(),
            links: Vec::new(),
            loads: Vec::new(),
            topology: Topology::default(),
            settings: scene.settings,
            start: SimState::default(),
            fixed: BTreeMap::new(),
            index: BTreeMap::new(),
        };
        for (id, part) in scene.parts() {
            if part.fixed {
                model.fixed.insert(id, part.pose);
                continue;
            }
            let motion = part.shape.motion();
            let offset = model.start.q.len();
            model.index.insert(id, model.bodies.len());
            model.bodies.push(Body {
                id,
                motion,
                mass: part.mass_properties(),
                offset,
            });
            model.start.q.resize(offset + motion.dim(), 0.0);
            motion.write_pose(part.pose, &mut model.start.q[offset..]);
            let velocity = Pose {
                position: part.velocity,
                angle: part.omega,
            };
            model.start.v.resize(offset + motion.dim(), 0.0);
            motion.write_pose(velocity, &mut model.start.v[offset..]);
        }
        model.topology = Topology::new(model.bodies.iter().map(|body| body.motion.dim()));
        for (index, body) in model.bodies.iter().enumerate() {
            if body.motion == Motion::Rigid {
                model.topology.declare_rigid(index);
            }
        }
        for (id, constraint) in scene.constraints() {
            if let Some((ends, end_count)) = model.places(&constraint.ends)
                && end_count == constraint.kind.slots().len()
                && !constraint.kind.rows().is_empty()
            {
                model.add_link(id, constraint, ends, end_count);
            }
        }
        for (id, force) in scene.forces() {
            if let Some((ends, end_count)) = model.places(&force.ends)
                && end_count == force.kind.slots().len()
            {
                model.loads.push(Load {
                    id,
                    kind: force.kind.clone(),
                    ends,
                    end_count,
                });
            }
        }
        model
    }

    fn add_link(&mut self, id: Id, constraint: &Constraint, ends: [Place; MAX_ENDS], end_count: usize) {
        let kind = &constraint.kind;
        let rows = kind.rows();
        let pushed = kind.pushed();
        let bodies_of = |wanted: &dyn Fn(usize) -> bool| {
            // Each body once, even where a constraint holds one twice: its blocks are summed.
            let mut touched: Vec<usize> = Vec::with_capacity(MAX_ENDS);
            for (e, end) in ends[..end_count].iter().enumerate() {
                if let Place::Moving { body, .. } = end
                    && wanted(e)
                    && !touched.contains(body)
                {
                    touched.push(*body);
                }
            }
            touched
        };
        let measured = bodies_of(&|e| !pushed.contains(&e));
        let index = if pushed.is_empty() {
            self.topology.add_constraint(rows.len(), &measured)
        } else {
            let moved = bodies_of(&|e| pushed.contains(&e));
            self.topology.add_forced_constraint(rows.len(), &measured, &moved)
        };
        let block_in = |blocks: &[End], wanted: &dyn Fn(usize) -> bool| {
            std::array::from_fn(|e| match ends[e] {
                Place::Moving { body, .. } if wanted(e) => {
                    blocks.iter().find(|it| it.body == body).map(|it| it.block)
                }
                _ => None,
            })
        };
        let block = block_in(self.topology.ends(index), &|e| !pushed.contains(&e));
        let push = block_in(self.topology.force_ends(index), &|e| pushed.contains(&e));
        if let ConstraintKind::Pin(_) = kind {
            self.declare_pin(index, &ends);
        }
        let ports = self.end_ports(&ends, end_count, &self.start.q, &self.start.v);
        let remembered = kind.memory(&ports[..end_count]);
        self.links.push(Link {
            id,
            kind: kind.clone(),
            ends,
            end_count,
            held: constraint.ends.clone(),
            row: self.topology.row_offset(index),
            rows,
            block,
            push,
            forced: !pushed.is_empty(),
            memory: self.start.memory.len(),
            memory_len: remembered.len(),
            drive: kind.is_drive(),
        });
        self.start.memory.extend(remembered);
    }

    /// Tells the solver what a pin's blocks look like, where it holds one or two different rigid bodies.
    fn declare_pin(&mut self, index: usize, ends: &[Place; MAX_ENDS]) {
        let held: Vec<usize> = self.topology.ends(index).iter().map(|end| end.body).collect();
        let moving = ends
            .iter()
            .filter(|end| matches!(end, Place::Moving { .. }))
            .count();
        if moving == held.len() && !held.is_empty() && held.iter().all(|&body| self.topology.is_rigid(body)) {
            // Relative is b minus a, so a body counts positive at the end b.
            let first_positive = matches!(ends[1], Place::Moving { body, .. } if body == held[0]);
            self.topology.declare_pin(index, first_positive);
        }
    }

    fn places(&self, ends: &[Attach]) -> Option<([Place; MAX_ENDS], usize)> {
        let mut places = [Place::Fixed(EndPorts::default()); MAX_ENDS];
        if ends.len() > MAX_ENDS {
            return None;
        }
        for (place, end) in places.iter_mut().zip(ends) {
            *place = self.place(*end)?;
        }
        Some((places, ends.len()))
    }

    /// Where an attachment is held; nothing when its part is not there.
    pub fn place(&self, end: Attach) -> Option<Place> {
        match end.part {
            None => Some(Place::Fixed(EndPorts::fixed(end.at, 0.0))),
            Some(id) => match (self.index.get(&id), self.fixed.get(&id)) {
                (Some(&body), _) => Some(Place::Moving { body, at: end.at }),
                (None, Some(pose)) => Some(Place::Fixed(EndPorts::fixed(pose.point(end.at), pose.angle))),
                (None, None) => None,
            },
        }
    }

    /// Dense index of a part that can move.
    pub fn body(&self, id: Id) -> Option<usize> {
        self.index.get(&id).copied()
    }

    /// Where a part is in a state; nothing when it is not there.
    pub fn pose(&self, state: &SimState, id: Id) -> Option<Pose> {
        match self.body(id) {
            Some(index) => {
                let body = &self.bodies[index];
                Some(body.motion.pose(&state.q[body.offset..]))
            }
            None => self.fixed.get(&id).copied(),
        }
    }

    /// The ports of a place at these coordinates and velocities.
    #[inline]
    pub fn ports(&self, place: &Place, q: &[f64], v: &[f64]) -> EndPorts {
        match place {
            Place::Fixed(ports) => *ports,
            Place::Moving { body, at } => {
                let body = &self.bodies[*body];
                let (q, v) = (&q[body.offset..], &v[body.offset..]);
                EndPorts {
                    point: body.motion.point(*at, q, v),
                    angle: body.motion.angle(q, v),
                }
            }
        }
    }

    /// World point of an attachment in a state.
    pub fn point(&self, state: &SimState, end: Attach) -> Option<Vec2> {
        Some(self.ports(&self.place(end)?, &state.q, &state.v).point.value)
    }

    /// The ports of all ends of a constraint or force.
    #[inline]
    pub fn end_ports(
        &self,
        ends: &[Place; MAX_ENDS],
        count: usize,
        q: &[f64],
        v: &[f64],
    ) -> [EndPorts; MAX_ENDS] {
        let mut ports = [EndPorts::default(); MAX_ENDS];
        for (ports, end) in ports.iter_mut().zip(&ends[..count]) {
            *ports = self.ports(end, q, v);
        }
        ports
    }

    /// Lets the constraints follow what they remember, after a state has moved.
    pub fn remember(&self, state: &mut SimState) {
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            let ends = self.end_ports(&link.ends, link.end_count, &state.q, &state.v);
            let memory = &mut state.memory[link.memory..link.memory + link.memory_len];
            link.kind.remember(&ends[..link.end_count], memory);
        }
    }

    /// The constraint of an earlier or later model that is this one, held at the same places.
    pub fn unchanged(&self, link: &Link) -> Option<&Link> {
        let same = |old: &&Link| old.id == link.id && old.kind == link.kind && old.held == link.held;
        self.links.iter().find(same)
    }

    /// The built state, with what is the same in an earlier model taken over from its run: coordinates and
    /// velocities of parts, memory of constraints, time and work.
    pub fn carry_over(&self, earlier: &Model, run: &SimState) -> SimState {
        let mut state = SimState {
            step: run.step,
            time: run.time,
            work: run.work,
            softened: run.softened,
            fed: run.fed,
            clock: run.clock,
            control: run.control,
            ..self.start.clone()
        };
        for body in &self.bodies {
            if let Some(old) = earlier.body(body.id).map(|index| &earlier.bodies[index]) {
                // Through the pose: what was a particle and is a disk now stays where it is as well.
                for (to, from) in [(&mut state.q, &run.q), (&mut state.v, &run.v)] {
                    let pose = old.motion.pose(&from[old.offset..]);
                    body.motion.write_pose(pose, &mut to[body.offset..]);
                }
            } else if let Some(pose) = earlier.fixed.get(&body.id) {
                body.motion.write_pose(*pose, &mut state.q[body.offset..]);
            }
        }
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            let memory = link.memory..link.memory + link.memory_len;
            if let Some(old) = earlier.unchanged(link) {
                let old = old.memory..old.memory + old.memory_len;
                state.memory[memory].copy_from_slice(&run.memory[old]);
            } else {
                // What is new or was changed starts from where the machine is.
                let ends = self.end_ports(&link.ends, link.end_count, &state.q, &state.v);
                let remembered = link.kind.memory(&ends[..link.end_count]);
                state.memory[memory].copy_from_slice(&remembered);
            }
        }
        state
    }
}
