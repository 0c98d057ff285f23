//! The paths of traced points, at the simulation's own steps: as long as a turn of the machine, and there again after
//! time was taken back and forth.

use std::collections::{BTreeMap, VecDeque};
use std::f64::consts::TAU;

use crate::constraints::ConstraintKind;
use crate::math::Vec2;
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};
use crate::worker::{Passed, Snapshot};

use super::theme::TRACE_FADE;

/// Most points kept of one path.
const KEPT: usize = 40_000;
/// Longest time a path is shown for (s).
const LONGEST: f64 = 60.0;
/// What is shown beyond a turn of the slowest motor, as a share of it, so that the path closes.
const BEYOND: f64 = 0.05;

/// A point of an edited machine that goes so many times as far as its speed takes it, and further than this (m), was put there.
const LEAP: f64 = 5.0;
const SMALL: f64 = 1e-3;

/// The paths of every traced point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceLog {
    generation: u64,
    time: f64,
    /// How long a point is shown (s).
    shown: f64,
    paths: BTreeMap<Id, VecDeque<(f64, Vec2)>>,
    /// Where the machine of the last note is kept: another place is another machine.
    machine: usize,
}

impl TraceLog {
    /// An empty log.
    pub fn new() -> TraceLog {
        TraceLog::default()
    }

    /// Takes note of the steps since the last call and of where the points are in a snapshot. Another machine begins
    /// anew. While the past is looked at nothing is forgotten; what lay ahead is, once time goes on from there.
    pub fn observe(&mut self, scene: &Scene, passed: &[Passed], snapshot: &Snapshot) {
        if snapshot.generation != self.generation {
            self.paths.clear();
            self.generation = snapshot.generation;
        }
        for step in passed.iter().filter(|_| scene.traces().next().is_some()) {
            let state = SimState {
                time: step.time,
                q: step.q.clone(),
                v: vec![0.0; step.q.len()],
                ..SimState::default()
            };
            self.record(scene, &step.model, &state);
        }
        if snapshot.ahead > 0 {
            self.time = snapshot.state.time;
        } else {
            self.record(scene, &snapshot.model, &snapshot.state);
        }
    }

    /// Takes note of where the points are in a state, which is later than what was noted before; what is not earlier
    /// is forgotten.
    pub fn record(&mut self, scene: &Scene, model: &Model, state: &SimState) {
        let time = state.time;
        self.time = time;
        let traced: BTreeMap<Id, _> = scene.traces().map(|(id, trace)| (id, trace.end)).collect();
        self.paths.retain(|id, _| traced.contains_key(id));
        if traced.is_empty() {
            return;
        }
        self.shown = time_shown(scene);
        let machine = std::ptr::from_ref(model).addr();
        let edited = std::mem::replace(&mut self.machine, machine) != machine;
        for (id, end) in traced {
            let path = self.paths.entry(id).or_default();
            while path.back().is_some_and(|(at, _)| *at >= time) {
                path.pop_back();
            }
            if let Some(point) = model.point(state, end) {
                if edited && leaps(path, (time, point)) {
                    // An edit has put it elsewhere: it did not go there.
                    path.clear();
                }
                path.push_back((time, point));
            }
            if path.len() > KEPT {
                path.pop_front();
            }
        }
    }

    /// The machine noted next was edited since the last note.
    pub fn note_edit(&mut self) {
        self.machine = 0;
    }

    /// All that is recorded of a trace, with its times (s), oldest first.
    pub fn recorded(&self, id: Id) -> impl Iterator<Item = (f64, Vec2)> + '_ {
        self.paths.get(&id).into_iter().flatten().copied()
    }

    /// Shows paths up to a time (s) that is no later than the last that was noted.
    pub fn show_until(&mut self, time: f64) {
        self.time = time;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.paths.clear();
    }

    /// The path of a trace up to now, oldest first, each point with its age as a share of the time over which it fades.
    pub fn path(&self, id: Id) -> impl Iterator<Item = (f64, Vec2)> + '_ {
        let path = self.paths.get(&id);
        path.into_iter()
            .flatten()
            .filter(|(at, _)| *at <= self.time && self.time - at <= self.shown)
            .map(|(at, point)| ((self.time - at) / self.shown, *point))
    }
}

/// Whether a point at a time is much further from the end of a path than its speed there has brought it.
fn leaps(path: &VecDeque<(f64, Vec2)>, (time, point): (f64, Vec2)) -> bool {
    let mut back = path.iter().rev();
    let (Some(last), Some(before)) = (back.next(), back.next()) else {
        return false;
    };
    let speed = last.1.distance(before.1) / (last.0 - before.0);
    point.distance(last.1) > LEAP * speed * (time - last.0) + SMALL
}

/// How long a path is shown (s): the whole turn of the slowest motor, or a few seconds where none turns.
fn time_shown(scene: &Scene) -> f64 {
    turn_time(scene)
        .map_or(TRACE_FADE, |turn| TRACE_FADE.max((1.0 + BEYOND) * turn))
        .min(LONGEST)
}

/// How long the slowest motor takes for a turn (s); none where none turns.
pub fn turn_time(scene: &Scene) -> Option<f64> {
    scene
        .constraints()
        .filter_map(|(_, it)| match &it.kind {
            ConstraintKind::Motor(motor) if !motor.off && motor.speed != 0.0 => Some(TAU / motor.speed.abs()),
            _ => None,
        })
        .max_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::sync::Arc;

    use super::*;
    use crate::bodies::{Disk, Particle, Shape};
    use crate::constraints::{Motor, Pin};
    use crate::math::Pose;
    use crate::scene::{Attach, Constraint, Part, Trace};
    use crate::sim::Simulation;
    use crate::worker::{Command, Engine};

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

    /// A wheel that a motor turns once in five seconds, with a trace on its rim.
    fn wheel() -> (Scene, Id) {
        let mut scene = Scene::default();
        let disk = Shape::Disk(Disk { radius: 1.0 });
        let wheel = scene.add(Part::new("wheel", disk, Pose::default()));
        let ends = || vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)];
        scene.add(Constraint {
            name: "axle".into(),
            ends: ends(),
            kind: ConstraintKind::Pin(Pin {}),
        });
        let speed = TAU / 5.0;
        scene.add(Constraint {
            name: "motor".into(),
            ends: ends(),
            kind: ConstraintKind::Motor(Motor {
                speed,
                ..Motor::default()
            }),
        });
        let id = scene.add(Trace {
            name: "path".into(),
            end: Attach::part(wheel, Vec2::X),
        });
        (scene, id)
    }

    /// The wheel is put elsewhere in mid-run, and back by undo: no stroke leads from the one place to the other.
    #[test]
    fn an_edit_that_moves_a_point_begins_its_path_anew() {
        let (scene, id) = wheel();
        let mut log = TraceLog::new();
        let mut runs = Vec::with_capacity(4);
        runs.push(Simulation::new(&scene));
        for by in [0.5, -0.5, 0.0] {
            let run = runs.last_mut().unwrap();
            for _ in 0..200 {
                run.step().unwrap();
                log.record(&scene, run.model(), run.state());
            }
            let mut state = run.state().clone();
            state.q[0] += by;
            runs.push(Simulation::new(&scene));
            let run = runs.last_mut().unwrap();
            run.restore(state);
            log.record(&scene, run.model(), run.state());
        }
        let points: Vec<Vec2> = log.path(id).map(|it| it.1).collect();
        let longest = points
            .windows(2)
            .fold(0.0, |most: f64, it| most.max(it[0].distance(it[1])));
        assert!(
            points.len() > 150 && longest < 0.05,
            "{}: {longest}",
            points.len()
        );
    }

    /// What is struck leaves its place at once by far more than it moved before.
    #[test]
    fn a_blow_does_not_end_a_path() {
        let (scene, id) = wheel();
        let mut log = TraceLog::new();
        let run = Simulation::new(&scene);
        let mut state = run.state().clone();
        for k in 0..40 {
            state.time = f64::from(k) / 240.0;
            state.q[0] += if k < 20 { 0.0 } else { 0.02 };
            log.record(&scene, run.model(), &state);
        }
        assert_eq!(log.recorded(id).count(), 40);
    }

    /// However seldom the window looks, the path has every step, lasts a whole turn, and comes back with time.
    #[test]
    fn a_path_has_every_step_of_a_whole_turn_and_is_rewound() {
        let (scene, id) = wheel();
        let mut engine = Engine::new();
        engine.carry_out(Command::Load(Box::new(scene.clone()), true));
        let mut log = TraceLog::new();
        let mut steps = 0;
        for _ in 0..100 {
            let mut passed = Vec::new();
            for _ in 0..15 {
                assert!(engine.advance());
                steps += 1;
                passed.push(Passed {
                    model: Arc::new(engine.run().model().clone()),
                    time: engine.run().state().time,
                    q: engine.run().state().q.clone(),
                });
            }
            log.observe(&scene, &passed, &engine.snapshot().0);
        }
        let turn = 5.0 / scene.settings.dt;
        let count = log.path(id).count() as f64;
        assert!(
            steps as f64 > turn && count > turn && count < 1.1 * turn,
            "{count}"
        );
        let longest = log
            .path(id)
            .zip(log.path(id).skip(1))
            .map(|(a, b)| a.1.distance(b.1))
            .fold(0.0, f64::max);
        assert!(longest < 1.1 * TAU / turn, "{longest}");
        // Back a second: the path ends there; forward again: it is whole.
        let now = engine.run().state().time;
        engine.carry_out(Command::Scrub(now - 1.0));
        log.observe(&scene, &[], &engine.snapshot().0);
        let last = log.path(id).last().unwrap();
        assert!(last.0.abs() < 1e-9 && log.path(id).count() as f64 > 0.9 * turn);
        engine.carry_out(Command::Scrub(now));
        log.observe(&scene, &[], &engine.snapshot().0);
        assert_eq!(log.path(id).count() as f64, count);
    }
}
