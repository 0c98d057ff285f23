//! Warning that the run is no longer to be trusted, with possible remedies.

use egui::Ui;

use super::banner::{banner, select_it};
use super::{UiInput, Wants, style};
use crate::editor::{Action, Intent};
use crate::scene::Id;
use crate::sim::Breach;

/// Says since when the run is not to be trusted, unless the user chose settings that are known to stray.
pub(super) fn show(ui: &mut Ui, input: &UiInput, breach: &Breach, wants: &mut Wants) {
    let settings = input.snapshot.settings();
    if expected_of(input, breach).is_some() {
        return;
    }
    let name = breach.item.map(|id| input.editor.scene().name(Some(id)));
    let impossible = impossible(input, breach);
    banner(ui, input, style::color(input.theme.warn), |ui| {
        ui.label(format!("Not to be trusted {}.", breach.sentence(name)));
        if let Some(why) = &impossible {
            ui.label(why);
        }
        if let Some(id) = breach.item {
            select_it(ui, wants, std::iter::once(id));
        }
        if impossible.is_some() {
            if input.snapshot.history > 0
                && ui
                    .button("Reset")
                    .on_hover_text("Back to the built pose")
                    .clicked()
            {
                wants.act(Action::Reset);
            }
            return;
        }
        if let Some(parting) = breach.parting() {
            ui.label(format!("What helps: {parting}."));
        } else if breach.is_as_built()
            && ui
                .button("Assemble")
                .on_hover_text("Move the parts at the start until the joints close; else give the joint the offset or length at which they stand")
                .clicked()
        {
            wants.act(Action::Assemble);
        }
        for remedy in breach.remedies(settings) {
            if let Some(settings) = remedy.apply(settings)
                && ui.button(remedy.label()).clicked()
            {
                wants.intend(Intent::SetSettings { settings, done: true });
            }
        }
    });
}

/// The choice of settings that is known to lead to the breach; none is to blame for what no setting can meet.
pub(super) fn expected_of(input: &UiInput, breach: &Breach) -> Option<&'static str> {
    let choice = breach.expected_of(input.snapshot.settings());
    choice.filter(|_| impossible(input, breach).is_none())
}

/// Why no step length or method would keep the machine together, and the remedy; `None` where they might.
fn impossible(input: &UiInput, breach: &Breach) -> Option<String> {
    let id = breach.item?;
    if breach.quantity.is_of_rows()
        && let Some(blocked) = input.editor.blocked_drive(id)
    {
        return Some(format!("No setting mends that: {blocked}."));
    }
    let freedom = input.snapshot.freedom.as_deref()?;
    let scene = input.editor.scene();
    let names = |ids: &[Id]| ids.iter().map(|id| scene.name(Some(*id))).collect::<Vec<_>>();
    breach.unmeetable(
        Some(scene.name(Some(id))),
        &names(&freedom.contradictory),
        &names(&freedom.singular),
    )
}
