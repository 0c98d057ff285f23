//! Named parameters: the list with their values, and their sliders on the canvas.

use egui::{Button, PointerButton, RichText, Slider, Ui, vec2};

use super::panels::Panels;
use super::typed::{self, Fault, Field, Typed};
use super::{UiInput, Wants, format, number_context, style};
use crate::constraints::{Amount, Mistake};
use crate::editor::{Intent, VariableChange};
use crate::parameter::shortest_decimal;
use crate::render::scene_view::RULERS;
use crate::scene::{Variable, shown_unit};

/// First part of the id of a name field; the name is the second.
const NAME_FIELD: &str = "variable name";
/// Width of a name field (points).
const NAME: f32 = 56.0;
/// Gap between the elements of a row, and width of the delete button (points).
const GAP: f32 = 4.0;
const DELETE: f32 = 20.0;
/// Number of steps of a slider from end to end.
const STEPS: f64 = 200.0;

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let variables = &input.editor.scene().variables;
    let values = variables.values();
    if variables.list.is_empty() {
        ui.weak("Name a number here, such as L1 = 120 mm, and write it in any field: 2*L1 + 5 mm.");
    }
    for it in &variables.list {
        row(ui, input, it, values.get(&it.name).copied(), wants);
    }
    if ui.button("Add a parameter").clicked() {
        let free = (1..)
            .map(|k| format!("p{k}"))
            .find(|name| variables.find(name).is_none());
        let name = free.unwrap_or_default();
        // What is typed next is its name.
        number_context::want(ui.ctx(), (NAME_FIELD, name.as_str()));
        wants.intend(Intent::Variable(VariableChange::Set {
            name,
            text: "1".to_owned(),
        }));
    }
    for ((id, key), text) in &variables.formulas {
        let name = input.editor.scene().name(Some(*id));
        ui.label(RichText::new(format!("{name}: {key} = {text}")).size(12.0).weak());
    }
}

fn row(ui: &mut Ui, input: &UiInput, it: &Variable, value: Option<Amount>, wants: &mut Wants) {
    let scene = input.editor.scene();
    let name = it.name.as_str();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let free = |to: &str| scene.variables.check_new_name(name, to.trim());
        if let Some(to) = text(ui, (NAME_FIELD, name), name, "Name", NAME, free) {
            let from = name.to_owned();
            wants.intend(Intent::Variable(VariableChange::Rename { from, to }));
        }
        ui.label("=");
        let box_width = ui.spacing().interact_size.y.max(ui.spacing().icon_width);
        let margins = 2.0 * ui.spacing().button_padding.x;
        let rest = ui.available_width() - box_width - DELETE - 2.0 * GAP - margins;
        let read = |text: &str| scene.check_variable(name, text);
        if let Some(text) = text(ui, ("variable", name), &it.text, name, rest, read) {
            let name = name.to_owned();
            wants.intend(Intent::Variable(VariableChange::Set { name, text }));
        }
        // Without padding, a check box without a label gets exactly its given width.
        ui.spacing_mut().button_padding.x = 0.0;
        let mut slider = it.slider.is_some();
        let box_ = ui.checkbox(&mut slider, "");
        box_.widget_info(|| {
            let label = format!("Slider of {name}");
            egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, slider, label)
        });
        if box_.on_hover_text("A slider on the canvas").changed() {
            let range = value.filter(|_| slider).map(|it| range_about(it.value));
            let name = name.to_owned();
            wants.intend(Intent::Variable(VariableChange::ShowSlider { name, range }));
        }
        let gone = ui.add_sized([DELETE, 20.0], Button::new("\u{d7}"));
        gone.widget_info(|| {
            let label = format!("Delete {name}");
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label)
        });
        if gone
            .on_hover_text("Delete: what it gives keeps its numbers")
            .clicked()
        {
            wants.intend(Intent::Variable(VariableChange::Remove(name.to_owned())));
        }
    });
    // The value of a formula has a line of its own, as the formula needs the room.
    if let Some(value) = value.filter(|_| it.given().is_none()) {
        ui.horizontal(|ui| {
            ui.add_space(NAME);
            ui.label(RichText::new(format!("= {}", shown(value))).size(12.0).weak());
        });
    }
}

/// A value formatted for display.
fn shown(amount: Amount) -> String {
    let unit = shown_unit(amount);
    let value = amount.value * format::shown_per_si(unit);
    format!("{}{}", format::plain(value), format::suffix(unit))
}

/// The default range of a slider.
fn range_about(value: f64) -> [f64; 2] {
    if value == 0.0 {
        [-1.0, 1.0]
    } else {
        let ends = [0.5 * value, 1.5 * value].map(shortest_decimal);
        [ends[0].min(ends[1]), ends[0].max(ends[1])]
    }
}

/// A text field; returns the text entered in place of `shown`.
fn text(
    ui: &mut Ui,
    key: (&str, &str),
    shown: &str,
    label: &str,
    width: f32,
    check: impl Fn(&str) -> Result<(), Mistake>,
) -> Option<String> {
    let id = egui::Id::new(key);
    number_context::take_focus(ui, key, id);
    let field = Field {
        id,
        label,
        text: shown,
        width: Some(width.max(NAME)),
    };
    let read = |text: &str| {
        let fault = |Mistake { at, sentence }| Fault { at, sentence };
        check(text).map(|()| text.to_owned()).map_err(fault)
    };
    let (response, typed) = typed::line(ui, &field, read);
    let now = ui.data(|data| typed::now(data, field.id));
    let now = now.unwrap_or_else(|| shown.to_owned());
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, label);
        info.current_text_value = Some(now.clone());
        info
    });
    if !response.has_focus() {
        response.on_hover_text(shown);
    }
    match typed {
        Typed::Entered(text) => Some(text),
        Typed::Nothing => None,
    }
}

/// Canvas size below which the sliders are folded by default (points).
const ROOMY: egui::Vec2 = vec2(420.0, 280.0);

/// Widths of the name and of the value beside a slider, gap between them, minimum and maximum length of the slider, and free space beside
/// all of it (points).
const NAME_WIDTH: f32 = 46.0;
const VALUE_WIDTH: f32 = 72.0;
const BETWEEN: f32 = 2.0;
const RAIL: (f32, f32) = (32.0, 100.0);
const CLEAR: f32 = 4.0;

/// The sliders on the canvas.
pub(super) fn sliders(
    ctx: &egui::Context,
    input: &UiInput,
    panels: &mut Panels,
    canvas: egui::Rect,
    wants: &mut Wants,
) {
    let variables = &input.editor.scene().variables;
    if variables.list.iter().all(|it| it.slider.is_none()) {
        return;
    }
    let values = variables.values();
    let mut corner = canvas.left_top() + vec2(12.0, 12.0);
    if input.editor.rulers() {
        // Stays clear of the rulers along the upper and the left edge.
        corner += vec2(RULERS.x as f32, RULERS.y as f32);
    }
    let margins = style::card(input.theme).total_margin().sum().x;
    let rail = canvas.right() - corner.x - margins - NAME_WIDTH - VALUE_WIDTH - 2.0 * BETWEEN - CLEAR;
    let roomy = canvas.width() >= ROOMY.x && canvas.height() >= ROOMY.y;
    egui::Area::new("sliders".into())
        .fixed_pos(corner)
        .show(ctx, |ui| {
            style::card(input.theme).show(ui, |ui| {
                if !roomy {
                    let label = if panels.sliders {
                        "Fold the sliders"
                    } else {
                        "Sliders"
                    };
                    let help = "The sliders of the parameters: they are folded where the canvas is small.";
                    if ui.button(label).on_hover_text(help).clicked() {
                        panels.sliders = !panels.sliders;
                    }
                    if !panels.sliders {
                        return;
                    }
                }
                ui.spacing_mut().slider_width = rail.clamp(RAIL.0, RAIL.1);
                for it in &variables.list {
                    if let (Some(range), Some(value)) = (it.slider, values.get(&it.name)) {
                        slider(ui, it, range, *value, wants);
                    }
                }
            });
        });
}

fn slider(ui: &mut Ui, it: &Variable, [least, most]: [f64; 2], value: Amount, wants: &mut Wants) {
    ui.horizontal(|ui| {
        let given = it.given().is_some();
        let text = if given { it.text.clone() } else { shown(value) };
        ui.spacing_mut().item_spacing.x = BETWEEN;
        // A long name is truncated rather than the number.
        for (words, width) in [(it.name.clone(), NAME_WIDTH), (format!("= {text}"), VALUE_WIDTH)] {
            let label = egui::Label::new(RichText::new(words).size(12.0)).truncate();
            ui.allocate_ui_with_layout(
                vec2(width, 18.0),
                egui::Layout::left_to_right(egui::Align::Center),
                |ui| {
                    ui.set_min_width(width);
                    ui.add(label);
                },
            );
        }
        let mut now = value.value;
        let step = step_of((most - least) / STEPS);
        let slider = Slider::new(&mut now, least..=most).show_value(false);
        let response = ui.add_enabled(given, slider);
        response.widget_info(|| egui::WidgetInfo::slider(given, value.value, &it.name));
        let value = shortest_decimal((now / step).round() * step).clamp(least, most);
        // egui lets every button of the pointer move a slider; only the primary one is wanted.
        let others = [PointerButton::Secondary, PointerButton::Middle];
        let is_other = ui.input(|input| {
            let pointer = &input.pointer;
            others
                .iter()
                .any(|it| pointer.button_down(*it) || pointer.button_released(*it))
        });
        if !is_other && (response.changed() || response.drag_stopped()) {
            wants.intend(Intent::Variable(VariableChange::Slide {
                name: it.name.clone(),
                value,
                done: !response.dragged(),
            }));
        }
    });
}

/// Rounds up to 1, 2 or 5 times a power of ten.
fn step_of(about: f64) -> f64 {
    let ten = 10f64.powf(about.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|k| k * ten);
    steps
        .into_iter()
        .find(|step| *step >= about * (1.0 - 1e-9))
        .unwrap_or(about)
}
