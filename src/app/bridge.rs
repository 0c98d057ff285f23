//! Between the window and the panels' library: who owns the pointer and the keys, and what a frame of panels gives.
//!
//! The owner of the pointer is fixed at the press: a drag that starts on the canvas stays the canvas's over any panel, and
//! the other way round. Panels still learn of presses on the canvas, so that menus close and fields let go.

use super::keys;
use crate::editor::event::{Button, Event, Key, Modifiers};
use crate::render::draw_list::{Color, DrawList};
use crate::render::mesh::{self, Mesh, TextRun};
use crate::render::painter::append;
use crate::render::png::FONT;
use egui::epaint::{self, Tessellator, TextShape};
use glam::DVec2;
use std::sync::Arc;
use std::time::Duration;

/// Who a held button belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Canvas,
    Panels,
}

/// What a pass of the panels gives.
pub struct Output {
    /// Triangles.
    pub panels: Vec<egui::ClippedPrimitive>,
    /// New and freed textures.
    pub textures: egui::TexturesDelta,
    /// Text that a panel put on the clipboard.
    pub copied: Option<String>,
    /// A panel wants the clipboard's text.
    pub wants_paste: bool,
}

/// The panels' library, fed and asked.
pub struct Bridge {
    ctx: egui::Context,
    events: Vec<egui::Event>,
    modifiers: Modifiers,
    owner: Option<Owner>,
    held: Vec<Button>,
    over_canvas: bool,
    wants_paste: bool,
    repaint_after: Duration,
}

impl Bridge {
    /// A context with our own font and no keys of its own.
    pub fn new() -> Bridge {
        let ctx = egui::Context::default();
        ctx.options_mut(|o| o.zoom_with_keyboard = false);
        let mut fonts = egui::FontDefinitions::default();
        let name = "DejaVu Sans".to_string();
        fonts
            .font_data
            .insert(name.clone(), Arc::new(egui::FontData::from_static(FONT)));
        if let Some(family) = fonts.families.get_mut(&egui::FontFamily::Proportional) {
            family.insert(0, name);
        }
        ctx.set_fonts(fonts);
        Bridge {
            ctx,
            events: Vec::new(),
            modifiers: Modifiers::NONE,
            owner: None,
            held: Vec::new(),
            over_canvas: false,
            wants_paste: false,
            repaint_after: Duration::ZERO,
        }
    }

    /// For building panels, within a pass.
    pub fn context(&self) -> &egui::Context {
        &self.ctx
    }

    /// Tells which modifiers are held now; events carry those of their own time.
    pub fn set_modifiers(&mut self, modifiers: Modifiers) {
        self.modifiers = modifiers;
    }

    /// How long after the last pass the panels want another one.
    pub fn repaint_after(&self) -> Duration {
        self.repaint_after
    }

    /// Gives the panels what is theirs and returns what is the canvas's, in order.
    pub fn route(&mut self, events: Vec<Event>) -> Vec<Event> {
        let mut canvas = Vec::with_capacity(events.len());
        for event in events {
            self.route_one(event, &mut canvas);
        }
        canvas
    }

    fn route_one(&mut self, event: Event, canvas: &mut Vec<Event>) {
        match &event {
            Event::PointerMoved { position, modifiers } => {
                self.modifiers = *modifiers;
                self.moved(*position, event, canvas);
            }
            Event::PointerPressed {
                button,
                position,
                modifiers,
                ..
            } => {
                self.modifiers = *modifiers;
                let owner = match self.owner {
                    Some(owner) => owner,
                    None if self.is_over_panel(*position) => Owner::Panels,
                    None => Owner::Canvas,
                };
                self.owner = Some(owner);
                self.held.push(*button);
                self.press_panels(*button, *position, true);
                if owner == Owner::Canvas {
                    self.over_canvas = true;
                    canvas.push(event);
                }
            }
            Event::PointerReleased {
                button,
                position,
                modifiers,
                ..
            } => {
                self.modifiers = *modifiers;
                self.press_panels(*button, *position, false);
                self.held.retain(|b| b != button);
                if self.owner == Some(Owner::Canvas) {
                    canvas.push(event);
                }
                if self.held.is_empty() {
                    self.owner = None;
                }
            }
            Event::Wheel {
                delta,
                position,
                modifiers,
            } => {
                self.modifiers = *modifiers;
                let panels = match self.owner {
                    Some(owner) => owner == Owner::Panels,
                    None => self.is_over_panel(*position),
                };
                if panels {
                    self.events.push(egui::Event::MouseWheel {
                        unit: egui::MouseWheelUnit::Line,
                        delta: egui::vec2(delta.x as f32, delta.y as f32),
                        modifiers: keys::egui_modifiers(*modifiers),
                    });
                } else {
                    canvas.push(event);
                }
            }
            Event::KeyPressed {
                key,
                modifiers,
                repeat,
            } => {
                self.modifiers = *modifiers;
                self.key_to_panels(*key, true, *repeat);
                if !self.panels_take_key(*key, *modifiers) {
                    canvas.push(event);
                }
            }
            Event::KeyReleased { key, modifiers } => {
                self.modifiers = *modifiers;
                self.key_to_panels(*key, false, false);
                canvas.push(event);
            }
            Event::Text(text) => {
                if self.panels_have_keys() {
                    self.events.push(egui::Event::Text(text.clone()));
                } else {
                    canvas.push(event);
                }
            }
            Event::Pasted(text) => {
                if self.ctx.wants_keyboard_input() {
                    self.events.push(egui::Event::Paste(text.clone()));
                } else {
                    canvas.push(event);
                }
            }
            Event::FocusLost => {
                self.modifiers = Modifiers::NONE;
                self.events.push(egui::Event::PointerGone);
                canvas.push(event);
            }
            Event::PointerLeft | Event::FileDropped { .. } | Event::Resized { .. } => canvas.push(event),
        }
    }

    fn moved(&mut self, position: DVec2, event: Event, canvas: &mut Vec<Event>) {
        match self.owner {
            Some(Owner::Canvas) => canvas.push(event),
            Some(Owner::Panels) => self.events.push(egui::Event::PointerMoved(point(position))),
            None => {
                self.events.push(egui::Event::PointerMoved(point(position)));
                if !self.is_over_panel(position) {
                    self.over_canvas = true;
                    canvas.push(event);
                } else if std::mem::take(&mut self.over_canvas) {
                    canvas.push(Event::PointerLeft);
                }
            }
        }
    }

    fn press_panels(&mut self, button: Button, position: DVec2, pressed: bool) {
        let pos = point(position);
        let button = match button {
            Button::Primary => egui::PointerButton::Primary,
            Button::Secondary => egui::PointerButton::Secondary,
            Button::Middle => egui::PointerButton::Middle,
        };
        let modifiers = keys::egui_modifiers(self.modifiers);
        self.events.push(egui::Event::PointerMoved(pos));
        self.events.push(egui::Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers,
        });
    }

    fn key_to_panels(&mut self, key: Key, pressed: bool, repeat: bool) {
        let modifiers = keys::egui_modifiers(self.modifiers);
        // Tab would give the keys to a panel although no field was being filled in.
        if key == Key::Tab && !self.ctx.wants_keyboard_input() {
            return;
        }
        if pressed && self.modifiers.ctrl && self.ctx.wants_keyboard_input() {
            match key {
                Key::Letter('C') => return self.events.push(egui::Event::Copy),
                Key::Letter('X') => return self.events.push(egui::Event::Cut),
                Key::Letter('V') => {
                    self.wants_paste = true;
                    return;
                }
                _ => {}
            }
        }
        if let Some(key) = keys::to_egui(key) {
            self.events.push(egui::Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat,
                modifiers,
            });
        }
    }

    /// Whether a menu, a dialog or a field is open to keys.
    fn panels_have_keys(&self) -> bool {
        self.ctx.wants_keyboard_input() || self.has_popup()
    }

    fn has_popup(&self) -> bool {
        self.ctx.memory(|m| {
            m.any_popup_open()
                || m.areas()
                    .visible_layer_ids()
                    .iter()
                    .any(|layer| layer.order == egui::Order::Foreground)
        })
    }

    /// Whether a key is the panels' alone. While a field is filled in, keys that no field uses still reach the canvas.
    fn panels_take_key(&self, key: Key, modifiers: Modifiers) -> bool {
        if self.has_popup() {
            return true;
        }
        let is_command = matches!(key, Key::Function(_))
            || modifiers.ctrl && matches!(key, Key::Letter('S' | 'O' | 'N' | 'K'));
        self.ctx.wants_keyboard_input() && !is_command
    }

    /// Whether a point is on a panel, a menu or a floating window.
    fn is_over_panel(&self, position: DVec2) -> bool {
        match self.ctx.layer_id_at(point(position)) {
            None => false,
            Some(layer) if layer.order == egui::Order::Background => {
                !self.ctx.available_rect().contains(point(position))
            }
            Some(_) => true,
        }
    }

    /// One pass of the panels at a window of `pixels`; `build` is called within it.
    pub fn pass(&mut self, pixels: [f32; 2], scale: f32, now: f64, build: impl FnOnce(&Bridge)) -> Output {
        let size = egui::vec2(pixels[0], pixels[1]) / scale;
        let viewport = egui::ViewportInfo {
            native_pixels_per_point: Some(scale),
            ..Default::default()
        };
        let input = egui::RawInput {
            viewports: std::iter::once((egui::ViewportId::ROOT, viewport)).collect(),
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            time: Some(now),
            modifiers: keys::egui_modifiers(self.modifiers),
            events: std::mem::take(&mut self.events),
            focused: true,
            ..Default::default()
        };
        self.ctx.begin_pass(input);
        build(self);
        let output = self.ctx.end_pass();
        self.repaint_after = output
            .viewport_output
            .get(&egui::ViewportId::ROOT)
            .map_or(Duration::MAX, |v| v.repaint_delay);
        show_cursor(output.platform_output.cursor_icon);
        let copied = output
            .platform_output
            .commands
            .into_iter()
            .rev()
            .find_map(|command| match command {
                egui::OutputCommand::CopyText(text) => Some(text),
                _ => None,
            });
        Output {
            panels: self.ctx.tessellate(output.shapes, output.pixels_per_point),
            textures: output.textures_delta,
            copied,
            wants_paste: std::mem::take(&mut self.wants_paste),
        }
    }

    /// Adds a picture's triangles, its words in the panels' glyphs. Only within a pass.
    pub fn tessellate(&self, picture: &DrawList, mesh: &mut Mesh) {
        let scale = self.ctx.pixels_per_point();
        let options = self.ctx.options(|o| o.tessellation_options);
        let mut glyphs = epaint::Mesh::default();
        let mut words = |run: &TextRun, mesh: &mut Mesh| {
            let font = egui::FontId::proportional(run.size as f32);
            let galley = self
                .ctx
                .fonts(|f| f.layout_no_wrap(run.text.to_string(), font, egui::Color32::WHITE));
            let size = galley.size();
            let shift = DVec2::new(
                run.anchor.x.share() * f64::from(size.x),
                run.anchor.y.share() * f64::from(size.y),
            );
            // Glyphs are sharp on whole pixels only.
            let place = ((run.position - shift) * f64::from(scale)).round() / f64::from(scale);
            let shape = TextShape::new(point(place), galley, color(run.color))
                .with_override_text_color(color(run.color));
            let atlas = self.ctx.fonts(|f| f.font_image_size());
            glyphs.clear();
            Tessellator::new(scale, options, atlas, Vec::new()).tessellate_text(&shape, &mut glyphs);
            append(mesh, &glyphs.vertices, &glyphs.indices);
        };
        mesh::tessellate(picture, 1.0 / f64::from(scale), mesh, &mut words);
    }
}

fn point(p: DVec2) -> egui::Pos2 {
    egui::pos2(p.x as f32, p.y as f32)
}

fn color(c: Color) -> egui::Color32 {
    egui::Color32::from_rgba_unmultiplied(c.r, c.g, c.b, c.a)
}

fn show_cursor(icon: egui::CursorIcon) {
    use macroquad::miniquad::{CursorIcon, window};
    window::show_mouse(icon != egui::CursorIcon::None);
    window::set_mouse_cursor(match icon {
        egui::CursorIcon::PointingHand => CursorIcon::Pointer,
        egui::CursorIcon::Text | egui::CursorIcon::VerticalText => CursorIcon::Text,
        egui::CursorIcon::Crosshair => CursorIcon::Crosshair,
        egui::CursorIcon::Move
        | egui::CursorIcon::AllScroll
        | egui::CursorIcon::Grab
        | egui::CursorIcon::Grabbing => CursorIcon::Move,
        egui::CursorIcon::NotAllowed | egui::CursorIcon::NoDrop => CursorIcon::NotAllowed,
        egui::CursorIcon::Wait | egui::CursorIcon::Progress => CursorIcon::Wait,
        egui::CursorIcon::Help => CursorIcon::Help,
        egui::CursorIcon::ResizeHorizontal
        | egui::CursorIcon::ResizeColumn
        | egui::CursorIcon::ResizeEast
        | egui::CursorIcon::ResizeWest => CursorIcon::EWResize,
        egui::CursorIcon::ResizeVertical
        | egui::CursorIcon::ResizeRow
        | egui::CursorIcon::ResizeNorth
        | egui::CursorIcon::ResizeSouth => CursorIcon::NSResize,
        egui::CursorIcon::ResizeNwSe
        | egui::CursorIcon::ResizeNorthWest
        | egui::CursorIcon::ResizeSouthEast => CursorIcon::NWSEResize,
        egui::CursorIcon::ResizeNeSw
        | egui::CursorIcon::ResizeNorthEast
        | egui::CursorIcon::ResizeSouthWest => CursorIcon::NESWResize,
        _ => CursorIcon::Default,
    });
}
