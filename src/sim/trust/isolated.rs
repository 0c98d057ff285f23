//! Energy balance of the isolated machines one by one: nothing does work on any of them but the hand, so its energy must stay.

use crate::sim::balance::Balance;
use crate::sim::{Energy, Work};

use super::allowed_error::allowed;
use super::seen::Seen;

/// What has been seen of one machine.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Machine {
    /// Smallest and largest kinetic energy (J).
    kinetic: (f64, f64),
    /// Energy that is explained: as built, and what the hand did (J).
    explained: f64,
    /// Energy at the last look (J).
    last: f64,
}

/// What has been seen of the isolated machines, and scratch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Machines {
    list: Vec<Machine>,
    /// Work of the hand at the last look (J).
    hand: f64,
    energies: Vec<Energy>,
    brought: Vec<f64>,
}

impl Machines {
    /// Smallest and largest kinetic energy seen of each machine, and the energy that is explained (J).
    pub(super) fn exchanged(&self) -> impl Iterator<Item = f64> {
        let of = |machine: &Machine| [machine.kinetic.0, machine.kinetic.1, machine.explained];
        self.list.iter().flat_map(of)
    }

    /// Goes on from what the machines of a saved run with this ledger had [exchanged](Self::exchanged).
    pub(super) fn resume(&mut self, saved: &[f64], work: &Work) {
        self.hand = work.hand;
        let (saved, _) = saved.as_chunks();
        for (machine, [least, most, explained]) in self.list.iter_mut().zip(saved) {
            (machine.kinetic, machine.explained) = ((*least, *most), *explained);
        }
    }

    /// Returns the balance of the machine that is worst, with its index. While the hand works, or joints that were open as built close, whatever changes is
    /// their doing.
    pub(super) fn look(&mut self, seen: &Seen<'_>, closes: bool) -> Option<(Balance, usize)> {
        let isolated = seen.model.isolated();
        let (masses, sizes) = (isolated.masses(), isolated.sizes());
        if masses.is_empty() {
            return None;
        }
        Energy::of_isolated(seen.model, seen.state, &mut self.brought, &mut self.energies);
        if self.list.len() != masses.len() {
            self.list.clear();
            self.list.extend(self.energies.iter().map(|energy| Machine {
                kinetic: (energy.kinetic, energy.kinetic),
                explained: energy.total(),
                last: energy.total(),
            }));
        }
        let hand = seen.state.work.hand;
        let is_helped = std::mem::replace(&mut self.hand, hand) != hand || closes;
        let mut worst: Option<(Balance, usize)> = None;
        for (index, (machine, energy)) in self.list.iter_mut().zip(&self.energies).enumerate() {
            let last = std::mem::replace(&mut machine.last, energy.total());
            if is_helped {
                machine.explained += machine.last - last;
            }
            let (least, most) = machine.kinetic;
            machine.kinetic = (least.min(energy.kinetic), most.max(energy.kinetic));
            let balance = Balance {
                error: (machine.last - machine.explained).abs(),
                allowed: allowed(machine.kinetic, 0.0, (masses[index], sizes[index], *energy)),
            };
            if worst.is_none_or(|(other, _)| balance.is_worse_than(&other)) {
                worst = Some((balance, index));
            }
        }
        worst
    }
}

/// The part of an isolated machine that has the most kinetic energy, by its dense index.
pub(super) fn liveliest(seen: &Seen<'_>, machine: usize) -> Option<usize> {
    let Seen { model, state, .. } = seen;
    let kinetic = |body: &usize| Energy::kinetic_of(&model.bodies[*body], state);
    let own = (0..model.bodies.len()).filter(|body| model.isolated().of_body(*body) == Some(machine));
    own.max_by(|one, other| kinetic(one).total_cmp(&kinetic(other)))
}
