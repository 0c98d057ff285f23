//! The document as it stands on disk, to and from a [`Scene`]: of any version, since what versions differ in is what they
//! mean (`migrate.rs`). It is written in the present one.

mod annotation;
mod end;
mod into_scene;
mod migrate;
mod scope;
mod text;
mod underlay;
mod variables;
mod zero;

use serde::{Deserialize, Serialize};

pub(super) use self::annotation::{Dimension, Note};
use self::end::End;
pub(super) use self::scope::Scope;
pub(super) use self::underlay::Underlay;
pub(super) use self::variables::{Formula, Variable};
use self::zero::{is_false, is_null, is_zero};
use crate::bodies::Shape;
use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::{self, Effort, Scene};

/// A scene as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "scene")]
pub struct Document {
    version: u32,
    #[serde(default)]
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    hint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    length_unit: Option<String>,
    #[serde(default)]
    camera: Camera,
    #[serde(default)]
    settings: Settings,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(default)]
    constraints: Vec<Link<ConstraintKind>>,
    #[serde(default)]
    forces: Vec<Link<ForceKind>>,
    #[serde(default)]
    traces: Vec<Trace>,
    #[serde(default)]
    notes: Vec<Note>,
    #[serde(default)]
    dimensions: Vec<Dimension>,
    #[serde(default)]
    scopes: Vec<Scope>,
    #[serde(default)]
    variables: Vec<Variable>,
    #[serde(default)]
    formulas: Vec<Formula>,
    #[serde(default)]
    underlay: Option<Underlay>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "camera")]
pub(super) struct Camera {
    center: Vec2,
    height: f64,
}

impl Default for Camera {
    fn default() -> Self {
        let scene::Camera { center, height } = scene::Camera::default();
        Self { center, height }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "settings")]
pub(super) struct Settings {
    gravity: Vec2,
    linear_drag: f64,
    angular_drag: f64,
    method: String,
    // What iterative methods are told is left out as long as it is the usual.
    #[serde(skip_serializing_if = "Option::is_none")]
    cg_iterations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cg_tolerance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sweeps: Option<u32>,
    integrator: String,
    // Later than the first files: left out where they are as usual, so that those keep their bytes.
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
    // How the mouse pulls, where that is not as heavy as the machine is.
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_stiffness: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hand_limit: Option<f64>,
    // Without it parts pass through each other.
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "part")]
pub(super) struct Part {
    name: String,
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

/// A constraint or a force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "item")]
pub(super) struct Link<Kind> {
    name: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    c: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    d: Option<End>,
}

impl<Kind: Clone> Link<Kind> {
    fn of(name: &str, kind: &Kind, ends: &[scene::Attach], end: impl Fn(&scene::Attach) -> End) -> Self {
        Self {
            name: name.to_owned(),
            kind: kind.clone(),
            a: ends.first().map(&end),
            b: ends.get(1).map(&end),
            c: ends.get(2).map(&end),
            d: ends.get(3).map(&end),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "trace")]
pub(super) struct Trace {
    name: String,
    at: End,
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

fn unusual<T: PartialEq>(is: T, usual: T) -> Option<T> {
    (is != usual).then_some(is)
}

impl Settings {
    fn of(it: &scene::Settings) -> Self {
        let usual = Effort::default();
        Self {
            gravity: it.gravity,
            linear_drag: it.linear_drag,
            angular_drag: it.angular_drag,
            method: it.method.to_string(),
            cg_iterations: unusual(it.effort.cg_iterations, usual.cg_iterations),
            cg_tolerance: unusual(it.effort.cg_tolerance, usual.cg_tolerance),
            sweeps: unusual(it.effort.sweeps, usual.sweeps),
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
}

impl Part {
    fn of(it: &scene::Part) -> Self {
        let (density, mass, inertia) = match it.mass {
            scene::Mass::Density(density) => (Some(density), None, None),
            // A particle has no inertia to tell; one that was given is kept.
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
            collides: unusual(it.collides, scene::Collides::default()).map(|it| it.id().to_owned()),
            layer: unusual(it.layer, 0),
            group: it.handling.group.clone(),
            locked: it.handling.locked,
            hidden: it.handling.hidden,
        }
    }
}

impl Document {
    /// The names of its fields, in the order they are written.
    pub(super) const FIELDS: &[&str] = &[
        "version",
        "title",
        "description",
        "hint",
        "length_unit",
        "camera",
        "settings",
        "parts",
        "constraints",
        "forces",
        "traces",
        "notes",
        "dimensions",
        "scopes",
        "variables",
        "formulas",
        "underlay",
    ];

    /// The document of a scene.
    pub fn of(scene: &Scene) -> Self {
        let end = |end: &scene::Attach| End {
            part: scene.name(end.part).to_owned(),
            at: end.at,
        };
        Self {
            version: super::VERSION,
            title: scene.info.title.clone(),
            description: scene.info.description.clone(),
            hint: scene.info.hint.clone(),
            length_unit: unusual(scene.info.length_unit, LengthUnit::default())
                .map(|it| it.word().to_owned()),
            camera: Camera {
                center: scene.camera.center,
                height: scene.camera.height,
            },
            settings: Settings::of(&scene.settings),
            parts: scene.parts().map(|(_, part)| Part::of(part)).collect(),
            constraints: scene
                .constraints()
                .map(|(_, it)| Link::of(&it.name, &it.kind, &it.ends, end))
                .collect(),
            forces: scene
                .forces()
                .map(|(_, it)| Link::of(&it.name, &it.kind, &it.ends, end))
                .collect(),
            traces: scene
                .traces()
                .map(|(_, it)| Trace {
                    name: it.name.clone(),
                    at: end(&it.end),
                })
                .collect(),
            notes: scene.notes().map(|(_, it)| Note::of(it, end(&it.end))).collect(),
            dimensions: scene.dimensions().map(|(_, it)| Dimension::of(it, end)).collect(),
            scopes: scene.scopes.iter().map(Scope::from).collect(),
            variables: scene.variables.list.iter().map(Variable::of).collect(),
            formulas: variables::formulas(scene),
            underlay: scene.underlay.as_ref().map(Underlay::of),
        }
    }
}
