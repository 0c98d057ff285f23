//! Properties of every drive: a time constant by which an error decays, and a switch that turns the drive off.
//!
//! ```text
//! by position:  C'' + 2 C'/tau + C/tau² = 0,  so from a gap at rest   C = C0 (1 + t/tau) exp(-t/tau)
//! by speed:     C'  = C'0 exp(-t/tau)
//! ```

use tinkertoy::constraints::{ConstraintKind, Level, MotorLaw, Row};
use tinkertoy::math::Vec2;
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Edit, Id, Item, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, ground, v2};

/// Every drive, with each of its laws, at a constant set point or rate.
fn drives() -> Vec<ConstraintKind> {
    let mut drives: Vec<ConstraintKind> = ConstraintKind::catalogue()
        .into_iter()
        .filter(ConstraintKind::is_drive)
        .collect();
    for k in 0..drives.len() {
        let kind = &mut drives[k];
        kind.choose("programme", 0);
        if let ConstraintKind::Motor(motor) = kind {
            let mut by_angle = motor.clone();
            by_angle.law = MotorLaw::Angle;
            drives.push(ConstraintKind::Motor(by_angle));
        }
    }
    drives
}

/// Whether the kind has a duration in place of a time constant, and no switch.
fn is_a_joint_in_time(kind: &ConstraintKind) -> bool {
    matches!(kind, ConstraintKind::Closing(_))
}

/// A body without gravity, driven against the ground by this kind.
fn rig(kind: &ConstraintKind) -> (Scene, Id) {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    let body = build.block(1.0, 0.0, 2.0);
    let driven = Attach::part(body, v2(0.05, 0.02));
    let elsewhere: Vec<Attach> = match kind.slots().len() {
        2 => vec![ground(0.0, 0.0), driven],
        3 => vec![ground(0.0, 0.0), driven, driven],
        4 => vec![ground(0.0, 0.0), driven, ground(0.0, 0.0), driven],
        n => panic!("a drive of {n} ends"),
    };
    build.join(kind.clone(), &elsewhere);
    (build.scene, body)
}

/// A run whose body has been displaced slightly, at rest, so that the drive starts with an error.
fn put_off(scene: &Scene) -> Simulation {
    let mut run = Simulation::new(scene);
    let mut state = run.state().clone();
    for (q, by) in state.q.iter_mut().zip([0.03, 0.02, 0.05]) {
        *q += by;
    }
    state.v.fill(0.0);
    run.restore(state);
    run
}

/// C and Cdot of each row of the only constraint.
fn rows(run: &Simulation) -> Vec<(f64, f64)> {
    let (model, state) = (run.model(), run.state());
    let link = &model.links[0];
    let ends = model.end_ports(&link.ends, &state.q, &state.v);
    let ends = &ends[..link.ends.len()];
    let mut rows = vec![Row::default(); link.rows.len()];
    let memory = &state.memory[link.memory..link.memory + link.memory_len];
    link.kind.evaluate(ends, state.time, memory, &mut rows);
    rows.iter().map(|row| (row.value, row.rate(ends))).collect()
}

#[test]
fn an_error_decays_with_the_time_constant_of_the_drive() {
    for mut kind in drives().into_iter().filter(|kind| !is_a_joint_in_time(kind)) {
        for tau in [0.08, 0.25] {
            assert!(
                kind.set_parameter("time_constant", tau),
                "{kind:?} has no time constant"
            );
            let scene = rig(&kind).0;
            let levels: Vec<Level> = kind.rows().iter().map(|row| row.level).collect();
            let mut run = put_off(&scene);
            let start = rows(&run);
            let largest = start.iter().fold(0.0_f64, |most, (c, _)| most.max(c.abs()));
            assert!(
                largest > 1e-3 || levels.contains(&Level::Velocity),
                "{kind:?} has nothing to close: {start:?}"
            );
            for _ in 0..300 {
                run.step().unwrap();
                let t = run.state().time / tau;
                for (k, (c, rate)) in rows(&run).into_iter().enumerate() {
                    let (now, exact) = match levels[k] {
                        Level::Position => (c, (start[k].0 * (1.0 + t) + start[k].1 * tau * t) * (-t).exp()),
                        Level::Velocity => (rate, start[k].1 * (-t).exp()),
                    };
                    assert!(
                        (now - exact).abs() < 1e-6,
                        "{kind:?} row {k} at {t} tau: {now} {exact}"
                    );
                }
            }
        }
    }
}

/// A drive that is switched off has no row that depends on time, and the body keeps its energy: free, or along its wire.
#[test]
fn switched_off_a_drive_lets_go() {
    for mut kind in drives().into_iter().filter(|kind| !is_a_joint_in_time(kind)) {
        let has_switch = kind.choices().iter().any(|choice| choice.key == "off");
        assert!(has_switch && kind.choose("off", 1), "{kind:?} has no switch");
        assert!(
            !kind
                .rows()
                .iter()
                .any(|row| row.timed || row.time_constant.is_some()),
            "{kind:?}"
        );
        let (mut scene, body) = rig(&kind);
        let mut part = scene.part(body).unwrap().clone();
        // On a wire it can only move along the wire.
        let on_a_wire = !kind.rows().is_empty();
        (part.velocity, part.omega) = (v2(0.3, 0.4), if on_a_wire { 0.0 } else { 0.7 });
        let mut edit = Edit::new("push");
        scene.plan_item(&mut edit, body, Some(Item::Part(part)));
        scene.apply(&edit);
        let mut run = Simulation::new(&scene);
        let (energy, pushed) = (run.energy().kinetic, run.state().v.clone());
        assert!(energy > 1e-3, "{kind:?}");
        for _ in 0..500 {
            run.step().unwrap();
        }
        assert!(
            (run.energy().kinetic / energy - 1.0).abs() < 1e-6,
            "{kind:?} holds on"
        );
        assert_eq!(run.state().work.drives, 0.0, "{kind:?}");
        if !on_a_wire {
            assert_eq!(run.state().v, pushed, "{kind:?} holds on");
        }
    }
}
