//! What the editor knows of the run: the last snapshot, and what it has asked for that is not in it yet.
//!
//! The worker answers a few frames late. Until it has, what was asked for counts: a part just added is where it
//! was drawn, and a machine just paused is paused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bodies::Shape;
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
    /// What form a part has taken; nothing where it keeps its form or is as built.
    pub fn form(&self, scene: &Scene, id: Id) -> Option<f64> {
        let built = matches!(self.ahead, Ahead::Built) || scene.part(id)?.fixed;
        self.snapshot.as_ref().filter(|_| !built)?.form(id)
    }
    /// The shape of a part in the form it has now.
    pub fn shape<'s>(&self, scene: &'s Scene, id: Id) -> Option<Cow<'s, Shape>> {
        let built = &scene.part(id)?.shape;
        let formed = self.form(scene, id).and_then(|u| built.formed(u));
        Some(formed.map_or(Cow::Borrowed(built), Cow::Owned))
    }
    /// Where an attachment is now, as ports at rest.
    pub fn ports(&self, scene: &Scene, end: Attach) -> EndPorts {
        let part = end.part.and_then(|id| Some((id, self.pose(scene, id)?)));
        let (point, angle) = match part.and_then(|(id, pose)| Some((self.shape(scene, id)?, pose))) {
            Some((shape, pose)) => shape.posed(end.at, pose),
            None => (end.at, 0.0),
        };
        EndPorts::fixed(point, angle)
    }
    /// World point of an attachment now.
    pub fn point(&self, scene: &Scene, end: Attach) -> Vec2 {
        self.ports(scene, end).point.value
    }
}
