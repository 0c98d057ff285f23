//! Contact compared with closed forms: located events by the integrators of accelerations, and impulse stepping.

use super::on_floor::{G, at, floor};
use super::report::{Page, short};
use super::{sliding, stops};
use crate::bodies::{Box, Disk, Shape};
use crate::math::{Pose, Vec2};
use crate::scene::{Id, Integrator, Mass, Part, Scene};

/// Length of a step (s).
const STEP: f64 = 1e-3;
/// Number of halvings over which an order is determined, and error below which rounding dominates.
const HALVINGS: u32 = 4;
const ROUNDING: f64 = 1e-10;
/// Largest error of the integrators of high order, in each figure.
const LIMIT: f64 = 1e-6;
/// Angle of the inclines (rad).
const SLOPE: f64 = 0.4;

/// A closed form: description, formula, and a function for the error of a run with a given step (s); `None` where it does not apply.
struct Case {
    what: &'static str,
    form: &'static str,
    miss: fn(Integrator, f64) -> Option<f64>,
    /// Whether the error of impulse stepping decreases with its step.
    ordered: bool,
}

const CASES: [Case; 15] = [
    Case {
        what: "Ball, e = 1/2, from 1 m: height after ten bounces (m)",
        form: "h e^(2k) at t1 (1 + 2 sum e^j + e^k)",
        miss: bounces,
        ordered: true,
    },
    Case {
        what: "The same ball: speed after twenty bounces (m/s)",
        form: "e^20 g t1, half of it a quarter of the flight later",
        miss: twentieth,
        ordered: false,
    },
    Case {
        what: "Block on an incline, mu = tan (1 - 1e-6): speed after 1 s (m/s)",
        form: "g (sin - mu cos) t",
        miss: |it, h| slides(it, h, 1.0 - 1e-6),
        ordered: false,
    },
    Case {
        what: "Block on an incline, mu = tan (1 + 1e-6): speed after 1 s (m/s)",
        form: "0",
        miss: |it, h| slides(it, h, 1.0 + 1e-6),
        ordered: false,
    },
    Case {
        what: "Disk on an incline, mu = tan/3 (1 + 1e-6): speed after 1 s (m/s)",
        form: "2/3 g sin t",
        miss: |it, h| rolls(it, h, 1.0 + 1e-6),
        ordered: false,
    },
    Case {
        what: "Disk on an incline, mu = tan/3 (1 - 1e-6): speed after 1 s (m/s)",
        form: "g (sin - mu cos) t",
        miss: |it, h| rolls(it, h, 1.0 - 1e-6),
        ordered: false,
    },
    Case {
        what: "Spinning disk set down: place after 3 s (m)",
        form: "slips for R w0/(3 mu g), then rolls with R w0/3",
        miss: spins,
        ordered: true,
    },
    Case {
        what: "Ladder at 75 degrees: angle at which it leaves its wall (rad)",
        form: "sin phi = 2/3 sin 75 deg",
        miss: sliding::leaves,
        ordered: false,
    },
    Case {
        what: "Painlevé's rod at tan = 2: mu from which an impulse stops its end (1)",
        form: "4/3",
        miss: sliding::jams,
        ordered: false,
    },
    Case {
        what: "Bar that hits its limit at 2 rad/s, e = 0: angle 0.6 s later (rad)",
        form: "limit",
        miss: |it, h| stops::limit(it, h, 0.0),
        ordered: false,
    },
    Case {
        what: "The same, e = 1/2 (rad)",
        form: "limit - 1/2 2 t",
        miss: |it, h| stops::limit(it, h, 0.5),
        ordered: true,
    },
    Case {
        what: "The same, e = 1 (rad)",
        form: "limit - 2 t",
        miss: |it, h| stops::limit(it, h, 1.0),
        ordered: true,
    },
    Case {
        what: "Weight caught by its rope: energy after the jerk (J/kg)",
        form: "g h sin^2 - g h, the speed along the rope is lost",
        miss: stops::rope,
        ordered: true,
    },
    Case {
        what: "Motor with a largest torque, from rest: angle after 3 s (rad)",
        form: "torque/I until the rest of the speed needs less, which then decays",
        miss: stops::capped,
        ordered: true,
    },
    Case {
        what: "Disk of 1 kg hits one of 2 kg, e = 1/2: speed of the second (m/s)",
        form: "(1 + e) v m1/(m1 + m2)",
        miss: stops::impact,
        ordered: false,
    },
];

/// The section of the report.
pub fn section(page: &mut Page) {
    page.text.push_str(
        "\n## Contact\n\nClosed forms of parts that touch, and by how much runs in steps of 1/1000 s miss them. Under the integrators of accelerations the instants of \
         touching, sliding and sticking are located inside the step; impulse stepping is of order one at each of them. *Order* is what halving that step does to the error of \
         impulse stepping, where the error is above 1e-10.\n",
    );
    let integrators = [
        Integrator::Rk4,
        Integrator::Dopri5,
        Integrator::SemiImplicitEuler,
        Integrator::Impulse,
    ];
    let mut head = vec!["Figure".to_owned(), "Closed form".to_owned()];
    head.extend(integrators.map(|it| it.label().to_owned()));
    head.push("Order".to_owned());
    let mut rows = vec![head];
    for case in CASES {
        let mut row = vec![case.what.to_owned(), case.form.to_owned()];
        for integrator in integrators {
            let miss = (case.miss)(integrator, STEP);
            row.push(miss.map_or("–".to_owned(), short));
            if matches!(integrator, Integrator::Rk4 | Integrator::Dopri5) {
                let miss = miss.unwrap_or(f64::NAN);
                page.goal(format!("{}, {}", case.what, integrator.label()), miss, LIMIT);
            }
        }
        row.push(order(&case));
        rows.push(row);
    }
    page.table(&rows);
}

/// Observed order of impulse stepping, averaged over several halvings, since the error varies with where in a step events fall.
fn order(case: &Case) -> String {
    let miss = |halvings: u32| (case.miss)(Integrator::Impulse, STEP * 0.5_f64.powi(halvings as i32));
    match (miss(0), miss(HALVINGS)) {
        (Some(long), Some(short)) if case.ordered && long > ROUNDING && short > ROUNDING => {
            format!("{:.2}", (long / short).log2() / f64::from(HALVINGS))
        }
        _ => "–".to_owned(),
    }
}

fn add(scene: &mut Scene, shape: Shape, at: Vec2, omega: f64) -> Id {
    scene.add(Part {
        mass: Mass::Density(100.0),
        omega,
        ..Part::new("part", shape, Pose::new(at.x, at.y, 0.0))
    })
}

/// A ball dropped from 1 m, and the time of its first bounce (s).
fn ball(integrator: Integrator, step: f64) -> (Scene, f64) {
    let mut scene = floor(integrator, step, 0.0, 0.0, 0.5);
    let shape = Shape::Disk(Disk { radius: 0.1 });
    add(&mut scene, shape, Vec2::new(0.0, 1.1), 0.0);
    (scene, (2.0 / G).sqrt())
}

/// Time of a bounce, in units of that of the first.
fn bounce(number: i32) -> f64 {
    1.0 + 2.0 * (1..number).map(|j| 0.5_f64.powi(j)).sum::<f64>()
}

fn bounces(integrator: Integrator, step: f64) -> Option<f64> {
    let (scene, first) = ball(integrator, step);
    let (q, _) = at(&scene, first * (bounce(10) + 0.5_f64.powi(10)));
    Some((q[1] - 0.1 - 0.5_f64.powi(20)).abs())
}

fn twentieth(integrator: Integrator, step: f64) -> Option<f64> {
    let (scene, first) = ball(integrator, step);
    let speed = 0.5_f64.powi(20) * G * first;
    let (_, v) = at(&scene, first * bounce(20) + 0.5 * speed / G);
    Some((v[1] - 0.5 * speed).abs())
}

fn slides(integrator: Integrator, step: f64, factor: f64) -> Option<f64> {
    let mu = factor * SLOPE.tan();
    let mut scene = floor(integrator, step, SLOPE, mu, 0.0);
    let shape = Shape::Box(Box {
        width: 0.6,
        height: 0.2,
    });
    add(&mut scene, shape, Vec2::new(0.0, 0.1), 0.0);
    let (_, v) = at(&scene, 1.0);
    Some((v[0] - (G * (SLOPE.sin() - mu * SLOPE.cos())).max(0.0)).abs())
}

fn rolls(integrator: Integrator, step: f64, factor: f64) -> Option<f64> {
    let mu = factor * SLOPE.tan() / 3.0;
    let mut scene = floor(integrator, step, SLOPE, mu, 0.0);
    let shape = Shape::Disk(Disk { radius: 0.3 });
    add(&mut scene, shape, Vec2::new(0.0, 0.3), 0.0);
    let (_, v) = at(&scene, 1.0);
    let expected = if factor >= 1.0 {
        2.0 / 3.0 * G * SLOPE.sin()
    } else {
        G * (SLOPE.sin() - mu * SLOPE.cos())
    };
    Some((v[0] - expected).abs())
}

fn spins(integrator: Integrator, step: f64) -> Option<f64> {
    let (radius, omega, mu) = (0.5, 30.0, 0.2);
    let mut scene = floor(integrator, step, 0.0, mu, 0.0);
    let shape = Shape::Disk(Disk { radius });
    add(&mut scene, shape, Vec2::new(0.0, radius), -omega);
    let slips = radius * omega / (3.0 * mu * G);
    let (q, _) = at(&scene, 3.0);
    let expected = 0.5 * mu * G * slips * slips + radius * omega / 3.0 * (3.0 - slips);
    Some((q[0] - expected).abs())
}
