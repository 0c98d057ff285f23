//! Freedom and redundancy: each free motion as an oscillating ghost, each dependent set of constraints with its weights.

mod choice;
pub mod ghost;
mod handle;
mod singular;

use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui};

use super::place;
use crate::editor::{Action, How, Intent};
use crate::lab::{Assembled, DependentSet};
use crate::render::scene_view::{MarkLabel, Marks};
use crate::scene::{Id, Item};
use crate::sim::Freedom;
use crate::solver::redundancy::Verdict;
use crate::ui::{Panels, UiInput, Wants, format};

/// Maximum number of named members of a set.
const NAMED: usize = 12;
/// Residual below which the rows of a set add up to zero; below it, the same up to the drift of the joints.
const HOLDS: f64 = 1e-9;
const DRIFTED: f64 = 1e-6;

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        let Some(freedom) = input.snapshot.freedom.as_deref() else {
            ui.label("Counting…");
            return;
        };
        count(ui, freedom);
        let lab = &mut panels.lab;
        lab.ghost.show(ui, input, (&mut lab.marks, wants));
        ui.separator();
        // Ids start again in each scene, so the equations of another machine may have the same ids.
        let latest = panels.lab.inspection.latest();
        let own = |at: &&Arc<Assembled>| Arc::ptr_eq(&at.model, &input.snapshot.model);
        let Some(at) = latest.filter(own).cloned() else {
            let why = panels.lab.inspection.refused();
            ui.label(why.map_or_else(|| "Looking…".to_owned(), ToString::to_string));
            return;
        };
        let sets = DependentSet::all(&at, freedom);
        if sets.is_empty() {
            let text = "No constraint depends on others: each takes freedoms of its own.";
            ui.label(RichText::new(text).weak());
        }
        for (index, set) in sets.iter().enumerate() {
            let pointed = ui.push_id(index, |ui| dependent(ui, input, set, wants)).inner;
            if pointed || sets.len() == 1 {
                weights(input, set, &mut panels.lab.marks);
                panels.lit.extend(set.constraints());
            }
        }
        if freedom.unlisted > 0 {
            ui.label(format!(
                "{} more rows depend on others: too many to list.",
                freedom.unlisted
            ))
            .on_hover_text("Rows of J that add nothing to its rank, beyond those of the sets above.");
        }
    });
}

fn count(ui: &mut Ui, freedom: &Freedom) {
    let (Some(here), Some(generic)) = (freedom.dof, freedom.dof_generic) else {
        ui.label("The number of freedoms is not known.");
        return;
    };
    let mut text = match here {
        1 => "1 freedom".to_owned(),
        _ => format!("{here} freedoms"),
    };
    if freedom.driven > 0 {
        text += &format!(", {} driven", freedom.driven);
    }
    if here != generic {
        text += &format!("; {generic} at poses nearby");
    }
    ui.label(RichText::new(text).strong()).on_hover_text(
        "Coordinates of all parts less the rank of J at this pose. The margin says how many times the closest singular value is \
         away from counting otherwise.",
    );
    if freedom.margin.is_finite() {
        ui.label(
            RichText::new(format!("margin {}", format::scientific(freedom.margin)))
                .size(12.0)
                .weak(),
        )
        .on_hover_text("How many times the closest singular value is away from being counted otherwise.");
    }
}

/// One dependent set; returns true while the pointer is over it.
fn dependent(ui: &mut Ui, input: &UiInput, set: &DependentSet, wants: &mut Wants) -> bool {
    let (warn, error) = (ui.visuals().warn_fg_color, ui.visuals().error_fg_color);
    let (title, color, advice) = match set.verdict {
        Verdict::Contradictory => (
            "Contradictory",
            error,
            "They cannot all hold: change or remove one.",
        ),
        Verdict::SingularPose => (
            "Singular pose",
            warn,
            "Just here they repeat each other; elsewhere each counts.",
        ),
        Verdict::Redundant
            if set
                .frees
                .as_ref()
                .is_some_and(|it| it.iter().all(|&frees| frees == 0)) =>
        {
            (
                "Redundant",
                warn,
                "Any one of these can go without freeing anything.",
            )
        }
        Verdict::Redundant => (
            "Redundant",
            warn,
            "A row of any one of these can go without freeing anything; a whole joint may have others that count.",
        ),
    };
    let group = ui.group(|ui| {
        ui.set_width(ui.available_width());
        ui.colored_label(color, title).on_hover_text(advice);
        ui.label(RichText::new(advice).size(12.0).weak());
        for (k, &id) in set.constraints().iter().enumerate().take(NAMED) {
            ui.horizontal(|ui| {
                let rows = set.members.iter().filter(|member| member.0 == id);
                let rows: Vec<String> = rows.map(|it| signed(it.2, 3)).collect();
                let name = ui.selectable_label(
                    input.editor.selection().contains(id),
                    format!("{}  {}", place::name(input, id), rows.join(" ")),
                );
                if name
                    .on_hover_text("Its weight, row by row. Click to select it.")
                    .clicked()
                {
                    select(wants, id);
                }
                if let Some(&frees) = set.frees.as_ref().and_then(|it| it.get(k)) {
                    going(ui, frees);
                }
                reference(ui, input, id, wants);
                if ui.small_button("Remove").clicked() {
                    select(wants, id);
                    wants.act(Action::Delete);
                }
            });
        }
        if set.constraints().len() > NAMED {
            ui.label(format!("and {} more", set.constraints().len() - NAMED))
                .on_hover_text("Constraints of this set that are not named here.");
        }
        let residual = format::scientific(set.residual);
        let exact = match set.residual {
            it if it < HOLDS => format!("wᵀ J = 0 to {residual}"),
            it if it < DRIFTED => format!("wᵀ J = 0 to {residual}, as the joints have drifted"),
            _ => "not at the pose shown".to_owned(),
        };
        ui.label(RichText::new(exact).size(12.0).weak())
            .on_hover_text("Their rows, with these weights, add up to nothing: a null vector of Jᵀ.");
    });
    group.response.contains_pointer()
}

/// Number of freedoms gained if a whole joint is removed.
fn going(ui: &mut Ui, frees: usize) {
    let (text, help) = match frees {
        0 => ("can go".to_owned(), "Without it nothing else becomes free."),
        _ => (
            format!("frees {frees}"),
            "Some of its rows are its own: without it the machine has so many freedoms more.",
        ),
    };
    ui.label(RichText::new(text).size(12.0).weak())
        .on_hover_text(help);
}

/// Button that turns a joint into one that measures and does not act.
fn reference(ui: &mut Ui, input: &UiInput, id: Id, wants: &mut Wants) {
    let item = input.editor.scene().item(id);
    let Some(Item::Constraint(constraint)) =
        item.filter(|it| matches!(it, Item::Constraint(it) if it.kind.may_measure()))
    else {
        return;
    };
    let help = "It stays in sight and measures how far its ends are from where it would hold them, but does not act.";
    if ui.small_button("Reference").on_hover_text(help).clicked() {
        wants.intend(Intent::SetConstraint {
            id,
            kind: constraint.kind.clone().as_reference(true),
        });
    }
}

fn select(wants: &mut Wants, id: Id) {
    wants.intend(Intent::Select {
        ids: vec![id],
        how: How::Replace,
    });
}

/// Labels on the canvas with the weights of the constraints.
fn weights(input: &UiInput, set: &DependentSet, marks: &mut Marks) {
    for id in set.constraints() {
        let rows = set.members.iter().filter(|member| member.0 == id);
        let rows: Vec<String> = rows.map(|it| short(it.2)).collect();
        if let Some(at) = place::of(input, id) {
            marks.labels.push(MarkLabel {
                at,
                text: rows.join("  "),
            });
        }
    }
}

/// A weight with its sign; zero has none.
fn signed(weight: f64, decimals: usize) -> String {
    let text = format::fixed(weight, decimals);
    let is_plus = weight > 0.0 && text.bytes().any(|it| (b'1'..=b'9').contains(&it));
    if is_plus { format!("+{text}") } else { text }
}

/// A weight with its sign, without trailing zeros.
fn short(weight: f64) -> String {
    let text = signed(weight, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_sign() {
        assert_eq!(
            [0.5, -0.49, -0.001, 0.001, -0.0].map(short),
            ["+0.5", "-0.49", "0", "0", "0"]
        );
        assert_eq!(signed(-0.0004, 3), "0.000");
    }
}
