//! Attachment of an item as written to a file.

use std::fmt;

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::left_out::is_null;
use crate::math::Vec2;

/// A part's name, or a name and a point: `"wheel"` or `("wheel", (0.2, 0))`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    /// Name of the part, or that of the ground.
    pub part: String,
    /// Position in its own frame (m).
    pub at: Vec2,
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if is_null(&self.at) {
            self.part.serialize(serializer)
        } else {
            (&self.part, self.at).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for End {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EndVisitor;
        impl<'de> Visitor<'de> for EndVisitor {
            type Value = End;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a part, or (name, (x, y))")
            }
            fn visit_str<E>(self, part: &str) -> Result<End, E> {
                Ok(End {
                    part: part.to_owned(),
                    at: Vec2::ZERO,
                })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<End, A::Error> {
                let short = |n| serde::de::Error::invalid_length(n, &"(name, (x, y))");
                Ok(End {
                    part: seq.next_element()?.ok_or_else(|| short(0))?,
                    at: seq.next_element()?.ok_or_else(|| short(1))?,
                })
            }
        }
        deserializer.deserialize_any(EndVisitor)
    }
}
