//! Which menus are open, kept from pass to pass.

use egui::{Context, Id, Pos2, Rect, Response};

/// A menu that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub menu: Id,
    /// What it was opened from.
    pub button: Id,
    pub from: Rect,
    /// Where it is; nowhere before it was laid out.
    pub rect: Rect,
    /// Its first line is to have the keys.
    pub by_key: bool,
}

/// The menu that is open and those within it, each in the one before.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    pub bar: Option<Id>,
    pub levels: Vec<Level>,
    /// Where the pointer was last: lines under a pointer that rests do not take a menu from the keys.
    pub pointer: Option<Pos2>,
    /// The pass in which it was shown last.
    pub pass: u64,
}

impl Open {
    fn key() -> Id {
        Id::new("menu that is open")
    }

    /// What is open; nothing where that was not shown in the last pass.
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

    /// Opens a menu within the one before this depth.
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

    /// Closes a menu and those within it; what it was opened from has the keys where `keeps_keys`.
    pub fn close(&mut self, ctx: &Context, depth: usize, keeps_keys: bool) {
        if let Some(level) = self.levels.get(depth).filter(|_| keeps_keys) {
            ctx.memory_mut(|memory| memory.request_focus(level.button));
        }
        self.levels.truncate(depth);
    }
}
