//! A plot as a picture: lines over two axes, each linear or logarithmic.

mod axis;
mod clip;
mod color_scale;
mod diagram;
mod map;
#[cfg(test)]
mod picture_tests;

use glam::DVec2;

use self::axis::Axis;
use super::draw_list::{Align, Anchor, DrawList, Paint, Stroke};
use super::svg;
use super::theme::Theme;

pub use self::axis::Scale;
pub use self::color_scale::ColorScale;
pub use self::diagram::{Column, Diagram, Stack};
pub use self::map::Map;

/// Size of a plot (points).
const SIZE: DVec2 = DVec2::new(720.0, 380.0);
/// Distances of the frame from the left, right, top and bottom edge (points).
const MARGIN: [f64; 4] = [64.0, 216.0, 56.0, 48.0];
/// Offset of a line's name from the frame (points), typical width of a character (points), and maximum number of characters of a name.
const NAME: f64 = 36.0;
const GLYPH: f64 = 6.8;
const LETTERS: usize = 72;
/// Estimated width of a character in the name of a rule (points).
const LETTER: f64 = 5.0;
/// Distance beyond the frame to which lines are still drawn (points).
const SLACK: f64 = 1.0;
/// Dash patterns: lines are distinguished by colour, and where colours repeat by dashes.
const DASHES: [Option<[f64; 2]>; 3] = [None, Some([7.0, 4.0]), Some([2.0, 3.0])];

/// A line with its name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its name, shown beside it.
    pub name: String,
    /// The points, in order.
    pub points: Vec<[f64; 2]>,
    /// Whether its points are marked.
    pub marks: bool,
    /// Whether it is dashed, to distinguish it from solid lines.
    pub dashed: bool,
    /// Whether its last point is marked.
    pub marks_end: bool,
    /// Index of its colour among the series colours; `None`: its index among the lines.
    pub series: Option<usize>,
}

/// A value of the first axis that is marked by a vertical rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The value.
    pub at: f64,
    /// Its name; may be empty.
    pub name: String,
}

/// A plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Title above the frame.
    pub title: String,
    /// Names of the axes with their units.
    pub axes: [String; 2],
    /// Scales of the axes.
    pub scales: [Scale; 2],
    /// The lines, bottom first.
    pub lines: Vec<Line>,
    /// Smallest and largest visible value of each axis; `None`: the range of the data.
    pub view: [Option<[f64; 2]>; 2],
    /// Marked values.
    pub rules: Vec<Rule>,
}

/// Text centred below a point.
const BELOW: Anchor = Anchor {
    x: Align::Middle,
    y: Align::Start,
};

/// Drawing state of a plot: maps values to the picture.
struct Frame<'a> {
    plot: &'a Plot,
    theme: Theme,
    x: Axis,
    y: Axis,
    /// Top of the plot with its texts, and its height (points).
    top: f64,
    height: f64,
    /// Top left and bottom right of the frame (points).
    corners: [DVec2; 2],
    list: &'a mut DrawList,
}

impl Plot {
    /// The plot as an SVG document with a background of its own.
    pub fn svg(&self) -> String {
        let (list, size) = self.picture();
        svg::svg(&list, size)
    }

    /// The plot as shapes on a background of its own, and its size (points).
    pub fn picture(&self) -> (DrawList, DVec2) {
        let size = DVec2::new(self.width(), SIZE.y);
        let mut list = paper(size);
        self.draw(&mut list, 0.0, SIZE.y);
        (list, size)
    }

    /// Width with space for the names of all lines (points).
    fn width(&self) -> f64 {
        let longest = self
            .lines
            .iter()
            .map(|line| shown_name(&line.name).chars().count())
            .max();
        let names = NAME + GLYPH * longest.unwrap_or(0) as f64;
        SIZE.x + (names - MARGIN[1]).max(0.0)
    }

    /// Draws the plot at a distance from the top, with a height (points).
    fn draw(&self, list: &mut DrawList, top: f64, height: f64) {
        let corners = [
            DVec2::new(MARGIN[0], top + MARGIN[2]),
            DVec2::new(SIZE.x - MARGIN[1], top + height - MARGIN[3]),
        ];
        let values = |k: usize| {
            self.lines
                .iter()
                .flat_map(move |line| line.points.iter().map(move |p| p[k]))
        };
        let [x, y] = [0, 1].map(|k| (self.scales[k], self.view[k]));
        let mut frame = Frame {
            plot: self,
            theme: Theme::light(),
            x: Axis::new(x, values(0), corners[0].x, corners[1].x),
            y: Axis::new(y, values(1), corners[1].y, corners[0].y),
            top,
            height,
            corners,
            list,
        };
        frame.grid();
        frame.rules();
        frame.titles();
        for k in 0..self.lines.len() {
            frame.line(k);
        }
    }
}

/// A list with a background of this size (points).
fn paper(size: DVec2) -> DrawList {
    let mut list = DrawList::new();
    list.rect(
        size / 2.0,
        size / 2.0,
        0.0,
        6.0,
        Paint::fill(Theme::light().panel),
    );
    list
}

impl Frame<'_> {
    /// Grid lines with their values.
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

    /// Marked values; their names stand above the frame.
    fn rules(&mut self) {
        let [low, high] = self.corners;
        let mut rules: Vec<&Rule> = self.plot.rules.iter().collect();
        rules.sort_by(|a, b| a.at.total_cmp(&b.at));
        let mut taken = f64::NEG_INFINITY;
        for rule in rules {
            let at = self.x.place(rule.at).filter(|at| (low.x..=high.x).contains(at));
            let Some(at) = at else { continue };
            let stroke = Stroke::new(1.0, self.theme.quiet_ink).dashed(3.0, 3.0);
            self.list
                .line(DVec2::new(at, low.y), DVec2::new(at, high.y), stroke);
            let half = LETTER / 2.0 * rule.name.chars().count() as f64;
            // A name that would overlap the one before is left out.
            if !rule.name.is_empty() && at - half > taken {
                taken = at + half;
                let (place, end) = (DVec2::new(at, low.y - 2.0), Align::End);
                let anchor = Anchor {
                    x: Align::Middle,
                    y: end,
                };
                self.list
                    .text(place, anchor, &*rule.name, 9.0, self.theme.quiet_ink);
            }
        }
    }

    /// Frame, axis names and title.
    fn titles(&mut self) {
        let [low, high] = self.corners;
        let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
        let line = Paint::stroke(Stroke::new(1.0, self.theme.line));
        self.list.rect(middle, half, 0.0, 0.0, line);
        let end = Anchor {
            x: Align::Middle,
            y: Align::End,
        };
        let below = DVec2::new(middle.x, self.height - 6.0);
        let texts = [
            (below, end, &self.plot.axes[0], 12.0),
            (DVec2::new(12.0, 40.0), Anchor::LEFT, &self.plot.axes[1], 12.0),
            (DVec2::new(12.0, 18.0), Anchor::LEFT, &self.plot.title, 14.0),
        ];
        for (at, anchor, text, size) in texts.into_iter().filter(|it| !it.2.is_empty()) {
            let at = at + DVec2::new(0.0, self.top);
            self.list.text(at, anchor, &**text, size, self.theme.ink);
        }
    }

    /// A line, its marks and its name.
    fn line(&mut self, k: usize) {
        let line = &self.plot.lines[k];
        let colors = self.theme.series;
        let series = |k: usize| self.plot.lines[k].series.unwrap_or(k) % colors.len();
        let color = colors[series(k)];
        let alike = (0..k).filter(|other| series(*other) == series(k)).count();
        let mut dash = DASHES[alike % DASHES.len()];
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
        let [low, high] = self.corners;
        let inside = |it: &&DVec2| it.cmpge(low - SLACK).all() && it.cmple(high + SLACK).all();
        let from = match (line.marks, line.marks_end) {
            (true, _) => 0,
            (false, true) => points.len().saturating_sub(1),
            _ => points.len(),
        };
        for point in points[from..].iter().filter(inside) {
            self.list.circle(*point, 2.8, Paint::fill(color));
        }
        for piece in clip::pieces(points, [low - SLACK, high + SLACK]) {
            self.list.polyline(piece, stroke);
        }
        let (right, row) = (self.corners[1].x, self.corners[0].y + 8.0 + 18.0 * k as f64);
        let [from, to, name] = [10.0, 30.0, NAME].map(|dx| DVec2::new(right + dx, row));
        self.list.line(from, to, stroke);
        self.list
            .text(name, Anchor::LEFT, shown_name(&line.name), 11.0, self.theme.ink);
    }
}

/// The name of a line, truncated to the available length.
fn shown_name(name: &str) -> String {
    let mut letters = name.chars();
    let mut shown: String = letters.by_ref().take(LETTERS).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}
