//! Named parameters of a machine, as typed numbers refer to them: `L1`, `n`, `crank_length`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::jet::Function;
use super::scanner::Scanner;
use super::unit_names::{Dimension, NAMED, dimension};
use crate::parameter::{Unit, shortened};

pub(super) const PLAIN: Dimension = [0; 4];
/// Longest name of a parameter (characters).
const LONGEST: usize = 40;

/// A number in SI with its dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amount {
    /// In SI.
    pub value: f64,
    /// Powers of metre, kilogram, second and radian.
    pub(super) dimension: Dimension,
}

impl Amount {
    /// The unit it is shown in: that of a parameter of its dimension, where there is one.
    pub fn unit(self) -> Option<Unit> {
        // An amount without dimension is not a whole number in general.
        let mut units = Unit::ALL.into_iter().filter(|unit| *unit != Unit::Count);
        units.find(|unit| dimension(*unit) == self.dimension)
    }

    /// Another value of the same dimension.
    pub fn with_value(self, value: f64) -> Self {
        Self { value, ..self }
    }

    /// As it is typed in SI, to be read back as the same amount: `0.12 m`.
    pub fn text(self) -> String {
        let mut text = format!("{}", self.value);
        let mut join = '\u{20}';
        for (name, power) in ["m", "kg", "s", "rad"].into_iter().zip(self.dimension) {
            if power != 0 {
                text += &format!("{join}{name}");
                join = '*';
            }
            if power < 0 {
                text += &format!("^({power})");
            } else if power > 1 {
                text += &format!("^{power}");
            }
        }
        text
    }
}

/// Parameters by their names.
pub type Names = BTreeMap<String, Amount>;

/// The text with characters that mean the same replaced by one of them; the number of characters stays the same.
pub(super) fn plain_characters(text: &str) -> String {
    let plain = |c| match c {
        ',' => '.',
        '·' | '×' => '*',
        '−' => '-',
        'μ' => 'µ',
        c => c,
    };
    text.chars().map(plain).collect()
}

/// The text with the micro sign in place of the Greek letter, as formulas are read: names have to be written with the same character.
pub fn with_micro_sign(text: &str) -> String {
    text.replace('μ', "µ")
}

/// The words of a typed number that are no units, constants or functions, with their byte ranges: names of parameters.
pub fn names_in(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut words = Scanner::new(text);
    let mut found = Vec::new();
    while let Some(c) = words.peek() {
        if words.number().is_some() {
            continue;
        }
        let from = words.at;
        match words.word() {
            Some(word) if !is_reserved(word) => found.push((from..words.at, word)),
            Some(_) => {}
            None => words.at += c.len_utf8(),
        }
    }
    found
}

fn is_reserved(word: &str) -> bool {
    matches!(word, "pi" | "π")
        || NAMED.iter().any(|it| it.name == word)
        || Function::NAMED.iter().any(|(name, _)| *name == word)
}

/// Checks a name for a parameter.
///
/// # Errors
/// What is wrong with it and what would do, as the end of a sentence.
pub fn check_name(name: &str) -> Result<(), String> {
    let mut words = Scanner::new(name);
    if words.word() != Some(name) {
        let name = shortened(name);
        return Err(format!(
            "{name:?} is no name; write a letter, then letters, digits and _"
        ));
    }
    if name.chars().count() > LONGEST {
        return Err(format!(
            "this name is too long; write at most {LONGEST} characters"
        ));
    }
    if is_reserved(name) {
        return Err(format!(
            "{name} is the name of a unit or a function; give another"
        ));
    }
    Ok(())
}
