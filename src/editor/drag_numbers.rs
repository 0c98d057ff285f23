//! Numbers of a drag as the canvas shows them: live values, or the texts typed in their place.

use crate::math::{Vec2, unit};
use crate::parameter::{LengthUnit, Unit};

use super::Editor;
use super::dimension::{Dimension, Measure, Measured, Typing, angle_text};
use super::finished::Finished;
use super::gesture::{CLICK, Gesture, Rigid};
use super::tools::Link;

impl Editor {
    /// Numbers of the drag under way, or of the one just finished while its numbers are typed.
    pub(super) fn dimensions(&self) -> Vec<Dimension> {
        let Some(measure) = self.measure() else {
            return Vec::new();
        };
        match (&self.gesture, &self.finished) {
            (Gesture::Resize(resizing), _) => return self.resize_numbers(resizing),
            (_, Some(Finished::Resized(resizing))) if self.typing.is_some() => {
                return self.resize_numbers(resizing);
            }
            _ => {}
        }
        let drag = match (&self.gesture, &self.finished) {
            (Gesture::Draw { from, snap }, _) => {
                let screen = self.pointer.unwrap_or(*from);
                let begun = self.typing.is_some() || from.distance(screen) >= CLICK;
                begun.then(|| (snap.world, self.drag_end(snap, screen, self.modifiers).world))
            }
            (Gesture::Join { .. }, _) => self.stick_drag(),
            (Gesture::Rigid(rigid), _) => Some(motion_drag(rigid)),
            (_, Some(Finished::Part { ends: [from, to], .. })) if self.typing.is_some() => {
                let to = self.typed_end(Some(measure), from.world, *to);
                Some((from.world, to.world))
            }
            (_, Some(Finished::Rigid(rigid))) if self.typing.is_some() => {
                let mut rigid = rigid.clone();
                self.hold_motion(&mut rigid);
                Some(motion_drag(&rigid))
            }
            (_, Some(Finished::Anchored { ends, ground, .. })) if self.typing.is_some() => {
                Some((Vec2::ZERO, self.typed_place(ends[*ground].world)))
            }
            _ => None,
        };
        drag.map_or_else(Vec::new, |(from, to)| self.dimensions_of(measure, from, to))
    }

    fn stick_drag(&self) -> Option<(Vec2, Vec2)> {
        let from = self.stick_begun()?;
        let link = Link::of(self.tool)?;
        let to = self
            .link_ends(&link, self.pointer?, self.modifiers)
            .last()
            .copied()?;
        Some((self.run.point(&self.scene, from.end), to.world))
    }

    fn dimensions_of(&self, measure: Measure, from: Vec2, to: Vec2) -> Vec<Dimension> {
        let d = to - from;
        let corner = Vec2::new(to.x, from.y);
        let length = |from: Vec2, to: Vec2| Measured::Length { from, to };
        let angle = |sweep: f64| Measured::Angle {
            at: from,
            start: 0.0,
            sweep,
        };
        let numbers = measure.numbers(d);
        let of = match measure {
            Measure::Polar => vec![length(from, to), angle(numbers[1])],
            Measure::Radius => vec![length(from, to)],
            Measure::Sides | Measure::Scale | Measure::Shift => {
                vec![length(from, corner), length(corner, to)]
            }
            Measure::Turn => vec![angle(numbers[0])],
        };
        let shown = (self.scene.info.length_unit, self.view.metres(1.0));
        numbered(measure, d, of, self.typing.as_ref(), shown)
    }
}

/// Numbers of the drag vector `d` with the segments and angles that they measure, or the texts typed instead. Lengths are in the given unit,
/// rounded to the given step (m).
pub(super) fn numbered(
    measure: Measure,
    d: Vec2,
    of: Vec<Measured>,
    typing: Option<&Typing>,
    (lengths, step): (LengthUnit, f64),
) -> Vec<Dimension> {
    let fields = measure.fields().iter().zip(of).zip(measure.numbers(d));
    fields
        .enumerate()
        .map(|(k, (((name, unit), of), number))| {
            let typed = typing.map(|it| it.texts[k].as_str()).filter(|it| !it.is_empty());
            let value = match unit {
                Unit::Radian => angle_text(number),
                _ => lengths.text(number, step),
            };
            let value = typed.map_or(value, str::to_owned);
            let named = matches!(measure, Measure::Shift | Measure::Radius);
            Dimension {
                of,
                text: if named { format!("{name} {value}") } else { value },
                typed: typed.is_some(),
                active: typing.is_some_and(|it| it.active == k),
                pulled: Vec2::ZERO,
            }
        })
        .collect()
}

/// Two points such that the vector between them has the numbers of a motion.
fn motion_drag(rigid: &Rigid) -> (Vec2, Vec2) {
    match rigid.center {
        Some(center) => (center, center + unit(rigid.turn)),
        None => {
            let from = rigid.parts.first().map_or(rigid.from, |it| it.1.position);
            (from, from + rigid.by)
        }
    }
}
