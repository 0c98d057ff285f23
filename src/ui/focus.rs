//! Keyboard focus among the panels: moves from the canvas to a panel and on to the next, and draws a ring round the focused widget.
//!
//! egui knows which widget has the focus and moves it by Tab from widget to widget, but has no notion of panels. A stop is a part of the
//! window that can be reached: a panel at the edge, or a window that floats over the canvas.

use egui::{Context, Id, LayerId, Order, Rect, Stroke, Ui};

use super::persistent_state::Section;
use super::{style, toast};
use crate::editor::Step;
use crate::render::theme::Theme;

/// Distance of the focus ring from the widget, and width of the ring (points).
const RING: (f32, f32) = (2.0, 2.0);

/// Pending requests for keyboard focus, and the state of focus at the end of the last pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Focus {
    step: Option<Step>,
    section: Option<Section>,
    /// Whether focus was requested for the topmost window.
    window: bool,
    /// Layer of the floating window that had the focus at the end of the last pass, unless a text field in it was being edited.
    floating: Option<LayerId>,
    /// The widget that had the focus then.
    held: Option<Id>,
    /// Whether at the end of the last pass a popup was open that no layer showed.
    is_list_lost: bool,
    stops: Vec<Stop>,
}

/// A part of the window that keyboard focus can move to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    layer: LayerId,
    rect: Rect,
}

impl Focus {
    /// Requests focus for the next panel, or the previous one.
    pub fn request_step(&mut self, step: Step) {
        self.step = Some(step);
    }
    /// Requests focus for the first widget in a section of the panel on the right.
    pub fn request_section(&mut self, section: Section) {
        self.section = Some(section);
    }

    /// Requests focus for the window that was opened last.
    pub fn request_window(&mut self) {
        self.window = true;
    }

    /// The focused window that Esc has just dismissed. In a text field Esc discards only the typed text; where a popup list is open, it
    /// closes only that list, and the widget that opened the list has the focus again.
    pub(super) fn dismissed_window(&self, ctx: &Context) -> Option<LayerId> {
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

    /// Starts a pass: forgets the stops of the last one.
    pub(super) fn begin(&mut self) {
        self.stops.clear();
    }

    /// Registers a panel at the edge: the difference between the free areas before and after it was laid out.
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

    /// Called after a section was laid out: focuses its first widget if that was requested.
    pub(super) fn focus_section(&mut self, ui: &Ui, section: Section, from: f32) {
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

    /// Ends a pass: serves the pending requests and draws the focus ring.
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

    /// Closes the popup of a window that no longer exists: it would swallow all keys. A popup that was just opened is first shown in the next
    /// pass, hence the delay by one pass.
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

    /// Focuses the first widget of the topmost window, once that has been laid out.
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

    /// Moves focus from its stop to the next one that contains a widget; past the last and before the first, the canvas has it.
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
    /// The first widget in the stop that can be focused.
    fn first(&self, ctx: &Context) -> Option<Id> {
        ctx.viewport(|viewport| {
            let widgets = viewport.this_pass.widgets.get_layer(self.layer);
            // A focusable widget that senses drags but no clicks is the background of a scroll area.
            let takes = |sense: egui::Sense| sense.is_focusable() && sense.senses_click();
            let mut inside = widgets.filter(|it| it.enabled && self.rect.contains(it.rect.center()));
            inside.find(|it| takes(it.sense)).map(|it| it.id)
        })
    }
}

/// The windows that float over the canvas, from top to bottom.
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

/// Scrolls this part of a panel so that a widget in it that just got the focus is visible.
pub(super) fn scroll_to_focused(ui: &mut Ui) {
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

/// Draws a ring round the focused widget.
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
