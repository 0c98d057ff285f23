//! A chain stretched straight between two pins: it cannot sag, and no finite tension supports it. It
//! stays in place, with about one sub-step a step, and with multipliers of the order of its weight.

use tinkertoy::scene::{Integrator, Method};
use tinkertoy::sim::Simulation;

use crate::build::{Build, ground, v2};
use crate::compromise::watch;
use crate::jammed::ways;

/// Level bars of one metre and one kilogram, with both ends of the row pinned.
fn straight(n: usize) -> Build {
    let mut build = Build::default();
    let mut before = ground(0.0, 0.0);
    for k in 0..n {
        let bar = build.bar(v2(k as f64, 0.0), v2(k as f64 + 1.0, 0.0), 1.0);
        let (left, right) = (build.end(bar, -1.0), build.end(bar, 1.0));
        build.pin(before, left);
        before = right;
    }
    build.pin(before, ground(n as f64, 0.0));
    build
}

fn stays_put(run: &Simulation, fastest: f64, what: &str) {
    let state = run.state();
    assert!(fastest < 0.5, "{what}: {fastest} m/s on the way");
    for body in &run.model().bodies {
        let sag = state.q[body.offset + 1];
        assert!(sag.abs() < 0.01, "{what}: {sag} m");
    }
    let speed = state.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    assert!(speed < 0.05, "{what}: still at {speed} m/s");
    let (sub_steps, steps) = (state.control.total + state.control.refused, state.step);
    assert!(
        sub_steps < 2 * steps + 100,
        "{what}: {sub_steps} sub-steps for {steps} steps"
    );
}

#[test]
fn a_chain_pulled_straight_stays_put_at_the_price_of_whole_steps() {
    let mut build = straight(3);
    build.scene.settings.method = Method::Sparse;
    let (mut run, fastest) = watch(&build, 1.0);
    stays_put(&run, fastest, "sparse");
    run.read_multipliers();
    let lambda = &run.dynamics.solution.lambda;
    let largest = lambda.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    assert!(largest < 10.0 * 9.81 * 3.0, "{largest} N");
}

/// The middle of a long chain sags slightly before the support of its ends reaches it.
#[test]
fn a_long_one_takes_few_sub_steps() {
    for n in [10, 54] {
        let (mut run, fastest) = watch(&straight(n), 0.5);
        assert!(fastest < 4.0, "{n}: {fastest} m/s");
        assert!(run.drift().max_m < 0.03, "{n}: {:?}", run.drift());
        let (sub_steps, steps) = (run.state().control.total, run.state().step);
        assert!(
            sub_steps < 4 * steps,
            "{n}: {sub_steps} sub-steps for {steps} steps"
        );
    }
}

#[test]
fn all_direct_methods_hold_it_alike() {
    let end = |method: Method| {
        let mut build = straight(3);
        build.scene.settings.method = method;
        watch(&build, 1.0).0.state().q.clone()
    };
    let sparse = end(Method::Sparse);
    for method in [Method::Dense, Method::Auxiliary] {
        for (q, other) in sparse.iter().zip(end(method)) {
            assert!((q - other).abs() < 1e-3, "{method}: {q} {other}");
        }
    }
}

#[test]
fn every_integrator_holds_it() {
    for (integrator, stabilisation) in ways() {
        // First-order integrators keep it straight with sub-steps; they are not tested here.
        if matches!(integrator, Integrator::SemiImplicitEuler | Integrator::Impulse) {
            continue;
        }
        let mut build = straight(3);
        build.scene.settings.integrator = integrator;
        build.scene.settings.stabilisation = stabilisation;
        let (run, fastest) = watch(&build, 1.0);
        let speed = run.state().v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        assert!(
            fastest < 0.5 && speed < 0.05,
            "{integrator:?}, {stabilisation:?}: {fastest} {speed}"
        );
    }
}
