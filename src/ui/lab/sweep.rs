//! Parameter sweep: the effect of a number of the machine or its solver on any quantity, one run per value, on all cores.

mod colours;
mod exported;
mod map;
pub mod panel;
mod plots;

use egui::{Button, ComboBox, ProgressBar, RichText, Slider, TextEdit, Ui, WidgetInfo, WidgetType};

use self::panel::{Axis, Show, SweepPanel};
use super::pick;
use super::window::room_for_slider;
use crate::editor::Target;
use crate::ui::choice::choice;
use crate::ui::number::Number;
use crate::ui::{Panels, UiInput, Wants, menu};

/// Maximum number of parameters listed in the menu; others can be typed.
const LISTED: usize = 300;
/// Number of steps from which a warning is shown before the runs begin.
const MANY: f64 = 1e6;

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let panel = &mut panels.lab.sweep;
    panel.begin(input.editor.scene());
    axis(ui, input, &mut panel.axes[0], "Number", "from");
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut panel.map, "and another number: a map")
            .on_hover_text(
                "Runs every combination of two numbers, and shows the result of each as a colour.",
            );
    });
    if panel.map {
        axis(ui, input, &mut panel.axes[1], "Other number", "other from");
    }
    recorded(ui, input, panel);
    let problem = panel.problem(input.editor.scene());
    start(ui, input, panel, problem.is_some());
    if let Some(why) = problem {
        ui.colored_label(ui.visuals().error_fg_color, why);
    }
    let Some(done) = panel.done.as_ref() else {
        let hint = "Choose a number of the machine or of its solver, a range and what to record, then press Start runs: the scene is run from \
                    its start once for each value. Try settings.ks from 0 to 400 with drift.";
        ui.label(RichText::new(hint).weak());
        return;
    };
    plots::show(ui, input, done, &mut panel.show, wants);
}

/// A swept number and its range.
fn axis(ui: &mut Ui, input: &UiInput, axis: &mut Axis, label: &str, from: &str) {
    let scene = input.editor.scene();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let field = TextEdit::singleline(&mut axis.name)
            .hint_text("crank.length")
            .desired_width(120.0);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, label));
        if field
            .on_hover_text("A parameter, ITEM.FIELD or settings.FIELD, as for simulate --set.")
            .changed()
        {
            axis.suggest(scene);
        }
        menu::button(ui, "Pick…", |ui| {
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for name in Target::all(scene, LISTED) {
                    if ui.add(Button::new(&name).frame(false)).clicked() {
                        axis.name = name;
                        axis.suggest(scene);
                        menu::close(ui);
                    }
                }
            });
        });
        let Ok(target) = Target::find(scene, &axis.name) else {
            return;
        };
        let to = from.replace("from", "to");
        for (label, value) in [(from, &mut axis.from), (&to[..], &mut axis.to)] {
            let help = if label.ends_with("to") {
                "Value in the last run."
            } else {
                "Value in the first run."
            };
            let number = Number::new(label, *value, target.unit()).help(help);
            ui.label(RichText::new(if label.ends_with("to") { "to" } else { "from" }).size(12.0));
            if let Some(wanted) = number.show(ui, None) {
                *value = wanted.value;
            }
        }
        room_for_slider(ui);
        ui.add(
            Slider::new(&mut axis.runs, 2..=200)
                .logarithmic(true)
                .suffix(" runs"),
        )
        .on_hover_text("How many values, both ends included.");
    });
}

/// The recorded quantity, and the duration of a run.
fn recorded(ui: &mut Ui, input: &UiInput, panel: &mut SweepPanel) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let field = TextEdit::singleline(&mut panel.quantity)
            .hint_text("drift, wheel.angle, …")
            .desired_width(120.0);
        let field = ui.add(field);
        field.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Recorded quantity"));
        field.on_hover_text("Any quantity of a scope, or a formula of them.");
        menu::button(ui, "Record…", |ui| {
            if let Some(text) = pick::of_scene(ui, input) {
                panel.quantity = text;
                menu::close(ui);
            }
        });
        room_for_slider(ui);
        ui.add(
            Slider::new(&mut panel.duration, 0.1..=60.0)
                .logarithmic(true)
                .suffix(" s"),
        )
        .on_hover_text("Simulated time of each run.");
    });
}

fn start(ui: &mut Ui, input: &UiInput, panel: &mut SweepPanel, refused: bool) {
    ui.horizontal_wrapped(|ui| {
        if panel.is_busy() {
            if ui.button("Cancel").clicked() {
                panel.done = None;
            }
        } else if ui.add_enabled(!refused, Button::new("Start runs")).clicked() {
            panel.start(input.editor.scene());
        }
        let maps = panel.done.as_ref().is_some_and(|it| it.swept.len() > 1);
        let shown: &[Show] = if maps { &Show::ALL[1..] } else { &Show::ALL };
        if !shown.contains(&panel.show) {
            panel.show = Show::Largest;
        }
        let list = ComboBox::from_id_salt("show").selected_text(panel.show.label());
        let all = shown.iter().map(|it| (*it, it.label(), ""));
        panel.show = choice(ui, list, &panel.show, all).unwrap_or(panel.show);
        let steps = panel.steps(input.editor.scene());
        let mut words = format!("{} runs", panel.runs());
        if steps > MANY {
            words += &format!(", {steps:.0e} steps in all");
        }
        ui.label(RichText::new(words).size(12.0).weak())
            .on_hover_text("One for each value, or for each combination of two.");
    });
    if let Some(done) = panel.done.as_ref().filter(|it| it.sweep.is_running()) {
        ui.add(ProgressBar::new(done.sweep.progress() as f32).desired_height(6.0));
    }
}
