//! Named parameters of a scene, and formulas that use them for numbers of items: `L1 = 120 mm`, and the length of a rod
//! `2*L1 + 5 mm`.
//!
//! Items store the values of their formulas, so that readers of a scene find plain numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraints::{Amount, Mistake, Names, amount, check_name, names_in, quantity_of};
use crate::parameter::{ParameterValue, Unit, shortened};

use super::field::{self, parameters};
use super::{Id, Item, Scene};

/// A named parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name in formulas, unique.
    pub name: String,
    /// The text as typed: a number with its unit, or a formula of other parameters.
    pub text: String,
    /// Least and greatest value of its slider on the canvas (SI); `None` without a slider.
    pub slider: Option<[f64; 2]>,
}

/// The named parameters of a scene in the order shown, and the formulas of numbers of its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables {
    /// The parameters.
    pub list: Vec<Variable>,
    /// Formulas by item and name of the number ([`super::field`]).
    pub formulas: BTreeMap<(Id, String), String>,
}

impl Variables {
    /// Whether there are neither parameters nor formulas.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.formulas.is_empty()
    }
    /// Index of the parameter with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|it| it.name == name)
    }
    /// The formula of a number.
    pub fn formula(&self, id: Id, key: &str) -> Option<&str> {
        // Shortcut: most scenes have no formulas, and this is called for each number shown.
        (!self.formulas.is_empty())
            .then(|| self.formulas.get(&(id, key.to_owned())))
            .flatten()
            .map(String::as_str)
    }
    /// Values of the parameters; parameters with an error are left out.
    pub fn values(&self) -> Names {
        self.evaluate().0
    }

    /// Values of the parameters, and the errors of the others: index in the list, and a sentence. Each text is evaluated
    /// once, after the parameters that it uses. A parameter that uses an erroneous one gets no message of its own, as it may be right.
    pub fn evaluate(&self) -> (Names, Vec<(usize, String)>) {
        let mut faults = self.bad_names();
        let mut names = Names::new();
        let faulty: BTreeSet<usize> = faults.iter().map(|it| it.0).collect();
        let index: BTreeMap<&str, usize> = self
            .list
            .iter()
            .enumerate()
            // Reversed, so that the first of several parameters with a name counts; the later ones are errors.
            .rev()
            .map(|(k, it)| (it.name.as_str(), k))
            .collect();
        let speaks_of_faulty = |text: &str, names: &Names| {
            let used = names_in(text);
            let mut used = used.iter().map(|it| it.1);
            used.any(|name| index.contains_key(name) && !names.contains_key(name))
        };
        // For each parameter, the number of unevaluated parameters that it uses, and the parameters that use it.
        let mut waits = vec![0usize; self.list.len()];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.list.len()];
        for (k, it) in self.list.iter().enumerate() {
            let used: BTreeSet<usize> = names_in(&it.text)
                .iter()
                .filter_map(|(_, name)| index.get(name).copied())
                .collect();
            waits[k] = used.len();
            used.into_iter().for_each(|other| users[other].push(k));
        }
        let mut ready: Vec<usize> = (0..self.list.len()).filter(|k| waits[*k] == 0).collect();
        let mut done = 0;
        while let Some(&k) = ready.get(done) {
            done += 1;
            let it = &self.list[k];
            match amount(&it.text, &names) {
                _ if faulty.contains(&k) => {}
                Ok(found) => {
                    names.insert(it.name.clone(), found);
                }
                Err(_) if speaks_of_faulty(&it.text, &names) => {}
                Err(mistake) => faults.push((k, format!("{} = {}: {mistake}", it.name, shortened(&it.text)))),
            }
            for &user in &users[k] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        let circle = (0..self.list.len()).filter(|k| waits[*k] > 0 && !faulty.contains(k));
        faults.extend(circle.map(|k| {
            let it = &self.list[k];
            let sentence = format!(
                "{} = {} speaks of itself, by way of others or at once",
                it.name,
                shortened(&it.text)
            );
            (k, sentence)
        }));
        faults.sort();
        (names, faults)
    }

    /// Names of the parameters without a value, where the others have `values`.
    pub(super) fn without_value(&self, values: &Names) -> BTreeSet<&str> {
        let names = self.list.iter().map(|it| it.name.as_str());
        names.filter(|name| !values.contains_key(*name)).collect()
    }

    fn bad_names(&self) -> Vec<(usize, String)> {
        let mut seen = BTreeSet::new();
        let mut faults = Vec::new();
        for (k, it) in self.list.iter().enumerate() {
            if let Err(why) = check_name(&it.name) {
                faults.push((k, why));
            } else if !seen.insert(it.name.as_str()) {
                faults.push((k, format!("{} is given twice; take one out", it.name)));
            } else if let Some([least, most]) = it.slider
                && !(least < most && least.is_finite() && most.is_finite())
            {
                let sentence = format!(
                    "the slider of {} goes from {least} to {most}; give the lesser first",
                    it.name
                );
                faults.push((k, sentence));
            }
        }
        faults
    }

    /// Renames a parameter in all texts.
    pub fn rename(&mut self, from: &str, to: &str) {
        // A space keeps `2 e1`, a product, from becoming the number `2e1`.
        self.rewrite(from, |before| match before.chars().next_back() {
            Some('0'..='9' | '.' | ',') => format!(" {to}"),
            _ => to.to_owned(),
        });
        for it in self.list.iter_mut().filter(|it| it.name == from) {
            to.clone_into(&mut it.name);
        }
    }

    /// Removes a parameter: other parameters that use it get its value instead, numbers of items keep their values.
    pub fn remove(&mut self, name: &str) {
        let value = self.values().get(name).copied();
        self.formulas
            .retain(|_, text| !names_in(text).iter().any(|(_, it)| *it == name));
        if let Some(value) = value {
            // A bracket needs an explicit `*` for a product.
            self.rewrite(name, |before| match before.trim_end().chars().next_back() {
                Some(c) if c.is_alphanumeric() || matches!(c, ')' | '.' | ',' | '_' | '°' | '²') => {
                    format!("*({})", value.text())
                }
                _ => format!("({})", value.text()),
            });
        }
        self.list.retain(|it| it.name != name);
    }

    /// Replaces a name in all texts; `to` makes the replacement from the text before the name.
    fn rewrite(&mut self, from: &str, to: impl Fn(&str) -> String) {
        let texts = self.list.iter_mut().map(|it| &mut it.text);
        for text in texts.chain(self.formulas.values_mut()) {
            let places: Vec<_> = names_in(text)
                .into_iter()
                .filter(|(_, name)| *name == from)
                .map(|(range, _)| range)
                .collect();
            for range in places.into_iter().rev() {
                let new = to(&text[..range.start]);
                text.replace_range(range, &new);
            }
        }
    }
}

impl Variable {
    /// Number and unit of a parameter that is given directly, such as `120` and `mm`; `None` for a formula.
    pub fn given(&self) -> Option<(f64, &str)> {
        let text = self.text.trim();
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
        let end = text.find(|c| !digits(c)).unwrap_or(text.len());
        let number: f64 = text[..end].replace(',', ".").parse().ok()?;
        let unit = text[end..].trim();
        let plain = unit
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '°' | '²' | '/' | ' '));
        (plain && names_in(unit).is_empty() && amount(text, &Names::new()).is_ok()).then_some((number, unit))
    }

    /// The text of the parameter for another value (SI), in its present unit; `None` for a formula.
    pub fn text_at(&self, value: f64) -> Option<String> {
        let (_, unit) = self.given()?;
        let one = amount(&format!("1 {unit}"), &Names::new()).ok()?;
        let number = crate::parameter::shortest_decimal(value / one.value);
        Some(format!("{number} {unit}").trim_end().to_owned())
    }
}

/// Value of the formula of an item's number, if within its range.
///
/// # Errors
/// The problem with the formula, as a sentence.
pub fn formula_value(item: &Item, key: &str, text: &str, names: &Names) -> Result<f64, String> {
    let Some(unit) = field::unit(item, key) else {
        let there_are: Vec<&str> = field::fields(item).iter().map(|it| it.0).collect();
        let there_are = there_are.join(", ");
        let key = shortened(key);
        return Err(format!("there is no number {key:?}; there are {there_are}"));
    };
    let value = quantity_of(text, unit, names).map_err(|mistake| in_words(text, &mistake))?;
    let known = parameters(item).into_iter().find(|it| it.key == key);
    // The message reads "length = 2*p - 1 m is 0; give a number from ...".
    let text = shortened(text);
    let what = format!("{key} = {text}");
    let problem = known.and_then(|it| ParameterValue { value, ..it }.problem_of(&what));
    match problem {
        Some(problem) => Err(problem),
        None if key == "mass" && value <= 0.0 => Err(format!("{key} = {text}: give a mass above 0")),
        None => Ok(value),
    }
}

/// Whether a formula uses one of these parameters.
pub(super) fn speaks_of(text: &str, names: &BTreeSet<&str>) -> bool {
    !names.is_empty() && names_in(text).iter().any(|(_, name)| names.contains(name))
}

fn in_words(text: &str, mistake: &Mistake) -> String {
    format!("{} cannot be read, {mistake}", shortened(text))
}

impl Scene {
    /// Problems of named parameters and formulas: the item of a formula, the index of a parameter, and a sentence.
    pub fn variable_problems(&self) -> Vec<(Option<Id>, Option<usize>, String)> {
        if self.variables.is_empty() {
            return Vec::new();
        }
        let (names, faults) = self.variables.evaluate();
        let mut found: Vec<_> = faults.into_iter().map(|(k, it)| (None, Some(k), it)).collect();
        let faulty = self.variables.without_value(&names);
        for ((id, key), text) in &self.variables.formulas {
            if speaks_of(text, &faulty) {
                continue;
            }
            let value = match self.item(*id) {
                Some(item) => {
                    formula_value(item, key, text, &names).map_err(|why| format!("{:?}: {why}", item.name()))
                }
                None => Err(format!("{key} = {} is of no item", shortened(text))),
            };
            if let Err(why) = value {
                found.push((Some(*id), None, why));
            }
        }
        found
    }

    /// Formulas whose value differs from that stored in the item: item, name of the number, value.
    pub fn stale_formulas(&self) -> Vec<(Id, String, f64)> {
        if self.variables.formulas.is_empty() {
            return Vec::new();
        }
        let names = self.variables.values();
        let stale = |((id, key), text): (&(Id, String), &String)| {
            let item = self.item(*id)?;
            let wanted = formula_value(item, key, text, &names).ok()?;
            let has = field::value(item, key)?;
            (has != wanted).then(|| (*id, key.clone(), wanted))
        };
        self.variables.formulas.iter().filter_map(stale).collect()
    }
}

/// The unit in which an amount is shown; [`Unit::One`] if it has no unit of its own.
pub fn shown_unit(amount: Amount) -> Unit {
    amount.unit().unwrap_or(Unit::One)
}
