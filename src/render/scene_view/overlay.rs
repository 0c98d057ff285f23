//! What the hand does, drawn over the machine: selection, what is under the pointer, where a joint would snap,
//! previews, the marquee, the pull of the hand, and marks for parts that left the view.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::editor::{Editor, Feedback, Halo, HaloKind, Marker, RotateHandle, Tool};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Anchor, Color, Paint, Stroke};
use crate::render::theme::{HALO, SELECTED_OUTLINE, TYPE};
use crate::scene::{Id, InOrder, Underlay};

use super::lab_layer::LabLayer;
use super::lined::{edge, ring};
use super::marks::Marks;
use super::rulers::Rulers;
use super::words::{self, label};
use super::{Canvas, SceneView, crank_ranges, cycle_paths, dimensions, items, rulers, scale_bar};

/// Distance of the scale bar from the lower right corner of the canvas (points).
pub const SCALE_BAR: Vec2 = Vec2::new(18.0, 14.0);

/// Everything the hand does, and what it selected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Selected items.
    pub selection: Vec<Id>,
    /// Items looked at elsewhere: named in a panel the pointer is over.
    pub lit: Vec<Id>,
    /// Halo, previews, marquee, the hand that pulls.
    pub feedback: Feedback,
    /// Marks for what is out of view.
    pub markers: Vec<Marker>,
    /// Where parts are shown, where that is not the run's to say, which may be a few frames behind the hand.
    pub poses: Arc<InOrder<Pose>>,
    /// Parts that the machine did not have at the time that is looked at.
    pub absent: BTreeSet<Id>,
    /// Where the bar ends that tells the scale (points); none without one.
    pub scale_bar: Option<Vec2>,
    /// Whether the origin of the world is marked.
    pub marks_origin: bool,
    /// Rulers at the edges; none without them.
    pub rulers: Option<Rulers>,
    /// The picture that is traced over, where the hand shows it; where the scene has it if there is none here.
    pub underlay: Option<Underlay>,
    /// Whether its frame is drawn.
    pub frames_underlay: bool,
    /// What the laboratory draws.
    pub lab: LabLayer,
    /// What views of the laboratory draw.
    pub marks: Marks,
}

impl Overlay {
    /// What an editor says, with items lit from elsewhere.
    pub fn of(editor: &Editor, lit: Vec<Id>) -> Overlay {
        Overlay {
            selection: editor.selection().ids().to_vec(),
            lit,
            feedback: editor.feedback(),
            markers: editor.markers(),
            scale_bar: Some(editor.view().canvas().1 - SCALE_BAR),
            marks_origin: true,
            rulers: editor.rulers().then(|| Rulers {
                pointer: editor.pointer(),
            }),
            poses: editor.places(),
            absent: editor.absent_parts(),
            underlay: editor.shown_underlay(),
            frames_underlay: editor.tool() == Tool::Underlay,
            lab: LabLayer::default(),
            marks: Marks::default(),
        }
    }
}

/// What lies under the machine: halos of what is lit, hovered or selected.
pub(super) fn under(canvas: &mut Canvas, input: &SceneView) {
    let overlay = input.overlay;
    if input.layers.redundant {
        for (id, color) in items::lit(input) {
            if !input.scene.is_hidden(id) {
                ring(canvas, input, id, color.opacity(0.7), 5.0);
            }
        }
    }
    cycle_paths::draw(canvas, input);
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
    let feedback = &overlay.feedback;
    let select = canvas.theme.select;
    if let Some(id) = feedback.hover
        && !overlay.selection.contains(&id)
    {
        edge(canvas, input, id, select.opacity(0.8), 1.5);
    }
    for id in &overlay.selection {
        edge(canvas, input, *id, select, SELECTED_OUTLINE);
    }
    canvas.opacity = 0.55;
    items::preview(canvas, &feedback.ghost.parts, &feedback.ghost.glyphs);
    canvas.opacity = 1.0;
    if let Some((a, b)) = feedback.marquee {
        let (a, b) = (canvas.view.screen_from_world(a), canvas.view.screen_from_world(b));
        let paint = Paint::both(select.opacity(0.1), Stroke::new(1.0, select).dashed(5.0, 3.0));
        canvas
            .out
            .rect(0.5 * (a + b), 0.5 * (b - a).abs(), 0.0, 0.0, paint);
    }
    if let Some(handle) = feedback.rotate {
        rotate_handle(canvas, handle);
    }
    for at in &feedback.handles {
        let at = canvas.view.screen_from_world(*at);
        let knob = Paint::both(canvas.theme.panel, Stroke::new(SELECTED_OUTLINE, select));
        canvas.out.circle(at, 5.0, knob);
    }
    if let Some((from, to)) = feedback.grab {
        pull(canvas, from, to);
    }
    if let Some(right) = overlay.scale_bar {
        scale_bar::draw(canvas, right, input.scene.info.length_unit);
    }
    crank_ranges::draw(canvas, input);
    dimensions::draw(canvas, &feedback.dimensions, select);
    // A number that is typed says where the end will be; words on where the pointer is would cover it.
    let typing = feedback.dimensions.iter().any(|it| it.active);
    if let Some(halo) = feedback.halo.as_ref().filter(|_| !typing) {
        snap_words(canvas, halo);
    }
    for mark in &overlay.markers {
        let name = input.scene.name(Some(mark.id));
        marker(canvas, mark, name);
    }
    words::advice(canvas, input, (feedback.hint.as_ref(), &feedback.advice));
    if let Some(rulers) = overlay.rulers {
        rulers::draw(canvas, rulers, input.scene.info.length_unit);
    }
}

/// Colour and radius (points) of the ring where a release would snap.
fn snap_look(canvas: &Canvas, halo: &Halo) -> (Color, f64) {
    let theme = canvas.theme;
    match halo.kind {
        HaloKind::Part => (theme.select, canvas.joint() + 5.0),
        HaloKind::Ground => (theme.select, canvas.joint() + 2.0),
        HaloKind::Grid => (theme.quiet_ink, 4.0),
        HaloKind::Refused => (theme.error, canvas.joint() + 5.0),
    }
}

/// The ring where a release would snap: under words on the canvas, which stay legible.
pub(super) fn snap_ring(canvas: &mut Canvas, input: &SceneView) {
    let Some(halo) = &input.overlay.feedback.halo else {
        return;
    };
    let at = canvas.view.screen_from_world(halo.at);
    let (color, radius) = snap_look(canvas, halo);
    let soft = Stroke::new(5.0, color.opacity(HALO));
    canvas.out.circle(at, radius + 2.5, Paint::stroke(soft));
    let ring = Stroke::new(SELECTED_OUTLINE, color);
    canvas.out.circle(at, radius, Paint::stroke(ring));
    if halo.kind == HaloKind::Refused {
        let d = radius * std::f64::consts::FRAC_1_SQRT_2 * Vec2::new(1.0, -1.0);
        canvas.out.line(at - d, at + d, ring);
    }
}

/// What a release would do, beside its ring.
fn snap_words(canvas: &mut Canvas, halo: &Halo) {
    let at = canvas.view.screen_from_world(halo.at);
    let (_, radius) = snap_look(canvas, halo);
    if !halo.text.is_empty() {
        let place = at + Vec2::new(radius + 10.0, -radius - 8.0);
        label(canvas, place, &halo.text, 1.0);
    }
}

/// A handle on a stalk that turns the selection about its middle.
fn rotate_handle(canvas: &mut Canvas, handle: RotateHandle) {
    let (center, at) = (
        canvas.view.screen_from_world(handle.center),
        canvas.view.screen_from_world(handle.at),
    );
    let theme = canvas.theme;
    let stalk = Stroke::new(1.0, theme.select.opacity(0.8)).dashed(4.0, 3.0);
    canvas.out.line(center, at, stalk);
    let knob = Paint::both(theme.panel, Stroke::new(SELECTED_OUTLINE, theme.select));
    canvas.out.circle(at, 6.0, knob);
    let along = (at - center).to_angle();
    let sweep = Stroke::new(1.5, theme.select);
    canvas.out.arc(at, 10.0, along - 0.9, 1.8, sweep);
}

/// A taut elastic with a dot at the hand.
fn pull(canvas: &mut Canvas, from: Vec2, to: Vec2) {
    let (a, b) = (
        canvas.view.screen_from_world(from),
        canvas.view.screen_from_world(to),
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

fn marker(canvas: &mut Canvas, mark: &Marker, name: &str) {
    let theme = canvas.theme;
    let (along, side) = (mark.direction, mark.direction.perp());
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
    let text = match mark.count {
        0 | 1 => name.to_owned(),
        more => format!("{name} and {} more", more - 1),
    };
    canvas
        .out
        .text(mark.at + inward.1, inward.0, text, TYPE[0], theme.ink);
}
