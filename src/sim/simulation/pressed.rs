//! Stop where a drive pushes its machine against parts that do not give way: no force satisfies both, and a drive by angle or length opens without end,
//! one by speed misses its speed, or the contacts are not solved.

use crate::parameter::Unit;
use crate::scene::Id;
use crate::sim::trust::is_heap;
use crate::sim::{Cause, Drift, Energy, Link, Stop, stop};

use super::Simulation;

/// Opening above which a drive is not stalled but pushed through: as a share of the size of the machine, and in rad.
const THROUGH: (f64, f64) = (0.02, 0.1);
/// Share of that up to which the drive was closed as built.
const CLOSED: f64 = 1e-3;
/// Share of its speed that a drive misses where it is held up.
const HELD_UP: f64 = 0.5;
/// Residual of the contacts above which they are not even roughly solved.
const UNSOLVED: f64 = 0.1;
/// Multiple of the kinetic energy that is out of all proportion as the work of drives in a step.
const SQUEEZED: f64 = 1e3;

impl Simulation {
    /// Stop of the step from `before`, where a drive without a largest force pushes its machine, which touches something, against what does not give
    /// way.
    pub(super) fn pressed(&mut self) -> Option<Stop> {
        if self.model.passive || self.grab.is_some() || self.state.contacts.is_empty() {
            return None;
        }
        let link = self.leaves_unsolved().or_else(|| self.misses())?;
        let with = self.touched_by(&self.model.links[link]);
        if with.is_empty() {
            return None;
        }
        let id = self.model.links[link].id;
        let mut stop = Stop::at(&self.before, Some(id), Cause::Contradiction, stop::AGAINST);
        stop.with = with;
        Some(stop)
    }

    /// The drive (dense index) that misses its speed, or its angle or length.
    fn misses(&mut self) -> Option<usize> {
        let is_blocked = self.state.control.soft && self.is_lasting();
        // Other runs follow their drives.
        if !is_blocked && self.watch.first().is_none() {
            return None;
        }
        let drift = self.drift();
        let held_up = is_blocked.then(|| self.held_up()).flatten();
        held_up.or_else(|| self.pushed_through(&drift))
    }

    /// Whether it is no part that drives squeeze for an instant, which then slips out: the step before was soft as well, or drives have done work out of
    /// all proportion to what moves.
    fn is_lasting(&self) -> bool {
        let energy = |state| Energy::of(&self.model, state).kinetic;
        let most = energy(&self.before).max(energy(&self.state));
        let done = (self.state.work.drives - self.before.work.drives).abs();
        self.before.control.soft || done > SQUEEZED * most
    }

    /// The drive by speed (dense index) that misses most of it at the present state, of which the drift has been evaluated.
    fn held_up(&self) -> Option<usize> {
        let evaluation = &self.dynamics.evaluation;
        let misses = |index: &usize| {
            let link = &self.model.links[*index];
            let [missed, asked] = [evaluation.rate(), evaluation.time_rate()].map(|it| it[link.row].abs());
            is_unlimited(link) && missed > HELD_UP * asked && asked > 0.0
        };
        self.model.paced().iter().copied().find(misses)
    }

    /// The constraint with the largest drift (dense index), where it is a drive that is open, and was closed as built.
    fn pushed_through(&mut self, now: &Drift) -> Option<usize> {
        let worst = now.worst?;
        let link = self.model.links.get(worst)?;
        if !is_unlimited(link) {
            return None;
        }
        let turns = link.rows[0].unit == Unit::Radian;
        let most = if turns { THROUGH.1 } else { THROUGH.0 * link.size };
        let open = |drift: &Drift| if turns { drift.max_rad } else { drift.max_m };
        let built = self.dynamics.drift(&self.model, &self.model.start);
        (open(now) > most && open(&built) <= CLOSED * most).then_some(worst)
    }

    /// A drive (dense index) of a machine that touches something, where no forces solve the contacts, which are no heap, by an exact method.
    fn leaves_unsolved(&self) -> Option<usize> {
        let figures = &self.state.contact;
        let is_exact = self.model.settings.method.is_exact();
        if !is_exact || figures.residual <= UNSOLVED || is_heap(figures) || !self.is_lasting() {
            return None;
        }
        let links = self.model.links.iter();
        links
            .enumerate()
            .filter(|(_, link)| is_unlimited(link))
            .find(|(_, link)| !self.touched_by(link).is_empty())
            .map(|(index, _)| index)
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

/// Whether it is a drive without a largest force.
pub(super) fn is_unlimited(link: &Link) -> bool {
    link.drive && !link.forced && link.limits().is_none()
}
