//! A bead on a wire of its own, with its place along the wire as its only coordinate.
//!
//! ```text
//! p = c(u): an ellipse (a cos u, b sin u), or a parabola (a u, b u²);   M = m |c'|²
//! ```
//! The pose of the part is that of the wire, which stands still. A constraint on the part acts on the bead.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::bead::{Bead, Curve, Form};
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Pose, Vec2};
use crate::parameter::{Choice, parameters};

/// A bead along a wire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WireBead {
    /// The form of the wire.
    pub form: Form,
    /// Half the width of the wire (m).
    pub a: f64,
    /// Half the height of an ellipse, the whole height of a parabola (m).
    pub b: f64,
    /// Place of the bead at the start: the angle on an ellipse (rad), or x over `a`.
    #[serde(default)]
    pub place: f64,
    /// Rate of the place at the start (1/s).
    #[serde(default)]
    pub rate: f64,
}

impl Default for WireBead {
    fn default() -> Self {
        Self {
            form: Form::Ellipse,
            a: 0.6,
            b: 0.4,
            place: 0.0,
            rate: 0.0,
        }
    }
}

/// Forms of wires, in the order offered.
const FORMS: [Form; 2] = [Form::Ellipse, Form::Parabola];

parameters!(WireBead {
    "a" a: "Half width", Metre, 1e-3..=1e4;
    "b" b: "Height", Metre, 1e-3..=1e4;
    "place" place: "Place at the start", One, -1e3..=1e3;
    "rate" rate: "Speed along it", RadianPerSecond, -1e3..=1e3;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice {
            key: "form",
            label: "Wire",
            options: &[("ellipse", "A closed wire."), ("parabola", "An open wire, upright.")],
            chosen: FORMS.iter().position(|it| *it == self.form).unwrap_or(0),
        }]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        let form = FORMS.get(option).filter(|_| key == "form");
        self.form = form.copied().unwrap_or(self.form);
        form.is_some()
    }
});

/// Pieces in which the wire is drawn.
const PIECES: u32 = 72;
/// Distance to which a parabola is drawn, relative to its half width.
const BEYOND: f64 = 1.1;

impl WireBead {
    fn curve(&self) -> Curve {
        Curve {
            form: self.form,
            a: self.a,
            b: self.b,
        }
    }
}

impl Body for WireBead {
    fn motion(&self) -> Motion {
        Motion::Bead(Box::new(Bead {
            curve: self.curve(),
            frame: Pose::default(),
            start: self.place,
            start_rate: self.rate,
        }))
    }
    // As a particle: its density is its mass.
    fn area_moments(&self) -> (f64, f64) {
        (1.0, 0.0)
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }]
    }
    fn outline(&self) -> Outline {
        let closed = self.form == Form::Ellipse;
        // A parabola is drawn as far as the place of its bead.
        let reach = BEYOND * self.place.abs().clamp(1.0, 3.0);
        let place = |k: u32| {
            let share = f64::from(k) / f64::from(PIECES);
            let u = if closed {
                TAU * share
            } else {
                reach * (2.0 * share - 1.0)
            };
            self.curve().at(u).0
        };
        let points = (0..PIECES + u32::from(!closed)).map(place).collect();
        let bead = Pose {
            position: self.curve().at(self.place).0,
            angle: 0.0,
        };
        Outline::Several(vec![
            (Pose::default(), Outline::Thread { points, closed }),
            (bead, Outline::Dot),
        ])
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (-7.0, -6.0),
                (-5.6, -1.0),
                (-3.6, 2.6),
                (0.0, 4.6),
                (3.6, 2.6),
                (5.6, -1.0),
                (7.0, -6.0),
            ]],
            dots: &[(4.6, 1.0, 2.2)],
            ..Sketch::default()
        })
    }
    fn formed(&self, u: f64) -> Option<Shape> {
        Some(Shape::WireBead(Self {
            place: u,
            ..self.clone()
        }))
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        Shape::WireBead(Self {
            a: 0.5 * drag.x.abs(),
            b: 0.5 * drag.y.abs(),
            ..self.clone()
        })
    }
}
