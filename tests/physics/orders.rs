//! Orders of convergence: the error decreases by 2^p when the step is halved, with gains fixed in
//! SI units and undivided steps, on a tree and on a loop.

use std::f64::consts::PI;

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Id, Integrator, Scene, Stabilisation, SubSteps};

use crate::build::{Build, centre, ground, polar, position, run, v2};

/// Errors at successively halved steps, against a much finer run of the classical fourth-order method.
fn errors(mut scene: Scene, point: Id, integrator: Integrator, coarsest: f64) -> Vec<f64> {
    let seconds = 1.0;
    scene.settings.sub_steps = SubSteps::Fixed;
    scene.settings.tolerance = 0.0;
    let stabilisation = scene.settings.stabilisation;
    scene.settings.integrator = Integrator::Rk4;
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.dt = 1.0 / 11520.0;
    let reference = position(&run(&scene, seconds), point);
    scene.settings.integrator = integrator;
    scene.settings.stabilisation = stabilisation;
    (0..4)
        .map(|k| {
            scene.settings.dt = coarsest / f64::from(1 << k);
            position(&run(&scene, seconds), point).distance(reference)
        })
        .collect()
}

fn tree() -> (Scene, Id) {
    let mut build = Build::default();
    let p = polar(1.0, -0.3);
    let first = build.particle(p.x, p.y, 1.0);
    let q = p + polar(0.7, -1.2);
    let second = build.particle(q.x, q.y, 0.5);
    build.rod(ground(0.0, 0.0), centre(first));
    build.rod(centre(first), centre(second));
    (build.scene, second)
}

fn closed_loop() -> (Scene, Id) {
    let mut build = Build::default();
    let (a, b) = (polar(0.7, PI / 2.0 - 0.4), v2(1.3, 0.9));
    let crank = build.bar(Vec2::ZERO, a, 0.5);
    let coupler = build.bar(a, b, 0.6);
    let rocker = build.bar(v2(1.6, 0.0), b, 0.5);
    let join = |build: &mut Build, a, sa, b, sb| {
        let (a, b) = (build.end(a, sa), build.end(b, sb));
        build.pin(a, b);
    };
    let (c0, r0) = (build.end(crank, -1.0), build.end(rocker, -1.0));
    build.pin(ground(0.0, 0.0), c0);
    build.pin(ground(1.6, 0.0), r0);
    join(&mut build, crank, 1.0, coupler, -1.0);
    join(&mut build, coupler, 1.0, rocker, 1.0);
    (build.scene, coupler)
}

#[test]
fn every_integrator_is_of_its_order_on_trees_and_loops() {
    use Stabilisation::{Baumgarte, Projection};
    for (shape, (scene, point)) in [("tree", tree()), ("loop", closed_loop())] {
        for (integrator, order, stabilisation, coarsest) in [
            (Integrator::SemiImplicitEuler, 1, Baumgarte, 1.0 / 480.0),
            (Integrator::SemiImplicitEuler, 1, Projection, 1.0 / 480.0),
            (Integrator::Impulse, 1, Baumgarte, 1.0 / 480.0),
            (Integrator::Impulse, 1, Projection, 1.0 / 480.0),
            (Integrator::Rattle, 2, Baumgarte, 1.0 / 120.0),
            (Integrator::Rk4, 4, Baumgarte, 1.0 / 60.0),
            (Integrator::Rk4, 4, Projection, 1.0 / 60.0),
            (Integrator::Dopri5, 5, Baumgarte, 1.0 / 80.0),
            (Integrator::Dopri5, 5, Projection, 1.0 / 60.0),
        ] {
            let mut scene = scene.clone();
            scene.settings.stabilisation = stabilisation;
            let errors = errors(scene, point, integrator, coarsest);
            let orders: Vec<f64> = errors.windows(2).map(|pair| (pair[0] / pair[1]).log2()).collect();
            let shown = orders[orders.len() - 1];
            assert!(
                (shown - f64::from(order)).abs() < 0.45,
                "{integrator} with {stabilisation} on a {shape}: errors {errors:?}, orders {orders:.2?}"
            );
        }
    }
}
