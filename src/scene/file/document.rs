//! The document on disk, and conversion from a [`Scene`]. It reads any version, since versions differ only in the meaning of
//! their contents (`migrate.rs`), and writes the present one.

mod annotation;
mod end;
mod into_scene;
mod left_out;
mod migrate;
mod part;
mod scope;
mod settings;
mod similar;
mod text;
mod underlay;
mod variables;

use serde::{Deserialize, Serialize};

pub(super) use self::annotation::{Dimension, Note};
use self::end::End;
use self::left_out::unless_default;
pub(super) use self::part::Part;
pub(super) use self::scope::Scope;
pub(super) use self::settings::Settings;
pub(super) use self::underlay::Underlay;
pub(super) use self::variables::{Formula, Variable};
use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::{self, Run, Scene};

/// A scene as written to a file.
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
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paused: bool,
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
    #[serde(default)]
    run: Option<Run>,
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lasts: Option<f64>,
}

impl Document {
    /// Names of the fields, in the order of writing.
    pub(super) const FIELDS: &[&str] = &[
        "version",
        "title",
        "description",
        "hint",
        "length_unit",
        "paused",
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
        "run",
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
            length_unit: unless_default(scene.info.length_unit, LengthUnit::default())
                .map(|it| it.word().to_owned()),
            paused: scene.info.paused,
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
                    lasts: unless_default(it.lasts, 0.0),
                })
                .collect(),
            notes: scene.notes().map(|(_, it)| Note::of(it, end(&it.end))).collect(),
            dimensions: scene.dimensions().map(|(_, it)| Dimension::of(it, end)).collect(),
            scopes: scene.scopes.iter().map(Scope::from).collect(),
            variables: scene.variables.list.iter().map(Variable::of).collect(),
            formulas: variables::formulas(scene),
            underlay: scene.underlay.as_ref().map(Underlay::of),
            run: scene.run.as_deref().cloned(),
        }
    }
}
