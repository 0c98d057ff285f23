//! Bodies at rest stay at rest: with sleeping off nothing creeps, by each exact method. A minute in a full run, a second otherwise.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Contact, Edit, Id, Integrator, Mass, Method, Part, Scene, file, gallery};
use tinkertoy::sim::Simulation;

use crate::is_full;

/// Largest creep allowed (m, or rad for parts of about 1 m), and largest penetration (m).
const CREEP: f64 = 1e-6;

fn seconds() -> f64 {
    let asked = std::env::var("TINKERTOY_SECONDS").ok();
    let otherwise = if is_full() { 60.0 } else { 1.0 };
    asked.and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// A stack of boxes of 0.5 m by 0.2 m with these masses from the bottom up (kg).
fn stack(masses: &[f64]) -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        friction: 0.6,
        ..Contact::default()
    });
    for (k, &mass) in masses.iter().enumerate() {
        let (width, height) = (0.5, 0.2);
        let inertia = mass * (width * width + height * height) / 12.0;
        scene.add(Part {
            mass: Mass::Given { mass, inertia },
            ..Part::new(
                format!("box {k}"),
                Shape::Box(Box { width, height }),
                Pose::new(0.0, 0.1 + 0.2 * k as f64, 0.0),
            )
        });
    }
    scene
}

/// A scene of the gallery without some of its parts.
fn without(id: &str, gone: impl Fn(&str) -> bool) -> Scene {
    let mut scene = gallery::find(id).unwrap().scene().unwrap();
    let parts: Vec<Id> = scene
        .parts()
        .filter(|(_, it)| gone(&it.name))
        .map(|it| it.0)
        .collect();
    assert!(!parts.is_empty());
    let mut edit = Edit::new("take away");
    for part in parts {
        scene.plan_item(&mut edit, part, None);
    }
    scene.apply(&edit);
    scene
}

/// Runs by each exact method, and checks the largest creep of any coordinate from where it was built.
fn rests(name: &str, mut scene: Scene) {
    scene.settings.dt = 1.0 / 240.0;
    scene.settings.contact.as_mut().unwrap().sleeping = false;
    for method in Method::EXACT {
        scene.settings.method = method;
        let mut run = Simulation::new(&scene);
        let start = run.state().q.clone();
        for _ in 0..(seconds() / scene.settings.dt).round() as u64 {
            run.step().unwrap();
        }
        let (state, figures) = (run.state(), run.state().contact);
        let moved = state.q.iter().zip(&start).map(|(q, start)| (q - start).abs());
        let creep = moved.fold(0.0, f64::max);
        let fastest = state.v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let told = format!(
            "{name}, {method}, {} s: creep {creep:.1e}, {fastest:.1e} m/s, {figures:?}",
            state.time
        );
        println!("{told}");
        assert!(creep < CREEP, "{told}");
        assert!(
            figures.penetration_max < CREEP && figures.residual_max < 1e-10,
            "{told}"
        );
        assert_eq!(state.control.unsolved_contacts, 0, "{told}");
    }
}

#[test]
fn a_stack_of_twenty() {
    rests("twenty boxes", stack(&[2.0; 20]));
}

#[test]
fn a_thousand_times_as_heavy_on_top() {
    let mut masses = [2.0; 5];
    masses[4] = 2000.0;
    rests("heavy on four light boxes", stack(&masses));
}

#[test]
fn a_card_house() {
    rests("card house", without("cards", |name| name == "marble"));
}

#[test]
fn an_arch() {
    rests("arch", without("arches", |name| !name.starts_with("left")));
}

/// A ball comes to rest after infinitely many bounces, at the time of the closed form, from any
/// height: every bounce is located in time, however short the flight.
#[test]
fn endless_bounces_end() {
    for restitution in [0.5, 0.7, 0.8, 0.9] {
        for k in 0..25 {
            let height = 0.3 + 0.0137 * f64::from(k);
            let text = format!(
                "(version: 2, settings: (contact: (floor: 0, friction: 0.3, restitution: {restitution})),
                    parts: [(name: \"ball\", shape: Disk(radius: 0.3), at: (0, {}), mass: 1, velocity: (0.66, 0))])",
                0.3 + height
            );
            let mut run = Simulation::new(&file::read(&text, "ball.ron").unwrap());
            let fall = (2.0 * height / 9.81_f64).sqrt();
            let last = fall * (1.0 + 2.0 * restitution / (1.0 - restitution));
            let mut rests = None;
            while run.state().time < last + 0.1 {
                run.step().unwrap();
                run.look();
                let is_down = (run.state().q[1] - 0.3).abs() < 5e-8 && run.state().v[1].abs() < 1e-6;
                rests = is_down.then(|| rests.unwrap_or(run.state().time));
            }
            let told = format!("e {restitution}, {height} m");
            let dt = run.model().settings.dt;
            let late = rests
                .unwrap_or_else(|| panic!("{told}: no rest, {:?} {:?}", run.state().q, run.state().v))
                - last;
            assert!((-1e-4..=dt).contains(&late), "{told}: {late} s late");
            assert_eq!(
                (run.state().control.unsolved_contacts, run.breach()),
                (0, None),
                "{told}"
            );
        }
    }
}

/// Boxes of 0.5 m in rows, each on two boxes of the row below.
fn pyramid(rows: usize) -> Scene {
    let mut scene = stack(&[]);
    let shape = Shape::Box(Box {
        width: 0.5,
        height: 0.5,
    });
    for row in 0..rows {
        for k in 0..rows - row {
            let x = 0.55 * (k as f64 + 0.5 * row as f64);
            let pose = Pose::new(x, 0.5 * (row as f64 + 0.5), 0.0);
            scene.add(Part::new(format!("box {row}.{k}"), shape.clone(), pose));
        }
    }
    scene
}

/// Steps for this many seconds.
fn pass(run: &mut Simulation, seconds: f64) {
    for _ in 0..(seconds / run.model().settings.dt).round() as u64 {
        run.step().unwrap();
    }
}

/// A standing heap: no bit of it changes from step to step, nothing is solved for it, and the run
/// continues alike from a file and from memory, also after it is disturbed.
#[test]
fn what_stands_is_found_standing() {
    let ragdoll = gallery::find("ragdoll").unwrap().scene().unwrap();
    for (mut scene, rest) in [(pyramid(8), 1.0), (ragdoll, 8.0)] {
        scene.settings.dt = 1.0 / 240.0;
        scene.settings.contact.as_mut().unwrap().sleeping = false;
        let mut run = Simulation::new(&scene);
        pass(&mut run, rest);
        let (q, forces) = (run.state().q.clone(), run.state().contacts.clone());
        for _ in 0..20 {
            run.step().unwrap();
            let (state, figures) = (run.state(), run.state().contact);
            assert_eq!(
                (figures.iterations, state.control.unsolved_contacts),
                (0, 0),
                "{figures:?}"
            );
            assert!(
                figures.residual < 1e-11 && state.v.iter().all(|v| *v == 0.0),
                "{figures:?}"
            );
            assert!(state.q == q && state.contacts == forces);
        }
        scene.run = Some(std::sync::Arc::new(run.to_run()));
        let mut other = Simulation::new(&scene);
        for run in [&mut run, &mut other] {
            pass(run, 0.1);
            let mut tilted = run.model().settings;
            tilted.gravity.x = 9.0;
            run.apply(tinkertoy::sim::Input::Settings(tilted));
            pass(run, 0.3);
        }
        assert_eq!(run.hash(), other.hash());
        assert!(run.state().v.iter().any(|v| v.abs() > 0.1));
    }
}

/// A brick on a floor without friction, under a gravity of 1e-11 m/s² along the floor, accelerates.
#[test]
fn what_nothing_holds_is_not_taken_to_stand() {
    let mut scene = stack(&[2.0]);
    scene.settings.contact.as_mut().unwrap().friction = 0.0;
    scene.settings.contact.as_mut().unwrap().sleeping = false;
    scene.settings.gravity.x = 1e-11;
    let mut run = Simulation::new(&scene);
    pass(&mut run, 1.0);
    let speed = run.state().v[0];
    assert!((speed - 1e-11).abs() < 1e-12, "{speed:e}");
}

/// The floor is two thousand kilometres wide, and yet a box touches it exactly below its corners.
#[test]
fn a_box_touches_a_wide_floor_at_its_corners() {
    for k in 0..100 {
        let (mut scene, at) = (stack(&[]), 0.0917 * f64::from(k));
        let shape = Shape::Box(Box {
            width: 0.5,
            height: 0.2,
        });
        let pose = Pose::new(at, 0.1, 1e-12 * f64::from(k % 5 - 2));
        scene.add(Part::new("box".to_owned(), shape, pose));
        let mut run = Simulation::new(&scene);
        run.step().unwrap();
        for touch in &run.state().contacts {
            let off = ((touch.at.x - at).abs() - 0.25).abs();
            assert!(off < 1e-12, "{at}: {off:e}");
        }
        assert_eq!(run.state().contacts.len(), 2);
    }
}
