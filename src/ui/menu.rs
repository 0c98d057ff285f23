//! Menus that open from a button, and submenus, by pointer and by keys alike: up and down move from line to line, right opens a submenu,
//! left and Esc close it, Enter picks.
//!
//! egui's own menus open submenus under the pointer only, and do not expose which of them are open.

use egui::{
    Align, Area, Button, Color32, Context, EventFilter, Frame, Id, InnerResponse, Key, LayerId, Layout,
    Order, Pos2, Rect, Response, Sense, Stroke, Ui, UiKind, WidgetText, pos2, vec2,
};

use super::menu_open::{Level, Open};

/// Height of a line (points).
const LINE: f32 = 22.0;

fn depth_key() -> Id {
    Id::new("menus around what is laid out")
}

/// A menu that opens from a button; inside another menu, a submenu that opens from a line.
pub(super) fn button<R>(
    ui: &mut Ui,
    label: impl Into<WidgetText>,
    contents: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<Option<R>> {
    let depth = ui.data(|data| data.get_temp(depth_key())).unwrap_or(0);
    let label: WidgetText = label.into();
    let menu = ui.id().with(("menu", label.text()));
    let is_open = Open::load(ui.ctx()).is(depth, menu);
    let mut button = Button::new(label);
    if depth > 0 {
        button = button.shortcut_text("\u{23f5}").min_size(vec2(0.0, LINE));
    }
    if is_open {
        let look = ui.visuals().widgets.open;
        button = button.fill(look.weak_bg_fill).stroke(look.bg_stroke);
    }
    let response = ui.add(button);
    let (bar, mut open) = (ui.id(), Open::load(ui.ctx()));
    match depth {
        0 => root(&mut open, menu, bar, &response),
        _ => within(&mut open, depth, menu, &response),
    }
    let shown = open.levels.get(depth).copied().filter(|it| it.menu == menu);
    let parent = depth.checked_sub(1).and_then(|k| open.levels.get(k)).copied();
    open.store(ui.ctx());
    let inner = shown.map(|level| {
        let place = place(ui, &response, &level, parent.as_ref());
        let inner = popup(ui.ctx(), depth, menu, place, contents);
        if depth == 0 {
            end(ui.ctx());
        }
        inner
    });
    InnerResponse::new(inner, response)
}

/// Closes all menus, after a line was picked.
pub(super) fn close(ui: &Ui) {
    Open::default().store(ui.ctx());
}

fn is_pressed_by_key(button: &Response) -> bool {
    let enters = |input: &egui::InputState| input.key_pressed(Key::Enter) || input.key_pressed(Key::Space);
    button.clicked() && button.has_focus() && button.ctx.input(enters)
}

/// Opens, closes and switches the menus of a menu bar.
fn root(open: &mut Open, menu: Id, bar: Id, button: &Response) {
    let ctx = &button.ctx;
    let is_open = open.is(0, menu);
    let is_down = !is_open && button.has_focus() && ctx.input(|input| input.key_pressed(Key::ArrowDown));
    if button.has_focus() && !is_open {
        let filter = EventFilter {
            vertical_arrows: true,
            ..EventFilter::default()
        };
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(button.id, filter));
    }
    let beside = open.bar == Some(bar) && !open.levels.is_empty() && button.hovered() && open.has_moved(ctx);
    if button.clicked() && is_open {
        *open = Open::default();
    } else if !is_open && (button.clicked() || is_down || beside) {
        *open = Open::default();
        open.bar = Some(bar);
        open.push(0, menu, button, is_down || is_pressed_by_key(button));
    }
}

/// Opens a submenu, by pointer or by keys.
fn within(open: &mut Open, depth: usize, menu: Id, button: &Response) {
    let ctx = &button.ctx;
    let right = button.has_focus() && ctx.input(|input| input.key_pressed(Key::ArrowRight));
    if right || is_pressed_by_key(button) {
        open.push(depth, menu, button, true);
    } else if !open.is(depth, menu) {
        let other = open.levels.get(depth);
        let on_the_way = other.is_some_and(|it| is_heading_for(ctx, it.rect));
        if button.clicked() || button.hovered() && open.has_moved(ctx) && !on_the_way {
            open.push(depth, menu, button, false);
        }
    }
}

/// Whether the pointer is moving towards an open submenu: other lines that it crosses on the way open nothing.
fn is_heading_for(ctx: &Context, rect: Rect) -> bool {
    ctx.input(|input| {
        let pointer = &input.pointer;
        let ahead = |at: Pos2| rect.intersects_ray(at, pointer.direction().normalized());
        !pointer.is_still() && pointer.latest_pos().is_some_and(ahead)
    })
}

/// Position at which a menu opens: below a button of a bar, or beside a line of a menu, to its left where the right side has no room.
fn place(ui: &Ui, button: &Response, level: &Level, parent: Option<&Level>) -> Pos2 {
    let margin = Frame::menu(ui.style()).total_margin();
    let gap = ui.spacing().menu_spacing;
    let Some(parent) = parent else {
        return button.rect.left_bottom() + vec2(-margin.left, gap);
    };
    let width = level.rect.width().max(0.0);
    let left = parent.rect.left() - gap - width;
    let is_cut = parent.rect.right() + gap + width > ui.ctx().screen_rect().right();
    let x = if is_cut && left >= 0.0 {
        left
    } else {
        parent.rect.right() + gap
    };
    pos2(x, button.rect.top() - margin.top)
}

fn layer(menu: Id) -> LayerId {
    LayerId::new(Order::Foreground, menu.with("popup"))
}

fn popup<R>(ctx: &Context, depth: usize, menu: Id, at: Pos2, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = Area::new(layer(menu).id)
        .kind(UiKind::Menu)
        .order(Order::Foreground)
        .fixed_pos(at)
        .default_width(ctx.style().spacing.menu_width)
        .sense(Sense::hover())
        .show(ctx, |ui| {
            let style = ui.style_mut();
            style.spacing.button_padding = vec2(2.0, 0.0);
            let widgets = &mut style.visuals.widgets;
            (widgets.active.bg_stroke, widgets.hovered.bg_stroke) = (Stroke::NONE, Stroke::NONE);
            (widgets.inactive.weak_bg_fill, widgets.inactive.bg_stroke) =
                (Color32::TRANSPARENT, Stroke::NONE);
            Frame::menu(ui.style()).show(ui, |ui| {
                ui.data_mut(|data| data.insert_temp(depth_key(), depth + 1));
                let layout = Layout::top_down_justified(Align::LEFT);
                let inner = ui.with_layout(layout, contents).inner;
                ui.data_mut(|data| data.insert_temp(depth_key(), depth));
                inner
            })
        });
    let mut open = Open::load(ctx);
    open.pass = ctx.cumulative_pass_nr();
    if let Some(level) = open.levels.get_mut(depth).filter(|it| it.menu == menu) {
        level.rect = shown.response.rect;
    }
    open.store(ctx);
    shown.inner.inner
}

/// The lines of a menu that can be focused, from the top.
fn lines(ctx: &Context, level: &Level) -> Vec<Id> {
    ctx.viewport(|viewport| {
        let takes = |sense: Sense| sense.is_focusable() && sense.senses_click();
        let widgets = viewport.this_pass.widgets.get_layer(layer(level.menu));
        let lines = widgets.filter(|it| it.enabled && takes(it.sense));
        lines.map(|it| it.id).collect()
    })
}

/// Ends a pass in which menus were shown: closes menus by pointer, and handles keys.
fn end(ctx: &Context) {
    let mut open = Open::load(ctx);
    follow_pointer(ctx, &mut open);
    follow_keys(ctx, &mut open);
    open.pointer = ctx.pointer_latest_pos();
    open.store(ctx);
}

fn follow_pointer(ctx: &Context, open: &mut Open) {
    let Some(at) = ctx.pointer_interact_pos() else {
        return;
    };
    let holds = |level: &Level| level.rect.contains(at);
    let on_button = open.levels.first().is_some_and(|it| it.from.contains(at));
    if ctx.input(|input| input.pointer.any_pressed()) && !on_button && !open.levels.iter().any(holds) {
        open.levels.clear();
    }
    if !open.has_moved(ctx) {
        return;
    }
    // Moving the pointer to another line closes the submenu that is open.
    if let Some(over) = open.levels.iter().rposition(holds)
        && let Some(next) = open.levels.get(over + 1)
        && !next.from.contains(at)
        && !is_heading_for(ctx, next.rect)
    {
        open.levels.truncate(over + 1);
    }
}

fn follow_keys(ctx: &Context, open: &mut Open) {
    let Some(deepest) = open.levels.len().checked_sub(1) else {
        return;
    };
    let pressed = |key: Key| ctx.input(|input| input.key_pressed(key));
    let lists: Vec<Vec<Id>> = open.levels.iter().map(|it| lines(ctx, it)).collect();
    let focused = ctx.memory(egui::Memory::focused);
    let place = |list: &Vec<Id>| list.iter().position(|id| Some(*id) == focused);
    let here = (0..=deepest)
        .rev()
        .find_map(|k| Some((k, lists.get(k).and_then(place)?)));
    if pressed(Key::Escape) {
        // A menu opened by the pointer leaves the focus with the canvas.
        return open.close(ctx, deepest, here.is_some());
    }
    let back = ctx.input(|input| input.modifiers.shift);
    let down = pressed(Key::ArrowDown) || pressed(Key::Tab) && !back;
    let up = pressed(Key::ArrowUp) || pressed(Key::Tab) && back;
    let mut wanted = None;
    if open.levels[deepest].by_key {
        // The lines exist from the second pass on.
        wanted = lists[deepest].first().copied();
        open.levels[deepest].by_key = wanted.is_none();
        ctx.request_repaint();
    } else if let Some((level, _)) = here.filter(|it| it.0 > 0 && pressed(Key::ArrowLeft)) {
        return open.close(ctx, level, true);
    } else if down != up {
        if let Some((level, at)) = here {
            let list = &lists[level];
            let step = if down { 1 } else { list.len() - 1 };
            wanted = list.get((at + step) % list.len()).copied();
            open.levels.truncate(level + 1);
        } else {
            // Requesting focus in this pass would let egui move it on from there at once.
            open.levels[deepest].by_key = true;
            ctx.request_repaint();
        }
    }
    let held = wanted.or(here.and(focused));
    ctx.memory_mut(|memory| {
        if let Some(id) = wanted {
            memory.request_focus(id);
        }
        if let Some(id) = held {
            let filter = EventFilter {
                tab: true,
                horizontal_arrows: true,
                vertical_arrows: true,
                escape: true,
            };
            memory.set_focus_lock_filter(id, filter);
        }
    });
}
