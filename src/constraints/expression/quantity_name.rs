//! The name of a quantity in a formula.

use super::Mistake;

/// The name of a quantity: item and field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityName {
    /// The item whose quantity it is; `None` for a quantity of the whole machine.
    pub item: Option<String>,
    /// The quantity.
    pub field: String,
    /// Number of characters before its first appearance.
    pub(super) at: usize,
}

impl QuantityName {
    /// A mistake at this name.
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
