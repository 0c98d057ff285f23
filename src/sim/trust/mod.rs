//! Watch over a run: drift, and energy less the work done, compared with the errors of a converged integration.
//!
//! ```text
//! |C| <= 1e-3 min(size, 1 m)                 |C| <= 1e-3 rad
//! overlap <= 1e-3 min(size, 1 m)             residual of contacts <= 1e-10
//! |Cdot| <= 1e-3 (its rates) + 1e-6 /s       of rows of velocity, see `rates`
//! sum of error estimates <= 1e-2 min(size, 1 m)             of sub-steps over their tolerance, and of soft (regularised) ones
//! |E - E0 - W| <= 1e-2 (max T - min T + sum |dW|) + floor
//! floor = 1e-6 J/kg of all that moves + 3e-5 max T + 1e-12 (T + |U|),   3e-4 max T where less than 1e-3 of it is exchanged
//! ```
//! E is of one instant: steps by impulses leave positions half a step ahead of velocities ([`Energy::at_one_instant`]). W is taken twice: with
//! all entries of the ledger, and with those of drives, dissipation and the hand alone, the only real forces among them. Energy that feedback,
//! projection and soft steps put in is an error too, whatever the ledger books, except where they draw together joints that were open at the
//! first look ([`closing`]). What a change of settings or an edit finds out of bounds has a second to come back ([`inherited`]). The first breach of
//! each quantity is kept, with its item and the largest value since.

mod allowed_error;
mod breach;
mod closing;
mod errors;
mod inherited;
mod isolated;
mod overlap;
mod rates;
mod saved;
mod seen;

use crate::scene::Settings;

use super::balance::Balance;
use super::contact::{ContactFigures, DENSE_AT_ALL};
use super::dynamics::Gap;
use super::{Drift, Energy, Model, Work};

pub(super) use self::allowed_error::allowed;
use self::allowed_error::{FLOOR, SHARE};
use self::breach::QUANTITIES;
pub use self::breach::{Breach, Quantity};
use self::closing::Closing;
use self::errors::{Errors, OPEN};
use self::inherited::Inherited;
use self::isolated::Machines;
use self::overlap::Overlap;
use self::rates::Rates;
pub use self::saved::SavedWatch;
pub(super) use self::seen::Seen;

/// Growth of the number of looks from one kept exchange of energy to the next: where the run goes back, it goes on from the last one before.
const KEPT: f64 = 1.1;

/// What the energy error of a run is measured by.
#[derive(Clone, Debug, Default, PartialEq)]
struct Exchange {
    /// Time of the last look (s), and the number of looks.
    time: f64,
    looks: f64,
    /// Smallest and largest kinetic energy seen (J).
    kinetic: (f64, f64),
    /// Sum of the absolute work of drives, dissipation and hand at the last look, and the sum of the changes of that (J).
    done: (f64, f64),
    /// Energy less the work done at the first look, by all entries of the ledger and by real forces alone (J).
    base: [f64; 2],
    closing: Closing,
    /// The energy of each isolated machine: that of others beside it must not hide its error.
    machines: Machines,
}

/// Watched quantities of a run. Only the states that it is shown count; their number does not change the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    /// Size of the scene at the first look (m); 0 before.
    size: f64,
    exchange: Exchange,
    /// What was out of bounds at the first look, where that was not at the start of a run.
    inherited: Inherited,
    /// Earlier exchanges, in order of time.
    earlier: Vec<Exchange>,
    /// Allowed errors of rows of velocity.
    rates: Rates,
    /// The first breach of each quantity, in the order of [`Quantity::ALL`].
    breaches: [Option<Breach>; QUANTITIES],
}

impl Watch {
    /// The breach that tells most: the first that is not expected of the settings, or else the first. Of these, errors by estimates alone come last.
    pub fn breach(&self, settings: &Settings) -> Option<&Breach> {
        let is_fault = |breach: &&Breach| breach.expected_of(settings).is_none();
        let faults = self.breaches.iter().flatten().filter(is_fault);
        let is_measured = |breach: &&Breach| breach.quantity != Quantity::Steps;
        earliest(faults.clone().filter(is_measured))
            .or_else(|| earliest(faults))
            .or_else(|| self.first())
    }

    /// The breach that came first, expected or not.
    pub fn first(&self) -> Option<&Breach> {
        earliest(self.breaches.iter().flatten())
    }

    /// Forgets what came after the time to which the run goes back (s).
    pub(super) fn rewind(&mut self, time: f64) {
        for breach in &mut self.breaches {
            *breach = breach.filter(|breach| breach.since <= time);
        }
        self.earlier.retain(|exchange| exchange.time <= time);
        if self.exchange.time > time
            && let Some(last) = self.earlier.last()
        {
            self.exchange.clone_from(last);
        }
    }

    pub(super) fn look(&mut self, seen: &Seen<'_>) {
        let (kinetic, done) = (seen.energy.kinetic, seen.state.work.exchanged());
        // What is open before the first step was built so.
        let is_first = self.size == 0.0;
        let as_built = is_first && seen.state.step == 0;
        let overlap = Overlap::measure(seen, as_built);
        let exchange = &mut self.exchange;
        if is_first {
            self.size = seen.model.extent(seen.state);
            exchange.kinetic = (kinetic, kinetic);
            exchange.done = (done, 0.0);
            exchange.base = unexplained(seen);
            let most = if as_built { OPEN } else { f64::INFINITY };
            exchange.closing = Closing::begin(seen, overlap.depth, most);
        }
        exchange.time = seen.state.time;
        exchange.looks += 1.0;
        exchange.base[1] += exchange.closing.look(seen);
        exchange.kinetic = (exchange.kinetic.0.min(kinetic), exchange.kinetic.1.max(kinetic));
        exchange.done = (done, exchange.done.1 + (done - exchange.done.0).abs());
        let machine = exchange.machines.look(seen, exchange.closing.goes_on());
        let whole = exchange.balance(seen, self.size);
        let kept = self.earlier.last().map_or(0.0, |last| KEPT * last.looks);
        if exchange.looks > kept {
            self.earlier.push(exchange.clone());
        }
        let fastest = self.rates.look(seen);
        let machine = machine.filter(|(balance, _)| balance.is_worse_than(&whole));
        let (energy, machine) = machine.map_or((whole, None), |(balance, machine)| (balance, Some(machine)));
        let errors = Errors {
            size: self.size.min(Gap::LARGEST),
            fastest,
            energy,
            machine,
            overlap,
        };
        let measured = Quantity::ALL.map(|quantity| errors.measured(quantity, seen));
        if is_first && !as_built {
            self.inherited = Inherited::new(seen.state.time, measured.map(|(value, _)| value));
        }
        for (index, (quantity, breach)) in Quantity::ALL.into_iter().zip(&mut self.breaches).enumerate() {
            let (mut value, limit) = measured[index];
            if quantity == Quantity::Steps {
                value -= self.inherited.value(index);
            }
            // Written so that NaN is a breach.
            if value <= limit || self.inherited.explains(index, (seen.state.time, value)) {
                continue;
            }
            match breach {
                None => {
                    *breach = Some(Breach {
                        since: seen.state.time,
                        item: errors.item(quantity, seen),
                        quantity,
                        value,
                        limit,
                        built: if as_built { value } else { 0.0 },
                        approximate_solve: seen.loose,
                        heap: is_heap(&seen.state.contact),
                    });
                }
                Some(breach) if value > breach.value => {
                    (breach.value, breach.limit) = (value, limit);
                    breach.heap &= is_heap(&seen.state.contact);
                }
                Some(_) => {}
            }
        }
    }
}

/// Largest difference between the energy less the work done and that at the start (J) that the energies as built and now explain.
pub(super) fn explained(model: &Model, [built, now]: [Energy; 2], work: &Work) -> f64 {
    let done: f64 = work.entries().iter().map(|entry| entry.abs()).sum();
    let fallen = (now.potential - built.potential).abs();
    let floor = FLOOR.0 * model.mass() + FLOOR.1 * (now.kinetic + now.potential.abs());
    SHARE * (now.kinetic + fallen + done) + floor
}

/// The breach that was seen first; of several seen at once the first given.
fn earliest<'a>(breaches: impl Iterator<Item = &'a Breach>) -> Option<&'a Breach> {
    breaches.min_by(|one, two| one.since.total_cmp(&two.since))
}

/// Energy less the work done, by all entries of the ledger and by real forces alone (J).
fn unexplained(seen: &Seen<'_>) -> [f64; 2] {
    let (work, energy) = (&seen.state.work, seen.energy.total());
    [energy - work.total(), energy - work.real()]
}

/// Whether there are so many contacts that the work of their solve is bounded, so that sweeps may have to do.
pub(super) fn is_heap(figures: &ContactFigures) -> bool {
    2 * figures.points as usize >= DENSE_AT_ALL
}

impl Exchange {
    /// The energy balance of all parts together, in a scene of this size (m).
    fn balance(&self, seen: &Seen<'_>, size: f64) -> Balance {
        let [booked, real] = unexplained(seen);
        Balance {
            error: (booked - self.base[0]).abs().max((real - self.base[1]).abs()),
            allowed: allowed(self.kinetic, self.done.1, (seen.model.mass(), size, seen.energy)),
        }
    }
}

/// Largest opening as a share of the one that is a breach.
pub(super) fn open_share(drift: &Drift) -> f64 {
    (drift.gap.open / drift.gap.size).max(drift.max_rad) / OPEN
}

/// Largest opening of a joint that is a breach in no machine of a model (m, rad).
pub(super) fn least_opening(model: &Model) -> f64 {
    let sizes = model.links.iter().map(|link| link.size);
    OPEN * sizes.fold(Gap::LARGEST, f64::min)
}
