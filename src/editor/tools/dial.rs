//! Dials: handles on the canvas for parameters of the selected constraint, such as limits. A drag is previewed until the release.

use std::f64::consts::PI;

use crate::constraints::{ConstraintKind, Dial, EndPorts};
use crate::editor::Editor;
use crate::editor::dimension::angle_text;
use crate::editor::event::Modifiers;
use crate::editor::feedback::{Halo, HaloKind};
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::snap::PULL;
use crate::editor::undo_step::GestureKey;
use crate::math::Vec2;
use crate::parameter::{Parameters, Unit, shortest_decimal};
use crate::scene::Id;

/// Steps of an angle, with Shift and without (rad).
const STEPS: (f64, f64) = (PI / 12.0, PI / 180.0);

impl Editor {
    /// The constraint selected alone, with the present ports of its ends.
    fn dialled_constraint(&self) -> Option<(Id, &ConstraintKind, Vec<EndPorts>)> {
        let id = self.selection.single()?;
        let it = self.scene.constraint(id)?;
        let ends = it.ends.iter().map(|end| self.ports(*end)).collect();
        Some((id, &it.kind, ends))
    }

    /// Handles of the selected constraint's parameters, at their present places.
    pub(in crate::editor) fn dials(&self) -> Vec<Dial> {
        self.dialled_constraint()
            .map_or_else(Vec::new, |(_, kind, ends)| kind.dials(&ends))
    }

    /// Begins to drag a handle near a world point. Returns false if there is none.
    pub(in crate::editor) fn take_dial(&mut self, world: Vec2, from: Vec2) -> bool {
        let reach = self.view.metres(PULL);
        let distance = |dial: &Dial| dial.at.distance(world);
        let dials = self.dials().into_iter().filter(|dial| distance(dial) <= reach);
        let nearest = dials.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let (Some(dial), Some(id)) = (nearest, self.selection.single()) else {
            return false;
        };
        self.gesture = Gesture::Dial {
            id,
            dial,
            from,
            value: None,
        };
        true
    }

    pub(in crate::editor) fn dial_move(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Gesture::Dial {
            dial, from, value, ..
        } = &self.gesture
        else {
            return;
        };
        if value.is_none() && from.distance(screen) < CLICK {
            return;
        }
        let (dial, world) = (*dial, self.view.world_from_screen(screen));
        let Some((_, kind, ends)) = self.dialled_constraint() else {
            return;
        };
        let step = match dial.unit {
            Unit::Radian if modifiers.shift => STEPS.0,
            Unit::Radian => STEPS.1,
            _ if self.grid => self.grid_step(),
            _ => 0.0,
        };
        let rounded = |value: f64| match step {
            _ if modifiers.alt => value,
            0.0 => shortest_decimal(value),
            step => shortest_decimal((value / step).round() * step),
        };
        let found = kind.dialled(&ends, dial.key, world).map(rounded);
        if let Gesture::Dial { value, .. } = &mut self.gesture {
            *value = found;
        }
    }

    pub(in crate::editor) fn dial_release(&mut self, id: Id, dial: &Dial, value: Option<f64>) {
        let Some(value) = value else { return };
        let gesture = GestureKey(format!("dial {} of {id:?}", dial.key));
        self.set_parameter(&[id], dial.key, value, gesture);
        self.seal();
    }

    /// Shows the constraint as it would be after the release, with the value beside the handle.
    pub(in crate::editor) fn preview_dial(&mut self, dial: &Dial, value: f64) {
        let Some((_, kind, ends)) = self.dialled_constraint() else {
            return;
        };
        let mut kind = kind.clone();
        kind.set_parameter(dial.key, value);
        let label = kind.parameters().into_iter().find(|it| it.key == dial.key);
        let number = match dial.unit {
            Unit::Radian => angle_text(value),
            _ => self.scene.info.length_unit.text(value, self.view.metres(1.0)),
        };
        let at = kind.dials(&ends).into_iter().find(|it| it.key == dial.key);
        let refused = kind.problem().is_some();
        self.ghost.glyphs = kind.glyph(&ends);
        self.halo = Some(Halo {
            at: at.map_or(dial.at, |it| it.at),
            kind: if refused {
                HaloKind::Refused
            } else {
                HaloKind::Part
            },
            text: format!("{} {number}", label.map_or("", |it| it.label)),
        });
    }
}
