//! Interactive overlay over the machine: selection, hover, snapping,
//! previews, selection rectangle, the mouse spring, and markers for parts outside the view.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::editor::{Editor, Feedback, Halo, HaloKind, Marker, RotateHandle, Tool};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Anchor, Color, Paint, Stroke};
use crate::render::theme::{HALO, SELECTED_OUTLINE, TYPE};
use crate::scene::{Id, InOrder, Underlay};

use super::lab_layer::LabLayer;
use super::marks::Marks;
use super::outlines::{edge, ring};
use super::rulers::Rulers;
use super::words::{self, label};
use super::{Canvas, SceneView, crank_ranges, cycle_paths, dimensions, items, rulers, scale_bar};

/// Distance of the scale bar from the lower right corner of the canvas (points).
pub const SCALE_BAR: Vec2 = Vec2::new(18.0, 14.0);

/// Selection and pointer feedback.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Selected items.
    pub selection: Vec<Id>,
    /// Items highlighted by a panel that the pointer is over.
    pub lit: Vec<Id>,
    /// Feedback of the tool in use: halo, previews, selection rectangle, mouse spring.
    pub feedback: Feedback,
    /// Markers for parts outside the view.
    pub markers: Vec<Marker>,
    /// Displayed poses of parts where they differ from the run's, which may lag a few frames behind the pointer.
    pub poses: Arc<InOrder<Pose>>,
    /// Parts that did not exist at the displayed time.
    pub absent: BTreeSet<Id>,
    /// Right end of the scale bar (points); `None` without one.
    pub scale_bar: Option<Vec2>,
    /// Whether the origin of the world is marked.
    pub marks_origin: bool,
    /// Rulers at the edges; `None` without them.
    pub rulers: Option<Rulers>,
    /// The underlay picture where it is being moved; `None`: as the scene has it.
    pub underlay: Option<Underlay>,
    /// Whether the underlay's frame is drawn.
    pub frames_underlay: bool,
    /// The laboratory's layers.
    pub lab: LabLayer,
    /// Marks of the laboratory's views.
    pub marks: Marks,
}

impl Overlay {
    /// The overlay of an editor, with items highlighted by a panel.
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

/// Draws below the machine: halos of highlighted, hovered or selected items.
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

/// Draws above the machine.
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
    // While a number is typed it determines where the end goes; text at the pointer would cover it.
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

/// Colour and radius (points) of the ring at the snapping point.
fn snap_look(canvas: &Canvas, halo: &Halo) -> (Color, f64) {
    let theme = canvas.theme;
    match halo.kind {
        HaloKind::Part => (theme.select, canvas.joint() + 5.0),
        HaloKind::Ground => (theme.select, canvas.joint() + 2.0),
        HaloKind::Grid => (theme.quiet_ink, 4.0),
        HaloKind::Refused => (theme.error, canvas.joint() + 5.0),
    }
}

/// The ring at the snapping point; drawn below text on the canvas, which stays legible.
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

/// Text beside the ring: the effect of a release.
fn snap_words(canvas: &mut Canvas, halo: &Halo) {
    let at = canvas.view.screen_from_world(halo.at);
    let (_, radius) = snap_look(canvas, halo);
    if !halo.text.is_empty() {
        let place = at + Vec2::new(radius + 10.0, -radius - 8.0);
        label(canvas, place, &halo.text, 1.0);
    }
}

/// A handle on a stalk that rotates the selection about its centre.
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

/// The mouse spring as a taut rubber band with a dot at the pointer.
fn pull(canvas: &mut Canvas, from: Vec2, to: Vec2) {
    let (a, b) = (
        canvas.view.screen_from_world(from),
        canvas.view.screen_from_world(to),
    );
    let stretch = a.distance(b);
    let color = canvas.theme.red;
    // It becomes thinner with extension, like rubber.
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
