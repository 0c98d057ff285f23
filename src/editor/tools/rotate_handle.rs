//! Handle that rotates the selection.

use crate::editor::gesture::Gesture;
use crate::editor::{Editor, RotateHandle, Tool};
use crate::math::{Vec2, unit};
use crate::scene::Id;

/// Distance of the handle from the selection, and its size (logical points).
const HANDLE: (f64, f64) = (28.0, 9.0);

impl Editor {
    /// Begins to rotate the selection if the press is on its handle.
    pub(super) fn take_rotate_handle(&mut self, world: Vec2, screen: Vec2) -> bool {
        let pressed = |it: &RotateHandle| self.view.screen_from_world(it.at).distance(screen) <= HANDLE.1;
        let Some(handle) = self.rotate_handle().filter(pressed) else {
            return false;
        };
        let ids = self.selection.parts(&self.scene);
        self.begin_turn(&ids, handle.center, world);
        true
    }

    /// The handle that rotates the selection; `None` where rotation would change nothing.
    pub(in crate::editor) fn rotate_handle(&self) -> Option<RotateHandle> {
        if self.run.playing() || self.tool != Tool::Select {
            return None;
        }
        let ids = self.selection.parts(&self.scene);
        let turns = |id: &Id| {
            self.scene
                .part(*id)
                .is_some_and(|part| part.shape.motion().has_direction())
        };
        if ids.len() < 2 && !ids.iter().any(turns) {
            return None;
        }
        let (center, reach) = self.extent(&ids)?;
        let arm = reach + self.view.metres(HANDLE.0);
        // During the rotation the handle follows the pointer.
        let (center, up) = match &self.gesture {
            Gesture::Rigid(rigid) => match rigid.center {
                Some(center) => (center, unit(rigid.turn).rotate(Vec2::Y)),
                None => return None,
            },
            Gesture::Idle | Gesture::Press { .. } => (center, Vec2::Y),
            _ => return None,
        };
        Some(RotateHandle {
            center,
            at: center + arm * up,
        })
    }

    /// Centroid of the parts' positions, and the radius of a circle about it that encloses the parts (m).
    pub(super) fn extent(&self, ids: &[Id]) -> Option<(Vec2, f64)> {
        let centers: Vec<(Vec2, f64)> = ids
            .iter()
            .filter_map(|id| {
                let part = self.scene.part(*id)?;
                Some((self.pose(*id)?.position, part.shape.outline().radius()))
            })
            .collect();
        if centers.is_empty() {
            return None;
        }
        let center = centers.iter().fold(Vec2::ZERO, |sum, it| sum + it.0) / centers.len() as f64;
        let reach = |reach: f64, it: &(Vec2, f64)| reach.max(it.0.distance(center) + it.1);
        Some((center, centers.iter().fold(0.0, reach)))
    }
}
