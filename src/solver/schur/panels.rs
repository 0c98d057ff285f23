//! Where the numbers of a factor lie: panels of columns that fill alike, children before parents, and the place of
//! every block that a panel changes.

use super::super::fronts::{eliminate, postorder};
use super::rounds::rounds;

/// Most columns of a panel: what fits into registers while one block is brought up to date.
pub(super) const WIDEST: usize = 4;

/// Most rows below a column that is taken alone.
pub(super) const LOW: usize = 3;

/// Blocks that are near at hand wherever they are: with more of them columns are best taken where their numbers were
/// touched last, with fewer where they do not wait for each other.
const NEAR: usize = 16_000;

/// Neighbouring columns, as rows of `width` blocks: first those of the columns themselves, then those below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    /// First column.
    pub(super) first: u32,
    pub(super) width: u32,
    /// Rows below.
    pub(super) height: u32,
    /// First block.
    pub(super) start: u32,
    /// Start in [`Panels::below`].
    pub(super) below: u32,
    /// Start in [`Panels::targets`].
    pub(super) targets: u32,
}

/// The symbolic factor of a block matrix.
#[derive(Debug, Default)]
pub(super) struct Panels {
    pub(super) panels: Vec<Panel>,
    /// Rows below each panel, ascending.
    pub(super) below: Vec<u32>,
    /// The block each pair of rows below a panel changes, the earlier row outermost.
    pub(super) targets: Vec<u32>,
    /// Blocks in all.
    pub(super) blocks: usize,
    /// Blocks that are zero in the matrix.
    pub(super) fill: usize,
    /// Products of blocks in a factorisation.
    pub(super) products: usize,
    /// Panel of each column.
    panel_of: Vec<u32>,
    /// Ranges of neighbouring panels of the same shape.
    runs: Vec<(usize, usize)>,
}

impl Panel {
    /// Where the rows below stand in [`Panels::below`].
    fn rows(&self) -> std::ops::Range<usize> {
        self.below as usize..(self.below + self.height) as usize
    }
}

fn count(number: usize) -> Option<u32> {
    u32::try_from(number).ok()
}

/// The later neighbours of each node under an order.
fn later(near: &[Vec<usize>], order: &[usize]) -> Vec<Vec<usize>> {
    let mut place = vec![0; order.len()];
    for (index, &node) in order.iter().enumerate() {
        place[node] = index;
    }
    let after = |(index, &node): (usize, &usize)| {
        let mut later: Vec<usize> = near[node].iter().map(|&other| place[other]).collect();
        later.retain(|&other| other > index);
        later.sort_unstable();
        later
    };
    order.iter().enumerate().map(after).collect()
}

impl Panels {
    /// The factor of a matrix with these neighbours, eliminated in this order, which is changed into one that fills the
    /// same blocks. Nothing when there are more than can be counted.
    pub(super) fn new(near: &[Vec<usize>], order: &mut Vec<usize>) -> Option<Self> {
        let (_, parent) = eliminate(&later(near, order));
        *order = postorder(&parent).into_iter().map(|index| order[index]).collect();
        let entries = later(near, order);
        let (pattern, _) = eliminate(&entries);
        let small = pattern.iter().map(Vec::len).sum::<usize>() < NEAR;
        let (entries, pattern) = if small {
            let places = rounds(&pattern, WIDEST);
            *order = places.into_iter().map(|index| order[index]).collect();
            let entries = later(near, order);
            let (pattern, _) = eliminate(&entries);
            (entries, pattern)
        } else {
            (entries, pattern)
        };
        let mut panels = Self {
            panel_of: vec![0; order.len()],
            ..Self::default()
        };
        let mut held = 0;
        for (first, end) in columns_alike(&pattern) {
            let (width, rows) = (end - first, &pattern[end - 1]);
            panels.panel_of[first..end].fill(count(panels.panels.len())?);
            panels.panels.push(Panel {
                first: count(first)?,
                width: count(width)?,
                height: count(rows.len())?,
                start: count(panels.blocks)?,
                below: count(panels.below.len())?,
                targets: 0,
            });
            for &row in rows {
                panels.below.push(count(row)?);
            }
            held += width * (width - 1) / 2 + width * rows.len();
            panels.blocks += width * (width + rows.len());
            panels.products += products(width, rows.len());
        }
        panels.fill = held - entries.iter().map(Vec::len).sum::<usize>();
        for index in 0..panels.panels.len() {
            let below = panels.panels[index].rows();
            panels.panels[index].targets = count(panels.targets.len())?;
            for k in below.clone() {
                for i in k..below.end {
                    let place = panels.place(panels.below[i] as usize, panels.below[k] as usize)?;
                    panels.targets.push(place);
                }
            }
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
        panels.targets.shrink_to_fit();
        Some(panels)
    }

    /// Number of columns.
    pub(super) fn columns(&self) -> usize {
        self.panel_of.len()
    }

    /// The panels in their order, those of the same shape together.
    pub(super) fn runs(&self) -> impl DoubleEndedIterator<Item = &[Panel]> {
        self.runs.iter().map(|&(start, end)| &self.panels[start..end])
    }

    /// Where the block of a row in a column lies, which is not above the diagonal.
    pub(super) fn place(&self, row: usize, column: usize) -> Option<u32> {
        let panel = &self.panels[self.panel_of[column] as usize];
        let [first, width, start] = [panel.first, panel.width, panel.start].map(|it| it as usize);
        let line = match row - first {
            inside if inside < width => inside,
            _ => width + self.below[panel.rows()].binary_search(&count(row)?).ok()?,
        };
        count(start + line * width + column - first)
    }
}

/// Products of blocks that a panel takes: its triangle, the rows below, what those change.
fn products(width: usize, height: usize) -> usize {
    let triangle = width * (width + 1) / 2;
    triangle * (width + 2) / 3 + height * triangle + width * height * (height + 1) / 2
}

/// Ranges of columns that fill alike: each is the only one above the next, and has the same rows below it. Low columns stay by
/// themselves: there is a kernel for each of their heights.
fn columns_alike(pattern: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for column in 0..pattern.len() {
        match ranges.last_mut() {
            Some((first, end))
                if column - *first < WIDEST
                    && pattern[*first].len() > LOW
                    && pattern[column - 1].first() == Some(&column)
                    && pattern[column - 1].len() == pattern[column].len() + 1 =>
            {
                *end = column + 1;
            }
            _ => ranges.push((column, column + 1)),
        }
    }
    ranges
}
