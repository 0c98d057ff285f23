//! Scopes: signals of the run over time, against each other, or as spectra.

mod cursors;
mod curves;
mod exported;
mod groups;
mod plot;
mod signals;

use egui::Ui;

use super::look::ScopeLook;
use crate::editor::Intent;
use crate::scene::{MOST_SCOPES, Scope};
use crate::ui::{Panels, UiInput, Wants, number_context};

/// Lengths of the time window offered (s).
const WINDOWS: [f64; 5] = [2.0, 5.0, 10.0, 30.0, 120.0];

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let scopes = &input.editor.scene().scopes;
    let look = &mut panels.scopes;
    look.drafts.resize(scopes.len(), Default::default());
    look.shown.resize(scopes.len(), Default::default());
    controls(ui, scopes, look, wants);
    if scopes.is_empty() {
        ui.add_space(8.0);
        ui.label("Nothing is recorded yet. Right-click a part, joint, force or dimension and choose Record, or add a scope and type what it shows:");
        ui.monospace("wheel.angle    rod.force    energy    0.5*2*bob.speed^2");
        return;
    }
    let left = (ui.available_height() / scopes.len() as f32 - 16.0).max(130.0);
    let mut cursor = None;
    egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .show(ui, |ui| {
            for (index, scope) in scopes.iter().enumerate() {
                ui.push_id(index, |ui| {
                    let top = ui.cursor().top();
                    signals::show(ui, input, index, look, wants);
                    let room = (left - (ui.cursor().top() - top)).max(96.0);
                    cursor = plot::show(ui, input, (index, scope), look, room).or(cursor);
                    ui.separator();
                });
            }
        });
    look.cursor = cursor;
}

fn controls(ui: &mut Ui, scopes: &[Scope], look: &mut ScopeLook, wants: &mut Wants) {
    ui.horizontal_wrapped(|ui| {
        let enabled = scopes.len() < MOST_SCOPES;
        let add = ui.add_enabled(enabled, egui::Button::new("Add a scope"));
        if add.on_hover_text("One more set of axes.").clicked() {
            // What is typed next is what it shows.
            number_context::want(ui.ctx(), signals::signal_field(scopes.len()));
            let mut scopes = scopes.to_vec();
            scopes.push(Scope::default());
            wants.intend(Intent::SetScopes(scopes));
        }
        ui.checkbox(&mut look.follow, "Follow")
            .on_hover_text("Keeps the newest time in view. Drag or scroll in a plot to look elsewhere, Ctrl and scroll to zoom; a click here comes back.");
        for seconds in WINDOWS {
            let chosen = look.follow && look.window == seconds;
            let response = ui.selectable_label(chosen, format!("{seconds} s"));
            if response
                .on_hover_text("Seconds of the run that the plots show.")
                .clicked()
            {
                (look.window, look.follow) = (seconds, true);
            }
        }
        cursors::words(ui, look);
    });
}
