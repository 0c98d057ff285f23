//! The solver against the equations of motion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use tinkertoy::solver::{Method, Solution, Solver, System, Topology};

#[test]
fn a_pinned_bar_falls_as_a_compound_pendulum() {
    let mut topology = Topology::new([3]);
    let pin = topology.add_constraint(2, &[0]);
    let mut system = System::zeroed(&topology);
    let (mass, inertia, arm, g) = (2.0, 0.5, 1.5, 9.81);
    system
        .mass
        .copy_from_slice(&[mass, 0.0, 0.0, 0.0, mass, 0.0, 0.0, 0.0, inertia]);
    // The anchor lies `arm` to the left of the centre: its motion is (x, y - arm theta).
    let block = topology.ends(pin)[0].block;
    system.jacobian[block..block + 6].copy_from_slice(&[1.0, 0.0, 0.0, 0.0, 1.0, -arm]);
    system.force[1] = -mass * g;
    for method in Method::ALL {
        let mut solver = Solver::new(method);
        let mut out = Solution::default();
        solver.factor(&topology, &system).unwrap();
        solver.solve(&topology, &system, &mut out).unwrap();
        let alpha = -mass * g * arm / (inertia + mass * arm * arm);
        assert!((out.acceleration[2] - alpha).abs() < 1e-12, "{method}: {out:?}");
        assert!(
            (out.acceleration[1] - arm * alpha).abs() < 1e-12,
            "{method}: {out:?}"
        );
    }
}
