//! Numbers in links of PMKS+: base-64 digits, with a leading 0 as the minus sign; decimals in thousandths.

/// The digits, by value.
pub(super) const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
/// Maximum number of digits; whole numbers that a float represents exactly have fewer.
const MOST_DIGITS: usize = 9;

/// The value of unsigned digits; `None` for invalid or too many digits.
pub(super) fn bits(text: &str) -> Option<u64> {
    if text.len() > MOST_DIGITS {
        return None;
    }
    let digit = |byte: u8| DIGITS.iter().position(|it| *it == byte);
    text.bytes()
        .try_fold(0, |value, byte| Some(64 * value + digit(byte)? as u64))
}

/// Parses an integer.
pub(super) fn whole(text: &str) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('0').map_or((1.0, text), |rest| (-1.0, rest));
    let size = bits(digits).filter(|_| !text.is_empty())? as f64;
    // Minus zero becomes zero.
    Some(if size == 0.0 { 0.0 } else { sign * size })
}

/// Parses a decimal.
pub(super) fn decimal(text: &str) -> Option<f64> {
    whole(text).map(|thousandths| thousandths / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        // Computed by hand: m is 48 and v 57.
        assert_eq!(decimal("0mv"), Some(-(48.0 * 64.0 + 57.0) / 1000.0));
        assert_eq!(decimal("Fe"), Some(1.0));
        assert_eq!(whole("K"), Some(20.0));
        assert_eq!(whole("0").map(f64::to_bits), Some(0.0f64.to_bits()));
        assert_eq!(bits("0P"), Some(25));
        for bad in ["", "1.5", "é", "1 ", "9999999999"] {
            assert_eq!(decimal(bad), None, "{bad}");
        }
    }
}
