//! Trees of joints as input of the sweeps of [`crate::solver::pin_tree`]: C, Cdot, gamma and levers of a joint are computed when the sweep
//! requests them, and not stored. The formulas are those of the constraints ([`crate::constraints::pin`], [`Separation`]) and of the
//! points they hold ([`MovingPoint`]).

use crate::bodies::{MassProperties, Motion, MovingPoint, rotated};
use crate::constraints::pin::Gap;
use crate::constraints::{RowInfo, Separation};
use crate::math::{Vec2, trig};
use crate::parameter::Unit;
use crate::sim::{Body, Model, Place};
use crate::solver::pin_tree::{Form, GROUND, Machine, Pin, PinTrees, Rigid, Rod, TreeJoint};

use super::batch::length;
use super::baumgarte::Baumgarte;
use super::turns::AngleRows;

/// Constant data of the trees of a run of islands, and the evaluated rows of angles.
pub(super) struct Trees {
    /// One per joint, in the order of elimination.
    fixtures: Vec<Fixture>,
    /// Angles held in addition to pins.
    pub(super) turns: AngleRows,
    /// Dense index of the first body.
    first: u32,
    /// Length of the index range that contains all bodies.
    span: usize,
    angles: Angles,
}

/// Workspace of an evaluation of trees. Its content is not needed after the sweeps, so all trees share it one after another.
#[derive(Clone, Default)]
pub(super) struct TreeScratch {
    /// (sin, cos) of the angle of each body in the index range.
    turned: Vec<[f64; 2]>,
    /// Gathered angles.
    angles: Vec<f64>,
}

impl TreeScratch {
    /// Allocates for these trees.
    pub(super) fn fit(&mut self, trees: &Trees) {
        if trees.span > self.turned.len() {
            self.turned = vec![[0.0; 2]; trees.span];
        }
        if matches!(trees.angles, Angles::Apart(_)) && trees.span > self.angles.len() {
            self.angles = vec![0.0; trees.span];
        }
    }
}

/// Location of the bodies' angles among the coordinates.
enum Angles {
    /// All bodies are rigid; their coordinates start at this index, and each third one is an angle.
    OfRigid(usize),
    /// Index of each body's angle; some index of the body for one without an angle.
    Apart(Vec<u32>),
}

/// Constant data of a joint and its child.
#[derive(Clone, Copy)]
struct Fixture {
    /// Point on the child, in its own frame (m); for a rod, whose child is a point, x is the length of the rod (m).
    child: Vec2,
    /// Point on the parent, in its own frame, or in the world for the ground (m).
    parent: Vec2,
    /// Mass of the child.
    mass: MassProperties,
}

impl Trees {
    /// Evaluates the angles and returns the trees at one instant. `force` is `None` if weight is the only force.
    pub(super) fn at<'a>(
        &'a self,
        model: &'a Model,
        (q, v): (&'a [f64], &'a [f64]),
        force: Option<&'a [f64]>,
        scratch: &'a mut TreeScratch,
    ) -> Instant<'a> {
        let turned = &mut scratch.turned[..self.span];
        match &self.angles {
            Angles::OfRigid(first) => {
                let q = &q[*first..*first + 3 * self.span];
                trig::sin_cos_of_each::<3>(q, 2, turned);
            }
            Angles::Apart(places) => {
                let angles = &mut scratch.angles[..self.span];
                for (angle, &at) in angles.iter_mut().zip(places) {
                    *angle = q[at as usize];
                }
                trig::sin_cos_of_each::<1>(angles, 0, turned);
            }
        }
        Instant {
            bodies: &model.bodies,
            fixtures: &self.fixtures,
            turns: &self.turns,
            turned,
            first: self.first,
            q,
            v,
            force,
            gravity: model.settings.gravity,
            gains: Baumgarte::new(model.settings.feedback()),
        }
    }

    /// Collects the constant data of the joints that the solver sweeps. Returns `None` if a joint does not have the rows expected of its kind.
    pub(super) fn new(model: &Model, trees: &PinTrees) -> Option<Self> {
        let joints = trees.joints();
        let span = trees.span();
        let mut fixtures = Vec::with_capacity(joints.len());
        for joint in joints {
            fixtures.push(Fixture::of(model, joint)?);
        }
        let turned = |joint: &'_ TreeJoint| {
            (joint.form == Form::PinAndAngle).then_some((joint.angle_row, joint.child))
        };
        let mut children: Vec<(u32, u32)> = joints.iter().filter_map(turned).collect();
        children.sort_unstable();
        let turns = trees
            .angle_rows()
            .iter()
            .zip(children.iter().map(|it| it.1 as usize));
        Some(Self {
            fixtures,
            turns: AngleRows::new(model, turns),
            first: span.start,
            angles: Angles::of(&model.bodies[span.start as usize..span.end as usize]),
            span: span.len(),
        })
    }
}

impl Angles {
    /// Finds the angles of consecutive bodies.
    fn of(bodies: &[Body]) -> Self {
        if bodies.iter().all(|body| body.motion == Motion::Rigid) {
            return Self::OfRigid(bodies.first().map_or(0, |first| first.offset));
        }
        let place = |body: &Body| body.offset as u32 + if body.motion == Motion::Rigid { 2 } else { 0 };
        Self::Apart(bodies.iter().map(place).collect())
    }
}

impl Fixture {
    /// Returns `None` for a joint that does not have the rows expected of its kind.
    fn of(model: &Model, joint: &TreeJoint) -> Option<Self> {
        let link = &model.links[model.topology.constraint_of(joint.row as usize)];
        let at = |index: u32| {
            link.ends.iter().find_map(|end| match *end {
                Place::Moving { body, at } if body == index as usize => Some(at),
                Place::Fixed { point, .. } if index == GROUND => Some(point),
                _ => None,
            })
        };
        let is_rod = joint.form == Form::Rod;
        let rows = if is_rod { 1 } else { 2 };
        let plain =
            link.rows.len() == rows && link.rows.iter().all(|row| *row == RowInfo::position(Unit::Metre));
        let child = at(joint.child).filter(|_| plain)?;
        Some(Self {
            child: if is_rod {
                Vec2::new(length(link)?, 0.0)
            } else {
                child
            },
            parent: at(joint.parent)?,
            mass: model.bodies[joint.child as usize].mass,
        })
    }
}

/// The trees at one instant.
pub(super) struct Instant<'a> {
    bodies: &'a [Body],
    fixtures: &'a [Fixture],
    turns: &'a AngleRows,
    turned: &'a [[f64; 2]],
    /// Dense index of the first body in `turned`.
    first: u32,
    q: &'a [f64],
    v: &'a [f64],
    /// All forces; `None` if weight is the only force.
    force: Option<&'a [f64]>,
    gravity: Vec2,
    gains: Baumgarte,
}

impl Instant<'_> {
    #[inline(always)]
    fn point<const FUSED: bool>(&self, body: u32, at: u32, anchor: Vec2) -> MovingPoint {
        let at = at as usize;
        MovingPoint::of_rigid::<FUSED>(&self.q[at..], &self.v[at..], self.turned(body), anchor)
    }

    /// Returns (sin, cos) of the angle of a body.
    #[inline(always)]
    fn turned(&self, body: u32) -> [f64; 2] {
        self.turned[(body - self.first) as usize]
    }

    #[inline(always)]
    fn rigid(&self, mass: MassProperties, at: usize, is_point: bool) -> Rigid {
        let weight = mass.mass * self.gravity;
        Rigid {
            mass: mass.mass,
            inertia: mass.inertia,
            force: match self.force {
                None => [weight.x, weight.y, 0.0],
                Some(force) if is_point => [force[at], force[at + 1], 0.0],
                Some(force) => [force[at], force[at + 1], force[at + 2]],
            },
        }
    }

    /// Returns the point of the parent that the joint holds.
    #[inline(always)]
    fn parent<const FUSED: bool>(&self, joint: &TreeJoint, anchor: Vec2) -> MovingPoint {
        if joint.parent == GROUND {
            MovingPoint::at_rest(anchor)
        } else if joint.parent_is_point() {
            self.particle(joint.parent_at)
        } else {
            self.point::<FUSED>(joint.parent, joint.parent_at, anchor)
        }
    }

    #[inline(always)]
    fn particle(&self, at: u32) -> MovingPoint {
        let (q, v) = (&self.q[at as usize..][..2], &self.v[at as usize..][..2]);
        MovingPoint::of_particle(Vec2::new(q[0], q[1]), Vec2::new(v[0], v[1]))
    }
}

impl Machine for Instant<'_> {
    #[inline(always)]
    fn pin<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Pin {
        let fixture = &self.fixtures[place];
        let child = self.point::<FUSED>(joint.child, joint.child_at, fixture.child);
        let parent = self.parent::<FUSED>(joint, fixture.parent);
        let Gap { value, rate, gamma } = Gap::between(&parent, &child);
        Pin {
            child: child.lever.to_array(),
            parent: parent.lever.to_array(),
            c: [
                self.gains.c::<FUSED>(gamma.x, value.x, rate.x),
                self.gains.c::<FUSED>(gamma.y, value.y, rate.y),
            ],
            rate: rate.to_array(),
        }
    }

    #[inline(always)]
    fn rod<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Rod {
        let fixture = &self.fixtures[place];
        let child = self.particle(joint.child_at);
        let parent = self.parent::<FUSED>(joint, fixture.parent);
        let moving = child.rate - parent.rate;
        let Separation { length, u, curvature } = Separation::new(child.value - parent.value, moving);
        let (gamma, rate) = (curvature - u.dot(parent.bias), u.dot(moving));
        Rod {
            u: u.to_array(),
            parent: parent.lever.to_array(),
            c: self.gains.c::<FUSED>(gamma, length - fixture.child.x, rate),
            rate,
        }
    }

    #[inline(always)]
    fn angle_rhs(&self, index: usize) -> f64 {
        self.turns.c(index)
    }

    #[inline(always)]
    fn lever<const FUSED: bool>(&self, joint: &TreeJoint) -> [f64; 2] {
        match self.fixtures.get(joint.parent_place as usize) {
            Some(fixture) if !joint.parent_is_point() => {
                let r = rotated::<FUSED>(self.turned(joint.parent), fixture.child);
                [-r.y, r.x]
            }
            _ => [0.0; 2],
        }
    }

    #[inline(always)]
    fn child(&self, place: usize, joint: &TreeJoint) -> Rigid {
        self.rigid(
            self.fixtures[place].mass,
            joint.child_at as usize,
            joint.form == Form::Rod,
        )
    }

    fn root(&self, body: usize, at: usize) -> Rigid {
        let Body { mass, motion, .. } = &self.bodies[body];
        self.rigid(*mass, at, *motion == Motion::Point)
    }
}
