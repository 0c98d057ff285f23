//! Energy and joint gaps from coordinates, velocities and masses alone, by the documented formulas of each kind. Independent of the library's
//! evaluation, so that an error shared by the run and its own monitoring is detected here.

use tinkertoy::bodies::Shape;
use tinkertoy::bodies::bead::Form;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Vec2, worst};
use tinkertoy::parameter::Unit;
use tinkertoy::scene::{Attach, Id, Part, Scene};
use tinkertoy::sim::Simulation;

/// Least softening length of an attraction (m).
const SOFTENED: f64 = 1e-6;

/// Coordinates and velocities of the parts of a scene at an instant, as in the columns of `simulate`.
pub struct Motion<'a> {
    scene: &'a Scene,
    /// Each part with its coordinates and their rates. None of the machines has a fixed part.
    parts: Vec<(Id, &'a Part, Vec<f64>, Vec<f64>)>,
}

/// Position and angle at a point.
#[derive(Clone, Copy)]
struct Place {
    point: Vec2,
    angle: f64,
}

fn turned(v: Vec2, angle: f64) -> Vec2 {
    let (sin, cos) = angle.sin_cos();
    Vec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

/// Bending mode phi of a springy bar of this length at x, with phi = 1 at its ends; and dphi/dx.
fn mode(x: f64, length: f64) -> (f64, f64) {
    let half = 0.5 * length;
    (0.5 * (3.0 * (x / half).powi(2) - 1.0), 3.0 * x / (half * half))
}

impl<'a> Motion<'a> {
    pub fn of(scene: &'a Scene, run: &'a Simulation) -> Self {
        let (mut q, mut v) = (run.state().q.as_slice(), run.state().v.as_slice());
        let parts = scene.parts().map(|(id, part)| {
            let count = match &part.shape {
                Shape::Particle(_) => 2,
                Shape::WireBead(_) => 1,
                Shape::Balloon(_) | Shape::Leaf(_) => 4,
                _ => 3,
            };
            let (own_q, rest_q) = q.split_at(count);
            let (own_v, rest_v) = v.split_at(count);
            (q, v) = (rest_q, rest_v);
            (id, part, own_q.to_vec(), own_v.to_vec())
        });
        let parts = parts.collect();
        assert!(q.is_empty() && v.is_empty(), "every coordinate belongs to a part");
        Self { scene, parts }
    }

    /// The motion extrapolated back by this time (s), at constant velocities.
    pub fn back(mut self, seconds: f64) -> Self {
        for (_, _, q, v) in &mut self.parts {
            q.iter_mut().zip(v).for_each(|(q, v)| *q -= seconds * *v);
        }
        self
    }

    /// Kinetic energy of all parts (J).
    pub fn kinetic(&self) -> f64 {
        self.kinetic_in(|_| true)
    }

    /// Kinetic energy of these parts (J).
    pub fn kinetic_of(&self, parts: &[Id]) -> f64 {
        self.kinetic_in(|id| parts.contains(&id))
    }

    fn kinetic_in(&self, counts: impl Fn(Id) -> bool) -> f64 {
        let of = |part: &Part, q: &[f64], v: &[f64]| {
            let it = part.mass_properties();
            let (m, i) = (it.mass, it.inertia);
            let twice = match (&part.shape, v) {
                (Shape::WireBead(wire), [rate]) => {
                    let along = match wire.form {
                        Form::Ellipse => Vec2::new(-wire.a * q[0].sin(), wire.b * q[0].cos()),
                        Form::Parabola => Vec2::new(wire.a, 2.0 * wire.b * q[0]),
                    };
                    m * along.length_squared() * rate * rate
                }
                (Shape::Balloon(_), [x, y, w, u]) => m * (x * x + y * y) + i * (q[3] * q[3] * w * w + u * u),
                (Shape::Leaf(_), [x, y, w, u]) => {
                    m * (x * x + y * y) + (i + 0.2 * m * q[3] * q[3]) * w * w + 0.2 * m * u * u
                }
                (_, [x, y]) => m * (x * x + y * y),
                (_, [x, y, w]) => m * (x * x + y * y) + i * w * w,
                _ => f64::NAN,
            };
            0.5 * twice
        };
        let parts = self.parts.iter().filter(|(id, ..)| counts(*id));
        parts.map(|(_, part, q, v)| of(part, q, v)).sum()
    }

    /// Potential energy of gravity, of springs and of constant forces (J).
    pub fn potential(&self) -> f64 {
        self.potential_in(|_| true)
    }

    /// The same of these parts, and of the forces on them.
    pub fn potential_of(&self, parts: &[Id]) -> f64 {
        self.potential_in(|id| parts.contains(&id))
    }

    fn potential_in(&self, counts: impl Fn(Id) -> bool) -> f64 {
        let own = |id: Id, part: &Part, q: &[f64]| {
            let centre = self.place(Attach::part(id, Vec2::ZERO), true).point;
            let spring = match &part.shape {
                Shape::Balloon(it) => 0.5 * it.stiffness * (it.radius * (q[3] - 1.0)).powi(2),
                Shape::Leaf(it) => 0.5 * it.stiffness * q[3] * q[3],
                _ => 0.0,
            };
            spring - part.mass_properties().mass * self.scene.settings.gravity.dot(centre)
        };
        let parts = self.parts.iter().filter(|(id, ..)| counts(*id));
        let parts: f64 = parts.map(|(id, part, q, _)| own(*id, part, q)).sum();
        let forces = self.scene.forces();
        let forces = forces.filter(|(_, force)| force.ends.iter().filter_map(|end| end.part).any(&counts));
        let forces = forces.map(|(_, force)| {
            let ends: Vec<Place> = force.ends.iter().map(|end| self.place(*end, false)).collect();
            match &force.kind {
                ForceKind::Spring(it) => {
                    0.5 * it.stiffness * (ends[0].point.distance(ends[1].point) - it.rest).powi(2)
                }
                ForceKind::TorsionSpring(it) => {
                    0.5 * it.stiffness * (ends[1].angle - ends[0].angle - it.rest).powi(2)
                }
                ForceKind::Push(it) if it.programme.is_steady() => -it.force.dot(ends[0].point),
                ForceKind::Torque(it) if it.programme.is_steady() => -it.torque * ends[0].angle,
                ForceKind::Attraction(it) => {
                    let r = ends[0].point.distance(ends[1].point);
                    -it.strength / r.hypot(it.softening.max(SOFTENED))
                }
                _ => 0.0,
            }
        });
        parts + forces.sum::<f64>()
    }

    /// Gaps of joints, over the kinds that points and angles of an instant determine.
    pub fn gaps(&self) -> Vec<(Id, Unit, f64)> {
        let mut gaps = Vec::new();
        for (id, joint) in self.scene.constraints() {
            let ends: Vec<Place> = joint.ends.iter().map(|end| self.place(*end, false)).collect();
            let own = misses(&joint.kind, &ends).into_iter();
            gaps.extend(own.map(|(unit, miss)| (id, unit, miss)));
        }
        gaps
    }

    /// Largest gaps of joints, in metres and in radians.
    pub fn open(&self) -> [f64; 2] {
        let mut open = [0.0_f64; 2];
        for (_, unit, miss) in self.gaps() {
            let most = &mut open[usize::from(unit == Unit::Radian)];
            *most = worst(*most, miss.abs());
        }
        open
    }

    /// Position and angle of an attachment; with `middle`, of the centre of mass of its part, which for a springy bar is another point.
    fn place(&self, end: Attach, middle: bool) -> Place {
        let Some((_, part, q, _)) = self.parts.iter().find(|(id, ..)| Some(*id) == end.part) else {
            return Place {
                point: end.at,
                angle: 0.0,
            };
        };
        let at = |x: f64, y: f64| Vec2::new(x, y);
        let (centre, angle, arm, slope) = match (&part.shape, q.as_slice()) {
            (Shape::WireBead(it), &[u]) => {
                let on = match it.form {
                    Form::Ellipse => at(it.a * u.cos(), it.b * u.sin()),
                    Form::Parabola => at(it.a * u, it.b * u * u),
                };
                let point = part.pose.position + turned(on, part.pose.angle);
                return Place { point, angle: 0.0 };
            }
            (_, &[x, y]) => (at(x, y), 0.0, end.at, 0.0),
            (Shape::Balloon(_), &[x, y, angle, u]) => (at(x, y), angle, u * end.at, 0.0),
            (Shape::Leaf(it), &[x, y, angle, u]) => {
                let (phi, steepness) = mode(end.at.x, it.length);
                (
                    at(x, y),
                    angle,
                    end.at + Vec2::new(0.0, u * phi),
                    (u * steepness).atan(),
                )
            }
            (_, &[x, y, angle]) => (at(x, y), angle, end.at, 0.0),
            _ => (Vec2::NAN, f64::NAN, Vec2::NAN, 0.0),
        };
        let arm = if middle { Vec2::ZERO } else { turned(arm, angle) };
        Place {
            point: centre + arm,
            angle: angle + slope,
        }
    }
}

/// C of a kind that a pose determines; for a kind with limits, the excess beyond them.
fn misses(kind: &ConstraintKind, ends: &[Place]) -> Vec<(Unit, f64)> {
    let metre = |miss: f64| vec![(Unit::Metre, miss)];
    let radian = |miss: f64| (Unit::Radian, miss);
    let d = |a: usize, b: usize| ends[b].point - ends[a].point;
    let turn = |a: usize, b: usize| ends[b].angle - ends[a].angle;
    // Position of b relative to a, in the frame of a rotated by `axis`.
    let seen = |axis: f64| turned(d(0, 1), -(ends[0].angle + axis));
    let beyond = |x: f64, low: f64, high: f64| (x - high).max(low - x).max(0.0);
    match kind {
        ConstraintKind::Distance(it) => metre(d(0, 1).length() - it.length),
        ConstraintKind::Ring(it) => metre(d(0, 1).length() - it.radius),
        ConstraintKind::Pin(_) => vec![(Unit::Metre, d(0, 1).x), (Unit::Metre, d(0, 1).y)],
        ConstraintKind::Weld(it) => vec![
            (Unit::Metre, d(0, 1).x),
            (Unit::Metre, d(0, 1).y),
            radian(turn(0, 1) - it.angle),
        ],
        ConstraintKind::AngleLock(it) => vec![radian(turn(0, 1) - it.angle)],
        ConstraintKind::Slider(it) => {
            vec![
                (Unit::Metre, seen(it.axis).y - it.offset),
                radian(turn(0, 1) - it.angle),
            ]
        }
        ConstraintKind::Groove(it) => metre(seen(it.axis).y - it.offset),
        ConstraintKind::Midline(it) => {
            let squares = d(0, 2).length_squared() - d(1, 2).length_squared();
            metre(0.5 * squares / it.width - it.offset)
        }
        ConstraintKind::Pulley(it) => {
            let strands = d(0, 1).length() + d(1, 2).length() + it.ratio * d(2, 3).length();
            metre(strands - it.length)
        }
        ConstraintKind::Screw(it) => metre(seen(it.axis).x - it.lead * turn(0, 2) - it.offset),
        ConstraintKind::Graph(it) => {
            let p = seen(it.axis);
            let curve = [it.c5, it.c4, it.c3, it.c2, it.c1, it.c0];
            let (y, slope) = curve
                .iter()
                .fold((0.0, 0.0), |(y, slope), c| (y * p.x + c, slope * p.x + y));
            metre((p.y - y) / slope.hypot(1.0))
        }
        ConstraintKind::Rope(it) => metre((d(0, 1).length() - it.length).max(0.0)),
        ConstraintKind::Strut(it) => metre((it.length - d(0, 1).length()).max(0.0)),
        ConstraintKind::AngleLimits(it) => vec![radian(beyond(turn(0, 1), it.lower, it.upper))],
        ConstraintKind::EndStops(it) => metre(beyond(seen(it.axis).x, it.lower, it.upper)),
        _ => Vec::new(),
    }
}
