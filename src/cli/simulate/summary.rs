//! What a run came to.

mod measured;
mod text;

use serde::Serialize;

pub use self::measured::Measured;

use super::recorded::SignalFigures;
use super::report::Report;
use super::trust::Trust;
use crate::bench::median;
use crate::cli::check::{Dependence, Diagnosis, Gap};
use crate::scene::{Id, Method, Scene, Settings};
use crate::sim::{Cause, Culprit, Dynamics, Freedom, Model, SimState, Simulation, Stop, Work};

/// What a run came to, in the words scripts rely on.
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
    /// How many times the closest singular value is away from counting otherwise; null where nothing is close.
    margin: Option<f64>,
    /// Sets of rows that depend on each other, with their weights, and what each comes to.
    dependences: Vec<Dependence>,
    /// Rows that depend on others in further sets, too many to list.
    dependent_unlisted: usize,
    /// Of the last solve.
    report: Report,
    assemble_ns: u64,
    factor_ns: u64,
    solve_ns: u64,
    evaluate_ns: u64,
    sub_steps: u64,
    shortest_dt: f64,
    softened: u64,
    /// Sub-steps that were tried again shorter; with RATTLE each forfeits the bound on its energy.
    sub_steps_refused: u64,
    /// Sub-steps that stand though their error is over the tolerance of an adaptive integrator.
    over_tolerance: u64,
    /// Steps whose contacts no exact way solved to a residual of 1e-10.
    contacts_unsettled: u64,
    /// Most points at which parts touched after a step.
    contacts_max: usize,
    /// Deepest overlap after a step (m).
    penetration_max_m: f64,
    /// Largest residual of complementarity of any step with contacts.
    complementarity_residual: f64,
    /// What the contacts of the last step came to; null where parts do not touch.
    contact: Option<Contacts>,
    /// The constraint that the start velocities disagreed with most, by how much; null where they agreed.
    start_velocity: Option<Gap>,
    /// Light parts that count as heavier, as what and since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    mass_scaled: Option<String>,
    /// What the signals that were asked for came to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signals: Vec<SignalFigures>,
    /// Whether drift and energy stayed within what can be expected of a right answer.
    pub trust: Trust,
}

/// The contacts of the last step.
#[derive(Debug, Serialize)]
struct Contacts {
    /// How they were solved.
    way: &'static str,
    /// Points with rows, near or touching.
    points: u32,
    /// Rows inside their bounds.
    active: u32,
    /// Trial sets and pivots, or sweeps.
    iterations: u32,
    residual: f64,
    /// m
    penetration: f64,
    /// Times that no force kept parts out of each other and an impulse did (Painlevé).
    jams: u64,
    /// Impacts in which Newton's restitution would have created energy, and Poisson's did not.
    by_poisson: u64,
    /// The same in which both would have, and all restitutions were scaled down.
    scaled: u64,
    /// Parts that sleep, since they are at rest.
    sleeping: usize,
}

impl Contacts {
    fn of(run: &Simulation) -> Option<Self> {
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
        })
    }
}

#[derive(Debug, Serialize)]
struct Stopped {
    time: f64,
    item: Option<String>,
    /// What else has a part in it: the two parts of a force, or the limit that a drive pushes against.
    with: Vec<String>,
    cause: Cause,
    reason: String,
}

/// What depends on what where a run has come to.
fn freedom(run: &Simulation) -> Option<Freedom> {
    Freedom::of(run.model(), run.state(), &mut Dynamics::new(Method::Sparse)).ok()
}

/// What no multiplier meets in a state, relative to the right-hand side. By one method and with the feedback of a new scene, whatever
/// solved the run and held its drift down, and by the equations themselves whatever compliance a soft step gave them; no number where
/// it cannot be told.
fn contradiction(model: &Model, state: &SimState) -> f64 {
    let mut model = model.clone();
    let (settings, new) = (&mut model.settings, Settings::default());
    (settings.integrator, settings.stabilisation) = (new.integrator, new.stabilisation);
    (settings.ks, settings.kd) = (new.ks, new.kd);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let (q, v) = (&state.q, &state.v);
    let answer = dynamics.accelerations(&model, q, v, state.time, &state.memory, None);
    answer.map_or(f64::NAN, |_| dynamics.solver.report().contradiction)
}

/// Adds the names of what contradicts each other where a run has come to: a machine may be sound as built and jam later.
fn add_contradictory(names: &mut Vec<String>, scene: &Scene, run: &Simulation, stop: Option<&Stop>) {
    let found = Freedom::in_run(run.model(), run.state(), &mut Dynamics::new(Method::Sparse));
    let mut ids = found.map(|it| it.contradictory).unwrap_or_default();
    if let Some(stop) = stop.filter(|stop| stop.cause == Cause::Contradiction) {
        if let Culprit::Item(id) = stop.culprit {
            ids.push(id);
        }
        ids.extend_from_slice(&stop.with);
    }
    for id in ids {
        let name = scene.name(Some(id));
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
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
    /// Of a run that has ended.
    ///
    /// # Errors
    /// When the scene cannot be diagnosed.
    pub fn of(
        scene: &Scene,
        run: &Simulation,
        measured: Measured,
        stop: Option<&Stop>,
    ) -> Result<Self, String> {
        let mut diagnosis = Diagnosis::of(scene)?;
        let as_built = !diagnosis.contradictory.is_empty();
        if run.breach().is_some() || stop.is_some() {
            add_contradictory(&mut diagnosis.contradictory, scene, run, stop);
        }
        // Runs of several methods come to several states, in some of which rows no longer depend on each other; what is built is one and the same.
        let missed = match (as_built, diagnosis.contradictory.is_empty()) {
            (true, _) => contradiction(run.model(), &run.model().start),
            (false, false) => contradiction(run.model(), run.state()),
            (false, true) => run.dynamics.solver.report().contradiction,
        };
        Ok(Self {
            steps: run.state().step,
            sub_steps: run.state().control.total,
            shortest_dt: measured.shortest,
            softened: run.state().softened,
            sub_steps_refused: run.state().control.refused,
            over_tolerance: run.state().control.strained,
            contacts_unsettled: run.state().control.unsettled,
            contacts_max: measured.contacts,
            penetration_max_m: run.state().contact.penetration_max,
            complementarity_residual: run.state().contact.residual_max,
            contact: Contacts::of(run),
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
            report: Report::of(run.dynamics.solver.report(), missed, || freedom(run)?.deficit()),
            assemble_ns: median(measured.assemble),
            factor_ns: median(measured.factor),
            solve_ns: median(measured.solve),
            evaluate_ns: median(measured.evaluate),
            signals: measured.recorded.figures(),
        })
    }
}
