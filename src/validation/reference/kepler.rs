//! Two bodies that attract each other, by Kepler's equation:
//!
//! ```text
//! r'' = -mu r/|r|³,   mu = k (1/m1 + 1/m2)         E - e sin E = n t,   r = (a (cos E - e), b sin E)
//! ```
//! (H. Goldstein, Classical Mechanics, sections 3.7 and 3.8). With k and both masses 1, mu is 2.

use std::f64::consts::PI;

use crate::math::Vec2;

/// mu (m³/s²).
const MU: f64 = 2.0;
/// Largest number of Newton iterations.
const ROUNDS: usize = 100;

/// Position of one body relative to the other at a time (s), from the apoapsis at 1 m along x, with this speed along y (m/s, below 2).
pub fn kepler(speed: f64, time: f64) -> Vec2 {
    let a = 1.0 / (2.0 - speed * speed / MU);
    let e = 1.0 / a - 1.0;
    let b = a * (1.0 - e * e).sqrt();
    // The start is at the apoapsis, half a period after the periapsis.
    let mean = (MU / (a * a * a)).sqrt() * time + PI;
    let mean = mean.rem_euclid(2.0 * PI);
    // From pi Newton's method converges monotonically, from either side.
    let mut anomaly = PI;
    for _ in 0..ROUNDS {
        let step = (anomaly - e * anomaly.sin() - mean) / (1.0 - e * anomaly.cos());
        anomaly -= step;
        if step.abs() < 1e-15 {
            break;
        }
    }
    -Vec2::new(a * (anomaly.cos() - e), b * anomaly.sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_starts_and_comes_back_where_it_was() {
        for speed in [1.0, 0.3, 0.01] {
            let a: f64 = 1.0 / (2.0 - 0.5 * speed * speed);
            let period = 2.0 * PI * (a * a * a / MU).sqrt();
            for time in [0.0, period, 3.0 * period] {
                assert!(
                    kepler(speed, time).distance(Vec2::X) < 1e-6,
                    "{speed} m/s, {time} s"
                );
            }
            let nearest = kepler(speed, 0.5 * period).length();
            assert!((nearest - 1.0 / (4.0 / (speed * speed) - 1.0)).abs() < 1e-12);
        }
    }

    #[test]
    fn it_obeys_the_law() {
        let (h, t) = (1e-4, 0.4);
        let [before, here, after] = [t - h, t, t + h].map(|t| kepler(0.5, t));
        let acceleration = (after - 2.0 * here + before) / (h * h);
        let law = -MU * here / here.length().powi(3);
        assert!((acceleration - law).length() < 1e-5, "{acceleration} {law}");
    }
}
