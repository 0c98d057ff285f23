//! The card beside a point that was dropped on a part: offers a pin, a groove, or no joint.

use egui::{Button, vec2};

use super::{UiInput, Wants, style};
use crate::editor::event::Modifiers;
use crate::editor::{Chord, Holding, Intent};

/// Offset of the card's corner from the point (points).
const ASIDE: f32 = 16.0;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, wants: &mut Wants) {
    let Some(at) = input.editor.dropped_place() else {
        return;
    };
    let corner = egui::pos2(at.x as f32 + ASIDE, at.y as f32 + ASIDE);
    egui::Area::new("dropped".into())
        // Not in the foreground: the canvas still receives keys and handles those of the card.
        .order(egui::Order::Middle)
        .fixed_pos(corner)
        .constrain(true)
        .show(ctx, |ui| {
            let frame = style::card(input.theme).inner_margin(egui::Margin::same(4));
            frame.show(ui, |ui| {
                ui.set_width(180.0);
                ui.spacing_mut().item_spacing.y = 0.0;
                for holding in Holding::ALL {
                    let chord = Chord {
                        key: holding.key(),
                        modifiers: Modifiers::NONE,
                    };
                    let line = Button::new(holding.label())
                        .shortcut_text(chord.to_string())
                        .frame(false)
                        .min_size(vec2(ui.available_width(), 24.0));
                    if ui.add(line).clicked() {
                        wants.intend(Intent::HoldDropped(holding));
                    }
                }
            });
        });
}
