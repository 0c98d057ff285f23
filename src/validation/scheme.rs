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

    /// Name for the report.
    pub fn label(&self) -> String {
        match (self.integrator, self.hold) {
            (Integrator::Rattle, _) => self.integrator.label().to_owned(),
            (integrator, Stabilisation::None) => format!("{}, drift left", integrator.label()),
            (integrator, hold) => format!("{}, {}", integrator.label(), hold.label().to_lowercase()),
        }
    }
}
