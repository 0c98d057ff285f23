//! Every kind of constraint and force with every integrator: drives, velocity-level rows, programmes,
//! damping and drag. Each converges to the motion that Runge-Kutta computes with fine steps.

use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::scene::{Attach, Contact, Integrator, Scene, Stabilisation, SubSteps, validate};
use tinkertoy::sim::{Hand, Input, Simulation};

use crate::build::{Build, centre, ground, position, v2};
use crate::laws::{example, kinds};

/// Duration of a run (s).
const SECONDS: f64 = 0.4;

/// Coordinates after [`SECONDS`] with `rate` whole steps per second.
fn end_of(scene: &Scene, integrator: Integrator, rate: f64) -> Vec<f64> {
    let mut scene = scene.clone();
    let settings = &mut scene.settings;
    settings.integrator = integrator;
    settings.stabilisation = Stabilisation::Projection;
    settings.sub_steps = SubSteps::Fixed;
    settings.tolerance = 0.0;
    settings.dt = 1.0 / rate;
    assert!(validate::problems(&scene).is_empty());
    let mut run = Simulation::new(&scene);
    for _ in 0..(SECONDS * rate).round() as u64 {
        run.step().unwrap();
    }
    // A run with soft (regularised) steps is no reference.
    if run.state().soft_sub_steps > 0 {
        return vec![f64::NAN; run.state().q.len()];
    }
    run.state().q.clone()
}

/// Checks that the errors of each integrator at a step size and at half of it decrease by its order, or are below `rounding`; returns the failures.
fn converges(what: &str, scene: &Scene, rounding: f64) -> Vec<String> {
    let mut bad = Vec::new();
    let exact = end_of(scene, Integrator::Rk4, 3840.0);
    let covered = |it: &Integrator| {
        let mut scene = scene.clone();
        scene.settings.integrator = *it;
        validate::problems(&scene).is_empty()
    };
    for integrator in Integrator::ALL.into_iter().filter(covered) {
        let errors = [480.0, 960.0].map(|rate| {
            let end = end_of(scene, integrator, rate);
            let off = end.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            off.fold(0.0_f64, |most, x| if x <= most { most } else { x })
        });
        let (most, falls): (f64, f64) = match integrator {
            Integrator::SemiImplicitEuler | Integrator::Impulse => (0.1, 0.75),
            Integrator::Rattle => (5e-3, 0.4),
            Integrator::Rk4 | Integrator::Dopri5 => (1e-5, 0.2),
        };
        // Written so that NaN fails.
        let good = errors[0] < most.max(rounding) && errors[1] < (falls * errors[0]).max(rounding);
        if !good {
            bad.push(format!("{what}, {integrator}: {errors:?}"));
        }
    }
    bad
}

#[test]
fn every_kind_of_constraint_moves_alike_with_every_integrator() {
    let mut bad = Vec::new();
    for mut kind in kinds() {
        // A blow counts by its mean force over a step, so whether it breaks a joint depends on the step.
        if let ConstraintKind::Breakable(it) = &mut kind {
            it.load = 1e5;
        }
        // Drawn curves and piecewise programmes have derivatives that jump.
        let rounding = match &kind {
            ConstraintKind::Track(_) | ConstraintKind::TrackMotor(_) => 1e-4,
            // A force that reaches its limit and leaves it within a step is resolved only by shorter steps.
            ConstraintKind::Actuator(it) if it.force.most().is_some() => 1e-4,
            kind if format!("{kind:?}").contains("Table") => 2e-5,
            _ => 1e-9,
        };
        bad.extend(converges(&format!("{kind:?}"), &example(&kind), rounding));
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn every_kind_of_force_moves_alike_with_every_integrator() {
    let mut bad = Vec::new();
    for kind in ForceKind::catalogue() {
        let mut build = Build::default();
        let carrier = build.block(0.0, 0.0, 2.0);
        build.pin(ground(-0.3, 0.0), Attach::part(carrier, v2(-0.3, 0.0)));
        let wheel = build.disk(0.5, 0.6, 0.2, 1.0);
        build.set_velocity(wheel, v2(0.4, -0.3), 5.0);
        build.rod(
            Attach::part(carrier, v2(0.3, 0.0)),
            Attach::part(wheel, v2(0.0, 0.1)),
        );
        let ends = match kind.slots().len() {
            1 => vec![Attach::part(wheel, v2(0.1, 0.0))],
            _ => vec![Attach::part(carrier, v2(0.1, 0.1)), centre(wheel)],
        };
        build.force(kind.clone(), &ends);
        bad.extend(converges(&format!("{kind:?}"), &build.scene, 1e-9));
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

/// Contact gives the same motion by every integrator that supports it: a disk that slips and then
/// rolls, a box that tips and is stopped by its pins, a crank that pushes a sledge over rough ground.
#[test]
fn what_touches_moves_alike_with_every_integrator() {
    let ground_with = |friction: f64| {
        let mut build = Build::default();
        build.scene.settings.contact = Some(Contact {
            floor: Some(0.0),
            friction,
            restitution: 0.0,
            ..Contact::default()
        });
        build
    };
    let mut bad = Vec::new();
    let mut disk = ground_with(0.3);
    let wheel = disk.disk(0.0, 0.2, 0.2, 1.0);
    disk.set_velocity(wheel, v2(1.0, 0.0), 6.0);
    bad.extend(converges("a disk that slips and rolls", &disk.scene, 1e-9));

    let mut tips = ground_with(5.0);
    let block = tips.block(0.0, 0.1, 2.0);
    tips.set_velocity(block, v2(0.0, 0.0), 0.0);
    let push = tinkertoy::forces::Push {
        force: v2(60.0, 0.0),
        ..tinkertoy::forces::Push::default()
    };
    tips.force(ForceKind::Push(push), &[Attach::part(block, v2(0.0, 0.1))]);
    bad.extend(converges("a block that tips", &tips.scene, 1e-9));

    let mut sledge = ground_with(0.2);
    let crank = sledge.disk(0.0, 0.3, 0.1, 1.0);
    sledge.pin(ground(0.0, 0.3), centre(crank));
    let load = sledge.block(0.8, 0.1, 2.0);
    sledge.rod(
        Attach::part(crank, v2(0.0, 0.1)),
        Attach::part(load, v2(-0.2, 0.0)),
    );
    sledge.set_velocity(crank, v2(0.0, 0.0), -6.0);
    sledge.set_velocity(load, v2(0.6, 0.0), 0.0);
    bad.extend(converges("a sledge on a crank", &sledge.scene, 1e-9));
    assert!(bad.is_empty(), "{bad:#?}");
}

/// The hand is a critically damped spring of 20 rad/s for any mass that it holds: a free mass, at rest at a distance d from the target, is
/// `d (1 + w t) e^(-w t)` away from it at time t, and the work of the hand equals the mass's energy.
#[test]
fn the_hand_moves_a_free_mass_by_its_closed_form() {
    const FREQUENCY: f64 = 20.0;
    for integrator in Integrator::ALL {
        for mass in [0.01, 3.0, 500.0] {
            let mut build = Build::default();
            let ball = build.particle(0.0, 0.0, mass);
            let settings = &mut build.scene.settings;
            settings.gravity = v2(0.0, 0.0);
            settings.integrator = integrator;
            settings.dt = 1.0 / 1920.0;
            let mut run = Simulation::new(&build.scene);
            let target = v2(0.6, -0.8);
            run.apply(Input::Hand(Some(Hand {
                part: ball,
                at: v2(0.0, 0.0),
                target,
            })));
            let off = match integrator {
                Integrator::SemiImplicitEuler | Integrator::Impulse => 5e-3,
                Integrator::Rattle => 5e-5,
                Integrator::Rk4 | Integrator::Dopri5 => 1e-8,
            };
            for step in 1..=576 {
                run.step().unwrap();
                let turn = FREQUENCY * f64::from(step) / 1920.0;
                let share = 1.0 - (1.0 + turn) * (-turn).exp();
                let error = position(&run, ball).distance(share * target);
                assert!(error < off, "{integrator}, {mass} kg, {step}: {error:e} m");
                let (done, energy) = (run.state().work.hand, run.energy().total());
                // For a first-order integrator the energy balance is as accurate as the step.
                assert!(
                    (done - energy).abs() < 10.0 * off * mass * FREQUENCY,
                    "{integrator}, {mass} kg: {done} J done, {energy} J there"
                );
            }
        }
    }
}
