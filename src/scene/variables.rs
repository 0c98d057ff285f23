//! Named parameters of a scene, and the numbers of its items that are given by them: `L1 = 120 mm`, and the length of a rod
//! `2*L1 + 5 mm`.
//!
//! Items hold the numbers that formulas come to, so that all that reads a scene finds plain numbers.

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
    /// As typed: a number with its unit, or a formula of other parameters.
    pub text: String,
    /// Least and greatest value of its slider on the canvas (SI); none where it has no slider.
    pub slider: Option<[f64; 2]>,
}

/// The named parameters of a scene, in the order they are shown, and the formulas of numbers of its items.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables {
    /// The parameters.
    pub list: Vec<Variable>,
    /// By item and name of the number ([`super::field`]).
    pub formulas: BTreeMap<(Id, String), String>,
}

impl Variables {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.formulas.is_empty()
    }
    /// The parameter of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|it| it.name == name)
    }
    /// The formula of a number.
    pub fn formula(&self, id: Id, key: &str) -> Option<&str> {
        // Most scenes have none, and this is asked for each number that is shown.
        (!self.formulas.is_empty())
            .then(|| self.formulas.get(&(id, key.to_owned())))
            .flatten()
            .map(String::as_str)
    }
    /// What the parameters come to; those that come to nothing are left out.
    pub fn values(&self) -> Names {
        self.evaluate().0
    }

    /// What the parameters come to, and what is wrong with the others: place in the list, and a sentence. Each text is read
    /// once, after those it speaks of. Of one that speaks of another that is wrong nothing is said: it may be right.
    pub fn evaluate(&self) -> (Names, Vec<(usize, String)>) {
        let mut faults = self.bad_names();
        let mut names = Names::new();
        let faulty: BTreeSet<usize> = faults.iter().map(|it| it.0).collect();
        let index: BTreeMap<&str, usize> = self
            .list
            .iter()
            .enumerate()
            // The first of a name, which its later ones are refused for.
            .rev()
            .map(|(k, it)| (it.name.as_str(), k))
            .collect();
        let speaks_of_faulty = |text: &str, names: &Names| {
            let used = names_in(text);
            let mut used = used.iter().map(|it| it.1);
            used.any(|name| index.contains_key(name) && !names.contains_key(name))
        };
        // How many it waits for, and who waits for it.
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

    /// The names of those that came to nothing, where the others came to `values`.
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

    /// Gives a parameter another name, in all that speaks of it.
    pub fn rename(&mut self, from: &str, to: &str) {
        // `2e1` is a number, `2 e1` a product.
        self.rewrite(from, |before| match before.chars().next_back() {
            Some('0'..='9' | '.' | ',') => format!(" {to}"),
            _ => to.to_owned(),
        });
        for it in self.list.iter_mut().filter(|it| it.name == from) {
            to.clone_into(&mut it.name);
        }
    }

    /// Takes a parameter away: parameters that speak of it have its value in its place, numbers of items stay as they are.
    pub fn remove(&mut self, name: &str) {
        let value = self.values().get(name).copied();
        self.formulas
            .retain(|_, text| !names_in(text).iter().any(|(_, it)| *it == name));
        if let Some(value) = value {
            // A bracket multiplies nothing by itself.
            self.rewrite(name, |before| match before.trim_end().chars().next_back() {
                Some(c) if c.is_alphanumeric() || matches!(c, ')' | '.' | ',' | '_' | '°' | '²') => {
                    format!("*({})", value.text())
                }
                _ => format!("({})", value.text()),
            });
        }
        self.list.retain(|it| it.name != name);
    }

    /// Puts something in the place of a name, made of the text before it.
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
    /// The number and the unit of a parameter that is given outright, as `120` and `mm`; nothing where it is a formula.
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

    /// The text that gives it another value (SI), in the unit it is in; nothing where it is a formula.
    pub fn text_at(&self, value: f64) -> Option<String> {
        let (_, unit) = self.given()?;
        let one = amount(&format!("1 {unit}"), &Names::new()).ok()?;
        let number = crate::parameter::tidy(value / one.value);
        Some(format!("{number} {unit}").trim_end().to_owned())
    }
}

/// What a formula of a number of an item comes to, within its range.
///
/// # Errors
/// What is wrong with it, as a sentence.
pub fn formula_value(item: &Item, key: &str, text: &str, names: &Names) -> Result<f64, String> {
    let Some(unit) = field::unit(item, key) else {
        let there_are: Vec<&str> = field::fields(item).iter().map(|it| it.0).collect();
        let there_are = there_are.join(", ");
        let key = shortened(key);
        return Err(format!("there is no number {key:?}; there are {there_are}"));
    };
    let value = quantity_of(text, unit, names).map_err(|mistake| in_words(text, &mistake))?;
    let known = parameters(item).into_iter().find(|it| it.key == key);
    // "length = 2*p - 1 m is 0; give a number from ...".
    let text = shortened(text);
    let what = format!("{key} = {text}");
    let problem = known.and_then(|it| ParameterValue { value, ..it }.problem_of(&what));
    match problem {
        Some(problem) => Err(problem),
        None if key == "mass" && value <= 0.0 => Err(format!("{key} = {text}: give a mass above 0")),
        None => Ok(value),
    }
}

/// Whether a formula speaks of one of these parameters.
pub(super) fn speaks_of(text: &str, names: &BTreeSet<&str>) -> bool {
    !names.is_empty() && names_in(text).iter().any(|(_, name)| names.contains(name))
}

fn in_words(text: &str, mistake: &Mistake) -> String {
    format!("{} cannot be read, {mistake}", shortened(text))
}

impl Scene {
    /// What is wrong with the named parameters and formulas: the item for a formula, and a sentence.
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

    /// The numbers that formulas come to where items have others: item, name of the number, value.
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

/// The unit that an amount is shown in, where there is one for it.
pub fn shown_unit(amount: Amount) -> Unit {
    amount.unit().unwrap_or(Unit::One)
}
