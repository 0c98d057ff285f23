//! Links of PMKS+ (app.pmksplus.com/?...): settings, joints, links and forces, separated by dots; the last character encodes the length.
//!
//! ```text
//! flags.decimals.wholes.enums.  joint.joint. ...  .  link.link. ...  .  force. ...  .  selection check
//! joint: flag id, name, x, y, angle      link: kind id, name, mass, inertia, x, y, colour, joints,, welded links
//! force: flag id, link, name, x, y, x, y, size
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::TAU;

use percent_encoding::percent_decode_str;

use super::alphabet::{bits, decimal, whole};
use super::piece::Piece;
use super::{Diagram, Joint, JointKind, Link, Load, fault, few};
use crate::import::builder::paint;
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::PartColour;
use crate::scene::file::Fault;

/// Modulus of the length in the last character.
const CHECKS: usize = 62;
/// Default mass and inertia of a link.
const USUAL: f64 = 1.0;
/// Newtons per pound-force.
const POUND: f64 = 4.448_221_615_260_5;

/// Whether a text is the address of a PMKS+ mechanism.
pub(super) fn is_one(text: &str) -> bool {
    let text = text.trim();
    let host = text.split('?').next().unwrap_or_default();
    text.contains('?') && !text.contains(char::is_whitespace) && host.to_lowercase().contains("pmks")
}

/// The settings that precede the joints.
struct Head {
    length: LengthUnit,
    /// N
    force: f64,
    /// rad/s, counter-clockwise
    speed: f64,
    has_gravity: bool,
}

fn head(pieces: &[Piece<'_>]) -> Result<Head, Fault> {
    let &[flags, _, wholes, enums] = pieces else {
        return Err(fault((1, 1), "the link is cut off; copy the whole of it"));
    };
    let set =
        bits(flags.text).ok_or_else(|| fault(flags.place(), "the settings are none that PMKS+ writes"))?;
    let rpm = wholes.split(',').next().and_then(|it| whole(it.text));
    let rpm = rpm.ok_or_else(|| {
        fault(
            wholes.place(),
            "the speed of the input is no number as PMKS+ writes them",
        )
    })?;
    let unit = |k: usize| enums.text.get(k..=k).and_then(bits);
    let sense = if set & 1 == 1 { -1.0 } else { 1.0 };
    Ok(Head {
        length: match unit(0) {
            Some(0) => LengthUnit::Inch,
            Some(2) => LengthUnit::Metre,
            _ => LengthUnit::Centimetre,
        },
        force: if unit(2) == Some(0) { POUND } else { 1.0 },
        speed: sense * rpm * TAU / 60.0,
        has_gravity: set & 2 != 0,
    })
}

/// Parses a joint; also returns its id.
fn joint(piece: Piece<'_>, head: &Head) -> Result<(String, Joint), Fault> {
    let wrong = || {
        fault(
            piece.place(),
            "a joint has flags, an id, a name, x, y and an angle; this has something else",
        )
    };
    let (flag, rest) = piece.after(1).ok_or_else(wrong)?;
    let set = bits(flag).ok_or_else(wrong)?;
    let fields: Vec<Piece<'_>> = rest.split(',').collect();
    let &[id, name, x, y, angle] = fields.as_slice() else {
        return Err(wrong());
    };
    let metres = |it| head.length.metres(it);
    let joint = Joint {
        name: name.text.to_owned(),
        kind: if set & 1 != 0 {
            JointKind::Prismatic
        } else {
            JointKind::Revolute
        },
        at: Vec2::new(x.number("x of a joint")?, y.number("y of a joint")?).map(metres),
        angle: angle.number("the angle of a joint")?,
        members: if set & 4 != 0 { vec![None] } else { Vec::new() },
        is_input: set & 2 != 0,
        is_traced: set & 16 != 0,
        place: piece.place(),
    };
    Ok((id.text.to_owned(), joint))
}

/// A link as it is encoded.
struct Written<'a> {
    id: &'a str,
    link: Link,
    /// The ids of its joints.
    joints: BTreeSet<&'a str>,
    /// Whether its mass or inertia differs from the default.
    is_weighed: bool,
}

/// Parses a link; `None` for one that is welded into another.
fn link(piece: Piece<'_>) -> Result<Option<Written<'_>>, Fault> {
    let wrong = || {
        let message =
            "a link has a kind, an id, a name, six more fields and its joints; this has something else";
        fault(piece.place(), message)
    };
    let (kind, rest) = piece.after(2).ok_or_else(wrong)?;
    let fields: Vec<Piece<'_>> = rest.split(',').collect();
    let [id, name, mass, inertia, _, _, colour, joints @ ..] = fields.as_slice() else {
        return Err(wrong());
    };
    let other = |it: &Piece<'_>| decimal(it.text).is_some_and(|it| it != 0.0 && it != USUAL);
    let rgb = u32::from_str_radix(colour.text, 16).map(u32::to_be_bytes);
    let written = Written {
        id: id.text,
        link: Link {
            name: name.text.to_owned(),
            colour: rgb.map_or(PartColour::default(), |[_, r, g, b]| paint([r, g, b])),
            is_block: kind.ends_with('P'),
            place: Some(piece.place()),
        },
        joints: joints
            .iter()
            .map(|it| it.text)
            .take_while(|id| !id.is_empty())
            .collect(),
        is_weighed: other(mass) || other(inertia),
    };
    Ok(kind.starts_with('Y').then_some(written))
}

fn load(piece: Piece<'_>, links: &BTreeMap<&str, usize>, head: &Head) -> Result<Load, Fault> {
    let wrong = || {
        fault(
            piece.place(),
            "a force has flags, an id, a link, a name and five numbers; this has something else",
        )
    };
    let (flag, rest) = piece.after(1).ok_or_else(wrong)?;
    let set = bits(flag).ok_or_else(wrong)?;
    let fields: Vec<Piece<'_>> = rest.split(',').collect();
    let &[_, link, name, from_x, from_y, to_x, to_y, size] = fields.as_slice() else {
        return Err(wrong());
    };
    let link = links.get(link.text).copied().ok_or_else(|| {
        fault(
            link.place(),
            format!(
                "there is no link {}, on which force {} acts",
                link.text, name.text
            ),
        )
    })?;
    let from = Vec2::new(from_x.number("x of a force")?, from_y.number("y of a force")?);
    let to = Vec2::new(to_x.number("x of a force")?, to_y.number("y of a force")?);
    // The arrow points away from the link, or towards it.
    let sense = if set & 2 != 0 { 1.0 } else { -1.0 };
    Ok(Load {
        name: name.text.to_owned(),
        link,
        at: from.map(|it| head.length.metres(it)),
        force: sense * head.force * size.number("the size of a force")? * (to - from).normalize_or_zero(),
        turns: set & 1 != 0,
        place: piece.place(),
    })
}

/// Parses the mechanism of an address.
pub(super) fn read(source: &str) -> Result<Diagram, Fault> {
    let coded = source.trim().split_once('?').map_or("", |(_, query)| query);
    let decoded = percent_decode_str(coded).decode_utf8_lossy();
    let text = decoded.as_ref();
    let check = text
        .chars()
        .next_back()
        .and_then(|last| bits(last.encode_utf8(&mut [0; 4])));
    let body = text.get(..text.len().saturating_sub(1)).unwrap_or_default();
    // The length is counted in UTF-16 units, as in JavaScript.
    if check != Some((body.encode_utf16().count() % CHECKS) as u64) {
        let last = (1, text.chars().count().max(1));
        return Err(fault(
            last,
            "the link is cut off or changed: its last letter does not fit its length; copy the whole of it",
        ));
    }
    let pieces: Vec<Piece<'_>> = Piece {
        text: body,
        column: 1,
    }
    .split('.')
    .collect();
    let mut rest = pieces.as_slice();
    let first = rest.split_off(..4.min(rest.len())).unwrap_or_default();
    let head = head(first)?;
    // Each list ends with an empty piece.
    let mut list = || {
        let end = rest
            .iter()
            .position(|piece| piece.text.is_empty())
            .unwrap_or(rest.len());
        let list = rest.split_off(..end).unwrap_or_default();
        rest = rest.get(1..).unwrap_or_default();
        list
    };
    let (joints, links, loads) = (list(), list(), list());
    few(joints.len().max(links.len()).max(loads.len()))?;
    let mut diagram = Diagram {
        speed: head.speed,
        lengths: head.length,
        ..Diagram::default()
    };
    // Of joints with the same id the first one is meant.
    let mut ids = BTreeMap::new();
    for (k, piece) in joints.iter().enumerate() {
        let (id, joint) = joint(*piece, &head)?;
        ids.entry(id).or_insert(k);
        diagram.joints.push(joint);
    }
    let mut has_masses = false;
    let mut known = BTreeMap::new();
    for piece in links {
        let Some(Written {
            id,
            link,
            joints,
            is_weighed,
        }) = link(*piece)?
        else {
            continue;
        };
        has_masses |= is_weighed;
        let k = diagram.links.len();
        known.entry(id).or_insert(k);
        for joint in joints {
            let on = ids.get(joint).copied().ok_or_else(|| {
                fault(
                    piece.place(),
                    format!("link {id} has a joint {joint}, and there is none"),
                )
            })?;
            diagram.joints[on].members.push(Some(k));
        }
        diagram.links.push(link);
    }
    for piece in loads {
        diagram.loads.push(load(*piece, &known, &head)?);
    }
    tidy(&mut diagram, has_masses, &head);
    Ok(diagram)
}

/// Moves the rail of each slider to the front, and notes changed properties.
fn tidy(diagram: &mut Diagram, has_masses: bool, head: &Head) {
    let blocks: Vec<bool> = diagram.links.iter().map(|link| link.is_block).collect();
    let is_block = |member: &Option<usize>| member.is_some_and(|k| blocks[k]);
    for joint in diagram
        .joints
        .iter_mut()
        .filter(|it| it.kind == JointKind::Prismatic)
    {
        joint.members.sort_by_key(is_block);
    }
    if has_masses {
        let message = "masses and moments of inertia are left out: links are uniform here, of 1 kg/m²";
        diagram.notes.push(Fault {
            at: None,
            item: None,
            message: message.to_owned(),
        });
    }
    if head.has_gravity {
        let message = "gravity is off here; switch it on in the section of the scene";
        diagram.notes.push(Fault {
            at: None,
            item: None,
            message: message.to_owned(),
        });
    }
}
