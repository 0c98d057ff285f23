//! Soft (regularised) steps: what has a largest force keeps to it in them, what is overloaded breaks, and exact steps follow them as exact steps.

use tinkertoy::constraints::{Breakable, Cap, ConstraintKind, Friction, Motor, Pin};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Id, Integrator, Scene, Stabilisation, file};
use tinkertoy::sim::{Input, Simulation};

use crate::build::{Build, angle, centre, ground, v2};

/// Inertia of the wheels beside the linkage (kg m²).
const INERTIA: f64 = 0.25;

/// A four-bar linkage whose crank a motor turns towards a pose that it cannot pass, so that all later steps are soft ones.
fn blocked() -> Build {
    let mut build = Build::default();
    build.scene.settings.integrator = Integrator::Rk4;
    build.scene.settings.gravity = Vec2::ZERO;
    let tip = 2.0 * v2(f64::cos(0.7), f64::sin(0.7));
    let (far, reach) = (v2(4.0, 0.0), 1.5);
    let half = 0.5 * (far - tip);
    let out = v2(-half.y, half.x).normalize() * (reach * reach - half.length_squared()).sqrt();
    let knee = tip + half + out;
    let bars = [(v2(0.0, 0.0), tip), (tip, knee), (knee, far)];
    let bars = bars.map(|(from, to)| build.bar(from, to, 1.0));
    let foot = build.end(bars[0], -1.0);
    build.pin(ground(0.0, 0.0), foot);
    for k in 0..2 {
        let (a, b) = (build.end(bars[k], 1.0), build.end(bars[k + 1], -1.0));
        build.pin(a, b);
    }
    let end = build.end(bars[2], 1.0);
    build.pin(end, ground(far.x, far.y));
    let motor = Motor {
        speed: 1.0,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), foot);
    build
}

/// A wheel on a pin away from the linkage.
fn wheel(build: &mut Build, x: f64) -> (Id, Attach) {
    let wheel = build.disk(x, 0.0, 0.5, 2.0);
    build.pin(ground(x, 0.0), centre(wheel));
    (wheel, ground(x, 0.0))
}

fn spin(run: &Simulation, id: Id) -> f64 {
    let offset = run.model().bodies[run.model().body(id).unwrap()].offset;
    run.state().v[offset + 2]
}

/// Steps until soft steps have come; returns the run.
fn until_soft(scene: &Scene) -> Simulation {
    let mut run = Simulation::new(scene);
    while !run.state().control.soft {
        run.step().unwrap();
        assert!(run.state().time < 2.0, "no soft step");
    }
    run
}

/// A motor and friction of limited torque turn their wheels as evenly as in exact steps: `I dw = T h`.
#[test]
fn limited_torques_keep_to_their_limits() {
    let mut build = blocked();
    let (driven, axle) = wheel(&mut build, 10.0);
    let motor = Motor {
        speed: 100.0,
        time_constant: 0.01,
        torque: Cap::at(0.1),
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), axle, centre(driven));
    let (braked, axle) = wheel(&mut build, 20.0);
    let friction = Friction { torque: 0.1 };
    build.link(ConstraintKind::Friction(friction), axle, centre(braked));
    build.set_velocity(braked, Vec2::ZERO, 10.0);
    let mut run = until_soft(&build.scene);
    let mut softened = 0;
    while softened < 20 {
        let count = run.state().soft_sub_steps;
        let before = [driven, braked].map(|id| spin(&run, id));
        run.step().unwrap();
        let after = [driven, braked].map(|id| spin(&run, id));
        let change = 0.1 / INERTIA * build.scene.settings.dt;
        let told = format!("{before:?} {after:?} at {} s", run.state().time);
        assert!((after[0] - before[0] - change).abs() < 1e-6, "{told}");
        assert!((after[1] - before[1] + change).abs() < 1e-6, "{told}");
        softened += run.state().soft_sub_steps - count;
        assert!(run.state().time < 3.0, "{softened} soft steps");
    }
    // Only friction dissipates: its torque times the angle by which its wheel turned.
    let turned = angle(&run, braked);
    let lost = -run.state().work.dissipation;
    assert!((lost - 0.1 * turned).abs() < 1e-4, "{lost} J over {turned} rad");
}

/// A joint that breaks does so in a soft step as well.
#[test]
fn an_overloaded_joint_breaks() {
    let mut build = blocked();
    let hung = build.disk(10.0, 0.0, 0.5, 2.0);
    let joint = Breakable {
        joint: Box::new(ConstraintKind::Pin(Pin {})),
        load: 15.0,
    };
    build.link(ConstraintKind::Breakable(joint), ground(10.0, 0.0), centre(hung));
    let mut run = until_soft(&build.scene);
    let mut settings = build.scene.settings;
    let mut softened = 0;
    for _ in 0..60 {
        run.step().unwrap();
        // Two kilograms, below the load and above it.
        for (gravity, broken) in [(5.0, 0), (10.0, 1)] {
            let mut next = run.fork();
            settings.gravity = v2(0.0, -gravity);
            next.apply(Input::Settings(settings));
            next.step().unwrap();
            let control = next.state().control;
            if control.soft && control.sub_steps == 1 {
                softened += 1;
                assert_eq!(
                    next.model().broken(next.state()).count(),
                    broken,
                    "{gravity} m/s²"
                );
            }
        }
    }
    assert!(softened > 20, "{softened}");
}

/// A step past a flat pose directly after a soft step is exact, and says so.
#[test]
fn an_exact_step_after_a_soft_one_is_no_soft_step() {
    let crank = |name: &str, x: f64| {
        format!(
            "(name: {name:?}, shape: Bar(length: 1, width: 0.1), at: ({x}, 0.5), angle: 1.5707963267948966, mass: 1, velocity: (6, 0), omega: -12),"
        )
    };
    let text = format!(
        "(version: 2, settings: (integrator: \"rk4\", dt: 0.004166666666666667, stabilisation: \"baumgarte\"), parts: [{} {} \
            (name: \"coupler\", shape: Bar(length: 1, width: 0.1), at: (0.5, 1), mass: 1, velocity: (12, 0))], constraints: [\
            (name: \"A0\", kind: Pin(), a: \"ground\", b: (\"left\", (-0.5, 0))), \
            (name: \"A1\", kind: Pin(), a: (\"ground\", (1, 0)), b: (\"right\", (-0.5, 0))), \
            (name: \"B0\", kind: Pin(), a: (\"left\", (0.5, 0)), b: (\"coupler\", (-0.5, 0))), \
            (name: \"B1\", kind: Pin(), a: (\"right\", (0.5, 0)), b: (\"coupler\", (0.5, 0)))])",
        crank("left", 0.0),
        crank("right", 1.0),
    );
    let mut scene = file::read(&text, "parallelogram").unwrap();
    let mut exact = 0;
    for (integrator, stabilisation) in [
        (Integrator::Rk4, Stabilisation::Baumgarte),
        (Integrator::Rk4, Stabilisation::Projection),
        (Integrator::Dopri5, Stabilisation::Baumgarte),
        (Integrator::Dopri5, Stabilisation::Projection),
    ] {
        scene.settings.integrator = integrator;
        scene.settings.stabilisation = stabilisation;
        let mut run = Simulation::new(&scene);
        for _ in 0..240 {
            run.step().unwrap();
            let mut state = run.state().clone();
            state.control.soft = true;
            let mut after = run.fork();
            after.apply(Input::Adopt(Box::new(state.clone())));
            after.step().unwrap();
            if after.state().soft_sub_steps == state.soft_sub_steps {
                exact += 1;
                assert!(
                    !after.state().control.soft,
                    "{integrator} at {} s",
                    after.state().time
                );
            }
        }
    }
    assert!(exact > 100, "{exact}");
}
