//! A parameter: a named number of a part, constraint or force, with its unit and range.
//!
//! One static list per kind serves the inspector, the checks of a scene file, and the tests that try both
//! ends of each range.

mod catalogue;
mod length_unit;
mod list;
mod shortened;
mod unit;
mod written;

pub(crate) use self::catalogue::catalogue;
pub use self::length_unit::LengthUnit;
pub(crate) use self::list::parameters;
pub use self::shortened::{bounded, shortened};
pub use self::unit::Unit;
pub use self::written::{fixed, metric};

/// What there is to know about a parameter of a kind `T`.
pub struct Parameter<T: ?Sized> {
    /// Name in scene files and edits.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Smallest legal value.
    pub min: f64,
    /// Largest legal value.
    pub max: f64,
    /// Reads it.
    pub get: fn(&T) -> f64,
    /// Writes it.
    pub set: fn(&mut T, f64),
}

/// A parameter with its value, free of the type it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterValue {
    /// Name in scene files and edits.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Smallest legal value.
    pub min: f64,
    /// Largest legal value.
    pub max: f64,
    /// The value now.
    pub value: f64,
}

/// A number as a sentence has it: with an exponent where it would have a row of noughts.
pub fn in_text(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&size) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

impl ParameterValue {
    /// What is wrong with the value, as the end of a sentence, or nothing.
    pub fn problem(&self) -> Option<String> {
        self.problem_of(self.key)
    }

    /// The same with other words for what has the value.
    pub fn problem_of(&self, what: &str) -> Option<String> {
        let Self {
            min,
            max,
            value,
            unit,
            ..
        } = *self;
        let told = || in_text(value);
        if !value.is_finite() {
            Some(format!("{what} is {}; give a finite number", told()))
        } else if value < min || value > max {
            let unit = unit.to_string();
            let space = if unit.is_empty() { "" } else { " " };
            Some(format!(
                "{what} is {}; give a number from {min} to {max}{space}{unit}",
                told()
            ))
        } else if unit.whole(value) != value {
            Some(format!("{what} is {}; give a whole number", told()))
        } else {
            None
        }
    }
}

/// A parameter that is one of few words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Name in edits.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// What there is to choose from: a word, and a sentence on what it does.
    pub options: &'static [(&'static str, &'static str)],
    /// Which of them it is.
    pub chosen: usize,
}

impl Choice {
    /// The choice of whether a drive runs.
    pub fn switch(off: bool) -> Self {
        Self {
            key: "off",
            label: "Switched",
            options: &[
                ("On", "It drives."),
                ("Off", "It lets go: what it drove moves freely."),
            ],
            chosen: usize::from(off),
        }
    }
}

/// A parameter that is written: an expression, a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Name in edits.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// How it is written, as a sentence.
    pub help: &'static str,
    /// The text now.
    pub value: String,
}

/// The short decimal that a computed number was meant to be: 0.30000000000000004 is 0.3. What no decimal of twelve
/// digits explains to the last bits (a square root, say) is left as it is.
pub fn tidy(value: f64) -> f64 {
    let near = format!("{value:.11e}").parse().unwrap_or(value);
    let off: f64 = near - value;
    if off.abs() <= 4.0 * f64::EPSILON * value.abs() {
        near
    } else {
        value
    }
}

/// Least and greatest size that a part is given by hand; nothing is put further from the origin either (m).
pub const SIZES: [f64; 2] = [1e-3, 1e4];

/// Lengths and angles below this are what rounding left (m, rad).
const NOISE: f64 = 1e-12;

/// Whether a number in SI is a length or an angle that rounding left of nothing.
pub fn is_noise(value: f64, unit: Unit) -> bool {
    matches!(unit, Unit::Metre | Unit::Radian) && value.abs() < NOISE
}

/// What is smaller has digits of its own beyond twelve places.
const WHOLE: f64 = 1e-4;

/// A number of an edit, in SI, without what rounding left of it: a length or an angle that is noise is nothing, and what is but for its last
/// bits a decimal of twelve places is that decimal. A number of a run is left as it is.
pub fn settled(value: f64, unit: Unit) -> f64 {
    // Nothing has no sign.
    if value == 0.0 || is_noise(value, unit) {
        return 0.0;
    }
    let short = tidy(value);
    if short != value {
        return short;
    }
    // What was added up from larger numbers has their last bits.
    let near: f64 = format!("{value:.12}").parse().unwrap_or(value);
    let of_larger = value.abs() > WHOLE && (near - value).abs() <= 4.0 * f64::EPSILON;
    if of_larger { near } else { value }
}

/// Something with a list of parameters.
pub trait Parameters {
    /// All of them with their values, in the order shown.
    fn parameters(&self) -> Vec<ParameterValue>;
    /// Sets one by its key; false when there is none of that name. No range check.
    fn set_parameter(&mut self, key: &str, value: f64) -> bool;
    /// Fastest angular frequency that it prescribes (rad/s); 0 where it follows no programme in time.
    fn pace(&self) -> f64 {
        0.0
    }
    /// Multiplies what its programme comes to by the factor of the programme's unit; false where it follows none.
    fn scale_programme(&mut self, _factor: &dyn Fn(Unit) -> f64) -> bool {
        false
    }
    /// Parameters that are a choice.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }
    /// Takes an option of a choice; false when there is none of that name.
    fn choose(&mut self, _key: &str, _option: usize) -> bool {
        false
    }
    /// Parameters that are written.
    fn texts(&self) -> Vec<Text> {
        Vec::new()
    }
    /// Writes one.
    ///
    /// # Errors
    /// A sentence on what is wrong with the text; nothing is changed then.
    fn set_text(&mut self, key: &str, _text: &str) -> Result<(), String> {
        Err(format!("there is nothing to write named {key}"))
    }
    /// How many characters of a text that [`Parameters::set_text`] refuses come before what is wrong with it,
    /// where that can be said.
    fn mistake_at(&self, _key: &str, _text: &str) -> Option<usize> {
        None
    }
}
