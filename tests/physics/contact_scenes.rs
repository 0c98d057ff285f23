//! Scenes of the gallery whose machines work by contact alone: each does what it was designed for.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use tinkertoy::bodies::{Gear, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Collides, Contact, Edit, Id, Part, Scene, Settings, gallery};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position};
use crate::contact::velocity;

fn scene(id: &str) -> Scene {
    gallery::find(id).unwrap().scene().unwrap()
}

fn part(scene: &Scene, name: &str) -> Id {
    scene.find(name).unwrap_or_else(|| panic!("no {name}"))
}

/// Steps until a time (s), and calls `look` after each step.
fn watch(run: &mut Simulation, until: f64, mut look: impl FnMut(&Simulation)) {
    while run.state().time < until {
        run.step().unwrap();
        look(run);
    }
}

fn pass_through(scene: &mut Scene, id: Id) {
    let mut part = scene.part(id).unwrap().clone();
    part.collides = Collides::Nothing;
    let mut edit = Edit::new("");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
}

/// Play of the Geneva wheel at pin and lock (rad).
const PLAY: f64 = 0.04;

/// Each turn of the crank advances the wheel by a quarter: `beta = atan2(sin alpha, sqrt(2) - cos alpha)`
/// from the line of centres while the pin is in a slot, and in between the wheel is at rest.
#[test]
fn a_geneva_drive_turns_by_quarters_and_rests_between() {
    let scene = scene("geneva");
    let (wheel, crank) = (part(&scene, "wheel"), part(&scene, "crank"));
    let mut run = Simulation::new(&scene);
    let (mut resting, mut turning) = (0, 0);
    watch(&mut run, 13.0, |run| {
        let turned = angle(run, crank);
        // Angle of the pin from the line to the wheel.
        let turns = ((turned - PI) / TAU).round();
        let alpha = turned - PI - TAU * turns;
        let engaged = alpha.abs() < FRAC_PI_4;
        let expected = if engaged {
            let slot = alpha.sin().atan2(2.0_f64.sqrt() - alpha.cos());
            -FRAC_PI_2 * (turns + 0.5) - slot
        } else {
            -FRAC_PI_2 * (turns + if alpha > 0.0 { 1.0 } else { 0.0 })
        };
        let off = angle(run, wheel) - expected;
        assert!(off.abs() < PLAY, "{turned}: off by {off}");
        if engaged {
            turning += 1;
        } else if alpha.abs() > FRAC_PI_4 + PLAY {
            resting += 1;
        }
    });
    assert!(turning > 500 && resting > 1500, "{turning} {resting}");
    assert!(angle(&run, crank) > 4.0 * TAU);
}

/// Times at which the pendulum passes its lowest point to the left, with the angle of the escape
/// wheel; and its largest amplitude in the first and in the last five seconds.
fn ticks(scene: &Scene, until: f64) -> (Vec<(f64, f64)>, [f64; 2]) {
    let (pendulum, wheel) = (part(scene, "pendulum"), part(scene, "escape wheel"));
    let mut run = Simulation::new(scene);
    let pivot = run.model().pose(run.state(), pendulum).unwrap();
    // The initial angle is `START` of the generator of the scene.
    let lowest = pivot.angle - 0.105;
    let (mut ticks, mut swings, mut before) = (Vec::new(), [0.0_f64; 2], 0.105);
    watch(&mut run, until, |run| {
        let swing = angle(run, pendulum) - lowest;
        let time = run.state().time;
        if before > 0.0 && swing <= 0.0 {
            let share = swing / (before - swing);
            ticks.push((time + share * run.model().settings.dt, angle(run, wheel)));
        }
        before = swing;
        if time < 5.0 {
            swings[0] = swings[0].max(swing.abs());
        } else if time > until - 5.0 {
            swings[1] = swings[1].max(swing.abs());
        }
    });
    (ticks, swings)
}

/// One tooth passes in each period, the period is that of the free pendulum within a fraction of a percent, and the teeth sustain the swing.
#[test]
fn the_clock_keeps_the_time_of_its_pendulum() {
    let clock = scene("clock");
    let (found, swings) = ticks(&clock, 24.0);
    assert!(found.len() >= 12, "{found:?}");
    let tooth = TAU / 15.0;
    let start = found[0].1;
    for (k, (_, wheel)) in found.iter().enumerate() {
        let passed = (start - wheel) / tooth;
        assert!((passed - k as f64).abs() < 0.2, "tick {k}: {passed} teeth");
    }
    let mut free = clock.clone();
    for name in ["entry pallet", "exit pallet"] {
        let id = part(&free, name);
        pass_through(&mut free, id);
    }
    let (alone, decays) = ticks(&free, 24.0);
    let period = |ticks: &[(f64, f64)]| {
        let last = ticks.len() - 1;
        (ticks[last].0 - ticks[0].0) / last as f64
    };
    let (paced, own) = (period(&found), period(&alone));
    assert!((paced / own - 1.0).abs() < 3e-3, "{paced} {own}");
    assert!(swings[1] > 0.95 * swings[0], "{swings:?}");
    assert!(decays[1] < 0.85 * decays[0], "{decays:?}");
    let passed = (alone[0].1 - alone[alone.len() - 1].1) / tooth;
    assert!(passed > 100.0, "without pallets the weight runs down: {passed}");
}

/// Beyond dead centre the spring holds the handle against its peg; short of it the spring throws the handle back.
#[test]
fn a_toggle_holds_beyond_dead_centre_only() {
    let scene = scene("toggle");
    let mut run = Simulation::new(&scene);
    let names = ["upper", "lower"];
    let handles = names.map(|name| part(&scene, &format!("{name} handle")));
    let blocks = names.map(|name| part(&scene, &format!("{name} block")));
    let built = blocks.map(|id| position(&run, id).x);
    let degree = PI / 180.0;
    watch(&mut run, 1.2, |_| {});
    for (id, stop) in handles.into_iter().zip([-4.0, 6.0]) {
        let at = angle(&run, id) / degree;
        assert!((at - stop).abs() < 0.1, "pushed to {at} of {stop} degrees");
    }
    watch(&mut run, 6.0, |_| {});
    let squeezed: Vec<f64> = (0..2).map(|k| position(&run, blocks[k]).x - built[k]).collect();
    // Reach of crank and rod at four degrees, less their reach when the ram meets the block.
    let reach = 0.2 * f64::cos(4.0 * degree) + (0.25 - (0.2 * f64::sin(4.0 * degree)).powi(2)).sqrt();
    assert!((squeezed[0] - (reach - 0.66)).abs() < 2e-4, "{squeezed:?}");
    assert!((angle(&run, handles[0]) / degree + 4.0).abs() < 0.1);
    assert!(velocity(&run, handles[0]).iter().all(|v| v.abs() < 1e-6));
    assert!(angle(&run, handles[1]) > 30.0 * degree, "the lower one opens");
    assert!(squeezed[1] < 0.002, "{squeezed:?}");
}

/// Balls that roll without slip go round with half the speed of the shaft's rim: `w r/(2 (r + b))`. They alone keep the shaft in place.
#[test]
fn balls_of_a_bearing_roll_and_carry_the_shaft() {
    let scene = scene("bearing");
    let (shaft, cage) = (part(&scene, "shaft"), part(&scene, "cage"));
    let mut run = Simulation::new(&scene);
    let (mut off, mut ways) = (0.0_f64, [0.0; 2]);
    watch(&mut run, 2.0, |run| off = off.max(position(run, shaft).length()));
    let from = [shaft, cage].map(|id| angle(&run, id));
    watch(&mut run, 4.0, |run| ways = [shaft, cage].map(|id| angle(run, id)));
    let [turned, carried] = [ways[0] - from[0], ways[1] - from[1]];
    let ratio = 0.3 / (2.0 * 0.402);
    assert!(turned > 4.0, "{turned}");
    assert!(
        (carried / turned / ratio - 1.0).abs() < 0.02,
        "{carried} {turned}"
    );
    // The play is 4 mm, and the facets of the ring are a millimetre deep.
    assert!(off < 0.012, "{off}");
}

/// The plunger returns balls that drain, and no ball leaves the table.
#[test]
fn pinballs_stay_in_play() {
    let scene = scene("pinball");
    let balls: Vec<Id> = (1..=3).map(|k| part(&scene, &format!("ball {k}"))).collect();
    let mut run = Simulation::new(&scene);
    let (mut drained, mut shot) = ([false; 3], 0);
    watch(&mut run, 40.0, |run| {
        for (k, id) in balls.iter().enumerate() {
            let p = position(run, *id);
            assert!(p.x.abs() < 1.1 && p.y < 1.9 && p.y > -2.3, "{p}");
            if p.y < -1.3 {
                drained[k] = true;
            } else if drained[k] && p.y > 0.0 {
                (drained[k], shot) = (false, shot + 1);
            }
        }
    });
    assert!(shot >= 2, "shot up {shot} times");
}

/// The arch that is too thin collapses, the other one stands.
#[test]
fn one_arch_of_two_stands() {
    let scene = scene("arches");
    let crowns = ["left stone 11", "right stone 11"].map(|name| part(&scene, name));
    let mut run = Simulation::new(&scene);
    watch(&mut run, 2.5, |_| {});
    let [left, right] = crowns.map(|id| scene.part(id).unwrap().pose.position.y - position(&run, id).y);
    assert!(left.abs() < 1e-5, "{left}");
    assert!(right > 0.5, "{right}");
}

/// Two gears on separate axles, 3 mm too close: their teeth overlap as built, no force can separate them, and a step took seconds. They pass through
/// each other until a gear pair makes them mesh; gears that approach each other collide, tooth by tooth.
#[test]
fn wheels_that_stand_in_each_others_teeth_do_not_jam() {
    for (apart, collide) in [(0.897, false), (0.965, true)] {
        let mut build = Build::default();
        build.scene.settings = Settings::with_contact(Contact::default());
        let mut wheel = |x: f64, teeth: f64| {
            let shape = Shape::Gear(Gear { teeth, module: 0.03 });
            let id = build.scene.add(Part::new("wheel", shape, Pose::new(x, 0.0, 0.0)));
            build.pin(ground(x, 0.0), centre(id));
        };
        wheel(0.0, 40.0);
        wheel(apart, 20.0);
        let mut run = Simulation::new(&build.scene);
        watch(&mut run, 0.1, |_| {});
        let pairs = run.state().contact_pairs.len();
        assert_eq!(pairs > 0, collide, "{apart}: {pairs} pairs of pieces");
        assert!(pairs < 150, "not wherever boxes meet: {pairs}");
        assert_eq!(run.state().control.unsolved_contacts, 0);
    }
}
