//! The run as the editor knows it: the latest snapshot, and the effects of commands that are not in it yet.
//!
//! The worker answers a few frames late. Until then the expected effects count: a part just added is where it was drawn, and a machine just
//! paused is paused.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::bodies::Shape;
use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Entry, Id, InOrder, Part, Scene};
use crate::sim::SimState;
use crate::worker::{PendingState, Snapshot};

/// State of a paused run, to be restored.
#[derive(Clone, Debug)]
pub enum PausedState {
    /// From a snapshot.
    Seen(Arc<Snapshot>),
    /// Stored by the worker when it gets to the request; with the parts' expected poses until then.
    Asked(PendingState, Arc<InOrder<Pose>>),
}

impl PausedState {
    /// The state; `None` while the worker has not stored it.
    pub fn state(&self) -> Option<&SimState> {
        match self {
            PausedState::Seen(snapshot) => Some(&snapshot.state),
            PausedState::Asked(kept, _) => kept.state(),
        }
    }
}

/// Expected poses until the worker has caught up.
#[derive(Clone, Debug, Default)]
enum ExpectedPoses {
    #[default]
    Nothing,
    /// All parts are at their built poses.
    Built,
    /// These parts were moved.
    Poses(BTreeMap<Id, Pose>),
}

/// The run as the editor sees it.
#[derive(Clone, Debug, Default)]
pub struct RunView {
    snapshot: Option<Arc<Snapshot>>,
    sent: u64,
    playing: bool,
    at_start: bool,
    ahead: ExpectedPoses,
    /// Number of commands from which on snapshots include `ahead`.
    ahead_until: u64,
    /// Poses shown during a gesture, before any command is sent.
    preview: BTreeMap<Id, Pose>,
    /// The state last restored, and the number of commands sent then. It is valid until another command is sent.
    put_back: Option<(u64, PausedState)>,
    /// Cache of all parts' poses; `None` after something has moved.
    places: Option<Arc<InOrder<Pose>>>,
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
    /// Takes over a snapshot.
    pub fn observe(&mut self, snapshot: &Arc<Snapshot>) {
        if snapshot.commands >= self.sent {
            self.playing = snapshot.playing;
            self.at_start = snapshot.at_start();
        }
        let ahead = !matches!(self.ahead, ExpectedPoses::Nothing);
        if ahead && snapshot.commands >= self.ahead_until {
            self.ahead = ExpectedPoses::Nothing;
            self.places = None;
        }
        if !self.snapshot.as_ref().is_some_and(|it| Arc::ptr_eq(it, snapshot)) {
            self.snapshot = Some(Arc::clone(snapshot));
            self.places = None;
        }
    }
    /// Records that the last command sent restores this state.
    pub fn stand_as(&mut self, then: &PausedState) {
        self.put_back = Some((self.sent, then.clone()));
    }
    /// Counts a command that is sent.
    pub fn count(&mut self) {
        self.sent += 1;
    }
    /// Whether the run is paused after its start, or will be once the worker has caught up.
    pub fn stands(&self) -> bool {
        !self.playing && !self.at_start
    }
    /// The present state of the run if it is known: with all commands carried out. It is unknown while an earlier time of the run is shown, as
    /// changes made to the machine after that time are applied again when the run continues from it.
    pub fn stand(&self) -> Option<PausedState> {
        let put_back = self.put_back.as_ref().filter(|it| it.0 == self.sent);
        let known = || {
            self.snapshot
                .clone()
                .filter(|it| self.caught_up() && it.ahead == 0)
        };
        put_back
            .map(|it| it.1.clone())
            .or_else(|| Some(PausedState::Seen(known()?)))
    }
    /// Number of commands sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }
    /// Whether the snapshot includes all commands sent.
    pub fn caught_up(&self) -> bool {
        self.reached(self.sent)
    }
    /// Whether the snapshot includes this many commands.
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
    /// Sets the expected state, until the worker has caught up.
    pub fn expect(&mut self, playing: bool, at_start: bool) {
        self.playing = playing;
        self.at_start = at_start;
    }
    /// Expects all parts at their built poses. Call after counting the command that causes it.
    pub fn expect_built(&mut self) {
        self.places = None;
        self.ahead = ExpectedPoses::Built;
        self.ahead_until = self.sent;
    }
    /// Expects parts at these poses. Call after counting the command that causes it.
    pub fn expect_poses(&mut self, poses: &[(Id, Pose)]) {
        if poses.is_empty() {
            return;
        }
        if let ExpectedPoses::Poses(map) = &mut self.ahead {
            map.extend(poses.iter().copied());
        } else {
            self.ahead = ExpectedPoses::Poses(poses.iter().copied().collect());
        }
        self.ahead_until = self.sent;
        self.places = None;
    }
    /// Shows poses during a gesture; an empty list ends this.
    pub fn preview(&mut self, poses: impl IntoIterator<Item = (Id, Pose)>) {
        self.preview = poses.into_iter().collect();
        self.places = None;
    }
    /// Discards the cached poses, after parts of the scene have changed or moved.
    pub fn forget_places(&mut self) {
        self.places = None;
    }
    /// Computes the cache of all parts' poses.
    pub fn place_all(&mut self, scene: &Scene) {
        if self.places.is_none() {
            self.places = Some(self.find_places(scene));
        }
    }
    /// Whether the cache of poses is valid: nothing has moved since it was computed.
    pub fn knows_places(&self) -> bool {
        self.places.is_some()
    }
    /// Poses of all parts.
    pub fn places(&self, scene: &Scene) -> Arc<InOrder<Pose>> {
        let known = self.places.as_ref().map(Arc::clone);
        known.unwrap_or_else(|| self.find_places(scene))
    }
    fn find_places(&self, scene: &Scene) -> Arc<InOrder<Pose>> {
        let runs = self.snapshot.iter();
        let mut moving = runs.flat_map(|it| it.model.poses(&it.state)).peekable();
        // Both lists are sorted by id.
        let place = |part: &Entry| {
            while moving.next_if(|it| it.0 < part.id).is_some() {}
            let in_run = moving.next_if(|it| it.0 == part.id).map(|it| it.1);
            let in_run = || in_run.or_else(|| self.snapshot.as_ref()?.pose(part.id));
            self.place_of(part.id, part.built, in_run)
        };
        Arc::new(scene.roster().table(place))
    }
    /// Pose of a part: preview, expected, in the run, or built.
    fn place_of(&self, id: Id, built: Pose, in_run: impl Fn() -> Option<Pose>) -> Pose {
        let ahead = match &self.ahead {
            ExpectedPoses::Built => Some(built),
            ExpectedPoses::Poses(poses) => poses.get(&id).copied(),
            ExpectedPoses::Nothing => None,
        };
        let shown = self.preview.get(&id).copied().or(ahead);
        shown.or_else(in_run).unwrap_or(built)
    }

    /// Present pose of a part.
    pub fn pose(&self, scene: &Scene, id: Id) -> Option<Pose> {
        if let Some(places) = &self.places {
            return places.get(id).copied();
        }
        let in_run = || self.snapshot.as_ref()?.pose(id);
        Some(self.place_of(id, scene.part(id)?.pose, in_run))
    }
    /// Form coordinate of a part; `None` for a part of constant form or at its built pose.
    pub fn form(&self, scene: &Scene, id: Id) -> Option<f64> {
        let built = matches!(self.ahead, ExpectedPoses::Built) || scene.part(id)?.fixed;
        self.snapshot.as_ref().filter(|_| !built)?.form(id)
    }
    /// Shape of a part in its present form.
    pub fn shape<'s>(&self, scene: &'s Scene, id: Id) -> Option<Cow<'s, Shape>> {
        Some(self.shape_of(scene, id, scene.part(id)?))
    }
    /// Like [`RunView::shape`], for a part that has been looked up already.
    pub fn shape_of<'s>(&self, scene: &Scene, id: Id, part: &'s Part) -> Cow<'s, Shape> {
        let built = &part.shape;
        if !built.changes_form() {
            return Cow::Borrowed(built);
        }
        let formed = self.form(scene, id).and_then(|u| built.formed(u));
        formed.map_or(Cow::Borrowed(built), Cow::Owned)
    }
    /// Ports of an attachment at its present position, at rest.
    pub fn ports(&self, scene: &Scene, end: Attach) -> EndPorts {
        let part = end.part.and_then(|id| Some((id, self.pose(scene, id)?)));
        let (point, angle) = match part.and_then(|(id, pose)| Some((self.shape(scene, id)?, pose))) {
            Some((shape, pose)) => shape.posed(end.at, pose),
            None => (end.at, 0.0),
        };
        EndPorts::fixed(point, angle)
    }
    /// Present world point of an attachment.
    pub fn point(&self, scene: &Scene, end: Attach) -> Vec2 {
        self.ports(scene, end).point.value
    }
}
