//! Paths of traced points, recorded at the simulation's own steps over about a turn of the machine, and kept when
//! time is scrubbed back and forth.

use std::collections::{BTreeMap, VecDeque};
use std::f64::consts::TAU;

use crate::constraints::ConstraintKind;
use crate::math::Vec2;
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};
use crate::worker::{Snapshot, StepPose};

use super::theme::TRACE_FADE;

/// Maximum number of points of one path.
const KEPT: usize = 150_000;
/// Maximum default display time of a path (s).
const LONGEST: f64 = 60.0;
/// Display time beyond a turn of the slowest motor, as a fraction of the turn, so that the path closes.
const BEYOND: f64 = 0.05;

/// After an edit, a point that has moved by more than `JUMP_FACTOR` times the distance due to its speed plus `SMALL` (m) was moved by the edit.
const JUMP_FACTOR: f64 = 5.0;
const SMALL: f64 = 1e-3;

/// Position of a point at a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct TracePoint {
    /// s
    time: f64,
    /// m
    point: Vec2,
    /// Whether a new stroke begins here, because an edit moved the point.
    begins: bool,
}

/// The path of a point.
#[derive(Clone, Debug, Default, PartialEq)]
struct Path {
    points: VecDeque<TracePoint>,
    /// Display time of each point (s).
    shown: f64,
}

/// The paths of every traced point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceLog {
    generation: u64,
    time: f64,
    paths: BTreeMap<Id, Path>,
    /// Address of the model at the last record: another address means another machine.
    machine: usize,
}

impl TraceLog {
    /// An empty log.
    pub fn new() -> TraceLog {
        TraceLog::default()
    }

    /// Records the steps since the last call, and the points in a snapshot, which is no older than the steps. Another machine starts
    /// again. While the past is displayed nothing is removed; the points ahead are removed once time goes on from there.
    pub fn observe(&mut self, scene: &Scene, passed: &[StepPose], snapshot: &Snapshot) {
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

    /// Records the points in a state later than those recorded before; points that are not earlier than the state
    /// are removed.
    pub fn record(&mut self, scene: &Scene, model: &Model, state: &SimState) {
        let time = state.time;
        self.time = time;
        let traced: BTreeMap<Id, _> = scene.traces().collect();
        self.paths.retain(|id, _| traced.contains_key(id));
        if traced.is_empty() {
            return;
        }
        let usual = time_shown(scene);
        let machine = std::ptr::from_ref(model).addr();
        let edited = std::mem::replace(&mut self.machine, machine) != machine;
        for (id, trace) in traced {
            let path = self.paths.entry(id).or_default();
            path.shown = if trace.lasts > 0.0 { trace.lasts } else { usual };
            let path = &mut path.points;
            while path.back().is_some_and(|it| it.time >= time) {
                path.pop_back();
            }
            if let Some(point) = model.point(state, trace.end) {
                let begins = edited && jumped_by_edit(path, (time, point));
                path.push_back(TracePoint { time, point, begins });
            }
            if path.len() > KEPT {
                path.pop_front();
            }
        }
    }

    /// Marks the machine as edited since the last record.
    pub fn note_edit(&mut self) {
        self.machine = 0;
    }

    /// All recorded points of a trace with their times (s), oldest first.
    pub fn recorded(&self, id: Id) -> impl Iterator<Item = (f64, Vec2)> + '_ {
        let path = self.paths.get(&id).into_iter().flat_map(|it| &it.points);
        path.map(|it| (it.time, it.point))
    }

    /// Shows paths up to a time (s) no later than the last recorded one.
    pub fn show_until(&mut self, time: f64) {
        self.time = time;
    }

    /// Removes all paths.
    pub fn clear(&mut self) {
        self.paths.clear();
    }

    /// The path of a trace up to now, oldest first, as strokes separated by edits: each point with its age as a fraction of the fading
    /// time.
    pub fn strokes(&self, id: Id) -> Vec<Vec<(f64, Vec2)>> {
        let mut strokes = Vec::new();
        let mut stroke = Vec::new();
        let Some(Path { points, shown }) = self.paths.get(&id) else {
            return strokes;
        };
        for it in points
            .iter()
            .filter(|it| it.time <= self.time && self.time - it.time <= *shown)
        {
            if it.begins && !stroke.is_empty() {
                strokes.push(std::mem::take(&mut stroke));
            }
            stroke.push(((self.time - it.time) / shown, it.point));
        }
        strokes.push(stroke);
        strokes
    }
}

/// Whether a point is much further from the end of a path than its speed there explains.
fn jumped_by_edit(path: &VecDeque<TracePoint>, (time, point): (f64, Vec2)) -> bool {
    let mut back = path.iter().rev();
    let (Some(last), Some(before)) = (back.next(), back.next()) else {
        return false;
    };
    let speed = last.point.distance(before.point) / (last.time - before.time);
    point.distance(last.point) > JUMP_FACTOR * speed * (time - last.time) + SMALL
}

/// Default display time of a path (s): a whole turn of the slowest motor, or a few seconds where none turns.
fn time_shown(scene: &Scene) -> f64 {
    turn_time(scene)
        .map_or(TRACE_FADE, |turn| TRACE_FADE.max((1.0 + BEYOND) * turn))
        .min(LONGEST)
}

/// Time of a turn of the slowest motor (s); `None` where none turns.
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

    /// All displayed points of a path, over all strokes.
    fn shown(log: &TraceLog, id: Id) -> Vec<(f64, Vec2)> {
        log.strokes(id).concat()
    }

    #[test]
    fn old_points_fade_and_a_reset_begins_anew() {
        let mut scene = Scene::default();
        let bead = scene.add(Part::new(
            "bead",
            Shape::Particle(Particle::default()),
            Pose::default(),
        ));
        let id = scene.add(Trace::new("path", Attach::part(bead, Vec2::ZERO)));
        let mut run = Simulation::new(&scene);
        let mut log = TraceLog::new();
        for _ in 0..1200 {
            run.step().unwrap();
            log.record(&scene, run.model(), run.state());
        }
        let path = shown(&log, id);
        assert!(path.len() > 600 && path.len() < 800, "{}", path.len());
        assert!(path[0].0 <= 1.0 && path.last().unwrap().0 == 0.0);
        run.reset();
        log.record(&scene, run.model(), run.state());
        assert_eq!(shown(&log, id).len(), 1);
    }

    #[test]
    fn a_path_is_shown_for_as_long_as_is_wanted() {
        let (mut scene, id) = wheel();
        let mut log = TraceLog::new();
        let mut run = Simulation::new(&scene);
        for _ in 0..4800 {
            run.step().unwrap();
            log.record(&scene, run.model(), run.state());
        }
        let mut count = |lasts: f64| {
            let mut trace = scene.item(id).unwrap().clone();
            assert!(crate::scene::field::set(&mut trace, "lasts", lasts));
            let mut edit = crate::scene::Edit::new("lasts");
            scene.plan_item(&mut edit, id, Some(trace));
            scene.apply(&edit);
            log.record(&scene, run.model(), run.state());
            shown(&log, id).len()
        };
        // Steps of 1/240 s, and a turn of 5 s plus a twentieth.
        assert_eq!([count(0.0), count(1.0), count(15.0)], [1261, 241, 3601]);
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
        let id = scene.add(Trace::new("path", Attach::part(wheel, Vec2::X)));
        (scene, id)
    }

    /// The wheel is moved during the run, and back by undo: no stroke connects the two places.
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
        let strokes = log.strokes(id);
        let lengths: Vec<usize> = strokes.iter().map(Vec::len).collect();
        assert!(lengths == [199, 200, 201], "{lengths:?}");
        for stroke in &strokes {
            let longest = longest_step(stroke);
            assert!(longest < 0.05, "{longest}");
        }
        // Time before the edits shows the path as it was then.
        log.show_until(150.0 / 240.0);
        assert_eq!((log.strokes(id).len(), shown(&log, id).len()), (1, 150));
    }

    fn longest_step(path: &[(f64, Vec2)]) -> f64 {
        let pairs = path.windows(2);
        pairs.fold(0.0, |most: f64, it| most.max(it[0].1.distance(it[1].1)))
    }

    /// A struck point moves at once by far more than before, without an edit.
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

    /// However rarely the window polls, the path has every step, covers a whole turn, and comes back when time is scrubbed.
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
                passed.push(StepPose {
                    model: Arc::new(engine.run().model().clone()),
                    time: engine.run().state().time,
                    q: engine.run().state().q.clone(),
                });
            }
            log.observe(&scene, &passed, &engine.snapshot().0);
        }
        let turn = 5.0 / scene.settings.dt;
        let count = shown(&log, id).len() as f64;
        assert!(
            steps as f64 > turn && count > turn && count < 1.1 * turn,
            "{count}"
        );
        let longest = longest_step(&shown(&log, id));
        assert!(longest < 1.1 * TAU / turn, "{longest}");
        // Back a second: the path ends there; forward again: it is complete.
        let now = engine.run().state().time;
        engine.carry_out(Command::Scrub(now - 1.0));
        log.observe(&scene, &[], &engine.snapshot().0);
        let last = *shown(&log, id).last().unwrap();
        assert!(last.0.abs() < 1e-9 && shown(&log, id).len() as f64 > 0.9 * turn);
        engine.carry_out(Command::Scrub(now));
        log.observe(&scene, &[], &engine.snapshot().0);
        assert_eq!(shown(&log, id).len() as f64, count);
    }
}
