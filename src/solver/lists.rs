//! Lists of numbers in one block of memory: machines have thousands of short ones, and a block for each costs more than what is
//! done with them.

/// Lists of numbers, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lists {
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    pub(crate) fn new(lists: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let count = lists.size_hint().0;
        let (mut start, mut items) = (Vec::with_capacity(count + 1), Vec::with_capacity(2 * count));
        start.push(0);
        for list in lists {
            items.extend(list.map(|item| item as u32));
            start.push(items.len() as u32);
        }
        Self { start, items }
    }

    /// Lists given by where each starts, and the end, and by all of their numbers.
    pub(crate) fn of_parts(start: Vec<u32>, items: Vec<u32>) -> Self {
        Self { start, items }
    }

    /// Numbers in all lists.
    pub(crate) fn items(&self) -> usize {
        self.items.len()
    }

    /// So many lists of what is paired with their numbers, in the order of the pairs, which are gone through twice.
    pub(crate) fn of_pairs<I: Iterator<Item = (u32, u32)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let mut start = vec![0; count + 1];
        pairs().for_each(|(list, _)| start[list as usize + 1] += 1);
        for k in 0..count {
            start[k + 1] += start[k];
        }
        let mut next = start.clone();
        let mut items = vec![0; start[count] as usize];
        for (list, item) in pairs() {
            let next = &mut next[list as usize];
            items[*next as usize] = item;
            *next += 1;
        }
        Self { start, items }
    }

    /// For each number below `count` the lists it is in, ascending.
    pub(crate) fn turned(&self, count: usize) -> Self {
        let of = |list: u32| self.of(list).iter().map(move |&item| (item, list));
        Self::of_pairs(count, || (0..self.len() as u32).flat_map(of))
    }

    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub(crate) fn of(&self, list: u32) -> &[u32] {
        let list = list as usize;
        &self.items[self.start[list] as usize..self.start[list + 1] as usize]
    }

    pub(crate) fn of_mut(&mut self, list: u32) -> &mut [u32] {
        let list = list as usize;
        &mut self.items[self.start[list] as usize..self.start[list + 1] as usize]
    }
}
