//! A scene put together from links and what joins them, as other programs describe mechanisms.

use std::collections::BTreeMap;

use super::plate;
use crate::bodies::{Bar, Box, Disk, Particle, Polygon, Shape};
use crate::math::{Pose, Vec2, trig::atan2};
use crate::parameter::LengthUnit;
use crate::scene::file::{Fault, FileError, MOST_FAULTS, Place, Reading, refusals};
use crate::scene::{Attach, Camera, GROUND, Id, Mass, Part, PartColour, Scene};

/// What is joined: a part, or the ground.
pub(super) type Body = Option<Id>;

/// Longest name taken over (characters).
const LONGEST_NAME: usize = 60;
/// Width of a bar as a share of the mechanism's size.
const SLENDER: f64 = 0.035;
/// Narrowest and shortest bar that there is (m).
const NARROWEST: f64 = 1e-4;
const SHORTEST_BAR: f64 = 1e-3;
/// What is in view as a multiple of the mechanism: room to move.
const ROOM: f64 = 1.8;
/// How much wider than high a window is at least.
const WIDE: f64 = 1.5;
/// Size of a mechanism that has none (m).
const USUAL_SIZE: f64 = 1.0;

/// The scene as it grows, without gravity: what it is read from knows motion, not weight.
pub(super) struct Builder {
    pub(super) scene: Scene,
    pub(super) width: f64,
    /// How often each name was asked for.
    names: BTreeMap<String, usize>,
    pub(super) places: BTreeMap<Id, Place>,
    notes: Vec<Fault>,
    /// Notes beyond those kept.
    more: usize,
}

impl Builder {
    /// An empty scene for a mechanism whose joints are at these points (m).
    pub(super) fn new(title: &str, points: &[Vec2]) -> Self {
        let low = points.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = points.iter().copied().reduce(Vec2::max).unwrap_or_default();
        let size = (high - low).length();
        let size = if size > 0.0 { size } else { USUAL_SIZE };
        let mut scene = Scene::default();
        scene.info.title = shortened(title);
        scene.settings.gravity = Vec2::ZERO;
        scene.camera = Camera {
            center: (low + high) / 2.0,
            height: ROOM * (high.y - low.y).max((high.x - low.x) / WIDE).max(size / 4.0),
        };
        Self {
            scene,
            width: (size * SLENDER).max(NARROWEST),
            names: BTreeMap::new(),
            places: BTreeMap::new(),
            notes: Vec::new(),
            more: 0,
        }
    }

    /// Says what could not be translated, or is otherwise here.
    pub(super) fn note(&mut self, at: Option<Place>, message: impl Into<String>) {
        if self.notes.len() < MOST_FAULTS {
            self.notes.push(Fault {
                at,
                item: None,
                message: message.into(),
            });
        } else {
            self.more += 1;
        }
    }

    /// Width of its bars (m).
    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// A name that no item has yet: this one, shortened, with a number where it is taken.
    pub(super) fn name(&mut self, stem: &str) -> String {
        let short = shortened(stem);
        let stem = match short.trim() {
            "" => "part",
            // No item may be called what means the ground.
            GROUND => "ground link",
            trimmed => trimmed,
        }
        .to_owned();
        loop {
            let count = self.names.entry(stem.clone()).or_insert(0);
            *count += 1;
            let count = *count;
            if count == 1 {
                return stem;
            }
            let numbered = format!("{stem} {count}");
            if self.names.insert(numbered.clone(), 1).is_none() {
                return numbered;
            }
        }
    }

    fn part(&mut self, shape: Shape, pose: Pose, made: &Made<'_>) -> Id {
        let usual = Part::new(self.name(made.name), shape, pose);
        let id = self.scene.add(Part {
            colour: made.colour,
            fixed: made.fixed,
            mass: made.mass.unwrap_or(usual.mass),
            ..usual
        });
        self.places.extend(made.place.map(|place| (id, place)));
        id
    }

    /// A rigid link through these points: a bar where they lie on a line, otherwise a plate about them; none where they are all
    /// one point.
    pub(super) fn link(&mut self, points: &[Vec2], made: &Made<'_>) -> Option<Id> {
        let hull = plate::hull(points);
        let (shape, pose) = match hull.as_slice() {
            [] | [_] => return None,
            [a, b] if a.distance(*b) >= SHORTEST_BAR => {
                let along = *b - *a;
                let bar = Bar {
                    length: along.length(),
                    width: self.width,
                };
                let middle = (*a + *b) / 2.0;
                (
                    Shape::Bar(bar),
                    Pose {
                        position: middle,
                        angle: atan2(along.y, along.x),
                    },
                )
            }
            corners => {
                let (polygon, centre) = Polygon::about(&plate::rounded(corners, self.width / 2.0));
                (
                    Shape::Polygon(polygon),
                    Pose {
                        position: centre,
                        angle: 0.0,
                    },
                )
            }
        };
        Some(self.part(shape, pose, made))
    }

    /// A wheel.
    pub(super) fn wheel(&mut self, centre: Vec2, radius: f64, made: &Made<'_>) -> Id {
        let pose = Pose {
            position: centre,
            angle: 0.0,
        };
        self.part(Shape::Disk(Disk { radius }), pose, made)
    }

    /// A point with mass.
    pub(super) fn point(&mut self, at: Vec2, made: &Made<'_>) -> Id {
        let pose = Pose {
            position: at,
            angle: 0.0,
        };
        self.part(Shape::Particle(Particle {}), pose, made)
    }

    /// The block of a slider, twice as long as wide.
    pub(super) fn block(&mut self, at: Vec2, angle: f64, made: &Made<'_>) -> Id {
        let shape = Box {
            width: 2.6 * self.width,
            height: 1.5 * self.width,
        };
        let pose = Pose { position: at, angle };
        self.part(Shape::Box(shape), pose, made)
    }

    /// Whether it never moves.
    pub(super) fn is_still(&self, body: Body) -> bool {
        body.and_then(|id| self.scene.part(id))
            .is_none_or(|part| part.fixed)
    }

    /// The point of a body that is at this place now.
    pub(super) fn end(&self, body: Body, at: Vec2) -> Attach {
        match body.and_then(|id| Some((id, self.scene.part(id)?))) {
            Some((id, part)) => Attach::part(id, part.pose.local_point(at)),
            None => Attach::ground(at),
        }
    }

    pub(super) fn angle(&self, body: Body) -> f64 {
        let part = body.and_then(|id| self.scene.part(id));
        part.map_or(0.0, |part| part.pose.angle)
    }

    /// Shows lengths in the unit that they were in.
    pub(super) fn show_lengths_in(&mut self, lengths: LengthUnit) {
        self.scene.info.length_unit = lengths;
    }

    /// The scene, if it is legal, with what there is to say about it. `file` is what to call the file in errors.
    pub(super) fn finish(mut self, file: &str) -> Result<Reading, FileError> {
        if self.more > 0 {
            let message = format!("and {} more of that sort", self.more);
            self.notes.push(Fault {
                at: None,
                item: None,
                message,
            });
        }
        let reading = Reading {
            scene: self.scene,
            places: self.places,
            notes: self.notes,
        };
        match refusals(&reading, file) {
            Some(error) => Err(error),
            None => Ok(reading),
        }
    }
}

/// What a part is like, beside its shape and place.
#[derive(Clone, Default)]
pub(super) struct Made<'a> {
    /// What it is called there.
    pub(super) name: &'a str,
    pub(super) colour: PartColour,
    /// Nailed to the ground.
    pub(super) fixed: bool,
    pub(super) mass: Option<Mass>,
    /// Where it stands in the file.
    pub(super) place: Option<Place>,
}

fn shortened(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect()
}

/// The paint nearest to a colour, each channel from 0 to 255: wood for what has none of its own.
pub(super) fn paint([red, green, blue]: [u8; 3]) -> PartColour {
    let [r, g, b] = [red, green, blue].map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most - least < 48 {
        return PartColour::Maple;
    }
    let middle = r + g + b - most - least;
    // Two strong channels make yellow; otherwise the strongest says.
    match (most == r, most == g) {
        (true, _) if g == middle && 2 * (g - least) > most - least => PartColour::Yellow,
        (_, true) if r == middle && 4 * (r - least) > 3 * (most - least) => PartColour::Yellow,
        (true, _) => PartColour::Red,
        (_, true) => PartColour::Green,
        _ => PartColour::Blue,
    }
}
