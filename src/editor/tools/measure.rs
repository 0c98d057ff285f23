//! Measure tool: a drag or two clicks from point to point. The measurement moves with the machine and is shown until Esc, the next press or
//! another tool.

use crate::editor::annotation::make_room;
use crate::editor::dimension::{Dimension, Measured, angle_text};
use crate::editor::event::Modifiers;
use crate::editor::gesture::CLICK;
use crate::editor::measuring::Measuring;
use crate::editor::snap_point::Snap;
use crate::editor::{Editor, Tool};
use crate::math::Vec2;

impl Editor {
    pub(in crate::editor) fn measure_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        let snap = self.snap_to_measure(screen, modifiers);
        match &mut self.measuring {
            Some(Measuring { to: to @ None, .. }) => *to = Some(snap),
            _ => {
                self.measuring = Some(Measuring { from: snap, to: None });
            }
        }
    }

    pub(in crate::editor) fn measure_release(&mut self, screen: Vec2, modifiers: Modifiers) {
        let snap = self.snap_to_measure(screen, modifiers);
        let Some(Measuring { from, to: None }) = self.measuring else {
            return;
        };
        let begun = self.view.screen_from_world(self.run.point(&self.scene, from.end));
        // After a click, the next click sets the second point.
        if begun.distance(screen) >= CLICK {
            self.measuring = Some(Measuring { from, to: Some(snap) });
        }
    }

    pub(in crate::editor) fn snap_to_measure(&self, screen: Vec2, modifiers: Modifiers) -> Snap {
        self.snap(screen, modifiers.alt, |_, _| true)
    }

    /// Dimensions of the measurement: distance, its components along the axes, and direction.
    pub(in crate::editor) fn measured(&self) -> Vec<Dimension> {
        let Some(Measuring { from, to }) = self.measuring else {
            return Vec::new();
        };
        let to = to.or_else(|| Some(self.snap_to_measure(self.pointer?, self.modifiers)));
        let Some(to) = to else { return Vec::new() };
        let [from, to] = [from, to].map(|snap| self.run.point(&self.scene, snap.end));
        let (d, step) = (to - from, 0.1 * self.view.metres(1.0));
        let length_text = |metres: f64| self.scene.info.length_unit.text(metres, step);
        let number = |of: Measured, text: String| Dimension {
            of,
            text,
            typed: false,
            active: false,
            pulled: Vec2::ZERO,
        };
        let length = |from: Vec2, to: Vec2| Measured::Length { from, to };
        let corner = Vec2::new(to.x, from.y);
        let mut numbers = vec![number(length(from, to), length_text(d.length()))];
        // On a picture only the distance is shown.
        if d.x != 0.0 && d.y != 0.0 && self.tool != Tool::Underlay {
            let sweep = d.to_angle();
            let at = from;
            numbers.push(number(length(from, corner), format!("x {}", length_text(d.x))));
            numbers.push(number(length(corner, to), format!("y {}", length_text(d.y))));
            let start = 0.0;
            numbers.push(number(Measured::Angle { at, start, sweep }, angle_text(sweep)));
        }
        make_room(&mut numbers, |world| self.view.screen_from_world(world));
        numbers
    }
}
