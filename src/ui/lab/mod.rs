//! The laboratory: views of what goes on inside the machine and its solver. Each is opened from the menu or by its key, and
//! is a window over the canvas, a layer of it, or both.

mod heat;
pub mod look;
mod pick;
mod scopes;
mod timing;
mod window;
mod xray;

use egui::Rect;

use crate::worker::Observation;

use super::{Panels, UiInput, UiOutput, Wants};
use crate::editor::{Intent, LabView};

pub use self::pick::quantities;

/// Asks the run for what the open views show, and no longer for what they did.
fn observe(panels: &mut Panels, wants: &mut Wants) {
    let open = |view: LabView| panels.kept.lab.contains(&view) && !panels.hidden;
    let wanted = Observation {
        xray: open(LabView::ForceXray),
        gaps: open(LabView::DriftHeat),
    };
    if wanted != panels.observation {
        panels.observation = wanted;
        wants.intend(Intent::Observe(wanted));
    }
}

/// Shows what was asked for elsewhere: a signal that is recorded is seen.
pub(super) fn follow(panels: &mut Panels, wants: &Wants) {
    let records = |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::AddSignal(_)));
    if wants.0.iter().any(records) {
        panels.kept.lab.insert(LabView::Scopes);
    }
}

/// Shows the views that are open.
pub(super) fn show(
    ctx: &egui::Context,
    input: &UiInput,
    panels: &mut Panels,
    canvas: Rect,
    wants: &mut Wants,
) {
    observe(panels, wants);
    for view in LabView::ALL {
        if panels.hidden || !panels.kept.lab.contains(&view) {
            continue;
        }
        match view {
            LabView::ForceXray => xray::show(ctx, input, panels, canvas, wants),
            LabView::DriftHeat => heat::show(ctx, input, panels, canvas, wants),
            LabView::Scopes => scopes::show(ctx, input, panels, canvas, wants),
            LabView::Timing => timing::show(ctx, input, panels, canvas),
        }
    }
}
