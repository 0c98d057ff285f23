//! The picture of a frame: the machine, the pointer's feedback, and the laboratory's layers; and when the next frame is wanted.

use std::time::Duration;

use super::super::Pace;
use super::Sandbox;
use crate::math::Vec2;
use crate::render::draw_list::DrawList;
use crate::render::scene_view::{self, Overlay, SceneView};

/// Idle time after which all of the user's changes are on disk (s): work and preferences are written at most once a second.
const KEPT_AFTER: f64 = 2.5;

impl Sandbox {
    /// When the next frame is wanted. Pending results are polled often enough to feel prompt; a machine at rest costs
    /// nothing once the user's changes are on disk.
    pub(super) fn pace(&self) -> Pace {
        let waiting = self.document.busy()
            || self.exporter.busy()
            || self.pictures.busy()
            || self.pasting.busy()
            || self.snapshot.commands < self.worker.sent()
            // Panels are built before a frame takes the worker's snapshot: the next frame shows it.
            || self.is_news
            || self.panels.lab_is_busy()
            || self.panels.ghost().is_some()
            || !self.worker.race().is_settled();
        if self.snapshot.playing || self.editor.view().is_moving() || waiting {
            Pace::Moving
        } else if self.quiet < KEPT_AFTER
            || self.autosave.is_at_work()
            || self.second_look.is_some()
            || self.editor.is_animating()
            || self.snapshot.freedom.is_none()
        {
            Pace::After(Duration::from_millis(250))
        } else {
            Pace::Still
        }
    }

    /// Draws the canvas.
    pub(super) fn draw(&mut self, picture: &mut DrawList) {
        let view = self.editor.view();
        let mut overlay = Overlay::of(&self.editor, self.panels.lit.clone());
        overlay.marks = self.panels.marks().clone();
        overlay.lab = self.panels.lab_layer(self.editor.scene(), &self.snapshot);
        let run = scene_view::Run {
            lambda: self.panels.shown_forces(&self.snapshot),
            ..scene_view::Run::from(&*self.snapshot)
        };
        let mut clear: [Vec2; 2] = view.canvas().into();
        if overlay.rulers.is_some() {
            clear[0] += scene_view::RULERS;
        }
        let scene = SceneView {
            scene: self.editor.shown_scene(),
            run: Some(run),
            view: scene_view::View {
                center: view.world_from_screen(view.size() / 2.0),
                scale: view.pixels_per_metre(),
                size: view.size(),
                clear,
            },
            theme: &self.theme,
            traces: Some(&self.traces),
            layers: self.panels.layers(),
            overlay: &overlay,
        };
        scene_view::draw_again(&scene, &mut self.standing, picture);
        self.draw_ghosts(&scene, picture);
        self.draw_free_motion(&scene, picture);
    }
}
