//! What a scene says beyond its items: words, camera, world, solver.

use super::{Integrator, Method, Stabilisation, SubSteps};
use crate::math::Vec2;
use crate::parameter::{LengthUnit, tidy};

/// Words about a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Its name for people.
    pub title: String,
    /// What it is.
    pub description: String,
    /// What to try with it.
    pub hint: String,
    /// The unit in which its lengths are shown and typed.
    pub length_unit: LengthUnit,
    /// Whether it is opened paused, as what was saved before it ran is.
    pub paused: bool,
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

/// How the mouse pulls at a running machine; see [`crate::sim::Grab`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grip {
    /// N/m; none is as strong as the machine is heavy where it is held.
    pub stiffness: Option<f64>,
    /// Force beyond which it does not go (N); none is unbounded.
    pub limit: Option<f64>,
}

/// How far the iterative methods of the solver go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Products with A that conjugate gradients may take in each island.
    pub cg_iterations: u32,
    /// Residual, relative to the terms of the equations, at which conjugate gradients are done.
    pub cg_tolerance: f64,
    /// Sweeps of Gauss-Seidel over all constraints.
    pub sweeps: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            cg_iterations: 1000,
            cg_tolerance: 1e-12,
            sweeps: 20,
        }
    }
}

/// How parts touch, where they do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Height of a level floor (m).
    pub floor: Option<f64>,
    /// Coefficient of friction of what says nothing else.
    pub friction: f64,
    /// Speed after a hit over the speed before it, likewise.
    pub restitution: f64,
    /// Whether islands at rest sleep until something is done to them.
    pub sleeping: bool,
}

impl Contact {
    /// Height of the floor where there is to be one (m): in view of a new scene, with room under it.
    pub const USUAL_FLOOR: f64 = -2.0;

    /// What a new scene begins with: a floor, and islands at rest sleep.
    pub fn usual() -> Self {
        Self {
            floor: Some(Self::USUAL_FLOOR),
            sleeping: true,
            ..Self::default()
        }
    }
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            floor: None,
            friction: 0.5,
            restitution: 0.0,
            sleeping: false,
        }
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
    /// How drift is held down.
    pub stabilisation: Stabilisation,
    /// Whether a step may be divided.
    pub sub_steps: SubSteps,
    /// Error per step that an adaptive integrator aims at (m, rad; relative beyond 1); 0 leaves its steps alone.
    pub tolerance: f64,
    /// Shortest step that an adaptive integrator may take for its error (s); none: a share of `dt`.
    pub smallest_step: Option<f64>,
    /// Length of a step (s): the sub-step integrated unless it is divided.
    pub dt: f64,
    /// Simulated seconds per second shown.
    pub speed: f64,
    /// Baumgarte feedback of C (1/s²).
    pub ks: f64,
    /// Baumgarte feedback of Cdot (1/s).
    pub kd: f64,
    /// How the mouse pulls.
    pub grip: Grip,
    /// How parts touch; none: they pass through each other.
    pub contact: Option<Contact>,
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
            stabilisation: Stabilisation::Baumgarte,
            sub_steps: SubSteps::Automatic,
            tolerance: Self::USUAL_TOLERANCE,
            smallest_step: None,
            dt: Self::USUAL_DT,
            speed: 1.0,
            ks,
            kd,
            grip: Grip::default(),
            contact: None,
        }
    }
}

impl Settings {
    /// The usual length of a step (s).
    pub const USUAL_DT: f64 = 1.0 / 240.0;
    /// The usual tolerance of an adaptive integrator (m, rad).
    pub const USUAL_TOLERANCE: f64 = 1e-8;

    /// The usual settings, with parts that touch: by impulses.
    pub fn with_contact(contact: Contact) -> Self {
        Self {
            integrator: Integrator::Impulse,
            contact: Some(contact),
            ..Self::default()
        }
    }

    /// Whether sub-steps follow an estimate of their error.
    pub fn is_by_error(&self) -> bool {
        self.integrator.is_adaptive() && self.tolerance > 0.0
    }

    /// Whether steps may be divided.
    pub fn divides(&self) -> bool {
        self.sub_steps == SubSteps::Automatic || self.is_by_error()
    }

    /// (ks, kd) of a time constant (s) and a damping ratio: kd = 2 zeta/tau, ks = 1/tau².
    pub fn gains(time_constant: f64, damping_ratio: f64) -> (f64, f64) {
        (
            tidy(1.0 / (time_constant * time_constant)),
            tidy(2.0 * damping_ratio / time_constant),
        )
    }
    /// (ks, kd) in effect: none where drift is not held down by feedback, or leaves none to hold down.
    pub fn feedback(&self) -> (f64, f64) {
        match (self.integrator, self.stabilisation) {
            (Integrator::Rattle, _) => (0.0, 0.0),
            (_, Stabilisation::Baumgarte) => (self.ks, self.kd),
            (_, Stabilisation::None | Stabilisation::Projection) => (0.0, 0.0),
        }
    }
    /// Rate of the feedback (1/s) where constraints act on velocities: C' = -rate C.
    pub fn feedback_rate(&self) -> f64 {
        match self.feedback() {
            (ks, kd) if kd > 0.0 => ks / kd,
            // As with critical damping.
            (ks, _) => 0.5 * ks.sqrt(),
        }
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
