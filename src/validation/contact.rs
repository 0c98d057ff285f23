//! Parts that touch against closed forms: events inside the step by the integrators of accelerations, impulses beside them.

use super::report::{Page, short};
use crate::bodies::{Box, Disk, Shape};
use crate::math::{Pose, Vec2};
use crate::scene::{Contact, Id, Integrator, Mass, Part, Scene, Settings};
use crate::sim::Simulation;

const G: f64 = 9.81;
/// Step (s).
const STEP: f64 = 1e-3;
/// What the integrators of high order may be off by in each figure.
const LIMIT: f64 = 1e-6;
/// Angle of the inclines (rad).
const SLOPE: f64 = 0.4;

/// A closed form: what it is, and by how much a run misses it.
struct Case {
    what: &'static str,
    form: &'static str,
    miss: fn(Integrator) -> f64,
}

const CASES: [Case; 6] = [
    Case {
        what: "Ball, e = 1/2, from 1 m: height after ten bounces (m)",
        form: "h e^(2k) at t1 (1 + 2 sum e^j + e^k)",
        miss: bounces,
    },
    Case {
        what: "Block on an incline, mu = tan (1 - 1e-6): speed after 1 s (m/s)",
        form: "g (sin - mu cos) t",
        miss: |it| slides(it, 1.0 - 1e-6),
    },
    Case {
        what: "Block on an incline, mu = tan (1 + 1e-6): speed after 1 s (m/s)",
        form: "0",
        miss: |it| slides(it, 1.0 + 1e-6),
    },
    Case {
        what: "Disk on an incline, mu = tan/3 (1 + 1e-6): speed after 1 s (m/s)",
        form: "2/3 g sin t",
        miss: |it| rolls(it, 1.0 + 1e-6),
    },
    Case {
        what: "Disk on an incline, mu = tan/3 (1 - 1e-6): speed after 1 s (m/s)",
        form: "g (sin - mu cos) t",
        miss: |it| rolls(it, 1.0 - 1e-6),
    },
    Case {
        what: "Spinning disk set down: place after 3 s (m)",
        form: "slips for R w0/(3 mu g), then rolls with R w0/3",
        miss: spins,
    },
];

/// The section of the report.
pub fn section(page: &mut Page) {
    page.text.push_str(
        "\n## Contact\n\nClosed forms of parts that touch, and by how much runs in steps of 1/1000 s miss them. Under the integrators of accelerations the instants of \
         touching, sliding and sticking are located inside the step; impulse stepping is of order one at each of them.\n",
    );
    let integrators = [
        Integrator::Rk4,
        Integrator::Dopri5,
        Integrator::SemiImplicitEuler,
        Integrator::Impulse,
    ];
    let mut head = vec!["Figure".to_owned(), "Closed form".to_owned()];
    head.extend(integrators.map(|it| it.label().to_owned()));
    let mut rows = vec![head];
    for case in CASES {
        let mut row = vec![case.what.to_owned(), case.form.to_owned()];
        for integrator in integrators {
            let miss = (case.miss)(integrator);
            row.push(short(miss));
            if matches!(integrator, Integrator::Rk4 | Integrator::Dopri5) {
                page.goal(format!("{}, {}", case.what, integrator.label()), miss, LIMIT);
            }
        }
        rows.push(row);
    }
    page.table(&rows);
}

/// A scene with a floor that slopes down to the right by this angle: gravity is turned instead.
fn floor(integrator: Integrator, slope: f64, friction: f64, restitution: f64) -> Scene {
    let mut scene = Scene::default();
    scene.settings = Settings {
        gravity: G * Vec2::new(slope.sin(), -slope.cos()),
        integrator,
        dt: STEP,
        contact: Some(Contact {
            floor: Some(0.0),
            friction,
            restitution,
            ..Contact::default()
        }),
        ..scene.settings
    };
    scene
}

fn add(scene: &mut Scene, shape: Shape, at: Vec2, omega: f64) -> Id {
    scene.add(Part {
        mass: Mass::Density(100.0),
        omega,
        ..Part::new("part", shape, Pose::new(at.x, at.y, 0.0))
    })
}

/// Coordinates and velocities of the only part at a time (s); NaN where the run stops.
fn at(scene: &Scene, time: f64) -> ([f64; 3], [f64; 3]) {
    let mut run = Simulation::new(scene);
    let mut good = true;
    while good && run.state().time + STEP < time {
        good = run.step().is_ok();
    }
    good = good && run.step_by(time - run.state().time).is_ok();
    let read = |of: &[f64]| std::array::from_fn(|k| if good { of[k] } else { f64::NAN });
    (read(&run.state().q), read(&run.state().v))
}

fn bounces(integrator: Integrator) -> f64 {
    let e = 0.5_f64;
    let mut scene = floor(integrator, 0.0, 0.0, e);
    add(
        &mut scene,
        Shape::Disk(Disk { radius: 0.1 }),
        Vec2::new(0.0, 1.1),
        0.0,
    );
    let first = (2.0 / G).sqrt();
    let top = first * (1.0 + 2.0 * (1..10).map(|j| e.powi(j)).sum::<f64>() + e.powi(10));
    let (q, _) = at(&scene, top);
    (q[1] - 0.1 - e.powi(20)).abs()
}

fn slides(integrator: Integrator, factor: f64) -> f64 {
    let mu = factor * SLOPE.tan();
    let mut scene = floor(integrator, SLOPE, mu, 0.0);
    let shape = Shape::Box(Box {
        width: 0.6,
        height: 0.2,
    });
    add(&mut scene, shape, Vec2::new(0.0, 0.1), 0.0);
    let (_, v) = at(&scene, 1.0);
    (v[0] - (G * (SLOPE.sin() - mu * SLOPE.cos())).max(0.0)).abs()
}

fn rolls(integrator: Integrator, factor: f64) -> f64 {
    let mu = factor * SLOPE.tan() / 3.0;
    let mut scene = floor(integrator, SLOPE, mu, 0.0);
    add(
        &mut scene,
        Shape::Disk(Disk { radius: 0.3 }),
        Vec2::new(0.0, 0.3),
        0.0,
    );
    let (_, v) = at(&scene, 1.0);
    let expected = if factor >= 1.0 {
        2.0 / 3.0 * G * SLOPE.sin()
    } else {
        G * (SLOPE.sin() - mu * SLOPE.cos())
    };
    (v[0] - expected).abs()
}

fn spins(integrator: Integrator) -> f64 {
    let (radius, omega, mu) = (0.5, 30.0, 0.2);
    let mut scene = floor(integrator, 0.0, mu, 0.0);
    add(
        &mut scene,
        Shape::Disk(Disk { radius }),
        Vec2::new(0.0, radius),
        -omega,
    );
    let slips = radius * omega / (3.0 * mu * G);
    let (q, _) = at(&scene, 3.0);
    let expected = 0.5 * mu * G * slips * slips + radius * omega / 3.0 * (3.0 - slips);
    (q[0] - expected).abs()
}
