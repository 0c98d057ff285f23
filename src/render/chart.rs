//! A chart with both axes logarithmic: curves of measured points over a grid of decades.

use glam::DVec2;

use super::draw_list::{Align, Anchor, DrawList, Paint, Stroke};
use super::theme::{TYPE, Theme};

/// One curve.
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// Points, both coordinates positive.
    pub points: Vec<(f64, f64)>,
    /// Whether it is drawn in dashes: what others have made.
    pub dashed: bool,
}

/// A chart of curves.
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What grows to the right.
    pub x: String,
    /// What grows upwards.
    pub y: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// Size of the picture (points).
pub const SIZE: DVec2 = DVec2::new(640.0, 400.0);
/// Room left of, above, right of and below the field (points).
const MARGIN: [f64; 4] = [64.0, 40.0, 150.0, 48.0];
/// Radius of a point.
const DOT: f64 = 3.0;
/// Line height of the names.
const LINE: f64 = 18.0;

impl Chart {
    /// Draws it on paper of the theme.
    pub fn draw(&self, theme: &Theme) -> DrawList {
        let mut list = DrawList::new();
        let paper = Paint::fill(theme.paper);
        list.rect(SIZE / 2.0, SIZE / 2.0, 0.0, 0.0, paper);
        let field = (
            DVec2::new(MARGIN[0], MARGIN[1]),
            SIZE - DVec2::new(MARGIN[2], MARGIN[3]),
        );
        let points = || self.curves.iter().flat_map(|curve| &curve.points);
        let x = decades(points().map(|point| point.0));
        let y = decades(points().map(|point| point.1));
        let place = |at: (f64, f64)| {
            let share = |value: f64, range: (i32, i32)| {
                (value.log10() - f64::from(range.0)) / f64::from(range.1 - range.0)
            };
            let (right, up) = (share(at.0, x), share(at.1, y));
            DVec2::new(
                field.0.x + right * (field.1.x - field.0.x),
                field.1.y - up * (field.1.y - field.0.y),
            )
        };
        let grid = Stroke::new(1.0, theme.grid_major);
        let mut note = |at: DVec2, anchor: Anchor, text: String, strong: bool| {
            let color = if strong { theme.ink } else { theme.quiet_ink };
            list.text(at, anchor, text, TYPE[usize::from(strong)], color);
        };
        let below = Anchor {
            x: Align::Middle,
            y: Align::Start,
        };
        note(
            DVec2::new(MARGIN[0], 12.0),
            Anchor::TOP_LEFT,
            self.title.clone(),
            true,
        );
        note(
            DVec2::new(8.0, field.0.y - 8.0),
            Anchor::LEFT,
            self.y.clone(),
            false,
        );
        let middle = (field.0.x + field.1.x) / 2.0;
        note(DVec2::new(middle, SIZE.y - 18.0), below, self.x.clone(), false);
        for k in x.0..=x.1 {
            let at = place((10f64.powi(k), 10f64.powi(y.0)));
            note(at + DVec2::new(0.0, 6.0), below, decade(k), false);
        }
        for k in y.0..=y.1 {
            let at = place((10f64.powi(x.0), 10f64.powi(k)));
            note(at - DVec2::new(8.0, 0.0), Anchor::RIGHT, decade(k), false);
        }
        for k in x.0..=x.1 {
            let ends = [y.0, y.1].map(|end| place((10f64.powi(k), 10f64.powi(end))));
            list.line(ends[0], ends[1], grid);
        }
        for k in y.0..=y.1 {
            let ends = [x.0, x.1].map(|end| place((10f64.powi(end), 10f64.powi(k))));
            list.line(ends[0], ends[1], grid);
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let color = theme.series[index % theme.series.len()];
            let solid = Stroke::new(2.0, color);
            let stroke = if curve.dashed {
                solid.dashed(6.0, 4.0)
            } else {
                solid
            };
            let places: Vec<DVec2> = curve.points.iter().map(|&point| place(point)).collect();
            for &at in &places {
                list.circle(at, DOT, Paint::fill(color));
            }
            if places.len() > 1 {
                list.polyline(places, stroke);
            }
            let at = DVec2::new(field.1.x + 14.0, field.0.y + 8.0 + LINE * index as f64);
            list.line(at, at + DVec2::new(22.0, 0.0), stroke);
            let name = curve.name.clone();
            list.text(at + DVec2::new(28.0, 0.0), Anchor::LEFT, name, TYPE[0], theme.ink);
        }
        list
    }
}

/// The powers of ten that enclose all values, at least one apart.
fn decades(values: impl Iterator<Item = f64>) -> (i32, i32) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|value| *value > 0.0) {
        low = low.min(value.log10());
        high = high.max(value.log10());
    }
    if low > high {
        return (0, 1);
    }
    let low = low.floor() as i32;
    (low, (high.ceil() as i32).max(low + 1))
}

/// A power of ten, as people write it.
fn decade(k: i32) -> String {
    match k {
        0..=3 => format!("{}", 10u32.pow(k.unsigned_abs())),
        _ => format!("1e{k}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::super::draw_list::Shape;
    use super::*;

    #[test]
    fn a_power_law_is_a_straight_line_in_the_field() {
        let chart = Chart {
            title: "squares".to_owned(),
            x: "n".to_owned(),
            y: "ns".to_owned(),
            curves: vec![Curve {
                name: "square".to_owned(),
                points: [1.0f64, 7.0, 31.0, 900.0].map(|n| (n, n * n)).to_vec(),
                dashed: false,
            }],
        };
        let list = chart.draw(&Theme::light());
        let line = list.shapes.iter().find_map(|shape| match shape {
            Shape::Polyline { points, .. } if points.len() == 4 => Some(points.clone()),
            _ => None,
        });
        let line = line.unwrap();
        let along = (line[3] - line[0]).normalize();
        for &point in &line {
            assert!((point - line[0]).perp_dot(along).abs() < 1e-9);
            assert!(point.x >= MARGIN[0] && point.x <= SIZE.x - MARGIN[2]);
            assert!(point.y >= MARGIN[1] && point.y <= SIZE.y - MARGIN[3]);
        }
        assert_eq!(decades([2.0, 3.0].into_iter()), (0, 1));
        assert_eq!(decades([54.0, 100_000.0].into_iter()), (1, 5));
    }
}
