//! Builds a scene from links and joints, the form in which other programs describe mechanisms.

use std::collections::BTreeMap;

use super::plate;
use crate::bodies::{Bar, Box, Disk, Particle, Polygon, Shape};
use crate::math::{Pose, Vec2, trig::atan2};
use crate::parameter::LengthUnit;
use crate::scene::file::{Fault, FileError, MOST_FAULTS, Place, Reading, refusals};
use crate::scene::{Attach, Camera, GROUND, Id, Mass, Part, PartColour, Scene};

/// A body that is joined: a part, or `None` for the ground.
pub(super) type Body = Option<Id>;

/// Maximum length of an imported name (characters).
const LONGEST_NAME: usize = 60;
/// Width of a bar as a fraction of the mechanism's size.
const BAR_WIDTH_FRACTION: f64 = 0.035;
/// Minimum width and minimum length of a bar (m).
const NARROWEST: f64 = 1e-4;
const SHORTEST_BAR: f64 = 1e-3;
/// Size of the view as a multiple of the mechanism's, with space to move.
const VIEW_MARGIN: f64 = 1.8;
/// Assumed minimum aspect ratio (width over height) of a window.
const WIDE: f64 = 1.5;
/// Assumed size of a mechanism with all joints at one point (m).
const USUAL_SIZE: f64 = 1.0;

/// The scene under construction, without gravity: the source programs are kinematic.
pub(super) struct Builder {
    pub(super) scene: Scene,
    pub(super) width: f64,
    /// How often each name was requested.
    names: BTreeMap<String, usize>,
    pub(super) places: BTreeMap<Id, Place>,
    notes: Vec<Fault>,
    /// Number of notes beyond those kept.
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
            height: VIEW_MARGIN * (high.y - low.y).max((high.x - low.x) / WIDE).max(size / 4.0),
        };
        Self {
            scene,
            width: (size * BAR_WIDTH_FRACTION).max(NARROWEST),
            names: BTreeMap::new(),
            places: BTreeMap::new(),
            notes: Vec::new(),
            more: 0,
        }
    }

    /// Adds a note on something that was not translated, or was changed.
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

    /// Width of bars (m).
    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// A unique name: this one, shortened, with a number where it is taken.
    pub(super) fn name(&mut self, stem: &str) -> String {
        let short = shortened(stem);
        let stem = match short.trim() {
            "" => "part",
            // No item may have the name that stands for the ground.
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

    fn part(&mut self, shape: Shape, pose: Pose, made: &PartOptions<'_>) -> Id {
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

    /// A rigid link through these points: a bar where they are collinear, otherwise a plate around them; `None` where they all
    /// coincide.
    pub(super) fn link(&mut self, points: &[Vec2], made: &PartOptions<'_>) -> Option<Id> {
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
    pub(super) fn wheel(&mut self, centre: Vec2, radius: f64, made: &PartOptions<'_>) -> Id {
        let pose = Pose {
            position: centre,
            angle: 0.0,
        };
        self.part(Shape::Disk(Disk { radius }), pose, made)
    }

    /// A particle.
    pub(super) fn point(&mut self, at: Vec2, made: &PartOptions<'_>) -> Id {
        let pose = Pose {
            position: at,
            angle: 0.0,
        };
        self.part(Shape::Particle(Particle::default()), pose, made)
    }

    /// The block of a slider, nearly twice as long as wide.
    pub(super) fn block(&mut self, at: Vec2, angle: f64, made: &PartOptions<'_>) -> Id {
        let shape = Box {
            width: 2.6 * self.width,
            height: 1.5 * self.width,
        };
        let pose = Pose { position: at, angle };
        self.part(Shape::Box(shape), pose, made)
    }

    /// Whether a body is fixed.
    pub(super) fn is_still(&self, body: Body) -> bool {
        body.and_then(|id| self.scene.part(id))
            .is_none_or(|part| part.fixed)
    }

    /// An attachment to the point of a body that is at this position in the start pose.
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

    /// Sets the unit of displayed lengths to that of the source.
    pub(super) fn show_lengths_in(&mut self, lengths: LengthUnit) {
        self.scene.info.length_unit = lengths;
    }

    /// The scene, if it is valid, with the notes. `file` is the file's name in errors.
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

/// Properties of a part other than shape and pose.
#[derive(Clone, Default)]
pub(super) struct PartOptions<'a> {
    /// Its name in the source.
    pub(super) name: &'a str,
    pub(super) colour: PartColour,
    /// Whether it is fixed to the ground.
    pub(super) fixed: bool,
    pub(super) mass: Option<Mass>,
    /// Its position in the file.
    pub(super) place: Option<Place>,
}

fn shortened(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect()
}

/// The paint nearest to a colour with channels from 0 to 255; wood for greys.
pub(super) fn paint([red, green, blue]: [u8; 3]) -> PartColour {
    let [r, g, b] = [red, green, blue].map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    if most - least < 48 {
        return PartColour::Maple;
    }
    let middle = r + g + b - most - least;
    // Two strong channels make yellow; otherwise the strongest decides.
    match (most == r, most == g) {
        (true, _) if g == middle && 2 * (g - least) > most - least => PartColour::Yellow,
        (_, true) if r == middle && 4 * (r - least) > 3 * (most - least) => PartColour::Yellow,
        (true, _) => PartColour::Red,
        (_, true) => PartColour::Green,
        _ => PartColour::Blue,
    }
}
