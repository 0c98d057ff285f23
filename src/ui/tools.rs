//! The tool bar on the left: one button a tool, in groups.

use egui::{Margin, vec2};

use super::{UiInput, Wants, icon, style};
use crate::editor::{Intent, Tool};

/// Width of the bar (points).
const WIDTH: f32 = 44.0;

/// Tools in groups, as they stand in the bar. Forces that turn or drive stand with the forces.
fn groups() -> Vec<Vec<Tool>> {
    let all = Tool::all();
    let pick = |wanted: &dyn Fn(Tool) -> bool| all.iter().copied().filter(|tool| wanted(*tool)).collect();
    let drives = |tool: Tool| tool.constraint().is_some_and(|kind| kind.is_drive());
    vec![
        pick(&|tool| tool == Tool::Select),
        pick(&|tool| matches!(tool, Tool::Part(_))),
        pick(&|tool| matches!(tool, Tool::Constraint(_)) && !drives(tool)),
        pick(&|tool| drives(tool)),
        pick(&|tool| matches!(tool, Tool::Force(_))),
        pick(&|tool| tool == Tool::Trace),
    ]
}

pub(super) fn show(ctx: &egui::Context, input: &UiInput, wants: &mut Wants) {
    egui::SidePanel::left("tools")
        .exact_width(WIDTH)
        .resizable(false)
        .frame(style::panel(input.theme, Margin::symmetric(4, 4)))
        .show(ctx, |ui| {
            egui::ScrollArea::vertical()
                .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    for (k, group) in groups().into_iter().enumerate() {
                        if k > 0 {
                            ui.add_space(2.0);
                            ui.separator();
                            ui.add_space(2.0);
                        }
                        for tool in group {
                            button(ui, tool, input, wants);
                        }
                    }
                });
        });
}

fn button(ui: &mut egui::Ui, tool: Tool, input: &UiInput, wants: &mut Wants) {
    let chosen = input.editor.tool() == tool;
    let keys: Vec<String> = tool.keys().iter().map(char::to_string).collect();
    let letter = keys.first().map(String::as_str).unwrap_or_default();
    let icon = icon::of_tool(tool);
    let response = icon::button(ui, vec2(36.0, 32.0), icon, letter, tool.label(), chosen);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(260.0);
        ui.horizontal(|ui| {
            ui.strong(tool.label());
            ui.weak(keys.join(", "));
        });
        ui.label(tool.help());
    });
    if response.clicked() {
        wants.intend(Intent::SetTool(tool));
    }
}
