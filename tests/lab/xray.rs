//! The force x-ray: contributions add up to the total, reactions hold parts in equilibrium, bars bend by the textbook formulas.

use std::sync::Arc;

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{Cap, ConstraintKind, Groove, Motor, Pin};
use tinkertoy::lab::heat::openings;
use tinkertoy::lab::xray::{Camera, reactions};
use tinkertoy::lab::{Assembled, Card};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{
    Attach, Constraint, Contact, Integrator, Mass, Method, Part, Scene, Stabilisation, gallery,
};
use tinkertoy::sim::{Dynamics, ForceCause, Freedom, Simulation};

/// A scene of the gallery after this many steps.
fn under_way(id: &str, steps: usize) -> (Scene, Simulation) {
    let scene = gallery::find(id).unwrap().scene().unwrap();
    let mut run = Simulation::new(&scene);
    for _ in 0..steps {
        run.step().unwrap();
    }
    (scene, run)
}

fn size(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// Trees, loops, motors, redundant trusses, springs, stops, contact, curves, wheels: every scene of the gallery with joints, except the largest.
#[test]
fn shares_add_up_to_the_whole() {
    let mut seen = 0;
    for entry in gallery::GALLERY {
        let id = entry.id;
        let (scene, run) = under_way(id, 60);
        if !(1..400).contains(&scene.constraints().count()) {
            continue;
        }
        seen += 1;
        let before = run.hash();
        let xray = Camera::default()
            .take(&run)
            .unwrap_or_else(|| panic!("{id}: no x-ray"));
        assert_eq!(run.hash(), before);
        let whole = xray.lambda(None);
        let mut sum = vec![0.0; whole.len()];
        let mut largest: f64 = size(whole);
        for (cause, share) in &xray.shares().parts {
            assert!(share.lambda.len() == whole.len(), "{cause:?}");
            largest = largest.max(size(&share.lambda));
            for (sum, part) in sum.iter_mut().zip(&share.lambda) {
                *sum += part;
            }
        }
        let missed = sum
            .iter()
            .zip(whole)
            .fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        assert!(missed <= 1e-12 * largest, "{id}: {missed:e} of {largest:e}");
        let has = |cause: ForceCause| xray.shares().parts.iter().any(|it| it.0 == cause);
        let heavy = scene.settings.gravity != Vec2::ZERO;
        assert!(has(ForceCause::Gravity) || !heavy, "{id}");
        let driven = ["jansen", "four-bar"].contains(&id);
        assert!(
            has(ForceCause::Drives) && has(ForceCause::Inertia) || !driven,
            "{id}"
        );
    }
    assert!(seen > 30, "{seen}");
}

/// The total equals the run's own solution of one solve: the accelerations, which determine the
/// constraint forces on each part, and the multipliers where all rows are independent.
#[test]
fn the_whole_is_what_the_run_has() {
    let (mut seen, mut unique) = (0, 0);
    for entry in gallery::GALLERY {
        let id = entry.id;
        let (scene, mut run) = under_way(id, 100);
        if !(1..400).contains(&scene.constraints().count()) {
            continue;
        }
        let xray = Camera::default().take(&run).unwrap();
        // Forces of contact and of limits are not in the equations that the run solves between steps.
        let beside = |it: &(ForceCause, _)| matches!(it.0, ForceCause::Contact | ForceCause::Limits);
        if scene.settings.method.iterates()
            || xray.shares().parts.iter().any(|(cause, _)| beside(&(*cause, ())))
        {
            continue;
        }
        run.read_multipliers();
        let own = &run.dynamics.solution;
        let apart = |a: &[f64], b: &[f64]| {
            a.iter()
                .zip(b)
                .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()))
        };
        let whole = &xray.shares().whole;
        let off = apart(&own.acceleration, &whole.acceleration);
        assert!(
            off < 1e-8 * size(&own.acceleration).max(1.0),
            "{id}: accelerations {off:e}"
        );
        seen += 1;
        let (model, state) = (run.model().clone(), run.state().clone());
        let mut counted = Dynamics::new(Method::Sparse);
        counted.prepare(&model);
        let freedom = Freedom::of(&model, &state, &mut counted).unwrap();
        if freedom.rank == Some(freedom.rows) {
            let off = apart(&own.lambda, &whole.lambda);
            assert!(
                off < 1e-8 * size(&own.lambda).max(1.0),
                "{id}: multipliers {off:e}"
            );
            unique += 1;
        }
    }
    assert!(seen > 20 && unique > 15, "{seen} {unique}");
}

/// Newton's law for each body: reactions and weight give its acceleration.
#[test]
fn reactions_and_weight_make_the_acceleration() {
    let (scene, run) = under_way("double-pendulum", 80);
    let xray = Camera::default().take(&run).unwrap();
    let (model, state) = (run.model(), run.state());
    let reactions = reactions(model, state, xray.lambda(None));
    for (index, body) in model.bodies.iter().enumerate() {
        let own = reactions.iter().filter(|it| it.body == Some(index));
        let force = own.fold(body.mass.mass * scene.settings.gravity, |sum, it| sum + it.force);
        let a = &xray.shares().whole.acceleration[body.offset..];
        let drag = scene.settings.linear_drag * Vec2::new(state.v[body.offset], state.v[body.offset + 1]);
        let missed = force - drag - body.mass.mass * Vec2::new(a[0], a[1]);
        assert!(missed.length() < 1e-9 * (1.0 + force.length()), "{missed}");
    }
}

/// A rod pushes or pulls at both of its ends, by its axial force; a pin, whose ends coincide, does neither.
#[test]
fn rods_in_compression_push_at_both_ends() {
    let (_, run) = under_way("truss-bridge", 80);
    let xray = Camera::default().take(&run).unwrap();
    let (model, state, lambda) = (run.model(), run.state(), xray.lambda(None));
    let reactions = reactions(model, state, lambda);
    let (mut pushing, mut pulling) = (0, 0);
    for link in &model.links {
        let own = reactions.iter().filter(|it| it.constraint == link.id);
        let pushes: Vec<bool> = own.map(|it| it.pushes).collect();
        match (&*link.kind, link.carried(lambda, false)) {
            (ConstraintKind::Distance(_), Some(force)) => {
                assert_eq!(pushes, [force > 0.0; 2], "{force}");
                pushing += usize::from(force > 0.0);
                pulling += usize::from(force < 0.0);
            }
            _ => assert_eq!(pushes, [false; 2]),
        }
    }
    assert!(pushing > 3 && pulling > 3, "{pushing} {pulling}");
}

/// A bar of 3 kg and 2 m on two supports: the moment at its middle is m g L / 8, the shear at its ends half the weight.
#[test]
fn a_bar_on_two_supports_bends_as_the_textbook_says() {
    let mut scene = Scene::default();
    scene.settings.stabilisation = Stabilisation::None;
    let shape = Shape::Bar(Bar {
        length: 2.0,
        width: 0.1,
    });
    let mut beam = Part::new("beam", shape, Pose::default());
    beam.mass = Mass::Given {
        mass: 3.0,
        inertia: 1.0,
    };
    let beam = scene.add(beam);
    let ends = |x: f64| {
        vec![
            Attach::ground(Vec2::new(x, 0.0)),
            Attach::part(beam, Vec2::new(x, 0.0)),
        ]
    };
    scene.add(Constraint {
        name: "pin".into(),
        ends: ends(-1.0),
        kind: ConstraintKind::Pin(Pin {}),
    });
    scene.add(Constraint {
        name: "roller".into(),
        ends: ends(1.0),
        kind: ConstraintKind::Groove(Groove::default()),
    });
    let run = Simulation::new(&scene);
    let xray = Camera::default().take(&run).unwrap();
    let bendings = xray.bendings(&scene, run.model(), run.state());
    let [(id, bending)] = &bendings[..] else {
        panic!("{bendings:?}");
    };
    assert_eq!(*id, beam);
    let weight = 3.0 * 9.81;
    assert!(size(&bending.left) < 1e-9, "{:?}", bending.left);
    let middle = bending.stations.iter().find(|it| it[0].abs() < 1e-12).unwrap();
    assert!((middle[2].abs() - weight * 2.0 / 8.0).abs() < 1e-9, "{middle:?}");
    assert!((bending.most() - middle[2].abs()).abs() < 1e-12);
    // The first station inside the support.
    let shear = bending.stations[1];
    assert!(
        (shear[1].abs() - weight * (0.5 - 1.0 / 24.0)).abs() < 1e-9,
        "{shear:?}"
    );
}

/// A swinging bar is loaded by its own inertia and weight: the residual at its end is zero at any instant.
#[test]
fn bars_in_motion_are_in_dynamic_equilibrium() {
    for id in ["double-pendulum", "four-bar", "jansen"] {
        let (scene, run) = under_way(id, 150);
        let xray = Camera::default().take(&run).unwrap();
        for (id, bending) in xray.bendings(&scene, run.model(), run.state()) {
            let scale = 1.0
                + bending.most()
                + bending
                    .stations
                    .iter()
                    .fold(0.0, |most: f64, it| most.max(it[1].abs()));
            assert!(size(&bending.left) < 1e-9 * scale, "{id:?}: {:?}", bending.left);
        }
    }
}

/// A pin pulled open by a given vector has that vector as its gap.
#[test]
fn openings_point_to_where_the_joint_closes() {
    let mut scene = Scene::default();
    let shape = Shape::Bar(Bar::default());
    let arm = scene.add(Part::new("arm", shape, Pose::new(0.5, 0.0, 0.0)));
    scene.add(Constraint {
        name: "hinge".into(),
        ends: vec![
            Attach::ground(Vec2::new(0.0, 3e-4)),
            Attach::part(arm, Vec2::new(-0.5, 0.0)),
        ],
        kind: ConstraintKind::Pin(Pin {}),
    });
    let run = Simulation::new(&scene);
    let found = openings(run.model(), run.state());
    assert_eq!(found.len(), 1);
    assert!(
        (found[0].way - Vec2::new(0.0, 3e-4)).length() < 1e-15,
        "{:?}",
        found[0]
    );
}

/// A plank on the floor is supported by contact: its weight and the floor bend it, and the residual is zero.
#[test]
fn what_lies_on_the_floor_is_held_by_contact() {
    let mut scene = Scene::on_a_floor();
    scene.settings.integrator = Integrator::Impulse;
    let shape = Shape::Bar(Bar {
        length: 2.0,
        width: 0.1,
    });
    let pose = Pose::new(0.0, Contact::USUAL_FLOOR + 0.05, 0.0);
    let plank = scene.add(Part::new("plank", shape, pose));
    let mut run = Simulation::new(&scene);
    for _ in 0..50 {
        run.step().unwrap();
    }
    let xray = Camera::default().take(&run).unwrap();
    assert!(size(&xray.shares().whole.acceleration) < 1e-4);
    let contact = xray.shares().parts.iter().find(|it| it.0 == ForceCause::Contact);
    let up = contact.unwrap().1.acceleration[1];
    assert!((up - scene.settings.gravity.length()).abs() < 1e-4, "{up}");
    let bendings = xray.bendings(&scene, run.model(), run.state());
    assert_eq!(bendings[0].0, plank);
    let weight = run.model().bodies[0].mass.mass * scene.settings.gravity.length();
    assert!(
        size(&bendings[0].1.left) < 1e-4 * weight,
        "{:?}",
        bendings[0].1.left
    );
    assert!(bendings[0].1.most() > 0.1 * weight);
}

/// A stalled motor exerts its largest torque: its card and its reaction show it, and the terms of feedback are zero.
#[test]
fn a_stalled_motor_reacts_with_its_cap() {
    let most = 0.5;
    let mut scene = Scene::default();
    let mut wheel = Part::new("wheel", Shape::Disk(Disk { radius: 0.5 }), Pose::default());
    wheel.mass = Mass::Given {
        mass: 2.0,
        inertia: 0.25,
    };
    let wheel = scene.add(wheel);
    let ends = || vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)];
    scene.add(Constraint {
        name: "axle".into(),
        ends: ends(),
        kind: ConstraintKind::Pin(Pin {}),
    });
    let motor = scene.add(Constraint {
        name: "motor".into(),
        ends: ends(),
        kind: ConstraintKind::Motor(Motor {
            torque: Cap::at(most),
            speed: 1e3,
            ..Motor::default()
        }),
    });
    let mut run = Simulation::new(&scene);
    run.step().unwrap();
    let (model, state) = (run.model().clone(), run.state());
    let xray = Camera::default().take(&run).unwrap();
    let all = reactions(&model, state, xray.lambda(None));
    let own = all.iter().find(|it| it.constraint == motor && it.body.is_some());
    assert!((own.unwrap().torque - most).abs() < 1e-12, "{own:?}");
    let at = Assembled::of(&Arc::new(model), state).unwrap();
    let card = Card::of(&at, motor).unwrap();
    let row = card.rows[0];
    assert!(row.at_bound && row.stiff == 0.0 && row.damped == 0.0, "{row:?}");
    assert!((row.lambda - most).abs() < 1e-9, "{row:?}");
    assert!((card.ends[0].force[2] - most).abs() < 1e-9, "{card:?}");
    assert!((row.j_acceleration - most / 0.25).abs() < 1e-3, "{row:?}");
}
