//! Parts that left the view for good: found, and shown at the edge of the canvas.

use std::collections::BTreeMap;

use crate::math::Vec2;

use super::Editor;
use super::feedback::Marker;

/// How long a part must be away before it is shown (s).
const PATIENCE: f64 = 1.0;
/// Distance of markers from the edge of the canvas, and of one from another (logical points).
const INSET: f64 = 18.0;
const APART: f64 = 30.0;

impl Editor {
    /// Takes note of which parts are away, as time passes (s).
    pub(super) fn watch(&mut self, seconds: f64) {
        let (low, high) = self.view.visible();
        let Some((home_low, home_high)) = self.home() else {
            self.away.0.clear();
            return;
        };
        let mut away = BTreeMap::new();
        for (id, part) in self
            .scene
            .parts()
            .filter(|(_, part)| !part.fixed && !part.handling.hidden)
        {
            let Some(pose) = self.pose(id) else { continue };
            let r = part.shape.outline().radius();
            let outside = |low: Vec2, high: Vec2| {
                (pose.position + r).cmplt(low).any() || (pose.position - r).cmpgt(high).any()
            };
            // A part that only the zoom has cut off is where it belongs.
            if outside(low, high) && outside(home_low, home_high) {
                let before = self.away.0.get(&id).copied().unwrap_or(0.0);
                away.insert(id, before + seconds);
            }
        }
        self.away.0 = away;
    }

    /// Whether a part is away, but not for long enough yet to be shown.
    pub(super) fn is_watching(&self) -> bool {
        self.away.0.values().any(|time| *time < PATIENCE)
    }

    /// Where the machine was built, with as much again around it.
    fn home(&self) -> Option<(Vec2, Vec2)> {
        let mut low = Vec2::INFINITY;
        let mut high = Vec2::NEG_INFINITY;
        for (_, part) in self.scene.parts() {
            let r = part.shape.outline().radius();
            low = low.min(part.pose.position - r);
            high = high.max(part.pose.position + r);
        }
        let room = 0.5 * (high - low).max(Vec2::ONE);
        (low.x <= high.x).then(|| (low - room, high + room))
    }

    /// Parts out of view for good, shown at the edge of the canvas; those in one direction as one.
    pub fn markers(&self) -> Vec<Marker> {
        let (top_left, bottom_right) = self.view.canvas();
        let (low, high) = (top_left + INSET, (bottom_right - INSET).max(top_left + INSET));
        let middle = (low + high) / 2.0;
        let mut markers: Vec<Marker> = Vec::new();
        for (&id, _) in self.away.0.iter().filter(|(_, time)| **time >= PATIENCE) {
            let Some(pose) = self.pose(id) else { continue };
            let there = self.view.screen_from_world(pose.position);
            let direction = (there - middle).normalize_or_zero();
            // Along the ray from the middle until the edge.
            let half = (high - low) / 2.0;
            let reach = (half / direction.abs().max(Vec2::splat(1e-9))).min_element();
            let at = middle + direction * reach;
            match markers.iter_mut().find(|it| it.at.distance(at) < APART) {
                Some(marker) => marker.count += 1,
                None => markers.push(Marker {
                    id,
                    count: 1,
                    at,
                    direction,
                }),
            }
        }
        markers
    }
}
