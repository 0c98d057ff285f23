//! What can be read of a run while it stands: energy, drift, gaps, accelerations and multipliers.

use crate::scene::{Id, Integrator};
use crate::sim::contact::Near;
use crate::sim::stop::{self, Stop};
use crate::sim::trust::{Breach, Seen};
use crate::sim::{Drift, Energy, SimState};
use crate::solver::SolveError;

use super::Simulation;

/// |Cdot| of the velocities as built that is rounding of a file, against the fastest of them and 1 m/s.
const AGREES: f64 = 1e-6;

impl Simulation {
    /// Energy now.
    pub fn energy(&self) -> Energy {
        Energy::of(&self.model, &self.state)
    }
    /// Energy at the start of the run (J).
    pub fn energy_start(&self) -> f64 {
        self.energy_start
    }
    /// Energy with places and velocities of one instant: steps by impulses leave places half a step ahead.
    pub(super) fn energy_at_one_instant(&self) -> Energy {
        Energy::at_one_instant(&self.model, &self.state)
    }
    /// Energy at one instant, less that at the start and the work done since (J): what integration got wrong.
    pub fn energy_error(&self) -> f64 {
        self.error_of(self.energy_at_one_instant())
    }

    /// Energy at one instant, less that at the start and the work of real forces (J): what integration, feedback and projection gained or lost
    /// together, however well each of them is booked.
    pub fn energy_strayed(&self) -> f64 {
        self.energy_at_one_instant().total() - self.energy_start - self.state.work.real()
    }

    /// The [energy error](Self::energy_error), given the energy now.
    fn error_of(&self, energy: Energy) -> f64 {
        energy.total() - self.energy_start - self.state.work.total()
    }

    /// How far the constraints are from met now.
    pub fn drift(&mut self) -> Drift {
        self.dynamics.drift(&self.model, &self.state)
    }

    /// How deep parts that collide overlap now, at most (m); 0 where none do. It is measured on where they are, whatever put them there.
    pub fn overlap(&self) -> f64 {
        let Some(colliders) = self.model.contact() else {
            return 0.0;
        };
        Near::default().deepest((&self.model, colliders), &self.state)
    }

    /// The largest |C| of every constraint that holds a position now (m, rad), without those that are driven there.
    pub fn gaps(&mut self) -> Vec<(Id, f64)> {
        self.dynamics.gaps(&self.model, &self.state)
    }

    /// Shows the state now to the watch; returns how far the constraints are from met. Nothing moves, and nothing in the run depends
    /// on how often it is asked.
    pub fn look(&mut self) -> Drift {
        self.measure().0
    }

    /// The same; returns the [energy error](Simulation::energy_error) as well.
    pub fn measure(&mut self) -> (Drift, f64) {
        let loose = self.dynamics.approximates();
        let (drift, energy) = (self.drift(), self.energy_at_one_instant());
        self.watch.look(&Seen {
            model: &self.model,
            state: &self.state,
            drift,
            energy,
            rates: [
                self.dynamics.evaluation.rate(),
                self.dynamics.evaluation.time_rate(),
            ],
            loose,
        });
        (drift, self.error_of(energy))
    }

    /// Since when this run is not to be trusted, by what was [looked](Simulation::look) at.
    pub fn breach(&self) -> Option<&Breach> {
        self.watch.breach()
    }

    /// Accelerations and multipliers at the state now, left in the `solution` of `dynamics`. Nothing moves.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn evaluate(&mut self) -> Result<(), Stop> {
        self.dynamics.guess.clone_from(&self.state.guess);
        let SimState {
            q, v, time, memory, ..
        } = &self.state;
        let stepper = &mut self.stepper;
        let model = stepper.scaled.of(&self.model, &self.dynamics, &self.state);
        let model = stepper.events.with_contacts(model, &self.state);
        let result = self
            .dynamics
            .accelerations(model, q, v, *time, memory, self.grab.as_ref());
        self.dynamics.solution.lambda.truncate(self.model.topology.rows());
        result
            .map(|_| ())
            .map_err(|error| stop::diagnose(&self.model, &self.state, Err(&error.into())))
    }

    /// The multipliers and accelerations that belong to the state now, left in the `solution` of `dynamics`: exact ones, but where the
    /// step that led here was taken softly, or where there are none, those that this step used. Parts that touch push each other as
    /// they did in that step, on average. Nothing moves.
    pub fn read_multipliers(&mut self) {
        if self.state.control.soft {
            return;
        }
        let used = self.dynamics.solution.lambda.clone();
        let acts_on_velocities = self.model.settings.integrator == Integrator::Impulse;
        let read = if self.state.contacts.is_empty() || !acts_on_velocities {
            self.evaluate().is_ok()
        } else {
            self.evaluate_with_contacts().is_ok()
        };
        if !read {
            self.dynamics.solution.lambda = used;
        }
    }

    /// As [`Simulation::evaluate`], with the mean contact forces of the last step as they were: contact is solved for in steps alone.
    fn evaluate_with_contacts(&mut self) -> Result<(), SolveError> {
        let state = &self.state;
        let model = self.stepper.scaled.of(&self.model, &self.dynamics, state);
        let SimState {
            q, v, time, memory, ..
        } = state;
        let (dynamics, grab) = (&mut self.dynamics, self.grab.as_ref());
        dynamics.evaluate(model, q, v, *time, memory, grab);
        model.add_contact_forces(state, dynamics.problem.force_mut());
        if dynamics.solver.method().iterates() {
            dynamics.solution.lambda.clone_from(&state.guess);
        }
        dynamics.answer(model)
    }

    /// The constraint that the velocities as built disagree with most, with its Cdot (m/s, rad/s): the run starts with the nearest
    /// velocities that all constraints allow. Nothing where they agree to what is written in files.
    pub fn built_rate(&self) -> Option<(Id, f64)> {
        let (link, rate) = self.built_rate?;
        let item = self.model.links.get(link)?.id;
        (!self.agrees(rate)).then_some((item, rate))
    }

    /// Whether the velocities as built agree to a rate (m/s, rad/s), to what is written in files.
    pub(super) fn agrees(&self, rate: f64) -> bool {
        let speeds = self.model.start.v.iter();
        let fastest = speeds.fold(1.0_f64, |most, v| most.max(v.abs()));
        // Written so that NaN does not.
        rate <= AGREES * fastest
    }
}
