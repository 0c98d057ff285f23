//! Guarantees of integrators and stabilisation: closed joints, bounded energy, an energy balance that holds, exact time.

use tinkertoy::constraints::{ConstraintKind, Distance, Motor, MotorLaw};
use tinkertoy::forces::{Drag, ForceKind, Spring};
use tinkertoy::scene::{Attach, Edit, Id, Integrator, Item, Scene, Stabilisation, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, polar, run, v2};

/// A chain of bars of 0.2 m released from the horizontal, free at its end or with a mass there.
pub fn chain(links: usize, end_mass: Option<f64>) -> Scene {
    let mut build = Build::default();
    let mut last = ground(0.0, 0.0);
    for k in 0..links {
        let x = 0.2 * k as f64;
        let bar = build.bar(v2(x, 0.0), v2(x + 0.2, 0.0), 1.0);
        let start = build.end(bar, -1.0);
        build.pin(last, start);
        last = build.end(bar, 1.0);
    }
    if let Some(mass) = end_mass {
        let x = 0.2 * links as f64;
        let ball = build.particle(x, 0.0, mass);
        build.pin(last, centre(ball));
    }
    build.scene
}

/// Largest drift (m) and energy error (J) while a scene runs.
fn watched(scene: &Scene, steps: u64) -> (f64, f64, Simulation) {
    let mut run = Simulation::new(scene);
    let (mut drift, mut error) = (0.0_f64, 0.0_f64);
    for _ in 0..steps {
        run.step().unwrap();
        drift = drift.max(run.drift().max_m);
        error = error.max(run.ledger_error().abs());
    }
    (drift, error, run)
}

fn with(scene: &Scene, integrator: Integrator, stabilisation: Stabilisation) -> Scene {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.stabilisation = stabilisation;
    scene
}

#[test]
fn a_falling_chain_of_54_stays_closed() {
    let scene = chain(54, None);
    for (integrator, stabilisation, limit) in [
        (Integrator::Rk4, Stabilisation::Projection, 1e-9),
        (Integrator::Rk4, Stabilisation::Baumgarte, 1e-3),
        (Integrator::Rattle, Stabilisation::None, 1e-10),
        (Integrator::Impulse, Stabilisation::Projection, 1e-9),
        (Integrator::SemiImplicitEuler, Stabilisation::Projection, 1e-9),
    ] {
        let steps = if integrator == Integrator::SemiImplicitEuler {
            480
        } else {
            2400
        };
        let (drift, ..) = watched(&with(&scene, integrator, stabilisation), steps);
        assert!(drift < limit, "{integrator} with {stabilisation}: {drift:e} m");
    }
}

#[test]
fn time_is_a_count_of_steps() {
    let run = run(&chain(1, None), 1.0);
    assert_eq!(run.state().time, 1.0);
}

fn double_pendulum() -> Scene {
    let mut build = Build::default();
    let p = polar(1.0, 0.4);
    let first = build.particle(p.x, p.y, 1.0);
    let q = p + polar(0.7, -0.5);
    let second = build.particle(q.x, q.y, 0.5);
    build.rod(ground(0.0, 0.0), centre(first));
    build.rod(centre(first), centre(second));
    build.scene
}

/// Largest energy error in each tenth of a run.
fn error_by_tenths(scene: &Scene, steps: u64) -> Vec<f64> {
    let mut run = Simulation::new(scene);
    (0..10)
        .map(|_| {
            let mut worst = 0.0_f64;
            for _ in 0..steps / 10 {
                run.step().unwrap();
                worst = worst.max(run.ledger_error().abs());
            }
            worst
        })
        .collect()
}

fn four_bar() -> Scene {
    let mut build = Build::default();
    let (a, b) = (polar(0.7, 1.2), v2(1.3, 0.9));
    let crank = build.bar(v2(0.0, 0.0), a, 0.5);
    let coupler = build.bar(a, b, 0.6);
    let rocker = build.bar(v2(1.6, 0.0), b, 0.5);
    for (one, other) in [
        (ground(0.0, 0.0), build.end(crank, -1.0)),
        (ground(1.6, 0.0), build.end(rocker, -1.0)),
        (build.end(crank, 1.0), build.end(coupler, -1.0)),
        (build.end(coupler, 1.0), build.end(rocker, 1.0)),
    ] {
        build.pin(one, other);
    }
    build.scene
}

#[test]
fn the_energy_error_of_rattle_does_not_grow() {
    for (scene, steps) in [(double_pendulum(), 200_000), (four_bar(), 100_000)] {
        let mut scene = with(&scene, Integrator::Rattle, Stabilisation::None);
        scene.settings.sub_steps = SubSteps::Fixed;
        let errors = error_by_tenths(&scene, steps);
        let (first, last) = (errors[0], errors[9]);
        assert!(last < 2.0 * first, "{errors:?}");
        // The energy error of Runge-Kutta grows with every swing.
        let errors = error_by_tenths(
            &with(&scene, Integrator::Rk4, Stabilisation::Projection),
            steps / 4,
        );
        assert!(errors[9] > 3.0 * errors[0], "{errors:?}");
    }
}

#[test]
fn rattle_is_closed_at_every_step_it_accepts() {
    for scene in [double_pendulum(), four_bar(), chain(10, None)] {
        for rate in [30.0, 60.0, 120.0, 1000.0] {
            let mut scene = with(&scene, Integrator::Rattle, Stabilisation::None);
            scene.settings.dt = 1.0 / rate;
            let (drift, _, run) = watched(&scene, (3.0 * rate) as u64);
            assert!(drift < 1e-10, "{drift:e} m at {rate}, {:?}", run.state().control);
        }
    }
}

#[test]
fn first_order_steps_with_projection_do_not_blow_up() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Impulse] {
        let scene = with(&chain(12, None), integrator, Stabilisation::Projection);
        let (drift, error, run) = watched(&scene, 720);
        assert!(drift < 1e-9, "{integrator}: {drift:e} m");
        // 12 kg that fall by up to 2.4 m in three seconds; explicit first-order steps gain energy as parts rotate.
        assert!(error < 0.5 * 12.0 * 9.81 * 1.2, "{integrator}: {error} J");
        assert_eq!(run.state().soft_sub_steps, 0);
    }
}

#[test]
fn a_pair_of_jansen_legs_walks_closed() {
    let scene = tinkertoy::scene::gallery::find("jansen")
        .unwrap()
        .scene()
        .unwrap();
    let scene = with(&scene, Integrator::Rk4, Stabilisation::Projection);
    let (drift, error, run) = watched(&scene, 60 * 240);
    assert!(drift < 1e-8, "{drift:e} m");
    let power = run.state().work.drives.abs() + run.energy().kinetic;
    assert!(error < 1e-5 * power, "{error:e} J of {power}");
    assert_eq!(run.state().time, 60.0);
}

/// A rod whose length need not equal the distance of its ends.
fn rod_of_length(build: &mut Build, from: Attach, to: Attach, length: f64) {
    let rod = build.rod(from, to);
    let Some(Item::Constraint(mut item)) = build.scene.item(rod).cloned() else {
        panic!("a constraint")
    };
    item.kind = ConstraintKind::Distance(Distance { length });
    let mut edit = Edit::new("change its length");
    build.scene.plan_item(&mut edit, rod, Some(item.into()));
    build.scene.apply(&edit);
}

#[test]
fn soft_steps_book_the_work_of_motors() {
    let mut build = Build::default();
    // Two rods that cannot both have their lengths.
    let bead = build.particle(0.0, 0.0, 1.0);
    for x in [-1.0, 1.0] {
        rod_of_length(&mut build, ground(x, 0.0), centre(bead), 0.7);
    }
    let disk = build.disk(3.0, 0.0, 0.5, 2.0);
    build.pin(ground(3.0, 0.0), centre(disk));
    let motor = Motor {
        law: MotorLaw::Speed,
        speed: 4.0,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(3.0, 0.0), centre(disk));
    let run = run(&build.scene, 1.0);
    assert!(run.state().soft_sub_steps > 0);
    let body = &run.model().bodies[run.model().body(disk).unwrap()];
    let spin = run.state().v[body.offset + 2];
    let (work, kinetic) = (run.state().work.drives, 0.5 * body.mass.inertia * spin * spin);
    assert!((work / kinetic - 1.0).abs() < 0.1, "{work} J for {kinetic} J");
}

/// A triangle that cannot close swings in soft (regularised) steps throughout. The energy that they
/// remove is booked as their work, so that the energy error is that of a first-order method.
#[test]
fn the_ledger_holds_across_soft_steps() {
    let run_at = |rate: f64| {
        let mut build = Build::default();
        let [a, b, c] = [(1.0, 0.0), (2.4, 0.6), (3.8, 0.0)].map(|(x, y)| centre(build.particle(x, y, 1.0)));
        for (from, to, length) in [(ground(0.0, 0.0), a, 1.0), (a, b, 1.0), (b, c, 1.0), (a, c, 3.0)] {
            rod_of_length(&mut build, from, to, length);
        }
        build.scene.settings.dt = 1.0 / rate;
        let (_, error, run) = watched(&build.scene, (2.0 * rate) as u64);
        (error, run.state().clone())
    };
    let (coarse, state) = run_at(240.0);
    assert_eq!(state.soft_sub_steps, 480);
    assert!(state.work.soft < -0.2, "{:?}", state.work);
    // The weight does work over h v' instead of over the path, an error of m g² h/2 a second.
    let most = 3.0 * 9.81 * 9.81 / 240.0;
    assert!(coarse < most, "{coarse} J, {most} J at most");
    let (fine, _) = run_at(480.0);
    assert!(fine < 0.6 * coarse, "{coarse} J, {fine} J");
}

#[test]
fn heavy_ends_neither_stretch_nor_blow_up() {
    for mass in [1e3, 1e6] {
        let mut scene = with(
            &chain(100, Some(mass)),
            Integrator::Rk4,
            Stabilisation::Projection,
        );
        // Hanging and in motion, with the tension present from the start.
        let ids: Vec<Id> = scene.parts().map(|(id, _)| id).collect();
        let mut edit = Edit::new("hang");
        for id in ids {
            let mut part = scene.part(id).unwrap().clone();
            part.pose.position = v2(0.0, -part.pose.position.x);
            part.pose.angle = -std::f64::consts::FRAC_PI_2;
            part.velocity = v2(0.02 * part.pose.position.y, 0.0);
            scene.plan_item(&mut edit, id, Some(part.into()));
        }
        scene.apply(&edit);
        let (drift, error, run) = watched(&scene, 60);
        assert!(drift < 1e-9, "{mass} kg: {drift:e} m");
        assert!(error < 1e-3 * run.energy().kinetic, "{mass} kg: {error:e} J");
        assert_eq!(run.state().soft_sub_steps, 0);
    }
}

#[test]
fn the_ledger_holds_in_driven_and_damped_scenes() {
    // A crank driven by a motor, with a damped pendulum on it, drag and a spring.
    let mut build = Build::default();
    let crank = build.bar(v2(0.0, 0.0), v2(0.5, 0.0), 1.0);
    let start = build.end(crank, -1.0);
    let tip = build.end(crank, 1.0);
    build.pin(ground(0.0, 0.0), start);
    let ball = build.particle(0.5, -0.8, 0.7);
    build.rod(tip, centre(ball));
    build.link(
        ConstraintKind::Motor(Motor {
            law: MotorLaw::Speed,
            speed: 4.0,
            ..Motor::default()
        }),
        ground(0.0, 0.0),
        start,
    );
    build.force(
        ForceKind::Drag(Drag {
            linear: 0.3,
            angular: 0.0,
            ..Drag::default()
        }),
        &[centre(ball)],
    );
    build.force(
        ForceKind::Spring(Spring {
            stiffness: 20.0,
            damping: 0.5,
            rest: 0.4,
        }),
        &[ground(1.0, 0.0), centre(ball)],
    );
    for integrator in Integrator::ALL {
        for stabilisation in Stabilisation::ALL {
            let errors: Vec<f64> = [240.0, 480.0]
                .into_iter()
                .map(|rate| {
                    let mut scene = with(&build.scene, integrator, stabilisation);
                    scene.settings.dt = 1.0 / rate;
                    scene.settings.sub_steps = SubSteps::Fixed;
                    let (_, error, run) = watched(&scene, (5.0 * rate) as u64);
                    assert_eq!(
                        run.state().soft_sub_steps,
                        0,
                        "{integrator} with {stabilisation} at {rate}"
                    );
                    let work = run.state().work;
                    assert!(work.drives > 5.0, "{work:?}");
                    error / work.drives
                })
                .collect();
            let limit = match integrator {
                Integrator::SemiImplicitEuler | Integrator::Impulse => 5e-2,
                Integrator::Rattle => 1e-3,
                Integrator::Rk4 | Integrator::Dopri5 => 1e-6,
            };
            // The remaining error is that of the integrator, and decreases with the step.
            assert!(
                errors[1] < 0.7 * errors[0] || errors[1] < 1e-11,
                "{integrator} with {stabilisation}: {errors:?}"
            );
            assert!(errors[0] < limit, "{integrator} with {stabilisation}: {errors:?}");
        }
    }
}

/// A chain of ten bars in fast (whip-like) motion beside a free part of 1e9 kg: its steps are divided as if that part did not exist.
#[test]
fn a_heavy_part_elsewhere_hides_no_whip() {
    let whip = |heavy: bool| {
        let mut build = Build::default();
        let mut last = ground(0.0, 0.0);
        for k in 0..10 {
            let x = 0.2 * f64::from(k);
            let bar = build.bar(v2(x, 0.0), v2(x + 0.2, 0.0), 1.0);
            let start = build.end(bar, -1.0);
            build.pin(last, start);
            last = build.end(bar, 1.0);
            if k == 9 {
                let mut part = build.scene.part(bar).unwrap().clone();
                (part.velocity, part.omega) = (v2(0.0, 8.0), 60.0);
                let mut edit = Edit::new("fling");
                build.scene.plan_item(&mut edit, bar, Some(part.into()));
                build.scene.apply(&edit);
            }
        }
        if heavy {
            build.particle(50.0, 0.0, 1e9);
        }
        build.scene.settings.gravity = v2(0.0, 0.0);
        let (_, error, run) = watched(
            &with(&build.scene, Integrator::Rk4, Stabilisation::Baumgarte),
            480,
        );
        (error, run.state().control.total)
    };
    let (alone, beside) = (whip(false), whip(true));
    assert!(alone.1 > 490, "nothing to divide: {alone:?}");
    // With another island the solver may use another algorithm, so that the last digits differ.
    assert!(alone.1.abs_diff(beside.1) <= 4, "{alone:?}, {beside:?}");
    assert!(beside.0 < 1.5 * alone.0, "{alone:?}, {beside:?}");
}

/// Drives whose force acts elsewhere need their multipliers at the end of a step; the next step reuses that solution.
#[test]
fn what_was_solved_at_the_end_of_a_step_begins_the_next() {
    let scene = tinkertoy::scene::gallery::find("afar").unwrap().scene().unwrap();
    let mut run = Simulation::new(&scene);
    run.step().unwrap();
    run.dynamics.take_times();
    let (steps, before) = (100, run.state().control.total);
    for _ in 0..steps {
        run.step().unwrap();
    }
    assert_eq!(run.state().control.total - before, steps);
    let solves = run.dynamics.take_times().solves;
    // Four stages, and two more where a multiplier changes its sign, in every fourth step; without reuse one more in each step.
    assert!(solves < 500, "{solves} solves in {steps} steps");
}
