//! A way to compute: an integrator with what holds drift down.

use crate::scene::{Integrator, Settings, SubSteps};

/// What holds drift down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Nothing.
    None,
    /// Feedback of C and its rate with the usual gains, a time constant of 0.05 s.
    Feedback,
}

/// An integrator with what holds drift down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// How a step is integrated.
    pub integrator: Integrator,
    /// What holds drift down.
    pub hold: Hold,
}

impl Scheme {
    /// What a new scene is computed with.
    pub const USUAL: Scheme = Scheme {
        integrator: Integrator::Rk4,
        hold: Hold::Feedback,
    };

    /// Changes the settings of a scene; gains are fixed in SI whatever the step.
    pub fn apply(&self, settings: &mut Settings) {
        settings.integrator = self.integrator;
        settings.sub_steps = SubSteps::Fixed;
        (settings.ks, settings.kd) = match self.hold {
            Hold::None => (0.0, 0.0),
            Hold::Feedback => Settings::gains(0.05, 1.0),
        };
    }

    /// Name for the report.
    pub fn label(&self) -> String {
        let hold = match self.hold {
            Hold::None => "nothing held",
            Hold::Feedback => "feedback",
        };
        format!("{}, {hold}", self.integrator.label())
    }
}
