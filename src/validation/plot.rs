//! A plot as a picture: lines over two axes, each with even or decimal steps.

use glam::DVec2;

use crate::render::draw_list::{Align, Anchor, DrawList, Paint, Stroke};
use crate::render::svg;
use crate::render::theme::Theme;

/// Size of a plot (points).
const SIZE: DVec2 = DVec2::new(720.0, 380.0);
/// The frame's distance from the left, the right, the top and the bottom.
const MARGIN: [f64; 4] = [64.0, 216.0, 56.0, 48.0];
/// Lines are told apart by colour, and beyond that by dashes.
const DASHES: [Option<[f64; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];

/// How an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Even steps.
    Linear,
    /// Powers of ten; what is not above 0 is not shown.
    Decimal,
}

/// A line with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Shown beside it.
    pub name: String,
    /// In order.
    pub points: Vec<[f64; 2]>,
    /// Whether its points are marked.
    pub marks: bool,
}

/// What is plotted.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Above the frame.
    pub title: String,
    /// Names of the axes with their units.
    pub axes: [String; 2],
    /// How they count.
    pub scales: [Scale; 2],
    /// Lowest first.
    pub lines: Vec<Line>,
}

/// One axis of a frame: from a value to a place.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(scale: Scale, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Self {
        let shown = values.filter(|x| x.is_finite() && (scale == Scale::Linear || *x > 0.0));
        let (mut low, mut high) = shown
            .map(|x| if scale == Scale::Decimal { x.log10() } else { x })
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if scale == Scale::Decimal {
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

    fn place(&self, x: f64) -> Option<f64> {
        let x = match self.scale {
            Scale::Linear => x,
            Scale::Decimal if x > 0.0 => x.log10(),
            Scale::Decimal => return None,
        };
        let share = (x - self.low) / (self.high - self.low);
        share
            .is_finite()
            .then(|| self.from + share.clamp(-0.02, 1.02) * (self.to - self.from))
    }

    /// Values with a line across the frame.
    fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        match self.scale {
            Scale::Decimal => {
                let every = (span / 6.0).ceil().max(1.0);
                let first = (self.low / every).ceil() as i64;
                (0..)
                    .map(|k| (first + k) as f64 * every)
                    .take_while(|x| *x <= self.high + 1e-9)
                    .map(|x| 10f64.powf(x))
                    .collect()
            }
            Scale::Linear => {
                let rough = span / 6.0;
                let decade = 10f64.powf(rough.log10().floor());
                let step = [1.0, 2.0, 5.0, 10.0]
                    .map(|k| k * decade)
                    .into_iter()
                    .find(|step| *step >= rough)
                    .unwrap_or(rough);
                let first = (self.low / step).ceil() as i64;
                (0..)
                    .map(|k| (first + k) as f64 * step)
                    .take_while(|x| *x <= self.high + 1e-9 * span)
                    .collect()
            }
        }
    }

    fn label(&self, x: f64) -> String {
        if self.scale == Scale::Decimal {
            format!("1e{}", x.log10().round())
        } else if x == 0.0 {
            "0".to_owned()
        } else if (1e-3..1e5).contains(&x.abs()) {
            let text = format!("{x:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            format!("{x:.1e}")
        }
    }
}

impl Plot {
    /// The plot as an SVG document on paper of its own, readable on any page.
    pub fn svg(&self) -> String {
        let theme = Theme::light();
        let mut list = DrawList::new();
        list.rect(SIZE / 2.0, SIZE / 2.0, 0.0, 6.0, Paint::fill(theme.panel));
        let (left, right) = (MARGIN[0], SIZE.x - MARGIN[1]);
        let (top, bottom) = (MARGIN[2], SIZE.y - MARGIN[3]);
        let values = |k: usize| {
            self.lines
                .iter()
                .flat_map(move |line| line.points.iter().map(move |p| p[k]))
        };
        let x = Axis::new(self.scales[0], values(0), left, right);
        let y = Axis::new(self.scales[1], values(1), bottom, top);
        let grid = Stroke::new(1.0, theme.grid);
        for tick in x.ticks() {
            let Some(at) = x.place(tick) else { continue };
            list.line(DVec2::new(at, top), DVec2::new(at, bottom), grid);
            let anchor = Anchor {
                x: Align::Middle,
                y: Align::Start,
            };
            list.text(
                DVec2::new(at, bottom + 6.0),
                anchor,
                x.label(tick),
                11.0,
                theme.quiet_ink,
            );
        }
        for tick in y.ticks() {
            let Some(at) = y.place(tick) else { continue };
            list.line(DVec2::new(left, at), DVec2::new(right, at), grid);
            list.text(
                DVec2::new(left - 6.0, at),
                Anchor::RIGHT,
                y.label(tick),
                11.0,
                theme.quiet_ink,
            );
        }
        let (middle, half) = (
            DVec2::new(left + right, top + bottom) / 2.0,
            DVec2::new(right - left, bottom - top) / 2.0,
        );
        list.rect(
            middle,
            half,
            0.0,
            0.0,
            Paint::stroke(Stroke::new(1.0, theme.line)),
        );
        let end = Anchor {
            x: Align::Middle,
            y: Align::End,
        };
        list.text(
            DVec2::new(middle.x, SIZE.y - 6.0),
            end,
            &*self.axes[0],
            12.0,
            theme.ink,
        );
        list.text(
            DVec2::new(12.0, 40.0),
            Anchor::LEFT,
            &*self.axes[1],
            12.0,
            theme.ink,
        );
        list.text(
            DVec2::new(12.0, 18.0),
            Anchor::LEFT,
            &*self.title,
            14.0,
            theme.ink,
        );
        for (k, line) in self.lines.iter().enumerate() {
            let color = theme.series[k % theme.series.len()];
            let dash = DASHES[k / theme.series.len() % DASHES.len()];
            let stroke = Stroke {
                dash,
                ..Stroke::new(1.6, color)
            };
            let points: Vec<DVec2> = line
                .points
                .iter()
                .filter_map(|[a, b]| Some(DVec2::new(x.place(*a)?, y.place(*b)?)))
                .collect();
            if line.marks {
                for point in &points {
                    list.circle(*point, 2.8, Paint::fill(color));
                }
            }
            if points.len() > 1 {
                list.polyline(points, stroke);
            }
            let row = top + 8.0 + 18.0 * k as f64;
            list.line(
                DVec2::new(right + 10.0, row),
                DVec2::new(right + 30.0, row),
                stroke,
            );
            list.text(
                DVec2::new(right + 36.0, row),
                Anchor::LEFT,
                &*line.name,
                11.0,
                theme.ink,
            );
        }
        svg::svg(&list, SIZE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_land_where_the_axes_say() {
        let axis = Axis::new(Scale::Decimal, [1e-6, 1e-2].into_iter(), 0.0, 100.0);
        let (a, b) = (axis.place(1e-6), axis.place(1e-2));
        assert!(a.is_some_and(|a| a > 0.0) && b.is_some_and(|b| b < 100.0) && a < b);
        assert_eq!(axis.place(0.0), None);
        assert!(axis.ticks().len() > 2 && axis.ticks().len() < 9);
        let axis = Axis::new(Scale::Linear, [0.0, 10.0].into_iter(), 0.0, 100.0);
        assert_eq!(axis.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert!((axis.place(5.0).unwrap_or_default() - 50.0).abs() < 1e-9);
    }

    #[test]
    fn the_picture_has_a_line_and_a_name_for_each_series() {
        let line = |name: &str| Line {
            name: name.into(),
            points: vec![[1.0, 1.0], [2.0, f64::NAN], [3.0, 4.0]],
            marks: true,
        };
        let plot = Plot {
            title: "Title".into(),
            axes: ["x".into(), "y".into()],
            scales: [Scale::Linear, Scale::Decimal],
            lines: vec![line("one"), line("two")],
        };
        let svg = plot.svg();
        for word in ["one", "two", "Title"] {
            assert!(svg.contains(word), "{word}");
        }
        assert!(!svg.contains("NaN"));
    }
}
