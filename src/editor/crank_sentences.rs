//! Reasons why a crank cannot turn fully, in sentences with lengths at which it could.

use crate::kinematics::{FourBar, Range, SliderCrank};
use crate::parameter::LengthUnit;

/// Tolerance of lengths (m), for rounding errors.
const SLACK: f64 = 1e-9;

/// Why the crank of a four-bar cannot turn fully.
pub(super) fn four_bar(lengths: &FourBar, unit: LengthUnit) -> Option<String> {
    let FourBar {
        crank,
        coupler,
        rocker,
        frame,
    } = *lengths;
    let all = crank + coupler + rocker + frame;
    for (name, length) in [
        ("crank", crank),
        ("coupler", coupler),
        ("rocker", rocker),
        ("frame", frame),
    ] {
        let over = 2.0 * length - all;
        if over > SLACK {
            return Some(format!(
                "This four-bar cannot close: its {name} is {} longer than the others together",
                text(over, unit)
            ));
        }
    }
    let most = (coupler + rocker - frame).min(frame - (coupler - rocker).abs());
    if crank <= most + SLACK || lengths.range() == Range::Full {
        return None;
    }
    Some(too_long("crank", crank, most, unit).unwrap_or_else(|| no_crank(coupler, rocker, frame, unit)))
}

/// Why no crank turns fully with this coupler, rocker and frame, and what would let one.
fn no_crank(coupler: f64, rocker: f64, frame: f64, unit: LengthUnit) -> String {
    let (together, apart) = (coupler + rocker, (coupler - rocker).abs());
    let too_short = together <= frame + SLACK;
    let [together, apart, frame] = [together, apart, frame].map(|it| text(it, unit));
    let why = if too_short {
        format!("coupler and rocker together, {together}, have to be longer than the frame, {frame}")
    } else {
        format!("coupler and rocker have to differ by less than the frame, {frame}, and do by {apart}")
    };
    format!("No crank goes round here: {why}")
}

/// Why the crank of a slider-crank cannot turn fully.
pub(super) fn slider_crank(lengths: &SliderCrank, rail: &str, unit: LengthUnit) -> Option<String> {
    let (a, b, e) = (lengths.crank, lengths.rod, lengths.offset.abs());
    (a > b - e + SLACK).then(|| {
        too_long("crank", a, b - e, unit).unwrap_or_else(|| {
            let [b, e] = [b, e].map(|it| text(it, unit));
            format!("The connecting rod does not reach {rail:?}: it is {b} long and the rail {e} away")
        })
    })
}

/// "The crank is 0.120 m too long to go round: less than 0.400 m would do"; `None` where no length would.
fn too_long(what: &str, length: f64, most: f64, unit: LengthUnit) -> Option<String> {
    (most > SLACK).then(|| {
        let [over, most] = [length - most, most].map(|it| text(it, unit));
        format!("The {what} is {over} too long to go round: less than {most} would do")
    })
}

/// A length as text, to a millimetre, or to 0.1 mm in other units than metres.
fn text(metres: f64, unit: LengthUnit) -> String {
    let step = if unit == LengthUnit::Metre { 1e-3 } else { 1e-4 };
    unit.text(metres, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_why_no_crank_goes_round() {
        let said_in = |[crank, coupler, rocker, frame]: [f64; 4], unit| {
            let lengths = FourBar {
                crank,
                coupler,
                rocker,
                frame,
            };
            four_bar(&lengths, unit)
        };
        let said = |lengths| said_in(lengths, LengthUnit::Metre);
        assert_eq!(
            said_in([0.85, 1.1, 0.9, 1.2], LengthUnit::Millimetre).as_deref(),
            Some("The crank is 50.0 mm too long to go round: less than 800.0 mm would do")
        );
        assert_eq!(
            said([0.8, 0.6, 0.6, 1.2]).as_deref(),
            Some(
                "No crank goes round here: coupler and rocker together, 1.200 m, have to be longer than the frame, 1.200 m"
            )
        );
        assert_eq!(
            said([0.5, 2.0, 0.5, 1.2]).as_deref(),
            Some(
                "No crank goes round here: coupler and rocker have to differ by less than the frame, 1.200 m, and do by 1.500 m"
            )
        );
        assert_eq!(said([0.4, 1.1, 0.9, 1.2]), None);
    }
}
