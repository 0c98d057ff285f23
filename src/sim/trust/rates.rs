//! Watch over rows of velocity: knife edges, speed ratios, motors by speed, clutches and friction that stick.
//!
//! ```text
//! |Cdot| <= 1e-3 max (|C_t| + rates of its ends) + 1e-6             rows that hold at once; max over the run so far
//! |Cdot| <= the same + e,   e(t + h) = e(t)/(1 + h/tau)             rows that approach their speed with a time constant tau
//! ```
//! e is |Cdot| at the first look and after an impact, which may change the speed of a drive at once. No integrator lets it decay more slowly
//! than that. A drive of limited force is on its way, as with drift, and does not count.

use crate::constraints::Mode;
use crate::parameter::Unit;
use crate::scene::Id;

use super::super::Link;
use super::seen::Seen;

/// Error as a share of the rates that a row measures, and the error that is always allowed (m/s, rad/s).
const SHARE: f64 = 1e-3;
const FLOOR: f64 = 1e-6;

/// The row with the largest error relative to its bound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fastest {
    /// |Cdot|, and its bound (m/s, rad/s).
    pub value: f64,
    pub limit: f64,
    pub item: Option<Id>,
}

/// Allowed errors of rows of velocity.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rates {
    /// e of each row, in the order of the model, 0 without a time constant; and the largest sum of rates that it has measured so far.
    left: Vec<[f64; 2]>,
    /// Time of the last look (s), and impacts until then.
    time: f64,
    hits: u64,
}

impl Rates {
    /// Examines all rows of velocity; returns the worst row in m/s and the worst in rad/s.
    pub(super) fn look(&mut self, seen: &Seen<'_>) -> [Fastest; 2] {
        let mut fastest = [Fastest::default(); 2];
        let (model, state) = (seen.model, seen.state);
        if model.paced().is_empty() {
            return fastest;
        }
        let h = state.time - self.time;
        let anew = self.left.len() != model.paced().len() || state.control.hits != self.hits || h < 0.0;
        self.left.resize(model.paced().len(), [0.0; 2]);
        (self.time, self.hits) = (state.time, state.control.hits);
        for (&index, [left, most]) in model.paced().iter().zip(&mut self.left) {
            let link = &model.links[index];
            if link.is_regulated() {
                continue;
            }
            let rate = seen.rates[0][link.row].abs();
            let own = &state.memory[link.memory_range()];
            let holds = link.limits().is_none_or(|limits| limits.holds(Mode::of(own)))
                && !link.is_broken(&state.memory);
            *left = match link.rows[0].time_constant {
                None => 0.0,
                Some(_) if anew => rate,
                Some(tau) => *left / (1.0 + h / tau),
            };
            *most = most.max(measured(seen, link));
            let limit = SHARE * *most + FLOOR + *left;
            if !holds || rate <= limit {
                continue;
            }
            let worst = &mut fastest[usize::from(link.rows[0].unit == Unit::Radian)];
            // Written so that NaN is the worst.
            let is_less = rate * worst.limit <= worst.value * limit && worst.limit > 0.0;
            if !is_less {
                *worst = Fastest {
                    value: rate,
                    limit,
                    item: Some(link.id),
                };
            }
        }
        fastest
    }
}

/// Sum of the prescribed rate of a row and the rates of its ends (m/s, rad/s).
fn measured(seen: &Seen<'_>, link: &Link) -> f64 {
    let state = seen.state;
    let ends = seen.model.end_ports(&link.ends, &state.q, &state.v);
    let turns = link.rows[0].unit == Unit::Radian;
    let of_ends = ends[..link.ends.len()].iter().map(|end| match turns {
        true => end.angle.rate.abs(),
        false => end.point.rate.length(),
    });
    of_ends.sum::<f64>() + seen.rates[1][link.row].abs()
}
