//! What the program is, its version and licences.

use egui::{Align2, RichText, vec2};

use super::panels::Panels;

pub(super) fn show(ctx: &egui::Context, panels: &mut Panels) {
    let mut open = panels.about;
    egui::Window::new("About Tinkertoy")
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .collapsible(false)
        .resizable(false)
        .default_width(360.0_f32.min(ctx.screen_rect().width() - 32.0))
        .show(ctx, |ui| {
            ui.label(RichText::new(format!("Version {}", crate::VERSION)).strong());
            ui.label("A sandbox of mechanisms whose constraint solver can be swapped, raced and looked into while the machine runs.");
            ui.add_space(6.0);
            ui.label("Licence: MIT or Apache 2.0, as you like.");
            ui.label("Type: DejaVu Sans, by Bitstream and the DejaVu authors, under a licence of its own.");
            ui.label("Solver: after D. Baraff, Linear-Time Dynamics using Lagrange Multipliers, SIGGRAPH 1996.");
        });
    panels.about = open;
}
