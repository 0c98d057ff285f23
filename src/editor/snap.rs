//! Snapping of the pointer to points.

use crate::math::{Pose, Vec2};
use crate::parameter::shortest_decimal;
use crate::scene::{Attach, Id, Part};

use super::Editor;
use super::arrange::extent;
use super::snap_point::{Snap, SnapTo};

/// Distance within which a snap point attracts the pointer (logical points).
pub const PULL: f64 = 8.0;

impl Editor {
    /// The snapped point for a screen point, among the accepted parts. `suspended` turns snapping off.
    pub(super) fn snap(&self, screen: Vec2, suspended: bool, accept: impl Fn(Id, &Part) -> bool) -> Snap {
        self.snap_among(screen, suspended, None, accept)
    }

    /// Like [`Editor::snap`], ignoring the anchor at this end of this item, which is being moved.
    pub(super) fn snap_among(
        &self,
        screen: Vec2,
        suspended: bool,
        moving: Option<(Id, usize)>,
        accept: impl Fn(Id, &Part) -> bool,
    ) -> Snap {
        let world = self.view.world_from_screen(screen);
        if !suspended && let Some(snap) = self.snap_to_joint(world, moving, &accept) {
            return snap;
        }
        let (world, to) = if suspended {
            (world, SnapTo::Free)
        } else {
            self.snap_to_floor(
                self.snap_to_origin(world)
                    .unwrap_or_else(|| self.snap_to_grid(world)),
            )
        };
        Snap {
            end: self.attach(world, &accept),
            world,
            to,
        }
    }

    /// Attachment of a world point: to the topmost accepted part there, in its frame, or to the ground.
    fn attach(&self, world: Vec2, accept: &impl Fn(Id, &Part) -> bool) -> Attach {
        let top = self
            .parts_at(world, |_| true)
            .into_iter()
            .find(|id| self.scene.part(*id).is_some_and(|part| accept(*id, part)));
        match top.and_then(|id| Some((id, self.run.shape(&self.scene, id)?, self.pose(id)?))) {
            Some((id, shape, pose)) => Attach::part(id, shape.held(world, pose)),
            None => Attach::ground(world),
        }
    }

    /// The nearest hole of an accepted part or anchor on the ground within the snapping distance of a world point.
    pub(super) fn snap_to_joint(
        &self,
        world: Vec2,
        moving: Option<(Id, usize)>,
        accept: &impl Fn(Id, &Part) -> bool,
    ) -> Option<Snap> {
        let pull = self.view.metres(PULL);
        let mut nearest: Option<(f64, Snap)> = None;
        let mut offer = |distance: f64, snap: Snap| {
            // Of several at the same place the last one offered is topmost.
            if distance <= pull && nearest.is_none_or(|(best, _)| distance <= best + 1e-9 * pull) {
                nearest = Some((distance, snap));
            }
        };
        for (id, item) in self.scene.items() {
            for (k, end) in item.attachments().iter().enumerate() {
                let far = end.part.is_some() || end.at.distance(world) > pull;
                if far || moving == Some((id, k)) || self.scene.is_hidden(id) {
                    continue;
                }
                let snap = Snap {
                    end: *end,
                    world: end.at,
                    to: SnapTo::Anchor,
                };
                offer(end.at.distance(world), snap);
            }
        }
        let seen = |id: Id, part: &Part| !part.handling.hidden && accept(id, part);
        for (id, part) in self.scene.parts().filter(|(id, part)| seen(*id, part)) {
            let Some(pose) = self.pose(id) else { continue };
            let shape = self.run.shape_of(&self.scene, id, part);
            if pose.position.distance(world) > shape.outline().radius() + pull {
                continue;
            }
            for point in shape.snap_points() {
                let (at, _) = shape.posed(point.at, pose);
                let snap = Snap {
                    end: Attach::part(id, point.at),
                    world: at,
                    to: SnapTo::Point(point.name),
                };
                offer(at.distance(world), snap);
            }
        }
        nearest.map(|(_, snap)| snap)
    }

    /// A snapped point, moved onto the floor if that is near.
    fn snap_to_floor(&self, (world, to): (Vec2, SnapTo)) -> (Vec2, SnapTo) {
        match self.floor_near(world.y) {
            Some(floor) => (Vec2::new(world.x, floor), SnapTo::Floor),
            None => (world, to),
        }
    }

    /// Height of the floor, if it is near the given height.
    fn floor_near(&self, height: f64) -> Option<f64> {
        let floor = self.scene.settings.contact?.floor?;
        ((floor - height).abs() <= self.view.metres(PULL)).then_some(floor)
    }

    /// The displacement `by` of parts, corrected so that the lowest part stands on the floor if it nearly does.
    pub(super) fn stood_on_floor(&self, parts: &[(Id, Pose)], by: Vec2) -> Vec2 {
        let low = parts.iter().filter_map(|(id, pose)| {
            let shape = self.run.shape(&self.scene, *id)?;
            Some(extent(&shape.outline(), *pose).0.y + by.y)
        });
        let low = low.fold(f64::INFINITY, f64::min);
        match self.floor_near(low) {
            Some(floor) => Vec2::new(by.x, by.y + floor - low),
            None => by,
        }
    }

    /// The origin, if it is near.
    fn snap_to_origin(&self, world: Vec2) -> Option<(Vec2, SnapTo)> {
        (world.length() <= self.view.metres(PULL)).then_some((Vec2::ZERO, SnapTo::Origin))
    }

    /// The nearest grid point, if the grid is on and the point is near.
    pub(super) fn snap_to_grid(&self, world: Vec2) -> (Vec2, SnapTo) {
        let step = self.grid_step();
        let crossing = ((world / step).round() * step).map(shortest_decimal);
        if self.grid && crossing.distance(world) <= self.view.metres(PULL) {
            (crossing, SnapTo::Grid)
        } else {
            (world, SnapTo::Free)
        }
    }
}
