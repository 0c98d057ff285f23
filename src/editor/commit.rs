//! Edits: checked, applied, remembered for undo, and passed on to the run.

use std::collections::BTreeSet;

use crate::lab::scope;
use crate::math::Pose;
use crate::scene::validate::problems;
use crate::scene::{Change, Edit, Id, Item, Part};
use crate::sim::Input;
use crate::worker::{Command, PendingState};

use super::run::Stand;
use super::settle::with_short_numbers;
use super::snap_point::Snap;
use super::undo_step::{GestureKey, InRun};
use super::{Editor, Effect, Level, Tool};

/// Of more parts than this are only those noted that a deleted one is joined to.
const MOST_NOTED: usize = 400;

/// What an edit means for the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Touches {
    /// Words, names and paint only.
    Nothing,
    /// The settings only.
    Settings,
    /// What the machine is made of.
    Machine,
}

impl Editor {
    /// Applies an edit when the scene stays legal; otherwise says why not and changes nothing. `poses` are where
    /// parts are put in the run (at t > 0; at the start the run is at the built poses). Edits with the same key,
    /// one after the other, are one step of undo.
    pub(super) fn commit(&mut self, edit: Edit, poses: Vec<(Id, Pose)>, key: Option<GestureKey>) -> bool {
        let edit = with_short_numbers(edit, &self.scene.variables);
        if edit.is_empty() {
            return false;
        }
        let (mut edit, told) = self.without_stale_formulas(edit);
        // A run that the scene was read with is none of another machine.
        if self.scene.run.is_some() && acts_on_run(&edit) {
            let before = self.scene.run.clone();
            edit.changes.push(Change::Run { before, after: None });
        }
        let mut trial = self.scene.clone();
        trial.apply(&edit);
        let found = problems(&trial);
        if let Some(first) = found.first() {
            let text = match found.len() {
                1 => first.message.clone(),
                n => format!("{} (and {} more)", first.message, n - 1),
            };
            self.say(Level::Warning, text);
            return false;
        }
        self.end_glide();
        self.finished = None;
        self.dropped = None;
        let mut remembered = self.gone_poses(&edit);
        let put = poses
            .iter()
            .filter(|_| !self.run.at_start())
            .filter_map(|(id, now)| Some((*id, [self.run.pose(&self.scene, *id)?, *now])))
            .collect();
        let acts = acts_on_run(&edit) || !poses.is_empty();
        // A gesture that goes on has the state from before it.
        let begins = !self.history.continues(key.as_ref());
        let in_run = InRun {
            state: (acts && begins).then(|| self.standing()).flatten(),
            put,
            ..InRun::default()
        };
        self.scene = trial;
        self.run.forget_places();
        self.pass_on(&edit, &poses);
        remembered.extend(poses);
        self.history.push(edit, remembered, in_run, key);
        self.tidy();
        if let Some(told) = told {
            self.say(Level::Info, told);
        }
        true
    }

    /// Remembers that parts of a paused run were put elsewhere: that can be taken back until time goes on. `before` is the
    /// run as it was, if that is known.
    pub(super) fn note_posed(&mut self, label: &str, before: Option<Stand>, key: Option<GestureKey>) {
        if before.is_some() {
            let in_run = InRun {
                state: before,
                posed: true,
                ..InRun::default()
            };
            self.history.push(Edit::new(label), Vec::new(), in_run, key);
        }
    }

    /// The run as it stands, to be put back to that; none at the start and while time goes by. Where the worker has not answered yet, it is
    /// asked to keep what it comes to.
    pub(super) fn standing(&mut self) -> Option<Stand> {
        if !self.run.stands() {
            return None;
        }
        Some(self.run.stand().unwrap_or_else(|| {
            let place = PendingState::default();
            self.run(Command::Capture(place.clone()));
            Stand::Asked(place, self.run.places(&self.scene))
        }))
    }

    /// Ends the gesture whose edits were one step.
    pub(super) fn seal(&mut self) {
        self.history.seal();
    }

    /// Where the parts that an edit deletes are now, and after them all others; of many, those that they are joined to.
    pub(super) fn gone_poses(&self, edit: &Edit) -> Vec<(Id, Pose)> {
        let gone = |change: &Change| match change {
            Change::Item {
                id,
                before: Some(item),
                after: None,
            } if !item.is_passive() => Some(*id),
            _ => None,
        };
        let gone: BTreeSet<Id> = edit.changes.iter().filter_map(gone).collect();
        if gone.is_empty() {
            return Vec::new();
        }
        let (mut first, others): (Vec<Id>, Vec<Id>) = self
            .scene
            .parts()
            .map(|(id, _)| id)
            .partition(|id| gone.contains(id));
        if others.len() <= MOST_NOTED {
            first.extend(others);
        } else {
            let partners = first.iter().flat_map(|id| self.partners(*id));
            let partners: BTreeSet<Id> = partners.filter(|id| !gone.contains(id)).collect();
            first.extend(partners);
        }
        let pose = |id: Id| Some((id, self.run.pose(&self.scene, id)?));
        first.into_iter().filter_map(pose).collect()
    }

    /// Parts that a constraint joins to this one.
    pub(super) fn partners(&self, id: Id) -> impl Iterator<Item = Id> {
        self.scene
            .constraints()
            .filter(move |(_, it)| it.ends.iter().any(|end| end.part == Some(id)))
            .flat_map(|(_, it)| it.ends.iter().filter_map(|end| end.part))
            .filter(move |other| *other != id)
    }

    /// Tells the run what an edit that was applied means for it.
    pub(super) fn pass_on(&mut self, edit: &Edit, poses: &[(Id, Pose)]) {
        self.forget_cycle();
        match edit.changes.iter().map(touches).max() {
            Some(Touches::Machine) => self.pass_on_scene(poses.to_vec()),
            Some(Touches::Settings) => {
                let settings = self.scene.settings;
                self.run(Command::Input(Input::Settings(settings)));
            }
            Some(Touches::Nothing) | None => {}
        }
        self.record_scopes();
    }

    /// Gives the run the scene as it is now, and puts parts where they are said to be.
    pub(super) fn pass_on_scene(&mut self, poses: Vec<(Id, Pose)>) {
        let scene = Box::new(self.scene.clone());
        if self.run.at_start() {
            self.run(Command::Input(Input::Scene(scene, Vec::new())));
            self.run.expect_built();
        } else {
            self.run(Command::Input(Input::Scene(scene, poses.clone())));
            self.run.expect_poses(&poses);
        }
    }

    /// Tells the run what is recorded of it, where that has changed.
    pub(super) fn record_scopes(&mut self) {
        let signals = scope::signals(&self.scene);
        if signals != self.recorded {
            self.recorded.clone_from(&signals);
            self.run(Command::Record(signals));
        }
    }

    /// Sends a command to the worker.
    pub(super) fn run(&mut self, command: Command) {
        if lets_time_go(&command) {
            self.history.let_time_go();
        }
        self.run.count();
        self.out.push(Effect::Run(command));
    }

    pub(super) fn tidy(&mut self) {
        if self.scene.underlay.is_none() && self.tool == Tool::Underlay {
            self.set_tool(Tool::Select);
        }
        let gone = |snap: Snap| snap.end.part.is_some_and(|id| self.scene.part(id).is_none());
        self.measuring = self
            .measuring
            .filter(|it| !gone(it.from) && !it.to.is_some_and(gone));
        self.selection.prune(&self.scene);
        self.hover = self.hover.filter(|id| self.scene.item(*id).is_some());
    }
}

/// Whether a run may be another after a command in a way that undo does not take back.
fn lets_time_go(command: &Command) -> bool {
    match command {
        Command::Input(input) => matches!(input, Input::Hand(Some(_))),
        Command::Drag(_)
        | Command::Pause
        | Command::Capture(_)
        | Command::Restore(_)
        | Command::Observe(_)
        | Command::Record(_)
        | Command::Tell(_) => false,
        _ => true,
    }
}

/// A pose of a part that keeps its place against a partner which goes from one pose to another.
pub(super) fn carry(part: &Part, pose: Pose, from: Pose, to: Pose) -> Pose {
    let turns = part.shape.motion().has_direction();
    Pose {
        position: to.point(from.local_point(pose.position)),
        angle: if turns {
            pose.angle + to.angle - from.angle
        } else {
            0.0
        },
    }
}

/// Whether a run has to know of an edit.
pub(super) fn acts_on_run(edit: &Edit) -> bool {
    edit.changes.iter().any(|it| touches(it) != Touches::Nothing)
}

fn touches(change: &Change) -> Touches {
    match change {
        Change::Info { .. }
        | Change::Scopes { .. }
        | Change::Variables { .. }
        | Change::Underlay { .. }
        | Change::Run { .. } => Touches::Nothing,
        // Who touches whom is compiled.
        Change::Settings { before, after } if before.contact != after.contact => Touches::Machine,
        Change::Settings { .. } => Touches::Settings,
        Change::Item {
            before: Some(before),
            after: Some(after),
            ..
        } => {
            let same = match (&**before, &**after) {
                (Item::Part(a), Item::Part(b)) => {
                    let mut a = a.clone();
                    a.name.clone_from(&b.name);
                    a.colour = b.colour;
                    a.handling.clone_from(&b.handling);
                    a == *b
                }
                (Item::Constraint(a), Item::Constraint(b)) => a.ends == b.ends && a.kind == b.kind,
                (Item::Force(a), Item::Force(b)) => a.ends == b.ends && a.kind == b.kind,
                (a, b) => a.is_passive() && b.is_passive(),
            };
            if same { Touches::Nothing } else { Touches::Machine }
        }
        Change::Item { before, after, .. } => {
            let item = before.as_ref().or(after.as_ref());
            if item.is_some_and(|it| it.is_passive()) {
                Touches::Nothing
            } else {
                Touches::Machine
            }
        }
    }
}
