//! Disjoint sets of the numbers from 0 to n - 1 (union-find with path halving). The solver, a package that depends on nothing here, has its own.

/// The sets; each is identified by its least number, its root.
#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    /// No parent is greater than its child.
    parents: Vec<usize>,
}

impl UnionFind {
    /// Sets of one number each.
    pub fn new(count: usize) -> Self {
        Self {
            parents: (0..count).collect(),
        }
    }

    /// Separates all sets into `count` of one number each.
    pub fn reset(&mut self, count: usize) {
        self.parents.clear();
        self.parents.extend(0..count);
    }

    /// Number of numbers.
    pub fn count(&self) -> usize {
        self.parents.len()
    }

    /// The root of the set of a number, in constant time after [`Self::flatten`].
    pub fn root(&self, mut k: usize) -> usize {
        while self.parents[k] != k {
            k = self.parents[k];
        }
        k
    }

    /// The same; halves the path to the root.
    fn find(&mut self, mut k: usize) -> usize {
        while self.parents[k] != k {
            self.parents[k] = self.parents[self.parents[k]];
            k = self.parents[k];
        }
        k
    }

    /// Joins the sets of two numbers; returns whether they were separate.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b)] = a.min(b);
        a != b
    }

    /// Joins the sets of all of these numbers.
    pub fn join_all(&mut self, mut all: impl Iterator<Item = usize>) {
        let Some(first) = all.next() else { return };
        for other in all {
            self.join(first, other);
        }
    }

    /// Makes each number point to its root.
    pub fn flatten(&mut self) {
        // A parent comes before its children, so one pass leads every number to its root.
        for k in 0..self.parents.len() {
            self.parents[k] = self.parents[self.parents[k]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain whose links come from its last number on is a list at first; it takes about as long as any other.
    #[test]
    fn a_chain_joined_from_its_end_is_one_set_in_little_time() {
        let count = 1_000_000;
        let mut sets = UnionFind::new(count);
        for k in (1..count).rev() {
            assert!(sets.join(k - 1, k));
        }
        assert!(!sets.join(0, count - 1));
        sets.flatten();
        assert!((0..count).all(|k| sets.root(k) == 0));
        sets.reset(3);
        sets.join_all([2, 1].into_iter());
        assert_eq!([0, 1, 2].map(|k| sets.root(k)), [0, 1, 1]);
    }
}
