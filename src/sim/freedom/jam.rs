//! Drives that go on where the joints let nothing go: at a dead end of a linkage the rows of both are independent in every pose close by, and yet
//! nothing meets them. Regularised steps hold what is left, and tear a joint.

use super::super::trust::opening;
use super::super::{Dynamics, Link, Model, SimState};
use crate::scene::{Id, Method};
use crate::solver::graph::Graph;

/// Angle by which a joint is torn (rad).
const TURNED: f64 = 1e-3;
/// Share of what the joint that is open furthest is, from which others are told with it.
const OPEN: f64 = 0.1;
/// Share of its speed that a drive misses where it stands.
const STANDS: f64 = 0.5;

/// The drives without a largest force that tear a joint or stand still where they should go, and the joints of their island that are open;
/// nothing in a run that regularised steps were not needed for, or by a method of sweeps, which leaves joints open anyhow.
pub(super) fn find(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Vec<Id> {
    let drift = dynamics.drift(model, state);
    let sweeps = model.settings.method == Method::GaussSeidel;
    let Some(open) = drift.worst.filter(|_| !sweeps && state.softened > 0) else {
        return Vec::new();
    };
    let is_torn = drift.max_m > opening(model) || drift.max_rad > TURNED;
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
            let own = &at.value()[link.row..link.row + link.rows.len()];
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
