//! A quantity over two others as a colour map with axes and a colour scale.

use glam::DVec2;

use super::axis::number;
use super::{BELOW, ColorScale, paper};
use crate::render::draw_list::{Align, Anchor, DrawList, Paint, Stroke};
use crate::render::theme::Theme;

/// Size of a map (points).
const SIZE: DVec2 = DVec2::new(720.0, 460.0);
/// Top left and bottom right corner of the map's field (points).
const FIELD: [DVec2; 2] = [DVec2::new(88.0, 60.0), DVec2::new(560.0, 408.0)];
/// Left edge and width of the colour scale (points).
const SCALE: [f64; 2] = [596.0, 18.0];
/// Overlap of neighbouring rectangles (points).
const SEAM: f64 = 0.15;
/// Number of steps of the drawn colour scale, and of values beside it.
const PIECES: usize = 48;
const VALUES: usize = 5;
/// Maximum number of values along an axis.
const TICKS: usize = 11;

/// A colour map of a quantity over two others.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Title above the field.
    pub title: String,
    /// Names of the horizontal and the vertical axis, with units.
    pub axes: [String; 2],
    /// Values of the columns from the left, and of the rows from the bottom.
    pub values: [Vec<f64>; 2],
    /// The quantity shown by the colours, with its unit.
    pub quantity: String,
    /// The cells, row by row from the bottom; NaN where there is no value, `None` where it is not known yet.
    pub cells: Vec<Option<f64>>,
}

impl Map {
    /// The map as shapes on a background of its own, and its size (points).
    pub fn picture(&self) -> (DrawList, DVec2) {
        let (mut list, theme) = (paper(SIZE), Theme::light());
        let scale = ColorScale::of(self.cells.iter().flatten().copied());
        self.field(&mut list, &theme, scale);
        self.ticks(&mut list, &theme);
        if let Some(scale) = scale {
            colors(&mut list, &theme, scale);
        }
        let middle = f64::midpoint(FIELD[0].x, FIELD[1].x);
        let below = Anchor {
            x: Align::Middle,
            y: Align::End,
        };
        let texts = [
            (DVec2::new(12.0, 18.0), Anchor::LEFT, &self.title, 14.0),
            (DVec2::new(12.0, 44.0), Anchor::LEFT, &self.axes[1], 12.0),
            (DVec2::new(middle, SIZE.y - 8.0), below, &self.axes[0], 12.0),
            (DVec2::new(SCALE[0], 44.0), Anchor::LEFT, &self.quantity, 12.0),
        ];
        for (at, anchor, text, size) in texts {
            list.text(at, anchor, &**text, size, theme.ink);
        }
        (list, SIZE)
    }

    /// Size of a cell (points).
    fn cell(&self) -> DVec2 {
        let [columns, rows] = [0, 1].map(|k| self.values[k].len().max(1) as f64);
        (FIELD[1] - FIELD[0]) / DVec2::new(columns, rows)
    }

    fn field(&self, list: &mut DrawList, theme: &Theme, scale: Option<ColorScale>) {
        let (cell, columns) = (self.cell(), self.values[0].len().max(1));
        for (k, value) in self.cells.iter().enumerate() {
            let (row, column) = ((k / columns) as f64, (k % columns) as f64);
            let left = FIELD[0].x + column * cell.x;
            let middle = DVec2::new(left + 0.5 * cell.x, FIELD[1].y - (row + 0.5) * cell.y);
            match (value, scale) {
                (Some(value), Some(scale)) if value.is_finite() => {
                    let color = ColorScale::color(theme, scale.share(*value));
                    // Slightly enlarged, so that no seams are visible.
                    list.rect(middle, cell / 2.0 + SEAM, 0.0, 0.0, Paint::fill(color));
                }
                // The run stopped before it gave a value.
                (Some(_), _) => {
                    let stroke = Stroke::new(1.0, theme.quiet_ink);
                    list.line(middle - cell / 2.0, middle + cell / 2.0, stroke);
                }
                (None, _) => {}
            }
        }
        let (middle, half) = ((FIELD[0] + FIELD[1]) / 2.0, (FIELD[1] - FIELD[0]) / 2.0);
        let line = Paint::stroke(Stroke::new(1.0, theme.line));
        list.rect(middle, half, 0.0, 0.0, line);
    }

    /// Values at the centres of their columns and rows, at regular intervals from the first.
    fn ticks(&self, list: &mut DrawList, theme: &Theme) {
        let (cell, ink) = (self.cell(), theme.quiet_ink);
        for (axis, values) in self.values.iter().enumerate() {
            for k in (0..values.len()).step_by(values.len().div_ceil(TICKS).max(1)) {
                let share = k as f64 + 0.5;
                let (at, anchor) = match axis {
                    0 => (DVec2::new(FIELD[0].x + share * cell.x, FIELD[1].y + 6.0), BELOW),
                    _ => (
                        DVec2::new(FIELD[0].x - 6.0, FIELD[1].y - share * cell.y),
                        Anchor::RIGHT,
                    ),
                };
                list.text(at, anchor, number(values[k]), 11.0, ink);
            }
        }
    }
}

/// The colour scale with its values.
fn colors(list: &mut DrawList, theme: &Theme, scale: ColorScale) {
    let height = (FIELD[1].y - FIELD[0].y) / PIECES as f64;
    let [left, width] = SCALE;
    for k in 0..PIECES {
        let share = (k as f64 + 0.5) / PIECES as f64;
        let middle = DVec2::new(left + width / 2.0, FIELD[1].y - (k as f64 + 0.5) * height);
        let color = ColorScale::color(theme, share);
        let half = DVec2::new(width / 2.0, 0.5 * height + SEAM);
        list.rect(middle, half, 0.0, 0.0, Paint::fill(color));
    }
    let values = if scale.high > scale.low { VALUES } else { 1 };
    for k in 0..values {
        let share = if values == 1 {
            0.5
        } else {
            k as f64 / (values - 1) as f64
        };
        let at = DVec2::new(left + width + 6.0, FIELD[1].y - share * (FIELD[1].y - FIELD[0].y));
        let value = match k {
            0 => scale.low,
            _ if k + 1 == values => scale.high,
            _ => scale.value(share),
        };
        let text = if value == 0.0 || (1e-2..1e4).contains(&value.abs()) {
            number(value)
        } else {
            format!("{value:.2e}")
        };
        list.text(at, Anchor::LEFT, text, 11.0, theme.ink);
    }
    if scale.logarithmic {
        let at = DVec2::new(left, FIELD[1].y + 14.0);
        list.text(at, Anchor::LEFT, "logarithmic", 11.0, theme.quiet_ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::draw_list::Shape;

    /// Each cell is a rectangle in the colour of its value, at the place of its row and column.
    #[test]
    fn each_cell_has_the_colour_of_its_value_at_its_place() {
        let map = Map {
            title: "drift".into(),
            axes: ["kd".into(), "ks".into()],
            values: [vec![0.0, 1.0, 2.0], vec![10.0, 20.0]],
            quantity: "drift (m)".into(),
            cells: vec![Some(0.0), Some(1.0), Some(2.0), Some(3.0), Some(f64::NAN), None],
        };
        let (list, _) = map.picture();
        let theme = Theme::light();
        let half = DVec2::new(472.0 / 6.0, 348.0 / 4.0);
        let drawn = half + SEAM;
        let expected = [
            (DVec2::new(88.0 + half.x, 408.0 - half.y), 0.0),
            (DVec2::new(88.0 + 3.0 * half.x, 408.0 - half.y), 1.0 / 3.0),
            (DVec2::new(88.0 + 5.0 * half.x, 408.0 - half.y), 2.0 / 3.0),
            (DVec2::new(88.0 + half.x, 408.0 - 3.0 * half.y), 1.0),
        ];
        let cells: Vec<(DVec2, Paint)> = list
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Rect {
                    center,
                    half: own,
                    paint,
                    ..
                } if own.distance(drawn) < 1e-9 => Some((*center, *paint)),
                _ => None,
            })
            .collect();
        assert_eq!(cells.len(), expected.len(), "none of what has no value");
        for ((at, paint), (place, share)) in cells.into_iter().zip(expected) {
            assert!(at.distance(place) < 1e-9, "{at} {place}");
            assert_eq!(paint, Paint::fill(ColorScale::color(&theme, share)));
        }
        let texts = ["20", "10", "kd", "ks", "drift (m)", "3", "1.5"];
        for text in texts {
            let told = |shape: &Shape| matches!(shape, Shape::Text { text: own, .. } if &**own == text);
            assert!(list.shapes.iter().any(told), "{text}");
        }
    }
}
