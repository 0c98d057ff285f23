//! What a `.linkage2` file says, as read.

use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::file::Place;

/// A joint of links.
pub(super) struct Connector {
    pub(super) id: i64,
    pub(super) name: String,
    /// m
    pub(super) at: Vec2,
    pub(super) is_anchor: bool,
    /// Turns the links on it.
    pub(super) input: Option<Input>,
    pub(super) is_traced: bool,
    pub(super) slide: Option<Slide>,
    /// Drawn only.
    pub(super) is_drawing: bool,
    /// Has a circle drawn about it.
    pub(super) has_circle: bool,
    /// Is fastened to a link or another connector.
    pub(super) is_fastened: bool,
    pub(super) place: Option<Place>,
}

/// A drive that turns.
pub(super) struct Input {
    /// Positive is clockwise.
    pub(super) rpm: f64,
    /// Swings through this angle instead of going round (degrees); 0: goes round.
    pub(super) limit: f64,
    /// Where in its swing it starts (degrees).
    pub(super) start: f64,
    pub(super) by_hand: bool,
}

/// What a connector slides along.
pub(super) struct Slide {
    /// The connectors at the ends of its path.
    pub(super) limits: Vec<i64>,
    /// Radius of a path that is an arc (m); 0 for a straight one.
    pub(super) radius: f64,
}

/// A rigid link, a gear, or an actuator.
pub(super) struct Link {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) connectors: Vec<i64>,
    pub(super) actuator: Option<Actuator>,
    pub(super) is_gear: bool,
    pub(super) fastened_link: Option<i64>,
    pub(super) fastened_connector: Option<i64>,
    pub(super) colour: [u8; 3],
    pub(super) is_measured: bool,
    pub(super) is_drawing: bool,
    pub(super) place: Option<Place>,
}

/// A drive that changes a length.
pub(super) struct Actuator {
    /// How far it goes out, or in where cpm is negative (m).
    pub(super) stroke: f64,
    /// Cycles a minute, out and back.
    pub(super) cpm: f64,
    /// How far out it is at the start of its stroke (m).
    pub(super) start: f64,
    pub(super) by_hand: bool,
}

/// Two gears, or two wheels and a chain.
pub(super) struct Ratio {
    pub(super) is_chain: bool,
    /// The sizes are radii, in units of the file.
    pub(super) sizes_are_radii: bool,
    /// Links and sizes.
    pub(super) wheels: Vec<(i64, f64)>,
    pub(super) place: Option<Place>,
}

/// A whole file.
#[derive(Default)]
pub(super) struct Sheet {
    /// The unit in which it shows lengths.
    pub(super) lengths: LengthUnit,
    pub(super) connectors: Vec<Connector>,
    pub(super) links: Vec<Link>,
    pub(super) ratios: Vec<Ratio>,
    /// The picture behind it (base64), and where it stands.
    pub(super) background: Option<Place>,
    /// What is not taken over of it.
    pub(super) notes: Vec<(Place, String)>,
}

/// The unit of this name there; metres, which it does not have, where it has another.
pub(super) fn lengths_of(name: &str) -> LengthUnit {
    let name = name.trim().to_lowercase();
    let starts = [
        ("in", LengthUnit::Inch),
        ("mm", LengthUnit::Millimetre),
        ("millim", LengthUnit::Millimetre),
        ("cm", LengthUnit::Centimetre),
        ("centim", LengthUnit::Centimetre),
    ];
    let found = starts.into_iter().find(|(start, _)| name.starts_with(start));
    found.map_or(LengthUnit::default(), |(_, unit)| unit)
}
