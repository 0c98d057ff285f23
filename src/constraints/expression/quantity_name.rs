//! The name of a quantity in a formula.

use super::Mistake;

/// A name in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityName {
    /// The item whose quantity it is; none for one of the whole machine.
    pub item: Option<String>,
    /// The quantity.
    pub field: String,
    /// How many characters come before it where it first appears.
    pub(super) at: usize,
}

impl QuantityName {
    /// Says at this name what is wrong with it.
    pub fn mistake(&self, sentence: String) -> Mistake {
        Mistake {
            at: self.at,
            sentence,
        }
    }

    /// As it is typed in a formula.
    pub fn typed(item: Option<&str>, field: &str) -> String {
        let plain = |name: &str| {
            name != "pi"
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        match item {
            None => field.to_owned(),
            Some(item) if plain(item) => format!("{item}.{field}"),
            Some(item) => format!("\"{item}\".{field}"),
        }
    }
}
