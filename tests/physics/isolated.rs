//! Machines beside each other that exchange no energy: each is computed, and watched, as it would be alone.

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Scene, Settings, Stabilisation, SubSteps, file};
use tinkertoy::sim::{Energy, Simulation};

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
        ("tiny", TINY, fixed, &["a", "b"][..]),
        ("folding", FOLDING, fixed, &["crank", "rod", "s"]),
    ] {
        let scene = beside_a_wheel(machine, settings);
        let (error, told) = error_beside(&scene, 5.0);
        assert!(error > 1e-2, "{what}: an error of {error} is none");
        let told = told.unwrap_or_default();
        assert!(names.contains(&&*told), "{what}: {error} {told:?}");
    }
}
