//! Contact against closed forms: impulse stepping with the exact methods, and the approximation of Gauss-Seidel.

use tinkertoy::bodies::{Box, Disk, Polygon, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Id, Integrator, Mass, Method, Part, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, v2};

pub const G: f64 = 9.81;

/// A scene with contact and a floor at height 0 that slopes down to the right by this angle; gravity is rotated instead of the floor.
pub fn on_a_floor(slope: f64, friction: f64, restitution: f64) -> Build {
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    settings.gravity = G * v2(slope.sin(), -slope.cos());
    settings.integrator = Integrator::Impulse;
    settings.contact = Some(Contact {
        floor: Some(0.0),
        friction,
        restitution,
        ..Contact::default()
    });
    settings.dt = 1.0 / 480.0;
    build
}

pub fn add(build: &mut Build, name: &str, shape: Shape, pose: Pose, mass: f64) -> Id {
    let unit = shape.mass_at_density(1.0);
    let inertia = mass * unit.inertia / unit.mass;
    build.scene.add(Part {
        mass: Mass::Given { mass, inertia },
        ..Part::new(name, shape, pose)
    })
}

pub fn block(build: &mut Build, name: &str, at: Vec2, width: f64, height: f64) -> Id {
    let shape = Shape::Box(Box { width, height });
    add(build, name, shape, Pose::new(at.x, at.y, 0.0), 2.0)
}

pub fn velocity(run: &Simulation, id: Id) -> [f64; 3] {
    let offset = run.model().bodies[run.model().body(id).unwrap()].offset;
    std::array::from_fn(|k| run.state().v[offset + k])
}

pub fn run(scene: &Scene, seconds: f64) -> Simulation {
    let problems = tinkertoy::scene::validate::problems(scene);
    assert!(problems.is_empty(), "{problems:?}");
    let mut run = Simulation::new(scene);
    for _ in 0..(seconds / scene.settings.dt).round() as u64 {
        run.step().unwrap();
    }
    run
}

/// The block sticks from mu = tan(slope) on, and slides with g (sin - mu cos) below.
#[test]
fn a_block_on_an_incline_sticks_or_slides() {
    let slope: f64 = 0.4;
    for method in Method::EXACT {
        for factor in [0.0, 0.5, 1.0 - 1e-6, 1.0 + 1e-6, 2.0] {
            let mu = factor * slope.tan();
            let mut build = on_a_floor(slope, mu, 0.0);
            build.scene.settings.method = method;
            let id = block(&mut build, "block", v2(0.0, 0.1), 0.6, 0.2);
            let run = run(&build.scene, 1.0);
            let expected = (G * (slope.sin() - mu * slope.cos())).max(0.0);
            let [x, y, w] = velocity(&run, id);
            assert!((x - expected).abs() < 1e-9, "{method} {factor}: {x} {expected}");
            assert!(y.abs() < 1e-9 && w.abs() < 1e-9);
            assert!((position(&run, id).y - 0.1).abs() < 1e-9);
        }
    }
}

/// The disk rolls with 2/3 g sin where mu >= tan/3; else it slips with g (sin - mu cos) and spins up with 2 mu g cos/R.
#[test]
fn a_disk_on_an_incline_rolls_or_slips() {
    let slope: f64 = 0.5;
    for factor in [0.5, 1.0 - 1e-6, 1.0 + 1e-6, 3.0] {
        let mu = factor * slope.tan() / 3.0;
        let radius = 0.3;
        let mut build = on_a_floor(slope, mu, 0.0);
        let shape = Shape::Disk(Disk { radius });
        let id = add(&mut build, "disk", shape, Pose::new(0.0, radius, 0.0), 1.5);
        let run = run(&build.scene, 0.5);
        let rolls = factor >= 1.0;
        let speed = if rolls {
            2.0 / 3.0 * G * slope.sin()
        } else {
            G * (slope.sin() - mu * slope.cos())
        } * 0.5;
        let spin = if rolls {
            speed / radius
        } else {
            2.0 * mu * G * slope.cos() / radius * 0.5
        };
        let [x, _, w] = velocity(&run, id);
        assert!((x - speed).abs() < 1e-8, "{factor}: {x} {speed}");
        assert!((w + spin).abs() < 1e-7, "{factor}: {w} {spin}");
    }
}

/// Rolling friction: the normal force is shifted by rho, and its moment about the contact point stops the disk after `3/4 v² r/(rho g)`; on a slope
/// the disk stays up to tan = rho/r. Gauss-Seidel solves with the same cone.
#[test]
fn rolling_friction_stops_a_disk_and_holds_it_on_a_slope() {
    let (radius, rho, speed) = (0.3, 0.02, 1.2);
    let disk = |slope: f64, method: Method, rho: f64, speed: f64| {
        let mut build = on_a_floor(slope, 0.6, 0.0);
        build.scene.settings.method = method;
        let shape = Shape::Disk(Disk { radius });
        let mut part = Part::new("disk", shape, Pose::new(0.0, radius, 0.0));
        part.material.rolling = Some(rho);
        (part.velocity, part.omega) = (v2(speed, 0.0), -speed / radius);
        let id = build.scene.add(part);
        (id, run(&build.scene, 3.0))
    };
    for method in [Method::Sparse, Method::Dense, Method::GaussSeidel] {
        let (id, rolled) = disk(0.0, method, rho, speed);
        let way = 0.75 * speed * speed * radius / (rho * G);
        let x = position(&rolled, id).x;
        // A step moves by its final velocity.
        assert!((x - way).abs() < speed / 480.0, "{method}: {x} {way}");
        assert!(velocity(&rolled, id).iter().all(|v| v.abs() < 1e-9), "{method}");
        assert!(rolled.ledger_error().abs() < 0.02 * rolled.energy_start());
        let slope = (rho / radius).atan();
        let (id, stays) = disk(slope, method, rho * (1.0 + 1e-6), 0.0);
        assert!(position(&stays, id).x.abs() < 1e-6, "{method}");
        // Beyond that angle the remainder drives it: `a (1 + r²/k²) = g sin - rho/r g cos` with k² = r²/2.
        let (id, rolls) = disk(slope, method, 0.5 * rho, 0.0);
        let speed = 2.0 / 3.0 * G * (slope.sin() - 0.5 * rho / radius * slope.cos()) * 3.0;
        let [x, ..] = velocity(&rolls, id);
        assert!((x - speed).abs() < 1e-6, "{method}: {x} {speed}");
    }
    let mut build = on_a_floor(0.0, 0.6, 0.0);
    build.scene.settings.integrator = Integrator::Rk4;
    let mut part = Part::new("disk", Shape::Disk(Disk { radius }), Pose::new(0.0, radius, 0.0));
    part.material.rolling = Some(rho);
    build.scene.add(part);
    let said = tinkertoy::scene::validate::problems(&build.scene);
    assert!(
        said.iter()
            .any(|it| it.message.contains("rolling friction acts with"))
    );
}

/// A spinning disk set down on the floor rolls after R w0/(3 mu g), with speed R w0/3.
#[test]
fn a_spinning_disk_ends_rolling() {
    let (radius, w0, mu) = (0.5, 30.0, 0.2);
    let mut build = on_a_floor(0.0, mu, 0.0);
    let shape = Shape::Disk(Disk { radius });
    let id = add(&mut build, "disk", shape, Pose::new(0.0, radius, 0.0), 2.0);
    build.set_velocity(id, Vec2::ZERO, -w0);
    let time = radius * w0 / (3.0 * mu * G);
    let before = run(&build.scene, 0.5 * time);
    let t = before.state().time;
    assert!((velocity(&before, id)[0] - mu * G * t).abs() < 1e-8);
    let after = run(&build.scene, time + 0.1);
    let [x, _, w] = velocity(&after, id);
    assert!((x - 5.0).abs() < 1e-6 && (w + 10.0).abs() < 1e-5, "{x} {w}");
}

/// The n-th bounce occurs at t1 (1 + 2 sum e^j), to first order in the step.
#[test]
fn a_ball_bounces() {
    let (height, e) = (1.0, 0.8);
    let mut errors = Vec::new();
    for dt in [1e-3, 2.5e-4] {
        let mut build = on_a_floor(0.0, 0.0, e);
        build.scene.settings.dt = dt;
        let shape = Shape::Disk(Disk { radius: 0.1 });
        let id = add(&mut build, "ball", shape, Pose::new(0.0, 0.1 + height, 0.0), 1.0);
        let mut run = Simulation::new(&build.scene);
        let (mut bounces, mut falling) = (Vec::new(), false);
        while bounces.len() < 10 {
            run.step().unwrap();
            let up = velocity(&run, id)[1];
            if falling && up > 0.0 {
                bounces.push(run.state().time);
            }
            falling = up < 0.0;
            assert!(run.state().time < 5.0);
        }
        let first = (2.0 * height / G).sqrt();
        let last = first * (1.0 + 2.0 * (1..10).map(|j| e.powi(j)).sum::<f64>());
        errors.push((bounces[9] - last).abs());
    }
    assert!(
        errors[0] < 0.05 && errors[1] < 0.3 * errors[0] + 2e-3,
        "{errors:?}"
    );
}

/// Ten stacked boxes stay in place, by each exact method: each force is the weight above, and nothing creeps.
#[test]
fn a_stack_of_ten_stays_at_rest() {
    for method in Method::EXACT {
        let mut build = on_a_floor(0.0, 0.6, 0.0);
        build.scene.settings.method = method;
        build.scene.settings.dt = 1.0 / 120.0;
        let boxes: Vec<Id> = (0..10)
            .map(|k| {
                block(
                    &mut build,
                    &format!("box {k}"),
                    v2(0.0, 0.1 + 0.2 * f64::from(k)),
                    0.5,
                    0.2,
                )
            })
            .collect();
        let run = run(&build.scene, 3.0);
        for (k, id) in boxes.iter().enumerate() {
            let p = position(&run, *id);
            let creep = p.distance(v2(0.0, 0.1 + 0.2 * k as f64));
            assert!(
                creep < 1e-6 && angle(&run, *id).abs() < 1e-6,
                "{method} {k}: {creep}"
            );
        }
        let on_the_floor: f64 = run
            .state()
            .contacts
            .iter()
            .filter(|it| it.pair.1.0 == 10)
            .map(|it| it.force[0].abs())
            .sum();
        assert!((on_the_floor - 20.0 * G).abs() < 1e-6, "{method}: {on_the_floor}");
    }
}

/// A disk hits another one of equal mass at rest: v1' = (1 - e) v/2, v2' = (1 + e) v/2.
#[test]
fn two_disks_exchange_their_speeds() {
    for e in [0.0, 0.5, 1.0] {
        let mut build = on_a_floor(0.0, 0.0, e);
        build.scene.settings.gravity = Vec2::ZERO;
        let disk = || Shape::Disk(Disk { radius: 0.1 });
        let one = add(&mut build, "one", disk(), Pose::new(0.0, 1.0, 0.0), 1.0);
        let two = add(&mut build, "two", disk(), Pose::new(0.5, 1.0, 0.0), 1.0);
        build.set_velocity(one, v2(2.0, 0.0), 0.0);
        let run = run(&build.scene, 0.5);
        assert!((velocity(&run, one)[0] - (1.0 - e)).abs() < 1e-9, "{e}");
        assert!((velocity(&run, two)[0] - (1.0 + e)).abs() < 1e-9, "{e}");
        let lost = 0.5 * (1.0 - e * e) * 2.0;
        assert!((run.state().work.dissipation + lost).abs() < 1e-9);
    }
}

/// A ladder without friction leaves its wall when its height is two thirds of the initial height.
#[test]
fn a_ladder_leaves_its_wall() {
    let (length, start) = (2.0, 75.0_f64.to_radians());
    let mut build = on_a_floor(0.0, 0.0, 0.0);
    build.scene.settings.dt = 2e-4;
    let wall = Shape::Box(Box {
        width: 1.0,
        height: 8.0,
    });
    let mut fixed = Part::new("wall", wall, Pose::new(-0.5, 3.0, 0.0));
    fixed.fixed = true;
    build.scene.add(fixed);
    // A plate of negligible width, with its lower edge on the floor.
    let width = 1e-6;
    let ladder = Shape::Box(Box {
        width: length,
        height: width,
    });
    let middle = 0.5 * length * v2(start.cos(), start.sin());
    let pose = Pose::new(middle.x, middle.y, std::f64::consts::PI - start);
    let id = add(&mut build, "ladder", ladder, pose, 3.0);
    let mut run = Simulation::new(&build.scene);
    let mut left = None;
    while left.is_none() && run.state().time < 3.0 {
        run.step().unwrap();
        let on_the_wall = run
            .state()
            .contacts
            .iter()
            .any(|it| it.normal.x.abs() > 0.5 && it.force[0] > 1e-6);
        if !on_the_wall && run.state().time > 0.2 {
            left = Some(std::f64::consts::PI - angle(&run, id));
        }
    }
    let expected = (2.0 / 3.0 * start.sin()).asin();
    let left = left.unwrap();
    assert!(
        (left - expected).abs() < 2e-3,
        "{} {}",
        left.to_degrees(),
        expected.to_degrees()
    );
}

fn tiles(count: u32) -> Build {
    let mut build = on_a_floor(0.0, 0.4, 0.0);
    build.scene.settings.dt = 1.0 / 240.0;
    for k in 0..count {
        let at = v2(0.22 * f64::from(k), 0.25);
        block(&mut build, &format!("tile {k}"), at, 0.07, 0.5);
    }
    let disk = Shape::Disk(Disk { radius: 0.12 });
    build.scene.add(Part {
        velocity: v2(3.0, 1.0),
        mass: Mass::Density(60.0),
        ..Part::new("ball", disk, Pose::new(-0.45, 0.35, 0.0))
    });
    build
}

/// A toppling row of tiles, with friction everywhere: each step is solved to ten digits by each
/// exact method; Gauss-Seidel leaves a residual, and reports it.
#[test]
fn tiles_that_topple_are_solved_exactly_at_each_step() {
    for method in Method::EXACT {
        let mut build = tiles(8);
        build.scene.settings.method = method;
        let toppled = run(&build.scene, 2.0);
        let figures = toppled.state().contact;
        assert_eq!(
            toppled.state().control.unsolved_contacts,
            0,
            "{method}: {figures:?}"
        );
        assert!(figures.residual_max < 1e-10, "{method}: {figures:?}");
        assert!(figures.points > 16 && figures.held > 8, "{method}: {figures:?}");
        assert!(toppled.breach().is_none(), "{method}: {:?}", toppled.breach());
    }
    let mut build = tiles(8);
    build.scene.settings.method = Method::GaussSeidel;
    let swept = run(&build.scene, 2.0).state().contact;
    assert!(swept.residual_max > 1e-6, "{swept:?}");
}

/// Parts of one machine pass through each other; parts of different machines collide.
#[test]
fn who_collides_with_whom() {
    for joined in [true, false] {
        let mut build = on_a_floor(0.0, 0.3, 0.0);
        build.scene.settings.contact = Some(Contact {
            floor: None,
            ..Contact::default()
        });
        let base = block(&mut build, "base", v2(0.0, 0.0), 2.0, 0.2);
        build.pin(
            ground(-0.9, 0.0),
            tinkertoy::scene::Attach::part(base, v2(-0.9, 0.0)),
        );
        build.pin(
            ground(0.9, 0.0),
            tinkertoy::scene::Attach::part(base, v2(0.9, 0.0)),
        );
        let falls = block(&mut build, "falls", v2(0.0, 0.5), 0.2, 0.2);
        if joined {
            // Joined by way of a third part.
            let third = block(&mut build, "third", v2(3.0, 0.5), 0.2, 0.2);
            build.rod(centre(base), centre(third));
            build.rod(centre(third), centre(falls));
        }
        let run = run(&build.scene, 0.6);
        let y = position(&run, falls).y;
        assert_eq!(y < 0.1, joined, "{y}");
        if !joined {
            assert!((y - 0.2).abs() < 1e-7, "{y}");
        }
    }
}

/// A concave plate stands on its two feet, and a small part fits between them.
#[test]
fn a_concave_plate_stands_over_a_disk() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    let arch = [
        (-0.5, 0.0),
        (-0.3, 0.0),
        (-0.3, 0.4),
        (0.3, 0.4),
        (0.3, 0.0),
        (0.5, 0.0),
        (0.5, 0.6),
        (-0.5, 0.6),
    ];
    let (shape, middle) = Polygon::about(&arch.map(|(x, y)| v2(x, y)));
    let arch = add(
        &mut build,
        "arch",
        Shape::Polygon(shape),
        Pose::new(middle.x, middle.y, 0.0),
        2.0,
    );
    let disk = Shape::Disk(Disk { radius: 0.15 });
    let disk = add(&mut build, "disk", disk, Pose::new(0.0, 0.15, 0.0), 1.0);
    let run = run(&build.scene, 1.0);
    assert!(position(&run, arch).distance(middle) < 1e-6);
    assert!(position(&run, disk).distance(v2(0.0, 0.15)) < 1e-6);
}

/// A run repeated, and resumed from the middle of a pile, gives the same bits; by Gauss-Seidel too, with its warm start.
#[test]
fn a_pile_is_the_same_every_time() {
    for method in [Method::Sparse, Method::GaussSeidel] {
        let mut build = on_a_floor(0.0, 0.4, 0.1);
        build.scene.settings.method = method;
        for k in 0..12_u32 {
            let at = v2(
                0.13 * f64::from(k % 4),
                0.2 + 0.3 * f64::from(k / 4) + 0.01 * f64::from(k),
            );
            if k % 2 == 0 {
                block(&mut build, &format!("box {k}"), at, 0.2, 0.2);
            } else {
                let disk = Shape::Disk(Disk { radius: 0.1 });
                add(
                    &mut build,
                    &format!("disk {k}"),
                    disk,
                    Pose::new(at.x, at.y, 0.0),
                    1.0,
                );
            }
        }
        let one = run(&build.scene, 1.5);
        let two = run(&build.scene, 1.5);
        assert_eq!(one.hash(), two.hash());
        let deepest = build
            .scene
            .parts()
            .map(|(id, _)| position(&one, id).y)
            .fold(f64::INFINITY, f64::min);
        let most = if method == Method::Sparse { 1e-6 } else { 0.01 };
        assert!(deepest > 0.1 - most, "{method}: {deepest}");
    }
}

/// Integrators and methods that do not support contact refuse it with a message.
#[test]
fn rattle_and_sweeps_of_accelerations_refuse_contact() {
    let mut build = on_a_floor(0.0, 0.3, 0.0);
    let refused = |build: &Build, word: &str| {
        let problems = tinkertoy::scene::validate::problems(&build.scene);
        assert!(
            problems.iter().any(|it| it.message.contains(word)),
            "{problems:?}"
        );
    };
    build.scene.settings.integrator = Integrator::Rattle;
    refused(&build, "RATTLE");
    build.scene.settings.integrator = Integrator::Rk4;
    assert!(tinkertoy::scene::validate::problems(&build.scene).is_empty());
    build.scene.settings.method = Method::GaussSeidel;
    refused(&build, "Gauss-Seidel");
}
