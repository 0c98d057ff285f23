//! Distances from far corners of a piece, counted in units, and where to cut along them.

use super::{Dissection, Piece, Plane, WAYS, keys};

/// Part of the bodies that may be on the smaller side of a cut, at least.
const LEAST_SHARE: f64 = 0.25;

impl Dissection<'_> {
    /// Distances of what can be reached from a body in its piece, which is put into the queue, the nearest first.
    pub(super) fn walk(&mut self, from: u32, into: usize) {
        let (near, spots) = (&self.near, &mut self.spots[..]);
        self.walks += 1;
        self.queue.clear();
        self.queue.push(from);
        let first = &mut spots[from as usize];
        first.reached = self.walks;
        first.distance[into] = 0;
        let piece = first.piece;
        let mut next = 0;
        while let Some(&body) = self.queue.get(next) {
            next += 1;
            let further = spots[body as usize].distance[into] + 1;
            for &other in near.row(body) {
                let spot = &mut spots[other as usize];
                // What joins bodies of two pieces is part of a cut.
                if spot.reached != self.walks && spot.piece == piece {
                    spot.reached = self.walks;
                    spot.distance[into] = further;
                    self.queue.push(other);
                }
            }
        }
    }

    /// Finds two corners, not opposite ones, of a piece of so many bodies, and the distances from them; the first corner
    /// is given. False where some bodies cannot be reached from it.
    pub(super) fn measure(&mut self, corner: u32, count: usize) -> bool {
        self.walk(corner, 0);
        if self.queue.len() < count {
            return false;
        }
        // Halfway to the other end, as far to the side as can be.
        let last = self.queue.last().copied().unwrap_or(corner);
        let away = |dissection: &Self, body: u32| dissection.spots[body as usize].distance[0];
        let half = away(self, last) / 2;
        let start = self.queue.partition_point(|&body| away(self, body) < half);
        let middle = self.queue[start.min(self.queue.len() - 1)];
        self.walk(middle, 1);
        let aside = self
            .queue
            .iter()
            .rev()
            .copied()
            .find(|&body| away(self, body) == half);
        self.walk(aside.unwrap_or(middle), 1);
        true
    }

    /// Where to cut along a distance; nothing when all bodies are at the same.
    pub(super) fn best_plane(&mut self, piece: &Piece) -> Option<Plane> {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        let units = &self.units[piece.units.0..piece.units.1];
        let spots = &self.spots[..];
        let keys = |body: u32| keys(spots[body as usize].distance);
        let all = bodies.len() as i32;
        let (mut low, mut high) = ([i32::MAX; WAYS], [i32::MIN; WAYS]);
        for &body in bodies {
            let keys = keys(body);
            for way in 0..WAYS {
                low[way] = low[way].min(keys[way]);
                high[way] = high[way].max(keys[way]);
            }
        }
        // For each way and each place along it: bodies below, and units that reach across.
        let mut start = [0; WAYS];
        let mut len = 0;
        for way in 0..WAYS {
            // Where the count for key 0 would be.
            start[way] = len + 1 - low[way];
            len += high[way] - low[way] + 2;
        }
        self.counts.clear();
        self.counts.resize(len as usize, (0, 0));
        let counts = &mut self.counts[..];
        for &body in bodies {
            let keys = keys(body);
            for way in 0..WAYS {
                counts[(start[way] + keys[way]) as usize].0 += 1;
            }
        }
        for &unit in units {
            let ends = self.incidence.bodies_of(unit);
            let mut near = ends.first().map_or([0; WAYS], |&body| keys(body));
            let mut far = near;
            for &body in ends.get(1..).unwrap_or_default() {
                let keys = keys(body);
                for way in 0..WAYS {
                    near[way] = near[way].min(keys[way]);
                    far[way] = far[way].max(keys[way]);
                }
            }
            for way in 0..WAYS {
                // What begins where it ends is taken away again.
                counts[(start[way] + near[way]) as usize].1 += 1;
                counts[(start[way] + far[way]) as usize].1 -= 1;
            }
        }
        let least = LEAST_SHARE * f64::from(all);
        let mut best: Option<(f64, Plane)> = None;
        for way in 0..WAYS {
            let (mut left, mut across) = (0, 0);
            for key in low[way]..high[way] {
                let (bodies, units) = counts[(start[way] + key) as usize];
                left += bodies;
                across += units;
                let smaller = f64::from(left.min(all - left));
                // A lopsided cut has to be worth it.
                let share = if smaller < least {
                    smaller * smaller / least
                } else {
                    smaller
                };
                let price = f64::from(across) / share.max(f64::MIN_POSITIVE);
                if left > 0 && best.is_none_or(|(cheapest, _)| price < cheapest) {
                    let at = key + 1;
                    best = Some((price, Plane { way, at, across }));
                }
            }
        }
        best.map(|(_, plane)| plane)
    }
}
