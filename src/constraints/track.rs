//! ```text
//! C = signed distance of b from a closed curve on the frame of a        see [`super::spline`], [`super::level_set`]
//! lambda = force of the wire on b along its normal (N)
//! ```
//! The curve is drawn with the mouse. The place on it is kept in memory, so that where the curve comes near itself the bead does not change to the
//! other branch. Singular at the centre of curvature, where no point of the curve is nearest.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Exemption, Glyph, Kind, Law, Row, RowInfo, Sketch, Slot, Stuff, level_set, spline};
use crate::math::{Vec2, unit};
use crate::parameter::{Unit, parameters};

/// Most points of a drawn curve.
pub const MOST_POINTS: usize = 400;

/// A bead on a wire bent by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Track {
    /// The control points, in the frame of a about its point (m).
    pub points: Vec<Vec2>,
}

impl Default for Track {
    fn default() -> Self {
        let round = |k: i32| {
            let angle = f64::from(k) * std::f64::consts::TAU / 12.0;
            (0.8 + 0.2 * unit(2.0 * angle).x) * unit(angle)
        };
        Self {
            points: (0..12).map(round).collect(),
        }
    }
}

parameters!(Track {});

impl Track {
    /// The curve through the world as seen from its ends, as points of a closed line.
    pub(super) fn path(points: &[Vec2], ends: &[EndPorts]) -> Vec<Vec2> {
        if points.len() < 3 {
            return Vec::new();
        }
        let pieces = (480 / points.len()).clamp(2, 12);
        (0..points.len() * pieces)
            .map(|k| {
                let s = k as f64 / pieces as f64;
                level_set::world(ends, 0.0, spline::at(points, s)[0])
            })
            .collect()
    }

    /// What is wrong with control points, as a sentence.
    pub(super) fn problem_of(points: &[Vec2]) -> Option<String> {
        if points.len() < 4 || points.len() > MOST_POINTS {
            return Some(format!(
                "its curve has {} points; give 4 to {MOST_POINTS}",
                points.len()
            ));
        }
        if let Some(p) = points
            .iter()
            .find(|p| !p.is_finite() || p.abs().max_element() > 1e5)
        {
            return Some(format!(
                "its curve goes through ({}, {}); give numbers up to 1e5",
                p.x, p.y
            ));
        }
        let size = points
            .iter()
            .fold(0.0_f64, |size, p| size.max(p.distance(points[0])));
        if size < 1e-3 {
            return Some("its curve is a single point; draw it larger".to_owned());
        }
        spline::turns_back(points).map(|p| {
            format!(
                "its curve turns back on itself at ({:.3}, {:.3}), where a bead could not go on; draw it rounder",
                p.x, p.y
            )
        })
    }

    /// Moves the curve so that it goes through the bead.
    pub(super) fn shift_to(points: &mut [Vec2], ends: &[EndPorts]) {
        let p = level_set::local(ends, 0.0);
        let nearest = spline::at(points, spline::nearest(points, p))[0];
        if nearest.distance(p) > 1e-12 {
            points.iter_mut().for_each(|it| *it += p - nearest);
        }
    }
}

impl Kind for Track {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Fixed to", "Runs on it"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        vec![spline::nearest(&self.points, level_set::local(ends, 0.0))]
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        let s = spline::nearest_from(&self.points, level_set::local(ends, 0.0), memory[0]);
        memory[0] = s.rem_euclid(self.points.len() as f64);
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        let p = level_set::local(ends, 0.0);
        let s = spline::nearest_from(&self.points, p, memory[0]);
        level_set::row(&mut rows[0], ends, 0.0, spline::height(&self.points, p, s));
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        Self::shift_to(&mut self.points, ends);
    }

    fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        Some(&mut self.points)
    }

    fn problem(&self) -> Option<String> {
        Self::problem_of(&self.points)
    }

    fn exemptions(&self) -> &'static [Exemption] {
        &[(
            Law::Smoothness,
            "near the centre of curvature the nearest point of the curve jumps",
        )]
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        vec![Glyph::Wire {
            points: Self::path(&self.points, ends),
            closed: true,
            stuff: Stuff::Steel,
        }]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&OUTLINE],
            dots: &[(5.4, -3.2, 1.9)],
            rings: &[],
        })
    }
}

/// The wire of the icon, shared with the motor along it.
pub(super) const OUTLINE: [(f32, f32); 13] = [
    (-6.0, 0.0),
    (-5.4, -3.0),
    (-2.6, -4.6),
    (0.0, -3.2),
    (2.6, -2.2),
    (5.2, -3.4),
    (6.8, -1.0),
    (5.8, 2.6),
    (3.0, 4.8),
    (0.0, 3.6),
    (-2.6, 4.4),
    (-5.2, 3.0),
    (-6.0, 0.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Near the curve J and the second derivatives are those of the distance.
    #[test]
    fn the_distance_is_differentiated_near_the_curve() {
        let points = Track::default().points;
        for k in 0..60 {
            let s = 0.2 * f64::from(k);
            let [c, d, _] = spline::at(&points, s);
            let p = c + 0.05 * crate::math::perp(d).normalize();
            let at = |q: Vec2| spline::height(&points, q, spline::nearest_from(&points, q, s));
            let here = at(p);
            assert!((here.value - 0.05).abs() < 1e-9, "{}", here.value);
            let h = 1e-5;
            for (axis, [g0, g1]) in [
                (Vec2::X, [here.second[0], here.second[1]]),
                (Vec2::Y, [here.second[1], here.second[2]]),
            ] {
                let (before, after) = (at(p - h * axis), at(p + h * axis));
                let slope = (after.value - before.value) / (2.0 * h);
                assert!((slope - here.gradient.dot(axis)).abs() < 1e-7);
                let bend = (after.gradient - before.gradient) / (2.0 * h);
                assert!(
                    bend.distance(Vec2::new(g0, g1)) < 1e-4 * (1.0 + bend.length()),
                    "{s}"
                );
            }
        }
    }

    #[test]
    fn the_length_of_a_round_curve_is_that_of_a_circle() {
        let points: Vec<Vec2> = (0..40)
            .map(|k| unit(f64::from(k) * std::f64::consts::TAU / 40.0))
            .collect();
        let radius = spline::at(&points, 0.3)[0].length();
        let length = spline::length_to(&points, 40.0);
        assert!((length / (std::f64::consts::TAU * radius) - 1.0).abs() < 1e-5);
    }
}
