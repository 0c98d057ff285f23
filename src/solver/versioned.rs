//! Generation counter on a value: equal versions imply equal content.
//!
//! A cache stores the version of the value it was computed from, and compares one number. The value cannot change and keep its
//! version: mutable access clears the version, and the next query assigns a new one, unique in the process. A clone has the version
//! of the original until one of them changes.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

/// Marks content that changed since its version was last queried.
const DIRTY: u64 = 0;

/// The last version assigned to any value. Versions are only compared for equality: no result depends on their numbers.
static LAST: AtomicU64 = AtomicU64::new(DIRTY);

/// A value with a version number that identifies its content.
#[derive(Debug, Default)]
pub struct Versioned<T> {
    content: T,
    version: AtomicU64,
}

impl<T> Versioned<T> {
    /// Returns the version of this content; never 0.
    pub fn version(&self) -> u64 {
        match self.version.load(Ordering::Relaxed) {
            DIRTY => {
                // Two concurrent callers may get different versions: both identify this content and no other.
                let new = LAST.fetch_add(1, Ordering::Relaxed) + 1;
                self.version.store(new, Ordering::Relaxed);
                new
            }
            version => version,
        }
    }
}

impl<T> From<T> for Versioned<T> {
    fn from(content: T) -> Self {
        let version = AtomicU64::new(DIRTY);
        Self { content, version }
    }
}

impl<T> Deref for Versioned<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.content
    }
}

impl<T> DerefMut for Versioned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        *self.version.get_mut() = DIRTY;
        &mut self.content
    }
}

impl<T: Clone> Clone for Versioned<T> {
    fn clone(&self) -> Self {
        Self {
            version: AtomicU64::new(self.version()),
            content: self.content.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.content.clone_from(&source.content);
        *self.version.get_mut() = source.version();
    }
}

impl<T: PartialEq> PartialEq for Versioned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content
    }
}

impl<'a, T> IntoIterator for &'a Versioned<T>
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
    fn a_version_stays_with_its_content() {
        let mut one = Versioned::from(vec![1.0, 2.0]);
        let first = one.version();
        assert_eq!(one.version(), first);
        let mut two = one.clone();
        assert_eq!(two.version(), first);
        // Mutable access gives a new version even where the value stays the same.
        one[0] = 1.0;
        assert_ne!(one.version(), first);
        assert_eq!(two.version(), first);
        two.clone_from(&one);
        assert_eq!(two.version(), one.version());
        assert_ne!(
            Versioned::from(vec![1.0]).version(),
            Versioned::from(vec![1.0]).version()
        );
    }

    #[test]
    fn a_copy_made_before_anyone_asked_has_the_version_of_its_original() {
        let one = Versioned::from(3);
        assert_eq!(one.clone().version(), one.version());
    }
}
