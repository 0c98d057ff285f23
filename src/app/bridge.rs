//! Connects the window to egui: feeds it events, and collects the output of a pass of the panels.

use super::keys;
use super::routing::{Router, point};
use crate::editor::event::{Event, Modifiers};
use crate::raster::ImageFile;
use crate::render::draw_list::{Color, DrawList};
use crate::render::mesh::{self, ImageRun, Mesh, TextRun};
use crate::render::painter::append;
use crate::render::paths::FONT;
use egui::epaint::{self, Tessellator, TextShape};
use egui::{TextureHandle, TextureId};
use glam::DVec2;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// Output of a pass of the panels.
pub struct Output {
    /// Triangles of the panels.
    pub panels: Vec<egui::ClippedPrimitive>,
    /// New and freed textures.
    pub textures: egui::TexturesDelta,
    /// Text that a panel copied to the clipboard.
    pub copied: Option<String>,
    /// Whether a panel wants to paste the clipboard's text.
    pub wants_paste: bool,
    /// Shape of the pointer.
    pub cursor: egui::CursorIcon,
}

/// egui's context with the routing of its input.
pub struct Bridge {
    ctx: egui::Context,
    router: Router,
    repaint_after: Duration,
    /// Textures of the images in the last picture.
    images: RefCell<Vec<(Arc<ImageFile>, TextureHandle)>>,
}

impl Bridge {
    /// Creates a context with the program's own font and without egui's zoom keys.
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
            router: Router::default(),
            repaint_after: Duration::ZERO,
            images: RefCell::default(),
        }
    }

    /// The context for building panels, within a pass.
    pub fn context(&self) -> &egui::Context {
        &self.ctx
    }

    /// Sets the modifiers held at present; events carry the modifiers of their own time.
    pub fn set_modifiers(&mut self, modifiers: Modifiers) {
        self.router.modifiers = modifiers;
    }

    /// Time after the last pass at which the panels want another one.
    pub fn repaint_after(&self) -> Duration {
        if self.is_behind() {
            Duration::ZERO
        } else {
            self.repaint_after
        }
    }

    /// Whether events wait for the next pass.
    pub fn is_behind(&self) -> bool {
        self.router.is_behind()
    }

    /// Passes the panels their events, and returns those of the canvas in order, up to the first press or release that belongs to the panels;
    /// the rest waits for the next pass.
    pub fn route(&mut self, events: Vec<Event>) -> Vec<Event> {
        self.router.route(&self.ctx, events)
    }

    /// Runs one pass of the panels in a window of `pixels`; `build` is called within it.
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
            modifiers: keys::egui_modifiers(self.router.modifiers),
            events: std::mem::take(&mut self.router.for_panels),
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
        // egui reports the caret's position only while a text field is edited.
        let has_caret = output.platform_output.ime.is_some();
        self.router
            .note_writing(self.ctx.memory(egui::Memory::focused), has_caret);
        let cursor = output.platform_output.cursor_icon;
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
            cursor,
            wants_paste: std::mem::take(&mut self.router.wants_paste),
        }
    }

    /// Adds a picture's triangles to the mesh, with text set in egui's glyphs. To be called within a pass only.
    /// Returns the textures of its images, in order; `None` for images that cannot be shown, or not yet.
    pub fn tessellate(&self, picture: &DrawList, mesh: &mut Mesh) -> Vec<Option<TextureId>> {
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
            // Glyphs are sharp at whole pixels only.
            let place = ((run.position - shift) * f64::from(scale)).round() / f64::from(scale);
            let shape = TextShape::new(point(place), galley, color32(run.color))
                .with_override_text_color(color32(run.color));
            let atlas = self.ctx.fonts(|f| f.font_image_size());
            glyphs.clear();
            Tessellator::new(scale, options, atlas, Vec::new()).tessellate_text(&shape, &mut glyphs);
            append(mesh, &glyphs.vertices, &glyphs.indices);
        };
        mesh::tessellate(picture, 1.0 / f64::from(scale), mesh, &mut words);
        self.textures_of(mesh)
    }

    /// The textures of a mesh's images. Textures of other images are freed.
    fn textures_of(&self, mesh: &Mesh) -> Vec<Option<TextureId>> {
        let mut loaded = self.images.borrow_mut();
        loaded.retain(|(file, _)| mesh.images.iter().any(|it| Arc::ptr_eq(&it.file, file)));
        let texture = |run: &ImageRun| {
            if let Some((_, texture)) = loaded.iter().find(|it| Arc::ptr_eq(&it.0, &run.file)) {
                return Some(texture.id());
            }
            let image = run.file.image_if_read()?.ok()?;
            let size = [image.width as usize, image.height as usize];
            let pixels = egui::ColorImage::from_rgba_unmultiplied(size, &image.rgba);
            let texture = self
                .ctx
                .load_texture("image", pixels, egui::TextureOptions::LINEAR);
            let id = texture.id();
            loaded.push((Arc::clone(&run.file), texture));
            Some(id)
        };
        mesh.images.iter().map(texture).collect()
    }
}

fn color32(c: Color) -> egui::Color32 {
    egui::Color32::from_rgba_unmultiplied(c.r, c.g, c.b, c.a)
}
