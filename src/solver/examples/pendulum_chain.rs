//! Initial accelerations of a chain of ten bars, straight to the right and released from rest.

use tinkertoy_solver::{Method, Solution, SolveError, Solver, System, Topology};

fn main() -> Result<(), SolveError> {
    let (bars, mass, length, gravity) = (10, 1.0, 0.5, 9.81);
    let inertia = mass * length * length / 12.0;

    // Topology: bars with three coordinates (x, y, angle), pins with two rows. An end that is not named is on the ground.
    let mut topology = Topology::new(vec![3; bars]);
    topology.add_constraint(2, &[0]);
    for bar in 1..bars {
        topology.add_constraint(2, &[bar - 1, bar]);
    }

    // The numbers of this instant: masses, forces, and J. A point at a lever (x, y) from the centre of its bar moves by [1 0 -y; 0
    // 1 x] times the bar's motion; a pin holds the difference of two such points. At rest c is zero.
    let mut system = System::zeroed(&topology);
    for bar in 0..bars {
        let block = [mass, 0.0, 0.0, 0.0, mass, 0.0, 0.0, 0.0, inertia];
        system.mass[topology.mass_offset(bar)..][..9].copy_from_slice(&block);
        system.force[topology.body_offset(bar) + 1] = -mass * gravity;
    }
    for pin in 0..bars {
        for end in topology.ends(pin) {
            // Each pin is at the left end of the bar with its own index, and at the right end of the bar before.
            let (sign, x) = if end.body == pin {
                (1.0, -length / 2.0)
            } else {
                (-1.0, length / 2.0)
            };
            let block = [sign, 0.0, 0.0, 0.0, sign, sign * x];
            system.jacobian[end.block..][..6].copy_from_slice(&block);
        }
    }

    let mut solver = Solver::new(Method::Sparse);
    let mut out = Solution::default();
    solver.factor_and_solve(&topology, &system, &mut out)?;
    for bar in 0..bars {
        let [a, pull] = [
            out.acceleration[topology.body_offset(bar) + 1],
            out.lambda[topology.row_offset(bar) + 1],
        ];
        println!("bar {bar}: {a:8.3} m/s^2, its pin pushes up with {pull:7.3} N");
    }
    Ok(())
}
