//! Trees of pins, motors and rods are solved in two sweeps directly from their state, and the core
//! that they are attached to between the sweeps; the general factorisation must give the same.

use tinkertoy::bench::Shape;
use tinkertoy::bodies::{Bar, Shape as Body};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::forces::{ForceKind, Spring, Torque};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Attach, Constraint, Force, Id, Item, Mass, Part, Scene};
use tinkertoy::sim::{Dynamics, Grab, Model, SimState};
use tinkertoy::solver::{Method, Solution, SolveError, Solver};

use crate::build::v2;

/// A state with open joints in which everything moves.
fn displaced_state(model: &Model) -> SimState {
    let mut state = model.start.clone();
    for (k, q) in state.q.iter_mut().enumerate() {
        *q += 0.01 * (k as f64 * 1.7).sin();
    }
    for (k, v) in state.v.iter_mut().enumerate() {
        *v += 2.0 * (k as f64 * 0.9).cos();
    }
    state
}

fn accelerations(
    dynamics: &mut Dynamics,
    model: &Model,
    state: &SimState,
    grab: Option<&Grab>,
) -> Result<tinkertoy::sim::Work, SolveError> {
    let SimState { q, v, memory, .. } = state;
    dynamics.accelerations(model, q, v, 0.3, memory, grab)
}

fn assert_close(one: &[f64], other: &[f64], tolerance: f64, what: &str) {
    let size = other.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    for (k, (a, b)) in one.iter().zip(other).enumerate() {
        assert!((a - b).abs() <= tolerance * size, "{what} {k}: {a} against {b}");
    }
}

/// Compares both algorithms at one state: the same motion, forces and power.
fn assert_same(scene: &Scene, grab: Option<Grab>, what: &str) {
    let model = Model::compile(scene);
    let state = displaced_state(&model);
    let (mut swept, mut dense) = (Dynamics::new(Method::Sparse), Dynamics::new(Method::Dense));
    swept.prepare(&model);
    dense.prepare(&model);
    let power = accelerations(&mut swept, &model, &state, grab.as_ref()).unwrap();
    let report = swept.solver.report();
    assert!(swept.solver.has_trees(), "{what}");
    assert_eq!(report.swept, !swept.solver.has_core(), "{what}");
    let tolerance = if report.swept { 1e-14 } else { 1e-11 };
    assert!(report.residual < tolerance, "{what}: {report:?}");
    let other = accelerations(&mut dense, &model, &state, grab.as_ref()).unwrap();
    assert!(!dense.solver.report().swept);
    let (one, two) = (&swept.solution, &dense.solution);
    assert_close(&one.acceleration, &two.acceleration, 1e-10, what);
    assert_close(&one.lambda, &two.lambda, 1e-9, what);
    let sizes = |work: &tinkertoy::sim::Work| [work.dissipation, work.hand, work.feedback, work.drives];
    assert_close(&sizes(&power), &sizes(&other), 1e-9, what);
}

fn shapes() -> impl Iterator<Item = (Shape, usize)> {
    let trees = Shape::ALL.into_iter().filter(|shape| shape.is_tree());
    let pins = trees.flat_map(|shape| [1, 2, 7, 54].map(|n| (shape, n)));
    let with_drives = [Shape::Driven, Shape::Machines].map(|shape| [2, 7, 60, 130].map(|n| (shape, n)));
    pins.chain(with_drives.into_iter().flatten())
        .chain([(Shape::PaperLoops, 54)])
}

#[test]
fn two_sweeps_and_the_general_way_agree() {
    for (shape, n) in shapes() {
        let mut scene = shape.scene(n);
        assert_same(&scene, None, shape.id());
        scene.settings.linear_drag = 0.3;
        scene.settings.angular_drag = 0.1;
        scene.settings.ks = 0.0;
        assert_same(&scene, None, shape.id());
        let held: Vec<Id> = scene.parts().map(|(id, _)| id).collect();
        scene.add(Force {
            name: "spring".into(),
            ends: vec![Attach::part(held[0], v2(0.1, 0.2)), Attach::ground(v2(3.0, 1.0))],
            kind: ForceKind::Spring(Spring::default()),
        });
        scene.add(Force {
            name: "torque".into(),
            ends: vec![Attach::part(held[held.len() - 1], v2(0.0, 0.0))],
            kind: ForceKind::Torque(Torque::default()),
        });
        let grab = Grab {
            mass: 0.7,
            ..Grab::new(held.len() / 2, v2(0.2, 0.0), v2(1.0, 2.0))
        };
        assert_same(&scene, Some(grab), shape.id());
    }
}

/// Independent of the order of the ends of a joint, and of the order in which parts were built.
#[test]
fn the_order_of_ends_and_parts_does_not_matter() {
    for (shape, n) in shapes() {
        let scene = shape.scene(n);
        let mut turned = Scene::default();
        turned.settings = scene.settings;
        let mut ids = std::collections::BTreeMap::new();
        for (id, part) in scene.parts().rev() {
            ids.insert(id, turned.add(part.clone()));
        }
        for (index, (_, constraint)) in scene.constraints().enumerate() {
            let mut constraint = constraint.clone();
            for end in &mut constraint.ends {
                end.part = end.part.map(|id| ids[&id]);
            }
            if index % 2 == 0 {
                constraint.ends.reverse();
            }
            turned.add(constraint);
        }
        assert_same(&turned, None, shape.id());
    }
}

/// Trees of every form, some on the ground and some free, whole and divided into pieces.
#[test]
fn forests_of_any_form_agree_with_the_general_way() {
    let mut random = 3_u64;
    let mut below = |n: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    for (round, bars) in [1, 2, 5, 17, 30, 40, 50, 60, 19_000, 20_000]
        .into_iter()
        .enumerate()
    {
        let mut scene = Scene::default();
        let reach = [1, 3, bars][round % 3];
        let mut held = Vec::new();
        for k in 0..bars {
            let from = v2(below(1000) as f64 * 0.01, below(1000) as f64 * 0.01);
            let pose = Pose::new(from.x, from.y, below(628) as f64 * 0.01);
            let bar = scene.add(Part {
                mass: Mass::Given {
                    mass: 0.2 + below(10) as f64,
                    inertia: 0.1 + below(5) as f64,
                },
                ..Part::new(format!("bar {k}"), Body::Bar(Bar::default()), pose)
            });
            held.push(bar);
            // A root now and then: on the ground, or free.
            let onto = match below(12) {
                0 => Attach::ground(from),
                _ if k == 0 => Attach::ground(from),
                1 => continue,
                _ => Attach::part(
                    held[k - 1 - below(reach.min(k))],
                    v2(0.01 * below(100) as f64, 0.1),
                ),
            };
            let mut ends = vec![Attach::part(bar, v2(-0.5, 0.0)), onto];
            if below(2) == 0 {
                ends.reverse();
            }
            let kind = ConstraintKind::Pin(Pin {});
            let name = format!("pin {k}");
            scene.add(Constraint { name, ends, kind });
        }
        let model = Model::compile(&scene);
        let state = displaced_state(&model);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        accelerations(&mut dynamics, &model, &state, None).unwrap();
        assert!(dynamics.solver.report().swept, "{bars} bars");
        assert_eq!(dynamics.solver.pieces() > 1, bars > 16_384, "{bars} bars");
        let swept = dynamics.solution.clone();
        let system = dynamics.linear_system(&model, &state).clone();
        let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
        solver.factor(&model.topology, &system).unwrap();
        solver.solve(&model.topology, &system, &mut out).unwrap();
        assert_close(&swept.acceleration, &out.acceleration, 1e-10, "acceleration");
        assert_close(&swept.lambda, &out.lambda, 1e-9, "multiplier");
    }
}

#[test]
fn where_digits_would_be_lost_the_general_way_answers() {
    let light = Shape::Chain.scene(12);
    let last = light.parts().map(|(id, _)| id).next_back().unwrap();
    let mut scene = Scene::default();
    for (id, item) in light.items() {
        let mut item = item.clone();
        if let (true, Item::Part(part)) = (id == last, &mut item) {
            part.mass = Mass::Given {
                mass: 1e9,
                inertia: 1e8,
            };
        }
        scene.add(item);
    }
    let model = Model::compile(&scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    for _ in 0..2 {
        accelerations(&mut dynamics, &model, &model.start, None).unwrap();
        assert!(!dynamics.solver.report().swept);
        assert!(dynamics.solver.report().residual < 1e-10);
    }
}

#[test]
fn bad_numbers_are_named_as_the_general_way_names_them() {
    let model = Model::compile(&Shape::Tree.scene(20));
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    for k in 0..model.start.q.len() {
        let mut state = model.start.clone();
        state.q[k] = f64::NAN;
        assert!(
            accelerations(&mut dynamics, &model, &state, None).is_err(),
            "q {k}"
        );
        let mut state = model.start.clone();
        state.v[k] = f64::INFINITY;
        assert!(
            accelerations(&mut dynamics, &model, &state, None).is_err(),
            "v {k}"
        );
        // The workspace is intact after an error.
        accelerations(&mut dynamics, &model, &model.start, None).unwrap();
        assert!(dynamics.solver.report().swept);
    }
    let mut weightless = model.clone();
    weightless.bodies[7].mass.inertia = 0.0;
    weightless.bodies[7].mass.mass = 0.0;
    dynamics.prepare(&weightless);
    let error = accelerations(&mut dynamics, &weightless, &model.start, None).unwrap_err();
    assert_eq!(error, SolveError::Mass { body: 7 });
    // Pinned at its centre, a part resists rotation only by its own inertia.
    let mut build = crate::build::Build::default();
    let (wheel, hub) = (build.disk(0.0, 0.0, 0.5, 1.0), build.disk(1.0, 0.0, 0.5, 1.0));
    build.pin(Attach::part(wheel, v2(1.0, 0.0)), Attach::part(hub, v2(0.0, 0.0)));
    let mut spinning = Model::compile(&build.scene);
    spinning.bodies[1].mass.inertia = 0.0;
    dynamics.prepare(&spinning);
    let error = accelerations(&mut dynamics, &spinning, &spinning.start, None).unwrap_err();
    assert_eq!(error, SolveError::Mass { body: 1 });
}

/// Particles on rods that carry others, beads on a ring, locked angles, and elastic parts among them.
#[test]
fn rods_rings_and_locks_are_swept_with_what_hangs_on_them() {
    let mut build = crate::build::Build::default();
    let bar = build.bar(v2(-0.5, 0.0), v2(0.5, 0.1), 2.0);
    build.pin(Attach::ground(v2(-0.5, 0.0)), build.end(bar, -1.0));
    let mut held = build.end(bar, 1.0);
    for k in 0..4 {
        let particle = build.particle(0.6 + 0.2 * f64::from(k), -0.5 * f64::from(k), 0.3);
        let centre = Attach::part(particle, v2(0.0, 0.0));
        build.rod(held, centre);
        held = centre;
    }
    let other = build.bar(v2(0.5, 0.1), v2(1.5, 0.4), 1.5);
    build.pin(build.end(bar, 1.0), build.end(other, -1.0));
    let lock = ConstraintKind::AngleLock(Default::default());
    build.link(lock, build.end(other, 1.0), build.end(bar, 1.0));
    let last = build.bar(v2(1.5, 0.4), v2(2.5, 0.0), 1.0);
    build.pin(build.end(last, -1.0), build.end(other, 1.0));
    let [free, bob] = [4.0, 5.0].map(|y| Attach::part(build.particle(5.0, y, 0.7), v2(0.0, 0.0)));
    build.rod(bob, free);
    assert_same(&build.scene, None, "rods and locks");
    // Another rod to the ground closes a loop from which everything else hangs.
    build.rod(Attach::part(other, v2(0.1, 0.2)), Attach::ground(v2(1.0, 3.0)));
    let grab = Grab::new(2, v2(0.0, 0.0), v2(1.0, 1.0));
    assert_same(&build.scene, Some(grab), "a loop");
}

/// Large trees are swept in pieces, in another order than that of their motors.
#[test]
fn a_large_driven_tree_is_what_the_general_way_says() {
    let model = Model::compile(&Shape::Driven.scene(17_000));
    let state = displaced_state(&model);
    let mut swept = Dynamics::new(Method::Sparse);
    swept.prepare(&model);
    accelerations(&mut swept, &model, &state, None).unwrap();
    assert!(swept.solver.report().swept && swept.solver.pieces() > 1);
    let system = swept
        .linear_system(&model, &SimState { time: 0.3, ..state })
        .clone();
    let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
    solver.factor(&model.topology, &system).unwrap();
    solver.solve(&model.topology, &system, &mut out).unwrap();
    assert_close(
        &swept.solution.acceleration,
        &out.acceleration,
        1e-9,
        "acceleration",
    );
    assert_close(&swept.solution.lambda, &out.lambda, 1e-9, "lambda");
}

/// Machines without trees of joints are solved by the general factorisation alone.
#[test]
fn other_machines_are_left_to_the_general_way() {
    for scene in [
        Shape::Lattice.scene(16),
        Shape::LoopsLocal.scene(30),
        Shape::Truss.scene(9),
    ] {
        let model = Model::compile(&scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        assert!(!dynamics.solver.has_trees());
        accelerations(&mut dynamics, &model, &model.start, None).unwrap();
        let system = dynamics.linear_system(&model, &model.start).clone();
        let mut solver = Solver::new(Method::Sparse);
        let mut out = Solution::default();
        solver.factor(&model.topology, &system).unwrap();
        solver.solve(&model.topology, &system, &mut out).unwrap();
        assert_eq!(out, dynamics.solution);
    }
}
