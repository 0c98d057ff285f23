//! Snapping a drawn line to a right angle with a part's side, or to a tangent of a round part.

use crate::bodies::Outline;
use crate::math::{Pose, Vec2, unit};
use crate::scene::Attach;

use super::Editor;
use super::snap::PULL;
use super::snap_point::{Snap, SnapTo};

impl Editor {
    /// The end of a line from a point, snapped to a place where it is perpendicular to a side of a part or tangent to a round part.
    pub(super) fn snap_to_tangent_or_normal(&self, from: Vec2, to: &Snap) -> Option<Snap> {
        if to.to != SnapTo::Free {
            return None;
        }
        let pull = self.view.metres(PULL);
        let mut nearest: Option<(f64, Snap)> = None;
        for (id, _) in self.scene.parts() {
            if to.end.part.is_some_and(|part| part != id) {
                continue;
            }
            let (Some(pose), Some(shape)) = (self.pose(id), self.run.shape(&self.scene, id)) else {
                continue;
            };
            let outline = shape.outline();
            if pose.position.distance(to.world) > outline.radius() + pull {
                continue;
            }
            for (world, met) in meetings(&outline, pose, from) {
                let distance = world.distance(to.world);
                let near = distance <= pull && world.distance(from) > pull;
                if near && nearest.is_none_or(|(best, _)| distance < best) {
                    let end = match to.end.part {
                        Some(id) => Attach::part(id, shape.held(world, pose)),
                        None => Attach::ground(world),
                    };
                    nearest = Some((distance, Snap { end, world, to: met }));
                }
            }
        }
        nearest.map(|(_, snap)| snap)
    }
}

/// World points of an outline at which a line from a point is perpendicular or tangent.
fn meetings(outline: &Outline, pose: Pose, from: Vec2) -> Vec<(Vec2, SnapTo)> {
    let foot = |a: Vec2, b: Vec2| {
        let (a, b) = (pose.point(a), pose.point(b));
        let along = (b - a).try_normalize()?;
        let way = along.dot(from - a);
        (0.0..=a.distance(b))
            .contains(&way)
            .then_some((a + way * along, SnapTo::Perpendicular))
    };
    match outline {
        Outline::Capsule { from: a, to: b, .. } => foot(*a, *b).into_iter().collect(),
        Outline::Band { points, .. } => points.windows(2).filter_map(|it| foot(it[0], it[1])).collect(),
        Outline::Polygon(corners) => {
            let next = corners.iter().cycle().skip(1);
            corners
                .iter()
                .zip(next)
                .filter_map(|(a, b)| foot(*a, *b))
                .collect()
        }
        Outline::Circle { radius } | Outline::Ring { radius, .. } => {
            let center = pose.position;
            let distance = center.distance(from);
            if distance <= *radius {
                return Vec::new();
            }
            let half = (radius / distance).acos();
            let towards = (from - center).to_angle();
            [half, -half]
                .map(|turn| (center + *radius * unit(towards + turn), SnapTo::Tangent))
                .into()
        }
        Outline::Several(pieces) => pieces
            .iter()
            .flat_map(|(own, piece)| {
                let pose = Pose {
                    position: pose.point(own.position),
                    angle: pose.angle + own.angle,
                };
                meetings(piece, pose, from)
            })
            .collect(),
        Outline::Dot | Outline::Thread { .. } => Vec::new(),
    }
}
