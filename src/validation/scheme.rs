//! A scheme: an integrator with its stabilisation.

use crate::scene::{Integrator, Settings, Stabilisation, SubSteps};

/// An integrator with a stabilisation against drift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Integrator.
    pub integrator: Integrator,
    /// Stabilisation.
    pub hold: Stabilisation,
}

impl Scheme {
    /// The scheme of a new scene.
    pub const USUAL: Scheme = Scheme {
        integrator: Integrator::Rk4,
        hold: Stabilisation::Baumgarte,
    };

    /// Schemes whose order is examined: each integrator with suitable stabilisations.
    pub const COMPARED: [Scheme; 7] = {
        use Stabilisation::{Baumgarte, None, Projection};
        const fn scheme(integrator: Integrator, hold: Stabilisation) -> Scheme {
            Scheme { integrator, hold }
        }
        [
            scheme(Integrator::SemiImplicitEuler, Baumgarte),
            scheme(Integrator::Impulse, Baumgarte),
            scheme(Integrator::Rattle, None),
            scheme(Integrator::Rk4, None),
            scheme(Integrator::Rk4, Baumgarte),
            scheme(Integrator::Rk4, Projection),
            scheme(Integrator::Dopri5, Projection),
        ]
    };

    /// Changes the settings of a scene: undivided steps without step-size control, and fixed gains.
    pub fn apply(&self, settings: &mut Settings) {
        settings.integrator = self.integrator;
        settings.stabilisation = self.hold;
        settings.sub_steps = SubSteps::Fixed;
        settings.tolerance = 0.0;
        (settings.ks, settings.kd) = Settings::gains(0.05, 1.0);
    }

    /// Order of the integrator.
    pub fn order(&self) -> f64 {
        match self.integrator {
            Integrator::SemiImplicitEuler | Integrator::Impulse => 1.0,
            Integrator::Rattle => 2.0,
            Integrator::Rk4 => 4.0,
            Integrator::Dopri5 => 5.0,
        }
    }

    /// Steps for examining the order (s), from the longest; each is half the one before. Schemes of order one start
    /// shorter, because some machines leave the reference within two seconds at long steps.
    pub fn steps(&self) -> [f64; 5] {
        let coarsest = if self.order() < 2.0 {
            1.0 / 400.0
        } else {
            1.0 / 50.0
        };
        std::array::from_fn(|k| coarsest / f64::from(1 << k))
    }

    /// Name for the report.
    pub fn label(&self) -> String {
        match (self.integrator, self.hold) {
            (Integrator::Rattle, _) => self.integrator.label().to_owned(),
            (integrator, Stabilisation::None) => format!("{}, drift left", integrator.label()),
            (integrator, hold) => format!("{}, {}", integrator.label(), hold.label().to_lowercase()),
        }
    }
}
