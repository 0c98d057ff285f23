//! The continuation of a run depends on its state alone, during contact as well: rewound, forked, saved and edited.

use std::sync::Arc;

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Edit, Integrator, Item, Method, Scene, SubSteps, file, gallery};
use tinkertoy::sim::{Input, Simulation};

use crate::build::{Build, centre, v2};
use crate::contact::{add, block, on_a_floor};

/// Chains of rods on the floor, and disks that roll past each other: contact pairs appear and disappear.
fn yard(method: Method, integrator: Integrator) -> Build {
    let mut build = on_a_floor(0.0, 0.4, 0.1);
    build.scene.settings.integrator = integrator;
    build.scene.settings.method = method;
    build.scene.settings.dt = 1.0 / 240.0;
    build.scene.settings.sub_steps = SubSteps::Fixed;
    for k in 0..6_u32 {
        let x = 0.7 * f64::from(k);
        let low = block(&mut build, &format!("low {k}"), v2(x, 0.1), 0.3, 0.2);
        let high = block(&mut build, &format!("high {k}"), v2(x + 0.02, 0.34), 0.2, 0.2);
        build.rod(centre(low), centre(high));
        let disk = Shape::Disk(Disk { radius: 0.1 });
        let pose = Pose::new(x - 0.3, 0.3 + 0.1 * f64::from(k), 0.0);
        let disk = add(&mut build, &format!("disk {k}"), disk, pose, 1.0);
        build.set_velocity(disk, v2(2.0 - 0.7 * f64::from(k), 0.0), 0.0);
    }
    build
}

fn on(run: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        run.step().unwrap();
    }
}

#[test]
fn a_run_rewound_or_forked_in_contact_goes_on_to_the_same_bits() {
    for (method, integrator) in [
        (Method::Sparse, Integrator::Impulse),
        (Method::Dense, Integrator::Impulse),
        (Method::GaussSeidel, Integrator::Impulse),
        (Method::Sparse, Integrator::SemiImplicitEuler),
        (Method::Sparse, Integrator::Rk4),
        (Method::ConjugateGradient, Integrator::Rk4),
        (Method::Dense, Integrator::Dopri5),
    ] {
        let build = yard(method, integrator);
        let told = format!("{method}, {integrator}");
        let steps = if integrator == Integrator::Impulse {
            150
        } else {
            50
        };
        let mut run = Simulation::new(&build.scene);
        on(&mut run, steps);
        let (kept, state) = (run.hash(), run.state().clone());
        assert!(state.contacts.len() > 6, "{told}");
        let mut fork = run.fork();
        on(&mut run, steps);
        let ahead = run.hash();
        on(&mut fork, steps);
        assert_eq!(fork.hash(), ahead, "{told}: a fork");
        run.restore(state);
        assert_eq!(run.hash(), kept);
        on(&mut run, steps);
        assert_eq!(run.hash(), ahead, "{told}: rewound");
        let again = Simulation::replay(&build.scene, run.record(), 2 * steps as u64).unwrap();
        assert_eq!(again.hash(), ahead, "{told}: replayed");
    }
}

/// The scene and its run after a round trip through the text of a file.
fn reloaded(scene: &Scene, run: &Simulation) -> Simulation {
    let mut saved = scene.clone();
    saved.run = Some(Arc::new(run.to_run()));
    let text = file::write(&saved);
    let read = file::read(&text, "saved.ron").unwrap();
    assert_eq!(file::write(&read), text);
    Simulation::new(&read)
}

#[test]
fn a_run_saved_in_contact_goes_on_to_the_same_bits() {
    // Scenes that stack, roll, walk or hang by ropes and stops, during contact, each with the durations before and after saving (s).
    for (id, before, after) in [
        ("pile", 1.0, 0.25),
        ("ragdoll", 1.5, 1.0),
        ("walker", 1.0, 1.0),
        ("car", 1.0, 1.0),
        ("winch", 1.0, 1.0),
        ("shaker", 1.0, 0.5),
        ("clock", 1.0, 1.0),
        ("toggle", 1.0, 1.0),
    ] {
        let scene = gallery::find(id).unwrap().scene().unwrap();
        let steps = |seconds: f64| (seconds / scene.settings.dt).round() as usize;
        let mut run = Simulation::new(&scene);
        on(&mut run, steps(before));
        let mut loaded = reloaded(&scene, &run);
        assert_eq!(loaded.hash(), run.hash(), "{id}: as saved");
        assert_eq!(loaded.state(), run.state(), "{id}: as saved");
        on(&mut run, steps(after));
        on(&mut loaded, steps(after));
        assert_eq!(loaded.hash(), run.hash(), "{id}");
        assert_eq!(loaded.ledger_error(), run.ledger_error(), "{id}");
    }
}

#[test]
fn a_run_of_any_integrator_saved_in_contact_goes_on_to_the_same_bits() {
    for (method, integrator) in [
        (Method::Dense, Integrator::Impulse),
        (Method::GaussSeidel, Integrator::Impulse),
        (Method::Sparse, Integrator::SemiImplicitEuler),
        (Method::ConjugateGradient, Integrator::Rk4),
        (Method::Dense, Integrator::Dopri5),
    ] {
        let build = yard(method, integrator);
        let mut run = Simulation::new(&build.scene);
        on(&mut run, 50);
        assert!(run.state().contacts.len() > 6);
        let mut loaded = reloaded(&build.scene, &run);
        on(&mut run, 50);
        on(&mut loaded, 50);
        assert_eq!(loaded.hash(), run.hash(), "{method}, {integrator}");
    }
}

/// Parts asleep when saved are asleep when read, and wake in the same step.
#[test]
fn a_run_saved_asleep_wakes_as_it_would_have() {
    let mut build = on_a_floor(0.0, 0.1, 0.0);
    build.scene.settings.contact.as_mut().unwrap().sleeping = true;
    for k in 0..3 {
        block(
            &mut build,
            &format!("box {k}"),
            v2(0.0, 0.1 + 0.2 * f64::from(k)),
            0.4,
            0.2,
        );
    }
    let disk = Shape::Disk(Disk { radius: 0.1 });
    let ball = add(&mut build, "ball", disk, Pose::new(-3.0, 0.1, 0.0), 1.0);
    build.set_velocity(ball, v2(2.0, 0.0), 0.0);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 300);
    assert_eq!(run.state().sleeping(), 3);
    let mut loaded = reloaded(&build.scene, &run);
    let mut woken = false;
    for step in 0..900 {
        on(&mut run, 1);
        on(&mut loaded, 1);
        assert_eq!(loaded.hash(), run.hash(), "step {step}");
        woken |= run.state().sleeping() == 0;
    }
    assert!(woken);
}

/// A saved run of another machine, or with missing numbers, is ignored, and the machine starts as built; unknown contact pairs are dropped.
#[test]
fn a_run_that_is_of_another_machine_is_not_taken_up() {
    let mut build = on_a_floor(0.1, 0.4, 0.1);
    block(&mut build, "low", v2(0.0, 0.1), 0.4, 0.2);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 20);
    let saved = run.to_run();
    let mut stray = saved.clone();
    let pairs = stray.0.get_mut("pairs").unwrap();
    pairs.extend([0.0, 0.0, 7.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    stray.0.get_mut("contacts").unwrap().extend([9.0; 12]);
    stray.put("of a later version", [1.0]);
    build.scene.run = Some(Arc::new(stray));
    assert_eq!(Simulation::new(&build.scene).state(), run.state());
    build.scene.run = Some(Arc::new(saved));
    block(&mut build, "high", v2(0.0, 0.3), 0.4, 0.2);
    let other = Simulation::new(&build.scene);
    assert_eq!(other.state().step, 0);
    assert_eq!(other.state().q, other.model().start.q);
}

/// An edit of a paused run is undone by restoring its state; in contact that includes the forces of the warm start.
#[test]
fn a_run_put_back_in_contact_goes_on_to_the_same_bits() {
    let build = yard(Method::Sparse, Integrator::Impulse);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 100);
    let kept = run.state().clone();
    let mut ahead = run.fork();
    on(&mut ahead, 50);
    on(&mut run, 1);
    run.apply(Input::Adopt(std::boxed::Box::new(kept.clone())));
    assert_eq!(run.state().warm_start, kept.warm_start);
    on(&mut run, 50);
    assert_eq!(run.state().q, ahead.state().q);
    assert_eq!(run.state().v, ahead.state().v);
}

/// Contacts of parts that an edit leaves alone keep the forces of the warm start; those of changed parts start from zero.
#[test]
fn an_edit_keeps_the_contacts_of_other_parts() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    build.scene.settings.method = Method::GaussSeidel;
    let left = block(&mut build, "left", v2(0.0, 0.1), 0.4, 0.2);
    let right = block(&mut build, "right", v2(2.0, 0.1), 0.4, 0.2);
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 20);
    let before = run.state().contacts.clone();
    assert_eq!(before.len(), 4);
    let mut edited = build.scene.clone();
    let mut edit = Edit::new("another part");
    let mut part = edited.part(right).unwrap().clone();
    part.shape = Shape::Disk(Disk { radius: 0.1 });
    edited.plan_item(&mut edit, right, Some(Item::Part(part)));
    edited.apply(&edit);
    run.apply(Input::Scene(Box::new(edited.clone()), Vec::new()));
    assert_eq!(run.state().contacts, before[..2]);
    let moved = vec![(left, Pose::new(0.0, 1.0, 0.0))];
    run.apply(Input::Scene(Box::new(edited), moved));
    assert!(run.state().contacts.is_empty());
}
