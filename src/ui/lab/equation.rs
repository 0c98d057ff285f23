//! The equation card: the selected constraint in mathematical notation, with its present numbers, to be copied.

use egui::{Grid, RichText, ScrollArea, Ui};

use super::place;
use crate::lab::{Assembled, Card, Coordinates, EndNumbers, ON_A_PAGE, RowNumbers};
use crate::scene::Id;
use crate::ui::{Panels, UiInput, format};

/// One line of the card: symbol, meaning, number.
type Line = (&'static str, &'static str, fn(&RowNumbers) -> f64);

const LINES: [Line; 9] = [
    (
        "C",
        "How far the constraint is from met (m, rad); zero at velocity level.",
        |row| row.value,
    ),
    ("Ċ", "Its rate, J v and what time prescribes.", |row| row.rate),
    (
        "γ",
        "gamma = Jdot qdot + C_tt: what C̈ is without accelerations; centripetal terms and what time prescribes.",
        |row| row.gamma,
    ),
    (
        "ks C",
        "Baumgarte's feedback of the position error; bounded where a joint is far open.",
        |row| row.stiff,
    ),
    ("kd Ċ", "Baumgarte's feedback of the rate.", |row| row.damped),
    ("c", "The right-hand side: γ + ks C + kd Ċ.", |row| row.c),
    (
        "J v̇",
        "What the accelerations do along the constraint: -c for a hard row that holds.",
        |row| row.j_acceleration,
    ),
    (
        "J v̇ + c",
        "What is left of the equation: zero for a hard row that holds.",
        |row| row.j_acceleration + row.c,
    ),
    (
        "λ",
        "The multiplier: the force (N) or torque (N m) along J, positive towards larger C.",
        |row| row.lambda,
    ),
];

/// Tooltip of the rows of J.
pub(super) const JACOBIAN: &str = "How C changes with each coordinate.";

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels) {
    let Some(at) = panels.lab.inspection.latest().cloned() else {
        let why = panels.lab.inspection.refused();
        ui.label(why.map_or_else(|| "Looking…".to_owned(), ToString::to_string));
        return;
    };
    let mut selected = input.editor.selection().ids().iter().copied();
    let card = selected.find_map(|id| Card::of(&at, id));
    // Above the scrolling numbers, so that it stays visible.
    match &card {
        Some(card) => _ = ui.label(RichText::new(place::name(input, card.id)).strong()),
        None => {
            let hint = "Select a joint, a motor or any other constraint: its equation is shown here with the numbers of now.";
            ui.label(RichText::new(hint).weak());
        }
    }
    copies(ui, input, &at, card.as_ref());
    ui.separator();
    ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        let elsewhere = at.model.topology.forced().next().is_some();
        let k = if elsewhere { "K" } else { "Jᵀ" };
        ui.label(RichText::new(format!("J v̇ + γ + ks C + kd Ċ = 0,   M v̇ = F + {k} λ")).size(12.0))
            .on_hover_text("What the accelerations v̇ and the multipliers λ are solved from.");
        if let Some(card) = &card {
            numbers(ui, input, card);
        }
    });
    if let Some(card) = card {
        panels.lit.extend(card.ends.iter().map(|end| end.part));
    }
}

fn numbers(ui: &mut Ui, input: &UiInput, card: &Card) {
    Grid::new("equation").num_columns(1 + card.rows.len()).spacing([14.0, 3.0]).show(ui, |ui| {
        for (label, help, of) in LINES {
            ui.label(label).on_hover_text(help);
            for row in &card.rows {
                ui.monospace(number(of(row))).on_hover_text(help);
            }
            ui.end_row();
        }
        if card.rows.iter().any(|row| row.compliance != 0.0 && !row.at_bound) {
            let help = "Compliance: J v̇ + c + E λ = 0. A row with limits that does not hold now has E = 1 and J = 0.";
            ui.label("E").on_hover_text(help);
            for row in &card.rows {
                ui.monospace(number(row.compliance)).on_hover_text(help);
            }
            ui.end_row();
        }
        let help = "Its own block of A; the inverse is the mass that it feels.";
        let name = if card.acts_elsewhere { "J W K" } else { "J W Jᵀ" };
        ui.label(name).on_hover_text(help);
        for (index, row) in card.a.iter().enumerate() {
            if index > 0 {
                ui.label("");
            }
            row.iter().for_each(|x| _ = ui.monospace(number(*x)).on_hover_text(help));
            ui.end_row();
        }
    });
    if card.rows.iter().any(|row| row.at_bound) {
        let text = "At its bound: λ is all that it has, and J v̇ + c need not be zero.";
        ui.label(RichText::new(text).size(12.0));
    }
    if !input.snapshot.state.contacts.is_empty() {
        let text = "F is without contact forces, which are solved for in steps alone.";
        ui.label(RichText::new(text).size(12.0).weak());
    }
    for end in &card.ends {
        block(ui, input, end, card.acts_elsewhere);
    }
}

/// J and W of one body, and K where the force differs from Jᵀ.
fn block(ui: &mut Ui, input: &UiInput, end: &EndNumbers, acts_elsewhere: bool) {
    ui.add_space(4.0);
    ui.label(
        RichText::new(format!("on {}", place::name(input, end.part)))
            .size(12.0)
            .weak(),
    );
    Grid::new(("block", end.part))
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            block_head(ui, &end.coordinates);
            block_rows(ui, "J", JACOBIAN, &end.j);
            block_rows(ui, "W", "The inverse of the mass block.", &end.w);
            let help = "The force of the constraint on this part (N, N m).";
            if acts_elsewhere {
                let help = "K: the force on this part of a multiplier of one, row by row.";
                block_rows(ui, "Kᵀ", help, &end.push);
            }
            let name = if acts_elsewhere { "K λ" } else { "Jᵀ λ" };
            block_rows(ui, name, help, std::slice::from_ref(&end.force));
        });
}

/// Column headings of a block.
pub(super) fn block_head(ui: &mut Ui, coordinates: &[&str]) {
    ui.label("");
    for name in coordinates {
        // Right-aligned, as the numbers below are.
        ui.label(RichText::new(format!("{name:>10}")).monospace().weak());
    }
    ui.end_row();
}

/// Rows of numbers, the first with a name.
pub(super) fn block_rows<T: AsRef<[f64]>>(ui: &mut Ui, name: &str, help: &str, rows: &[T]) {
    for (index, row) in rows.iter().enumerate() {
        ui.label(if index == 0 { name } else { "" }).on_hover_text(help);
        for x in row.as_ref() {
            ui.monospace(number(*x)).on_hover_text(help);
        }
        ui.end_row();
    }
}

pub fn number(x: f64) -> String {
    let size = x.abs();
    if size != 0.0 && !(1e-3..1e5).contains(&size) {
        format!("{x:>10.2e}")
    } else {
        format!("{:>10}", format::fixed(x, 4))
    }
}

/// Buttons that copy the constraint, and the whole system.
fn copies(ui: &mut Ui, input: &UiInput, at: &Assembled, card: Option<&Card>) {
    let name = |id: Id| place::name(input, id);
    if let Some(card) = card {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Copy it as").size(12.0).weak());
            button(ui, "LaTeX", || card.latex(&name));
            button(ui, "NumPy", || card.numpy(&name));
            button(ui, "Matrix Market", || {
                let rows = at.link(card.id).map(|(_, link)| link.row_range());
                let mut j = Coordinates::jacobian(&at.model.topology, &at.system);
                j.keep_rows(rows.unwrap_or_default());
                j.matrix_market(&format!("J of {}, columns of all coordinates", name(card.id)))
            });
        });
    }
    ui.horizontal_wrapped(|ui| {
        let help = "All matrices as files: tinkertoy equations SCENE --out FOLDER";
        ui.label(RichText::new("The whole system").size(12.0).weak())
            .on_hover_text(help);
        let title = format::document_name(input.file, input.editor.scene());
        match at.latex() {
            Some(text) => button(ui, "LaTeX (all)", || text),
            None => {
                let why = format!(
                    "H has more than {ON_A_PAGE} rows: too many for a page. The other two have it whole."
                );
                ui.add_enabled(false, egui::Button::new("LaTeX (all)").small())
                    .on_disabled_hover_text(why);
            }
        }
        button(ui, "NumPy (all)", || at.numpy(&title));
        button(ui, "Matrix Market (H)", || {
            Coordinates::saddle(&at.model.topology, &at.system)
                .matrix_market("H = [M -K; -J -E] in natural order: H [a; lambda] = [F; c]")
        });
        button(ui, "([F; c])", || {
            at.right_side()
                .matrix_market("[F; c], the right-hand side of H [a; lambda] = [F; c]")
        });
    });
}

fn button(ui: &mut Ui, label: &str, text: impl FnOnce() -> String) {
    if ui.small_button(label).on_hover_text("To the clipboard").clicked() {
        ui.ctx().copy_text(text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign_and_numbers_stand_in_columns() {
        assert_eq!(number(-0.0), "    0.0000");
        assert_eq!(number(-0.25), "   -0.2500");
        assert_eq!(number(-2.5e-7), "  -2.50e-7");
    }
}
