//! How a run goes on depends on its state alone, in the middle of contact as well: rewound, forked, saved and edited.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Edit, Integrator, Item, Method, Scene, SubSteps, file};
use tinkertoy::sim::{Input, Simulation};

use crate::build::{Build, centre, v2};
use crate::contact::{add, block, on_a_floor, velocity};

/// Chains of rods that lie on the floor, and disks that roll over it through each other's neighbourhood: pairs come near and go.
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

/// A file has places and speeds and no forces: with an exact method these decide, but for rounding, which depends on where a solve starts.
#[test]
fn a_run_saved_in_contact_goes_on_to_the_same_places() {
    let mut build = on_a_floor(0.1, 0.4, 0.1);
    build.scene.settings.sub_steps = SubSteps::Fixed;
    for k in 0..4 {
        let at = v2(0.03 * f64::from(k), 0.1 + 0.25 * f64::from(k));
        block(&mut build, &format!("box {k}"), at, 0.4, 0.2);
    }
    let mut run = Simulation::new(&build.scene);
    on(&mut run, 200);
    assert!(run.state().contacts.len() > 4);
    let mut saved = build.scene.clone();
    let mut edit = Edit::new("keep this pose");
    for (id, part) in build.scene.parts() {
        let [x, y, w] = velocity(&run, id);
        let mut part = part.clone();
        part.pose = run.model().pose(run.state(), id).unwrap();
        (part.velocity, part.omega) = (v2(x, y), w);
        saved.plan_item(&mut edit, id, Some(Item::Part(part)));
    }
    saved.apply(&edit);
    let text = file::write(&saved);
    let read: Scene = file::read(&text, "saved.ron").unwrap();
    let mut loaded = Simulation::new(&read);
    assert_eq!(loaded.state().q, run.state().q);
    for _ in 0..200 {
        on(&mut run, 1);
        on(&mut loaded, 1);
        let pairs =
            |of: fn(&Simulation) -> &[f64]| of(&loaded).iter().zip(of(&run)).map(|(a, b)| (a - b).abs());
        assert!(pairs(|run| &run.state().q).all(|miss| miss < 1e-13));
        assert!(pairs(|run| &run.state().v).all(|miss| miss < 1e-11));
    }
}

/// Contacts that an edit does not touch keep the forces that sweeps start from; those of what was changed begin anew.
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
