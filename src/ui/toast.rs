//! Temporary cards over the canvas: notices, a stopped run, a slow solve, the hint on an empty scene.

use std::time::Duration;

use egui::{Align2, Rect, Ui, vec2};

use super::banner::{banner, select_it};
use super::{UiInput, UiOutput, Underway, Wants, format, style, trust_warning};
use crate::editor::{Action, Intent, Level, Tool, action};
use crate::scene::Id;
use crate::sim::{Culprit, Stop};

/// Duration from which a solve is reported as slow.
const SLOW: Duration = Duration::from_millis(400);

/// Width to the left and right of notices that is reserved for sliders on the canvas (points).
const SLIDERS: f32 = 550.0;

/// The layer of notices.
pub(super) fn layer() -> egui::LayerId {
    egui::LayerId::new(egui::Order::Middle, "notices".into())
}

/// Shows the cards over the canvas; `views` tells whether windows lie over it, `closed` is the warning about start velocities that was closed.
pub(super) fn show(
    ctx: &egui::Context,
    input: &UiInput,
    closed: &mut Option<(Id, f64)>,
    (canvas, views): (Rect, bool),
    wants: &mut Wants,
) {
    // The title bars and close buttons of windows stay uncovered.
    let (anchor, inwards) = if views {
        (Align2::CENTER_BOTTOM, -12.0)
    } else {
        (Align2::CENTER_TOP, 12.0)
    };
    let offset = anchor.pos_in_rect(&canvas) - anchor.pos_in_rect(&ctx.screen_rect()) + vec2(0.0, inwards);
    // Above the views of the laboratory: warnings have priority.
    ctx.move_to_top(layer());
    egui::Area::new(layer().id)
        .anchor(anchor, offset)
        // Not in the foreground order of menus and dialogs: those take all keys while they are open.
        .order(layer().order)
        .show(ctx, |ui| {
            let sliders = input
                .editor
                .scene()
                .variables
                .list
                .iter()
                .any(|it| it.slider.is_some());
            let beside = if sliders { SLIDERS } else { 48.0 };
            ui.set_max_width((canvas.width() - beside).clamp(160.0, 520.0));
            if let Some(underway) = input.exporting {
                exporting(ui, input, underway, wants);
            }
            if let Some(underway) = input.reading {
                reading(ui, input, underway, wants);
            }
            if input.busy > SLOW {
                slow(ui, input, wants);
            }
            if let Some(stop) = &input.snapshot.stopped {
                stopped(ui, input, stop, wants);
            } else if let Some(breach) = &input.snapshot.breach {
                trust_warning::show(ui, input, breach, wants);
            }
            if let Some(changed) = input.snapshot.built_rate {
                changed_velocity(ui, input, changed, closed);
            }
            notices(ui, input, wants);
        });
    let scene = input.editor.scene();
    // While something is drawn, its numbers stand where the hint would be.
    let draws = || !input.editor.numbers_to_type().is_empty();
    if scene.is_empty() && scene.underlay.is_none() && !draws() {
        empty(ctx, input, canvas);
    }
}

/// Width of a progress bar (points).
const BAR: f32 = 140.0;

/// Progress: a bar where the fraction is known, and the elapsed seconds.
fn how_far(ui: &mut Ui, underway: Underway) {
    if let Some(share) = underway.share {
        let text = format!("{:.0} %", 100.0 * share);
        let bar = egui::ProgressBar::new(share as f32).desired_width(BAR).text(text);
        ui.add(bar);
    } else {
        ui.spinner();
    }
    if underway.seconds >= 1.0 {
        ui.weak(format!("{:.0} s", underway.seconds));
    }
}

fn exporting(ui: &mut Ui, input: &UiInput, underway: Underway, wants: &mut Wants) {
    banner(ui, input, style::color(input.theme.select), |ui| {
        ui.label("Exporting…");
        how_far(ui, underway);
        if ui.button("Cancel").on_hover_text("Write nothing").clicked() {
            wants.0.push(UiOutput::CancelExport);
        }
    });
}

fn reading(ui: &mut Ui, input: &UiInput, underway: Underway, wants: &mut Wants) {
    banner(ui, input, style::color(input.theme.select), |ui| {
        ui.label("Reading…");
        how_far(ui, underway);
        if ui
            .button("Cancel")
            .on_hover_text("Leave the canvas as it is")
            .clicked()
        {
            wants.0.push(UiOutput::CancelReading);
        }
    });
}

fn slow(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    banner(ui, input, style::color(input.theme.warn), |ui| {
        let seconds = input.busy.as_secs_f64();
        ui.label(format!("Solving slowly: {seconds:.1} s for this step."));
        if ui
            .button("Cancel")
            .on_hover_text("Give up this step and pause")
            .clicked()
        {
            wants.act(Action::CancelSolve);
        }
    });
}

fn stopped(ui: &mut Ui, input: &UiInput, stop: &Stop, wants: &mut Wants) {
    let culprit = match stop.culprit {
        Culprit::Item(id) => Some(id),
        Culprit::Machine => None,
    };
    let name = stop
        .whom(|id| input.editor.scene().name(Some(id)))
        .unwrap_or("the machine".to_owned());
    banner(ui, input, style::color(input.theme.error), |ui| {
        ui.label(format!(
            "Stopped at t = {:.3} s because of {name}: {}.",
            stop.time, stop.reason
        ));
        if let Some(id) = culprit {
            select_it(ui, wants, [id].into_iter().chain(stop.with.iter().copied()));
        }
        let settings = input.snapshot.settings();
        for remedy in stop.remedies(settings) {
            let changed = remedy.apply(settings);
            let offered = changed.is_some() || input.editor.undo_label().is_some();
            if offered && ui.button(remedy.label()).clicked() {
                match changed {
                    Some(settings) => wants.intend(Intent::SetSettings { settings, done: true }),
                    None => wants.act(Action::Undo),
                }
            }
        }
        if input.snapshot.history > 0
            && ui
                .button("Back a second")
                .on_hover_text("To where all was well; the timeline goes further")
                .clicked()
        {
            wants.act(Action::SecondBack);
        }
        if ui.button("Reset").clicked() {
            wants.act(Action::Reset);
        }
    });
}

/// Warns that the run starts with other velocities than the scene gives, until it is closed or the scene changes: a run that plays at once
/// is past its first step before anything can be read.
fn changed_velocity(ui: &mut Ui, input: &UiInput, (id, rate): (Id, f64), closed: &mut Option<(Id, f64)>) {
    if *closed == Some((id, rate)) {
        return;
    }
    banner(ui, input, style::color(input.theme.warn), |ui| {
        let missed = format::metric(rate, "");
        ui.label(format!(
            "\"{}\" does not allow the start velocities: they miss it by {missed} a second. The run starts with the nearest that it allows.",
            input.editor.scene().name(Some(id))
        ));
        if is_closed(ui, "Dismiss warning") {
            *closed = Some((id, rate));
        }
    });
}

/// The small cross of a card with this name; returns whether it was clicked.
fn is_closed(ui: &mut Ui, name: &str) -> bool {
    let close = ui.small_button("×").on_hover_text("Dismiss");
    close.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name));
    close.clicked()
}

fn notices(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    for (k, notice) in input.editor.notices().iter().enumerate() {
        let color = style::color(match notice.level {
            Level::Info => input.theme.select,
            Level::Warning => input.theme.warn,
            Level::Error => input.theme.error,
        });
        banner(ui, input, color, |ui| {
            ui.label(&notice.text);
            let offer = notice.offer.and_then(action::entry);
            if let Some(entry) = offer.filter(|it| (it.enabled)(input.editor))
                && ui.button(entry.label).clicked()
            {
                wants.intend(Intent::DismissNotice(k));
                wants.act(entry.action);
            }
            if is_closed(ui, "Dismiss notice") {
                wants.intend(Intent::DismissNotice(k));
            }
        });
    }
}

/// Height of the hint on an empty scene above the origin (points).
const ABOVE: f32 = 75.0;

/// The hint on an empty scene.
fn empty(ctx: &egui::Context, input: &UiInput, canvas: Rect) {
    let keys: Vec<String> = crate::bodies::Shape::catalogue()
        .iter()
        .filter(|shape| shape.key().len() == 1)
        .filter_map(|shape| {
            let key = input.editor.key_text(Action::Tool(Tool::Part(shape.id())))?;
            Some(format!("{key} {}", shape.label().to_lowercase()))
        })
        .collect();
    let gallery = [Action::PreviousScene, Action::NextScene];
    let gallery: Vec<String> = gallery
        .iter()
        .filter_map(|action| input.editor.key_text(*action))
        .collect();
    // Above the middle, where a new scene has its origin mark.
    let offset = canvas.center() - ctx.screen_rect().center() - vec2(0.0, ABOVE.min(0.25 * canvas.height()));
    egui::Area::new("empty".into())
        .anchor(Align2::CENTER_CENTER, offset)
        .order(egui::Order::Background)
        .interactable(false)
        .show(ctx, |ui| {
            // Wraps on a narrow canvas, which has panels at its sides.
            ui.set_max_width((canvas.width() - 40.0).max(0.0));
            ui.vertical_centered(|ui| {
                let weak = style::color(input.theme.quiet_ink);
                ui.label(egui::RichText::new("An empty bench").size(18.0).color(weak));
                ui.add_space(4.0);
                let text = format!(
                    "Press a letter and drag: {}.\nDrop a scene file here, or a picture to trace over, or take one from the gallery with {}.",
                    keys.join(", "),
                    gallery.join(" and ")
                );
                ui.label(egui::RichText::new(text).color(weak));
            });
        });
}
