//! Contact with the integrators of accelerations, which locate touching, lifting, slipping and
//! sticking within the step: closed forms to the order of the integrator, for any step size.

use tinkertoy::bodies::{Bar, Box, Disk, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Id, Integrator, Method, Part};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, polar, position, v2};
use crate::contact::{G, add, block, on_a_floor, run, velocity};

/// The integrators of high order.
const ACCURATE: [Integrator; 2] = [Integrator::Rk4, Integrator::Dopri5];

fn floor(integrator: Integrator, slope: f64, friction: f64, restitution: f64) -> Build {
    let mut build = on_a_floor(slope, friction, restitution);
    build.scene.settings.integrator = integrator;
    // No event falls on the end of a step.
    build.scene.settings.dt = 0.0037;
    build
}

fn disk(build: &mut Build, at: Vec2, radius: f64) -> Id {
    let shape = Shape::Disk(Disk { radius });
    let name = format!("disk at {at}");
    add(build, &name, shape, Pose::new(at.x, at.y, 0.0), 1.5)
}

/// Advances by steps of the scene's length to this time; the last one is shorter.
fn until(build: &Build, time: f64) -> Simulation {
    let mut run = Simulation::new(&build.scene);
    let dt = build.scene.settings.dt;
    while run.state().time + dt < time {
        run.step().unwrap();
    }
    run.step_by(time - run.state().time).unwrap();
    run
}

/// The n-th bounce occurs at t1 (1 + 2 sum e^j), for twenty bounces: a quarter of the flight later the speed is half of that at the bounce.
#[test]
fn a_ball_bounces_twenty_times_at_the_right_instants() {
    let (height, e): (f64, f64) = (1.0, 0.5);
    for integrator in ACCURATE {
        let mut build = floor(integrator, 0.0, 0.0, e);
        let ball = disk(&mut build, v2(0.0, 0.1 + height), 0.1);
        let first = (2.0 * height / G).sqrt();
        for k in 1..=20 {
            let bounce = first * (1.0 + 2.0 * (1..k).map(|j| e.powi(j)).sum::<f64>());
            let speed = e.powi(k) * G * first;
            let run = until(&build, bounce + 0.5 * speed / G);
            let [_, y, _] = velocity(&run, ball);
            assert!(
                (y - 0.5 * speed).abs() < 1e-8,
                "{integrator} {k}: {y} {}",
                0.5 * speed
            );
        }
        let rest = until(&build, 2.0);
        assert!(velocity(&rest, ball)[1].abs() < 1e-9);
        assert!((position(&rest, ball).y - 0.1).abs() < 1e-9);
        let lost = rest.state().work.dissipation + 1.5 * G * height;
        assert!(lost.abs() < 1e-7, "{integrator}: {lost}");
        assert!((rest.state().contacts[0].force[0] - 1.5 * G).abs() < 1e-9);
        assert_eq!(rest.state().control.unsolved_contacts, 0);
    }
}

/// The block sticks from mu = tan(slope) on, and slides with g (sin - mu cos) below.
#[test]
fn a_block_on_an_incline_sticks_or_slides() {
    let slope: f64 = 0.4;
    for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler] {
        for method in Method::EXACT {
            for factor in [0.0, 0.5, 1.0 - 1e-6, 1.0 + 1e-6, 2.0] {
                let mu = factor * slope.tan();
                let mut build = floor(integrator, slope, mu, 0.0);
                build.scene.settings.method = method;
                let id = block(&mut build, "block", v2(0.0, 0.1), 0.6, 0.2);
                let run = until(&build, 1.0);
                let expected = (G * (slope.sin() - mu * slope.cos())).max(0.0);
                let [x, y, w] = velocity(&run, id);
                assert!(
                    (x - expected).abs() < 1e-9,
                    "{integrator} {method} {factor}: {x} {expected}"
                );
                assert!(y.abs() < 1e-9 && w.abs() < 1e-9);
                assert!((position(&run, id).y - 0.1).abs() < 1e-9);
                assert_eq!(run.state().control.unsolved_contacts, 0);
            }
        }
    }
}

/// The disk rolls with 2/3 g sin where mu >= tan/3; else it slips with g (sin - mu cos) and spins up with 2 mu g cos/R.
#[test]
fn a_disk_on_an_incline_rolls_or_slips() {
    let slope: f64 = 0.5;
    for integrator in ACCURATE {
        for factor in [0.5, 1.0 - 1e-6, 1.0 + 1e-6, 3.0] {
            let mu = factor * slope.tan() / 3.0;
            let radius = 0.3;
            let mut build = floor(integrator, slope, mu, 0.0);
            let id = disk(&mut build, v2(0.0, radius), radius);
            let run = until(&build, 0.5);
            let (speed, spin) = if factor >= 1.0 {
                let a = 2.0 / 3.0 * G * slope.sin();
                (0.5 * a, 0.5 * a / radius)
            } else {
                let a = G * (slope.sin() - mu * slope.cos());
                (0.5 * a, mu * G * slope.cos() / radius)
            };
            let [x, _, w] = velocity(&run, id);
            assert!((x - speed).abs() < 1e-9, "{integrator} {factor}: {x} {speed}");
            assert!((w + spin).abs() < 1e-8, "{integrator} {factor}: {w} {spin}");
        }
    }
}

/// A spinning disk set down slips until R w0/(3 mu g), and rolls with R w0/3 from then on.
#[test]
fn a_spinning_disk_slips_and_then_rolls() {
    let (radius, w0, mu) = (0.5, 30.0, 0.2);
    let time = radius * w0 / (3.0 * mu * G);
    for integrator in ACCURATE {
        let mut build = floor(integrator, 0.0, mu, 0.0);
        let id = disk(&mut build, v2(0.0, radius), radius);
        build.set_velocity(id, Vec2::ZERO, -w0);
        // At the transition both laws agree; a moment before and after it they differ.
        for (at, rolls) in [(time - 1e-6, false), (time + 1e-6, true)] {
            let run = until(&build, at);
            let [x, _, w] = velocity(&run, id);
            let slide = x + radius * w;
            let expected = if rolls { 0.0 } else { -3.0 * mu * G * 1e-6 };
            assert!((slide - expected).abs() < 1e-9, "{integrator} {rolls}: {slide}");
        }
        let run = until(&build, time + 0.3);
        let [x, _, w] = velocity(&run, id);
        assert!(
            (x - 5.0).abs() < 1e-8 && (w + 10.0).abs() < 1e-8,
            "{integrator} {x} {w}"
        );
        let lost = run.state().work.dissipation + run.ledger_error();
        let expected = 0.5 * 1.5 * (0.5 * radius * radius * (w0 * w0 - 100.0) - 25.0);
        assert!((lost + expected).abs() < 1e-6, "{integrator}: {lost} {expected}");
    }
}

/// A ladder without friction leaves its wall when the sine of its angle is two thirds of its initial value.
#[test]
fn a_ladder_leaves_its_wall() {
    let (length, start) = (2.0, 75.0_f64.to_radians());
    let expected = (2.0 / 3.0 * start.sin()).asin();
    for integrator in ACCURATE {
        let mut build = floor(integrator, 0.0, 0.0, 0.0);
        let wall = Shape::Box(Box {
            width: 1.0,
            height: 8.0,
        });
        let mut fixed = Part::new("wall", wall, Pose::new(-0.5, 3.0, 0.0));
        fixed.fixed = true;
        build.scene.add(fixed);
        let ladder = Shape::Box(Box {
            width: length,
            height: 1e-7,
        });
        let middle = 0.5 * length * v2(start.cos(), start.sin());
        let pose = Pose::new(middle.x, middle.y, std::f64::consts::PI - start);
        let id = add(&mut build, "ladder", ladder, pose, 3.0);
        let leans = |run: &Simulation| {
            let mut points = run.state().contacts.iter();
            points.any(|it| it.normal.x.abs() > 0.5)
        };
        let mut run = Simulation::new(&build.scene);
        run.step().unwrap();
        run.step().unwrap();
        while leans(&run) {
            run.step().unwrap();
            assert!(run.state().time < 3.0);
        }
        // Bisection with shorter steps from the last one before it.
        let (mut low, mut high) = (run.state().time - build.scene.settings.dt, run.state().time);
        for _ in 0..24 {
            let time = 0.5 * (low + high);
            let trial = until(&build, time);
            if leans(&trial) {
                low = time;
            } else {
                (high, run) = (time, trial);
            }
        }
        let left = std::f64::consts::PI - angle(&run, id);
        assert!(
            (left - expected).abs() < 1e-6,
            "{integrator}: {} {}",
            left.to_degrees(),
            expected.to_degrees()
        );
    }
}

/// A box on a rough incline tips about its lower corner where tan(slope) > width/height, with the energy of a pendulum; else it stands.
#[test]
fn a_box_tips_over_its_corner() {
    let (width, height) = (0.2_f64, 0.5_f64);
    for integrator in ACCURATE {
        for (factor, tips) in [(0.999, false), (1.1, true)] {
            let slope = (factor * width / height).atan();
            let mut build = floor(integrator, slope, 2.0, 0.0);
            let id = block(&mut build, "box", v2(0.0, 0.5 * height), width, height);
            let mut missed = Vec::new();
            for dt in [0.0037, 0.00185] {
                build.scene.settings.dt = dt;
                let run = until(&build, 0.6);
                let turned = -angle(&run, id);
                if !tips {
                    assert!(turned.abs() < 1e-10, "{integrator}: {turned}");
                    continue;
                }
                let pivot = v2(0.5 * width, 0.0);
                let (from, to) = (v2(0.0, 0.5 * height) - pivot, position(&run, id) - pivot);
                assert!(turned > 0.02 && turned < 1.0, "{integrator}: {turned}");
                let slid = (from.length() - to.length()).abs();
                assert!(slid < 1e-8, "{integrator}: the corner slides by {slid}");
                let work = 2.0 * (build.scene.settings.gravity).dot(to - from);
                let about = 2.0 * ((width * width + height * height) / 12.0 + from.length_squared());
                let energy = 0.5 * about * velocity(&run, id)[2].powi(2);
                missed.push((work - energy).abs());
            }
            if let [whole, half] = missed[..] {
                // Of fourth order or better.
                assert!(
                    whole < 1e-7 && half < whole / 8.0 + 1e-10,
                    "{integrator}: {missed:?}"
                );
            }
        }
    }
}

/// Colliding disks exchange velocities by the law of restitution; a row of touching disks is hit simultaneously.
#[test]
fn blows_follow_newtons_rule() {
    for integrator in ACCURATE {
        for e in [0.0, 0.5, 1.0] {
            let mut build = floor(integrator, 0.0, 0.0, e);
            build.scene.settings.gravity = Vec2::ZERO;
            let one = disk(&mut build, v2(0.0, 1.0), 0.1);
            let two = disk(&mut build, v2(0.5, 1.0), 0.1);
            build.set_velocity(one, v2(2.0, 0.0), 0.0);
            let run = until(&build, 0.5);
            // They meet at 0.15 s.
            assert!((position(&run, two).x - 0.5 - (1.0 + e) * 0.35).abs() < 1e-9);
            assert!((position(&run, one).x - 0.3 - (1.0 - e) * 0.35).abs() < 1e-9);
        }
        let mut build = floor(integrator, 0.0, 0.0, 1.0);
        build.scene.settings.gravity = Vec2::ZERO;
        let ids = [-1.0, 0.0, 0.2].map(|x| disk(&mut build, v2(x, 1.0), 0.1));
        build.set_velocity(ids[0], v2(1.0, 0.0), 0.0);
        let run = until(&build, 1.2);
        for (id, expected) in ids.iter().zip([-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]) {
            let [x, _, _] = velocity(&run, *id);
            assert!((x - expected).abs() < 1e-9, "{integrator}: {x} {expected}");
        }
    }
}

/// An impact is transmitted by joints: a rod between two disks, one of which lands first, by the closed form of a dumb-bell.
#[test]
fn a_blow_goes_through_joints() {
    for integrator in ACCURATE {
        let mut build = floor(integrator, 0.0, 0.0, 0.0);
        let shape = || Shape::Disk(Disk { radius: 0.1 });
        let low = add(&mut build, "low", shape(), Pose::new(0.0, 0.3, 0.0), 1.0);
        let high = add(&mut build, "high", shape(), Pose::new(0.6, 1.1, 0.0), 1.0);
        build.rod(centre(low), centre(high));
        let fall = (2.0 * 0.2 / G).sqrt();
        let run = until(&build, fall + 1e-9);
        // The lower disk stops in y; the rod, with slope 4 : 3, transmits the component along it.
        let v = G * fall;
        let [x1, y1, _] = velocity(&run, low);
        let [x2, y2, _] = velocity(&run, high);
        assert!(y1.abs() < 1e-7, "{y1}");
        // P along the rod on each: u = (0.6, 0.8); 0 = u·(v2 - v1), both at -v before, floor impulse on low.
        let (ux, uy) = (0.6, 0.8);
        let p = v * uy / (1.0 + ux * ux);
        assert!(
            (x1 + p * ux).abs() < 1e-7 && (x2 - p * ux).abs() < 1e-7,
            "{x1} {x2} {p}"
        );
        assert!((y2 - (p * uy - v)).abs() < 1e-7, "{y2}");
    }
}

/// Painlevé's rod: a uniform rod slides on its end, leaning so that friction presses it into the floor.
/// Beyond mu = 4/3, at tan = 2, no force keeps it out of the floor; an impulse does, and is counted.
#[test]
fn painleves_rod_jams_by_an_impulse() {
    for (mu, jams) in [(4.0 / 3.0 - 1e-3, false), (2.0, true), (0.5, false)] {
        let mut build = floor(Integrator::Rk4, 0.0, mu, 0.0);
        let (half, width) = (1.0_f64, 1e-3_f64);
        let radius = half.hypot(0.5 * width);
        let at = polar(radius, 2.0_f64.atan());
        let lean = 2.0_f64.atan() - (0.5 * width / half).atan();
        let shape = Shape::Box(Box {
            width: 2.0 * half,
            height: width,
        });
        let id = add(&mut build, "rod", shape, Pose::new(at.x, at.y, lean), 1.0);
        build.set_velocity(id, v2(-3.0, 0.0), 0.0);
        let run = until(&build, 1e-6);
        let [x, y, w] = velocity(&run, id);
        let tip = x + at.y * w;
        let figures = run.state().contact;
        assert_eq!(figures.jams > 0, jams, "mu {mu}: {tip}, {figures:?}");
        assert!(figures.residual_max < 1e-10, "{figures:?}");
        assert!(y.abs() < 10.0 && w.abs() < 10.0 && x.is_finite());
        if jams {
            assert!(tip.abs() < 1e-5, "mu {mu}: {tip}");
        } else {
            assert!((tip + 3.0).abs() < 0.2, "mu {mu}: {tip}");
        }
        assert_eq!(run.state().control.unsolved_contacts, 0);
    }
}

/// Stacked boxes at rest: nothing creeps, and each carries the weight above.
#[test]
fn a_stack_stays_at_rest() {
    for integrator in ACCURATE {
        let mut build = floor(integrator, 0.0, 0.6, 0.0);
        let boxes: Vec<Id> = (0..4)
            .map(|k| {
                let at = v2(0.0, 0.1 + 0.2 * f64::from(k));
                block(&mut build, &format!("box {k}"), at, 0.5, 0.2)
            })
            .collect();
        let run = until(&build, 1.0);
        for (k, id) in boxes.iter().enumerate() {
            let creep = position(&run, *id).distance(v2(0.0, 0.1 + 0.2 * k as f64));
            assert!(
                creep < 1e-9 && angle(&run, *id).abs() < 1e-9,
                "{integrator} {k}: {creep}"
            );
        }
        let on_the_floor = run.state().contacts.iter().filter(|it| it.pair.1.0 == 4);
        let force: f64 = on_the_floor.map(|it| it.force[0].abs()).sum();
        assert!((force - 8.0 * G).abs() < 1e-7, "{integrator}: {force}");
        assert_eq!(run.state().control.unsolved_contacts, 0);
    }
}

/// A disk rolls down, over an edge, onto the floor and against a box, which slides: impulse
/// stepping converges to the result of the event-locating integrators.
#[test]
fn impulses_and_events_come_to_the_same() {
    let scene = |integrator: Integrator, dt: f64| {
        let mut build = floor(integrator, 0.1, 0.3, 0.2);
        build.scene.settings.dt = dt;
        let rolls = disk(&mut build, v2(0.0, 0.4), 0.1);
        build.set_velocity(rolls, v2(0.5, 0.0), 0.0);
        let slides = block(&mut build, "box", v2(1.0, 0.15), 0.3, 0.3);
        let run = run(&build.scene, 0.9);
        let mut at = position(&run, rolls).to_array().to_vec();
        at.extend(position(&run, slides).to_array());
        at.push(angle(&run, rolls));
        at
    };
    let exact = scene(Integrator::Rk4, 1e-3);
    let off = |at: Vec<f64>| {
        let all = at.iter().zip(&exact).map(|(a, b)| (a - b).abs());
        all.fold(0.0_f64, f64::max)
    };
    assert!(off(scene(Integrator::Rk4, 3e-3)) < 1e-8);
    assert!(off(scene(Integrator::Dopri5, 2e-3)) < 1e-8);
    for integrator in [Integrator::Impulse, Integrator::SemiImplicitEuler] {
        let errors = [1e-3, 2.5e-4].map(|dt| off(scene(integrator, dt)));
        assert!(
            errors[0] < 0.05 && errors[1] < 0.5 * errors[0] + 1e-9,
            "{integrator}: {errors:?}"
        );
    }
}

/// A part that bounces on a part at rest comes to rest there: the duration of a flight depends on
/// the support of the part below, not on its free fall.
#[test]
fn what_bounces_on_a_part_that_moves_comes_to_rest() {
    for integrator in ACCURATE {
        for (square, restitution) in [(false, 0.2), (true, 0.5)] {
            let mut build = floor(integrator, 0.0, 0.5, restitution);
            let shape = |square: bool| match square {
                true => Shape::Box(Box {
                    width: 0.2,
                    height: 0.2,
                }),
                false => Shape::Disk(Disk { radius: 0.1 }),
            };
            add(&mut build, "below", shape(square), Pose::new(0.0, 0.1, 0.0), 1.5);
            let above = add(&mut build, "above", shape(square), Pose::new(0.0, 0.35, 0.0), 1.5);
            // The bounces end at t1 (1 + e)/(1 - e), with t1 the time of the fall.
            let end = (2.0 * 0.05 / G).sqrt() * (1.0 + restitution) / (1.0 - restitution);
            let run = until(&build, end + 0.1);
            let state = run.state();
            // Corners that bounce alternately may need more events than a step allows; that is counted, for a step or two.
            assert!(
                state.control.unsolved_contacts <= 2,
                "{integrator:?} {restitution}"
            );
            // The last flights are replaced by rest.
            assert!((position(&run, above) - v2(0.0, 0.3)).length() < 5e-8);
            assert!(state.v.iter().all(|v| v.abs() < 1e-7), "{:?}", state.v);
            assert!((run.energy().total() - 1.5 * G * 0.4).abs() < 1e-6);
        }
    }
}

/// A bar that swings from a pin knocks a box away that stands on a floor with friction. The impact has two answers: the box lifts off with the end of the
/// bar, or stays and is held back by the floor. All integrators find the one nearest to the sliding before it.
#[test]
fn of_two_answers_of_an_impact_all_integrators_find_the_same() {
    let speeds = [Integrator::Impulse, Integrator::Rk4, Integrator::Dopri5].map(|integrator| {
        let mut build = on_a_floor(0.0, 0.5, 0.6);
        build.scene.settings.integrator = integrator;
        if integrator == Integrator::Impulse {
            build.scene.settings.dt = 2e-4;
        }
        let bar = Shape::Bar(Bar {
            length: 1.0,
            width: 0.1,
        });
        let bar = add(&mut build, "bar", bar, Pose::new(-0.5, 1.1, 0.0), 2.0);
        build.pin(ground(0.0, 1.1), Attach::part(bar, v2(0.5, 0.0)));
        let shape = Shape::Box(Box {
            width: 0.3,
            height: 0.3,
        });
        let id = add(&mut build, "box", shape, Pose::new(0.25, 0.15, 0.0), 1.0);
        velocity(&run(&build.scene, 0.51), id)
    });
    let [by_impulses, rest @ ..] = speeds;
    for other in rest {
        let apart = by_impulses.iter().zip(&other).map(|(a, b)| (a - b).abs());
        assert!(apart.fold(0.0, f64::max) < 0.15, "{by_impulses:?} {other:?}");
    }
}
