//! A straight rack: trapezoid teeth of the same module as the wheels that run on it.
//!
//! ```text
//! pitch pi m,  teeth m above the pitch line and 1.25 m below it,  flanks at 20°
//! ```
//! The pitch line lies along its own x, `height` above its back; a gap is over its centre.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::gear::{MOST_TEETH, PRESSURE};
use super::outline::moments;
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::Vec2;
use crate::parameter::parameters;

/// A bar with teeth on its upper side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rack {
    /// Number of teeth.
    pub teeth: f64,
    /// Pitch over pi (m).
    pub module: f64,
    /// Height of the pitch line above the back (m).
    pub height: f64,
}

impl Default for Rack {
    fn default() -> Self {
        Self {
            teeth: 12.0,
            module: 0.05,
            height: 0.14,
        }
    }
}

parameters!(Rack {
    "teeth" teeth: "Teeth", Count, 2.0..=400.0;
    "module" module: "Module", Metre, 1e-4..=1e2;
    "height" height: "Back to pitch line", Metre, 1e-3..=1e3;
});

impl Rack {
    /// Its corners, with the middle of the pitch line at the origin.
    fn corners(&self) -> Vec<Vec2> {
        let (m, pitch) = (self.module, PI * self.module);
        let slope = libm::tan(PRESSURE);
        let depth = (1.25 * m).min(0.9 * self.height);
        let end = 0.5 * self.teeth * pitch;
        let mut corners = vec![
            Vec2::new(-end, -self.height),
            Vec2::new(end, -self.height),
            Vec2::new(end, -depth),
        ];
        // From right to left, so that the whole runs counter-clockwise.
        for k in 0..self.teeth.min(MOST_TEETH) as u32 {
            let middle = end - (f64::from(k) + 0.5) * pitch;
            let half = |y: f64| pitch / 4.0 - y * slope;
            for (side, y) in [(1.0, -depth), (1.0, m), (-1.0, m), (-1.0, -depth)] {
                corners.push(Vec2::new(middle + side * half(y), y));
            }
        }
        corners.push(Vec2::new(-end, -depth));
        corners
    }

    /// Position of its centre of mass, from the middle of the pitch line (m).
    fn centre(&self) -> Vec2 {
        moments(&self.corners()).1
    }
}

impl Body for Rack {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let (centre, end) = (self.centre(), 0.5 * self.teeth * PI * self.module);
        let at = |x: f64, y: f64, name| SnapPoint {
            at: Vec2::new(x, y) - centre,
            name,
        };
        vec![
            at(centre.x, centre.y, "centre"),
            at(0.0, 0.0, "pitch line"),
            at(-end, -0.5 * self.height, "end"),
            at(end, -0.5 * self.height, "end"),
        ]
    }
    fn outline(&self) -> Outline {
        let centre = self.centre();
        Outline::Polygon(self.corners().into_iter().map(|p| p - centre).collect())
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (-7.5, 4.5),
                (-7.5, 0.5),
                (-6.6, -3.5),
                (-5.3, -3.5),
                (-4.4, 0.5),
                (-3.8, 0.5),
                (-2.9, -3.5),
                (-1.5, -3.5),
                (-0.6, 0.5),
                (0.0, 0.5),
                (0.9, -3.5),
                (2.2, -3.5),
                (3.1, 0.5),
                (3.8, 0.5),
                (4.7, -3.5),
                (6.0, -3.5),
                (6.8, 0.5),
                (7.5, 0.5),
                (7.5, 4.5),
                (-7.5, 4.5),
            ]],
            dots: &[],
            ..Sketch::default()
        })
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        let pitch = PI * self.module;
        Shape::Rack(Rack {
            teeth: (drag.x.abs() / pitch).round().clamp(2.0, 400.0),
            height: drag.y.abs().clamp(2.0 * self.module, 1e3),
            module: self.module,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_outline_is_about_its_centre_of_mass_and_has_its_teeth() {
        let rack = Rack::default();
        let Outline::Polygon(corners) = rack.outline() else {
            unreachable!()
        };
        let (area, centroid, _) = moments(&corners);
        assert!(area > 0.0 && centroid.length() < 1e-12);
        let outline = rack.outline();
        let line = -rack.centre().y;
        let teeth = (0..1200)
            .map(|k| -1.0 + f64::from(k) / 600.0)
            .map(|x| outline.distance(Vec2::new(x, line + 0.4 * rack.module)) < 0.0)
            .collect::<Vec<_>>();
        let rising = teeth.windows(2).filter(|pair| !pair[0] && pair[1]).count();
        assert_eq!(rising, 12);
    }
}
