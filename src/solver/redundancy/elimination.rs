//! Rank and dependent rows of a large sparse matrix by Gaussian elimination.
//!
//! Columns are eliminated in the order of the fewest rows left in them, which keeps fill-in low (one-sided Markowitz rule); the pivot of a
//! column is the shortest row whose entry is not much smaller than the largest. Entries have the size of singular values, not of their
//! squares as in `J J^T`, so zeros can be told from small numbers. A row of which only rounding is left depends on the pivot rows, and the
//! elimination steps, taken backwards, give its weights.

use std::collections::BTreeSet;
use std::mem;

/// Threshold pivoting: a pivot is at least this fraction of the largest entry in its column, so that weights stay moderate.
const THRESHOLD: f64 = 0.1;
/// A column with no entry above this gets no pivot unless it changes again; rows left without a pivot are judged separately (`null_space`).
const CERTAIN: f64 = 1e-6;
/// Entries up to this size are dropped as rounding; rows have unit length.
const DROP: f64 = 1e-15;

/// Entries of a row: columns, ascending, and numbers.
pub(super) type SparseRow = Vec<(u32, f64)>;

/// Result of an elimination.
pub(super) struct Elimination {
    steps: Vec<Step>,
    /// Rows without a pivot, of which nothing large is left, ascending.
    pub(super) left: Vec<usize>,
    /// What is left of each of them, in columns without a pivot.
    pub(super) rest: Vec<SparseRow>,
    /// The smallest pivot.
    pub(super) least: f64,
}

/// One elimination step: the multiples of the pivot row that were subtracted from others.
struct Step {
    pivot: u32,
    lost: Vec<(u32, f64)>,
}

struct Work {
    rows: Vec<SparseRow>,
    /// Rows with an entry in each column.
    columns: Vec<Vec<u32>>,
    /// Columns with entries, ordered by the number of entries; and that number for each column in the queue, else 0.
    queue: BTreeSet<(u32, u32)>,
    key: Vec<u32>,
    scratch: SparseRow,
}

/// Eliminates `rows`, a matrix of `columns` columns.
pub(super) fn eliminate(rows: Vec<SparseRow>, columns: usize) -> Elimination {
    let mut work = Work::new(rows, columns);
    let mut is_pivot = vec![false; work.rows.len()];
    let (mut steps, mut least) = (Vec::new(), f64::INFINITY);
    while let Some((_, column)) = work.queue.pop_first() {
        work.key[column as usize] = 0;
        let Some((pivot, value)) = work.pivot_of(column) else {
            continue;
        };
        least = least.min(value.abs());
        is_pivot[pivot as usize] = true;
        steps.push(work.step(pivot, column, value));
    }
    let left: Vec<usize> = (0..is_pivot.len()).filter(|&row| !is_pivot[row]).collect();
    Elimination {
        steps,
        rest: left.iter().map(|&row| mem::take(&mut work.rows[row])).collect(),
        left,
        least,
    }
}

impl Elimination {
    /// Weights of all rows in the remainder of one row, whose own weight is 1.
    pub(super) fn combination(&self, row: usize, rows: usize) -> Vec<f64> {
        let mut weights = vec![0.0; rows];
        weights[row] = 1.0;
        for Step { pivot, lost } in self.steps.iter().rev() {
            let part: f64 = lost
                .iter()
                .map(|&(other, part)| part * weights[other as usize])
                .sum();
            weights[*pivot as usize] -= part;
        }
        weights
    }
}

impl Work {
    fn new(rows: Vec<SparseRow>, count: usize) -> Self {
        let mut columns = vec![Vec::new(); count];
        for (row, entries) in rows.iter().enumerate() {
            entries
                .iter()
                .for_each(|&(column, _)| columns[column as usize].push(row as u32));
        }
        let mut work = Self {
            rows,
            key: vec![0; count],
            columns,
            queue: BTreeSet::new(),
            scratch: Vec::new(),
        };
        (0..count as u32).for_each(|column| work.enqueue(column));
        work
    }

    fn enqueue(&mut self, column: u32) {
        let (key, count) = (
            &mut self.key[column as usize],
            self.columns[column as usize].len() as u32,
        );
        if *key != 0 {
            self.queue.remove(&(*key, column));
        }
        if count != 0 {
            self.queue.insert((count, column));
        }
        *key = count;
    }

    fn entry(&self, row: u32, column: u32) -> f64 {
        let row = &self.rows[row as usize];
        row.binary_search_by_key(&column, |it| it.0)
            .map_or(0.0, |at| row[at].1)
    }

    /// The pivot row of a column and its entry; `None` where all entries are small.
    fn pivot_of(&self, column: u32) -> Option<(u32, f64)> {
        let entries = || {
            self.columns[column as usize]
                .iter()
                .map(|&row| (row, self.entry(row, column)))
        };
        let most = entries().fold(0.0f64, |most, (_, value)| most.max(value.abs()));
        if most <= CERTAIN {
            return None;
        }
        entries()
            .filter(|(_, value)| value.abs() >= THRESHOLD * most)
            .min_by_key(|&(row, _)| (self.rows[row as usize].len(), row))
    }

    /// Eliminates a column from all other rows by its pivot row.
    fn step(&mut self, pivot: u32, column: u32, value: f64) -> Step {
        let pivot_row = std::mem::take(&mut self.rows[pivot as usize]);
        for &(other, _) in &pivot_row {
            remove(&mut self.columns[other as usize], pivot);
        }
        let mut others = std::mem::take(&mut self.columns[column as usize]);
        others.sort_unstable();
        let mut lost = Vec::with_capacity(others.len());
        for row in others {
            let part = self.entry(row, column) / value;
            self.subtract(row, part, &pivot_row, column);
            lost.push((row, part));
        }
        for &(other, _) in &pivot_row {
            self.enqueue(other);
        }
        Step { pivot, lost }
    }

    /// `row -= part * pivot_row`, which leaves nothing in `column`.
    fn subtract(&mut self, row: u32, part: f64, pivot_row: &SparseRow, column: u32) {
        let mut merged = std::mem::take(&mut self.scratch);
        merged.clear();
        let old = std::mem::take(&mut self.rows[row as usize]);
        let (mut i, mut j) = (0, 0);
        while i < old.len() || j < pivot_row.len() {
            let at = |row: &SparseRow, k: usize| row.get(k).map_or(u32::MAX, |it| it.0);
            let (a, b) = (at(&old, i), at(pivot_row, j));
            let here = a.min(b);
            let mut entry = 0.0;
            if a == here {
                entry = old[i].1;
                i += 1;
            }
            if b == here {
                entry -= part * pivot_row[j].1;
                j += 1;
            }
            if here == column {
                continue;
            }
            if entry.abs() > DROP {
                if a != here {
                    self.columns[here as usize].push(row);
                }
                merged.push((here, entry));
            } else if a == here {
                remove(&mut self.columns[here as usize], row);
            }
        }
        self.rows[row as usize] = merged;
        self.scratch = old;
    }
}

fn remove(list: &mut Vec<u32>, number: u32) {
    if let Some(at) = list.iter().position(|&it| it == number) {
        list.swap_remove(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rods of a ladder: two rails of points joined by rungs and one diagonal each.
    fn ladder(rungs: usize) -> (Vec<SparseRow>, usize) {
        let mut rows = Vec::new();
        for k in 0..rungs as u32 {
            let skew = 0.1 * f64::from(k % 7);
            let rod = |a: u32, b: u32, x: f64, y: f64| {
                vec![(2 * a, -x), (2 * a + 1, -y), (2 * b, x), (2 * b + 1, y)]
            };
            rows.push(rod(2 * k, 2 * k + 1, 0.1 + skew, 1.0));
            if k + 1 < rungs as u32 {
                rows.push(rod(2 * k, 2 * k + 2, 1.0, skew));
                rows.push(rod(2 * k + 1, 2 * k + 3, 1.0, 0.2 - skew));
                rows.push(rod(2 * k, 2 * k + 3, 1.0, 0.9));
            }
        }
        (rows, 4 * rungs)
    }

    #[test]
    fn work_grows_in_step_with_a_ladder() {
        let work = |rungs| {
            let (rows, columns) = ladder(rungs);
            let found = eliminate(rows, columns);
            assert!(found.left.is_empty());
            found.steps.iter().map(|step| step.lost.len()).sum::<usize>()
        };
        let (short, long) = (work(50), work(500));
        assert!(long <= 11 * short, "{short} {long}");
    }

    #[test]
    fn a_sum_of_rows_is_found_with_its_weights() {
        let (mut rows, columns) = ladder(30);
        let sum = [(4, 2.0), (50, -1.0), (90, 0.5)];
        let mut dense = vec![0.0; columns];
        for (row, weight) in sum {
            rows[row]
                .iter()
                .for_each(|&(column, entry)| dense[column as usize] += weight * entry);
        }
        let entries = dense.into_iter().enumerate().filter(|it| it.1 != 0.0);
        rows.push(entries.map(|(column, entry)| (column as u32, entry)).collect());
        let found = eliminate(rows.clone(), columns);
        assert_eq!(found.left.len(), 1);
        assert!(found.rest[0].iter().all(|it| it.1.abs() < 1e-12));
        let weights = found.combination(found.left[0], rows.len());
        let own = weights[rows.len() - 1];
        for (row, weight) in weights.iter().enumerate().take(rows.len() - 1) {
            let expected = sum.iter().find(|it| it.0 == row).map_or(0.0, |it| -it.1);
            assert!((weight / own - expected).abs() < 1e-10, "{row}: {weight}");
        }
    }
}
