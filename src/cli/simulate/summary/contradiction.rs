//! Contradictory constraints of a run: a machine may be sound as built and jam later, also in passing.

use crate::cli::check::Diagnosis;
use crate::scene::{Id, Method, Scene};
use crate::sim::{Cause, Culprit, Dynamics, Freedom, SimState, Simulation, Stop, unmet_share};

/// Adds to the diagnosis of the built machine the constraints that contradict each other at the end of a run that strayed or stopped or, if none
/// do there, in the state in which its joints were open widest. Returns the share of what the constraints demand that no motion gives, in the state
/// of the diagnosis: 0 without a contradiction, `None` in a jam or if it cannot be computed.
pub(super) fn complete(
    diagnosis: &mut Diagnosis,
    scene: &Scene,
    run: &Simulation,
    (stop, widest): (Option<&Stop>, Option<&SimState>),
) -> Option<f64> {
    let model = run.model();
    let as_built = !diagnosis.contradictory.is_empty();
    let (mut ids, mut at, mut is_jam) = (Vec::new(), &model.start, false);
    if run.breach().is_some() || stop.is_some() {
        let named = named_by(stop);
        let is_named = !named.is_empty();
        let states = [Some(run.state()), widest.filter(|_| !is_named)];
        for state in states.into_iter().flatten() {
            let found = Freedom::in_run(model, state, &mut Dynamics::new(Method::Sparse));
            let found = found.unwrap_or_default();
            if is_named || !found.contradictory.is_empty() {
                (at, is_jam) = (state, found.is_jam);
                ids.extend(found.contradictory);
                break;
            }
        }
        ids.extend(named);
    }
    for id in ids {
        let name = scene.name(Some(id));
        if !diagnosis.contradictory.iter().any(|known| known == name) {
            diagnosis.contradictory.push(name.to_owned());
        }
    }
    match (as_built, diagnosis.contradictory.is_empty()) {
        // The built state is the same for all ways to run it.
        (true, _) => unmet_share(model, &model.start),
        (false, true) => Some(0.0),
        (false, false) if is_jam => None,
        (false, false) => unmet_share(model, at).filter(|share| *share > 0.0),
    }
}

/// The items of a stop for a contradiction.
fn named_by(stop: Option<&Stop>) -> Vec<Id> {
    let Some(stop) = stop.filter(|stop| stop.cause == Cause::Contradiction) else {
        return Vec::new();
    };
    let culprit = match stop.culprit {
        Culprit::Item(id) => Some(id),
        Culprit::Machine => None,
    };
    culprit.into_iter().chain(stop.with.iter().copied()).collect()
}
