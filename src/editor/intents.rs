//! Handling of the panels' intents.

use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Change, Edit, Id, Info, Item, Scene, Settings, Underlay};
use crate::worker::Command;

use super::deferred::Deferred;
use super::draft::Draft;
use super::selection::How;
use super::undo_step::GestureKey;
use super::wheels::round_part;
use super::{Editor, Intent, Level, Tool};

impl Editor {
    pub(super) fn take_intent(&mut self, intent: Intent) {
        let at_once = matches!(
            intent,
            Intent::SetSettings { .. }
                | Intent::Race(_)
                | Intent::Observe(_)
                | Intent::Hover(_)
                | Intent::GoTo(_)
                | Intent::DismissNotice(_)
        );
        if self.settling() && !at_once {
            self.deferred.push_back(Deferred::Intent(intent));
        } else {
            self.follow(intent);
        }
    }

    /// Each intent has an arm, so that the compiler reports one without a handler.
    fn follow(&mut self, intent: Intent) {
        match intent {
            Intent::SetParameter {
                ids,
                key,
                value,
                done,
            } => self.follow_parameter(&ids, &key, value, done),
            Intent::SetPitchRadius { ids, radius, done } => self.set_pitch_radius(&ids, radius, done),
            Intent::SetFormula { ids, key, text } => self.set_formula(&ids, &key, &text),
            Intent::Variable(change) => self.take_variable_change(change),
            Intent::SetMass { ids, mass, done } => self.set_mass(&ids, mass, done),
            Intent::SetMaterial { ids, material, done } => self.set_material(&ids, material, done),
            Intent::SetCollides { ids, collides } => self.set_collides(&ids, collides),
            Intent::SetLayer { ids, layer, done } => self.set_layer(&ids, layer, done),
            Intent::SetLocked { ids, locked } => self.set_locked(&ids, locked),
            Intent::SetHidden { ids, hidden } => self.set_hidden(&ids, hidden),
            Intent::SetFixed { ids, fixed } => self.set_fixed(&ids, fixed),
            Intent::SetColour { ids, colour } => self.set_colour(&ids, colour),
            Intent::SetVelocity {
                id,
                velocity,
                omega,
                done,
            } => self.set_velocity(id, (velocity, omega), done),
            Intent::SetConstraint { id, kind } => self.set_constraint(id, kind),
            Intent::SetForce { id, kind } => self.set_force(id, &kind),
            Intent::Rename { id, name } => self.rename(id, name.trim()),
            Intent::SetPose { id, pose, done } => self.set_pose(id, pose, done),
            Intent::SetEnd { id, index, at, done } => self.set_end((id, index), at, done),
            Intent::SetSettings { settings, done } => self.follow_settings(settings, done),
            Intent::SetScopes(scopes) => self.set_scopes(scopes, "Change scopes"),
            Intent::AddSignal(text) => self.add_signal(text),
            Intent::Observe(what) => self.run(Command::Observe(what)),
            Intent::Race(order) => self.run(Command::Race(order)),
            Intent::SetInfo { info, done } => self.set_info(info, done),
            Intent::Trace { id, at } => self.add_trace(Attach::part(id, at)),
            Intent::AddNote { at, text } => self.add_note(at, &text),
            Intent::SetNote { id, text } => self.set_note(id, &text),
            Intent::SetDimension { id, text } => self.set_dimension(id, &text),
            Intent::LayUnder(file) => self.lay_under(file),
            Intent::SetUnderlay { underlay, done } => self.follow_underlay(underlay, done),
            Intent::ScaleUnderlay { from, to, text } => self.scale_underlay(from, to, &text),
            Intent::Paste(scene) => self.paste_anew(&scene),
            Intent::ChooseKey(action) => self.choose_key(action),
            Intent::HoldDropped(holding) => self.hold_dropped(holding),
            Intent::PinToGround { id, at } => self.pin_to_ground(id, at),
            Intent::Refit(id) => self.refit(id),
            Intent::Select { ids, how } => self.follow_selection(ids, how),
            Intent::Hover(item) => self.pointed_at = item.filter(|id| self.scene.item(*id).is_some()),
            Intent::SetTool(Tool::Underlay) => self.trace_over(),
            Intent::SetTool(tool) => self.set_tool(tool),
            Intent::Construct(what) => self.construct(what),
            Intent::BringBack(id) => self.bring_back(id),
            Intent::GoToStep(step) => self.go_to_step(step),
            Intent::Scrub(time) => self.scrub(time),
            Intent::GoTo(camera) => self.view.animate_to(camera),
            Intent::PlayOpen { assemble } => self.play_torn(assemble),
            Intent::Refuse(why) => self.say(Level::Warning, why),
            Intent::DismissNotice(index) => self.notices.dismiss(index),
        }
    }

    fn follow_parameter(&mut self, ids: &[Id], key: &str, value: f64, done: bool) {
        let gesture = GestureKey(format!("parameter {key} of {ids:?}"));
        self.set_parameter(ids, key, value, gesture);
        self.end_gesture(done);
    }

    fn follow_settings(&mut self, settings: Settings, done: bool) {
        let gesture = GestureKey("settings".to_owned());
        self.set_settings(settings, "Change settings", Some(gesture));
        self.end_gesture(done);
    }

    fn follow_underlay(&mut self, underlay: Option<Underlay>, done: bool) {
        let label = if underlay.is_some() {
            "Change the picture"
        } else {
            "Remove the picture"
        };
        self.change_underlay(underlay, label, Some(GestureKey("underlay".to_owned())));
        self.end_gesture(done);
    }

    fn follow_selection(&mut self, ids: Vec<Id>, how: How) {
        self.selection.select(ids, how);
        self.selection.prune(&self.scene);
    }

    fn paste_anew(&mut self, scene: &Scene) {
        self.finish_gesture();
        self.paste(scene);
    }

    fn set_force(&mut self, id: Id, kind: &ForceKind) {
        self.change_items(&[id], "Change", None, |item| {
            if let Item::Force(it) = item {
                it.kind = kind.clone();
            }
        });
    }

    fn set_constraint(&mut self, id: Id, mut kind: ConstraintKind) {
        // Another joint within a breakable one is fitted to the present poses and does not get its default lengths.
        if let Some(it) = self.scene.constraint(id)
            && it.kind.holds_as().id() != kind.holds_as().id()
        {
            let ends: Vec<_> = it.ends.iter().map(|end| self.ports(*end)).collect();
            kind.fit(&ends);
        }
        let mut draft = Draft::new(&self.scene);
        draft.change(id, |item| {
            if let Item::Constraint(it) = item {
                it.kind = kind;
            }
        });
        let label = self.label_of("Change", &[id]);
        self.commit_followed(draft, &[], &label, None);
    }

    fn set_pose(&mut self, id: Id, pose: Pose, done: bool) {
        let gesture = GestureKey(format!("pose of {id:?}"));
        let mut draft = Draft::new(&self.scene);
        draft.pose(&[(id, pose)]);
        draft.refit_drives();
        let label = self.label_of("Move", &[id]);
        self.commit_followed(draft, &[id], &label, Some(gesture));
        self.end_gesture(done);
    }

    fn set_info(&mut self, info: Info, done: bool) {
        let mut edit = Edit::new("Change words");
        edit.changes.push(Change::Info {
            before: self.scene.info.clone(),
            after: info,
        });
        self.commit(edit, Vec::new(), Some(GestureKey("info".to_owned())));
        self.end_gesture(done);
    }

    pub(super) fn end_gesture(&mut self, done: bool) {
        if done {
            self.seal();
        }
    }

    pub(super) fn change_items(
        &mut self,
        ids: &[Id],
        label: &str,
        gesture: Option<GestureKey>,
        change: impl Fn(&mut Item),
    ) {
        let mut edit = Edit::new(label);
        for &id in ids {
            if let Some(item) = self.scene.item(id) {
                let mut item = item.clone();
                change(&mut item);
                self.scene.plan_item(&mut edit, id, Some(item));
            }
        }
        self.commit(edit, Vec::new(), gesture);
    }

    /// Moves an end of an item on the part or ground to which it is attached; at the start the parts follow.
    fn set_end(&mut self, (id, index): (Id, usize), at: Vec2, done: bool) {
        let gesture = GestureKey(format!("end {index} of {id:?}"));
        let mut draft = Draft::new(&self.scene);
        draft.change(id, |item| {
            if let Some(end) = item.attachments_mut().get_mut(index) {
                end.at = at;
            }
        });
        let label = self.label_of("Move", &[id]);
        self.commit_followed(draft, &[], &label, Some(gesture));
        self.end_gesture(done);
    }

    /// Fits a constraint or force to the present poses of its ends.
    fn refit(&mut self, id: Id) {
        let Some(item) = self.scene.item(id) else { return };
        let attached = item.attachments();
        let ends: Vec<_> = attached.iter().map(|end| self.ports(*end)).collect();
        let round: Vec<_> = attached.iter().map(|end| round_part(&self.scene, *end)).collect();
        self.change_items(&[id], "Fit", None, |item| match item {
            Item::Constraint(it) => {
                it.kind.suit(&round);
                it.kind.fit(&ends);
            }
            Item::Force(it) => it.kind.fit(&ends),
            Item::Part(_) | Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => {}
        });
    }
}
