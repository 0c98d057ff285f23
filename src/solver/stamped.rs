//! Numbers that tell whether they are those of before.
//!
//! ```text
//! one stamp = one content:   equal stamps, equal numbers
//! ```
//! Whoever works something out from what seldom changes keeps the stamp of what it was worked out from, and need not
//! compare. There is no way to change the content and keep the stamp: reaching for it in order to change it takes the
//! stamp away, and the next who asks is given a new one. A copy has the stamp of the original, until one of them is
//! changed.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// Not stamped since it was changed.
const NONE: u64 = 0;

/// The last stamp given. Stamps are compared and nothing else: no answer depends on what they are.
static LAST: AtomicU64 = AtomicU64::new(NONE);

/// Something with a stamp.
#[derive(Debug, Default)]
pub struct Stamped<T> {
    content: T,
    stamp: AtomicU64,
}

impl<T> Stamped<T> {
    /// The stamp of this very content; never 0.
    pub fn stamp(&self) -> u64 {
        match self.stamp.load(Ordering::Relaxed) {
            NONE => {
                // Two that ask at once may get two stamps: both are of this content, and of no other.
                let new = LAST.fetch_add(1, Ordering::Relaxed) + 1;
                self.stamp.store(new, Ordering::Relaxed);
                new
            }
            stamp => stamp,
        }
    }
}

impl<T> From<T> for Stamped<T> {
    fn from(content: T) -> Self {
        let stamp = AtomicU64::new(NONE);
        Self { content, stamp }
    }
}

impl<T> Deref for Stamped<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.content
    }
}

impl<T> DerefMut for Stamped<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        *self.stamp.get_mut() = NONE;
        &mut self.content
    }
}

impl<T: Clone> Clone for Stamped<T> {
    fn clone(&self) -> Self {
        Self {
            stamp: AtomicU64::new(self.stamp()),
            content: self.content.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.content.clone_from(&source.content);
        *self.stamp.get_mut() = source.stamp();
    }
}

impl<T: PartialEq> PartialEq for Stamped<T> {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content
    }
}

impl<'a, T> IntoIterator for &'a Stamped<T>
where
    &'a T: IntoIterator,
{
    type Item = <&'a T as IntoIterator>::Item;
    type IntoIter = <&'a T as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.content.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_stays_with_its_content() {
        let mut one = Stamped::from(vec![1.0, 2.0]);
        let first = one.stamp();
        assert_eq!(one.stamp(), first);
        let mut two = one.clone();
        assert_eq!(two.stamp(), first);
        // Whether or not something was changed in the end.
        one[0] = 1.0;
        assert_ne!(one.stamp(), first);
        assert_eq!(two.stamp(), first);
        two.clone_from(&one);
        assert_eq!(two.stamp(), one.stamp());
        assert_ne!(Stamped::from(vec![1.0]).stamp(), Stamped::from(vec![1.0]).stamp());
    }

    #[test]
    fn a_copy_made_before_anyone_asked_has_the_stamp_of_its_original() {
        let one = Stamped::from(3);
        assert_eq!(one.clone().stamp(), one.stamp());
    }
}
