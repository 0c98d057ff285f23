//! Lists of bounded length, for files whose lists have no limits of their own.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a list of at most `MOST` entries, and no further.
///
/// # Errors
/// With more entries, or with one that is not of this type.
pub fn at_most<'de, D, T, const MOST: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct List<T, const MOST: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for List<T, MOST> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MOST} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(entry) = seq.next_element()? {
                if list.len() == MOST {
                    return Err(Error::custom(format!("the list has more than {MOST} entries")));
                }
                list.push(entry);
            }
            Ok(list)
        }
    }

    deserializer.deserialize_seq(List::<T, MOST>(PhantomData))
}
