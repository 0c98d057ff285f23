//! A picture of the screen, and its analysis.

use std::collections::BTreeMap;

/// A window is lighter than the paper by more than `LIGHTER`, and its text darker by more than `DARKER`; its shadow is neither.
const LIGHTER: i32 = 6;
const DARKER: i32 = 60;
/// Rows and columns with fewer differing pixels than this fraction of the largest count are ignored: a frame over a line of the grid.
const SOME: u32 = 8;

/// Pixels of the screen.
pub struct Picture {
    width: u32,
    height: u32,
    /// Red, green and blue, row by row.
    pixels: Vec<[u8; 3]>,
}

/// A region of a picture: left, top, width, height.
pub type Part = (u32, u32, u32, u32);

impl Picture {
    /// Reads a binary PPM file (`P6`, 8 bits a channel, no comments) from its bytes.
    pub fn from_ppm(ppm: &[u8]) -> Picture {
        // The format, width, height and the largest value, each followed by one white space; then the pixels.
        let fields: Vec<&[u8]> = ppm.splitn(5, |byte| byte.is_ascii_whitespace()).collect();
        let [b"P6", width, height, b"255", pixels] = fields[..] else {
            panic!("the screenshot is a PPM file of 8 bits a channel");
        };
        let number = |text| std::str::from_utf8(text).ok()?.parse::<u32>().ok();
        let [width, height] = [width, height].map(|text| number(text).expect("a number of pixels"));
        assert_eq!(
            pixels.len(),
            3 * (width * height) as usize,
            "the screenshot is whole"
        );
        Picture {
            width,
            height,
            pixels: pixels.chunks_exact(3).map(|p| [p[0], p[1], p[2]]).collect(),
        }
    }

    /// Reads a PNG file from its bytes.
    pub fn from_png(png: &[u8]) -> Picture {
        let mut decoder = png::Decoder::new(png);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("a whole PNG file");
        let channels = info.color_type.samples();
        let colored = usize::from(channels > 2);
        let color = |p: &[u8]| [p[0], p[colored], p[2 * colored]];
        Picture {
            width: info.width,
            height: info.height,
            pixels: bytes[..info.buffer_size()]
                .chunks_exact(channels)
                .map(color)
                .collect(),
        }
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The region of the whole picture.
    pub fn whole(&self) -> Part {
        (0, 0, self.width, self.height)
    }

    /// Red, green and blue at a place.
    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    fn places(part: Part) -> impl Iterator<Item = (u32, u32)> {
        let (left, top, width, height) = part;
        (top..top + height).flat_map(move |y| (left..left + width).map(move |x| (x, y)))
    }

    /// Number of pixels of each colour in a region.
    pub fn colors(&self, part: Part) -> BTreeMap<[u8; 3], usize> {
        let mut counts = BTreeMap::new();
        for (x, y) in Picture::places(part) {
            *counts.entry(self.at(x, y)).or_insert(0) += 1;
        }
        counts
    }

    /// Fraction of the pixels of a region that differ from another picture.
    pub fn difference(&self, other: &Picture, part: Part) -> f64 {
        let differing = Picture::places(part)
            .filter(|&(x, y)| self.at(x, y) != other.at(x, y))
            .count();
        differing as f64 / f64::from(part.2 * part.3)
    }

    /// The bounding region within `within` of pixels that differ from another picture by more than a
    /// shadow, by the rows and columns with more than a few such pixels; `None` where there are none.
    pub fn changed(&self, other: &Picture, within: Part) -> Option<Part> {
        let differs = |(now, before): (u8, u8)| {
            let more = i32::from(now) - i32::from(before);
            !(-DARKER..=LIGHTER).contains(&more)
        };
        bounds(within, |x, y| {
            self.at(x, y).into_iter().zip(other.at(x, y)).any(differs)
        })
    }

    /// The bounding region within `within` of pixels that have this colour and had another one
    /// before, found as in `changed`; `None` where there are none.
    pub fn colored(&self, color: [u8; 3], before: &Picture, within: Part) -> Option<Part> {
        bounds(within, |x, y| self.at(x, y) == color && before.at(x, y) != color)
    }

    /// Whether the screen shows more than a background: some dozens of colours, none of them almost everywhere.
    pub fn is_drawn(&self) -> bool {
        let colors = self.colors(self.whole());
        let most = colors.values().max().copied().unwrap_or(0);
        let (width, height) = self.size();
        colors.len() > 40 && most < (width * height) as usize * 97 / 100
    }

    /// Fails unless the picture looks like the window: something is drawn in every quarter, and hardly any of it is black.
    pub fn must_be_whole(&self) {
        assert!(self.is_drawn(), "the window is blank");
        let (width, height) = self.size();
        let black = self.colors(self.whole()).get(&[0, 0, 0]).copied().unwrap_or(0);
        let share = black as f64 / f64::from(width * height);
        assert!(share < 0.02, "{:.0} % of the window is black", 100.0 * share);
        for (x, y) in [(0, 0), (width / 2, 0), (0, height / 2), (width / 2, height / 2)] {
            let colors = self.colors((x, y, width / 2, height / 2));
            assert!(
                colors.len() > 4,
                "the quarter at {x}, {y} has only {} colours",
                colors.len()
            );
        }
    }
}

/// The bounding region within `within` of the pixels for which something holds, by the rows and columns with more than a few of them.
fn bounds(within: Part, holds: impl Fn(u32, u32) -> bool) -> Option<Part> {
    let (left, top, width, height) = within;
    let (mut columns, mut rows) = (vec![0_u32; width as usize], vec![0_u32; height as usize]);
    for (x, y) in Picture::places(within).filter(|&(x, y)| holds(x, y)) {
        columns[(x - left) as usize] += 1;
        rows[(y - top) as usize] += 1;
    }
    let ends = |counts: &[u32]| {
        let least = counts.iter().max()? / SOME;
        let first = counts.iter().position(|&it| it > least)?;
        let last = counts.iter().rposition(|&it| it > least)?;
        Some((first as u32, last as u32 + 1))
    };
    let ((from, to), (high, low)) = (ends(&columns)?, ends(&rows)?);
    Some((left + from, top + high, to - from, low - high))
}
