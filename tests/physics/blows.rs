//! Blows on joints that break: what breaks before a blow stops nothing.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::constraints::{Breakable, ConstraintKind, Rope, Weld};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Contact, Id, Integrator, Mass, Part};

use crate::build::{Build, centre, ground, position, run, v2};
use crate::contact::velocity;

const G: f64 = 9.81;
/// Speed before the blow (m/s), and step (s).
const SPEED: f64 = 3.0;
const STEP: f64 = 1.0 / 240.0;
const LOCATED: [Integrator; 3] = [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler];

fn breakable(joint: ConstraintKind, load: f64) -> ConstraintKind {
    ConstraintKind::Breakable(Breakable::of(joint, load))
}

/// A box of 1 kg that hits one like it, which a weld of this load holds, after this time (s).
fn boxes(integrator: Integrator, (load, restitution): (f64, f64), after: f64) -> (Build, [Id; 2]) {
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    (settings.integrator, settings.dt) = (integrator, STEP);
    settings.gravity = v2(0.0, 0.0);
    settings.contact = Some(Contact {
        floor: None,
        friction: 0.0,
        restitution,
        ..Contact::default()
    });
    let shape = || {
        Shape::Box(Box {
            width: 0.2,
            height: 0.2,
        })
    };
    let ids = [("flies", -0.2 - SPEED * after), ("stands", 0.0)].map(|(name, x)| {
        let mut part = Part::new(name, shape(), Pose::new(x, 0.0, 0.0));
        part.mass = Mass::Given {
            mass: 1.0,
            inertia: 0.01,
        };
        part.velocity = v2(if name == "flies" { SPEED } else { 0.0 }, 0.0);
        build.scene.add(part)
    });
    build.link(
        breakable(ConstraintKind::Weld(Weld::default()), load),
        ground(0.0, 0.0),
        centre(ids[1]),
    );
    (build, ids)
}

/// Speeds of both after the blow.
fn speeds(integrator: Integrator, joint: (f64, f64), after: f64) -> [f64; 2] {
    let (build, ids) = boxes(integrator, joint, after);
    let run = run(&build.scene, 0.2);
    ids.map(|id| velocity(&run, id)[0])
}

fn agree(found: [f64; 2], right: [f64; 2], tolerance: f64, told: &str) {
    let apart = (found[0] - right[0]).abs().max((found[1] - right[1]).abs());
    assert!(apart < tolerance, "{told}: {found:?}, not {right:?}");
}

/// Wherever in its step the blow falls: a joint that bears next to nothing takes next to nothing of the momentum, one that bears all stands.
#[test]
fn a_blow_goes_through_a_weak_joint_and_not_through_a_strong_one() {
    for integrator in LOCATED.into_iter().chain([Integrator::Impulse]) {
        for share in [0.0, 0.1, 0.5, 0.9] {
            let after = (10.0 + share) * STEP;
            let told = format!("{integrator}, {share} of a step");
            let half = 0.5 * SPEED;
            agree(speeds(integrator, (1e-3, 0.0), after), [half; 2], 1e-5, &told);
            agree(speeds(integrator, (1e5, 0.0), after), [0.0; 2], 1e-6, &told);
        }
    }
}

/// Where impacts are located the mean force of the blow is m v (1 + e)/dt. The part is either held or free in it, and restitution is that of the
/// impact that takes place.
#[test]
fn a_located_blow_breaks_what_bears_less_than_its_mean_force() {
    let (e, after) = (0.5, 10.3 * STEP);
    let force = SPEED * (1.0 + e) / STEP;
    for integrator in LOCATED {
        let told = format!("{integrator}");
        let broken = [0.5 * SPEED * (1.0 - e), 0.5 * SPEED * (1.0 + e)];
        agree(speeds(integrator, (0.99 * force, e), after), broken, 1e-9, &told);
        let held = [-SPEED * e, 0.0];
        agree(speeds(integrator, (1.01 * force, e), after), held, 1e-9, &told);
    }
}

/// A weight that falls past its nail to the other end of its rope, 0.32 m further down, tears it or is caught.
#[test]
fn a_rope_that_bears_less_than_the_catch_tears_and_takes_nothing() {
    let force = 0.8 * (2.0 * G * 0.32).sqrt() / STEP;
    for integrator in LOCATED.into_iter().chain([Integrator::Impulse]) {
        let falls = |load: f64| {
            let mut build = Build::default();
            let settings = &mut build.scene.settings;
            (settings.integrator, settings.dt) = (integrator, STEP);
            let weight = build.particle(0.12, 0.16, 1.0);
            let rope = breakable(ConstraintKind::Rope(Rope::default()), load);
            build.link(rope, ground(0.0, 0.0), centre(weight));
            let run = run(&build.scene, 0.5);
            (position(&run, weight), run.state().v[1])
        };
        let first = matches!(integrator, Integrator::SemiImplicitEuler | Integrator::Impulse);
        let (at, vy) = falls(1e-3 * force);
        // By impulses a joint takes up to `load h` of a blow that it does not survive.
        let error = if first { 0.02 } else { 1e-9 };
        assert!(
            (at - v2(0.12, 0.16 - 0.125 * G)).length() < error && (vy + 0.5 * G).abs() < error,
            "{integrator}: {at:?}, {vy} m/s"
        );
        let (at, _) = falls(4.0 * force);
        assert!(
            (at.length() - 0.2).abs() < error.max(1e-5),
            "{integrator}: {at:?}"
        );
    }
}
