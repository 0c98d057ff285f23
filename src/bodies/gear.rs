//! A toothed wheel with involute teeth, drawn to its module.
//!
//! ```text
//! pitch radius r = m z/2,  tip r + m,  root r - 1.25 m,  base circle rb = r cos 20°
//! half tooth at radius rho = pi/(2 z) + inv(20°) - inv(acos(rb/rho)),   inv(x) = tan x - x
//! ```
//! Wheels of one module mesh where their pitch circles touch. A tooth points along its own x.

use std::f64::consts::{PI, TAU};

use serde::{Deserialize, Serialize};

use super::{Body, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Vec2, unit};
use crate::parameter::{parameters, shortest_decimal};

/// Pressure angle: 20°.
pub(super) const PRESSURE: f64 = PI / 9.0;

/// A wheel with teeth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Number of teeth.
    pub teeth: f64,
    /// Pitch diameter over teeth (m).
    pub module: f64,
}

impl Default for Gear {
    fn default() -> Self {
        Self {
            teeth: 16.0,
            module: 0.05,
        }
    }
}

parameters!(Gear {
    "teeth" teeth: "Teeth", Count, 5.0..=400.0;
    "module" module: "Module", Metre, 1e-4..=1e2;
});

/// Fewest teeth of a wheel.
const LEAST_TEETH: f64 = 5.0;

/// Most teeth of a wheel or a rack: a larger number is refused, and drawn as this one until then.
pub(super) const MOST_TEETH: f64 = 400.0;

impl Gear {
    /// Teeth below which a wheel runs roughly and its flanks are undercut: only the user may give it fewer.
    pub const FEW: f64 = 12.0;

    fn radius(&self) -> f64 {
        0.5 * self.module * self.teeth
    }

    /// Number of teeth for a radius that would have few teeth at the module of this wheel: the fewest that run well, at a usual module.
    fn teeth_of_small(radius: f64) -> f64 {
        let is_usual = |teeth: &f64| {
            let module = 2.0 * radius / teeth;
            let digits = module / libm::pow(10.0, libm::floor(libm::log10(module) + 1e-9));
            USUAL_MODULES.iter().any(|it| (digits - it).abs() < 1e-9 * it)
        };
        let mut counts = (0..=Self::FEW as u32).map(|more| Self::FEW + f64::from(more));
        counts.find(is_usual).unwrap_or(Self::FEW)
    }
}

/// Leading digits of usual modules.
const USUAL_MODULES: [f64; 10] = [1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];

/// Half the angle of a tooth (rad) at a radius of a wheel of `z` teeth and pitch radius `r` (m).
pub(super) fn half_tooth(z: f64, r: f64, radius: f64) -> f64 {
    let base = r * libm::cos(PRESSURE);
    let lean = inv(libm::acos((base / radius).min(1.0)));
    (PI / (2.0 * z) + inv(PRESSURE) - lean).max(0.04 * PI / z)
}

fn inv(x: f64) -> f64 {
    libm::tan(x) - x
}

impl Body for Gear {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let mut points = vec![SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        }];
        points.extend((0..4).map(|k| SnapPoint {
            at: 0.6 * self.radius() * unit(f64::from(k) * TAU / 4.0),
            name: "hole",
        }));
        points
    }
    fn outline(&self) -> Outline {
        let (r, m, z) = (self.radius(), self.module, self.teeth.min(MOST_TEETH));
        let base = r * libm::cos(PRESSURE);
        let (root, tip) = (r - 1.25 * m, r + m);
        let half = |rho: f64| half_tooth(z, r, rho);
        // Radius and half the angle of a tooth: from the root along the flank to the tip.
        let start = root.max(base);
        let mut flank = vec![(root, half(start) + 0.02 * PI / z)];
        flank.extend((0..4).map(|k| {
            let rho = start + (tip - start) * f64::from(k) / 3.0;
            (rho, half(rho))
        }));
        let mut corners = Vec::new();
        for tooth in 0..(z as u32) {
            let middle = f64::from(tooth) * TAU / z;
            corners.extend(flank.iter().map(|(rho, half)| *rho * unit(middle - half)));
            corners.extend(flank.iter().rev().map(|(rho, half)| *rho * unit(middle + half)));
        }
        Outline::Polygon(corners)
    }
    fn pitch_radius(&self) -> Option<f64> {
        Some(self.radius())
    }
    fn teeth(&self) -> Option<u32> {
        Some(self.teeth as u32)
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[
                (4.7, -1.3),
                (6.9, -1.0),
                (6.9, 1.0),
                (4.7, 1.3),
                (4.2, 2.5),
                (5.6, 4.2),
                (4.2, 5.6),
                (2.5, 4.2),
                (1.3, 4.7),
                (1.0, 6.9),
                (-1.0, 6.9),
                (-1.3, 4.7),
                (-2.5, 4.2),
                (-4.2, 5.6),
                (-5.6, 4.2),
                (-4.2, 2.5),
                (-4.7, 1.3),
                (-6.9, 1.0),
                (-6.9, -1.0),
                (-4.7, -1.3),
                (-4.2, -2.5),
                (-5.6, -4.2),
                (-4.2, -5.6),
                (-2.5, -4.2),
                (-1.3, -4.7),
                (-1.0, -6.9),
                (1.0, -6.9),
                (1.3, -4.7),
                (2.5, -4.2),
                (4.2, -5.6),
                (5.6, -4.2),
                (4.2, -2.5),
                (4.7, -1.3),
            ]],
            dots: &[(0.0, 0.0, 1.6)],
            ..Sketch::default()
        })
    }
    fn sized_by_drag(&self, drag: Vec2) -> Shape {
        let teeth = (2.0 * drag.length() / self.module).round();
        let teeth = teeth.clamp(LEAST_TEETH, MOST_TEETH);
        Shape::Gear(Gear {
            teeth,
            module: self.module,
        })
    }
    fn of_radius(&self, radius: f64) -> Option<Shape> {
        let teeth = (2.0 * radius / self.module).round();
        let teeth = if teeth < Self::FEW.min(self.teeth) {
            Self::teeth_of_small(radius)
        } else {
            teeth.min(MOST_TEETH)
        };
        let module = shortest_decimal(2.0 * radius / teeth);
        (module > 0.0).then_some(Shape::Gear(Gear { teeth, module }))
    }
    fn of_pitch_radius(&self, radius: f64) -> Option<Shape> {
        self.of_radius(radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_radius_that_is_given_is_kept_to_the_digit() {
        for radius in [0.1, 0.12, 0.3, 0.0625, 1.0 / 3.0, 30.0] {
            let Some(Shape::Gear(gear)) = Gear::default().of_radius(radius) else {
                unreachable!()
            };
            assert!((gear.radius() - radius).abs() <= 4.0 * f64::EPSILON * radius);
            assert!(gear.teeth >= LEAST_TEETH && gear.teeth <= MOST_TEETH && gear.teeth.fract() == 0.0);
        }
        let teeth = |radius: f64| match Gear::default().of_radius(radius) {
            Some(Shape::Gear(gear)) => gear.teeth,
            _ => 0.0,
        };
        // Modules of 12.5, 20 and 25 mm; no usual module; the module of the wheel itself.
        let radii = [0.1, 0.12, 0.15, 0.0777, 0.3, 0.31];
        assert_eq!(radii.map(teeth), [16.0, 12.0, 12.0, 12.0, 12.0, 12.0]);
        assert_eq!(Gear::default().of_radius(0.0), None);
        let few = Gear {
            teeth: 7.0,
            module: 0.01,
        };
        assert_eq!(few.of_radius(0.035), Some(Shape::Gear(few.clone())));
    }

    /// At the pitch circle a tooth is as wide as a gap, and the area is about that of a plain disk of the pitch radius.
    #[test]
    fn teeth_are_drawn_to_module() {
        for teeth in [8.0, 16.0, 60.0] {
            let gear = Gear { teeth, module: 0.05 };
            let Outline::Polygon(corners) = gear.outline() else {
                unreachable!()
            };
            let reach = corners.iter().fold(0.0_f64, |r, p| r.max(p.length()));
            assert!((reach - gear.radius() - 0.05).abs() < 1e-12);
            let pitch = Outline::Polygon(corners);
            let r = gear.radius();
            assert!(pitch.distance(r * unit(0.0)) < 0.0, "a tooth along x");
            assert!(pitch.distance(r * unit(PI / teeth)) > 0.0, "and a gap beside it");
            let inside = (0..4000)
                .filter(|k| pitch.distance(r * unit(f64::from(*k) * TAU / 4000.0)) < 0.0)
                .count();
            assert!((inside as f64 / 4000.0 - 0.5).abs() < 0.03, "{teeth}: {inside}");
            let (area, _) = gear.area_moments();
            assert!((area / (PI * r * r) - 1.0).abs() < 0.12, "{teeth}: {area}");
        }
    }
}
