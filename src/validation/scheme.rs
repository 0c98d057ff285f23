//! A way to compute: an integrator with what holds drift down.

use crate::scene::{Integrator, Settings, Stabilisation, SubSteps};

/// An integrator with what holds drift down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// How a step is integrated.
    pub integrator: Integrator,
    /// What holds drift down.
    pub hold: Stabilisation,
}

impl Scheme {
    /// What a new scene is computed with.
    pub const USUAL: Scheme = Scheme {
        integrator: Integrator::Rk4,
        hold: Stabilisation::Baumgarte,
    };

    /// Those whose order is looked at: each integrator with what suits it.
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

    /// Changes the settings of a scene: whole steps without control, gains fixed in SI.
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

    /// Steps at which the order is looked for (s), from the longest; each is half the one before. Those of order one start
    /// shorter: in long steps some machines are on another course within two seconds.
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
