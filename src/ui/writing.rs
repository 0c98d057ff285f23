//! The text field for notes and dimensions, at their place on the canvas.

use egui::{Key, KeyboardShortcut, Modifiers, TextEdit, Ui};

use super::panels::Panels;
use super::{UiInput, Wants, style};
use crate::editor::{Intent, Writing};

/// Widths of the field for a note and for a number (points).
const WIDTHS: [f32; 2] = [240.0, 110.0];

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(open) = &mut panels.writing else { return };
    let Some(at) = input.editor.writing_place(&open.what) else {
        panels.writing = None;
        return;
    };
    let what = open.what;
    let text = open.text.get_or_insert_with(|| present(input, &what));
    // To the field, the click that opened it is a click elsewhere, whose release would take the focus away again.
    let held = ctx.input(|input| input.pointer.any_down() || input.pointer.any_released());
    let fresh = !open.focused;
    open.focused |= !held;
    let done = egui::Area::new("writing".into())
        .order(egui::Order::Foreground)
        .pivot(egui::Align2::CENTER_CENTER)
        .fixed_pos(egui::pos2(at.x as f32, at.y as f32))
        .constrain(true)
        .show(ctx, |ui| {
            let frame = style::card(input.theme).inner_margin(egui::Margin::same(2));
            frame.show(ui, |ui| field(ui, &what, text, fresh)).inner
        })
        .inner;
    let text = text.clone();
    match done {
        Some(true) => wants.intend(answer(what, text)),
        Some(false) => {}
        None => return,
    }
    panels.writing = None;
}

/// The field; returns `Some(true)` once the text is entered, `Some(false)` once it is cancelled.
fn field(ui: &mut Ui, what: &Writing, text: &mut String, fresh: bool) -> Option<bool> {
    let number = matches!(what, Writing::Dimension(_) | Writing::Scale { .. });
    let edit = if number {
        TextEdit::singleline(text).hint_text("120 mm")
    } else {
        TextEdit::multiline(text)
            .desired_rows(1)
            .hint_text("Enter ends, Shift+Enter a new line")
            .return_key(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter))
    };
    let edit = edit.desired_width(WIDTHS[usize::from(number)]);
    let mut output = edit.show(ui);
    let response = output.response;
    let label = match what {
        Writing::Dimension(_) => "Dimension",
        Writing::Scale { .. } => "Distance of the two points",
        Writing::NewNote(_) | Writing::Note(_) => "Note",
    };
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, label);
        info.current_text_value = Some(text.clone());
        info
    });
    if fresh {
        response.request_focus();
        let end = egui::text::CCursor::new(text.chars().count());
        // An existing text is selected, to be replaced by typing; a single typed character is continued.
        let begin = if text.chars().count() > 1 {
            egui::text::CCursor::new(0)
        } else {
            end
        };
        let range = egui::text::CCursorRange::two(begin, end);
        output.state.cursor.set_char_range(Some(range));
        output.state.store(ui.ctx(), response.id);
        return None;
    }
    let plain = |input: &egui::InputState| !input.modifiers.shift && input.key_pressed(Key::Enter);
    if ui.input(|input| input.key_pressed(Key::Escape)) {
        Some(false)
    } else if response.lost_focus() || ui.input(plain) {
        Some(true)
    } else {
        None
    }
}

/// The text before editing.
fn present(input: &UiInput, what: &Writing) -> String {
    let editor = input.editor;
    match what {
        Writing::NewNote(_) => String::new(),
        Writing::Note(id) => {
            let note = editor.scene().item(*id).and_then(|it| it.as_note());
            note.map_or_else(String::new, |it| it.text.clone())
        }
        Writing::Dimension(id) => editor.shown_dimension(*id).map_or_else(String::new, |it| it.text),
        Writing::Scale { from, to } => {
            let lengths = editor.scene().info.length_unit;
            lengths.text(from.distance(*to), 0.1 * editor.view().metres(1.0))
        }
    }
}

fn answer(what: Writing, text: String) -> Intent {
    match what {
        Writing::NewNote(at) => Intent::AddNote { at, text },
        Writing::Note(id) => Intent::SetNote { id, text },
        Writing::Dimension(id) => Intent::SetDimension { id, text },
        Writing::Scale { from, to } => Intent::ScaleUnderlay { from, to, text },
    }
}
