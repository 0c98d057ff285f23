//! A plot axis: maps values to the picture, and chooses its ticks.

/// Scale of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Scale {
    /// Linear.
    #[default]
    Linear,
    /// Logarithmic; values that are not positive are not shown.
    Decimal,
    /// Logarithmic scale of magnitudes, with small ones raised to a minimum.
    Sizes {
        /// The minimum, at which zero is drawn.
        least: f64,
    },
}

impl Scale {
    /// The value in scale coordinates, if it can be shown.
    fn along(self, x: f64) -> Option<f64> {
        let at = match self {
            Self::Linear => x,
            Self::Decimal if x > 0.0 => x.log10(),
            Self::Decimal => return None,
            Self::Sizes { least } => x.abs().max(least).log10(),
        };
        at.is_finite().then_some(at)
    }
}

/// Distance in axis lengths to which positions are limited; lines are clipped long before.
const FAR: f64 = 1e6;

/// One axis of a frame: maps values to positions.
pub(super) struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    /// Creates an axis over the visible range, or over all values with a margin.
    pub(super) fn new(
        (scale, view): (Scale, Option<[f64; 2]>),
        values: impl Iterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> Self {
        let ends = view.and_then(|[low, high]| Some((scale.along(low)?, scale.along(high)?)));
        if let Some((low, high)) = ends.filter(|(low, high)| low < high) {
            return Self {
                scale,
                low,
                high,
                from,
                to,
            };
        }
        let shown = values.filter_map(|x| scale.along(x));
        let (mut low, mut high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
            (low.min(x), high.max(x))
        });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if scale != Scale::Linear {
            (low, high) = (low - 0.2, high + 0.2);
        } else if high - low < 1e-300 {
            (low, high) = (low - 0.5, high + 0.5);
        } else {
            let room = 0.04 * (high - low);
            (low, high) = (low - room, high + room);
        }
        Self {
            scale,
            low,
            high,
            from,
            to,
        }
    }

    pub(super) fn place(&self, x: f64) -> Option<f64> {
        let x = self.scale.along(x)?;
        let share = (x - self.low) / (self.high - self.low);
        share
            .is_finite()
            .then(|| self.from + share.clamp(-FAR, FAR) * (self.to - self.from))
    }

    /// Values of the grid lines.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        match self.scale {
            Scale::Decimal | Scale::Sizes { .. } => {
                let every = (span / 6.0).ceil().max(1.0);
                let first = (self.low / every).ceil() as i64;
                (0..)
                    .map(|k| (first + k) as f64 * every)
                    .take_while(|x| *x <= self.high + 1e-9)
                    .map(|x| 10f64.powf(x))
                    .collect()
            }
            Scale::Linear => {
                let step = self.step();
                let first = (self.low / step).ceil() as i64;
                (0..)
                    .map(|k| (first + k) as f64 * step)
                    .take_while(|x| *x <= self.high + 1e-9 * span)
                    .collect()
            }
        }
    }

    pub(super) fn label(&self, x: f64) -> String {
        if self.scale != Scale::Linear {
            format!("1e{}", x.log10().round())
        } else {
            apart(x, self.step())
        }
    }

    /// Linear tick step: 1, 2 or 5 times a power of ten.
    fn step(&self) -> f64 {
        let rough = (self.high - self.low) / 6.0;
        let decade = 10f64.powf(rough.log10().floor());
        [1.0, 2.0, 5.0, 10.0]
            .map(|k| k * decade)
            .into_iter()
            .find(|step| *step >= rough)
            .unwrap_or(rough)
    }
}

/// A tick label with as many digits as distinguish it from ticks at the distance `step`.
fn apart(x: f64, step: f64) -> String {
    let places = -(step.log10() + 1e-9).floor();
    // Zero, up to the rounding of multiples of the step.
    if x.abs() < 0.5 * step {
        return "0".to_owned();
    }
    if x.abs() < 1e5 && places <= 9.0 && (places <= 4.0 || x.abs() >= 1e-3) {
        let decimals = places.max(0.0) as usize;
        return format!("{x:.decimals$}");
    }
    let digits = (x.abs().log10().floor() + places).clamp(0.0, 12.0) as usize;
    format!("{x:.digits$e}")
}

/// A number on an axis.
pub(super) fn number(x: f64) -> String {
    if x == 0.0 {
        "0".to_owned()
    } else if (1e-3..1e5).contains(&x.abs()) {
        let text = format!("{x:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{x:.1e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However narrow the range is, no two ticks have the same label.
    #[test]
    fn numbers_beside_an_axis_are_told_apart() {
        for (low, high) in [
            (0.0, 10.0),
            (2.999_999, 3.0),
            (-1e-9, 4e-9),
            (1e6, 1e6 + 3.0),
            (-0.3, 0.2),
            (5e7, 9e7),
        ] {
            let axis = Axis::new((Scale::Linear, Some([low, high])), std::iter::empty(), 0.0, 1.0);
            let words: Vec<String> = axis.ticks().into_iter().map(|it| axis.label(it)).collect();
            let set: std::collections::BTreeSet<&String> = words.iter().collect();
            assert!(words.len() > 2 && set.len() == words.len(), "{words:?}");
            for (word, value) in words.iter().zip(axis.ticks()) {
                let read: f64 = word.parse().unwrap_or(f64::NAN);
                assert!((read - value).abs() < 1e-3 * (high - low), "{word} {value}");
                assert!(word.len() <= 11, "{word}");
            }
        }
        let axis = Axis::new((Scale::Linear, Some([0.0, 1.0])), std::iter::empty(), 0.0, 1.0);
        assert_eq!(axis.label(0.2), "0.2");
    }

    #[test]
    fn points_land_where_the_axes_say() {
        let axis = Axis::new((Scale::Decimal, None), [1e-6, 1e-2].into_iter(), 0.0, 100.0);
        let (a, b) = (axis.place(1e-6), axis.place(1e-2));
        assert!(a.is_some_and(|a| a > 0.0) && b.is_some_and(|b| b < 100.0) && a < b);
        assert_eq!(axis.place(0.0), None);
        assert!(axis.ticks().len() > 2 && axis.ticks().len() < 9);
        let axis = Axis::new((Scale::Linear, None), [0.0, 10.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert!((axis.place(5.0).unwrap_or_default() - 50.0).abs() < 1e-9);
    }
}
