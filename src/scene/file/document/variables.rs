//! Named parameters and formulas as written to a file.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::constraints::with_micro_sign;
use crate::parameter::shortened;
use crate::scene::file::error::Faults;
use crate::scene::file::outline::Outline;
use crate::scene::variables::speaks_of;
use crate::scene::{self, Id, Scene, Variables, field, formula_value};

/// A named parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "variable")]
pub(in crate::scene::file) struct Variable {
    name: String,
    value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slider: Option<(f64, f64)>,
}

/// A formula of named parameters for a number of an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "formula")]
pub(in crate::scene::file) struct Formula {
    item: String,
    field: String,
    value: String,
}

impl Variable {
    fn into_variable(self) -> scene::Variable {
        scene::Variable {
            name: with_micro_sign(&self.name),
            text: with_micro_sign(&self.value),
            slider: self.slider.map(|(least, most)| [least, most]),
        }
    }
    pub(super) fn of(it: &scene::Variable) -> Self {
        Self {
            name: it.name.clone(),
            value: it.text.clone(),
            slider: it.slider.map(|[least, most]| (least, most)),
        }
    }
}

/// The formulas, in the order in which their items are written.
pub(super) fn formulas(scene: &Scene) -> Vec<Formula> {
    let rank = |id: scene::Id| match scene.item(id) {
        Some(scene::Item::Part(_)) => 0,
        Some(scene::Item::Constraint(_)) => 1,
        Some(scene::Item::Force(_)) => 2,
        Some(scene::Item::Trace(_)) => 3,
        Some(scene::Item::Note(_)) => 4,
        Some(scene::Item::Dimension(_)) | None => 5,
    };
    let mut all: Vec<_> = scene.variables.formulas.iter().collect();
    all.sort_by_key(|((id, _), _)| rank(*id));
    all.into_iter()
        .map(|((id, field), text)| Formula {
            item: scene.name(Some(*id)).to_owned(),
            field: field.clone(),
            value: text.clone(),
        })
        .collect()
}

/// Adds the named parameters and formulas of a file to its scene, and sets the numbers of items to their values. If there is a
/// fault, nothing is added.
pub(super) fn take(
    scene: &mut Scene,
    (list, formulas): (Vec<Variable>, Vec<Formula>),
    places: &Outline,
    faults: &mut Faults,
) {
    let before = faults.len();
    let mut variables = Variables {
        list: list.into_iter().map(Variable::into_variable).collect(),
        ..Variables::default()
    };
    let (names, wrong) = variables.evaluate();
    for (k, why) in wrong {
        faults.add(places.item("variables", k), why);
    }
    let faulty: BTreeSet<String> = variables
        .without_value(&names)
        .into_iter()
        .map(str::to_owned)
        .collect();
    let faulty: BTreeSet<&str> = faulty.iter().map(String::as_str).collect();
    let ids: BTreeMap<String, Id> = match formulas.is_empty() {
        true => BTreeMap::new(),
        false => scene.items().map(|(id, it)| (it.name().to_owned(), id)).collect(),
    };
    let mut numbers = Vec::new();
    for (k, it) in formulas.into_iter().enumerate() {
        let at = places.item("formulas", k);
        let found = ids.get(&it.item).and_then(|id| Some((*id, scene.item(*id)?)));
        let Some((id, item)) = found else {
            let message = format!(
                "the formula {:?} is of {:?}, and there is no item of that name",
                shortened(&it.value),
                shortened(&it.item)
            );
            faults.add(at, message);
            continue;
        };
        let text = with_micro_sign(&it.value);
        // The fault of the parameter has been reported.
        if speaks_of(&text, &faulty) {
            continue;
        }
        match formula_value(item, &it.field, &text, &names) {
            Ok(value) => numbers.push((id, it.field.clone(), value)),
            Err(why) => faults.add_of(&it.item, at, format!("{:?}: {why}", it.item)),
        }
        if variables.formulas.insert((id, it.field.clone()), text).is_some() {
            let message = format!(
                "{} of {:?} has two formulas; take one out",
                shortened(&it.field),
                it.item
            );
            faults.add_of(&it.item, at, message);
        }
    }
    if faults.len() > before {
        return;
    }
    // Masses last, since a mass given by a density follows the shape.
    numbers.sort_by_key(|it| it.1 == "mass");
    for (id, key, value) in numbers {
        if scene
            .item(id)
            .is_some_and(|item| field::value(item, &key) != Some(value))
        {
            scene.change(id, |item| {
                field::set(item, &key, value);
            });
        }
    }
    scene.variables = variables;
}
