//! The lists of variables of a quotient graph: of each element the units that touch it, in one block of memory. A list is made once, at its end,
//! and taken away once.

use crate::incidence::Incidence;

/// Units about each element.
pub(super) struct ElementLists {
    units: Vec<u32>,
    /// Where those of each element start and end.
    ranges: Vec<(u32, u32)>,
}

impl ElementLists {
    /// Of the bodies, each with the units that act on it, and of as many later elements as there are units, which have none yet.
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

    /// How many elements there are, those that have no units included.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Units about an element.
    pub(super) fn of(&self, element: u32) -> &[u32] {
        let (start, end) = self.ranges[element as usize];
        &self.units[start as usize..end as usize]
    }

    /// Where the next list begins.
    pub(super) fn end(&self) -> usize {
        self.units.len()
    }

    /// Adds those about an element, which has none from now on, to the list at the end, as far as they are `new`.
    pub(super) fn take(&mut self, element: u32, mut new: impl FnMut(u32) -> bool) {
        let (start, end) = std::mem::take(&mut self.ranges[element as usize]);
        for k in start as usize..end as usize {
            let unit = self.units[k];
            if new(unit) {
                self.units.push(unit);
            }
        }
    }

    /// The list at the end, from where it begins.
    pub(super) fn last(&self, start: usize) -> &[u32] {
        &self.units[start..]
    }

    /// Makes the list at the end that of an element, with those units that `stay`.
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
