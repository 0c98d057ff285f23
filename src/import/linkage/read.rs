//! Reads a `.linkage2` file element by element; missing values take the defaults of Linkage.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::{Document, Node};

use super::nodes::{children, has, is, name};
use super::scan::{self, Places};
use super::sheet::{Actuator, Connector, Input, Link, Ratio, Sheet, Slide, lengths_of};
use crate::math::Vec2;
use crate::scene::file::{Fault, MOST_FAULTS, Place};

/// Maximum length of a file (bytes). The large part of such a file is its background picture.
pub(super) const LARGEST: usize = 32 << 20;
/// Maximum number of XML nodes.
const MOST_NODES: u32 = 200_000;
/// Maximum number of connectors, and of links.
const MOST: usize = 4000;
/// Maximum number of references from links to connectors.
const MOST_NAMED: usize = 20_000;
/// Maximum length of an element name in a message (characters).
const LONGEST_SHOWN: usize = 40;
/// Maximum magnitude of a number: larger ones are mistakes, and outside the world.
const MOST_NUMBER: f64 = 1e9;
/// Metres per unit of the file, independent of the displayed unit: 96 units are an inch.
pub(super) const UNIT: f64 = 0.0254 / 96.0;
/// Bit mask of the layers of the mechanism; the lower layers have drawings.
const MECHANISM: u32 = 0xFFFF_FFF0;

/// Reads elements and collects faults.
struct Reader<'a> {
    places: &'a Places<'a>,
    faults: Vec<Fault>,
    notes: Vec<(Place, String)>,
}

impl Reader<'_> {
    fn place(&self, node: Node<'_, '_>) -> Place {
        self.places.of(node.range().start)
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

    /// A numeric attribute; the default where it is missing.
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
        // A Windows colour: bytes from the highest down are unused, blue, green, red.
        let [red, green, blue, _] = (self.number(node, "color", 0.0) as u32).to_le_bytes();
        let fastened = |reader: &mut Self, key| {
            if has(node, key) {
                reader.id(node, key)
            } else {
                None
            }
        };
        let id = self.own_id(node);
        Link {
            id,
            name: name(node),
            connectors: self.named(node, id),
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

    /// The connectors of a link, without repetitions.
    fn named(&mut self, node: Node<'_, '_>, id: i64) -> Vec<i64> {
        let mut seen = BTreeSet::new();
        let mut named: Vec<i64> = children(node, "connector")
            .filter_map(|child| self.id(child, "id"))
            .collect();
        let all = named.len();
        named.retain(|connector| seen.insert(*connector));
        if named.len() < all {
            let message = format!("link {id} names a connector more than once; here it has it once");
            self.notes.push((self.place(node), message));
        }
        named
    }

    fn ratio(&mut self, node: Node<'_, '_>) -> Ratio {
        let mut wheels = Vec::new();
        // At most three are read: a third already makes the ratio invalid.
        for wheel in children(node, "link").take(3) {
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

/// Reads the elements under the root; also returns the unknown ones by name, with their count and the first position.
fn elements<'a>(reader: &mut Reader<'_>, root: Node<'a, 'a>) -> (Sheet, BTreeMap<&'a str, (usize, Place)>) {
    let (mut sheet, mut named) = (Sheet::default(), 0);
    let mut unknown = BTreeMap::new();
    for node in root.children().filter(Node::is_element) {
        match node.tag_name().name() {
            "connector" => sheet.connectors.push(reader.connector(node)),
            "Link" | "element" => {
                let link = reader.link(node);
                named += link.connectors.len();
                sheet.links.push(link);
            }
            "ratios" => {
                let room = MOST + 1 - sheet.ratios.len();
                let ratios = children(node, "ratio").take(room);
                sheet.ratios.extend(ratios.map(|ratio| reader.ratio(ratio)));
            }
            "background" if node.text().is_some_and(|text| !text.trim().is_empty()) => {
                sheet.background = Some(reader.place(node));
            }
            "background" => {}
            "program" => sheet.lengths = node.attribute("units").map_or(sheet.lengths, lengths_of),
            "selected" => {}
            name => unknown.entry(name).or_insert_with(|| (0, reader.place(node))).0 += 1,
        }
        let lists = [sheet.connectors.len(), sheet.links.len(), sheet.ratios.len()];
        let too_many = if lists.into_iter().any(|it| it > MOST) {
            format!("there are more than {MOST} connectors, links or ratios")
        } else if named > MOST_NAMED {
            format!("links name connectors more than {MOST_NAMED} times")
        } else {
            continue;
        };
        reader.fault(node, format!("{too_many}; that many are not read"));
        break;
    }
    (sheet, unknown)
}

/// Parses a file's text.
///
/// # Errors
/// All faults found, each with its position.
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
    let places = Places::new(text);
    if let Some((at, message)) = scan::refusal(text) {
        return Err(fail(Some(places.of(at)), message));
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        nodes_limit: MOST_NODES,
        ..Default::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        use roxmltree::Error::{UnclosedRootNode, UnexpectedEndOfStream};
        if matches!(error, UnexpectedEndOfStream | UnclosedRootNode) {
            // These errors carry no position.
            return fail(
                Some(places.of(text.len())),
                "the file ends here, in the middle of an element".to_owned(),
            );
        }
        let at = error.pos();
        fail(
            Some((at.row as usize, at.col as usize)),
            format!("this is not XML as Linkage writes it: {error}"),
        )
    })?;
    let root = document.root_element();
    let mut reader = Reader {
        places: &places,
        faults: Vec::new(),
        notes: Vec::new(),
    };
    if !root.has_tag_name("linkage2") {
        let found = root.tag_name().name();
        reader.fault(
            root,
            format!("a file of Linkage holds <linkage2>; this one holds <{found}>"),
        );
        return Err(reader.faults);
    }
    let (mut sheet, unknown) = elements(&mut reader, root);
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    sheet.notes = reader.notes;
    sheet
        .notes
        .extend(unknown.into_iter().map(|(name, (count, place))| {
            let short: String = name.chars().take(LONGEST_SHOWN).collect();
            let them = if count == 1 {
                format!("an element <{short}> is")
            } else {
                format!("{count} elements <{short}> are")
            };
            (place, format!("{them} not known here, and left out"))
        }));
    Ok(sheet)
}
