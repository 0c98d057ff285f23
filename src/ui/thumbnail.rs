//! The preview card of a gallery scene: its description, and the machine in motion.

use std::sync::Arc;
use std::time::Duration;

use egui::{ColorImage, Pos2, TextureHandle, TextureOptions, Ui, vec2};

use super::{GalleryTitle, UiInput, UiOutput, Wants, style};
use crate::math::Vec2;
use crate::raster::Image;

/// Width and height of a thumbnail (points).
pub const THUMBNAIL: Vec2 = Vec2::new(240.0, 150.0);

/// Interval at which the next picture is requested.
const NEXT: Duration = Duration::from_millis(40);

/// A picture of a gallery scene's film.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// Id of the scene.
    pub id: &'static str,
    /// Index of the picture in the film.
    pub number: usize,
    /// The picture.
    pub image: Arc<Image>,
}

/// A thumbnail that was uploaded as a texture.
#[derive(Clone)]
struct Loaded {
    of: (&'static str, usize),
    texture: TextureHandle,
}

/// Shows the card of the hovered scene beside the menu; the film is requested as long as the card is shown.
pub(super) fn show(
    ctx: &egui::Context,
    place: Pos2,
    entry: &GalleryTitle,
    input: &UiInput,
    wants: &mut Wants,
) {
    wants.0.push(UiOutput::LookAt(entry.id));
    let [width, height] = THUMBNAIL.to_array().map(|x| x as f32);
    let size = vec2(width, height);
    egui::Area::new("thumbnail".into())
        .order(egui::Order::Tooltip)
        .interactable(false)
        .fixed_pos(place)
        .constrain(true)
        .show(ctx, |ui| {
            let card = style::card(input.theme).inner_margin(egui::Margin::same(8));
            card.show(ui, |ui| {
                ui.set_width(width);
                match input.thumbnail.filter(|it| it.id == entry.id) {
                    Some(thumbnail) => {
                        let texture = texture(ui, thumbnail);
                        ui.image((texture.id(), size));
                    }
                    // Reserves the space, so that nothing moves when the picture arrives.
                    None => drop(ui.allocate_space(size)),
                }
                ui.label(&entry.about);
            });
        });
    ctx.request_repaint_after(NEXT);
}

fn texture(ui: &Ui, thumbnail: &Thumbnail) -> TextureHandle {
    let key = egui::Id::new("thumbnail");
    let known: Option<Loaded> = ui.ctx().data(|it| it.get_temp(key));
    let of = (thumbnail.id, thumbnail.number);
    if let Some(known) = known.as_ref().filter(|it| it.of == of) {
        return known.texture.clone();
    }
    let image = &thumbnail.image;
    let size = [image.width as usize, image.height as usize];
    let pixels = ColorImage::from_rgba_unmultiplied(size, &image.rgba);
    let texture = match known {
        Some(Loaded { mut texture, .. }) => {
            texture.set(pixels, TextureOptions::LINEAR);
            texture
        }
        None => ui.ctx().load_texture("thumbnail", pixels, TextureOptions::LINEAR),
    };
    let loaded = Loaded {
        of,
        texture: texture.clone(),
    };
    ui.ctx().data_mut(|it| it.insert_temp(key, loaded));
    texture
}
