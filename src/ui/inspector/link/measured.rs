//! The force of a constraint, and its dependence on others.

use egui::Ui;

use crate::constraints::ConstraintKind;
use crate::parameter::Unit;
use crate::scene::{Constraint, Id};
use crate::sim::Freedom;
use crate::solver::redundancy::Verdict;
use crate::ui::inspector::recorded;
use crate::ui::{UiInput, Wants, format};

/// Maximum number of other constraints named.
const NAMED: usize = 4;

/// Formats row forces, such as "55.8 N, tension"; of several rows the norm.
pub(super) fn in_words(pulls: &[f64], unit: Unit, along: bool) -> String {
    match pulls {
        [pull] if along && *pull != 0.0 => {
            let way = if *pull < 0.0 { "tension" } else { "compression" };
            format!("{} {unit}, {way}", format::plain(pull.abs()))
        }
        [pull] => format!("{} {unit}", format::plain(*pull)),
        _ => {
            let size = pulls.iter().map(|it| it * it).sum::<f64>().sqrt();
            format!("{} {unit}", format::plain(size))
        }
    }
}

/// The constraint's force according to the last solve.
pub(super) fn measured(ui: &mut Ui, input: &UiInput, id: Id, constraint: &Constraint, wants: &mut Wants) {
    // These act along the line between two points, or along a rope over wheels: their sign means tension or compression.
    let along = matches!(
        constraint.kind.holds_as(),
        ConstraintKind::Distance(_)
            | ConstraintKind::Actuator(_)
            | ConstraintKind::Pulley(_)
            | ConstraintKind::DrumRope(_)
    );
    let snapshot = input.snapshot;
    let Some(link) = snapshot.model.links.iter().find(|link| link.id == id) else {
        return;
    };
    let Some(lambda) = snapshot.lambda.get(link.row_range()) else {
        return;
    };
    let pulls = |unit: Unit| -> Vec<f64> {
        let rows = link.rows.iter().zip(lambda);
        rows.filter(|(row, _)| (row.unit == Unit::Radian) == (unit == Unit::NewtonMetre))
            .map(|(_, pull)| *pull)
            .collect()
    };
    let help = "What it exerts to hold what it joins: the multipliers λ of the last solve.";
    for (label, unit) in [("Force", Unit::Newton), ("Torque", Unit::NewtonMetre)] {
        let pulls = pulls(unit);
        if !pulls.is_empty() {
            let words = in_words(&pulls, unit, along);
            let field = label.to_lowercase();
            let own = (constraint.name.as_str(), &[field.as_str()][..]);
            let rows: Vec<String> = pulls.iter().map(|it| format::plain(*it)).collect();
            let help = match pulls.len() {
                1 => help.to_owned(),
                _ => format!("{help} Row by row: {} {unit}.", rows.join(", ")),
            };
            recorded(ui, (label, words), own, wants).on_hover_text(help);
        }
    }
    if let Some(freedom) = snapshot.freedom.as_deref() {
        dependence(ui, input, freedom, id);
    }
}

/// Whether the constraint is redundant or contradictory, and with which others.
fn dependence(ui: &mut Ui, input: &UiInput, freedom: &Freedom, id: Id) {
    let (warn, error) = (ui.visuals().warn_fg_color, ui.visuals().error_fg_color);
    let (text, color) = if freedom.contradictory.contains(&id) {
        ("Contradictory: it and others cannot all hold.", error)
    } else if freedom.redundant.contains(&id) {
        ("Redundant: it says nothing new.", warn)
    } else if freedom.singular.contains(&id) {
        ("Redundant at this pose only.", warn)
    } else {
        return;
    };
    let label = ui.colored_label(color, text);
    let Some(set) = freedom.dependence_of(id) else {
        return;
    };
    let mut others: Vec<(Id, &str)> = Vec::new();
    for &(other, ..) in set.members.iter().filter(|member| member.0 != id) {
        if others.last().is_none_or(|last| last.0 != other) {
            others.push((other, input.editor.scene().name(Some(other))));
        }
    }
    let more = others.len().saturating_sub(NAMED);
    others.truncate(NAMED);
    let names: Vec<&str> = others.iter().map(|it| it.1).collect();
    let mut with = names.join(", ");
    if more > 0 {
        with += &format!(" and {more} more");
    }
    let help = match set.verdict {
        Verdict::Contradictory => format!("Cannot hold together with {with}."),
        Verdict::SingularPose => format!("Just here it repeats what {with} say."),
        Verdict::Redundant => format!("It repeats what {with} say: any one of them could go."),
    };
    let mut weights: Vec<String> = Vec::new();
    for (who, name) in [(id, "it")].into_iter().chain(others) {
        let rows = set.members.iter().filter(|member| member.0 == who);
        let rows: Vec<String> = rows.map(|member| format!("{:+.2}", member.2)).collect();
        weights.push(format!("{name} {}", rows.join(" and ")));
    }
    label.on_hover_text(format!(
        "{help}\nTheir rows add up to nothing with these weights: {}.",
        weights.join(", ")
    ));
}
