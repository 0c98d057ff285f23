//! Bodies that stand, wedge and hold, against closed forms: the forces are those of statics, and nothing creeps.

use tinkertoy::bodies::{Box, Polygon, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Id, Mass, Method, Part};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, position, v2};
use crate::contact::{G, add, block, on_a_floor, run, velocity};

/// Duration of a test, or as many seconds as `TINKERTOY_LONG` asks for.
fn seconds(otherwise: f64) -> f64 {
    let asked = std::env::var("TINKERTOY_LONG").ok();
    asked.and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// Checks that every step was solved exactly, and that the parts are where they were.
fn rests(run: &Simulation, places: &[(Id, Vec2)]) {
    let figures = run.state().contact;
    assert!(run.state().control.unsolved_contacts == 0, "{figures:?}");
    assert!(
        figures.residual_max < 1e-10 && figures.penetration_max < 1e-6,
        "{figures:?}"
    );
    for (id, at) in places {
        let creep = position(run, *id).distance(*at);
        assert!(creep < 1e-6 && angle(run, *id).abs() < 1e-6, "{creep}");
    }
}

fn fixed(build: &mut Build, name: &str, shape: Shape, pose: Pose) {
    let mut part = Part::new(name, shape, pose);
    part.fixed = true;
    build.scene.add(part);
}

/// A stack of twenty boxes, by each exact method.
#[test]
fn a_stack_of_twenty_stays_at_rest() {
    for method in Method::EXACT {
        let mut build = on_a_floor(0.0, 0.6, 0.0);
        build.scene.settings.method = method;
        build.scene.settings.dt = 1.0 / 120.0;
        let mut places = Vec::new();
        for k in 0..20 {
            let at = v2(0.0, 0.1 + 0.2 * f64::from(k));
            places.push((block(&mut build, &format!("box {k}"), at, 0.5, 0.2), at));
        }
        let run = run(&build.scene, seconds(1.0));
        rests(&run, &places);
    }
}

/// A box a thousand times as heavy as the one below it.
#[test]
fn a_heavy_box_stands_on_a_light_one() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    let low = block(&mut build, "light", v2(0.0, 0.1), 0.5, 0.2);
    let shape = Shape::Box(Box {
        width: 0.5,
        height: 0.2,
    });
    let high = add(&mut build, "heavy", shape, Pose::new(0.0, 0.3, 0.0), 2000.0);
    let run = run(&build.scene, seconds(2.0));
    rests(&run, &[(low, v2(0.0, 0.1)), (high, v2(0.0, 0.3))]);
    let between = |collider: u32| -> f64 {
        let points = run.state().contacts.iter();
        let points = points.filter(|it| (it.pair.0.0, it.pair.1.0) == (collider, collider + 1));
        points.map(|it| it.force[0]).sum()
    };
    assert!((between(0) - 2000.0 * G).abs() < 1e-6 * 2000.0 * G);
}

/// A plank on two supports has four contact points, of which two would suffice: they share its weight, and none is lost.
#[test]
fn a_plank_rests_on_four_points() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    for x in [-0.6, 0.6] {
        let shape = Shape::Box(Box {
            width: 0.4,
            height: 0.2,
        });
        fixed(&mut build, &format!("support {x}"), shape, Pose::new(x, 0.1, 0.0));
    }
    let plank = block(&mut build, "plank", v2(0.0, 0.25), 2.0, 0.1);
    let run = run(&build.scene, seconds(2.0));
    rests(&run, &[(plank, v2(0.0, 0.25))]);
    let forces: Vec<f64> = run.state().contacts.iter().map(|it| it.force[0]).collect();
    assert_eq!(forces.len(), 4, "{forces:?}");
    assert!((forces.iter().sum::<f64>() - 2.0 * G).abs() < 1e-7, "{forces:?}");
    let even = forces.iter().all(|force| *force > 0.1 * G);
    assert!(even, "{forces:?}");
}

/// A block slides down the slope of a free wedge, without friction: `A = m g sin cos/(M + m sin²)`.
#[test]
fn a_block_drives_a_free_wedge_away() {
    let (slope, m, mass) = (0.5_f64, 1.5, 4.0);
    let mut build = on_a_floor(0.0, 0.0, 0.0);
    let corners = [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0 * slope.tan())];
    let (shape, middle) = Polygon::about(&corners.map(|(x, y)| v2(x, y)));
    let wedge = add(
        &mut build,
        "wedge",
        Shape::Polygon(shape),
        Pose::new(middle.x, middle.y, 0.0),
        mass,
    );
    let along = v2(slope.cos(), -slope.sin());
    let across = v2(slope.sin(), slope.cos());
    let at = v2(0.0, 2.0 * slope.tan()) + 0.8 * along + 0.1 * across;
    let shape = Shape::Box(Box {
        width: 0.4,
        height: 0.2,
    });
    add(&mut build, "block", shape, Pose::new(at.x, at.y, -slope), m);
    let run = run(&build.scene, 0.25);
    let a = m * G * slope.sin() * slope.cos() / (mass + m * slope.sin() * slope.sin());
    let [x, y, w] = velocity(&run, wedge);
    assert!((x + 0.25 * a).abs() < 1e-6, "{x} {}", -0.25 * a);
    assert!(y.abs() < 1e-9 && w.abs() < 1e-9);
}

/// A pile whose contacts slide, roll and stick: once at rest, it does not creep.
#[test]
fn boxes_thrown_together_come_to_rest() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    build.scene.settings.dt = 1.0 / 240.0;
    let mut ids = Vec::new();
    for k in 0..8_u32 {
        let at = v2(0.1 * f64::from(k % 3), 0.2 + 0.25 * f64::from(k));
        let shape = Shape::Box(Box {
            width: 0.3,
            height: 0.2,
        });
        let part = Part {
            mass: Mass::Density(100.0),
            ..Part::new(
                format!("box {k}"),
                shape,
                Pose::new(at.x, at.y, 0.3 * f64::from(k)),
            )
        };
        ids.push(build.scene.add(part));
    }
    let mut run = run(&build.scene, 3.0);
    assert!(
        run.state().control.unsolved_contacts == 0,
        "{:?}",
        run.state().contact
    );
    let before: Vec<Vec2> = ids.iter().map(|id| position(&run, *id)).collect();
    for _ in 0..240 {
        run.step().unwrap();
    }
    for (id, before) in ids.iter().zip(before) {
        let creep = position(&run, *id).distance(before);
        assert!(creep < 1e-6, "{creep}");
    }
}

/// Penetration depth of colliding parts as built: into the floor, and into each other; parts joined to each other have none.
#[test]
fn the_deepest_overlap_is_that_of_what_collides() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    let first = block(&mut build, "first", v2(0.0, 0.5), 1.0, 1.0);
    assert_eq!(Simulation::new(&build.scene).overlap(), 0.0);
    let second = block(&mut build, "second", v2(0.7, 0.45), 1.0, 1.0);
    let both = Simulation::new(&build.scene).overlap();
    assert!((both - 0.3).abs() < 1e-12, "{both}");
    build.pin(
        Attach::part(first, v2(0.35, 0.0)),
        Attach::part(second, v2(-0.35, 0.05)),
    );
    let joined = Simulation::new(&build.scene).overlap();
    assert!((joined - 0.05).abs() < 1e-12, "{joined}");
    build.scene.settings.contact = None;
    assert_eq!(Simulation::new(&build.scene).overlap(), 0.0);
}

/// Overlapping parts are separated at 3 m/s at most, by a position projection that gives no velocity and is booked as work of projection.
#[test]
fn what_overlaps_is_put_apart_without_speed() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    build.scene.settings.dt = 1.0 / 240.0;
    let low = block(&mut build, "low", v2(0.0, 0.07), 0.5, 0.2);
    let high = block(&mut build, "high", v2(0.0, 0.24), 0.5, 0.2);
    let mut run = Simulation::new(&build.scene);
    run.step().unwrap();
    // The last sub-step has not yet corrected its share.
    let done = 0.03 - run.state().contact.penetration;
    let most = 3.0 / 240.0;
    assert!(done > 0.95 * most && done <= most, "{done} {most}");
    for _ in 0..48 {
        run.step().unwrap();
        assert!(velocity(&run, high).iter().all(|v| v.abs() < 1e-9));
    }
    assert!((position(&run, low).y - 0.1).abs() < 1e-8 && (position(&run, high).y - 0.3).abs() < 1e-8);
    let lifted = 2.0 * G * (0.03 + 0.06);
    assert!(
        (run.state().work.projection - lifted).abs() < 1e-6,
        "{:?}",
        run.state().work
    );
}
