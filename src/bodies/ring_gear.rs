//! A ring with teeth inwards, in which wheels of the same module run.
//!
//! ```text
//! pitch radius r = m z/2,  teeth in to r - m,  gaps out to r + 1.25 m,  rim beyond them
//! a gap has the shape of the tooth that runs in it: half its angle is [`super::gear::half_tooth`]
//! ```
//! A tooth points inwards along its own x.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::gear::{MOST_TEETH, PRESSURE, half_tooth};
use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Vec2, unit};
use crate::parameter::{parameters, shortest_decimal};

/// A ring with teeth inwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RingGear {
    /// Number of teeth.
    pub teeth: f64,
    /// Pitch diameter over teeth (m).
    pub module: f64,
    /// From the ground of its gaps to its outer circle (m).
    pub rim: f64,
}

impl Default for RingGear {
    fn default() -> Self {
        Self {
            teeth: 40.0,
            module: 0.05,
            rim: 0.08,
        }
    }
}

parameters!(RingGear {
    "teeth" teeth: "Teeth", Count, 12.0..=400.0;
    "module" module: "Module", Metre, 1e-4..=1e2;
    "rim" rim: "Rim", Metre, 1e-4..=1e3;
});

impl RingGear {
    fn radius(&self) -> f64 {
        0.5 * self.module * self.teeth
    }
    fn outside(&self) -> f64 {
        self.radius() + 1.25 * self.module + self.rim
    }
    /// The ring gear with the number of teeth nearest to this pitch radius (m) at its module, and with the module (m) that `module` gives for that
    /// number; `None` where that is not positive.
    fn of_pitch(&self, radius: f64, module: impl Fn(f64) -> f64) -> Option<Shape> {
        let teeth = (2.0 * radius / self.module).round().clamp(12.0, MOST_TEETH);
        let module = shortest_decimal(module(teeth));
        (module > 0.0).then(|| {
            Shape::RingGear(Self {
                teeth,
                module,
                ..self.clone()
            })
        })
    }
}

impl Body for RingGear {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let mut points = vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }];
        let middle = self.outside() - 0.5 * self.rim;
        points.extend((0..4).map(|k| SnapPoint {
            at: middle * unit(f64::from(k) * TAU / 4.0),
            name: "rim",
        }));
        points
    }
    fn outline(&self) -> Outline {
        let (r, m, z) = (self.radius(), self.module, self.teeth.min(MOST_TEETH));
        let (tip, root) = (r - m, r + 1.25 * m);
        let start = tip.max(r * libm::cos(PRESSURE));
        // Radius and half the angle of a gap: from the tips of the teeth along the flank to the ground of the gap.
        let flank = (0..5).map(|k| {
            let rho = start + (root - start) * f64::from(k) / 4.0;
            (rho, half_tooth(z, r, rho))
        });
        let flank: Vec<(f64, f64)> = std::iter::once((tip, half_tooth(z, r, start)))
            .chain(flank)
            .collect();
        let mut inner = Vec::new();
        for gap in 0..(z as u32) {
            let middle = (f64::from(gap) + 0.5) * TAU / z;
            inner.extend(flank.iter().map(|(rho, half)| *rho * unit(middle - half)));
            inner.extend(flank.iter().rev().map(|(rho, half)| *rho * unit(middle + half)));
        }
        Outline::Ring {
            radius: self.outside(),
            inner,
        }
    }
    fn pitch_radius(&self) -> Option<f64> {
        Some(self.radius())
    }
    fn teeth(&self) -> Option<u32> {
        Some(self.teeth as u32)
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(5.0, -0.8), (3.4, -0.5), (3.4, 0.5), (5.0, 0.8)],
                &[(-5.0, -0.8), (-3.4, -0.5), (-3.4, 0.5), (-5.0, 0.8)],
                &[(-0.8, 5.0), (-0.5, 3.4), (0.5, 3.4), (0.8, 5.0)],
                &[(-0.8, -5.0), (-0.5, -3.4), (0.5, -3.4), (0.8, -5.0)],
                &[(4.1, 3.0), (2.8, 2.1), (2.1, 2.8), (3.0, 4.1)],
                &[(-4.1, 3.0), (-2.8, 2.1), (-2.1, 2.8), (-3.0, 4.1)],
                &[(4.1, -3.0), (2.8, -2.1), (2.1, -2.8), (3.0, -4.1)],
                &[(-4.1, -3.0), (-2.8, -2.1), (-2.1, -2.8), (-3.0, -4.1)],
            ],
            dots: &[],
            rings: &[(0.0, 0.0, 7.2), (0.0, 0.0, 5.1)],
        })
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        let pitch = drag.length() - self.rim - 1.25 * self.module;
        Shape::RingGear(Self {
            teeth: (2.0 * pitch / self.module).round().clamp(12.0, 400.0),
            ..self.clone()
        })
    }
    fn of_pitch_radius(&self, radius: f64) -> Option<Shape> {
        self.of_pitch(radius, |teeth| 2.0 * radius / teeth)
    }
    // The radius is that of its outer circle.
    fn of_radius(&self, radius: f64) -> Option<Shape> {
        let room = radius - self.rim;
        self.of_pitch(room - 1.25 * self.module, |teeth| room / (0.5 * teeth + 1.25))
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::super::Gear;
    use super::*;

    /// A wheel of the same module fits in: no part of it reaches into the ring's teeth.
    #[test]
    fn a_wheel_of_its_module_fits_inside() {
        let ring = RingGear::default();
        let Outline::Polygon(corners) = (Gear {
            teeth: 14.0,
            module: ring.module,
        })
        .outline() else {
            unreachable!()
        };
        let outline = ring.outline();
        let apart = ring.radius() - 7.0 * ring.module;
        // A gap of the wheel faces a tooth of the ring on the line of centres, and at any angle as the wheel rolls on.
        for k in 0..12 {
            let turned = f64::from(k) * 0.05;
            let own = PI / 14.0 + turned - turned * ring.teeth / 14.0;
            let centre = apart * unit(turned);
            let deepest = corners
                .iter()
                .map(|p| outline.distance(centre + unit(own).rotate(*p)))
                .fold(f64::INFINITY, f64::min);
            assert!(deepest > -0.03 * ring.module, "{turned}: {deepest}");
        }
    }

    #[test]
    fn its_area_is_that_of_the_rim_and_its_teeth() {
        let ring = RingGear::default();
        let (area, second) = ring.area_moments();
        let (inside, outside) = (ring.radius() + 0.125 * ring.module, ring.outside());
        let plain = PI * (outside * outside - inside * inside);
        assert!((area / plain - 1.0).abs() < 0.05, "{area} {plain}");
        let plain = 0.5 * PI * (outside.powi(4) - inside.powi(4));
        assert!((second / plain - 1.0).abs() < 0.05);
    }
}
