//! Default sizes of drawn parts, as far as the drag does not give them: those of their kinds in views of some metres, smaller by a round
//! factor in smaller views. A bar over a picture as large as a hand thus has the proportions of one in a room.

use crate::bodies::Shape;
use crate::math::Vec2;

use super::Editor;
use super::similarity::Similarity;
use super::sizes::{keep_in_range, tidy_sizes};

/// Height of a view (m) from which on parts have the default sizes of their kinds.
const ROOM: f64 = 2.0;

impl Editor {
    /// The shape that the present tool makes with a click.
    pub(super) fn default_shape(&self) -> Option<Shape> {
        let shape = self.tool.shape()?;
        let factor = factor(self.view.height());
        if factor == 1.0 {
            return Some(shape);
        }
        let mut shape = Similarity::scale(Vec2::ZERO, factor).shape(&shape);
        keep_in_range(&mut shape, 0.0, |_, _| false);
        tidy_sizes(&mut shape);
        Some(shape)
    }
}

/// 1, or the largest of 0.5, 0.2, 0.1, 0.05, ... up to the ratio of this view height (m) to [`ROOM`].
fn factor(height: f64) -> f64 {
    let share = height / ROOM;
    if share >= 1.0 {
        return 1.0;
    }
    let decade = 10f64.powf(share.log10().floor());
    let fits = |it: &f64| *it <= share;
    [5.0, 2.0]
        .map(|it| it * decade)
        .into_iter()
        .find(fits)
        .unwrap_or(decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_round_and_none_enlarges() {
        for (height, expected) in [
            (8.0, 1.0),
            (2.0, 1.0),
            (1.9, 0.5),
            (0.5, 0.2),
            (0.34, 0.1),
            (0.019, 0.005),
        ] {
            assert!(
                (factor(height) - expected).abs() < 1e-12,
                "{height}: {}",
                factor(height)
            );
        }
    }
}
