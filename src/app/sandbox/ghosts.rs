//! The machine as others have it, over the machine itself: those who race with it, and where a free motion takes it.

use super::Sandbox;
use crate::editor::Tool;
use crate::editor::event::{Button, Event};
use crate::render::draw_list::DrawList;
use crate::render::scene_view::{self, Overlay, SceneView};
use crate::ui;

impl Sandbox {
    /// The machine as those have it who race with it; where the past is looked at they are out of sight.
    pub(super) fn draw_ghosts(&self, scene: &SceneView, picture: &mut DrawList) {
        let plain = Overlay::default();
        for runner in self.race.iter().filter(|_| self.snapshot.ahead == 0) {
            let run = scene_view::Run {
                model: &runner.status.model,
                state: &runner.status.state,
                lambda: &[],
                freedom: None,
            };
            let ghost = SceneView {
                run: Some(run),
                overlay: &plain,
                ..*scene
            };
            scene_view::ghost(&ghost, ui::race_color(&self.theme, runner.slot), picture);
        }
    }

    /// The machine somewhere along a free motion.
    pub(super) fn draw_free_motion(&self, scene: &SceneView, picture: &mut DrawList) {
        let Some((model, state)) = self.panels.ghost() else {
            return;
        };
        let run = scene_view::Run {
            model,
            state,
            lambda: &[],
            freedom: None,
        };
        let plain = Overlay::default();
        let ghost = SceneView {
            run: Some(run),
            overlay: &plain,
            ..*scene
        };
        scene_view::ghost(&ghost, self.theme.select, picture);
    }

    /// Lets the pointer drag the ghost of a free motion; true where what was done is the ghost's and not the editor's.
    pub(super) fn drag_free_motion(&mut self, event: &Event) -> bool {
        let (view, ghost) = (self.editor.view(), self.panels.ghost_panel());
        match *event {
            Event::PointerPressed {
                button: Button::Primary,
                position,
                ..
            } if self.editor.tool() == Tool::Select => {
                let over_machine = self.editor.feedback().hover.is_some();
                let world = view.world_from_screen(position);
                ghost.grab(self.editor.scene(), world, view.metres(1.0), over_machine)
            }
            Event::PointerMoved { position, .. } if ghost.is_grabbed() => {
                ghost.drag(view.world_from_screen(position));
                true
            }
            Event::PointerReleased {
                button: Button::Primary,
                ..
            } if ghost.is_grabbed() => {
                ghost.let_go();
                true
            }
            Event::FocusLost => {
                ghost.let_go();
                false
            }
            _ => false,
        }
    }
}
