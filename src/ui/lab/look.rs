//! Display settings and short histories of the laboratory's views.

use std::collections::VecDeque;

use crate::scene::Id;
use crate::sim::ForceCause;
use crate::worker::Snapshot;

/// Number of frames and steps kept.
pub(super) const KEPT: usize = 240;
/// Maximum number of points of a sparkline, and of sparklines.
pub(super) const SPARK: usize = 240;
const MOST_SPARKS: usize = 12;

/// Display settings of the scopes.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopeLook {
    /// Length of the time window (s).
    pub window: f64,
    /// Whether the newest time stays in view.
    pub follow: bool,
    /// Time under the pointer (s).
    pub cursor: Option<f64>,
    /// Times of the cursors (s), in the order in which they were set.
    pub cursors: Vec<f64>,
    /// The cursor under the pointer, or being dragged.
    pub(super) held: Option<usize>,
    /// Text being typed into each scope: a signal, and the signal to plot against.
    pub drafts: Vec<[String; 2]>,
    /// The view of each scope in the last frame.
    pub(super) shown: Vec<ScopeShown>,
}

/// The view of a scope's plots.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ScopeShown {
    /// The time interval in view (s).
    pub span: [f64; 2],
    /// From the top, for each plot: its unit, and the smallest and largest value in view of both axes.
    pub plots: Vec<(&'static str, [[f64; 2]; 2])>,
}

impl Default for ScopeLook {
    fn default() -> Self {
        Self {
            window: 10.0,
            follow: true,
            cursor: None,
            cursors: Vec::new(),
            held: None,
            drafts: Vec::new(),
            shown: Vec::new(),
        }
    }
}

/// Display settings of the forces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct XrayLook {
    /// The cause whose share is drawn; `None` for the whole force.
    pub cause: Option<ForceCause>,
    /// Forces on parts as arrows.
    pub reactions: bool,
    /// Bending moments of bars.
    pub bending: bool,
}

/// Display settings of drift, and its recent history.
#[derive(Clone, Debug, Default)]
pub struct HeatLook {
    /// Whether gaps of joints are drawn exaggerated.
    pub exaggerate: bool,
    /// Histories of |C| of the constraints named lately; below it, the step of their last points.
    pub(super) sparks: Vec<(Id, VecDeque<f64>)>,
    step: u64,
}

impl HeatLook {
    /// Adds a point for each constraint that is named or was named lately.
    pub(super) fn follow(&mut self, step: u64, gaps: &[(Id, f64)], worst: &[(Id, f64)]) {
        if step < self.step {
            self.sparks.clear();
        }
        if step == self.step && !self.sparks.is_empty() {
            return;
        }
        self.step = step;
        for (id, _) in worst {
            if !self.sparks.iter().any(|it| it.0 == *id) {
                self.sparks.push((*id, VecDeque::new()));
            }
        }
        if self.sparks.len() > MOST_SPARKS {
            self.sparks.retain(|it| worst.iter().any(|other| other.0 == it.0));
        }
        for (id, points) in &mut self.sparks {
            let gap = gaps.iter().find(|it| it.0 == *id).map_or(0.0, |it| it.1);
            points.push_back(gap);
            if points.len() > SPARK {
                points.pop_front();
            }
        }
    }
}

/// Durations of the last frames and steps (ns), by stage.
#[derive(Clone, Debug, Default)]
pub struct TimingLook {
    pub(super) frames: VecDeque<[f64; 4]>,
    pub(super) steps: VecDeque<[f64; 4]>,
    /// Number of measured steps when the last entry was made.
    measured: u64,
}

impl TimingLook {
    /// Records the stages of the last frame (s).
    pub fn note_frame(&mut self, stages: [f64; 4]) {
        push(&mut self.frames, stages.map(|seconds| 1e9 * seconds));
    }

    /// Records the mean stages of the last steps, each step once.
    pub(super) fn note_steps(&mut self, snapshot: &Snapshot) {
        let times = snapshot.step_times;
        if times.steps != self.measured {
            self.measured = times.steps;
            let stages = [times.assemble, times.factor, times.solve, times.integrate];
            push(&mut self.steps, stages);
        }
    }
}

fn push(history: &mut VecDeque<[f64; 4]>, stages: [f64; 4]) {
    if history.len() == KEPT {
        history.pop_front();
    }
    history.push_back(stages);
}
