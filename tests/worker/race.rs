//! Races: copies of a run under the same hand and the same edits, each with its own scheme.

use std::time::{Duration, Instant};

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Integrator, Method, Scene, SubSteps, gallery};
use tinkertoy::sim::{Hand, Input};
use tinkertoy::worker::race::{MAX_RUNNERS, PRESETS, SyncedDisplay};
use tinkertoy::worker::{Command, Contender, Engine, RaceOrder, Scheme};

use crate::chain;

/// Waits until all copies have caught up with the leader.
fn caught_up(engine: &Engine, count: usize) -> Vec<Contender> {
    let started = Instant::now();
    loop {
        if engine.race().is_settled() {
            let contenders = engine.race().contenders();
            assert_eq!(contenders.len(), count);
            return contenders;
        }
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "somebody does not arrive"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn order(engine: &mut Engine, order: RaceOrder) {
    engine.carry_out(Command::Race(order));
}

fn steps(engine: &mut Engine, count: usize) {
    for _ in 0..count {
        assert!(engine.advance());
    }
}

fn hand(engine: &mut Engine, scene: &Scene, target: Option<Vec2>) {
    let part = scene.parts().last().unwrap().0;
    let hand = target.map(|target| Hand {
        part,
        at: Vec2::ZERO,
        target,
    });
    engine.carry_out(Command::Input(Input::Hand(hand)));
}

fn scene_of(id: &str) -> Scene {
    gallery::GALLERY
        .iter()
        .find(|it| it.id == id)
        .unwrap()
        .scene()
        .unwrap()
}

/// A fork made during a run, pulled by the mouse, edited and given settings that a scheme does not include, has the bits of the leader.
#[test]
fn who_computes_as_the_leader_does_has_its_bits() {
    for id in ["double-pendulum", "jansen"] {
        let scene = scene_of(id);
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene.clone()), true));
        steps(&mut engine, 100);
        let scheme = Scheme::of(&engine.run().model().settings);
        order(&mut engine, RaceOrder::Begin(vec![scheme]));
        steps(&mut engine, 50);
        let held = engine.run().model().start.q[0];
        hand(&mut engine, &scene, Some(Vec2::new(held + 0.1, 0.2)));
        steps(&mut engine, 30);
        hand(&mut engine, &scene, Some(Vec2::new(held + 0.3, -0.1)));
        steps(&mut engine, 30);
        hand(&mut engine, &scene, None);
        let mut lighter = scene.clone();
        lighter.settings.gravity.y = -3.0;
        engine.carry_out(Command::Input(Input::Scene(Box::new(lighter), Vec::new())));
        steps(&mut engine, 400);
        let contender = &caught_up(&engine, 1)[0].clone();
        let leader = engine.run().state();
        assert_eq!(contender.status.state.q, leader.q, "{id}");
        assert_eq!(contender.status.state.v, leader.v, "{id}");
        assert_eq!(contender.status.state.time, leader.time, "{id}");
        assert_eq!(contender.status.state.work, leader.work, "{id}");
    }
}

/// The hand grabs and releases, and the machine is edited, at the same simulated time for any step sizes.
#[test]
fn another_step_length_is_cut_where_something_is_done() {
    let scene = chain(3);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let scheme = Scheme::of(&scene.settings);
    let long = Scheme {
        dt: 4.0 * scheme.dt,
        ..scheme
    };
    let short = Scheme {
        dt: 0.3 * scheme.dt,
        ..scheme
    };
    order(&mut engine, RaceOrder::Begin(vec![long, short]));
    steps(&mut engine, 5);
    hand(&mut engine, &scene, Some(Vec2::new(0.2, 0.1)));
    steps(&mut engine, 60);
    hand(&mut engine, &scene, None);
    steps(&mut engine, 7);
    let mut lighter = scene.clone();
    lighter.settings.gravity.y = -3.0;
    engine.carry_out(Command::Input(Input::Scene(Box::new(lighter), Vec::new())));
    // Three long steps, and forty short ones.
    steps(&mut engine, 12);
    let leader = engine.run().state().clone();
    for contender in caught_up(&engine, 2) {
        let gap = leader.time - contender.status.state.time;
        assert!(gap.abs() < 1e-9, "{gap}");
        // Fourth order; an edit applied a step of the leader too late would make a difference of 1e-3 m.
        for (a, b) in contender.status.state.q.iter().zip(&leader.q) {
            assert!((a - b).abs() < 1e-4, "{a} {b}");
        }
    }
}

#[test]
fn ways_differ_and_can_be_changed_swapped_and_merged() {
    let scene = chain(12);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let scheme = Scheme::of(&scene.settings);
    let euler = Scheme {
        integrator: Integrator::SemiImplicitEuler,
        ..scheme
    };
    let dense = Scheme {
        method: Method::Dense,
        ..scheme
    };
    order(&mut engine, RaceOrder::Begin(vec![euler, dense]));
    steps(&mut engine, 300);
    let contenders = caught_up(&engine, 2);
    let leader = engine.run().state().clone();
    assert_ne!(contenders[0].status.state.q, leader.q);
    for (a, b) in contenders[1].status.state.q.iter().zip(&leader.q) {
        assert!((a - b).abs() < 1e-6, "the same equations by another method");
    }
    assert_eq!(contenders[1].scheme.method, Method::Dense);
    assert!(!engine.race().take_samples()[0].1.is_empty());

    // The leader continues from the state of the Euler copy, and the lane of Euler from that of the leader.
    order(&mut engine, RaceOrder::Swap(contenders[0].id, scheme));
    assert_eq!(engine.run().state().q, contenders[0].status.state.q);
    let swapped = caught_up(&engine, 2);
    assert_eq!(swapped[0].status.state.q, leader.q);
    assert_eq!(swapped[0].scheme, scheme);

    order(&mut engine, RaceOrder::Merge);
    steps(&mut engine, 1);
    let merged = caught_up(&engine, 2);
    let leader = engine.run().state().clone();
    assert_eq!(
        merged[0].status.state.q, leader.q,
        "the leader's scheme from the leader's place"
    );

    order(&mut engine, RaceOrder::Change(merged[0].id, euler));
    steps(&mut engine, 100);
    assert_ne!(caught_up(&engine, 2)[0].status.state.q, engine.run().state().q);
    order(&mut engine, RaceOrder::Remove(merged[0].id));
    let left = caught_up(&engine, 1);
    assert_eq!(left[0].scheme.method, Method::Dense);
    order(&mut engine, RaceOrder::End);
    assert!(engine.race().contenders().is_empty());
}

/// A swap can be undone completely: the settings by undo, for the copy too, and the state by scrubbing to the leader's former state.
#[test]
fn a_swap_can_be_taken_back() {
    let scene = chain(6);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let led = Scheme::of(&scene.settings);
    let euler = Scheme {
        integrator: Integrator::SemiImplicitEuler,
        ..led
    };
    let set = |engine: &mut Engine, scheme: Scheme| {
        engine.carry_out(Command::Input(Input::Settings(scheme.over(&scene.settings))));
    };
    order(&mut engine, RaceOrder::Begin(vec![euler]));
    steps(&mut engine, 40);
    let earlier = engine.run().state().clone();
    steps(&mut engine, 1);
    let copy = caught_up(&engine, 1)[0].id;
    for _ in 0..2 {
        // As the window does it: the settings are an edit, then the states are swapped.
        set(&mut engine, euler);
        order(&mut engine, RaceOrder::Swap(copy, led));
        assert_eq!(caught_up(&engine, 1)[0].scheme, led);
        set(&mut engine, led);
        assert_eq!(caught_up(&engine, 1)[0].scheme, euler, "undone");
        set(&mut engine, euler);
        assert_eq!(caught_up(&engine, 1)[0].scheme, led, "done again");
        set(&mut engine, led);
    }
    engine.carry_out(Command::Pause);
    engine.carry_out(Command::Scrub(earlier.time));
    assert_eq!(engine.run().state(), &earlier, "what the leader was");
    engine.carry_out(Command::Play);
    steps(&mut engine, 20);
    assert_ne!(caught_up(&engine, 1)[0].status.state.q, engine.run().state().q);
    // A scheme chosen for a copy since then is kept.
    set(&mut engine, euler);
    order(&mut engine, RaceOrder::Swap(copy, led));
    let dense = Scheme {
        method: Method::Dense,
        ..led
    };
    order(&mut engine, RaceOrder::Change(copy, dense));
    set(&mut engine, led);
    assert_eq!(caught_up(&engine, 1)[0].scheme, dense);
}

/// A very slow copy delays neither the leader nor another copy nor the end of the race, cannot be
/// swapped with, and uses the scheme of the last order, whatever is in its queue.
#[test]
fn a_slow_runner_falls_behind_and_the_others_do_not() {
    let scene = chain(500);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let sparse = Scheme::of(&scene.settings);
    let dense = Scheme {
        method: Method::Dense,
        ..sparse
    };
    order(&mut engine, RaceOrder::Begin(vec![dense, sparse]));
    steps(&mut engine, 40);
    let started = Instant::now();
    let leader = engine.run().state().clone();
    let contenders = loop {
        let contenders = engine.race().contenders();
        if contenders[1].status.state.q == leader.q {
            break contenders;
        }
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    };
    let theirs = contenders[0].status.state.time;
    assert!(theirs < 0.5 * leader.time, "{theirs} of {}", leader.time);
    order(&mut engine, RaceOrder::Swap(contenders[0].id, sparse));
    assert_eq!(
        engine.run().state().q,
        leader.q,
        "time would go back for the other one"
    );
    // An edit with the settings of the leader waits in its queue.
    let mut settings = scene.settings;
    settings.speed = 0.5;
    engine.carry_out(Command::Input(Input::Settings(settings)));
    let cg = Scheme {
        method: Method::ConjugateGradient,
        ..sparse
    };
    order(&mut engine, RaceOrder::Change(contenders[0].id, cg));
    let changed = caught_up(&engine, 2).swap_remove(0);
    assert_eq!(changed.status.model.settings.method, Method::ConjugateGradient);
    assert_eq!(changed.status.model.settings.speed, 0.5);
    order(&mut engine, RaceOrder::End);
}

/// Scrubbing to the past and back to the present leaves a race unchanged; ending the race while the past is in view leaves the future unchanged.
#[test]
fn looking_back_and_forth_changes_nothing() {
    let scene = chain(4);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let euler = Scheme {
        integrator: Integrator::SemiImplicitEuler,
        ..Scheme::of(&scene.settings)
    };
    order(&mut engine, RaceOrder::Begin(vec![euler]));
    steps(&mut engine, 50);
    let before = caught_up(&engine, 1).swap_remove(0);
    engine.carry_out(Command::StepBack);
    engine.carry_out(Command::Step);
    engine.carry_out(Command::Play);
    assert_eq!(caught_up(&engine, 1)[0].status.state.q, before.status.state.q);
    engine.carry_out(Command::StepBack);
    order(&mut engine, RaceOrder::End);
    assert_eq!(engine.snapshot().0.ahead, 1);
}

/// A copy that is shown twice before its next step reports the maxima of the same steps twice: the
/// plots keep the later of two samples with the same time, and would otherwise lose a peak.
#[test]
fn who_is_shown_twice_tells_the_same_peaks() {
    let scene = scene_of("heavy-on-light");
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    order(&mut engine, RaceOrder::Begin(vec![Scheme::of(&scene.settings)]));
    let last_sample = |engine: &mut Engine| {
        engine.snapshot();
        caught_up(engine, 1);
        engine.race().take_samples().swap_remove(0).1.pop().unwrap()
    };
    for _ in 0..3 {
        steps(&mut engine, 8);
        let first = last_sample(&mut engine);
        assert!(first.worst.drift.max_m > 0.0);
        let again = last_sample(&mut engine);
        assert_eq!((again.time, again.worst), (first.time, first.worst));
    }
}

/// A copy that joins late, one beyond the limit, or one that joins after a reset or scrubbing starts from the leader's state.
#[test]
fn the_race_follows_resets_and_looking_back() {
    let scene = chain(4);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let scheme = Scheme::of(&scene.settings);
    order(&mut engine, RaceOrder::Begin(PRESETS[0].schemes(&scheme)));
    for _ in 0..MAX_RUNNERS {
        order(&mut engine, RaceOrder::Add(scheme));
    }
    steps(&mut engine, 50);
    assert_eq!(caught_up(&engine, MAX_RUNNERS).len(), MAX_RUNNERS);
    engine.carry_out(Command::Reset);
    for contender in caught_up(&engine, MAX_RUNNERS) {
        assert_eq!(contender.status.state.step, 0);
    }
    steps(&mut engine, 60);
    caught_up(&engine, MAX_RUNNERS);
    engine.carry_out(Command::Scrub(0.1));
    steps(&mut engine, 1);
    let leader = engine.run().state().clone();
    let contenders = caught_up(&engine, MAX_RUNNERS);
    assert_eq!(contenders[MAX_RUNNERS - 1].status.state.q, leader.q);
    engine.carry_out(Command::Load(Box::new(chain(2)), false));
    assert!(engine.race().contenders().is_empty());
}

/// With the same scheme a copy coincides with the leader for an hour of simulated time, bit for bit: a chaotic machine, and one with loops and a
/// motor. Their steps are long, so that the hour takes little time; with `TINKERTOY_SWEEP=full` they are those of the scenes.
#[test]
fn equal_ways_coincide_for_an_hour() {
    let long = [
        ("double-pendulum", Integrator::Rk4, 60.0),
        ("jansen", Integrator::SemiImplicitEuler, 20.0),
    ];
    for (id, integrator, rate) in long {
        let mut scene = scene_of(id);
        let full = std::env::var_os("TINKERTOY_SWEEP").is_some_and(|sweep| sweep == "full");
        let settings = &mut scene.settings;
        if !full {
            (settings.dt, settings.integrator, settings.sub_steps) =
                (1.0 / rate, integrator, SubSteps::Fixed);
            (settings.ks, settings.kd) = (100.0, 20.0);
        }
        let rate = 1.0 / settings.dt;
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene.clone()), true));
        order(&mut engine, RaceOrder::Begin(vec![Scheme::of(&scene.settings)]));
        for minutes in [1, 9, 20, 30] {
            steps(&mut engine, minutes * 60 * rate.round() as usize);
            let contender = caught_up(&engine, 1).swap_remove(0);
            let leader = engine.run().state();
            assert_eq!(contender.status.state.q, leader.q, "{id}, {} s", leader.time);
            assert_eq!(contender.status.state.v, leader.v, "{id}");
            assert_eq!(contender.status.state.work, leader.work, "{id}");
        }
        assert!((engine.run().state().time - 3600.0).abs() < 1e-3);
    }
}

/// For any step size, a copy that keeps up has a sample at every time at which the leader was shown, and continues with its own steps.
#[test]
fn other_step_lengths_are_compared_at_the_times_that_the_leader_was_shown() {
    let scene = chain(3);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let scheme = Scheme::of(&scene.settings);
    let by = |dt: f64| Scheme {
        dt: dt * scheme.dt,
        ..scheme
    };
    order(&mut engine, RaceOrder::Begin(vec![by(0.7), by(1.6)]));
    let mut shown = Vec::new();
    let mut known = vec![Vec::new(); 2];
    for _ in 0..60 {
        steps(&mut engine, 4);
        shown.push(engine.snapshot().0.state.time);
        // A copy is shown at rest once it has caught up.
        caught_up(&engine, 2);
        std::thread::sleep(Duration::from_millis(20));
        for (known, (_, samples)) in known.iter_mut().zip(engine.race().take_samples()) {
            known.extend(samples.iter().map(|it| it.time));
        }
    }
    for (known, dt) in known.iter().zip([0.7, 1.6]) {
        let coincide = |time: &&f64| known.iter().any(|other| (*time - other).abs() < 1e-9);
        let count = shown.iter().filter(coincide).count();
        assert!(count >= 55, "steps of {dt}: {count} of {}", shown.len());
    }
    // The steps taken ahead for these samples have left no trace.
    let mut alone = tinkertoy::sim::Simulation::new(&scene);
    let mut settings = alone.model().settings;
    settings.dt *= 1.6;
    alone.enact(&Input::Settings(settings));
    (0..150).for_each(|_| alone.step().unwrap());
    assert!((alone.state().time - engine.run().state().time).abs() < 1e-9);
    let last = &caught_up(&engine, 2)[1].status.state;
    assert_eq!(last.q, alone.state().q);
}

/// A copy whose snapshots reach the window some frames later than those of A is shown with A at the same time; one that falls behind delays no other.
#[test]
fn who_keeps_up_is_shown_at_one_time_with_the_leader() {
    let scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let scheme = Scheme::of(&scene.settings);
    order(&mut engine, RaceOrder::Begin(vec![scheme; 2]));
    let mut together = SyncedDisplay::default();
    let mut seen: Vec<Vec<Contender>> = Vec::new();
    let mut frame = |engine: &mut Engine, late: usize| {
        steps(engine, 2);
        let latest = std::sync::Arc::new(engine.snapshot().0);
        seen.push(caught_up(engine, 2));
        // The snapshot of the second copy is some frames old.
        let mut race = seen[seen.len() - 1].clone();
        race[1] = seen[seen.len() - 1 - late][1].clone();
        let shown = together.follow(latest.clone(), &mut race);
        (latest.state.time, shown.state.clone(), race)
    };
    for _ in 0..4 {
        frame(&mut engine, 0);
    }
    for late in [1, 2, 3, 0] {
        let (now, shown, race) = frame(&mut engine, late);
        let behind = now - shown.time;
        assert!(
            (behind - 2.0 * late as f64 * scene.settings.dt).abs() < 1e-9,
            "{late}: {behind}"
        );
        for copy in &race {
            assert_eq!(copy.status.state.q, shown.q, "{late}");
        }
    }
    // Twenty frames of two steps are more than a tenth of a second.
    for _ in 0..20 {
        frame(&mut engine, 0);
    }
    let (now, shown, race) = frame(&mut engine, 20);
    assert!(now == shown.time && race[0].status.state.q == shown.q && race[1].status.state.time < now);
}
