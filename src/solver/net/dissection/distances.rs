//! Distances from far corners of a piece, counted in units.

use super::Knife;

impl Knife<'_> {
    /// Distances of what can be reached from a body, which is put into the queue, the nearest first.
    pub(super) fn walk(&mut self, from: u32, into: usize) {
        let (incidence, distance) = (self.incidence, &mut self.distance);
        self.walks += 1;
        self.queue.clear();
        self.queue.push(from);
        self.reached[from as usize] = self.walks;
        distance[from as usize][into] = 0;
        let mut next = 0;
        while let Some(&body) = self.queue.get(next) {
            next += 1;
            let further = distance[body as usize][into] + 1;
            for &unit in incidence.units_of(body) {
                if self.cut[unit as usize] {
                    continue;
                }
                for &other in incidence.bodies_of(unit) {
                    if self.reached[other as usize] != self.walks {
                        self.reached[other as usize] = self.walks;
                        distance[other as usize][into] = further;
                        self.queue.push(other);
                    }
                }
            }
        }
    }

    /// Finds two corners, not opposite ones, of the piece in the queue, and the distances from them.
    pub(super) fn measure(&mut self) {
        let last = |queue: &[u32]| queue.last().copied().unwrap_or_default();
        let corner = last(&self.queue);
        self.walk(corner, 0);
        // Halfway to the other end, as far to the side as can be.
        let half = self.distance[last(&self.queue) as usize][0] / 2;
        let start = self
            .queue
            .partition_point(|&body| self.distance[body as usize][0] < half);
        let middle = self.queue[start.min(self.queue.len() - 1)];
        self.walk(middle, 1);
        let aside = self.queue.iter().rev().copied();
        let aside = aside
            .into_iter()
            .find(|&body| self.distance[body as usize][0] == half);
        self.walk(aside.unwrap_or(middle), 1);
    }
}
