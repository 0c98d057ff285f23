//! Drives that push against a limit: no multiplier meets both rows. The error remains in the row of the limit, where compliance was used to find a
//! set that stands, or least squares split it between both rows.
//!
//! ```text
//! w = J x + c                          x: accelerations or velocities of the last answer
//! beyond   |w| > 1e-4 (|J x| + |c| of the drive), 1e-5 max(1, |x|)       for a limit that holds
//! split    |w| > 1e-3 (|J x| + |c|), 1e-5 max(1, |x|)  for the drive,    and |w| of a limit that holds > 1e-6 |w| of the drive
//! ```

use crate::sim::{Dynamics, Model};

/// Error of a limit's row that exceeds the effect of compliance: as a share of the terms of the drive's row, and of the fastest change (per s or s²).
const OPEN: (f64, f64) = (1e-4, 1e-5);
/// Error of a drive's row that exceeds rounding, as a share of its terms.
const MISSED: f64 = 1e-3;
/// Least error of the limit's row, as a share of the error of the drive's row, with which the limit counts as opposing the drive.
const AGAINST: f64 = 1e-6;

/// A drive and the limit that opposes it (dense indices of constraints).
pub type Against = (usize, usize);

/// Returns the drive with the largest multiplier and the limit, among the rows `held`, that misses most of the acceleration or velocity it asks
/// for, by the last answer; `None` where all rows have what they ask for, or the method stops short of the answer.
pub fn driven_beyond(
    model: &Model,
    dynamics: &Dynamics,
    held: impl Iterator<Item = usize>,
    rates: &mut Vec<f64>,
) -> Option<Against> {
    if model.passive || dynamics.approximates() {
        return None;
    }
    let (x, lambda) = (&dynamics.solution.acceleration, &dynamics.solution.lambda);
    dynamics.row_rates(model, x, rates);
    let system = dynamics.system();
    let miss = |row: usize| (rates[row] + system.c[row]).abs();
    let missed = held.map(|index| (index, miss(model.links[index].row)));
    let (limit, open) = missed.max_by(|a, b| a.1.total_cmp(&b.1))?;
    // A row with compliance is no equation in this sense, and a drive of limited force gives way.
    let drives = model.links.iter().enumerate().filter(|&(index, link)| {
        let gives_way = link.forced || link.limits().is_some();
        link.drive && !gives_way && index != limit && system.compliance[link.row] == 0.0
    });
    let (drive, link) =
        drives.max_by(|(_, a), (_, b)| lambda[a.row].abs().total_cmp(&lambda[b.row].abs()))?;
    let terms = rates[link.row].abs() + system.c[link.row].abs();
    let fastest = x.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    let (own, rounding) = (miss(link.row), OPEN.1 * fastest);
    let beyond = open > OPEN.0 * terms && open > rounding;
    let split = own > MISSED * terms && own > rounding && open > AGAINST * own;
    (beyond || split).then_some((drive, limit))
}
