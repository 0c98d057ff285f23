//! Dimensions that are typed into: the number of a part or joint that decides what is measured is changed.

use crate::constraints::{names_in, quantity_in};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::scene::field::parameters;
use crate::scene::{Attach, Dimension, Id, Item, Scene};

use super::adjust::{change_parameter, draw_together};
use super::draft::Draft;
use super::undo_step::GestureKey;
use super::{Editor, Level};

/// Points nearer than this are one, and numbers that differ by less are the same (m, rad).
const SAME: f64 = 1e-9;
/// How near what is measured must come to what was asked for (m, rad).
const MET: f64 = 1e-7;
/// How much of a change a number may be of what is measured: all of it, half, twice, or the other way round.
const SHARES: [f64; 4] = [1.0, 0.5, 2.0, -1.0];

/// A number that decides what is measured, and what it has to be.
struct Driver {
    id: Id,
    key: &'static str,
    value: f64,
    /// Whether the number is what is measured.
    itself: bool,
}

impl Editor {
    /// Makes what a dimension measures as long as was typed, where that is a number of a part or joint.
    pub(super) fn set_dimension(&mut self, id: Id, text: &str) {
        let Some(it) = self.scene.item(id).and_then(Item::as_dimension).cloned() else {
            return;
        };
        let unit = if it.is_angle() { Unit::Radian } else { Unit::Metre };
        let wanted = match quantity_in(
            text,
            unit,
            &self.scene.variables.values(),
            self.scene.info.length_unit,
        ) {
            Ok(wanted) => wanted,
            Err(mistake) => {
                let sentence = format!("{text:?} cannot be read: {}", mistake.sentence);
                return self.say(Level::Warning, sentence);
            }
        };
        match self.driver(id, &it, wanted) {
            Some(driver) if driver.itself && !names_in(text).is_empty() => {
                self.set_formula(&[driver.id], driver.key, text);
            }
            Some(driver) => {
                let gesture = GestureKey(format!("dimension {id:?}"));
                self.set_parameter(&[driver.id], driver.key, driver.value, gesture);
                self.seal();
            }
            None => self.refuse_dimension(&it),
        }
    }

    fn refuse_dimension(&mut self, it: &Dimension) {
        let names: Vec<String> = it
            .ends
            .iter()
            .map(|end| format!("{:?}", self.scene.name(end.part)))
            .collect();
        let what = if it.is_angle() { "angle" } else { "distance" };
        let sentence = format!(
            "This {what} ({}) is no number of one part or joint that could be set to that: it follows from others, or their range ends before",
            names.join(", ")
        );
        self.say(Level::Warning, sentence);
    }

    /// The first number that makes a dimension what is wanted.
    fn driver(&self, dimension: Id, it: &Dimension, wanted: f64) -> Option<Driver> {
        let scene = &self.scene;
        let measured = Dimension::measured(&built(scene, &it.ends));
        let unit = if it.is_angle() { Unit::Radian } else { Unit::Metre };
        for id in candidates(scene, it) {
            for parameter in parameters(scene.item(id)?)
                .into_iter()
                .filter(|it| it.unit == unit)
            {
                let itself = (parameter.value - measured).abs() < SAME;
                for share in SHARES {
                    let value = match itself {
                        true => wanted,
                        false => parameter.value + share * (wanted - measured),
                    };
                    let fits = (parameter.min..=parameter.max).contains(&value);
                    if fits && meets(scene, (id, parameter.key, value), dimension, wanted) {
                        return Some(Driver {
                            id,
                            key: parameter.key,
                            value,
                            itself,
                        });
                    }
                }
            }
        }
        None
    }
}

fn built(scene: &Scene, ends: &[Attach]) -> Vec<Vec2> {
    ends.iter().map(|end| scene.built_point(*end)).collect()
}

/// Items whose numbers may decide a dimension: joints and forces between its points, then parts that have both points.
fn candidates(scene: &Scene, it: &Dimension) -> Vec<Id> {
    let points = built(scene, &it.ends);
    let at = |p: Vec2, q: Vec2| p.distance(q) < SAME;
    let links = scene.items().filter(|(_, item)| {
        let ends = item.attachments();
        if item.is_passive() || item.as_part().is_some() {
            return false;
        }
        if it.is_angle() {
            let on = |k: usize| ends.iter().any(|end| end.part == it.ends[k].part);
            on(0) && on(2)
        } else {
            let holds = |p: Vec2| ends.iter().any(|end| at(scene.built_point(*end), p));
            points.iter().all(|p| holds(*p))
        }
    });
    let parts = scene.parts().filter(|(id, part)| {
        let has = |k: usize| {
            let hole = || part.shape.snap_points().into_iter().map(|hole| hole.at);
            let mut places = hole().map(|hole| scene.built_point(Attach::part(*id, hole)));
            it.ends[k].part == Some(*id) || places.any(|place| at(place, points[k]))
        };
        !it.is_angle() && (0..points.len()).all(has)
    });
    let links = links.map(|(id, _)| id);
    links.chain(parts.map(|(id, _)| id)).collect()
}

/// Whether a dimension comes to what is wanted when a number is set and the machine drawn together.
fn meets(scene: &Scene, (id, key, value): (Id, &str, f64), dimension: Id, wanted: f64) -> bool {
    let mut draft = Draft::new(scene);
    if change_parameter(&mut draft, id, key, value).is_none() {
        return false;
    }
    draw_together(&mut draft, &[]);
    let after = draft.scene();
    let it = after.item(dimension).and_then(Item::as_dimension);
    it.is_some_and(|it| (Dimension::measured(&built(after, &it.ends)) - wanted).abs() < MET)
}
