//! The paths of traced points over the whole cycle of the machine, drawn while it stands at its start.

use crate::kinematics::cycle;

use super::Editor;
use super::feedback::Path;

/// Poses in a turn: steps of two and a half degrees look round.
const STEPS: usize = 144;

impl Editor {
    /// Finds the paths anew where the machine was changed: each frame.
    pub(super) fn follow_cycle(&mut self) {
        if self.cycle_known || !self.run.at_start() {
            return;
        }
        self.cycle_known = true;
        self.cycle_paths = self.paths_of_cycle().unwrap_or_default();
    }

    /// The machine is another one.
    pub(super) fn forget_cycle(&mut self) {
        self.cycle_known = false;
        self.cycle_paths.clear();
    }

    fn paths_of_cycle(&self) -> Option<Vec<Path>> {
        self.scene.traces().next()?;
        let mut drives = self.scene.constraints().filter(|(_, it)| it.kind.is_drive());
        let cycle = cycle(&self.scene, drives.next()?.0, STEPS)?;
        let path = |(id, trace): (_, &crate::scene::Trace)| Path {
            trace: id,
            points: cycle.path(trace.end),
        };
        Some(self.scene.traces().map(path).collect())
    }
}
