//! Dialogs that wait for an answer: unsaved work, a path where the system has no dialog, a file that cannot be read.

use std::path::PathBuf;

use egui::{Key, TextEdit, Ui, vec2};

use super::state::State;
use super::{Output, Wants};

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// To open a scene.
    Open,
    /// To save one.
    Save,
}

/// A dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// There is unsaved work, and something is about to replace it.
    Unsaved {
        /// What is not saved: the scene's name.
        name: String,
    },
    /// A path, because the system has no dialog for it.
    Path {
        /// What for.
        purpose: PathPurpose,
        /// What is typed so far.
        text: String,
    },
    /// A file of that name is there already.
    Overwrite {
        /// Which.
        path: PathBuf,
    },
    /// Something could not be done; each line says what, where and what to do.
    Trouble {
        /// "bridge.ron cannot be opened".
        title: String,
        /// One problem each.
        lines: Vec<String>,
    },
}

/// What the person said to a dialog. It is closed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save first.
    Save,
    /// Let the unsaved work go.
    Discard,
    /// Do not do it after all, or "I have read it".
    Cancel,
    /// This path.
    Path(PathPurpose, PathBuf),
    /// Write over the file.
    Overwrite(PathBuf),
}

pub(super) fn show(ctx: &egui::Context, state: &mut State, wants: &mut Wants) {
    let Some(dialog) = &mut state.dialog else { return };
    let escape = ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
    let title = match dialog {
        Dialog::Unsaved { .. } => "Unsaved changes".to_owned(),
        Dialog::Path {
            purpose: PathPurpose::Open,
            ..
        } => "Open a scene".to_owned(),
        Dialog::Path { .. } => "Save the scene".to_owned(),
        Dialog::Overwrite { .. } => "Overwrite?".to_owned(),
        Dialog::Trouble { title, .. } => title.clone(),
    };
    let width = if matches!(dialog, Dialog::Trouble { .. }) {
        560.0
    } else {
        400.0
    };
    let shown = egui::Modal::new("dialog".into()).show(ctx, |ui| {
        ui.set_width(width);
        ui.label(egui::RichText::new(title).size(18.0));
        ui.add_space(8.0);
        let answer = body(ui, dialog);
        ui.add_space(4.0);
        answer
    });
    let answer = shown.inner.or(escape.then_some(Answer::Cancel));
    if let Some(answer) = answer {
        state.dialog = None;
        wants.0.push(Output::Answer(answer));
    }
}

fn body(ui: &mut Ui, dialog: &mut Dialog) -> Option<Answer> {
    match dialog {
        Dialog::Unsaved { name } => {
            ui.label(format!("\"{name}\" has changes that are not saved."));
            buttons(
                ui,
                &[
                    ("Save", Answer::Save),
                    ("Discard changes", Answer::Discard),
                    ("Cancel", Answer::Cancel),
                ],
            )
        }
        Dialog::Overwrite { path } => {
            ui.label(format!("{} is there already.", path.display()));
            buttons(
                ui,
                &[
                    ("Overwrite", Answer::Overwrite(path.clone())),
                    ("Cancel", Answer::Cancel),
                ],
            )
        }
        Dialog::Path { purpose, text } => {
            let label = ui.label("Path of the file");
            let field = TextEdit::singleline(text)
                .hint_text("machines/four-bar.ron")
                .desired_width(f32::INFINITY);
            let response = ui.add(field).labelled_by(label.id);
            if !response.has_focus() && !response.lost_focus() {
                response.request_focus();
            }
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let verb = match purpose {
                PathPurpose::Open => "Open file",
                PathPurpose::Save => "Save file",
            };
            let answer = Answer::Path(*purpose, with_extension(text, *purpose));
            let ready = !text.trim().is_empty();
            let mut given = (entered && ready).then(|| answer.clone());
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.add_enabled(ready, egui::Button::new(verb)).clicked() {
                    given = Some(answer);
                }
                if ui.button("Cancel").clicked() {
                    given = Some(Answer::Cancel);
                }
            });
            given
        }
        Dialog::Trouble { lines, .. } => {
            egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                for line in lines.iter() {
                    ui.label(egui::RichText::new(line).monospace());
                }
            });
            buttons(ui, &[("Close", Answer::Cancel)])
        }
    }
}

fn buttons(ui: &mut Ui, choices: &[(&str, Answer)]) -> Option<Answer> {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let mut answer = None;
        for (label, choice) in choices {
            let button = egui::Button::new(*label).min_size(vec2(72.0, 24.0));
            if ui.add(button).clicked() {
                answer = Some(choice.clone());
            }
        }
        answer
    })
    .inner
}

/// The typed path; a file to be saved is a `.ron` file.
fn with_extension(text: &str, purpose: PathPurpose) -> PathBuf {
    let mut path = PathBuf::from(text.trim());
    if purpose == PathPurpose::Save && path.extension().is_none() {
        path.set_extension("ron");
    }
    path
}
