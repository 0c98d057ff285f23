//! The laboratory: views of the inner workings of the machine and its solver. Each is opened from the menu or by its key, and
//! is a window over the canvas, a layer of it, or both.

mod equation;
mod freedoms;
mod heat;
mod lens;
mod log_axis;
pub mod look;
mod matrix;
mod pick;
mod place;
mod precision;
mod round_axes;
mod scopes;
mod state;
mod sweep;
mod take_home;
mod timing;
mod walk;
mod window;
mod xray;

use egui::Rect;

use crate::worker::Observation;

use super::{Panels, UiInput, UiOutput, Wants};
use crate::editor::{Intent, LabView};

pub use self::freedoms::ghost::GhostPanel;
pub use self::pick::quantities;
pub(super) use self::state::LabState;

/// Requests from the run the observations that the open views need, and cancels those no longer needed.
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

/// Opens the scopes when another panel asked to record a signal.
pub(super) fn follow(panels: &mut Panels, wants: &Wants) {
    let records = |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::AddSignal(_)));
    if wants.0.iter().any(records) {
        panels.kept.lab.insert(LabView::Scopes);
    }
}

/// Views that use the equations of the machine.
const INSPECTING: [LabView; 4] = [
    LabView::Matrix,
    LabView::Equation,
    LabView::StepThrough,
    LabView::Freedoms,
];

/// Shows the open views.
pub(super) fn show(
    ctx: &egui::Context,
    input: &UiInput,
    panels: &mut Panels,
    canvas: Rect,
    wants: &mut Wants,
) {
    observe(panels, wants);
    panels.lab.ghost.hide();
    panels.lab.marks.clear();
    panels.lit.clear();
    let (kept, hidden) = (&panels.kept.lab, panels.hidden);
    let open = |view: &LabView| !hidden && kept.contains(view);
    let (model, state) = (&input.snapshot.model, &input.snapshot.state);
    let lab = &mut panels.lab;
    lab.busy = false;
    if INSPECTING.iter().any(open) {
        lab.busy = lab.inspection.follow(model, state, open(&LabView::Matrix));
    } else {
        lab.inspection.close();
    }
    if !open(&LabView::Freedoms) {
        lab.ghost.close();
    }
    if !open(&LabView::StepThrough) {
        lab.walk.close();
    }
    for view in LabView::ALL {
        if panels.hidden || !panels.kept.lab.contains(&view) {
            continue;
        }
        window::show(ctx, view, (panels, input), canvas, |ui, panels| match view {
            LabView::ForceXray => xray::show(ui, input, panels, wants),
            LabView::DriftHeat => heat::show(ui, input, panels, wants),
            LabView::Scopes => scopes::show(ui, input, panels, wants),
            LabView::Equation => equation::show(ui, input, panels),
            LabView::Freedoms => freedoms::show(ui, input, panels, wants),
            LabView::StepThrough => walk::show(ui, input, panels, wants),
            LabView::Lens => lens::show(ui, input, panels, wants),
            LabView::Precision => precision::show(ui, input, panels, wants),
            LabView::Matrix => matrix::show(ui, input, panels),
            LabView::Sweep => sweep::show(ui, input, panels, wants),
            LabView::Timing => timing::show(ui, input, panels, wants),
        });
    }
    let lab = &mut panels.lab;
    lab.busy |= lab.walk.is_busy() || lab.ghost.is_busy() || lab.lens.is_busy() || lab.precision.is_busy();
    lab.busy |= lab.sweep.is_busy();
    // A result that arrives while a frame is drawn is shown in the next frame, so busy lasts one frame longer.
    let busy = lab.busy;
    lab.busy |= std::mem::replace(&mut lab.was_busy, busy);
}
