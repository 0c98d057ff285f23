//! Mechanisms of PMKS: links of PMKS+ (`link.rs`) and texts of the older program (`text.rs`).
//!
//! Both list joints with the links that meet there; the formats follow their published sources.

mod alphabet;
mod drives;
mod gears;
mod link;
mod piece;
mod text;

use std::collections::BTreeMap;

use super::builder::{Body, Builder, PartOptions};
use super::joints::Line;
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::PartColour;
use crate::scene::file::{Fault, FileError, Place, Reading};

/// Maximum length of a text (bytes).
const LARGEST: usize = 1 << 20;
/// Maximum number of joints, of links, and of forces.
const MOST: usize = 2000;
/// Maximum number of links on joints, summed over all joints.
const MOST_MEMBERS: usize = 5 * MOST;

/// Relative motion that a joint allows.
#[derive(Clone, Copy, PartialEq)]
enum JointKind {
    /// Rotation about it.
    Revolute,
    /// Translation without rotation; the first link has the rail.
    Prismatic,
    /// Rotation and translation: a pin in a slot of the first link.
    Slot,
    /// Rolling of gears, whose teeth touch here.
    Gears,
}

/// A joint, where links meet.
struct Joint {
    name: String,
    kind: JointKind,
    /// m
    at: Vec2,
    /// Direction of the rail (rad).
    angle: f64,
    /// The links on it, each once; `None` is the ground.
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
    /// Whether it is the block of a slider.
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
    /// Whether the direction of the force turns with the link.
    turns: bool,
    place: Place,
}

/// A mechanism, as either format describes it.
#[derive(Default)]
struct Diagram {
    title: Option<String>,
    joints: Vec<Joint>,
    links: Vec<Link>,
    loads: Vec<Load>,
    /// Speed of the input (rad/s, or m/s along a rail), counterclockwise.
    speed: f64,
    /// The length unit of the source.
    lengths: LengthUnit,
    notes: Vec<Fault>,
}

/// Whether a text may be a link of PMKS+ or a text of PMKS.
pub(super) fn is_one(text: &str) -> bool {
    link::is_one(text) || text::is_one(text)
}

/// Translates a text into a scene; `file` is its name in errors, `title` the title of a scene without a name.
///
/// # Errors
/// The fault found, with its position.
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

/// Rejects more joints, links or forces than the maximum.
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

/// The partial translation of a diagram.
struct Translation {
    diagram: Diagram,
    build: Builder,
    /// The part made from each link; `None` for a link that is just a joint on the ground.
    bodies: Vec<Body>,
    /// The pairs of links whose teeth touch, with their centres of rotation.
    wheels: BTreeMap<(usize, usize), Option<(Vec2, Vec2)>>,
}

impl Translation {
    /// The joints of each link.
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

    /// Creates a part for each link.
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
            let made = PartOptions {
                name: &link.name,
                colour: link.colour,
                fixed,
                place: link.place,
                ..PartOptions::default()
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

    /// Adds the joints, and the drive of the input.
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
