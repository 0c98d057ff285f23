//! Positions of a shape's resize handles.

use crate::bodies::{Outline, Shape, Wall};
use crate::editor::dimension::Measure;
use crate::editor::sizes::measure_of;
use crate::math::{Vec2, unit};
use crate::parameter::Parameters;

/// Least distance between two handles (logical points).
const APART: f64 = 16.0;

/// The part of a shape that a handle drags.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// One of the two ends: 0 or 1.
    End(usize),
    /// A side or corner of a rectangle: -1, 0 or 1 along each axis.
    Side(f64, f64),
    /// The rim of a round shape, in this direction (rad).
    Rim(f64),
    /// A corner of a polygon, or a point of a bent line.
    Corner(usize),
    /// A corner of the bounding box of a shape that keeps its proportions: -1 or 1 along each axis.
    Whole(f64, f64),
}

/// A handle, in the part's own frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// The part of the shape that it drags.
    pub grip: Grip,
    /// Position on the outline (m).
    pub at: Vec2,
    /// The direction away from the part.
    pub out: Vec2,
}

pub(super) fn size(shape: &Shape, key: &str) -> f64 {
    let parameters = shape.parameters();
    parameters
        .iter()
        .find(|it| it.key == key)
        .map_or(0.0, |it| it.value)
}

/// Handles of a shape; `point` is the length of a logical point (m).
pub fn handles(shape: &Shape, point: f64) -> Vec<Handle> {
    if let Shape::Compound(_) = shape {
        return whole(shape);
    }
    if let Shape::Polygon(polygon) = shape {
        return corners(&polygon.corners, point);
    }
    if let Shape::Wall(wall) = shape
        && wall.points.len() > 2
    {
        return bends(wall, point);
    }
    match (measure_of(shape), shape.ends()) {
        (Some(Measure::Polar), Some((a, b))) => {
            let (along, rim) = ((b - a).normalize_or_zero(), size(shape, "width") / 2.0);
            let end = |k, at: Vec2, out: Vec2| Handle {
                grip: Grip::End(k),
                at: at + rim * out,
                out,
            };
            vec![end(0, a, -along), end(1, b, along)]
        }
        (Some(Measure::Radius), _) => {
            let radius = rim(shape);
            let quarters = [0.25, 0.75, 1.25, 1.75].map(|quarter| quarter * std::f64::consts::PI);
            let handle = |angle| Handle {
                grip: Grip::Rim(angle),
                at: radius * unit(angle),
                out: unit(angle),
            };
            quarters.map(handle).to_vec()
        }
        (Some(Measure::Sides), _) => {
            let half = Vec2::new(size(shape, "width"), size(shape, "height")) / 2.0;
            let ways = [
                (-1.0, -1.0),
                (0.0, -1.0),
                (1.0, -1.0),
                (1.0, 0.0),
                (1.0, 1.0),
                (0.0, 1.0),
                (-1.0, 1.0),
                (-1.0, 0.0),
            ];
            let handle = |(x, y)| Handle {
                grip: Grip::Side(x, y),
                at: half * Vec2::new(x, y),
                out: Vec2::new(x, y).normalize_or_zero(),
            };
            ways.map(handle).to_vec()
        }
        _ => Vec::new(),
    }
}

/// Radius of a round shape that dragging its rim sets (m): the pitch radius of gears, the outer radius of rings.
pub(super) fn rim(shape: &Shape) -> f64 {
    match shape.outline() {
        Outline::Ring { radius, .. } => radius,
        _ => shape.pitch_radius().unwrap_or_else(|| size(shape, "radius")),
    }
}

/// Bounding box of a shape in its frame: lowest and highest corner (m).
pub(super) fn frame(shape: &Shape) -> (Vec2, Vec2) {
    shape.outline().bounds(0.0)
}

/// Corner or edge point of a box: -1, 0 or 1 along each axis.
pub(super) fn corner((low, high): (Vec2, Vec2), x: f64, y: f64) -> Vec2 {
    (low + high) / 2.0 + (high - low) / 2.0 * Vec2::new(x, y)
}

/// A handle at each corner of the bounding box.
fn whole(shape: &Shape) -> Vec<Handle> {
    let frame = frame(shape);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let handle = |(x, y)| Handle {
        grip: Grip::Whole(x, y),
        at: corner(frame, x, y),
        out: Vec2::new(x, y).normalize_or_zero(),
    };
    corners.map(handle).to_vec()
}

/// A handle at each corner that is far enough from the first and the latest handle.
fn corners(corners: &[Vec2], point: f64) -> Vec<Handle> {
    let n = corners.len();
    let mut found: Vec<Handle> = Vec::new();
    for (k, at) in corners.iter().enumerate() {
        let near = |other: &Handle| other.at.distance(*at) < APART * point;
        if found.last().is_some_and(near) || found.first().is_some_and(near) {
            continue;
        }
        let (before, after) = (corners[(k + n - 1) % n], corners[(k + 1) % n]);
        // Away from both adjacent sides; the corners run counterclockwise.
        let out = -(*at - before).normalize_or_zero().perp() - (after - *at).normalize_or_zero().perp();
        found.push(Handle {
            grip: Grip::Corner(k),
            at: *at,
            out: out.normalize_or(Vec2::X),
        });
    }
    found
}

/// A handle at each point of a bent line that is far enough from the latest handle: beyond its ends, and beside its bends.
fn bends(wall: &Wall, point: f64) -> Vec<Handle> {
    let (points, last) = (&wall.points, wall.points.len() - 1);
    let mut found: Vec<Handle> = Vec::new();
    for (k, at) in points.iter().enumerate() {
        let along = (points[(k + 1).min(last)] - points[k.saturating_sub(1)]).normalize_or(Vec2::X);
        let out = match k {
            0 => -along,
            k if k == last => along,
            _ => along.perp(),
        };
        let handle = Handle {
            grip: Grip::Corner(k),
            at: *at + 0.5 * wall.width * out,
            out,
        };
        let near = |other: &Handle| other.at.distance(handle.at) < APART * point;
        // The end takes precedence over a bend beside it.
        if found.last().is_some_and(near) {
            if k < last || found.len() == 1 {
                continue;
            }
            found.pop();
        }
        found.push(handle);
    }
    found
}
