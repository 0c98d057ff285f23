//! Velocity-level rows are monitored: the violation of a drive, a speed ratio or a knife edge is reported, and a regular approach to a speed is not.

use tinkertoy::scene::{Integrator, Method, Scene, Stabilisation, SubSteps, file, validate};
use tinkertoy::sim::{Cause, Culprit, Quantity, Simulation};

const WAYS: [(Integrator, Stabilisation); 8] = [
    (Integrator::Rk4, Stabilisation::Projection),
    (Integrator::Rk4, Stabilisation::Baumgarte),
    (Integrator::Impulse, Stabilisation::Projection),
    (Integrator::Impulse, Stabilisation::Baumgarte),
    (Integrator::SemiImplicitEuler, Stabilisation::Projection),
    (Integrator::Rattle, Stabilisation::Baumgarte),
    (Integrator::Dopri5, Stabilisation::Projection),
    (Integrator::Dopri5, Stabilisation::Baumgarte),
];

/// A bar on a pin with further constraints.
fn bar(constraints: &str) -> Scene {
    let text = format!(
        r#"(version: 2, settings: (gravity: (0, 0)), parts: [
            (name: "rod", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1),
        ], constraints: [
            (name: "pin", kind: Pin(), a: "ground", b: ("rod", (-0.5, 0))),
            {constraints}
        ])"#
    );
    file::read(&text, "bar.ron").unwrap()
}

/// The scene with every integrator and stabilisation that it supports, with a description.
fn in_legal_ways(scene: &Scene) -> impl Iterator<Item = (Scene, String)> {
    WAYS.into_iter().filter_map(|(integrator, stabilisation)| {
        let mut scene = scene.clone();
        (scene.settings.integrator, scene.settings.stabilisation) = (integrator, stabilisation);
        let legal = validate::problems(&scene).is_empty();
        legal.then(|| (scene, format!("{integrator}, {stabilisation}")))
    })
}

fn name(scene: &Scene, run: &Simulation) -> String {
    scene.name(run.breach().and_then(|it| it.item)).to_owned()
}

/// Two motors of different speeds on one joint: whichever compromise is found, the violated motor is named.
#[test]
fn two_motors_of_two_speeds_are_not_trusted() {
    let mut scene = bar(r#"
        (name: "one", kind: Motor(law: Speed, speed: 1), a: "ground", b: "rod"),
        (name: "two", kind: Motor(law: Speed, speed: 2), a: "ground", b: "rod"),"#);
    for (integrator, stabilisation) in WAYS {
        for method in [Method::Sparse, Method::Dense, Method::GaussSeidel] {
            if integrator == Integrator::Rattle && method == Method::GaussSeidel {
                continue;
            }
            let settings = &mut scene.settings;
            (settings.integrator, settings.stabilisation, settings.method) =
                (integrator, stabilisation, method);
            let mut run = Simulation::new(&scene);
            for _ in 0..120 {
                run.step().unwrap();
                run.look();
            }
            let breach = run
                .breach()
                .unwrap_or_else(|| panic!("{integrator}, {stabilisation}, {method}: trusted"));
            // RATTLE takes soft (regularised) steps, and reports those.
            let told = matches!(
                breach.quantity,
                Quantity::Turn | Quantity::Steps | Quantity::Energy
            );
            assert!(told, "{integrator}, {stabilisation}, {method}: {breach:?}");
            if breach.quantity == Quantity::Turn {
                assert!(["one", "two"].contains(&name(&scene, &run).as_str()));
            }
        }
    }
}

/// A motor that starts from rest, one that stalls at its largest torque for a while, and one whose
/// wheel is hit approach their speeds as they should: nothing is reported.
#[test]
fn an_honest_approach_is_trusted() {
    let from_rest = bar(r#"(name: "motor", kind: Motor(law: Speed, speed: 3), a: "ground", b: "rod"),"#);
    let capped =
        bar(r#"(name: "motor", kind: Motor(law: Speed, speed: 3, torque: 0.5), a: "ground", b: "rod"),"#);
    for scene in [from_rest, capped] {
        for (scene, way) in in_legal_ways(&scene) {
            let mut run = Simulation::new(&scene);
            for _ in 0..480 {
                run.step().unwrap();
                run.look();
                let rate = run.breach().is_some_and(|it| it.quantity == Quantity::Turn);
                assert!(!rate, "{way}: {:?}", run.breach());
            }
        }
    }
}

/// Runs a machine whose drive demands the impossible, in every supported way by each method, until it stops within two seconds and names both items.
fn stops_against(scene: &Scene, pair: &str, check: impl Fn(&Simulation, f64, &str)) {
    for (mut scene, way) in in_legal_ways(scene) {
        for method in [
            Method::Sparse,
            Method::Dense,
            Method::Auxiliary,
            Method::ConjugateGradient,
        ] {
            scene.settings.method = method;
            let mut run = Simulation::new(&scene);
            let stop = (0..480).find_map(|_| run.step().err());
            let told = format!("{way}, {method}");
            let stop = stop.unwrap_or_else(|| panic!("{told}: it goes on"));
            assert_eq!(stop.cause, Cause::Contradiction, "{told}: {}", stop.reason);
            let whom = stop.whom(|id| scene.name(Some(id)));
            assert_eq!(whom.as_deref(), Some(pair), "{told}");
            let [sub_steps, steps] = [run.state().control.total, run.state().step];
            assert!(sub_steps < 2 * steps, "{told}: {sub_steps} sub-steps in {steps}");
            check(&run, stop.time, &told);
        }
        // Gauss-Seidel does not converge, and so does not detect the contradiction: the run continues, and is not trusted.
        scene.settings.method = Method::GaussSeidel;
        let mut run = Simulation::new(&scene);
        for _ in 0..480 {
            if run.step().is_err() {
                break;
            }
            run.look();
        }
        assert!(run.breach().is_some() || run.state().step < 480, "{way}, sweeps");
    }
}

/// A motor without a torque limit that reaches a stop demands the impossible: the run stops within a few steps, and names both.
#[test]
fn a_motor_at_its_stop_is_a_contradiction() {
    let stop = r#"(name: "stop", kind: AngleLimits(lower: -0.3, upper: 0.3), a: "ground", b: "rod"),"#;
    for law in ["law: Speed", "law: Angle"] {
        let motor =
            format!(r#"(name: "motor", kind: Motor({law}, speed: 1), a: "ground", b: "rod"), {stop}"#);
        stops_against(&bar(&motor), r#""motor" against "stop""#, |run, time, told| {
            assert!((0.29..0.42).contains(&time), "{law}, {told}: {time}");
            let work = run.state().work;
            assert!(work.drives.abs() < 1.0, "{law}, {told}: {work:?}");
        });
    }
}

/// The same for a winch that pays out more than a rope allows, and for an actuator at the end of a rail.
#[test]
fn a_winch_at_the_end_of_its_way_is_a_contradiction() {
    let winch = r#"(version: 2, parts: [(name: "weight", shape: Particle(), at: (0, -1), mass: 1)], constraints: [
            (name: "winch", kind: Actuator(length: 1, rate: 0.5), a: "ground", b: "weight"),
            (name: "end", kind: Rope(length: 1.3), a: "ground", b: "weight"),
        ])"#;
    let cylinder = r#"(version: 2, parts: [(name: "slide", shape: Box(width: 0.2, height: 0.2), at: (0.5, 0), mass: 1)], constraints: [
            (name: "rail", kind: Slider(), a: "ground", b: "slide"),
            (name: "winch", kind: Actuator(length: 0.5, rate: 0.5), a: "ground", b: "slide"),
            (name: "end", kind: EndStops(lower: 0, upper: 0.8), a: "ground", b: "slide"),
        ])"#;
    for text in [winch, cylinder] {
        let scene = file::read(text, "winch").unwrap();
        stops_against(&scene, r#""winch" against "end""#, |_, time, told| {
            assert!((0.59..0.61).contains(&time), "{told}: {time}");
        });
    }
}

/// With a limited torque it stalls there.
#[test]
fn a_motor_of_limited_torque_stalls_at_its_stop() {
    let scene = bar(r#"
        (name: "motor", kind: Motor(law: Speed, speed: 1, torque: 2), a: "ground", b: "rod"),
        (name: "stop", kind: AngleLimits(lower: -0.3, upper: 0.3), a: "ground", b: "rod"),"#);
    for (scene, way) in in_legal_ways(&scene) {
        let mut run = Simulation::new(&scene);
        for _ in 0..240 {
            run.step().unwrap();
            run.look();
        }
        let angle = run.state().q[2];
        assert!((angle - 0.3).abs() < 1e-3, "{way}: {angle}");
    }
}

/// In a close encounter of two bodies the stop names the attraction and the pair.
#[test]
fn an_encounter_names_the_pair() {
    let text = r#"(version: 2, settings: (gravity: (0, 0)), parts: [
        (name: "sun", shape: Particle(), at: (0, 0), mass: 1),
        (name: "comet", shape: Particle(), at: (1, 0), mass: 1),
        (name: "far", shape: Particle(), at: (9, 5), mass: 1),
    ], forces: [
        (name: "weak", kind: Attraction(strength: 0.001), a: "sun", b: "far"),
        (name: "pull", kind: Attraction(strength: 1, softening: 0), a: "sun", b: "comet"),
    ])"#;
    let mut scene = file::read(text, "stars.ron").unwrap();
    let named = |scene: &Scene, way: &str| {
        let mut run = Simulation::new(scene);
        let stop = (0..240).find_map(|_| run.step().err());
        let stop = stop.unwrap_or_else(|| panic!("{way}: it goes on"));
        assert!(matches!(stop.culprit, Culprit::Item(_)), "{way}");
        let whom = stop.whom(|id| scene.name(Some(id)));
        let pair = r#""pull" between "sun" and "comet""#;
        assert_eq!(whom.as_deref(), Some(pair), "{way}: {}", stop.reason);
    };
    for (integrator, stabilisation) in WAYS {
        let settings = &mut scene.settings;
        (settings.integrator, settings.stabilisation) = (integrator, stabilisation);
        named(&scene, &integrator.to_string());
    }
    // Whole steps so long that the pair is still far apart at the end of the last valid one.
    scene.settings.integrator = Integrator::Rk4;
    scene.settings.sub_steps = SubSteps::Fixed;
    for dt in [0.01, 0.02, 0.03, 0.05] {
        scene.settings.dt = dt;
        named(&scene, &format!("{dt} s"));
    }
}
