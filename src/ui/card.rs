//! The card of the first machine: a four-bar in four moves, ticked from what is in the scene.

use egui::{Align2, Rect, vec2};

use super::panels::Panels;
use super::{UiInput, UiOutput, Wants, style};
use crate::constraints::ConstraintKind;
use crate::editor::{Action, Tool};
use crate::scene::Scene;

/// A move: what to do, its tool, and whether the scene shows it done.
struct Move {
    words: &'static str,
    tool: Tool,
    done: fn(&Scene) -> bool,
}

const MOVES: [Move; 4] = [
    Move {
        words: "Draw three bars: 0.4, 1.2 and 1 m",
        tool: Tool::Part("bar"),
        done: |scene| bars(scene) >= 3,
    },
    Move {
        words: "Pin them together, end to end",
        tool: Tool::Constraint("pin"),
        done: |scene| pins(scene).1 >= 2,
    },
    Move {
        words: "Pin the two free ends to the ground, 1.2 m apart",
        tool: Tool::Constraint("pin"),
        done: |scene| pins(scene).0 >= 2,
    },
    Move {
        words: "Put a motor on the shortest bar",
        tool: Tool::Constraint("motor"),
        done: |scene| scene.constraints().any(|(_, it)| it.kind.is_drive()),
    },
];

fn bars(scene: &Scene) -> usize {
    scene.parts().filter(|(_, part)| part.shape.id() == "bar").count()
}

/// Pins on the ground, and pins between two parts.
fn pins(scene: &Scene) -> (usize, usize) {
    let pins: Vec<bool> = scene
        .constraints()
        .filter(|(_, it)| matches!(it.kind, ConstraintKind::Pin(_)))
        .map(|(_, it)| it.ends.iter().any(|end| end.part.is_none()))
        .collect();
    let grounded = pins.iter().filter(|on_ground| **on_ground).count();
    (grounded, pins.len() - grounded)
}

/// Offers it beside a machine of the gallery, and goes with whoever builds one of their own.
pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &Panels, canvas: Rect, wants: &mut Wants) {
    let cramped = canvas.width() < 420.0 || canvas.height() < 280.0;
    if panels.hidden || !input.card_wanted || input.file.is_some() || cramped {
        return;
    }
    let corner = canvas.left_bottom() + vec2(12.0, -12.0) - ctx.screen_rect().left_bottom();
    egui::Area::new("card".into())
        .anchor(Align2::LEFT_BOTTOM, corner)
        .show(ctx, |ui| {
            style::card(input.theme).show(ui, |ui| {
                ui.set_max_width(280.0);
                ui.label(egui::RichText::new("Build a four-bar in four moves").size(14.0));
                if input.gallery_id.is_none() {
                    moves(ui, input, wants);
                    return;
                }
                ui.horizontal(|ui| {
                    if ui.button("Start").clicked() {
                        wants.act(Action::New);
                    }
                    if ui.button("Not now").clicked() {
                        wants.0.push(UiOutput::CardDone);
                    }
                });
            });
        });
}

fn moves(ui: &mut egui::Ui, input: &UiInput, wants: &mut Wants) {
    let scene = input.editor.scene();
    for step in &MOVES {
        let done = (step.done)(scene);
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 18.0), egui::Sense::hover());
            let color = style::color(if done {
                input.theme.green
            } else {
                input.theme.quiet_ink
            });
            let stroke = egui::Stroke::new(1.5, color);
            ui.painter().circle_stroke(rect.center(), 6.0, stroke);
            if done {
                let tick = [vec2(-3.0, 0.0), vec2(-0.8, 2.5), vec2(3.2, -2.6)];
                let points = tick.map(|d| rect.center() + d).to_vec();
                ui.painter().add(egui::Shape::line(points, stroke));
            }
            let words = egui::RichText::new(step.words);
            let words = if done { words.weak() } else { words };
            let keys: Vec<String> = step.tool.keys().iter().map(ToString::to_string).collect();
            let link = ui.add(egui::Button::new(words).frame(false));
            let help = format!("Take the tool ({})", keys.join(", "));
            if link.on_hover_text(help).clicked() {
                wants.act(Action::Tool(step.tool));
            }
        });
    }
    let all = MOVES.iter().all(|step| (step.done)(scene));
    let advice = input.editor.feedback().advice;
    let (words, label) = if let Some(wrong) = advice.first() {
        (wrong.text.as_str(), "Put away")
    } else if all && input.editor.playing() {
        (
            "It runs. Drag it, or trace a point of the middle bar (T).",
            "Done",
        )
    } else if all {
        ("Press Space to let it run.", "Done")
    } else {
        ("Click a line to take its tool in hand.", "Put away")
    };
    ui.weak(words);
    if ui.button(label).clicked() {
        wants.0.push(UiOutput::CardDone);
    }
}
