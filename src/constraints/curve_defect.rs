//! Jumps and corners of a typed curve: a bead on it could not go on from there.
//!
//! ```text
//! jump:    |F(p + e n) - F(p - e n)| >> 2 e |grad F|                across the line on which F changes its sign
//! corner:  grad F turns however near two points of the line come to each other, and does not vanish there
//! ```
//! Where the gradient vanishes, by contrast, branches cross, and a bead passes.

use super::contour::Line;
use super::level_set::Height;
use crate::math::Vec2;

/// Distance to both sides at which a jump is looked for, as a share of the drawn size: larger than the uncertainty of a crossing.
const ASIDE: f64 = 1e-4;
/// Difference across the line from which it counts as a jump, relative to the one predicted by the gradient.
const JUMP: f64 = 20.0;
/// Cosine of the angle between two gradients below which there may be a corner between them.
const TURNED: f64 = 0.5;
/// Bisections between two points of the line.
const HALVINGS: usize = 24;
/// Least gradient at a corner, as a share of the gradients at the two points.
const LEFT: f64 = 1e-2;

/// Defect of a curve, and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CurveDefect {
    Jump(Vec2),
    Corner(Vec2),
}

/// The first defect on these lines; `reach` is half the drawn size.
pub(super) fn find(lines: &[Line], reach: f64, f: impl Fn(Vec2) -> Height) -> Option<CurveDefect> {
    let jump = |p: Vec2| {
        let aside = ASIDE * reach * f(p).gradient.try_normalize()?;
        let (above, below) = (f(p + aside), f(p - aside));
        let told = 2.0 * aside.length() * above.gradient.length().max(below.gradient.length());
        ((above.value - below.value).abs() > JUMP * told).then_some(CurveDefect::Jump(p))
    };
    lines.iter().find_map(|line| {
        // A point may lie in a corner, where there is no gradient; its neighbours reveal the corner.
        let points = line.points.iter().filter(|p| f(**p).gradient.is_finite());
        let mut pairs = points.clone().zip(points.skip(1));
        let found = line.points.iter().find_map(|p| jump(*p));
        found.or_else(|| pairs.find_map(|(a, b)| corner(*a, *b, &f)))
    })
}

/// The corner of the line between two of its points, if there is one.
fn corner(mut a: Vec2, mut b: Vec2, f: impl Fn(Vec2) -> Height) -> Option<CurveDefect> {
    let slope = |p: Vec2| f(p).gradient;
    let turned = |a: Vec2, b: Vec2| a.dot(b) < TURNED * a.length() * b.length();
    let (mut at_a, mut at_b) = (slope(a), slope(b));
    let least = LEFT * at_a.length().min(at_b.length());
    for _ in 0..HALVINGS {
        if !turned(at_a, at_b) {
            return None;
        }
        let chord = 0.5 * (a + b);
        let height = f(chord);
        let onto = height.value / height.gradient.length_squared() * height.gradient;
        // Projected back onto the line, where that is near.
        let middle = if onto.length() < 0.5 * a.distance(b) {
            chord - onto
        } else {
            chord
        };
        let here = slope(middle);
        if !here.is_finite() {
            return Some(CurveDefect::Corner(middle));
        }
        if at_a.normalize_or_zero().dot(here) < at_b.normalize_or_zero().dot(here) {
            (b, at_b) = (middle, here);
        } else {
            (a, at_a) = (middle, here);
        }
    }
    (turned(at_a, at_b) && at_a.length().min(at_b.length()) > least).then_some(CurveDefect::Corner(a))
}
