//! `.linkage2` files of the program Linkage: connectors (joints) with their positions, links that list their connectors, gears.
//!
//! The format follows its published sources. Lengths are in 1/96 inch, y upwards; inputs turn clockwise.

mod drawn;
mod drives;
mod ids;
mod nodes;
mod read;
mod scan;
mod sheet;
mod wheels;

use std::collections::{BTreeMap, BTreeSet};

use self::ids::{loose, part_ids, twice};
use self::sheet::{Connector, Link, Sheet};
use super::builder::{Body, Builder, PartOptions, paint};
use super::joints::Line;
use crate::math::{Vec2, trig::atan2};
use crate::scene::file::{FileError, Reading};

/// Beginning of such a file, after white space and an XML prologue.
pub(super) const MARK: &str = "<linkage2";

/// The partial translation of a sheet.
struct Translation<'a> {
    sheet: &'a Sheet,
    build: Builder,
    /// The connectors of the mechanism (without drawings), by id.
    connectors: BTreeMap<i64, &'a Connector>,
    /// The parts made from links, by link id.
    bodies: BTreeMap<i64, Body>,
    /// The bodies on each connector, in the order of the links.
    on: BTreeMap<i64, Vec<Body>>,
}

/// Translates a text into a scene; `file` is its name in errors, `title` the scene's title.
///
/// # Errors
/// All faults found, each with its position.
pub(super) fn read(text: &str, file: &str, title: &str) -> Result<Reading, FileError> {
    let refused = |faults| FileError {
        file: file.to_owned(),
        faults,
        more: 0,
    };
    let mut sheet = read::read(text).map_err(refused)?;
    let renumbered = part_ids(&mut sheet.links);
    let mut faults = twice(&sheet.connectors);
    faults.extend(loose(&sheet));
    if !faults.is_empty() {
        faults.sort_by_key(|fault| fault.at);
        return Err(refused(faults));
    }
    let connectors: BTreeMap<i64, &Connector> = sheet
        .connectors
        .iter()
        .filter(|it| !it.is_drawing)
        .map(|it| (it.id, it))
        .collect();
    let points: Vec<Vec2> = connectors.values().map(|it| it.at).collect();
    let mut translation = Translation {
        sheet: &sheet,
        build: Builder::new(title, &points),
        connectors,
        bodies: BTreeMap::new(),
        on: BTreeMap::new(),
    };
    for (id, place) in renumbered {
        let message = format!("there are two links with the id {id}; what names it means the first");
        translation.build.note(place, message);
    }
    for (place, message) in &sheet.notes {
        translation.build.note(Some(*place), message.as_str());
    }
    translation.links();
    translation.joints();
    translation.fastened();
    translation.wheels();
    translation.drives();
    translation.drawn();
    translation.untranslated();
    translation.build.show_lengths_in(sheet.lengths);
    translation.build.finish(file)
}

impl<'a> Translation<'a> {
    /// The connectors of a link that belong to the mechanism.
    fn of(&self, link: &Link) -> impl Iterator<Item = &'a Connector> {
        link.connectors
            .iter()
            .filter_map(|id| self.connectors.get(id).copied())
    }

    /// Creates a part for each link; actuators become drives later.
    fn links(&mut self) {
        let sheet = self.sheet;
        for link in sheet
            .links
            .iter()
            .filter(|it| !it.is_drawing && it.actuator.is_none())
        {
            let points: Vec<Vec2> = self.of(link).map(|it| it.at).collect();
            let anchors = self
                .of(link)
                .filter(|it| it.is_anchor && it.slide.is_none())
                .count();
            let to_anchor = |id| self.connectors.get(&id).is_some_and(|it| it.is_anchor);
            let name = format!("{} {}", if link.is_gear { "gear" } else { "link" }, link.id);
            let made = PartOptions {
                name: if link.name.is_empty() { &name } else { &link.name },
                colour: paint(link.colour),
                fixed: anchors > 1 || link.fastened_connector.is_some_and(to_anchor),
                place: link.place,
                ..PartOptions::default()
            };
            let part = match (link.is_gear, points.as_slice()) {
                (true, [centre]) => Some(self.build.wheel(*centre, self.wheel_radius(link), &made)),
                (_, points) => self.build.link(points, &made),
            };
            let Some(part) = part else {
                self.partless(link, points.len());
                continue;
            };
            self.bodies.insert(link.id, Some(part));
            for id in &link.connectors {
                self.on.entry(*id).or_default().push(Some(part));
            }
        }
    }

    /// Adds a note why a link with this many points gives no part. A link with a single point needs none: in Linkage, too, it is just its joint.
    fn partless(&mut self, link: &Link, points: usize) {
        let kind = if link.is_gear { "gear" } else { "link" };
        let why = match points {
            0 => "has no connectors of the mechanism",
            1 => return,
            _ => "has all its connectors at one point",
        };
        let message = format!("{kind} {} {why}; it is left out", link.id);
        self.build.note(link.place, message);
    }

    /// The bodies on a connector that is no slider, and the ground where it is an anchor.
    fn held(&self, connector: &Connector) -> Vec<Body> {
        let ground = connector.is_anchor.then_some(None);
        ground
            .into_iter()
            .chain(self.on.get(&connector.id).into_iter().flatten().copied())
            .collect()
    }

    /// Pins the bodies that meet at each connector, and adds the rails of sliders.
    fn joints(&mut self) {
        for connector in self.connectors.values().copied().collect::<Vec<_>>() {
            let held = self.held(connector);
            self.build.pins(&held, connector.at, connector.place);
            if connector.slide.is_some() {
                self.slide(connector, &held);
            }
        }
    }

    /// Lets the bodies on a connector run along its path between the limits.
    fn slide(&mut self, connector: &Connector, held: &[Body]) {
        let Some(slide) = &connector.slide else { return };
        let id = connector.id;
        let ends: Vec<&Connector> = slide
            .limits
            .iter()
            .filter_map(|id| self.connectors.get(id).copied())
            .collect();
        let &[a, b] = ends.as_slice() else {
            let message = format!("connector {id} is a slider without a path; here it is a pin");
            return self.build.note(connector.place, message);
        };
        let (Some(rail), Some(runner)) = (self.shared(a, b), held.first().copied()) else {
            let message = format!(
                "connector {id} slides between connectors that are on no link together; here it moves freely"
            );
            return self.build.note(connector.place, message);
        };
        let along = b.at - a.at;
        if along == Vec2::ZERO || rail == runner {
            let message =
                format!("the path on which connector {id} slides has no length; here it moves freely");
            return self.build.note(connector.place, message);
        }
        if slide.radius == 0.0 {
            let line = Line {
                middle: (a.at + b.at) / 2.0,
                angle: atan2(along.y, along.x),
                reach: along.length() / 2.0,
            };
            self.build
                .groove((rail, runner), connector.at, &line, connector.place);
        } else {
            let centre = arc_centre(a.at, b.at, slide.radius.abs(), connector.at);
            self.build
                .ring((rail, runner), connector.at, centre, connector.place);
        }
    }

    /// The body shared by two connectors; the ground where both are anchors and no link has both.
    fn shared(&self, a: &Connector, b: &Connector) -> Option<Body> {
        let on = |it: &Connector| self.on.get(&it.id).map_or(&[][..], Vec::as_slice);
        let (first, second) = (on(a), on(b));
        // Bodies are in the order of their links, that is, sorted.
        let link = first
            .iter()
            .find(|body| second.binary_search(body).is_ok())
            .copied();
        link.or((a.is_anchor && b.is_anchor).then_some(None))
    }

    /// Welds links to the links they are fastened to.
    fn fastened(&mut self) {
        let sheet = self.sheet;
        let with_connectors = |link: &'a Link| (link.id, link.connectors.iter().copied().collect());
        let connectors: BTreeMap<i64, BTreeSet<i64>> = sheet.links.iter().map(with_connectors).collect();
        for link in &sheet.links {
            let Some(own) = self.bodies.get(&link.id).copied() else {
                continue;
            };
            let onto_its = link.fastened_link.and_then(|id| connectors.get(&id));
            let onto = link.fastened_link.map(|id| self.bodies.get(&id).copied());
            let at = self.of(link).map(|it| it.at).next().unwrap_or_default();
            match onto {
                Some(Some(other)) => {
                    let is_on_it = |id| onto_its.is_some_and(|its| its.contains(id));
                    if link.connectors.iter().any(is_on_it) {
                        self.build.lock(other, own, at, link.place);
                    } else {
                        self.build.weld(other, own, at, link.place);
                    }
                }
                Some(None) => {
                    let message = format!(
                        "link {} is fastened to one that is not part of the mechanism; here it is not",
                        link.id
                    );
                    self.build.note(link.place, message);
                }
                None if link.fastened_connector.is_some() && !self.build.is_still(own) => {
                    let message = format!(
                        "link {} is fastened to a connector that is no anchor; here it is not",
                        link.id
                    );
                    self.build.note(link.place, message);
                }
                None => {}
            }
        }
    }
}

/// Centre of the arc with this radius from a to b that passes nearest to a point; where the radius is too small for that, the middle of a and b.
fn arc_centre(a: Vec2, b: Vec2, radius: f64, through: Vec2) -> Vec2 {
    let (middle, half) = ((a + b) / 2.0, (b - a) / 2.0);
    let height = (radius * radius - half.length_squared()).max(0.0).sqrt();
    let aside = height * half.perp().normalize_or_zero();
    let miss = |centre: Vec2| (centre.distance(through) - radius).abs();
    let (left, right) = (middle + aside, middle - aside);
    if miss(left) <= miss(right) { left } else { right }
}
