//! Jammed drives: a crank that cannot go round, an actuator that pushes beyond its reach. They rest against the stop without a burst of speed on the
//! way; drives that can be followed never need a soft (regularised) step.

use tinkertoy::constraints::{Actuator, ConstraintKind, Groove, Motor, MotorLaw};
use tinkertoy::scene::{Attach, Integrator, Method, Stabilisation};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, polar, v2};
use crate::compromise::rod_of;

/// Largest speed of a part relative to the drive's own speed: up to the stop the motion is followed
/// exactly, within the resolution of the steps, and speeds grow as 1/sqrt of the remaining distance.
const MAX_SPEED_RATIO: f64 = 25.0;
/// Largest gap of joints (m), on the way and at the end.
const OPEN: (f64, f64) = (0.1, 0.01);

/// All combinations of integrator and stabilisation.
pub fn ways() -> Vec<(Integrator, Stabilisation)> {
    let mut ways = Vec::new();
    for integrator in [
        Integrator::SemiImplicitEuler,
        Integrator::Rk4,
        Integrator::Impulse,
        Integrator::Dopri5,
    ] {
        ways.push((integrator, Stabilisation::Baumgarte));
        ways.push((integrator, Stabilisation::Projection));
    }
    ways.push((Integrator::Rattle, Stabilisation::Baumgarte));
    ways
}

/// Returns the largest speed (m/s, rad/s), and the largest gap on the way and at the end (m).
fn watch(build: &Build, seconds: f64, what: &str) -> (f64, f64, f64) {
    let mut run = Simulation::new(&build.scene);
    let (mut fastest, mut open) = (0.0_f64, 0.0_f64);
    for _ in 0..(seconds / build.scene.settings.dt) as usize {
        if let Err(stop) = run.step() {
            panic!("{what}: {stop:?}");
        }
        fastest = run.state().v.iter().fold(fastest, |most, v| most.max(v.abs()));
        open = open.max(run.drift().max_m);
    }
    (fastest, open, run.drift().max_m)
}

/// Crank 1.5, coupler 2, rocker 1.6, ground 3: the crank can only swing.
fn four_bar(motor: Motor) -> Build {
    let mut build = Build::default();
    let (origin, far) = (v2(0.0, 0.0), v2(3.0, 0.0));
    let knee = polar(1.5, 1.0);
    let (to, d) = (far - knee, far.distance(knee));
    let turn = ((4.0 + d * d - 1.6 * 1.6) / (4.0 * d)).acos();
    let head = knee + polar(2.0, to.y.atan2(to.x) + turn);
    let crank = build.bar(origin, knee, 1.0);
    let coupler = build.bar(knee, head, 1.0);
    let rocker = build.bar(head, far, 1.0);
    let ends = [crank, coupler, rocker].map(|bar| (build.end(bar, -1.0), build.end(bar, 1.0)));
    build.pin(ground(0.0, 0.0), ends[0].0);
    build.pin(ends[0].1, ends[1].0);
    build.pin(ends[1].1, ends[2].0);
    build.pin(ends[2].1, ground(3.0, 0.0));
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(crank));
    build
}

fn motor(speed: f64) -> Motor {
    Motor {
        law: MotorLaw::Speed,
        speed,
        ..Motor::default()
    }
}

/// Two rods of one metre, and an actuator that pushes their end along a groove.
fn push(length: f64, rate: f64) -> Build {
    let mut build = Build::default();
    let half = 0.5 * length;
    let knee = build.particle(half, -(1.0 - half * half).sqrt(), 1.0);
    let end = build.particle(length, 0.0, 1.0);
    rod_of(&mut build, 1.0, ground(0.0, 0.0), centre(knee));
    rod_of(&mut build, 1.0, centre(knee), centre(end));
    build.link(
        ConstraintKind::Groove(Groove::default()),
        ground(0.0, 0.0),
        centre(end),
    );
    let actuator = Actuator {
        length,
        rate,
        ..Actuator::default()
    };
    build.link(ConstraintKind::Actuator(actuator), ground(0.0, 0.0), centre(end));
    build
}

#[test]
fn a_crank_that_cannot_go_round_rests_at_its_limit() {
    for (integrator, stabilisation) in ways() {
        let mut build = four_bar(motor(2.0));
        build.scene.settings.integrator = integrator;
        build.scene.settings.stabilisation = stabilisation;
        let what = format!("{integrator:?} {stabilisation:?}");
        let (fastest, open, end) = watch(&build, 4.0, &what);
        assert!(fastest < 2.0 * MAX_SPEED_RATIO, "{what}: {fastest}");
        assert!(open < OPEN.0 && end < OPEN.1, "{what}: {open} {end}");
    }
}

#[test]
fn an_actuator_that_pushes_beyond_reach_comes_to_a_halt() {
    for (integrator, stabilisation) in ways() {
        let mut build = push(1.8, 0.1);
        build.scene.settings.integrator = integrator;
        build.scene.settings.stabilisation = stabilisation;
        let what = format!("{integrator:?} {stabilisation:?}");
        let (fastest, open, end) = watch(&build, 3.0, &what);
        assert!(fastest < 20.0, "{what}: {fastest}");
        // A tenth of a metre too long after the third second; the gap of the compromise is smaller.
        assert!(open < 0.3 && end < 0.1, "{what}: {open} {end}");
    }
}

#[test]
fn every_method_stops_at_the_same_place() {
    let at_rest = |method: Method| {
        let mut build = push(1.8, 0.1);
        build.scene.settings.method = method;
        let mut run = Simulation::new(&build.scene);
        for _ in 0..720 {
            run.step().unwrap();
        }
        run.state().q.clone()
    };
    let sparse = at_rest(Method::Sparse);
    for method in [Method::Dense, Method::Auxiliary, Method::ConjugateGradient] {
        for (k, (q, other)) in sparse.iter().zip(at_rest(method)).enumerate() {
            // The direction in which a straight pair buckles depends on rounding.
            assert!((q.abs() - other.abs()).abs() < 0.02, "{method}, {k}: {q} {other}");
        }
    }
}

#[test]
fn honest_drives_are_never_taken_softly() {
    // A motor on a light crank accelerates a machine a thousand times as heavy; a slider-crank passes its dead points.
    let mut heavy = Build::default();
    let crank = heavy.bar(v2(0.0, 0.0), v2(1.0, 0.0), 0.1);
    let wheel = heavy.disk(0.0, 0.0, 1.0, 100.0);
    heavy.pin(ground(0.0, 0.0), centre(wheel));
    let inner = heavy.end(crank, -1.0);
    heavy.pin(ground(0.0, 0.0), inner);
    let tip = heavy.end(crank, 1.0);
    heavy.pin(tip, Attach::part(wheel, v2(1.0, 0.0)));
    heavy.link(
        ConstraintKind::Motor(motor(20.0)),
        ground(0.0, 0.0),
        centre(crank),
    );
    let slider = |speed: f64| {
        let mut build = Build::default();
        let crank = build.bar(v2(0.0, 0.0), v2(0.5, 0.0), 0.1);
        let rod = build.bar(v2(0.5, 0.0), v2(2.5, 0.0), 1.0);
        let piston = build.particle(2.5, 0.0, 5.0);
        let (inner, knee) = (build.end(crank, -1.0), build.end(crank, 1.0));
        build.pin(ground(0.0, 0.0), inner);
        let (near, far) = (build.end(rod, -1.0), build.end(rod, 1.0));
        build.pin(knee, near);
        build.pin(far, centre(piston));
        build.link(
            ConstraintKind::Groove(Groove::default()),
            ground(0.0, 0.0),
            centre(piston),
        );
        build.link(
            ConstraintKind::Motor(motor(speed)),
            ground(0.0, 0.0),
            centre(crank),
        );
        build
    };
    for (k, build) in [heavy, slider(2.0), slider(20.0), slider(60.0)]
        .iter()
        .enumerate()
    {
        let mut run = Simulation::new(&build.scene);
        for _ in 0..480 {
            run.step().unwrap();
        }
        assert_eq!(run.state().soft_sub_steps, 0, "{k}");
    }
}
