//! Constraints, forces and traces in the inspector: choices, texts, ends, and measured values.

mod exerted;
mod measured;

use egui::{TextEdit, Ui};

use self::exerted::exerted;
use self::measured::measured;

use super::super::form::{pair_row, row};
use super::super::number::Number;
use super::super::{UiInput, Wants, format, typed};
use super::{kinematics, reading};
use crate::constraints::{Breakable, ConstraintKind};
use crate::editor::{How, Intent};
use crate::math::{Vec2, norm};
use crate::parameter::{Parameters, Unit};
use crate::scene::{Attach, Constraint, Force, Id};

/// The rows of a constraint beyond its parameters.
pub(super) fn constraint(ui: &mut Ui, input: &UiInput, id: Id, constraint: &Constraint, wants: &mut Wants) {
    ui.weak(constraint.kind.help());
    if let Some(kind) = written(ui, id, &constraint.kind, input, wants) {
        wants.intend(Intent::SetConstraint { id, kind });
    }
    ends(
        ui,
        input,
        id,
        &constraint.ends,
        constraint.kind.slot_names(),
        wants,
    );
    fit(ui, id, wants);
    breaking(ui, input, id, &constraint.kind, wants);
    referring(ui, input, id, &constraint.kind, wants);
    if let Some(linkage) = input.editor.linkage(id) {
        kinematics::linkage_rows(ui, &linkage);
    }
    measured(ui, input, id, constraint, wants);
}

/// The rows of a force beyond its parameters.
pub(super) fn force(ui: &mut Ui, input: &UiInput, id: Id, force: &Force, wants: &mut Wants) {
    ui.weak(force.kind.help());
    if let Some(kind) = written(ui, id, &force.kind, input, wants) {
        wants.intend(Intent::SetForce { id, kind });
    }
    ends(ui, input, id, &force.ends, &["From", "To"], wants);
    if force.ends.len() > 1 {
        fit(ui, id, wants);
    }
    exerted(ui, input, id, force, wants);
}

fn fit(ui: &mut Ui, id: Id, wants: &mut Wants) {
    let help = "Takes lengths and phases from where its ends are now.";
    if ui.button("Fit to the present pose").on_hover_text(help).clicked() {
        wants.intend(Intent::Refit(id));
    }
}

/// The attachments of a constraint or force; a click on a part selects it.
pub(super) fn ends(ui: &mut Ui, input: &UiInput, id: Id, ends: &[Attach], names: &[&str], wants: &mut Wants) {
    for (index, (end, label)) in ends.iter().zip(names.iter().copied()).enumerate() {
        row(ui, label, |ui| {
            let name = input.editor.scene().name(end.part);
            let at = format!("at {}, {}", format::plain(end.at.x), format::plain(end.at.y));
            match end.part {
                Some(part) => {
                    let link = ui.link(name).on_hover_text(at);
                    if link.clicked() {
                        wants.intend(Intent::Select {
                            ids: vec![part],
                            how: How::Replace,
                        });
                    }
                }
                None => {
                    ui.label(name).on_hover_text(at);
                }
            }
        });
        if end.part.is_none() {
            anchor(ui, id, index, end.at, wants);
        }
    }
}

/// Editable position of an end on the ground.
fn anchor(ui: &mut Ui, id: Id, index: usize, at: Vec2, wants: &mut Wants) {
    let number = |label, value| Number::new(label, value, Unit::Metre);
    let [x, y] = pair_row(ui, "at", [&number("Anchor x", at.x), &number("Anchor y", at.y)]);
    let x = x.map(|it| (Vec2::new(it.value, at.y), it.done));
    let y = y.map(|it| (Vec2::new(at.x, it.value), it.done));
    if let Some((at, done)) = x.or(y) {
        wants.intend(Intent::SetEnd { id, index, at, done });
    }
}

/// Choices and text parameters of a kind; returns the changed kind where one was edited.
pub(super) fn written<K: Parameters + Clone>(
    ui: &mut Ui,
    id: Id,
    kind: &K,
    input: &UiInput,
    wants: &mut Wants,
) -> Option<K> {
    let mut changed = kind.clone();
    let mut asked = false;
    for choice in kind.choices() {
        row(ui, choice.label, |ui| {
            // Options wrap to the next line: side by side they would widen the panel.
            ui.horizontal_wrapped(|ui| {
                for (option, (word, help)) in choice.options.iter().enumerate() {
                    let response = ui
                        .selectable_label(choice.chosen == option, *word)
                        .on_hover_text(*help);
                    if response.clicked() && choice.chosen != option {
                        asked |= changed.choose(choice.key, option);
                    }
                }
            });
        });
    }
    for text in kind.texts() {
        let key = egui::Id::new((text.key, id));
        let mut words = ui
            .data(|data| data.get_temp::<String>(key))
            .unwrap_or_else(|| text.value.clone());
        let label = super::super::form::row_label(ui, text.label);
        let mut layout =
            |ui: &Ui, words: &str, _: f32| typed::marked(ui, words, kind.mistake_at(text.key, words));
        let field = TextEdit::singleline(&mut words)
            .desired_width(ui.available_width() - 4.0)
            .layouter(&mut layout);
        let response = ui.add(field).labelled_by(label.id).on_hover_text(text.help);
        let given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
        // Checked while typing, so that mistakes are reported before the text is entered.
        let mut trial = kind.clone();
        if words != text.value
            && let Err(problem) = trial.set_text(text.key, &words)
        {
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(key, words));
        } else if response.lost_focus() {
            ui.data_mut(|data| data.remove::<String>(key));
            if !given_up && words != text.value {
                match changed.set_text(text.key, &words) {
                    Ok(()) => asked = true,
                    Err(problem) => wants.intend(Intent::Refuse(format!(
                        "{}: {problem}",
                        input.editor.scene().name(Some(id))
                    ))),
                }
            }
        }
    }
    asked.then_some(changed)
}

/// Switch for whether a joint breaks, and how near its load is to that.
fn breaking(ui: &mut Ui, input: &UiInput, id: Id, kind: &ConstraintKind, wants: &mut Wants) {
    let breaks = kind.breaks_at();
    if breaks.is_none() && !Breakable::takes(kind) {
        return;
    }
    let mut lets_go = breaks.is_some();
    let help = "Beyond a load it lets go for good; a reset restores it.";
    if ui.checkbox(&mut lets_go, "Breaks").on_hover_text(help).changed() {
        wants.intend(Intent::SetConstraint {
            id,
            kind: kind.clone().breaking(lets_go),
        });
    }
    let snapshot = input.snapshot;
    let link = snapshot.model.links.iter().find(|link| link.id == id);
    if let (Some(load), Some(link)) = (breaks, link) {
        let text = if link.is_broken(&snapshot.state.memory) {
            "broken".to_owned()
        } else {
            format!("{:.0} %", 100.0 * link.load(&snapshot.lambda) / load)
        };
        reading(ui, "Loaded", text).on_hover_text("What it carries, of the load at which it lets go.");
    }
}

/// Switch for a joint that only measures, and its measured values.
fn referring(ui: &mut Ui, input: &UiInput, id: Id, kind: &ConstraintKind, wants: &mut Wants) {
    if !kind.may_measure() {
        return;
    }
    let mut measures = kind.measures().is_some();
    let help =
        "A reference: how far its ends are from where it would hold them is shown, and nothing is held.";
    if ui
        .checkbox(&mut measures, "Only measures")
        .on_hover_text(help)
        .changed()
    {
        wants.intend(Intent::SetConstraint {
            id,
            kind: kind.clone().as_reference(measures),
        });
    }
    let rows = input.snapshot.model.measured(&input.snapshot.state, id);
    let Some(rows) = rows else { return };
    let along: Vec<f64> = rows.iter().filter(|it| !it.0.turns()).map(|it| it.1).collect();
    match along[..] {
        [] => {}
        [one] => {
            reading(ui, "Off by", format::metric(one, "m"));
        }
        _ => {
            let size = norm(&along);
            reading(ui, "Off by", format::metric(size, "m"));
        }
    }
    for (_, c) in rows.iter().filter(|it| it.0.turns()) {
        reading(ui, "Turned off by", format!("{:.3}°", c.to_degrees()));
    }
}
