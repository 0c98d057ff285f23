//! Colour scale: maps values to colours.

use crate::render::draw_list::Color;
use crate::render::theme::Theme;

/// Colours from the smallest to the largest value; logarithmic where all values are positive and span more than a decade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColorScale {
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// Whether the scale is logarithmic.
    pub logarithmic: bool,
}

impl ColorScale {
    /// A scale over all finite values; `None` where there is none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let finite = values.filter(|it| it.is_finite());
        let low = finite.clone().min_by(f64::total_cmp)?;
        let high = finite.max_by(f64::total_cmp)?;
        let logarithmic = low > 0.0 && high > 10.0 * low;
        Some(Self {
            low,
            high,
            logarithmic,
        })
    }

    /// Position of a value on the scale, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        let [low, high, at] = [self.low, self.high, value].map(|x| self.along(x));
        if high > low {
            (at - low) / (high - low)
        } else {
            0.5
        }
    }

    /// The value at a position from 0 to 1.
    pub fn value(&self, share: f64) -> f64 {
        let [low, high] = [self.low, self.high].map(|x| self.along(x));
        let at = low + share * (high - low);
        if self.logarithmic { at.exp() } else { at }
    }

    fn along(&self, x: f64) -> f64 {
        if self.logarithmic { x.ln() } else { x }
    }

    /// Colour at a position from 0 to 1: from blue to orange, which colour-blind people can distinguish.
    pub fn color(theme: &Theme, share: f64) -> Color {
        theme.select.mix(theme.warn, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_go_from_the_least_to_the_largest_value() {
        let even = ColorScale::of([4.0, f64::NAN, 2.0, 3.0].into_iter());
        assert_eq!(
            even.map(|it| [it.share(2.0), it.share(3.0), it.share(4.0)]),
            Some([0.0, 0.5, 1.0])
        );
        let wide = ColorScale::of([1e-8, 1e-4].into_iter());
        let share = wide.map_or(0.0, |it| it.share(1e-6));
        assert!((share - 0.5).abs() < 1e-12 && wide.is_some_and(|it| it.logarithmic));
        assert!(wide.is_some_and(|it| (it.value(share) - 1e-6).abs() < 1e-18));
        assert_eq!(ColorScale::of([f64::NAN].into_iter()), None);
        assert_eq!(
            ColorScale::of([0.0].into_iter()).map(|it| it.share(0.0)),
            Some(0.5)
        );
    }
}
