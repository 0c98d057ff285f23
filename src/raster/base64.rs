//! Base 64 encoding of bytes (RFC 4648, section 4), padded.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes: four characters for every three bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let at = |k: usize| u32::from(group.get(k).copied().unwrap_or(0));
        let whole = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let digit = DIGITS[(whole >> (18 - 6 * k) & 63) as usize];
            text.push(if k <= group.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Decodes a text; `None` where it is not in the form that [`encode`] writes.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(c - b'A'),
        b'a'..=b'z' => Some(c - b'a' + 26),
        b'0'..=b'9' => Some(c - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|c| **c == b'=').count();
    let digits = &text[..text.len() - padding];
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.chunks(4) {
        let mut whole = 0u32;
        for k in 0..4 {
            whole = whole << 6 | u32::from(group.get(k).map_or(Some(0), |c| digit(*c))?);
        }
        // The unused bits of the last digit must be zero, so that no two texts decode to the same bytes.
        let [_, a, b, c] = whole.to_be_bytes();
        let kept = group.len() - 1;
        if kept == 0 || [a, b, c][kept..].iter().any(|it| *it != 0) {
            return None;
        }
        bytes.extend(&[a, b, c][..kept]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard_and_back() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&encode(&all)), Some(all));
    }

    #[test]
    fn what_is_no_such_text_is_refused() {
        for text in [
            "Z", "Zg", "Zg=", "Zh==", "Z===", "====", "Zm9-", "Zg==Zg==", "Zm 9v", "é===",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
