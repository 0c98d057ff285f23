//! Parts of the report's long runs.

use tinkertoy::scene::{Integrator, Scene, Stabilisation, SubSteps};
use tinkertoy::sim::Simulation;
use tinkertoy::validation::lasting::{LONG, follow, long, walker, weighted};
use tinkertoy::validation::measure::{compare, output_times};
use tinkertoy::validation::report::Page;
use tinkertoy::validation::{near_singular, problems};

/// A tenth of the report's million steps.
#[test]
fn the_energy_error_of_rattle_stays_where_that_of_runge_kutta_grows() {
    for (id, _) in LONG {
        let [rattle, rk4] = [Integrator::Rattle, Integrator::Rk4].map(|integrator| {
            let course = follow(&long(id, integrator).unwrap(), 100_000, 5);
            assert_eq!(course.stopped, None);
            course
        });
        let growth = |errors: &[f64]| errors[errors.len() - 1] / errors[0];
        assert_eq!(rattle.refused, 0, "{id}");
        assert!(growth(&rattle.errors) < 1.5, "{id}: {:?}", rattle.errors);
        assert!(growth(&rk4.errors) > 3.0, "{id}: {:?}", rk4.errors);
        assert!(rattle.drift < 1e-10, "{id}: {:e} m", rattle.drift);
    }
}

/// Under a weight of 1e6 kg the bars vibrate a thousand times as fast as under 1 kg: the sub-steps
/// need not resolve the vibration, and the weight moves as with steps that do.
#[test]
fn heavy_weights_are_held_by_the_steps_the_program_chooses() {
    let end = |scene: &Scene, steps: u64| {
        let mut run = Simulation::new(scene);
        for _ in 0..steps {
            run.step().unwrap();
        }
        run.state().q.clone()
    };
    let mut shortest = Vec::new();
    for weight in [1.0, 1e3, 1e6] {
        let scene = weighted(100, weight);
        let course = follow(&scene, 30, 1);
        assert_eq!((course.stopped, course.softened), (None, 0), "{weight} kg");
        assert!(course.drift < 1e-9, "{weight} kg: {:e} m", course.drift);
        let worst = course.errors.iter().fold(0.0_f64, |most, x| most.max(*x));
        assert!(worst < 1e-5 * course.largest_kinetic, "{weight} kg: {worst:e} J");
        shortest.push(course.shortest);

        let mut short = scene.clone();
        short.settings.sub_steps = SubSteps::Fixed;
        short.settings.dt = scene.settings.dt / 256.0;
        let (held, followed) = (end(&scene, 30), end(&short, 30 * 256));
        let apart = held
            .iter()
            .zip(&followed)
            .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(apart < 1e-8, "{weight} kg: {apart:e} m or rad");
    }
    let least = shortest.iter().fold(f64::INFINITY, |least, x| least.min(*x));
    assert!(least > 0.12 * shortest[0], "{shortest:?}");
}

/// A minute of the report's hour.
#[test]
fn the_walker_keeps_its_joints_and_its_energy() {
    let course = follow(&walker().unwrap(), 60 * 240, 1);
    assert_eq!((course.stopped, course.softened), (None, 0));
    assert!(course.drift < 1e-8, "{:e} m", course.drift);
    assert!(
        course.leap < 1e-6 * course.largest_kinetic,
        "{:e} J in a step",
        course.leap
    );
}

/// Adaptive steps must not shrink towards a singular configuration, where no step would be short enough.
#[test]
fn the_adaptive_pair_passes_singular_poses_as_it_comes() {
    for (id, seconds) in [("four-bar-2", 10), ("four-bar-40", 3)] {
        for hold in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            let mut scene = problems::find(id).unwrap().scene().unwrap();
            scene.settings.integrator = Integrator::Dopri5;
            scene.settings.stabilisation = hold;
            scene.settings.dt = 1.0 / 240.0;
            let course = follow(&scene, seconds * 240, 1);
            assert_eq!((course.stopped, course.softened), (None, 0), "{id}, {hold}");
            assert!(course.drift < 1e-7, "{id}, {hold}: {:e} m", course.drift);
            let worst = course.errors.iter().fold(0.0_f64, |most, x| most.max(*x));
            assert!(worst < 1e-4 * course.largest_kinetic, "{id}, {hold}: {worst:e} J");
        }
    }
}

/// Step sizes at which a singular configuration with many degrees of freedom once threw the machine
/// onto another branch, or at which stages fell close to it.
#[test]
fn the_windows_pass_singular_poses_at_lengths_of_step_that_meet_them() {
    let problem = problems::find("four-bar-2").unwrap();
    let times = output_times(10.0, 100);
    use Stabilisation::{Baumgarte, Projection};
    for (integrator, hold, sub_steps, parts) in [
        (
            Integrator::Dopri5,
            Projection,
            SubSteps::Automatic,
            [115, 192, 248],
        ),
        (
            Integrator::Dopri5,
            Baumgarte,
            SubSteps::Automatic,
            [301, 710, 928],
        ),
        (Integrator::Rk4, Projection, SubSteps::Fixed, [206, 262, 283]),
    ] {
        let mut scene = problem.scene().unwrap();
        scene.settings.integrator = integrator;
        scene.settings.stabilisation = hold;
        scene.settings.sub_steps = sub_steps;
        for parts in parts {
            let outcome = compare(problem, &scene, times[0] / f64::from(parts), &times);
            let told = format!(
                "{integrator}, {hold}, {parts}: {:e}, {:e}",
                outcome.worst(),
                outcome.energy
            );
            assert_eq!(
                (outcome.stopped.as_deref(), outcome.softened),
                (None, 0),
                "{told}"
            );
            assert!(outcome.worst() < 1e-5 && outcome.energy < 1e-6, "{told}");
        }
    }
}

/// The report's limits for light parts between heavy ones and for close encounters.
#[test]
fn light_parts_and_close_encounters_stay_within_the_limits_of_the_report() {
    let mut page = Page::default();
    near_singular::light(&mut page);
    near_singular::encounters(&mut page);
    let missed: Vec<_> = page.goals.iter().filter(|goal| !goal.met()).collect();
    assert!(missed.is_empty(), "{missed:#?}\n{}", page.text);
}
