//! Drives that push against a limit: no multiplier meets both rows. What is missing stays with the limit, where compliance looked for a set
//! that stands, or least squares split it between both.
//!
//! ```text
//! w = J x + c
//! |w| > 1e-4 (|J x| + |c| of the drive), 1e-5 (1 + |x|)        of a limit that holds
//! |w| > 1e-3 (|J x| + |c|), 1e-5 (1 + |x|) of the drive,  |w| > 1e-6 of that of a limit that holds
//! ```

use crate::sim::{Dynamics, Model};

/// What a limit misses, as a share of the terms of the drive and of the fastest change (and per s, per s²), that compliance does not leave.
const OPEN: (f64, f64) = (1e-4, 1e-5);
/// Share of the terms of a drive's row that it misses where that is no rounding.
const MISSED: f64 = 1e-3;
/// Share of that which a limit misses that stands against it.
const AGAINST: f64 = 1e-6;

/// A drive and the limit that stands against it (dense indices of constraints).
pub type Against = (usize, usize);

/// The drive that pushes hardest against the limit, among those `held`, that misses most of what its row asks of accelerations or
/// velocities, by the last answer; nothing where all have what they ask for, or the method stops short of the answer.
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
    // A row with compliance is no equation here.
    let drives = model.links.iter().enumerate().filter(|&(index, link)| {
        link.drive && !link.forced && index != limit && system.compliance[link.row] == 0.0
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
