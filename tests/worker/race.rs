//! Races: copies of a run under the same hand and the same edits, each in its own way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Integrator, Method, Scene, gallery};
use tinkertoy::sim::{Hand, Input};
use tinkertoy::worker::race::{MOST, READY};
use tinkertoy::worker::{Command, Engine, RaceOrder, Standing, Way};

use crate::chain;

/// Waits until all have come as far as the leader.
fn caught_up(engine: &Engine, count: usize) -> Vec<Arc<Standing>> {
    let started = Instant::now();
    loop {
        if engine.race_is_settled() {
            let standings = engine.standings();
            assert_eq!(standings.len(), count);
            return standings;
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

/// A fork in mid-run, pulled by the mouse, edited and given other settings than the race is about, has the leader's bits.
#[test]
fn who_computes_as_the_leader_does_has_its_bits() {
    for id in ["double-pendulum", "jansen"] {
        let scene = scene_of(id);
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene.clone()), true));
        steps(&mut engine, 100);
        let way = Way::of(&engine.run().model().settings);
        order(&mut engine, RaceOrder::Begin(vec![way]));
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
        let standing = &caught_up(&engine, 1)[0];
        let leader = engine.run().state();
        assert_eq!(standing.state.q, leader.q, "{id}");
        assert_eq!(standing.state.v, leader.v, "{id}");
        assert_eq!(standing.state.time, leader.time, "{id}");
        assert_eq!(standing.state.work, leader.work, "{id}");
    }
}

/// The hand takes and lets go at the same simulated time, whatever the lengths of steps.
#[test]
fn another_step_length_is_cut_where_something_is_done() {
    let scene = chain(3);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let way = Way::of(&scene.settings);
    let long = Way {
        dt: 4.0 * way.dt,
        ..way
    };
    let short = Way {
        dt: 0.3 * way.dt,
        ..way
    };
    order(&mut engine, RaceOrder::Begin(vec![long, short]));
    steps(&mut engine, 5);
    hand(&mut engine, &scene, Some(Vec2::new(0.2, 0.1)));
    steps(&mut engine, 60);
    hand(&mut engine, &scene, None);
    steps(&mut engine, 7);
    let leader = engine.run().state().clone();
    for standing in caught_up(&engine, 2) {
        let gap = leader.time - standing.state.time;
        assert!((-1e-9..standing.way.dt).contains(&gap), "{gap}");
        // Fourth order: what is left is the time by which they differ.
        let reach = gap * 10.0 + 1e-4;
        for (a, b) in standing.state.q.iter().zip(&leader.q) {
            assert!((a - b).abs() < reach, "{a} {b}, {gap}");
        }
    }
}

#[test]
fn ways_differ_and_can_be_changed_swapped_and_merged() {
    let scene = chain(12);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let way = Way::of(&scene.settings);
    let euler = Way {
        integrator: Integrator::SemiImplicitEuler,
        ..way
    };
    let dense = Way {
        method: Method::Dense,
        ..way
    };
    order(&mut engine, RaceOrder::Begin(vec![euler, dense]));
    steps(&mut engine, 300);
    let standings = caught_up(&engine, 2);
    let leader = engine.run().state().clone();
    assert_ne!(standings[0].state.q, leader.q);
    for (a, b) in standings[1].state.q.iter().zip(&leader.q) {
        assert!((a - b).abs() < 1e-6, "the same equations by another method");
    }
    assert_eq!(standings[1].way.method, Method::Dense);
    assert!(!engine.race_samples()[0].is_empty());

    // The leader takes over where Euler has led, and Euler's lane where the leader was.
    order(&mut engine, RaceOrder::Swap(0));
    assert_eq!(engine.run().state().q, standings[0].state.q);
    let swapped = caught_up(&engine, 2);
    assert_eq!(swapped[0].state.q, leader.q);
    assert_eq!(swapped[0].way, way);

    order(&mut engine, RaceOrder::Merge);
    steps(&mut engine, 1);
    let merged = caught_up(&engine, 2);
    let leader = engine.run().state().clone();
    assert_eq!(
        merged[0].state.q, leader.q,
        "the leader's way from the leader's place"
    );

    order(&mut engine, RaceOrder::Change(0, euler));
    steps(&mut engine, 100);
    assert_ne!(caught_up(&engine, 2)[0].state.q, engine.run().state().q);
    order(&mut engine, RaceOrder::Remove(0));
    let left = caught_up(&engine, 1);
    assert_eq!(left[0].way.method, Method::Dense);
    order(&mut engine, RaceOrder::End);
    assert!(engine.standings().is_empty());
}

/// A runner that is hopelessly slow holds up neither the leader nor the end of the race.
#[test]
fn a_slow_runner_falls_behind_and_the_leader_does_not() {
    let scene = chain(2000);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let way = Way {
        method: Method::Dense,
        ..Way::of(&scene.settings)
    };
    order(&mut engine, RaceOrder::Begin(vec![way]));
    steps(&mut engine, 40);
    let started = Instant::now();
    let standing = loop {
        if let Some(standing) = engine.standings().first() {
            break Arc::clone(standing);
        }
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    };
    let (leader, theirs) = (engine.run().state().time, standing.state.time);
    assert!(theirs < 0.5 * leader, "{theirs} of {leader}");
}

/// Whoever joins late, one too many, or after time was taken back starts from where the leader is.
#[test]
fn the_race_follows_resets_and_looking_back() {
    let scene = chain(4);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let way = Way::of(&scene.settings);
    order(&mut engine, RaceOrder::Begin(READY[0].ways(&way)));
    for _ in 0..MOST {
        order(&mut engine, RaceOrder::Add(way));
    }
    steps(&mut engine, 50);
    assert_eq!(caught_up(&engine, MOST).len(), MOST);
    engine.carry_out(Command::Reset);
    for standing in caught_up(&engine, MOST) {
        assert_eq!(standing.state.step, 0);
    }
    steps(&mut engine, 60);
    caught_up(&engine, MOST);
    engine.carry_out(Command::Scrub(0.1));
    steps(&mut engine, 1);
    let leader = engine.run().state().clone();
    let standings = caught_up(&engine, MOST);
    assert_eq!(standings[MOST - 1].state.q, leader.q);
    engine.carry_out(Command::Load(Box::new(chain(2)), false));
    assert!(engine.standings().is_empty());
}
