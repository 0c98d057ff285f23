//! State of a run, saved with its scene. The scene stores lists of numbers; the simulation interprets them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Largest number of lists, and of numbers in all of them together: about ten per coordinate of the largest scene.
pub const MOST_LISTS: usize = 64;
/// See [`MOST_LISTS`].
pub const MOST_NUMBERS: usize = 8_000_000;

/// Lists of numbers by name. A run continues from this state if there is one; its start stays as built.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Run(pub BTreeMap<String, Vec<f64>>);

impl Run {
    /// Sets a list. An empty one is left out.
    pub fn put(&mut self, name: &str, numbers: impl IntoIterator<Item = f64>) {
        let list: Vec<f64> = numbers.into_iter().collect();
        if list.is_empty() {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), list);
        }
    }

    /// Sets a list of measured numbers. One that is not finite is replaced by 0, its value at the start: files hold finite numbers only.
    pub fn put_finite(&mut self, name: &str, numbers: impl IntoIterator<Item = f64>) {
        let finite = |it: f64| if it.is_finite() { it } else { 0.0 };
        self.put(name, numbers.into_iter().map(finite));
    }

    /// The numbers of a list; empty if there is no such list.
    pub fn list(&self, name: &str) -> &[f64] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The problem with the data, if any.
    pub(super) fn problem(&self) -> Option<String> {
        let numbers: usize = self.0.values().map(Vec::len).sum();
        if self.0.len() > MOST_LISTS || numbers > MOST_NUMBERS {
            let lists = self.0.len();
            return Some(format!(
                "run: there are {lists} lists of {numbers} numbers; give at most {MOST_LISTS} of {MOST_NUMBERS}, or take it out"
            ));
        }
        let bad = |(name, list): (&String, &Vec<f64>)| {
            let number = list.iter().find(|it| !it.is_finite())?;
            Some(format!(
                "run: {name:?} has {number}; give a finite number, or take the run out"
            ))
        };
        self.0.iter().find_map(bad)
    }
}
