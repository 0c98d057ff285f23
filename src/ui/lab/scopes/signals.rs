//! The signals of a scope: their values, and the fields that add signals.

use egui::{Button, Id, RichText, TextEdit, Ui, WidgetInfo, WidgetType};

use super::exported::exported;
use super::{cursors, curves};
use crate::editor::Intent;
use crate::lab::scope::Signal;
use crate::render::plot::Diagram;
use crate::render::theme::Theme;
use crate::scene::{MOST_SIGNALS, Scope};
use crate::ui::lab::look::ScopeLook;
use crate::ui::lab::pick;
use crate::ui::{UiInput, UiOutput, Wants, format, menu, number_context, style};

/// The colour of a signal.
pub(super) fn color(theme: &Theme, index: usize) -> egui::Color32 {
    style::color(theme.series[index % theme.series.len()])
}

/// Key of the field that adds a signal to a scope (index).
pub(super) fn signal_field(scope: usize) -> (&'static str, usize) {
    ("signal", scope)
}

pub(super) fn show(ui: &mut Ui, input: &UiInput, index: usize, look: &mut ScopeLook, wants: &mut Wants) {
    let scopes = &input.editor.scene().scopes;
    let Some(scope) = scopes.get(index) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (k, text) in scope.signals.iter().enumerate() {
            value(ui, input, k, text, look);
            let remove = ui.small_button("×");
            let label = format!("Remove {text}");
            remove.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &label));
            if remove.on_hover_text(&label).clicked() {
                let mut scopes = scopes.clone();
                scopes[index].signals.remove(k);
                wants.intend(Intent::SetScopes(scopes));
            }
        }
    });
    let mut drafts = std::mem::take(&mut look.drafts[index]);
    let [signal, against] = &mut drafts;
    ui.horizontal_wrapped(|ui| {
        if scope.signals.len() < MOST_SIGNALS {
            let hints = ("Signal", "such as wheel.angle");
            if let Some(text) = field(ui, input, signal_field(index), hints, signal) {
                set(scopes, index, |it| it.signals.push(text), wants);
            }
            menu::button(ui, "Pick…", |ui| {
                if let Some(text) = pick::of_scene(ui, input) {
                    set(scopes, index, |it| it.signals.push(text), wants);
                    menu::close(ui);
                }
            });
        }
        match &scope.against {
            Some(text) => {
                ui.label(RichText::new(format!("against {text}")).size(12.0));
                let back = ui.add(Button::new("×").small());
                back.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Against time"));
                if back.on_hover_text("Against time").clicked() {
                    set(scopes, index, |it| it.against = None, wants);
                }
            }
            None => {
                let hints = ("Against", "against time");
                if let Some(text) = field(ui, input, ("against", index), hints, against) {
                    set(scopes, index, |it| it.against = Some(text), wants);
                }
            }
        }
        of_scope(ui, input, index, look, wants);
    });
    look.drafts[index] = drafts;
}

fn set(scopes: &[Scope], index: usize, change: impl FnOnce(&mut Scope), wants: &mut Wants) {
    let mut scopes = scopes.to_vec();
    if let Some(scope) = scopes.get_mut(index) {
        change(scope);
        wants.intend(Intent::SetScopes(scopes));
    }
}

/// Name and value of a signal, at present or under the pointer; or the reason why it cannot be recorded.
fn value(ui: &mut Ui, input: &UiInput, index: usize, text: &str, look: &ScopeLook) {
    let color = color(input.theme, index);
    if let Err(why) = Signal::read(text, input.editor.scene()) {
        let label = RichText::new(format!("{text} ?"))
            .size(12.0)
            .color(ui.visuals().error_fg_color);
        ui.label(label).on_hover_text(why.to_string());
        return;
    }
    let (value, unit, marked) = input.scopes.with(|it| {
        let values = it.values(text);
        let shown = (input.snapshot.ahead > 0).then_some(input.snapshot.state.time);
        let row = match look.cursor.or(shown) {
            Some(time) => it.time().partition_point(|at| *at <= time).checked_sub(1),
            None => it.time().len().checked_sub(1),
        };
        let value = row.and_then(|row| values?.get(row).copied());
        (
            value.unwrap_or(f64::NAN),
            it.unit(text),
            cursors::values(it, text, look),
        )
    });
    let dash = if curves::is_dashed(index) { "- - " } else { "" };
    let (shown, help) = if value.is_finite() {
        (
            format!("{dash}{text} {} {unit}{marked}", format::plain(value)),
            "Its value at the time that is shown, or where the pointer is in the plot; then those at the cursors.",
        )
    } else {
        (
            format!("{dash}{text} –{marked}"),
            "Not known at this time: of the time before it was added, the hand, the residual, iterations and work are known for the last moments only.",
        )
    };
    ui.label(RichText::new(shown).size(12.0).color(color))
        .on_hover_text(help);
}

/// A text field for a signal; returns the entered text if it can be recorded.
fn field(
    ui: &mut Ui,
    input: &UiInput,
    key: (&str, usize),
    (label, hint): (&str, &str),
    draft: &mut String,
) -> Option<String> {
    let id = Id::new(key);
    number_context::take_focus(ui, key, id);
    let field = TextEdit::singleline(draft)
        .id(id)
        .hint_text(hint)
        .desired_width(120.0);
    let response = ui.add(field);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, label));
    let problem = Signal::read(draft.trim(), input.editor.scene()).err();
    if !draft.trim().is_empty()
        && let Some(why) = &problem
    {
        ui.colored_label(ui.visuals().error_fg_color, why.to_string());
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if entered && problem.is_some() {
        // Keeps the focus, so that further typing goes to the field and not to the canvas.
        response.request_focus();
    }
    (entered && problem.is_none()).then(|| std::mem::take(draft).trim().to_owned())
}

/// Options and export of the scope as a whole.
fn of_scope(ui: &mut Ui, input: &UiInput, index: usize, look: &ScopeLook, wants: &mut Wants) {
    let scopes = &input.editor.scene().scopes;
    let Some(scope) = scopes.get(index) else { return };
    let mut spectrum = scope.spectrum;
    let help = "Amplitude by frequency of the time in view, through a Hann window.";
    let toggled = ui
        .checkbox(&mut spectrum, "Spectrum")
        .on_hover_text(help)
        .changed();
    let help = "What the plots show: as CSV at each step in view, or as SVG, PNG or PDF.";
    if ui.small_button("Export…").on_hover_text(help).clicked() {
        let stack = exported(input, scope, look, index);
        wants
            .0
            .push(UiOutput::ExportPlot(Box::new(Diagram::Stack(stack))));
    }
    let remove = ui.small_button("Remove");
    let label = "Remove scope";
    remove.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, label));
    let removed = remove.on_hover_text(label).clicked();
    if toggled || removed {
        let mut scopes = scopes.clone();
        if removed {
            scopes.remove(index);
        } else {
            scopes[index].spectrum = spectrum;
        }
        wants.intend(Intent::SetScopes(scopes));
    }
}
