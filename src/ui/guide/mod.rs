//! The user guide, chapter by chapter, in a window.

mod text;

use std::sync::LazyLock;

use egui::text::{LayoutJob, TextFormat};
use egui::{ComboBox, FontId, Grid, RichText, ScrollArea, Ui, vec2};

use self::text::{Block, Chapter, Line, Style};
use super::choice::choice;
use super::{panels::Panels, titles};

/// Maximum size of the window, and the margin it leaves on the screen (points).
const LARGEST: egui::Vec2 = vec2(680.0, 640.0);
const MARGIN: egui::Vec2 = vec2(40.0, 110.0);
/// Font size (points).
const TYPE: f32 = 14.0;
/// Number of characters of a cell beyond which its column grows no wider.
const WIDEST: usize = 60;

static CHAPTERS: LazyLock<Vec<Chapter>> =
    LazyLock::new(|| text::chapters(include_str!("../../../docs/user-guide.md")));

pub(super) fn show(ctx: &egui::Context, panels: &mut Panels) {
    let Some(chosen) = panels.guide else { return };
    let Some(chapter) = CHAPTERS.get(chosen) else {
        return;
    };
    let size = LARGEST.min(ctx.screen_rect().size() - MARGIN);
    let (mut open, mut next) = (true, chosen);
    egui::Window::new(titles::GUIDE)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_pos(ctx.screen_rect().center() - 0.5 * size)
        .show(ctx, |ui| {
            ui.set_width(size.x);
            contents(ui, &mut next);
            ui.separator();
            ScrollArea::vertical()
                .id_salt(chosen)
                .max_height(size.y)
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - 8.0);
                    ui.label(RichText::new(&chapter.title).size(18.0).strong());
                    for (k, it) in chapter.blocks.iter().enumerate() {
                        ui.add_space(4.0);
                        block(ui, it, k);
                    }
                });
        });
    panels.guide = open.then_some(next);
}

/// Choice of the chapter: a list, and buttons for the previous and the next one.
fn contents(ui: &mut Ui, chosen: &mut usize) {
    ui.horizontal(|ui| {
        let list = ComboBox::from_id_salt("chapter")
            .selected_text(CHAPTERS.get(*chosen).map_or("", |it| it.title.as_str()))
            .width(200.0);
        let all = CHAPTERS.iter().enumerate();
        let all = all.map(|(k, it)| (k, it.title.as_str(), ""));
        *chosen = choice(ui, list, chosen, all).unwrap_or(*chosen);
        let last = CHAPTERS.len().saturating_sub(1);
        if ui
            .add_enabled(*chosen > 0, egui::Button::new("Back"))
            .on_hover_text("The chapter before")
            .clicked()
        {
            *chosen -= 1;
        }
        if ui
            .add_enabled(*chosen < last, egui::Button::new("Next"))
            .on_hover_text("The chapter after")
            .clicked()
        {
            *chosen += 1;
        }
    });
}

fn block(ui: &mut Ui, block: &Block, number: usize) {
    match block {
        Block::Paragraph(line) => {
            words(ui, line, false);
        }
        Block::Point(mark, line) => {
            ui.horizontal_top(|ui| {
                ui.add_sized(vec2(20.0, TYPE), egui::Label::new(mark));
                ui.vertical(|ui| words(ui, line, false));
            });
        }
        Block::Table(rows) => table(ui, rows, number),
        Block::Picture(shows) => {
            ui.weak(RichText::new(format!("Picture: {shows}")).italics())
                .on_hover_text("In docs/user-guide.md");
        }
    }
}

fn words(ui: &mut Ui, line: &Line, strong: bool) {
    let visuals = ui.visuals();
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    for run in line {
        let is_strong = strong || run.style == Style::Strong;
        let format = TextFormat {
            font_id: FontId::proportional(TYPE),
            color: if is_strong {
                visuals.strong_text_color()
            } else {
                visuals.text_color()
            },
            italics: run.style == Style::Emphasis,
            background: match run.style {
                Style::Code => visuals.code_bg_color,
                _ => egui::Color32::TRANSPARENT,
            },
            ..TextFormat::default()
        };
        job.append(&run.text, 0.0, format);
    }
    ui.label(job);
}

/// A table whose columns share the width in proportion to their longest cells.
fn table(ui: &mut Ui, rows: &[Vec<Line>], number: usize) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let letters = |line: &Line| line.iter().map(|run| run.text.chars().count()).sum::<usize>();
    let longest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(letters).max().unwrap_or(0).clamp(6, WIDEST) as f32
    };
    let all: f32 = (0..columns).map(longest).sum();
    let spacing = 10.0;
    let room = ui.available_width() - spacing * columns as f32;
    Grid::new(("table", number))
        .striped(true)
        .spacing(vec2(spacing, 4.0))
        .show(ui, |ui| {
            for (k, row) in rows.iter().enumerate() {
                for (column, line) in row.iter().enumerate() {
                    ui.vertical(|ui| {
                        ui.set_width(room * longest(column) / all);
                        words(ui, line, k == 0);
                    });
                }
                ui.end_row();
            }
        });
}
