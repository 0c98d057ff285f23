//! Fields for numbers: drag, type, double click to reset. A field shows what is and says what is wanted.

use egui::{DragValue, Response, Ui};

/// Share of a row's width that its label takes.
const LABEL_SHARE: f32 = 0.42;
/// The same where two fields stand beside it.
const PAIR_LABEL_SHARE: f32 = 0.26;

use super::format;
use crate::parameter::Unit;

/// What a field of a number asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// The new value, in SI.
    pub value: f64,
    /// Whether the gesture ends here.
    pub done: bool,
}

/// A number to be shown and changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number<'a> {
    /// Its name, for people, tests and readers.
    pub label: &'a str,
    /// Its value, in SI.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// What a double click makes of it.
    pub reset: Option<f64>,
    /// Whether several items with different values are meant.
    pub various: bool,
    /// What stands behind the number where that is not its unit.
    pub suffix: Option<&'a str>,
}

impl<'a> Number<'a> {
    /// A number without bounds.
    pub fn new(label: &'a str, value: f64, unit: Unit) -> Number<'a> {
        Number {
            label,
            value,
            unit,
            range: (-1e9, 1e9),
            reset: None,
            various: false,
            suffix: None,
        }
    }
    /// With bounds.
    pub fn range(self, min: f64, max: f64) -> Self {
        Number {
            range: (min, max),
            ..self
        }
    }
    /// With a value that a double click goes back to.
    pub fn reset(self, value: f64) -> Self {
        Number {
            reset: Some(value),
            ..self
        }
    }

    /// With other words behind it than its unit.
    pub fn suffix(self, suffix: &'a str) -> Self {
        Number {
            suffix: Some(suffix),
            ..self
        }
    }
    fn suffix_text(&self) -> String {
        self.suffix
            .map_or_else(|| format::suffix(self.unit), str::to_owned)
    }

    /// The field alone, named by a label that is on the screen or else by its own.
    pub fn show(&self, ui: &mut Ui, label: Option<egui::Id>) -> Option<Wanted> {
        let factor = format::shown_per_si(self.unit);
        let mut shown = self.value * factor;
        let speed = (0.01 * shown.abs()).max(self.least_speed());
        let various = self.various;
        let field = DragValue::new(&mut shown)
            .range(self.range.0 * factor..=self.range.1 * factor)
            .clamp_existing_to_range(false)
            .speed(speed)
            .update_while_editing(false)
            .suffix(self.suffix_text())
            .custom_formatter(move |value, _| {
                if various {
                    "various".to_owned()
                } else {
                    format::plain(value)
                }
            })
            .custom_parser(parse);
        let mut response = ui.add(field);
        match label {
            Some(id) => response = response.labelled_by(id),
            None => response.widget_info(|| egui::WidgetInfo::drag_value(true, self.value)),
        }
        let hover = self.hover_text(factor);
        let wanted = self.wanted(ui, &response, shown / factor);
        response.on_hover_text(hover);
        wanted
    }

    fn wanted(&self, ui: &Ui, response: &Response, value: f64) -> Option<Wanted> {
        if response.double_clicked()
            && let Some(value) = self.reset
        {
            ui.memory_mut(|memory| memory.surrender_focus(response.id));
            return Some(Wanted { value, done: true });
        }
        if response.drag_stopped() {
            return Some(Wanted { value, done: true });
        }
        response.changed().then_some(Wanted {
            value,
            done: !response.dragged(),
        })
    }

    /// Change by one point of a drag, where the value itself gives no measure.
    fn least_speed(&self) -> f64 {
        match self.unit {
            Unit::Radian => 0.5,
            Unit::Second => 1e-3,
            _ => 5e-3,
        }
    }

    fn hover_text(&self, factor: f64) -> String {
        let (low, high) = (self.range.0 * factor, self.range.1 * factor);
        let mut text = format!(
            "{}: from {} to {}{}",
            self.label,
            format::plain(low),
            format::plain(high),
            self.suffix_text()
        );
        if let Some(reset) = self.reset {
            text += &format!("\nDouble click: back to {}", format::plain(reset * factor));
        }
        text
    }
}

/// Reads a number with or without a unit behind it; a comma counts as a point.
fn parse(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', ".");
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c)))
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

/// The label at the left of a row, cut off where it is too long.
pub fn row_label(ui: &mut Ui, label: &str) -> Response {
    sized_label(ui, label, LABEL_SHARE)
}

fn sized_label(ui: &mut Ui, label: &str, share: f32) -> Response {
    let width = share * ui.available_width();
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, 20.0), layout, |ui| {
        ui.set_min_width(width);
        ui.add(egui::Label::new(egui::RichText::new(label).size(12.0)).truncate())
    })
    .inner
}

/// A row of a form: the label on the left, the field on the right.
pub fn row<R>(ui: &mut Ui, label: &str, field: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        row_label(ui, label);
        field(ui)
    })
    .inner
}

/// A row with a number.
pub fn number_row(ui: &mut Ui, number: &Number) -> Option<Wanted> {
    ui.horizontal(|ui| {
        let label = row_label(ui, number.label);
        number.show(ui, Some(label.id))
    })
    .inner
}

/// A row with two numbers side by side, as the coordinates of a point.
pub fn pair_row(ui: &mut Ui, label: &str, pair: [&Number; 2]) -> [Option<Wanted>; 2] {
    ui.horizontal(|ui| {
        sized_label(ui, label, PAIR_LABEL_SHARE);
        ui.spacing_mut().item_spacing.x = 4.0;
        pair.map(|number| number.show(ui, None))
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_numbers_may_carry_a_unit() {
        assert_eq!(parse("1,5 m"), Some(1.5));
        assert_eq!(parse(" -3e-2"), Some(-0.03));
        assert_eq!(parse("90°"), Some(90.0));
        assert_eq!(parse("bar"), None);
    }
}
