//! Units that users type, as ratios to SI, and what a number in each unit of a parameter is called.

use std::f64::consts::{PI, TAU};

use crate::parameter::Unit;

/// Powers of metre, kilogram, second and radian. A radian counts as a dimension of its own, so that a speed typed
/// where a frequency is meant is noticed.
pub(super) type Dimension = [i32; 4];

const LENGTH: Dimension = [1, 0, 0, 0];
const MASS: Dimension = [0, 1, 0, 0];
const TIME: Dimension = [0, 0, 1, 0];
const ANGLE: Dimension = [0, 0, 0, 1];
const FORCE: Dimension = [1, 1, -2, 0];
const TORQUE: Dimension = [2, 1, -2, 0];
const FREQUENCY: Dimension = [0, 0, -1, 0];
const SPIN: Dimension = [0, 0, -1, 1];

/// A unit: its name, what it measures, and its size in SI as a ratio. Decimal units are divisors rather than
/// factors: 35/100 is the number 0.35, which 35 times 0.01 is not.
pub(super) struct Named {
    pub name: &'static str,
    pub dimension: Dimension,
    pub ratio: (f64, f64),
}

const fn named(name: &'static str, dimension: Dimension, numerator: f64, denominator: f64) -> Named {
    Named {
        name,
        dimension,
        ratio: (numerator, denominator),
    }
}

/// All units. Names are case-sensitive.
pub(super) const NAMED: &[Named] = &[
    named("m", LENGTH, 1.0, 1.0),
    named("km", LENGTH, 1e3, 1.0),
    named("dm", LENGTH, 1.0, 10.0),
    named("cm", LENGTH, 1.0, 100.0),
    named("mm", LENGTH, 1.0, 1e3),
    named("µm", LENGTH, 1.0, 1e6),
    named("um", LENGTH, 1.0, 1e6),
    named("in", LENGTH, 254.0, 1e4),
    named("inch", LENGTH, 254.0, 1e4),
    named("ft", LENGTH, 3048.0, 1e4),
    named("kg", MASS, 1.0, 1.0),
    named("g", MASS, 1.0, 1e3),
    named("mg", MASS, 1.0, 1e6),
    named("t", MASS, 1e3, 1.0),
    named("lb", MASS, 45_359_237.0, 1e8),
    named("oz", MASS, 28_349_523_125.0, 1e12),
    named("s", TIME, 1.0, 1.0),
    named("ms", TIME, 1.0, 1e3),
    named("µs", TIME, 1.0, 1e6),
    named("us", TIME, 1.0, 1e6),
    named("min", TIME, 60.0, 1.0),
    named("h", TIME, 3600.0, 1.0),
    named("rad", ANGLE, 1.0, 1.0),
    named("mrad", ANGLE, 1.0, 1e3),
    named("deg", ANGLE, PI, 180.0),
    named("°", ANGLE, PI, 180.0),
    named("turn", ANGLE, TAU, 1.0),
    named("rev", ANGLE, TAU, 1.0),
    named("rpm", SPIN, TAU, 60.0),
    named("Hz", FREQUENCY, 1.0, 1.0),
    named("kHz", FREQUENCY, 1e3, 1.0),
    named("N", FORCE, 1.0, 1.0),
    named("kN", FORCE, 1e3, 1.0),
    named("mN", FORCE, 1.0, 1e3),
    named("lbf", FORCE, 44_482_216_152_605.0, 1e13),
    named("Nm", TORQUE, 1.0, 1.0),
    named("Nmm", TORQUE, 1.0, 1e3),
    named("Ncm", TORQUE, 1.0, 100.0),
];

/// Dimension of a parameter's unit.
pub(super) fn dimension(unit: Unit) -> Dimension {
    match unit {
        Unit::One | Unit::Count => [0; 4],
        Unit::Metre => LENGTH,
        Unit::Radian => ANGLE,
        Unit::Second => TIME,
        Unit::Kilogram => MASS,
        Unit::KilogramMetre2 => [2, 1, 0, 0],
        Unit::KilogramPerMetre2 => [-2, 1, 0, 0],
        Unit::MetrePerSecond => [1, 0, -1, 0],
        Unit::RadianPerSecond => SPIN,
        Unit::MetrePerSecond2 => [1, 0, -2, 0],
        Unit::Newton => FORCE,
        Unit::NewtonMetre => TORQUE,
        Unit::NewtonPerMetre => [0, 1, -2, 0],
        Unit::NewtonSecondPerMetre => [0, 1, -1, 0],
        Unit::NewtonMetreSecond => [2, 1, -1, 0],
        Unit::NewtonMetrePerRadian => [2, 1, -2, -1],
        Unit::NewtonSecond2PerMetre2 => [-1, 1, 0, 0],
        Unit::NewtonMetre2 => [3, 1, -2, 0],
        Unit::Hertz => FREQUENCY,
    }
}

/// What is expected in a field of this unit, with an example.
pub(super) fn expected(unit: Unit) -> &'static str {
    match unit {
        Unit::One => "a plain number, such as 2 or 1/3",
        Unit::Count => "a whole number, such as 3",
        Unit::Metre => "a length, such as 0.4, 40 cm or 16 in",
        Unit::Radian => "an angle, such as 30, 30 deg or pi/6 rad",
        Unit::Second => "a time, such as 0.5, 500 ms or 2 min",
        Unit::Kilogram => "a mass, such as 2, 500 g or 3 lb",
        Unit::KilogramMetre2 => "a moment of inertia, such as 0.02 or 20 g m^2",
        Unit::KilogramPerMetre2 => "a mass by area, such as 10 or 10 kg/m^2",
        Unit::MetrePerSecond => "a speed, such as 2, 20 cm/s or 7.2 km/h",
        Unit::RadianPerSecond => "an angular velocity, such as 3, 30 rpm, 0.5 Hz or 180 deg/s",
        Unit::MetrePerSecond2 => "an acceleration, such as 9.81 or 981 cm/s^2",
        Unit::Newton => "a force, such as 5, 2 kN or 1 lbf",
        Unit::NewtonMetre => "a torque, such as 2, 2 N m or 30 Ncm",
        Unit::NewtonPerMetre => "a stiffness, such as 400 or 4 N/cm",
        Unit::NewtonSecondPerMetre => "a damping, such as 2 or 2 N s/m",
        Unit::NewtonMetreSecond => "an angular damping, such as 0.1 or 0.1 N m s/rad",
        Unit::NewtonMetrePerRadian => "an angular stiffness, such as 5, 5 N m/rad or 0.1 N m/deg",
        Unit::NewtonSecond2PerMetre2 => "a drag by speed squared, such as 0.5 or 0.5 N s^2/m^2",
        Unit::NewtonMetre2 => "an attraction, such as 1 or 1 N m^2",
        Unit::Hertz => "a frequency, such as 2, 2 Hz or 1/(500 ms)",
    }
}

/// Text of a dimension that was not expected: "kg m/s²".
pub(super) fn written(dimension: Dimension) -> String {
    let (mut over, mut under) = (Vec::new(), Vec::new());
    for (name, power) in ["m", "kg", "s", "rad"].into_iter().zip(dimension) {
        let side = if power > 0 { &mut over } else { &mut under };
        match power.abs() {
            0 => {}
            1 => side.push(name.to_owned()),
            n => side.push(format!("{name}^{n}")),
        }
    }
    match (over.is_empty(), under.is_empty()) {
        (true, true) => "a plain number".to_owned(),
        (false, true) => over.join(" "),
        (true, false) => format!("1/{}", under.join("/")),
        (false, false) => format!("{}/{}", over.join(" "), under.join("/")),
    }
}
