//! Preview of a resize: the resized part, the joints that move along, and the numbers.

use crate::editor::draft::Draft;
use crate::editor::drag_numbers::numbered;
use crate::editor::feedback::{Halo, HaloKind};
use crate::editor::resizing::Resizing;
use crate::editor::{Dimension, Editor};
use crate::math::Vec2;
use crate::scene::{Constraint, Id, Scene};

impl Editor {
    /// Shows the resized part, and how many joints move along.
    pub(in crate::editor) fn preview_resize(&mut self, resizing: &Resizing) {
        let Some(resized) = self.resized(resizing) else {
            return;
        };
        let Some(before) = self.scene.item(resizing.id).cloned() else {
            return;
        };
        let draft = self.draft_resized(resizing, &before, &resized);
        let Some(part) = draft.scene().part(resizing.id) else {
            return;
        };
        let [_, dragged] = Resizing {
            shape: Box::new(resized.shape.clone()),
            pose: resized.pose,
            ..resizing.clone()
        }
        .points();
        let refused = resized.shape.problem();
        let along = moved(
            &points_on(&self.scene, resizing.id),
            &draft,
            resizing.id,
            self.view.metres(1.0),
        );
        let text = match (&refused, along) {
            (Some(why), _) => why.clone(),
            (None, 0) => String::new(),
            (None, 1) => "1 joint goes along".to_owned(),
            (None, n) => format!("{n} joints go along"),
        };
        self.halo = Some(Halo {
            at: resized.pose.point(dragged),
            kind: if refused.is_some() {
                HaloKind::Refused
            } else {
                HaloKind::Part
            },
            text,
        });
        let mut part = part.clone();
        part.pose = resized.pose;
        self.ghost.parts.push(part);
    }

    /// Numbers of a resize under way, or of the one just finished while they are typed.
    pub(in crate::editor) fn resize_numbers(&self, resizing: &Resizing) -> Vec<Dimension> {
        let Some(resized) = self.resized(resizing) else {
            return Vec::new();
        };
        let d = self.held_drag(resizing);
        let of = resizing.measured(d, &resized);
        numbered(
            resizing.measure(),
            d,
            of,
            self.typing.as_ref(),
            (self.scene.info.length_unit, self.view.metres(1.0)),
        )
    }
}

/// World points of the joints on a part, as built.
fn points_on(scene: &Scene, id: Id) -> Vec<(Id, Vec2)> {
    let on = |(joint, it): (Id, &Constraint)| {
        let end = it.ends.iter().find(|end| end.part == Some(id))?;
        Some((joint, scene.built_point(*end)))
    };
    scene.constraints().filter_map(on).collect()
}

/// Number of joints on a part that a draft moves by more than `least` (m).
fn moved(before: &[(Id, Vec2)], draft: &Draft, id: Id, least: f64) -> usize {
    let after = points_on(draft.scene(), id);
    let differ = |(a, b): &(&(Id, Vec2), &(Id, Vec2))| a.1.distance(b.1) > least;
    before.iter().zip(&after).filter(differ).count()
}
