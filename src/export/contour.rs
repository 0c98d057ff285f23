//! Outlines of parts as closed contours of straight segments and arcs in true size, with holes for pins, arranged side by side.

use std::f64::consts::{FRAC_PI_2, TAU};

use crate::bodies::{Outline, ribbon};
use crate::constraints::ConstraintKind;
use crate::math::{Pose, Vec2, unit};
use crate::scene::{Id, Scene};

/// Default diameter of a hole for a pin (m), for an M3 screw.
pub const HOLE: f64 = 3.2e-3;
/// Maximum radius of a hole as a fraction of a bar's width.
const HOLE_SHARE: f64 = 0.3;
/// Gap between parts arranged side by side (m).
const GAP: f64 = 5e-3;
/// Aspect ratio (width over height) of the sheet on which parts are arranged.
const SHEET_ASPECT: f64 = 1.5;

/// A closed contour.
#[derive(Clone, Debug, PartialEq)]
pub enum Contour {
    /// A circle.
    Circle {
        /// Its centre (m).
        center: Vec2,
        /// m
        radius: f64,
    },
    /// Vertices, each with the bulge of the segment to the next one: the tangent of a quarter of the arc's angle, positive
    /// counterclockwise, 0 for a straight segment (as in DXF).
    Polyline(Vec<(Vec2, f64)>),
}

impl Contour {
    /// The contour moved to a pose.
    fn posed(&self, pose: Pose) -> Contour {
        match self {
            Contour::Circle { center, radius } => Contour::Circle {
                center: pose.point(*center),
                radius: *radius,
            },
            Contour::Polyline(corners) => Contour::Polyline(
                corners
                    .iter()
                    .map(|(p, bulge)| (pose.point(*p), *bulge))
                    .collect(),
            ),
        }
    }

    /// Signed enclosed area (m²), positive for a counterclockwise contour.
    pub fn area(&self) -> f64 {
        match self {
            Contour::Circle { radius, .. } => std::f64::consts::PI * radius * radius,
            Contour::Polyline(corners) => {
                let piece = |k: usize| {
                    let ((a, bulge), (b, _)) = (corners[k], corners[(k + 1) % corners.len()]);
                    let angle = 4.0 * bulge.atan();
                    let segment = if bulge == 0.0 {
                        0.0
                    } else {
                        let radius = a.distance(b) / (2.0 * (0.5 * angle).sin());
                        0.5 * radius * radius * (angle - angle.sin())
                    };
                    0.5 * a.perp_dot(b) + segment
                };
                (0..corners.len()).map(piece).sum()
            }
        }
    }

    /// The bounding box, as two corners.
    pub(super) fn bounds(&self) -> (Vec2, Vec2) {
        match self {
            Contour::Circle { center, radius } => (*center - *radius, *center + *radius),
            Contour::Polyline(corners) => {
                let reach = |k: usize| {
                    let ((a, bulge), (b, _)) = (corners[k], corners[(k + 1) % corners.len()]);
                    let (mut low, mut high) = (a.min(b), a.max(b));
                    if let Some((center, radius, start, sweep)) = arc_of(a, b, bulge) {
                        // The extremes of an arc are where it crosses an axis direction.
                        for quarter in 0..4 {
                            let angle = f64::from(quarter) * FRAC_PI_2;
                            if ((angle - start) * sweep.signum()).rem_euclid(TAU) < sweep.abs() {
                                let p = center + radius * unit(angle);
                                (low, high) = (low.min(p), high.max(p));
                            }
                        }
                    }
                    (low, high)
                };
                let start = (Vec2::INFINITY, Vec2::NEG_INFINITY);
                (0..corners.len())
                    .map(reach)
                    .fold(start, |(low, high), (a, b)| (low.min(a), high.max(b)))
            }
        }
    }
}

/// A part to be cut out.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutout {
    /// The part's name.
    pub name: String,
    /// Its outer contours, then its holes.
    pub contours: Vec<Contour>,
    /// Diameter of its holes where the part is too narrow for the requested diameter (m).
    pub smaller_holes: Option<f64>,
}

/// The parts of a scene to be cut out, arranged on a sheet from the origin to the right and upwards. Threads and particles have no
/// outline, and hidden parts are left out. Holes for pins have the diameter `hole` (m), or a smaller one where a bar is too narrow;
/// with 0 there are none.
pub fn cutouts(scene: &Scene, hole: f64) -> Vec<Cutout> {
    let mut found: Vec<Cutout> = scene
        .parts()
        .filter(|(_, part)| !part.handling.hidden)
        .filter_map(|(id, part)| {
            let outline = part.shape.outline();
            let mut contours = lines(&outline, Pose::default());
            if contours.is_empty() {
                return None;
            }
            let mut smaller_holes = None;
            if hole > 0.0 {
                let diameter = hole.min(widest_hole(&outline));
                let holes = holes(scene, id, &outline, diameter);
                smaller_holes = (diameter < hole && !holes.is_empty()).then_some(diameter);
                contours.extend(holes);
            }
            Some(Cutout {
                name: part.name.clone(),
                contours,
                smaller_holes,
            })
        })
        .collect();
    lay_out(&mut found);
    found
}

/// The contours of an outline.
fn lines(outline: &Outline, pose: Pose) -> Vec<Contour> {
    let polygon = |corners: &[Vec2]| Contour::Polyline(corners.iter().map(|p| (*p, 0.0)).collect());
    let center = Vec2::ZERO;
    let own = match outline {
        Outline::Dot | Outline::Thread { .. } => Vec::new(),
        Outline::Circle { radius } => vec![Contour::Circle {
            center,
            radius: *radius,
        }],
        Outline::Polygon(corners) => vec![polygon(corners)],
        Outline::Ring { radius, inner } => {
            let radius = *radius;
            vec![Contour::Circle { center, radius }, polygon(inner)]
        }
        Outline::Capsule { from, to, radius } => {
            let side = *radius * (*to - *from).try_normalize().unwrap_or(Vec2::X).perp();
            // Half a circle at each end.
            vec![Contour::Polyline(vec![
                (*from - side, 0.0),
                (*to - side, 1.0),
                (*to + side, 0.0),
                (*from + side, 1.0),
            ])]
        }
        Outline::Band { points, radius } => vec![polygon(&ribbon(points, *radius))],
        Outline::Several(pieces) => pieces
            .iter()
            .flat_map(|(pose, piece)| lines(piece, *pose))
            .collect(),
    };
    own.iter().map(|it| it.posed(pose)).collect()
}

/// Maximum diameter of a hole in a part (m).
fn widest_hole(outline: &Outline) -> f64 {
    match outline {
        Outline::Capsule { radius, .. } | Outline::Circle { radius } => 4.0 * HOLE_SHARE * radius,
        _ => f64::INFINITY,
    }
}

/// Holes for the pins and motors of a part, one per position.
fn holes(scene: &Scene, id: Id, outline: &Outline, diameter: f64) -> Vec<Contour> {
    let radius = 0.5 * diameter;
    let mut places: Vec<Vec2> = Vec::new();
    for (_, it) in scene.constraints() {
        if !matches!(
            it.kind.holds_as(),
            ConstraintKind::Pin(_) | ConstraintKind::Motor(_)
        ) {
            continue;
        }
        for end in it.ends.iter().filter(|end| end.part == Some(id)) {
            let inside = outline.distance(end.at) < -radius;
            if inside && places.iter().all(|other| other.distance(end.at) > radius) {
                places.push(end.at);
            }
        }
    }
    let hole = |center| Contour::Circle { center, radius };
    places.into_iter().map(hole).collect()
}

/// Arranges parts in rows about as wide as the sheet.
fn lay_out(parts: &mut [Cutout]) {
    let size = |part: &Cutout| {
        let start = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        part.contours
            .iter()
            .map(Contour::bounds)
            .fold(start, |(low, high), (a, b)| (low.min(a), high.max(b)))
    };
    let all: f64 = parts
        .iter()
        .map(|part| {
            let (low, high) = size(part);
            (high - low + GAP).element_product()
        })
        .sum();
    let width = (SHEET_ASPECT * all).sqrt();
    let (mut at, mut tallest) = (Vec2::ZERO, 0.0f64);
    for part in parts {
        let (low, high) = size(part);
        let room = high - low;
        if at.x > 0.0 && at.x + room.x > width {
            at = Vec2::new(0.0, at.y + tallest + GAP);
            tallest = 0.0;
        }
        let by = at - low;
        let pose = Pose::new(by.x, by.y, 0.0);
        part.contours = part.contours.iter().map(|it| it.posed(pose)).collect();
        at.x += room.x + GAP;
        tallest = tallest.max(room.y);
    }
}

/// Centre, radius, start angle and sweep (rad) of a segment's arc; `None` for a straight segment.
pub fn arc_of(a: Vec2, b: Vec2, bulge: f64) -> Option<(Vec2, f64, f64, f64)> {
    if bulge == 0.0 {
        return None;
    }
    let sweep = 4.0 * bulge.atan();
    let radius = a.distance(b) * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
    let apothem = 0.25 * a.distance(b) * (1.0 - bulge * bulge) / bulge;
    let center = 0.5 * (a + b) + apothem * (b - a).try_normalize()?.perp();
    let start = (a - center).to_angle();
    debug_assert!((center + radius * unit(start + sweep)).distance(b) < 1e-6 * (1.0 + radius));
    Some((center, radius, start, sweep))
}
