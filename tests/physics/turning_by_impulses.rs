//! Ropes, stops and drives that turn, by impulses: angular momentum and energy stay, and what a drive does is booked as its own.

use tinkertoy::scene::{Integrator, Stabilisation, file};
use tinkertoy::sim::{Quantity, Simulation};

/// Two particles of 1 kg, half a metre either side of the origin, that turn about it at this speed, with a constraint between them.
fn pair(speed: f64, kind: &str) -> String {
    let part = |name: &str, x: f64, v: f64| {
        format!("(name: {name:?}, shape: Particle(), at: ({x:?}, 0), mass: 1, velocity: (0, {v:?}))")
    };
    let parts = [part("a", 0.5, speed), part("b", -0.5, -speed)].join(", ");
    format!(
        "(version: 2, settings: (gravity: (0, 0)), parts: [{parts}], constraints: [(name: \"c\", kind: {kind}, a: \"a\", b: \"b\")])"
    )
}

/// Runs a scene with projection for some seconds, in steps of 1/240 s.
fn after(text: &str, integrator: Integrator, seconds: f64) -> Simulation {
    let mut scene = file::read(text, "turning").unwrap();
    scene.settings.integrator = integrator;
    scene.settings.stabilisation = Stabilisation::Projection;
    let mut run = Simulation::new(&scene);
    while run.state().time < seconds - 0.5 * scene.settings.dt {
        run.step().unwrap();
        run.look();
    }
    run
}

/// Angular momentum of two particles of 1 kg about the origin (kg m²/s).
fn spin(run: &Simulation) -> f64 {
    let (q, v) = (&run.state().q, &run.state().v);
    [0, 2].iter().map(|&k| q[k] * v[k + 1] - q[k + 1] * v[k]).sum()
}

fn length(run: &Simulation) -> f64 {
    let q = &run.state().q;
    (q[0] - q[2]).hypot(q[1] - q[3])
}

/// A taut rope does no work: a limit that holds is a joint.
#[test]
fn what_turns_on_a_rope_keeps_turning() {
    for speed in [2.0, 10.0] {
        let run = after(&pair(speed, "Rope(length: 1)"), Integrator::Impulse, 10.0);
        assert!((spin(&run) - speed).abs() < 1e-11 * speed, "{}", spin(&run));
        let lost = speed * speed - run.energy().kinetic;
        assert!(lost.abs() < 1e-9 * speed * speed, "{lost:e} J");
        assert!(
            run.state().work.dissipation.abs() < 1e-9,
            "{:?}",
            run.state().work
        );
        assert_eq!(run.breach(), None);
    }
}

/// A bead at the end stop of a groove in an arm that turns at 10 rad/s.
#[test]
fn a_stop_that_turns_takes_no_energy() {
    let text = "(version: 2, settings: (gravity: (0, 0)), parts: [\
        (name: \"arm\", shape: Bar(length: 2, width: 0.1), at: (0, 0), mass: 1, omega: 10), \
        (name: \"bead\", shape: Particle(), at: (0.8, 0), mass: 1, velocity: (0, 8))], constraints: [\
        (name: \"o\", kind: Pin(), a: \"ground\", b: \"arm\"), (name: \"g\", kind: Groove(axis: 0), a: \"arm\", b: \"bead\"), \
        (name: \"s\", kind: EndStops(axis: 0, lower: 0, upper: 0.8), a: \"arm\", b: \"bead\")])";
    let start = after(text, Integrator::Impulse, 0.0).energy().total();
    let run = after(text, Integrator::Impulse, 5.0);
    let lost = start - run.energy().total();
    assert!(lost.abs() < 1e-6 * start, "{lost} of {start} J");
    assert_eq!(run.breach(), None);
}

/// A rope that becomes taut takes the speed along it, `m v_r²/2`, as dissipation, and nothing after that.
#[test]
fn a_rope_that_catches_dissipates_the_speed_along_it_once() {
    let text = "(version: 2, settings: (gravity: (0, 0)), parts: [(name: \"a\", shape: Particle(), at: (0.5, 0), mass: 1, velocity: (3, 1))], \
                constraints: [(name: \"r\", kind: Rope(length: 1), a: \"ground\", b: \"a\")])";
    let run = after(text, Integrator::Impulse, 4.0);
    // Taut where |(0.5 + 3 t, t)| = 1; the speed along the rope is the product of velocity and direction there.
    let t = (f64::sqrt(1.5 * 1.5 + 10.0 * 0.75) - 1.5) / 10.0;
    let along = 3.0 * (0.5 + 3.0 * t) + t;
    let dissipated = -run.state().work.dissipation;
    assert!(
        (dissipated - 0.5 * along * along).abs() < 0.01 * dissipated,
        "{dissipated} J, and {along} m/s along the rope"
    );
    assert!((run.energy().kinetic - (5.0 - dissipated)).abs() < 1e-4);
    assert_eq!(run.breach(), None);
}

/// An actuator draws two parts that turn about each other from 1 m to 0.3 m: `L = const`, so `T' = T (l/l')²`, and the drive does the difference.
#[test]
fn an_actuator_that_draws_in_what_turns_does_the_work_that_angular_momentum_asks_for() {
    let table = "Actuator(length: 1, programme: Table([(0, 0), (1, -0.7), (2, -0.7)]))";
    let run = after(&pair(2.5, table), Integrator::Impulse, 2.0);
    assert!((spin(&run) - 2.5).abs() < 1e-11, "{}", spin(&run));
    let exact = 6.25 / 0.09;
    assert!(
        (run.energy().kinetic - exact).abs() < 1e-9 * exact,
        "{:?}",
        run.energy()
    );
    let done = run.state().work.drives;
    assert!((done - (exact - 6.25)).abs() < 1e-9 * exact, "{done} J");
}

/// A drive whose largest force is never needed holds its length in a turn.
#[test]
fn an_actuator_of_limited_force_is_as_long_as_it_is_told() {
    let table = "Actuator(length: 1, force: 1000, programme: Table([(0, 0), (1, -0.5), (2, -0.5)]))";
    let run = after(&pair(2.5, table), Integrator::Impulse, 10.0);
    assert!((length(&run) - 0.5).abs() < 5e-3, "{} m", length(&run));
    assert!((run.energy().kinetic - 25.0).abs() < 0.5, "{:?}", run.energy());
}

/// An actuator of constant length does no work, by semi-implicit Euler either, whose impulses work at the mean of the rates before and after.
#[test]
fn an_actuator_that_only_holds_does_no_work() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::Impulse] {
        let run = after(&pair(2.5, "Actuator(length: 1)"), integrator, 10.0);
        let work = run.state().work.drives;
        assert!(work.abs() < 2e-3, "{integrator:?}: {work} J");
        assert_eq!(run.breach(), None, "{integrator:?}");
    }
}

/// A double pendulum whose first bar is driven to and fro: steps of 1/240 s lag behind by decimetres after 1.5 s, which the energy does not show, since the
/// drive's work explains it.
#[test]
fn a_driven_machine_that_steps_do_not_follow_is_told() {
    let text = "(version: 2, settings: (), parts: [\
        (name: \"b1\", shape: Bar(length: 0.5, width: 0.05), at: (0.21238673194484053, -0.13187826240055808), angle: -0.555670511353628, mass: 0.1), \
        (name: \"b2\", shape: Bar(length: 0.5, width: 0.05), at: (0.488478043613715, -0.505503761646099), angle: -1.3131365115706228, mass: 1), \
        (name: \"w\", shape: Particle(), at: (0.852182623337749, -0.7472509984910818), mass: 0.05)], constraints: [\
        (name: \"j1\", kind: Pin(), a: \"ground\", b: (\"b1\", (-0.25, 0))), \
        (name: \"j2\", kind: Pin(), a: (\"b1\", (0.25, 0)), b: (\"b2\", (-0.25, 0))), \
        (name: \"m\", kind: Motor(law: Angle, speed: 0, angle: -0.555670511353628, programme: Sinusoid(amplitude: 1, frequency: 1.667, phase: 0)), \
        a: \"ground\", b: \"b1\"), (name: \"r\", kind: Distance(length: 0.3), a: (\"b2\", (0.25, 0)), b: \"w\")])";
    for integrator in [Integrator::Rattle, Integrator::Impulse] {
        let run = after(text, integrator, 1.5);
        let quantity = run.breach().map(|breach| breach.quantity);
        assert_eq!(quantity, Some(Quantity::Steps), "{integrator:?}");
    }
    // A crank that a motor turns as fast is where it belongs.
    let text = "(version: 2, settings: (gravity: (0, 0)), parts: [(name: \"b\", shape: Bar(length: 1, width: 0.1), at: (0.5, 0), mass: 1, omega: 20)], \
                constraints: [(name: \"p\", kind: Pin(), a: \"ground\", b: (\"b\", (-0.5, 0))), \
                (name: \"m\", kind: Motor(law: Angle, speed: 20, angle: 0), a: \"ground\", b: \"b\")])";
    for integrator in [Integrator::Rattle, Integrator::Impulse] {
        assert_eq!(after(text, integrator, 5.0).breach(), None, "{integrator:?}");
    }
}
