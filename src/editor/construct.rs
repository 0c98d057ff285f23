//! Constructions with the selection: mirroring, rotation and scaling about a point by a typed amount, and repetition along a line, round
//! a ring and in a grid.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraints::{ConstraintKind, Pin};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::scene::{Attach, Constraint, Id, Item, Scene, field};

use super::adjust::assemble_draft;
use super::clipboard::{copy_formulas, copy_items};
use super::construction::Construction;
use super::draft::Draft;
use super::selection::How;
use super::similarity::Similarity;
use super::{Action, Editor, Level};

/// Points nearer than this count as the same point (m).
const SAME: f64 = 1e-9;
/// Most points that are searched for a spacing at which copies meet, and the resolution of that spacing in the notice (m).
const MOST_POINTS: usize = 300;
const MEETING: f64 = 1e-4;

impl Editor {
    /// Why a construction cannot be done with the selection, as a sentence.
    pub fn construction_problem(&self, what: &Construction) -> Option<String> {
        let parts = self.selection.parts(&self.scene);
        if parts.is_empty() {
            Some("Select the parts first".to_owned())
        } else if !self.run.at_start() {
            Some(format!(
                "Parts are constructed as built, at the start: {} comes first",
                self.named(Action::Reset)
            ))
        } else {
            what.problem(parts.len())
        }
    }

    /// Applies a construction to the selection, as one undo step.
    pub(super) fn construct(&mut self, what: Construction) {
        if let Some(problem) = self.construction_problem(&what) {
            return self.say(Level::Warning, problem);
        }
        let parts = self.selection.parts(&self.scene);
        let label = self.label_of(what.label(), &parts);
        match what {
            Construction::Mirror {
                at,
                direction,
                copy: false,
            } => self.transform(&parts, Similarity::mirror(at, direction), &label),
            Construction::Turn { at, by } => self.transform(&parts, Similarity::turn(at, by), &label),
            Construction::Scale { at, factor } => {
                self.transform(&parts, Similarity::scale(at, factor), &label);
            }
            _ => self.repeat(&what, &label),
        }
    }

    /// Transforms parts and the items attached to nothing but these parts and the ground; of other items only the ends on these parts.
    fn transform(&mut self, parts: &[Id], map: Similarity, label: &str) {
        let chosen: BTreeSet<Id> = parts.iter().copied().collect();
        let shape = |end: Attach| end.part.and_then(|id| Some(self.scene.part(id)?.shape.clone()));
        let mut draft = Draft::new(&self.scene);
        let mut fitted = Vec::new();
        for (id, item) in self.scene.items() {
            let on = |end: &Attach| end.part.is_some_and(|id| chosen.contains(&id));
            let ends = item.attachments();
            if let Item::Part(part) = item {
                if chosen.contains(&id) {
                    draft.set(id, map.part(part).into());
                }
            } else if ends.iter().any(on) {
                if ends.iter().all(|end| end.part.is_none() || on(end)) {
                    draft.set(id, map.link(item, &shape));
                } else {
                    let mut item = item.clone();
                    map.ends(&mut item, &shape, |end| on(&end));
                    draft.set(id, item);
                }
                fitted.push(id);
            }
        }
        refit(&mut draft, &fitted);
        assemble_draft(&mut draft, parts);
        let edit = draft.into_edit(&self.scene, label);
        self.commit(edit, Vec::new(), None);
    }

    fn repeat(&mut self, what: &Construction, label: &str) {
        let ids = self.selected_items();
        let shape = |end: Attach| end.part.and_then(|id| Some(self.scene.part(id)?.shape.clone()));
        let mut draft = Draft::new(&self.scene);
        // Map from original to copy, for each copy; the first is the identity.
        let mut copies: Vec<BTreeMap<Id, Id>> = vec![ids.iter().map(|id| (*id, *id)).collect()];
        let mut pins = 0;
        for (map, neighbours) in what.copies() {
            let made = copy_items(&mut draft, &self.scene, &ids, |item| match item {
                Item::Part(part) => map.part(part).into(),
                item => map.link(item, &shape),
            });
            let links: Vec<Id> = made.values().copied().collect();
            refit(&mut draft, &links);
            copy_formulas(&mut draft, &made);
            copies.push(made);
            if what.is_joined() {
                for neighbour in neighbours {
                    let [one, other] = [&copies[neighbour], &copies[copies.len() - 1]];
                    pins += pin_together(
                        &mut draft,
                        &parts_of(&self.scene, one),
                        &parts_of(&self.scene, other),
                    );
                }
            }
        }
        assemble_draft(&mut draft, &[]);
        let edit = draft.into_edit(&self.scene, label);
        if self.commit(edit, Vec::new(), None) {
            let all = copies.into_iter().flat_map(BTreeMap::into_values);
            self.selection.select(all, How::Replace);
            if what.is_joined() && pins == 0 {
                self.say_unjoined(what, &ids);
            }
        }
    }

    /// Reports that the copies could not be pinned, with the spacing along the same line at which they would meet.
    fn say_unjoined(&mut self, what: &Construction, ids: &[Id]) {
        let mut text = "No joints: points of the copies do not meet".to_owned();
        let points = ids.iter().flat_map(|id| pinning_points(&self.scene, *id));
        let points: Vec<Vec2> = points.map(|it| it.1).take(MOST_POINTS).collect();
        if let Construction::Line { by, .. } = what
            && let Some(spacing) = meeting(&points, *by)
        {
            let spacing = self.scene.info.length_unit.text(spacing, MEETING);
            text += &format!("; a spacing of {spacing} would let them");
        }
        self.say(Level::Info, text);
    }
}

/// The parts among the copies of a scene's items.
fn parts_of(scene: &Scene, copies: &BTreeMap<Id, Id>) -> Vec<Id> {
    let parts = copies.iter().filter(|(id, _)| scene.part(**id).is_some());
    parts.map(|(_, copy)| *copy).collect()
}

/// Points at which a part can be pinned: in its frame and in the world.
fn pinning_points(scene: &Scene, id: Id) -> Vec<(Vec2, Vec2)> {
    scene.part(id).map_or_else(Vec::new, |part| {
        let points = part.shape.snap_points().into_iter();
        points.map(|it| (it.at, part.pose.point(it.at))).collect()
    })
}

/// Of the distances between points along the direction of `step`, the one nearest to its length.
fn meeting(points: &[Vec2], step: Vec2) -> Option<f64> {
    let along = step.try_normalize()?;
    let pairs = points.iter().flat_map(|p| points.iter().map(move |q| *q - *p));
    let lengths = pairs
        .filter(|it| it.perp_dot(along).abs() < SAME)
        .map(|it| it.dot(along));
    let off = |it: &f64| (it - step.length()).abs();
    lengths
        .filter(|it| *it > SAME)
        .min_by(|a, b| off(a).total_cmp(&off(b)))
}

/// Pins parts of two groups where their points coincide, at most one pin for each pair of parts; returns the number of pins.
fn pin_together(draft: &mut Draft, one: &[Id], other: &[Id]) -> usize {
    let mut count = 0;
    for &a in one {
        let here = pinning_points(draft.scene(), a);
        for &b in other {
            let there = pinning_points(draft.scene(), b);
            let met = here.iter().find_map(|(at, p)| {
                let same = there.iter().find(|(_, q)| p.distance(*q) < SAME)?;
                Some((*at, same.0))
            });
            if let Some((p, q)) = met {
                let pin = Constraint {
                    name: String::new(),
                    ends: vec![Attach::part(a, p), Attach::part(b, q)],
                    kind: ConstraintKind::Pin(Pin {}),
                };
                draft.add("pin", pin);
                count += 1;
            }
        }
    }
    count
}

/// Refits angles and offsets of items to the poses of their parts.
fn refit(draft: &mut Draft, ids: &[Id]) {
    for &id in ids {
        let turns = |item: &Item| {
            let parameters = field::parameters(item);
            parameters
                .iter()
                .any(|it| it.unit == Unit::Radian || it.key == "offset")
        };
        if draft.scene().item(id).is_some_and(turns) {
            draft.refit(id);
        }
    }
}
