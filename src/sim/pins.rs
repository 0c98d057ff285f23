//! Machines of pins, straight from their state to accelerations: the sweeps of [`crate::solver::pin_tree`] ask for a
//! pin at a time, and C, Cdot, gamma and the levers are worked out there and then, never stored.
//!
//! ```text
//! r = R(angle) anchor      C = p_child - p_parent      Cdot = v + omega perp(r) - ...      gamma = -omega² r + ...
//! ```
//! The same as the constraint [`crate::constraints::Pin`] says of itself, a test holds the two to the same numbers.
//! (Pins of other machines go a short way to their rows of J and c, `dynamics/short`.)

use std::time::Instant;

use crate::bodies::MassProperties;
use crate::constraints::RowInfo;
use crate::math::{Vec2, trig};
use crate::parameter::Unit;
use crate::solver::SolveError;
use crate::solver::pin_tree::{GROUND, Joint, Machine, Pin, Rigid, add_product, sub_product};

use super::dynamics::{CLOSING_SPEED, Dynamics, Power};
use super::{Body, Grab, Model, Place, Work};

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
struct Instantly<'a> {
    bodies: &'a [Body],
    fixtures: &'a [Fixture],
    turned: &'a [[f64; 2]],
    q: &'a [f64],
    v: &'a [f64],
    /// Forces, where there are others than weight.
    force: Option<&'a [f64]>,
    gravity: Vec2,
    ks: f64,
    kd: f64,
    /// Cap on the C of the feedback.
    reach: f64,
}

/// An anchor in motion.
pub(super) struct Point {
    /// Velocity for a unit spin of the body (m).
    pub(super) lever: Vec2,
    /// m
    pub(super) value: Vec2,
    /// m/s
    pub(super) rate: Vec2,
    /// m/s²
    pub(super) bias: Vec2,
}

impl Point {
    pub(super) fn resting(value: Vec2) -> Self {
        Self {
            lever: Vec2::ZERO,
            value,
            rate: Vec2::ZERO,
            bias: Vec2::ZERO,
        }
    }

    /// On a rigid body with these coordinates and velocities, turned by an angle of this sine and cosine.
    #[inline(always)]
    pub(super) fn of<const FUSED: bool>(q: &[f64], v: &[f64], turned: [f64; 2], anchor: Vec2) -> Self {
        let (q, v) = (&q[..3], &v[..3]);
        let r = rotated::<FUSED>(turned, anchor);
        let (omega, lever) = (v[2], Vec2::new(-r.y, r.x));
        Self {
            lever,
            value: Vec2::new(q[0], q[1]) + r,
            rate: Vec2::new(
                add_product::<FUSED>(v[0], omega, lever.x),
                add_product::<FUSED>(v[1], omega, lever.y),
            ),
            bias: -(omega * omega) * r,
        }
    }
}

/// A vector turned by an angle of this sine and cosine.
#[inline(always)]
fn rotated<const FUSED: bool>([sin, cos]: [f64; 2], by: Vec2) -> Vec2 {
    Vec2::new(
        sub_product::<FUSED>(cos * by.x, sin, by.y),
        add_product::<FUSED>(cos * by.y, sin, by.x),
    )
}

impl Instantly<'_> {
    #[inline(always)]
    fn point<const FUSED: bool>(&self, body: u32, at: u32, anchor: Vec2) -> Point {
        let at = at as usize;
        Point::of::<FUSED>(&self.q[at..], &self.v[at..], self.turned[body as usize], anchor)
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

    /// Not `clamp`, which stops the program where a bound is not a number.
    #[inline(always)]
    fn reached(&self, c: f64) -> f64 {
        if c > self.reach {
            self.reach
        } else if c < -self.reach {
            -self.reach
        } else {
            c
        }
    }
}

impl Machine for Instantly<'_> {
    #[inline(always)]
    fn pin<const FUSED: bool>(&self, place: usize, joint: &Joint) -> Pin {
        let fixture = &self.fixtures[place];
        let child = self.point::<FUSED>(joint.child, joint.child_at, fixture.child);
        let parent = if joint.parent == GROUND {
            Point::resting(fixture.parent)
        } else {
            self.point::<FUSED>(joint.parent, joint.parent_at, fixture.parent)
        };
        let (value, rate) = (child.value - parent.value, child.rate - parent.rate);
        let bias = child.bias - parent.bias;
        let c = |bias: f64, value: f64, rate: f64| {
            let c = add_product::<FUSED>(bias, self.ks, self.reached(value));
            add_product::<FUSED>(c, self.kd, rate)
        };
        Pin {
            child: child.lever.to_array(),
            parent: parent.lever.to_array(),
            c: [c(bias.x, value.x, rate.x), c(bias.y, value.y, rate.y)],
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

impl Dynamics {
    /// Accelerations of a machine that is nothing but pins. Nothing for others, and for states in which the general
    /// way has to answer or say what is wrong.
    pub(super) fn sweep(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        grab: Option<&Grab>,
    ) -> Result<Option<Power>, SolveError> {
        if !self.pins.ready || self.solver.pins().is_none() {
            return Ok(None);
        }
        let started = Instant::now();
        let settings = &model.settings;
        let drag = settings.linear_drag != 0.0 || settings.angular_drag != 0.0;
        let only_weight = model.loads.is_empty() && grab.is_none() && !drag;
        let applied = if only_weight {
            Work::default()
        } else {
            self.evaluate_forces(model, q, v, time, grab)
        };
        trig::sin_cos_of_each::<3>(q, 2, &mut self.pins.turned);
        let (ks, kd) = settings.feedback();
        let machine = Instantly {
            bodies: &model.bodies,
            fixtures: &self.pins.fixtures,
            turned: &self.pins.turned,
            q,
            v,
            force: (!only_weight).then_some(&self.system.force),
            gravity: settings.gravity,
            ks,
            kd,
            reach: if ks > 0.0 { CLOSING_SPEED * kd / ks } else { 0.0 },
        };
        self.assemble_ns = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let feedback = self.solver.sweep(&machine, &mut self.solution)?;
        Ok(feedback.map(|feedback| Power {
            rate: Work { feedback, ..applied },
        }))
    }
}
