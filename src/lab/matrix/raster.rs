//! A pattern rasterised by density: one pass over the blocks, one array of shares per pixel, however many rows there are.

use super::pattern::{Kind, Pattern};

/// The visible part of a matrix, in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// First row and column; may be fractional.
    pub from: [f64; 2],
    /// Number of rows and columns in view.
    pub span: [f64; 2],
}

/// Share of each pixel that blocks of each kind cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Row by row: the share of the pixel that each kind covers, in the order of [`Kind::ALL`].
    pub cover: Vec<[f32; Kind::ALL.len()]>,
}

impl Raster {
    /// Rasterises a pattern through a window, at this width and height in pixels.
    pub fn new(pattern: &Pattern, window: Window, [width, height]: [usize; 2]) -> Self {
        let mut raster = Self {
            width,
            height,
            cover: vec![[0.0; Kind::ALL.len()]; width * height],
        };
        let scale = [height as f64 / window.span[0], width as f64 / window.span[1]];
        let place = |axis: usize, from: u32, size: u32| {
            let from = (f64::from(from) - window.from[axis]) * scale[axis];
            (from, from + f64::from(size) * scale[axis])
        };
        for &[first, size] in &pattern.full {
            // The visible rows of a triangle, one at a time.
            let seen = |at: f64| (at.max(0.0) as u32).clamp(first, first + size);
            let (from, to) = (
                seen(window.from[0]),
                seen((window.from[0] + window.span[0]).ceil()),
            );
            for row in from..to {
                let wide = place(1, first, row - first + 1);
                raster.add(place(0, row, 1), wide, (Kind::Fill, 1.0));
            }
        }
        for block in &pattern.blocks {
            let [rows, columns] = [0, 1].map(|axis| place(axis, block.at[axis], block.size[axis].into()));
            raster.add(rows, columns, (block.kind, 1.0));
            if pattern.is_in_full(block) {
                // The block replaces fill-in.
                raster.add(rows, columns, (Kind::Fill, -1.0));
            }
        }
        raster
    }

    fn add(&mut self, rows: (f64, f64), columns: (f64, f64), (kind, share): (Kind, f64)) {
        let kind = kind as usize;
        for (y, high) in pixels(rows, self.height) {
            for (x, wide) in pixels(columns, self.width) {
                self.cover[y * self.width + x][kind] += (share * high * wide) as f32;
            }
        }
    }

    /// The kind that covers most of a pixel, and the covered share of the pixel; `None` if empty.
    pub fn at(&self, x: usize, y: usize) -> Option<(Kind, f32)> {
        let cover = &self.cover[y * self.width + x];
        let all: f32 = cover.iter().sum();
        let most = Kind::ALL
            .into_iter()
            .zip(cover)
            .max_by(|a, b| a.1.total_cmp(b.1))?;
        (all > 0.0).then_some((most.0, all.min(1.0)))
    }
}

/// The pixels in an interval, each with the share of the pixel inside the interval.
fn pixels((from, to): (f64, f64), count: usize) -> impl Iterator<Item = (usize, f64)> {
    let first = from.max(0.0).floor();
    let last = to.min(count as f64).ceil();
    (first as usize..(last.max(0.0) as usize).min(count)).filter_map(move |pixel| {
        let share = to.min(pixel as f64 + 1.0) - from.max(pixel as f64);
        (share > 0.0).then_some((pixel, share))
    })
}
