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
use crate::scene::{Attach, Entry, Id, InOrder, Part, Scene};
use crate::sim::SimState;
use crate::worker::{PendingState, Snapshot};

/// A run that stood, to be put back to what it was.
#[derive(Clone, Debug)]
pub enum Stand {
    /// As it was seen.
    Seen(Arc<Snapshot>),
    /// As the worker finds it in its turn, with where parts are to be until that is seen.
    Asked(PendingState, Arc<InOrder<Pose>>),
}

impl Stand {
    /// The state; none while the worker has not come to it.
    pub fn state(&self) -> Option<&SimState> {
        match self {
            Stand::Seen(snapshot) => Some(&snapshot.state),
            Stand::Asked(kept, _) => kept.state(),
        }
    }
}

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
    /// What the run was put back to, and how many commands were asked for by then: until another is, it stands so.
    put_back: Option<(u64, Stand)>,
    /// Where all parts are, once asked for, until something moves.
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
    /// Takes note of a snapshot.
    pub fn observe(&mut self, snapshot: &Arc<Snapshot>) {
        if snapshot.commands >= self.sent {
            self.playing = snapshot.playing;
            self.at_start = snapshot.at_start();
        }
        let ahead = !matches!(self.ahead, Ahead::Nothing);
        if ahead && snapshot.commands >= self.ahead_until {
            self.ahead = Ahead::Nothing;
            self.places = None;
        }
        if !self.snapshot.as_ref().is_some_and(|it| Arc::ptr_eq(it, snapshot)) {
            self.snapshot = Some(Arc::clone(snapshot));
            self.places = None;
        }
    }
    /// The last command asked for puts the run back to what it was.
    pub fn stand_as(&mut self, then: &Stand) {
        self.put_back = Some((self.sent, then.clone()));
    }
    /// Counts a command on its way.
    pub fn count(&mut self) {
        self.sent += 1;
    }
    /// Whether the run stands after its start, or will once the worker has caught up.
    pub fn stands(&self) -> bool {
        !self.playing && !self.at_start
    }
    /// The run as it stands where that is known: with all done that was asked for. While the past is looked at it is not: what was done
    /// to the machine since is done again when the run goes on from there.
    pub fn stand(&self) -> Option<Stand> {
        let put_back = self.put_back.as_ref().filter(|it| it.0 == self.sent);
        let known = || {
            self.snapshot
                .clone()
                .filter(|it| self.caught_up() && it.ahead == 0)
        };
        put_back
            .map(|it| it.1.clone())
            .or_else(|| Some(Stand::Seen(known()?)))
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
        self.places = None;
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
        self.places = None;
    }
    /// Shows poses while a gesture is under way; none ends that.
    pub fn preview(&mut self, poses: impl IntoIterator<Item = (Id, Pose)>) {
        self.preview = poses.into_iter().collect();
        self.places = None;
    }
    /// The parts of the scene are others, or elsewhere.
    pub fn forget_places(&mut self) {
        self.places = None;
    }
    /// Finds out where all parts are, so that each is found at once until something moves.
    pub fn place_all(&mut self, scene: &Scene) {
        if self.places.is_none() {
            self.places = Some(self.find_places(scene));
        }
    }
    /// Whether it is known where all parts are: nothing has moved since that was asked for.
    pub fn knows_places(&self) -> bool {
        self.places.is_some()
    }
    /// Where all parts are.
    pub fn places(&self, scene: &Scene) -> Arc<InOrder<Pose>> {
        let known = self.places.as_ref().map(Arc::clone);
        known.unwrap_or_else(|| self.find_places(scene))
    }
    fn find_places(&self, scene: &Scene) -> Arc<InOrder<Pose>> {
        let runs = self.snapshot.iter();
        let mut moving = runs.flat_map(|it| it.model.poses(&it.state)).peekable();
        // Both are in the order of the ids.
        let place = |part: &Entry| {
            while moving.next_if(|it| it.0 < part.id).is_some() {}
            let in_run = moving.next_if(|it| it.0 == part.id).map(|it| it.1);
            let in_run = || in_run.or_else(|| self.snapshot.as_ref()?.pose(part.id));
            self.place_of(part.id, part.built, in_run)
        };
        Arc::new(scene.roster().table(place))
    }
    /// Where a part is, which is there in the run.
    fn place_of(&self, id: Id, built: Pose, in_run: impl Fn() -> Option<Pose>) -> Pose {
        let ahead = match &self.ahead {
            Ahead::Built => Some(built),
            Ahead::Poses(poses) => poses.get(&id).copied(),
            Ahead::Nothing => None,
        };
        let shown = self.preview.get(&id).copied().or(ahead);
        shown.or_else(in_run).unwrap_or(built)
    }

    /// Where a part is now.
    pub fn pose(&self, scene: &Scene, id: Id) -> Option<Pose> {
        if let Some(places) = &self.places {
            return places.get(id).copied();
        }
        let in_run = || self.snapshot.as_ref()?.pose(id);
        Some(self.place_of(id, scene.part(id)?.pose, in_run))
    }
    /// What form a part has taken; nothing where it keeps its form or is as built.
    pub fn form(&self, scene: &Scene, id: Id) -> Option<f64> {
        let built = matches!(self.ahead, Ahead::Built) || scene.part(id)?.fixed;
        self.snapshot.as_ref().filter(|_| !built)?.form(id)
    }
    /// The shape of a part in the form it has now.
    pub fn shape<'s>(&self, scene: &'s Scene, id: Id) -> Option<Cow<'s, Shape>> {
        Some(self.shape_of(scene, id, scene.part(id)?))
    }
    /// The same of a part that was looked up already.
    pub fn shape_of<'s>(&self, scene: &Scene, id: Id, part: &'s Part) -> Cow<'s, Shape> {
        let built = &part.shape;
        if !built.changes_form() {
            return Cow::Borrowed(built);
        }
        let formed = self.form(scene, id).and_then(|u| built.formed(u));
        formed.map_or(Cow::Borrowed(built), Cow::Owned)
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
