//! Welds and angle locks.

use tinkertoy::constraints::{AngleLock, ConstraintKind, Weld};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Attach;

use crate::build::{Build, angle, centre, ground, position, run, v2};

/// Two bars welded end to end swing as one bar of the total mass and inertia.
#[test]
fn a_weld_is_one_body_of_the_summed_inertia() {
    let (from, middle, to) = (Vec2::ZERO, v2(0.7, 0.0), v2(1.2, 0.5));
    let mut build = Build::default();
    let (one, other) = (build.bar(from, middle, 1.3), build.bar(middle, to, 0.6));
    let (hinge, a, b) = (build.end(one, -1.0), build.end(one, 1.0), build.end(other, -1.0));
    build.pin(ground(0.0, 0.0), hinge);
    build.link(ConstraintKind::Weld(Weld::default()), a, b);
    build.scene.settings.dt = 1e-3;
    let welded = run(&build.scene, 1.2);

    // The same as one body about the common centre of mass.
    let (c1, c2) = ((from + middle) / 2.0, (middle + to) / 2.0);
    let mass = 1.9;
    let c = (1.3 * c1 + 0.6 * c2) / mass;
    let inertia = 1.3 * (0.49 / 12.0 + c1.distance_squared(c))
        + 0.6 * (middle.distance_squared(to) / 12.0 + c2.distance_squared(c));
    let mut whole = Build::default();
    let pose = tinkertoy::math::Pose::new(c.x, c.y, 0.0);
    let shape = tinkertoy::bodies::Shape::Disk(tinkertoy::bodies::Disk { radius: 0.1 });
    let body = whole.part(shape, pose, mass, inertia);
    whole.pin(ground(0.0, 0.0), Attach::part(body, from - c));
    whole.scene.settings.dt = 1e-3;
    let single = run(&whole.scene, 1.2);
    let turned = angle(&single, body);
    assert!(turned.abs() > 0.5, "it swings");
    assert!(
        (angle(&welded, one) - turned).abs() < 1e-7,
        "{} {turned}",
        angle(&welded, one)
    );
    let relative = angle(&welded, other) - angle(&welded, one);
    assert!((relative - (to - middle).to_angle()).abs() < 1e-9);
}

/// A body whose angle is locked to the ground falls as a particle, even under an off-centre force.
#[test]
fn an_angle_lock_takes_every_torque() {
    let mut build = Build::default();
    let block = build.block(0.0, 0.0, 2.0);
    build.link(
        ConstraintKind::AngleLock(AngleLock::default()),
        ground(0.0, 0.0),
        centre(block),
    );
    let push = tinkertoy::forces::Push {
        force: v2(3.0, 0.0),
        ..Default::default()
    };
    build.force(
        tinkertoy::forces::ForceKind::Push(push),
        &[Attach::part(block, v2(0.0, 0.4))],
    );
    let mut run = run(&build.scene, 1.0);
    assert!(position(&run, block).distance(v2(0.75, -9.81 / 2.0)) < 1e-9);
    assert!(angle(&run, block).abs() < 1e-12);
    run.evaluate().unwrap();
    // The lock balances the moment of the force: 0.4 m times 3 N.
    assert!((run.dynamics.solution.lambda[0] - 1.2).abs() < 1e-9);
}
