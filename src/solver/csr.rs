//! Compressed rows (CSR): lists of indices of different lengths, in one block of memory. Machines have thousands of short
//! ones, and an allocation for each costs more than what is done with them.

/// Stands for no index.
pub(crate) const NONE: u32 = u32::MAX;

/// A sparse pattern by rows, or any other array of lists of indices.
#[derive(Clone, Debug)]
pub(crate) struct Csr {
    /// Where each row starts in `columns`, and where the last one ends.
    start: Vec<u32>,
    columns: Vec<u32>,
}

impl Csr {
    /// The pattern with these rows.
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

    /// The pattern of `start.len() - 1` rows, of which row k is `columns[start[k]..start[k + 1]]`.
    pub(crate) fn from_parts(start: Vec<u32>, columns: Vec<u32>) -> Self {
        Self { start, columns }
    }

    /// The pattern of `rows` rows with these entries `(row, column)`, each row in the order of its entries, which are
    /// gone through twice.
    pub(crate) fn from_pairs<I: Iterator<Item = (u32, u32)>>(rows: usize, pairs: impl Fn() -> I) -> Self {
        let mut start = vec![0; rows + 1];
        pairs().for_each(|(row, _)| start[row as usize + 1] += 1);
        for k in 0..rows {
            start[k + 1] += start[k];
        }
        let mut next = start.clone();
        let mut columns = vec![0; start[rows] as usize];
        for (row, column) in pairs() {
            let next = &mut next[row as usize];
            columns[*next as usize] = column;
            *next += 1;
        }
        Self { start, columns }
    }

    /// The transpose, of `columns` rows; each ascending.
    pub(crate) fn transpose(&self, columns: usize) -> Self {
        let of = |row: u32| self.row(row).iter().map(move |&column| (column, row));
        Self::from_pairs(columns, || (0..self.len() as u32).flat_map(of))
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Number of entries.
    pub(crate) fn nnz(&self) -> usize {
        self.columns.len()
    }

    /// Where the columns of a row start among those of all.
    pub(crate) fn start(&self, row: u32) -> usize {
        self.start[row as usize] as usize
    }

    /// Columns of a row.
    pub(crate) fn row(&self, row: u32) -> &[u32] {
        let row = row as usize;
        &self.columns[self.start[row] as usize..self.start[row + 1] as usize]
    }

    /// The same, to be changed.
    pub(crate) fn row_mut(&mut self, row: u32) -> &mut [u32] {
        let row = row as usize;
        &mut self.columns[self.start[row] as usize..self.start[row + 1] as usize]
    }
}
