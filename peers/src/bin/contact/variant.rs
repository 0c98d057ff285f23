//! The engines with their settings, and how each is started.

use tinkertoy::scene::Scene;

use crate::engine::Engine;
use crate::plain::Plain;
use crate::{box2d, ours, rapier};

/// An engine with its number of iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This program, by its default method.
    Exact,
    /// This program by Gauss-Seidel, in so many sweeps.
    Sweeps(u32),
    /// rapier2d, in so many solver iterations.
    Rapier(usize),
    /// The same, which by its settings closes all of an overlap but a micrometre.
    RapierTight(usize),
    /// rapier2d with points of contact found anew in every step.
    RapierFresh(usize),
    /// Box2D, in so many sub-steps.
    Box2d(i32),
    /// The same with points of contact found anew in every step.
    Box2dFresh(i32),
}

/// An engine, its settings, and its steps in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    pub kind: Kind,
    pub rate: u32,
}

const fn variant(kind: Kind, rate: u32) -> Variant {
    Variant { kind, rate }
}

/// The exact method of this program in so many steps a second.
pub const fn exact(rate: u32) -> Variant {
    variant(Kind::Exact, rate)
}

/// What ratios of frames refer to.
pub const OURS: Variant = exact(240);
/// The others as they are by default.
pub const THEIRS: [Variant; 2] = [variant(Kind::Rapier(4), 60), variant(Kind::Box2d(4), 60)];
/// The same with steps as short as ours.
pub const THEIRS_SHORT: [Variant; 2] = [variant(Kind::Rapier(4), 240), variant(Kind::Box2d(4), 240)];

/// What is measured where errors are compared, and of it first what is measured at every size.
pub const ALL: [Variant; 21] = [
    OURS,
    THEIRS[0],
    THEIRS[1],
    THEIRS_SHORT[0],
    THEIRS_SHORT[1],
    exact(60),
    variant(Kind::Sweeps(20), 240),
    variant(Kind::Sweeps(100), 240),
    variant(Kind::Rapier(20), 60),
    variant(Kind::Rapier(100), 60),
    variant(Kind::Rapier(20), 240),
    variant(Kind::Rapier(100), 240),
    variant(Kind::RapierTight(100), 240),
    variant(Kind::RapierFresh(4), 60),
    variant(Kind::RapierFresh(20), 240),
    variant(Kind::Box2dFresh(4), 60),
    variant(Kind::Box2dFresh(20), 240),
    variant(Kind::Box2d(20), 60),
    variant(Kind::Box2d(60), 60),
    variant(Kind::Box2d(20), 240),
    variant(Kind::Box2d(60), 240),
];
/// So many of them at every size.
pub const AT_EVERY_SIZE: usize = 6;

impl Kind {
    /// The engine and its way, for people; iterations apart.
    pub fn engine(self) -> &'static str {
        match self {
            Kind::Exact => "Tinkertoy exact",
            Kind::Sweeps(_) => "Tinkertoy Gauss-Seidel",
            Kind::Rapier(_) => "rapier2d",
            Kind::RapierTight(_) => "rapier2d tight",
            Kind::RapierFresh(_) => "rapier2d fresh",
            Kind::Box2d(_) => "Box2D",
            Kind::Box2dFresh(_) => "Box2D fresh",
        }
    }

    /// How many iterations, with their name.
    pub fn effort(self) -> String {
        match self {
            Kind::Exact => String::new(),
            Kind::Sweeps(n) => format!("{n} sweeps"),
            Kind::Rapier(n) | Kind::RapierTight(n) | Kind::RapierFresh(n) => format!("{n} iterations"),
            Kind::Box2d(n) | Kind::Box2dFresh(n) => format!("{n} sub-steps"),
        }
    }

    /// Whether it is not this program.
    pub fn is_other(self) -> bool {
        !matches!(self, Kind::Exact | Kind::Sweeps(_))
    }
}

impl Variant {
    /// Makes a scene ready to run.
    ///
    /// # Errors
    /// When the engine refuses it.
    pub fn start(self, scene: &Scene, plain: &Plain) -> Result<Box<dyn Engine>, String> {
        let dt = 1.0 / f64::from(self.rate);
        Ok(match self.kind {
            Kind::Exact => Box::new(ours::Ours::exact(scene, dt)),
            Kind::Sweeps(sweeps) => Box::new(ours::Ours::sweeping(scene, dt, sweeps)),
            Kind::Rapier(iterations) => Box::new(rapier::Rapier::new(plain, dt, iterations)),
            Kind::RapierTight(iterations) => Box::new(rapier::Rapier::new(plain, dt, iterations).tight()),
            Kind::RapierFresh(iterations) => Box::new(rapier::Rapier::new(plain, dt, iterations).fresh()),
            Kind::Box2d(sub_steps) => Box::new(box2d::Box2d::new(plain, dt, sub_steps)?),
            Kind::Box2dFresh(sub_steps) => Box::new(box2d::Box2d::new(plain, dt, sub_steps)?.fresh()?),
        })
    }
}
