//! Variable lists of a quotient graph: the units adjacent to each element, in one block of memory. Each list is written once, at the end of
//! the block, and emptied once.

use crate::incidence::Incidence;

/// Units adjacent to each element.
pub(super) struct ElementLists {
    units: Vec<u32>,
    /// Start and end of the list of each element.
    ranges: Vec<(u32, u32)>,
}

impl ElementLists {
    /// Lists for the bodies (the first elements), each with the units that act on it, and empty lists for as many later elements as there
    /// are units.
    pub(super) fn new(incidence: &Incidence) -> Self {
        let (bodies, count) = (incidence.bodies(), incidence.units());
        let mut units = Vec::with_capacity(8 * count);
        let mut ranges = Vec::with_capacity(bodies + count);
        for body in 0..bodies as u32 {
            let start = units.len() as u32;
            units.extend_from_slice(incidence.units_of(body));
            ranges.push((start, units.len() as u32));
        }
        ranges.resize(bodies + count, (0, 0));
        Self { units, ranges }
    }

    /// Number of elements, those with empty lists included.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Units adjacent to an element.
    pub(super) fn of(&self, element: u32) -> &[u32] {
        let (start, end) = self.ranges[element as usize];
        &self.units[start as usize..end as usize]
    }

    /// Start of the next list.
    pub(super) fn end(&self) -> usize {
        self.units.len()
    }

    /// Empties the list of an element, and appends those of its units that are `new` to the list at the end.
    pub(super) fn take(&mut self, element: u32, mut new: impl FnMut(u32) -> bool) {
        let (start, end) = std::mem::take(&mut self.ranges[element as usize]);
        for k in start as usize..end as usize {
            let unit = self.units[k];
            if new(unit) {
                self.units.push(unit);
            }
        }
    }

    /// The list at the end of the block, given its start.
    pub(super) fn last(&self, start: usize) -> &[u32] {
        &self.units[start..]
    }

    /// Assigns the list at the end of the block to an element, reduced to those units that `stay`.
    pub(super) fn close(&mut self, element: usize, start: usize, mut stay: impl FnMut(u32) -> bool) {
        let mut end = start;
        for k in start..self.units.len() {
            let unit = self.units[k];
            if stay(unit) {
                self.units[end] = unit;
                end += 1;
            }
        }
        self.units.truncate(end);
        self.ranges[element] = (start as u32, end as u32);
    }
}
