//! Cached masses: mass matrices are assembled and inverted only when they change; every change must be detected all the same.

use tinkertoy::bench::Shape;
use tinkertoy::math::Vec2;
use tinkertoy::scene::Method;
use tinkertoy::sim::{Dynamics, Model};

fn accelerations(dynamics: &mut Dynamics, model: &Model) -> Vec<f64> {
    let s = &model.start;
    dynamics
        .accelerations(model, &s.q, &s.v, 0.0, &s.memory, None)
        .unwrap();
    dynamics.solution.acceleration.clone()
}

#[test]
fn one_dynamics_serves_models_of_different_masses() {
    for shape in [Shape::Truss, Shape::LoopsLocal] {
        let model = Model::compile(&shape.scene(40));
        let mut heavy = model.clone();
        heavy.bodies[3].mass.mass *= 3.0;
        heavy.bodies[5].mass.inertia *= 2.0;
        let fresh = |model: &Model| {
            let mut dynamics = Dynamics::new(Method::Sparse);
            dynamics.prepare(model);
            accelerations(&mut dynamics, model)
        };
        let expected = [fresh(&model), fresh(&heavy)];
        assert_ne!(expected[0], expected[1]);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        // Without a call of `prepare` in between.
        for _ in 0..2 {
            for _ in 0..2 {
                assert_eq!(accelerations(&mut dynamics, &model), expected[0], "{shape:?}");
            }
            assert_eq!(accelerations(&mut dynamics, &heavy), expected[1], "{shape:?}");
        }
        // A drag while paused replaces the masses.
        dynamics
            .effective_mass(&model, &model.start, 0, Vec2::ZERO)
            .unwrap();
        assert_eq!(accelerations(&mut dynamics, &model), expected[0], "{shape:?}");
        // The same model, changed in place.
        let mut changing = model.clone();
        assert_eq!(accelerations(&mut dynamics, &changing), expected[0], "{shape:?}");
        changing.bodies[3].mass.mass *= 3.0;
        changing.bodies[5].mass.inertia *= 2.0;
        assert_eq!(accelerations(&mut dynamics, &changing), expected[1], "{shape:?}");
    }
}
