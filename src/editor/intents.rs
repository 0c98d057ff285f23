//! Carrying out what panels ask for.

use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Change, Edit, Id, Info, Item, LAYERS, Part, Scene};
use crate::worker::Command;

use super::deferred::Deferred;
use super::draft::Draft;
use super::history::GestureKey;
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

    fn follow(&mut self, intent: Intent) {
        match intent {
            Intent::SetParameter {
                ids,
                key,
                value,
                done,
            } => {
                let gesture = GestureKey(format!("parameter {key} of {ids:?}"));
                self.set_parameter(&ids, &key, value, gesture);
                self.end_gesture(done);
            }
            Intent::SetFormula { ids, key, text } => self.set_formula(&ids, &key, &text),
            it @ (Intent::SetVariable { .. }
            | Intent::SlideVariable { .. }
            | Intent::RenameVariable { .. }
            | Intent::RemoveVariable(_)
            | Intent::SetSlider { .. }) => self.follow_variable(it),
            it @ (Intent::SetMass { .. }
            | Intent::SetMaterial { .. }
            | Intent::SetCollides { .. }
            | Intent::SetLayer { .. }
            | Intent::SetLocked { .. }
            | Intent::SetHidden { .. }
            | Intent::SetFixed { .. }
            | Intent::SetColour { .. }
            | Intent::SetVelocity { .. }) => self.follow_part(it),
            Intent::SetConstraint { id, kind } => self.set_constraint(id, kind),
            Intent::SetForce { id, kind } => self.set_force(id, &kind),
            Intent::Rename { id, name } => self.rename(id, name.trim()),
            Intent::SetPose { id, pose, done } => {
                self.set_pose(id, pose);
                self.end_gesture(done);
            }
            Intent::SetEnd { id, index, at, done } => {
                self.set_end(id, index, at);
                self.end_gesture(done);
            }
            Intent::SetSettings { settings, done } => {
                let gesture = GestureKey("settings".to_owned());
                self.set_settings(settings, "Change settings", Some(gesture));
                self.end_gesture(done);
            }
            Intent::SetScopes(scopes) => self.set_scopes(scopes, "Change scopes"),
            Intent::AddSignal(text) => self.add_signal(text),
            Intent::Observe(what) => self.run(Command::Observe(what)),
            Intent::Race(order) => self.run(Command::Race(order)),
            Intent::SetInfo { info, done } => {
                self.set_info(info);
                self.end_gesture(done);
            }
            Intent::Trace { id, at } => self.add_trace(Attach::part(id, at)),
            it @ (Intent::AddNote { .. }
            | Intent::SetNote { .. }
            | Intent::SetDimension { .. }
            | Intent::LayUnder(_)
            | Intent::SetUnderlay { .. }
            | Intent::ScaleUnderlay { .. }) => self.follow_annotation(it),
            Intent::Paste(scene) => self.paste_anew(&scene),
            Intent::ChooseKey(action) => self.choose_key(action),
            Intent::HoldDropped(holding) => self.hold_dropped(holding),
            Intent::PinToGround { id, at } => self.pin_to_ground(id, at),
            Intent::Refit(id) => self.refit(id),
            Intent::Select { ids, how } => {
                self.selection.select(ids, how);
                self.selection.prune(&self.scene);
            }
            Intent::Hover(item) => self.pointed_at = item.filter(|id| self.scene.item(*id).is_some()),
            Intent::SetTool(Tool::Underlay) => self.trace_over(),
            Intent::SetTool(tool) => self.set_tool(tool),
            Intent::Construct(what) => self.construct(what),
            Intent::BringBack(id) => self.bring_back(id),
            Intent::GoToStep(step) => self.go_to_step(step),
            Intent::Scrub(time) => self.scrub(time),
            Intent::GoTo(camera) => self.view.fly_to(camera),
            Intent::PlayTorn { assemble } => self.play_torn(assemble),
            Intent::Refuse(why) => self.say(Level::Warning, why),
            Intent::DismissNotice(index) => self.notices.dismiss(index),
        }
    }

    /// Dispatches intents about notes, dimensions and the picture under the machine.
    fn follow_annotation(&mut self, intent: Intent) {
        match intent {
            Intent::AddNote { at, text } => self.add_note(at, &text),
            Intent::SetNote { id, text } => self.set_note(id, &text),
            Intent::SetDimension { id, text } => self.set_dimension(id, &text),
            Intent::LayUnder(file) => self.lay_under(file),
            Intent::SetUnderlay { underlay, done } => {
                let label = if underlay.is_some() {
                    "Change the picture"
                } else {
                    "Remove the picture"
                };
                self.change_underlay(underlay, label, Some(GestureKey("underlay".to_owned())));
                self.end_gesture(done);
            }
            Intent::ScaleUnderlay { from, to, text } => self.scale_underlay(from, to, &text),
            _ => {}
        }
    }

    /// Dispatches intents about named parameters.
    fn follow_variable(&mut self, intent: Intent) {
        match intent {
            Intent::SetVariable { name, text } => self.set_variable(&name, &text, None),
            Intent::SlideVariable { name, value, done } => {
                self.slide_variable(&name, value);
                self.end_gesture(done);
            }
            Intent::RenameVariable { from, to } => self.rename_variable(&from, to.trim()),
            Intent::RemoveVariable(name) => self.remove_variable(&name),
            Intent::SetSlider { name, range } => self.set_slider(&name, range),
            _ => {}
        }
    }

    /// Dispatches intents about properties of parts.
    fn follow_part(&mut self, intent: Intent) {
        match intent {
            Intent::SetMass { ids, mass, done } => {
                let gesture = GestureKey(format!("mass of {ids:?}"));
                self.change_parts(&ids, "Change mass", Some(gesture), |part| part.mass = mass);
                self.end_gesture(done);
            }
            Intent::SetMaterial { ids, material, done } => {
                let gesture = GestureKey(format!("material of {ids:?}"));
                self.change_parts(&ids, "Change material", Some(gesture), |part| {
                    part.material = material
                });
                self.end_gesture(done);
            }
            Intent::SetCollides { ids, collides } => {
                self.change_parts(&ids, "Change what collides", None, |part| {
                    part.collides = collides
                });
            }
            Intent::SetLayer { ids, layer, done } => {
                let gesture = GestureKey(format!("layer of {ids:?}"));
                self.change_parts(&ids, "Change layer", Some(gesture), |part| part.layer = layer);
                self.end_gesture(done);
            }
            Intent::SetLocked { ids, locked } => self.set_locked(&ids, locked),
            Intent::SetHidden { ids, hidden } => self.set_hidden(&ids, hidden),
            Intent::SetFixed { ids, fixed } => self.set_fixed(&ids, fixed),
            Intent::SetColour { ids, colour } => {
                self.change_parts(&ids, "Paint", None, |part| part.colour = colour);
            }
            Intent::SetVelocity {
                id,
                velocity,
                omega,
                done,
            } => {
                let gesture = GestureKey(format!("velocity of {id:?}"));
                self.change_parts(&[id], "Change velocity", Some(gesture), |part| {
                    part.velocity = velocity;
                    part.omega = omega;
                });
                self.end_gesture(done);
            }
            _ => {}
        }
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
        // Another joint within one that breaks holds what is there, not its usual lengths.
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

    fn set_pose(&mut self, id: Id, pose: Pose) {
        let gesture = GestureKey(format!("pose of {id:?}"));
        let mut draft = Draft::new(&self.scene);
        draft.pose(&[(id, pose)]);
        draft.refit_drives();
        let label = self.label_of("Move", &[id]);
        self.commit_followed(draft, &[id], &label, Some(gesture));
    }

    fn set_info(&mut self, info: Info) {
        let mut edit = Edit::new("Change words");
        edit.changes.push(Change::Info {
            before: self.scene.info.clone(),
            after: info,
        });
        self.commit(edit, Vec::new(), Some(GestureKey("info".to_owned())));
    }

    fn end_gesture(&mut self, done: bool) {
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

    /// Moves the selected parts so many layers to the front.
    pub(super) fn raise(&mut self, by: i32) {
        let ids = self.selection.parts(&self.scene);
        self.change_parts(&ids, "Change layer", None, |part| {
            part.layer = (part.layer + by).clamp(-LAYERS, LAYERS);
        });
    }

    pub(super) fn change_parts(
        &mut self,
        ids: &[Id],
        label: &str,
        gesture: Option<GestureKey>,
        change: impl Fn(&mut Part),
    ) {
        self.change_items(ids, label, gesture, |item| {
            if let Item::Part(part) = item {
                change(part);
            }
        });
    }

    /// Puts an end of an item elsewhere on what it is on; at the start the parts follow.
    fn set_end(&mut self, id: Id, index: usize, at: Vec2) {
        let gesture = GestureKey(format!("end {index} of {id:?}"));
        let mut draft = Draft::new(&self.scene);
        draft.change(id, |item| {
            if let Some(end) = item.attachments_mut().get_mut(index) {
                end.at = at;
            }
        });
        let label = self.label_of("Move", &[id]);
        self.commit_followed(draft, &[], &label, Some(gesture));
    }

    fn set_fixed(&mut self, ids: &[Id], fixed: bool) {
        let mut edit = Edit::new(if fixed { "Fix" } else { "Free" });
        for &id in ids {
            if let Some(part) = self.scene.part(id) {
                let mut part = part.clone();
                part.fixed = fixed;
                // A part nailed down in a run stays where it is then.
                if fixed && let Some(pose) = self.pose(id) {
                    part.pose = pose;
                    if let Some(shape) = self.form(id).and_then(|u| part.shape.formed(u)) {
                        part.shape = shape;
                    }
                }
                self.scene.plan_item(&mut edit, id, Some(part.into()));
            }
        }
        self.commit(edit, Vec::new(), None);
    }

    /// Fits a constraint or force to where its ends are now.
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
            _ => {}
        });
    }
}
