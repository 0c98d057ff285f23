//! Typed numbers: units, expressions, and messages on unreadable input.

use std::f64::consts::PI;

use tinkertoy::constraints::{expected_of, quantity};
use tinkertoy::parameter::Unit;

#[test]
fn numbers_come_with_units_and_sums() {
    for (text, unit, value) in [
        ("0.5", Unit::Metre, 0.5),
        (" 50 cm", Unit::Metre, 0.5),
        ("50cm", Unit::Metre, 0.5),
        ("35 cm", Unit::Metre, 0.35),
        ("1,5 m", Unit::Metre, 1.5),
        ("12.7 mm", Unit::Metre, 0.0127),
        ("1/2 in", Unit::Metre, 0.0127),
        ("1 ft + 2 in - 3 mm", Unit::Metre, 0.3526),
        ("2*0.4+0.1", Unit::Metre, 0.9),
        ("0.1 + 0.2", Unit::Metre, 0.3),
        ("2*(40 cm + 0.1)", Unit::Metre, 1.0),
        ("50 cm + 0.1", Unit::Metre, 0.6),
        ("sqrt(9 cm^2)", Unit::Metre, 0.03),
        ("sqrt(2)/2", Unit::One, 2f64.sqrt() / 2.0),
        ("-3e-2", Unit::Metre, -0.03),
        ("2^-1", Unit::One, 0.5),
        ("-2^2", Unit::One, -4.0),
        ("90", Unit::Radian, PI / 2.0),
        ("90°", Unit::Radian, PI / 2.0),
        ("90 deg", Unit::Radian, PI / 2.0),
        ("pi/2 rad", Unit::Radian, PI / 2.0),
        ("1/4 turn", Unit::Radian, PI / 2.0),
        ("60 rpm", Unit::RadianPerSecond, 2.0 * PI),
        ("1 Hz", Unit::RadianPerSecond, 2.0 * PI),
        ("0.5 Hz + 30 rpm", Unit::RadianPerSecond, 2.0 * PI),
        ("2 Hz", Unit::Hertz, 2.0),
        ("180 deg/s", Unit::RadianPerSecond, PI),
        ("10 cm*sin(30 deg)", Unit::Metre, 0.05),
        ("7.2 km/h", Unit::MetrePerSecond, 2.0),
        ("500 g", Unit::Kilogram, 0.5),
        ("1 lb", Unit::Kilogram, 0.453_592_37),
        ("2 N m", Unit::NewtonMetre, 2.0),
        ("2 N·m", Unit::NewtonMetre, 2.0),
        ("30 Ncm", Unit::NewtonMetre, 0.3),
        ("4 N/cm", Unit::NewtonPerMetre, 400.0),
        ("5 N m/rad", Unit::NewtonMetrePerRadian, 5.0),
        ("5 N m", Unit::NewtonMetrePerRadian, 5.0),
        ("0.1 N m s", Unit::NewtonMetreSecond, 0.1),
        ("20 g m²", Unit::KilogramMetre2, 0.02),
        ("9.81 m/s^2", Unit::MetrePerSecond2, 9.81),
        ("1/(500 ms)", Unit::Hertz, 2.0),
        ("12", Unit::Count, 12.0),
    ] {
        let read = quantity(text, unit).unwrap_or_else(|it| panic!("{text}: {it}"));
        let off = (read - value).abs();
        assert!(off <= 2.0 * f64::EPSILON * value.abs(), "{text}: {read} {value}");
    }
    for (text, value) in [
        ("50 cm", 0.5),
        ("35 cm", 0.35),
        ("0.1 + 0.2", 0.3),
        ("12.7 mm", 0.0127),
    ] {
        assert_eq!(quantity(text, Unit::Metre), Ok(value), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_what_is_expected() {
    for (text, unit, at, word) in [
        ("abc", Unit::Metre, 0, "a length"),
        ("5 kg", Unit::Metre, 0, "in kg; write a length"),
        ("", Unit::Radian, 0, "an angle"),
        ("3 +", Unit::Metre, 3, "a length"),
        ("3 cm + 2 kg", Unit::Metre, 5, "cannot be added"),
        ("3 parsec", Unit::Metre, 2, "no unit or parameter is named parsec"),
        ("2/s", Unit::RadianPerSecond, 0, "in 1/s"),
        ("2 m + sine(3)", Unit::Metre, 6, "sine"),
        ("sin(2 m)", Unit::One, 0, "plain number or an angle"),
        ("1/0", Unit::Metre, 1, "divides by 0"),
        ("2 m^0.3", Unit::Metre, 3, "power"),
        ("2^(3 m)", Unit::Metre, 1, "power"),
        ("2.5", Unit::Count, 0, "a whole number"),
        ("60 rpm", Unit::Hertz, 0, "a frequency"),
        ("2 m/s", Unit::Metre, 0, "in m/s"),
        ("(3", Unit::Metre, 2, "a length"),
        ("1 2", Unit::Metre, 2, "a length"),
    ] {
        let mistake = quantity(text, unit).expect_err(text);
        assert_eq!(mistake.at, at, "{text}: {mistake}");
        assert!(mistake.sentence.contains(word), "{text}: {mistake}");
    }
    let deep = format!("{}1{}", "(".repeat(4000), ")".repeat(4000));
    assert!(quantity(&deep, Unit::One).is_err());
    assert!(quantity(&"-".repeat(100_000), Unit::One).is_err());
}

#[test]
fn the_examples_are_understood() {
    for unit in Unit::ALL {
        let words = expected_of(unit);
        let examples = words.split_once("such as ").map_or("", |it| it.1);
        for example in examples.split(", ").flat_map(|it| it.split(" or ")) {
            assert!(quantity(example, unit).is_ok(), "{unit:?}: {example}");
        }
    }
}
