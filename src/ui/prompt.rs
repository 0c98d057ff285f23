//! Dialogs for the questions that hold up opening, saving and quitting until they are answered.

use egui::Ui;

use super::panels::Panels;
use super::prompt_field::{big, holes, path, text_to_import};
use super::{Goal, Question, Reply, UiInput, UiOutput, Wants, style};
use crate::parameter::bounded;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(question) = input.question else {
        panels.typed_path = None;
        panels.asked = None;
        return;
    };
    let fresh = panels.asked.as_ref() != Some(question);
    panels.asked = Some(question.clone());
    let width: f32 = if matches!(question, Question::Failed { .. }) {
        560.0
    } else {
        420.0
    };
    let frame = style::card(input.theme).inner_margin(egui::Margin::same(16));
    let shown = egui::Modal::new("question".into()).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(ctx.screen_rect().width() - 48.0));
        ui.label(egui::RichText::new(title(question)).size(18.0));
        ui.add_space(8.0);
        body(ui, input, question, panels, fresh)
    });
    let closed = shown.should_close().then_some(Reply::Cancel);
    if let Some(reply) = shown.inner.or(closed) {
        panels.typed_path = None;
        wants.0.push(UiOutput::Reply(reply));
    }
}

fn title(question: &Question) -> &str {
    match question {
        Question::Unsaved(_) => "Save your changes?",
        Question::Overwrite(_) => "Write over the file?",
        Question::ChangedOutside(_) => "The file has changed",
        Question::OverwriteChanged(_) => "Write over what another program wrote?",
        Question::PathToOpen(_) => "Open a scene",
        Question::PathToSave(_) => "Save the scene",
        Question::PathToPicture(_) => "Trace over a picture",
        Question::TextToImport => "Import a mechanism",
        Question::Holes(_) => "Parts for cutting",
        Question::OpenJoints { .. } => "The machine is apart",
        Question::Failed { title, .. } => title,
    }
}

/// The text of a question and its buttons. In its first frame the default button, one that loses no data, gets keyboard focus.
fn body(
    ui: &mut Ui,
    input: &UiInput,
    question: &Question,
    panels: &mut Panels,
    fresh: bool,
) -> Option<Reply> {
    match question {
        Question::Unsaved(goal) => unsaved(ui, input, goal, fresh),
        Question::Overwrite(path) => {
            let name = path.display();
            ui.label(format!(
                "{name} is there already. What is in it now will be lost."
            ));
            buttons(
                ui,
                fresh.then_some(1),
                &[("Write over it", Reply::Overwrite), ("Cancel", Reply::Cancel)],
            )
        }
        Question::ChangedOutside(path) => {
            let name = path.display();
            let lost = if input.editor.is_modified() {
                " Your changes that are not saved are lost then."
            } else {
                ""
            };
            ui.label(format!(
                "Another program has changed {name}. Load what is in it now?{lost}"
            ));
            let likely = usize::from(input.editor.is_modified());
            buttons(
                ui,
                fresh.then_some(likely),
                &[("Load it", Reply::Load), ("Keep what is here", Reply::Cancel)],
            )
        }
        Question::OverwriteChanged(path) => {
            let name = path.display();
            ui.label(format!(
                "Another program has changed {name} since it was opened. Nothing was saved yet."
            ));
            buttons(
                ui,
                fresh.then_some(1),
                &[
                    ("Write over it", Reply::Overwrite),
                    ("Save as\u{2026}", Reply::SaveAs),
                    ("Cancel", Reply::Cancel),
                ],
            )
        }
        Question::OpenJoints { open, closes } => torn(ui, open, *closes, fresh),
        Question::PathToOpen(start) => path(ui, panels, "Open", start),
        Question::PathToSave(start) => path(ui, panels, "Save", start),
        Question::PathToPicture(start) => path(ui, panels, "Open", start),
        Question::TextToImport => text_to_import(ui, panels),
        Question::Holes(diameter) => holes(ui, panels, input.editor.scene().info.length_unit, *diameter),
        Question::Failed { lines, .. } => failed(ui, lines, fresh),
    }
}

fn unsaved(ui: &mut Ui, input: &UiInput, goal: &Goal, fresh: bool) -> Option<Reply> {
    let scene = &input.editor.scene().info.title;
    let name = if scene.is_empty() { "This scene" } else { scene };
    let then = match goal {
        Goal::New | Goal::Template(_) => "a new scene is started",
        Goal::Import | Goal::ImportText(_) => "a mechanism is imported",
        Goal::Open | Goal::OpenPath(_) | Goal::Gallery(_) => "another scene is opened",
        Goal::Quit => "the program ends",
    };
    ui.label(format!(
        "{name} has changes that are not saved. Without saving they are lost when {then}."
    ));
    buttons(
        ui,
        fresh.then_some(0),
        &[
            ("Save", Reply::Save),
            ("Don't save", Reply::Discard),
            ("Cancel", Reply::Cancel),
        ],
    )
}

/// Asks before playing a machine whose joints are open. Where it cannot be assembled the default is to stay paused, so that a key pressed
/// without reading does not start it.
fn torn(ui: &mut Ui, open: &str, closes: bool, fresh: bool) -> Option<Reply> {
    let (can, choices): (_, &[_]) = if closes {
        (
            "It can be assembled.",
            &[
                ("Assemble and play", Reply::Assemble),
                ("Play as it is", Reply::Play),
                ("Stay paused", Reply::Cancel),
            ],
        )
    } else {
        (
            "It cannot be assembled with these lengths.",
            &[("Stay paused", Reply::Cancel), ("Play as it is", Reply::Play)],
        )
    };
    ui.label(format!(
        "{open}. {can} Played as it is, the machine is torn together."
    ));
    ui.add_space(4.0);
    ui.weak(format!("Enter: {}", choices[0].0));
    buttons(ui, fresh.then_some(0), choices)
}

/// The reported faults, line by line.
fn failed(ui: &mut Ui, lines: &[String], fresh: bool) -> Option<Reply> {
    egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for line in lines {
            ui.label(egui::RichText::new(bounded(line)).size(12.0));
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Copy the text").clicked() {
            ui.ctx().copy_text(lines.join("\n"));
        }
        let close = ui.button("Close");
        if fresh {
            close.request_focus();
        }
        close.clicked().then_some(Reply::Cancel)
    })
    .inner
}

/// The answers as buttons; the one at index `focused`, if any, gets keyboard focus.
fn buttons(ui: &mut Ui, focused: Option<usize>, choices: &[(&str, Reply)]) -> Option<Reply> {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let mut reply = None;
        for (k, (label, choice)) in choices.iter().enumerate() {
            let button = ui.add(big(label));
            if focused == Some(k) {
                button.request_focus();
            }
            if button.clicked() {
                reply = Some(choice.clone());
            }
        }
        reply
    })
    .inner
}
