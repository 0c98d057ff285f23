//! Laws that every kind of force obeys, tested over the catalogue.

use proptest::prelude::*;
use tinkertoy::constraints::{EndPorts, Slot};
use tinkertoy::forces::{Effect, ForceKind};
use tinkertoy::math::{Vec2, cross, unit};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Integrator, Method, Scene};

use crate::build::{Build, centre, ground, run, v2};
use crate::moving::{Bodies, bodies, number, vector};

/// Every kind with every programme, and with nonzero drag and damping where it has them.
fn kinds() -> Vec<ForceKind> {
    let mut kinds = Vec::new();
    for mut kind in ForceKind::catalogue() {
        for key in ["linear", "quadratic", "angular", "damping"] {
            kind.set_parameter(key, 0.37);
        }
        for choice in kind.choices() {
            for option in 0..choice.options.len() {
                let mut other = kind.clone();
                assert!(other.choose(choice.key, option));
                kinds.push(other);
            }
        }
        if kind.choices().is_empty() {
            kinds.push(kind);
        }
    }
    kinds
}

fn effect(kind: &ForceKind, bodies: &Bodies, s: f64) -> Effect {
    kind.evaluate(&bodies.ports(s)[..kind.slots().len()], bodies.time + s)
}

/// Generalized forces on each body: forces and torques at the ports times the gradients of the ports.
fn generalized(kind: &ForceKind, bodies: &Bodies) -> Vec<[f64; 3]> {
    let (effect, ends) = (effect(kind, bodies, 0.0), bodies.ports(0.0));
    let by = |e: usize, k: usize| {
        effect.force[e].dot(ends[e].point.gradient[k]) + effect.torque[e] * ends[e].angle.gradient[k]
    };
    (0..kind.slots().len())
        .map(|e| std::array::from_fn(|k| by(e, k)))
        .collect()
}

fn still(bodies: &Bodies) -> Bodies {
    Bodies {
        v: Default::default(),
        ..bodies.clone()
    }
}

/// Whether the force has an energy source of its own.
fn has_source(kind: &ForceKind, bodies: &Bodies) -> bool {
    effect(kind, bodies, 0.0).drive != 0.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(2), ..ProptestConfig::default() })]

    /// At rest a force without a source is minus the gradient of its stored energy, and does no work.
    #[test]
    fn a_force_is_minus_the_gradient_of_its_energy(bodies in bodies()) {
        let h = 1e-6;
        let here = still(&bodies);
        for kind in kinds().into_iter().filter(|kind| !has_source(kind, &bodies)) {
            prop_assert_eq!(effect(&kind, &here, 0.0).power, 0.0);
            for (e, force) in generalized(&kind, &here).into_iter().enumerate() {
                for (k, f) in force.into_iter().enumerate() {
                    let u = |by: f64| effect(&kind, &here.nudged(e, k, by), 0.0).potential;
                    let slope = (u(h) - u(-h)) / (2.0 * h);
                    prop_assert!((f + slope).abs() < 1e-6 * (1.0 + f.abs()), "{kind:?} {f} against {slope}");
                }
            }
        }
    }

    /// Energy balance in any motion: the power of the force equals the decrease of its stored energy, less dissipation, plus the power of its source.
    #[test]
    fn the_power_of_a_force_is_booked(bodies in bodies()) {
        let h = 1e-6;
        for kind in kinds() {
            let now = effect(&kind, &bodies, 0.0);
            let mut power = 0.0;
            for (force, v) in generalized(&kind, &bodies).iter().zip(&bodies.v) {
                power += (0..3).map(|k| force[k] * v[k]).sum::<f64>();
            }
            let u = |s: f64| effect(&kind, &bodies, s).potential;
            let given = -(u(h) - u(-h)) / (2.0 * h);
            let booked = given + now.power + now.drive;
            prop_assert!((power - booked).abs() < 1e-5 * (1.0 + power.abs()), "{kind:?} {power} against {booked}");
        }
    }

    /// Energy that is neither stored nor from a source is dissipated, never created.
    #[test]
    fn no_force_gives_energy_without_a_source(bodies in bodies()) {
        for kind in kinds() {
            prop_assert!(effect(&kind, &bodies, 0.0).power <= 0.0, "{kind:?}");
        }
    }

    /// Forces between parts balance, and so do their moments about any point.
    #[test]
    fn action_equals_reaction(bodies in bodies(), about in vector(10.0)) {
        for kind in kinds().into_iter().filter(|kind| kind.slots().len() > 1) {
            let (effect, ends) = (effect(&kind, &bodies, 0.0), bodies.ports(0.0));
            let (mut force, mut moment, mut size) = (Vec2::ZERO, 0.0, 1.0);
            for (e, end) in ends.iter().enumerate().take(kind.slots().len()) {
                force += effect.force[e];
                moment += cross(end.point.value - about, effect.force[e]) + effect.torque[e];
                size += effect.force[e].length() * (1.0 + end.point.value.distance(about));
            }
            prop_assert!(force.length() < 1e-12 * size && moment.abs() < 1e-12 * size, "{kind:?} {force} {moment}");
        }
    }

    /// Forces rotate with a rigid motion of everything, except those with a direction fixed in the world, such as wind.
    #[test]
    fn a_rigid_motion_of_everything_turns_the_forces(bodies in bodies(), by in vector(5.0), turn in number(3.0)) {
        let mut moved = bodies.clone();
        for (k, (q, v)) in moved.q.iter_mut().zip(&mut moved.v).enumerate() {
            let rotate = |it: [f64; 3]| unit(turn).rotate(v2(it[0], it[1]));
            let (p, rate) = (rotate(bodies.q[k]) + by, rotate(bodies.v[k]));
            *q = [p.x, p.y, bodies.q[k][2] + turn];
            *v = [rate.x, rate.y, bodies.v[k][2]];
        }
        let of_the_world = |kind: &ForceKind| matches!(kind, ForceKind::Push(_) | ForceKind::Wind(_) | ForceKind::Torque(_));
        for kind in kinds() {
            let (before, after) = (effect(&kind, &bodies, 0.0), effect(&kind, &moved, 0.0));
            if of_the_world(&kind) {
                prop_assert!(kind.slots().len() == 1, "{kind:?} is between parts");
                continue;
            }
            prop_assert!((before.potential - after.potential).abs() < 1e-10 * (1.0 + before.potential.abs()), "{kind:?}");
            for e in 0..kind.slots().len() {
                let turned = unit(turn).rotate(before.force[e]);
                prop_assert!(turned.distance(after.force[e]) < 1e-10 * (1.0 + turned.length()), "{kind:?}");
                prop_assert!((before.torque[e] - after.torque[e]).abs() < 1e-10 * (1.0 + before.torque[e].abs()), "{kind:?}");
            }
        }
    }

    /// Parameters at both ends of their ranges give finite forces, in any motion, at rest, and with all ends at one place.
    #[test]
    fn extreme_parameters_and_poses_give_numbers(bodies in bodies()) {
        let one_place = Bodies { q: [bodies.q[0]; 4], at: [bodies.at[0]; 4], ..bodies.clone() };
        let poses = [still(&one_place), one_place, still(&bodies), bodies];
        for kind in kinds() {
            let mut all = vec![kind.clone()];
            for parameter in kind.parameters() {
                for value in [parameter.min, parameter.max] {
                    let mut other = kind.clone();
                    assert!(other.set_parameter(parameter.key, value));
                    all.push(other);
                }
            }
            for (kind, pose) in all.iter().flat_map(|kind| poses.iter().map(move |pose| (kind, pose))) {
                let effect = effect(kind, pose, 0.0);
                prop_assert!(effect.force.iter().all(|f| f.is_finite()) && effect.torque.iter().all(|t| t.is_finite()), "{kind:?}");
                prop_assert!(effect.potential.is_finite() && effect.power.is_finite() && effect.drive.is_finite(), "{kind:?}");
            }
        }
    }

    /// A force fitted to a pose stores no energy there.
    #[test]
    fn fitting_puts_a_spring_at_ease(bodies in bodies()) {
        for mut kind in kinds() {
            let ends: Vec<EndPorts> = still(&bodies).ports(0.0)[..kind.slots().len()].to_vec();
            let before = kind.clone();
            kind.fit(&ends);
            if kind != before {
                let effect = kind.evaluate(&ends, 0.0);
                prop_assert!(effect.potential.abs() < 1e-20 && effect.force[0].length() < 1e-12, "{kind:?}");
            }
        }
    }
}

/// A carrier on a pin, and a wheel; the force acts on the wheel, or between the wheel and the carrier.
fn example(kind: &ForceKind) -> Scene {
    let mut build = Build::default();
    let carrier = build.block(0.0, 0.0, 2.0);
    build.pin(ground(-0.3, 0.0), Attach::part(carrier, v2(-0.3, 0.0)));
    let wheel = build.disk(0.6, 0.4, 0.2, 1.0);
    build.rod(Attach::part(carrier, v2(0.3, 0.0)), centre(wheel));
    build.set_velocity(wheel, v2(0.4, 0.9), 3.0);
    let turned = kind.slots().iter().all(|slot| *slot == Slot::Angle);
    let end = if turned {
        centre(wheel)
    } else {
        Attach::part(wheel, v2(0.1, 0.05))
    };
    let ends = [Attach::part(carrier, v2(0.1, 0.1)), end];
    build.force(kind.clone(), &ends[2 - kind.slots().len()..]);
    build.scene
}

/// In a machine under gravity the energy balance holds for a second, with every integrator and every exact method.
#[test]
fn each_kind_closes_its_books() {
    for kind in kinds() {
        let mut scene = example(&kind);
        scene.settings.dt = 1.0 / 960.0;
        let mut ends = Vec::new();
        for method in Method::EXACT {
            scene.settings.method = method;
            let run = run(&scene, 1.0);
            assert!(
                run.ledger_error().abs() < 1e-4,
                "{kind:?} {method}: {}",
                run.ledger_error()
            );
            let work = run.state().work;
            assert!(work.dissipation <= 0.0, "{kind:?}: {}", work.dissipation);
            ends.push(run.state().q.clone());
        }
        for other in &ends[1..] {
            for (a, b) in ends[0].iter().zip(other) {
                assert!((a - b).abs() < 1e-7 * (1.0 + a.abs()), "{kind:?}: {a} {b}");
            }
        }
        scene.settings.method = Method::Sparse;
        for integrator in Integrator::ALL {
            scene.settings.integrator = integrator;
            let run = run(&scene, 0.5);
            let scale = 1.0 + run.energy().kinetic + run.state().work.drives.abs();
            let error = run.ledger_error().abs();
            assert!(error < 2e-2 * scale, "{kind:?} {integrator}: {error}");
        }
    }
}
