//! Judgement of a run: energy, work and gaps step by step, computed from the coordinates by [`Motion`]. The book of work is the run's own, and so are
//! the gaps of kinds whose C needs more than a pose (teeth, belts, wires, drives).

use tinkertoy::bodies::Shape;
use tinkertoy::lab::singular_values;
use tinkertoy::math::{Vec2, worst};
use tinkertoy::scene::{Integrator, Method, Scene, SubSteps};
use tinkertoy::sim::{Breach, Cause, Dynamics, Freedom, SimState, Simulation, Stop};
use tinkertoy::solver::Hardware;

use crate::apart::Apart;
use crate::arithmetic::Motion;
use crate::extent::size;
use crate::machine::Class;

/// Length of a run (s).
const SECONDS: f64 = 0.5;
/// Number of sub-steps at which a run is cut short; it is judged by the part until then.
const MOST: u64 = 20_000;
/// |C| at the start above which a joint is open (m, rad).
pub const CLOSED: f64 = 1e-9;
/// Tolerances: drift in the last third (m, for machines of a metre or more, or rad); energy error
/// relative to the energy exchanged.
pub const DRIFT: f64 = 1e-3;
pub const ENERGY: f64 = 0.05;
/// Negligible: a speed (m/s, for machines of a metre or more), a share of all speeds, and a share of all energy, which is rounding.
const SLOW: f64 = 5e-3;
const EVEN: f64 = 1.5e-4;
const ROUNDING: f64 = 1e-11;
/// Angle per sub-step (rad), of a rotation or of a loaded vibration, that RATTLE resolves, and that the others resolve.
const RESOLVED: (f64, f64) = (0.1, 0.5);
/// Least singular value of unit rows below which a pose is nearly singular: that of two rods that meet at 4 degrees.
const SINGULAR: f64 = 0.05;

/// Result of a run.
pub struct Outcome {
    pub stop: Option<Stop>,
    pub breach: Option<Breach>,
    /// Largest drift of the last third, relative to its tolerance.
    pub drift: f64,
    /// Largest energy error, relative to its tolerance.
    pub energy: f64,
    /// Whether the machine is mild, without any difficulty, so that the run must be right.
    pub mild: bool,
    /// Whether the energy error is that of a first-order integrator.
    expected: bool,
    pub sub_steps: u64,
    /// Largest angle of a part's rotation, or of a loaded vibration, in a sub-step (rad).
    pub turn: f64,
    /// Kind of the item that the breach names.
    item: String,
}

impl Outcome {
    pub fn is_silent(&self) -> bool {
        // Written so that NaN counts as wrong.
        let right = self.drift <= 1.0 && self.energy <= 1.0;
        self.stop.is_none() && self.breach.is_none() && !right
    }

    /// Whether the run went on and is trusted, or stopped where the machine ends, and named that.
    pub fn is_ok(&self) -> bool {
        match &self.stop {
            Some(stop) => stop.cause == Cause::End,
            None => self.breach.is_none() || self.expected,
        }
    }

    pub fn told(&self) -> String {
        let stop = self
            .stop
            .as_ref()
            .map(|it| format!("{:?} at {:.4} s: {}", it.cause, it.time, it.reason));
        let breach = self.breach.as_ref().map(|it| it.sentence(None));
        let Self {
            drift,
            energy,
            sub_steps,
            turn,
            item,
            ..
        } = self;
        format!(
            "drift {drift:.1e}, energy {energy:.1e} of what is allowed, {sub_steps} sub-steps, {turn:.2} rad a sub-step; {stop:?}; {breach:?} {item}"
        )
    }
}

/// Runs a machine and judges it.
pub fn judge(class: Class, scene: &Scene) -> Outcome {
    let mut run = Simulation::on(scene, Hardware::here().portable());
    let size = size(scene);
    let mut mild = is_mild(class, scene, &mut run);
    let built = Simulation::on(scene, Hardware::here().portable());
    let mut begun = Begun::of(class, scene, &built, 0.0);
    let (mut least, mut most) = (begun.kinetic, begun.kinetic);
    let (mut moved, mut before) = (0.0, [0.0; 3]);
    let mut error = 0.0_f64;
    let resolved = match scene.settings.integrator {
        Integrator::Rattle => RESOLVED.0,
        _ => RESOLVED.1,
    };
    let mut drifts = Vec::new();
    let (mut stop, mut turn) = (None, 0.0_f64);
    for _ in 0..(SECONDS / scene.settings.dt).round() as u64 {
        let start = run.state().clone();
        if let Err(why) = run.step() {
            mild &= !(is_jam(&why) && is_near_singular(&run, &start));
            stop = Some(why);
            break;
        }
        if let (0, Some(first)) = (start.step, run.first_sub_step()) {
            begun = Begun::of(class, scene, &built, first);
        }
        let open = drift(scene, &mut run, size);
        let own = begun.apart.as_ref().map(|it| it.drift(&Motion::of(scene, &run)));
        drifts.push(worst(open, own.unwrap_or_default()));
        let ((kinetic, potential), work) = (energies(scene, &run), run.state().work);
        (least, most) = (least.min(kinetic), most.max(kinetic));
        let real = [work.drives, work.dissipation, work.hand];
        let exchanged = real.iter().zip(before).map(|(now, was)| (now - was).abs());
        moved += exchanged.sum::<f64>();
        let ahead = half_a_sub_step(scene, &run) / scene.settings.dt * (real[0] - before[0]);
        before = real;
        let floor = negligible((run.model().mass(), size), most, kinetic + potential.abs());
        let bound = ENERGY * (most - least + moved) + floor;
        let gained = kinetic + potential - begun.energy;
        error = worst(
            error,
            unexplained(gained, (work.total(), real.iter().sum()), ahead) / bound,
        );
        if let Some(apart) = &mut begun.apart {
            let motion = Motion::of(scene, &run);
            error = worst(error, apart.energy_error(&motion, &at_one_instant(scene, &run)));
        }
        let fastest = run.state().v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let control = run.state().control;
        turn = turn
            .max(spin(&run) * control.shortest)
            .max(control.load_frequency * control.shortest);
        let jammed = run.state().soft_sub_steps > start.soft_sub_steps
            && !run.model().passive
            && is_near_singular(&run, &start);
        mild &= fastest < 100.0 && turn < resolved && !jammed;
        if run.state().control.total > MOST {
            break;
        }
    }
    let last = drifts.len() - drifts.len() / 3;
    let breach = run.breach().copied();
    let expected = breach.is_some_and(|it| {
        matches!(
            scene.settings.integrator,
            Integrator::SemiImplicitEuler | Integrator::Impulse
        ) && it.expected_of(&scene.settings).is_some()
    });
    Outcome {
        stop,
        breach,
        drift: drifts[last.min(drifts.len())..].iter().copied().fold(0.0, worst),
        energy: error,
        mild,
        expected,
        sub_steps: run.state().control.total,
        turn,
        item: breach
            .and_then(|it| scene.item(it.item?))
            .map_or(String::new(), |it| it.kind_id().to_owned()),
    }
}

/// Energy gained (J) that neither all work that is booked nor that of real forces alone explains. By impulses, that of drives may be booked `ahead` of the
/// energies, by half a sub-step.
fn unexplained(gained: f64, (all, real): (f64, f64), ahead: f64) -> f64 {
    let off = |ahead: f64| worst((gained - all + ahead).abs(), (gained - real + ahead).abs());
    off(0.0).min(off(ahead))
}

/// Energies as the machine is built (J), and its parts that are judged apart.
struct Begun<'a> {
    kinetic: f64,
    energy: f64,
    apart: Option<Apart<'a>>,
}

impl<'a> Begun<'a> {
    /// By impulses the positions as built are ahead of the velocities by half of the first sub-step, of this length (s); 0 otherwise.
    fn of(class: Class, scene: &'a Scene, built: &'a Simulation, first: f64) -> Self {
        let motion = Motion::of(scene, built).back(0.5 * first);
        // As in `energies`: a balloon that grows turns with another energy half a sub-step before.
        let kinetic = Motion::of(scene, built).kinetic();
        Self {
            kinetic,
            energy: kinetic + motion.potential(),
            apart: (class == Class::Several).then(|| Apart::of(&motion, scene)),
        }
    }
}

/// Whether a run stopped because nothing could give way: a drive against a stop, or a push without effect as built.
fn is_jam(stop: &Stop) -> bool {
    matches!(stop.cause, Cause::Contradiction | Cause::Numbers)
}

/// Whether a step began or ended near a singular configuration, where a driven machine jams.
/// Evaluates the rows at those poses, independently of the step.
fn is_near_singular(run: &Simulation, start: &SimState) -> bool {
    let model = run.model();
    let mut dynamics = Dynamics::new(Method::Dense);
    dynamics.prepare(model);
    let mut near =
        |state| singular_values(model, state, &mut dynamics).is_some_and(|values| values[0] < SINGULAR);
    near(start) || near(run.state())
}

/// Kinetic and potential energy (J) at the same instant: in impulse stepping positions are half a sub-step ahead of velocities.
fn energies(scene: &Scene, run: &Simulation) -> (f64, f64) {
    let kinetic = Motion::of(scene, run).kinetic();
    (kinetic, at_one_instant(scene, run).potential())
}

/// Time by which positions are ahead of velocities by impulses (s).
fn half_a_sub_step(scene: &Scene, run: &Simulation) -> f64 {
    match scene.settings.integrator {
        Integrator::Impulse => 0.5 * run.state().control.length,
        _ => 0.0,
    }
}

/// The motion with positions of the instant of the velocities.
fn at_one_instant<'a>(scene: &'a Scene, run: &'a Simulation) -> Motion<'a> {
    Motion::of(scene, run).back(half_a_sub_step(scene, run))
}

/// Energy error that is negligible in a machine of this mass (kg) and size (m), with this largest kinetic energy and this energy now (J).
pub fn negligible((mass, size): (f64, f64), most: f64, energy: f64) -> f64 {
    // A single point has no size.
    let slow = SLOW * if size > 0.0 { size.min(1.0) } else { 1.0 };
    0.5 * mass * slow * slow + 2.0 * EVEN * most + ROUNDING * energy
}

/// Returns the largest gap relative to its tolerance in a machine of this size (m); updates the run's own monitoring.
fn drift(scene: &Scene, run: &mut Simulation, size: f64) -> f64 {
    let watched = run.look();
    let [metres, radians] = Motion::of(scene, run).open();
    let allowed = DRIFT * size.min(1.0);
    // A single point has size zero: without a gap it is within tolerance.
    let share = |open: f64, allowed: f64| if open == 0.0 { 0.0 } else { open / allowed };
    let all = [
        share(watched.max_m, allowed),
        share(metres, allowed),
        share(watched.max_rad, DRIFT),
        share(radians, DRIFT),
    ];
    all.into_iter().fold(0.0, worst)
}

/// Speed of the fastest rotation of a part (rad/s).
fn spin(run: &Simulation) -> f64 {
    let state = run.state();
    let turning = run.model().bodies.iter().filter(|body| body.motion.turns());
    turning.fold(0.0, |most, body| {
        let angle = body
            .motion
            .angle(Vec2::ZERO, &state.q[body.offset..], &state.v[body.offset..]);
        most.max(angle.rate.abs())
    })
}

/// Whether a machine is mild, without any difficulty: of the ordinary class, closed at the start,
/// movable, with an exact method, divided steps and stabilisation.
fn is_mild(class: Class, scene: &Scene, run: &mut Simulation) -> bool {
    use tinkertoy::scene::Stabilisation;
    let settings = &scene.settings;
    let held = settings.stabilisation != Stabilisation::None || settings.integrator == Integrator::Rattle;
    if class != Class::Ordinary
        || !settings.method.is_exact()
        || !held
        || settings.sub_steps == SubSteps::Fixed
    {
        return false;
    }
    // A force without effect cannot hold anything; a disk under compression shrinks to nothing.
    let shrinks = |shape: &Shape| matches!(shape, Shape::Balloon(_));
    if run.evaluate().is_err() || scene.parts().any(|(_, part)| shrinks(&part.shape)) {
        return false;
    }
    let open = run.look();
    let mut dynamics = Dynamics::new(settings.method);
    dynamics.prepare(run.model());
    let Ok(freedom) = Freedom::of(run.model(), run.state(), &mut dynamics) else {
        return false;
    };
    let free =
        freedom.contradictory.is_empty() && freedom.singular.is_empty() && freedom.redundant.is_empty();
    let jammed = freedom.dof_generic.is_some_and(|dof| dof < freedom.driven);
    open.max_m.max(open.max_rad) < CLOSED && free && !jammed
}
