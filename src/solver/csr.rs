//! Compressed sparse rows (CSR): lists of indices of different lengths in one block of memory. Machines have thousands of short
//! lists, and a separate allocation for each would cost more than the work on it.

/// Marks the absence of an index.
pub(crate) const NONE: u32 = u32::MAX;

/// A sparse pattern by rows, or any other array of lists, of indices or of other small items.
#[derive(Clone, Debug)]
pub(crate) struct Csr<T = u32> {
    /// Start of each row in `columns`, and the end of the last row.
    start: Vec<u32>,
    columns: Vec<T>,
}

impl Csr {
    /// Builds the pattern from an iterator over rows.
    pub(crate) fn new(rows: impl Iterator<Item = impl Iterator<Item = usize>>) -> Self {
        let count = rows.size_hint().0;
        let (mut start, mut columns) = (Vec::with_capacity(count + 1), Vec::with_capacity(2 * count));
        start.push(0);
        for row in rows {
            columns.extend(row.map(|column| column as u32));
            start.push(columns.len() as u32);
        }
        Self { start, columns }
    }

    /// Returns the transpose, which has `columns` rows, each ascending.
    pub(crate) fn transpose(&self, columns: usize) -> Self {
        let of = |row: u32| self.row(row).iter().map(move |&column| (column, row));
        Self::from_pairs(columns, || (0..self.len() as u32).flat_map(of))
    }
}

impl<T: Copy + Default> Csr<T> {
    /// Wraps the pattern of `start.len() - 1` rows whose row k is `columns[start[k]..start[k + 1]]`.
    pub(crate) fn from_parts(start: Vec<u32>, columns: Vec<T>) -> Self {
        Self { start, columns }
    }

    /// Builds the pattern of `rows` rows from entries `(row, column)`; each row keeps the order of its entries. The entries are
    /// iterated twice.
    pub(crate) fn from_pairs<I: Iterator<Item = (u32, T)>>(rows: usize, pairs: impl Fn() -> I) -> Self {
        let mut start = vec![0; rows + 1];
        pairs().for_each(|(row, _)| start[row as usize + 1] += 1);
        for k in 0..rows {
            start[k + 1] += start[k];
        }
        let mut next = start.clone();
        let mut columns = vec![T::default(); start[rows] as usize];
        for (row, column) in pairs() {
            let next = &mut next[row as usize];
            columns[*next as usize] = column;
            *next += 1;
        }
        Self { start, columns }
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Number of entries.
    pub(crate) fn nnz(&self) -> usize {
        self.columns.len()
    }

    /// Index at which a row starts in the concatenation of all rows.
    pub(crate) fn start(&self, row: u32) -> usize {
        self.start[row as usize] as usize
    }

    /// Columns of a row.
    pub(crate) fn row(&self, row: u32) -> &[T] {
        let row = row as usize;
        &self.columns[self.start[row] as usize..self.start[row + 1] as usize]
    }

    /// Columns of a row, mutable.
    pub(crate) fn row_mut(&mut self, row: u32) -> &mut [T] {
        let row = row as usize;
        &mut self.columns[self.start[row] as usize..self.start[row + 1] as usize]
    }
}
