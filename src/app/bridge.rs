//! Between the window and the panels' library: what it is fed, and what a pass of the panels gives.

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
    /// The pointer's look.
    pub cursor: egui::CursorIcon,
}

/// The panels' library, fed and asked.
pub struct Bridge {
    ctx: egui::Context,
    router: Router,
    repaint_after: Duration,
    /// Images of the last picture, as textures.
    images: RefCell<Vec<(Arc<ImageFile>, TextureHandle)>>,
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
            router: Router::default(),
            repaint_after: Duration::ZERO,
            images: RefCell::default(),
        }
    }

    /// For building panels, within a pass.
    pub fn context(&self) -> &egui::Context {
        &self.ctx
    }

    /// Tells which modifiers are held now; events carry those of their own time.
    pub fn set_modifiers(&mut self, modifiers: Modifiers) {
        self.router.modifiers = modifiers;
    }

    /// How long after the last pass the panels want another one.
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

    /// Gives the panels what is theirs and returns what is the canvas's, in order, up to the first button of the panels; the
    /// rest waits for the next pass.
    pub fn route(&mut self, events: Vec<Event>) -> Vec<Event> {
        self.router.route(&self.ctx, events)
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
        // A field that is written in says where its caret is.
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

    /// Adds a picture's triangles, its words in the panels' glyphs. Only within a pass.
    /// Gives the textures of its images, in order; none for what cannot be shown, or not yet.
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
            // Glyphs are sharp on whole pixels only.
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

    /// The textures of the images of a mesh. Those of other images are given back.
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
