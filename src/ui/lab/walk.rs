//! Step-through: walks through one step moment by moment, forwards and backwards, each shown on the machine with its numbers.

use egui::{Button, RichText, Slider, Ui};

use super::{equation, place};
use crate::editor::Action;
use crate::lab::{Moment, Phase};
use crate::math::Vec2;
use crate::render::scene_view::{Head, MarkDot, MarkLabel, MarkLine, Marks};
use crate::ui::{Panels, UiInput, Wants};

/// Length of the longest arrow, as a fraction of the visible canvas height.
const LONGEST: f64 = 0.16;

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    panels.lab.walk.open = false;
    if input.snapshot.playing {
        ui.label("Time runs. Stop it to go through the step that comes next.");
        if ui.button("Stop time").clicked() {
            wants.act(Action::PlayPause);
        }
        return;
    }
    let Some(latest) = panels.lab.inspection.latest().cloned() else {
        ui.label("Looking…");
        return;
    };
    let walk = &mut panels.lab.walk;
    walk.follow(latest);
    if let Some(why) = &walk.refused {
        ui.label(why);
        return;
    }
    if walk.moments.is_none() && walk.is_busy() {
        ui.label("Looking…");
        return;
    }
    let Some(all) = walk.moments.as_ref().filter(|all| !all.is_empty()) else {
        ui.label(RichText::new("Nothing moves here: build a part, or open a smaller machine.").weak());
        return;
    };
    walk.open = true;
    walk.at = walk.at.min(all.len() - 1);
    choose(ui, all, &mut walk.at);
    let moment = &all[walk.at];
    numbers(ui, input, moment);
    if walk.at + 1 == all.len() && ui.button("Take the step").clicked() {
        wants.act(Action::StepForward);
        walk.at = 0;
    }
    panels.lit.extend(&moment.items);
    mark(input, moment, &mut panels.lab.marks);
}

/// Buttons that jump to a phase, and that go from moment to moment.
fn choose(ui: &mut Ui, all: &[Moment], at: &mut usize) {
    ui.horizontal_wrapped(|ui| {
        for phase in Phase::ALL {
            let first = all.iter().position(|moment| moment.phase == phase);
            let chosen = all[*at].phase == phase;
            let button = ui.add_enabled(
                first.is_some(),
                Button::new(phase.label()).selected(chosen).small(),
            );
            if button.on_hover_text(phase.help()).clicked() {
                *at = first.unwrap_or_default();
            }
        }
    });
    ui.horizontal(|ui| {
        if ui.add_enabled(*at > 0, Button::new("Back")).clicked() {
            *at -= 1;
        }
        if ui.add_enabled(*at + 1 < all.len(), Button::new("On")).clicked() {
            *at += 1;
        }
        let mut shown = *at + 1;
        let help = "The moment that is shown, of all moments of the step.";
        ui.add(Slider::new(&mut shown, 1..=all.len())).on_hover_text(help);
        ui.label(format!("of {}", all.len())).on_hover_text(help);
        *at = shown - 1;
    });
}

fn numbers(ui: &mut Ui, input: &UiInput, moment: &Moment) {
    ui.separator();
    let names = |items: &[crate::scene::Id]| {
        let names: Vec<&str> = items.iter().take(6).map(|&id| place::name(input, id)).collect();
        names.join(", ")
    };
    ui.label(RichText::new(names(&moment.items[..moment.own])).strong());
    if moment.own < moment.items.len() {
        let with = match moment.phase {
            Phase::Factor | Phase::Forward => "takes what these leave: ",
            Phase::Backward => "takes what this has come to: ",
            _ => "acts on ",
        };
        ui.label(RichText::new(format!("{with}{}", names(&moment.items[moment.own..]))).size(12.0));
    }
    ui.label(RichText::new(moment.phase.help()).size(12.0).weak());
    if let Some(note) = &moment.note {
        ui.label(RichText::new(&**note).size(12.0));
    }
    egui::Grid::new("moment").spacing([14.0, 3.0]).show(ui, |ui| {
        for (label, values) in &moment.numbers {
            let (units, help) = told(label);
            ui.label(*label).on_hover_text(help);
            for x in values {
                ui.monospace(equation::number(*x)).on_hover_text(help);
            }
            if !units.is_empty() {
                ui.label(RichText::new(units).size(12.0).weak())
                    .on_hover_text(help);
            }
            ui.end_row();
        }
    });
    jacobian(ui, input, moment);
}

/// The Jacobian rows of a constraint, part by part.
fn jacobian(ui: &mut Ui, input: &UiInput, moment: &Moment) {
    for (index, block) in moment.blocks.iter().enumerate() {
        ui.label(
            RichText::new(format!("J on {}", place::name(input, block.part)))
                .size(12.0)
                .weak(),
        );
        let grid = egui::Grid::new(("jacobian", index)).spacing([14.0, 3.0]);
        grid.show(ui, |ui| {
            equation::block_head(ui, &block.coordinates);
            equation::block_rows(ui, "J", equation::JACOBIAN, &block.rows);
        });
    }
}

/// Unit and explanation of a number of a moment.
fn told(label: &str) -> (&'static str, &'static str) {
    const FORCE: &str = "N, N m";
    const PLACE: &str = "m, rad";
    const RATE: &str = "m/s, rad/s";
    const ACCELERATION: &str = "m/s², rad/s²";
    match label {
        "F" => (FORCE, "Forces on the part, and those due to its motion."),
        "C" => (PLACE, "How far the constraint is from met."),
        "Ċ" => (RATE, "How fast that changes."),
        "c" => (ACCELERATION, "The right-hand side of its row: γ + ks C + kd Ċ."),
        "J W F" => (
            ACCELERATION,
            "What the forces alone would do along the constraint, without any multiplier.",
        ),
        "pivots of D" => (
            "",
            "The diagonal of its block of D, once all its children have been taken out.",
        ),
        "z" => ("", "Its right-hand side before its children are taken out."),
        "L⁻¹ z" => ("", "Its right-hand side once its children are taken out."),
        "before" => ("", "What it had from the way up."),
        "W Jᵀ λ" => (
            ACCELERATION,
            "What the multipliers add to the acceleration of the part.",
        ),
        "λ" => (
            FORCE,
            "Its multipliers: the force or torque along each of its rows.",
        ),
        "λ (auxiliary)" => (
            FORCE,
            "Multipliers of a constraint that closes a loop, from the anticipated responses.",
        ),
        "along the normal" => ("N", "What pushes the two apart, in the mean of the step."),
        "friction" => (
            "N",
            "What rubs across the normal, to its left, in the mean of the step.",
        ),
        "rolling friction" => ("N m", "What keeps the one from rolling on the other."),
        "impulse" => ("N s", "The force of both times the step: what a blow comes to."),
        "a" => (ACCELERATION, "The acceleration."),
        "v" => (RATE, "The velocity before the step."),
        "v after" => (
            RATE,
            "The velocity after the step, as the integrator in use takes it.",
        ),
        "q moves by" => (PLACE, "By how much the coordinates change in the step."),
        "C after" => (PLACE, "How far the constraint is from met after the step."),
        "ks C" => (
            ACCELERATION,
            "The share of the feedback that is due to the position error.",
        ),
        "kd Ċ" => (ACCELERATION, "The share of the feedback that is due to its rate."),
        _ => (FORCE, "The force that the constraint adds to each of its bodies."),
    }
}

/// Draws the arrows of the moment, scaled so that the longest fits the view, and highlights its part or joint.
fn mark(input: &UiInput, moment: &Moment, marks: &mut Marks) {
    let view = input.editor.view();
    let longest = moment
        .arrows
        .iter()
        .map(|arrow| arrow.1.length())
        .fold(0.0, f64::max);
    let reach = LONGEST * view.size().y / view.pixels_per_metre();
    for (id, along) in moment.arrows.iter().filter(|arrow| arrow.1 != Vec2::ZERO) {
        if let Some(at) = place::of(input, *id) {
            marks.lines.push(MarkLine {
                from: at,
                to: at + *along * (reach / longest),
                width: 3.0,
                color: input.theme.red,
                head: Head::End,
            });
        }
    }
    for id in &moment.items[..moment.own] {
        if let Some(at) = place::of(input, *id) {
            let color = input.theme.select;
            marks.dots.push(MarkDot {
                at,
                radius: 5.0,
                color,
            });
            marks.labels.push(MarkLabel {
                at,
                text: moment.phase.label().to_owned(),
            });
        }
    }
    // Arrows to the moment's own item from the items that it exchanges values with.
    let own = moment.items.first().and_then(|&id| place::of(input, id));
    let passes = matches!(moment.phase, Phase::Factor | Phase::Forward | Phase::Backward);
    for id in moment.items[moment.own..].iter().filter(|_| passes) {
        if let (Some(from), Some(to)) = (place::of(input, *id), own) {
            let color = input.theme.select;
            marks.lines.push(MarkLine {
                from,
                to,
                width: 2.0,
                color,
                head: Head::Middle,
            });
        }
    }
}
