//! The paths of traced points: where they were in the last seconds.

use std::collections::{BTreeMap, VecDeque};

use crate::math::Vec2;
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};
use crate::worker::Snapshot;

use super::theme::TRACE_FADE;

/// Most points kept of one path.
const KEPT: usize = 2000;

/// The last seconds of every traced point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceLog {
    generation: u64,
    time: f64,
    paths: BTreeMap<Id, VecDeque<(f64, Vec2)>>,
}

impl TraceLog {
    /// An empty log.
    pub fn new() -> TraceLog {
        TraceLog::default()
    }

    /// Takes note of where the points are in a snapshot. Another machine, or the same one back at its start, begins
    /// anew; steps taken back are forgotten.
    pub fn observe(&mut self, scene: &Scene, snapshot: &Snapshot) {
        if snapshot.generation != self.generation {
            self.paths.clear();
            self.generation = snapshot.generation;
        }
        self.record(scene, &snapshot.model, &snapshot.state);
    }

    /// Takes note of where the points are in a state.
    pub fn record(&mut self, scene: &Scene, model: &Model, state: &SimState) {
        let time = state.time;
        self.time = time;
        let traced: BTreeMap<Id, _> = scene.traces().map(|(id, trace)| (id, trace.end)).collect();
        self.paths.retain(|id, _| traced.contains_key(id));
        for (id, end) in traced {
            let path = self.paths.entry(id).or_default();
            while path.back().is_some_and(|(at, _)| *at >= time) {
                path.pop_back();
            }
            if let Some(point) = model.point(state, end) {
                path.push_back((time, point));
            }
            while path.len() > KEPT || path.front().is_some_and(|(at, _)| time - at > TRACE_FADE) {
                path.pop_front();
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.paths.clear();
    }

    /// The path of a trace, oldest first, each point with its age as a share of the time over which it fades.
    pub fn path(&self, id: Id) -> impl Iterator<Item = (f64, Vec2)> + '_ {
        let path = self.paths.get(&id);
        path.into_iter()
            .flatten()
            .map(|(at, point)| ((self.time - at) / TRACE_FADE, *point))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::bodies::{Particle, Shape};
    use crate::math::Pose;
    use crate::scene::{Attach, Part, Trace};
    use crate::sim::Simulation;

    #[test]
    fn old_points_fade_and_a_reset_begins_anew() {
        let mut scene = Scene::default();
        let bead = scene.add(Part::new("bead", Shape::Particle(Particle {}), Pose::default()));
        let id = scene.add(Trace {
            name: "path".into(),
            end: Attach::part(bead, Vec2::ZERO),
        });
        let mut run = Simulation::new(&scene);
        let mut log = TraceLog::new();
        for _ in 0..1200 {
            run.step().unwrap();
            log.record(&scene, run.model(), run.state());
        }
        let path: Vec<_> = log.path(id).collect();
        assert!(path.len() > 600 && path.len() < 800, "{}", path.len());
        assert!(path[0].0 <= 1.0 && path.last().unwrap().0 == 0.0);
        run.reset();
        log.record(&scene, run.model(), run.state());
        assert_eq!(log.path(id).count(), 1);
    }
}
