//! No run is silently wrong: machines that once went wrong without a message, judged by energy and drift as computed in this file.

use tinkertoy::scene::{Integrator, Method, Scene, Stabilisation, SubSteps, file};
use tinkertoy::sim::{Cause, Culprit, Quantity, Simulation, Stop};

/// Result of a run, by energy and drift alone.
pub struct Outcome {
    pub stop: Option<Stop>,
    /// Largest |C| of the last third (m, rad).
    pub drift: f64,
    /// Energy error: largest |E - E0 - W| relative to the energy exchanged.
    pub energy_error: f64,
    pub trusted: bool,
    seconds: f64,
    pub sub_steps: u64,
    /// Largest speed at the end (m/s, rad/s).
    pub fastest: f64,
}

impl Outcome {
    pub fn is_right(&self) -> bool {
        self.drift <= 1e-3 && self.energy_error <= 0.05
    }

    pub fn is_silently_wrong(&self) -> bool {
        self.stop.is_none() && self.trusted && !self.is_right()
    }

    pub fn summary(&self) -> String {
        let Self {
            stop,
            drift,
            energy_error: leak,
            trusted,
            seconds,
            sub_steps,
            ..
        } = self;
        format!("drift {drift:.1e}, leak {leak:.1e}, trusted {trusted}, {seconds} s in {sub_steps}: {stop:?}")
    }
}

pub fn scene(name: &str) -> Scene {
    let path = format!("{}/tests/fixtures/silent/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    file::load(path.as_ref()).unwrap()
}

pub fn run(scene: &Scene, seconds: f64) -> Outcome {
    let mut run = Simulation::new(scene);
    let start = run.energy().total();
    let (mut least, mut most) = (run.energy().kinetic, run.energy().kinetic);
    let (mut moved, mut before, mut error, mut drift) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    let steps = (seconds / scene.settings.dt).round() as u64;
    let mut stop = None;
    for step in 0..steps {
        if let Err(why) = run.step() {
            stop = Some(why);
            break;
        }
        let open = run.look();
        if 3 * step >= 2 * steps {
            drift = drift.max(open.max_m).max(open.max_rad);
        }
        let (energy, work) = (run.energy(), run.state().work);
        (least, most) = (least.min(energy.kinetic), most.max(energy.kinetic));
        let done = work.drives + work.dissipation + work.hand;
        moved += f64::abs(done - before);
        before = done;
        error = error.max((energy.total() - start - work.total()).abs());
    }
    // Uniform rotation loses up to 3e-5 of its energy, and 3e-4 where nothing else happens; no standard counts that as an error.
    let swing = most - least + moved;
    let even = if swing < 1e-3 * most { 3e-4 * most } else { 0.0 };
    let floor = 1e-5 * run.model().mass() + 3e-5 * most;
    Outcome {
        stop,
        drift,
        energy_error: (error - even).max(0.0) / (swing + floor),
        trusted: run.breach().is_none(),
        seconds: run.state().time,
        sub_steps: run.state().control.total,
        fastest: run.state().v.iter().fold(0.0, |most, v| v.abs().max(most)),
    }
}

/// Every scene by every integrator and stabilisation, with steps divided and whole.
#[test]
fn nothing_goes_wrong_in_silence() {
    for (name, seconds) in [
        ("attraction_close", 1.0),
        ("atwood_reaches_block", 2.0),
        ("conflicting_motors", 0.5),
        ("contradiction_number", 0.5),
        ("dead_centre", 1.0),
        ("knife_fast", 0.5),
        ("min_175", 1.0),
        ("min_181", 1.0),
        ("min_202", 1.0),
        ("min_274", 1.0),
        ("min_91", 1.0),
        ("rattle_damper", 1.0),
    ] {
        let mut scene = scene(name);
        let own = scene.settings;
        for (integrator, stabilisation, sub_steps) in [
            (Integrator::Rk4, Stabilisation::Baumgarte, SubSteps::Automatic),
            (Integrator::Rk4, Stabilisation::Projection, SubSteps::Fixed),
            (
                Integrator::SemiImplicitEuler,
                Stabilisation::Baumgarte,
                SubSteps::Automatic,
            ),
            (
                Integrator::Impulse,
                Stabilisation::Projection,
                SubSteps::Automatic,
            ),
            (Integrator::Rattle, Stabilisation::Baumgarte, SubSteps::Automatic),
            (Integrator::Dopri5, Stabilisation::Projection, SubSteps::Automatic),
        ] {
            scene.settings = own;
            scene.settings.integrator = integrator;
            scene.settings.stabilisation = stabilisation;
            scene.settings.sub_steps = sub_steps;
            let outcome = run(&scene, seconds);
            assert!(
                !outcome.is_silently_wrong(),
                "{name} by {integrator}: {}",
                outcome.summary()
            );
        }
    }
}

/// A close encounter is followed, or the run stops and names the pair.
#[test]
fn what_attracts_each_other_keeps_its_energy_or_is_named() {
    for (name, seconds) in [("attraction_close", 6.0), ("stars_nudged", 20.0)] {
        for integrator in [Integrator::Rk4, Integrator::Dopri5] {
            let mut scene = scene(name);
            scene.settings.integrator = integrator;
            let outcome = run(&scene, seconds);
            let named = |stop: &Stop| matches!(stop.culprit, Culprit::Item(_)) && stop.cause == Cause::Stiff;
            assert!(
                outcome.stop.as_ref().map_or(outcome.energy_error < 1e-2, named),
                "{name} by {integrator}: {}",
                outcome.summary()
            );
        }
    }
}

/// With a first-order method the energy of an encounter is wrong, and may leave two stars bound in
/// an ever tighter orbit: the work for that is bounded, and the stop names the pair.
#[test]
fn two_stars_bound_by_an_error_are_not_followed_without_end() {
    let mut scene = scene("stars_nudged");
    scene.settings.integrator = Integrator::SemiImplicitEuler;
    let outcome = run(&scene, 20.0);
    let stop = outcome
        .stop
        .as_ref()
        .unwrap_or_else(|| panic!("{}", outcome.summary()));
    let Culprit::Item(pull) = stop.culprit else {
        panic!("{}", outcome.summary());
    };
    assert!(
        stop.cause == Cause::Stiff && stop.with.len() == 2 && scene.forces().any(|(id, _)| id == pull),
        "{}",
        outcome.summary()
    );
    assert!(outcome.sub_steps < 600_000, "{}", outcome.summary());
}

/// An energy error that is expected of a first-order method must not hide joints that open.
#[test]
fn what_is_expected_hides_nothing_that_is_not() {
    let mut scene = scene("min_175");
    let settings = &mut scene.settings;
    settings.integrator = Integrator::SemiImplicitEuler;
    settings.stabilisation = Stabilisation::Projection;
    settings.sub_steps = SubSteps::Fixed;
    settings.dt = 0.02;
    let mut run = Simulation::new(&scene);
    let mut drift = 0.0_f64;
    let mut told = Vec::new();
    // The run ends when its wheels pass each other.
    while run.step().is_ok() {
        drift = drift.max(run.look().max_m);
        let breach = run.breach().unwrap();
        told.push((breach.quantity, breach.expected_of(&scene.settings).is_some()));
    }
    assert!(drift > 1e-3, "the exhibit has gone: {drift}");
    // In the first step next to nothing has been exchanged.
    assert_eq!(told.get(1), Some(&(Quantity::Energy, true)));
    assert_eq!(told.last(), Some(&(Quantity::Drift, false)));
}

/// In impulse stepping velocities belong to the middle of a sub-step: dividing and joining sub-steps must not change the energy. In this whip (a
/// light part accelerated abruptly), with sub-steps down to 8 ns, the change was 28 J of 237 J.
#[test]
fn impulses_keep_energy_where_sub_steps_change_their_length() {
    for stabilisation in [Stabilisation::Projection, Stabilisation::Baumgarte] {
        let mut scene = scene("dead_centre");
        scene.settings.integrator = Integrator::Impulse;
        scene.settings.stabilisation = stabilisation;
        let mut run = Simulation::new(&scene);
        let mut shortest = scene.settings.dt;
        for _ in 0..750 {
            if let Err(stop) = run.step() {
                // Feedback would take most of the energy of this whip.
                assert_eq!(stop.cause, Cause::SingularPose, "{stop:?}");
                assert_eq!(stabilisation, Stabilisation::Baumgarte);
                shortest = 0.0;
                break;
            }
            shortest = shortest.min(run.state().control.shortest);
            let error = run.ledger_error();
            assert!(error.abs() < 1e-9, "{stabilisation}: {error:e} J");
        }
        assert!(shortest < 1e-5, "{stabilisation}: {shortest:e} s");
    }
}

/// Nor does a first-order method excuse a machine whose joints are torn open.
#[test]
fn a_method_of_order_one_is_not_expected_to_tear_a_machine_open() {
    let mut scene = scene("dead_centre");
    scene.settings.integrator = Integrator::SemiImplicitEuler;
    scene.settings.sub_steps = SubSteps::Fixed;
    let mut run = Simulation::new(&scene);
    let mut drift = 0.0_f64;
    while run.state().time < 5.0 {
        run.step().unwrap();
        drift = drift.max(run.look().max_m);
    }
    assert!(drift > 1.0, "the exhibit has gone: {drift}");
    let breach = run.breach().unwrap();
    assert_eq!(breach.expected_of(&scene.settings), None, "{breach:?}");
}

/// Motors of contradictory angles: with Gauss-Seidel their opposing torques do not grow over time.
#[test]
fn gauss_seidel_does_not_wind_up_motors_that_contradict_each_other() {
    let mut scene = scene("conflicting_motors");
    scene.settings.method = Method::GaussSeidel;
    for integrator in [
        Integrator::Rk4,
        Integrator::SemiImplicitEuler,
        Integrator::Impulse,
    ] {
        scene.settings.integrator = integrator;
        let mut run = Simulation::new(&scene);
        let mut hardest = |steps: u32| {
            let mut most = 0.0_f64;
            for _ in 0..steps {
                run.step().unwrap();
                let lambda = &run.dynamics.solution.lambda;
                // Two rows of the pin, then those of the motors.
                most = lambda[2..].iter().fold(most, |most, it| most.max(it.abs()));
            }
            most
        };
        let early = hardest(240);
        hardest(2000);
        let late = hardest(240);
        assert!(late < 2.0 * early, "{integrator}: {early} then {late}");
    }
}

/// A fast knife edge keeps its energy with first-order integrators too, with either stabilisation.
#[test]
fn a_fast_knife_edge_gains_nothing_by_steps_of_order_one() {
    let mut scene = scene("knife_fast");
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Impulse] {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            for (method, sub_steps) in [
                (Method::Sparse, SubSteps::Fixed),
                (Method::Auxiliary, SubSteps::Automatic),
            ] {
                let s = &mut scene.settings;
                (s.integrator, s.stabilisation) = (integrator, stabilisation);
                (s.method, s.sub_steps) = (method, sub_steps);
                let mut run = Simulation::new(&scene);
                let start = run.energy().total();
                (0..720).for_each(|_| run.step().unwrap());
                let gained = run.energy().total() - start;
                assert!(
                    gained.abs() < 1e-2 * start,
                    "{integrator}, {stabilisation}, {method}, {sub_steps}: {gained} of {start} J"
                );
            }
        }
    }
}

/// A skate whose edge is met in the middle of a step of order one while its direction is held by a motor that acts elsewhere, or by one of limited
/// torque: such rows are solved without the factor with which the edge is met.
#[test]
fn a_knife_edge_goes_on_beside_rows_with_a_solver_of_their_own() {
    for holds in [
        "MotorHold(angle: 0.5, speed: 0.0, time_constant: 0.1), a: \"ground\", b: \"skate\", c: \"ground\", d: \"skate\"",
        "Motor(law: Speed, speed: 1.0, time_constant: 0.1, torque: 0.05), a: \"ground\", b: \"skate\"",
    ] {
        let text = format!(
            "(version: 2, settings: (gravity: (0.0, 0.0), integrator: \"semi-implicit-euler\", dt: 0.001),
            parts: [(name: \"skate\", shape: Box(width: 0.4, height: 0.1), at: (0.0, 0.0), mass: 1.0, inertia: 0.02, velocity: (1.0, 0.0))],
            constraints: [
                (name: \"edge\", kind: KnifeEdge(axis: 0.0), a: \"ground\", b: (\"skate\", (-0.1, 0.0))),
                (name: \"hold\", kind: {holds}),
            ])"
        );
        let mut scene = file::read(&text, "skate").unwrap();
        let [first, fourth] = [Integrator::SemiImplicitEuler, Integrator::Rk4].map(|integrator| {
            scene.settings.integrator = integrator;
            let mut run = Simulation::new(&scene);
            (0..1000).for_each(|_| run.step().unwrap());
            run.state().clone()
        });
        let apart = first.q.iter().zip(&fourth.q).map(|(a, b)| (a - b).abs());
        let apart = apart.fold(0.0, f64::max);
        assert!(
            apart < 2e-3 && fourth.q[2] > 0.2,
            "{holds}: {apart} {:?}",
            fourth.q
        );
    }
}

/// RATTLE treats dissipation explicitly: a stiff damper is resolved, or named in a stop where steps are not divided.
#[test]
fn rattle_follows_a_stiff_damper_or_names_it() {
    let mut scene = scene("rattle_damper");
    scene.settings.integrator = Integrator::Rattle;
    let divided = run(&scene, 2.0);
    assert!(
        divided.stop.is_none() && divided.energy_error < 0.05,
        "{}",
        divided.summary()
    );
    scene.settings.sub_steps = SubSteps::Fixed;
    let whole = run(&scene, 2.0);
    assert!(
        whole.stop.as_ref().is_some_and(|stop| stop.cause == Cause::Stiff),
        "{}",
        whole.summary()
    );
}

/// Ropes that reach their pulleys, and wheels whose centres meet: the run stops there and names them.
#[test]
fn what_comes_to_its_end_is_named() {
    for name in ["atwood_reaches_block", "min_175", "min_202", "min_181", "min_274"] {
        let mut scene = scene(name);
        for (integrator, sub_steps) in [
            (Integrator::Rk4, SubSteps::Automatic),
            (Integrator::Dopri5, SubSteps::Automatic),
            (Integrator::Rattle, SubSteps::Automatic),
            (Integrator::Rattle, SubSteps::Fixed),
        ] {
            scene.settings.integrator = integrator;
            scene.settings.sub_steps = sub_steps;
            let outcome = run(&scene, 10.0);
            let named = outcome
                .stop
                .as_ref()
                .is_some_and(|stop| matches!(stop.culprit, Culprit::Item(_)) && stop.cause == Cause::End);
            assert!(
                named,
                "{name} by {integrator}, {sub_steps}: {}",
                outcome.summary()
            );
        }
    }
}

/// A curve whose formula becomes a thousand times steeper along the way is measured in metres throughout: no soft (regularised) step is taken where
/// no gap exists, and the result is that of steps a quarter as long.
#[test]
fn a_curve_that_gets_steep_is_followed() {
    let mut scene = scene("min_91");
    scene.settings.stabilisation = Stabilisation::Projection;
    for integrator in [Integrator::Rk4, Integrator::Rattle, Integrator::Dopri5] {
        scene.settings.integrator = integrator;
        let [coarse, fine] = [1, 4].map(|times| {
            let mut scene = scene.clone();
            scene.settings.dt /= f64::from(times);
            let mut run = Simulation::new(&scene);
            for _ in 0..480 * times {
                run.step().unwrap();
            }
            assert_eq!(run.state().soft_sub_steps, 0, "{integrator}");
            run.state().q.clone()
        });
        // RATTLE is of second order.
        let most = if integrator == Integrator::Rattle {
            1e-3
        } else {
            1e-6
        };
        for (coarse, fine) in coarse.iter().zip(&fine) {
            assert!((coarse - fine).abs() < most, "{integrator}: {coarse} {fine}");
        }
    }
}

/// A start velocity that a rod excludes is reported with its violation.
#[test]
fn a_velocity_that_was_changed_is_told() {
    let scene = scene("velocity_silently_changed");
    let (_, rate) = Simulation::new(&scene).built_rate().unwrap();
    assert!((rate - 0.5).abs() < 1e-12);
}

/// The size of a contradiction is relative, and the same by every exact method.
#[test]
fn a_contradiction_is_as_large_by_every_method() {
    let mut scene = scene("contradiction_number");
    let misses = Method::EXACT.map(|method| {
        scene.settings.method = method;
        let mut run = Simulation::new(&scene);
        run.evaluate().unwrap();
        run.dynamics.solver.report().contradiction
    });
    for miss in misses {
        assert!(0.0 < miss && miss <= 1.0, "{misses:?}");
        assert!((miss - misses[0]).abs() < 1e-3 * misses[0], "{misses:?}");
    }
}

/// A rack without an offset in a file of version 1 keeps the meaning of that version: it is open
/// from the start, and a note says so; in version 2 the offset is fitted.
#[test]
fn a_rack_whose_offset_was_left_out_is_told() {
    let path = format!(
        "{}/tests/fixtures/silent/rack_offset_left_out.ron",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    for (version, open, notes) in [("version: 1", 0.3, 1), ("version: 2", 0.0, 0)] {
        let reading = file::read_with_notes(&text.replace("version: 1", version), "rack.ron").unwrap();
        assert_eq!(reading.notes.len(), notes, "{version}");
        let drift = Simulation::new(&reading.scene).drift().max_m;
        assert!((drift - open).abs() < 1e-9, "{version}: {drift}");
    }
}

/// In whole steps RATTLE would give two stars in a close encounter energy from nothing, so the run stops there; distant encounters are followed.
#[test]
fn an_encounter_that_whole_steps_of_rattle_miss_is_named() {
    for (name, stops) in [("attraction_close", true), ("stars_nudged", false)] {
        let mut scene = scene(name);
        scene.settings.integrator = Integrator::Rattle;
        scene.settings.sub_steps = SubSteps::Fixed;
        let outcome = run(&scene, 6.0);
        let told = outcome.summary();
        match &outcome.stop {
            Some(stop) => assert!(
                stops && stop.cause == Cause::Stiff && stop.with.len() == 2,
                "{name}: {told}"
            ),
            None => assert!(!stops && outcome.energy_error < 0.05, "{name}: {told}"),
        }
    }
}

/// A rope that no pose satisfies is not pursued with ever more steps: a soft (regularised) step follows after few attempts.
#[test]
fn a_rope_that_cannot_be_met_takes_few_solves() {
    let text = r#"(version: 2, parts: [
        (name: "a", shape: Bar(length: 1, width: 0.1), at: (0.5, 0)),
        (name: "b", shape: Bar(length: 1, width: 0.1), at: (1.5, 0))], constraints: [
        (name: "p", kind: Pin(), a: "ground", b: ("a", (-0.5, 0))),
        (name: "w", kind: Weld(), a: ("a", (0.5, 0)), b: ("b", (-0.5, 0))),
        (name: "r", kind: Rope(length: 0.5), a: "ground", b: "b")])"#;
    let mut run = Simulation::new(&file::read(text, "rope.ron").unwrap());
    for _ in 0..24 {
        run.step().unwrap();
    }
    let solves = run.dynamics.take_times().solves;
    assert!(solves < 50_000, "{solves}");
    assert!(run.breach().is_some());
}
