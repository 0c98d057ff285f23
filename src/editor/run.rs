//! What the editor knows of the run: the last snapshot, and what it has asked for that is not in it yet.
//!
//! The worker answers a few frames late. Until it has, what was asked for counts: a part just added is where it
//! was drawn, and a machine just paused is paused.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Id, Scene};
use crate::worker::Snapshot;

/// Poses that count until the worker has caught up.
#[derive(Clone, Debug, Default)]
enum Ahead {
    #[default]
    Nothing,
    /// All parts are as built.
    Built,
    /// These parts were put somewhere.
    Poses(BTreeMap<Id, Pose>),
}

/// The run as the editor sees it.
#[derive(Clone, Debug, Default)]
pub struct RunView {
    snapshot: Option<Arc<Snapshot>>,
    sent: u64,
    playing: bool,
    at_start: bool,
    ahead: Ahead,
    /// The snapshot with this many commands carried out knows what is in `ahead`.
    ahead_until: u64,
    /// Poses shown while a gesture is under way, before anything is asked for.
    preview: BTreeMap<Id, Pose>,
}

impl RunView {
    /// A run that has not begun.
    pub fn new() -> Self {
        Self {
            at_start: true,
            ..Self::default()
        }
    }

    /// The last snapshot.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.snapshot.as_ref()
    }
    /// Takes note of a snapshot.
    pub fn observe(&mut self, snapshot: &Arc<Snapshot>) {
        if snapshot.commands >= self.sent {
            self.playing = snapshot.playing;
            self.at_start = snapshot.at_start();
        }
        if snapshot.commands >= self.ahead_until {
            self.ahead = Ahead::Nothing;
        }
        self.snapshot = Some(Arc::clone(snapshot));
    }
    /// Counts a command on its way.
    pub fn count(&mut self) {
        self.sent += 1;
    }
    /// How many commands were asked for.
    pub fn sent(&self) -> u64 {
        self.sent
    }
    /// Whether all that was asked for is in the snapshot.
    pub fn caught_up(&self) -> bool {
        self.reached(self.sent)
    }
    /// Whether the snapshot is as far as this many commands.
    pub fn reached(&self, commands: u64) -> bool {
        self.snapshot.as_ref().is_some_and(|it| it.commands >= commands)
    }
    /// Whether time runs, or will once the worker has caught up.
    pub fn playing(&self) -> bool {
        self.playing
    }
    /// Whether the run is at its built pose.
    pub fn at_start(&self) -> bool {
        self.at_start && !self.playing
    }
    /// Says what will be once the worker has caught up.
    pub fn expect(&mut self, playing: bool, at_start: bool) {
        self.playing = playing;
        self.at_start = at_start;
    }
    /// All parts will be as built; call after counting the command that does it.
    pub fn expect_built(&mut self) {
        self.ahead = Ahead::Built;
        self.ahead_until = self.sent;
    }
    /// These parts will be put there; call after counting the command that does it.
    pub fn expect_poses(&mut self, poses: &[(Id, Pose)]) {
        if poses.is_empty() {
            return;
        }
        if let Ahead::Poses(map) = &mut self.ahead {
            map.extend(poses.iter().copied());
        } else {
            self.ahead = Ahead::Poses(poses.iter().copied().collect());
        }
        self.ahead_until = self.sent;
    }
    /// Shows poses while a gesture is under way; none ends that.
    pub fn preview(&mut self, poses: impl IntoIterator<Item = (Id, Pose)>) {
        self.preview = poses.into_iter().collect();
    }

    /// Where a part is now.
    pub fn pose(&self, scene: &Scene, id: Id) -> Option<Pose> {
        if let Some(pose) = self.preview.get(&id) {
            return Some(*pose);
        }
        let built = || scene.part(id).map(|part| part.pose);
        match &self.ahead {
            Ahead::Built => return built(),
            Ahead::Poses(poses) if poses.contains_key(&id) => return poses.get(&id).copied(),
            _ => {}
        }
        let part = scene.part(id)?;
        self.snapshot
            .as_ref()
            .and_then(|it| it.pose(id))
            .or(Some(part.pose))
    }
    /// Where an attachment is now, as ports at rest.
    pub fn ports(&self, scene: &Scene, end: Attach) -> EndPorts {
        let pose = end.part.and_then(|id| self.pose(scene, id)).unwrap_or_default();
        EndPorts::fixed(pose.point(end.at), pose.angle)
    }
    /// World point of an attachment now.
    pub fn point(&self, scene: &Scene, end: Attach) -> Vec2 {
        self.ports(scene, end).point.value
    }
}
