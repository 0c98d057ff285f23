//! Where a curve that was typed breaks off or has a corner: a bead on it could not go on from there.
//!
//! ```text
//! jump:    |F(p + e n) - F(p - e n)| >> 2 e |grad F|                across the line on which F changes its sign
//! corner:  grad F turns however near two points of the line come to each other, and does not vanish there
//! ```
//! A gradient that does vanish is another thing: a place where branches cross, which a bead passes.

use super::contour::Line;
use super::level_set::Height;
use crate::math::Vec2;

/// How far to both sides it is looked for a jump, as a share of what is drawn: further than a crossing is uncertain.
const ASIDE: f64 = 1e-4;
/// How many times what the gradient tells a jump is.
const JUMP: f64 = 20.0;
/// Cosine of the angle between gradients from which it may be a corner.
const TURNED: f64 = 0.5;
/// Halvings of the way between two points of the line.
const HALVINGS: usize = 24;
/// Share of the gradient that is left in a corner.
const LEFT: f64 = 1e-2;

/// What is wrong with a curve, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rough {
    Jump(Vec2),
    Corner(Vec2),
}

/// The first place on these lines that is rough; `reach` is half of what is drawn.
pub(super) fn find(lines: &[Line], reach: f64, f: impl Fn(Vec2) -> Height) -> Option<Rough> {
    let jump = |p: Vec2| {
        let aside = ASIDE * reach * f(p).gradient.try_normalize()?;
        let (above, below) = (f(p + aside), f(p - aside));
        let told = 2.0 * aside.length() * above.gradient.length().max(below.gradient.length());
        ((above.value - below.value).abs() > JUMP * told).then_some(Rough::Jump(p))
    };
    lines.iter().find_map(|line| {
        // A point may lie in a corner, where there is no gradient; its neighbours tell.
        let points = line.points.iter().filter(|p| f(**p).gradient.is_finite());
        let mut pairs = points.clone().zip(points.skip(1));
        let found = line.points.iter().find_map(|p| jump(*p));
        found.or_else(|| pairs.find_map(|(a, b)| corner(*a, *b, &f)))
    })
}

/// The corner of the line between two of its points, if there is one.
fn corner(mut a: Vec2, mut b: Vec2, f: impl Fn(Vec2) -> Height) -> Option<Rough> {
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
        // Back onto the line, where that is near.
        let middle = if onto.length() < 0.5 * a.distance(b) {
            chord - onto
        } else {
            chord
        };
        let here = slope(middle);
        if !here.is_finite() {
            return Some(Rough::Corner(middle));
        }
        if at_a.normalize_or_zero().dot(here) < at_b.normalize_or_zero().dot(here) {
            (b, at_b) = (middle, here);
        } else {
            (a, at_a) = (middle, here);
        }
    }
    (turned(at_a, at_b) && at_a.length().min(at_b.length()) > least).then_some(Rough::Corner(a))
}
