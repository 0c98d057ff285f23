//! Commands for a copy in the race: swap with it, adopt it, change its settings, remove it.

use egui::{Ui, WidgetInfo, WidgetType};

use super::lane::lag;
use super::letter::name;
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Settings, Stabilisation};
use crate::ui::form::number_row;
use crate::ui::number::Number;
use crate::ui::{Panels, UiInput, Wants, solver_panel};
use crate::worker::race::MAX_LAG;
use crate::worker::{Contender, RaceOrder, Scheme};

pub(super) fn buttons(
    ui: &mut Ui,
    input: &UiInput,
    runner: &Contender,
    panels: &mut Panels,
    wants: &mut Wants,
) {
    let (id, name) = (runner.id, name(runner.slot));
    // The leader's scheme is part of the scene, so that adopting a scheme is an edit.
    let adopt = |wants: &mut Wants, order: RaceOrder| {
        let settings = runner.scheme.over(&input.editor.scene().settings);
        wants.intend(Intent::SetSettings { settings, done: true });
        wants.intend(Intent::Race(order));
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let late = lag(input, runner) > MAX_LAG;
        let swap = ui.add_enabled(!late, egui::Button::new(format!("Swap with {name}")).small());
        let help = "A takes over this state and this way of computing, and this one those of A.";
        let swap = swap.on_hover_text(help).on_disabled_hover_text(
            "Not while it is behind: time would go back for all others. Pause until it has caught up.",
        );
        if swap.clicked() {
            let leader = Scheme::of(&input.editor.scene().settings);
            adopt(wants, RaceOrder::Swap(id, leader));
        }
        let take = ui.small_button(format!("Take {name}"));
        let help = "Go on with this state and this way of computing; the race ends. Where it is behind, time goes back to it.";
        if take.on_hover_text(help).clicked() {
            adopt(wants, RaceOrder::Take(id));
        }
        let open = panels.opened_runner == Some(id);
        let change = ui.selectable_label(open, format!("Change {name}"));
        if change
            .on_hover_text("Method, integrator, step and feedback of this one.")
            .clicked()
        {
            panels.opened_runner = (!open).then_some(id);
        }
        let remove = ui.small_button("×");
        let label = format!("Remove {name}");
        remove.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &label));
        if remove.on_hover_text(&label).clicked() {
            wants.intend(Intent::Race(RaceOrder::Remove(id)));
        }
    });
}

/// The settings in which a runner can differ.
pub(super) fn settings(ui: &mut Ui, input: &UiInput, runner: &Contender, wants: &mut Wants) {
    let now = runner.scheme.over(&input.editor.scene().settings);
    let mut set = |settings: Settings, _: bool| {
        wants.intend(Intent::Race(RaceOrder::Change(runner.id, Scheme::of(&settings))));
    };
    solver_panel::method(ui, now, &mut set);
    solver_panel::integrator(ui, now, &mut set);
    solver_panel::rate(ui, now, &mut set);
    solver_panel::sub_steps(ui, now, &mut set);
    solver_panel::stabilisation(ui, now, &mut set);
    if now.stabilisation == Stabilisation::Baumgarte {
        let field = Number::new("ks (1/s²)", now.ks, Unit::One)
            .range(0.0, 1e8)
            .help("Pull of the feedback on C.");
        if let Some(wanted) = number_row(ui, &field) {
            let ks = wanted.value;
            set(Settings { ks, ..now }, wanted.done);
        }
        let field = Number::new("kd (1/s)", now.kd, Unit::One)
            .range(0.0, 1e5)
            .help("Pull of the feedback on the rate of C.");
        if let Some(wanted) = number_row(ui, &field) {
            let kd = wanted.value;
            set(Settings { kd, ..now }, wanted.done);
        }
    }
}
