//! Shows a plot's values under the pointer in a tooltip: the plot's own label is cut off at its right edge and crossed by curves.

use std::cell::RefCell;

use egui::{Id, Label, Response, Ui};
use egui_plot::{Plot, PlotPoint};

/// The label text that the plot would show.
#[derive(Default)]
pub struct Pointed(RefCell<String>);

impl Pointed {
    /// Makes a plot pass the words for the point under the pointer to the tooltip: `words` gets the name of the curve, or "" away from curves.
    pub fn listen<'a>(&'a self, plot: Plot<'a>, words: impl Fn(&str, &PlotPoint) -> String + 'a) -> Plot<'a> {
        plot.label_formatter(move |name, at| {
            *self.0.borrow_mut() = words(name, at);
            String::new()
        })
    }

    /// Shows the tooltip, without the usual delay, as it follows the pointer.
    pub fn tell(self, ui: &Ui, plot: &Response) {
        let words = self.0.into_inner();
        // An open menu or list must not be covered.
        let is_menu_open = ui.ctx().memory(|memory| {
            let layers = memory.areas().visible_layer_ids();
            layers.iter().any(|it| it.order == egui::Order::Foreground)
        });
        if plot.hovered() && !words.is_empty() && !is_menu_open {
            let id: Id = plot.id.with("pointed");
            egui::show_tooltip_at_pointer(ui.ctx(), ui.layer_id(), id, |ui| {
                ui.add(Label::new(words).extend());
            });
        }
    }
}

/// Puts the words below the name of a curve, if there is one.
pub fn named(name: &str, words: &str) -> String {
    if name.is_empty() {
        words.to_owned()
    } else {
        format!("{name}\n{words}")
    }
}
