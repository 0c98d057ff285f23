//! The inspector: the selected items with all their editable properties.

mod kinematics;
mod link;
mod part;
mod touching;

use std::f64::consts::TAU;

use egui::{RichText, TextEdit, Ui, WidgetInfo, WidgetType};

use super::form::{number_row, row, row_with_button};
use super::number::{Given, Number};
use super::{UiInput, Wants, format, lab, menu};
use crate::bodies::Shape;
use crate::constraints::{ConstraintKind, QuantityName};
use crate::editor::Intent;
use crate::forces::ForceKind;
use crate::parameter::{Parameters, SIZES, Unit};
use crate::scene::{Id, Item, Variables, field};

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let scene = input.editor.scene();
    let chosen: Vec<(Id, &Item)> = input
        .editor
        .selection()
        .ids()
        .iter()
        .filter_map(|id| Some((*id, scene.item(*id)?)))
        .collect();
    match &chosen[..] {
        [] => {
            ui.weak("Nothing is selected. Click a part, or drag over the empty canvas.");
        }
        [(id, item)] => {
            name(ui, *id, item, wants);
            ui.add_space(4.0);
            parameters(ui, input, &chosen, wants);
            pitch_radius(ui, &chosen, wants);
            if !matches!(item, Item::Note(_)) {
                record(ui, item, wants);
            }
            match item {
                Item::Part(_) => part::show(ui, input, &chosen, wants),
                Item::Constraint(it) => link::constraint(ui, input, *id, it, wants),
                Item::Force(it) => link::force(ui, input, *id, it, wants),
                Item::Trace(_) | Item::Note(_) => {
                    link::ends(ui, input, *id, item.attachments(), &["Point"], wants);
                    kinematics::cycle_rows(ui, input, *id);
                }
                Item::Dimension(it) => {
                    let names: &[&str] = if it.is_angle() {
                        &["From", "Apex", "To"]
                    } else {
                        &["From", "To"]
                    };
                    link::ends(ui, input, *id, &it.ends, names, wants);
                }
            }
        }
        many => {
            ui.label(RichText::new(summary(many)).strong());
            ui.add_space(4.0);
            parameters(ui, input, many, wants);
            pitch_radius(ui, many, wants);
            part::show(ui, input, many, wants);
        }
    }
}

/// Menu of the item's quantities that a scope can record.
fn record(ui: &mut Ui, item: &Item, wants: &mut Wants) {
    let help = "Shows a quantity of it on a scope, recorded at each step.";
    let menu = menu::button(ui, "Record…", |ui| {
        if let Some(text) = lab::quantities(ui, item) {
            wants.intend(Intent::AddSignal(text));
            menu::close(ui);
        }
    });
    menu.response.on_hover_text(help);
}

/// Counts by kind, such as "3 bars, 1 pin".
fn summary(items: &[(Id, &Item)]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for (_, item) in items {
        match counts.iter_mut().find(|(kind, _)| *kind == item.kind_id()) {
            Some((_, count)) => *count += 1,
            None => counts.push((item.kind_id(), 1)),
        }
    }
    let words = counts.iter().map(|(kind, count)| match (count, *kind) {
        (1, kind) => format!("1 {kind}"),
        (count, "box") => format!("{count} boxes"),
        (count, "push") => format!("{count} forces"),
        (count, kind) => format!("{count} {kind}s"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Editable name of an item.
fn name(ui: &mut Ui, id: Id, item: &Item, wants: &mut Wants) {
    ui.horizontal(|ui| {
        let label = super::form::row_label(ui, kind_label(item));
        let key = egui::Id::new(("name", id));
        let mut text = ui
            .data(|data| data.get_temp::<String>(key))
            .unwrap_or_else(|| item.name().to_owned());
        let field = TextEdit::singleline(&mut text).desired_width(ui.available_width());
        let response = ui.add(field).labelled_by(label.id);
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(key, text));
        } else if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(key));
            let given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
            if !given_up && text != item.name() {
                wants.intend(Intent::Rename { id, name: text });
            }
        }
    });
}

/// Display name of an item's kind.
pub(super) fn kind_label(item: &Item) -> &'static str {
    match item {
        Item::Part(it) => it.shape.label(),
        Item::Constraint(it) => it.kind.label(),
        Item::Force(it) => it.kind.label(),
        Item::Trace(_) => "Trace",
        Item::Note(_) => "Note",
        Item::Dimension(_) => "Dimension",
    }
}

/// The value that a new item of the same kind has.
fn usual(item: &Item, key: &str) -> Option<f64> {
    let parameters = match item {
        Item::Part(it) => Shape::catalogue()
            .into_iter()
            .find(|kind| kind.id() == it.shape.id())?
            .parameters(),
        Item::Constraint(it) => ConstraintKind::catalogue()
            .into_iter()
            .find(|kind| kind.id() == it.kind.id())?
            .parameters(),
        Item::Force(it) => ForceKind::catalogue()
            .into_iter()
            .find(|kind| kind.id() == it.kind.id())?
            .parameters(),
        Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => return None,
    };
    parameters
        .iter()
        .find(|parameter| parameter.key == key)
        .map(|parameter| parameter.value)
}

/// The formula of a number, where all items share it.
fn common_formula<'a>(variables: &'a Variables, items: &[(Id, &Item)], key: &str) -> Option<&'a str> {
    let mut formulas = items.iter().map(|(id, _)| variables.formula(*id, key));
    let first = formulas.next()??;
    formulas.all(|it| it == Some(first)).then_some(first)
}

/// The parameters common to all items.
fn parameters(ui: &mut Ui, input: &UiInput, items: &[(Id, &Item)], wants: &mut Wants) {
    let variables = &input.editor.scene().variables;
    let names = variables.values();
    let Some((_, first)) = items.first() else { return };
    for parameter in field::parameters(first) {
        let values: Option<Vec<f64>> = items
            .iter()
            .map(|(_, item)| {
                let same = field::parameters(item)
                    .into_iter()
                    .find(|it| it.key == parameter.key);
                same.map(|it| it.value)
            })
            .collect();
        let Some(values) = values else { continue };
        let various = values.iter().any(|value| differs(*value, parameter.value));
        let number = Number {
            range: (parameter.min, parameter.max),
            reset: usual(first, parameter.key),
            nothing: matches!(first, Item::Trace(_)).then_some("a whole turn"),
            various,
            given: Some(Given {
                names: &names,
                formula: common_formula(variables, items, parameter.key),
            }),
            ..Number::new(parameter.label, parameter.value, parameter.unit)
        };
        if let Some(wanted) = number_row(ui, &number) {
            let ids = items.iter().map(|(id, _)| *id).collect();
            let key = parameter.key.to_owned();
            wants.intend(match wanted.formula {
                Some(text) => Intent::SetFormula { ids, key, text },
                None => Intent::SetParameter {
                    ids,
                    key,
                    value: wanted.value,
                    done: wanted.done,
                },
            });
        }
        if parameter.unit == Unit::RadianPerSecond && !various {
            let turns = parameter.value * 60.0 / TAU;
            reading(ui, "that is", format!("{} rpm", format::plain(turns)))
                .on_hover_text("Turns in a minute, of the angular velocity above.");
        }
    }
}

/// Whether two values of a parameter differ by more than rounding.
fn differs(a: f64, b: f64) -> bool {
    (a - b).abs() > 1e-12 * a.abs().max(b.abs())
}

/// The pitch radius of toothed wheels, derived from teeth and module.
fn pitch_radius(ui: &mut Ui, items: &[(Id, &Item)], wants: &mut Wants) {
    let radius = |item: &Item| {
        let shape = &item.as_part()?.shape;
        shape.teeth().and(shape.pitch_radius())
    };
    let radii: Option<Vec<f64>> = items.iter().map(|(_, item)| radius(item)).collect();
    let Some(first) = radii.as_ref().and_then(|radii| radii.first().copied()) else {
        return;
    };
    let number = Number {
        various: radii.iter().flatten().any(|it| differs(*it, first)),
        ..Number::new("Pitch radius", first, Unit::Metre).range(SIZES[0], SIZES[1])
    };
    let number = number.help("Half the module times the teeth. Given one, the number of teeth is the nearest at this module, and the module follows.");
    if let Some(wanted) = number_row(ui, &number) {
        wants.intend(Intent::SetPitchRadius {
            ids: items.iter().map(|it| it.0).collect(),
            radius: wanted.value,
            done: wanted.done,
        });
    }
}

/// A reading with a button that records the quantities behind it on a scope.
fn recorded(
    ui: &mut Ui,
    (label, text): (&str, String),
    (item, fields): (&str, &[&str]),
    wants: &mut Wants,
) -> egui::Response {
    let text = RichText::new(text).size(12.0);
    let button = |ui: &mut Ui| {
        let button = ui.small_button("+");
        let named = format!("Record {}", label.to_lowercase());
        button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &named));
        let help = format!("{named}: shows it on a scope, at each step.");
        if button.on_hover_text(help).clicked() {
            for field in fields {
                wants.intend(Intent::AddSignal(QuantityName::typed(Some(item), field)));
            }
        }
    };
    row_with_button(ui, label, button, |ui| ui.add(egui::Label::new(text).truncate()))
}

/// A row with a name and a reading.
fn reading(ui: &mut Ui, label: &str, text: impl Into<String>) -> egui::Response {
    let text = RichText::new(text.into()).size(12.0);
    row(ui, label, |ui| ui.add(egui::Label::new(text).truncate()))
}
