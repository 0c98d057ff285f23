//! A table: a smooth curve through points in time that overshoots none of them; it is constant before the first and after the last.
//!
//! ```text
//! slope m at a point: harmonic mean of the two secants beside it where these have the same sign, else 0; zero acceleration there
//! x' h = b + (e - b)(3 s² - 2 s³) + K s² (1 - s)²,   b = m0 h,  e = m1 h,  K = 30 (x1 - x0 - (b + e)/2)
//! ```
//! The slopes are those of Fritsch and Butland (1984); b and e are then at most twice x1 - x0, and x' keeps its sign: it is linear in b and e, and
//! keeps its sign at the corners of that square. So the curve is monotone from point to point. Value, rate and acceleration are continuous: a drive
//! that follows it needs a force that does not jump, and an integrator keeps its order.

use super::course::Course;

/// Most points of a table.
const MOST_POINTS: usize = 1000;

/// Value and derivatives of the curve at a time (s).
pub(super) fn at(points: &[(f64, f64)], time: f64) -> Course {
    let still = |value| Course {
        value,
        ..Course::default()
    };
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return still(0.0);
    };
    if time <= first.0 {
        return still(first.1);
    }
    if time >= last.0 {
        return still(last.1);
    }
    let k = points
        .partition_point(|point| point.0 <= time)
        .clamp(1, points.len() - 1);
    let ((t0, x0), (t1, x1)) = (points[k - 1], points[k]);
    let h = t1 - t0;
    let (b, e) = (h * slope(points, k - 1), h * slope(points, k));
    let (s, rise, bulge) = ((time - t0) / h, e - b, 30.0 * (x1 - x0 - 0.5 * (b + e)));
    let (square, rest) = (s * s, 1.0 - s);
    Course {
        value: x0 + s * (b + square * (rise * (1.0 - 0.5 * s) + bulge * (1.0 / 3.0 - s * (0.5 - 0.2 * s)))),
        rate: (b + square * (rise * (3.0 - 2.0 * s) + bulge * rest * rest)) / h,
        acceleration: s * rest * (6.0 * rise + 2.0 * bulge * (1.0 - 2.0 * s)) / (h * h),
    }
}

/// Slope at a point.
fn slope(points: &[(f64, f64)], k: usize) -> f64 {
    if k == 0 || k + 1 == points.len() {
        return 0.0;
    }
    let secant = |k: usize| (points[k + 1].1 - points[k].1) / (points[k + 1].0 - points[k].0);
    let (before, after) = (secant(k - 1), secant(k));
    if before * after > 0.0 {
        2.0 * before * after / (before + after)
    } else {
        0.0
    }
}

/// The points as text.
pub(super) fn write(points: &[(f64, f64)]) -> String {
    let pairs: Vec<String> = points.iter().map(|(time, x)| format!("{time}: {x}")).collect();
    pairs.join(", ")
}

/// Points from text.
///
/// # Errors
/// A sentence on what is wrong with the text or with its points.
pub(super) fn read(text: &str) -> Result<Vec<(f64, f64)>, String> {
    let pairs = text.split([',', ';']).filter(|it| !it.trim().is_empty());
    let points: Result<Vec<(f64, f64)>, String> = pairs
        .map(|pair| {
            let number = |it: &str| it.trim().parse::<f64>().ok();
            pair.split_once(':')
                .and_then(|(time, x)| Some((number(time)?, number(x)?)))
                .ok_or_else(|| format!("{:?} is not \"time: value\"; write 0: 0, 1: 1.5", pair.trim()))
        })
        .collect();
    let points = points?;
    problem(&points).map_or(Ok(points), Err)
}

/// What is wrong with the points, as a sentence.
pub(super) fn problem(points: &[(f64, f64)]) -> Option<String> {
    if points.len() < 2 || points.len() > MOST_POINTS {
        return Some(format!(
            "its table has {} points; give 2 to {MOST_POINTS}",
            points.len()
        ));
    }
    let wild = |x: f64| x.is_nan() || x.abs() > 1e6;
    if let Some((time, x)) = points.iter().find(|(time, x)| wild(*time) || wild(*x)) {
        return Some(format!(
            "its table has the point {time}: {x}; give numbers up to 1e6"
        ));
    }
    // Decimal fractions are not exact in binary: times written a millisecond apart may differ by less, by rounding.
    let back = points
        .windows(2)
        .find(|pair| pair[1].0 - pair[0].0 < 1e-3 - 1e-9)?;
    Some(format!(
        "its table goes from {} s to {} s; times must grow by a millisecond at least",
        back[0].0, back[1].0
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [(f64, f64); 6] = [
        (0.0, 0.0),
        (1.0, 2.0),
        (2.5, 3.0),
        (3.0, -1.0),
        (3.2, -1.5),
        (6.0, -4.0),
    ];

    /// Between neighbouring points it is monotone, however uneven they are.
    #[test]
    fn it_overshoots_no_point() {
        for pair in POINTS.windows(2) {
            let [(t0, x0), (t1, x1)] = [pair[0], pair[1]];
            for k in 0..=400 {
                let now = at(&POINTS, t0 + (t1 - t0) * f64::from(k) / 400.0);
                assert!(now.rate * (x1 - x0) >= -1e-12, "{t0} {k}: {now:?}");
            }
        }
    }

    /// Value, rate and acceleration are the same from both sides of a point.
    #[test]
    fn nothing_jumps_at_a_point() {
        for (t, x) in POINTS {
            let (before, after) = (at(&POINTS, t - 1e-9), at(&POINTS, t + 1e-9));
            assert!((at(&POINTS, t).value - x).abs() < 1e-14);
            assert!((before.rate - after.rate).abs() < 1e-6, "{t}");
            assert!((before.acceleration - after.acceleration).abs() < 1e-4, "{t}");
        }
    }

    #[test]
    fn points_in_a_line_are_a_line() {
        let line = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)];
        for t in [1.0, 1.3, 1.77] {
            let now = at(&line, t);
            assert!((now.value - t).abs() < 1e-15 && (now.rate - 1.0).abs() < 1e-15);
            assert!(now.acceleration.abs() < 1e-14);
        }
    }
}
