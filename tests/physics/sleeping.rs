//! Sleeping: islands at rest cost nothing, stay in place, and wake in the very step in which anything acts on them.

use std::sync::atomic::{AtomicU64, Ordering};

use tinkertoy::bodies::{Box, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Edit, Id, Integrator, Method, Part, Settings, SubSteps};
use tinkertoy::sim::{ContactMethod, Hand, Input, Simulation};
use tinkertoy::solver::Hardware;

use crate::build::{Build, centre, ground, position, v2};
use crate::contact::{add, block, on_a_floor, velocity};

fn floor_where_parts_sleep(integrator: Integrator, method: Method) -> Build {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    let settings = &mut build.scene.settings;
    (settings.integrator, settings.method) = (integrator, method);
    settings.dt = 1.0 / 240.0;
    sleeping(settings, true);
    build
}

fn sleeping(settings: &mut Settings, on: bool) {
    settings.contact.as_mut().unwrap().sleeping = on;
}

/// A stack of three boxes at x, dropped from a little above each other.
fn stack(build: &mut Build, x: f64) -> Vec<Id> {
    let at = |k: u32| v2(x + 0.01 * f64::from(k), 0.101 + 0.201 * f64::from(k));
    (0..3)
        .map(|k| block(build, &format!("{x} {k}"), at(k), 0.4, 0.2))
        .collect()
}

fn ball(build: &mut Build, x: f64, y: f64, speed: f64) -> Id {
    let shape = Shape::Disk(Disk { radius: 0.1 });
    let ball = add(build, "ball", shape, Pose::new(x, y, 0.0), 1.0);
    build.set_velocity(ball, v2(speed, 0.0), 0.0);
    ball
}

fn sleeps(run: &Simulation, id: Id) -> bool {
    run.model().sleeps(run.state(), run.model().body(id).unwrap())
}

fn on(run: &mut Simulation, seconds: f64) {
    let steps = (seconds / run.model().settings.dt).round() as usize;
    for _ in 0..steps {
        run.step().unwrap();
    }
}

const WAYS: [(Integrator, Method); 4] = [
    (Integrator::Impulse, Method::Sparse),
    (Integrator::Impulse, Method::GaussSeidel),
    (Integrator::SemiImplicitEuler, Method::Dense),
    (Integrator::Rk4, Method::Sparse),
];

/// A clock that advances by one with each reading.
fn ticks() -> u64 {
    static TICKS: AtomicU64 = AtomicU64::new(0);
    TICKS.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn a_stack_falls_asleep_and_costs_no_solves() {
    for (integrator, method) in WAYS {
        let mut build = floor_where_parts_sleep(integrator, method);
        let parts = stack(&mut build, 0.0);
        let mut run = Simulation::new(&build.scene);
        run.set_clock(ticks);
        let mut error = run.ledger_error();
        while run.state().sleeping() < 3 {
            error = run.ledger_error();
            run.dynamics.take_times();
            run.step().unwrap();
            assert!(
                run.dynamics.take_times().solves > 0,
                "{integrator} {method}: not timed"
            );
            assert!(run.state().time < 2.0, "{integrator} {method}: {:?}", run.state());
        }
        // The energy lost by falling asleep is booked.
        let jump = run.ledger_error() - error;
        assert!(jump.abs() < 1e-4, "{integrator} {method}: {jump}");
        let left = 2.0 - run.state().time;
        on(&mut run, left);
        let told = format!("{integrator} {method}: {:?}", run.state());
        let (q, work) = (run.state().q.clone(), run.state().work);
        run.dynamics.take_times();
        on(&mut run, 1.0);
        assert_eq!(run.dynamics.take_times().solves, 0);
        let figures = run.state().contact;
        assert_eq!(
            (figures.way, figures.points, figures.iterations),
            (ContactMethod::None, 0, 0)
        );
        assert_eq!((&run.state().q, run.state().work), (&q, work));
        assert!(run.state().v.iter().all(|v| *v == 0.0), "{told}");
        assert!((run.state().time - 3.0).abs() < 1e-9);
        // The contact forces of sleeping parts are still shown.
        assert!(run.state().contacts.len() >= 6, "{told}");
        sleeping(&mut build.scene.settings, false);
        let mut awake = Simulation::new(&build.scene);
        on(&mut awake, 3.0);
        assert!(awake.state().rest.is_empty() && awake.state().asleep.is_empty());
        let near = if method == Method::GaussSeidel { 1e-4 } else { 1e-6 };
        for id in parts {
            let apart = position(&run, id).distance(position(&awake, id));
            assert!(apart < near, "{told} {apart}");
        }
    }
}

/// Woken in the step of the contact, and nothing else.
#[test]
fn a_ball_wakes_exactly_what_it_hits() {
    for (integrator, method) in WAYS {
        for restitution in [0.0, 0.5] {
            let mut build = floor_where_parts_sleep(integrator, method);
            build.scene.settings.contact.as_mut().unwrap().restitution = restitution;
            let [left, right] = [0.0, 3.0].map(|x| stack(&mut build, x));
            let ball = ball(&mut build, -4.0, 0.1, 1.5);
            let mut run = Simulation::new(&build.scene);
            let told = format!("{integrator} {method} {restitution}");
            on(&mut run, 2.0);
            assert_eq!(run.state().sleeping(), 6, "{told} {:?}", run.state());
            let before = run.state().q.clone();
            while !left.iter().any(|id| !sleeps(&run, *id)) {
                assert_eq!(run.state().q[..9], before[..9]);
                run.step().unwrap();
                assert!(run.state().time < 5.0, "{told}: passed");
            }
            // Momentum was transferred in that very step.
            assert!(
                velocity(&run, left[0])[0] > 0.05,
                "{told} {:?}",
                velocity(&run, left[0])
            );
            assert!(velocity(&run, ball)[0] < 1.0, "{told}");
            assert!(left.iter().all(|id| !sleeps(&run, *id)), "{told}");
            assert!(right.iter().all(|id| sleeps(&run, *id)), "{told}");
        }
    }
}

#[test]
fn what_loses_its_support_wakes_and_falls() {
    let mut build = floor_where_parts_sleep(Integrator::Impulse, Method::Sparse);
    let shape = Shape::Box(Box {
        width: 1.0,
        height: 0.2,
    });
    let mut shelf = Part::new("shelf", shape, Pose::new(0.0, 1.0, 0.0));
    shelf.fixed = true;
    let shelf = build.scene.add(shelf);
    let on_it = block(&mut build, "on it", v2(0.0, 1.2), 0.4, 0.2);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 1.0);
    assert!(sleeps(&run, on_it));
    let mut edited = build.scene.clone();
    let mut edit = Edit::new("away with it");
    edited.plan_item(&mut edit, shelf, None);
    edited.apply(&edit);
    run.apply(Input::Scene(std::boxed::Box::new(edited), Vec::new()));
    run.step().unwrap();
    let speed = velocity(&run, on_it)[1];
    assert!((speed + 9.81 / 240.0).abs() < 1e-9, "{speed}");
}

#[test]
fn the_hand_and_changed_settings_wake() {
    let mut build = floor_where_parts_sleep(Integrator::Impulse, Method::Sparse);
    let [left, right] = [0.0, 2.0].map(|x| stack(&mut build, x));
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 1.5);
    assert_eq!(run.state().sleeping(), 6);
    let hand = Hand {
        part: left[2],
        at: v2(0.0, 0.0),
        target: v2(0.0, 2.0),
    };
    run.apply(Input::Hand(Some(hand)));
    on(&mut run, 1.0);
    assert!(!sleeps(&run, left[2]) && position(&run, left[2]).y > 1.5);
    assert!(right.iter().all(|id| sleeps(&run, *id)));
    run.apply(Input::Hand(None));
    let mut settings = run.model().settings;
    settings.gravity.x = 1.0;
    run.apply(Input::Settings(settings));
    assert_eq!(run.state().sleeping(), 0);
}

/// A driven part stays awake, and so does one that moves slowly or near its turning point.
#[test]
fn what_is_driven_or_about_to_move_stays_awake() {
    let mut build = floor_where_parts_sleep(Integrator::Impulse, Method::Sparse);
    let crank = build.bar(v2(0.0, 3.0), v2(0.5, 3.0), 1.0);
    let speed = 1e-7;
    let motor = Motor {
        speed,
        ..Motor::default()
    };
    let end = build.end(crank, -1.0);
    build.pin(ground(0.0, 3.0), end);
    build.link(ConstraintKind::Motor(motor), ground(0.0, 3.0), end);
    let pendulum = build.bar(v2(2.0, 3.0), v2(2.000_005, 3.5), 1.0);
    let foot = build.end(pendulum, -1.0);
    build.pin(ground(2.0, 3.0), foot);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 1.5);
    assert_eq!(run.state().sleeping(), 0, "{:?}", run.state());
}

#[test]
fn a_run_goes_on_to_the_same_bits_over_falling_asleep_and_waking() {
    for (integrator, method) in WAYS {
        let mut build = floor_where_parts_sleep(integrator, method);
        build.scene.settings.sub_steps = SubSteps::Fixed;
        for x in [0.0, 1.0] {
            stack(&mut build, x);
        }
        let rod = [0.3, 0.6].map(|dx| block(&mut build, "end", v2(3.0 + dx, 0.101), 0.2, 0.2));
        build.rod(centre(rod[0]), centre(rod[1]));
        ball(&mut build, -2.6, 0.1, 1.5);
        let mut run = Simulation::new(&build.scene);
        let mut kept = Vec::new();
        let (mut asleep, mut woke) = (0, false);
        for step in 0..720 {
            if step % 90 == 0 {
                kept.push((run.state().clone(), run.hash()));
            }
            run.step().unwrap();
            woke |= run.state().sleeping() < asleep;
            asleep = asleep.max(run.state().sleeping());
        }
        let (ahead, told) = (run.hash(), format!("{integrator} {method}"));
        assert!(asleep >= 6 && woke, "{told}: {asleep} slept, {woke}");
        for (state, hash) in kept.into_iter().rev() {
            run.restore(state);
            assert_eq!(run.hash(), hash);
            let mut fork = run.fork();
            while run.state().step < 720 {
                run.step().unwrap();
                fork.step().unwrap();
            }
            assert_eq!((run.hash(), fork.hash()), (ahead, ahead), "{told}");
        }
        let mut alone = Simulation::on(&build.scene, Hardware::here().with_threads(1));
        for _ in 0..720 {
            alone.step().unwrap();
        }
        assert_eq!(alone.hash(), ahead, "{told}: one thread");
    }
}

/// A pendulum beside a box that sleeps takes whole steps, as it does alone: joints may open as far as in any machine.
#[test]
fn what_swings_beside_a_sleeper_takes_whole_steps() {
    let mut build = floor_where_parts_sleep(Integrator::Impulse, Method::Sparse);
    block(&mut build, "box", v2(0.0, 0.1), 0.4, 0.2);
    let bar = build.bar(v2(20.0, 5.0), v2(21.0, 5.0), 1.0);
    let (start, end) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.pin(ground(20.0, 5.0), start);
    let next = build.bar(v2(21.0, 5.0), v2(22.0, 5.0), 1.0);
    let start = build.end(next, -1.0);
    build.pin(end, start);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 1.0);
    assert_eq!(run.state().sleeping(), 1);
    for _ in 0..240 {
        run.step().unwrap();
        let control = run.state().control;
        assert_eq!((control.sub_steps, control.refused), (1, 0), "{control:?}");
    }
}
