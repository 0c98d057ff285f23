//! Renaming of items in the texts of scopes.

use crate::constraints::QuantityName;

/// Replaces the name of an item in a text.
pub fn renamed(text: &str, from: &str, to: &str) -> String {
    let to = QuantityName::typed(Some(to), "");
    let (bare, quoted) = (format!("{from}."), format!("\"{from}\"."));
    // `2.` may be the start of a number, and `pi.` that of a constant.
    let may_be_bare = QuantityName::typed(Some(from), "") == bare;
    let mut out = String::new();
    let mut rest = text;
    let mut inside = false;
    while let Some(c) = rest.chars().next() {
        let within = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '"');
        let begins = !inside && !out.ends_with(within);
        if !inside && rest.starts_with(&quoted) {
            out.push_str(&to);
            rest = &rest[quoted.len()..];
        } else if may_be_bare && begins && rest.starts_with(&bare) {
            out.push_str(&to);
            rest = &rest[bare.len()..];
        } else {
            inside ^= c == '"';
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_item_is_renamed() {
        let text = "leg.x + big_leg.x - \"leg\".y*\"my leg.\".x";
        assert_eq!(
            renamed(text, "leg", "left leg"),
            "\"left leg\".x + big_leg.x - \"left leg\".y*\"my leg.\".x"
        );
        assert_eq!(renamed("\"left leg\".x", "left leg", "leg"), "leg.x");
        let text = "2.5*wheel.omega + \"2\".x";
        assert_eq!(renamed(text, "2", "bob"), "2.5*wheel.omega + bob.x");
        assert_eq!(renamed("leg.x*pi", "leg", "pi"), "\"pi\".x*pi");
    }
}
