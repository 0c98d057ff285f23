//! A part as written to a file.

use serde::{Deserialize, Serialize};

use super::left_out::{is_false, is_null, is_zero, unless_default};
use crate::bodies::Shape;
use crate::math::{Pose, Vec2};
use crate::scene::file::error::Faults;
use crate::scene::file::outline::Place;
use crate::scene::{self, Collides, Mass, PartColour};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "part")]
pub(in crate::scene::file) struct Part {
    pub(super) name: String,
    shape: Shape,
    at: Vec2,
    #[serde(default, skip_serializing_if = "is_zero")]
    angle: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    density: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mass: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inertia: Option<f64>,
    #[serde(default, skip_serializing_if = "is_null")]
    velocity: Vec2,
    #[serde(default, skip_serializing_if = "is_zero")]
    omega: f64,
    #[serde(default, skip_serializing_if = "is_false")]
    fixed: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    colour: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    friction: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    restitution: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rolling: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collides: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layer: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    locked: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    hidden: bool,
}

impl Part {
    pub(super) fn of(it: &scene::Part) -> Self {
        let (density, mass, inertia) = match it.mass {
            scene::Mass::Density(density) => (Some(density), None, None),
            // A particle needs no inertia; a given one is kept.
            scene::Mass::Given { mass, inertia } => {
                let told = it.shape.motion().turns() || !is_zero(&inertia);
                (None, Some(mass), told.then_some(inertia))
            }
        };
        Self {
            name: it.name.clone(),
            shape: it.shape.clone(),
            at: it.pose.position,
            angle: it.pose.angle,
            density,
            mass,
            inertia,
            velocity: it.velocity,
            omega: it.omega,
            fixed: it.fixed,
            colour: (it.colour != scene::PartColour::default()).then(|| it.colour.id().to_owned()),
            friction: it.material.friction,
            restitution: it.material.restitution,
            rolling: it.material.rolling,
            collides: unless_default(it.collides, scene::Collides::default()).map(|it| it.id().to_owned()),
            layer: unless_default(it.layer, 0),
            group: it.handling.group.clone(),
            locked: it.handling.locked,
            hidden: it.handling.hidden,
        }
    }

    /// Converts to a part of a scene; faults are reported only if the part cannot represent them.
    pub(super) fn into_part(self, at: Option<Place>, faults: &mut Faults) -> scene::Part {
        let name = &self.name;
        let mut fault = |message| faults.add_of(name, at, message);
        let mass = match (self.density, self.mass, self.inertia) {
            (None, None, None) => Mass::Density(scene::DEFAULT_DENSITY),
            (Some(density), None, None) => Mass::Density(density),
            (None, Some(mass), Some(inertia)) => Mass::Given { mass, inertia },
            // Mass of a part with uniform density.
            (None, Some(mass), None) => Mass::Given {
                mass,
                inertia: {
                    let unit = self.shape.mass_at_density(1.0);
                    mass * (unit.inertia / unit.mass)
                },
            },
            (Some(density), ..) => {
                fault(format!(
                    "{name:?} has a density and a mass or inertia; give the one or the other"
                ));
                Mass::Density(density)
            }
            (None, None, Some(_)) => {
                fault(format!("{name:?} has an inertia and no mass; give both"));
                Mass::Density(scene::DEFAULT_DENSITY)
            }
        };
        let colour = one_of(
            self.colour.as_ref(),
            &PartColour::ALL,
            PartColour::id,
            |id, all| {
                fault(format!(
                    "{name:?} has the colour {id:?}, which there is not; give one of {all}"
                ));
            },
        );
        let collides = one_of(self.collides.as_ref(), &Collides::ALL, Collides::id, |id, all| {
            fault(format!(
                "{name:?} collides with {id:?}, which there is not; give one of {all}"
            ));
        });
        scene::Part {
            shape: self.shape,
            pose: Pose {
                position: self.at,
                angle: self.angle,
            },
            velocity: self.velocity,
            omega: self.omega,
            mass,
            fixed: self.fixed,
            colour,
            material: scene::Material {
                friction: self.friction,
                restitution: self.restitution,
                rolling: self.rolling,
            },
            collides,
            layer: self.layer.unwrap_or(0),
            handling: scene::CanvasFlags {
                group: self.group,
                locked: self.locked,
                hidden: self.hidden,
            },
            name: self.name,
        }
    }
}

/// Value with this name. The default if no name is given; for an unknown name also a fault, called with the name and the list of all values.
fn one_of<T: Copy + Default>(
    given: Option<&String>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    fault: impl FnOnce(&str, &str),
) -> T {
    let Some(given) = given else { return T::default() };
    let found = all.iter().copied().find(|&it| name(it) == given);
    found.unwrap_or_else(|| {
        let all: Vec<&str> = all.iter().map(|&it| name(it)).collect();
        fault(given, &all.join(", "));
        T::default()
    })
}
