//! Extend-add: adds the update matrix of a child to its parent front.

use super::plan::Front;

/// Consecutive rows of a child that are also consecutive in the parent front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// First row, the row after the last, and the row of the front to which the first goes.
    start: u32,
    end: u32,
    to: u32,
}

/// Adds the lower triangle of `update` to a front: to its panel, or to its own update matrix `rest`. `into` holds the row of the front
/// for each row and column of `update`, ascending. `runs` is scratch.
#[inline(always)]
pub(super) fn add(
    runs: &mut Vec<Run>,
    update: &[f64],
    into: &[u32],
    front: &Front,
    panel: &mut [f64],
    rest: &mut [f64],
) {
    find_runs(into, runs);
    let (len, height) = (into.len(), front.height());
    let mut first = 0;
    for (k, (&column, from)) in into.iter().zip(update.chunks_exact(len)).enumerate() {
        let column = column as usize;
        let (to, above) = match column.checked_sub(front.width) {
            None => (&mut panel[column * front.size..][..front.size], 0),
            Some(column) => (&mut rest[column * height..][..height], front.width),
        };
        if runs[first].end as usize <= k {
            first += 1;
        }
        for run in &runs[first..] {
            // The first run starts at the diagonal.
            let skipped = k.saturating_sub(run.start as usize);
            let from = &from[run.start as usize + skipped..run.end as usize];
            let to = &mut to[run.to as usize + skipped - above..][..from.len()];
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        }
    }
}

#[inline(always)]
fn find_runs(into: &[u32], runs: &mut Vec<Run>) {
    runs.clear();
    for (at, &to) in (0..).zip(into) {
        match runs.last_mut() {
            Some(run) if run.to + (at - run.start) == to => run.end = at + 1,
            _ => runs.push(Run {
                start: at,
                end: at + 1,
                to,
            }),
        }
    }
}
