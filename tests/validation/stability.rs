//! The map of the feedback against what machines do.

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Integrator, Settings};
use tinkertoy::sim::Simulation;
use tinkertoy::sim::stability::{Trial, Verdict};
use tinkertoy::validation::problems::find;

/// m
const HAIR: f64 = 1e-9;

/// Whether it swings back, by more than 3 % of how far it opened.
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

/// A double pendulum of rods without weight whose pivot is open by a hair, or opens at a hair a step: how far it is
/// open, step by step.
fn openings(integrator: Integrator, steps: f64, ratio: f64, opens: bool) -> Vec<f64> {
    let mut scene = find("double-pendulum-rods").unwrap().scene().unwrap();
    let settings = &mut scene.settings;
    settings.gravity = Vec2::ZERO;
    settings.integrator = integrator;
    settings.sub_steps = tinkertoy::scene::SubSteps::Fixed;
    (settings.ks, settings.kd) = Settings::gains(steps * settings.dt, ratio);
    let mut run = Simulation::new(&scene);
    let mut state = run.state().clone();
    // The upper rod off its pivot, along itself; the lower one goes with it.
    for rod in [0, 3] {
        if opens {
            state.v[rod] += HAIR / scene.settings.dt;
        } else {
            state.q[rod] += HAIR;
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
    seen
}

#[test]
fn verdicts_are_what_machines_do() {
    let mut told = [0; 3];
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Rk4] {
        let mut trial = Trial::new(integrator);
        for steps in [0.2, 0.45, 0.8, 1.3, 1.7, 2.5, 6.0, 20.0] {
            for ratio in [0.1, 0.35, 1.0, 2.0, 4.0] {
                let (ks, kd) = Settings::gains(steps, ratio);
                let found = trial.judge(ks, kd);
                if (found.growth - 1.0).abs() < 0.02 || (found.ringing - 0.05).abs() < 0.03 {
                    // Too near a border to be told in a short run.
                    continue;
                }
                let seen = [false, true].map(|opens| openings(integrator, steps, ratio, opens));
                // What grows too fast for any honest correction of drift is calmed by soft steps, after a leap.
                let grown = seen.iter().flatten().any(|x| x.abs() > 30.0 * HAIR);
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
    }
    assert!(told.iter().all(|count| *count >= 8), "{told:?}");
}
