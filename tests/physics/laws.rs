//! Laws that every kind of constraint obeys, tested over the catalogue.

use proptest::prelude::*;
use tinkertoy::constraints::{ConstraintKind, EndPorts, Law, Level, Push, Row, Slot};
use tinkertoy::math::{Vec2, cross, unit};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Method, Scene};

use crate::build::{Build, centre, ground, run, v2};
use crate::moving::{Bodies, bodies, number, vector};

/// Every kind, with all of its laws of motion.
pub fn kinds() -> Vec<ConstraintKind> {
    let mut kinds = Vec::new();
    for kind in ConstraintKind::catalogue() {
        // Every option of every choice, except drives switched off.
        for choice in kind.choices().iter().filter(|choice| choice.key != "off") {
            for option in 0..choice.options.len() {
                let mut other = kind.clone();
                other.choose(choice.key, option);
                for further in other
                    .choices()
                    .iter()
                    .filter(|it| it.key != "off" && it.key != choice.key)
                {
                    for option in 0..further.options.len() {
                        let mut other = other.clone();
                        other.choose(further.key, option);
                        kinds.push(other);
                    }
                }
                kinds.push(other);
            }
        }
        kinds.push(kind);
    }
    let all = std::mem::take(&mut kinds);
    for kind in all {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The rows at these ends, given the memory of the constraint.
fn rows_of(kind: &ConstraintKind, ends: &[EndPorts], time: f64, memory: &[f64]) -> Vec<Row> {
    let mut rows = vec![Row::default(); kind.rows().len()];
    kind.evaluate(&ends[..kind.slots().len()], time, memory, &mut rows);
    rows
}

/// The memory of the constraint for these bodies, at time 0.
fn memory(kind: &ConstraintKind, bodies: &Bodies) -> Vec<f64> {
    kind.memory(&bodies.ports(0.0)[..kind.slots().len()])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// J is the derivative of C, Cdot that of C along the motion, gamma that of Cdot.
    #[test]
    fn derivatives_agree_with_finite_differences(bodies in bodies()) {
        let h = 1e-6;
        let smooth = |kind: &ConstraintKind| kind.exemptions().iter().all(|(law, _)| *law != Law::Smoothness);
        for kind in kinds().into_iter().filter(smooth) {
            let memory = memory(&kind, &bodies);
            let count = kind.slots().len();
            let ends = bodies.ports(0.0);
            let ends = &ends[..count];
            let at = |bodies: &Bodies, s: f64| rows_of(&kind, &bodies.ports(s), bodies.time + s, &memory);
            let here = at(&bodies, 0.0);
            for (k, info) in kind.rows().iter().enumerate() {
                let row = &here[k];
                if info.level == Level::Position {
                    for body in 0..count {
                        for coordinate in 0..3 {
                            let c = |by: f64| at(&bodies.nudged(body, coordinate, by), 0.0)[k].value;
                            let end = &ends[body];
                            let j = row.gradient[body].point.dot(end.point.gradient[coordinate])
                                + row.gradient[body].angle * end.angle.gradient[coordinate];
                            let fd = (c(h) - c(-h)) / (2.0 * h);
                            prop_assert!((j - fd).abs() < 1e-7 * (1.0 + j.abs()), "{kind:?} J {j} against {fd}");
                        }
                    }
                    let c = |s: f64| at(&bodies, s)[k].value;
                    let fd = (c(h) - c(-h)) / (2.0 * h);
                    let rate = row.rate(ends);
                    prop_assert!((rate - fd).abs() < 1e-6 * (1.0 + rate.abs()), "{kind:?} Cdot {rate} against {fd}");
                    prop_assert!(info.timed || row.time_rate == 0.0, "{kind:?} follows time and does not say so");
                }
                let c_dot = |s: f64| at(&bodies, s)[k].rate(&bodies.ports(s)[..count]);
                let fd = (c_dot(h) - c_dot(-h)) / (2.0 * h);
                let gamma = row.gamma(ends);
                // Near a singular configuration the finite differences are of large numbers.
                prop_assert!((gamma - fd).abs() < 1e-5 * (1.0 + gamma.abs()), "{kind:?} gamma {gamma} against {fd}");
            }
        }
    }

    /// Constraint forces balance, and so do their moments about any point.
    #[test]
    fn action_equals_reaction(bodies in bodies(), about in vector(10.0)) {
        for kind in kinds() {
            let ends = bodies.ports(0.0);
            let exempt = kind.exemptions().iter().any(|(law, _)| *law == Law::ThirdLaw);
            let open = ends[1].point.value - ends[0].point.value;
            for row in rows_of(&kind, &ends, bodies.time, &memory(&kind, &bodies)) {
                let (mut force, mut moment, mut size) = (Vec2::ZERO, 0.0, 1.0);
                for (gradient, end) in row.gradient.iter().zip(&ends) {
                    force += gradient.point;
                    moment += cross(end.point.value - about, gradient.point) + gradient.angle;
                    size += gradient.point.length();
                }
                // Kinds exempt from the law may leave the couple of an open joint, and nothing else.
                let couple = if exempt { cross(open, row.gradient[1].point) } else { 0.0 };
                prop_assert!(force.length() < 1e-12 * size, "{kind:?} {force}");
                prop_assert!((moment - couple).abs() < 1e-11 * size, "{kind:?} {moment} {couple}");
            }
        }
    }

    /// Forces that act elsewhere act on the named ends alone; the torques of a motor balance, and only a thruster, with one end, has no reaction.
    #[test]
    fn forces_elsewhere_act_where_they_say(bodies in bodies()) {
        for kind in kinds().into_iter().filter(|kind| !kind.pushed().is_empty()) {
            let mut rows = vec![Push::default(); kind.rows().len()];
            kind.pushes(&bodies.ports(0.0)[..kind.slots().len()], &mut rows);
            for push in rows {
                let acts = |e: &usize| push[*e].point != Vec2::ZERO || push[*e].angle != 0.0;
                let found: Vec<usize> = (0..push.len()).filter(acts).collect();
                prop_assert_eq!(&found[..], kind.pushed());
                let torque: f64 = push.iter().map(|it| it.angle).sum();
                prop_assert!(found.len() == 1 || torque == 0.0, "{kind:?} {torque}");
            }
        }
    }

    /// A rigid motion of everything leaves C unchanged.
    #[test]
    fn a_rigid_motion_of_everything_leaves_c_unchanged(bodies in bodies(), by in vector(5.0), turn in number(3.0)) {
        for kind in kinds() {
            let mut remembered = memory(&kind, &bodies);
            let before = rows_of(&kind, &bodies.ports(0.0), bodies.time, &remembered);
            // In small steps, as a machine moves, so that the memory follows.
            let mut moved = bodies.clone();
            for k in 1..=4 {
                let share = f64::from(k) / 4.0;
                for (q, from) in moved.q.iter_mut().zip(&bodies.q) {
                    let p = unit(share * turn).rotate(v2(from[0], from[1])) + by;
                    *q = [p.x, p.y, from[2] + share * turn];
                }
                kind.remember(&moved.ports(0.0)[..kind.slots().len()], &mut remembered);
            }
            let after = rows_of(&kind, &moved.ports(0.0), bodies.time, &remembered);
            if kind.exemptions().iter().any(|(law, _)| *law == Law::FrameInvariance) {
                // A vector in world axes rotates with the frame; its length stays.
                let length = |rows: &[Row]| rows.iter().map(|row| row.value * row.value).sum::<f64>().sqrt();
                prop_assert!((length(&before) - length(&after)).abs() < 1e-11);
                continue;
            }
            for (b, a) in before.iter().zip(&after) {
                prop_assert!((b.value - a.value).abs() < 1e-11, "{kind:?} {} {}", b.value, a.value);
            }
        }
    }

    /// Updating the memory never changes C; for a formula only its scale changes, and with it the whole row.
    #[test]
    fn remembering_changes_nothing(bodies in bodies()) {
        for kind in kinds() {
            let mut remembered = memory(&kind, &bodies);
            let ends = bodies.ports(0.01);
            let before = rows_of(&kind, &ends, bodies.time, &remembered);
            kind.remember(&ends[..kind.slots().len()], &mut remembered);
            for (b, a) in before.iter().zip(rows_of(&kind, &ends, bodies.time, &remembered)) {
                let slope = |row: &Row| row.gradient[1].point.length();
                let scale = match kind {
                    ConstraintKind::Implicit(_) if slope(b) > 0.0 => slope(&a) / slope(b),
                    _ => 1.0,
                };
                let same = |b: f64, a: f64| (scale * b - a).abs() < 1e-11 * (1.0 + a.abs());
                prop_assert!(same(b.value, a.value), "{kind:?} {b:?} {a:?}");
                if let ConstraintKind::Implicit(_) = kind {
                    prop_assert!(scale > 0.0 && same(b.curvature, a.curvature), "{kind:?} {b:?} {a:?}");
                    for (b, a) in b.gradient.iter().zip(&a.gradient) {
                        let numbers = [(b.point.x, a.point.x), (b.point.y, a.point.y), (b.angle, a.angle)];
                        prop_assert!(numbers.iter().all(|&(b, a)| same(b, a)), "{kind:?} {b:?} {a:?}");
                    }
                }
            }
        }
    }

    /// Both ends of every parameter's range give finite rows.
    #[test]
    fn extreme_parameters_give_finite_rows(bodies in bodies()) {
        for kind in kinds() {
            for parameter in kind.parameters() {
                for value in [parameter.min, parameter.max] {
                    let mut kind = kind.clone();
                    assert!(kind.set_parameter(parameter.key, value));
                    for row in rows_of(&kind, &bodies.ports(0.0), bodies.time, &memory(&kind, &bodies)) {
                        prop_assert!(row.value.is_finite() && row.curvature.is_finite() && row.time_rate.is_finite());
                        prop_assert!(row.gradient.iter().all(|g| g.point.is_finite() && g.angle.is_finite()));
                    }
                }
            }
        }
    }

    /// A constraint fitted to a pose is satisfied there.
    #[test]
    fn fitting_meets_the_pose(bodies in bodies()) {
        for mut kind in kinds() {
            let ends = bodies.ports(0.0);
            let ends = &ends[..kind.slots().len()];
            kind.fit(ends);
            for (k, row) in rows_of(&kind, ends, 0.0, &memory(&kind, &bodies)).iter().enumerate() {
                // Pins and welds pull their points together, and have nothing to fit.
                let draws = draws_together(&kind) && k < 2;
                prop_assert!(draws || row.value.abs() < 1e-12 * 50.0, "{kind:?} {}", row.value);
            }
        }
    }
}

/// Whether the kind pulls its points together, so that there is nothing to fit.
fn draws_together(kind: &ConstraintKind) -> bool {
    matches!(kind.holds_as(), ConstraintKind::Pin(_) | ConstraintKind::Weld(_))
}

/// A machine that contains one constraint of this kind.
pub fn example(kind: &ConstraintKind) -> Scene {
    let mut build = Build::default();
    let carrier = build.block(0.0, 0.0, 2.0);
    build.pin(
        ground(-0.3, 0.0),
        tinkertoy::scene::Attach::part(carrier, v2(-0.3, 0.0)),
    );
    let wheel = build.disk(0.2, 0.3, 0.2, 1.0);
    // Kinds that only rotate parts need an axle.
    let turns_only = kind
        .slots()
        .iter()
        .all(|slot| matches!(slot, Slot::Angle | Slot::Centre));
    if turns_only {
        build.pin(
            tinkertoy::scene::Attach::part(carrier, v2(0.2, 0.3)),
            centre(wheel),
        );
    }
    let b = if draws_together(kind) {
        tinkertoy::scene::Attach::part(wheel, v2(-0.1, -0.2))
    } else {
        centre(wheel)
    };
    let carried = tinkertoy::scene::Attach::part(carrier, v2(0.1, 0.1));
    // The third part has a pin of its own; a fourth end is on the ground.
    let third = build.disk(1.2, 0.4, 0.2, 0.5);
    build.pin(ground(1.2, 0.4), centre(third));
    // Kinds with a force elsewhere need an end where that force has an effect.
    let pushed = !kind.pushed().is_empty();
    let ends = match kind.slots().len() {
        3 if pushed => vec![ground(0.3, 1.5), b, b],
        4 if pushed => vec![ground(0.3, 1.5), b, carried, b],
        1 => vec![carried],
        2 => vec![carried, b],
        3 => vec![carried, b, centre(third)],
        _ => vec![carried, ground(0.3, 1.5), ground(0.6, 1.5), b],
    };
    build.join(kind.clone(), &ends);
    build.scene
}

/// An example of each kind under gravity: closed for 600 steps, without a gain of energy, and all methods agree.
#[test]
fn each_kind_holds_its_example() {
    for kind in kinds() {
        let mut scene = example(&kind);
        scene.settings.dt = 1.0 / 960.0;
        let mut ends = Vec::new();
        for method in Method::EXACT {
            scene.settings.method = method;
            let mut run = run(&scene, 600.0 * scene.settings.dt);
            let drift = run.drift();
            // The third derivative of a piecewise curve jumps between its pieces.
            let rough = matches!(kind, ConstraintKind::Track(_) | ConstraintKind::TrackMotor(_));
            let most = if rough { 1e-4 } else { 1e-6 };
            assert!(drift.max_m < most && drift.max_rad < 1e-4, "{kind:?} {drift:?}");
            let scale = run.energy().kinetic.abs().max(1.0);
            assert!(
                run.energy_error().abs() < 1e-4 * scale,
                "{kind:?} {}",
                run.energy_error()
            );
            if !kind.is_drive() {
                let gained = run.energy().total() - run.energy_start();
                // At sharp bends of a wire the feedback is larger.
                let most = if rough { 1e-2 } else { 1e-4 };
                assert!(gained < most * scale, "{kind:?} gained {gained}");
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
