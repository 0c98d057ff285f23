//! Range and dead points of a crank, shown on the canvas for a selected motor.

use std::f64::consts::PI;

use crate::constraints::ConstraintKind;
use crate::kinematics::Range;

use super::Editor;
use super::feedback::CrankRange;
use super::linkage::{Driven, Linkage};

/// Angles that differ by less count as equal (rad): a dead point is the arc cosine of a ratio, which near 1 loses half of the digits.
const ANGLE_TOLERANCE: f64 = 1e-6;

impl Editor {
    /// Crank ranges of the selected motors, while the machine is at its start.
    pub(super) fn crank_ranges(&self) -> Vec<CrankRange> {
        let motors = self.selection.ids().iter().filter(|_| self.run.at_start());
        let motors = motors.filter_map(|id| self.scene.constraint(*id));
        motors
            .filter(|it| matches!(it.kind, ConstraintKind::Motor(_)))
            .filter_map(|motor| Some(self.linkage_driven_by(motor)?.crank_range()))
            .collect()
    }
}

impl Driven {
    fn crank_range(&self) -> CrankRange {
        let [zero, turned] = self.angles;
        let (radius, range, toggles, mirrored): (_, _, _, fn(f64) -> f64) = match &self.linkage {
            Linkage::FourBar(it) => (it.crank, it.range(), it.toggles(), |theta| -theta),
            Linkage::SliderCrank(it, _) => (it.crank, it.range(), it.toggles(), |theta| PI - theta),
        };
        // The crank swings on one of two symmetric sides; the mirrored range is used where it is on the other.
        let range = match range {
            Range::Between(from, to) if !range.contains(turned - zero) => {
                Range::Between(mirrored(to), mirrored(from))
            }
            _ => range,
        };
        // A crank that turns fully stays in its branch; one that swings passes into the other branch at a dead point.
        let branches: &[bool] = match range {
            Range::Full => &[self.positive],
            _ => &[true, false],
        };
        let toggles = toggles.into_iter().flatten();
        let toggles = toggles.flat_map(|theta| {
            let branch = |positive: &bool| if *positive { theta } else { mirrored(theta) };
            branches.iter().map(branch).collect::<Vec<_>>()
        });
        let toggles = toggles.filter(|theta| range.contains(*theta));
        // Where a dead point has the crank in line with the frame, all four bars are in line (change point).
        let is_four_bar = matches!(self.linkage, Linkage::FourBar(_));
        let (change_points, toggles): (Vec<f64>, Vec<f64>) =
            toggles.partition(|theta| is_four_bar && theta.sin().abs() < ANGLE_TOLERANCE);
        let in_world = |angles: Vec<f64>| angles.iter().map(|theta| zero + theta).collect();
        CrankRange {
            center: self.center,
            radius,
            range: match range {
                Range::Between(from, to) => Range::Between(zero + from, zero + to),
                _ => range,
            },
            toggles: in_world(toggles),
            change_points: in_world(change_points),
        }
    }
}
