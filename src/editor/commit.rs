//! Edits are checked, applied, recorded for undo, and passed on to the run.

use std::collections::BTreeSet;

use crate::lab::scope;
use crate::math::Pose;
use crate::scene::validate::problems;
use crate::scene::{Change, Edit, Id, Item, Part};
use crate::sim::Input;
use crate::worker::{Command, PendingState};

use super::run::PausedState;
use super::settle::without_rounding_errors;
use super::snap_point::Snap;
use super::undo_step::{GestureKey, InRun};
use super::{Editor, Effect, Level, Tool};

/// Most remaining parts whose poses are recorded with a deletion; of more, only those joined to a deleted part.
const MOST_NOTED: usize = 400;

/// Part of the run that an edit affects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Touches {
    /// Nothing: texts, names, colours and so on.
    Nothing,
    /// The settings.
    Settings,
    /// The compiled machine.
    Machine,
}

impl Editor {
    /// Applies an edit when the scene stays legal; otherwise shows the reason and changes nothing. `poses` are the new poses of parts in
    /// the run (at t > 0; at the start the run takes the built poses). Successive edits with the same key are one undo step.
    pub(super) fn commit(&mut self, edit: Edit, poses: Vec<(Id, Pose)>, key: Option<GestureKey>) -> bool {
        let edit = without_rounding_errors(edit, &self.scene.variables);
        if edit.is_empty() {
            return false;
        }
        let (mut edit, told) = self.without_stale_formulas(edit);
        // A run that was loaded with the scene does not belong to the changed machine.
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
        // A gesture that continues keeps the state from before its first edit.
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

    /// Records that parts of a paused run were moved; undo restores them until time goes on. `before` is the state before the move;
    /// without it nothing is recorded.
    pub(super) fn note_posed(&mut self, label: &str, before: Option<PausedState>, key: Option<GestureKey>) {
        if before.is_some() {
            let in_run = InRun {
                state: before,
                posed: true,
                ..InRun::default()
            };
            self.history.push(Edit::new(label), Vec::new(), in_run, key);
        }
    }

    /// Present state of the run, for undo; `None` at the start and while time passes. Where the worker's answer is not there yet, the worker
    /// is asked to store the state.
    pub(super) fn standing(&mut self) -> Option<PausedState> {
        if !self.run.stands() {
            return None;
        }
        Some(self.run.stand().unwrap_or_else(|| {
            let place = PendingState::default();
            self.run(Command::Capture(place.clone()));
            PausedState::Asked(place, self.run.places(&self.scene))
        }))
    }

    /// Ends the gesture whose edits are one undo step.
    pub(super) fn seal(&mut self) {
        self.history.seal();
    }

    /// Poses of the parts that an edit deletes, followed by those of the other parts (of many, only those joined to a deleted one).
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

    /// Parts that a constraint joins to the given part.
    pub(super) fn partners(&self, id: Id) -> impl Iterator<Item = Id> {
        self.scene
            .constraints()
            .filter(move |(_, it)| it.ends.iter().any(|end| end.part == Some(id)))
            .flat_map(|(_, it)| it.ends.iter().filter_map(|end| end.part))
            .filter(move |other| *other != id)
    }

    /// Passes an applied edit on to the run.
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

    /// Sends the present scene to the run, with new poses of parts.
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

    /// Tells the worker which signals to record, where these have changed.
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

/// Whether a command may change the run in a way that undo does not revert.
fn lets_time_go(command: &Command) -> bool {
    match command {
        Command::Input(input) => matches!(input, Input::Hand(Some(_))),
        Command::Drag(_)
        | Command::Pause
        | Command::Capture(_)
        | Command::Restore(_)
        | Command::Observe(_)
        | Command::Record(_)
        | Command::ExportExperiment(_) => false,
        _ => true,
    }
}

/// Pose of a part that keeps its place relative to a partner that moves from one pose to another.
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

/// Whether an edit affects the run.
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
        // Which parts collide is compiled into the model.
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
