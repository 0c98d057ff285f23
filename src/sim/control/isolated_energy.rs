//! Energy balance of the isolated machines one by one: beside a machine of much energy the error of a small one is no share of the whole.

use crate::scene::Integrator;

use super::super::integrators::StepContext;
use super::super::{Energy, Model, SimState};
use super::energy_error::{
    HIGH_ORDER, Imbalance, OPEN_AS_BUILT, ROUNDING, SYMPLECTIC, growth_of, is_taken_by_low_order,
    of_low_order, share,
};
use super::{Stepper, burst};

/// Ratio of the allowed error of a machine to that of all parts: feedback and projection, which are not booked machine by machine, may put in more
/// than the integrator errs by.
const UNBOOKED: f64 = 4.0;

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
        let (of_kinetic, of_mass) = match model.settings.integrator {
            Integrator::Rattle if state.control.level == 0 => SYMPLECTIC,
            _ => {
                let times = UNBOOKED * share(model, sub);
                (times * HIGH_ORDER.0, times * HIGH_ORDER.1)
            }
        };
        let mut worst = whole;
        for (mass, was, is) in self.machines.list(context) {
            let error = (is.total() - was.total()).abs();
            let allowed = of_kinetic * was.kinetic.max(is.kinetic)
                + of_mass * mass
                + UNBOOKED * ROUNDING * (was.kinetic + was.potential.abs());
            let own = Imbalance::new(error, allowed, growth_of(model));
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
