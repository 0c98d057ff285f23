//! What the views of the laboratory remember of how they are looked at.

use std::collections::VecDeque;

use crate::scene::Id;
use crate::sim::ForceCause;
use crate::worker::Snapshot;

/// Frames and steps kept.
pub(super) const KEPT: usize = 240;
/// Points of a sparkline, and most of them.
pub(super) const SPARK: usize = 240;
const MOST_SPARKS: usize = 12;

/// How scopes are looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct ScopeLook {
    /// Seconds shown.
    pub window: f64,
    /// Whether the newest time stays in view.
    pub follow: bool,
    /// Time under the pointer (s).
    pub cursor: Option<f64>,
    /// Times that are marked (s), in the order in which they were set.
    pub cursors: Vec<f64>,
    /// The one of them under the pointer, or that it drags.
    pub(super) held: Option<usize>,
    /// What is being typed into each scope: a signal, and what it is plotted against.
    pub drafts: Vec<[String; 2]>,
    /// What each scope showed in the last frame.
    pub(super) shown: Vec<ScopeShown>,
}

/// What the plots of a scope show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ScopeShown {
    /// The time that is looked at (s).
    pub span: [f64; 2],
    /// A plot a unit, from above: its unit, and the least and largest value in view of both axes.
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

/// What of the forces is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct XrayLook {
    /// The share that is due to this; all of them where there is none.
    pub cause: Option<ForceCause>,
    /// Forces on parts as arrows.
    pub reactions: bool,
    /// Bending moments of bars.
    pub bending: bool,
}

/// What is drawn of drift, and how it went.
#[derive(Clone, Debug, Default)]
pub struct HeatLook {
    /// Whether openings are drawn larger than they are.
    pub exaggerate: bool,
    /// |C| of those that were named lately, with the step of the last point.
    pub(super) sparks: Vec<(Id, VecDeque<f64>)>,
    step: u64,
}

impl HeatLook {
    /// Takes a point of each that is named or was lately.
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

/// Times of the last frames and steps (ns), stage by stage.
#[derive(Clone, Debug, Default)]
pub struct TimingLook {
    pub(super) frames: VecDeque<[f64; 4]>,
    pub(super) steps: VecDeque<[f64; 4]>,
    /// Steps that were measured when the last entry was made.
    measured: u64,
}

impl TimingLook {
    /// What the last frame took (s).
    pub fn note_frame(&mut self, stages: [f64; 4]) {
        push(&mut self.frames, stages.map(|seconds| 1e9 * seconds));
    }

    /// Takes in what the last steps took, each of them once.
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
