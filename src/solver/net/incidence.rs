//! Units of rows and the bodies they act on, both ways, as flat lists.

/// Lists of numbers, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(lists: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let (mut start, mut items) = (vec![0], Vec::new());
        for list in lists {
            items.extend(list.map(|item| item as u32));
            start.push(items.len() as u32);
        }
        Self { start, items }
    }

    /// For each number below `count` the lists it is in, ascending.
    pub(crate) fn turned(&self, count: usize) -> Self {
        let mut start = vec![0; count + 1];
        for &item in &self.items {
            start[item as usize + 1] += 1;
        }
        for k in 0..count {
            start[k + 1] += start[k];
        }
        let mut next = start.clone();
        let mut items = vec![0; self.items.len()];
        for list in 0..self.len() as u32 {
            for &item in self.of(list) {
                let next = &mut next[item as usize];
                items[*next as usize] = list;
                *next += 1;
            }
        }
        Self { start, items }
    }

    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub(crate) fn of(&self, list: u32) -> &[u32] {
        let list = list as usize;
        &self.items[self.start[list] as usize..self.start[list + 1] as usize]
    }
}

/// Which unit acts on which bodies. Units that share a body are neighbours in `A = J W J^T`.
#[derive(Clone, Debug)]
pub(crate) struct Incidence {
    bodies: Lists,
    units: Lists,
}

impl Incidence {
    /// Of so many bodies, and of units each given by the bodies it acts on.
    pub(crate) fn new(count: usize, acts: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let bodies = Lists::new(acts);
        let units = bodies.turned(count);
        Self { bodies, units }
    }

    pub(crate) fn units(&self) -> usize {
        self.bodies.len()
    }

    pub(crate) fn bodies(&self) -> usize {
        self.units.len()
    }

    /// The bodies a unit acts on.
    pub(crate) fn bodies_of(&self, unit: u32) -> &[u32] {
        self.bodies.of(unit)
    }

    /// The units that act on a body, ascending.
    pub(crate) fn units_of(&self, body: u32) -> &[u32] {
        self.units.of(body)
    }

    /// Pairs of units that share a body.
    pub(crate) fn neighbours(&self) -> usize {
        let mut seen = vec![u32::MAX; self.units()];
        let mut pairs = 0;
        for unit in 0..self.units() as u32 {
            for &body in self.bodies_of(unit) {
                for &other in self.units_of(body) {
                    if other > unit && seen[other as usize] != unit {
                        seen[other as usize] = unit;
                        pairs += 1;
                    }
                }
            }
        }
        pairs
    }
}
