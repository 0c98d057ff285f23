//! A scene in the terms that all engines have: convex pieces on bodies, pins with limits and motors, a level floor.

use tinkertoy::bodies::{Outline, Shape};
use tinkertoy::constraints::{ConstraintKind, MotorLaw};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Id, Part, Scene};

/// What a body is made of, in its own frame.
pub enum Piece {
    Circle { at: Vec2, radius: f64 },
    Capsule { from: Vec2, to: Vec2, radius: f64 },
    Box { pose: Pose, half: Vec2 },
}

/// A part that moves.
pub struct Body {
    pub pose: Pose,
    pub velocity: Vec2,
    pub omega: f64,
    pub mass: f64,
    pub inertia: f64,
    pub pieces: Vec<Piece>,
    pub friction: f64,
    pub restitution: f64,
    /// Which machine of several parts it belongs to: they do not collide with each other.
    pub machine: Option<u32>,
}

/// A motor that approaches a speed.
pub struct Drive {
    /// rad/s
    pub speed: f64,
    /// s
    pub time_constant: f64,
    /// N m
    pub torque: Option<f64>,
}

/// A pin between two bodies, or a body and the ground.
pub struct Joint {
    pub bodies: [Option<usize>; 2],
    /// In the frame of each (m).
    pub at: [Vec2; 2],
    /// Angles of the second against the first (rad).
    pub limits: Option<[f64; 2]>,
    pub drive: Option<Drive>,
}

/// A scene.
pub struct Plain {
    pub gravity: Vec2,
    /// Whether parts touch; else they have no pieces.
    pub touches: bool,
    pub floor: Option<f64>,
    /// Friction of the floor.
    pub friction: f64,
    pub bodies: Vec<Body>,
    pub joints: Vec<Joint>,
}

impl Plain {
    /// Of a scene.
    ///
    /// # Errors
    /// A sentence that names what other engines do not have.
    pub fn of(scene: &Scene) -> Result<Self, String> {
        let contact = scene.settings.contact;
        let ids: Vec<Id> = scene.parts().map(|(id, _)| id).collect();
        let index = |end: &Attach| end.part.and_then(|id| ids.iter().position(|it| *it == id));
        let mut plain = Self {
            gravity: scene.settings.gravity,
            touches: contact.is_some(),
            floor: contact.and_then(|it| it.floor),
            friction: contact.map_or(0.0, |it| it.friction),
            bodies: Vec::new(),
            joints: Vec::new(),
        };
        for (_, part) in scene.parts() {
            let (friction, restitution) = contact.map_or((0.0, 0.0), |it| (it.friction, it.restitution));
            plain.bodies.push(body(part, friction, restitution)?);
        }
        for (_, it) in scene.constraints() {
            let bodies = [index(&it.ends[0]), index(&it.ends[1])];
            match &it.kind {
                ConstraintKind::Pin(_) => plain.joints.push(Joint {
                    bodies,
                    at: [it.ends[0].at, it.ends[1].at],
                    limits: None,
                    drive: None,
                }),
                ConstraintKind::AngleLimits(stops) => {
                    plain.pin(bodies, &it.name)?.limits = Some([stops.lower, stops.upper]);
                }
                ConstraintKind::Motor(motor) if motor.law == MotorLaw::Speed => {
                    let drive = Drive {
                        speed: motor.speed,
                        time_constant: motor.time_constant,
                        torque: motor.torque.most(),
                    };
                    plain.pin(bodies, &it.name)?.drive = Some(drive);
                }
                _ => return Err(format!("{:?} is of a kind that not all engines have", it.name)),
            }
        }
        plain.tell_machines();
        Ok(plain)
    }

    /// The pin of two bodies.
    fn pin(&mut self, bodies: [Option<usize>; 2], asked_by: &str) -> Result<&mut Joint, String> {
        let found = self.joints.iter_mut().find(|it| it.bodies == bodies);
        found.ok_or_else(|| format!("{asked_by:?} is between parts without a pin"))
    }

    /// Bodies that joints connect, but not through the ground, are a machine.
    fn tell_machines(&mut self) {
        let mut first: Vec<usize> = (0..self.bodies.len()).collect();
        let root = |first: &[usize], mut body: usize| {
            while first[body] != body {
                body = first[body];
            }
            body
        };
        for joint in &self.joints {
            if let [Some(a), Some(b)] = joint.bodies {
                let (a, b) = (root(&first, a), root(&first, b));
                first[a.max(b)] = a.min(b);
            }
        }
        let roots: Vec<usize> = (0..first.len()).map(|body| root(&first, body)).collect();
        for (body, own) in self.bodies.iter_mut().zip(&roots) {
            let others = roots.iter().filter(|it| *it == own).count();
            body.machine = (others > 1).then_some(*own as u32);
        }
    }
}

fn body(part: &Part, friction: f64, restitution: f64) -> Result<Body, String> {
    if part.fixed {
        return Err(format!("{:?} is fixed: only the floor is translated", part.name));
    }
    let mass = part.mass_properties();
    let mut pieces = Vec::new();
    add(&part.shape, Pose::default(), &mut pieces)?;
    Ok(Body {
        pose: part.pose,
        velocity: part.velocity,
        omega: part.omega,
        mass: mass.mass,
        inertia: mass.inertia,
        pieces,
        friction: part.material.friction.unwrap_or(friction),
        restitution: part.material.restitution.unwrap_or(restitution),
        machine: None,
    })
}

fn add(shape: &Shape, pose: Pose, pieces: &mut Vec<Piece>) -> Result<(), String> {
    match (shape, shape.outline()) {
        (Shape::Box(it), _) => pieces.push(Piece::Box {
            pose,
            half: 0.5 * Vec2::new(it.width, it.height),
        }),
        (Shape::Compound(it), _) => {
            for piece in &it.pieces {
                let own = piece.pose();
                let at = pose.point(own.position);
                add(
                    &piece.shape,
                    Pose::new(at.x, at.y, pose.angle + own.angle),
                    pieces,
                )?;
            }
        }
        (_, Outline::Circle { radius }) => pieces.push(Piece::Circle {
            at: pose.position,
            radius,
        }),
        (_, Outline::Capsule { from, to, radius }) => pieces.push(Piece::Capsule {
            from: pose.point(from),
            to: pose.point(to),
            radius,
        }),
        _ => return Err("only boxes, disks, bars and compounds of them are translated".to_owned()),
    }
    Ok(())
}
