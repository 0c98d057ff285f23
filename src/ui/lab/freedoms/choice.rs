//! Choice among the free motions, one page at a time.

use egui::{Button, Ui, WidgetInfo, WidgetType};

use crate::lab::{Freedoms, PAGE};
use crate::ui::UiInput;
use crate::ui::lab::place;

/// Buttons for a page of motions, each named by the part that moves most; returns the newly chosen index, which may be that of the first
/// motion not computed yet.
pub(super) fn choice(ui: &mut Ui, input: &UiInput, found: &Freedoms, chosen: usize) -> Option<usize> {
    let mut other = None;
    ui.horizontal_wrapped(|ui| {
        let first = chosen - chosen % PAGE;
        for (index, motion) in found.motions.iter().enumerate().skip(first).take(PAGE) {
            let part = input.snapshot.model.bodies.get(motion.most).map(|body| body.id);
            let name = part.map_or("", |id| place::name(input, id));
            let button = ui.selectable_label(chosen == index, format!("{} {name}", index + 1));
            let help = "A motion that all constraints allow; this part moves most.";
            if button.on_hover_text(help).clicked() {
                other = Some(index);
            }
        }
        let all = found.motions.len() + found.more;
        if all <= PAGE {
            return;
        }
        let last = (first + PAGE).min(all);
        for (label, name, target) in [
            ("‹", "Motions before", first.checked_sub(PAGE)),
            ("›", "More motions", Some(last).filter(|last| *last < all)),
        ] {
            let button = ui.add_enabled(target.is_some(), Button::new(label).small());
            button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
            if button.on_hover_text(name).clicked() {
                other = target;
            }
        }
        ui.label(format!("{} to {last} of {all}", first + 1))
            .on_hover_text("Free motions that are shown here, of all that there are.");
    });
    other
}
