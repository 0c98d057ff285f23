//! What a force exerts at the moment, and the length or angle from which that follows.

use egui::Ui;

use super::measured::in_words;
use crate::constraints::Slot;
use crate::parameter::Unit;
use crate::scene::{Force, Id};
use crate::ui::inspector::{reading, recorded};
use crate::ui::{UiInput, Wants, format, number_context};

/// The readings of a force in the state that is shown.
pub(super) fn exerted(ui: &mut Ui, input: &UiInput, id: Id, force: &Force, wants: &mut Wants) {
    let (model, state) = (&input.snapshot.model, &input.snapshot.state);
    let Some(load) = model.loads.iter().find(|load| load.id == id) else {
        return;
    };
    let count = load.ends.len();
    let ends = model.end_ports(&load.ends, &state.q, &state.v);
    let effect = load.kind.evaluate(&ends[..count], state.time);
    let Some(last) = count.checked_sub(1) else { return };
    let slots = load.kind.slots();
    let turns = slots.iter().all(|slot| *slot == Slot::Angle);
    let help = "What it exerts on its last end in the state that is shown.";
    if turns {
        if count > 1 {
            let angle = ends[last].angle.value - ends[0].angle.value;
            reading(ui, "Angle now", format!("{}°", format::plain(angle.to_degrees())));
        }
        let words = in_words(&[effect.torque[last]], Unit::NewtonMetre, false);
        recorded(ui, ("Torque", words), (&force.name, &["torque"]), wants).on_hover_text(help);
        return;
    }
    let pull = if count > 1 {
        let across = ends[last].point.value - ends[0].point.value;
        let unit = number_context::lengths(ui);
        let length = format!(
            "{} {}",
            format::plain(across.length() * unit.per_metre()),
            unit.word()
        );
        recorded(ui, ("Length now", length), (&force.name, &["length"]), wants)
            .on_hover_text("Distance of its ends in the state that is shown.");
        effect.force[last].dot(across.normalize_or_zero())
    } else {
        effect.force[last].length()
    };
    let words = in_words(&[pull], Unit::Newton, count > 1);
    recorded(ui, ("Force", words), (&force.name, &["force"]), wants).on_hover_text(help);
}
