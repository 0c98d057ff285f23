//! Saved runs whose numbers are valid but absurd: they stop at once or within a work budget, by name, and their energy is not believed.

use std::sync::Arc;

use tinkertoy::scene::{Integrator, Run, Scene, SubSteps, file, gallery};
use tinkertoy::sim::{Cause, Culprit, Simulation, Stop};

/// A scene of the gallery, and its run after some steps.
fn kept(name: &str) -> (Scene, Run) {
    let scene = gallery::find(name).unwrap().scene().unwrap();
    let mut run = Simulation::new(&scene);
    for _ in 0..20 {
        run.step().unwrap();
    }
    (scene, run.to_run())
}

fn with(mut scene: Scene, kept: Run) -> Simulation {
    scene.run = Some(Arc::new(kept));
    Simulation::new(&scene)
}

/// Takes some steps, each within its work budget; without one they would take minutes.
fn steps(run: &mut Simulation, count: usize) -> Result<(), Stop> {
    (0..count).try_for_each(|_| run.step())
}

/// All parts at one place, and one of them at 1e12 m/s.
#[test]
fn what_is_faster_than_any_machine_stops_before_it_is_stepped() {
    let (scene, run) = kept("trebuchet");
    let places = vec![-1.0; run.list("places").len()];
    for k in (0..places.len()).step_by(4) {
        let mut mad = run.clone();
        mad.put("places", places.clone());
        mad.0.get_mut("speeds").unwrap()[k] = 1e12;
        let mut standing = with(scene.clone(), mad);
        let stop = standing.step().unwrap_err();
        assert!(
            stop.cause == Cause::LongStep && matches!(stop.culprit, Culprit::Item(_)),
            "{k}: {stop:?}"
        );
        assert_eq!(standing.state().step, 20);
    }
}

/// All parts at one place, to be separated by hundreds of contacts.
#[test]
fn a_step_out_of_all_proportion_stops_by_name() {
    let mut stopped = 0;
    for (name, speed, integrators) in [
        (
            "geneva",
            0.0,
            &[Integrator::Impulse, Integrator::SemiImplicitEuler][..],
        ),
        ("arches", 0.0, &[Integrator::Impulse]),
        ("trebuchet", 1e6, &[Integrator::Impulse, Integrator::Rk4]),
        ("toggle", 0.0, &[Integrator::Impulse]),
    ] {
        for &integrator in integrators {
            let (mut scene, mut run) = kept(name);
            scene.settings.integrator = integrator;
            run.put("places", vec![-1.0; run.list("places").len()]);
            run.0.get_mut("speeds").unwrap()[11] += speed;
            let mut standing = with(scene, run);
            let Err(stop) = steps(&mut standing, 2) else {
                continue;
            };
            assert!(matches!(stop.culprit, Culprit::Item(_)), "{name}: {stop:?}");
            stopped += u32::from(stop.reason.contains("out of all proportion"));
        }
    }
    assert!(stopped > 0);
}

/// Absurd counts and step sizes in a saved run do not overflow.
#[test]
fn counts_of_a_kept_run_do_not_overflow() {
    let (scene, run) = kept("toggle");
    for number in [-1e300, -1.0, 1e6, 1e19, 1e300] {
        for list in ["control", "steps", "time", "figures", "memory"] {
            let mut mad = run.clone();
            let Some(numbers) = mad.0.get_mut(list) else {
                continue;
            };
            numbers.fill(number);
            let mut standing = with(scene.clone(), mad);
            // Any result will do.
            let _ = steps(&mut standing, 3);
        }
    }
}

/// The length of the last sub-step says how far positions are ahead of velocities: of the length of an age, contacts would be sought along
/// all of the way.
#[test]
fn a_kept_sub_step_of_an_impossible_length_is_as_none() {
    let (scene, run) = kept("pile");
    let honest = with(scene.clone(), run.clone());
    for length in [1e18, -1.0, 0.2] {
        let mut mad = run.clone();
        mad.0.get_mut("control").unwrap()[15] = length;
        let mut standing = with(scene.clone(), mad);
        assert_eq!(standing.state().control.length, 0.0);
        assert_eq!(standing.state().clock, honest.state().clock);
        steps(&mut standing, 2).unwrap();
    }
}

/// The saved initial energy must be that of the scene as built, or agree with the state and its work; else it is replaced.
#[test]
fn a_false_energy_is_not_believed() {
    let (scene, run) = kept("toggle");
    let honest = with(scene.clone(), run.clone());
    assert_eq!(honest.kept_miss(), None);
    let (start, error) = (honest.energy_start(), honest.ledger_error());
    for false_one in [vec![start + 1.0], vec![-1e6], vec![1e300], Vec::new()] {
        let mut mad = run.clone();
        mad.put("energy", false_one.clone());
        let standing = with(scene.clone(), mad);
        let miss = standing.kept_miss().unwrap();
        match false_one[..] {
            [] => assert!(miss.is_nan()),
            [energy] => assert!(
                (miss - (start + error - energy)).abs() <= 1e-9 * (energy.abs() + start.abs()),
                "{energy}: {miss}"
            ),
            _ => unreachable!(),
        }
        assert_eq!(standing.ledger_error(), 0.0);
    }
    for work in [1e6, 1e300] {
        let mut mad = run.clone();
        mad.put("work", [0.0, 0.0, work, 0.0, -work, work]);
        let standing = with(scene.clone(), mad);
        assert!(
            (standing.kept_miss().unwrap() + work).abs() < 1e-3 * work,
            "{work}"
        );
        assert_eq!(standing.ledger_error(), 0.0);
    }
    // Equal to that of the scene as built it is kept: the run may have drifted from it, and shows its error.
    let mut mad = run;
    mad.put("work", [0.0, 0.0, 0.1, 0.0, 0.0, 0.0]);
    let standing = with(scene, mad);
    assert_eq!((standing.kept_miss(), standing.energy_start()), (None, start));
    assert!((standing.ledger_error() + 0.1).abs() < 1e-3);
}

/// Unchanged runs raise no message.
#[test]
fn honest_runs_of_the_gallery_fit() {
    for name in [
        "jansen",
        "trebuchet",
        "stars",
        "cradle",
        "by-equation",
        "pinball",
        "ragdoll",
    ] {
        let (scene, run) = kept(name);
        let standing = with(scene, run);
        assert_eq!(standing.kept_miss(), None, "{name}");
    }
}

/// By impulses a close encounter begins with a short first sub-step: its energy as built is not that of a whole step, and the error that has come of it is
/// more than the energies at the end explain. It is the program's own run, and goes on as the unbroken one does.
#[test]
fn a_run_that_began_with_a_short_sub_step_fits() {
    let text = "(version: 2, settings: (gravity: (0, 0), integrator: \"impulse\"), parts: [\
         (name: \"p0\", shape: Particle(), at: (-0.301, -0.6741), mass: 0.557, velocity: (0.1924, -0.345)), \
         (name: \"p1\", shape: Particle(), at: (-0.2982, -0.5989), mass: 2.981, velocity: (-0.0089, -0.1909))], \
         forces: [(name: \"f0\", kind: Attraction(strength: 0.5492, softening: 0.01), a: \"p0\", b: \"p1\")])";
    let scene = file::read(text, "encounter").unwrap();
    let mut run = Simulation::new(&scene);
    steps(&mut run, 168).unwrap();
    let mut standing = with(scene, run.to_run());
    assert!(standing.kept_miss().is_none(), "{:?}", standing.kept_miss());
    steps(&mut run, 48).unwrap();
    steps(&mut standing, 48).unwrap();
    assert_eq!(standing.hash(), run.hash());
    assert_eq!(standing.energy_start().to_bits(), run.energy_start().to_bits());
}

/// What energy errors are measured by goes with a saved run: it is trusted as the unbroken one is. A pendulum that is saved as it turns back, and goes on
/// for an instant, has exchanged next to nothing since.
#[test]
fn a_run_that_goes_on_is_trusted_as_the_unbroken_one() {
    let text = "(version: 2, parts: [(name: \"bob\", shape: Particle(), at: (1, 0), mass: 1)], \
         constraints: [(name: \"rod\", kind: Distance(length: 1), a: \"ground\", b: \"bob\")])";
    let mut scene = file::read(text, "pendulum").unwrap();
    (scene.settings.dt, scene.settings.sub_steps) = (1.0 / 120.0, SubSteps::Fixed);
    scene.settings.integrator = Integrator::Impulse;
    let mut run = Simulation::new(&scene);
    let (mut most, mut turned) = (0.0_f64, false);
    while !turned {
        let before = run.energy().kinetic;
        run.step().unwrap();
        run.look();
        let kinetic = run.energy().kinetic;
        most = most.max(kinetic);
        turned = kinetic > before && kinetic < 0.01 * most && run.state().time > 0.5;
    }
    assert!(run.breach().is_none());
    let mut standing = with(scene, run.to_run());
    assert_eq!(standing.saved_watch(), run.saved_watch());
    for _ in 0..5 {
        run.step().unwrap();
        standing.step().unwrap();
        run.look();
        standing.look();
        assert_eq!(standing.breach().is_some(), run.breach().is_some());
    }
    assert_eq!(standing.saved_watch(), run.saved_watch());
}

/// A breach stays with a saved run, also where the run is back within its bounds.
#[test]
fn a_breach_is_saved_with_the_run() {
    let mut scene = gallery::find("car").unwrap().scene().unwrap();
    scene.settings.integrator = Integrator::SemiImplicitEuler;
    let mut run = Simulation::new(&scene);
    for _ in 0..240 {
        run.step().unwrap();
        run.look();
    }
    let breach = *run.breach().unwrap();
    assert!(breach.item.is_some() && breach.since < 0.5, "{breach:?}");
    let standing = with(scene.clone(), run.to_run());
    assert_eq!(standing.breach(), Some(&breach));
    // A list of numbers that are none of a breach is no breach, and stops nothing.
    for numbers in [vec![f64::MAX; 8], vec![-1.0; 9], vec![0.0; 16]] {
        let mut spoilt = run.to_run();
        spoilt.put("breaches", numbers);
        assert_eq!(with(scene.clone(), spoilt).breach(), None);
    }
}
