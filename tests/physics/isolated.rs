//! Machines beside each other that exchange no energy: each is computed, and watched, as it would be alone.

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Integrator, Scene, Settings, Stabilisation, SubSteps, file};
use tinkertoy::sim::{Energy, Input, Quantity, Simulation};

/// A machine of these parts, constraints and forces beside a wheel on an axle that turns at 100 rad/s and has far more energy.
fn beside_a_wheel(machine: [&str; 3], settings: Settings) -> Scene {
    let [parts, constraints, forces] = machine;
    let text = format!(
        "(version: 2, parts: [(name: \"wheel\", shape: Disk(radius: 0.5), at: (9, 0), mass: 100, omega: 100), {parts}], \
         constraints: [(name: \"axle\", kind: Pin(), a: (\"ground\", (9, 0)), b: \"wheel\"), {constraints}], \
         forces: [{forces}])"
    );
    let mut scene = file::read(&text, "beside").unwrap();
    scene.settings = settings;
    scene
}

/// Two points of a gram on rods of 2 mm.
const TINY: [&str; 3] = [
    "(name: \"a\", shape: Particle(), at: (0.002, 0), mass: 0.001), (name: \"b\", shape: Particle(), at: (0.004, 0), mass: 0.001)",
    "(name: \"r\", kind: Distance(length: 0.002), a: \"ground\", b: \"a\"), (name: \"q\", kind: Distance(length: 0.002), a: \"a\", b: \"b\")",
    "",
];
/// A slider-crank whose rod is a micrometre longer than its crank: it passes close to a pose in which it may fold.
const FOLDING: [&str; 3] = [
    "(name: \"crank\", shape: Bar(length: 1.0, width: 0.1), at: (0.38242109364224425, 0.3221088436188455), \
     velocity: (-0.9663265308565365, 1.1472632809267327), omega: 3, mass: 1, angle: 0.7), \
     (name: \"rod\", shape: Bar(length: 1.000001, width: 0.1), at: (1.1472639346561306, 0.3221088436188455), mass: 1, angle: -0.6999991577127606), \
     (name: \"s\", shape: Box(width: 0.2, height: 0.1), at: (1.5296856820277729, 0), mass: 1)",
    "(name: \"O\", kind: Pin(), a: \"ground\", b: (\"crank\", (-0.5, 0))), \
     (name: \"A\", kind: Pin(), a: (\"crank\", (0.5, 0)), b: (\"rod\", (-0.5000005, 0))), \
     (name: \"B\", kind: Pin(), a: (\"rod\", (0.5000005, 0)), b: \"s\"), (name: \"g\", kind: Slider(), a: \"ground\", b: \"s\")",
    "",
];
/// Two points that attract each other and pass closely.
const STARS: [&str; 3] = [
    "(name: \"a\", shape: Particle(), at: (0, 0), mass: 1), (name: \"b\", shape: Particle(), at: (1, 0), mass: 1, velocity: (0, 0.1))",
    "",
    "(name: \"f\", kind: Attraction(strength: 1), a: \"a\", b: \"b\")",
];

/// Energy of all parts but the wheel and of all forces (J).
fn energy_beside(run: &Simulation) -> Energy {
    let (model, state) = (run.model(), run.state());
    let of_wheel = [
        Energy::kinetic_of(&model.bodies[0], state),
        Energy::potential_of(&model.bodies[0], model, state),
    ];
    let all = run.energy();
    Energy {
        kinetic: all.kinetic - of_wheel[0],
        potential: all.potential - of_wheel[1],
    }
}

/// Runs for some seconds; returns the energy error of the machine beside the wheel at the end as a share of its largest kinetic energy, and what is not
/// trusted.
fn error_beside(scene: &Scene, seconds: f64) -> (f64, Option<String>) {
    let mut run = Simulation::new(scene);
    let start = energy_beside(&run).total();
    let mut liveliest = 0.0_f64;
    while run.state().time < seconds {
        if run.step().is_err() {
            return (f64::NAN, Some("stop".into()));
        }
        run.look();
        liveliest = liveliest.max(energy_beside(&run).kinetic);
    }
    let named = run.breach().and_then(|breach| breach.item);
    let told = run.breach().map(|_| scene.name(named).to_owned());
    ((energy_beside(&run).total() - start).abs() / liveliest, told)
}

#[test]
fn a_small_machine_keeps_its_energy_beside_a_large_one() {
    for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
        for (what, machine, gravity) in [("tiny", TINY, -9.81), ("stars", STARS, 0.0)] {
            let settings = Settings {
                stabilisation,
                gravity: Vec2::new(0.0, gravity),
                ..Settings::default()
            };
            let scene = beside_a_wheel(machine, settings);
            let (error, told) = error_beside(&scene, 3.0);
            let is_right = error < 1e-2 && told.is_none();
            assert!(is_right, "{what}, {stabilisation:?}: {error} {told:?}");
        }
    }
}

#[test]
fn an_error_of_a_small_machine_beside_a_large_one_is_told_by_name() {
    let fixed = Settings {
        sub_steps: SubSteps::Fixed,
        ..Settings::default()
    };
    for (what, machine, settings, names) in [
        ("tiny", TINY, fixed, &["a", "b", "r", "q"][..]),
        ("folding", FOLDING, fixed, &["crank", "rod", "s"]),
    ] {
        let scene = beside_a_wheel(machine, settings);
        let (error, told) = error_beside(&scene, 5.0);
        assert!(error > 1e-2, "{what}: an error of {error} is none");
        let told = told.unwrap_or_default();
        assert!(names.contains(&&*told), "{what}: {error} {told:?}");
    }
}

#[test]
fn a_small_machine_passes_a_pose_in_which_it_may_fold_beside_a_large_one_as_it_does_alone() {
    for integrator in [Integrator::Rk4, Integrator::Rattle] {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            let settings = Settings {
                integrator,
                stabilisation,
                ..Settings::default()
            };
            let scene = beside_a_wheel(FOLDING, settings);
            let (error, _) = error_beside(&scene, 5.0);
            assert!(error < 1e-2, "{integrator:?}, {stabilisation:?}: {error}");
        }
    }
}

#[test]
fn steps_of_rattle_that_one_machine_made_shorter_become_whole_again() {
    let settings = Settings {
        integrator: Integrator::Rattle,
        gravity: Vec2::ZERO,
        ..Settings::default()
    };
    let mut run = Simulation::new(&beside_a_wheel(FOLDING, settings));
    let (mut divided, mut last) = (0, 0);
    while run.state().time < 5.0 {
        run.step().unwrap();
        last = run.state().control.sub_steps;
        divided += u32::from(last > 1);
    }
    assert!(divided > 0 && divided < 100 && last == 1, "{divided} {last}");
}

#[test]
fn a_joint_is_open_by_the_size_of_its_own_machine() {
    // Half a millimetre is a twentieth of the small machine.
    let small = [
        "(name: \"a\", shape: Particle(), at: (0.01, 0), mass: 0.001)",
        "(name: \"r\", kind: Distance(length: 0.0105), a: \"ground\", b: \"a\")",
        "",
    ];
    let mut run = Simulation::new(&beside_a_wheel(small, Settings::default()));
    run.look();
    let breach = run.breach().expect("the rod is open");
    assert_eq!(breach.quantity, Quantity::Drift);
    assert!((breach.limit - 1e-5).abs() < 1e-9, "{}", breach.limit);
    let far = "(version: 2, parts: [(name: \"a\", shape: Particle(), at: (0.01, 0), mass: 1), (name: \"far\", shape: Particle(), at: (50, 0), mass: 1)], \
               constraints: [(name: \"r\", kind: Distance(length: 0.0105), a: \"ground\", b: \"a\")])";
    let mut run = Simulation::new(&file::read(far, "far").unwrap());
    run.look();
    assert!(run.breach().is_some());
}

#[test]
fn a_machine_faster_than_half_a_step_begins_with_the_energy_it_was_given() {
    let text = "(version: 2, settings: (integrator: \"impulse\"), parts: [(name: \"b\", shape: Particle(), at: (0.0001, 0), mass: 1, velocity: (0, 1))], \
                constraints: [(name: \"t\", kind: Ring(radius: 1e-4), a: \"ground\", b: \"b\")])";
    let mut run = Simulation::new(&file::read(text, "ring").unwrap());
    let begun = run.state().clone();
    for _ in 0..3 {
        run.step().unwrap();
    }
    assert!(
        (run.energy().kinetic - 0.5).abs() < 5e-3,
        "{}",
        run.energy().kinetic
    );
    assert!(run.energy_error().abs() < 1e-3, "{}", run.energy_error());
    // Back at the start it counts as before, and goes on as before.
    let (state, error) = (run.state().clone(), run.energy_error());
    run.restore(begun);
    for _ in 0..3 {
        run.step().unwrap();
    }
    assert_eq!((&run.state().v, run.energy_error()), (&state.v, error));
}

#[test]
fn energy_that_came_after_a_place_to_which_the_run_goes_back_explains_no_error() {
    // Loses energy slowly: an explicit step without stabilisation, with far too few steps.
    let text = "(version: 2, settings: (integrator: \"semi-implicit-euler\", sub_steps: \"fixed\", dt: 0.02), \
                parts: [(name: \"a\", shape: Particle(), at: (1, 0), mass: 1), (name: \"b\", shape: Particle(), at: (2, 0), mass: 1)], \
                constraints: [(name: \"r\", kind: Distance(length: 1), a: \"ground\", b: \"a\"), (name: \"q\", kind: Distance(length: 1), a: \"a\", b: \"b\")])";
    let scene = file::read(text, "pair").unwrap();
    let since = |thrown: bool| {
        let mut run = Simulation::new(&scene);
        let begun = run.state().clone();
        run.step().unwrap();
        run.look();
        if thrown {
            let mut fast = run.state().clone();
            fast.time += 1.0;
            fast.v.iter_mut().for_each(|v| *v = 1e3);
            run.stand_at(&fast);
            run.look();
            run.restore(begun);
            run.step().unwrap();
            run.look();
        }
        while run.breach().is_none() && run.state().time < 20.0 {
            run.step().unwrap();
            run.look();
        }
        run.breach()
            .map(|breach| (breach.since, breach.quantity, breach.limit))
    };
    assert!(since(false).is_some());
    assert_eq!(since(true), since(false));
}

/// Drag set while the machine runs takes energy from each of the machines, and that is no error of theirs.
#[test]
fn drag_that_is_set_later_is_no_error() {
    let settings = Settings {
        integrator: Integrator::Rk4,
        stabilisation: Stabilisation::Projection,
        ..Settings::default()
    };
    let mut run = Simulation::new(&beside_a_wheel(TINY, settings));
    for _ in 0..24 {
        run.step().unwrap();
        run.look();
    }
    let settings = Settings {
        linear_drag: 0.01,
        angular_drag: 0.01,
        ..settings
    };
    run.apply(Input::Settings(settings));
    let sub_steps = run.state().control.total;
    for _ in 0..240 {
        run.step().unwrap();
        run.look();
    }
    assert_eq!(run.breach(), None);
    let taken = run.state().control.total - sub_steps;
    assert!(taken < 1200, "{taken} sub-steps");
}
