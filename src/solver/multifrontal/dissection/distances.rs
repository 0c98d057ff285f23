//! Separators by distance: breadth-first distances from remote corners of a piece, counted in units, and the best cut along them.

use super::{Cut, Dissection, Piece, WAYS, keys};

/// Fraction of the bodies on the smaller side of a cut below which the cut is penalised.
const LEAST_SHARE: f64 = 0.25;

impl Dissection<'_> {
    /// Breadth-first search from a body within its piece: sets the distances, and leaves the bodies reached in the queue, nearest first.
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
                // A unit between bodies of two pieces belongs to a separator.
                if spot.reached != self.walks && spot.piece == piece {
                    spot.reached = self.walks;
                    spot.distance[into] = further;
                    self.queue.push(other);
                }
            }
        }
    }

    /// Computes the distances in a piece of `count` bodies from two corners that are not opposite: the given one and one that is found.
    /// Returns false where some bodies cannot be reached from the first.
    pub(super) fn measure(&mut self, corner: u32, count: usize) -> bool {
        self.walk(corner, 0);
        if self.queue.len() < count {
            return false;
        }
        // The second corner has half the largest distance from the first, and is the farthest from `middle` among those bodies.
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

    /// Returns the best cut along a distance, a sum or a difference; `None` when all bodies have the same.
    pub(super) fn best_plane(&mut self, piece: &Piece) -> Option<Cut> {
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
        // For each way and each key along it: the bodies there, and by how much the number of units across changes.
        let mut start = [0; WAYS];
        let mut len = 0;
        for way in 0..WAYS {
            // Index at which the count for key 0 would be.
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
                // A unit that begins and ends at the same key cancels.
                counts[(start[way] + near[way]) as usize].1 += 1;
                counts[(start[way] + far[way]) as usize].1 -= 1;
            }
        }
        let least = LEAST_SHARE * f64::from(all);
        let mut best: Option<(f64, Cut)> = None;
        for way in 0..WAYS {
            let (mut left, mut across) = (0, 0);
            for key in low[way]..high[way] {
                let (bodies, units) = counts[(start[way] + key) as usize];
                left += bodies;
                across += units;
                let smaller = f64::from(left.min(all - left));
                // Unbalanced cuts are penalised.
                let share = if smaller < least {
                    smaller * smaller / least
                } else {
                    smaller
                };
                let price = f64::from(across) / share.max(f64::MIN_POSITIVE);
                if left > 0 && best.is_none_or(|(cheapest, _)| price < cheapest) {
                    let at = key + 1;
                    best = Some((price, Cut { way, at, across }));
                }
            }
        }
        best.map(|(_, plane)| plane)
    }
}
