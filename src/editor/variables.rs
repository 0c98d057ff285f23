//! Editing named parameters: set, slid, renamed and deleted, along with the numbers computed from them.

use crate::constraints::with_micro_sign;
use crate::scene::field::parameters;
use crate::scene::{Change, Edit, Id, Scene, Variable, Variables, field};

use super::adjust::{assemble_draft, change_parameter};
use super::draft::Draft;
use super::undo_step::GestureKey;
use super::variable_change::VariableChange;
use super::{Editor, Level};

/// A scene with a named parameter set to another value (SI, in its dimension), assembled where possible. `None` if there is no such parameter.
pub fn with_variable(scene: &Scene, name: &str, value: f64) -> Option<Scene> {
    let mut variables = scene.variables.clone();
    let place = variables.find(name)?;
    let amount = scene.variables.values().get(name)?.with_value(value);
    let it = &mut variables.list[place];
    it.text = it.text_at(value).unwrap_or_else(|| amount.text());
    let mut draft = Draft::new(scene);
    draft.set_variables(variables);
    give_numbers(&mut draft);
    assemble_draft(&mut draft, &[]);
    Some(draft.scene().clone())
}

/// Sets the numbers of a draft's items to their formulas' values: masses last, since masses by density depend on the shape.
fn give_numbers(draft: &mut Draft) {
    for masses in [false, true] {
        let mut stale = draft.scene().stale_formulas();
        stale.retain(|it| (it.1 == "mass") == masses);
        for (id, key, value) in stale {
            let known = draft.scene().item(id).map(parameters).unwrap_or_default();
            if known.iter().any(|it| it.key == key) {
                change_parameter(draft, id, &key, value);
            } else {
                draft.change(id, |item| {
                    field::set(item, &key, value);
                });
            }
        }
    }
}

impl Editor {
    pub(super) fn take_variable_change(&mut self, change: VariableChange) {
        match change {
            VariableChange::Set { name, text } => self.set_variable(&name, &text, None),
            VariableChange::Slide { name, value, done } => {
                self.slide_variable(&name, value);
                self.end_gesture(done);
            }
            VariableChange::Rename { from, to } => self.rename_variable(&from, to.trim()),
            VariableChange::Remove(name) => self.remove_variable(&name),
            VariableChange::ShowSlider { name, range } => self.set_slider(&name, range),
        }
    }

    fn set_variable(&mut self, name: &str, text: &str, gesture: Option<GestureKey>) {
        let (name, text) = (&with_micro_sign(name.trim()), with_micro_sign(text.trim()));
        let known = self.scene.variables.find(name);
        let verb = if known.is_some() {
            "Change"
        } else {
            "Add parameter"
        };
        self.change_variables(&format!("{verb} {name}"), gesture, |variables| match known {
            Some(place) => variables.list[place].text = text,
            None => variables.list.push(Variable {
                name: name.to_owned(),
                text,
                slider: None,
            }),
        });
    }

    fn slide_variable(&mut self, name: &str, value: f64) {
        let variables = &self.scene.variables;
        let text = variables
            .find(name)
            .and_then(|place| variables.list[place].text_at(value));
        if let Some(text) = text {
            let gesture = GestureKey(format!("parameter {name}"));
            self.set_variable(name, &text, Some(gesture));
        }
    }

    fn rename_variable(&mut self, from: &str, to: &str) {
        if let Err(mistake) = self.scene.variables.check_new_name(from, to) {
            return self.say(Level::Warning, mistake.sentence);
        }
        let to = &with_micro_sign(to);
        self.change_variables(&format!("Rename {from}"), None, |variables| {
            variables.rename(from, to);
        });
    }

    fn remove_variable(&mut self, name: &str) {
        self.change_variables(&format!("Delete {name}"), None, |variables| {
            variables.remove(name)
        });
    }

    fn set_slider(&mut self, name: &str, range: Option<[f64; 2]>) {
        self.change_variables(&format!("Slider of {name}"), None, |variables| {
            if let Some(place) = variables.find(name) {
                variables.list[place].slider = range;
            }
        });
    }

    pub(super) fn set_formula(&mut self, ids: &[Id], key: &str, text: &str) {
        let has = |id: &&Id| {
            self.scene
                .item(**id)
                .is_some_and(|it| field::unit(it, key).is_some())
        };
        let ids: Vec<Id> = ids.iter().filter(has).copied().collect();
        self.change_variables(&format!("Give {key} by {text}"), None, |variables| {
            for id in ids {
                variables
                    .formulas
                    .insert((id, key.to_owned()), with_micro_sign(text.trim()));
            }
        });
    }

    /// Changes named parameters and the numbers computed from them. An invalid change is refused with a notice.
    fn change_variables(
        &mut self,
        label: &str,
        gesture: Option<GestureKey>,
        change: impl FnOnce(&mut Variables),
    ) {
        let mut variables = self.scene.variables.clone();
        change(&mut variables);
        let mut draft = Draft::new(&self.scene);
        draft.set_variables(variables);
        if let Some((_, _, why)) = draft.scene().variable_problems().into_iter().next() {
            return self.say(Level::Warning, why);
        }
        give_numbers(&mut draft);
        let parts: Vec<Id> = draft.scene().parts().map(|(id, _)| id).collect();
        self.commit_meshed(draft, &parts, label, gesture);
    }

    /// Removes from an edit the formulas of numbers that it sets otherwise or that no longer exist (with their item, or by another choice of
    /// kind). Returns the edit, and a notice about numbers whose formulas ended.
    pub(super) fn without_stale_formulas(&self, mut edit: Edit) -> (Edit, Option<String>) {
        let mut trial = self.scene.clone();
        trial.apply(&edit);
        if trial.variables.formulas.is_empty() {
            return (edit, None);
        }
        let mut after = trial.variables.clone();
        let mut ended = Vec::new();
        for (id, key, _) in trial.stale_formulas() {
            let text = after.formulas.remove(&(id, key.clone()));
            ended.extend(text.map(|text| format!("{key} of {:?} ({text})", trial.name(Some(id)))));
        }
        let told = match &ended[..] {
            [] => None,
            [one] => Some(format!(
                "A plain number now, and given by its formula no more: {one}"
            )),
            [first, others @ ..] => Some(format!(
                "Plain numbers now, and given by their formulas no more: {first} and {} more",
                others.len()
            )),
        };
        after
            .formulas
            .retain(|(id, key), _| trial.item(*id).and_then(|item| field::unit(item, key)).is_some());
        if after == trial.variables {
            return (edit, None);
        }
        let planned = edit.changes.iter_mut().find_map(|change| match change {
            Change::Variables { after, .. } => Some(after),
            _ => None,
        });
        match planned {
            Some(planned) => **planned = after,
            None => edit.changes.push(Change::Variables {
                before: Box::new(self.scene.variables.clone()),
                after: Box::new(after),
            }),
        }
        (edit, told)
    }
}
