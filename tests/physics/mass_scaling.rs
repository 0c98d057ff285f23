//! Mass scaling: parts so light that following them costs too many sub-steps count as heavier. Its
//! effects, its reports, and the quantities that it keeps.

use tinkertoy::scene::{Integrator, Scene, Stabilisation, file};
use tinkertoy::sim::{Cause, Input, Quantity, Simulation};

use super::light_parts::{apart, points, read, two_seconds};

/// Adjacent light particles excite each other, and steps longer than their period of vibration
/// cannot damp that: once they have cost too many sub-steps, they count as heavier.
#[test]
fn adjacent_light_points_take_at_most_ten_times_the_sub_steps_and_are_told() {
    let level = |masses: &[f64]| points(masses.iter().map(|mass| (0.0, 0.5, *mass)));
    let run = two_seconds;
    let integrators = [
        Integrator::Rk4,
        Integrator::Rattle,
        Integrator::Impulse,
        Integrator::Dopri5,
    ];
    for integrator in integrators {
        for light in [1e-4, 1e-5, 1e-6, 1e-8] {
            for chain in [&[light, light, 1.0][..], &[light, light, light, 1.0]] {
                let usual = run(&level(&vec![1.0; chain.len()]), integrator);
                let scene = level(chain);
                let here = run(&scene, integrator);
                let what = format!("{chain:?} by {integrator}");
                let (taken, control) = (here.state().control.total, here.state().control);
                let most = 10 * usual.state().control.total;
                assert!(taken + control.refused <= most, "{what}: {taken} sub-steps");
                assert_eq!(here.breach(), None, "{what}");
                let told = here
                    .model()
                    .scaled_masses(here.state(), 9, |id| scene.name(Some(id)));
                if light < 1e-7 {
                    let told = told.unwrap();
                    assert!(told.contains("\"p0\" of 10 µg as "), "{told}");
                    assert!(!told.contains("\"p2\" of 1 kg"), "{told}");
                } else {
                    assert_eq!(told.is_some(), control.scaled_since.is_some(), "{what}");
                }
            }
        }
    }
}

/// Dormand-Prince with an explicit smallest step resolves vibrations at any cost.
#[test]
fn a_shortest_step_has_vibrations_followed() {
    let mut scene = points([1e-4, 1e-4, 1.0].map(|mass| (0.0, 0.5, mass)));
    let scaled = two_seconds(&scene, Integrator::Dopri5);
    assert!(scaled.state().control.scaled_since.is_some());
    scene.settings.smallest_step = Some(1e-6);
    let followed = two_seconds(&scene, Integrator::Dopri5);
    assert_eq!(followed.state().control.scaled_since, None);
    assert_eq!(followed.state().control.over_tolerance, 0);
    assert!(
        followed.ledger_error().abs() < 1e-6,
        "{:e} J",
        followed.ledger_error()
    );
}

/// Steps by Runge-Kutta until masses are scaled.
fn until_scaled(scene: &Scene) -> Simulation {
    let mut run = Simulation::new(scene);
    while run.state().control.scaled_since.is_none() {
        run.step().unwrap();
        assert!(run.state().time < 3.0, "never scaled");
    }
    run
}

/// Heavy parts move as without scaling, and the energy of the true masses is nearly conserved.
#[test]
fn scaled_masses_lead_heavy_parts_to_where_they_belong() {
    let scene = points([1e-7, 1e-7, 1.0].map(|mass| (0.0, 0.5, mass)));
    let mut scaled = until_scaled(&scene);
    let mut followed = Simulation::new(&scene);
    while followed.state().step < scaled.state().step {
        followed.step().unwrap();
    }
    let heavy = |run: &Simulation| {
        let q = &run.state().q;
        [q[4], q[5]]
    };
    // Equal to the bit up to this time, except for velocities.
    assert_eq!(heavy(&scaled), heavy(&followed));
    assert!(
        scaled.ledger_error().abs() < 1e-3,
        "{:e} J",
        scaled.ledger_error()
    );
    let mut exact = scene.clone();
    exact.settings.integrator = Integrator::Dopri5;
    exact.settings.stabilisation = Stabilisation::Projection;
    exact.settings.smallest_step = Some(1e-6);
    let mut exact = Simulation::new(&exact);
    let mut most = 0.0_f64;
    for _ in 0..300 {
        exact.step().unwrap();
        if exact.state().step > scaled.state().step {
            scaled.step().unwrap();
            most = most.max(apart(heavy(&scaled), heavy(&exact)));
        }
    }
    // At a few metres a second, with masses scaled to a ten-thousandth of the heavy one.
    assert!(most < 5e-4, "{most:e} m");
}

/// A run saved after masses were scaled continues to the same bits, and so does one that is rewound to before.
#[test]
fn scaled_masses_are_of_the_state() {
    let scene = points([1e-8, 1e-8, 1.0].map(|mass| (0.0, 0.5, mass)));
    let mut run = until_scaled(&scene);
    for _ in 0..5 {
        run.step().unwrap();
    }
    let mut kept = scene.clone();
    kept.run = Some(run.to_run().into());
    let text = file::write(&kept);
    let mut taken_up = Simulation::new(&file::read(&text, "kept").unwrap());
    let early = Simulation::new(&scene).state().clone();
    let mut again = run.fork();
    again.restore(early);
    while again.state().step < run.state().step {
        again.step().unwrap();
    }
    for _ in 0..20 {
        for it in [&mut run, &mut taken_up, &mut again] {
            it.step().unwrap();
        }
        assert_eq!(run.hash(), taken_up.hash());
        assert_eq!(run.hash(), again.hash());
    }
    assert_eq!(run.energy().total(), taken_up.energy().total());
}

/// Two heavy particles on a line with two light ones between them, rotating, and thrown at this speed.
fn thrown(speed: f64) -> Scene {
    let point = |(k, mass): (usize, f64)| {
        let (x, vy) = (0.5 * k as f64, 3.0 * (k as f64 - 1.5));
        format!(
            "(name: \"p{k}\", shape: Particle(), at: ({x:?}, 0), mass: {mass:?}, velocity: ({speed:?}, {vy:?}))"
        )
    };
    let rod = |k: usize| {
        let next = k + 1;
        format!("(name: \"r{k}\", kind: Distance(length: 0.5), a: \"p{k}\", b: \"p{next}\")")
    };
    let parts: Vec<_> = [1.0, 1e-8, 1e-8, 1.0]
        .into_iter()
        .enumerate()
        .map(point)
        .collect();
    let mut scene = read(&parts, &[rod(0), rod(1), rod(2)]);
    scene.settings.stabilisation = Stabilisation::Projection;
    scene
}

/// Galilean invariance: only the vibration of light parts is scaled, not their translation.
#[test]
fn a_thrown_machine_is_scaled_as_one_that_stays() {
    let ends = [0.0, 20.0].map(|speed| {
        let mut run = until_scaled(&thrown(speed));
        let since = run.state().control.scaled_since;
        while run.state().step < 240 {
            run.step().unwrap();
        }
        assert_eq!(run.breach(), None);
        assert!(
            run.ledger_error().abs() < 1e-3,
            "{:e} J at {speed} m/s",
            run.ledger_error()
        );
        let q = &run.state().q;
        (since, [q[0] - speed * run.state().time, q[1]])
    });
    assert_eq!(ends[0].0, ends[1].0);
    let miss = apart(ends[0].1, ends[1].1);
    assert!(miss < 1e-6, "{miss:e} m");
}

/// Displayed accelerations are those of the motion.
#[test]
fn accelerations_under_scaled_masses_are_those_of_the_motion() {
    let scene = points([1e-8, 1e-8, 1.0].map(|mass| (0.0, 0.5, mass)));
    let mut run = until_scaled(&scene);
    let begun = run.state().v[4..6].to_vec();
    let (mut sum, steps) = ([0.0; 2], 100);
    for _ in 0..steps {
        run.step().unwrap();
        run.evaluate().unwrap();
        for k in 0..2 {
            sum[k] += run.dynamics.solution.acceleration[4 + k] * scene.settings.dt;
        }
    }
    for k in 0..2 {
        let change = run.state().v[4 + k] - begun[k];
        assert!(
            (sum[k] - change).abs() < 0.1 * change.abs(),
            "{} and {change} m/s",
            sum[k]
        );
    }
}

/// A change of settings, such as to an integrator that resolves everything, ends the scaling.
#[test]
fn settings_that_change_end_the_scaling() {
    let scene = points([1e-8, 1e-8, 1.0].map(|mass| (0.0, 0.5, mass)));
    let mut run = until_scaled(&scene);
    let mut settings = scene.settings;
    settings.integrator = Integrator::Dopri5;
    run.apply(Input::Settings(settings));
    assert_eq!(run.model().scaled_bodies(run.state()).count(), 0);
    assert_eq!(
        run.model()
            .scaled_masses(run.state(), 9, |id| scene.name(Some(id))),
        None
    );
}

/// Two light points between heavy ones on rods of two centimetres vibrate so strongly that no mass that they may count as keeps the energy: the run
/// stops, and names one of them.
#[test]
fn where_scaled_masses_do_not_keep_the_energy_the_run_stops_by_name() {
    let scene = points([1e-6, 1.0, 1e-6, 1.0].map(|mass| (0.0, 0.02, mass)));
    let mut run = Simulation::new(&scene);
    let stop = loop {
        let stepped = run.step();
        run.look();
        if let Err(stop) = stepped {
            break stop;
        }
        assert!(run.state().time < 2.0, "off by {:e} J", run.energy_error());
    };
    let whom = stop.whom(|id| scene.name(Some(id))).unwrap();
    assert!(["\"p0\"", "\"p2\""].contains(&whom.as_str()), "{whom}");
    assert_eq!(stop.cause, Cause::Stiff);
    assert!(stop.reason.contains("1.0 mg count as "), "{}", stop.reason);
    let quantity = run.breach().map(|breach| breach.quantity);
    assert_eq!(quantity, Some(Quantity::Energy));
}
