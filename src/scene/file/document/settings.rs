//! Settings of a scene as written to a file.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::left_out::{is_false, unless_default};
use crate::math::Vec2;
use crate::scene::file::error::Faults;
use crate::scene::file::outline::{Outline, Place};
use crate::scene::{self, IterationLimits};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "settings")]
pub(in crate::scene::file) struct Settings {
    gravity: Vec2,
    linear_drag: f64,
    angular_drag: f64,
    method: String,
    // Options of iterative methods are omitted at their defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    cg_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cg_tolerance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweeps: Option<u32>,
    integrator: String,
    // Fields newer than the first files: omitted at their defaults, so that those files keep their bytes.
    #[serde(skip_serializing_if = "is_usual_stabilisation")]
    stabilisation: String,
    #[serde(skip_serializing_if = "is_usual_sub_steps")]
    sub_steps: String,
    #[serde(skip_serializing_if = "is_usual_tolerance")]
    tolerance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest_step: Option<f64>,
    dt: f64,
    speed: f64,
    ks: f64,
    kd: f64,
    // Spring of the mouse; omitted where it adapts to the machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_stiffness: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_limit: Option<f64>,
    // Without contact, parts pass through each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<Contact>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "contact")]
pub(super) struct Contact {
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<f64>,
    friction: f64,
    restitution: f64,
    #[serde(skip_serializing_if = "is_false")]
    sleeping: bool,
}

impl Default for Contact {
    fn default() -> Self {
        Self::of(&scene::Contact::default())
    }
}

impl Contact {
    fn of(it: &scene::Contact) -> Self {
        let scene::Contact {
            floor,
            friction,
            restitution,
            sleeping,
        } = *it;
        Self {
            floor,
            friction,
            restitution,
            sleeping,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&scene::Settings::default())
    }
}

fn is_usual_stabilisation(word: &str) -> bool {
    word == scene::Stabilisation::default().id()
}
fn is_usual_sub_steps(word: &str) -> bool {
    word == scene::SubSteps::default().id()
}
fn is_usual_tolerance(x: &f64) -> bool {
    x.to_bits() == scene::Settings::default().tolerance.to_bits()
}

impl Settings {
    pub(super) fn of(it: &scene::Settings) -> Self {
        let usual = IterationLimits::default();
        Self {
            gravity: it.gravity,
            linear_drag: it.linear_drag,
            angular_drag: it.angular_drag,
            method: it.method.to_string(),
            cg_iterations: unless_default(it.effort.cg_iterations, usual.cg_iterations),
            cg_tolerance: unless_default(it.effort.cg_tolerance, usual.cg_tolerance),
            sweeps: unless_default(it.effort.sweeps, usual.sweeps),
            integrator: it.integrator.to_string(),
            stabilisation: it.stabilisation.to_string(),
            sub_steps: it.sub_steps.to_string(),
            tolerance: it.tolerance,
            smallest_step: it.smallest_step,
            dt: it.dt,
            speed: it.speed,
            ks: it.ks,
            kd: it.kd,
            hand_stiffness: it.grip.stiffness,
            hand_limit: it.grip.limit,
            contact: it.contact.as_ref().map(Contact::of),
        }
    }

    /// Whether a field is set that version 1 did not have.
    pub(super) fn is_newer_than_1(&self) -> bool {
        self.smallest_step.is_some()
    }

    pub(super) fn into_settings(self, places: &Outline, faults: &mut Faults) -> scene::Settings {
        let at = places.field("settings");
        let usual = IterationLimits::default();
        scene::Settings {
            gravity: self.gravity,
            linear_drag: self.linear_drag,
            angular_drag: self.angular_drag,
            method: word(&self.method, at, faults),
            effort: IterationLimits {
                cg_iterations: self.cg_iterations.unwrap_or(usual.cg_iterations),
                cg_tolerance: self.cg_tolerance.unwrap_or(usual.cg_tolerance),
                sweeps: self.sweeps.unwrap_or(usual.sweeps),
            },
            integrator: word(&self.integrator, at, faults),
            stabilisation: word(&self.stabilisation, at, faults),
            sub_steps: word(&self.sub_steps, at, faults),
            tolerance: self.tolerance,
            smallest_step: self.smallest_step,
            dt: self.dt,
            speed: self.speed,
            ks: self.ks,
            kd: self.kd,
            grip: scene::Grip {
                stiffness: self.hand_stiffness,
                limit: self.hand_limit,
            },
            contact: self.contact.map(|it| scene::Contact {
                floor: it.floor,
                friction: it.friction,
                restitution: it.restitution,
                sleeping: it.sleeping,
            }),
        }
    }
}

/// Parses an option's word; an unknown word is a fault and gives the default.
fn word<T: FromStr<Err: Display> + Default>(word: &str, at: Option<Place>, faults: &mut Faults) -> T {
    word.parse().unwrap_or_else(|error: T::Err| {
        faults.add(at, error.to_string());
        T::default()
    })
}
