//! ```text
//! C = s F(p - p0),  F typed,  s = 1/|grad F| where the step began      on the frame of a: see [`super::level_set`]
//! lambda |grad C| = force of the wire on b (N)
//! ```
//! A bead on any curve that can be written as a formula: see [`super::expression`]. The scale s makes C the distance from the curve to first order,
//! in metres whatever the formula's unit and however steep it gets on the way; within a step it is constant, so that J and gamma are those of C.
//! Singular where grad F vanishes: where branches cross, and along a line on which F only touches 0.

use serde::{Deserialize, Serialize};

use super::contour::{self, Line};
use super::curve_defect::{self, CurveDefect};
use super::level_set::{self, Height};
use super::{EndPorts, Expression, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::Vec2;
use crate::parameter::{Text, Unit, parameters, shortened};

/// A bead on a curve given by a formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implicit {
    /// F(x, y), or an equation.
    pub formula: Expression,
    /// Place of x = 0 in the frame of a (m).
    #[serde(default)]
    pub x0: f64,
    /// Place of y = 0 (m).
    #[serde(default)]
    pub y0: f64,
    /// Direction of its x axis in the frame of the part that carries it (rad).
    #[serde(default)]
    pub axis: f64,
    /// Distance to which it is drawn on all sides (m).
    #[serde(default = "usual_reach")]
    pub reach: f64,
}

fn usual_reach() -> f64 {
    1.5
}

impl Default for Implicit {
    fn default() -> Self {
        Self {
            formula: Expression::from("x^4 + y^4 = 1".to_owned()),
            x0: 0.0,
            y0: 0.0,
            axis: 0.0,
            reach: usual_reach(),
        }
    }
}

/// Help on how to write the formula.
const HELP: &str = "An equation of x and y in metres, such as x^2/4 + y^2 = 1. It knows + - * / ^, pi, e, sin, cos, \
    tan, atan, exp, ln, sqrt, sinh, cosh, tanh.";

parameters!(Implicit {
    "x0" x0: "x of its origin", Metre, -1e5..=1e5;
    "y0" y0: "y of its origin", Metre, -1e5..=1e5;
    "axis" axis: "Axis", Radian, -1e3..=1e3;
    "reach" reach: "Drawn to", Metre, 1e-3..=1e5;
} with {
    fn texts(&self) -> Vec<Text> {
        vec![Text {
            key: "formula",
            label: "Curve",
            help: HELP,
            value: self.formula.text().to_owned(),
        }]
    }
    fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
        if key != "formula" {
            return Err(format!("there is nothing to write named {key}"));
        }
        let formula = Expression::from(text.to_owned());
        if let Some(mistake) = formula.mistake() {
            return Err(mistake.to_string());
        }
        self.formula = formula;
        Ok(())
    }
    fn mistake_at(&self, key: &str, text: &str) -> Option<usize> {
        let formula = Expression::from(text.to_owned());
        formula.mistake().filter(|_| key == "formula").map(|it| it.at)
    }
});

/// Newton steps towards the curve.
const STEPS: usize = 60;
/// Length of a Newton step, relative to the size of the curve and the place of the point, at which the point counts as on the curve.
const ON: f64 = 1e-13;
/// Least distance over which the gradient of F may change by its own length, for the scale to follow it (m).
const SMOOTH: f64 = 1e-2;
/// Length of a gradient that counts as none, relative to the second derivatives times a millimetre.
const FLAT: f64 = 1e-6;

impl Implicit {
    /// Position of b in the frame of the curve.
    fn place(&self, ends: &[EndPorts]) -> Vec2 {
        level_set::local(ends, self.axis) - Vec2::new(self.x0, self.y0)
    }

    /// Scale that makes F a distance at b; `None` where F has no slope.
    fn scale(&self, ends: &[EndPorts]) -> Option<f64> {
        let scale = 1.0 / self.formula.height(self.place(ends)).gradient.length();
        (scale > 0.0 && scale.is_finite()).then_some(scale)
    }

    /// The point of the curve that is reached from p by steps along the gradient.
    fn towards(&self, mut p: Vec2) -> Option<Vec2> {
        for _ in 0..STEPS {
            let height = self.formula.height(p);
            let slope = height.gradient.length_squared();
            let step = height.value / slope * height.gradient;
            if !step.is_finite() {
                return None;
            }
            p -= step.clamp_length_max(self.reach / 4.0);
            if step.length() < ON * (self.reach + p.length()) {
                return Some(p);
            }
        }
        None
    }

    /// The point of the curve nearest to p, as far as the curve is drawn.
    fn nearest(&self, p: Vec2) -> Option<Vec2> {
        if let Some(found) = self.towards(p)
            && found.distance(p) < self.reach
        {
            return Some(found);
        }
        let drawn = self.lines().into_iter().flat_map(|line| line.points);
        let nearest = drawn.min_by(|a, b| a.distance_squared(p).total_cmp(&b.distance_squared(p)))?;
        self.towards(nearest)
    }

    fn lines(&self) -> Vec<Line> {
        contour::lines(self.reach, |p| self.formula.value(p))
    }
}

impl Kind for Implicit {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Origin", "Runs on it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        vec![self.scale(ends).unwrap_or(1.0)]
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        let height = self.formula.height(self.place(ends));
        let bend = height.second.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        // Where the slope grows without bound, the scale would vanish, and C with it, even off the curve.
        let is_smooth = height.gradient.length() > SMOOTH * bend;
        if let Some(scale) = self.scale(ends).filter(|_| is_smooth) {
            memory[0] = scale;
        }
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        if self.formula.mistake().is_some() {
            return;
        }
        let f = self.formula.height(self.place(ends));
        let height = Height {
            value: memory[0] * f.value,
            gradient: memory[0] * f.gradient,
            second: f.second.map(|it| memory[0] * it),
        };
        level_set::row(&mut rows[0], ends, self.axis, height);
    }

    fn lost(&self, ends: &[EndPorts], _time: f64, _memory: &[f64]) -> Option<String> {
        let f = self.formula.height(self.place(ends));
        (!f.value.is_finite() || !f.gradient.is_finite()).then(|| {
            "its curve ends there, for beyond that the formula has no value; hold it before it gets there, or give a curve that goes on"
                .to_owned()
        })
    }

    // Shifted so that it goes through the bead.
    fn fit(&mut self, ends: &[EndPorts]) {
        let p = self.place(ends);
        if let Some(found) = self.nearest(p)
            && found.distance(p) > ON * (self.reach + p.length())
        {
            self.x0 += p.x - found.x;
            self.y0 += p.y - found.y;
        }
        let p = self.place(ends);
        self.reach = self.reach.max(1.1 * p.abs().max_element());
    }

    fn problem(&self) -> Option<String> {
        let text = shortened(self.formula.text());
        if let Some(mistake) = self.formula.mistake() {
            return Some(format!("its formula {text:?} is wrong {mistake}"));
        }
        let (what, p, or) = match curve_defect::find(&self.lines(), self.reach, |p| self.formula.height(p))? {
            CurveDefect::Jump(p) => ("breaks off", p, ""),
            CurveDefect::Corner(p) => ("has a corner", p, " or turns too sharply to be told from one"),
        };
        Some(format!(
            "its formula {text:?} {what} at ({:.3}, {:.3}){or}, where a bead could not go on; write it so that it is smooth, \
             or draw it to less",
            p.x, p.y
        ))
    }

    fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        if self.formula.mistake().is_some() {
            return None;
        }
        let p = self.place(ends);
        let height = self.formula.height(p);
        let at = format!("at ({}, {}), where its bead is", p.x, p.y);
        let bend = height.second.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if !(height.value.is_finite() && height.gradient.is_finite() && bend.is_finite()) {
            return Some(format!(
                "its formula is not smooth {at}; move the bead, or write it so that it has a value and slopes there"
            ));
        }
        (height.gradient.length() <= FLAT * bend * 1e-3 || height.gradient == Vec2::ZERO).then(|| {
            format!("its formula is flat {at}: a curve has no direction there; move the bead, or write it without a square")
        })
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let origin = Vec2::new(self.x0, self.y0);
        let wire = |line: Line| Glyph::Wire {
            points: line
                .points
                .iter()
                .map(|p| level_set::world(ends, self.axis, origin + *p))
                .collect(),
            closed: line.closed,
            stuff: Stuff::Steel,
        };
        self.lines().into_iter().map(wire).collect()
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[
                    (0.0, 0.0),
                    (2.2, -2.2),
                    (4.6, -3.4),
                    (6.4, -2.4),
                    (7.0, 0.0),
                    (6.4, 2.4),
                    (4.6, 3.4),
                    (2.2, 2.2),
                    (0.0, 0.0),
                    (-2.2, -2.2),
                    (-4.6, -3.4),
                    (-6.4, -2.4),
                    (-7.0, 0.0),
                    (-6.4, 2.4),
                    (-4.6, 3.4),
                    (-2.2, 2.2),
                    (0.0, 0.0),
                ],
                &[(-1.2, 5.8), (1.2, 5.8)],
                &[(-1.2, 7.2), (1.2, 7.2)],
            ],
            dots: &[(4.6, -3.4, 1.9)],
            rings: &[],
        })
    }
}
