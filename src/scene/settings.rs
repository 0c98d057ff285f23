//! What a scene says beyond its items: words, camera, world, solver.

use std::fmt;
use std::str::FromStr;

use crate::math::Vec2;
use crate::solver::{Effort, Method};

/// Words about a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Its name for people.
    pub title: String,
    /// What it is.
    pub description: String,
    /// What to try with it.
    pub hint: String,
}

/// What is in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// World point in the middle.
    pub center: Vec2,
    /// World height in view (m).
    pub height: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            center: Vec2::ZERO,
            height: 6.0,
        }
    }
}

/// How a step is integrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Integrator {
    /// v += h a, q += h v: order 1.
    SemiImplicitEuler,
    /// The classical Runge-Kutta method: order 4, the solver runs in each of its four stages.
    #[default]
    Rk4,
}

impl Integrator {
    /// All of them.
    pub const ALL: [Integrator; 2] = [Integrator::SemiImplicitEuler, Integrator::Rk4];

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Integrator::SemiImplicitEuler => "Semi-implicit Euler",
            Integrator::Rk4 => "Runge-Kutta 4",
        }
    }
}

impl fmt::Display for Integrator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Integrator::SemiImplicitEuler => "semi-implicit-euler",
            Integrator::Rk4 => "rk4",
        })
    }
}

impl FromStr for Integrator {
    type Err = String;
    fn from_str(s: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|it| it.to_string() == s)
            .ok_or_else(|| format!("there is no integrator {s:?}; give one of semi-implicit-euler, rk4"))
    }
}

/// The world and the way it is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// m/s²
    pub gravity: Vec2,
    /// Drag on every part's centre (N s/m).
    pub linear_drag: f64,
    /// Drag on every part's spin (N m s).
    pub angular_drag: f64,
    /// Method of the constraint solver.
    pub method: Method,
    /// How far iterative methods go.
    pub effort: Effort,
    /// How a step is integrated.
    pub integrator: Integrator,
    /// Length of the sub-step integrated (s).
    pub dt: f64,
    /// Simulated seconds per second shown.
    pub speed: f64,
    /// Baumgarte feedback of C (1/s²).
    pub ks: f64,
    /// Baumgarte feedback of Cdot (1/s).
    pub kd: f64,
}

impl Default for Settings {
    fn default() -> Self {
        let (ks, kd) = Self::gains(0.05, 1.0);
        Self {
            gravity: Vec2::new(0.0, -9.81),
            linear_drag: 0.0,
            angular_drag: 0.0,
            method: Method::Sparse,
            effort: Effort::default(),
            integrator: Integrator::Rk4,
            dt: 1.0 / 240.0,
            speed: 1.0,
            ks,
            kd,
        }
    }
}

impl Settings {
    /// (ks, kd) of a time constant (s) and a damping ratio: kd = 2 zeta/tau, ks = 1/tau².
    pub fn gains(time_constant: f64, damping_ratio: f64) -> (f64, f64) {
        (
            1.0 / (time_constant * time_constant),
            2.0 * damping_ratio / time_constant,
        )
    }
    /// Time constant (s) of the feedback; infinite without ks.
    pub fn time_constant(&self) -> f64 {
        1.0 / self.ks.sqrt()
    }
    /// Damping ratio of the feedback; infinite without ks.
    pub fn damping_ratio(&self) -> f64 {
        0.5 * self.kd / self.ks.sqrt()
    }
}
