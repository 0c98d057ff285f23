//! The legend of a plot: the methods that computed its line.

use crate::scene::Method;

/// Legend entry of a method: a dash for its colour, and its name in at most `length` letters.
pub(super) fn key(method: Method, length: usize) -> String {
    let name = method.label();
    match length {
        0 => "—".to_owned(),
        _ if name.len() <= length => format!("— {name}"),
        _ => {
            let letters: String = name.chars().take(length).collect();
            // No space or hyphen before the full stop.
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
