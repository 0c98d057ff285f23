//! Data of a scene besides its items: texts, camera, world, solver.

use super::{Integrator, Method, Stabilisation, SubSteps};
use crate::math::Vec2;
use crate::parameter::{LengthUnit, shortest_decimal};

/// Texts about a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Suggestion of what to try.
    pub hint: String,
    /// Unit in which lengths are shown and typed.
    pub length_unit: LengthUnit,
    /// Whether it opens paused; set for a scene saved before it ran.
    pub paused: bool,
}

/// View of the canvas.
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

/// Spring by which the mouse pulls a running machine; see [`crate::sim::Grab`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grip {
    /// Stiffness (N/m); `None` adapts it to the effective mass at the point that is held.
    pub stiffness: Option<f64>,
    /// Largest force (N); `None` is unbounded.
    pub limit: Option<f64>,
}

/// Iteration limits and tolerance of the iterative methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationLimits {
    /// Largest number of products with A that conjugate gradients take in each island.
    pub cg_iterations: u32,
    /// Residual, relative to the terms of the equations, at which conjugate gradients stop.
    pub cg_tolerance: f64,
    /// Sweeps of Gauss-Seidel over all constraints.
    pub sweeps: u32,
}

impl Default for IterationLimits {
    fn default() -> Self {
        Self {
            cg_iterations: 1000,
            cg_tolerance: 1e-12,
            sweeps: 20,
        }
    }
}

/// Contact between parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Height of a level floor (m).
    pub floor: Option<f64>,
    /// Coefficient of friction of parts without one of their own.
    pub friction: f64,
    /// Coefficient of restitution (speed after an impact over the speed before it) of parts without one of their own.
    pub restitution: f64,
    /// Whether islands at rest sleep until something acts on them.
    pub sleeping: bool,
}

impl Contact {
    /// Default height of the floor (m): in view of a new scene, with room under it.
    pub const USUAL_FLOOR: f64 = -2.0;

    /// Contact of a new scene: a floor, and islands at rest sleep.
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

/// The world, and the numerical scheme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// m/s²
    pub gravity: Vec2,
    /// Drag coefficient of each part's centre (N s/m).
    pub linear_drag: f64,
    /// Drag coefficient of each part's rotation (N m s).
    pub angular_drag: f64,
    /// Method of the constraint solver.
    pub method: Method,
    /// Iteration limits and tolerance of iterative methods.
    pub effort: IterationLimits,
    /// Integrator.
    pub integrator: Integrator,
    /// Stabilisation against constraint drift.
    pub stabilisation: Stabilisation,
    /// Whether a step may be divided.
    pub sub_steps: SubSteps,
    /// Error tolerance per step of an adaptive integrator (m, rad; relative above 1); 0 switches its error control off.
    pub tolerance: f64,
    /// Shortest step that the error control of an adaptive integrator may choose (s); `None` for a fraction of `dt`.
    pub smallest_step: Option<f64>,
    /// Length of a step (s), integrated as a whole unless it is divided.
    pub dt: f64,
    /// Simulated seconds per second of real time.
    pub speed: f64,
    /// Baumgarte gain of C (1/s²).
    pub ks: f64,
    /// Baumgarte gain of Cdot (1/s).
    pub kd: f64,
    /// Spring of the mouse.
    pub grip: Grip,
    /// Contact; `None`: parts pass through each other.
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
            effort: IterationLimits::default(),
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
    /// Default length of a step (s).
    pub const USUAL_DT: f64 = 1.0 / 240.0;
    /// Largest length of a step (s).
    pub const LONGEST_DT: f64 = 0.1;
    /// Default tolerance of an adaptive integrator (m, rad).
    pub const USUAL_TOLERANCE: f64 = 1e-8;

    /// Default settings with contact, which use impulses.
    pub fn with_contact(contact: Contact) -> Self {
        Self {
            integrator: Integrator::Impulse,
            contact: Some(contact),
            ..Self::default()
        }
    }

    /// Whether drag acts on all parts.
    pub fn has_drag(&self) -> bool {
        self.linear_drag != 0.0 || self.angular_drag != 0.0
    }

    /// Whether sub-steps are chosen by an error estimate.
    pub fn is_by_error(&self) -> bool {
        self.integrator.is_adaptive() && self.tolerance > 0.0
    }

    /// Whether steps may be divided.
    pub fn divides(&self) -> bool {
        self.sub_steps == SubSteps::Automatic || self.is_by_error()
    }

    /// Gains (ks, kd) for a time constant (s) and a damping ratio: kd = 2 zeta/tau, ks = 1/tau².
    pub fn gains(time_constant: f64, damping_ratio: f64) -> (f64, f64) {
        (
            shortest_decimal(1.0 / (time_constant * time_constant)),
            shortest_decimal(2.0 * damping_ratio / time_constant),
        )
    }
    /// Gains (ks, kd) in effect: zero with RATTLE, which leaves no drift, and unless the stabilisation is feedback.
    pub fn feedback(&self) -> (f64, f64) {
        match (self.integrator, self.stabilisation) {
            (Integrator::Rattle, _) => (0.0, 0.0),
            (_, Stabilisation::Baumgarte) => (self.ks, self.kd),
            (_, Stabilisation::None | Stabilisation::Projection) => (0.0, 0.0),
        }
    }
    /// Rate of the feedback (1/s) for constraints at the velocity level: C' = -rate C.
    pub fn feedback_rate(&self) -> f64 {
        match self.feedback() {
            (ks, kd) if kd > 0.0 => ks / kd,
            // The rate of critical damping.
            (ks, _) => 0.5 * ks.sqrt(),
        }
    }
    /// Time constant (s) of the feedback; infinite if ks is 0.
    pub fn time_constant(&self) -> f64 {
        1.0 / self.ks.sqrt()
    }
    /// Damping ratio of the feedback; infinite if ks is 0.
    pub fn damping_ratio(&self) -> f64 {
        0.5 * self.kd / self.ks.sqrt()
    }
}
