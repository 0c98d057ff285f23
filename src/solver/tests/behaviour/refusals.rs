//! Rejected input: each error names the array, body or constraint at fault.

use crate::systems::{Random, chain};
use tinkertoy_solver::{Input, Method, Solution, SolveError, Solver, System, Topology};

fn not_finite<T>(what: Input, index: usize) -> Result<T, SolveError> {
    Err(SolveError::NonFinite { what, index })
}

#[test]
fn bad_numbers_are_named() {
    let (topology, good) = chain(3).finish(&mut Random::new(1));
    for method in Method::ALL {
        let mut solver = Solver::new(method);
        let mut system = good.clone();
        system.mass[13] = f64::NAN;
        assert_eq!(solver.factor(&topology, &system), not_finite(Input::Mass, 1));
        let mut system = good.clone();
        system.mass[18] = 0.0;
        assert_eq!(
            solver.factor(&topology, &system),
            Err(SolveError::Mass { body: 2 })
        );
        let mut system = good.clone();
        system.jacobian[topology.ends(2)[1].block + 2] = f64::INFINITY;
        assert_eq!(solver.factor(&topology, &system), not_finite(Input::Jacobian, 2));
        let mut system = good.clone();
        system.c[3] = f64::NAN;
        solver.factor(&topology, &system).unwrap();
        let mut out = Solution::default();
        assert_eq!(
            solver.solve(&topology, &system, &mut out),
            not_finite(Input::C, 1)
        );
        let other = Topology::new([3]);
        assert_eq!(
            solver.solve(&other, &System::zeroed(&other), &mut out),
            Err(SolveError::NotFactored)
        );
        system = good.clone();
        system.c.pop();
        assert_eq!(solver.solve(&topology, &system, &mut out), Err(SolveError::Shape));
    }
}

/// No inertia and an anchor at the centre of mass: nothing resists turning, so the body is reported instead of a division by zero.
#[test]
fn a_body_without_inertia_is_named() {
    let mut build = chain(2);
    build.pin(&[1], [1.5, 0.1]);
    let (topology, mut system) = build.finish(&mut Random::new(1));
    system.mass[17] = 0.0;
    for method in Method::ALL {
        assert_eq!(
            Solver::new(method).factor(&topology, &system),
            Err(SolveError::Mass { body: 1 }),
            "{method}"
        );
    }
    let words = SolveError::Mass { body: 1 }.to_string();
    assert!(words.contains("inertia of body 1"), "{words}");
}

#[test]
fn a_bad_bound_force_or_direction_is_named() {
    let mut topology = Topology::new([2, 3]);
    topology.add_constraint(1, &[0]);
    topology.add_forced_constraint(2, &[1], &[0, 1]);
    let mut good = System::zeroed(&topology);
    good.mass
        .copy_from_slice(&[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    good.jacobian.fill(0.5);
    good.forcing.fill(1.0);
    for method in Method::EXACT {
        let mut solver = Solver::new(method);
        let mut system = good.clone();
        system.forcing[5] = f64::NAN;
        assert_eq!(solver.factor(&topology, &system), not_finite(Input::Forcing, 1));
        for bounds in [[f64::NAN, 1.0], [2.0, 1.0], [f64::INFINITY, f64::INFINITY]] {
            let mut system = good.clone();
            system.bounds = vec![tinkertoy_solver::UNBOUNDED; 3];
            system.bounds[2] = bounds;
            let refused = solver.factor(&topology, &system);
            assert_eq!(refused, Err(SolveError::Bounds { constraint: 1 }), "{bounds:?}");
        }
        let mut system = good.clone();
        solver.factor(&topology, &system).unwrap();
        system.force[3] = f64::INFINITY;
        let answered = solver.solve(&topology, &system, &mut Solution::default());
        assert_eq!(answered, not_finite(Input::Force, 1));
        system = good.clone();
        system.forcing.pop();
        assert_eq!(solver.factor(&topology, &system), Err(SolveError::Shape));
    }
}

/// Numbers that are finite, but whose squares or answers are not, give an error and no answer that is called exact.
#[test]
fn an_answer_that_overflows_is_an_error() {
    let (topology, good) = chain(3).finish(&mut Random::new(1));
    for method in Method::ALL {
        for large in [1e160, 1e300] {
            let mut solver = Solver::new(method);
            let mut system = good.clone();
            system.c.iter_mut().for_each(|c| *c *= large);
            let mut out = Solution::default();
            solver.factor(&topology, &system).unwrap();
            let solved = solver.solve(&topology, &system, &mut out);
            let residual = solver.report().residual;
            let known = match solved {
                // The squares in the residual of an iterative method overflow, so it is not known.
                Ok(()) => !method.iterates() && out.lambda.iter().all(|x| x.is_finite()) && residual < 1e-6,
                Err(error) => matches!(error, SolveError::Numerical { .. }),
            };
            assert!(known, "{method:?}, {large:e}: residual {residual:e}");
        }
    }
}
