//! The grammar of a typed amount: numbers, units, named parameters, functions, and what joins them.

use std::f64::consts::{PI, TAU};

use super::jet::Function;
use super::names::{Amount, Names, PLAIN, plain_characters};
use super::scanner::{Scanner, check_size};
use super::tree::{NEGATION, Operator};
use super::unit_names::{Dimension, NAMED, dimension, expected, written};
use super::{BY_ZERO, Mistake};
use crate::parameter::{LengthUnit, Unit, shortened};

/// Largest power of something with a unit.
const POWER: f64 = 6.0;
/// What is expected where any unit will do.
pub(super) const ANY: &str = "a number with its unit, such as 120 mm, 30 deg or 3";

/// Reads an amount for a field of this unit, with plain lengths in this length unit; of any dimension where no field is given.
pub(super) fn read(text: &str, field: Option<(Unit, LengthUnit)>, names: &Names) -> Result<Amount, Mistake> {
    if text.trim().is_empty() {
        return Err(whole(format!("write {}", expected_in(field))));
    }
    let plain = plain_characters(text);
    check_size(&plain)?;
    let mut reader = Reader {
        words: Scanner::new(&plain),
        field,
        names,
    };
    let amount = reader.amount(Operator::Plus.precedence())?;
    if reader.words.peek().is_some() {
        return Err(reader.unread());
    }
    Ok(amount)
}

/// A mistake in a text as a whole.
pub(super) fn whole(sentence: String) -> Mistake {
    Mistake { at: 0, sentence }
}

fn expected_in(field: Option<(Unit, LengthUnit)>) -> &'static str {
    field.map_or(ANY, |(unit, _)| expected(unit))
}

/// Converts a plain number to SI.
pub(super) fn of_plain(value: f64, unit: Unit, lengths: LengthUnit) -> f64 {
    match unit {
        Unit::Radian => value * (PI / 180.0),
        Unit::Metre => lengths.metres(value),
        _ => value,
    }
}

/// Whether a dimension is that of a unit. Torques per angle may be written with or without the angle.
pub(super) fn fits(mut found: Dimension, unit: Unit) -> bool {
    let wanted = dimension(unit);
    if matches!(unit, Unit::NewtonMetreSecond | Unit::NewtonMetrePerRadian) {
        found[3] = wanted[3];
    }
    found == wanted
}

struct Reader<'a> {
    words: Scanner<'a>,
    /// Unit of the field, and unit of plain lengths; `None` where any unit will do.
    field: Option<(Unit, LengthUnit)>,
    names: &'a Names,
}

impl<'a> Reader<'a> {
    fn mistake(&self, byte: usize, sentence: String) -> Mistake {
        Mistake::new(self.words.text, byte, sentence)
    }

    fn unread(&mut self) -> Mistake {
        self.words.skip_spaces();
        let sentence = format!("this cannot be read; write {}", expected_in(self.field));
        self.mistake(self.words.at, sentence)
    }

    /// Reads an expression whose operators bind at least as tightly as `least`.
    fn amount(&mut self, least: u8) -> Result<Amount, Mistake> {
        let mut left = if self.words.eat("-") {
            let it = self.amount(NEGATION)?;
            Amount {
                value: -it.value,
                ..it
            }
        } else {
            self.measure()?
        };
        loop {
            self.words.skip_spaces();
            let before = self.words.at;
            if self.words.eat("²") {
                left = self.power(left, 2.0, before)?;
                continue;
            }
            let beside = self.named().is_some() || self.unit_name().is_some();
            self.words.at = before;
            let operator = if beside {
                Some(Operator::Times)
            } else {
                self.words.operator()
            };
            let Some(operator) = operator else {
                return Ok(left);
            };
            if operator.precedence() < least {
                self.words.at = before;
                return Ok(left);
            }
            let right = self.amount(operator.least_of_right())?;
            left = self.joined(left, operator, right, before)?;
        }
    }

    fn joined(&self, left: Amount, by: Operator, right: Amount, at: usize) -> Result<Amount, Mistake> {
        match by {
            Operator::Plus => self.sum(left, right, at),
            Operator::Minus => {
                let value = -right.value;
                self.sum(left, Amount { value, ..right }, at)
            }
            Operator::Times => Ok(Amount {
                value: left.value * right.value,
                dimension: combined(left, right, 1),
            }),
            Operator::Over if right.value == 0.0 => Err(self.mistake(at, BY_ZERO.to_owned())),
            Operator::Over => Ok(Amount {
                value: left.value / right.value,
                dimension: combined(left, right, -1),
            }),
            Operator::Power if right.dimension == PLAIN => self.power(left, right.value, at),
            Operator::Power => Err(self.mistake(at, "a power is a plain number".to_owned())),
        }
    }

    fn measure(&mut self) -> Result<Amount, Mistake> {
        if self.words.eat("(") {
            let amount = self.amount(Operator::Plus.precedence())?;
            return if self.words.eat(")") {
                Ok(amount)
            } else {
                Err(self.unread())
            };
        }
        let at = self.words.at;
        let plain = |value| Amount {
            value,
            dimension: PLAIN,
        };
        if let Some(digits) = self.words.number() {
            return match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(plain(value)),
                _ => Err(self.mistake(at, "this number is too large".to_owned())),
            };
        }
        if let Some(found) = self.named() {
            return Ok(found);
        }
        let Some(name) = self.unit_name() else {
            return Err(self.unread());
        };
        if matches!(name, "pi" | "π") {
            return Ok(plain(PI));
        }
        if let Some(found) = NAMED.iter().find(|it| it.name == name) {
            let value = found.ratio.0 / found.ratio.1;
            // Where an angular velocity is asked for, hertz are turns in a second.
            let turns = found.dimension == dimension(Unit::Hertz)
                && self.field.is_some_and(|(unit, _)| unit == Unit::RadianPerSecond);
            return Ok(if turns {
                Amount {
                    value: TAU * value,
                    dimension: dimension(Unit::RadianPerSecond),
                }
            } else {
                Amount {
                    value,
                    dimension: found.dimension,
                }
            });
        }
        if self.words.eat("(") {
            return self.function(name, at);
        }
        self.words.at = at;
        let name = self.words.word().unwrap_or(name);
        let sentence = format!(
            "no unit or parameter is named {}; write {}",
            shortened(name),
            expected_in(self.field)
        );
        Err(self.mistake(at, sentence))
    }

    /// The amount of a named parameter, if one comes next.
    fn named(&mut self) -> Option<Amount> {
        let before = self.words.at;
        let found = self.words.word().and_then(|name| self.names.get(name));
        if found.is_none() {
            self.words.at = before;
        }
        found.copied()
    }

    /// The name of a unit, a constant or a function, if that comes next.
    fn unit_name(&mut self) -> Option<&'a str> {
        self.words.skip_spaces();
        let rest = &self.words.text[self.words.at..];
        let within = |c: char| c.is_ascii_alphabetic() || matches!(c, '°' | 'µ' | 'π');
        let name = &rest[..rest.find(|c| !within(c)).unwrap_or(rest.len())];
        self.words.at += name.len();
        (!name.is_empty()).then_some(name)
    }

    /// Reads the argument of a function, after its opening bracket.
    fn function(&mut self, name: &str, at: usize) -> Result<Amount, Mistake> {
        let Some((_, function)) = Function::NAMED.iter().find(|(it, _)| *it == name) else {
            let names: Vec<&str> = Function::NAMED.iter().map(|(name, _)| *name).collect();
            let sentence = format!(
                "no function is named {}; there are {}",
                shortened(name),
                names.join(", ")
            );
            return Err(self.mistake(at, sentence));
        };
        let argument = self.amount(Operator::Plus.precedence())?;
        if !self.words.eat(")") {
            return Err(self.unread());
        }
        if *function == Function::Sqrt {
            return self.power(argument, 0.5, at);
        }
        let turned = argument.dimension == [0, 0, 0, 1];
        if argument.dimension != PLAIN && !turned {
            return Err(self.mistake(at, format!("{name} is of a plain number or an angle")));
        }
        Ok(Amount {
            value: function.of(argument.value),
            dimension: PLAIN,
        })
    }

    /// The sum of two amounts of one dimension; a plain number beside one of the field's takes the field's unit.
    fn sum(&self, left: Amount, right: Amount, at: usize) -> Result<Amount, Mistake> {
        let taken = |it: Amount, beside: Amount| match self.field {
            Some((unit, lengths))
                if it.dimension == PLAIN && beside.dimension != PLAIN && fits(beside.dimension, unit) =>
            {
                Amount {
                    value: of_plain(it.value, unit, lengths),
                    dimension: beside.dimension,
                }
            }
            _ => it,
        };
        let (left, right) = (taken(left, right), taken(right, left));
        if left.dimension != right.dimension {
            let (a, b) = (written(left.dimension), written(right.dimension));
            return Err(self.mistake(at, format!("{a} and {b} cannot be added")));
        }
        Ok(Amount {
            value: left.value + right.value,
            dimension: left.dimension,
        })
    }

    fn power(&self, amount: Amount, power: f64, at: usize) -> Result<Amount, Mistake> {
        let value = if power == 0.5 {
            amount.value.sqrt()
        } else {
            libm::pow(amount.value, power)
        };
        if amount.dimension == PLAIN {
            return Ok(Amount {
                value,
                dimension: PLAIN,
            });
        }
        let powers = amount.dimension.map(|it| f64::from(it) * power);
        if power.abs() > POWER || powers.iter().any(|it| it.fract() != 0.0 || it.abs() > 99.0) {
            return Err(self.mistake(at, "this power of a unit makes no sense".to_owned()));
        }
        Ok(Amount {
            value,
            dimension: powers.map(|it| it as i32),
        })
    }
}

/// The dimension of a product, or with sign -1 of a quotient.
fn combined(left: Amount, right: Amount, sign: i32) -> Dimension {
    std::array::from_fn(|k| (left.dimension[k] + sign * right.dimension[k]).clamp(-99, 99))
}
