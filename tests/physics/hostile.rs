//! Valid but extreme numbers: the run follows them, or stops by name.

use tinkertoy::scene::{Integrator, Scene, Stabilisation, SubSteps, file};
use tinkertoy::sim::{Cause, Culprit};

use crate::silent::{Outcome, run};

/// Runs by every integrator and both stabilisations, with steps divided and whole.
fn for_every_scheme(text: &str, seconds: f64, mut check: impl FnMut(&Scene, &Outcome, &str)) {
    let text = format!("(version: 2, {text})");
    let mut scene = file::read(&text, "hostile").unwrap();
    for integrator in Integrator::ALL {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            for sub_steps in SubSteps::ALL {
                scene.settings.integrator = integrator;
                scene.settings.stabilisation = stabilisation;
                scene.settings.sub_steps = sub_steps;
                let outcome = run(&scene, seconds);
                let told = format!(
                    "{integrator}, {stabilisation}, {sub_steps}: {}",
                    outcome.summary()
                );
                check(&scene, &outcome, &told);
            }
        }
    }
}

/// Checks that a run is right, or stops with an item, or is not trusted.
fn accurate_or_stopped(text: &str, seconds: f64) {
    for_every_scheme(text, seconds, |_, outcome, told| {
        let named = outcome
            .stop
            .as_ref()
            .is_some_and(|stop| matches!(stop.culprit, Culprit::Item(_)));
        assert!(outcome.stop.is_none() || named, "{text} {told}");
        assert!(!outcome.is_silently_wrong(), "{text} {told}");
    });
}

const BAR: &str =
    r#"parts: [(name: "bar", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, inertia: 0.1)]"#;
const PIN: &str = r#"(name: "pin", kind: Pin(), a: "ground", b: ("bar", (-0.5, 0)))"#;

#[test]
fn a_motor_of_ten_thousand_radians_a_second() {
    for law in ["Speed", "Angle"] {
        let motor =
            format!(r#"(name: "motor", kind: Motor(law: {law}, speed: 10000), a: "ground", b: "bar")"#);
        accurate_or_stopped(&format!("{BAR}, constraints: [{PIN}, {motor}]"), 0.1);
    }
}

#[test]
fn a_gravity_of_a_million() {
    let settings = "settings: (gravity: (0, -1e6))";
    accurate_or_stopped(&format!("{settings}, {BAR}, constraints: [{PIN}]"), 0.1);
}

#[test]
fn a_hundred_thousand_metres_a_second() {
    let fast = BAR.replace("mass: 1,", "mass: 1, velocity: (0, 1e5), omega: 2e5,");
    accurate_or_stopped(&format!("{fast}, constraints: [{PIN}]"), 0.05);
    let bead = r#"parts: [(name: "bead", shape: Particle(), at: (1, 0), mass: 1, velocity: (0, 1e5))]"#;
    let rod = r#"(name: "rod", kind: Distance(length: 1), a: "ground", b: "bead")"#;
    accurate_or_stopped(&format!("{bead}, constraints: [{rod}]"), 0.05);
}

#[test]
fn a_bead_round_the_tips_of_a_needle() {
    let bead = r#"parts: [(name: "bead", shape: Particle(), at: (0, 0.001), mass: 1, velocity: (3, 0))]"#;
    let wire = r#"(name: "wire", kind: Ellipse(a: 1, b: 0.001), a: "ground", b: "bead")"#;
    accurate_or_stopped(&format!("{bead}, constraints: [{wire}]"), 1.0);
}

#[test]
fn a_table_that_jumps() {
    let table = "Table([(0, 0), (0.1, 0), (0.101, 1), (0.2, 1)])";
    let motor = format!(
        r#"(name: "motor", kind: Motor(law: Angle, speed: 0, programme: {table}), a: "ground", b: "bar")"#
    );
    accurate_or_stopped(&format!("{BAR}, constraints: [{PIN}, {motor}]"), 0.3);
}

/// A force with exactly one period per step looks constant when sampled once a step.
#[test]
fn a_programme_faster_than_the_steps_is_followed_or_named() {
    let push = "Push(force: (1, 0), programme: Sinusoid(amplitude: 1, frequency: 960, phase: 1.5707963))";
    let text = format!(
        r#"settings: (gravity: (0, 0)), parts: [(name: "p", shape: Particle(), at: (0, 0), mass: 1)],
           forces: [(name: "push", kind: {push}, a: "p")]"#
    );
    for_every_scheme(&text, 0.5, |scene, outcome, told| {
        let adaptive = scene.settings.integrator == Integrator::Dopri5;
        if scene.settings.sub_steps == SubSteps::Fixed && !adaptive {
            let stop = outcome.stop.as_ref().expect(told);
            assert_eq!((stop.cause, stop.time), (Cause::Stiff, 0.0), "{told}");
            assert_eq!(stop.culprit, Culprit::Item(scene.find("push").unwrap()));
            return;
        }
        assert!(outcome.stop.is_none(), "{told}");
        // v = t + (cos(phase) - cos(phase + omega t))/omega; sampled 960 times a second, 2 m/s a second would be gained.
        assert!(
            (outcome.fastest - 0.5).abs() < 5e-3,
            "{told}: {}",
            outcome.fastest
        );
    });
    let refused = file::read(
        &format!("(version: 2, {})", text.replace("960", "1e6")),
        "too fast",
    );
    assert!(refused.unwrap_err().to_string().contains("frequency"));
}

#[test]
fn a_thousand_coincident_rods() {
    let mut rods = String::new();
    for k in 0..1000 {
        rods += &format!(r#"(name: "rod {k}", kind: Distance(length: 1), a: "ground", b: "bead"),"#);
    }
    let text = format!(
        r#"(version: 2, parts: [(name: "bead", shape: Particle(), at: (1, 0), mass: 1)], constraints: [{rods}])"#
    );
    let mut scene = file::read(&text, "rods").unwrap();
    for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
        scene.settings.stabilisation = stabilisation;
        let outcome = run(&scene, 0.05);
        assert!(
            outcome.stop.is_none() && outcome.is_right(),
            "{stabilisation}: {}",
            outcome.summary()
        );
    }
}

/// A nut driven against the end of its rail, an actuator driven through length zero, a bead that leaves its table.
#[test]
fn what_runs_out_is_followed_or_named() {
    let slide = r#"parts: [(name: "nut", shape: Particle(), at: (1, 0), mass: 1)]"#;
    let actuator =
        r#"(name: "push", kind: Actuator(length: 1, rate: -4, programme: Steady), a: "ground", b: "nut")"#;
    accurate_or_stopped(&format!("{slide}, constraints: [{actuator}]"), 0.5);
    let screw = r#"parts: [(name: "nut", shape: Box(width: 0.1, height: 0.1), at: (0, 0), mass: 1, inertia: 0.01),
        (name: "spindle", shape: Disk(radius: 0.1), at: (0, 1), mass: 1, inertia: 0.01, omega: 100)],
        constraints: [(name: "rail", kind: Slider(), a: "ground", b: "nut"),
        (name: "axle", kind: Pin(), a: ("ground", (0, 1)), b: "spindle"),
        (name: "screw", kind: Screw(axis: 0, lead: 100), a: "ground", b: "nut", c: "spindle")]"#;
    accurate_or_stopped(screw, 0.5);
}

/// A bead that reaches a place where its formula is undefined: the run stops there, and says so.
#[test]
fn a_curve_that_ends_is_named() {
    let log = 0.5 * 0.5_f64.ln();
    for (formula, y, slope) in [
        ("y = sqrt(x)", 0.5_f64.sqrt(), 0.5_f64.sqrt()),
        ("y = x*ln(x)", log, 1.0 + 0.5_f64.ln()),
    ] {
        let bead = format!(
            r#"parts: [(name: "bead", shape: Particle(), at: (0.5, {y}), mass: 1, velocity: (-1, {}))]"#,
            -slope
        );
        let wire = format!(r#"(name: "wire", kind: Implicit(formula: "{formula}"), a: "ground", b: "bead")"#);
        let text = format!("settings: (gravity: (0, 0)), {bead}, constraints: [{wire}]");
        for_every_scheme(&text, 1.5, |scene, outcome, told| {
            let Some(stop) = &outcome.stop else {
                // With whole steps the end may be passed between evaluations, far off the curve.
                assert!(
                    scene.settings.sub_steps == SubSteps::Fixed && !outcome.is_silently_wrong(),
                    "{formula} {told}"
                );
                return;
            };
            let wire = scene.find("wire").unwrap();
            assert_eq!(
                (stop.cause, stop.culprit),
                (Cause::End, Culprit::Item(wire)),
                "{formula} {told}"
            );
            assert!(stop.reason.contains("ends"), "{formula} {told}");
        });
    }
}

/// A welded part that a closing joint pulls elsewhere. In steps so short that little opens in each,
/// that is a contradiction too, and not one to be followed by shorter sub-steps.
#[test]
fn a_contradiction_in_short_steps_is_not_crept_along() {
    let text = r#"(version: 2, settings: (dt: 0.0001435), parts: [
            (name: "bar", shape: Bar(length: 1, width: 0.05), at: (0.5, 0), mass: 1),
        ], constraints: [
            (name: "weld", kind: Weld(), a: ("ground", (0.5, 0)), b: "bar"),
            (name: "closing", kind: Closing(joint: Pin(), duration: 1.2), a: ("ground", (0.3, 2.6)), b: ("bar", (0.5, 0))),
        ])"#;
    let mut scene = file::read(text, "closing").unwrap();
    scene.settings.stabilisation = Stabilisation::Projection;
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Rk4] {
        scene.settings.integrator = integrator;
        let outcome = run(&scene, 0.1);
        let told = format!("{integrator}: {}", outcome.summary());
        assert!(
            !outcome.is_silently_wrong() && outcome.sub_steps < 32 * 697,
            "{told}"
        );
    }
}
