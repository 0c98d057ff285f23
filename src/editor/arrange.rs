//! Alignment of selected parts, and their distribution at equal distances.

use crate::bodies::Outline;
use crate::math::{Pose, Vec2};
use crate::scene::Id;

use super::action::Arrangement;
use super::{Editor, Level};

/// A part and its bounding box.
struct Placed {
    id: Id,
    pose: Pose,
    low: Vec2,
    high: Vec2,
}

impl Editor {
    /// Arranges the selected parts.
    pub(super) fn arrange(&mut self, how: Arrangement) {
        let placed: Vec<Placed> = self
            .selection
            .parts(&self.scene)
            .into_iter()
            .filter_map(|id| self.placed(id))
            .collect();
        let least = if matches!(how, Arrangement::SpreadX | Arrangement::SpreadY) {
            3
        } else {
            2
        };
        if placed.len() < least {
            let text = format!("Select {least} parts or more to arrange");
            return self.say(Level::Info, text);
        }
        let moved = |it: &Placed, by: Vec2| {
            let position = it.pose.position + by;
            (it.id, Pose { position, ..it.pose })
        };
        let shifts = shifts(&placed, how);
        let poses: Vec<(Id, Pose)> = placed.iter().zip(shifts).map(|(it, by)| moved(it, by)).collect();
        self.move_parts(&poses, |p| p, "Arrange", None);
    }

    fn placed(&self, id: Id) -> Option<Placed> {
        let pose = self.pose(id)?;
        let (low, high) = extent(&self.run.shape(&self.scene, id)?.outline(), pose);
        Some(Placed { id, pose, low, high })
    }
}

/// Corners of the bounding box of an outline at a pose.
pub(super) fn extent(outline: &Outline, pose: Pose) -> (Vec2, Vec2) {
    let around = |points: &[Vec2], reach: f64| {
        let start = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let points = points.iter().map(|p| pose.point(*p));
        points.fold(start, |(low, high), p| (low.min(p - reach), high.max(p + reach)))
    };
    match outline {
        Outline::Dot => around(&[Vec2::ZERO], 0.0),
        Outline::Circle { radius } | Outline::Ring { radius, .. } => around(&[Vec2::ZERO], *radius),
        Outline::Capsule { from, to, radius } => around(&[*from, *to], *radius),
        Outline::Polygon(points) | Outline::Thread { points, .. } => around(points, 0.0),
        Outline::Band { points, radius } => around(points, *radius),
        Outline::Several(pieces) => {
            let piece = |(own, piece): &(Pose, Outline)| {
                let position = pose.point(own.position);
                let angle = pose.angle + own.angle;
                extent(piece, Pose { position, angle })
            };
            let start = (Vec2::INFINITY, Vec2::NEG_INFINITY);
            let all = pieces.iter().map(piece);
            all.fold(start, |(low, high), (a, b)| (low.min(a), high.max(b)))
        }
    }
}

/// Displacements of the parts.
fn shifts(placed: &[Placed], how: Arrangement) -> Vec<Vec2> {
    let low = placed.iter().fold(Vec2::INFINITY, |low, it| low.min(it.low));
    let high = placed
        .iter()
        .fold(Vec2::NEG_INFINITY, |high, it| high.max(it.high));
    let middle = 0.5 * (low + high);
    let (x, y) = (|x: f64| Vec2::new(x, 0.0), |y: f64| Vec2::new(0.0, y));
    let each = |it: &Placed| match how {
        Arrangement::Left => x(low.x - it.low.x),
        Arrangement::Right => x(high.x - it.high.x),
        Arrangement::Top => y(high.y - it.high.y),
        Arrangement::Bottom => y(low.y - it.low.y),
        Arrangement::MiddleX => x(middle.x - 0.5 * (it.low.x + it.high.x)),
        Arrangement::MiddleY => y(middle.y - 0.5 * (it.low.y + it.high.y)),
        Arrangement::SpreadX | Arrangement::SpreadY => Vec2::ZERO,
    };
    let along = match how {
        Arrangement::SpreadX => Vec2::X,
        Arrangement::SpreadY => Vec2::Y,
        _ => return placed.iter().map(each).collect(),
    };
    let place = |k: usize| 0.5 * along.dot(placed[k].low + placed[k].high);
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by(|a, b| place(*a).total_cmp(&place(*b)));
    let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
        return Vec::new();
    };
    let step = (place(last) - place(first)) / (placed.len() - 1) as f64;
    let mut shifts = vec![Vec2::ZERO; placed.len()];
    for (rank, &k) in order.iter().enumerate() {
        shifts[k] = (place(first) + rank as f64 * step - place(k)) * along;
    }
    shifts
}
