//! Stability map of the feedback, compared with the motion of machines.

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Integrator, Method, Part, Scene, Settings, SubSteps};
use tinkertoy::sim::Simulation;
use tinkertoy::sim::stability::{Feedback, Trial, Verdict};
use tinkertoy::validation::problems::find;

/// Initial gap (m).
const INITIAL_GAP: f64 = 1e-9;

/// Whether the gap swings back from its peak, by more than 3 % of the peak.
fn swings(seen: &[f64]) -> bool {
    let peak = (0..seen.len()).fold(
        0,
        |peak, k| {
            if seen[k].abs() > seen[peak].abs() { k } else { peak }
        },
    );
    let side = seen[peak].signum();
    let (_, back) = seen[peak..]
        .iter()
        .fold((seen[peak].abs(), 0.0_f64), |(low, back), x| {
            (low.min(side * x), back.max(side * x - low))
        });
    back > 0.03 * seen[peak].abs()
}

/// The gap at the pivot of a double pendulum of rods without gravity, step by step; the pivot
/// starts with a gap of [`INITIAL_GAP`], or opens by that per step.
fn openings(integrator: Integrator, steps: f64, ratio: f64, opens: bool) -> Vec<f64> {
    let mut scene = find("double-pendulum-rods").unwrap().scene().unwrap();
    let settings = &mut scene.settings;
    settings.gravity = Vec2::ZERO;
    settings.integrator = integrator;
    settings.sub_steps = SubSteps::Fixed;
    settings.tolerance = 0.0;
    (settings.ks, settings.kd) = Settings::gains(steps * settings.dt, ratio);
    let mut run = Simulation::new(&scene);
    let mut state = run.state().clone();
    // Moves the upper rod off its pivot along its axis; the lower rod moves with it.
    for rod in [0, 3] {
        if opens {
            state.v[rod] += INITIAL_GAP / scene.settings.dt;
        } else {
            state.q[rod] += INITIAL_GAP;
        }
    }
    run.restore(state);
    let mut seen = Vec::new();
    for _ in 0..1500 {
        let model = run.model();
        let port = model.ports(&model.links[0].ends[1], &run.state().q, &run.state().v);
        seen.push(port.point.value.x);
        if run.step().is_err() {
            break;
        }
    }
    if run.state().soft_sub_steps > 0 {
        // The gap grew, until soft (regularised) steps reduced it.
        seen.push(f64::INFINITY);
    }
    seen
}

#[test]
fn verdicts_are_what_machines_do() {
    for integrator in Integrator::ALL {
        let (mut told, mut trial) = ([0; 3], Trial::new(integrator));
        for steps in [0.2, 0.45, 0.8, 1.3, 1.7, 2.5, 6.0, 20.0] {
            for ratio in [0.1, 0.35, 1.0, 2.0, 4.0] {
                let (ks, kd) = Settings::gains(steps, ratio);
                let found = trial.judge(ks, kd);
                if (found.growth - 1.0).abs() < 0.02 || (found.ringing - 0.05).abs() < 0.03 {
                    // Too close to a boundary to be decided in a short run.
                    continue;
                }
                let seen = [false, true].map(|opens| openings(integrator, steps, ratio, opens));
                // Growth too fast for any correction of drift is ended by soft steps, after a jump.
                let grown = seen.iter().flatten().any(|x| x.abs() > 30.0 * INITIAL_GAP);
                let swings = seen.iter().any(|seen| swings(seen));
                let at = format!(
                    "{integrator}, {steps} steps, {ratio}: {found:?}, {:?}",
                    seen.map(|it| it[..8].to_vec())
                );
                match found.verdict() {
                    Verdict::Unstable => assert!(grown, "{at}"),
                    Verdict::Rings => assert!(!grown && swings, "{at}"),
                    Verdict::Calm => assert!(!grown && !swings, "{at}"),
                }
                told[found.verdict() as usize] += 1;
            }
        }
        let least = match integrator {
            // RATTLE closes its joints for any gains; impulse stepping is of first order, and rings only by alternating signs.
            Integrator::Rattle => [30, 0, 0],
            _ => [4, 4, 4],
        };
        assert!(
            told.iter().zip(least).all(|(told, least)| *told >= least),
            "{integrator}: {told:?}"
        );
    }
}

/// The gap at the first joint of twelve bars in a line, solved by Gauss-Seidel, step by step.
fn openings_in_a_chain(settings: &Settings, opens: bool) -> Vec<f64> {
    let mut scene = Scene::default();
    scene.settings = *settings;
    let mut last = Attach::ground(Vec2::ZERO);
    for k in 0..12 {
        let shape = Shape::Bar(Bar {
            length: 1.0,
            width: 0.1,
        });
        let bar = scene.add(Part::new("bar", shape, Pose::new(k as f64 + 0.5, 0.0, 0.0)));
        scene.add(Constraint {
            name: "pin".to_owned(),
            ends: vec![last, Attach::part(bar, Vec2::new(-0.5, 0.0))],
            kind: ConstraintKind::Pin(Pin {}),
        });
        last = Attach::part(bar, Vec2::new(0.5, 0.0));
    }
    scene.settings.gravity = Vec2::ZERO;
    let mut run = Simulation::new(&scene);
    let mut state = run.state().clone();
    for x in (0..36).step_by(3) {
        if opens {
            state.v[x] += INITIAL_GAP / scene.settings.dt;
        } else {
            state.q[x] += INITIAL_GAP;
        }
    }
    run.restore(state);
    let mut seen = Vec::new();
    for _ in 0..600 {
        seen.push(run.state().q[0] - 0.5);
        if run.step().is_err() {
            break;
        }
    }
    seen
}

/// With an exact method the verdict is the same for a chain as for one joint; with few sweeps corrections are delayed, which the verdict includes.
#[test]
fn verdicts_know_the_method() {
    let at = |integrator, method, sweeps, steps, ratio| {
        let mut settings = Settings {
            integrator,
            method,
            sub_steps: SubSteps::Fixed,
            ..Settings::default()
        };
        settings.effort.sweeps = sweeps;
        (settings.ks, settings.kd) = Settings::gains(steps * settings.dt, ratio);
        settings
    };
    for integrator in [
        Integrator::SemiImplicitEuler,
        Integrator::Rk4,
        Integrator::Impulse,
    ] {
        let mut trial = Trial::new(integrator);
        for steps in [0.25, 0.9, 1.6, 2.6, 6.0, 20.0] {
            for ratio in [0.3, 1.0, 2.0] {
                let settings = at(integrator, Method::Sparse, 20, steps, ratio);
                let found = trial.judge_settings(&settings);
                assert_eq!(Feedback::of(&settings), found);
                if (found.growth - 1.0).abs() < 0.02 || (found.ringing - 0.05).abs() < 0.03 {
                    continue;
                }
                for (method, sweeps) in [(Method::ConjugateGradient, 20), (Method::GaussSeidel, 300)] {
                    let also = Feedback::of(&at(integrator, method, sweeps, steps, ratio));
                    let what = format!("{integrator}, {method}, {steps} steps, {ratio}: {found:?}, {also:?}");
                    assert_eq!(found.verdict(), also.verdict(), "{what}");
                }
            }
        }
    }
    let mut told = [0; 3];
    for integrator in [
        Integrator::SemiImplicitEuler,
        Integrator::Rk4,
        Integrator::Impulse,
    ] {
        for sweeps in [1, 4, 20] {
            for steps in [0.5, 1.3, 2.6, 6.0, 20.0, 60.0] {
                let settings = at(integrator, Method::GaussSeidel, sweeps, steps, 1.0);
                let found = Feedback::of(&settings);
                let seen = [false, true].map(|opens| openings_in_a_chain(&settings, opens));
                let grown = seen.iter().flatten().any(|x| x.abs() > 30.0 * INITIAL_GAP);
                let at = format!("{integrator}, {sweeps} sweeps, {steps} steps: {found:?}");
                // Intermediate ringing depends on the machine.
                match found.verdict() {
                    Verdict::Unstable => assert!(grown, "{at}"),
                    Verdict::Rings => {}
                    Verdict::Calm => assert!(!grown, "{at}"),
                }
                told[found.verdict() as usize] += 1;
            }
        }
    }
    assert!(told.iter().all(|count| *count >= 12), "{told:?}");
}
