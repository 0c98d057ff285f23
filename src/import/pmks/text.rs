//! Texts of PMKS, with one joint per line, or separated by `|`: links by name, kind, x, y, angle, and four flags, the last one for the input.
//!
//! ```text
//! mech=
//! ground,crank,R,0,0,0,tfft        R turns, P slides, RP is a pin in a slot of the first link, G are teeth that touch
//! s=2                              speed of the input (rad/s); d= its number; name= of the whole
//! ```

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;

use super::{Diagram, Joint, JointKind, Link, fault};
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::file::{Fault, Place};

/// Metres per unit: the format names none, and its own examples are a few hundred units large.
const UNIT: f64 = 1e-3;
/// Maximum magnitude of a number: larger ones are mistakes, and outside the world.
const MOST_NUMBER: f64 = 1e9;
/// Default speed of an input (rad/s).
const USUAL_SPEED: f64 = 1.0;
/// Key that precedes the joints.
const MARK: &str = "mech=";

/// Whether a text is one of PMKS, by itself or in an address.
pub(super) fn is_one(text: &str) -> bool {
    is_marked(query(text).unwrap_or(text))
}

/// Whether it starts with the key of the joints.
fn is_marked(text: &str) -> bool {
    text.trim_start()
        .get(..MARK.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(MARK))
}

/// The query part of an address; `None` for a text that is no address.
fn query(text: &str) -> Option<&str> {
    let (host, query) = text.trim_start().split_once('?')?;
    (!is_marked(text) && !host.contains(char::is_whitespace)).then_some(query)
}

fn is_ground(name: &str) -> bool {
    let name = name.to_lowercase();
    name.starts_with("ground") || ["0", "gnd", "grnd"].contains(&name.as_str())
}

/// Joints and links collected so far.
#[derive(Default)]
struct Lines {
    diagram: Diagram,
    links: BTreeMap<String, usize>,
    /// Index of the input joint, where it is given by number.
    input: Option<usize>,
}

impl Lines {
    fn member(&mut self, name: &str, place: Place) -> Option<usize> {
        if is_ground(name) {
            return None;
        }
        let links = &mut self.diagram.links;
        let k = *self.links.entry(name.to_owned()).or_insert_with(|| {
            links.push(Link {
                name: name.to_owned(),
                place: Some(place),
                ..Link::default()
            });
            links.len() - 1
        });
        Some(k)
    }

    fn setting(&mut self, key: &str, value: &str, place: Place) -> Result<(), Fault> {
        let number = || value.parse::<f64>().ok().filter(|it| it.abs() <= MOST_NUMBER);
        let wrong = || fault(place, format!("{key}= is followed by no number"));
        match key.to_lowercase().as_str() {
            "name" => self.diagram.title = Some(value.to_owned()),
            "s" => self.diagram.speed = number().ok_or_else(wrong)?,
            "d" => self.input = Some(value.parse().map_err(|_| wrong())?),
            // Resolution of its computation: ignored.
            "e" | "f" => {}
            _ => self
                .diagram
                .notes
                .push(fault(place, format!("{key}= says nothing here"))),
        }
        Ok(())
    }

    fn joint(&mut self, line: &str, place: Place) -> Result<(), Fault> {
        let words: Vec<&str> = line
            .split([',', ' ', '\t'])
            .filter(|word| !word.is_empty())
            .collect();
        let kind_of = |word: &str| match word.to_uppercase().as_str() {
            "R" => Some(JointKind::Revolute),
            "P" => Some(JointKind::Prismatic),
            "RP" => Some(JointKind::Slot),
            "G" => Some(JointKind::Gears),
            _ => None,
        };
        let found = words.iter().rposition(|word| kind_of(word).is_some());
        let Some((at, kind)) = found.and_then(|at| Some((at, kind_of(words[at])?))) else {
            return Err(fault(
                place,
                "this joint has no kind; after the names of its links write R, P, RP or G",
            ));
        };
        let number = |k: usize| {
            words
                .get(at + k)
                .and_then(|word| word.parse::<f64>().ok())
                .filter(|it| it.abs() <= MOST_NUMBER)
        };
        let (Some(x), Some(y)) = (number(1), number(2)) else {
            return Err(fault(
                place,
                "after its kind a joint has x and y, as in `ground,crank,R,0,0`",
            ));
        };
        let flags = words[at + 1..]
            .iter()
            .find(|word| word.len() > 2 && word.chars().all(|c| "tf+-".contains(c)));
        let flag = |k: usize| {
            flags
                .and_then(|flags| flags.chars().nth(k))
                .is_some_and(|c| c == 't' || c == '+')
        };
        let mut members: Vec<Option<usize>> =
            words[..at].iter().map(|name| self.member(name, place)).collect();
        let mut seen = BTreeSet::new();
        members.retain(|member| seen.insert(*member));
        let number_of_it = self.diagram.joints.len() + 1;
        let angle = number(3);
        if angle.is_none() && matches!(kind, JointKind::Prismatic | JointKind::Slot) {
            let message =
                format!("joint {number_of_it} slides and has no angle that is a number; it is taken as 0");
            self.diagram.notes.push(fault(place, message));
        }
        self.diagram.joints.push(Joint {
            name: number_of_it.to_string(),
            kind,
            at: UNIT * Vec2::new(x, y),
            angle: angle.unwrap_or(0.0),
            members,
            is_input: flag(3),
            is_traced: flag(0),
            place,
        });
        Ok(())
    }
}

/// Parses the mechanism of a text.
pub(super) fn read(source: &str) -> Result<Diagram, Fault> {
    let decoded = query(source).map_or(Cow::Borrowed(source), |query| {
        percent_decode_str(query).decode_utf8_lossy()
    });
    let mut lines = Lines::default();
    lines.diagram.speed = USUAL_SPEED;
    for (k, line) in decoded.lines().enumerate() {
        let mut column = 1;
        for text in line.split(['|', '&']) {
            let place = (k + 1, column);
            column += text.chars().count() + 1;
            let text = text.trim();
            let text = match text.split_once('=') {
                Some((key, joint)) if key.trim().eq_ignore_ascii_case("mech") => joint.trim(),
                Some((key, value)) => {
                    lines.setting(key.trim(), value.trim(), place)?;
                    continue;
                }
                None => text,
            };
            if !text.is_empty() {
                lines.joint(text, place)?;
            }
        }
    }
    let Lines {
        mut diagram, input, ..
    } = lines;
    if diagram.joints.is_empty() {
        return Err(fault(
            (1, 1),
            "there are no joints; write one a line, as in `ground,crank,R,0,0`",
        ));
    }
    diagram.notes.push(Fault {
        at: None,
        item: None,
        message: "lengths are taken as millimetres: the text names no unit".to_owned(),
    });
    choose_input(&mut diagram, input);
    diagram.lengths = LengthUnit::Millimetre;
    // The speed of a sliding input is in length units per second.
    if diagram
        .joints
        .iter()
        .any(|it| it.is_input && it.kind == JointKind::Prismatic)
    {
        diagram.speed *= UNIT;
    }
    Ok(diagram)
}

/// Selects the input joint: the one with the given number, else the first that is flagged, else the first that can be driven.
fn choose_input(diagram: &mut Diagram, given: Option<usize>) {
    let can = |joint: &Joint| {
        joint.members.len() > 1 && matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic)
    };
    let joints = &mut diagram.joints;
    let said = given.or_else(|| joints.iter().position(|it| it.is_input));
    let chosen = said.or_else(|| joints.iter().position(can));
    for (k, joint) in joints.iter_mut().enumerate() {
        joint.is_input = Some(k) == chosen;
    }
}
