//! What the hand does, drawn over the machine: selection, what is under the pointer, where a joint would snap,
//! previews, the marquee, the pull of the hand, and marks for parts that left the view.

use crate::constraints::Glyph;
use crate::math::Vec2;
use crate::render::draw_list::{Anchor, Color, Paint, Stroke};
use crate::render::theme::{HALO, SELECTED_OUTLINE, TYPE};
use crate::scene::{Id, Item};

use super::figure::Figure;
use super::{Canvas, SceneView, items};

/// Where a release would snap, and what it would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Halo {
    /// World point.
    pub at: Vec2,
    /// "pin: -2 DOF, 1 left"; may be empty.
    pub text: String,
}

/// The hand that pulls on a part, in world points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// The held point.
    pub from: Vec2,
    /// Where the hand is.
    pub to: Vec2,
}

/// A mark at the edge for a part out of view.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Which part.
    pub id: Id,
    /// Where the mark stands, in screen points.
    pub at: Vec2,
    /// Unit vector on the screen towards the part.
    pub towards: Vec2,
    /// Its name.
    pub name: String,
}

/// Everything the hand does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Selected items.
    pub selection: Vec<Id>,
    /// The item under the pointer.
    pub hovered: Option<Id>,
    /// Items looked at elsewhere: named in a panel the pointer is over.
    pub lit: Vec<Id>,
    /// Where a release would snap.
    pub halo: Option<Halo>,
    /// What a release would make.
    pub previews: Vec<Item>,
    /// Corners of the marquee in world points.
    pub marquee: Option<(Vec2, Vec2)>,
    /// The hand that pulls.
    pub hand: Option<Hand>,
    /// Marks for what is out of view.
    pub markers: Vec<Marker>,
    /// A word beside a part, "Grab anything", with its world point.
    pub hint: Option<(Vec2, String)>,
}

/// What lies under the machine: halos of what is lit, hovered or selected.
pub(super) fn under(canvas: &mut Canvas, input: &SceneView) {
    let overlay = input.overlay;
    if input.layers.redundant {
        for (id, _) in input.scene.constraints() {
            if let Some(color) = items::lit(input, id) {
                ring(canvas, input, id, color.opacity(0.7), 5.0);
            }
        }
    }
    for id in &overlay.lit {
        ring(canvas, input, *id, canvas.theme.select.opacity(0.5), 6.0);
    }
    for id in &overlay.selection {
        ring(canvas, input, *id, canvas.theme.select.opacity(HALO), 6.0);
    }
}

/// What lies over it.
pub(super) fn over(canvas: &mut Canvas, input: &SceneView) {
    let overlay = input.overlay;
    let select = canvas.theme.select;
    if let Some(id) = overlay.hovered
        && !overlay.selection.contains(&id)
    {
        edge(canvas, input, id, select.opacity(0.8), 1.5);
    }
    for id in &overlay.selection {
        edge(canvas, input, *id, select, SELECTED_OUTLINE);
    }
    canvas.opacity = 0.55;
    for item in &overlay.previews {
        items::preview(canvas, input, item);
    }
    canvas.opacity = 1.0;
    if let Some((a, b)) = overlay.marquee {
        let (a, b) = (canvas.view.screen_from_world(a), canvas.view.screen_from_world(b));
        let paint = Paint::both(select.opacity(0.1), Stroke::new(1.0, select).dashed(5.0, 3.0));
        canvas
            .out
            .rect(0.5 * (a + b), 0.5 * (b - a).abs(), 0.0, 0.0, paint);
    }
    if let Some(hand) = overlay.hand {
        pull(canvas, hand);
    }
    if let Some(halo) = &overlay.halo {
        let at = canvas.view.screen_from_world(halo.at);
        let radius = canvas.joint() + 5.0;
        canvas.out.circle(
            at,
            radius + 2.5,
            Paint::stroke(Stroke::new(5.0, select.opacity(HALO))),
        );
        canvas
            .out
            .circle(at, radius, Paint::stroke(Stroke::new(SELECTED_OUTLINE, select)));
        if !halo.text.is_empty() {
            label(
                canvas,
                at + Vec2::new(radius + 10.0, -radius - 8.0),
                &halo.text,
                canvas.theme.ink,
            );
        }
    }
    for mark in &overlay.markers {
        marker(canvas, mark);
    }
    if let Some((at, text)) = &overlay.hint {
        let at = canvas.view.screen_from_world(*at);
        let to = at + Vec2::new(30.0, -30.0);
        canvas.out.line(at, to, Stroke::new(1.0, canvas.theme.quiet_ink));
        label(canvas, to, text, canvas.theme.ink);
    }
}

/// A soft band round an item.
fn ring(canvas: &mut Canvas, input: &SceneView, id: Id, color: Color, width: f64) {
    trace_item(canvas, input, id, Stroke::new(width, color), 0.5 * width);
}

/// A sharp line round an item.
fn edge(canvas: &mut Canvas, input: &SceneView, id: Id, color: Color, width: f64) {
    trace_item(canvas, input, id, Stroke::new(width, color), 1.5);
}

fn trace_item(canvas: &mut Canvas, input: &SceneView, id: Id, stroke: Stroke, margin: f64) {
    let Some(item) = input.scene.item(id) else { return };
    match item {
        Item::Part(part) => {
            if let Some(pose) = input.pose(id) {
                let figure = Figure::of(&part.shape, pose, &canvas.view, margin);
                let (center, radius) = figure.bounding_disk();
                if canvas.view.sees(center, radius) {
                    figure.draw(canvas.out, Paint::stroke(stroke));
                }
            }
        }
        Item::Trace(trace) => {
            let at = canvas.view.screen_from_world(items::point(input, trace.end));
            canvas.out.circle(at, 4.0 + margin, Paint::stroke(stroke));
        }
        _ => {
            for glyph in items::glyph(input, item) {
                trace_glyph(canvas, &glyph, stroke, margin);
            }
        }
    }
}

fn trace_glyph(canvas: &mut Canvas, glyph: &Glyph, stroke: Stroke, margin: f64) {
    let view = canvas.view;
    let size = canvas.joint();
    let mut along = |a: Vec2, b: Vec2, half: f64| {
        let (a, b) = (view.screen_from_world(a), view.screen_from_world(b));
        let half = half + margin;
        canvas.out.rect(
            0.5 * (a + b),
            Vec2::new(0.5 * a.distance(b) + half, half),
            (b - a).to_angle(),
            half,
            Paint::stroke(stroke),
        );
    };
    match *glyph {
        Glyph::Rod { from, to } => along(from, to, 0.5 * size + 1.0),
        Glyph::Coil { from, to, .. } => along(from, to, 1.6 * size),
        Glyph::Arrow { from, to } => along(from, to, size),
        Glyph::Rack {
            at, along: u, radius, ..
        } => along(at - radius * u, at + radius * u, size),
        Glyph::Pin { at } => {
            canvas.out.circle(
                view.screen_from_world(at),
                size + 1.0 + margin,
                Paint::stroke(stroke),
            );
        }
        Glyph::Turn { at, .. } => {
            canvas.out.circle(
                view.screen_from_world(at),
                2.5 * size + 2.0 + margin,
                Paint::stroke(stroke),
            );
        }
        Glyph::Waves { at } => {
            let middle = view.screen_from_world(at) + Vec2::new(3.7 * size, 0.0);
            canvas
                .out
                .circle(middle, 2.4 * size + margin, Paint::stroke(stroke));
        }
    }
}

/// A taut elastic with a dot at the hand.
fn pull(canvas: &mut Canvas, hand: Hand) {
    let (a, b) = (
        canvas.view.screen_from_world(hand.from),
        canvas.view.screen_from_world(hand.to),
    );
    let stretch = a.distance(b);
    let color = canvas.theme.red;
    // It thins as it stretches, as rubber does.
    let width = (4.0 - 0.012 * stretch).max(1.6);
    canvas
        .out
        .line(a, b, Stroke::new(width + 1.6, color.darker(0.35)));
    canvas.out.line(a, b, Stroke::new(width, color));
    for (at, radius) in [(a, 3.5), (b, 6.0)] {
        canvas.out.circle(
            at,
            radius,
            Paint::both(color, Stroke::new(1.5, color.darker(0.35))),
        );
    }
}

/// Words on a small card, the left end of the line in the middle at `at`, kept inside of the view.
fn label(canvas: &mut Canvas, at: Vec2, text: &str, color: Color) {
    // The picture knows no metrics; this is the mean advance of the font.
    let width = 0.56 * TYPE[0] * text.chars().count() as f64;
    let half = Vec2::new(0.5 * width + 8.0, 11.0);
    let low = half + 4.0;
    let high = (canvas.view.size - low).max(low);
    let middle = (at + Vec2::new(half.x, 0.0)).clamp(low, high);
    let theme = canvas.theme;
    let paint = Paint::both(theme.panel.opacity(0.95), Stroke::new(1.0, theme.line));
    canvas.out.rect(middle, half, 0.0, 6.0, paint);
    canvas.out.text(middle, Anchor::CENTER, text, TYPE[0], color);
}

fn marker(canvas: &mut Canvas, mark: &Marker) {
    let theme = canvas.theme;
    let (along, side) = (mark.towards, mark.towards.perp());
    let tip = mark.at + 8.0 * along;
    let points = vec![
        tip,
        mark.at - 6.0 * along + 8.0 * side,
        mark.at - 6.0 * along - 8.0 * side,
    ];
    let paint = Paint::both(theme.warn, Stroke::new(1.5, theme.warn.darker(0.3)));
    canvas.out.polygon(points, paint);
    let inward = if along.x > 0.3 {
        (Anchor::RIGHT, Vec2::new(-14.0, 0.0))
    } else if along.x < -0.3 {
        (Anchor::LEFT, Vec2::new(14.0, 0.0))
    } else {
        (Anchor::CENTER, -16.0 * along)
    };
    canvas.out.text(
        mark.at + inward.1,
        inward.0,
        mark.name.clone(),
        TYPE[0],
        theme.ink,
    );
}
