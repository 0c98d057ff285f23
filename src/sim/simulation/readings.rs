//! Readings of a run at its present state: energy, drift, gaps, accelerations and multipliers.

use crate::scene::{Id, Integrator};
use crate::sim::contact::CollisionDetection;
use crate::sim::stop::{self, Stop};
use crate::sim::trust::{Breach, Seen};
use crate::sim::{Drift, Energy, SimState};
use crate::solver::SolveError;

use super::Simulation;

/// |Cdot| of the velocities as built that is rounding of a file, relative to the fastest of them, at least 1 m/s or rad/s.
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
    /// Length of the first sub-step by impulses (s): positions at the start are ahead of velocities by half of it. `None` before it, and in other
    /// runs.
    pub fn first_sub_step(&self) -> Option<f64> {
        self.stepper.first_length
    }
    /// Energy with positions and velocities of one instant: steps by impulses leave positions half a step ahead.
    pub(super) fn energy_at_one_instant(&self) -> Energy {
        Energy::at_one_instant(&self.model, &self.state)
    }
    /// Energy at one instant, less that at the start and the work done since (J): the error of integration. By impulses it is that of [real
    /// forces](Self::energy_error_of_real_forces): an impulse holds a joint and feeds back its error at once, and its work is booked exactly, so
    /// that energy and ledger would agree whatever the impulses do.
    pub fn energy_error(&self) -> f64 {
        self.error_of(self.energy_at_one_instant())
    }

    /// Energy at one instant, less that at the start and all entries of the ledger (J), by impulses as well.
    pub fn ledger_error(&self) -> f64 {
        self.gain(self.energy_at_one_instant(), self.state.work.total())
    }

    /// Energy at one instant, less that at the start and the work of real forces (J): the gain of integration, feedback and projection
    /// together, whatever the ledger books of each.
    pub fn energy_error_of_real_forces(&self) -> f64 {
        self.gain(self.energy_at_one_instant(), self.state.work.real())
    }

    /// The [energy error](Self::energy_error), given the energy now.
    pub(super) fn error_of(&self, energy: Energy) -> f64 {
        let work = &self.state.work;
        let done = match self.model.settings.integrator {
            Integrator::Impulse => work.real(),
            _ => work.total(),
        };
        self.gain(energy, done)
    }

    /// What energy has gained beyond the work done (J).
    fn gain(&self, energy: Energy, work: f64) -> f64 {
        energy.total() - self.energy_start - work
    }

    /// Constraint drift at the present state.
    pub fn drift(&mut self) -> Drift {
        self.dynamics.drift(&self.model, &self.state)
    }

    /// Deepest overlap of colliding parts (m); 0 where none overlap. Measured on their positions, whatever put them there.
    pub fn overlap(&self) -> f64 {
        let deepest = CollisionDetection::default().deepest(&self.model, &self.state);
        deepest.map_or(0.0, |(depth, _)| depth)
    }

    /// Largest |C| of every constraint that holds a position (m, rad), drives excepted.
    pub fn gaps(&mut self) -> Vec<(Id, f64)> {
        self.dynamics.gaps(&self.model, &self.state)
    }

    /// Shows the present state to the watch; returns the constraint drift. Nothing moves, and nothing in the run depends
    /// on how often it is called.
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

    /// Breach for which this run is not to be trusted, among the states [looked](Simulation::look) at: the first that no setting explains, or
    /// else the first.
    pub fn breach(&self) -> Option<&Breach> {
        self.watch.breach(&self.model.settings)
    }

    /// The first breach of all, whether a setting explains it or not.
    pub fn first_breach(&self) -> Option<&Breach> {
        self.watch.first()
    }

    /// Computes accelerations and multipliers at the present state, into the `solution` of `dynamics`. Nothing moves.
    ///
    /// # Errors
    /// As [`Simulation::step`].
    pub fn evaluate(&mut self) -> Result<(), Stop> {
        self.dynamics.guess.clone_from(&self.state.warm_start);
        let SimState {
            q, v, time, memory, ..
        } = &self.state;
        let stepper = &mut self.stepper;
        let model = stepper.scaled.of(&self.model, &self.dynamics, &self.state);
        let model = stepper.events.with_contacts(model, &self.state);
        self.dynamics.begin_task(model);
        let result = self
            .dynamics
            .accelerations(model, q, v, *time, memory, self.grab.as_ref());
        self.dynamics.end_task();
        self.dynamics.solution.lambda.truncate(self.model.topology.rows());
        result
            .map(|_| ())
            .map_err(|error| stop::diagnose(&self.model, &self.state, Err(&error.into())))
    }

    /// Computes the multipliers and accelerations of the present state, into the `solution` of `dynamics`. After a soft (regularised)
    /// step, or where there are none, those that the step used stay. Parts that touch push each other with their mean forces in that
    /// step. Nothing moves.
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

    /// As [`Simulation::evaluate`], with the mean contact forces of the last step as given forces: contact is solved for in steps alone.
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
            dynamics.solution.lambda.clone_from(&state.warm_start);
        }
        dynamics.factor_and_solve(model)
    }

    /// The constraint that the velocities as built violate most, with its |Cdot| (m/s, rad/s); `None` where they agree to the precision of
    /// files. The run starts with the nearest velocities that all constraints allow.
    pub fn built_rate(&self) -> Option<(Id, f64)> {
        let (link, rate) = self.start_velocity_violation?;
        let item = self.model.links.get(link)?.id;
        (!self.agrees(rate)).then_some((item, rate))
    }

    /// Whether the velocities as built could not be compared with those that the constraints allow, because that takes work out of all
    /// proportion to the machine.
    pub fn is_start_unknown(&self) -> bool {
        self.start_is_unknown
    }

    /// Whether a |Cdot| (m/s, rad/s) of the velocities as built is within the precision of files.
    pub(super) fn agrees(&self, rate: f64) -> bool {
        let speeds = self.model.start.v.iter();
        let fastest = speeds.fold(1.0_f64, |most, v| most.max(v.abs()));
        // Written so that NaN does not agree.
        rate <= AGREES * fastest
    }
}
