//! Parts that a force acts between, and those that come too close for it to be followed.

use crate::forces::ForceKind;
use crate::scene::Id;
use crate::sim::{Load, Model, Place, SimState};

/// The attraction (dense index) between what passes each other soonest, within two steps: what comes close, what falls into each other, and what goes round
/// closely.
pub(in crate::sim) fn encounter(model: &Model, before: &SimState) -> Option<usize> {
    /// Steps within which they pass.
    const WITHIN: f64 = 2.0;
    let passes = |load: &Load| {
        let ForceKind::Attraction(it) = &load.kind else {
            return f64::INFINITY;
        };
        let ends = model.end_ports(&load.ends, &before.q, &before.v);
        let apart = (ends[1].point.value - ends[0].point.value).length();
        let speed = (ends[1].point.rate - ends[0].point.rate).length();
        let apart = apart.max(it.softening);
        // At the speed that they have, and by what draws them together.
        let force = load.kind.evaluate(&ends[..2], before.time).force[0].length();
        let drawn = force * load.ends.iter().map(|end| model.lightness(end)).sum::<f64>();
        2.0 * apart / (speed + (speed * speed + 2.0 * drawn * apart).sqrt())
    };
    // Of two at one place with one velocity no time can be told.
    let times = model
        .loads
        .iter()
        .map(passes)
        .enumerate()
        .filter(|it| !it.1.is_nan());
    let (index, time) = times.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (time < WITHIN * model.settings.dt).then_some(index)
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
