//! What is under the pointer in a plot, in a tool tip: the plot's own label is cut off at its right edge, and curves run through it.

use std::cell::RefCell;

use egui::{Id, Label, Response, Ui};
use egui_plot::{Plot, PlotPoint};

/// What the plot would say.
#[derive(Default)]
pub struct Pointed(RefCell<String>);

impl Pointed {
    /// A plot that gives these words of a named curve's point, or of a place that is near none, to the tool tip.
    pub fn listen<'a>(&'a self, plot: Plot<'a>, words: impl Fn(&str, &PlotPoint) -> String + 'a) -> Plot<'a> {
        plot.label_formatter(move |name, at| {
            *self.0.borrow_mut() = words(name, at);
            String::new()
        })
    }

    /// Shows them, without the delay of other tool tips: they follow the pointer.
    pub fn tell(self, ui: &Ui, plot: &Response) {
        let words = self.0.into_inner();
        // A menu or a list that is open has the pointer's attention, and nothing is to lie over it.
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

/// The words behind the name of a curve, if there is one.
pub fn named(name: &str, words: &str) -> String {
    if name.is_empty() {
        words.to_owned()
    } else {
        format!("{name}\n{words}")
    }
}
