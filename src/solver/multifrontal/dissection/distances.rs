//! Distances from far corners of a piece, counted in units.

use super::Dissection;

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
}
