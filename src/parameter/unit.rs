//! Units of parameters and quantities (SI), and their notation.

use std::fmt;

/// Unit of a parameter or a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    One,
    /// A count: a whole number.
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
    /// All units.
    pub const ALL: [Unit; 20] = [
        Unit::One,
        Unit::Count,
        Unit::Metre,
        Unit::Radian,
        Unit::Second,
        Unit::Kilogram,
        Unit::KilogramMetre2,
        Unit::KilogramPerMetre2,
        Unit::MetrePerSecond,
        Unit::RadianPerSecond,
        Unit::MetrePerSecond2,
        Unit::Newton,
        Unit::NewtonMetre,
        Unit::NewtonPerMetre,
        Unit::NewtonSecondPerMetre,
        Unit::NewtonMetreSecond,
        Unit::NewtonMetrePerRadian,
        Unit::NewtonSecond2PerMetre2,
        Unit::NewtonMetre2,
        Unit::Hertz,
    ];

    /// The nearest valid value in this unit: counts are rounded to whole numbers.
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
