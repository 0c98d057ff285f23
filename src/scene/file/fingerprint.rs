//! Fingerprint of a file: a few bytes that tell whether another program has changed the file.

use std::fmt;
use std::hash::Hasher;
use std::str::FromStr;

/// Length and hash of the bytes of a file.
///
/// The hash is that of the standard library and may change with its version. An older fingerprint then does not
/// match, and the user is asked an unnecessary question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    length: u64,
    hash: u64,
}

impl Fingerprint {
    /// Fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hasher = std::hash::DefaultHasher::new();
        hasher.write(bytes);
        Self {
            length: bytes.len() as u64,
            hash: hasher.finish(),
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{:016x}", self.length, self.hash)
    }
}

impl FromStr for Fingerprint {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (length, hash) = text.split_once('-').unwrap_or((text, ""));
        Ok(Self {
            length: u64::from_str_radix(length, 16)?,
            hash: u64::from_str_radix(hash, 16)?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_fingerprint_goes_through_text_and_tells_bytes_apart() {
        let print = Fingerprint::of(b"(version: 1)");
        assert_eq!(print.to_string().parse(), Ok(print));
        assert_ne!(print, Fingerprint::of(b"(version: 2)"));
        assert!("nonsense".parse::<Fingerprint>().is_err());
    }
}
