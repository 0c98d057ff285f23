//! Changes of integrator and stabilisation during a run: every pair of schemes, from a machine in motion.

use tinkertoy::scene::{Integrator, Scene, Settings, Stabilisation, SubSteps, gallery};
use tinkertoy::sim::{Input, Remedy, Simulation};

/// Steps before the swap and after it.
const STEPS: usize = 40;

/// Every combination of integrator and stabilisation.
fn schemes() -> Vec<(Integrator, Stabilisation)> {
    let with = |integrator| Stabilisation::ALL.map(|hold| (integrator, hold));
    Integrator::ALL.into_iter().flat_map(with).collect()
}

/// Runs a machine; returns the largest change of the energy error in a step (J), and the largest drift (m).
fn follow(run: &mut Simulation) -> (f64, f64) {
    let (mut leap, mut drift) = (0.0_f64, 0.0_f64);
    let mut last = run.ledger_error();
    for _ in 0..STEPS {
        run.step().unwrap();
        let now = run.ledger_error();
        leap = leap.max((now - last).abs());
        last = now;
        drift = drift.max(run.drift().max_m);
    }
    assert!(leap.is_finite() && run.state().v.iter().all(|v| v.is_finite()));
    (leap, drift)
}

fn set(scene: &mut Scene, (integrator, hold): (Integrator, Stabilisation)) {
    (scene.settings.integrator, scene.settings.stabilisation) = (integrator, hold);
}

/// A change causes no energy error beyond that of either scheme, and no larger gap.
#[test]
fn every_swap_goes_on_smoothly() {
    for id in ["jansen", "double-pendulum"] {
        let scene = gallery::find(id).unwrap().scene().unwrap();
        let alone: Vec<(f64, f64)> = schemes()
            .into_iter()
            .map(|scheme| {
                let mut scene = scene.clone();
                set(&mut scene, scheme);
                let mut run = Simulation::new(&scene);
                let [first, second] = [follow(&mut run), follow(&mut run)];
                (first.0.max(second.0), first.1.max(second.1))
            })
            .collect();
        for (k, from) in schemes().into_iter().enumerate() {
            for (l, to) in schemes().into_iter().enumerate() {
                let mut first = scene.clone();
                set(&mut first, from);
                let mut run = Simulation::new(&first);
                follow(&mut run);
                let before = run.ledger_error();
                let mut second = first.clone();
                set(&mut second, to);
                run.apply(Input::Settings(second.settings));
                let what = format!("{id}, {from:?} to {to:?}");
                let leap = (run.ledger_error() - before).abs();
                assert!(
                    leap < 1e-12 * (1.0 + run.energy_start().abs()),
                    "{what}: {leap:e} J by the swap"
                );
                // Without stabilisation the gaps go on growing at their present rate.
                let on = run.drift().rate * STEPS as f64 * scene.settings.dt;
                let (leap, drift) = follow(&mut run);
                assert_eq!(run.state().soft_sub_steps, 0, "{what}");
                let leaps = alone[k].0 + alone[l].0;
                assert!(leap < 3.0 * leaps + 1e-9, "{what}: {leap:e} J, alone {leaps:e} J");
                let gaps = alone[k].1 + alone[l].1;
                assert!(
                    drift < 3.0 * gaps + 2.0 * on + 1e-12,
                    "{what}: {drift:e} m, alone {gaps:e} m"
                );
            }
        }
    }
}

/// A cure is judged by what it does: joints that were open when it was applied and close are no breach of the new settings, those that stay open are.
#[test]
fn what_a_cure_mends_is_held_against_no_one() {
    for (name, cure, cured) in [
        ("projection", Stabilisation::Projection, true),
        ("feedback", Stabilisation::Baumgarte, true),
        ("nothing", Stabilisation::None, false),
    ] {
        let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
        scene.settings = Settings {
            integrator: Integrator::SemiImplicitEuler,
            stabilisation: Stabilisation::None,
            sub_steps: SubSteps::Fixed,
            ..scene.settings
        };
        let mut run = Simulation::new(&scene);
        let go_on = |run: &mut Simulation, seconds: f64| {
            let end = run.state().time + seconds;
            while run.state().time < end {
                run.step().unwrap();
                run.look();
            }
        };
        go_on(&mut run, 0.5);
        assert!(run.breach().is_some(), "it drifts");
        let settings = Settings {
            integrator: Integrator::Rk4,
            stabilisation: cure,
            ..scene.settings
        };
        run.apply(Input::Settings(settings));
        run.look();
        assert_eq!(run.breach(), None, "{name}: nothing can have closed yet");
        go_on(&mut run, 1.5);
        assert_eq!(run.breach().is_none(), cured, "{name}: {:?}", run.breach());
    }
}

/// Where steps are too long and may not be divided, that they may is among the cures, and cures.
#[test]
fn long_steps_are_cured_by_dividing_them() {
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    scene.settings.sub_steps = SubSteps::Fixed;
    scene.settings.dt = 0.05;
    let mut run = Simulation::new(&scene);
    while run.breach().is_none() {
        run.step().unwrap();
        run.look();
        assert!(run.state().time < 5.0, "it is right");
    }
    let remedies = run.breach().unwrap().remedies(&scene.settings);
    assert!(remedies.contains(&Remedy::DivideSteps), "{remedies:?}");
    let settings = Remedy::DivideSteps.apply(&scene.settings).unwrap();
    assert_eq!(Remedy::DivideSteps.apply(&settings), None);
    run.apply(Input::Settings(settings));
    let end = run.state().time + 5.0;
    while run.state().time < end {
        run.step().unwrap();
        run.look();
    }
    assert_eq!(run.breach(), None);
}
