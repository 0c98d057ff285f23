//! Zero lines of a function of the plane, for drawing: marching squares.
//!
//! A square of a grid whose corners have different signs is crossed by the curve; the crossing of an edge is found by bisection. A change of sign
//! at which the function grows instead of vanishing is a pole, and not part of the curve.

use crate::math::Vec2;

/// Squares along each side of the grid.
const SIDE: usize = 72;
/// Bisections of an edge that is crossed.
const HALVINGS: usize = 12;
/// No neighbouring crossing.
const NONE: usize = usize::MAX;

/// A line on which the function vanishes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub points: Vec<Vec2>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
}

/// The zero lines inside the square of half side `reach` about the origin.
pub(super) fn lines(reach: f64, f: impl Fn(Vec2) -> f64) -> Vec<Line> {
    const CORNERS: usize = SIDE + 1;
    let step = 2.0 * reach / SIDE as f64;
    let at = |corner: usize| {
        let (i, j) = ((corner % CORNERS) as f64, (corner / CORNERS) as f64);
        Vec2::new(i * step - reach, j * step - reach)
    };
    let values: Vec<f64> = (0..CORNERS * CORNERS).map(|corner| f(at(corner))).collect();
    // An edge is numbered by its lower left corner and by whether it is vertical.
    let ends = |edge: usize| {
        (
            edge / 2,
            edge / 2 + if edge.is_multiple_of(2) { 1 } else { CORNERS },
        )
    };
    let crossed = |edge: usize| {
        let (one, other) = ends(edge);
        let (a, b) = (values[one], values[other]);
        if !(a.is_finite() && b.is_finite()) || (a < 0.0) == (b < 0.0) {
            return None;
        }
        crossing(&f, (at(one), a), (at(other), b))
    };
    let mut places: Vec<Option<Vec2>> = vec![None; 2 * CORNERS * CORNERS];
    for j in 0..CORNERS {
        for i in 0..CORNERS {
            let corner = j * CORNERS + i;
            if i < SIDE {
                places[2 * corner] = crossed(2 * corner);
            }
            if j < SIDE {
                places[2 * corner + 1] = crossed(2 * corner + 1);
            }
        }
    }
    let mut next = vec![[NONE; 2]; places.len()];
    let mut tie = |a: usize, b: usize| {
        for (from, to) in [(a, b), (b, a)] {
            let free = usize::from(next[from][0] != NONE);
            next[from][free] = to;
        }
    };
    for corner in (0..SIDE * SIDE).map(|k| k / SIDE * CORNERS + k % SIDE) {
        // Anticlockwise from the bottom.
        let around = [
            2 * corner,
            2 * (corner + 1) + 1,
            2 * (corner + CORNERS),
            2 * corner + 1,
        ];
        let found: Vec<usize> = around
            .into_iter()
            .filter(|&edge| places[edge].is_some())
            .collect();
        match found[..] {
            [one, other] => tie(one, other),
            [bottom, right, top, left] => {
                // Two branches: the sign in the middle shows which corners are connected.
                let middle = f(at(corner) + Vec2::splat(step / 2.0));
                if (middle < 0.0) == (values[corner] < 0.0) {
                    tie(bottom, right);
                    tie(top, left);
                } else {
                    tie(bottom, left);
                    tie(top, right);
                }
            }
            _ => {}
        }
    }
    join(&places, &mut next)
}

/// The zero between two points of different sign; `None` at a pole.
fn crossing(f: impl Fn(Vec2) -> f64, a: (Vec2, f64), b: (Vec2, f64)) -> Option<Vec2> {
    let (mut low, mut high) = (a, b);
    for _ in 0..HALVINGS {
        let middle = (low.0 + high.0) / 2.0;
        let value = f(middle);
        if (value < 0.0) == (low.1 < 0.0) {
            low = (middle, value);
        } else {
            high = (middle, value);
        }
    }
    let left = low.1.abs().max(high.1.abs());
    // Written so that NaN is no crossing.
    (left <= a.1.abs().max(b.1.abs())).then(|| {
        let share = low.1.abs() / (low.1.abs() + high.1.abs()).max(f64::MIN_POSITIVE);
        low.0.lerp(high.0, share)
    })
}

/// Joins crossings to lines: first the open lines, then the rings.
fn join(places: &[Option<Vec2>], next: &mut [[usize; 2]]) -> Vec<Line> {
    let mut lines = Vec::new();
    for rings in [false, true] {
        for start in 0..next.len() {
            let ties = next[start].iter().filter(|&&to| to != NONE).count();
            if ties != if rings { 2 } else { 1 } {
                continue;
            }
            let mut points: Vec<Vec2> = places[start].into_iter().collect();
            let mut here = start;
            while let Some(&to) = next[here].iter().find(|&&to| to != NONE) {
                for (from, gone) in [(here, to), (to, here)] {
                    if let Some(tie) = next[from].iter_mut().find(|tie| **tie == gone) {
                        *tie = NONE;
                    }
                }
                here = to;
                if here != start {
                    points.extend(places[here]);
                }
            }
            lines.push(Line {
                points,
                closed: rings,
            });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_one_ring_of_its_length() {
        let found = lines(1.5, |p| p.length_squared() - 1.0);
        assert_eq!(found.len(), 1);
        assert!(found[0].closed);
        let points = &found[0].points;
        assert!(points.iter().all(|p| (p.length() - 1.0).abs() < 1e-6));
        let way: f64 = (0..points.len())
            .map(|k| points[k].distance(points[(k + 1) % points.len()]))
            .sum();
        assert!((way / std::f64::consts::TAU - 1.0).abs() < 1e-3, "{way}");
    }

    #[test]
    fn a_pole_is_no_line_and_branches_stay_apart() {
        // y = 1/x: two branches that leave the square, and a pole between them.
        let found = lines(2.0, |p| p.y - 1.0 / p.x);
        assert_eq!(found.len(), 2);
        for line in &found {
            assert!(!line.closed);
            assert!(line.points.iter().all(|p| (p.x * p.y - 1.0).abs() < 1e-4));
        }
        assert!(lines(1.0, |p| 1.0 / p.x).is_empty());
        assert!(lines(1.0, |_| f64::NAN).is_empty());
        assert_eq!(lines(1.0, |p| p.x * p.y - 1e-3).len(), 2);
    }
}
