//! Parameters: named numbers of a part, constraint or force, with unit and range.
//!
//! One static list per kind serves the inspector, the checks of scene files, and the tests that try both ends of each range.

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

/// Description of a parameter of the type `T`.
pub struct Parameter<T: ?Sized> {
    /// Name in scene files and edits.
    pub key: &'static str,
    /// Name shown to the user.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Smallest legal value.
    pub min: f64,
    /// Largest legal value.
    pub max: f64,
    /// Reads the value.
    pub get: fn(&T) -> f64,
    /// Writes the value.
    pub set: fn(&mut T, f64),
}

/// A parameter with its value, independent of its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParameterValue {
    /// Name in scene files and edits.
    pub key: &'static str,
    /// Name shown to the user.
    pub label: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Smallest legal value.
    pub min: f64,
    /// Largest legal value.
    pub max: f64,
    /// Present value.
    pub value: f64,
}

/// A number as text: with an exponent where it would otherwise have many zeros.
pub fn in_text(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || !value.is_finite() || (1e-5..1e15).contains(&size) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

impl ParameterValue {
    /// Problem of the value as the end of a sentence; `None` if it is legal.
    pub fn problem(&self) -> Option<String> {
        self.problem_of(self.key)
    }

    /// Like [`ParameterValue::problem`], with another name for the parameter.
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

/// A parameter with a few options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// Name in edits.
    pub key: &'static str,
    /// Name shown to the user.
    pub label: &'static str,
    /// Options: a word, and a sentence on its effect.
    pub options: &'static [(&'static str, &'static str)],
    /// Index of the chosen option.
    pub chosen: usize,
}

impl Choice {
    /// The choice whether a drive is on.
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

/// A parameter that is a text: an expression or a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Name in edits.
    pub key: &'static str,
    /// Name shown to the user.
    pub label: &'static str,
    /// Help on its syntax, as a sentence.
    pub help: &'static str,
    /// Present text.
    pub value: String,
}

/// Removes rounding errors: 0.30000000000000004 becomes 0.3. A value that differs from every decimal of twelve digits by more than its last
/// bits (a square root, say) is left unchanged.
pub fn shortest_decimal(value: f64) -> f64 {
    let near = format!("{value:.11e}").parse().unwrap_or(value);
    let off: f64 = near - value;
    if off.abs() <= 4.0 * f64::EPSILON * value.abs() {
        near
    } else {
        value
    }
}

/// Least and greatest size that can be given to a part by hand; also the greatest distance from the origin (m).
pub const SIZES: [f64; 2] = [1e-3, 1e4];

/// Lengths and angles below this are rounding errors of zero (m, rad).
const NOISE: f64 = 1e-12;

/// Whether a number in SI is a length or an angle that is a rounding error of zero.
pub fn is_noise(value: f64, unit: Unit) -> bool {
    matches!(unit, Unit::Metre | Unit::Radian) && value.abs() < NOISE
}

/// Smaller numbers have significant digits beyond twelve decimals.
const WHOLE: f64 = 1e-4;

/// A number of an edit (SI) with rounding errors removed: a length or angle that is noise becomes 0, and a number that equals a decimal of
/// twelve places up to its last bits becomes that decimal. Not applied to the state of a run.
pub fn without_rounding_error(value: f64, unit: Unit) -> f64 {
    // Zero is returned without a sign.
    if value == 0.0 || is_noise(value, unit) {
        return 0.0;
    }
    let short = shortest_decimal(value);
    if short != value {
        return short;
    }
    // A difference or sum of larger numbers has their rounding errors.
    let near: f64 = format!("{value:.12}").parse().unwrap_or(value);
    let of_larger = value.abs() > WHOLE && (near - value).abs() <= 4.0 * f64::EPSILON;
    if of_larger { near } else { value }
}

/// A type with a list of parameters.
pub trait Parameters {
    /// All parameters with their values, in the displayed order.
    fn parameters(&self) -> Vec<ParameterValue>;
    /// Sets a parameter by its key, without a range check. Returns false if there is none of that name.
    fn set_parameter(&mut self, key: &str, value: f64) -> bool;
    /// Highest angular frequency that it prescribes (rad/s); 0 if it follows no programme in time.
    fn pace(&self) -> f64 {
        0.0
    }
    /// Scales the values of its programme by the factor for the programme's unit. Returns false if it follows none.
    fn scale_programme(&mut self, _factor: &dyn Fn(Unit) -> f64) -> bool {
        false
    }
    /// Parameters with a few options.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }
    /// Chooses an option. Returns false if there is no choice of that name.
    fn choose(&mut self, _key: &str, _option: usize) -> bool {
        false
    }
    /// Parameters that are texts.
    fn texts(&self) -> Vec<Text> {
        Vec::new()
    }
    /// Sets a text parameter.
    ///
    /// # Errors
    /// A sentence about the mistake in the text; nothing is changed then.
    fn set_text(&mut self, key: &str, _text: &str) -> Result<(), String> {
        Err(format!("there is nothing to write named {key}"))
    }
    /// Position of the mistake in a text that [`Parameters::set_text`] refuses (characters before it), if known.
    fn mistake_at(&self, _key: &str, _text: &str) -> Option<usize> {
        None
    }
}
