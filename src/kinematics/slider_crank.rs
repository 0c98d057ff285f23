//! Slider-crank in closed form: range of the crank, stroke, toggle positions, transmission angle.
//!
//! ```text
//! crank a, connecting rod b, rail at offset e from the ground pivot;  theta from the direction of the rail
//! a sin theta - e = b sin phi          phi, the inclination of the rod to the rail
//! |a sin theta - e| <= b               reachable; equal at a dead point
//! mu = pi/2 - |phi|                    transmission angle
//! s = a cos theta +- sqrt(b² - (a sin theta - e)²)
//! ```

use std::f64::consts::PI;

use super::Range;

/// Tolerance for rounding of a sine near one.
const EQUAL: f64 = 1e-12;

/// The lengths of a slider-crank (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SliderCrank {
    /// From the ground pivot to the crank pin.
    pub crank: f64,
    /// From the crank pin to the slider.
    pub rod: f64,
    /// Distance of the slider's line from the ground pivot, positive to the left of the rail's direction.
    pub offset: f64,
}

impl SliderCrank {
    /// Range of the crank's angle from the direction of the rail, counterclockwise.
    pub fn range(&self) -> Range {
        match self.range_left() {
            // A rail to the right is the mirror image.
            Range::Between(from, to) if self.offset < 0.0 => Range::Between(-to, -from),
            range => range,
        }
    }

    /// The range with the rail at the same distance to the left of the ground pivot.
    fn range_left(&self) -> Range {
        let (a, b, e) = (self.crank, self.rod, self.offset.abs());
        if a + b < e {
            Range::None
        } else if a + e <= b {
            Range::Full
        } else if e < b {
            // On the far side of the slider's line the crank pin may be beyond the reach of the rod.
            let highest = if a - e <= b { PI / 2.0 } else { asin((b + e) / a) };
            let lowest = asin((e - b) / a);
            if highest >= PI / 2.0 {
                Range::Between(lowest, PI - lowest)
            } else {
                Range::Between(lowest, highest)
            }
        } else {
            let lowest = asin((e - b) / a);
            let highest = if a <= b + e {
                PI - lowest
            } else {
                asin((b + e) / a)
            };
            Range::Between(lowest, highest)
        }
    }

    /// Stroke of the slider (m), if the crank rotates fully.
    pub fn stroke(&self) -> Option<f64> {
        let (a, b, e) = (self.crank, self.rod, self.offset);
        (self.range() == Range::Full)
            .then(|| ((a + b).powi(2) - e * e).sqrt() - ((b - a).powi(2) - e * e).max(0.0).sqrt())
    }

    /// Toggle positions: crank angles at which crank and rod are in line, stretched and folded, and the slider reverses. They are
    /// those with the slider on the side to which the rail points; on the other side they are pi less these.
    ///
    /// ```text
    /// r = a + b, a - b          from the ground pivot to the slider, along the crank
    /// r sin theta = e,   r cos theta > 0
    /// ```
    pub fn toggles(&self) -> [Option<f64>; 2] {
        [self.crank + self.rod, self.crank - self.rod].map(|r| {
            let sine = self.offset / r;
            let least = (sine.abs() <= 1.0).then(|| sine.asin())?;
            Some(if r > 0.0 { least } else { PI - least })
        })
    }

    /// The transmission angle at a crank angle (rad, 0 to pi/2); `None` outside the crank's range.
    pub fn transmission(&self, theta: f64) -> Option<f64> {
        let sine = (self.crank * theta.sin() - self.offset) / self.rod;
        (sine.abs() <= 1.0 + EQUAL).then(|| PI / 2.0 - asin(sine).abs())
    }

    /// The least transmission angle over the crank's range (rad); `None` if the linkage cannot be assembled.
    pub fn least_transmission(&self) -> Option<f64> {
        match self.range() {
            Range::None => None,
            Range::Full => Some(PI / 2.0 - ((self.crank + self.offset.abs()) / self.rod).min(1.0).asin()),
            Range::Between(..) => Some(0.0),
        }
    }
}

/// Arc sine, for sines that rounding may have left beyond one.
fn asin(sine: f64) -> f64 {
    sine.clamp(-1.0, 1.0).asin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crank_goes_round_where_the_rod_reaches_beyond_the_rail() {
        let of = |crank, rod, offset| SliderCrank { crank, rod, offset };
        assert_eq!(of(0.3, 0.5 + 1e-9, 0.2).range(), Range::Full);
        assert!(matches!(of(0.3, 0.5 - 1e-9, 0.2).range(), Range::Between(..)));
        assert_eq!(of(0.3, 0.5, 1.0).range(), Range::None);
        let stroke = of(0.3, 1.0, 0.0).stroke().unwrap_or_default();
        assert!(
            (stroke - 0.6).abs() < 1e-12,
            "twice the crank where nothing is offset"
        );
    }

    /// At a dead point the rod is perpendicular to the rail: the distance of the crank pin from the slider's line is the length of the rod.
    #[test]
    fn dead_points_put_the_rod_across_the_rail() {
        let mut checked = 0;
        for k in 0..2000 {
            let part = |n: usize| 0.1 + (k * n % 89) as f64 / 50.0;
            let it = SliderCrank {
                crank: part(7),
                rod: part(11),
                offset: if k % 2 == 0 { part(23) } else { -part(23) },
            };
            let Range::Between(from, to) = it.range() else {
                continue;
            };
            for theta in [from, to] {
                let off = ((it.crank * theta.sin() - it.offset).abs() - it.rod).abs();
                assert!(off < 1e-12, "{it:?} at {theta}: {off}");
                checked += 1;
            }
            let middle = it.transmission(0.5 * (from + to));
            assert!(middle.is_some(), "{it:?} does not pass {}", 0.5 * (from + to));
        }
        assert!(checked > 500, "{checked}");
    }

    #[test]
    fn at_a_toggle_the_slider_turns_back() {
        let it = SliderCrank {
            crank: 0.3,
            rod: 0.7,
            offset: 0.2,
        };
        let place =
            |theta: f64| 0.3 * theta.cos() + (0.7_f64.powi(2) - (0.3 * theta.sin() - 0.2).powi(2)).sqrt();
        for theta in it.toggles() {
            let theta = theta.unwrap_or(f64::NAN);
            let rate = (place(theta + 1e-5) - place(theta - 1e-5)) / 2e-5;
            assert!(rate.abs() < 1e-8, "{theta}: {rate}");
        }
    }
}
