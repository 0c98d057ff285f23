//! Scopes: recorded values equal those of the run, step by step, and recording does not change the run.

use std::f64::consts::TAU;
use std::process::Command as Process;

use tinkertoy::bodies::{Particle, Shape};
use tinkertoy::forces::{ForceKind, Spring};
use tinkertoy::lab::scope::{Signal, Spectrum};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Contact, Force, Integrator, Mass, Method, Part, Scene, gallery};
use tinkertoy::worker::{Command, Engine};

const FLOOR: f64 = Contact::USUAL_FLOOR;

/// An engine that records these signals of a scene.
fn recording(scene: &Scene, texts: &[&str]) -> Engine {
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    let signal = |text: &&str| Signal::read(text, scene).unwrap_or_else(|why| panic!("{text}: {why}"));
    engine.carry_out(Command::Record(texts.iter().map(signal).collect()));
    engine
}

#[test]
fn a_formula_of_one_unit_that_grows_with_it_has_it() {
    let scene = gallery::find("four-bar").unwrap().scene().unwrap();
    let unit = |text: &str| Signal::read(text, &scene).unwrap().unit();
    for (text, expected) in [
        ("crank.angle", "rad"),
        ("crank.angle - 2*rocker.angle", "rad"),
        ("sqrt(crank.vx^2 + crank.vy^2)", "m/s"),
        ("kinetic*iterations/2", "J"),
        ("crank.angle + 1", ""),
        ("crank.x*rocker.x", ""),
        ("sin(crank.angle)", ""),
        ("crank.x + crank.angle", ""),
        ("crank.x/rocker.x", ""),
        ("iterations", ""),
    ] {
        assert_eq!(unit(text), expected, "{text}");
    }
}

/// A signal added later has the values that it would have recorded all along, even across an edit; another one added later still does so too.
#[test]
fn what_was_not_recorded_is_read_back_from_the_states_that_are_kept() {
    let texts = [
        "crank.angle",
        "motor.lambda0",
        "energy_error",
        "crank.angle - rocker.angle",
    ];
    let scene = gallery::find("four-bar").unwrap().scene().unwrap();
    let signal = |text: &&str| Signal::read(text, &scene).unwrap_or_else(|why| panic!("{text}: {why}"));
    let mut lighter = scene.clone();
    lighter.settings.gravity.y = -3.0;
    let run = |engine: &mut Engine, count: usize| (0..count).for_each(|_| assert!(engine.advance()));
    let drive = |engine: &mut Engine| {
        run(engine, 100);
        engine.carry_out(Command::Input(tinkertoy::sim::Input::Scene(
            Box::new(lighter.clone()),
            Vec::new(),
        )));
        run(engine, 60);
    };
    let mut along = recording(&scene, &texts);
    drive(&mut along);
    let mut after = recording(&scene, &[]);
    drive(&mut after);
    after.carry_out(Command::Record(texts[..1].iter().map(signal).collect()));
    run(&mut along, 20);
    run(&mut after, 20);
    after.carry_out(Command::Record(texts.iter().map(signal).collect()));
    let times = |engine: &Engine| engine.scopes().with(|it| it.time().clone());
    assert_eq!(times(&along), times(&after));
    for text in texts {
        let (along, after) = (values(&along, text), values(&after, text));
        let size = along.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (k, (a, b)) in along.iter().zip(&after).enumerate() {
            assert!((a - b).abs() < 1e-9 * size, "{text} at row {k}: {a} {b}");
        }
    }
    // A signal that the stored states do not determine stays unknown, and the run is unchanged.
    after.carry_out(Command::Record(vec![signal(&"residual")]));
    let known = values(&after, "residual")
        .iter()
        .filter(|it| !it.is_nan())
        .count();
    assert_eq!(known, 1);
    assert_eq!(along.run().hash(), after.run().hash());
}

fn values(engine: &Engine, text: &str) -> Vec<f64> {
    engine
        .scopes()
        .with(|it| it.values(text).unwrap().iter().copied().collect())
}

/// A mass of one kilogram on a spring of 100 N/m, stretched by 0.1 m.
fn oscillator() -> Scene {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    let mut bob = Part::new(
        "bob",
        Shape::Particle(Particle::default()),
        Pose::new(1.1, 0.0, 0.0),
    );
    bob.mass = Mass::Given {
        mass: 1.0,
        inertia: 0.0,
    };
    let bob = scene.add(bob);
    scene.add(Force {
        name: "coil".into(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(bob, Vec2::ZERO)],
        kind: ForceKind::Spring(Spring {
            stiffness: 100.0,
            damping: 0.0,
            rest: 1.0,
        }),
    });
    scene
}

#[test]
fn the_spectrum_of_a_known_oscillator_peaks_at_its_frequency() {
    let scene = oscillator();
    let mut engine = recording(&scene, &["bob.x", "coil.force", "bob.x - coil.length"]);
    for _ in 0..4096 {
        assert!(engine.advance());
    }
    let dt = scene.settings.dt;
    let spectrum = Spectrum::of(&values(&engine, "bob.x"), dt).unwrap();
    let (frequency, amplitude) = spectrum.peak().unwrap();
    assert!(
        (frequency - 10.0 / TAU).abs() < 0.02 * spectrum.spacing,
        "{frequency}"
    );
    assert!((amplitude - 0.1).abs() < 2e-3, "{amplitude}");
    // The spring pulls with k |x - 1|.
    let (x, force) = (values(&engine, "bob.x"), values(&engine, "coil.force"));
    for (x, force) in x.iter().zip(&force) {
        assert!((100.0 * (x - 1.0).abs() - force).abs() < 1e-10);
    }
    assert!(
        values(&engine, "bob.x - coil.length")
            .iter()
            .all(|it| it.abs() < 1e-14)
    );
}

/// Heads and rows of a CSV text.
fn rows(text: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut lines = text.lines();
    let head = lines.next().unwrap().split(',');
    let number = |text: &str| text.parse().unwrap_or(f64::NAN);
    (
        head.map(|it| it.trim_matches('"').to_owned()).collect(),
        lines.map(|line| line.split(',').map(number).collect()).collect(),
    )
}

/// A crank on a pin, a shoe on a rail of the rotating crank, and dimensions: recorded values of joints agree with those of their parts.
#[test]
fn joints_and_dimensions_are_recorded() {
    let text = r#"(version: 2, parts: [
        (name: "crank", shape: Bar(length: 1, width: 0.1), at: (0.5, 0)),
        (name: "shoe", shape: Box(width: 0.1, height: 0.1), at: (0.2, 0)),
        (name: "bob", shape: Particle(), at: (2, 0.3))], constraints: [
        (name: "axle", kind: Pin(), a: "ground", b: ("crank", (-0.5, 0))),
        (name: "rail", kind: Slider(), a: "crank", b: "shoe")],
        forces: [(name: "coil", kind: Spring(stiffness: 20, rest: 1), a: "shoe", b: "bob")],
        dimensions: [(name: "gap", a: "shoe", b: "bob"), (name: "bend", a: "bob", b: "shoe", c: ("crank", (-0.5, 0)))])"#;
    let scene = tinkertoy::scene::file::read(text, "crank").unwrap();
    let texts = [
        "axle.angle",
        "axle.omega",
        "axle.x",
        "axle.y",
        "rail.displacement",
        "rail.speed",
        "rail.x",
        "coil.speed",
        "coil.length",
        "gap.length",
        "bend.angle",
        "crank.angle",
        "crank.omega",
        "crank.x",
        "crank.y",
        "shoe.x",
        "shoe.y",
        "bob.x",
        "bob.y",
    ];
    let mut engine = recording(&scene, &texts);
    for _ in 0..600 {
        assert!(engine.advance());
    }
    let dt = scene.settings.dt;
    let column = |text: &str| values(&engine, text);
    let near = |what: &str, found: &[f64], expected: &[f64], within: f64| {
        for (k, (a, b)) in found.iter().zip(expected).enumerate() {
            assert!((a - b).abs() < within, "{what} at {k}: {a} {b}");
        }
    };
    near("angle", &column("axle.angle"), &column("crank.angle"), 1e-12);
    near("omega", &column("axle.omega"), &column("crank.omega"), 1e-12);
    near("x", &column("axle.x"), &vec![0.0; 601], 1e-6);
    near("y", &column("axle.y"), &vec![0.0; 601], 1e-6);
    near("place", &column("rail.x"), &column("shoe.x"), 1e-12);
    near("length", &column("gap.length"), &column("coil.length"), 1e-12);
    let [cx, cy, ca, sx, sy, bx, by] = [
        "crank.x",
        "crank.y",
        "crank.angle",
        "shoe.x",
        "shoe.y",
        "bob.x",
        "bob.y",
    ]
    .map(column);
    let along: Vec<f64> = (0..601)
        .map(|k| (sx[k] - cx[k]) * ca[k].cos() + (sy[k] - cy[k]) * ca[k].sin())
        .collect();
    near("displacement", &column("rail.displacement"), &along, 1e-12);
    let bend: Vec<f64> = (0..601)
        .map(|k| {
            let from = (by[k] - sy[k]).atan2(bx[k] - sx[k]);
            let foot = [cx[k] - 0.5 * ca[k].cos(), cy[k] - 0.5 * ca[k].sin()];
            ((foot[1] - sy[k]).atan2(foot[0] - sx[k]) - from).rem_euclid(TAU)
        })
        .collect();
    near("bend", &column("bend.angle"), &bend, 1e-9);
    // Speeds equal the central differences of displacement and length, to second order in the step.
    for (speed, way) in [("rail.speed", "rail.displacement"), ("coil.speed", "coil.length")] {
        let (speed, way) = (column(speed), column(way));
        let largest = speed.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        for k in 1..600 {
            let rate = (way[k + 1] - way[k - 1]) / (2.0 * dt);
            assert!(
                (rate - speed[k]).abs() < 0.03 * largest,
                "{k}: {rate} {}",
                speed[k]
            );
        }
        assert!(largest > 0.5, "it moves: {largest}");
    }
}

/// Every column that `simulate` writes for a scene with a loop and a motor equals the signal recorded in the window.
#[test]
fn recorded_figures_are_those_of_simulate() {
    let entry = gallery::GALLERY.iter().find(|it| it.id == "four-bar").unwrap();
    let scene = entry.scene().unwrap();
    let out = std::env::temp_dir().join(format!("tinkertoy-scope-{}.csv", std::process::id()));
    let steps = 200;
    let duration = f64::from(steps) * scene.settings.dt;
    let status = Process::new(env!("CARGO_BIN_EXE_tinkertoy"))
        .args(["simulate", entry.id, "--duration", &duration.to_string()])
        .args(["--signal", "2*rocker.angle + abs(energy)", "--out"])
        .arg(&out)
        .output()
        .unwrap();
    assert!(status.status.success(), "{status:?}");
    let (head, rows) = rows(&std::fs::read_to_string(&out).unwrap());
    std::fs::remove_file(out).unwrap();
    assert_eq!(head.last().unwrap(), "2*rocker.angle + abs(energy)");
    let typed = |head: &String| match head.rsplit_once('.') {
        _ if head.contains('*') => head.clone(),
        Some((item, field)) => format!("\"{item}\".{field}"),
        None if head == "t" => "time".to_owned(),
        None => head.clone(),
    };
    let known: Vec<(usize, String)> = head
        .iter()
        .map(typed)
        .enumerate()
        .filter(|(_, text)| Signal::read(text, &scene).is_ok())
        .collect();
    assert!(known.len() > 20, "{known:?}");
    let texts: Vec<&str> = known.iter().map(|it| it.1.as_str()).collect();
    let mut engine = recording(&scene, &texts);
    for _ in 0..steps {
        assert!(engine.advance());
    }
    for (column, text) in &known {
        let written: Vec<f64> = rows.iter().map(|row| row[*column]).collect();
        assert_eq!(written, values(&engine, text), "{text}");
    }
}

/// A box at rest on the floor has no acceleration.
#[test]
fn acceleration_at_rest_on_the_floor_is_zero() {
    let mut scene = Scene::on_a_floor();
    scene.settings.integrator = Integrator::Impulse;
    let shape = Shape::Box(tinkertoy::bodies::Box {
        width: 0.4,
        height: 0.2,
    });
    scene.add(Part::new("box", shape, Pose::new(0.0, FLOOR + 0.1, 0.0)));
    let mut engine = recording(&scene, &["box.ay", "box.alpha"]);
    for _ in 0..50 {
        assert!(engine.advance());
    }
    for text in ["box.ay", "box.alpha"] {
        let last = *values(&engine, text).last().unwrap();
        assert!(last.abs() < 1e-4, "{text}: {last}");
    }
}

/// The energies of all parts and springs add up to that of the machine, with parts that bend among them.
#[test]
fn energies_of_parts_add_up() {
    for id in ["double-pendulum", "springy", "resonance"] {
        let scene = gallery::find(id).unwrap().scene().unwrap();
        let parts = scene.parts().filter(|(_, it)| !it.fixed).map(|(_, it)| &it.name);
        let forces = scene.forces().map(|(_, it)| &it.name);
        let energies: Vec<String> = parts
            .chain(forces)
            .map(|name| format!("\"{name}\".energy"))
            .collect();
        let first = &scene.parts().next().unwrap().1.name;
        let of_one = format!("\"{first}\".energy - \"{first}\".kinetic - \"{first}\".potential");
        let texts = energies.iter().chain([&of_one]).map(String::as_str);
        let texts: Vec<&str> = texts.chain(["energy", "kinetic"]).collect();
        let mut engine = recording(&scene, &texts);
        for _ in 0..100 {
            assert!(engine.advance());
        }
        let largest = |values: Vec<f64>| values.iter().fold(0.0_f64, |most, it| most.max(it.abs()));
        let moves = largest(values(&engine, "kinetic"));
        assert!(moves > 1e-6, "{id}: {moves}");
        let mut off = values(&engine, "energy");
        for text in &energies {
            let own = values(&engine, text);
            off.iter_mut().zip(own).for_each(|(off, own)| *off -= own);
        }
        let within = 1e-12 * (1.0 + largest(values(&engine, "energy")));
        assert!(largest(off) < within, "{id}: the sum");
        assert!(largest(values(&engine, &of_one)) < within, "{id}: of one");
    }
}

#[test]
fn recording_changes_nothing_of_the_run() {
    let entry = gallery::GALLERY.iter().find(|it| it.id == "four-bar").unwrap();
    for method in [Method::Sparse, Method::ConjugateGradient, Method::GaussSeidel] {
        let mut scene = entry.scene().unwrap();
        scene.settings.method = method;
        let joint = scene.constraints().next().unwrap().1.name.clone();
        let text = format!("\"{joint}\".force + drift");
        let mut engine = recording(&scene, &[&text]);
        let mut plain = recording(&scene, &[]);
        for _ in 0..100 {
            assert!(engine.advance() && plain.advance());
        }
        assert_eq!(engine.run().hash(), plain.run().hash(), "{method}");
        let told = |engine: &mut Engine| {
            let (mut shown, _) = engine.snapshot();
            (shown.report.factor_ns, shown.report.solve_ns) = (0, 0);
            (shown.report, shown.lambda)
        };
        assert_eq!(told(&mut engine), told(&mut plain), "{method}");
        assert_eq!(values(&engine, &text).len(), 101);
        plain.scopes().with(|it| assert!(it.time().is_empty()));
    }
}

#[test]
fn time_that_goes_back_takes_what_came_later_with_it() {
    let scene = oscillator();
    let mut engine = recording(&scene, &["time"]);
    for _ in 0..100 {
        assert!(engine.advance());
    }
    engine.carry_out(Command::Scrub(50.0 * scene.settings.dt));
    assert_eq!(values(&engine, "time").len(), 101, "looking back forgets nothing");
    assert!(engine.advance());
    let time = values(&engine, "time");
    assert!(time.len() == 52 && time.is_sorted(), "{}", time.len());
    engine.carry_out(Command::Reset);
    assert_eq!(values(&engine, "time"), [0.0]);
    engine.carry_out(Command::Load(Box::new(scene), false));
    engine.scopes().with(|it| assert!(it.values("time").is_none()));
}

#[test]
fn what_cannot_be_recorded_is_said_with_its_place() {
    let scene = oscillator();
    for (text, at, word) in [
        ("bob.angle", 0, "has no angle; it has x, y"),
        ("1 + bib.x", 4, "no item \"bib\""),
        ("velocity", 0, "no quantity velocity"),
        ("bob.x +", 7, "ends too early"),
    ] {
        let why = Signal::read(text, &scene).unwrap_err();
        assert_eq!(why.at, at, "{text}: {why}");
        assert!(why.sentence.contains(word), "{text}: {why}");
    }
}
