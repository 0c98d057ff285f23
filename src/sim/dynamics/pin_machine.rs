//! Machines of pins as the sweeps of [`crate::solver::pin_tree`] see them: asked for one pin at a time, they give its C,
//! Cdot, gamma and levers there and then, and nothing is stored. The formulas are those of the constraint
//! ([`crate::constraints::pin`]) and of the points it holds ([`MovingPoint`]).

use crate::bodies::{MassProperties, MovingPoint, rotated};
use crate::constraints::RowInfo;
use crate::constraints::pin::Gap;
use crate::math::{Vec2, trig};
use crate::parameter::Unit;
use crate::sim::{Body, Model, Place};
use crate::solver::pin_tree::{GROUND, Joint, Machine, Pin, Rigid};

use super::baumgarte::Baumgarte;

/// The workspace of machines of pins.
#[derive(Default)]
pub(super) struct Pins {
    /// In the order of elimination.
    fixtures: Vec<Fixture>,
    /// (sin, cos) of each body.
    turned: Vec<[f64; 2]>,
    /// Whether the machine is nothing but pins.
    ready: bool,
}

/// What of a pin and its child does not change as they move.
#[derive(Clone, Copy)]
struct Fixture {
    /// In the child's own frame.
    child: Vec2,
    /// In the parent's own frame; in the world for the ground.
    parent: Vec2,
    /// Of the child.
    mass: MassProperties,
}

impl Pins {
    /// Whether the machine is nothing but pins.
    pub(super) fn is_ready(&self) -> bool {
        self.ready
    }

    /// The machine at one instant; `force` where there are other forces than weight.
    pub(super) fn at<'a>(
        &'a mut self,
        model: &'a Model,
        q: &'a [f64],
        v: &'a [f64],
        force: Option<&'a [f64]>,
    ) -> Instant<'a> {
        trig::sin_cos_of_each::<3>(q, 2, &mut self.turned);
        Instant {
            bodies: &model.bodies,
            fixtures: &self.fixtures,
            turned: &self.turned,
            q,
            v,
            force,
            gravity: model.settings.gravity,
            gains: Baumgarte::new(model.settings.feedback()),
        }
    }

    /// Looks up what does not change of these joints; without any the machine is not for the sweeps.
    pub(super) fn prepare(&mut self, model: &Model, joints: Option<&[Joint]>) {
        self.fixtures.clear();
        let fixture = |joint| Fixture::of(model, joint);
        let fixtures = joints.and_then(|joints| joints.iter().map(fixture).collect());
        self.ready = fixtures.is_some();
        self.fixtures = fixtures.unwrap_or_default();
        // Collected without knowing how many, it has set aside for up to twice as many.
        self.fixtures.shrink_to_fit();
        let bodies = if self.ready { model.bodies.len() } else { 0 };
        self.turned.resize(bodies, [0.0; 2]);
    }
}

impl Fixture {
    /// Nothing for a pin whose rows are not what a pin's rows are.
    fn of(model: &Model, joint: &Joint) -> Option<Self> {
        let link = &model.links[joint.constraint as usize];
        let at = |index: u32| {
            link.ends.iter().find_map(|end| match *end {
                Place::Moving { body, at } if body == index as usize => Some(at),
                Place::Fixed { point, .. } if index == GROUND => Some(point),
                _ => None,
            })
        };
        let plain = link.rows[..] == [RowInfo::position(Unit::Metre); 2];
        Some(Self {
            child: at(joint.child).filter(|_| plain)?,
            parent: at(joint.parent)?,
            mass: model.bodies[joint.child as usize].mass,
        })
    }
}

/// A machine of pins at one instant.
pub(super) struct Instant<'a> {
    bodies: &'a [Body],
    fixtures: &'a [Fixture],
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
    fn rigid(&self, mass: MassProperties, at: usize) -> Rigid {
        let weight = mass.mass * self.gravity;
        Rigid {
            mass: mass.mass,
            inertia: mass.inertia,
            force: match self.force {
                None => [weight.x, weight.y, 0.0],
                Some(force) => [force[at], force[at + 1], force[at + 2]],
            },
        }
    }
}

impl Machine for Instant<'_> {
    #[inline(always)]
    fn pin<const FUSED: bool>(&self, place: usize, joint: &Joint) -> Pin {
        let fixture = &self.fixtures[place];
        let child = self.point::<FUSED>(joint.child, joint.child_at, fixture.child);
        let parent = if joint.parent == GROUND {
            MovingPoint::at_rest(fixture.parent)
        } else {
            self.point::<FUSED>(joint.parent, joint.parent_at, fixture.parent)
        };
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
    fn lever<const FUSED: bool>(&self, joint: &Joint) -> [f64; 2] {
        match self.fixtures.get(joint.parent_place as usize) {
            None => [0.0; 2],
            Some(fixture) => {
                let r = rotated::<FUSED>(self.turned[joint.parent as usize], fixture.child);
                [-r.y, r.x]
            }
        }
    }

    #[inline(always)]
    fn child(&self, place: usize, joint: &Joint) -> Rigid {
        self.rigid(self.fixtures[place].mass, joint.child_at as usize)
    }

    fn root(&self, body: usize, at: usize) -> Rigid {
        self.rigid(self.bodies[body].mass, at)
    }
}
