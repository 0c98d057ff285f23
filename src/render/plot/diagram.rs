//! An exportable diagram: a plot, stacked plots, or a map.

use glam::DVec2;

use super::{Map, Plot, SIZE, paper};
use crate::render::draw_list::DrawList;
use crate::render::svg;

/// Height of each of several stacked plots (points).
const HEIGHT: f64 = 300.0;

/// A column of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Name with unit.
    pub name: String,
    /// The values by row; NaN where there is none.
    pub values: Vec<f64>,
}

/// Stacked plots, and the numbers that they show.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// The plots, from the top.
    pub plots: Vec<Plot>,
    /// The columns, all of the same length.
    pub columns: Vec<Column>,
}

/// A diagram.
#[derive(Clone, Debug, PartialEq)]
pub enum Diagram {
    /// Lines over two axes.
    Plot(Plot),
    /// Stacked plots.
    Stack(Stack),
    /// A colour map over two axes.
    Map(Map),
}

impl Diagram {
    /// The diagram as shapes on a background of its own, and its size (points).
    pub fn picture(&self) -> (DrawList, DVec2) {
        match self {
            Self::Plot(plot) => plot.picture(),
            Self::Stack(stack) => stack.picture(),
            Self::Map(map) => map.picture(),
        }
    }

    /// The diagram as an SVG document.
    pub fn svg(&self) -> String {
        let (list, size) = self.picture();
        svg::svg(&list, size)
    }
}

impl From<Plot> for Diagram {
    fn from(plot: Plot) -> Self {
        Self::Plot(plot)
    }
}

impl Stack {
    fn picture(&self) -> (DrawList, DVec2) {
        let width = self.plots.iter().map(Plot::width).fold(SIZE.x, f64::max);
        let height = if self.plots.len() > 1 { HEIGHT } else { SIZE.y };
        let size = DVec2::new(width, height * self.plots.len().max(1) as f64);
        let mut list = paper(size);
        for (k, plot) in self.plots.iter().enumerate() {
            plot.draw(&mut list, height * k as f64, height);
        }
        (list, size)
    }
}
