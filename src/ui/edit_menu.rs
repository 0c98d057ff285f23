//! The Edit menu.

use egui::{ScrollArea, Ui};

use super::menu_lines::{lines, menu_width};
use super::{UiInput, Wants, menu};
use crate::editor::action::Group;
use crate::editor::{Action, Intent};

/// The commands that change the scene: frequent ones in the menu itself, the rest in submenus, so that all of them fit in a low window.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let shelf_of = |action| SHELVES.iter().position(|(_, holds)| holds(action));
    let is_step = |it: Action| matches!(it, Action::Undo | Action::Redo);
    lines(ui, Group::Edit, input, wants, is_step);
    history(ui, input, wants);
    lines(ui, Group::Edit, input, wants, |it| {
        !is_step(it) && shelf_of(it).is_none()
    });
    for (k, (title, _)) in SHELVES.iter().enumerate() {
        menu::button(ui, *title, |ui| {
            menu_width(ui);
            lines(ui, Group::Edit, input, wants, |it| shelf_of(it) == Some(k));
        });
    }
}

/// A submenu: its title, and whether an action belongs to it.
type Shelf = (&'static str, fn(Action) -> bool);

/// The submenus of the Edit menu.
const SHELVES: &[Shelf] = &[
    ("Align and distribute", |it| matches!(it, Action::Arrange(_))),
    ("Nudge and layers", |it| {
        matches!(
            it,
            Action::NudgeLeft
                | Action::NudgeRight
                | Action::NudgeUp
                | Action::NudgeDown
                | Action::LayerUp
                | Action::LayerDown
        )
    }),
    ("Group and unite", |it| {
        matches!(
            it,
            Action::Group | Action::Ungroup | Action::Unite | Action::TakeApart
        )
    }),
    ("Lock and hide", |it| {
        matches!(
            it,
            Action::Lock | Action::UnlockAll | Action::Hide | Action::ShowAll
        )
    }),
    ("Picture to trace over", |it| {
        matches!(
            it,
            Action::ChoosePicture | Action::ToggleUnderlay | Action::RemoveUnderlay
        )
    }),
];

/// Submenu of the undo history: every step that can be undone or redone to.
fn history(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let steps = input.history();
    if steps.len() < 2 {
        return;
    }
    menu::button(ui, "History", |ui| {
        menu_width(ui);
        ScrollArea::vertical().max_height(300.0).show(ui, |ui| {
            for (step, (label, is_now)) in steps.into_iter().enumerate() {
                if ui.selectable_label(is_now, label).clicked() {
                    wants.intend(Intent::GoToStep(step));
                    menu::close(ui);
                }
            }
        });
    });
}
