//! The frame shared by the laboratory's views: a window that can be moved, resized and closed.

use egui::{Align2, Frame, Pos2, Rect, RichText, ScrollArea, Ui, Vec2, vec2};

use crate::editor::{LabView, action};
use crate::ui::{Panels, UiInput};

/// Gap between a window and the edge of the canvas (points).
const MARGIN: f32 = 12.0;
/// Padding inside a window's frame (points).
const PADDING: i8 = 8;
/// Size added to the contents by title and frame (points).
const FRAME: Vec2 = vec2(18.0, 48.0);
/// Minimum height of a view that fills its window; with less its contents scroll (points). Below, for views with little beside the plot.
const LOW: f32 = 300.0;
const LOWER: f32 = 240.0;
const LOWEST: f32 = 228.0;

/// Offset between windows in the same corner, so that none hides the title of another (points).
const STAGGER: f32 = 28.0;
/// Number of such offsets; further ones would leave the canvas.
const ROUND: usize = 4;

/// Initial size of a view's contents (points).
fn first_size(view: LabView) -> Vec2 {
    match view {
        LabView::Equation => vec2(360.0, 520.0),
        LabView::Freedoms => vec2(320.0, 400.0),
        LabView::DriftHeat => vec2(280.0, 170.0),
        LabView::Lens => vec2(440.0, 380.0),
        LabView::Matrix => vec2(430.0, 420.0),
        LabView::Precision => vec2(480.0, 420.0),
        LabView::Sweep => vec2(500.0, 430.0),
        LabView::Scopes => vec2(620.0, 340.0),
        LabView::Timing => vec2(400.0, 284.0),
        LabView::StepThrough => vec2(340.0, 400.0),
        LabView::ForceXray => vec2(300.0, 420.0),
    }
}

/// Preferred corner of the canvas for a view that is first opened.
fn corner(view: LabView) -> Align2 {
    match view {
        LabView::ForceXray => Align2::RIGHT_TOP,
        LabView::Scopes => Align2::LEFT_BOTTOM,
        _ => Align2::LEFT_TOP,
    }
}

/// Whether a view uses all of its window's height and scrolls by itself.
fn fills(view: LabView) -> bool {
    match view {
        LabView::ForceXray | LabView::Timing | LabView::DriftHeat | LabView::StepThrough => false,
        LabView::Scopes
        | LabView::Matrix
        | LabView::Equation
        | LabView::Freedoms
        | LabView::Lens
        | LabView::Precision
        | LabView::Sweep => true,
    }
}

/// Shows the contents, with scroll bars where the canvas has no room for them. The contents of a view that fills its window then get
/// their initial height or their minimum height, whichever is smaller.
fn within(ui: &mut Ui, view: LabView, room: f32, contents: impl FnOnce(&mut Ui)) {
    let low = match view {
        LabView::Lens | LabView::Scopes => LOWER,
        LabView::Matrix => LOWEST,
        _ => LOW,
    };
    let height = first_size(view).y.min(low);
    if fills(view) && height <= room {
        ui.set_max_height(ui.available_height().min(room));
        return contents(ui);
    }
    let shrink = [false, true];
    ScrollArea::vertical()
        .max_height(room)
        .auto_shrink(shrink)
        .show(ui, |ui| {
            if fills(view) {
                ui.set_max_height(height);
            }
            contents(ui);
        });
}

fn id(view: LabView) -> egui::Id {
    egui::Id::new(("lab", view))
}

/// Initial position of a view: the corner of the canvas with the least area covered by other views and then the fewest parts under it,
/// its own corner if none is better. Where other views cover some of every corner: its own corner, offset so that no title is hidden.
fn free_place(
    ctx: &egui::Context,
    view: LabView,
    (panels, input): (&Panels, &UiInput),
    (size, room): (Vec2, Rect),
) -> Pos2 {
    let others = LabView::ALL
        .into_iter()
        .filter(|it| *it != view && panels.kept.lab.contains(it));
    let others: Vec<Rect> = others
        .filter_map(|it| ctx.memory(|memory| memory.area_rect(id(it))))
        .collect();
    let covered = |place: &Rect| -> f32 {
        let shared = others.iter().map(|other| place.intersect(*other));
        shared.filter(|it| it.is_positive()).map(|it| it.area()).sum()
    };
    let parts = parts(input);
    let hidden = |place: &Rect| parts.iter().filter(|part| place.contains(**part)).count();
    let own = corner(view);
    let corners = [
        own,
        Align2::LEFT_TOP,
        Align2::RIGHT_TOP,
        Align2::LEFT_BOTTOM,
        Align2::RIGHT_BOTTOM,
    ];
    let places = corners.map(|corner| corner.align_size_within_rect(size, room));
    let mut best = places[0];
    for place in &places[1..] {
        let [one, other] = [covered(place), covered(&best)];
        if one < other || one == other && hidden(place) < hidden(&best) {
            best = *place;
        }
    }
    if covered(&best) == 0.0 {
        return best.min;
    }
    let mut steps = (0..ROUND).map(|k| places[0].min + Vec2::splat(STAGGER * k as f32));
    let is_free = |at: &Pos2| others.iter().all(|other| other.min.distance(*at) > 1.0);
    steps.find(is_free).unwrap_or(best.min)
}

/// Screen positions of the moving parts (points).
fn parts(input: &UiInput) -> Vec<Pos2> {
    let view = input.editor.view();
    let poses = input.snapshot.model.poses(&input.snapshot.state);
    poses
        .map(|(_, pose)| view.screen_from_world(pose.position))
        .map(|at| egui::pos2(at.x as f32, at.y as f32))
        .collect()
}

/// Width of a slider with its number (points).
const SLIDER: f32 = 190.0;

/// Starts a new line of a wrapped row where the present one has no room for a slider, which does not wrap by itself.
pub(super) fn room_for_slider(ui: &mut Ui) {
    if ui.available_size_before_wrap().x < SLIDER {
        ui.end_row();
    }
}

/// Shows a view as a window over the canvas; closing it removes the view from the open ones.
pub fn show(
    ctx: &egui::Context,
    view: LabView,
    (panels, input): (&mut Panels, &UiInput),
    canvas: Rect,
    contents: impl FnOnce(&mut Ui, &mut Panels),
) {
    let title = action::entry(action::Action::Lab(view)).map_or("", |entry| entry.label);
    let room = canvas.shrink(MARGIN);
    let size = first_size(view).min((room.size() - FRAME).max(vec2(120.0, 60.0)));
    // The default position is used only for a window that egui has no position for.
    let known = ctx.memory(|memory| memory.area_rect(id(view))).map(|it| it.min);
    let place = known.unwrap_or_else(|| free_place(ctx, view, (panels, input), (size + FRAME, room)));
    let mut open = true;
    egui::Window::new(RichText::new(title).size(14.0))
        .id(id(view))
        .open(&mut open)
        .default_pos(place)
        .default_size(size)
        // The canvas may have become narrower than the window.
        .max_width((room.width() - FRAME.x).max(120.0))
        .constrain_to(canvas)
        .frame(Frame::window(&ctx.style()).inner_margin(PADDING))
        .show(ctx, |ui| {
            within(ui, view, (room.size() - FRAME).y, |ui| contents(ui, panels))
        });
    if !open {
        panels.kept.lab.remove(&view);
    }
}
