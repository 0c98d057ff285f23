//! A short list of numbers, kept in place: a machine has a constraint or two for each part, and a heap block for every list
//! of their bodies costs more than all that is done with them.

use std::fmt;

/// Numbers kept in place.
const NEAR: usize = 3;

/// A list of numbers below 2^32, in place as long as they are three at most.
#[derive(Clone)]
pub struct Few(Kept);

#[derive(Clone)]
enum Kept {
    Near(u8, [u32; NEAR]),
    /// In a box, so that a list in place is no larger than its numbers.
    #[allow(clippy::box_collection, reason = "see above")]
    Far(Box<Vec<u32>>),
}

impl Few {
    /// Adds a number at the end.
    pub(super) fn push(&mut self, number: usize) {
        assert!(number <= u32::MAX as usize, "more numbers than can be counted");
        let number = number as u32;
        match &mut self.0 {
            Kept::Near(len, numbers) if usize::from(*len) < NEAR => {
                numbers[usize::from(*len)] = number;
                *len += 1;
            }
            Kept::Near(_, numbers) => {
                let mut all = numbers.to_vec();
                all.push(number);
                self.0 = Kept::Far(Box::new(all));
            }
            Kept::Far(numbers) => numbers.push(number),
        }
    }

    fn kept(&self) -> &[u32] {
        match &self.0 {
            Kept::Near(len, numbers) => &numbers[..usize::from(*len)],
            Kept::Far(numbers) => numbers,
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.kept().len()
    }

    /// The numbers in their order.
    pub fn iter(&self) -> Numbers<'_> {
        self.kept().iter().map(|&number| number as usize)
    }

    /// All of them, where they are so many.
    pub fn all<const N: usize>(&self) -> Option<[usize; N]> {
        let all: &[u32; N] = self.kept().try_into().ok()?;
        Some(all.map(|number| number as usize))
    }
}

/// The numbers of a list.
pub type Numbers<'a> = std::iter::Map<std::slice::Iter<'a, u32>, fn(&u32) -> usize>;

impl From<&[usize]> for Few {
    fn from(numbers: &[usize]) -> Self {
        let mut few = Self(Kept::Near(0, [0; NEAR]));
        numbers.iter().for_each(|&number| few.push(number));
        few
    }
}

impl<'a> IntoIterator for &'a Few {
    type Item = usize;
    type IntoIter = Numbers<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Few {
    fn eq(&self, other: &Self) -> bool {
        self.kept() == other.kept()
    }
}

impl Eq for Few {}

impl fmt::Debug for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kept().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_goes_on_beyond_what_is_kept_in_place() {
        for count in 0..8 {
            let numbers: Vec<usize> = (10..10 + count).collect();
            let mut few = Few::from(&numbers[..]);
            assert_eq!(few.iter().collect::<Vec<_>>(), numbers);
            assert_eq!(few, few.clone());
            few.push(7);
            assert_eq!(few.len(), count + 1);
            assert_eq!(few.iter().next_back(), Some(7));
        }
    }
}
