//! The laws every kind of constraint obeys, looped over the catalogue.

use proptest::prelude::*;
use tinkertoy::bodies::Motion;
use tinkertoy::constraints::{ConstraintKind, EndPorts, Law, Level, MotorLaw, Row};
use tinkertoy::math::{Vec2, cross, unit};
use tinkertoy::parameter::Parameters;
use tinkertoy::solver::Method;

use crate::build::{Build, centre, ground, run, v2};

/// Two rigid bodies, a point on each, and their motion.
#[derive(Clone, Debug)]
struct Pair {
    q: [[f64; 3]; 2],
    v: [[f64; 3]; 2],
    at: [Vec2; 2],
    time: f64,
}

impl Pair {
    fn ports(&self, s: f64) -> [EndPorts; 2] {
        std::array::from_fn(|e| {
            let q: [f64; 3] = std::array::from_fn(|k| self.q[e][k] + s * self.v[e][k]);
            EndPorts {
                point: Motion::Rigid.point(self.at[e], &q, &self.v[e]),
                angle: Motion::Rigid.angle(&q, &self.v[e]),
            }
        })
    }
    fn nudged(&self, body: usize, coordinate: usize, by: f64) -> Pair {
        let mut pair = self.clone();
        pair.q[body][coordinate] += by;
        pair
    }
}

fn number(range: f64) -> impl Strategy<Value = f64> {
    (-range..range).prop_map(|x| x)
}

fn vector(range: f64) -> impl Strategy<Value = Vec2> {
    (number(range), number(range)).prop_map(|(x, y)| v2(x, y))
}

fn pair() -> impl Strategy<Value = Pair> {
    let coordinates = || {
        [
            [number(3.0), number(3.0), number(7.0)],
            [number(3.0), number(3.0), number(7.0)],
        ]
    };
    (
        coordinates(),
        coordinates(),
        [vector(1.0), vector(1.0)],
        number(5.0),
    )
        .prop_map(|(q, v, at, time)| Pair { q, v, at, time })
        // A rod between points that all but coincide has no direction to differentiate.
        .prop_filter("apart", |it| {
            let [a, b] = it.ports(0.0);
            a.point.value.distance(b.point.value) > 0.1
        })
}

/// Every kind, with all its laws of motion.
fn kinds() -> Vec<ConstraintKind> {
    let mut kinds = ConstraintKind::catalogue();
    for kind in kinds.clone() {
        if let ConstraintKind::Motor(motor) = kind {
            kinds.push(ConstraintKind::Motor(tinkertoy::constraints::Motor {
                law: MotorLaw::Angle,
                ..motor
            }));
        }
    }
    kinds
}

fn rows(kind: &ConstraintKind, ends: &[EndPorts; 2], time: f64) -> Vec<Row> {
    let mut rows = vec![Row::default(); kind.rows().len()];
    kind.evaluate(ends, time, &kind.memory(), &mut rows);
    rows
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// J is the derivative of C, Cdot that of C along the motion, gamma that of Cdot.
    #[test]
    fn derivatives_agree_with_finite_differences(pair in pair()) {
        let h = 1e-6;
        for kind in kinds() {
            let here = rows(&kind, &pair.ports(0.0), pair.time);
            for (k, info) in kind.rows().iter().enumerate() {
                let row = &here[k];
                if info.level == Level::Position {
                    for body in 0..2 {
                        for coordinate in 0..3 {
                            let c = |by: f64| rows(&kind, &pair.nudged(body, coordinate, by).ports(0.0), pair.time)[k].value;
                            let end = &pair.ports(0.0)[body];
                            let j = row.gradient[body].point.dot(end.point.gradient[coordinate])
                                + row.gradient[body].angle * end.angle.gradient[coordinate];
                            let fd = (c(h) - c(-h)) / (2.0 * h);
                            prop_assert!((j - fd).abs() < 1e-7 * (1.0 + j.abs()), "{kind:?} J {j} against {fd}");
                        }
                    }
                    let c = |s: f64| rows(&kind, &pair.ports(s), pair.time + s)[k].value;
                    let fd = (c(h) - c(-h)) / (2.0 * h);
                    let rate = row.rate(&pair.ports(0.0));
                    prop_assert!((rate - fd).abs() < 1e-6 * (1.0 + rate.abs()), "{kind:?} Cdot {rate} against {fd}");
                }
                let c_dot = |s: f64| rows(&kind, &pair.ports(s), pair.time + s)[k].rate(&pair.ports(s));
                let fd = (c_dot(h) - c_dot(-h)) / (2.0 * h);
                let gamma = row.gamma(&pair.ports(0.0));
                prop_assert!((gamma - fd).abs() < 1e-5 * (1.0 + gamma.abs()), "{kind:?} gamma {gamma} against {fd}");
            }
        }
    }

    /// The forces of a constraint balance, and so do their moments about any point.
    #[test]
    fn action_equals_reaction(pair in pair(), about in vector(10.0)) {
        for kind in kinds() {
            let ends = pair.ports(0.0);
            let exempt = kind.exemptions().iter().any(|(law, _)| *law == Law::ThirdLaw);
            let open = ends[1].point.value - ends[0].point.value;
            for row in rows(&kind, &ends, pair.time) {
                let (mut force, mut moment) = (Vec2::ZERO, 0.0);
                for (gradient, end) in row.gradient.iter().zip(&ends) {
                    force += gradient.point;
                    moment += cross(end.point.value - about, gradient.point) + gradient.angle;
                }
                // What is exempt may leave the couple of an open joint, and nothing else.
                let couple = if exempt { cross(open, row.gradient[1].point) } else { 0.0 };
                prop_assert!(force.length() < 1e-12, "{kind:?} {force}");
                prop_assert!((moment - couple).abs() < 1e-11, "{kind:?} {moment} {couple}");
            }
        }
    }

    /// Moving everything together changes nothing.
    #[test]
    fn a_rigid_motion_of_everything_leaves_c_unchanged(pair in pair(), by in vector(5.0), turn in number(3.0)) {
        let mut moved = pair.clone();
        for q in &mut moved.q {
            let p = unit(turn).rotate(v2(q[0], q[1])) + by;
            *q = [p.x, p.y, q[2] + turn];
        }
        for kind in kinds() {
            let (before, after) = (rows(&kind, &pair.ports(0.0), pair.time), rows(&kind, &moved.ports(0.0), pair.time));
            if kind.exemptions().iter().any(|(law, _)| *law == Law::FrameInvariance) {
                // A vector in the world's axes turns with the frame; its length does not change.
                let length = |rows: &[Row]| rows.iter().map(|row| row.value * row.value).sum::<f64>().sqrt();
                prop_assert!((length(&before) - length(&after)).abs() < 1e-11);
                continue;
            }
            for (b, a) in before.iter().zip(&after) {
                prop_assert!((b.value - a.value).abs() < 1e-11, "{kind:?}");
            }
        }
    }

    /// Both ends of every parameter's range give finite rows.
    #[test]
    fn extreme_parameters_give_finite_rows(pair in pair()) {
        for kind in kinds() {
            for parameter in kind.parameters() {
                for value in [parameter.min, parameter.max] {
                    let mut kind = kind.clone();
                    assert!(kind.set_parameter(parameter.key, value));
                    for row in rows(&kind, &pair.ports(0.0), pair.time) {
                        prop_assert!(row.value.is_finite() && row.curvature.is_finite() && row.time_rate.is_finite());
                        prop_assert!(row.gradient.iter().all(|g| g.point.is_finite() && g.angle.is_finite()));
                    }
                }
            }
        }
    }

    /// A constraint fitted to a pose is met there.
    #[test]
    fn fitting_meets_the_pose(pair in pair()) {
        for mut kind in kinds() {
            let ends = pair.ports(0.0);
            if matches!(kind, ConstraintKind::Pin(_)) {
                continue; // A pin has nothing to fit: it draws its points together.
            }
            kind.fit(&ends);
            for row in rows(&kind, &ends, 0.0) {
                prop_assert!(row.value.abs() < 1e-12 * 50.0, "{kind:?} {}", row.value);
            }
        }
    }
}

/// An example of each kind under gravity: held for 600 steps, no energy gained, all methods agree.
#[test]
fn each_kind_holds_its_example() {
    for kind in kinds() {
        let mut build = Build::default();
        let carrier = build.block(0.0, 0.0, 2.0);
        build.pin(
            ground(-0.3, 0.0),
            tinkertoy::scene::Attach::part(carrier, v2(-0.3, 0.0)),
        );
        let wheel = build.disk(0.2, 0.3, 0.2, 1.0);
        if matches!(kind, ConstraintKind::Motor(_)) {
            build.pin(
                tinkertoy::scene::Attach::part(carrier, v2(0.2, 0.3)),
                centre(wheel),
            );
        }
        let b = if matches!(kind, ConstraintKind::Pin(_)) {
            tinkertoy::scene::Attach::part(wheel, v2(-0.1, -0.2))
        } else {
            centre(wheel)
        };
        build.link(
            kind.clone(),
            tinkertoy::scene::Attach::part(carrier, v2(0.1, 0.1)),
            b,
        );
        let mut scene = build.scene;
        scene.settings.dt = 1.0 / 960.0;
        let mut ends = Vec::new();
        for method in Method::EXACT {
            scene.settings.method = method;
            let mut run = run(&scene, 600.0 * scene.settings.dt);
            let drift = run.drift();
            assert!(drift.max_m < 1e-6 && drift.max_rad < 1e-4, "{kind:?} {drift:?}");
            let scale = run.energy().kinetic.abs().max(1.0);
            assert!(
                run.energy_error().abs() < 1e-4 * scale,
                "{kind:?} {}",
                run.energy_error()
            );
            if !kind.is_drive() {
                let gained = run.energy().total() - run.energy_start();
                assert!(gained < 1e-4 * scale, "{kind:?} gained {gained}");
            }
            ends.push(run.state().q.clone());
        }
        for other in &ends[1..] {
            for (a, b) in ends[0].iter().zip(other) {
                assert!((a - b).abs() < 1e-6 * (1.0 + a.abs()), "{kind:?}: {a} {b}");
            }
        }
    }
}
