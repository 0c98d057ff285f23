//! Four-bar linkage in closed form: range of the crank, toggle positions, transmission angle, Grashof's rule.
//!
//! ```text
//! crank a, coupler b, rocker c, frame d;  theta from the frame to the crank
//! f² = a² + d² - 2 a d cos theta             f from the crank pin to the ground pivot of the rocker
//! |b - c| <= f <= b + c                      reachable; equal at a dead point
//! cos mu = (b² + c² - f²) / (2 b c)          transmission angle, between coupler and rocker
//! ```
//! Hartenberg and Denavit, Kinematic Synthesis of Linkages (1964), chapters 3 and 6.

use std::f64::consts::{PI, TAU};

use super::Range;

/// The lengths of a four-bar (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourBar {
    /// From the driven ground pivot to the crank pin.
    pub crank: f64,
    /// From the crank pin to the joint of coupler and rocker.
    pub coupler: f64,
    /// From the joint of coupler and rocker to the other ground pivot.
    pub rocker: f64,
    /// Between the ground pivots.
    pub frame: f64,
}

/// Class of a four-bar by Grashof's rule: which links rotate fully.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grashof {
    /// The crank rotates, the rocker swings.
    CrankRocker,
    /// Crank and rocker both rotate (drag link).
    DoubleCrank,
    /// The rocker rotates, the crank swings.
    RockerCrank,
    /// Crank and rocker swing, the coupler rotates.
    DoubleRocker,
    /// No link rotates fully.
    TripleRocker,
    /// All four links lie in one line in some pose.
    ChangePoint,
}

impl Grashof {
    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Grashof::CrankRocker => "crank-rocker",
            Grashof::DoubleCrank => "double crank (drag link)",
            Grashof::RockerCrank => "rocker-crank",
            Grashof::DoubleRocker => "double rocker",
            Grashof::TripleRocker => "triple rocker",
            Grashof::ChangePoint => "change point",
        }
    }

    /// Whether Grashof's rule is met (the sum of the shortest and the longest length is less than that of the other two), in words.
    pub fn rule(self) -> &'static str {
        match self {
            Grashof::TripleRocker => "not met",
            Grashof::ChangePoint => "met as equality",
            _ => "met",
        }
    }
}

/// Lengths that differ by less than this fraction of their sum count as equal.
const EQUAL: f64 = 1e-12;

impl FourBar {
    fn lengths(&self) -> [f64; 4] {
        [self.crank, self.coupler, self.rocker, self.frame]
    }

    /// Whether the linkage can be assembled in some pose: no length exceeds the sum of the others.
    pub fn closes(&self) -> bool {
        let sum: f64 = self.lengths().iter().sum();
        self.lengths()
            .iter()
            .all(|length| 2.0 * length <= sum * (1.0 + EQUAL))
    }

    /// Class by Grashof's rule.
    pub fn class(&self) -> Grashof {
        let lengths = self.lengths();
        let sum: f64 = lengths.iter().sum();
        let shortest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let spare = sum - 2.0 * (shortest + longest);
        if spare.abs() <= EQUAL * sum {
            Grashof::ChangePoint
        } else if spare < 0.0 {
            Grashof::TripleRocker
        } else if self.crank == shortest {
            Grashof::CrankRocker
        } else if self.frame == shortest {
            Grashof::DoubleCrank
        } else if self.rocker == shortest {
            Grashof::RockerCrank
        } else {
            Grashof::DoubleRocker
        }
    }

    /// Cosine of the crank's angle at which the crank pin is at distance `f` from the ground pivot of the rocker.
    fn cosine_at(&self, f: f64) -> f64 {
        (self.crank * self.crank + self.frame * self.frame - f * f) / (2.0 * self.crank * self.frame)
    }

    /// Range of the crank's angle from the frame, counterclockwise. A range between two dead points on one side of the frame
    /// has a mirror image on the other side.
    pub fn range(&self) -> Range {
        if !self.closes() {
            return Range::None;
        }
        let nearest = self.cosine_at((self.coupler - self.rocker).abs());
        let farthest = self.cosine_at(self.coupler + self.rocker);
        let passes_inside = nearest >= 1.0 - EQUAL;
        let passes_outside = farthest <= -1.0 + EQUAL;
        match (passes_inside, passes_outside) {
            (true, true) => Range::Full,
            (true, false) => Range::Between(-farthest.min(1.0).acos(), farthest.min(1.0).acos()),
            (false, true) => Range::Between(nearest.acos(), TAU - nearest.acos()),
            (false, false) => Range::Between(nearest.acos(), farthest.acos()),
        }
    }

    /// Toggle positions: crank angles at which crank and coupler are in line, stretched and folded, and the rocker reverses. They are
    /// those with the joint of coupler and rocker on the left of the line between the ground pivots; on its right the angles are negative.
    ///
    /// ```text
    /// r = a + b, a - b          from the crank's ground pivot to the joint of coupler and rocker, along the crank
    /// c² = r² + d² - 2 r d cos theta
    /// ```
    pub fn toggles(&self) -> [Option<f64>; 2] {
        let (a, b, c, d) = (self.crank, self.coupler, self.rocker, self.frame);
        [a + b, a - b].map(|r| {
            let cosine = (r * r + d * d - c * c) / (2.0 * r * d);
            (cosine.abs() <= 1.0 + EQUAL).then(|| cosine.clamp(-1.0, 1.0).acos().copysign(r))
        })
    }

    /// Distance from the crank pin to the ground pivot of the rocker at a crank angle (m).
    fn reach(&self, theta: f64) -> f64 {
        let (a, d) = (self.crank, self.frame);
        (a * a + d * d - 2.0 * a * d * theta.cos()).max(0.0).sqrt()
    }

    /// The transmission angle at a crank angle (rad, 0 to pi); `None` outside the crank's range.
    pub fn transmission(&self, theta: f64) -> Option<f64> {
        let (b, c, f) = (self.coupler, self.rocker, self.reach(theta));
        let cosine = (b * b + c * c - f * f) / (2.0 * b * c);
        (cosine.abs() <= 1.0 + EQUAL).then(|| cosine.clamp(-1.0, 1.0).acos())
    }

    /// The least and the greatest transmission angle over the crank's range (rad).
    pub fn transmission_range(&self) -> Option<(f64, f64)> {
        let (least, most) = match self.range() {
            Range::None => return None,
            Range::Full => (0.0, PI),
            Range::Between(from, to) if from < 0.0 => (0.0, to),
            Range::Between(from, to) => (from, to.min(PI)),
        };
        let angle = |theta: f64| {
            let (b, c, f) = (self.coupler, self.rocker, self.reach(theta));
            ((b * b + c * c - f * f) / (2.0 * b * c)).clamp(-1.0, 1.0).acos()
        };
        Some((angle(least), angle(most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four_bar(crank: f64, coupler: f64, rocker: f64, frame: f64) -> FourBar {
        FourBar {
            crank,
            coupler,
            rocker,
            frame,
        }
    }

    #[test]
    fn classes_are_those_of_grashof() {
        for (lengths, class) in [
            ([1.0, 3.0, 3.0, 4.0], Grashof::CrankRocker),
            ([3.0, 3.0, 4.0, 1.0], Grashof::DoubleCrank),
            ([3.0, 4.0, 1.0, 3.0], Grashof::RockerCrank),
            ([3.0, 1.0, 3.0, 4.0], Grashof::DoubleRocker),
            ([2.0, 2.5, 2.5, 4.0], Grashof::TripleRocker),
            ([1.0, 2.0, 1.0, 2.0], Grashof::ChangePoint),
        ] {
            let [a, b, c, d] = lengths;
            assert_eq!(four_bar(a, b, c, d).class(), class, "{lengths:?}");
        }
    }

    /// Just within the boundary the crank rotates fully, just beyond it does not.
    #[test]
    fn the_boundary_of_grashof_is_where_the_crank_stops_going_round() {
        let most = 1.1 + 0.9 - 1.2;
        for slack in [1e-9, 1e-7, 1e-3] {
            assert_eq!(four_bar(most - slack, 1.1, 0.9, 1.2).range(), Range::Full);
            let range = four_bar(most + slack, 1.1, 0.9, 1.2).range();
            assert!(matches!(range, Range::Between(..)), "{slack}: {range:?}");
        }
        assert_eq!(four_bar(4.0, 1.0, 1.0, 1.0).range(), Range::None);
    }

    /// At a dead point coupler and rocker lie in one line: the distance from the crank pin to the ground pivot of the rocker is the sum
    /// of both lengths, or their difference.
    #[test]
    fn dead_points_put_coupler_and_rocker_in_line() {
        let mut checked = 0;
        for k in 0..2000 {
            let part = |n: usize| 0.3 + (k * n % 97) as f64 / 60.0;
            let it = four_bar(part(7), part(13), part(29), part(41));
            let Range::Between(from, to) = it.range() else {
                continue;
            };
            for theta in [from, to] {
                let at = it.crank * crate::math::unit(theta);
                let f = at.distance(crate::math::Vec2::new(it.frame, 0.0));
                let off = (f - it.coupler - it.rocker)
                    .abs()
                    .min((f - (it.coupler - it.rocker).abs()).abs());
                // Where the crank lies along the frame, distance and angle determine each other poorly.
                let slope = (it.crank * it.frame * theta.sin() / f).abs();
                assert!(off <= 1e-9 * slope.max(1e-6), "{it:?} at {theta}: {off}");
                checked += 1;
            }
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn the_transmission_angle_is_that_between_coupler_and_rocker() {
        // Textbook values for lengths 1, 3, 3, 4: f = 3 at theta = 0, f = 5 at theta = pi.
        let it = four_bar(1.0, 3.0, 3.0, 4.0);
        let (least, most) = it.transmission_range().unwrap_or_default();
        assert!((least.to_degrees() - 60.0).abs() < 1e-9, "{}", least.to_degrees());
        assert!((most - 2.0 * (5.0f64 / 6.0).asin()).abs() < 1e-12);
        let dead = four_bar(2.0, 2.5, 2.5, 4.0);
        let (_, most) = dead.transmission_range().unwrap_or_default();
        assert!((most - PI).abs() < 1e-7, "in line at the dead point");
        assert_eq!(dead.transmission(PI), None, "where it does not go there is none");
    }

    #[test]
    fn at_a_toggle_the_rocker_turns_back() {
        let it = four_bar(0.4, 1.1, 0.9, 1.2);
        // The rocker's angle, with the joint of coupler and rocker on the left.
        let rocker = |theta: f64| {
            let knee = (0.4 * theta.cos(), 0.4 * theta.sin());
            let (x, y) = (it.frame - knee.0, -knee.1);
            let f = x.hypot(y);
            let at_knee = ((1.1_f64.powi(2) + f * f - 0.9_f64.powi(2)) / (2.2 * f)).acos();
            let direction = y.atan2(x) + at_knee;
            (knee.1 + 1.1 * direction.sin()).atan2(knee.0 + 1.1 * direction.cos() - it.frame)
        };
        for theta in it.toggles() {
            let theta = theta.unwrap_or(f64::NAN);
            let rate = (rocker(theta + 1e-5) - rocker(theta - 1e-5)) / 2e-5;
            assert!(rate.abs() < 1e-8, "{theta}: {rate}");
        }
        assert_eq!(
            four_bar(3.0, 3.0, 4.0, 1.0).toggles(),
            [None, None],
            "a drag link goes on"
        );
    }
}
