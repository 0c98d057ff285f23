//! Questions that are answered by a text: a path, a mechanism of another program, a length.

use std::path::{Path, PathBuf};

use egui::{Key, TextEdit, Ui, vec2};

use super::Reply;
use super::panels::Panels;
use crate::constraints::{Names, quantity_in};
use crate::parameter::{LengthUnit, Unit, shortest_decimal};

/// Maximum diameter of a hole for a pin (m).
const WIDEST_HOLE: f64 = 0.1;

/// A field for a path.
pub(super) fn path(ui: &mut Ui, panels: &mut Panels, verb: &str, start: &Path) -> Option<Reply> {
    let label = ui.label("There is no system dialog here. Path of the file:");
    let fresh = panels.typed_path.is_none();
    let text = panels
        .typed_path
        .get_or_insert_with(|| start.display().to_string());
    let field = TextEdit::singleline(text)
        .hint_text("/path/to/scene.ron")
        .desired_width(f32::INFINITY);
    let response = ui.add(field).labelled_by(label.id);
    if fresh {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let typed = text.trim().to_owned();
    // A path that is not valid UTF-8 is shown lossily; if the text is unchanged, the original path is used.
    let chosen = if *text == start.display().to_string() {
        start.to_owned()
    } else {
        PathBuf::from(&typed)
    };
    let ready = !typed.is_empty();
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let clicked = ui.add_enabled(ready, big(verb)).clicked();
        if ui.add(big("Cancel")).clicked() {
            return Some(Reply::Cancel);
        }
        ((clicked || entered) && ready).then_some(Reply::Path(chosen))
    })
    .inner
}

/// A field for the text of another program's mechanism.
pub(super) fn text_to_import(ui: &mut Ui, panels: &mut Panels) -> Option<Reply> {
    let label = ui.label("A link of PMKS+, a text of PMKS, or the text of a file of Linkage:");
    let fresh = panels.typed_path.is_none();
    let text = panels.typed_path.get_or_insert_default();
    let field = TextEdit::multiline(text)
        .hint_text("https://app.pmksplus.com/?\u{2026}")
        .desired_rows(6)
        .desired_width(f32::INFINITY);
    let scrolled = egui::ScrollArea::vertical().max_height(160.0);
    let response = scrolled.show(ui, |ui| ui.add(field).labelled_by(label.id)).inner;
    if fresh {
        response.request_focus();
    }
    let ready = !text.trim().is_empty();
    let whole = text.clone();
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let clicked = ui.add_enabled(ready, big("Import")).clicked();
        if ui.add(big("Cancel")).clicked() {
            return Some(Reply::Cancel);
        }
        (clicked && ready).then_some(Reply::Text(whole))
    })
    .inner
}

/// A field for the diameter of the holes of pins, in millimetres or inches.
pub(super) fn holes(ui: &mut Ui, panels: &mut Panels, lengths: LengthUnit, diameter: f64) -> Option<Reply> {
    let lengths = lengths.of_workshop();
    let label = ui.label("Diameter of the holes for pins and motors (0: no holes):");
    let fresh = panels.typed_path.is_none();
    let text = panels
        .typed_path
        .get_or_insert_with(|| format!("{} {}", shortest_decimal(lengths.count(diameter)), lengths.word()));
    let field = TextEdit::singleline(text).desired_width(120.0);
    let response = ui.add(field).labelled_by(label.id);
    if fresh {
        response.request_focus();
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let read = quantity_in(text, Unit::Metre, &Names::new(), lengths).map_err(|it| it.sentence);
    let fits = |it: &f64| (0.0..=WIDEST_HOLE).contains(it);
    let read = read.and_then(|it| {
        let most = lengths.text(WIDEST_HOLE, 1e-3);
        fits(&it)
            .then_some(it)
            .ok_or_else(|| format!("give a diameter from 0 to {most}"))
    });
    if let Err(sentence) = &read {
        ui.colored_label(ui.visuals().error_fg_color, sentence);
    }
    ui.weak("A bar too narrow for such a hole gets a smaller one.");
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let clicked = ui.add_enabled(read.is_ok(), big("Export\u{2026}")).clicked();
        if ui.add(big("Cancel")).clicked() {
            return Some(Reply::Cancel);
        }
        let diameter = read.ok()?;
        (clicked || entered).then_some(Reply::Holes(diameter))
    })
    .inner
}

/// A large button of a question.
pub(super) fn big(label: &str) -> egui::Button<'_> {
    egui::Button::new(label).min_size(vec2(72.0, 24.0))
}
