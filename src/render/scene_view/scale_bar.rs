//! Scale bar of a round length.

use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::render::draw_list::{Anchor, Cap, Stroke};
use crate::render::theme::TYPE;

use super::Canvas;

/// Maximum length of the bar (points).
const LONGEST: f64 = 120.0;

/// The longest round length that fits (m): 1, 2 or 5 times a power of ten in the unit.
fn length(scale: f64, lengths: LengthUnit) -> f64 {
    let most = LONGEST / scale / lengths.round();
    let decade = 10f64.powf(most.log10().floor());
    let fits = |step: &f64| *step <= most * (1.0 + 1e-9);
    [5.0, 2.0, 1.0]
        .map(|k| k * decade)
        .into_iter()
        .find(fits)
        .unwrap_or(decade)
        * lengths.round()
}

/// A unit in which a length is a number without decimals, as units per metre and name: the scene's unit where that is not the metre and
/// is small enough, else a metric unit without leading zeros. Inches are used at any size, with decimals.
pub(super) fn unit_of(metres: f64, lengths: LengthUnit) -> (f64, &'static str) {
    match metres {
        _ if lengths == LengthUnit::Inch => (lengths.per_metre(), lengths.word()),
        m if lengths != LengthUnit::Metre && m * lengths.per_metre() >= 0.999 => {
            (lengths.per_metre(), lengths.word())
        }
        m if m >= 1e3 => (1e-3, "km"),
        m if m >= 0.999 => (1.0, "m"),
        m if m >= 0.00999 => (1e2, "cm"),
        m if m >= 0.000_999 => (1e3, "mm"),
        _ => (1e6, "µm"),
    }
}

/// Formats a multiple of a round step with as many decimals as the step has.
pub(super) fn digits(number: f64, step: f64) -> String {
    let decimals = -(step * (1.0 + 1e-9)).log10().floor();
    // Adding 0.0 turns -0 into 0.
    format!("{:.*}", decimals.clamp(0.0, 9.0) as usize, number + 0.0)
}

/// A length in words, such as "5 m", "20 cm", "2 mm", "0.5 in".
fn text(metres: f64, lengths: LengthUnit) -> String {
    let (factor, unit) = unit_of(metres, lengths);
    format!("{} {unit}", digits(metres * factor, metres * factor))
}

/// Draws the bar with its right end at a screen position.
pub(super) fn draw(canvas: &mut Canvas, right: Vec2, lengths: LengthUnit) {
    let metres = length(canvas.view.scale, lengths);
    let left = right - Vec2::new(metres * canvas.view.scale, 0.0);
    let ink = canvas.theme.quiet_ink;
    let line = Stroke::new(1.5, ink).cap(Cap::Butt);
    canvas.out.line(left, right, line);
    for end in [left, right] {
        canvas
            .out
            .line(end - Vec2::new(0.0, 4.0), end + Vec2::new(0.0, 4.0), line);
    }
    let above = 0.5 * (left + right) - Vec2::new(0.0, 9.0);
    canvas
        .out
        .text(above, Anchor::CENTER, text(metres, lengths), TYPE[0], ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_length_is_round_and_fits() {
        for k in 0..300 {
            let scale = 10f64.powf(-3.0 + 0.03 * f64::from(k));
            for lengths in LengthUnit::ALL {
                let points = length(scale, lengths) * scale;
                assert!(
                    (0.39 * LONGEST..=LONGEST * 1.001).contains(&points),
                    "{scale}: {points}"
                );
            }
        }
        let sizes = [2000.0, 5.0, 0.2, 0.01, 0.002, 0.000_05];
        let said = sizes.map(|it| text(it, LengthUnit::Metre));
        assert_eq!(said, ["2 km", "5 m", "20 cm", "1 cm", "2 mm", "50 µm"]);
        let said = [0.5, 0.002, 0.0005].map(|it| text(it, LengthUnit::Millimetre));
        assert_eq!(said, ["500 mm", "2 mm", "500 µm"]);
        let inches = [2540.0, 0.0254, 0.0127, 0.000_508].map(|it| text(it, LengthUnit::Inch));
        assert_eq!(inches, ["100000 in", "1 in", "0.5 in", "0.02 in"]);
        let bar = text(length(1000.0, LengthUnit::Inch), LengthUnit::Inch);
        assert_eq!(bar, "2 in", "the longest round one within 4.7 in");
    }
}
