//! Block principal pivoting (Júdice and Pires 1994): which rows change over from one trial set to the next.

/// Rounds without progress before only one row changes over at a time.
const PATIENCE: usize = 4;

/// Where a row with bounds is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Inside its bounds: w = 0.
    Held,
    /// At its lower bound.
    Low,
    /// At its upper bound.
    High,
}

impl Side {
    /// Where a row on the wrong side goes; `below` tells whether its multiplier is below its lower bound.
    pub fn changed(self, below: bool) -> Self {
        match self {
            Side::Held if below => Side::Low,
            Side::Held => Side::High,
            Side::Low | Side::High => Side::Held,
        }
    }
}

/// All rows on the wrong side change over at once; when that does not bring their number down for some rounds, only the last of them: Murty's rule, which
/// finds an end for every positive definite matrix.
#[derive(Clone, Copy, Debug)]
pub struct BlockPivoting {
    fewest: usize,
    patience: usize,
}

impl Default for BlockPivoting {
    fn default() -> Self {
        Self {
            fewest: usize::MAX,
            patience: PATIENCE,
        }
    }
}

impl BlockPivoting {
    /// Leaves of the rows on the wrong side, ascending, those that change over now. False when there are none.
    pub fn choose(&mut self, wrong: &mut Vec<usize>) -> bool {
        let Some(&last) = wrong.last() else {
            return false;
        };
        if wrong.len() < self.fewest {
            (self.fewest, self.patience) = (wrong.len(), PATIENCE);
        } else {
            self.patience = self.patience.saturating_sub(1);
        }
        if self.patience == 0 {
            wrong.clear();
            wrong.push(last);
        }
        true
    }
}
