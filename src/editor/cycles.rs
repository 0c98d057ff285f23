//! Coupler curves: paths of traced points over the machine's whole cycle, drawn while it stands at its start.

use crate::constraints::{ConstraintKind, Programme};
use crate::kinematics::cycle;
use crate::math::Vec2;
use crate::scene::{Attach, Id, Scene, Trace};

use super::Editor;
use super::feedback::CyclePath;
use super::pick::{REACH, segment_distance};

/// Poses in a turn: one every 2.5 degrees, so that the curve appears smooth.
const STEPS: usize = 144;
/// Most motors that are examined: each takes about a millisecond.
const MOST_MOTORS: usize = 20;

impl Editor {
    /// Recomputes the paths after the machine changed. Called in each frame.
    pub(super) fn follow_cycle(&mut self) {
        if self.cycle_known || !self.run.at_start() {
            return;
        }
        self.cycle_known = true;
        self.cycle_paths = paths_of_cycles(&self.scene);
    }

    /// Discards the paths after the machine changed.
    pub(super) fn forget_cycle(&mut self) {
        self.cycle_known = false;
        self.cycle_paths.clear();
    }

    /// Path of a trace over the whole cycle, while the machine stands at its start.
    pub fn cycle_path(&self, trace: Id) -> Option<&CyclePath> {
        let mut paths = self.cycle_paths.iter().filter(|_| self.at_start());
        paths.find(|path| path.trace == trace)
    }

    /// The trace whose displayed cycle path is nearest to a world point, within the picking distance.
    pub(super) fn path_at(&self, world: Vec2) -> Option<Id> {
        let shown = self.cycle_paths.iter().filter(|_| self.at_start());
        let near = shown.filter_map(|path| {
            let sides = path.points.windows(2);
            let distance = sides
                .map(|it| segment_distance(world, it[0], it[1]))
                .min_by(f64::total_cmp)?;
            (distance <= self.view.metres(REACH)).then_some((distance, path.trace))
        });
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, trace)| trace)
    }
}

/// Paths of all traces on machines that are driven by one motor each, in the order of the traces.
pub(super) fn paths_of_cycles(scene: &Scene) -> Vec<CyclePath> {
    if scene.traces().next().is_none() {
        return Vec::new();
    }
    let is_motor = |kind: &ConstraintKind| matches!(kind, ConstraintKind::Motor(_));
    let motors = scene.constraints().filter(|(_, it)| is_motor(&it.kind));
    let motors = motors.take(MOST_MOTORS);
    let paths = motors.filter_map(|(motor, it)| paths_of(scene, motor, &it.kind));
    let mut paths: Vec<CyclePath> = paths.flatten().collect();
    paths.sort_by_key(|path| path.trace);
    paths
}

/// Paths of the traces on the machine that a motor moves; `None` where this machine has another freedom or drive.
fn paths_of(scene: &Scene, motor: Id, drive: &ConstraintKind) -> Option<Vec<CyclePath>> {
    let cycle = cycle(scene, motor, STEPS)?;
    let on_it = |trace: &Trace| trace.end.part.is_some_and(|part| cycle.moves(part));
    let traces: Vec<(Id, &Trace)> = scene.traces().filter(|(_, it)| on_it(it)).collect();
    let ends: Vec<Attach> = traces.iter().map(|(_, trace)| trace.end).collect();
    let motions = steady_speed(drive).and_then(|speed| {
        let mut motions = cycle.motions(&ends)?;
        let all = motions.iter_mut().flatten();
        all.for_each(|it| *it = it.at_speed(speed));
        Some(motions)
    });
    let mut motions = motions.unwrap_or_default().into_iter();
    let path = |(trace, it): &(Id, &Trace)| CyclePath {
        trace: *trace,
        points: cycle.path(it.end),
        turns: cycle.turns(),
        motions: motions.next().unwrap_or_default(),
    };
    Some(traces.iter().map(path).collect())
}

/// Speed of a motor that turns steadily and is switched on (rad/s).
fn steady_speed(drive: &ConstraintKind) -> Option<f64> {
    match drive {
        ConstraintKind::Motor(motor) if motor.programme == Programme::Steady && !motor.off => {
            Some(motor.speed)
        }
        _ => None,
    }
}
