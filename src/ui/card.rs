//! The card of the first machine: a four-bar in four moves, ticked from what is in the scene.

use egui::{Align2, Rect, vec2};

use super::state::State;
use super::{Input, Output, Wants, style};
use crate::bodies::Motion;
use crate::constraints::{ConstraintKind, Slot};
use crate::scene::{Constraint, Scene};

/// The four moves and whether each is done.
fn moves(input: &Input) -> [(&'static str, bool); 4] {
    let scene = input.editor.scene();
    let bars = scene
        .parts()
        .filter(|(_, part)| part.shape.motion() != Motion::Point)
        .count();
    let (grounded, between) = joints(scene);
    let driven = scene.constraints().any(|(_, it)| it.kind.is_drive());
    let runs = input.snapshot().is_some_and(|it| it.state.time > 0.0);
    [
        ("Draw three bars: press L and drag", bars >= 3),
        (
            "Pin them end to end: press J, click where two ends meet",
            between >= 2,
        ),
        ("Pin both outer ends to the ground", grounded >= 2),
        ("Put a motor on one (M) and press Space", driven && runs),
    ]
}

/// Pins on the ground, and pins between two parts.
fn joints(scene: &Scene) -> (usize, usize) {
    let is_pin = |it: &Constraint| {
        matches!(it.kind, ConstraintKind::Pin(_)) && it.kind.slots().iter().all(|slot| *slot == Slot::Point)
    };
    let pins: Vec<bool> = scene
        .constraints()
        .filter(|(_, it)| is_pin(it))
        .map(|(_, it)| it.ends.iter().any(|end| end.part.is_none()))
        .collect();
    let grounded = pins.iter().filter(|on_ground| **on_ground).count();
    (grounded, pins.len() - grounded)
}

pub(super) fn show(ctx: &egui::Context, input: &Input, state: &mut State, canvas: Rect, wants: &mut Wants) {
    if state.panels_hidden || state.kept.card_done {
        return;
    }
    let corner = canvas.left_bottom() + vec2(12.0, -12.0) - ctx.screen_rect().left_bottom();
    egui::Area::new("card".into())
        .anchor(Align2::LEFT_BOTTOM, corner)
        .show(ctx, |ui| {
            style::card(input.theme).show(ui, |ui| {
                ui.set_max_width(300.0);
                ui.label(egui::RichText::new("Build a four-bar in four moves").size(14.0));
                if state.card_running {
                    running(ui, input, state);
                } else {
                    ui.horizontal(|ui| {
                        if ui.button("Start").clicked() {
                            state.card_running = true;
                            wants.0.push(Output::StartCard);
                        }
                        if ui.button("Not now").clicked() {
                            state.kept.card_done = true;
                        }
                    });
                }
            });
        });
}

fn running(ui: &mut egui::Ui, input: &Input, state: &mut State) {
    let moves = moves(input);
    for (k, (text, done)) in moves.iter().enumerate() {
        ui.horizontal(|ui| {
            let (rect, response) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
            let label = format!("Move {} {}", k + 1, if *done { "done" } else { "open" });
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &label));
            let color = style::color(if *done {
                input.theme.green
            } else {
                input.theme.quiet_ink
            });
            let stroke = egui::Stroke::new(1.5, color);
            ui.painter().circle_stroke(rect.center(), 6.0, stroke);
            if *done {
                let tick = [vec2(-3.0, 0.0), vec2(-0.8, 2.5), vec2(3.2, -2.6)];
                let points = tick.map(|d| rect.center() + d).to_vec();
                ui.painter().add(egui::Shape::line(points, stroke));
            }
            ui.label(*text);
        });
    }
    let all = moves.iter().all(|(_, done)| *done);
    if all {
        ui.label("It runs. Drag the bars, or press T and trace a point of the middle one.");
    }
    if ui.button(if all { "Done" } else { "Put away" }).clicked() {
        state.kept.card_done = true;
        state.card_running = false;
    }
}
