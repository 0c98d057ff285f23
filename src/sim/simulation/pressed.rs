//! Stop where a drive pushes its machine against parts that do not give way: no force satisfies both, and the drive opens without end.

use crate::parameter::Unit;
use crate::scene::Id;
use crate::sim::{Cause, Link, Stop, stop};

use super::Simulation;

/// Opening above which a drive is not stalled but pushed through: as a share of the size of the machine, and in rad.
const THROUGH: (f64, f64) = (0.02, 0.1);
/// Share of that up to which the drive was closed as built.
const CLOSED: f64 = 1e-3;

impl Simulation {
    /// Stop of the step from `before`, where a drive without a largest force is the furthest open of all constraints, while its
    /// machine touches something.
    pub(super) fn pressed(&mut self) -> Option<Stop> {
        // Only runs that are not trusted are looked at.
        self.watch.first()?;
        if self.model.passive || self.grab.is_some() || self.state.contacts.is_empty() {
            return None;
        }
        let worst = self.drift().worst?;
        let link = self.model.links.get(worst)?;
        let with = self.touched_by(link);
        if !link.drive || link.forced || link.limits().is_some() || with.is_empty() {
            return None;
        }
        let turns = link.rows[0].unit == Unit::Radian;
        let most = if turns { THROUGH.1 } else { THROUGH.0 * link.size };
        let id = link.id;
        let open = |run: &mut Self, as_built: bool| {
            let state = if as_built { &run.model.start } else { &run.state };
            let drift = run.dynamics.drift(&run.model, state);
            if turns { drift.max_rad } else { drift.max_m }
        };
        if open(self, false) <= most || open(self, true) > CLOSED * most {
            return None;
        }
        let mut stop = Stop::at(&self.before, Some(id), Cause::Contradiction, stop::AGAINST);
        stop.with = with;
        Some(stop)
    }

    /// The parts that the machine of a link touches, each once.
    fn touched_by(&self, link: &Link) -> Vec<Id> {
        let Some(colliders) = self.model.contact() else {
            return Vec::new();
        };
        let is_end = |body: usize| link.ends.iter().any(|end| end.body() == Some(body));
        let own = colliders.list.iter().find(|it| it.body.is_some_and(is_end));
        let Some(own) = own else { return Vec::new() };
        let mut touched = Vec::new();
        for point in &self.state.contacts {
            let [one, two] = [point.pair.0, point.pair.1].map(|piece| &colliders.list[piece.0 as usize]);
            for (here, there) in [(one, two), (two, one)] {
                let is_own = here.body.is_some() && here.machine == own.machine;
                touched.extend(there.part.filter(|id| is_own && !touched.contains(id)));
            }
        }
        touched
    }
}
