//! Edits that the rest of the machine follows: at the start of a run every joint that can stay closed does.

use crate::bodies::Shape;
use crate::math::{Pose, Vec2};
use crate::parameter::{ParameterValue, Parameters};
use crate::scene::field::{self, parameters};
use crate::scene::{Id, Item, Part, Scene};
use crate::sim::Input;
use crate::worker::Command;

use super::assembly::CLOSED;
use super::draft::Draft;
use super::undo_step::GestureKey;
use super::wheels::{follow_radius, pitch_radius};
use super::{Editor, Level};

/// Most constraint rows of a scene that is assembled after an edit (also while a slider moves). Of a larger scene only the changed machines are.
pub(super) const MOST_ROWS: usize = 1000;

/// A scene with one parameter of an item changed, as the inspector does it at the start of a run: attachments in holes move with the
/// holes, and the machine is assembled where possible. `None` where the item has no such parameter.
pub fn with_parameter(scene: &Scene, id: Id, key: &str, value: f64) -> Option<Scene> {
    let mut draft = Draft::new(scene);
    change_parameter(&mut draft, id, key, value)?;
    assemble_draft(&mut draft, &[]);
    Some(draft.scene().clone())
}

/// A scene with a part moved to a pose, as the inspector does it: the other parts follow where they can.
pub fn with_pose(scene: &Scene, id: Id, pose: Pose) -> Scene {
    let mut draft = Draft::new(scene);
    draft.pose(&[(id, pose)]);
    assemble_draft(&mut draft, &[id]);
    draft.scene().clone()
}

/// A scene with a part replaced. Only for changes that move nothing.
pub fn with_part(scene: &Scene, id: Id, part: Part) -> Scene {
    let mut draft = Draft::new(scene);
    draft.set(id, Item::Part(part));
    draft.scene().clone()
}

/// Assembles a drafted start where possible, first with the held parts fixed, then without; parts whose places are given by formulas
/// always stay. Of a large scene only the changed machines are assembled.
pub(super) fn assemble_draft(draft: &mut Draft, held: &[Id]) {
    let given = given_places(draft.scene());
    let held: Vec<Id> = held.iter().chain(&given).copied().collect();
    if draft.rows() <= MOST_ROWS {
        close(draft, &held, &given);
        return;
    }
    let mut changed = draft.changed_machines();
    if changed.rows() <= MOST_ROWS {
        close(&mut changed, &held, &given);
        draft.take_poses(changed.scene());
    }
}

/// Closes the joints of a draft with all `held` parts fixed or, where that fails, with only the `given` ones fixed.
fn close(draft: &mut Draft, held: &[Id], given: &[Id]) {
    if !draft.close_gaps(held) && held.len() > given.len() {
        draft.close_gaps(given);
    }
}

/// Parts whose start place is given by formulas.
fn given_places(scene: &Scene) -> Vec<Id> {
    let formulas = scene.variables.formulas.keys();
    let places = formulas.filter(|(id, key)| field::is_place(key) && scene.part(*id).is_some());
    places.map(|(id, _)| *id).collect()
}

/// Changes a parameter of an item and moves attachments with their holes. Returns the parameter's label, if the item has it.
pub(super) fn change_parameter(draft: &mut Draft, id: Id, key: &str, value: f64) -> Option<&'static str> {
    let before = draft.scene().item(id)?.clone();
    let parameter = parameters(&before).into_iter().find(|it| it.key == key)?;
    draft.change(id, |item| {
        field::set(item, key, value);
    });
    follow_holes(draft, &before, id, |at| at);
    Some(parameter.label)
}

impl Editor {
    /// Sets a parameter of all the given items that have it.
    pub(super) fn set_parameter(&mut self, ids: &[Id], key: &str, value: f64, gesture: GestureKey) {
        let mut draft = Draft::new(&self.scene);
        let mut label = key.to_owned();
        for &id in ids {
            if let Some(changed) = change_parameter(&mut draft, id, key, value) {
                label = changed.to_lowercase();
            }
            let kind = self.scene.constraint(id).map(|it| &it.kind);
            // A value out of range is refused as typed: a refit would change it.
            let takes = |it: &ParameterValue| it.key == key && (it.min..=it.max).contains(&value);
            if self.run.at_start()
                && kind.is_some_and(|it| it.fits_with(key) && it.parameters().iter().any(takes))
            {
                draft.refit(id);
            }
        }
        self.commit_meshed(draft, ids, &format!("Change {label}"), Some(gesture));
    }

    /// Sets the pitch radius of toothed wheels.
    pub(super) fn set_pitch_radius(&mut self, ids: &[Id], radius: f64, done: bool) {
        let mut draft = Draft::new(&self.scene);
        for &id in ids {
            let Some(before) = self.scene.item(id) else {
                continue;
            };
            let part = before.as_part();
            let Some(shape) = part.and_then(|part| part.shape.of_pitch_radius(radius)) else {
                continue;
            };
            draft.change(id, |item| {
                if let Item::Part(part) = item {
                    part.shape = shape;
                }
            });
            follow_holes(&mut draft, before, id, |at| at);
        }
        let gesture = GestureKey(format!("pitch radius of {ids:?}"));
        self.commit_meshed(draft, ids, "Change pitch radius", Some(gesture));
        self.end_gesture(done);
    }

    /// Commits like [`Editor::commit_followed`], after those of `parts` whose pitch radius changed have been brought into mesh again; warns
    /// where a wheel cannot be.
    pub(super) fn commit_meshed(
        &mut self,
        mut draft: Draft,
        parts: &[Id],
        label: &str,
        gesture: Option<GestureKey>,
    ) {
        let radius = |scene: &Scene, id: Id| pitch_radius(scene.item(id));
        let is_resized = |id: &Id| radius(draft.scene(), *id) != radius(&self.scene, *id);
        let resized: Vec<Id> = parts.iter().copied().filter(is_resized).collect();
        let apart = resized
            .into_iter()
            .filter_map(|id| self.mesh_again(&mut draft, id))
            .last();
        let made = self.commit_followed(draft, &[], label, gesture);
        if let Some(apart) = apart.filter(|_| made) {
            self.say(Level::Warning, apart);
        }
    }

    /// Commits a draft. Parts that are not held follow, so that no joint opens unnecessarily: in the start pose or, during a run, in the
    /// present pose, whose motion continues.
    pub(super) fn commit_followed(
        &mut self,
        draft: Draft,
        held: &[Id],
        label: &str,
        gesture: Option<GestureKey>,
    ) -> bool {
        self.commit_followed_from(draft, held, Vec::new(), label, gesture)
    }

    /// Like [`Editor::commit_followed`], with some parts first moved to poses in the run.
    pub(super) fn commit_followed_from(
        &mut self,
        mut draft: Draft,
        held: &[Id],
        poses: Vec<(Id, Pose)>,
        label: &str,
        gesture: Option<GestureKey>,
    ) -> bool {
        let opens = !self.run.at_start()
            && draft.rows() <= MOST_ROWS
            && draft.gap() > Draft::new(&self.scene).gap() + CLOSED;
        if self.run.at_start() || opens {
            assemble_draft(&mut draft, held);
        }
        self.commit_in_run((draft, opens), poses, label, gesture)
    }

    /// Commits a draft. Where it opens a joint of the run, the run is assembled as part of the same undo step.
    pub(super) fn commit_in_run(
        &mut self,
        (draft, opens): (Draft, bool),
        poses: Vec<(Id, Pose)>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        let edit = draft.into_edit(&self.scene, label);
        let made = self.commit(edit, poses, key);
        if made && opens {
            self.history.mark_assembled();
            self.run(Command::Input(Input::Assemble));
        }
        made
    }
}

/// Moves attachments in the holes of a part, and dimensions of its radius, to the same holes of its new shape. `elsewhere` maps the
/// attachment points that are in no hole.
pub(super) fn follow_holes(draft: &mut Draft, before: &Item, id: Id, elsewhere: impl Fn(Vec2) -> Vec2) {
    let rim = |part: Option<&Part>| match part.map(|part| &part.shape) {
        Some(Shape::Disk(disk)) => Some(disk.radius),
        _ => None,
    };
    follow_radius(draft, before, id);
    // Dimensions of a radius end at the rim, where there is no hole.
    let rims = rim(before.as_part())
        .zip(rim(draft.scene().part(id)))
        .map(|(old, new)| [old, new]);
    let after = draft.scene().part(id).map(|part| part.shape.snap_points());
    let (Some(before), Some(after)) = (before.as_part().map(|part| part.shape.snap_points()), after) else {
        return;
    };
    if before == after {
        return;
    }
    for item in draft.scene().attached_to(id) {
        draft.change(item, |item| {
            let measures = item.as_dimension().is_some();
            for end in item
                .attachments_mut()
                .iter_mut()
                .filter(|end| end.part == Some(id))
            {
                let hole = before.iter().position(|hole| hole.at.distance(end.at) < 1e-9);
                if let Some(hole) = hole.and_then(|k| after.get(k)) {
                    end.at = hole.at;
                } else if let (Some([old, new]), true) = (rims, measures)
                    && (end.at.length() - old).abs() < 1e-9
                {
                    end.at *= new / old;
                } else {
                    end.at = elsewhere(end.at);
                }
            }
        });
    }
}
