//! The preset races show the effects that they are described by.

use tinkertoy::scene::{Edit, Integrator, Method, Scene, SubSteps, gallery};
use tinkertoy::sim::Simulation;
use tinkertoy::worker::Scheme;
use tinkertoy::worker::race::PRESETS;

/// The runs of a race; the first one has the scheme of the scene.
fn runs(race: &str, scene: Option<&str>) -> Vec<(Scheme, Simulation)> {
    let own = PRESETS.iter().find(|it| it.name == race).unwrap().scene;
    runs_on(
        &gallery::find(own.or(scene).unwrap()).unwrap().scene().unwrap(),
        race,
    )
}

fn runs_on(scene: &Scene, race: &str) -> Vec<(Scheme, Simulation)> {
    let preset = PRESETS.iter().find(|it| it.name == race).unwrap();
    let own = Scheme::of(&scene.settings);
    let run = |scheme: Scheme| {
        let mut scene = scene.clone();
        scene.settings = scheme.over(&scene.settings);
        (scheme, Simulation::new(&scene))
    };
    std::iter::once(own)
        .chain(preset.schemes(&own))
        .map(run)
        .collect()
}

/// Returns the largest drift over the next `seconds` (m or rad).
fn drifts(run: &mut Simulation, seconds: f64) -> f64 {
    let until = run.state().time + seconds;
    let mut most = 0.0_f64;
    while run.state().time < until {
        run.step().unwrap();
        let drift = run.drift();
        most = most.max(drift.max_m).max(drift.max_rad);
    }
    most
}

#[test]
fn ten_sweeps_stretch_a_chain_with_a_heavy_end() {
    let mut both = runs("Gauss-Seidel, 10 sweeps, on 1 : 1000", None);
    assert_eq!(
        both.iter().map(|it| it.0.method).collect::<Vec<_>>(),
        [Method::GaussSeidel, Method::Sparse]
    );
    let [sweeps, sparse] = [0, 1].map(|k| drifts(&mut both[k].1, 5.0));
    assert!(sweeps > 100.0 * sparse && sweeps > 1e-3, "{sweeps:e} {sparse:e}");
}

#[test]
fn without_kd_joints_swing_and_open_further() {
    let all = runs("The same kd, on a triple pendulum", None);
    let late = |(scheme, mut run): (Scheme, Simulation)| {
        drifts(&mut run, 10.0);
        (scheme.kd, drifts(&mut run, 5.0))
    };
    let found: Vec<(f64, f64)> = all.into_iter().map(late).collect();
    let [(critical, closed), (none, open), (tenfold, less)] = found[..] else {
        panic!("{found:?}")
    };
    assert_eq!((none, tenfold), (0.0, 10.0 * critical));
    assert!(open > 1.5 * closed && less < 0.5 * closed, "{found:?}");
    // ks acts without kd, too.
    let mut all = runs("The same kd, on a triple pendulum", None);
    let (_, free) = &mut all[1];
    let mut settings = free.model().settings;
    settings.ks = 0.0;
    free.enact(&tinkertoy::sim::Input::Settings(settings));
    let unheld = drifts(free, 10.0).max(drifts(free, 5.0));
    assert!(unheld > 20.0 * open, "{unheld} {open}");
}

/// The energy error of RATTLE oscillates and stays bounded; that of Runge-Kutta is smaller at first, and grows throughout.
#[test]
fn over_an_hour_the_energy_of_rattle_stays_and_that_of_runge_kutta_climbs() {
    let both = runs("RATTLE and RK4, over an hour", None);
    assert_eq!(
        both.iter().map(|it| it.0.integrator).collect::<Vec<_>>(),
        [Integrator::Rattle, Integrator::Rk4]
    );
    let courses = both.into_iter().map(|(_, mut run)| {
        let minute = (60.0 / run.model().settings.dt).round() as usize;
        let mut worst = |minutes: usize| {
            let mut most = 0.0_f64;
            for _ in 0..minutes * minute {
                run.step().unwrap();
                most = most.max(run.energy_error().abs());
            }
            (most, run.energy_error())
        };
        let parts = std::iter::once(1).chain([9]).chain([10; 5]);
        parts.map(&mut worst).collect::<Vec<_>>()
    });
    let [rattle, runge_kutta] = &courses.collect::<Vec<_>>()[..] else {
        unreachable!()
    };
    let (first, last) = (rattle[0].0, rattle[6].0);
    assert!(last < 1.5 * first, "it stays: {rattle:?}");
    assert!(
        runge_kutta[0].0 < 0.5 * first,
        "it begins better: {runge_kutta:?}"
    );
    assert!(
        runge_kutta.windows(2).all(|it| it[1].1 > it[0].1),
        "it climbs: {runge_kutta:?}"
    );
    assert!(runge_kutta[6].0 > 4.0 * last, "{runge_kutta:?} {rattle:?}");
}

/// An iteration carries the effect of the weight by one joint: five leave a residual that the direct method does not have, and drift.
#[test]
fn conjugate_gradients_that_stop_early_leave_a_residual() {
    let mut both = runs("Conjugate gradient, 5 iterations", Some("capped"));
    let residuals: Vec<f64> = both
        .iter_mut()
        .map(|(_, run)| {
            drifts(run, 1.0);
            run.dynamics.solver.report().residual
        })
        .collect();
    let direct = both.iter().position(|it| it.0.method == Method::Sparse).unwrap();
    assert!(residuals[direct] < 1e-10, "{residuals:?}");
    assert!(residuals[1 - direct] > 1e-6, "{residuals:?}");
}

/// The same solution, at another cost.
#[test]
fn sparse_and_dense_move_alike() {
    let mut both = runs("Sparse and dense, on 200 links", None);
    both.iter_mut().for_each(|(_, run)| _ = drifts(run, 0.5));
    let [one, other] = [0, 1].map(|k| &both[k].1.state().q);
    let apart = one
        .iter()
        .zip(other)
        .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    assert!(apart < 1e-6, "{apart}");
}

/// A joint open by a tenth of a millimetre closes faster with a 16 times larger ks: its gap is smaller after a twentieth of a second.
#[test]
fn stiffer_feedback_pulls_a_joint_shut_sooner() {
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    let (id, part) = scene.parts().last().unwrap();
    let mut part = part.clone();
    part.pose.position.y += 1e-4;
    let mut edit = Edit::new("open");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
    // Otherwise the step-size control would close it at once.
    scene.settings.sub_steps = SubSteps::Fixed;
    let left = runs_on(&scene, "Two values of ks")
        .into_iter()
        .map(|(scheme, mut run)| {
            assert!((run.drift().max_m - 1e-4).abs() < 1e-9);
            while run.state().time < 0.05 {
                run.step().unwrap();
            }
            (scheme.ks, run.drift().max_m)
        });
    let [(weak, more), (stiff, less)] = left.collect::<Vec<_>>()[..] else {
        panic!("two")
    };
    assert_eq!(stiff, 16.0 * weak);
    assert!(less < 0.3 * more && more > 3e-5, "{more:e} {less:e}");
}

/// Feedback keeps the drift smaller than no stabilisation does, and projection smaller still.
#[test]
fn what_holds_drift_down_holds_it_down() {
    let all = runs("Feedback, projection, nothing", Some("double-pendulum")).into_iter();
    let found: Vec<f64> = all.map(|(_, mut run)| drifts(&mut run, 20.0)).collect();
    let [feedback, projection, none] = found[..] else {
        panic!("three")
    };
    assert!(feedback < 0.5 * none && projection < 0.1 * feedback, "{found:?}");
}
