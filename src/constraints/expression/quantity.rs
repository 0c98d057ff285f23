//! A number that is typed: an expression with units, such as `2*40 cm + 1 in`, read for a unit of a parameter.
//!
//! ```text
//! a plain number takes the unit of its field (degrees where that is an angle), also beside a term with units
//! a unit behind a number multiplies it, as strongly as * and /, from left to right: 1/2 in is half an inch
//! ```

use std::f64::consts::PI;

use super::Mistake;
use super::jet::Function;
use super::scanner::{Scanner, check_size};
use super::tree::{NEGATION, Operator};
use super::unit_names::{Dimension, NAMED, dimension, expected, written};
use crate::parameter::{Unit, tidy};

const PLAIN: Dimension = [0; 4];
/// Largest power of something with a unit.
const POWER: f64 = 6.0;

/// A number in SI with its dimension.
#[derive(Clone, Copy, Debug)]
struct Amount {
    value: f64,
    dimension: Dimension,
}

/// Reads a typed number for a field of this unit. Returns it in SI (an angle in radians).
///
/// # Errors
/// What is wrong with the text and where, with what would be understood.
pub fn quantity(text: &str, unit: Unit) -> Result<f64, Mistake> {
    let whole = |sentence: String| Mistake { at: 0, sentence };
    if text.trim().is_empty() {
        return Err(whole(format!("write {}", expected(unit))));
    }
    // Character by character, so that places stay what they are.
    let plain: String = text
        .chars()
        .map(|c| match c {
            ',' => '.',
            '·' | '×' => '*',
            '−' => '-',
            'μ' => 'µ',
            c => c,
        })
        .collect();
    check_size(&plain)?;
    let mut reader = Reader {
        words: Scanner::new(&plain),
        unit,
    };
    let amount = reader.amount(Operator::Plus.precedence())?;
    if reader.words.peek().is_some() {
        return Err(reader.unread());
    }
    let value = reader.in_field(amount).map_err(whole)?;
    if !value.is_finite() {
        return Err(whole(format!("this comes to {value}; write {}", expected(unit))));
    }
    if unit.whole(value) != value {
        return Err(whole(format!("write {}", expected(unit))));
    }
    Ok(value)
}

/// What is expected in a field of this unit, with an example: "a length, such as 0.4, 40 cm or 16 in".
pub fn expected_of(unit: Unit) -> &'static str {
    expected(unit)
}

struct Reader<'a> {
    words: Scanner<'a>,
    unit: Unit,
}

impl<'a> Reader<'a> {
    fn mistake(&self, byte: usize, sentence: String) -> Mistake {
        Mistake::new(self.words.text, byte, sentence)
    }

    fn unread(&mut self) -> Mistake {
        self.words.skip_spaces();
        let sentence = format!("this cannot be read; write {}", expected(self.unit));
        self.mistake(self.words.at, sentence)
    }

    /// The value of what the field holds, plain numbers taken in its own unit.
    fn in_field(&self, amount: Amount) -> Result<f64, String> {
        if amount.dimension == PLAIN {
            return Ok(tidy(amount.value) * self.plain_factor());
        }
        if self.fits(amount.dimension) {
            return Ok(tidy(amount.value));
        }
        let wrong = written(amount.dimension);
        Err(format!("this is in {wrong}; write {}", expected(self.unit)))
    }

    /// SI for a plain 1.
    fn plain_factor(&self) -> f64 {
        if self.unit == Unit::Radian {
            PI / 180.0
        } else {
            1.0
        }
    }

    /// Whether a dimension is that of the field. Torques per angle may be written with or without the angle.
    fn fits(&self, mut found: Dimension) -> bool {
        let wanted = dimension(self.unit);
        if matches!(self.unit, Unit::NewtonMetreSecond | Unit::NewtonMetrePerRadian) {
            found[3] = wanted[3];
        }
        found == wanted
    }

    /// An expression of operators that bind at least so tightly.
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
            let beside = self.unit_name().is_some();
            self.words.at = before;
            let operator = if beside {
                Some(Operator::Times)
            } else {
                self.words.operator()
            };
            let Some(operator) = operator else {
                return Ok(left);
            };
            let precedence = operator.precedence();
            if precedence < least {
                self.words.at = before;
                return Ok(left);
            }
            let from_the_right = operator == Operator::Power;
            let right = self.amount(precedence + u8::from(!from_the_right))?;
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
        let Some(name) = self.unit_name() else {
            return Err(self.unread());
        };
        if matches!(name, "pi" | "π") {
            return Ok(plain(PI));
        }
        if let Some(found) = NAMED.iter().find(|it| it.name == name) {
            return Ok(Amount {
                value: found.ratio.0 / found.ratio.1,
                dimension: found.dimension,
            });
        }
        if self.words.eat("(") {
            return self.function(name, at);
        }
        Err(self.mistake(
            at,
            format!("no unit is named {name}; write {}", expected(self.unit)),
        ))
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

    /// A function of what follows its opening bracket.
    fn function(&mut self, name: &str, at: usize) -> Result<Amount, Mistake> {
        let Some((_, function)) = Function::NAMED.iter().find(|(it, _)| *it == name) else {
            let names: Vec<&str> = Function::NAMED.iter().map(|(name, _)| *name).collect();
            let sentence = format!("no function is named {name}; there are {}", names.join(", "));
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
        let taken = |it: Amount, beside: Amount| {
            if it.dimension == PLAIN && beside.dimension != PLAIN && self.fits(beside.dimension) {
                Amount {
                    value: it.value * self.plain_factor(),
                    dimension: beside.dimension,
                }
            } else {
                it
            }
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
