//! The parts of a force, and pairs that come too close for their attraction to be followed.

use crate::forces::ForceKind;
use crate::scene::Id;
use crate::sim::{Model, Place, SimState};

/// The attraction (dense index) whose parts pass each other soonest, within two steps: parts that approach, that fall into each other, or
/// that orbit closely.
pub(in crate::sim) fn encounter(model: &Model, before: &SimState) -> Option<usize> {
    /// Steps within which they pass.
    const WITHIN: f64 = 2.0;
    let (index, time) = soonest(model, before)?;
    (time < WITHIN * model.settings.dt).then_some(index)
}

/// The attraction (dense index) whose parts pass each other soonest, and in what time (s).
pub(super) fn soonest(model: &Model, before: &SimState) -> Option<(usize, f64)> {
    let attractions = model.loads.iter().enumerate().filter_map(|(index, load)| {
        let ForceKind::Attraction(it) = &load.kind else {
            return None;
        };
        let ends = model.end_ports(&load.ends, &before.q, &before.v);
        let apart = (ends[1].point.value - ends[0].point.value).length();
        let speed = (ends[1].point.rate - ends[0].point.rate).length();
        let apart = apart.max(it.softening);
        // Time to pass, with their present speed and the acceleration by the attraction.
        let force = load.kind.evaluate(&ends[..2], before.time).force[0].length();
        let drawn = force * load.ends.iter().map(|end| model.lightness(end)).sum::<f64>();
        let time = 2.0 * apart / (speed + (speed * speed + 2.0 * drawn * apart).sqrt());
        // At one place with one velocity the time is NaN.
        (!time.is_nan()).then_some((index, time))
    });
    attractions.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The two parts that a force acts between.
pub(super) fn acts_between(model: &Model, item: Id) -> Option<Vec<Id>> {
    let load = model.loads.iter().find(|load| load.id == item)?;
    let part = |place: &Place| place.body().map(|body| model.bodies[body].id);
    match &load.ends[..] {
        [a, b] => Some(vec![part(a)?, part(b)?]),
        _ => None,
    }
}
