//! The views of the laboratory in the real window: each opens by its key, wholly on the screen, serves its purpose, and closes again.

use crate::desk::Desk;
use crate::gestures::{self, View};
use crate::picture::{Part, Picture};
use crate::working;
use tinkertoy::editor::{Action, LabView, action};

/// A window of the laboratory is larger than this at the size at which it opens, on any screen (pixels).
const LEAST: (u32, u32) = (120, 70);

/// The canvas of a window of 1280 by 800 (pixels).
const LARGE: Part = (44, 28, 936, 600);

/// The key of a view, as xdotool names it.
fn chord(view: LabView) -> String {
    let entry = action::entry(Action::Lab(view)).unwrap();
    let words = entry.keys[0].to_string();
    words.replace("Shift+", "shift+")
}

/// The region of the screen that has changed; `None` if it is smaller than a window.
fn changed(desk: &Desk, before: &Picture, within: Part) -> Option<Part> {
    large_enough(desk.shot().changed(before, within)?)
}

fn large_enough(part: Part) -> Option<Part> {
    (part.2 > LEAST.0 && part.3 > LEAST.1).then_some(part)
}

/// The place of a view, if it is drawn: it has the colour of panels, unlike the ghost that swings beside it.
fn drawn(desk: &Desk, before: &Picture, within: Part) -> Option<Part> {
    let panel = before.at(1, 1);
    large_enough(desk.shot().colored(panel, before, within)?)
}

/// Opens a view by its key; returns its place once it is stable: the view fades in, and its data arrives later.
fn open(desk: &Desk, view: LabView, before: &Picture, within: Part) -> Part {
    desk.key(&chord(view));
    // On a busy machine the first frame, with the ghost beside a view that is still transparent, may last longer than the interval between two looks.
    desk.wait_for_frames();
    desk.wait_for_frames();
    settled(desk, view, before, within)
}

/// The place of a view, once it is stable.
fn settled(desk: &Desk, view: LabView, before: &Picture, within: Part) -> Part {
    let mut seen: Option<Part> = None;
    desk.wait_for(&format!("{view:?}"), || {
        let last = std::mem::replace(&mut seen, drawn(desk, before, within));
        desk.wait_for_frames();
        let corner = |part: Part| (part.0, part.1);
        seen.is_some() && seen.map(corner) == last.map(corner)
    });
    seen.unwrap_or_default()
}

/// Opens a view with room on its right, and returns its upper left corner: the side of the machine
/// on which it opens at first depends on the moment of the pause.
fn open_to_the_left(
    desk: &Desk,
    view: LabView,
    before: &Picture,
    (within, scale): (Part, u32),
) -> (u32, u32) {
    let (left, top, ..) = open(desk, view, before, within);
    let (from, to) = (left + 60 * scale, within.0 + 70 * scale);
    if left + scale * gestures::BESIDE < within.0 + within.2 || to > from {
        return (left, top);
    }
    let title = (top + 18 * scale) as i32;
    desk.drag((from as i32, title), (to as i32, title));
    let (left, top, ..) = settled(desk, view, before, within);
    (left, top)
}

/// Opens each view in turn over a paused machine. `canvas` is the region in which the window may lie.
fn each_view_opens_and_closes(size: (u32, u32), enlarged: usize, canvas: Part) {
    let Some(desk) = Desk::open(size.0, size.1) else {
        return;
    };
    desk.settle_in();
    let mut running = desk.start(&["four-bar", "--size", &format!("{}x{}", size.0, size.1)]);
    desk.key("space");
    (0..enlarged).for_each(|_| desk.key("ctrl+plus"));
    // At a place without tool tips.
    desk.point_at(size.0 as i32 - 2, size.1 as i32 - 2);
    desk.wait_for_frames();
    desk.wait_for_frames();
    let closed = desk.shot();
    let scale = if enlarged > 0 { 2 } else { 1 };
    for view in LabView::ALL {
        let (left, top, width, height) = open(&desk, view, &closed, canvas);
        let inside = left > canvas.0
            && top > canvas.1
            && left + width < canvas.0 + canvas.2
            && top + height < canvas.1 + canvas.3;
        if !inside {
            panic!(
                "{view:?} is cut off at {left}, {top}, {width} x {height}: {}",
                desk.keep_evidence().display()
            );
        }
        let (corner, scale) = ((left, top), scale);
        working::work(
            &View {
                desk: &desk,
                corner,
                scale,
                canvas,
            },
            view,
            left + width,
        );
        running.must_run();
        desk.key(&chord(view));
        desk.point_at(size.0 as i32 - 2, size.1 as i32 - 2);
        desk.wait_for(&format!("{view:?} to close"), || {
            changed(&desk, &closed, canvas).is_none()
        });
    }
    gestures(&desk, scale, canvas);
    running.must_run();
}

/// Gestures within the views. The machine is first moved to the right, where no view covers it.
fn gestures(desk: &Desk, scale: u32, canvas: Part) {
    desk.point_at(
        (canvas.0 + canvas.2 - 40 * scale) as i32,
        (canvas.1 + canvas.3 / 2) as i32,
    );
    desk.wheel(-7);
    desk.wait_for_frames();
    for (which, gesture) in [
        (LabView::Matrix, gestures::zoom_the_matrix as fn(&View)),
        (LabView::StepThrough, gestures::go_through_a_step),
        (LabView::Freedoms, gestures::drag_the_ghost),
        (LabView::Scopes, gestures::drag_a_cursor),
    ] {
        // At a place without tool tips and highlights.
        desk.point_at(0, (canvas.1 + canvas.3 - 1) as i32);
        desk.wait_for_frames();
        let closed = desk.shot();
        let corner = open_to_the_left(desk, which, &closed, (canvas, scale));
        let view = View {
            desk,
            corner,
            scale,
            canvas,
        };
        gesture(&view);
        // Only where all of its buttons are on one line.
        if which == LabView::Scopes && canvas == LARGE {
            gestures::look_otherwise(&view);
        }
        desk.key(&chord(which));
        // With a scope the machine has moved.
        if which != LabView::Scopes {
            desk.point_at(0, (canvas.1 + canvas.3 - 1) as i32);
            desk.wait_for(&format!("{which:?} to close"), || {
                changed(desk, &closed, canvas).is_none()
            });
        }
    }
    desk.wait_for_frames();
    gestures::race_three_gains(desk, scale as i32);
    if canvas == LARGE {
        gestures::swap_merge_and_take(desk);
    }
}

#[test]
fn each_view_fits_a_window_of_1280_by_800() {
    each_view_opens_and_closes((1280, 800), 0, LARGE);
}

#[test]
fn each_view_fits_a_window_of_1024_by_640() {
    each_view_opens_and_closes((1024, 640), 0, (44, 28, 940, 440));
}

#[test]
fn each_view_fits_at_twice_the_scale() {
    each_view_opens_and_closes((1280, 800), 4, (164, 56, 1036, 604));
}
