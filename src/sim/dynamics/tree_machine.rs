//! Trees of joints as the sweeps of [`crate::solver::pin_tree`] see them: asked for one joint at a time, they give its C,
//! Cdot, gamma and levers there and then, and nothing is stored. The formulas are those of the constraints
//! ([`crate::constraints::pin`], [`Separation`]) and of the points they hold ([`MovingPoint`]).

use crate::bodies::{MassProperties, Motion, MovingPoint, rotated};
use crate::constraints::pin::Gap;
use crate::constraints::{RowInfo, Separation};
use crate::math::{Vec2, trig};
use crate::parameter::Unit;
use crate::sim::{Body, Model, Place};
use crate::solver::Solver;
use crate::solver::pin_tree::{Form, GROUND, Machine, Pin, Rigid, Rod, TreeJoint};

use super::batch::length;
use super::baumgarte::Baumgarte;
use super::turns::Turns;

/// The workspace of trees and of what they hang on.
#[derive(Default)]
pub(super) struct Trees {
    /// In the order of elimination.
    fixtures: Vec<Fixture>,
    /// Angles held beside pins.
    pub(super) turns: Turns,
    /// Angle of each body, where not all have one.
    angles: Vec<f64>,
    /// (sin, cos) of each body.
    turned: Vec<[f64; 2]>,
    /// Whether there are trees to be swept.
    ready: bool,
}

/// What of a joint and its child does not change as they move.
#[derive(Clone, Copy)]
struct Fixture {
    /// In the child's own frame.
    child: Vec2,
    /// In the parent's own frame; in the world for the ground.
    parent: Vec2,
    /// Of the child.
    mass: MassProperties,
    /// Of a rod (m).
    length: f64,
}

impl Trees {
    /// Whether there are trees to be swept.
    pub(super) fn is_ready(&self) -> bool {
        self.ready
    }

    /// The trees at one instant; `force` where there are other forces than weight.
    pub(super) fn at<'a>(
        &'a mut self,
        model: &'a Model,
        (q, v): (&'a [f64], &'a [f64]),
        force: Option<&'a [f64]>,
    ) -> Instant<'a> {
        if self.angles.is_empty() {
            trig::sin_cos_of_each::<3>(q, 2, &mut self.turned);
        } else {
            for (angle, body) in self.angles.iter_mut().zip(model.bodies.iter()) {
                if body.motion == Motion::Rigid {
                    *angle = q[body.offset + 2];
                }
            }
            trig::sin_cos_of_each::<1>(&self.angles, 0, &mut self.turned);
        }
        Instant {
            bodies: &model.bodies,
            fixtures: &self.fixtures,
            turns: &self.turns,
            turned: &self.turned,
            q,
            v,
            force,
            gravity: model.settings.gravity,
            gains: Baumgarte::new(model.settings.feedback()),
        }
    }

    /// Looks up what does not change of the joints that the solver sweeps.
    pub(super) fn prepare(&mut self, model: &Model, solver: &Solver) {
        *self = Self::default();
        let Some(joints) = solver.joints() else { return };
        let fixtures: Option<Vec<Fixture>> = joints.iter().map(|joint| Fixture::of(model, joint)).collect();
        let Some(mut fixtures) = fixtures else { return };
        // Collected without knowing how many, it has set aside for up to twice as many.
        fixtures.shrink_to_fit();
        self.fixtures = fixtures;
        self.ready = true;
        self.turned.resize(model.bodies.len(), [0.0; 2]);
        if !model.bodies.iter().all(|body| body.motion == Motion::Rigid) {
            self.angles.resize(model.bodies.len(), 0.0);
        }
        let turned = |joint: &'_ TreeJoint| match joint.form {
            Form::Turned(index) => Some((index, joint.child)),
            _ => None,
        };
        let mut children: Vec<(u32, u32)> = joints.iter().filter_map(turned).collect();
        children.sort_unstable();
        let turns = solver.turns().iter().zip(children.iter().map(|it| it.1 as usize));
        self.turns = Turns::new(model, turns);
    }
}

impl Fixture {
    /// Nothing for a joint whose rows are not what those of its kind are.
    fn of(model: &Model, joint: &TreeJoint) -> Option<Self> {
        let link = &model.links[joint.constraint as usize];
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
        Some(Self {
            child: at(joint.child).filter(|_| plain)?,
            parent: at(joint.parent)?,
            mass: model.bodies[joint.child as usize].mass,
            length: if is_rod { length(link)? } else { 0.0 },
        })
    }
}

/// The trees at one instant.
pub(super) struct Instant<'a> {
    bodies: &'a [Body],
    fixtures: &'a [Fixture],
    turns: &'a Turns,
    turned: &'a [[f64; 2]],
    q: &'a [f64],
    v: &'a [f64],
    /// Forces, where there are others than weight.
    force: Option<&'a [f64]>,
    gravity: Vec2,
    gains: Baumgarte,
}

impl Instant<'_> {
    #[inline(always)]
    fn point<const FUSED: bool>(&self, body: u32, at: u32, anchor: Vec2) -> MovingPoint {
        let at = at as usize;
        MovingPoint::of_rigid::<FUSED>(&self.q[at..], &self.v[at..], self.turned[body as usize], anchor)
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

    /// Where the joint holds its parent.
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
            c: self.gains.c::<FUSED>(gamma, length - fixture.length, rate),
            rate,
        }
    }

    #[inline(always)]
    fn turn(&self, index: usize) -> f64 {
        self.turns.c(index)
    }

    #[inline(always)]
    fn lever<const FUSED: bool>(&self, joint: &TreeJoint) -> [f64; 2] {
        match self.fixtures.get(joint.parent_place as usize) {
            Some(fixture) if !joint.parent_is_point() => {
                let r = rotated::<FUSED>(self.turned[joint.parent as usize], fixture.child);
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
