//! Formats numbers for display, with a stable width.

use std::path::Path;

use crate::parameter::{Unit, shortest_decimal};
pub use crate::parameter::{fixed, metric};
use crate::scene::Scene;

/// A duration: "950 ns", "12.3 µs", "4.56 ms", "1.20 s".
pub fn duration(ns: f64) -> String {
    let (value, unit) = match ns {
        _ if ns < 1e3 => (ns, "ns"),
        _ if ns < 1e6 => (ns / 1e3, "µs"),
        _ if ns < 1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    if unit == "ns" {
        format!("{value:.0} {unit}")
    } else {
        format!("{} {unit}", three_digits(value))
    }
}

/// A measured duration; 0 ns means that nothing has been measured.
pub fn measured(ns: u64) -> String {
    match ns {
        0 => "not measured yet".to_owned(),
        ns => duration(ns as f64),
    }
}

fn three_digits(value: f64) -> String {
    let decimals = match value.abs() {
        x if x < 10.0 => 2,
        x if x < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

/// A small number in powers of ten: "3.2e-12"; "0" for zero.
pub fn scientific(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else {
        format!("{value:.1e}")
    }
}

/// A number as the inspector shows it: four significant digits, in plain notation where that is readable.
pub fn plain(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-3..1e6).contains(&size) {
        format!("{value:.3e}")
    } else {
        let decimals = (3 - size.log10().floor() as i32).clamp(0, 4) as usize;
        let text = format!("{value:.decimals$}");
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    }
}

/// A number in full precision, with as few digits as represent it: shown by a field that is being edited.
pub fn exact(value: f64) -> String {
    let value = shortest_decimal(value);
    let size = value.abs();
    if value != 0.0 && !(1e-5..1e9).contains(&size) {
        format!("{value:e}")
    } else {
        format!("{value}")
    }
}

/// Displayed units per SI unit: angles are shown in degrees.
pub fn shown_per_si(unit: Unit) -> f64 {
    if unit == Unit::Radian {
        180.0 / std::f64::consts::PI
    } else {
        1.0
    }
}

/// The unit after a number, with a leading space where one belongs.
pub fn suffix(unit: Unit) -> String {
    match unit {
        Unit::One | Unit::Count => String::new(),
        Unit::Radian => "°".to_owned(),
        unit => format!(" {unit}"),
    }
}

/// Name of a document: its file name, else its title, else "Untitled".
pub fn document_name(file: Option<&Path>, scene: &Scene) -> String {
    file.and_then(Path::file_name)
        .map(|name| name.to_string_lossy().into_owned())
        .or_else(|| Some(scene.info.title.clone()).filter(|title| !title.is_empty()))
        .unwrap_or_else(|| "Untitled".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(duration(950.0), "950 ns");
        assert_eq!(duration(12_340.0), "12.3 µs");
        assert_eq!(duration(4.56e6), "4.56 ms");
        assert_eq!(plain(0.1), "0.1");
        assert_eq!(plain(100.0), "100");
        assert_eq!(plain(-2.345_678), "-2.346");
        assert_eq!(plain(1e9), "1.000e9");
        let turn = shown_per_si(Unit::Radian);
        assert_eq!(exact(400.0 / turn * turn), "400");
        assert_eq!(exact(0.1 + 0.2), "0.3");
        assert_eq!(exact(2f64.sqrt()), "1.4142135623730951");
        assert_eq!(exact(2.5e-7), "2.5e-7");
        assert_eq!(scientific(3.21e-12), "3.2e-12");
        assert_eq!(suffix(Unit::Radian), "°");
        assert_eq!(suffix(Unit::Count), "");
    }
}
