//! The contents of a `.linkage2` file, as read.

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
    /// A drive that turns the links on it.
    pub(super) input: Option<Input>,
    pub(super) is_traced: bool,
    pub(super) slide: Option<Slide>,
    /// Whether it belongs to a drawing only.
    pub(super) is_drawing: bool,
    /// Whether a circle is drawn about it.
    pub(super) has_circle: bool,
    /// Whether it is fastened to a link or another connector.
    pub(super) is_fastened: bool,
    pub(super) place: Option<Place>,
}

/// A rotary drive.
pub(super) struct Input {
    /// Positive is clockwise.
    pub(super) rpm: f64,
    /// Angle through which it oscillates instead of turning (degrees); 0 for continuous turning.
    pub(super) limit: f64,
    /// Start position within its oscillation (degrees).
    pub(super) start: f64,
    pub(super) by_hand: bool,
}

/// The path of a sliding connector.
pub(super) struct Slide {
    /// The connectors at the ends of the path.
    pub(super) limits: Vec<i64>,
    /// Radius of a circular path (m); 0 for a straight one.
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

/// A linear drive.
pub(super) struct Actuator {
    /// Length of its stroke, outwards, or inwards where cpm is negative (m).
    pub(super) stroke: f64,
    /// Cycles per minute, out and back.
    pub(super) cpm: f64,
    /// Start position within its stroke (m).
    pub(super) start: f64,
    pub(super) by_hand: bool,
}

/// Two gears, or two wheels and a chain.
pub(super) struct Ratio {
    pub(super) is_chain: bool,
    /// Whether the sizes are radii, in units of the file.
    pub(super) sizes_are_radii: bool,
    /// Link ids and sizes.
    pub(super) wheels: Vec<(i64, f64)>,
    pub(super) place: Option<Place>,
}

/// A whole file.
#[derive(Default)]
pub(super) struct Sheet {
    /// The unit of displayed lengths.
    pub(super) lengths: LengthUnit,
    pub(super) connectors: Vec<Connector>,
    pub(super) links: Vec<Link>,
    pub(super) ratios: Vec<Ratio>,
    /// Position of the background picture (base64) in the file.
    pub(super) background: Option<Place>,
    /// Notes on elements that are not translated.
    pub(super) notes: Vec<(Place, String)>,
}

/// The length unit with this name in Linkage; the default unit (metres) for other names, although Linkage has no metres.
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
