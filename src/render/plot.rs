//! A plot as a picture: lines over two axes, each with even or decimal steps.

mod axis;

use glam::DVec2;

use self::axis::Axis;
use super::draw_list::{Align, Anchor, DrawList, Paint, Stroke};
use super::svg;
use super::theme::Theme;

pub use self::axis::Scale;

/// Size of a plot (points).
const SIZE: DVec2 = DVec2::new(720.0, 380.0);
/// The frame's distance from the left, the right, the top and the bottom.
const MARGIN: [f64; 4] = [64.0, 216.0, 56.0, 48.0];
/// Lines are told apart by colour, and beyond that by dashes.
const DASHES: [Option<[f64; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];

/// A line with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Shown beside it.
    pub name: String,
    /// In order.
    pub points: Vec<[f64; 2]>,
    /// Whether its points are marked.
    pub marks: bool,
    /// Whether it is drawn in dashes, beside others that are not.
    pub dashed: bool,
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

/// Text in the middle below a point.
const BELOW: Anchor = Anchor {
    x: Align::Middle,
    y: Align::Start,
};

/// A plot under way: where values are on the picture.
struct Frame<'a> {
    plot: &'a Plot,
    theme: Theme,
    x: Axis,
    y: Axis,
    /// Top left and bottom right (points).
    corners: [DVec2; 2],
    list: DrawList,
}

impl Plot {
    /// The plot as an SVG document on paper of its own, readable on any page.
    pub fn svg(&self) -> String {
        let (list, size) = self.picture();
        svg::svg(&list, size)
    }

    /// The plot as shapes on paper of its own, and its size (points).
    pub fn picture(&self) -> (DrawList, DVec2) {
        let corners = [
            DVec2::new(MARGIN[0], MARGIN[2]),
            DVec2::new(SIZE.x - MARGIN[1], SIZE.y - MARGIN[3]),
        ];
        let values = |k: usize| {
            self.lines
                .iter()
                .flat_map(move |line| line.points.iter().map(move |p| p[k]))
        };
        let mut frame = Frame {
            plot: self,
            theme: Theme::light(),
            x: Axis::new(self.scales[0], values(0), corners[0].x, corners[1].x),
            y: Axis::new(self.scales[1], values(1), corners[1].y, corners[0].y),
            corners,
            list: DrawList::new(),
        };
        let paper = Paint::fill(frame.theme.panel);
        frame.list.rect(SIZE / 2.0, SIZE / 2.0, 0.0, 6.0, paper);
        frame.grid();
        frame.titles();
        for k in 0..self.lines.len() {
            frame.line(k);
        }
        (frame.list, SIZE)
    }
}

impl Frame<'_> {
    /// The lines across the frame with their values.
    fn grid(&mut self) {
        let [low, high] = self.corners;
        let stroke = Stroke::new(1.0, self.theme.grid);
        let ink = self.theme.quiet_ink;
        for tick in self.x.ticks() {
            let Some(at) = self.x.place(tick) else { continue };
            self.list
                .line(DVec2::new(at, low.y), DVec2::new(at, high.y), stroke);
            let place = DVec2::new(at, high.y + 6.0);
            self.list.text(place, BELOW, self.x.label(tick), 11.0, ink);
        }
        for tick in self.y.ticks() {
            let Some(at) = self.y.place(tick) else { continue };
            self.list
                .line(DVec2::new(low.x, at), DVec2::new(high.x, at), stroke);
            let place = DVec2::new(low.x - 6.0, at);
            self.list
                .text(place, Anchor::RIGHT, self.y.label(tick), 11.0, ink);
        }
    }

    /// The frame, the names of the axes and the title.
    fn titles(&mut self) {
        let [low, high] = self.corners;
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let line = Paint::stroke(Stroke::new(1.0, self.theme.line));
        self.list.rect(middle, half, 0.0, 0.0, line);
        let end = Anchor {
            x: Align::Middle,
            y: Align::End,
        };
        let texts = [
            (DVec2::new(middle.x, SIZE.y - 6.0), end, &self.plot.axes[0], 12.0),
            (DVec2::new(12.0, 40.0), Anchor::LEFT, &self.plot.axes[1], 12.0),
            (DVec2::new(12.0, 18.0), Anchor::LEFT, &self.plot.title, 14.0),
        ];
        for (at, anchor, text, size) in texts {
            self.list.text(at, anchor, &**text, size, self.theme.ink);
        }
    }

    /// A line, its points and its name.
    fn line(&mut self, k: usize) {
        let line = &self.plot.lines[k];
        let colors = self.theme.series;
        let color = colors[k % colors.len()];
        let mut dash = DASHES[k / colors.len() % DASHES.len()];
        if line.dashed {
            dash = DASHES[1];
        }
        let stroke = Stroke {
            dash,
            ..Stroke::new(1.6, color)
        };
        let points: Vec<DVec2> = line
            .points
            .iter()
            .filter_map(|[a, b]| Some(DVec2::new(self.x.place(*a)?, self.y.place(*b)?)))
            .collect();
        if line.marks {
            for point in &points {
                self.list.circle(*point, 2.8, Paint::fill(color));
            }
        }
        if points.len() > 1 {
            self.list.polyline(points, stroke);
        }
        let (right, row) = (self.corners[1].x, self.corners[0].y + 8.0 + 18.0 * k as f64);
        let [from, to, name] = [10.0, 30.0, 36.0].map(|dx| DVec2::new(right + dx, row));
        self.list.line(from, to, stroke);
        self.list
            .text(name, Anchor::LEFT, &*line.name, 11.0, self.theme.ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_a_line_and_a_name_for_each_series() {
        let line = |name: &str| Line {
            name: name.into(),
            points: vec![[1.0, 1.0], [2.0, f64::NAN], [3.0, 4.0]],
            marks: true,
            dashed: false,
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
