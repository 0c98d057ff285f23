//! Combo box with keyboard control as in menus: up and down move from line to line, Enter picks, Esc closes; then the box has keyboard
//! focus again.
//!
//! In egui's own combo box arrow keys act on the widgets behind the list, and the list stays open after Enter.

use egui::{ComboBox, Context, EventFilter, Key, Response, Ui};

/// Shows the box and, while it is open, the list of `(value, label, help)`; returns the picked value.
pub(super) fn choice<'a, T: PartialEq>(
    ui: &mut Ui,
    list: ComboBox,
    chosen: &T,
    all: impl IntoIterator<Item = (T, &'a str, &'a str)>,
) -> Option<T> {
    let mut picked = None;
    let mut now = 0;
    let shown = list.show_ui(ui, |ui| {
        let mut lines = Vec::new();
        for (value, label, help) in all {
            let is_chosen = value == *chosen;
            if is_chosen {
                now = lines.len();
            }
            let line = ui.selectable_label(is_chosen, label);
            if line.gained_focus() {
                line.scroll_to_me(None);
            }
            if line.clicked() {
                picked = Some(value);
            }
            lines.push(if help.is_empty() {
                line
            } else {
                line.on_hover_text(help)
            });
        }
        lines
    });
    if let Some(lines) = shown.inner {
        follow_keys(ui.ctx(), &shown.response, &lines, now);
    }
    picked
}

/// Handles keys while the list is open: focus first goes to the chosen line.
fn follow_keys(ctx: &Context, from: &Response, lines: &[Response], chosen: usize) {
    let pressed = |key: Key| ctx.input(|input| input.key_pressed(key));
    let focused = ctx.memory(egui::Memory::focused);
    let here = lines.iter().position(|it| Some(it.id) == focused);
    let presses = pressed(Key::Enter) || pressed(Key::Space);
    let picks = presses && lines.iter().any(|it| it.has_focus() && it.clicked());
    if pressed(Key::Escape) || picks {
        return ctx.memory_mut(|memory| {
            memory.close_popup();
            // A list opened by the pointer leaves the focus with the canvas.
            if here.is_some() {
                memory.request_focus(from.id);
            }
        });
    }
    let back = ctx.input(|input| input.modifiers.shift);
    let down = pressed(Key::ArrowDown) || pressed(Key::Tab) && !back;
    let up = pressed(Key::ArrowUp) || pressed(Key::Tab) && back;
    let asked = from.id.with("the list is to have the keys");
    let was_asked = ctx.data_mut(|data| data.remove_temp::<bool>(asked)).is_some();
    let wanted = match here {
        None if from.has_focus() || was_asked => Some(chosen),
        None => {
            if down != up {
                // Requesting focus in this pass would let egui move it on from there at once.
                ctx.data_mut(|data| data.insert_temp(asked, true));
                ctx.request_repaint();
            }
            None
        }
        Some(at) if down != up => Some((at + if down { 1 } else { lines.len() - 1 }) % lines.len()),
        Some(at) => Some(at),
    };
    let Some(line) = wanted.and_then(|at| lines.get(at)) else {
        return;
    };
    ctx.memory_mut(|memory| {
        memory.request_focus(line.id);
        let filter = EventFilter {
            tab: true,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
        };
        memory.set_focus_lock_filter(line.id, filter);
    });
}
