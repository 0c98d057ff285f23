//! The status line at the bottom: live values of the machine and its solver. Chips have fixed widths so that
//! changing numbers never move their neighbours.

use egui::{Color32, CornerRadius, Margin, Response, RichText, Sense, StrokeKind, Ui, vec2};
use egui::{WidgetInfo, WidgetType};

use super::{UiInput, Wants, format, style, trust_warning};
use crate::editor::{Action, How, Intent};
use crate::sim::Freedom;
use crate::worker::Snapshot;

/// Height of a status bar with one line, and with two where the window is too narrow for one (points).
const HEIGHTS: [f32; 2] = [24.0, 44.0];
/// Windows narrower than this have two lines (points).
const NARROW: f32 = 760.0;

/// Pace relative to real time below which the chip warns.
const SLOW: f64 = 0.95;
/// Maximum number of parts named in a tooltip.
const NAMED: usize = 3;
/// Drift (m or rad) from which the chip warns.
const VISIBLE_DRIFT: f64 = 1e-3;

pub(super) fn show(ctx: &egui::Context, input: &UiInput, wants: &mut Wants) {
    let narrow = ctx.screen_rect().width() < NARROW;
    egui::TopBottomPanel::bottom("status")
        .exact_height(HEIGHTS[usize::from(narrow)])
        .frame(style::panel(input.theme, Margin::symmetric(8, 2)))
        .show(ctx, |ui| {
            let text = RichText::new(sentence(input)).size(12.0);
            let text = text.color(ui.visuals().weak_text_color());
            let text = egui::Label::new(text).truncate();
            if narrow {
                ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
                ui.horizontal_wrapped(|ui| chips(ui, input, input.snapshot, wants));
            } else {
                ui.horizontal_centered(|ui| {
                    ui.spacing_mut().item_spacing.x = 4.0;
                    chips(ui, input, input.snapshot, wants);
                    ui.add_space(8.0);
                    ui.add(text);
                });
            }
        });
}

/// What can be typed at present, else what the tool in hand does, else a hint on the scene.
fn sentence(input: &UiInput) -> String {
    let names = input.editor.numbers_to_type();
    if !names.is_empty() {
        return format!("To make it exact, type: {}, Enter", names.join(", Tab, "));
    }
    let hint = &input.editor.scene().info.hint;
    if input.editor.tool() == crate::editor::Tool::Select && !hint.is_empty() {
        hint.clone()
    } else {
        input.editor.tool().help().to_owned()
    }
}

fn chips(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    freedoms(ui, snapshot);
    dependences(ui, input, snapshot, wants);
    drift(ui, input, snapshot, wants);
    trust(ui, input, snapshot, wants);
    bounds(ui, input, snapshot, wants);
    solver(ui, input, snapshot, wants);
    pace(ui, input, snapshot);
    set_aside(ui, input, wants);
}

/// Numbers of hidden and of locked parts; nothing where there are none.
fn set_aside(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let scene = input.editor.scene();
    let hidden = "Parts that are simulated and not drawn.\nClick to show them.";
    let locked = "Parts that are neither selected nor moved on the canvas.\nClick to unlock them.";
    for (count, word, help, action) in [
        (scene.hidden_parts(), "hidden", hidden, Action::ShowAll),
        (scene.locked_parts(), "locked", locked, Action::UnlockAll),
    ] {
        if count > 0 {
            let warn = style::color(input.theme.warn);
            let response = chip(ui, 88.0, &format!("{count} {word}"), warn, true);
            if response.on_hover_text(help).clicked() {
                wants.act(action);
            }
        }
    }
}

/// Degrees of freedom of the machine.
fn freedoms(ui: &mut Ui, snapshot: &Snapshot) {
    let freedom = snapshot.freedom.as_deref();
    let dof = freedom.and_then(|it| it.dof);
    let driven = freedom.map_or(0, |it| it.driven);
    let then = if snapshot.other_machine { " then" } else { "" };
    let text = match (dof, driven) {
        (None, _) => "… DOF".to_owned(),
        (Some(dof), 0) => format!("{dof} DOF{then}"),
        (Some(dof), driven) => format!("{dof} DOF, {driven} driven{then}"),
    };
    let mut help =
        "Degrees of freedom: ways in which the machine can still move.\nDriven ones are decided by motors."
            .to_owned();
    if snapshot.other_machine {
        help += "\nThe machine was another one at this time: parts that it did not have are drawn faint.";
    }
    let generic = freedom.and_then(|it| it.dof_generic);
    if let Some((dof, generic)) = dof.zip(generic).filter(|(dof, generic)| dof != generic) {
        help += &format!("\n{dof} at this pose, {generic} in general.");
    }
    let plain = ui.visuals().text_color();
    chip(ui, 120.0, &text, plain, false).on_hover_text(help);
}

/// Number of constraints that depend on others.
fn dependences(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    let plain = ui.visuals().text_color();
    let (warn, error) = (style::color(input.theme.warn), style::color(input.theme.error));
    let freedom = snapshot.freedom.as_deref();
    let dependent: Vec<crate::scene::Id> = freedom
        .map(|it| it.redundant.iter().chain(&it.singular).copied().collect())
        .unwrap_or_default();
    let redundant = &dependent[..];
    let contradictory = freedom.map_or(&[][..], |it| &it.contradictory);
    let unlisted = freedom.map_or(0, |it| it.unlisted);
    let (text, color) = if contradictory.is_empty() && unlisted > 0 {
        (
            format!(
                "{} rows redundant",
                freedom.and_then(Freedom::deficit).unwrap_or(unlisted)
            ),
            warn,
        )
    } else if contradictory.is_empty() {
        let color = if redundant.is_empty() { plain } else { warn };
        (format!("{} redundant", redundant.len()), color)
    } else {
        (format!("{} contradictory", contradictory.len()), error)
    };
    let mut help = if contradictory.is_empty() {
        "Constraints that say nothing new.".to_owned()
    } else {
        "Constraints that cannot all hold.".to_owned()
    };
    let singular = freedom.map_or(0, |it| it.singular.len());
    if contradictory.is_empty() && singular > 0 {
        help += &format!("\n{singular} of them only at this pose.");
    }
    if unlisted > 0 {
        help += &format!("\nThere are too many to tell {unlisted} of them one by one.");
    }
    help += "\nClick to select them.";
    if chip(ui, 108.0, &text, color, true).on_hover_text(help).clicked() {
        let ids = if contradictory.is_empty() {
            redundant
        } else {
            contradictory
        };
        wants.intend(Intent::Select {
            ids: ids.to_vec(),
            how: How::Replace,
        });
    }
}

/// Largest constraint drift.
fn drift(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    let (drift, unit) = snapshot.drift.largest();
    let color = if drift > VISIBLE_DRIFT {
        style::color(input.theme.warn)
    } else {
        ui.visuals().text_color()
    };
    let worst = snapshot
        .drift
        .worst
        .and_then(|link| snapshot.model.links.get(link))
        .map(|link| link.id);
    let mut help = "Drift: how far the joint that is open most is from closed.".to_owned();
    if let Some(id) = worst {
        help += &format!(
            "\nThat is {}: click to select it.",
            input.editor.scene().name(Some(id))
        );
    }
    let text = format!("drift {}", format::metric(drift, unit));
    if chip(ui, 124.0, &text, color, true).on_hover_text(help).clicked() {
        wants.intend(Intent::Select {
            ids: worst.into_iter().collect(),
            how: How::Replace,
        });
    }
}

/// Number of contacts, and of constraints at a bound or broken; nothing where the machine can have none.
fn bounds(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    let (model, state) = (&snapshot.model, &snapshot.state);
    let touching = model.settings.contact.is_some();
    if !touching && model.bounded().is_empty() && model.breakable().is_empty() {
        return;
    }
    let at_work: Vec<crate::scene::Id> = model.at_bounds(state).map(|link| link.id).collect();
    let broken: Vec<crate::scene::Id> = model.broken(state).map(|link| link.id).collect();
    let mut words = Vec::new();
    if touching {
        let count = state.contacts.len();
        let plural = if count == 1 { "" } else { "s" };
        words.push(format!("{count} contact{plural}"));
    }
    if !state.asleep.is_empty() {
        words.push(format!("{} asleep", state.sleeping()));
    }
    if !model.bounded().is_empty() {
        words.push(format!("{} at bounds", at_work.len()));
    }
    if !model.breakable().is_empty() {
        words.push(format!("{} broken", broken.len()));
    }
    let color = if broken.is_empty() {
        ui.visuals().text_color()
    } else {
        style::color(input.theme.warn)
    };
    let help = "Points at which parts touch; parts that sleep, since they are at rest; ropes, stops, clutches, friction and motors at a bound; joints that have let go.\nClick to select \
                the constraints among them.";
    let width = 20.0 + 78.0 * words.len() as f32;
    let text = words.join(", ");
    if chip(ui, width, &text, color, true).on_hover_text(help).clicked() {
        let ids = if broken.is_empty() { at_work } else { broken };
        wants.intend(Intent::Select {
            ids,
            how: How::Replace,
        });
    }
}

/// The solver's method and its time.
fn solver(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    let method = snapshot.settings().method;
    let text = match snapshot.solve.total_ns() {
        // Before the first step.
        0 => format!("{} —", method.label()),
        ns => format!("{} {}", method.label(), format::duration(ns as f64)),
    };
    let series = style::method_color(input.theme, method);
    let keys = input.editor.keys_text(Action::SwitchMethod);
    let help = format!("The solver's method and its time per solve.\nClick to swap it ({keys}).");
    let width = if method.iterates() { 164.0 } else { 124.0 };
    if chip(ui, width, &text, series, true).on_hover_text(help).clicked() {
        wants.act(Action::SwitchMethod);
    }
}

/// Pace of simulated time.
fn pace(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot) {
    let plain = ui.visuals().text_color();
    let (text, color) = if snapshot.playing {
        let color = if snapshot.pace < SLOW {
            style::color(input.theme.warn)
        } else {
            plain
        };
        (format!("{:.0} % pace", 100.0 * snapshot.pace), color)
    } else {
        ("paused".to_owned(), plain)
    };
    chip(ui, 88.0, &text, color, false)
        .on_hover_text("Simulated time against the time asked for: 100 % keeps up.");
}

/// Whether drift and energy are within what a correct solution leaves.
fn trust(ui: &mut Ui, input: &UiInput, snapshot: &Snapshot, wants: &mut Wants) {
    let (model, state) = (&snapshot.model, &snapshot.state);
    let scaled = model.scaled_masses(state, NAMED, |id| input.editor.scene().name(Some(id)));
    let Some(breach) = &snapshot.breach else {
        let help = "Drift and energy have been what a right answer leaves, since the start or since settings were changed.";
        let Some(scaled) = scaled else {
            chip(ui, 88.0, "trusted", ui.visuals().text_color(), false).on_hover_text(help);
            return;
        };
        let help = format!("{help}\nBut {scaled}.\nClick to select them.");
        let color = style::color(input.theme.warn);
        if chip(ui, 88.0, "mass scaled", color, true)
            .on_hover_text(help)
            .clicked()
        {
            wants.intend(Intent::Select {
                ids: model.scaled_bodies(state).map(|it| it.0.id).collect(),
                how: How::Replace,
            });
        }
        return;
    };
    let mut help = breach.sentence(breach.item.map(|id| input.editor.scene().name(Some(id))));
    let color = match trust_warning::expected_of(input, breach) {
        Some(choice) => {
            help += &format!(".\nThis is expected of {choice}.");
            ui.visuals().text_color()
        }
        None => style::color(input.theme.error),
    };
    if let Some(scaled) = scaled {
        help += &format!("\nBesides, {scaled}. Heavier ones, or shorter steps, avoid that.");
    }
    help += "\nClick to select what is likely at fault.";
    let text = format!("strays: {}", breach.quantity.label());
    if chip(ui, 108.0, &text, color, true).on_hover_text(help).clicked() {
        wants.intend(Intent::Select {
            ids: breach.item.into_iter().collect(),
            how: How::Replace,
        });
    }
}

/// A small box with centred text.
fn chip(ui: &mut Ui, width: f32, text: &str, color: Color32, clickable: bool) -> Response {
    let sense = if clickable { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 18.0), sense);
    let kind = if clickable {
        WidgetType::Button
    } else {
        WidgetType::Label
    };
    response.widget_info(|| WidgetInfo::labeled(kind, true, text));
    let visuals = ui.visuals();
    let fill = if clickable && response.hovered() {
        visuals.widgets.hovered.weak_bg_fill
    } else {
        visuals.code_bg_color
    };
    let stroke = if response.has_focus() {
        visuals.selection.stroke
    } else {
        egui::Stroke::NONE
    };
    ui.painter()
        .rect(rect, CornerRadius::same(9), fill, stroke, StrokeKind::Inside);
    ui.painter().text(
        rect.center(),
        egui::Align2::CENTER_CENTER,
        text,
        egui::FontId::proportional(12.0),
        color,
    );
    response
}
