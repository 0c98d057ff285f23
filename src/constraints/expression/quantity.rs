//! A typed number: an expression with units, such as `2*40 cm + 1 in`, read for a unit of a parameter.
//!
//! ```text
//! a plain number takes the unit of its field (degrees where that is an angle), also beside a term with units
//! a unit behind a number multiplies it, as strongly as * and /, from left to right: 1/2 in is half an inch
//! a named parameter stands for its amount, dimension included: 2*L1 + 5 mm
//! ```

use super::amount_reader::{ANY, fits, of_plain, read, whole};
use super::names::{Amount, Names, PLAIN, names_in};
use super::unit_names::{expected, written};
use super::{Mistake, not_finite};
use crate::parameter::{LengthUnit, Unit, shortest_decimal};

/// Reads a typed number for a field of this unit. Returns it in SI (an angle in radians).
///
/// # Errors
/// What is wrong with the text and where, with what would be understood.
pub fn quantity(text: &str, unit: Unit) -> Result<f64, Mistake> {
    quantity_of(text, unit, &Names::new())
}

/// Reads a typed number that may refer to named parameters, for a field of this unit. Returns it in SI (an angle in radians).
///
/// # Errors
/// As [`quantity`].
pub fn quantity_of(text: &str, unit: Unit, names: &Names) -> Result<f64, Mistake> {
    quantity_in(text, unit, names, LengthUnit::Metre)
}

/// Reads a typed number like [`quantity_of`], with plain lengths in a unit of their own. A formula of named parameters has to state the units of
/// its plain numbers: it would mean something else once lengths are shown in another unit.
///
/// # Errors
/// As [`quantity`].
pub fn quantity_in(text: &str, unit: Unit, names: &Names, lengths: LengthUnit) -> Result<f64, Mistake> {
    let value = field_value(text, unit, names, lengths)?;
    if lengths != LengthUnit::Metre
        && !names_in(text).is_empty()
        && field_value(text, unit, names, LengthUnit::Metre)? != value
    {
        let word = lengths.word();
        let sentence =
            format!("write the unit of each plain number beside named parameters, such as 2*L1 + 5 {word}");
        return Err(whole(sentence));
    }
    Ok(value)
}

fn field_value(text: &str, unit: Unit, names: &Names, lengths: LengthUnit) -> Result<f64, Mistake> {
    let amount = read(text, Some((unit, lengths)), names)?;
    let value = in_field(amount, unit, lengths).map_err(whole)?;
    if !value.is_finite() {
        return Err(whole(format!("{}; write {}", not_finite(value), expected(unit))));
    }
    if unit.whole(value) != value {
        return Err(whole(format!("write {}", expected(unit))));
    }
    Ok(value)
}

/// Reads a typed amount of any dimension.
///
/// # Errors
/// As [`quantity`].
pub fn amount(text: &str, names: &Names) -> Result<Amount, Mistake> {
    let Amount { value, dimension } = read(text, None, names)?;
    if !value.is_finite() {
        return Err(whole(format!("{}; write {ANY}", not_finite(value))));
    }
    let value = shortest_decimal(value);
    Ok(Amount { value, dimension })
}

/// The value of an amount in a field of this unit, with plain numbers in the field's own unit.
fn in_field(amount: Amount, unit: Unit, lengths: LengthUnit) -> Result<f64, String> {
    if amount.dimension == PLAIN {
        return Ok(of_plain(shortest_decimal(amount.value), unit, lengths));
    }
    if fits(amount.dimension, unit) {
        return Ok(shortest_decimal(amount.value));
    }
    let wrong = written(amount.dimension);
    Err(format!("this is in {wrong}; write {}", expected(unit)))
}

/// What is expected in a field of this unit, with an example: "a length, such as 0.4, 40 cm or 16 in".
pub fn expected_of(unit: Unit) -> &'static str {
    expected(unit)
}
