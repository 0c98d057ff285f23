//! The legend of a plot: the methods that its line was computed by.

use crate::scene::Method;

/// The colour of a method and its name in at most so many letters, as the legend has it.
pub(super) fn key(method: Method, length: usize) -> String {
    let name = method.label();
    match length {
        0 => "—".to_owned(),
        _ if name.len() <= length => format!("— {name}"),
        _ => {
            let letters: String = name.chars().take(length).collect();
            // No space or hyphen before the point.
            let letters = letters.trim_end_matches(|it: char| !it.is_alphanumeric());
            format!("— {letters}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_key_at_any_length() {
        for method in Method::ALL {
            assert_eq!(key(method, method.label().len()), format!("— {}", method.label()));
        }
        assert_eq!(key(Method::GaussSeidel, 3), "— Gau.");
        let mut short: Vec<String> = Method::ALL.map(|it| key(it, 2)).to_vec();
        short.dedup();
        assert_eq!(short.len(), Method::ALL.len());
    }
}
