//! The sizes of what a tool makes, as far as they are not drawn: those of machines of some metres, and smaller ones by a round factor where
//! the view shows less. So a bar over a picture of a hand's breadth is as slender as one in a room.

use crate::bodies::Shape;
use crate::math::Vec2;

use super::Editor;
use super::similarity::Similarity;
use super::sizes::{keep_in_range, tidy_sizes};

/// Height of a view (m) from which on parts have the sizes of their kinds.
const ROOM: f64 = 2.0;

impl Editor {
    /// What the tool in hand makes with a click.
    pub(super) fn usual_shape(&self) -> Option<Shape> {
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

/// 1, or the largest of 0.5, 0.2, 0.1, 0.05, ... that suits a view of this height (m).
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
