//! The matrix view: a bitmap of a matrix's nonzero pattern, zoomed and moved by the pointer. Items of the row and column under the pointer
//! are highlighted on the machine, and items hovered or selected there are highlighted here.

pub mod picture;
mod tree;

use std::collections::BTreeSet;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, FontId, Label, RichText, Sense, Ui, vec2};

use super::place;
use super::state::MatrixPanel;
use crate::lab::matrix::{Kind, MatrixView, Owner, Pattern, Which};
use crate::scene::{Id, Method};
use crate::solver::graph::Role;
use crate::ui::{Panels, UiInput, style};

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels) {
    let Some(view) = panels.lab.inspection.matrix().cloned() else {
        let why = panels.lab.inspection.refused();
        ui.label(why.map_or_else(|| "Looking…".to_owned(), ToString::to_string));
        return;
    };
    if view.pattern(Which::H).rows.is_empty() {
        ui.label("Nothing can move yet: build a part, and its equations are shown here.");
        return;
    }
    let lab = &mut panels.lab;
    choices(ui, &mut lab.matrix);
    let pattern = view.pattern(lab.matrix.which);
    // Highlighted items: those of the step-through view, else those hovered or selected on the machine.
    let mut lit: BTreeSet<Id> = lab.walk.lit().iter().copied().collect();
    if lit.is_empty() {
        lit = looked_at(input);
    }
    if lab.matrix.tree {
        let node = tree::under_pointer(ui, input, &view);
        lit.extend(node);
        panels.lit.extend(node);
    }
    if pattern.rows.is_empty() {
        nothing(ui, &view, lab.matrix.which);
    } else {
        figures(ui, &view, lab.matrix.which);
        let hover = picture(ui, input, &mut lab.matrix, pattern, &lit);
        if let Some((row, column)) = hover {
            panels.lit.extend([row, column]);
        }
    }
    if panels.lab.matrix.tree {
        lit.extend(&panels.lit);
        tree::mark(input, &view, &lit, &mut panels.lab.marks);
    }
}

/// The hovered and the selected items on the canvas.
fn looked_at(input: &UiInput) -> BTreeSet<Id> {
    let selected = input.editor.selection().ids().iter().copied();
    selected.chain(input.editor.feedback().hover).collect()
}

/// Height of the picture with the rows below it, under which the colour key is left out (points).
const LOW: f32 = 220.0;

fn choices(ui: &mut Ui, panel: &mut MatrixPanel) {
    ui.horizontal_wrapped(|ui| {
        for which in Which::ALL {
            let button = ui.selectable_label(panel.which == which, which.label());
            if button.on_hover_text(which.help()).clicked() {
                panel.which = which;
            }
        }
        ui.checkbox(&mut panel.tree, "Tree on the machine").on_hover_text(
            "Draws the elimination tree: each part or joint with an arrow to the one that waits for it. \
             Green are trees, blue the masses behind A, orange the rows of A, violet anticipated responses.",
        );
    });
}

/// Sizes and counts: the solver's own beside those of the picture.
fn figures(ui: &mut Ui, view: &MatrixView, which: Which) {
    let pattern = view.pattern(which);
    let mut text = format!("{} × {}", pattern.rows.len(), pattern.columns.len());
    if !pattern.rows.is_empty() {
        text += &format!(", {} numbers", pattern.nonzeros());
    }
    if let (Which::Factor | Which::Ordered, Some(counts)) = (which, view.counts) {
        let of = counts.of.label();
        text += &format!(
            " · factors {of} · fill-in {} blocks · {} products of blocks",
            counts.fill_blocks, counts.block_updates
        );
        if counts.responses > 0 {
            text += &format!(" · {} anticipated responses", counts.responses);
        }
    }
    if view.new_fill > 0 {
        text += &format!(" · {} new since the last change", view.new_fill);
    }
    ui.label(RichText::new(text).size(12.0))
        .on_hover_text("Counted from the picture; the solver reports the same fill-in and products.");
}

fn nothing(ui: &mut Ui, view: &MatrixView, which: Which) {
    let method = view.method.label();
    let text = match which {
        _ if view.report.primary + view.report.auxiliary == 0 => {
            "There are no constraints yet: join two parts.".to_owned()
        }
        Which::Factor | Which::Ordered if view.too_full() => {
            let rows = view.pattern(Which::J).rows.len();
            let numbers = rows * (rows + 1) / 2;
            let what = match view.method {
                Method::Dense => format!(
                    "{method} fills the whole lower triangle of A: {numbers} numbers for {rows} rows, {} MB.",
                    (8 * numbers).div_ceil(1_000_000)
                ),
                _ => format!("{method} has a factor of more than a million blocks here."),
            };
            format!(
                "{what} They are too many to show one by one. H, J and A are here, and so is the factor of Sparse once it is chosen."
            )
        }
        Which::Factor | Which::Ordered => format!(
            "{method} factors nothing, so there is no order of elimination and no fill-in. Choose Sparse, Dense or Auxiliary in the \
             solver panel to see theirs."
        ),
        Which::A => {
            "More than a million pairs of constraints meet at the same bodies: A is too full to draw."
                .to_owned()
        }
        _ => "Nothing to show.".to_owned(),
    };
    ui.add_space(24.0);
    ui.label(RichText::new(text).weak());
}

/// The picture; returns the items of the row and the column under the pointer.
fn picture(
    ui: &mut Ui,
    input: &UiInput,
    panel: &mut MatrixPanel,
    pattern: &Pattern,
    lit: &BTreeSet<Id>,
) -> Option<(Id, Id)> {
    // Space for two lines of colours and two of words; with less, the window would grow from frame to frame. A low window leaves out the colours.
    let has_key = ui.available_height() >= LOW;
    let legend = if has_key { 96.0 } else { 44.0 };
    let size = (ui.available_size() - vec2(0.0, legend)).max(vec2(120.0, 72.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let at = panel
        .picture
        .show(ui, input, (rect, &response), panel.which, pattern, lit);
    if has_key {
        key(ui, input, pattern);
    }
    let Some((row, column)) = at else {
        let hint = "Point at a block; scroll to zoom, drag to move, double click for all of it.";
        ui.label(RichText::new(hint).size(12.0).weak());
        return None;
    };
    let (one, other) = (pattern.rows[row], pattern.columns[column]);
    let kind = pattern.kind_at(row, column).map_or("zero", Kind::label);
    let text = format!(
        "row {row}: {} · column {column}: {} · {kind}",
        words(input, one),
        words(input, other)
    );
    ui.add(egui::Label::new(RichText::new(text).size(12.0)).truncate());
    Some((one.id, other.id))
}

/// Name of an item with its role in the constraint forest.
fn words(input: &UiInput, owner: Owner) -> String {
    let role = match owner.role {
        Some(Role::Primary) => " (primary)",
        Some(Role::Auxiliary) => " (auxiliary)",
        Some(Role::Void) | None => "",
    };
    format!("{}{role}", place::name(input, owner.id))
}

/// Colour key of the block kinds that occur, and of the margins.
fn key(ui: &mut Ui, input: &UiInput, pattern: &Pattern) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // Colour and label in one widget, so that no line break separates them.
        let chip = |ui: &mut Ui, color: Color32, label: &str| {
            let font = FontId::proportional(12.0);
            let mut words = LayoutJob::default();
            words.append("■ ", 0.0, TextFormat::simple(font.clone(), color));
            words.append(label, 0.0, TextFormat::simple(font, ui.visuals().text_color()));
            ui.add(Label::new(words).extend());
        };
        for kind in Kind::ALL {
            if pattern.count(kind) > 0 {
                chip(ui, style::color(picture::color(input.theme, kind)), kind.label());
            }
        }
        ui.label(RichText::new("margins:").size(12.0).weak());
        let roles = [
            (None, "part"),
            (Some(Role::Primary), "primary"),
            (Some(Role::Auxiliary), "auxiliary"),
        ];
        for (role, label) in roles {
            let mut margins = pattern.rows.iter().chain(&pattern.columns);
            if margins.any(|owner| owner.role == role) {
                chip(ui, style::color(picture::margin_color(input.theme, role)), label);
            }
        }
    });
}
