//! Mechanisms of PMKS, as links of PMKS+ (`link.rs`) and as the text of the older program (`text.rs`).
//!
//! Both list joints with the links that meet there; the forms are those of their published sources.

mod alphabet;
mod gears;
mod link;
mod text;

use super::builder::{Body, Builder, Made};
use super::joints::Line;
use crate::constraints::{Actuator, ConstraintKind, Motor};
use crate::forces::{ForceKind, Push, Thruster};
use crate::math::{Vec2, unit};
use crate::scene::PartColour;
use crate::scene::file::{Fault, FileError, Place, Reading};

/// Longest text that is read (bytes).
const LARGEST: usize = 1 << 20;
/// Most joints, and most links.
const MOST: usize = 2000;

/// What a joint lets its links do.
#[derive(Clone, Copy, PartialEq)]
enum JointKind {
    /// Turn about it.
    Revolute,
    /// Slide along it without turning; the first link has the rail.
    Prismatic,
    /// A pin in a slot of the first link.
    Slot,
    /// Roll on each other by their teeth, which touch here.
    Gears,
}

/// Where links meet.
struct Joint {
    name: String,
    kind: JointKind,
    /// m
    at: Vec2,
    /// Direction of its rail (rad).
    angle: f64,
    /// The links on it; none is the ground.
    members: Vec<Option<usize>>,
    is_input: bool,
    is_traced: bool,
    place: Place,
}

/// A rigid link.
#[derive(Default)]
struct Link {
    name: String,
    colour: PartColour,
    /// The block of a slider.
    is_block: bool,
    place: Option<Place>,
}

/// A force on a link.
struct Load {
    name: String,
    link: usize,
    /// m
    at: Vec2,
    /// N
    force: Vec2,
    /// Turns with the link.
    turns: bool,
    place: Place,
}

/// A mechanism as either form says it.
#[derive(Default)]
struct Diagram {
    title: Option<String>,
    joints: Vec<Joint>,
    links: Vec<Link>,
    loads: Vec<Load>,
    /// Of the input (rad/s, or m/s along a rail), counter-clockwise.
    speed: f64,
    notes: Vec<Fault>,
}

/// Whether a text may be a link of PMKS+ or a text of PMKS.
pub(super) fn is_one(text: &str) -> bool {
    link::is_one(text) || text::is_one(text)
}

/// The scene of a text; `file` is what to call it in errors, `title` what to call a scene that has no name.
///
/// # Errors
/// With what is wrong with it, and where.
pub(super) fn read(source: &str, file: &str, title: &str) -> Result<Reading, FileError> {
    let refused = |fault| FileError {
        file: file.to_owned(),
        faults: vec![fault],
        more: 0,
    };
    if source.len() > LARGEST {
        return Err(refused(fault(
            (1, 1),
            format!(
                "this is longer than {} KB, and no mechanism of PMKS is",
                LARGEST >> 10
            ),
        )));
    }
    let diagram = if text::is_one(source) {
        text::read(source)
    } else {
        link::read(source)
    }
    .map_err(refused)?;
    let many = diagram.joints.len().max(diagram.links.len());
    if many > MOST {
        return Err(refused(fault(
            (1, 1),
            format!("this has {many} joints or links; up to {MOST} are read"),
        )));
    }
    let points: Vec<Vec2> = diagram.joints.iter().map(|it| it.at).collect();
    let title = diagram.title.clone().unwrap_or_else(|| title.to_owned());
    let mut translation = Translation {
        build: Builder::new(&title, &points),
        bodies: Vec::new(),
        diagram,
    };
    translation.links();
    translation.joints();
    translation.loads();
    for note in std::mem::take(&mut translation.diagram.notes) {
        translation.build.note(note.at, note.message);
    }
    translation.build.finish(file)
}

fn fault(at: Place, message: impl Into<String>) -> Fault {
    Fault {
        at: Some(at),
        item: None,
        message: message.into(),
    }
}

/// What has been made so far of a diagram.
struct Translation {
    diagram: Diagram,
    build: Builder,
    /// The part of each link; none for one that is nothing but a joint on the ground.
    bodies: Vec<Body>,
}

impl Translation {
    /// The joints that a link is on.
    fn joints_of(&self, link: usize) -> impl Iterator<Item = &Joint> {
        self.diagram
            .joints
            .iter()
            .filter(move |joint| joint.members.contains(&Some(link)))
    }

    fn body(&self, member: Option<usize>) -> Body {
        member.and_then(|link| self.bodies.get(link).copied().flatten())
    }

    /// Makes a part of each link.
    fn links(&mut self) {
        for (k, link) in self.diagram.links.iter().enumerate() {
            let on: Vec<&Joint> = self
                .joints_of(k)
                .filter(|joint| joint.kind != JointKind::Gears)
                .collect();
            let grounded = on
                .iter()
                .filter(|it| it.kind == JointKind::Revolute && it.members.contains(&None));
            let made = Made {
                name: &link.name,
                colour: link.colour,
                fixed: grounded.count() > 1,
                place: link.place,
                ..Made::default()
            };
            let points: Vec<Vec2> = on.iter().map(|it| it.at).collect();
            let rail = on
                .iter()
                .find(|it| it.kind == JointKind::Prismatic)
                .map(|it| it.angle);
            let at = points.first().copied().unwrap_or_default();
            let wheel = self.largest_wheel(k);
            let part = if link.is_block {
                None
            } else {
                self.build.link(&points, &made)
            };
            let part = part.unwrap_or_else(|| match (wheel, rail) {
                (Some(radius), _) => self.build.wheel(at, radius, &made),
                (None, Some(angle)) => self.build.block(at, angle, &made),
                (None, None) => self.build.wheel(at, self.build.width(), &made),
            });
            self.bodies.push(Some(part));
        }
    }

    /// Joins the links, and drives the input.
    fn joints(&mut self) {
        let joints = std::mem::take(&mut self.diagram.joints);
        for joint in &joints {
            let bodies: Vec<Body> = joint.members.iter().map(|member| self.body(*member)).collect();
            let (at, place) = (joint.at, Some(joint.place));
            match (joint.kind, bodies.as_slice()) {
                (JointKind::Revolute, all) => self.build.pins(all, at, place),
                (JointKind::Gears, _) => self.mesh(joint, &joints),
                (_, &[rail, runner]) if rail != runner => {
                    let line = Line {
                        middle: at,
                        angle: joint.angle,
                        reach: 8.0 * self.build.width(),
                    };
                    if joint.kind == JointKind::Prismatic {
                        self.build.slider((rail, runner), at, &line, place);
                    } else {
                        self.build.groove((rail, runner), at, &line, place);
                    }
                }
                _ => {
                    let message = format!(
                        "joint {} slides and is not of two links; it is left out",
                        joint.name
                    );
                    self.build.note(place, message);
                }
            }
            if joint.is_input {
                self.drive(joint, &bodies);
            }
            self.trace(joint, &bodies);
        }
        self.diagram.joints = joints;
    }

    /// The drive of an input.
    fn drive(&mut self, joint: &Joint, bodies: &[Body]) {
        let (at, place, speed) = (joint.at, Some(joint.place), self.diagram.speed);
        let &[a, b, ..] = bodies else {
            let message = format!(
                "joint {} is the input, and fewer than two links meet there; here it drives nothing",
                joint.name
            );
            return self.build.note(place, message);
        };
        match joint.kind {
            JointKind::Revolute => {
                let motor = ConstraintKind::Motor(Motor {
                    speed,
                    ..Motor::default()
                });
                let ends = vec![self.build.end(a, at), self.build.end(b, at)];
                self.build.drive("motor", motor, ends, place);
            }
            JointKind::Prismatic => {
                // The distance from a point of the rail that is never passed.
                let length = 100.0 * self.build.width();
                let from = at - length * unit(joint.angle);
                let actuator = ConstraintKind::Actuator(Actuator {
                    length,
                    rate: speed,
                    programme: crate::constraints::Programme::Steady,
                    ..Actuator::default()
                });
                let ends = vec![self.build.end(a, from), self.build.end(b, at)];
                self.build.drive("actuator", actuator, ends, place);
                let message = format!(
                    "joint {} is an input that slides: here at a steady speed, and it does not turn back",
                    joint.name
                );
                self.build.note(place, message);
            }
            JointKind::Slot | JointKind::Gears => {
                let message = format!(
                    "joint {} is the input, and has two freedoms; here it drives nothing",
                    joint.name
                );
                self.build.note(place, message);
            }
        }
    }

    /// Draws the path of a joint that moves.
    fn trace(&mut self, joint: &Joint, bodies: &[Body]) {
        let moves = !bodies.iter().any(|body| self.build.is_still(*body));
        let slides = matches!(joint.kind, JointKind::Prismatic | JointKind::Slot);
        if let Some(body) = bodies.first().filter(|_| joint.is_traced && moves && !slides) {
            self.build
                .trace(&format!("path of {}", joint.name), *body, joint.at);
        }
    }

    fn loads(&mut self) {
        for load in std::mem::take(&mut self.diagram.loads) {
            let body = self.body(Some(load.link));
            let kind = if load.turns {
                let direction = load.force.to_angle() - self.build.turned(None, body);
                ForceKind::Thruster(Thruster {
                    force: load.force.length(),
                    direction,
                    ..Thruster::default()
                })
            } else {
                ForceKind::Push(Push {
                    force: load.force,
                    ..Push::default()
                })
            };
            self.build
                .force(&load.name, kind, body, load.at, Some(load.place));
        }
    }
}
