//! The tool bar on the left: a shelf for each group of tools. Tools with a key of their own stand on the bar; the
//! whole shelf opens beside it.

use egui::{Margin, vec2};

use super::{UiInput, Wants, focus, icon, style};
use crate::editor::action;
use crate::editor::event::Modifiers;
use crate::editor::{Action, Intent, Shelf, Tool};

/// Width of the bar (points).
const WIDTH: f32 = 44.0;
/// Width of a button (points).
const BUTTON: f32 = 36.0;
/// Margin between the bar's edge and its buttons (points).
const MARGIN: i8 = 4;
/// Minimum and maximum height of a button (points).
const HEIGHTS: [f32; 2] = [18.0, 32.0];
/// Height of the button with three dots (points).
const DOTS: f32 = 12.0;
/// Spacing between buttons (points).
const GAP: f32 = 2.0;
/// Height of the separator between two shelves (points).
const RULE: f32 = 6.0;

/// Shows the bar. Where the canvas is `short` of width, the bar is one scrolling column.
pub(super) fn show(ctx: &egui::Context, input: &UiInput, short: bool, wants: &mut Wants) {
    let room = ctx.available_rect().height() - 2.0 * f32::from(MARGIN);
    // Where one column is too high, the buttons form a grid.
    let cells = cells();
    let rows = ((room + GAP) / (HEIGHTS[0] + GAP)).floor().max(1.0) as usize;
    let columns = match short || least_height() <= room {
        true => 1,
        false => cells.len().div_ceil(rows).max(2),
    };
    egui::SidePanel::left("tools")
        .exact_width(WIDTH + (columns - 1) as f32 * (BUTTON + GAP))
        .resizable(false)
        .frame(style::panel(input.theme, Margin::same(MARGIN)))
        .show(ctx, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            if columns == 1 {
                let height = button_height(ui.available_height());
                egui::ScrollArea::vertical()
                    .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
                    .show(ui, |ui| {
                        focus::scroll_to_focused(ui);
                        column(ui, &cells, height, input, wants);
                    });
                return;
            }
            ui.spacing_mut().interact_size.y = HEIGHTS[0];
            for row in cells.chunks(columns) {
                ui.horizontal(|ui| {
                    for &place in row {
                        cell(ui, place, [HEIGHTS[0]; 2], input, wants);
                    }
                });
            }
        });
}

/// A button of the bar.
#[derive(Clone, Copy)]
enum Cell {
    /// A tool with a key of its own.
    Tool(Tool),
    /// The button that opens the rest of a shelf.
    More(Shelf),
}

/// All buttons of the bar, shelf by shelf.
fn cells() -> Vec<Cell> {
    let all = Tool::all();
    let mut cells = Vec::new();
    for shelf in Shelf::ALL {
        let (on_bar, rest): (Vec<Tool>, Vec<Tool>) = all
            .iter()
            .filter(|tool| tool.shelf() == shelf)
            .partition(|tool| at_hand(**tool));
        cells.extend(on_bar.into_iter().map(Cell::Tool));
        if !rest.is_empty() {
            cells.push(Cell::More(shelf));
        }
    }
    cells
}

/// The bar in one column, with a separator between shelves.
fn column(ui: &mut egui::Ui, cells: &[Cell], height: f32, input: &UiInput, wants: &mut Wants) {
    let shelf = |cell: &Cell| match cell {
        Cell::Tool(tool) => tool.shelf(),
        Cell::More(shelf) => *shelf,
    };
    for (k, group) in cells.chunk_by(|a, b| shelf(a) == shelf(b)).enumerate() {
        if k > 0 {
            ui.add(egui::Separator::default().spacing(RULE));
        }
        for &place in group {
            cell(ui, place, [height, DOTS], input, wants);
        }
    }
}

/// A button of the bar; `heights` are those of a tool and of three dots (points).
fn cell(ui: &mut egui::Ui, cell: Cell, heights: [f32; 2], input: &UiInput, wants: &mut Wants) {
    match cell {
        Cell::Tool(tool) => button(ui, tool, heights[0], input, wants),
        Cell::More(shelf) => rest_of_shelf(ui, shelf, heights, input, wants),
    }
}

/// Number of tool buttons in one column, and height of everything else in it (points).
fn rows() -> (f32, f32) {
    let cells = cells();
    let dots = cells.iter().filter(|cell| matches!(cell, Cell::More(_))).count();
    let rules = Shelf::ALL.len() as f32 - 1.0;
    let rest = dots as f32 * (DOTS + GAP) + rules * (RULE + GAP);
    ((cells.len() - dots) as f32, rest)
}

/// Minimum height of a bar in one column (points).
fn least_height() -> f32 {
    let (rows, rest) = rows();
    rest + rows * (HEIGHTS[0] + GAP)
}

/// Button height at which all buttons fit in a bar of this height, within the limits (points).
fn button_height(bar: f32) -> f32 {
    let (rows, rest) = rows();
    ((bar - rest) / rows - GAP).clamp(HEIGHTS[0], HEIGHTS[1])
}

/// Whether a tool stands on the bar itself: it has a key without modifiers.
fn at_hand(tool: Tool) -> bool {
    tool.keys().iter().any(|chord| chord.modifiers == Modifiers::NONE)
}

/// The button that opens the tools of a shelf that are not on the bar.
fn rest_of_shelf(ui: &mut egui::Ui, shelf: Shelf, heights: [f32; 2], input: &UiInput, wants: &mut Wants) {
    let tools: Vec<Tool> = Tool::all()
        .into_iter()
        .filter(|tool| tool.shelf() == shelf)
        .collect();
    // If the tool in hand is one of them, its icon is shown in place of the dots.
    let held = Some(input.editor.tool()).filter(|tool| tools.contains(tool) && !at_hand(*tool));
    let name = format!("All {}", shelf.label().to_lowercase());
    let response = match held {
        Some(tool) => icon::button(
            ui,
            vec2(BUTTON, heights[0]),
            icon::of_tool(tool),
            "…",
            &name,
            true,
        ),
        None => icon::button(ui, vec2(BUTTON, heights[1]), icon::Icon::More, "", &name, false),
    };
    let id = egui::Id::new(("shelf", shelf));
    if response.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(id));
    }
    let at = response.rect.right_top() + vec2(8.0, 0.0);
    let response = response.on_hover_text(&name);
    if ui.memory(|memory| memory.is_popup_open(id)) {
        let area = egui::Area::new(id)
            .order(egui::Order::Foreground)
            .fixed_pos(at)
            .constrain(true)
            .show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.weak(shelf.label());
                    tools.iter().any(|tool| line(ui, *tool, input, wants))
                })
            });
        let chosen = area.inner.inner;
        let left = ui.input(|input| input.key_pressed(egui::Key::Escape));
        if chosen || left || (area.response.clicked_elsewhere() && response.clicked_elsewhere()) {
            ui.memory_mut(|memory| memory.close_popup());
        }
    }
}

/// A line for a tool in an open shelf; returns true when the tool was taken.
fn line(ui: &mut egui::Ui, tool: Tool, input: &UiInput, wants: &mut Wants) -> bool {
    let chosen = input.editor.tool() == tool;
    let taken = ui
        .horizontal(|ui| {
            let icon = icon::of_tool(tool);
            let taken = icon::button(ui, vec2(28.0, 24.0), icon, "", tool.label(), chosen).clicked();
            let words = egui::Label::new(tool.label()).sense(egui::Sense::click());
            let words = ui.allocate_ui_with_layout(
                vec2(132.0, 24.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(132.0);
                    let words = ui.add(words);
                    words.widget_info(|| {
                        egui::WidgetInfo::labeled(egui::WidgetType::Label, true, tool.help())
                    });
                    words
                },
            );
            ui.weak(input.editor.keys_text(Action::Tool(tool)));
            words.inner.on_hover_text(tool.help()).clicked() || taken
        })
        .inner;
    if taken {
        wants.intend(Intent::SetTool(tool));
    }
    taken
}

fn button(ui: &mut egui::Ui, tool: Tool, height: f32, input: &UiInput, wants: &mut Wants) {
    let chosen = input.editor.tool() == tool;
    let keys = action::entry(Action::Tool(tool)).map(|entry| input.editor.keys_of(entry));
    let letter = keys.iter().flatten().next().map(ToString::to_string);
    let letter = letter.unwrap_or_default();
    let icon = icon::of_tool(tool);
    let response = icon::button(ui, vec2(BUTTON, height), icon, &letter, tool.label(), chosen);
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(260.0);
        ui.horizontal(|ui| {
            ui.strong(tool.label());
            ui.weak(input.editor.keys_text(Action::Tool(tool)));
        });
        ui.label(tool.help());
    });
    if response.clicked() {
        wants.intend(Intent::SetTool(tool));
    }
}
