//! Automatic differentiation in two variables: a number that carries its first and second derivatives.
//!
//! ```text
//! u = (u, u_x, u_y, u_xx, u_xy, u_yy)
//! (u w)_xy = u_xy w + u_x w_y + u_y w_x + u w_xy            f(u)_xy = f'(u) u_xy + f''(u) u_x u_y
//! ```

use super::super::level_set::Height;
use crate::math::{Vec2, trig::sin_cos};

/// Number type of a program: plain numbers to draw a curve, jets to hold a point on it.
pub(super) trait Quantity: Copy {
    const ZERO: Self;
    fn constant(value: f64) -> Self;
    fn value(self) -> f64;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// f(self), given f, f' and f'' at its value.
    fn chain(self, f: [f64; 3]) -> Self;
}

impl Quantity for f64 {
    const ZERO: Self = 0.0;
    fn constant(value: f64) -> Self {
        value
    }
    fn value(self) -> f64 {
        self
    }
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn chain(self, f: [f64; 3]) -> Self {
        f[0]
    }
}

impl Quantity for Height {
    const ZERO: Self = Height {
        value: 0.0,
        gradient: Vec2::ZERO,
        second: [0.0; 3],
    };
    fn constant(value: f64) -> Self {
        Height { value, ..Self::ZERO }
    }
    fn value(self) -> f64 {
        self.value
    }
    fn plus(self, other: Self) -> Self {
        Height {
            value: self.value + other.value,
            gradient: self.gradient + other.gradient,
            second: [0, 1, 2].map(|k| self.second[k] + other.second[k]),
        }
    }
    fn times(self, other: Self) -> Self {
        let (a, b) = (self.gradient, other.gradient);
        let mixed = [2.0 * a.x * b.x, a.x * b.y + a.y * b.x, 2.0 * a.y * b.y];
        Height {
            value: self.value * other.value,
            gradient: other.value * a + self.value * b,
            second: [0, 1, 2].map(|k| self.second[k] * other.value + mixed[k] + self.value * other.second[k]),
        }
    }
    fn chain(self, [f, slope, bend]: [f64; 3]) -> Self {
        let g = self.gradient;
        let squares = [g.x * g.x, g.x * g.y, g.y * g.y];
        Height {
            value: f,
            gradient: slope * g,
            second: [0, 1, 2].map(|k| slope * self.second[k] + bend * squares[k]),
        }
    }
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Function {
    Negative,
    Abs,
    Inverse,
    Sin,
    Cos,
    Tan,
    Atan,
    Exp,
    Ln,
    Sqrt,
    Sinh,
    Cosh,
    Tanh,
    /// To a whole power.
    Whole(i32),
    /// To any other constant power.
    Real(f64),
}

impl Function {
    /// Functions by the names they are typed with.
    pub const NAMED: [(&'static str, Function); 10] = [
        ("sin", Function::Sin),
        ("cos", Function::Cos),
        ("tan", Function::Tan),
        ("atan", Function::Atan),
        ("exp", Function::Exp),
        ("ln", Function::Ln),
        ("sqrt", Function::Sqrt),
        ("sinh", Function::Sinh),
        ("cosh", Function::Cosh),
        ("tanh", Function::Tanh),
    ];
    /// Functions with a corner, on which nothing can be held.
    pub const ROUGH: [(&'static str, Function); 1] = [("abs", Function::Abs)];

    /// f, f' and f'' at u.
    fn at(self, u: f64) -> [f64; 3] {
        match self {
            Function::Negative => [-u, -1.0, 0.0],
            Function::Abs => [u.abs(), u.signum(), 0.0],
            Function::Inverse => {
                let f = 1.0 / u;
                [f, -f * f, 2.0 * f * f * f]
            }
            Function::Sin => {
                let (s, c) = sin_cos(u);
                [s, c, -s]
            }
            Function::Cos => {
                let (s, c) = sin_cos(u);
                [c, -s, -c]
            }
            Function::Tan => {
                let (s, c) = sin_cos(u);
                let t = s / c;
                let slope = 1.0 + t * t;
                [t, slope, 2.0 * t * slope]
            }
            Function::Atan => {
                let slope = 1.0 / (1.0 + u * u);
                [libm::atan(u), slope, -2.0 * u * slope * slope]
            }
            Function::Exp => [libm::exp(u); 3],
            Function::Ln => [libm::log(u), 1.0 / u, -1.0 / (u * u)],
            Function::Sqrt => {
                let f = u.sqrt();
                [f, 0.5 / f, -0.25 / (f * u)]
            }
            Function::Sinh => [libm::sinh(u), libm::cosh(u), libm::sinh(u)],
            Function::Cosh => [libm::cosh(u), libm::sinh(u), libm::cosh(u)],
            Function::Tanh => {
                let f = libm::tanh(u);
                let slope = 1.0 - f * f;
                [f, slope, -2.0 * f * slope]
            }
            Function::Whole(n) => {
                let p = f64::from(n);
                [
                    whole_power(u, n),
                    if n == 0 { 0.0 } else { p * whole_power(u, n - 1) },
                    if n == 0 || n == 1 {
                        0.0
                    } else {
                        p * (p - 1.0) * whole_power(u, n - 2)
                    },
                ]
            }
            Function::Real(p) => [
                libm::pow(u, p),
                p * libm::pow(u, p - 1.0),
                p * (p - 1.0) * libm::pow(u, p - 2.0),
            ],
        }
    }

    pub fn of<Q: Quantity>(self, u: Q) -> Q {
        u.chain(self.at(u.value()))
    }
}

/// u to a whole power, by squaring: the same bits everywhere.
fn whole_power(u: f64, n: i32) -> f64 {
    let (mut result, mut base, mut left) = (1.0, u, n.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            result *= base;
        }
        base *= base;
        left >>= 1;
    }
    if n < 0 { 1.0 / result } else { result }
}
