//! Formatting of measured quantities for reading.

/// Unit prefixes: scale, the multiple of it from which the prefix is used, symbol. Two tenths of a micrometre read better than two hundred
/// nanometres, and 4700 N better than 4.7 kN.
const PREFIXES: [(f64, f64, &str); 8] = [
    (1e9, 10.0, "G"),
    (1e6, 10.0, "M"),
    (1e3, 10.0, "k"),
    (1.0, 0.1, ""),
    (1e-3, 0.1, "m"),
    (1e-6, 0.1, "µ"),
    (1e-9, 0.1, "n"),
    (1e-12, 0.0, "p"),
];
/// Smaller quantities are shown as zero: the smallest prefix would not show a digit of them.
const NOTHING: f64 = 5e-14;

/// A quantity in about two digits, with a unit prefix: "0.2 µm", "3.4 mm", "1.2 m", "23 kJ"; "0 m" for zero. Without a unit it is a plain
/// decimal if readable, else in powers of ten.
pub fn metric(value: f64, unit: &str) -> String {
    let size = value.abs();
    if unit.is_empty() {
        return plain(value);
    }
    if !size.is_finite() {
        return format!("{value} {unit}");
    }
    let found = PREFIXES
        .into_iter()
        .find(|(scale, least, _)| size >= least * scale);
    let Some((scale, _, prefix)) = found.filter(|_| size >= NOTHING) else {
        return format!("0 {unit}");
    };
    format!("{} {prefix}{unit}", digits(value / scale))
}

/// A number with this many decimals; without a sign if it is rounded to zero.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|it| it == b'0' || it == b'.') => size.to_owned(),
        _ => text,
    }
}

fn digits(value: f64) -> String {
    let decimals = usize::from(value.abs() < 9.95);
    format!("{value:.decimals$}")
}

fn plain(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (0.1..1e4).contains(&size) => digits(value),
        size if (1e-3..0.1).contains(&size) => format!("{value:.4}").trim_end_matches('0').to_owned(),
        _ => format!("{value:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_read_well() {
        assert_eq!(metric(2.04e-7, "m"), "0.2 µm");
        assert_eq!(metric(0.0, "m"), "0 m");
        assert_eq!(metric(1e-15, "m"), "0 m");
        assert_eq!(metric(3e-14, "m"), "0 m");
        assert_eq!(metric(6e-14, "m"), "0.1 pm");
        assert_eq!(metric(0.0342, "m"), "34 mm");
        assert_eq!(metric(1.1, "m"), "1.1 m");
        assert_eq!(metric(9.97, "m"), "10 m");
        assert_eq!(metric(2.3, "J"), "2.3 J");
        assert_eq!(metric(4712.4, "N"), "4712 N");
        assert_eq!(metric(23_400.0, "J"), "23 kJ");
        assert_eq!(metric(-3.2e-13, "rad"), "-0.3 prad");
        assert_eq!(metric(f64::INFINITY, "m"), "inf m");
        assert_eq!(metric(2.345, ""), "2.3");
        assert_eq!(metric(0.02, ""), "0.02");
        assert_eq!(metric(3.21e-7, ""), "3.2e-7");
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-0.0, 4), "0.0000");
        assert_eq!(fixed(-0.006, 2), "-0.01");
    }
}
