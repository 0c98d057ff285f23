//! The window's icon: a crank on a gear, drawn by the program's own renderer in the three sizes that the window library takes.

use crate::math::{Vec2, unit};
use crate::render::draw_list::{DrawList, Paint, Stroke};
use crate::render::png;
use crate::render::theme::Theme;
use macroquad::miniquad::conf::Icon;

/// Side length of the drawing (points).
const SIDE: f64 = 64.0;
/// Number of teeth of the gear.
const TEETH: usize = 10;

/// The icon; `None` where it cannot be drawn, in which case the window keeps the library's icon.
pub fn icon() -> Option<Icon> {
    let picture = picture();
    Some(Icon {
        small: pixels(&picture, 16)?.try_into().ok()?,
        medium: pixels(&picture, 32)?.try_into().ok()?,
        big: pixels(&picture, 64)?.try_into().ok()?,
    })
}

/// RGBA pixels of a square picture with `side` pixels, row by row.
fn pixels(picture: &DrawList, side: u32) -> Option<Vec<u8>> {
    let size = Vec2::splat(SIDE);
    let image = png::pixels(picture, size, f64::from(side) / SIDE).ok()?;
    Some(image.rgba)
}

fn picture() -> DrawList {
    let theme = Theme::light();
    let mut out = DrawList::new();
    let center = Vec2::new(27.0, 37.0);
    let edge = |color| Stroke::new(2.5, theme.edge(color));
    let tooth = |k: usize| {
        let at = |turn: f64, radius: f64| {
            let angle = (k as f64 + turn) * std::f64::consts::TAU / TEETH as f64;
            center + radius * unit(angle)
        };
        [at(-0.28, 19.0), at(-0.16, 25.0), at(0.16, 25.0), at(0.28, 19.0)]
    };
    let gear: Vec<Vec2> = (0..TEETH).flat_map(tooth).collect();
    out.polygon(gear, Paint::both(theme.maple, edge(theme.maple)));
    let end = Vec2::new(52.0, 12.0);
    out.line(center, end, Stroke::new(15.0, theme.edge(theme.blue)));
    out.line(center, end, Stroke::new(10.5, theme.blue));
    for at in [center, end] {
        out.circle(at, 3.5, Paint::both(theme.paper, Stroke::new(1.5, theme.ink)));
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_icon_is_drawn_at_each_size() {
        let icon = super::icon().map(|it| (it.small.to_vec(), it.big.to_vec()));
        let (small, big) = icon.unwrap_or_default();
        assert_eq!((small.len(), big.len()), (1024, 16384));
        let opaque = big.chunks_exact(4).filter(|pixel| pixel[3] > 128).count();
        assert!((1200..3600).contains(&opaque), "{opaque}");
    }
}
