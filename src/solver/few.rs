//! A short list of numbers, kept in place: a machine has a constraint or two for each part, and a heap block for every list
//! of their bodies costs more than all that is done with them.

use std::fmt;
use std::ops::Deref;

/// Numbers kept in place.
const NEAR: usize = 3;

/// A list of numbers, in place as long as they are three at most.
#[derive(Clone)]
pub struct Few(Kept);

#[derive(Clone)]
enum Kept {
    Near(u8, [usize; NEAR]),
    Far(Vec<usize>),
}

impl Few {
    /// Adds a number at the end.
    pub(super) fn push(&mut self, number: usize) {
        match &mut self.0 {
            Kept::Near(len, numbers) if usize::from(*len) < NEAR => {
                numbers[usize::from(*len)] = number;
                *len += 1;
            }
            Kept::Near(_, numbers) => {
                let mut all = numbers.to_vec();
                all.push(number);
                self.0 = Kept::Far(all);
            }
            Kept::Far(numbers) => numbers.push(number),
        }
    }
}

impl From<&[usize]> for Few {
    fn from(numbers: &[usize]) -> Self {
        let mut few = Self(Kept::Near(0, [0; NEAR]));
        numbers.iter().for_each(|&number| few.push(number));
        few
    }
}

impl Deref for Few {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        match &self.0 {
            Kept::Near(len, numbers) => &numbers[..usize::from(*len)],
            Kept::Far(numbers) => numbers,
        }
    }
}

impl<'a> IntoIterator for &'a Few {
    type Item = &'a usize;
    type IntoIter = std::slice::Iter<'a, usize>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for Few {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Few {}

impl fmt::Debug for Few {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
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
            assert_eq!(*few, numbers[..]);
            assert_eq!(few, few.clone());
            few.push(7);
            assert_eq!(few.len(), count + 1);
            assert_eq!((&few).into_iter().last(), Some(&7));
        }
    }
}
