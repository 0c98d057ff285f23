//! The keyboard among the panels: from the canvas to a panel and on to the next, Tab within, and a ring round what has it.
//!
//! The panels' library knows which widget has the keyboard and takes Tab from one to the next; what a panel is, it does not. A stop is a
//! part of the window: a panel at the edge, or what floats over the canvas.

use egui::{Context, Id, LayerId, Order, Rect, Stroke, Ui};

use super::kept::Section;
use super::{style, toast};
use crate::editor::Step;
use crate::render::theme::Theme;

/// How far the ring stands off what has the keyboard, and its width (points).
const RING: (f32, f32) = (2.0, 2.0);

/// Where the keyboard is asked to go.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Focus {
    step: Option<Step>,
    section: Option<Section>,
    /// The window on top is to have the keys.
    window: bool,
    /// What floats over the canvas and had them at the end of the last pass, where it was not typed into.
    floating: Option<LayerId>,
    /// What had the keys then.
    held: Option<Id>,
    /// A list was open at the end of the last pass that nothing showed.
    is_list_lost: bool,
    stops: Vec<Stop>,
}

/// A part of the window that keys go to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    layer: LayerId,
    rect: Rect,
}

impl Focus {
    /// Asks for the next panel, or the one before.
    pub fn ask_step(&mut self, step: Step) {
        self.step = Some(step);
    }
    /// Asks for what is first in a section of the panel on the right.
    pub fn ask_section(&mut self, section: Section) {
        self.section = Some(section);
    }

    /// Asks for the window that was opened last.
    pub fn ask_window(&mut self) {
        self.window = true;
    }

    /// The window that had the keys and was given up by Esc. In a field of text, Esc gives up only what is typed, and where a list is
    /// open that list alone: what it was opened from has the keys again.
    pub(super) fn left_window(&self, ctx: &Context) -> Option<LayerId> {
        let left = self
            .floating
            .filter(|_| ctx.input(|input| input.key_pressed(egui::Key::Escape)))?;
        if !ctx.memory(egui::Memory::any_popup_open) {
            return Some(left);
        }
        if let Some(id) = self.held {
            ctx.memory_mut(|memory| memory.request_focus(id));
        }
        None
    }

    /// Begins a pass.
    pub(super) fn begin(&mut self) {
        self.stops.clear();
    }

    /// Takes note of a panel at the edge: what of the room was left before and is no more.
    pub(super) fn note_panel(&mut self, before: Rect, after: Rect) {
        let mut rect = before;
        if after.min.y > before.min.y {
            rect.max.y = after.min.y;
        } else if after.max.y < before.max.y {
            rect.min.y = after.max.y;
        } else if after.min.x > before.min.x {
            rect.max.x = after.min.x;
        } else if after.max.x < before.max.x {
            rect.min.x = after.max.x;
        } else {
            return;
        }
        let layer = LayerId::background();
        self.stops.push(Stop { layer, rect });
    }

    /// Within a section that was just laid out: gives it the keys if they were asked for.
    pub(super) fn serve_section(&mut self, ui: &Ui, section: Section, from: f32) {
        if self.section != Some(section) {
            return;
        }
        self.section = None;
        let mut rect = ui.min_rect();
        rect.min.y = from;
        let stop = Stop {
            layer: ui.layer_id(),
            rect,
        };
        if let Some(id) = stop.first(ui.ctx()) {
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    }

    /// Ends a pass: goes where was asked for, and marks what has the keys.
    pub(super) fn end(&mut self, ctx: &Context, theme: &Theme) {
        if let Some(step) = self.step.take() {
            self.stops.extend(floating(ctx));
            self.go(ctx, step);
        }
        if self.window {
            self.serve_window(ctx);
        }
        let focused = ctx.memory(|memory| memory.focused());
        let response = focused.and_then(|id| ctx.read_response(id));
        let is_typed_into = ctx.output(|output| output.ime.is_some());
        self.floating = response
            .map(|it| it.layer_id)
            .filter(|layer| layer.order == Order::Middle && !is_typed_into);
        self.held = focused;
        self.close_lost_list(ctx);
        ring(ctx, theme);
    }

    /// Closes the list of a window that is gone: it would take all keys for ever. A list that was just opened is shown in the next pass.
    fn close_lost_list(&mut self, ctx: &Context) {
        let is_lost = ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            memory.any_popup_open() && !layers.iter().any(|it| it.order == Order::Foreground)
        });
        if is_lost && self.is_list_lost {
            ctx.memory_mut(egui::Memory::close_popup);
        } else if is_lost {
            ctx.request_repaint();
        }
        self.is_list_lost = is_lost;
    }

    /// Gives the window on top the keys, once it has been laid out.
    fn serve_window(&mut self, ctx: &Context) {
        let top = ctx.memory(|memory| {
            let is_window = |it: &LayerId| it.order == Order::Middle && *it != toast::layer();
            let layer = memory.layer_ids().filter(is_window).last()?;
            let rect = memory.area_rect(layer.id)?;
            Some(Stop { layer, rect })
        });
        if let Some(id) = top.and_then(|stop| stop.first(ctx)) {
            self.window = false;
            ctx.memory_mut(|memory| memory.request_focus(id));
        }
    }

    /// From the stop that has the keys to the next with something in it; after the last one, and before the first, the canvas has them.
    fn go(&self, ctx: &Context, step: Step) {
        let focused = ctx.memory(|memory| memory.focused());
        let at = focused.and_then(|id| ctx.read_response(id)).and_then(|it| {
            let holds = |stop: &Stop| stop.layer == it.layer_id && stop.rect.intersects(it.rect);
            self.stops.iter().position(holds)
        });
        let firsts: Vec<Option<Id>> = self.stops.iter().map(|stop| stop.first(ctx)).collect();
        let next = match (at, step) {
            (Some(k), Step::Next) => firsts.iter().skip(k + 1).flatten().next(),
            (None, Step::Next) => firsts.iter().flatten().next(),
            (Some(k), Step::Previous) => firsts[..k].iter().rev().flatten().next(),
            (None, Step::Previous) => firsts.iter().rev().flatten().next(),
        };
        ctx.memory_mut(|memory| match (next, focused) {
            (Some(id), _) => memory.request_focus(*id),
            (None, Some(id)) => memory.surrender_focus(id),
            (None, None) => {}
        });
    }
}

impl Stop {
    /// What takes keys in it first.
    fn first(&self, ctx: &Context) -> Option<Id> {
        ctx.viewport(|viewport| {
            let widgets = viewport.this_pass.widgets.get_layer(self.layer);
            // What is dragged alone is the ground of what scrolls.
            let takes = |sense: egui::Sense| sense.is_focusable() && sense.senses_click();
            let mut inside = widgets.filter(|it| it.enabled && self.rect.contains(it.rect.center()));
            inside.find(|it| takes(it.sense)).map(|it| it.id)
        })
    }
}

/// What floats over the canvas, from the top.
fn floating(ctx: &Context) -> Vec<Stop> {
    let mut stops: Vec<Stop> = ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids();
        let floats = layers.into_iter().filter(|it| it.order == Order::Middle);
        let stop = |layer: LayerId| {
            let rect = memory.area_rect(layer.id)?;
            Some(Stop { layer, rect })
        };
        floats.filter_map(stop).collect()
    });
    stops.sort_by(|a, b| {
        (a.rect.min.y, a.rect.min.x)
            .partial_cmp(&(b.rect.min.y, b.rect.min.x))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    stops
}

/// Brings what got the keys within this part of a panel into sight.
pub(super) fn keep_in_sight(ui: &mut Ui) {
    let key = Id::new("keys in sight");
    let focused = ui.memory(|memory| memory.focused());
    if ui.data(|data| data.get_temp::<Option<Id>>(key)) == Some(focused) {
        return;
    }
    let response = focused.and_then(|id| ui.ctx().read_response(id));
    let own = response
        .filter(|it| it.layer_id == ui.layer_id() && ui.max_rect().x_range().contains(it.rect.center().x));
    if let Some(own) = own {
        ui.data_mut(|data| data.insert_temp(key, focused));
        if !ui.clip_rect().contains_rect(own.rect) {
            ui.scroll_to_rect(own.rect.expand(RING.0 + RING.1), None);
        }
    }
}

/// A ring round what has the keys.
fn ring(ctx: &Context, theme: &Theme) {
    let Some(response) = ctx
        .memory(|memory| memory.focused())
        .and_then(|id| ctx.read_response(id))
    else {
        return;
    };
    let seen = response.interact_rect.expand(RING.0 + RING.1);
    if !seen.is_positive() {
        return;
    }
    let stroke = Stroke::new(RING.1, style::color(theme.select));
    ctx.layer_painter(response.layer_id)
        .with_clip_rect(seen)
        .rect_stroke(
            response.rect.expand(RING.0),
            4.0,
            stroke,
            egui::StrokeKind::Middle,
        );
}
