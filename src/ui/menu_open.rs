//! The open menus, kept from pass to pass.

use egui::{Context, Id, Pos2, Rect, Response};

/// An open menu.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub menu: Id,
    /// The button or line that it was opened from.
    pub button: Id,
    pub from: Rect,
    /// Area of the menu; `Rect::NOTHING` until it was laid out.
    pub rect: Rect,
    /// Whether its first line is to be focused.
    pub by_key: bool,
}

/// The open menu and its open submenus, each within the one before.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    pub bar: Option<Id>,
    pub levels: Vec<Level>,
    /// Last pointer position: lines under a resting pointer do not take the menu over from the keyboard.
    pub pointer: Option<Pos2>,
    /// The last pass in which the menu was shown.
    pub pass: u64,
}

impl Open {
    fn key() -> Id {
        Id::new("menu that is open")
    }

    /// The open menus; none where they were not shown in the last pass.
    pub fn load(ctx: &Context) -> Open {
        let open: Open = ctx.data(|data| data.get_temp(Open::key())).unwrap_or_default();
        let is_shown = open.pass + 1 >= ctx.cumulative_pass_nr();
        if is_shown { open } else { Open::default() }
    }

    pub fn store(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Open::key(), self));
    }

    pub fn is(&self, depth: usize, menu: Id) -> bool {
        self.levels.get(depth).is_some_and(|it| it.menu == menu)
    }

    pub fn has_moved(&self, ctx: &Context) -> bool {
        self.pointer != ctx.pointer_latest_pos()
    }

    /// Opens a menu at `depth`, within the menu of the depth before.
    pub fn push(&mut self, depth: usize, menu: Id, button: &Response, by_key: bool) {
        self.levels.truncate(depth);
        self.levels.push(Level {
            menu,
            button: button.id,
            from: button.rect,
            rect: Rect::NOTHING,
            by_key,
        });
        self.pass = button.ctx.cumulative_pass_nr();
        if by_key {
            self.pointer = button.ctx.pointer_latest_pos();
        }
    }

    /// Closes a menu and its submenus; with `keeps_keys` the button it was opened from gets the focus.
    pub fn close(&mut self, ctx: &Context, depth: usize, keeps_keys: bool) {
        if let Some(level) = self.levels.get(depth).filter(|_| keeps_keys) {
            ctx.memory_mut(|memory| memory.request_focus(level.button));
        }
        self.levels.truncate(depth);
    }
}
