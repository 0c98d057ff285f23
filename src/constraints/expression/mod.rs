//! A typed function of the plane, such as `x^2/4 + y^2 = 1`, with its first and second derivatives.
//!
//! ```text
//! F(x, y) by its text; F = G means F - G        derivatives by [`jet`], without differences
//! ```
//! The text is kept with its program, or with the mistake in it: a file with a typo is read to the end, and all its problems are listed. Evaluation
//! allocates nothing and gives the same bits everywhere.

mod amount_reader;
mod formula;
mod jet;
mod names;
mod quantity;
mod quantity_name;
mod read;
mod scanner;
mod tree;
mod unit_names;

use serde::{Deserialize, Serialize};

pub use self::formula::Formula;
pub use self::names::{Amount, Names, check_name, names_in, with_micro_sign};
pub use self::quantity::{amount, expected_of, quantity, quantity_in, quantity_of};
pub use self::quantity_name::QuantityName;

use self::jet::{Function, Quantity};
use super::level_set::Height;
use crate::math::Vec2;

/// Longest text (characters).
const LONGEST: usize = 400;
/// Size of the stack that computes it.
const DEPTH: usize = 24;

/// Message for a division by 0.
const BY_ZERO: &str = "this divides by 0, which gives no number";

/// Message for a number that is NaN or infinite.
fn not_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "this gives no number"
    } else {
        "this is larger than any number"
    }
}

/// An instruction of the stack program of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Op {
    Number(f64),
    /// Index among the values given.
    Variable(usize),
    Sum,
    Product,
    Of(Function),
}

/// A mistake in a text, and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Number of characters before it.
    pub at: usize,
    /// A sentence.
    pub sentence: String,
}

impl Mistake {
    /// A mistake at a byte of the text.
    fn new(text: &str, byte: usize, sentence: String) -> Self {
        let at = text.char_indices().take_while(|(start, _)| *start < byte).count();
        Self { at, sentence }
    }
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at character {}: {}", self.at + 1, self.sentence)
    }
}

/// A typed function of x and y.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Expression {
    text: String,
    program: Result<Vec<Op>, Mistake>,
}

impl From<String> for Expression {
    fn from(text: String) -> Self {
        let program = read::program(&text);
        Self { text, program }
    }
}

impl From<Expression> for String {
    fn from(it: Expression) -> Self {
        it.text
    }
}

impl Expression {
    /// The text as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The mistake in the text, if there is one.
    pub fn mistake(&self) -> Option<&Mistake> {
        self.program.as_ref().err()
    }

    /// F at a point; NaN where it has no value or makes no sense.
    pub fn value(&self, p: Vec2) -> f64 {
        self.at(&[p.x, p.y])
    }

    /// F at a point with its first two derivatives.
    pub(super) fn height(&self, p: Vec2) -> Height {
        let variable = |value, gradient| Height {
            value,
            gradient,
            ..Height::ZERO
        };
        self.at(&[variable(p.x, Vec2::X), variable(p.y, Vec2::Y)])
    }

    fn at<Q: Quantity>(&self, point: &[Q; 2]) -> Q {
        match &self.program {
            Ok(program) => run(program, point),
            Err(_) => Q::constant(f64::NAN),
        }
    }
}

/// Runs a program with these values of its variables; a missing value is NaN.
fn run<Q: Quantity>(program: &[Op], values: &[Q]) -> Q {
    let mut stack = [Q::ZERO; DEPTH];
    let mut top = 0;
    for op in program {
        match *op {
            Op::Number(value) => {
                stack[top] = Q::constant(value);
                top += 1;
            }
            Op::Variable(index) => {
                stack[top] = values.get(index).copied().unwrap_or(Q::constant(f64::NAN));
                top += 1;
            }
            Op::Sum => {
                top -= 1;
                stack[top - 1] = stack[top - 1].plus(stack[top]);
            }
            Op::Product => {
                top -= 1;
                stack[top - 1] = stack[top - 1].times(stack[top]);
            }
            Op::Of(function) => stack[top - 1] = function.of(stack[top - 1]),
        }
    }
    stack[0]
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn read(text: &str) -> Expression {
        Expression::from(text.to_owned())
    }

    #[test]
    fn formulas_mean_what_they_mean_in_mathematics() {
        let p = Vec2::new(1.3, -0.7);
        let (x, y) = (p.x, p.y);
        for (text, value) in [
            ("-x^2", -x * x),
            ("2^-x", 2f64.powf(-x)),
            ("2^3^2*x", 512.0 * x),
            ("x - y - 1", x - y - 1.0),
            ("x/y/2", x / y / 2.0),
            ("x^2 + y^2 = 1", x * x + y * y - 1.0),
            ("-(x + y) * -3", 3.0 * (x + y)),
            ("1.5e-1x".strip_suffix('x').map_or("", |_| "1.5e-1*x"), 0.15 * x),
            (
                "sin(x)*cos(pi*y) - e",
                x.sin() * (std::f64::consts::PI * y).cos() - std::f64::consts::E,
            ),
            (
                "sqrt(x) + ln(x) + exp(y) + atan(y)",
                x.sqrt() + x.ln() + y.exp() + y.atan(),
            ),
            ("x^1.5 + x^y", x.powf(1.5) + x.powf(y)),
            (
                "sinh(y)+cosh(y)+tanh(y)+tan(y)",
                y.sinh() + y.cosh() + y.tanh() + y.tan(),
            ),
            ("y**2", y * y),
        ] {
            let it = read(text);
            assert_eq!(it.mistake(), None, "{text}");
            assert!(
                (it.value(p) - value).abs() < 1e-13 * (1.0 + value.abs()),
                "{text}: {} {value}",
                it.value(p)
            );
            assert!((it.height(p).value - it.value(p)).abs() < 1e-14, "{text}");
        }
    }

    #[test]
    fn derivatives_are_those_of_differences() {
        let texts = [
            "x^2/4 + y^2 - 1",
            "sin(x*y) + cos(x - y)^3",
            "exp(-x^2)*ln(2 + y) - sqrt(3 + x + y)",
            "1/(2 + x*y) + (1.5 + x)^2.5 + (2 + y)^x",
            "atan(x + 2*y) - tanh(x*y) + sinh(x)/cosh(y) + tan(x/3)",
            "x^-2 + y^0 + y^1 + (x - y)^7",
        ];
        for (text, k) in texts.iter().flat_map(|text| (0..8).map(move |k| (text, k))) {
            let it = read(text);
            assert_eq!(it.mistake(), None, "{text}");
            let p = Vec2::new(0.4 + 0.11 * f64::from(k), 0.9 - 0.17 * f64::from(k));
            let (h, here) = (1e-5, it.height(p));
            let slope = |axis: Vec2| (it.value(p + h * axis) - it.value(p - h * axis)) / (2.0 * h);
            let size = 1.0 + here.gradient.length() + here.second.iter().map(|x| x.abs()).sum::<f64>();
            let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-6 * size, "{text} {p}: {a} {b}");
            close(here.gradient.x, slope(Vec2::X));
            close(here.gradient.y, slope(Vec2::Y));
            let bend = |axis: Vec2| {
                (it.height(p + h * axis).gradient - it.height(p - h * axis).gradient) / (2.0 * h)
            };
            close(here.second[0], bend(Vec2::X).x);
            close(here.second[1], bend(Vec2::X).y);
            close(here.second[1], bend(Vec2::Y).x);
            close(here.second[2], bend(Vec2::Y).y);
        }
    }

    #[test]
    fn a_mistake_is_named_where_it_is() {
        for (text, at, word) in [
            ("x^2 + z^2 - 1", 6, "nothing named z"),
            ("x^2 + ", 6, "ends too early"),
            ("x^2 + * y", 6, "a number, x, y"),
            ("(x + y", 6, "closing bracket"),
            ("x + y)", 5, "an operator"),
            ("2x + y", 1, "an operator"),
            ("x + sine(y)", 4, "nothing named sine"),
            ("sin + y", 0, "write sin(...)"),
            ("y - abs(x)", 4, "corner"),
            ("floor(x) - y", 0, "jumps"),
            ("x + 1/0", 5, "divides by 0"),
            ("x/(2 - 2) + y", 1, "divides by 0"),
            ("x + 0^-1", 5, "larger than any number"),
            ("y + ln(-1)", 4, "gives no number"),
            ("", 0, "a number, x, y"),
            ("2 + 3", 0, "neither x nor y"),
            ("x = y = 1", 6, "an operator"),
            ("x # y", 2, "'#'"),
            ("ä + y", 0, "'ä'"),
            ("x + ä", 4, "'ä'"),
        ] {
            let it = read(text);
            let mistake = it.mistake().unwrap_or_else(|| panic!("{text} is taken"));
            assert_eq!(mistake.at, at, "{text}: {mistake}");
            assert!(mistake.sentence.contains(word), "{text}: {mistake}");
        }
        let deep = format!("{}x{}", "(".repeat(300), ")".repeat(300));
        assert!(read(&deep).mistake().is_some());
        let wide = format!("x{}", "+1".repeat(300));
        assert!(read(&wide).mistake().is_some());
        // Written from the right, a sum needs a place on the stack for each of its terms.
        let right = format!("{}x{}", "y+(".repeat(35), ")".repeat(35));
        assert!(read(&right).mistake().is_some());
    }
}
