//! Separators by distance: breadth-first distances from remote corners of a piece, counted in units, and the best cut along them.

use super::{Cut, Dissection, KEYS, Piece, keys};

/// Fraction of the bodies on the smaller side of a cut below which the cut is penalised.
const LEAST_SHARE: f64 = 0.25;

impl Dissection<'_> {
    /// Breadth-first search from a body within its piece: sets the distances, and leaves the bodies reached in the queue, nearest first.
    pub(super) fn search(&mut self, from: u32, into: usize) {
        let (neighbours, states) = (&self.neighbours, &mut self.states[..]);
        self.searches += 1;
        self.queue.clear();
        self.queue.push(from);
        let first = &mut states[from as usize];
        first.reached = self.searches;
        first.distance[into] = 0;
        let piece = first.piece;
        let mut next = 0;
        while let Some(&body) = self.queue.get(next) {
            next += 1;
            let further = states[body as usize].distance[into] + 1;
            for &other in neighbours.row(body) {
                let state = &mut states[other as usize];
                // A unit between bodies of two pieces belongs to a separator.
                if state.reached != self.searches && state.piece == piece {
                    state.reached = self.searches;
                    state.distance[into] = further;
                    self.queue.push(other);
                }
            }
        }
    }

    /// Computes the distances in a piece of `count` bodies from two corners that are not opposite: the given one and one that is found.
    /// Returns false where some bodies cannot be reached from the first.
    pub(super) fn compute_distances(&mut self, corner: u32, count: usize) -> bool {
        self.search(corner, 0);
        if self.queue.len() < count {
            return false;
        }
        // The second corner has half the largest distance from the first, and is the farthest from `middle` among those bodies.
        let last = self.queue.last().copied().unwrap_or(corner);
        let away = |dissection: &Self, body: u32| dissection.states[body as usize].distance[0];
        let half = away(self, last) / 2;
        let start = self.queue.partition_point(|&body| away(self, body) < half);
        let middle = self.queue[start.min(self.queue.len() - 1)];
        self.search(middle, 1);
        let aside = self
            .queue
            .iter()
            .rev()
            .copied()
            .find(|&body| away(self, body) == half);
        self.search(aside.unwrap_or(middle), 1);
        true
    }

    /// Returns the best cut along a distance, a sum or a difference; `None` when all bodies have the same.
    pub(super) fn best_cut(&mut self, piece: &Piece) -> Option<Cut> {
        let bodies = &self.bodies[piece.bodies.0..piece.bodies.1];
        let units = &self.units[piece.units.0..piece.units.1];
        let states = &self.states[..];
        let keys = |body: u32| keys(states[body as usize].distance);
        let all = bodies.len() as i32;
        let (mut low, mut high) = ([i32::MAX; KEYS], [i32::MIN; KEYS]);
        for &body in bodies {
            let keys = keys(body);
            for key in 0..KEYS {
                low[key] = low[key].min(keys[key]);
                high[key] = high[key].max(keys[key]);
            }
        }
        // For each key and each of its values: the bodies that have it, and by how much the number of units across changes.
        let mut start = [0; KEYS];
        let mut len = 0;
        for key in 0..KEYS {
            // Index at which the count for key 0 would be.
            start[key] = len + 1 - low[key];
            len += high[key] - low[key] + 2;
        }
        self.counts.clear();
        self.counts.resize(len as usize, (0, 0));
        let counts = &mut self.counts[..];
        for &body in bodies {
            let keys = keys(body);
            for key in 0..KEYS {
                counts[(start[key] + keys[key]) as usize].0 += 1;
            }
        }
        for &unit in units {
            let ends = self.incidence.bodies_of(unit);
            let mut least = ends.first().map_or([0; KEYS], |&body| keys(body));
            let mut most = least;
            for &body in ends.get(1..).unwrap_or_default() {
                let keys = keys(body);
                for key in 0..KEYS {
                    least[key] = least[key].min(keys[key]);
                    most[key] = most[key].max(keys[key]);
                }
            }
            for key in 0..KEYS {
                // A unit that begins and ends at the same key cancels.
                counts[(start[key] + least[key]) as usize].1 += 1;
                counts[(start[key] + most[key]) as usize].1 -= 1;
            }
        }
        let balanced = LEAST_SHARE * f64::from(all);
        let mut best: Option<(f64, Cut)> = None;
        for key in 0..KEYS {
            let (mut left, mut across) = (0, 0);
            for value in low[key]..high[key] {
                let (bodies, units) = counts[(start[key] + value) as usize];
                left += bodies;
                across += units;
                let smaller = f64::from(left.min(all - left));
                // Unbalanced cuts are penalised.
                let share = if smaller < balanced {
                    smaller * smaller / balanced
                } else {
                    smaller
                };
                let price = f64::from(across) / share.max(f64::MIN_POSITIVE);
                if left > 0 && best.is_none_or(|(cheapest, _)| price < cheapest) {
                    let at = value + 1;
                    best = Some((price, Cut { key, at, across }));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }
}
