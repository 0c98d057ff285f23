//! Number fields: drag, type, double click to reset. A field shows the current value and returns the requested one.

use egui::{DragValue, Response, Ui};

use super::format;
use super::number_context;
use super::typed::{self, Fault, Field, Typed};
use crate::constraints::{Names, expected_of, names_in, quantity_in};
use crate::parameter::{LengthUnit, Unit, is_noise, shortest_decimal};

/// A change requested in a number field.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The new value, in SI.
    pub value: f64,
    /// Whether the gesture ends here.
    pub done: bool,
    /// The typed text, where it refers to named parameters.
    pub formula: Option<String>,
}

/// Formula context of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Given<'a> {
    /// The available named parameters.
    pub names: &'a Names,
    /// The formula of the number, if it has one.
    pub formula: Option<&'a str>,
}

/// A value read from a field, with its formula.
struct Read {
    value: f64,
    formula: Option<String>,
}

/// A number to be shown and edited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number<'a> {
    /// Its name, for display, tests and screen readers.
    pub label: &'a str,
    /// Its value, in SI.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// The value that a double click resets to.
    pub reset: Option<f64>,
    /// Whether the field stands for several items with different values.
    pub various: bool,
    /// Text after the number, where that is not its unit.
    pub suffix: Option<&'a str>,
    /// Text shown in place of 0.
    pub nothing: Option<&'a str>,
    /// Its description, one sentence.
    pub help: Option<&'a str>,
    /// Named parameters that may define it; `None` where only plain numbers are accepted.
    pub given: Option<Given<'a>>,
    /// Unit of lengths; set when the field is shown.
    pub lengths: LengthUnit,
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
            nothing: None,
            help: None,
            given: None,
            lengths: LengthUnit::default(),
        }
    }
    /// Sets the formula context.
    pub fn given(self, given: Given<'a>) -> Self {
        Number {
            given: Some(given),
            ..self
        }
    }
    /// Sets the bounds.
    pub fn range(self, min: f64, max: f64) -> Self {
        Number {
            range: (min, max),
            ..self
        }
    }
    /// Sets the value that a double click resets to.
    pub fn reset(self, value: f64) -> Self {
        Number {
            reset: Some(value),
            ..self
        }
    }

    /// Sets the description.
    pub fn help(self, help: &'a str) -> Self {
        Number {
            help: Some(help),
            ..self
        }
    }

    /// Sets the text after the number, in place of its unit.
    pub fn suffix(self, suffix: &'a str) -> Self {
        Number {
            suffix: Some(suffix),
            ..self
        }
    }
    fn suffix_text(&self) -> String {
        match (self.suffix, self.unit) {
            (Some(suffix), _) => suffix.to_owned(),
            (None, Unit::Metre) => format!(" {}", self.lengths.word()),
            (None, unit) => format::suffix(unit),
        }
    }

    /// Shows the field alone, named by a label on the screen or else by its own name.
    pub fn show(&self, ui: &mut Ui, label: Option<egui::Id>) -> Option<Wanted> {
        let lengths = number_context::lengths(ui);
        Number { lengths, ..*self }.field(ui, label)
    }

    fn field(&self, ui: &mut Ui, label: Option<egui::Id>) -> Option<Wanted> {
        // Same id for the drag value and the text field: they are one widget.
        let id = ui.next_auto_id();
        number_context::take_focus(ui, self.label, id);
        let read = |text: &str| self.read(text);
        let text = match self.formula() {
            Some(formula) => formula.to_owned(),
            None if self.various => String::new(),
            None => format::exact(self.seen() * self.factor()),
        };
        let (response, left, wanted) = if typed::has_keyboard(ui, id) {
            let field = Field {
                id,
                label: self.label,
                text: &text,
                width: None,
            };
            let (response, typed) = typed::edit(ui, &field, read, |it, steps| {
                Some(format::exact(it.value * self.factor() + steps * self.speed()))
            });
            (response, Typed::Nothing, entered(typed))
        } else {
            let left = typed::left(ui, id, self.label, &text, read);
            let (response, value) = self.drag(ui);
            let wanted = self.wanted(ui, &response, value);
            (response, left, wanted)
        };
        // Screen readers see the same widget in both forms.
        let info = || egui::WidgetInfo {
            label: label.is_none().then(|| self.label.to_owned()),
            ..egui::WidgetInfo::drag_value(true, self.value)
        };
        response.widget_info(info);
        if let Some(id) = label {
            response.labelled_by(id);
        }
        entered(left).or(wanted)
    }

    /// The value to display: rounding noise around zero is shown as zero.
    fn seen(&self) -> f64 {
        if is_noise(self.value, self.unit) {
            0.0
        } else {
            self.value
        }
    }

    fn formula(&self) -> Option<&'a str> {
        self.given?.formula
    }

    /// The field while it is not being typed into; returns its value in SI after a drag.
    fn drag(&self, ui: &mut Ui) -> (Response, f64) {
        let factor = self.factor();
        let mut shown = self.seen() * factor;
        let word = match self.nothing.filter(|_| shown == 0.0) {
            _ if self.various => Some("various"),
            word => word,
        };
        let field = DragValue::new(&mut shown)
            .range(self.range.0 * factor..=self.range.1 * factor)
            .clamp_existing_to_range(false)
            .speed(self.speed())
            .prefix(if self.formula().is_some() { "= " } else { "" })
            .suffix(word.map_or_else(|| self.suffix_text(), |_| String::new()))
            .custom_formatter(move |value, _| word.map_or_else(|| format::plain(value), str::to_owned));
        let response = ui.add(field).on_hover_text(self.hover_text(factor));
        let value = match self.unit {
            Unit::Metre => self.lengths.metres(shortest_decimal(shown)),
            _ => shortest_decimal(shown) / factor,
        };
        (response, value)
    }

    /// Parses the typed text; the value is in SI.
    fn read(&self, text: &str) -> Result<Read, Fault> {
        let none = Names::new();
        let names = self.given.map_or(&none, |it| it.names);
        let value = quantity_in(text, self.unit, names, self.lengths).map_err(|mistake| Fault {
            at: mistake.at,
            sentence: mistake.sentence,
        })?;
        let (low, high) = self.range;
        if value < low || value > high {
            let sentence = format!("give {}", self.range_text());
            return Err(Fault { at: 0, sentence });
        }
        let formula = (!names_in(text).is_empty()).then(|| text.to_owned());
        Ok(Read { value, formula })
    }

    fn factor(&self) -> f64 {
        match self.unit {
            Unit::Metre => self.lengths.per_metre(),
            unit => format::shown_per_si(unit),
        }
    }

    /// Change of the displayed number per point of dragging.
    fn speed(&self) -> f64 {
        (0.01 * (self.value * self.factor()).abs()).max(self.least_speed())
    }

    /// The range in words, such as "a number from 0 to 90°".
    fn range_text(&self) -> String {
        let (low, high) = self.range;
        let end = |value: f64| format::plain(value * self.factor());
        format!(
            "a number from {} to {}{}",
            end(low),
            end(high),
            self.suffix_text()
        )
    }

    fn wanted(&self, ui: &Ui, response: &Response, value: f64) -> Option<Wanted> {
        if response.double_clicked()
            && let Some(value) = self.reset
        {
            ui.memory_mut(|memory| memory.surrender_focus(response.id));
            return Some(plain(value, true));
        }
        if response.drag_stopped() {
            return Some(plain(value, true));
        }
        response.changed().then(|| plain(value, !response.dragged()))
    }

    /// Minimum change per point of dragging, where the value itself is too small to give a scale.
    fn least_speed(&self) -> f64 {
        match self.unit {
            Unit::Radian => 0.5,
            Unit::Second => 1e-3,
            Unit::Metre => 5e-3 * self.lengths.per_metre(),
            _ => 5e-3,
        }
    }

    fn hover_text(&self, factor: f64) -> String {
        let mut text = self.help.map_or_else(String::new, |help| format!("{help}\n"));
        text += &format!("{}: {}.", self.label, self.range_text());
        if self.suffix.is_none() {
            text += &format!("\nClick to type {}.", expected_of(self.unit));
        }
        if let Some(word) = self.nothing {
            text += &format!("\n0 is {word}.");
        }
        if let Some(formula) = self.formula() {
            text += &format!("\nGiven by {formula}.");
        }
        if let Some(reset) = self.reset {
            text += &format!("\nDouble click: back to {}", format::plain(reset * factor));
        }
        text
    }
}

fn plain(value: f64, done: bool) -> Wanted {
    Wanted {
        value,
        done,
        formula: None,
    }
}

fn entered(typed: Typed<Read>) -> Option<Wanted> {
    match typed {
        Typed::Entered(Read { value, formula }) => Some(Wanted {
            formula,
            ..plain(value, true)
        }),
        Typed::Nothing => None,
    }
}
