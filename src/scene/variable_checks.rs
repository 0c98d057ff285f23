//! Checks of the text typed for a named parameter, before it takes effect: problem and position.

use std::collections::BTreeSet;

use crate::constraints::{Mistake, Names, amount, check_name, names_in, with_micro_sign};

use super::Scene;
use super::variables::{Variables, formula_value};

impl Variables {
    /// Checks a text for an existing parameter.
    ///
    /// # Errors
    /// The problem, and its position in the text.
    fn check_text(&self, place: usize, text: &str) -> Result<Names, Mistake> {
        let name = &self.list[place].name;
        let mut trial = self.clone();
        text.clone_into(&mut trial.list[place].text);
        for (range, used) in names_in(text) {
            if trial.leads_to(used, name) {
                let at = text[..range.start].chars().count();
                let sentence = format!("{used} is what {name} gives; write what does not hang on {name}");
                let itself = format!("{name} cannot speak of itself");
                let sentence = if used == name { itself } else { sentence };
                return Err(Mistake { at, sentence });
            }
        }
        let (names, _) = trial.evaluate();
        amount(text, &names).map(|_| names)
    }

    /// Whether parameter `from` is `to`, or depends on it directly or through others.
    fn leads_to(&self, from: &str, to: &str) -> bool {
        let (mut seen, mut left) = (BTreeSet::new(), vec![from]);
        while let Some(name) = left.pop() {
            if name == to {
                return true;
            }
            if seen.insert(name)
                && let Some(place) = self.find(name)
            {
                left.extend(names_in(&self.list[place].text).into_iter().map(|it| it.1));
            }
        }
        false
    }

    /// Checks a new name of a parameter.
    ///
    /// # Errors
    /// The problem with the name.
    pub fn check_new_name(&self, from: &str, to: &str) -> Result<(), Mistake> {
        let to = &with_micro_sign(to);
        let taken = to != from && self.find(to).is_some();
        let why = match check_name(to) {
            Err(why) => why,
            Ok(()) if taken => format!("There is a parameter {to} already"),
            Ok(()) => return Ok(()),
        };
        Err(Mistake { at: 0, sentence: why })
    }
}

impl Scene {
    /// Checks a text for a named parameter, including the numbers of items that depend on it.
    ///
    /// # Errors
    /// The problem, and its position in the text.
    pub fn check_variable(&self, name: &str, text: &str) -> Result<(), Mistake> {
        let Some(place) = self.variables.find(name) else {
            return Ok(());
        };
        let names = self.variables.check_text(place, &with_micro_sign(text))?;
        for ((id, key), formula) in &self.variables.formulas {
            if let Some(item) = self.item(*id)
                && let Err(why) = formula_value(item, key, formula, &names)
            {
                let sentence = format!("{:?}: {why}", item.name());
                return Err(Mistake { at: 0, sentence });
            }
        }
        Ok(())
    }
}
