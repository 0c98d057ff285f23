//! Parts that are built into each other.

use tinkertoy::scene::{Integrator, file};
use tinkertoy::sim::{Quantity, Simulation};

/// Parts that are built into each other are named as that from the start, by all integrators, and not as an error of energy or of steps.
#[test]
fn an_overlap_as_built_is_named_as_that() {
    let boxes = |apart: f64| {
        let text = format!(
            "(version: 2, settings: (contact: (floor: 0, friction: 0.5, restitution: 0)), parts: [\
             (name: \"a\", shape: Box(width: 1, height: 1), at: (0, 0.5)), (name: \"b\", shape: Box(width: 1, height: 1), at: (0.3, {}))])",
            1.5 + apart
        );
        file::read(&text, "overlap").unwrap()
    };
    for integrator in [
        Integrator::Impulse,
        Integrator::Rk4,
        Integrator::Dopri5,
        Integrator::SemiImplicitEuler,
    ] {
        for (apart, is_told) in [(-0.1, true), (-0.002, true), (-0.0005, false), (0.0, false)] {
            let mut scene = boxes(apart);
            scene.settings.integrator = integrator;
            let mut run = Simulation::new(&scene);
            run.look();
            for _ in 0..120 {
                run.step().unwrap();
                run.look();
            }
            let breach = run.breach();
            if !is_told {
                // Euler books the lift of what it parts with the velocities at the start of a step.
                let errs = apart != 0.0 && integrator == Integrator::SemiImplicitEuler;
                let told = breach.map(|breach| breach.quantity);
                assert_eq!(told, errs.then_some(Quantity::Energy), "{integrator}, {apart}");
                continue;
            }
            let breach = breach.unwrap();
            assert_eq!(
                (breach.quantity, breach.since),
                (Quantity::Overlap, 0.0),
                "{integrator}"
            );
            assert!(breach.is_as_built() && breach.remedies(&scene.settings).is_empty());
            assert!((breach.built + apart).abs() < 1e-9, "{}", breach.built);
            let name = scene.name(breach.item);
            assert!(["a", "b"].contains(&name), "{name}");
        }
    }
}
