//! A run as it stands, kept with the scene it is of: to the scene they are numbers, what they mean is for the simulation to say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Most lists, and most numbers of all of them together: some ten a coordinate of the largest scene.
pub const MOST_LISTS: usize = 64;
/// See [`MOST_LISTS`].
pub const MOST_NUMBERS: usize = 8_000_000;

/// Lists of numbers by name. Where there is one a run goes on from there; its start stays as built.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Run(pub BTreeMap<String, Vec<f64>>);

impl Run {
    /// Puts a list.
    pub fn put(&mut self, name: &str, numbers: impl IntoIterator<Item = f64>) {
        self.0.insert(name.to_owned(), numbers.into_iter().collect());
    }

    /// The numbers of a list; none where it is not there.
    pub fn list(&self, name: &str) -> &[f64] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// What is wrong with it.
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
