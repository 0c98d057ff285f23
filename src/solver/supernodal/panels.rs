//! Storage layout of a factor: panels (supernodes, columns of the same pattern), children before parents, and the target of every
//! block that a panel updates.

use super::super::csr::Csr;
use super::jess_kees::jess_kees_order;
use super::pattern::Pattern;

/// Most columns of a panel: as many as fit into registers while one block is updated.
pub(super) const MAX_WIDTH: usize = 4;

/// Most rows below a column that stays a panel of its own.
pub(super) const MAX_SINGLE_HEIGHT: usize = 3;

/// Number of blocks up to which a factor stays in the cache. A larger factor keeps its postorder, in which columns are processed soon
/// after their numbers were last touched; a smaller one is reordered so that successive columns do not wait for each other.
const CACHED_BLOCKS: usize = 3000;

/// Ratio of the rows of a panel to the rows looked up in it, from which on each is found by binary search instead of one common walk.
const SEARCH_RATIO: usize = 8;

/// A supernode: neighbouring columns, stored as rows of `width` blocks, first the rows of the columns themselves, then the rows below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Panel {
    /// Index of the first column.
    pub(super) first: u32,
    pub(super) width: u32,
    /// Number of rows below.
    pub(super) height: u32,
    /// Index of the first block.
    pub(super) start: u32,
    /// Start in [`Panels::below`].
    pub(super) below: u32,
    /// Start in [`Panels::targets`].
    pub(super) targets: u32,
}

/// The symbolic factor of a block matrix.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Panels {
    pub(super) panels: Vec<Panel>,
    /// Rows below each panel, ascending, each as the index of its first number in a vector (two numbers a row).
    pub(super) below: Vec<u32>,
    /// For each pair of rows below a panel, the index of the first of the four numbers of the block that the panel updates; the
    /// outer loop runs over the earlier row of the pair.
    pub(super) targets: Vec<u32>,
    /// Number of blocks stored.
    pub(super) blocks: usize,
    /// Fill-in: blocks that are zero in the matrix.
    pub(super) fill: usize,
    /// Products of blocks in a factorisation.
    pub(super) products: usize,
    /// Index of the panel of each column.
    panel_of: Vec<u32>,
    /// Ranges of neighbouring panels of the same shape.
    runs: Vec<(usize, usize)>,
}

impl Panel {
    /// Range of the rows below in [`Panels::below`].
    fn rows(&self) -> std::ops::Range<usize> {
        self.below as usize..(self.below + self.height) as usize
    }
}

fn count(number: usize) -> Option<u32> {
    u32::try_from(number).ok()
}

impl Panels {
    /// Plans the factor of a matrix with these neighbours, eliminated in `order`, which is replaced by an order of the same fill-in.
    /// `None` where an index does not fit into 32 bits.
    pub(super) fn new(near: &Csr, order: &mut Vec<usize>) -> Option<Self> {
        let mut pattern = Pattern::new(near, order);
        if pattern.columns.nnz() < CACHED_BLOCKS {
            let places = jess_kees_order(&pattern.columns, MAX_WIDTH);
            pattern = pattern.sorted(&places);
            *order = places.into_iter().map(|index| order[index]).collect();
        }
        let columns = &pattern.columns;
        let mut panels = Self {
            panel_of: vec![0; order.len()],
            ..Self::default()
        };
        let (mut held, mut pairs) = (0, 0);
        for (first, end) in columns_alike(columns) {
            let (width, rows) = (end - first, columns.row(end as u32 - 1));
            panels.panel_of[first..end].fill(count(panels.panels.len())?);
            panels.panels.push(Panel {
                first: count(first)?,
                width: count(width)?,
                height: count(rows.len())?,
                start: count(panels.blocks)?,
                below: count(panels.below.len())?,
                targets: count(pairs)?,
            });
            panels.below.extend(rows.iter().map(|row| 2 * row));
            pairs += rows.len() * (rows.len() + 1) / 2;
            held += width * (width - 1) / 2 + width * rows.len();
            panels.blocks += width * (width + rows.len());
            panels.products += products(width, rows.len());
        }
        // Every index is less than the count of numbers.
        if count(4 * panels.blocks).is_none() || count(pairs).is_none() {
            return None;
        }
        panels.fill = held - pattern.entries;
        panels.targets.reserve_exact(pairs);
        for index in 0..panels.panels.len() {
            panels.add_targets(panels.panels[index].rows());
        }
        let same = |one: &Panel, next: &Panel| (one.width, one.height) == (next.width, next.height);
        let mut end = 0;
        panels.runs = panels
            .panels
            .chunk_by(same)
            .map(|run| {
                end += run.len();
                (end - run.len(), end)
            })
            .collect();
        panels.panels.shrink_to_fit();
        panels.below.shrink_to_fit();
        Some(panels)
    }

    /// Appends the target block of each pair of these rows.
    fn add_targets(&mut self, rows: std::ops::Range<usize>) {
        for k in rows.clone() {
            let column = self.below[k] / 2;
            let panel = self.panels[self.panel_of[column as usize] as usize];
            let mut place = |line: usize| {
                let block = panel.start + line as u32 * panel.width + column - panel.first;
                self.targets.push(4 * block);
            };
            let under = &self.below[panel.rows()];
            // Both lists ascend: where their lengths are similar, one walk over both finds all rows.
            let walks = under.len() < SEARCH_RATIO * (rows.end - k);
            let mut at = 0;
            for &row in &self.below[k..rows.end] {
                if row / 2 < panel.first + panel.width {
                    place((row / 2 - panel.first) as usize);
                    continue;
                }
                at = match walks {
                    true => at + under[at..].iter().take_while(|&&it| it < row).count(),
                    false => under.partition_point(|&it| it < row),
                };
                place(panel.width as usize + at);
            }
        }
    }

    /// Rows below the diagonal of each column, ascending. Some blocks may be zero by structure: the columns were reordered within a
    /// pattern found before.
    pub(super) fn columns_below(&self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.columns()).map(|column| {
            let panel = &self.panels[self.panel_of[column] as usize];
            let within = column + 1..(panel.first + panel.width) as usize;
            let below = self.below[panel.rows()].iter().map(|&row| row as usize / 2);
            within.chain(below).collect()
        })
    }

    /// Products of blocks for a column with so many blocks below, counted as in [`Panels::products`].
    pub(super) fn products_of_column(below: usize) -> usize {
        products(1, below)
    }

    /// Number of columns.
    pub(super) fn columns(&self) -> usize {
        self.panel_of.len()
    }

    /// Runs of successive panels of the same shape, in order of elimination.
    pub(super) fn runs(&self) -> impl DoubleEndedIterator<Item = &[Panel]> {
        self.runs.iter().map(|&(start, end)| &self.panels[start..end])
    }

    /// Returns the index of the block at a row and column, which must not be above the diagonal; `None` where the factor has no such
    /// block.
    pub(super) fn place(&self, row: usize, column: usize) -> Option<u32> {
        let panel = &self.panels[self.panel_of[column] as usize];
        let [first, width, start] = [panel.first, panel.width, panel.start].map(|it| it as usize);
        let line = match row - first {
            inside if inside < width => inside,
            _ => width + self.below[panel.rows()].binary_search(&count(2 * row)?).ok()?,
        };
        count(start + line * width + column - first)
    }
}

/// Products of blocks for one panel: its triangle, the rows below, and the updates of the pairs of these rows.
fn products(width: usize, height: usize) -> usize {
    let triangle = width * (width + 1) / 2;
    triangle * (width + 2) / 3 + height * triangle + width * height * (height + 1) / 2
}

/// Ranges of columns of the same pattern (fundamental supernodes): each column is followed by its parent in the elimination tree, and both
/// have the same rows below. Columns of at most [`MAX_SINGLE_HEIGHT`] rows stay single, since there is a kernel for each of these heights.
fn columns_alike(pattern: &Csr) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let height = |column: usize| pattern.row(column as u32).len();
    for column in 0..pattern.len() {
        match ranges.last_mut() {
            Some((first, end))
                if column - *first < MAX_WIDTH
                    && height(*first) > MAX_SINGLE_HEIGHT
                    && pattern.row(column as u32 - 1).first() == Some(&(column as u32))
                    && height(column - 1) == height(column) + 1 =>
            {
                *end = column + 1;
            }
            _ => ranges.push((column, column + 1)),
        }
    }
    ranges
}
