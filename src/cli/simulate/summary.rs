//! Summary of a run.

mod contradiction;
mod measured;
mod text;

use serde::Serialize;

pub use self::measured::Measured;

use super::recorded::SignalFigures;
use super::report::Report;
use super::trust::Trust;
use crate::bench::median;
use crate::cli::check::{Dependence, Diagnosis, Gap};
use crate::scene::{Id, Method, Scene};
use crate::sim::{Cause, Culprit, Dynamics, Freedom, Simulation, Stop, Work};

/// Summary of a run. The names of its fields are part of the interface for scripts.
#[derive(Debug, Serialize)]
pub struct Summary {
    steps: u64,
    duration: f64,
    wall_s: f64,
    energy_start: f64,
    energy_end: f64,
    energy_error_max: f64,
    drift_max_m: f64,
    drift_max_rad: f64,
    work: Work,
    state_hash: String,
    stopped: Option<Stopped>,
    bodies: usize,
    constraints: usize,
    rows: usize,
    rank: Option<usize>,
    dof: Option<usize>,
    rank_generic: Option<usize>,
    dof_generic: Option<usize>,
    redundant: Vec<String>,
    singular: Vec<String>,
    contradictory: Vec<String>,
    /// Distance of the nearest singular value from the rank threshold, as a factor; null if none is near.
    margin: Option<f64>,
    /// Sets of linearly dependent rows, with their weights and verdicts.
    dependences: Vec<Dependence>,
    /// Number of dependent rows in further sets, which are too many to list.
    dependent_unlisted: usize,
    /// What could not be found out within the work budget.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<&'static str>,
    /// Report on the last solve.
    report: Report,
    assemble_ns: u64,
    factor_ns: u64,
    solve_ns: u64,
    evaluate_ns: u64,
    sub_steps: u64,
    shortest_dt: f64,
    softened: u64,
    /// Sub-steps that were rejected and repeated shorter; with RATTLE each one forfeits the bound on the energy error.
    sub_steps_refused: u64,
    /// Sub-steps accepted although their error exceeds the tolerance of an adaptive integrator.
    over_tolerance: u64,
    /// Steps whose contacts were not solved to a residual of 1e-10 by an exact method.
    contacts_unsettled: u64,
    /// Largest number of contact points after a step.
    contacts_max: usize,
    /// Deepest overlap after a step (m).
    penetration_max_m: f64,
    /// Largest complementarity residual of any step with contacts.
    complementarity_residual: f64,
    /// Contacts of the last step; null for scenes without contact.
    contact: Option<Contacts>,
    /// The constraint that the start velocities violated most, with its |Cdot|; null if none.
    start_velocity: Option<Gap>,
    /// Light parts with scaled mass: the mass used, and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    mass_scaled: Option<String>,
    /// Figures of the requested signals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<SignalFigures>,
    /// Whether drift and energy error stayed within the expected limits.
    pub trust: Trust,
}

/// The contacts of the last step.
#[derive(Debug, Serialize)]
struct Contacts {
    /// Method that solved them.
    way: &'static str,
    /// Points with rows, near or in contact.
    points: u32,
    /// Number of rows inside their bounds.
    active: u32,
    /// Number of trial sets and pivots, or of sweeps.
    iterations: u32,
    residual: f64,
    /// Overlap (m).
    penetration: f64,
    /// Number of times that no force kept parts out of each other, and an impulse did (Painlevé).
    jams: u64,
    /// Impacts in which Newton's restitution would have created energy, and Poisson's did not.
    by_poisson: u64,
    /// Impacts in which both would have, so that all coefficients of restitution were scaled down.
    scaled: u64,
    /// Number of parts that sleep, since they are at rest.
    sleeping: usize,
    /// Moving parts that touch nothing, because their shape changes or they run on a wire.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    touch_nothing: Vec<String>,
}

impl Contacts {
    fn of(scene: &Scene, run: &Simulation) -> Option<Self> {
        let it = run.state().contact;
        run.model().settings.contact?;
        Some(Self {
            way: it.way.id(),
            points: it.points,
            active: it.held,
            iterations: it.iterations,
            residual: it.residual,
            penetration: it.penetration,
            jams: it.jams,
            by_poisson: it.by_poisson,
            scaled: it.scaled,
            sleeping: run.state().sleeping(),
            touch_nothing: run
                .model()
                .touching_nothing()
                .map(|id| scene.name(Some(id)).to_owned())
                .collect(),
        })
    }
}

#[derive(Debug, Serialize)]
struct Stopped {
    time: f64,
    item: Option<String>,
    /// Other items involved: the two parts of a force, or the limit that a drive pushes against.
    with: Vec<String>,
    cause: Cause,
    reason: String,
}

/// Dependent rows at the end of a run.
fn freedom(run: &Simulation) -> Option<Freedom> {
    Freedom::of(run.model(), run.state(), &mut Dynamics::new(Method::Sparse)).ok()
}

impl Stopped {
    fn of(scene: &Scene, stop: &Stop) -> Self {
        let name = |id: Id| scene.name(Some(id)).to_owned();
        Self {
            time: stop.time,
            item: match stop.culprit {
                Culprit::Item(id) => Some(name(id)),
                Culprit::Machine => None,
            },
            with: stop.with.iter().map(|id| name(*id)).collect(),
            cause: stop.cause,
            reason: stop.reason.clone(),
        }
    }
}

impl Summary {
    /// Summary of a finished run.
    ///
    /// # Errors
    /// If the scene cannot be diagnosed.
    pub fn of(
        scene: &Scene,
        run: &Simulation,
        measured: Measured,
        stop: Option<&Stop>,
    ) -> Result<Self, String> {
        let mut diagnosis = Diagnosis::of(scene)?;
        let unmet = contradiction::complete(&mut diagnosis, scene, run, (stop, measured.widest.as_ref()));
        Ok(Self {
            steps: run.state().step,
            sub_steps: run.state().control.total,
            shortest_dt: measured.shortest,
            softened: run.state().soft_sub_steps,
            sub_steps_refused: run.state().control.refused,
            over_tolerance: run.state().control.over_tolerance,
            contacts_unsettled: run.state().control.unsolved_contacts,
            contacts_max: measured.contacts,
            penetration_max_m: run.state().contact.penetration_max,
            complementarity_residual: run.state().contact.residual_max,
            contact: Contacts::of(scene, run),
            start_velocity: diagnosis.start_velocity,
            mass_scaled: run
                .model()
                .scaled_masses(run.state(), usize::MAX, |id| scene.name(Some(id))),
            trust: Trust::of(scene, run, &diagnosis.contradictory, &diagnosis.singular),
            duration: run.state().time,
            wall_s: measured.wall.as_secs_f64(),
            energy_start: measured.energy_start,
            energy_end: run.energy().total(),
            energy_error_max: measured.worst.energy_error.abs(),
            drift_max_m: measured.worst.drift.max_m,
            drift_max_rad: measured.worst.drift.max_rad,
            work: run.state().work,
            state_hash: run.hash().to_string(),
            stopped: stop.map(|stop| Stopped::of(scene, stop)),
            bodies: diagnosis.freedom.bodies,
            constraints: diagnosis.freedom.constraints,
            rows: diagnosis.freedom.rows,
            rank: diagnosis.freedom.rank,
            dof: diagnosis.freedom.dof,
            rank_generic: diagnosis.freedom.rank_generic,
            dof_generic: diagnosis.freedom.dof_generic,
            redundant: diagnosis.redundant,
            singular: diagnosis.singular,
            contradictory: diagnosis.contradictory,
            margin: Some(diagnosis.freedom.margin).filter(|it| it.is_finite()),
            dependences: diagnosis.dependences,
            dependent_unlisted: diagnosis.dependent_unlisted,
            unknown: diagnosis.unknown,
            report: Report::of(run.dynamics.solver.report(), unmet, || freedom(run)?.deficit()),
            assemble_ns: median(measured.assemble),
            factor_ns: median(measured.factor),
            solve_ns: median(measured.solve),
            evaluate_ns: median(measured.evaluate),
            signals: measured.recorded.figures(),
        })
    }
}
