//! Driving dimensions: typing into a dimension changes the parameter of a part or joint that determines it, or moves the ground pivot at its
//! second end, or moves the machine.

use crate::constraints::{ConstraintKind, Distance, Motor, MotorLaw, names_in, quantity_in};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::scene::field::parameters;
use crate::scene::{Attach, Constraint, Dimension, Id, Item, Scene};

use super::adjust::{MOST_ROWS, assemble_draft, change_parameter};
use super::assembly::CLOSED;
use super::draft::Draft;
use super::undo_step::GestureKey;
use super::{Editor, Level};

/// Points nearer than this count as the same point, and so do numbers (m, rad).
const SAME: f64 = 1e-9;
/// Ground points nearer to each other than this belong to one pivot (m).
const PIVOT: f64 = 1e-6;
/// Tolerance of the dimension's value after the change (m, rad).
const MET: f64 = 1e-7;
/// Factors tried between a change of the dimension and that of a parameter: all, half, twice, and the opposite sign.
const SHARES: [f64; 4] = [1.0, 0.5, 2.0, -1.0];

/// Number of steps in which a machine is moved to a new dimension.
const MOVES: u32 = 12;

/// A parameter that determines a dimension, and its new value.
struct Driver {
    id: Id,
    key: &'static str,
    value: f64,
    /// Whether the parameter is the measured quantity itself.
    itself: bool,
}

impl Editor {
    /// Sets a dimension to a typed value by the first method that works; otherwise shows why it cannot be set.
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
            None => match self.with_pivots_apart(&it, wanted) {
                Some(draft) if draft.gap() <= CLOSED.max(Draft::new(&self.scene).gap()) => {
                    let label = self.label_of("Set", &[id]);
                    self.commit_followed(draft, &[], &label, None);
                }
                Some(_) => self.say(
                    Level::Warning,
                    "With its pivots that far apart the machine cannot be closed: its links are too short or too long",
                ),
                None => match self.with_machine_moved(&it, wanted) {
                    Some(draft) => {
                        let label = self.label_of("Set", &[id]);
                        self.commit_in_run((draft, false), Vec::new(), &label, None);
                    }
                    None => self.refuse_dimension(&it),
                },
            },
        }
    }

    /// The scene with the machine moved until a dimension has the wanted value: assembled in steps with a temporary rod of that length between
    /// its ends, or a motor that holds that angle. `None` in a run, in a large scene, and where the joints do not allow it.
    fn with_machine_moved(&self, it: &Dimension, wanted: f64) -> Option<Draft> {
        let (first, last) = (*it.ends.first()?, *it.ends.last()?);
        let mut draft = Draft::new(&self.scene);
        if !self.run.at_start() || first.part == last.part || draft.rows() > MOST_ROWS {
            return None;
        }
        let measured = Dimension::measured(&built(&self.scene, &it.ends));
        let angle = |end: Attach| self.scene.built_ports(end).angle.value;
        let turned = angle(last) - angle(first);
        for k in 1..=MOVES {
            let by = (wanted - measured) * f64::from(k) / f64::from(MOVES);
            let held = if it.is_angle() {
                ConstraintKind::Motor(Motor {
                    law: MotorLaw::Angle,
                    speed: 0.0,
                    angle: turned + by,
                    ..Motor::default()
                })
            } else {
                let length = measured + by;
                ConstraintKind::Distance(Distance { length })
            };
            let mut trial = draft.clone();
            let (name, ends) = (String::new(), vec![first, last]);
            trial.add(
                "held",
                Constraint {
                    name,
                    ends,
                    kind: held,
                },
            );
            if !trial.close_gaps(&[]) {
                return None;
            }
            draft.take_poses(trial.scene());
        }
        Some(draft)
    }

    /// The scene with the pivot at the second end of a length moved along the length until it has the wanted value, and the machine assembled
    /// where possible. `None` where its two ends are not both ground pivots.
    fn with_pivots_apart(&self, it: &Dimension, wanted: f64) -> Option<Draft> {
        let [from, to] = *built(&self.scene, &it.ends).as_slice() else {
            return None;
        };
        let is_pivot = |at: Vec2| {
            self.scene.constraints().any(|(_, it)| {
                let on_ground = |end: &Attach| end.part.is_none() && end.at.distance(at) < PIVOT;
                matches!(it.kind.holds_as(), ConstraintKind::Pin(_)) && it.ends.iter().any(on_ground)
            })
        };
        if !is_pivot(from) || !is_pivot(to) || wanted < PIVOT {
            return None;
        }
        let there = from + wanted * (to - from).try_normalize()?;
        let mut draft = Draft::new(&self.scene);
        for (id, item) in self.scene.items() {
            if item.attachments().iter().any(|end| end.part.is_none()) {
                let moved = |at: Vec2| if at.distance(to) < PIVOT { there } else { at };
                draft.move_anchors(id, moved);
            }
        }
        assemble_draft(&mut draft, &[]);
        Some(draft)
    }

    fn refuse_dimension(&mut self, it: &Dimension) {
        let names: Vec<String> = it
            .ends
            .iter()
            .map(|end| format!("{:?}", self.scene.name(end.part)))
            .collect();
        let what = if it.is_angle() { "angle" } else { "distance" };
        let sentence = format!(
            "This {what} ({}) cannot be set to that: it follows from other lengths and joints, or their range ends before",
            names.join(", ")
        );
        self.say(Level::Warning, sentence);
    }

    /// The first parameter that gives a dimension the wanted value.
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

/// Items whose parameters may determine a dimension: joints and forces between its points, then parts that have both points.
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

/// Whether a dimension has the wanted value once a parameter is set and the machine assembled.
fn meets(scene: &Scene, (id, key, value): (Id, &str, f64), dimension: Id, wanted: f64) -> bool {
    let mut draft = Draft::new(scene);
    if change_parameter(&mut draft, id, key, value).is_none() {
        return false;
    }
    assemble_draft(&mut draft, &[]);
    let after = draft.scene();
    let it = after.item(dimension).and_then(Item::as_dimension);
    it.is_some_and(|it| (Dimension::measured(&built(after, &it.ends)) - wanted).abs() < MET)
}
