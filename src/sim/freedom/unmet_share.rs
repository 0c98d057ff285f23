//! Size of a contradiction: the share of what the constraints demand that no motion of the parts gives.
//!
//! ```text
//! d_i = c_i / sqrt(A_ii)       c of the machine at rest at the pose of least violation, with the feedback of a new scene
//! share = |P d| / |d|          P: projection on the null space of J^T, rows scaled by sqrt(A_ii);   the largest of any island
//! ```
//! The pose of least violation is that of [`Dynamics::settle`], with all rows of position. If it leaves some of them open, their violations are a
//! null vector of J^T: no motion brings them closer, and the share is 1. Otherwise speeds are at odds, and the residual of the accelerations tells by
//! how much. Neither the method of the run nor its stabilisation enters; its end enters only through the time, the limits that are reached and,
//! where all positions can be met, the pose.

use super::super::{Dynamics, Model, SimState};
use super::MET;
use crate::scene::{Method, Settings};
use crate::solver::SolveError;
use crate::solver::graph::Graph;

/// Share that rounding can explain.
const ROUNDING: f64 = 1e-9;

/// The share of what the constraints demand in a state that no motion gives, from 0 to 1. `None` where the solver fails, or where it takes work
/// out of all proportion to the machine.
pub fn unmet_share(model: &Model, state: &SimState) -> Option<f64> {
    let mut model = model.clone();
    let (settings, new) = (&mut model.settings, Settings::default());
    (settings.integrator, settings.stabilisation) = (new.integrator, new.stabilisation);
    (settings.ks, settings.kd) = (new.ks, new.kd);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let share = dynamics.within_budget(&model, |own| share(&model, state, own));
    share.ok().filter(|share| share.is_finite())
}

fn share(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Result<f64, SolveError> {
    let mut pose = model.with_limits_reached(state);
    let mut built = model.as_built(&pose);
    // Runs that stray end in many poses, from some of which the joints do not close in any reasonable number of steps.
    if dynamics.settle(model, &mut pose, |_| true)? > MET.0 {
        if dynamics.settle(model, &mut built, |_| true)? > MET.0 {
            return Ok(1.0);
        }
        pose = built;
    }
    pose.v.fill(0.0);
    dynamics.accelerations_by_rows(model, &pose.q, &pose.v, pose.time, &pose.memory, None)?;
    let mobility = dynamics.problem.inverse_effective_mass(model);
    let missed = missed(model, dynamics);
    let graph = Graph::new(&model.topology);
    let mut most = 0.0_f64;
    for island in &graph.islands {
        let links = island.constraints.iter().map(|&index| &model.links[index]);
        let links = links.filter(|link| link.limits().is_none());
        let (mut left, mut all) = (0.0, 0.0);
        for row in links.flat_map(|link| link.row_range()) {
            left += missed[row].powi(2) / mobility[row];
            all += dynamics.problem.c(row).powi(2) / mobility[row];
        }
        if all > 0.0 {
            most = most.max((left / all).sqrt());
        }
    }
    Ok(if most > ROUNDING { most.min(1.0) } else { 0.0 })
}

/// J a + c of each row, with the accelerations of the last solve.
fn missed(model: &Model, dynamics: &Dynamics) -> Vec<f64> {
    let (topology, a) = (&model.topology, &dynamics.solution.acceleration);
    let mut missed = dynamics.system().c.clone();
    (0..topology.constraints())
        .for_each(|constraint| dynamics.add_rates(topology, constraint, a, &mut missed));
    missed
}
