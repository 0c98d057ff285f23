//! Adds joints, drives, forces, traces and dimensions to the scene under construction.

use super::builder::{Body, Builder};
use crate::constraints::{AngleLock, Belt, ConstraintKind, GearPair, Groove, Pin, Ring, Slider, Weld};
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::scene::file::Place;
use crate::scene::{Attach, Constraint, Dimension, Force, Trace};

/// Coupling of two wheels.
pub(super) enum Rolling {
    /// By their teeth.
    Gears(GearPair),
    /// By a belt or chain.
    Belt(Belt),
}

/// A straight rail.
pub(super) struct Line {
    /// A point in its middle.
    pub(super) middle: Vec2,
    /// Its direction in the world (rad).
    pub(super) angle: f64,
    /// Drawn length to either side (m).
    pub(super) reach: f64,
}

impl Builder {
    fn join(&mut self, stem: &str, kind: ConstraintKind, ends: Vec<Attach>, place: Option<Place>) {
        let name = self.name(stem);
        let id = self.scene.add(Constraint { name, ends, kind });
        self.places.extend(place.map(|place| (id, place)));
    }

    /// Joins two bodies at a point by a kind that needs no fitting; does nothing where both are fixed.
    fn join_at(
        &mut self,
        stem: &str,
        kind: ConstraintKind,
        (a, b): (Body, Body),
        at: Vec2,
        place: Option<Place>,
    ) {
        if a != b && !(self.is_still(a) && self.is_still(b)) {
            let ends = vec![self.end(a, at), self.end(b, at)];
            self.join(stem, kind, ends, place);
        }
    }

    /// Pins all these bodies to one of them, a fixed one if there is one.
    pub(super) fn pins(&mut self, bodies: &[Body], at: Vec2, place: Option<Place>) {
        let still = bodies.iter().copied().find(|body| self.is_still(*body));
        let Some(base) = still.or(bodies.first().copied()) else {
            return;
        };
        for body in bodies {
            self.join_at("pin", ConstraintKind::Pin(Pin {}), (base, *body), at, place);
        }
    }

    /// Welds two bodies at a point.
    pub(super) fn weld(&mut self, a: Body, b: Body, at: Vec2, place: Option<Place>) {
        let angle = self.angle(b) - self.angle(a);
        self.join_at("weld", ConstraintKind::Weld(Weld { angle }), (a, b), at, place);
    }

    /// Locks the angle between two bodies that are already pinned.
    pub(super) fn lock(&mut self, a: Body, b: Body, at: Vec2, place: Option<Place>) {
        let angle = self.angle(b) - self.angle(a);
        self.join_at(
            "angle lock",
            ConstraintKind::AngleLock(AngleLock { angle }),
            (a, b),
            at,
            place,
        );
    }

    /// Lets a point of a body run along a straight rail of another body; the point is at `at`, the rail's centre at `line.middle`.
    pub(super) fn groove(
        &mut self,
        (rail, runner): (Body, Body),
        at: Vec2,
        line: &Line,
        place: Option<Place>,
    ) {
        let groove = Groove {
            axis: line.angle - self.angle(rail),
            offset: 0.0,
            reach: line.reach,
        };
        let ends = vec![self.end(rail, line.middle), self.end(runner, at)];
        self.join("groove", ConstraintKind::Groove(groove), ends, place);
    }

    /// Lets a body slide along a straight rail of another without turning.
    pub(super) fn slider(
        &mut self,
        (rail, runner): (Body, Body),
        at: Vec2,
        line: &Line,
        place: Option<Place>,
    ) {
        let slider = Slider {
            axis: line.angle - self.angle(rail),
            offset: 0.0,
            angle: self.angle(runner) - self.angle(rail),
            reach: line.reach,
        };
        let ends = vec![self.end(rail, line.middle), self.end(runner, at)];
        self.join("slider", ConstraintKind::Slider(slider), ends, place);
    }

    /// Lets a point of a body run along a circle of another body.
    pub(super) fn ring(
        &mut self,
        (rail, runner): (Body, Body),
        at: Vec2,
        centre: Vec2,
        place: Option<Place>,
    ) {
        let ring = Ring {
            radius: at.distance(centre),
        };
        let ends = vec![self.end(rail, centre), self.end(runner, at)];
        self.join("ring", ConstraintKind::Ring(ring), ends, place);
    }

    /// A constraint with attachments made by the caller.
    pub(super) fn drive(
        &mut self,
        stem: &str,
        kind: ConstraintKind,
        ends: Vec<Attach>,
        place: Option<Place>,
    ) {
        self.join(stem, kind, ends, place);
    }

    /// The angle of body `b` relative to body `a` (rad).
    pub(super) fn turned(&self, a: Body, b: Body) -> f64 {
        self.angle(b) - self.angle(a)
    }

    /// Two wheels that mesh, or are coupled by a belt.
    pub(super) fn rolling(&mut self, kind: Rolling, wheels: [(Body, Vec2); 2], place: Option<Place>) {
        let [(a, at_a), (b, at_b)] = wheels;
        let (stem, kind) = match kind {
            Rolling::Gears(pair) => ("gears", ConstraintKind::GearPair(pair)),
            Rolling::Belt(belt) => ("chain", ConstraintKind::Belt(belt)),
        };
        let ends = vec![self.end(a, at_a), self.end(b, at_b)];
        self.join(stem, kind, ends, place);
    }

    /// A force on a point of a body.
    pub(super) fn force(&mut self, stem: &str, kind: ForceKind, body: Body, at: Vec2, place: Option<Place>) {
        let (name, end) = (self.name(stem), self.end(body, at));
        let id = self.scene.add(Force {
            name,
            ends: vec![end],
            kind,
        });
        self.places.extend(place.map(|place| (id, place)));
    }

    /// Traces the path of a point.
    pub(super) fn trace(&mut self, stem: &str, body: Body, at: Vec2) {
        let (name, end) = (self.name(stem), self.end(body, at));
        self.scene.add(Trace::new(name, end));
    }

    /// A dimension between two points of a body.
    pub(super) fn dimension(&mut self, body: Body, a: Vec2, b: Vec2) {
        let (name, ends) = (self.name("dimension"), vec![self.end(body, a), self.end(body, b)]);
        self.scene.add(Dimension {
            name,
            ends,
            pulled: Vec2::ZERO,
        });
    }
}
