//! What a `.linkage2` file says, element by element; what is not there has the value that Linkage gives it.

use roxmltree::{Document, Node};

use crate::math::Vec2;
use crate::scene::file::{Fault, MOST_FAULTS, Place};

/// Longest file that is read (bytes). What is large in such a file is the picture in its background.
pub(super) const LARGEST: usize = 32 << 20;
/// Most elements of XML.
const MOST_NODES: u32 = 200_000;
/// Most connectors, and most links.
const MOST: usize = 4000;
/// Largest number: what is beyond is a slip, and leaves the world.
const MOST_NUMBER: f64 = 1e9;
/// m to a unit of the file, whatever units are shown: 96 of them are an inch.
pub(super) const UNIT: f64 = 0.0254 / 96.0;
/// The layers of the mechanism; the first one has drawings.
const MECHANISM: u32 = 0xFFFF_FFF0;

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
    pub(super) connectors: Vec<Connector>,
    pub(super) links: Vec<Link>,
    pub(super) ratios: Vec<Ratio>,
    /// The picture behind it (base64), and where it stands.
    pub(super) background: Option<Place>,
}

/// Reads elements and collects what is wrong with them.
struct Reader<'a> {
    document: &'a Document<'a>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn place(&self, node: Node<'_, '_>) -> Place {
        let at = self.document.text_pos_at(node.range().start);
        (at.row as usize, at.col as usize)
    }

    fn fault(&mut self, node: Node<'_, '_>, message: String) {
        let at = Some(self.place(node));
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault {
                at,
                item: None,
                message,
            });
        }
    }

    /// A number; the usual value where there is none.
    fn number(&mut self, node: Node<'_, '_>, key: &str, usual: f64) -> f64 {
        let Some(text) = node.attribute(key).map(str::trim).filter(|text| !text.is_empty()) else {
            return usual;
        };
        let number = text
            .parse()
            .ok()
            .filter(|number: &f64| number.abs() <= MOST_NUMBER);
        number.unwrap_or_else(|| {
            let short: String = text.chars().take(40).collect();
            self.fault(
                node,
                format!("{key}=\"{short}\" is no number that can be meant; write one such as {key}=\"1.5\""),
            );
            usual
        })
    }

    fn id(&mut self, node: Node<'_, '_>, key: &str) -> Option<i64> {
        let text = node.attribute(key)?.trim();
        let id = text.parse().ok();
        if id.is_none() {
            let short: String = text.chars().take(40).collect();
            self.fault(
                node,
                format!("{key}=\"{short}\" is no whole number, as the ids of connectors and links are"),
            );
        }
        id
    }

    fn own_id(&mut self, node: Node<'_, '_>) -> i64 {
        if node.attribute("id").is_none() {
            let name = node.tag_name().name();
            self.fault(node, format!("this {name} has no id; give it one of its own"));
        }
        self.id(node, "id").unwrap_or(-1)
    }

    fn is_drawing(&mut self, node: Node<'_, '_>) -> bool {
        let layers = self.number(node, "layer", 0.0) as u32;
        layers != 0 && layers & MECHANISM == 0
    }

    fn connector(&mut self, node: Node<'_, '_>) -> Connector {
        let is_anchor = is(node, "anchor");
        let input = Input {
            rpm: self.number(node, "rpm", 0.0),
            limit: self.number(node, "limitangle", 0.0),
            start: self.number(node, "startoffset", 0.0),
            by_hand: is(node, "alwaysmanual"),
        };
        let radius = UNIT * self.number(node, "slideradius", 0.0);
        let limits = children(node, "slidelimit")
            .filter_map(|limit| self.id(limit, "id"))
            .collect();
        Connector {
            id: self.own_id(node),
            name: name(node),
            at: UNIT * Vec2::new(self.number(node, "x", 0.0), self.number(node, "y", 0.0)),
            is_anchor,
            input: is(node, "input").then_some(input),
            is_traced: is(node, "draw"),
            slide: is(node, "slider").then_some(Slide { limits, radius }),
            is_drawing: self.is_drawing(node),
            has_circle: self.number(node, "drawcircle", 0.0) > 0.0,
            is_fastened: ["fasten", "fastenlink", "fastenconnector"]
                .iter()
                .any(|key| has(node, key)),
            place: Some(self.place(node)),
        }
    }

    fn link(&mut self, node: Node<'_, '_>) -> Link {
        let actuator = Actuator {
            stroke: UNIT * self.number(node, "throw", 0.0),
            cpm: self.number(node, "cpm", 15.0),
            start: UNIT * self.number(node, "startoffset", 0.0),
            by_hand: is(node, "alwaysmanual"),
        };
        // Blue, green and red from the highest byte down, as Windows has it.
        let [red, green, blue, _] = (self.number(node, "color", 0.0) as u32).to_le_bytes();
        let fastened = |reader: &mut Self, key| {
            if has(node, key) {
                reader.id(node, key)
            } else {
                None
            }
        };
        Link {
            id: self.own_id(node),
            name: name(node),
            connectors: children(node, "connector")
                .filter_map(|child| self.id(child, "id"))
                .collect(),
            actuator: is(node, "actuator").then_some(actuator),
            is_gear: is(node, "gear"),
            fastened_link: fastened(self, "fastenlink"),
            fastened_connector: fastened(self, "fastenconnector"),
            colour: [red, green, blue],
            is_measured: is(node, "measurementelement"),
            is_drawing: self.is_drawing(node),
            place: Some(self.place(node)),
        }
    }

    fn ratio(&mut self, node: Node<'_, '_>) -> Ratio {
        let mut wheels = Vec::new();
        for wheel in children(node, "link") {
            let size = self.number(wheel, "size", 0.0);
            wheels.extend(self.id(wheel, "id").map(|id| (id, size)));
        }
        Ratio {
            is_chain: node.attribute("type") != Some("gears"),
            sizes_are_radii: is(node, "sizeassize"),
            wheels,
            place: Some(self.place(node)),
        }
    }
}

fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn is(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key) == Some("true")
}

fn has(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key).is_some_and(|text| !text.trim().is_empty())
}

fn name(node: Node<'_, '_>) -> String {
    node.attribute("name").unwrap_or_default().trim().to_owned()
}

/// Reads the text of a file.
///
/// # Errors
/// With all that is wrong with it, each with its place.
pub(super) fn read(text: &str) -> Result<Sheet, Vec<Fault>> {
    let fail = |at, message: String| {
        vec![Fault {
            at,
            item: None,
            message,
        }]
    };
    if text.len() > LARGEST {
        let most = LARGEST >> 20;
        return Err(fail(
            None,
            format!(
                "the file has {} MB; files of Linkage of up to {most} MB are read",
                text.len() >> 20
            ),
        ));
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..Default::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        fail(
            Some((at.row as usize, at.col as usize)),
            format!("this is not XML as Linkage writes it: {error}"),
        )
    })?;
    let root = document.root_element();
    let mut reader = Reader {
        document: &document,
        faults: Vec::new(),
    };
    if !root.has_tag_name("linkage2") {
        let found = root.tag_name().name();
        reader.fault(
            root,
            format!("a file of Linkage holds <linkage2>; this one holds <{found}>"),
        );
        return Err(reader.faults);
    }
    let mut sheet = Sheet::default();
    for node in root.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "connector" => sheet.connectors.push(reader.connector(node)),
            "Link" | "element" => sheet.links.push(reader.link(node)),
            "ratios" => sheet
                .ratios
                .extend(children(node, "ratio").map(|ratio| reader.ratio(ratio))),
            "background" if node.text().is_some_and(|text| !text.trim().is_empty()) => {
                sheet.background = Some(reader.place(node));
            }
            _ => {}
        }
        if sheet
            .connectors
            .len()
            .max(sheet.links.len())
            .max(sheet.ratios.len())
            > MOST
        {
            reader.fault(
                node,
                format!("there are more than {MOST} connectors or links; that many are not read"),
            );
            break;
        }
    }
    if reader.faults.is_empty() {
        Ok(sheet)
    } else {
        Err(reader.faults)
    }
}
