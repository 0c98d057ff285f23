//! The watch as lists of numbers, which a scene file with a run keeps.

use crate::scene::{Id, Run};
use crate::sim::{Model, Work};

use super::{Breach, Exchange, Inherited, OPEN, QUANTITIES, Quantity, Watch};

/// Names of the lists in a file.
const EXCHANGED: &str = "exchanged";
const BREACHES: &str = "breaches";
/// Numbers of a breach.
const BREACH: usize = 8;
/// What a saved run keeps of the watch over it. A run that goes on from there is trusted as an unbroken one is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedWatch {
    /// What energy errors are measured by (J): smallest and largest kinetic energy seen, sum of the changes of the absolute work of drives,
    /// dissipation and hand, energy less the work done at the first look, by all entries of the ledger and by real forces alone; then three numbers
    /// for each isolated machine, smallest and largest kinetic energy seen and the energy that is explained.
    exchanged: Vec<f64>,
    /// The first breach of each quantity, in the order of [`Quantity::ALL`].
    breaches: [Option<Breach>; QUANTITIES],
}

impl SavedWatch {
    /// Puts the lists into a run of a model.
    pub(in crate::sim) fn put_into(&self, run: &mut Run, model: &Model) {
        let breaches = self.breaches.iter().enumerate();
        let breaches = breaches.filter_map(|(quantity, it)| Some(numbers(model, (quantity, it.as_ref()?))));
        run.put_finite(EXCHANGED, self.exchanged.iter().copied());
        run.put_finite(BREACHES, breaches.flatten());
    }
}

impl Watch {
    /// What a saved run keeps of this watch.
    pub fn saved(&self) -> SavedWatch {
        let Exchange {
            kinetic,
            done,
            base,
            machines,
            ..
        } = &self.exchange;
        let own = [kinetic.0, kinetic.1, done.1, base[0], base[1]];
        SavedWatch {
            exchanged: own.into_iter().chain(machines.exchanged()).collect(),
            breaches: self.breaches,
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
        // What was out of bounds when the run was saved is among its breaches.
        self.inherited = Inherited::default();
        let exchange = &mut self.exchange;
        exchange.kinetic = (*least, *most);
        exchange.done = (work.exchanged(), *done);
        exchange.base = [*booked, *real];
        exchange.closing.resume(work, OPEN);
        exchange.machines.resume(machines, work);
        let (breaches, _) = run.list(BREACHES).as_chunks();
        self.breaches = [None; QUANTITIES];
        for (place, breach) in breaches.iter().filter_map(|it| breach(model, it)) {
            self.breaches[place] = Some(breach);
        }
    }
}

/// All items that a breach may name, in the order of their numbers.
fn items(model: &Model) -> impl Iterator<Item = Id> {
    let bodies = model.bodies.iter().map(|it| it.id);
    let links = model.links.iter().map(|it| it.id);
    bodies.chain(links).chain(model.loads.iter().map(|it| it.id))
}

/// The numbers of a breach of a quantity (index).
fn numbers(model: &Model, (quantity, breach): (usize, &Breach)) -> [f64; BREACH] {
    let flag = |it: bool| f64::from(u8::from(it));
    let item = breach.item.and_then(|id| items(model).position(|it| it == id));
    [
        quantity as f64,
        breach.since,
        item.map_or(-1.0, |it| it as f64),
        // NaN and infinity, too, are a breach.
        breach.value.min(f64::MAX),
        breach.limit,
        breach.built,
        flag(breach.approximate_solve),
        flag(breach.heap),
    ]
}

/// The breach with these numbers, and the index of its quantity; `None` if there is no such quantity, or it is none.
fn breach(model: &Model, numbers: &[f64; BREACH]) -> Option<(usize, Breach)> {
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
    let quantity = place(quantity)?;
    let breach = Breach {
        since,
        item: place(item).and_then(|place| items(model).nth(place)),
        quantity: *Quantity::ALL.get(quantity)?,
        value,
        limit,
        built,
        approximate_solve: approximate_solve != 0.0,
        heap: heap != 0.0,
    };
    (value > limit && since >= 0.0).then_some((quantity, breach))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn a_breach_without_bound_is_saved_as_one() {
        let model = Model::compile(&Scene::default());
        for value in [f64::NAN, f64::INFINITY, 2.0] {
            let saved = Breach {
                since: 0.5,
                item: None,
                quantity: Quantity::Energy,
                value,
                limit: 1.0,
                built: 0.0,
                approximate_solve: false,
                heap: true,
            };
            let (quantity, read) = breach(&model, &numbers(&model, (3, &saved))).unwrap_or((0, saved));
            assert_eq!((quantity, read.quantity), (3, Quantity::Energy));
            assert!(read.value >= 2.0 && read.value.is_finite() && read.heap);
        }
    }
}
