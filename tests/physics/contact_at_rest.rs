//! What stands, wedges and holds, against closed forms: the forces are those of statics, and nothing creeps.

use tinkertoy::bodies::{Box, Disk, Polygon, Shape};
use tinkertoy::forces::{ForceKind, Push};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Id, Mass, Method, Part, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, polar, position, v2};
use crate::contact::{G, add, block, on_a_floor, run, velocity};

/// Steps of a test, or as many as `TINKERTOY_LONG` asks for (s).
fn seconds(otherwise: f64) -> f64 {
    let asked = std::env::var("TINKERTOY_LONG").ok();
    asked.and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// Every step was answered exactly, and nothing moved from where it was.
fn rests(run: &Simulation, places: &[(Id, Vec2)]) {
    let figures = run.state().contact;
    assert!(run.state().control.unsettled == 0, "{figures:?}");
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

/// Twenty boxes, by each exact method.
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

/// A thousand times as heavy as what it stands on.
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

/// A plank on two supports has four points, of which two would do: they share its weight, and none is lost.
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

/// A block slides down the slope of a wedge that is free to move, without friction: `A = m g sin cos/(M + m sin²)`.
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

/// A weightless chain over a drum holds `e^(mu angle)`, which for n points of contact is `((1 + mu t)/(1 - mu t))^n, t = tan(angle/2n)`.
#[test]
fn a_chain_over_a_drum_holds_by_friction() {
    let (n, mu, radius) = (40_u32, 0.3_f64, 0.5_f64);
    let t = (0.5 * std::f64::consts::PI / f64::from(n)).tan();
    let most = ((1.0 + mu * t) / (1.0 - mu * t)).powi(n as i32);
    assert!((most / (mu * std::f64::consts::PI).exp() - 1.0).abs() < 1e-3);
    for (factor, holds) in [(1.0 - 1e-4, true), (1.0 + 1e-4, false)] {
        let mut build = on_a_floor(0.0, mu, 0.0);
        build.scene.settings.contact.as_mut().unwrap().floor = None;
        build.scene.settings.dt = 1.0 / 240.0;
        // The chain sings under its tension; each step is taken whole.
        build.scene.settings.sub_steps = SubSteps::Fixed;
        build.scene.settings.gravity = Vec2::ZERO;
        fixed(
            &mut build,
            "drum",
            Shape::Disk(Disk { radius }),
            Pose::new(0.0, 0.0, 0.0),
        );
        let step = std::f64::consts::PI / f64::from(n);
        let mut links = Vec::new();
        for k in 0..n {
            let at = polar(radius, (f64::from(k) + 0.5) * step);
            links.push(build.particle(at.x, at.y, 1e-2));
        }
        let hang = |build: &mut Build, x: f64, pull: f64| {
            let id = build.particle(x, -0.5, 1.0);
            let push = Push {
                force: v2(0.0, -pull),
                ..Push::default()
            };
            build.force(ForceKind::Push(push), &[centre(id)]);
            id
        };
        let x = radius * (0.5 * step).cos();
        let right = hang(&mut build, x, factor * most);
        let left = hang(&mut build, -x, 1.0);
        build.rod(centre(right), centre(links[0]));
        build.rod(centre(*links.last().unwrap()), centre(left));
        for pair in links.windows(2) {
            build.rod(centre(pair[0]), centre(pair[1]));
        }
        let run = run(&build.scene, 0.1);
        let figures = run.state().contact;
        assert!(run.state().control.unsettled == 0, "{figures:?}");
        let offset = run.model().bodies[run.model().body(right).unwrap()].offset;
        let down = -run.state().v[offset + 1];
        if holds {
            assert!(down.abs() < 1e-7, "{down}");
        } else {
            assert!(down > 1e-6, "{down}");
        }
    }
}

/// The creep of a pile whose contacts slide, roll and stick: once at rest, it is at rest.
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
    assert!(run.state().control.unsettled == 0, "{:?}", run.state().contact);
    let before: Vec<Vec2> = ids.iter().map(|id| position(&run, *id)).collect();
    for _ in 0..240 {
        run.step().unwrap();
    }
    for (id, before) in ids.iter().zip(before) {
        let creep = position(&run, *id).distance(before);
        assert!(creep < 1e-6, "{creep}");
    }
}

/// What overlaps is put apart at 3 m/s at most, by a change of place that gives no speed and is booked as work of projection.
#[test]
fn what_overlaps_is_put_apart_without_speed() {
    let mut build = on_a_floor(0.0, 0.5, 0.0);
    build.scene.settings.dt = 1.0 / 240.0;
    let low = block(&mut build, "low", v2(0.0, 0.07), 0.5, 0.2);
    let high = block(&mut build, "high", v2(0.0, 0.24), 0.5, 0.2);
    let mut run = Simulation::new(&build.scene);
    run.step().unwrap();
    // Before its last sub-step has put right its share.
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

/// A half circle of 21 stones, R its middle line: the least thickness that stands is 0.10679 R by limit analysis (a linear programme; Cocchetti
/// and Rizzi 2020 have 0.1074 R without joints). A little thicker it stands, a little thinner it falls.
#[test]
fn an_arch_stands_or_falls_by_its_thickness() {
    const STONES: u32 = 21;
    for (factor, stands) in [(1.03, true), (0.97, false)] {
        let half = 0.5 * factor * 0.10679;
        let mut build = on_a_floor(0.0, 0.7, 0.0);
        build.scene.settings.dt = 1.0 / 240.0;
        let joint =
            |k: u32, radius: f64| polar(radius, f64::from(k) / f64::from(STONES) * std::f64::consts::PI);
        let mut crown = (None, Vec2::ZERO);
        for k in 0..STONES {
            let corners = [
                joint(k, 1.0 - half),
                joint(k, 1.0 + half),
                joint(k + 1, 1.0 + half),
                joint(k + 1, 1.0 - half),
            ];
            let (shape, middle) = Polygon::about(&corners);
            let name = format!("stone {k}");
            let id = build.scene.add(Part {
                mass: Mass::Density(1000.0),
                ..Part::new(name, Shape::Polygon(shape), Pose::new(middle.x, middle.y, 0.0))
            });
            if k == STONES / 2 {
                crown = (Some(id), middle);
            }
        }
        let run = run(&build.scene, 1.5);
        let sunk = crown.1.y - position(&run, crown.0.unwrap()).y;
        if stands {
            assert!(sunk.abs() < 1e-5, "{factor}: {sunk} m");
        } else {
            assert!(sunk > 0.01, "{factor}: {sunk} m");
        }
    }
}
