//! Jammed drives: at a dead end of a linkage the rows of drive and joints are independent at every pose close by, and yet
//! no pose meets them. Soft (regularised) steps hold the machine together, and tear a joint.

use super::super::trust::open_share;
use super::super::{Dynamics, Link, Model, SimState};
use crate::scene::{Id, Method};
use crate::solver::graph::Graph;

/// Share of the largest opening from which joints are reported.
const OPEN: f64 = 0.1;
/// Share of its speed from which a drive that misses it counts as standing still.
const STANDS: f64 = 0.5;

/// Returns the drives without a largest force that tear a joint or stand still where they should move, then the open joints of their island.
/// Empty for a run without soft steps, and for Gauss-Seidel, which leaves joints open anyhow.
pub(super) fn find(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Vec<Id> {
    let drift = dynamics.drift(model, state);
    let sweeps = model.settings.method == Method::GaussSeidel;
    let Some(open) = drift.worst.filter(|_| !sweeps && state.soft_sub_steps > 0) else {
        return Vec::new();
    };
    let is_torn = open_share(&drift) > 1.0;
    dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
    let at = &dynamics.evaluation;
    let stands = |link: &Link| {
        let mut rows = (0..link.rows.len())
            .filter(|&k| !link.holds_position(k))
            .map(|k| link.row + k);
        rows.any(|row| at.rate()[row].abs() > STANDS * at.time_rate()[row].abs())
    };
    let drives = |link: &&Link| link.drives(state) && link.limits().is_none() && (is_torn || stands(link));
    let graph = Graph::new(&model.topology);
    let own = graph.islands.iter().find(|it| it.constraints.contains(&open));
    let links = own.into_iter().flat_map(|it| &it.constraints);
    let links: Vec<&Link> = links.map(|&index| &model.links[index]).collect();
    let mut ids: Vec<Id> = links.iter().copied().filter(drives).map(|link| link.id).collect();
    if !ids.is_empty() {
        let most = |link: &Link| {
            let own = &at.value()[link.row_range()];
            own.iter().fold(0.0_f64, |most, c| most.max(c.abs()))
        };
        let least = OPEN * most(&model.links[open]);
        let joints = links
            .iter()
            .filter(|link| !link.drives(state) && most(link) >= least);
        ids.extend(joints.map(|link| link.id));
    }
    ids
}
