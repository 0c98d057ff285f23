//! Machines of pins, straight from their state to accelerations: the sweeps of [`crate::solver::pin_tree`] ask for a
//! pin at a time, and C, Cdot, gamma and the levers are worked out there and then, never stored.
//!
//! ```text
//! r = R(angle) anchor      C = p_child - p_parent      Cdot = v + omega perp(r) - ...      gamma = -omega² r + ...
//! ```
//! The same as the constraint [`crate::constraints::Pin`] says of itself, a test holds the two to the same numbers. Pins
//! of other machines take the same short way to their rows of J and c.

use std::time::Instant;

use crate::bodies::Motion;
use crate::constraints::RowInfo;
use crate::math::{Vec2, trig};
use crate::parameter::Unit;
use crate::solver::SolveError;
use crate::solver::pin_tree::{GROUND, Joint, Machine, Pin, Rigid};

use super::dynamics::{CLOSING_SPEED, Dynamics, Power};
use super::{Body, Grab, Link, Model, Place, Work};

/// What of the pins does not change as they move, in the order of elimination.
#[derive(Default)]
pub(super) struct Pins {
    anchors: Vec<Anchors>,
    /// (sin, cos) of each body.
    turned: Vec<[f64; 2]>,
    /// Whether the machine is nothing but pins.
    ready: bool,
}

#[derive(Clone, Copy)]
struct Anchors {
    /// In the child's own frame.
    child: Vec2,
    /// In the parent's own frame; in the world for the ground.
    parent: Vec2,
}

impl Pins {
    /// Looks up the anchors of these joints; without any the machine is not for the sweeps.
    pub(super) fn prepare(&mut self, model: &Model, joints: Option<&[Joint]>) {
        self.anchors.clear();
        let anchors = joints.and_then(|joints| joints.iter().map(|joint| anchors(model, joint)).collect());
        self.ready = anchors.is_some();
        self.anchors = anchors.unwrap_or_default();
        self.turned.resize(model.bodies.len(), [0.0; 2]);
    }

    /// Finds sine and cosine of every body that turns.
    pub(super) fn turn(&mut self, model: &Model, q: &[f64]) {
        self.turned.resize(model.bodies.len(), [0.0; 2]);
        for (body, turned) in model.bodies.iter().zip(&mut self.turned) {
            if body.motion == Motion::Rigid {
                *turned = trig::sin_cos(q[body.offset + 2]).into();
            }
        }
    }

    /// A pin's ends, a and b, once the bodies are turned.
    pub(super) fn ends(&self, model: &Model, link: &Link, q: &[f64], v: &[f64]) -> [Point; 2] {
        [0, 1].map(|e| match link.ends[e] {
            Place::Fixed(ports) => Point::resting(ports.point.value),
            Place::Moving { body, at } => {
                let start = model.bodies[body].offset;
                Point::of(&q[start..], &v[start..], self.turned[body], at)
            }
        })
    }
}

/// Nothing for a pin whose rows are not what a pin's rows are.
fn anchors(model: &Model, joint: &Joint) -> Option<Anchors> {
    let link = &model.links[joint.constraint as usize];
    let at = |index: u32| {
        link.ends[..link.end_count].iter().find_map(|end| match end {
            Place::Moving { body, at } if *body == index as usize => Some(*at),
            Place::Fixed(ports) if index == GROUND => Some(ports.point.value),
            _ => None,
        })
    };
    let plain = link.rows[..] == [RowInfo::position(Unit::Metre); 2];
    Some(Anchors {
        child: at(joint.child).filter(|_| plain)?,
        parent: at(joint.parent)?,
    })
}

/// A machine of pins at one instant.
struct Instantly<'a> {
    bodies: &'a [Body],
    anchors: &'a [Anchors],
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
    fn resting(value: Vec2) -> Self {
        Self {
            lever: Vec2::ZERO,
            value,
            rate: Vec2::ZERO,
            bias: Vec2::ZERO,
        }
    }

    /// On a rigid body with these coordinates and velocities, turned by an angle of this sine and cosine.
    #[inline(always)]
    fn of(q: &[f64], v: &[f64], [sin, cos]: [f64; 2], anchor: Vec2) -> Self {
        let (q, v) = (&q[..3], &v[..3]);
        let r = Vec2::new(cos * anchor.x - sin * anchor.y, cos * anchor.y + sin * anchor.x);
        let (omega, lever) = (v[2], Vec2::new(-r.y, r.x));
        Self {
            lever,
            value: Vec2::new(q[0], q[1]) + r,
            rate: Vec2::new(v[0], v[1]) + omega * lever,
            bias: -(omega * omega) * r,
        }
    }
}

impl Instantly<'_> {
    #[inline(always)]
    fn point(&self, body: u32, at: u32, anchor: Vec2) -> Point {
        let at = at as usize;
        Point::of(&self.q[at..], &self.v[at..], self.turned[body as usize], anchor)
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
    fn pin(&self, place: usize, joint: &Joint) -> Pin {
        let anchors = &self.anchors[place];
        let child = self.point(joint.child, joint.child_at, anchors.child);
        let parent = if joint.parent == GROUND {
            Point::resting(anchors.parent)
        } else {
            self.point(joint.parent, joint.parent_at, anchors.parent)
        };
        let (value, rate) = (child.value - parent.value, child.rate - parent.rate);
        let value = Vec2::new(self.reached(value.x), self.reached(value.y));
        let c = (child.bias - parent.bias) + self.ks * value + self.kd * rate;
        Pin {
            child: child.lever.to_array(),
            parent: parent.lever.to_array(),
            c: c.to_array(),
            rate: rate.to_array(),
        }
    }

    #[inline(always)]
    fn lever(&self, place: usize, child: u32) -> [f64; 2] {
        let (anchor, [sin, cos]) = (self.anchors[place].child, self.turned[child as usize]);
        [
            -(cos * anchor.y + sin * anchor.x),
            cos * anchor.x - sin * anchor.y,
        ]
    }

    #[inline(always)]
    fn body(&self, body: usize, at: usize) -> Rigid {
        let mass = self.bodies[body].mass;
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
            anchors: &self.pins.anchors,
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
