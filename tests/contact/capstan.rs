//! Capstan: a chain over a drum is held by friction.

use std::f64::consts::PI;

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::forces::{ForceKind, Push};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Integrator, Part, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, polar, v2};

/// Coefficient of friction, radius of the drum (m), and time of the measurement (s).
const MU: f64 = 0.3;
const RADIUS: f64 = 0.5;
const SECONDS: f64 = 0.1;

/// Returns the downward speed (m/s) of the right end of a chain of n links over half a drum,
/// without gravity, pulled by `pull` (N) on the right and by 1 N on the left.
fn speed(n: u32, pull: f64) -> f64 {
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    settings.integrator = Integrator::Impulse;
    settings.dt = 1.0 / 240.0;
    // The chain vibrates at high frequencies under its tension; each step is taken whole.
    settings.sub_steps = SubSteps::Fixed;
    settings.gravity = Vec2::ZERO;
    settings.contact = Some(Contact {
        friction: MU,
        ..Contact::default()
    });
    let mut drum = Part::new(
        "drum",
        Shape::Disk(Disk { radius: RADIUS }),
        Pose::new(0.0, 0.0, 0.0),
    );
    drum.fixed = true;
    build.scene.add(drum);
    let each = PI / f64::from(n);
    let x = RADIUS * (0.5 * each).cos();
    let right = build.particle(x, -0.5, 1.0);
    let mut chain = vec![right];
    for k in 0..n {
        let at = polar(RADIUS, (f64::from(k) + 0.5) * each);
        chain.push(build.particle(at.x, at.y, 0.4 / f64::from(n)));
    }
    let left = build.particle(-x, -0.5, 1.0);
    chain.push(left);
    for pair in chain.windows(2) {
        build.rod(centre(pair[0]), centre(pair[1]));
    }
    for (id, pull) in [(right, pull), (left, 1.0)] {
        let push = Push {
            force: v2(0.0, -pull),
            ..Push::default()
        };
        build.force(ForceKind::Push(push), &[centre(id)]);
    }
    let mut run = Simulation::new(&build.scene);
    while run.state().time < SECONDS {
        run.step().unwrap();
    }
    println!(
        "{n} links: {} steps not exact, {:?}",
        run.state().control.unsolved_contacts,
        run.state().contact
    );
    let offset = run.model().bodies[run.model().body(right).unwrap()].offset;
    -run.state().v[offset + 1]
}

/// The force ratio held by n contact points is `((1 + mu t)/(1 - mu t))^n, t = tan(angle/2n)`.
#[test]
fn a_chain_holds_what_its_points_of_contact_hold() {
    let t = (0.5 * PI / 40.0).tan();
    let most = ((1.0 + MU * t) / (1.0 - MU * t)).powi(40);
    let held = speed(40, (1.0 - 1e-4) * most);
    assert!(held.abs() < 1e-7, "{held}");
    let slips = speed(40, (1.0 + 1e-4) * most);
    assert!(slips > 1e-6, "{slips}");
}

/// A chain of 400 links holds `e^(mu angle)` within a hundredth. A force in excess accelerates masses of 2.4 kg.
#[test]
fn a_fine_chain_holds_as_a_rope_does() {
    let most = (MU * PI).exp();
    let free = 0.01 * most / 2.4 * SECONDS;
    let held = speed(400, 0.99 * most);
    assert!(held.abs() < 0.05 * free, "{held} {free}");
    let slips = speed(400, 1.01 * most);
    assert!(slips > 0.2 * free, "{slips} {free}");
}
