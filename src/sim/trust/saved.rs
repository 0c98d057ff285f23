//! The watch as lists of numbers, which a scene file with a run keeps.

use crate::scene::{Id, Run};

use super::{Breach, Exchange, QUANTITIES, Quantity, Watch};
use crate::sim::{Model, Work};

/// Names of the lists in a file.
const EXCHANGED: &str = "exchanged";
const BREACHES: &str = "breaches";
/// Numbers of a breach.
const BREACH: usize = 8;
/// All quantities, by their number in a file.
const ALL: [Quantity; QUANTITIES] = [
    Quantity::Drift,
    Quantity::Angle,
    Quantity::Overlap,
    Quantity::Energy,
    Quantity::Rate,
    Quantity::Turn,
    Quantity::Contact,
    Quantity::Steps,
];

/// What a saved run keeps of the watch over it. A run that goes on from there is trusted as an unbroken one is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedWatch {
    /// What energy errors are measured by (J): smallest and largest kinetic energy seen, sum of the changes of the absolute work of drives,
    /// dissipation and hand, energy less the work done at the first look, by all entries of the ledger and by real forces alone; then three numbers
    /// for each isolated machine, smallest and largest kinetic energy seen and the energy that is explained. Empty before the first look.
    exchanged: Vec<f64>,
    /// Eight numbers for each breach: quantity, time (s), item, value, bound, value as built, and whether the solve was approximate and of a heap.
    breaches: Vec<f64>,
}

impl SavedWatch {
    /// Puts the lists into a run.
    pub(in crate::sim) fn put_into(&self, run: &mut Run) {
        for (name, list) in [(EXCHANGED, &self.exchanged), (BREACHES, &self.breaches)] {
            if !list.is_empty() {
                run.put(name, list.iter().map(|it| it.clamp(f64::MIN, f64::MAX)));
            }
        }
    }
}

impl Watch {
    /// What a saved run keeps of this watch.
    pub fn saved(&self, model: &Model) -> SavedWatch {
        if self.size == 0.0 {
            return SavedWatch::default();
        }
        let Exchange {
            kinetic,
            done,
            base,
            machines,
            ..
        } = &self.exchange;
        let own = [kinetic.0, kinetic.1, done.1, base[0], base[1]];
        let breaches = self.breaches.iter().flatten();
        SavedWatch {
            exchanged: own.into_iter().chain(machines.exchanged()).collect(),
            breaches: breaches.flat_map(|it| numbers(model, it)).collect(),
        }
    }

    /// Goes on from what a saved run with this ledger kept, none of it larger than `largest`; from a list that is missing or larger it does not.
    pub(in crate::sim) fn resume(&mut self, run: &Run, model: &Model, (work, largest): (&Work, f64)) {
        let exchanged = run.list(EXCHANGED);
        let is_sound = exchanged.iter().all(|it| it.abs() <= largest);
        let Some(([least, most, done, booked, real], machines)) =
            exchanged.split_first_chunk().filter(|_| is_sound)
        else {
            return;
        };
        let exchange = &mut self.exchange;
        exchange.kinetic = (*least, *most);
        exchange.done = (work.exchanged(), *done);
        exchange.base = [*booked, *real];
        exchange.closing.resume(work);
        exchange.machines.resume(machines, work);
        let (breaches, _) = run.list(BREACHES).as_chunks();
        self.breaches = [None; QUANTITIES];
        for breach in breaches.iter().filter_map(|it| breach(model, it)) {
            if let Some(place) = ALL.iter().position(|it| *it == breach.quantity) {
                self.breaches[place] = Some(breach);
            }
        }
    }
}

/// All items that a breach may name, in the order of their numbers.
fn items(model: &Model) -> impl Iterator<Item = Id> {
    let bodies = model.bodies.iter().map(|it| it.id);
    let links = model.links.iter().map(|it| it.id);
    bodies.chain(links).chain(model.loads.iter().map(|it| it.id))
}

/// The numbers of a breach.
fn numbers(model: &Model, breach: &Breach) -> [f64; BREACH] {
    let place = |found: Option<usize>| found.map_or(-1.0, |it| it as f64);
    let flag = |it: bool| f64::from(u8::from(it));
    let item = breach.item.and_then(|id| items(model).position(|it| it == id));
    [
        place(ALL.iter().position(|it| *it == breach.quantity)),
        breach.since,
        place(item),
        breach.value,
        breach.limit,
        breach.built,
        flag(breach.approximate_solve),
        flag(breach.heap),
    ]
}

/// The breach with these numbers; `None` if there is no such quantity, or it is none.
fn breach(model: &Model, numbers: &[f64; BREACH]) -> Option<Breach> {
    let [
        quantity,
        since,
        item,
        value,
        limit,
        built,
        approximate_solve,
        heap,
    ] = *numbers;
    let place = |number: f64| (number >= 0.0).then_some(number as usize);
    let breach = Breach {
        since,
        item: place(item).and_then(|place| items(model).nth(place)),
        quantity: *ALL.get(place(quantity)?)?,
        value,
        limit,
        built,
        approximate_solve: approximate_solve != 0.0,
        heap: heap != 0.0,
    };
    (value > limit && since >= 0.0).then_some(breach)
}
