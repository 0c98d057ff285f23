//! The bitmap of a matrix pattern: redrawn where the view or the matrix changes, with margins that distinguish parts from primary and
//! auxiliary constraints, and bands over the rows and columns of highlighted items.

use std::collections::BTreeSet;

use egui::{Color32, ColorImage, Pos2, Rect, Response, TextureHandle, TextureOptions, Ui, pos2, vec2};

use crate::lab::matrix::{Kind, Owner, Pattern, Raster, Which, Window};
use crate::render::draw_list::Color;
use crate::render::theme::Theme;
use crate::scene::Id;
use crate::solver::graph::Role;
use crate::ui::{UiInput, style};

/// Width of the margins (points).
const MARGIN: f32 = 6.0;
/// Maximum size of a matrix entry (points).
const LARGEST: f64 = 40.0;
/// Opacity of entries that cover very little of their pixel.
const FAINTEST: f32 = 0.35;

/// The colour of a kind of block.
pub fn color(theme: &Theme, kind: Kind) -> Color {
    match kind {
        Kind::Diagonal => theme.quiet_ink,
        Kind::Jacobian => theme.blue,
        Kind::Product => theme.green,
        Kind::Response => theme.series[3],
        Kind::Fill => theme.series[1],
        Kind::NewFill => theme.error,
    }
}

/// Colour of the margin: of a part, or of a constraint by its role; no block has these colours.
pub fn margin_color(theme: &Theme, role: Option<Role>) -> Color {
    match role {
        None => theme.maple,
        Some(Role::Primary) => theme.ink,
        Some(Role::Auxiliary) => theme.yellow,
        Some(Role::Void) => theme.line,
    }
}

/// The view and its bitmap.
#[derive(Default)]
pub struct Picture {
    /// First row and column in view, and points per row; `None` for the whole matrix.
    view: Option<([f64; 2], f64)>,
    /// The matrix shown and its size: for another matrix the view is reset, so as not to begin in a corner.
    of: Option<(Which, [usize; 2])>,
    texture: Option<TextureHandle>,
    key: Option<Key>,
}

/// Everything that the bitmap depends on.
#[derive(Clone, PartialEq)]
struct Key {
    blocks: (usize, usize, usize),
    of: (Which, [usize; 2]),
    view: ([f64; 2], f64),
    pixels: [usize; 2],
    dark: bool,
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Picture").field("view", &self.view).finish()
    }
}

impl Picture {
    /// Shows the bitmap in a rectangle; returns the row and column under the pointer.
    pub fn show(
        &mut self,
        ui: &Ui,
        input: &UiInput,
        (rect, response): (Rect, &Response),
        which: Which,
        pattern: &Pattern,
        lit: &BTreeSet<Id>,
    ) -> Option<(usize, usize)> {
        let inner = Rect::from_min_max(rect.min + vec2(MARGIN, MARGIN), rect.max);
        let size = [pattern.rows.len(), pattern.columns.len()];
        if self.of != Some((which, size)) {
            (self.of, self.view) = (Some((which, size)), None);
        }
        self.look(ui, response, inner, size);
        let (from, scale) = self.view.unwrap_or_else(|| whole(inner, size));
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 4.0, style::color(input.theme.paper));
        self.paint(ui, input, inner, pattern, (from, scale));
        if let Some(texture) = &self.texture {
            let uv = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
            painter.image(texture.id(), inner, uv, Color32::WHITE);
        }
        for axis in 0..2 {
            let owners = [&pattern.rows, &pattern.columns][axis];
            margins(&painter, input, (rect, inner), axis, owners, (from, scale));
            bands(&painter, input, inner, axis, (owners, lit), (from, scale));
        }
        let at = response.hover_pos().filter(|at| inner.contains(*at))?;
        let place = |points: f32, axis: usize| {
            let it = from[axis] + f64::from(points) / scale;
            (it >= 0.0 && it < size[axis] as f64).then_some(it as usize)
        };
        Some((place(at.y - inner.top(), 0)?, place(at.x - inner.left(), 1)?))
    }

    /// Handles zooming and panning.
    fn look(&mut self, ui: &Ui, response: &Response, inner: Rect, size: [usize; 2]) {
        if response.double_clicked() {
            self.view = None;
        }
        let (mut from, mut scale) = self.view.unwrap_or_else(|| whole(inner, size));
        let wheel = ui.input(|it| it.smooth_scroll_delta.y + 200.0 * (it.zoom_delta() - 1.0));
        if let Some(at) = response.hover_pos()
            && wheel != 0.0
        {
            let least = whole(inner, size).1;
            let wanted = (scale * (0.005 * f64::from(wheel)).exp()).clamp(least, LARGEST.max(least));
            for (axis, points) in [at.y - inner.top(), at.x - inner.left()].into_iter().enumerate() {
                from[axis] += f64::from(points) * (1.0 / scale - 1.0 / wanted);
            }
            scale = wanted;
            self.view = Some((from, scale));
            // The scroll was used for zooming and must not scroll the window too.
            ui.input_mut(|it| it.smooth_scroll_delta = egui::Vec2::ZERO);
        }
        let moved = response.drag_delta();
        if moved != vec2(0.0, 0.0) {
            from[0] -= f64::from(moved.y) / scale;
            from[1] -= f64::from(moved.x) / scale;
            self.view = Some((from, scale));
        }
        if let Some((from, scale)) = &mut self.view {
            for (axis, points) in [inner.height(), inner.width()].into_iter().enumerate() {
                let room = size[axis] as f64 - f64::from(points) / *scale;
                from[axis] = from[axis].clamp(room.min(0.0), room.max(0.0));
            }
        }
    }

    /// Redraws the bitmap where its key has changed.
    fn paint(
        &mut self,
        ui: &Ui,
        input: &UiInput,
        inner: Rect,
        pattern: &Pattern,
        (from, scale): ([f64; 2], f64),
    ) {
        let sharpness = ui.ctx().pixels_per_point();
        let pixels = [inner.width(), inner.height()].map(|it| ((it * sharpness) as usize).clamp(1, 2048));
        let Some(of) = self.of else { return };
        let key = Key {
            blocks: (
                pattern.blocks.len(),
                pattern.count(Kind::Fill),
                pattern.count(Kind::NewFill),
            ),
            of,
            view: (from, scale),
            pixels,
            dark: input.theme.dark,
        };
        if self.key.as_ref() == Some(&key) && self.texture.is_some() {
            return;
        }
        let span = [inner.height(), inner.width()].map(|points| f64::from(points) / scale);
        let raster = Raster::new(pattern, Window { from, span }, pixels);
        let mut image = ColorImage::new(pixels, Color32::TRANSPARENT);
        for y in 0..pixels[1] {
            for x in 0..pixels[0] {
                if let Some((kind, share)) = raster.at(x, y) {
                    let ink = style::color(color(input.theme, kind));
                    let opacity = FAINTEST + (1.0 - FAINTEST) * share.sqrt();
                    image.pixels[y * pixels[0] + x] = ink.gamma_multiply(opacity);
                }
            }
        }
        match &mut self.texture {
            Some(texture) => texture.set(image, TextureOptions::NEAREST),
            None => self.texture = Some(ui.ctx().load_texture("matrix", image, TextureOptions::NEAREST)),
        }
        self.key = Some(key);
    }
}

/// View of the whole matrix, in the upper left corner.
fn whole(inner: Rect, size: [usize; 2]) -> ([f64; 2], f64) {
    let fits = |points: f32, count: usize| f64::from(points) / count.max(1) as f64;
    let scale = fits(inner.height(), size[0]).min(fits(inner.width(), size[1]));
    ([0.0; 2], scale.min(LARGEST))
}

/// Runs of consecutive rows with an equal value of `of`, each with its first row and the row after its last.
fn runs<T: PartialEq>(owners: &[Owner], of: impl Fn(&Owner) -> T) -> Vec<(usize, usize, T)> {
    let mut runs: Vec<(usize, usize, T)> = Vec::new();
    for (index, owner) in owners.iter().enumerate() {
        let value = of(owner);
        match runs.last_mut() {
            Some(last) if last.2 == value => last.1 = index + 1,
            _ => runs.push((index, index + 1, value)),
        }
    }
    runs
}

/// Intervals of an axis of `most` points with rows of one role each; where rows are narrower than a point, one row per point is sampled.
fn roles(owners: &[Owner], from: f64, scale: f64, most: f32) -> Vec<(f32, f32, Option<Role>)> {
    if scale >= 1.0 {
        let all = runs(owners, |owner| owner.role).into_iter();
        return all
            .map(|(first, end, role)| {
                let (low, high) = extent(first, end, from, scale);
                (low, high, role)
            })
            .collect();
    }
    let mut parts: Vec<(f32, f32, Option<Role>)> = Vec::new();
    for point in 0..most.max(0.0) as usize {
        let row = from + (point as f64 + 0.5) / scale;
        let Some(owner) = owners.get(row.max(0.0) as usize) else {
            break;
        };
        let (low, high) = (point as f32, point as f32 + 1.0);
        match parts.last_mut() {
            Some(last) if last.2 == owner.role => last.1 = high,
            _ => parts.push((low, high, owner.role)),
        }
    }
    parts
}

/// The interval of an axis (points from the start of the picture) covered by rows, at least one point long.
fn extent(first: usize, end: usize, from: f64, scale: f64) -> (f32, f32) {
    let low = ((first as f64 - from) * scale) as f32;
    let high = ((end as f64 - from) * scale) as f32;
    (low, high.max(low + 1.0))
}

fn margins(
    painter: &egui::Painter,
    input: &UiInput,
    (rect, inner): (Rect, Rect),
    axis: usize,
    owners: &[Owner],
    (from, scale): ([f64; 2], f64),
) {
    let most = if axis == 0 { inner.height() } else { inner.width() };
    for (low, high, role) in roles(owners, from[axis], scale, most) {
        let (low, high) = (low.max(0.0), high.min(most));
        if low >= high {
            continue;
        }
        let band = match axis {
            0 => Rect::from_min_max(
                pos2(rect.left(), inner.top() + low),
                pos2(inner.left() - 1.0, inner.top() + high),
            ),
            _ => Rect::from_min_max(
                pos2(inner.left() + low, rect.top()),
                pos2(inner.left() + high, inner.top() - 1.0),
            ),
        };
        painter.rect_filled(band, 0.0, style::color(margin_color(input.theme, role)));
    }
}

/// Bands over the rows or columns of highlighted items.
fn bands(
    painter: &egui::Painter,
    input: &UiInput,
    inner: Rect,
    axis: usize,
    (owners, lit): (&[Owner], &BTreeSet<Id>),
    (from, scale): ([f64; 2], f64),
) {
    if lit.is_empty() {
        return;
    }
    let painter = painter.with_clip_rect(inner);
    let color = style::color(input.theme.select).gamma_multiply(0.25);
    for (first, end, is_lit) in runs(owners, |owner| lit.contains(&owner.id)) {
        if is_lit {
            let (low, high) = extent(first, end, from[axis], scale);
            let band = match axis {
                0 => Rect::from_min_max(
                    pos2(inner.left(), inner.top() + low),
                    pos2(inner.right(), inner.top() + high),
                ),
                _ => Rect::from_min_max(
                    pos2(inner.left() + low, inner.top()),
                    pos2(inner.left() + high, inner.bottom()),
                ),
            };
            painter.rect_filled(band, 0.0, color);
        }
    }
}
