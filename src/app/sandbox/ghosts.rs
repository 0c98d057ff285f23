//! Ghosts over the machine: copies in a race, and the machine displaced along a free motion.

use super::Sandbox;
use crate::editor::Tool;
use crate::editor::event::{Button, Event};
use crate::render::draw_list::{Color, DrawList};
use crate::render::scene_view::{self, Overlay, Run, SceneView};
use crate::sim::{Model, SimState};
use crate::ui;

impl Sandbox {
    /// Draws the machines of the copies in the race; none while the canvas shows a past state.
    pub(super) fn draw_ghosts(&self, scene: &SceneView, picture: &mut DrawList) {
        for runner in self.race.iter().filter(|_| self.snapshot.ahead == 0) {
            let color = ui::race_color(&self.theme, runner.slot);
            draw_ghost(
                scene,
                (&runner.status.model, &runner.status.state),
                color,
                picture,
            );
        }
    }

    /// Draws the machine displaced along a free motion.
    pub(super) fn draw_free_motion(&self, scene: &SceneView, picture: &mut DrawList) {
        if let Some(machine) = self.panels.ghost() {
            draw_ghost(scene, machine, self.theme.select, picture);
        }
    }

    /// Lets the pointer drag the ghost of a free motion; returns true where the event was meant for the ghost and not for the editor.
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

/// Draws a machine in another state, in one colour and without overlays.
fn draw_ghost(scene: &SceneView, (model, state): (&Model, &SimState), color: Color, picture: &mut DrawList) {
    let run = Run {
        model,
        state,
        lambda: &[],
        freedom: None,
    };
    let ghost = SceneView {
        run: Some(run),
        overlay: &Overlay::default(),
        ..*scene
    };
    scene_view::ghost(&ghost, color, picture);
}
