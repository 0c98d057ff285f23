//! The card of a lesson: its steps, ticked according to the scene.

use egui::{Align2, Rect, vec2};

use super::lesson_steps::{end, steps};
use super::panels::Panels;
use super::{UiInput, UiOutput, Wants, style};
use crate::editor::{Action, Lesson, action};

/// Shows the current lesson. At the very first start the first lesson is offered, beside the first gallery scene and on an empty canvas
/// only: the card would cover parts of some other machines.
pub(super) fn show(
    ctx: &egui::Context,
    input: &UiInput,
    panels: &mut Panels,
    canvas: Rect,
    wants: &mut Wants,
) {
    let cramped = canvas.width() < 420.0 || canvas.height() < 280.0;
    let is_first = input.gallery_id.is_some() && input.gallery_id == input.gallery.first().map(|it| it.id);
    let is_to_begin = is_first || input.editor.scene().is_empty();
    let offered = input.card_wanted && input.file.is_none() && is_to_begin;
    if panels.hidden || cramped || panels.lesson.is_none() && !offered {
        return;
    }
    let lesson = panels.lesson.unwrap_or(Lesson::FourBar);
    let begun = panels.lesson.is_some();
    let corner = canvas.left_bottom() + vec2(12.0, -12.0) - ctx.screen_rect().left_bottom();
    egui::Area::new("card".into())
        .anchor(Align2::LEFT_BOTTOM, corner)
        .show(ctx, |ui| {
            style::card(input.theme).show(ui, |ui| {
                ui.set_max_width(300.0);
                ui.label(egui::RichText::new(lesson.title()).size(14.0));
                if begun {
                    if show_steps(ui, input, lesson, panels, wants) {
                        panels.lesson = None;
                        wants.0.push(UiOutput::CardDone);
                    }
                    return;
                }
                ui.horizontal(|ui| {
                    if ui.button("Start").clicked() {
                        wants.act(Action::Lesson(lesson));
                    }
                    if ui.button("Not now").clicked() {
                        wants.0.push(UiOutput::CardDone);
                    }
                });
            });
        });
}

/// Shows the steps; returns true when the card is dismissed.
fn show_steps(
    ui: &mut egui::Ui,
    input: &UiInput,
    lesson: Lesson,
    panels: &mut Panels,
    wants: &mut Wants,
) -> bool {
    let mut all = true;
    for step in steps(lesson) {
        let mut done = (step.done)(input);
        if step.passes {
            panels.lesson_gesture |= done;
            done = panels.lesson_gesture;
        }
        all &= done;
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), egui::Sense::hover());
            let color = style::color(if done {
                input.theme.green
            } else {
                input.theme.quiet_ink
            });
            let stroke = egui::Stroke::new(1.5, color);
            ui.painter().circle_stroke(rect.center(), 6.0, stroke);
            if done {
                let tick = [vec2(-3.0, 0.0), vec2(-0.8, 2.5), vec2(3.2, -2.6)];
                let points = tick.map(|d| rect.center() + d).to_vec();
                ui.painter().add(egui::Shape::line(points, stroke));
            }
            let words = egui::RichText::new(step.words);
            let words = if done { words.weak() } else { words };
            let link = ui.add(egui::Button::new(words).frame(false).wrap());
            let entry = action::entry(step.action);
            let keys = input.editor.keys_text(step.action);
            if done {
                // The tick is painted; screen readers need it in words.
                let label = format!("Done: {}", step.words);
                link.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
            }
            let help = entry.map_or_else(String::new, |it| format!("{} ({keys})", it.label));
            if link.on_hover_text(help).clicked() {
                match step.action {
                    Action::Palette => panels.search_for(step.search),
                    action => wants.act(action),
                }
            }
        });
    }
    let advice = input.editor.feedback().advice;
    let (words, label) = if let Some(wrong) = advice.first() {
        (wrong.text.clone(), "Put away")
    } else if all && input.editor.playing() {
        (end(lesson).to_owned(), "Done")
    } else if all {
        let key = input.editor.key_text(Action::PlayPause);
        let key = key.unwrap_or_else(|| "Play".to_owned());
        (format!("Press {key} to let it run."), "Done")
    } else {
        ("Click a line to take its tool in hand.".to_owned(), "Put away")
    };
    ui.weak(words);
    ui.button(label).clicked()
}
