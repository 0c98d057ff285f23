//! Mechanisms of PMKS, as links of PMKS+ (`link.rs`) and as the text of the older program (`text.rs`).
//!
//! Both list joints with the links that meet there; the forms are those of their published sources.

mod alphabet;
mod drives;
mod gears;
mod link;
mod piece;
mod text;

use std::collections::BTreeMap;

use super::builder::{Body, Builder, Made};
use super::joints::Line;
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::PartColour;
use crate::scene::file::{Fault, FileError, Place, Reading};

/// Longest text that is read (bytes).
const LARGEST: usize = 1 << 20;
/// Most joints, most links, and most forces.
const MOST: usize = 2000;
/// Most links on joints, each counted wherever it is.
const MOST_MEMBERS: usize = 5 * MOST;

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
    /// The links on it, each once; none is the ground.
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
    /// The unit that its lengths were in.
    lengths: LengthUnit,
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
    few(diagram.joints.len().max(diagram.links.len())).map_err(refused)?;
    let members: usize = diagram.joints.iter().map(|it| it.members.len()).sum();
    if members > MOST_MEMBERS {
        let message = format!("links are on joints {members} times; up to {MOST_MEMBERS} are read");
        return Err(refused(fault((1, 1), message)));
    }
    let points: Vec<Vec2> = diagram.joints.iter().map(|it| it.at).collect();
    let title = diagram.title.clone().unwrap_or_else(|| title.to_owned());
    let mut translation = Translation {
        build: Builder::new(&title, &points),
        bodies: Vec::new(),
        wheels: gears::pairs(&diagram.joints, diagram.links.len()),
        diagram,
    };
    translation.links();
    translation.joints();
    translation.loads();
    for note in std::mem::take(&mut translation.diagram.notes) {
        translation.build.note(note.at, note.message);
    }
    translation.build.show_lengths_in(translation.diagram.lengths);
    translation.build.finish(file)
}

/// Refuses more joints, links or forces than are read.
fn few(many: usize) -> Result<(), Fault> {
    if many > MOST {
        let message = format!("this has {many} joints, links or forces; up to {MOST} are read");
        return Err(fault((1, 1), message));
    }
    Ok(())
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
    /// The links whose teeth touch, with the centres about which they turn.
    wheels: BTreeMap<(usize, usize), Option<(Vec2, Vec2)>>,
}

impl Translation {
    /// The joints that each link is on.
    fn joints_of_links(&self) -> Vec<Vec<usize>> {
        let mut on = vec![Vec::new(); self.diagram.links.len()];
        for (k, joint) in self.diagram.joints.iter().enumerate() {
            for link in joint.members.iter().copied().flatten() {
                on[link].push(k);
            }
        }
        on
    }

    fn body(&self, member: Option<usize>) -> Body {
        member.and_then(|link| self.bodies.get(link).copied().flatten())
    }

    /// Makes a part of each link.
    fn links(&mut self) {
        let joints = &self.diagram.joints;
        let grounded: Vec<bool> = joints
            .iter()
            .map(|it| it.kind == JointKind::Revolute && it.members.contains(&None))
            .collect();
        for (k, (link, all)) in self.diagram.links.iter().zip(self.joints_of_links()).enumerate() {
            let on: Vec<&Joint> = all
                .iter()
                .map(|joint| &joints[*joint])
                .filter(|joint| joint.kind != JointKind::Gears)
                .collect();
            let fixed = all.iter().filter(|joint| grounded[**joint]).count() > 1;
            let made = Made {
                name: &link.name,
                colour: link.colour,
                fixed,
                place: link.place,
                ..Made::default()
            };
            let points: Vec<Vec2> = on.iter().map(|it| it.at).collect();
            let rail = on
                .iter()
                .find(|it| it.kind == JointKind::Prismatic)
                .map(|it| it.angle);
            let at = points.first().copied().unwrap_or_default();
            let wheel = self.largest_wheel(k, &all);
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
                (JointKind::Gears, _) => self.mesh(joint),
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
}
