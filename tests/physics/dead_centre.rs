//! A light part between heavy ones that passes dead centre: followed, or reported.

use tinkertoy::scene::{Edit, Id, Integrator, Mass, Scene, Stabilisation, file};
use tinkertoy::sim::{Cause, Culprit, Simulation, Stop};

use crate::light_parts::points;
use crate::silent::{run, scene};

/// Sets the mass of a part (kg).
fn weigh(scene: &mut Scene, id: Id, mass: f64) {
    let mut part = scene.part(id).unwrap().clone();
    part.mass = Mass::Given { mass, inertia: 0.0 };
    let mut edit = Edit::new("weigh");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
}

/// A mass of 30 kg that swings one of a gram through dead centre, and other ratios: the results are
/// right, within ten times the sub-steps of equal masses.
#[test]
fn a_light_part_between_heavy_ones_is_followed() {
    let with = |light: f64, heavy: f64, integrator: Integrator| {
        let mut scene = scene("dead_centre");
        let ids: Vec<_> = scene.parts().map(|(id, _)| id).collect();
        for (id, mass) in ids.into_iter().zip([light, heavy]) {
            weigh(&mut scene, id, mass);
        }
        scene.settings.integrator = integrator;
        scene.settings.stabilisation = Stabilisation::Projection;
        run(&scene, 3.0)
    };
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        let same = with(1.0, 1.0, integrator);
        // Masses below a gram are compared with one kilogram in their place.
        let heavier = with(1.0, 30.0, integrator);
        for (light, heavy) in [
            (0.001, 1.0),
            (0.001, 30.0),
            (0.001, 1000.0),
            (0.01, 30.0),
            (1.0, 1000.0),
            (1e-4, 30.0),
            (1e-5, 30.0),
            (1e-6, 30.0),
        ] {
            let usual = if light < 0.001 { &heavier } else { &same };
            let outcome = with(light, heavy, integrator);
            let told = format!("{light} kg, {heavy} kg by {integrator}: {}", outcome.summary());
            assert!(
                outcome.stop.is_none() && outcome.is_right() && outcome.energy_error < 1e-2,
                "{told}"
            );
            assert!(
                outcome.sub_steps < 10 * usual.sub_steps,
                "{told} against {}",
                usual.sub_steps
            );
        }
    }
}

/// A part so light that no sub-step is short enough neither comes apart without a message nor goes
/// on in pieces: the run is right, or stops at a joint.
#[test]
fn a_part_too_light_for_any_step_is_followed_or_named() {
    for light in [1e-4, 1e-6, 1e-8, 9e-9, 1e-9] {
        for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::Rattle] {
            for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
                let mut scene = scene("dead_centre");
                let (id, _) = scene.parts().next().unwrap();
                weigh(&mut scene, id, light);
                (scene.settings.integrator, scene.settings.stabilisation) = (integrator, stabilisation);
                let outcome = run(&scene, 3.0);
                let told = format!("{light} kg, {integrator}, {stabilisation}: {}", outcome.summary());
                let named = |stop: &Stop| matches!(stop.culprit, Culprit::Item(_));
                assert!(outcome.stop.as_ref().map_or(outcome.drift < 0.1, named), "{told}");
                assert!(!outcome.is_silently_wrong(), "{told}");
            }
        }
    }
}

/// RATTLE and feedback pass dead centre as accurately as projection does.
#[test]
fn a_dead_centre_is_passed_by_rattle_and_with_feedback() {
    let mut scene = scene("dead_centre");
    for (dt, integrators) in [
        (0.004, &[Integrator::Rattle, Integrator::Dopri5][..]),
        (0.001, &[Integrator::Rattle, Integrator::Dopri5, Integrator::Rk4]),
    ] {
        scene.settings.dt = dt;
        for &integrator in integrators {
            scene.settings.integrator = integrator;
            scene.settings.stabilisation = Stabilisation::Baumgarte;
            let outcome = run(&scene, 3.0);
            assert!(
                outcome.stop.is_none() && outcome.trusted && outcome.energy_error < 1e-2,
                "{integrator}, {dt} s: {}",
                outcome.summary()
            );
        }
    }
}

/// Where velocities are projected in each sub-step, a whip shorter than all of them takes most of the energy, as an impact would: the run stops before it,
/// and names the light part.
#[test]
fn a_whip_that_would_take_the_energy_stops_by_name() {
    for light in [0.001, 0.01] {
        for integrator in [Integrator::Impulse, Integrator::SemiImplicitEuler] {
            let mut scene = scene("dead_centre");
            let (id, _) = scene.parts().next().unwrap();
            weigh(&mut scene, id, light);
            scene.settings.integrator = integrator;
            scene.settings.stabilisation = Stabilisation::Baumgarte;
            let mut run = Simulation::new(&scene);
            let stop = loop {
                if let Err(stop) = run.step() {
                    break stop;
                }
                assert!(run.state().time < 1.0, "{integrator}: {:e} J", run.energy_error());
            };
            assert_eq!(
                (stop.culprit, stop.cause),
                (Culprit::Item(id), Cause::SingularPose)
            );
            let error = run.energy_error_of_real_forces();
            assert!(error.abs() < 10.0, "{integrator}: {error:e} J");
        }
    }
}

/// By impulses a whip of ten micrograms between kilograms would take up to ten thousand sub-steps, each time: such a run stops by name, at the cost of a
/// machine of heavy parts.
#[test]
fn a_whip_too_fast_for_impulses_stops_at_little_cost() {
    let rods = [(0.3, 1e-8), (-0.3, 1.0), (0.3, 1e-8), (-0.3, 1.0)];
    let mut scene = points(rods.map(|(angle, mass)| (angle, 0.5, mass)));
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.integrator = Integrator::Impulse;
    let mut run = Simulation::new(&scene);
    let stop = loop {
        if let Err(stop) = run.step() {
            break stop;
        }
        assert!(run.state().time < 2.0, "{:e} J", run.energy_error());
    };
    assert!(stop.whom(|id| scene.name(Some(id))).is_some());
    let told = ["so much lighter", "use Runge-Kutta"];
    assert!(told.iter().all(|it| stop.reason.contains(it)), "{}", stop.reason);
    let control = run.state().control;
    assert!(control.total + control.refused < 4800, "{control:?}");
}

/// A whip is one of a light part of the same machine: a bar and a bob on a stiff spring err by semi-implicit Euler and by impulses, but are none, whatever
/// light part hangs elsewhere.
#[test]
fn what_vibrates_beside_an_unconnected_light_part_is_no_whip() {
    let text = "(version: 2, settings: (gravity: (0, -9.81)), parts: [\
         (name: \"bar\", shape: Box(width: 0.6726, height: 0.06726), at: (-0.047975, 0.332861), angle: 1.713933, mass: 1, inertia: 0.0387), \
         (name: \"bob\", shape: Particle(), at: (0.403632, 1.037219), mass: 0.4256), \
         (name: \"alone\", shape: Particle(), at: (3, 0), mass: 0.0025)], \
         constraints: [(name: \"pin\", kind: Pin(), a: \"ground\", b: (\"bar\", (-0.3363, 0))), \
         (name: \"rod\", kind: Distance(length: 0.622565), a: (\"bar\", (0.3363, 0)), b: \"bob\"), \
         (name: \"hang\", kind: Distance(length: 1), a: (\"ground\", (3, 1)), b: \"alone\")], \
         forces: [(name: \"spring\", kind: Spring(stiffness: 482.45, rest: 0.748387), a: (\"ground\", (1.458043, 2.910912)), b: \"bob\")])";
    for (integrator, stabilisation) in [
        (Integrator::Impulse, Stabilisation::Projection),
        (Integrator::SemiImplicitEuler, Stabilisation::Baumgarte),
    ] {
        let mut scene = file::read(text, "beside").unwrap();
        (scene.settings.integrator, scene.settings.stabilisation) = (integrator, stabilisation);
        let mut run = Simulation::new(&scene);
        while run.state().time < 2.0 {
            if let Err(stop) = run.step() {
                panic!("{integrator}: {stop:?}");
            }
        }
    }
}

/// A four-bar whose crank cannot go round, driven by a motor without a largest torque, is torn: the motor is named, and not the pin that opens.
#[test]
fn a_drive_that_tears_its_machine_is_named() {
    let text = "(version: 2, parts: [\
         (name: \"A\", shape: Bar(length: 0.5317, width: 0.03), at: (-0.182246, -0.193565), angle: -2.326083, mass: 3.0886), \
         (name: \"B\", shape: Bar(length: 0.9128, width: 0.03), at: (0.091909, -0.391345), angle: -0.009233, mass: 0.0615), \
         (name: \"C\", shape: Bar(length: 0.5176, width: 0.03), at: (0.715258, -0.19778), angle: 0.869731, mass: 1.363)], \
         constraints: [(name: \"p0\", kind: Pin(), a: \"ground\", b: (\"A\", (-0.265859, 0))), \
         (name: \"p1\", kind: Pin(), a: (\"A\", (0.265859, 0)), b: (\"B\", (-0.45642, 0))), \
         (name: \"p2\", kind: Pin(), a: (\"B\", (0.45642, 0)), b: (\"C\", (-0.258821, 0))), \
         (name: \"p3\", kind: Pin(), a: (\"C\", (0.258821, 0)), b: (\"ground\", (0.882206, 0))), \
         (name: \"motor\", kind: Motor(law: Speed, speed: 1.9555), a: \"ground\", b: \"A\")])";
    let scene = file::read(text, "jams").unwrap();
    let mut run = Simulation::new(&scene);
    let stop = loop {
        if let Err(stop) = run.step() {
            break stop;
        }
        assert!(run.state().time < 2.0, "it is not torn");
    };
    let whom = stop.whom(|id| scene.name(Some(id))).unwrap();
    assert!(
        whom.starts_with("\"motor\" against \"p"),
        "{whom}: {}",
        stop.reason
    );
}
