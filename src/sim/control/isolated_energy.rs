//! Energy balance of the isolated machines one by one: beside a machine of much energy the error of a small one is no share of the whole.

use super::super::integrators::StepContext;
use super::super::{Energy, Model, SimState, Stake};
use super::burst::ROUNDING;
use super::energy_error::{Imbalance, OPEN_AS_BUILT, is_taken_by_low_order, of_low_order};
use super::{Stepper, burst};

/// Multiple of its allowed error up to which a machine may owe its change of energy to feedback and projection, which are not booked machine by machine.
const UNBOOKED: f64 = 3.0;

/// Energies of the isolated machines at the start and at the end of a sub-step.
#[derive(Default)]
pub(super) struct Machines {
    before: Vec<Energy>,
    after: Vec<Energy>,
}

impl Machines {
    /// Room for the energies at the start and at the end of a sub-step.
    pub(super) fn room(&mut self, model: &Model) -> [&mut [Energy]; 2] {
        let count = model.isolated().masses().len();
        for energies in [&mut self.before, &mut self.after] {
            energies.resize(count, Energy::default());
        }
        [&mut self.before, &mut self.after]
    }

    /// The machines that the hand does not hold: mass (kg), and energies at the start and at the end.
    fn list<'a>(&'a self, context: &StepContext<'a>) -> impl Iterator<Item = (f64, Energy, Energy)> + 'a {
        let isolated = context.model.isolated();
        let held = context.grab.and_then(|grab| isolated.of_body(grab.body));
        let energies = self.before.iter().zip(&self.after).enumerate();
        energies
            .filter(move |(machine, _)| held != Some(*machine))
            .map(|(machine, (before, after))| (isolated.masses()[machine], *before, *after))
    }
}

impl Stepper {
    /// Returns the energy error that is the largest share of the allowed one: `whole`, that of all parts together, or that of an isolated machine.
    pub(super) fn worst_of_machines(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
        sub: f64,
        whole: Imbalance,
    ) -> Imbalance {
        let model = context.model;
        if model.isolated().masses().is_empty() || is_taken_by_low_order(model, state) {
            return whole;
        }
        let [was, is] = [&self.before, state].map(|at| [at.work.feedback, at.work.projection]);
        let fed = (is[0] - was[0]).abs() + (is[1] - was[1]).abs();
        let mut worst = whole;
        for (mass, was, is) in self.machines.list(context) {
            let error = (is.total() - was.total()).abs();
            let kinetic = was.kinetic.max(is.kinetic);
            let rounding = ROUNDING * (was.kinetic + was.potential.abs());
            let steps = (sub, state.control.level);
            let mut own =
                Imbalance::of_high_order(model, steps, error, Stake { mass, kinetic }, (1.0, rounding));
            own.balance.error -= fed.min(UNBOOKED * own.balance.allowed);
            if own.balance.is_worse_than(&worst.balance) {
                worst = own;
            }
        }
        match worst.is_allowed() || !self.began_open(context, OPEN_AS_BUILT) {
            true => worst,
            false => whole,
        }
    }

    /// Whether the energy of an isolated machine bursts in the sub-step just taken by an integrator of high order, whose energies are known.
    pub(super) fn machine_bursts(&self, context: &StepContext<'_>) -> bool {
        if context.model.isolated().masses().is_empty() || of_low_order(context.model) {
            return false;
        }
        self.machines.list(context).any(|(mass, was, is)| {
            // Written so that NaN is a burst.
            let is_little = is.total() - was.total() <= burst::allowed(mass, was.kinetic);
            !is_little
        })
    }
}
