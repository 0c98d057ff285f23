//! The context menu of the canvas (right click).

use std::collections::BTreeSet;

use egui::{Button, Ui, vec2};

use super::panels::Panels;
use super::{UiInput, Wants, lab, menu_lines, style};
use crate::constraints::{ConstraintKind, Motor, Slot};
use crate::editor::action;
use crate::editor::{Action, Intent};
use crate::math::Vec2;
use crate::parameter::Parameters;
use crate::scene::{Attach, Constraint, Id};

/// Distance within which a click means a hole of a part (logical points).
const NEAR: f64 = 12.0;
/// Kinds of joints with two ends that can replace each other.
const PLAIN: [&str; 7] = ["pin", "weld", "rod", "rope", "strut", "slider", "groove"];

pub(super) fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(menu) = &mut panels.menu else { return };
    menu.age += 1;
    let (at, item, fresh) = (menu.at, menu.item, menu.age < 3);
    let step = arrow(ctx);
    menu.by_key |= step.is_some();

    let count = wants.0.len();
    let response = egui::Area::new("context".into())
        .order(egui::Order::Foreground)
        .fixed_pos(egui::pos2(at.x as f32, at.y as f32))
        .constrain(true)
        .show(ctx, |ui| {
            style::card(input.theme)
                .inner_margin(egui::Margin::same(4))
                .show(ui, |ui| {
                    ui.set_width(220.0);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    match item.filter(|id| input.editor.scene().item(*id).is_some()) {
                        Some(id) if menu.records => record(ui, input, id, wants),
                        Some(id) => {
                            menu.records = of_item(ui, input, id, at, wants);
                        }
                        None => of_canvas(ui, input, wants),
                    }
                });
        })
        .response;
    if menu.by_key {
        go(ctx, &response, step);
    }
    let elsewhere = !fresh && ctx.input(|input| input.pointer.any_pressed()) && !response.contains_pointer();
    let escaped = ctx.input(|input| input.key_pressed(egui::Key::Escape));
    if wants.0.len() > count || elsewhere || escaped {
        panels.menu = None;
    }
}

/// Direction of a pressed arrow key: 1 is down, -1 up.
fn arrow(ctx: &egui::Context) -> Option<isize> {
    ctx.input(|input| {
        let down = input.key_pressed(egui::Key::ArrowDown);
        let up = input.key_pressed(egui::Key::ArrowUp);
        (down != up).then_some(if down { 1 } else { -1 })
    })
}

/// Moves keyboard focus to the first line of the menu, or from the focused line to the next one, wrapping round. The focus lock keeps
/// arrow keys from leaving the menu for the panels beside it.
fn go(ctx: &egui::Context, menu: &egui::Response, step: Option<isize>) {
    let takes = |sense: egui::Sense| sense.is_focusable() && sense.senses_click();
    let lines: Vec<egui::Id> = ctx.viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(menu.layer_id);
        // The background of the menu takes clicks too, and is no line.
        let lines = widgets.filter(|it| it.enabled && takes(it.sense) && it.id != menu.id);
        lines.map(|it| it.id).collect()
    });
    let focused = ctx.memory(|memory| memory.focused());
    let at = lines.iter().position(|id| Some(*id) == focused);
    let next = match (at, step) {
        (Some(at), Some(step)) => (at as isize + step).rem_euclid(lines.len() as isize) as usize,
        (Some(at), None) => at,
        (None, _) => 0,
    };
    let Some(&next) = lines.get(next) else { return };
    ctx.memory_mut(|memory| {
        memory.request_focus(next);
        let filter = egui::EventFilter {
            tab: true,
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: false,
        };
        memory.set_focus_lock_filter(next, filter);
    });
}

fn command(ui: &mut Ui, input: &UiInput, action: Action, wants: &mut Wants) {
    if let Some(entry) = action::entry(action)
        && menu_lines::row(ui, entry, input)
    {
        wants.act(action);
    }
}

fn line(ui: &mut Ui, text: &str) -> bool {
    let size = vec2(ui.available_width(), 22.0);
    ui.add(Button::new(text).frame(false).min_size(size)).clicked()
}

/// Lines for an item; returns true when "Record…" was clicked.
fn of_item(ui: &mut Ui, input: &UiInput, id: Id, at: Vec2, wants: &mut Wants) -> bool {
    let scene = input.editor.scene();
    ui.weak(scene.name(Some(id)));
    if let Some(part) = scene.part(id) {
        let text = if part.fixed {
            "Free it"
        } else {
            "Fix to the ground"
        };
        if line(ui, text) {
            wants.intend(Intent::SetFixed {
                ids: vec![id],
                fixed: !part.fixed,
            });
        }
        of_point(ui, input, id, at, wants);
        command(ui, input, Action::Duplicate, wants);
        of_handling(ui, input, wants);
        command(ui, input, Action::DimensionSelected, wants);
    } else if let Some(ConstraintKind::Motor(motor)) = scene.constraint(id).map(|it| &it.kind) {
        of_motor(ui, id, motor, "", wants);
    } else if let Some(joint) = scene.constraint(id) {
        of_motors_about(ui, input, joint, wants);
        let breaks = joint.kind.breaks_at().is_some();
        let changed = joint.kind.clone().breaking(!breaks);
        let text = if breaks {
            "Let it never break"
        } else {
            "Let it break"
        };
        if changed != joint.kind && line(ui, text) {
            let kind = changed;
            wants.intend(Intent::SetConstraint { id, kind });
        }
    }
    if let Some(joint) = scene.constraint(id) {
        replace_by(ui, input, id, joint, wants);
    }
    if scene
        .item(id)
        .is_some_and(|item| !item.is_passive() && item.as_part().is_none())
        && line(ui, "Fit to the present pose")
    {
        wants.intend(Intent::Refit(id));
    }
    if scene.constraint(id).is_some() {
        command(ui, input, Action::DimensionSelected, wants);
    }
    if action::entry(Action::Write).is_some_and(|it| (it.enabled)(input.editor)) {
        command(ui, input, Action::Write, wants);
    }
    let is_note = scene.item(id).is_some_and(|it| it.as_note().is_some());
    let records = !is_note && line(ui, "Record…");
    for action in [Action::Cut, Action::Copy, Action::Delete] {
        command(ui, input, action, wants);
    }
    ui.separator();
    command(ui, input, Action::Fit, wants);
    records
}

/// Buttons that replace a joint by another kind between the same ends.
fn replace_by(ui: &mut Ui, input: &UiInput, id: Id, joint: &Constraint, wants: &mut Wants) {
    if !PLAIN.contains(&joint.kind.id()) {
        return;
    }
    let takes = |(end, slot): (&Attach, &Slot)| {
        let part = end.part.and_then(|part| input.editor.scene().part(part));
        !slot.needs_angle() || part.is_none_or(|part| part.shape.motion().turns())
    };
    let mut kinds = ConstraintKind::catalogue();
    kinds.retain(|kind| {
        let fits = PLAIN.contains(&kind.id()) && kind.id() != joint.kind.id();
        fits && joint.ends.iter().zip(kind.slots()).all(takes)
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        ui.weak("Replace by");
        let ends: Vec<_> = joint.ends.iter().map(|end| input.editor.ports(*end)).collect();
        for mut kind in kinds {
            kind.fit(&ends);
            // A rod between coincident ends would have no length.
            if kind
                .parameters()
                .iter()
                .any(|it| it.value < it.min || it.value > it.max)
            {
                continue;
            }
            if ui.small_button(kind.label()).clicked() {
                wants.intend(Intent::SetConstraint { id, kind });
            }
        }
    });
}

/// The quantities of an item that a scope can record.
fn record(ui: &mut Ui, input: &UiInput, id: Id, wants: &mut Wants) {
    let scene = input.editor.scene();
    ui.weak(format!("Record of {}", scene.name(Some(id))));
    let picked = scene.item(id).and_then(|item| lab::quantities(ui, item));
    if let Some(text) = picked {
        wants.intend(Intent::AddSignal(text));
    }
}

/// Lines for the clicked point of a part, or for a hole near it.
fn of_point(ui: &mut Ui, input: &UiInput, id: Id, at: Vec2, wants: &mut Wants) {
    let (editor, view) = (input.editor, input.editor.view());
    let (Some(part), Some(pose)) = (editor.scene().part(id), editor.pose(id)) else {
        return;
    };
    let world = view.world_from_screen(at);
    let holes = part.shape.snap_points().into_iter().map(|it| it.at);
    let distance = |at: &Vec2| pose.point(*at).distance(world);
    let hole = holes.min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let near = hole.filter(|at| distance(at) <= view.metres(NEAR));
    let at = near.unwrap_or_else(|| pose.local_point(world));
    if line(ui, "Trace this point") {
        wants.intend(Intent::Trace { id, at });
    }
    if !part.fixed && line(ui, "Pin to the ground here") {
        wants.intend(Intent::PinToGround { id, at });
    }
}

/// Commands that change how the selected parts respond to the pointer: group, lock, hide, layer.
fn of_handling(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    for action in [Action::Group, Action::Ungroup, Action::Lock, Action::Hide] {
        if action::entry(action).is_some_and(|it| (it.enabled)(input.editor)) {
            command(ui, input, action, wants);
        }
    }
    for action in [Action::LayerUp, Action::LayerDown] {
        command(ui, input, action, wants);
    }
}

/// Lines for the motors between the parts of a pin: the pin is drawn over them, so that a click meets the pin.
fn of_motors_about(ui: &mut Ui, input: &UiInput, pin: &Constraint, wants: &mut Wants) {
    let ConstraintKind::Pin(_) = pin.kind else { return };
    let parts = |it: &Constraint| it.ends.iter().map(|end| end.part).collect::<BTreeSet<_>>();
    for (id, it) in input.editor.scene().constraints() {
        if let ConstraintKind::Motor(motor) = &it.kind
            && parts(it) == parts(pin)
        {
            of_motor(ui, id, motor, " the motor", wants);
        }
    }
}

fn of_motor(ui: &mut Ui, id: Id, motor: &Motor, which: &str, wants: &mut Wants) {
    let mut changed = motor.clone();
    if line(ui, &format!("Reverse{which}")) {
        changed.speed = -motor.speed;
    }
    let switch = if motor.off { "Switch on" } else { "Switch off" };
    if line(ui, &format!("{switch}{which}")) {
        changed.off = !motor.off;
    }
    if changed != *motor {
        let kind = ConstraintKind::Motor(changed);
        wants.intend(Intent::SetConstraint { id, kind });
    }
}

fn of_canvas(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    for action in [Action::Paste, Action::SelectAll] {
        command(ui, input, action, wants);
    }
    for action in [Action::UnlockAll, Action::ShowAll] {
        if action::entry(action).is_some_and(|it| (it.enabled)(input.editor)) {
            command(ui, input, action, wants);
        }
    }
    ui.separator();
    for action in [
        Action::FitAll,
        Action::ToggleGrid,
        Action::KeepPose,
        Action::Assemble,
    ] {
        command(ui, input, action, wants);
    }
}
