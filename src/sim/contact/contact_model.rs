//! Extended model: a model with rows for its contact points.

use crate::math::{Pose, Vec2, perp, trig};
use crate::sim::Model;
use crate::sim::model::{ContactRows, Place};
use crate::solver::Topology;

use super::collider::{Collider, Colliders};
use super::point::{Closed, Feature, Key, Slip};
use super::touch::SAME_PLACE;

/// Row layout of the contact points of a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowLayout {
    /// Rows by mode, for integration: a point that sticks has a friction row; a point that slides pushes with its friction along its normal row.
    #[default]
    ByMode,
    /// Rows for the decision which points are closed and which slide: every point has a friction row, unless it has no friction at all.
    Full,
}

/// Cache of the extended model for the points last asked for.
#[derive(Default)]
pub struct ContactModel {
    kept: Option<Box<Kept>>,
}

struct Kept {
    model: Model,
    /// Topology of the model that is extended.
    joints: Topology,
    layout: RowLayout,
    points: Vec<Closed>,
}

impl ContactModel {
    /// The model with these points; the base model itself where there are none.
    pub fn of<'a>(&'a mut self, base: &'a Model, points: &[Closed], layout: RowLayout) -> &'a Model {
        let Some(colliders) = base.contact().filter(|_| !points.is_empty()) else {
            return base;
        };
        self.kept
            .take_if(|kept| !kept.joints.is_copy_of(&base.topology) || kept.model.settings != base.settings);
        let kept = self.kept.get_or_insert_with(|| {
            Box::new(Kept {
                model: base.clone(),
                joints: base.topology.clone(),
                layout,
                points: Vec::new(),
            })
        });
        if kept.model.bodies.version() != base.bodies.version() {
            kept.model.bodies.clone_from(&base.bodies);
        }
        if kept.layout != layout || kept.points != points {
            kept.layout = layout;
            kept.points.clear();
            kept.points.extend_from_slice(points);
            write(&mut kept.model, base, colliders, points, layout);
        }
        &kept.model
    }
}

/// Writes the points into a copy of a model.
fn write(model: &mut Model, base: &Model, colliders: &Colliders, points: &[Closed], layout: RowLayout) {
    model.touching.clear();
    model.topology = base.topology.clone();
    for closed in points {
        let Some(mut it) = touching(base, colliders, closed.key) else {
            continue;
        };
        it.closed = *closed;
        it.has_all_rows = layout == RowLayout::Full;
        let mut bodies = [0; 2];
        let mut count = 0;
        for body in it.ends.iter().filter_map(Place::body) {
            bodies[count] = body;
            count += 1;
        }
        let bodies = &bodies[..count];
        it.constraint = if it.slides() {
            model.topology.add_forced_constraint(1, bodies, bodies)
        } else {
            let rows = 1 + usize::from(it.has_friction_row());
            model.topology.add_constraint(rows, bodies)
        };
        it.row = model.topology.row_offset(it.constraint);
        model.touching.push(it);
    }
    model.topology.shrink_to_fit();
}

/// A contact point from its key; `None` where a piece does not exist.
pub fn touching(model: &Model, colliders: &Colliders, key: Key) -> Option<ContactRows> {
    let (first, second) = key.pair;
    let (one, two) = (
        colliders.list.get(first.0 as usize)?,
        colliders.list.get(second.0 as usize)?,
    );
    let sides = [(one, first.1, key.features[0]), (two, second.1, key.features[1])];
    // The edge comes first.
    let [a, b] = if matches!(key.features[1], Feature::Edge(_)) {
        [sides[1], sides[0]]
    } else {
        sides
    };
    let ((end_a, shape_a, r_a), (end_b, shape_b, r_b)) = (place(model, a)?, place(model, b)?);
    let (edge, half, sides_a) = match shape_a {
        Shape::Edge { normal, length } => {
            let half = 0.5 * length * (1.0 + 4.0 * SAME_PLACE);
            (Some(normal), half, [None; 2])
        }
        Shape::Corner { sides } => (None, f64::INFINITY, sides),
    };
    let sides_b = match shape_b {
        Shape::Corner { sides } => sides,
        Shape::Edge { .. } => [None; 2],
    };
    Some(ContactRows {
        closed: Closed {
            key,
            slip: Slip::None,
        },
        ends: [end_a, end_b],
        edge,
        half,
        sides: [sides_a, sides_b],
        radii: [r_a, r_b],
        friction: one.friction_with(two),
        restitution: one.restitution_with(two),
        constraint: 0,
        row: 0,
        has_all_rows: true,
    })
}

/// Geometry of a touching feature of a piece.
enum Shape {
    /// Angle of the outward normal in the frame of the part (rad), and length (m).
    Edge { normal: f64, length: f64 },
    /// Directions of the two sides of the corner: unit vectors in the frame of the part.
    Corner { sides: [Option<Vec2>; 2] },
}

/// Place at which a feature of a piece is attached, its geometry, and the radius about it.
fn place(
    model: &Model,
    (collider, piece, feature): (&Collider, u32, Feature),
) -> Option<(Place, Shape, f64)> {
    let solid = collider.pieces.get(piece as usize)?;
    let count = solid.corners.len();
    let corner = |i: usize| solid.corners.get(i % count.max(1)).copied();
    let (at, shape) = match feature {
        Feature::Edge(i) => {
            let (from, to) = (corner(i as usize)?, corner(i as usize + 1)?);
            let outward = -perp(to - from);
            let normal = trig::atan2(outward.y, outward.x);
            let length = outward.length();
            // Attached at the middle of the edge, where rounding errors have a short lever.
            (0.5 * (from + to), Shape::Edge { normal, length })
        }
        Feature::Corner(i) => {
            let (i, at) = (i as usize, corner(i as usize)?);
            let towards = |p: Option<Vec2>| p.map(|p| (p - at).normalize_or_zero());
            let sides = match count {
                0 | 1 => [None; 2],
                2 => [towards(corner(i + 1)), towards(solid.neighbours[i.min(1)])],
                _ => [towards(corner(i + 1)), towards(corner(i + count - 1))],
            };
            (at, Shape::Corner { sides })
        }
    };
    Some((held(model, collider, at), shape, solid.radius))
}

fn held(model: &Model, collider: &Collider, at: Vec2) -> Place {
    let fixed = |pose: Pose| Place::Fixed {
        point: pose.point(at),
        angle: pose.angle,
    };
    match collider.body.filter(|body| *body < model.bodies.len()) {
        Some(body) => Place::Moving { body, at },
        None => fixed(collider.pose),
    }
}
