//! Markers at the edge of the canvas for parts that have left the view and will not come back by themselves.

use std::collections::BTreeMap;

use crate::math::Vec2;

use super::Editor;
use super::feedback::Marker;

/// Time out of view after which a part gets a marker (s).
const MARKER_DELAY: f64 = 1.0;
/// Interval between checks (s).
const LOOK_EVERY: f64 = 0.2;
/// Distance of markers from the edge of the canvas, and least distance between two (logical points).
const INSET: f64 = 18.0;
const APART: f64 = 30.0;

impl Editor {
    /// Updates which parts are out of view, after a time (s).
    pub(super) fn watch(&mut self, seconds: f64) {
        self.away.since += seconds;
        if self.away.since < LOOK_EVERY {
            return;
        }
        let seconds = std::mem::take(&mut self.away.since);
        let (low, high) = self.view.visible();
        let outside =
            |at: Vec2, r: f64, low: Vec2, high: Vec2| (at + r).cmplt(low).any() || (at - r).cmpgt(high).any();
        let mut home = None;
        let mut away = BTreeMap::new();
        for (id, part) in self.scene.parts() {
            let Some(pose) = self.pose(id) else { continue };
            let (at, r) = (pose.position, part.shape.outline().radius());
            if part.fixed || part.handling.hidden || !outside(at, r, low, high) {
                continue;
            }
            // A part that is cut off by the zoom alone does not count.
            let (home_low, home_high) = *home.get_or_insert_with(|| self.home());
            if outside(at, r, home_low, home_high) {
                let before = self.away.parts.get(&id).copied().unwrap_or(0.0);
                away.insert(id, before + seconds);
            }
        }
        self.away.parts = away;
    }

    /// Whether a part is out of view, but not yet for long enough to get a marker.
    pub(super) fn is_watching(&self) -> bool {
        self.away.parts.values().any(|time| *time < MARKER_DELAY)
    }

    /// Bounding box of the built machine, enlarged on each side by half its size.
    fn home(&self) -> (Vec2, Vec2) {
        let mut low = Vec2::INFINITY;
        let mut high = Vec2::NEG_INFINITY;
        for (_, part) in self.scene.parts() {
            let r = part.shape.outline().radius();
            low = low.min(part.pose.position - r);
            high = high.max(part.pose.position + r);
        }
        let room = 0.5 * (high - low).max(Vec2::ONE);
        (low - room, high + room)
    }

    /// Markers of parts that are out of view; nearby ones are merged.
    pub fn markers(&self) -> Vec<Marker> {
        let (top_left, bottom_right) = self.view.canvas();
        let (low, high) = (top_left + INSET, (bottom_right - INSET).max(top_left + INSET));
        let middle = (low + high) / 2.0;
        let mut markers: Vec<Marker> = Vec::new();
        for (&id, _) in self.away.parts.iter().filter(|(_, time)| **time >= MARKER_DELAY) {
            let Some(pose) = self.pose(id) else { continue };
            let there = self.view.screen_from_world(pose.position);
            let direction = (there - middle).normalize_or_zero();
            // The intersection of the ray from the middle with the edge.
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
