//! A parameter: a named number of a part, constraint or force, with its unit and range.
//!
//! One static list per kind serves the inspector, the checks of a scene file, and the tests that try both
//! ends of each range.

use std::fmt;

/// Unit of a parameter or a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    One,
    /// A whole number of things.
    Count,
    /// m
    Metre,
    /// rad, shown in degrees.
    Radian,
    /// s
    Second,
    /// kg
    Kilogram,
    /// kg m²
    KilogramMetre2,
    /// kg/m² of a flat part
    KilogramPerMetre2,
    /// m/s
    MetrePerSecond,
    /// rad/s
    RadianPerSecond,
    /// m/s²
    MetrePerSecond2,
    /// N
    Newton,
    /// N m
    NewtonMetre,
    /// N/m
    NewtonPerMetre,
    /// N s/m
    NewtonSecondPerMetre,
    /// N m s
    NewtonMetreSecond,
    /// N m/rad
    NewtonMetrePerRadian,
    /// N s²/m²
    NewtonSecond2PerMetre2,
    /// N m² of an attraction between parts
    NewtonMetre2,
    /// Hz
    Hertz,
}

impl Unit {
    /// The nearest value there is in this unit: counts are whole.
    pub fn whole(self, value: f64) -> f64 {
        if self == Unit::Count { value.round() } else { value }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::One | Unit::Count => "",
            Unit::Metre => "m",
            Unit::Radian => "rad",
            Unit::Second => "s",
            Unit::Kilogram => "kg",
            Unit::KilogramMetre2 => "kg m²",
            Unit::KilogramPerMetre2 => "kg/m²",
            Unit::MetrePerSecond => "m/s",
            Unit::RadianPerSecond => "rad/s",
            Unit::MetrePerSecond2 => "m/s²",
            Unit::Newton => "N",
            Unit::NewtonMetre => "N m",
            Unit::NewtonPerMetre => "N/m",
            Unit::NewtonSecondPerMetre => "N s/m",
            Unit::NewtonMetreSecond => "N m s",
            Unit::NewtonMetrePerRadian => "N m/rad",
            Unit::NewtonSecond2PerMetre2 => "N s²/m²",
            Unit::NewtonMetre2 => "N m²",
            Unit::Hertz => "Hz",
        })
    }
}

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

impl ParameterValue {
    /// What is wrong with the value, as the end of a sentence, or nothing.
    pub fn problem(&self) -> Option<String> {
        let Self {
            key,
            min,
            max,
            value,
            unit,
            ..
        } = *self;
        if !value.is_finite() {
            Some(format!("{key} is {value}; give a finite number"))
        } else if value < min || value > max {
            let unit = unit.to_string();
            let space = if unit.is_empty() { "" } else { " " };
            Some(format!(
                "{key} is {value}; give a number from {min} to {max}{space}{unit}"
            ))
        } else if unit.whole(value) != value {
            Some(format!("{key} is {value}; give a whole number"))
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

/// Something with a list of parameters.
pub trait Parameters {
    /// All of them with their values, in the order shown.
    fn parameters(&self) -> Vec<ParameterValue>;
    /// Sets one by its key; false when there is none of that name. No range check.
    fn set_parameter(&mut self, key: &str, value: f64) -> bool;
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

/// Implements [`Parameters`] for a type from one list:
/// `parameters!(Disk { radius: "Radius", Metre, 1e-3..=1e3; })`. A key is the name of an f64 field (or a
/// path below one). `plus programme(Radian)` adds those of a field that is a programme of that unit, with its choice and
/// its text; `switched off` after it the choice of the switch that a field `off` is. What stands in `with { ... }` goes
/// into the implementation as it is, and takes the place of choices and texts.
macro_rules! parameters {
    ($Type:ty { $($list:tt)* } plus $more:ident ($unit:ident) $(switched $off:ident)?) => {
        $crate::parameter::parameters!($Type { $($list)* } plus $more($unit) with {
            fn choices(&self) -> Vec<$crate::parameter::Choice> {
                vec![$($crate::parameter::Choice::switch(self.$off),)? self.$more.choice()]
            }
            fn choose(&mut self, key: &str, option: usize) -> bool {
                $(if key == stringify!($off) {
                    self.$off = option == 1;
                    return true;
                })?
                self.$more.choose(key, option)
            }
            fn texts(&self) -> Vec<$crate::parameter::Text> {
                self.$more.text().into_iter().collect()
            }
            fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
                self.$more.set_text(key, text)
            }
        });
    };
    ($Type:ty { $($key:literal $($field:ident).+ : $label:literal, $unit:ident, $min:literal ..= $max:literal;)* }
        $(plus $more:ident ($more_unit:ident))? $(with { $($extra:tt)* })?) => {
        impl $Type {
            const PARAMETERS: &'static [$crate::parameter::Parameter<$Type>] = &[$(
                $crate::parameter::Parameter {
                    key: $key,
                    label: $label,
                    unit: $crate::parameter::Unit::$unit,
                    min: $min,
                    max: $max,
                    get: |it| it.$($field).+,
                    set: |it, value| it.$($field).+ = $crate::parameter::Unit::$unit.whole(value),
                },
            )*];
        }
        impl $crate::parameter::Parameters for $Type {
            fn parameters(&self) -> Vec<$crate::parameter::ParameterValue> {
                let all = Self::PARAMETERS
                    .iter()
                    .map(|p| $crate::parameter::ParameterValue {
                        key: p.key,
                        label: p.label,
                        unit: p.unit,
                        min: p.min,
                        max: p.max,
                        value: (p.get)(self),
                    });
                $(let all = all.chain(self.$more.parameters($crate::parameter::Unit::$more_unit));)?
                all.collect()
            }
            fn set_parameter(&mut self, key: &str, value: f64) -> bool {
                match Self::PARAMETERS.iter().find(|p| p.key == key) {
                    Some(p) => {
                        (p.set)(self, value);
                        true
                    }
                    None => false $(|| self.$more.set_parameter(key, value))?,
                }
            }
            $($($extra)*)?
        }
    };
}
pub(crate) use parameters;
