//! Screen geometry of notes and dimensions, shared by drawing and picking.

use crate::math::{Vec2, unit};
use crate::parameter::LengthUnit;
use crate::scene;

use super::dimension::{Dimension, Measured, angle_text};

/// Font sizes of notes and of numbers (points).
const NOTE_TYPE: f64 = 14.0;
const NUMBER_TYPE: f64 = 12.0;
/// Height of a line of a note (points).
pub const NOTE_LINE: f64 = 18.0;
/// Distance of the dimension line of a length from the measured segment (points).
const ASIDE: f64 = 22.0;
/// Radius of the arc of an angle, and distance of its number outside of the arc (points).
pub const ARC: f64 = 44.0;
const OUTSIDE: f64 = 26.0;

// No font metrics are known here; 0.28 of the size is half the font's mean advance.
fn half_width(text: &str, size: f64) -> f64 {
    0.28 * size * text.chars().count() as f64
}

/// Half the width and height of the card of a note (points).
pub fn note_half(text: &str) -> Vec2 {
    let widest = text
        .lines()
        .map(|line| half_width(line, NOTE_TYPE))
        .fold(0.0, f64::max);
    Vec2::new(
        widest + 8.0,
        0.5 * NOTE_LINE * text.lines().count().max(1) as f64 + 4.0,
    )
}

/// Half the width and height of the card of a number (points).
pub fn number_half(text: &str) -> Vec2 {
    Vec2::new(half_width(text, NUMBER_TYPE) + 6.0, 9.0)
}

/// Dimension line of a length between two screen points, offset by `further` points from its usual place: for a segment drawn from left
/// to right it lies below, clear of the halo's text.
pub fn length_line(a: Vec2, b: Vec2, further: f64) -> [Vec2; 2] {
    let side = (ASIDE + further) * side_of(a, b);
    [a, b].map(|at| at + side)
}

/// The side of a length on which its dimension line is (unit vector on the screen).
pub fn side_of(a: Vec2, b: Vec2) -> Vec2 {
    let along = (b - a).try_normalize().unwrap_or(Vec2::X);
    let mut side = along.perp();
    if side.y < 0.0 || (side.y == 0.0 && side.x < 0.0) {
        side = -side;
    }
    side
}

/// Direction of the bisector of an angle on the screen, where y points downwards.
fn middle_of(start: f64, sweep: f64) -> Vec2 {
    let u = unit(start + 0.5 * sweep);
    Vec2::new(u.x, -u.y)
}

/// A stored dimension as it is shown, with its ends at world points; lengths in the given unit, rounded to the given step (m).
pub fn shown(
    it: &scene::Dimension,
    points: &[Vec2],
    (lengths, step): (LengthUnit, f64),
) -> Option<Dimension> {
    let value = scene::Dimension::measured(points);
    let (of, text) = match *points {
        [from, to] => (Measured::Length { from, to }, lengths.text(value, step)),
        [from, at, _] => {
            let (start, sweep) = ((from - at).to_angle(), value);
            (Measured::Angle { at, start, sweep }, angle_text(value))
        }
        _ => return None,
    };
    let (typed, active, pulled) = (false, false, it.pulled);
    Some(Dimension {
        of,
        text,
        typed,
        active,
        pulled,
    })
}

/// Screen position of a dimension's number.
pub fn number_at(it: &Dimension, screen: impl Fn(Vec2) -> Vec2) -> Vec2 {
    let (usual, along, out) = frame(&it.of, screen);
    usual + it.pulled.x * along + it.pulled.y * out
}

/// Moves numbers outwards where they would overlap earlier ones in the list.
pub fn make_room(numbers: &mut [Dimension], screen: impl Fn(Vec2) -> Vec2) {
    /// Distance per attempt (points), and most attempts.
    const STEP: (f64, usize) = (6.0, 12);
    for k in 1..numbers.len() {
        let (before, rest) = numbers.split_at_mut(k);
        let Some(own) = rest.first_mut() else { continue };
        for _ in 0..STEP.1 {
            let (at, half) = (number_at(own, &screen), number_half(&own.text));
            let covered = before.iter().any(|other| {
                let apart = (at - number_at(other, &screen)).abs();
                let room = half + number_half(&other.text) + 2.0;
                apart.x < room.x && apart.y < room.y
            });
            if !covered {
                break;
            }
            own.pulled.y += STEP.0;
        }
    }
}

/// Offset of a dimension's number from its usual place, when the number is at a screen point.
pub fn pulled_to(of: &Measured, at: Vec2, screen: impl Fn(Vec2) -> Vec2) -> Vec2 {
    let (usual, along, out) = frame(of, screen);
    Vec2::new((at - usual).dot(along), (at - usual).dot(out))
}

/// Usual screen position of a dimension's number, and unit vectors along the measured segment and away from it.
fn frame(of: &Measured, screen: impl Fn(Vec2) -> Vec2) -> (Vec2, Vec2, Vec2) {
    match *of {
        Measured::Length { from, to } => {
            let (a, b) = (screen(from), screen(to));
            let side = side_of(a, b);
            (0.5 * (a + b) + ASIDE * side, side.perp(), side)
        }
        Measured::Angle { at, start, sweep } => {
            let out = middle_of(start, sweep);
            (screen(at) + (ARC + OUTSIDE) * out, out.perp(), out)
        }
    }
}
