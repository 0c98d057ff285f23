//! The gallery menu: its groups in as many columns as it takes to show all of them at once, where the window has room.

use egui::{Button, Pos2, Rect, ScrollArea, Ui, pos2, vec2};

use super::thumbnail::{self, THUMBNAIL};
use super::{GalleryTitle, UiInput, UiOutput, Wants, menu};

/// Width of a column, and gap between columns (points).
const WIDTH: f32 = 190.0;
const GAP: f32 = 12.0;
/// Height of a line, and of everything but scenes: the strip above the menu, its frame, and the lines below the columns (points).
const LINE: f32 = 26.0;
const ELSE: f32 = 130.0;

/// The menu's contents.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let screen = ui.ctx().screen_rect().size();
    let room = (screen.y - ELSE).max(4.0 * LINE);
    let groups: Vec<&[GalleryTitle]> = input.gallery.chunk_by(|a, b| a.group == b.group).collect();
    let widest = ((screen.x / (WIDTH + GAP)) as usize).max(1);
    let fits = |columns: &Vec<Vec<&[GalleryTitle]>>| columns.iter().all(|it| LINE * lines(it) as f32 <= room);
    // Two columns by default; more where the window is low.
    let columns = (2.min(widest)..=widest)
        .map(|count| dealt(&groups, count))
        .find(fits);
    let columns = columns.unwrap_or_else(|| dealt(&groups, widest));
    let mut looked_at = None;
    let lists = ScrollArea::vertical()
        .max_height(room)
        .auto_shrink([true, true])
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                for column in columns {
                    ui.vertical(|ui| {
                        ui.set_width(WIDTH);
                        for group in column {
                            gallery_group(ui, group, input, wants, &mut looked_at);
                        }
                    });
                }
            });
        });
    if let Some((entry, line)) = looked_at {
        let place = beside(ui.ctx().screen_rect(), lists.inner_rect, line);
        thumbnail::show(ui.ctx(), place, entry, input, wants);
    }
}

/// Position of a scene's preview card: beside the menu where there is room, else beside the column of the scene's line.
fn beside(screen: Rect, menu: Rect, line: Rect) -> Pos2 {
    let width = THUMBNAIL.x as f32 + 2.0 * GAP;
    let x = if menu.right() + GAP + width <= screen.right() {
        menu.right() + GAP
    } else if line.center().x > screen.center().x {
        line.left() - GAP - width
    } else {
        line.right() + GAP
    };
    pos2(x, line.top())
}

/// Number of lines of a column: for each group a heading, and a line per scene.
fn lines(column: &[&[GalleryTitle]]) -> usize {
    column.iter().map(|group| group.len() + 1).sum()
}

/// Distributes groups in order over `count` columns of about equal height.
fn dealt<'a>(groups: &[&'a [GalleryTitle]], count: usize) -> Vec<Vec<&'a [GalleryTitle]>> {
    let whole = lines(groups);
    let mut columns: Vec<Vec<&[GalleryTitle]>> = vec![Vec::new(); count];
    let mut before = 0;
    for group in groups {
        // A group goes to the column in which its middle falls.
        let middle = before + group.len().div_ceil(2);
        columns[(middle * count / whole.max(1)).min(count - 1)].push(group);
        before += group.len() + 1;
    }
    columns
}

/// Shows the scenes of one group; stores the hovered or focused one in `looked_at`.
fn gallery_group<'a>(
    ui: &mut Ui,
    group: &'a [GalleryTitle],
    input: &UiInput,
    wants: &mut Wants,
    looked_at: &mut Option<(&'a GalleryTitle, Rect)>,
) {
    let Some(head) = group.first() else { return };
    ui.add_space(4.0);
    ui.label(egui::RichText::new(head.group).size(12.0).weak());
    for entry in group {
        let chosen = input.gallery_id == Some(entry.id);
        let button = Button::new(&entry.title)
            .shortcut_text("")
            .frame(false)
            .selected(chosen)
            .min_size(vec2(ui.available_width(), 22.0));
        let response = ui.add(button);
        if response.hovered() || response.has_focus() {
            *looked_at = Some((entry, response.rect));
        }
        if response.clicked() {
            wants.0.push(UiOutput::OpenGallery(entry.id));
            menu::close(ui);
        }
    }
}
