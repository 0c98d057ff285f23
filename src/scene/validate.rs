//! Validation of a scene: every rule in one place, used for files, for the inspector, and as the
//! invariant of every edit. All problems are listed, each with the item and the remedy.

mod ends;
mod problem;
mod settings;
mod texts;

use self::ends::{FARTHEST, attachment, ends, largest, pushes};
use self::settings::settings;
use self::texts::{LONGEST_NAME, names, note, texts};
use super::scope::{LONGEST_SIGNAL, MOST_SCOPES, MOST_SIGNALS};
use super::{Constraint, Item, LAYERS, MOST_ROLLING, Mass, Part, Scene, coverage};
use crate::bodies::MassProperties;
use crate::parameter::in_text;

pub use self::ends::MISSING;
pub use self::problem::Problem;
pub use self::texts::LONGEST_TEXT;

/// Largest offset of a dimension's number from its default place (points).
const MOST_PULLED: f64 = 1e5;

/// Returns all problems of a scene.
pub fn problems(scene: &Scene) -> Vec<Problem> {
    let mut found = Vec::new();
    each_problem(scene, &mut |problem| found.push(problem));
    found
}

/// Passes all problems of a scene to `found`, one after the other.
pub fn each_problem(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    settings(scene, found);
    texts(scene, found);
    underlay(scene, found);
    scopes(scene, found);
    if let Some(message) = scene.run.as_ref().and_then(|run| run.problem()) {
        found(Problem { item: None, message });
    }
    for (item, message) in coverage::refusals(scene) {
        found(Problem { item, message });
    }
    names(scene, found);
    for (item, _, message) in scene.variable_problems() {
        found(Problem { item, message });
    }
    for (id, item) in scene.items() {
        let mut say = |message: String| {
            found(Problem {
                item: Some(id),
                message,
            })
        };
        let name = item.name();
        match item {
            Item::Part(it) => part(it, &mut say),
            Item::Constraint(it) => constraint(scene, it, &mut say),
            Item::Force(it) => {
                ends(
                    scene,
                    name,
                    it.kind.id(),
                    it.kind.slots(),
                    &it.ends,
                    &|_, _| false,
                    &mut say,
                );
                if let Some(problem) = it.kind.problem() {
                    say(format!("{} {name:?}: {problem}", it.kind.id()));
                }
            }
            Item::Note(it) => {
                attachment(scene, name, it.end, &mut say);
                note(it, &mut say);
            }
            Item::Dimension(it) => {
                it.ends
                    .iter()
                    .for_each(|end| attachment(scene, name, *end, &mut say));
                if !(2..=3).contains(&it.ends.len()) {
                    say(format!(
                        "dimension {name:?} has {} ends; give 2 for a distance, 3 for an angle",
                        it.ends.len()
                    ));
                }
                if !it.pulled.is_finite() || it.pulled.abs().max_element() > MOST_PULLED {
                    say(format!(
                        "dimension {name:?} has its number {} points away; give at most {MOST_PULLED}",
                        it.pulled
                    ));
                }
            }
            Item::Trace(it) => {
                attachment(scene, name, it.end, &mut say);
                if let Some(problem) = it.parameter().problem() {
                    say(format!("trace {name:?}: {problem}"));
                }
                if it.end.part.is_none() {
                    say(format!(
                        "trace {name:?} follows the ground, which stays; give a part"
                    ));
                }
            }
        }
    }
}

/// Limits of scopes: numbers and lengths. Names of missing items are allowed.
fn scopes(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let mut say = |message: String| found(Problem { item: None, message });
    let count = scene.scopes.len();
    if count > MOST_SCOPES {
        say(format!("scopes: there are {count}; give at most {MOST_SCOPES}"));
    }
    for scope in &scene.scopes {
        let count = scope.signals.len();
        if count > MOST_SIGNALS {
            say(format!(
                "scopes: one has {count} signals; give at most {MOST_SIGNALS}"
            ));
        }
        if let Some(text) = scope.texts().find(|text| text.chars().count() > LONGEST_SIGNAL) {
            let size = text.chars().count();
            say(format!(
                "scopes: a signal has {size} characters; give at most {LONGEST_SIGNAL}"
            ));
        }
    }
}

fn part(it: &Part, say: &mut impl FnMut(String)) {
    let name = &it.name;
    if let Some(problem) = it.shape.problem() {
        say(format!("{} {name:?}: {problem}", it.shape.id()));
    }
    for (what, value) in [
        ("position", largest(it.pose.position)),
        ("angle", it.pose.angle.abs()),
        ("velocity", largest(it.velocity)),
        ("spin", it.omega.abs()),
    ] {
        if value.is_nan() || value > FARTHEST {
            let value = in_text(value);
            say(format!(
                "{name:?}: its {what} is {value}; give numbers below {FARTHEST:e}"
            ));
        }
    }
    for (what, value, most) in [
        ("friction", it.material.friction, 1e3),
        ("restitution", it.material.restitution, 1.0),
        ("rolling friction", it.material.rolling, MOST_ROLLING),
    ] {
        if let Some(value) = value.filter(|value| !(0.0..=most).contains(value)) {
            let value = in_text(value);
            say(format!(
                "{name:?}: its {what} is {value}; give a number from 0 to {most}"
            ));
        }
    }
    if !(-LAYERS..=LAYERS).contains(&it.layer) {
        say(format!(
            "{name:?}: its layer is {}; give a whole number from -{LAYERS} to {LAYERS}",
            it.layer
        ));
    }
    if let Some(group) = &it.handling.group
        && (group.trim().is_empty()
            || group.chars().count() > LONGEST_NAME
            || group.chars().any(char::is_control))
    {
        say(format!(
            "{name:?}: its group has no name that can be read; give one of 1 to {LONGEST_NAME} characters"
        ));
    }
    if it.shape.motion().is_one_point() && it.omega != 0.0 {
        say(format!(
            "{} {name:?}: its omega is {}, and it does not turn; take it out",
            it.shape.id(),
            in_text(it.omega)
        ));
    }
    mass(it, say);
}

fn constraint(scene: &Scene, it: &Constraint, say: &mut impl FnMut(String)) {
    let (name, kind) = (&it.name, &it.kind);
    ends(
        scene,
        name,
        kind.id(),
        kind.slots(),
        &it.ends,
        &|one, other| kind.may_share(one, other),
        say,
    );
    if let Some(problem) = kind.problem() {
        say(format!("{} {name:?}: {problem}", kind.id()));
    }
    pushes(scene, name, it, say);
    let ends: Vec<_> = it.ends.iter().map(|end| scene.built_ports(*end)).collect();
    if ends.len() == kind.slots().len()
        && let Some(problem) = kind.misplaced(&ends)
    {
        say(format!("{} {name:?}: {problem}", kind.id()));
    }
}

fn underlay(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let Some(it) = &scene.underlay else { return };
    for (what, value, least, most) in [
        ("x", it.center.x, -FARTHEST, FARTHEST),
        ("y", it.center.y, -FARTHEST, FARTHEST),
        ("width", it.width, 1e-6, FARTHEST),
        ("angle", it.angle, -FARTHEST, FARTHEST),
        ("opacity", it.opacity, 0.0, 1.0),
    ] {
        if !(least..=most).contains(&value) {
            let value = in_text(value);
            let message = format!("underlay: its {what} is {value}; give a number from {least} to {most}");
            found(Problem { item: None, message });
        }
    }
}

fn mass(part: &Part, say: &mut impl FnMut(String)) {
    let (name, turns) = (&part.name, part.shape.motion().turns());
    let mut number = |what: &str, value: f64| {
        if !value.is_finite() || value <= 0.0 || value > 1e12 {
            let value = in_text(value);
            say(format!(
                "{name:?}: its {what} is {value}; give a number above 0 (and below 1e12)"
            ));
        }
    };
    match part.mass {
        Mass::Density(density) => {
            number("density", density);
            let MassProperties { mass, inertia } = part.mass_properties();
            // For smaller values 1/m overflows. What is wrong with the shape itself is told already.
            let is_shape = part.shape.problem().is_none();
            let vanishes = |x: f64| (0.0..f64::MIN_POSITIVE).contains(&x);
            if is_shape && density > 0.0 && (vanishes(mass) || turns && vanishes(inertia)) {
                say(format!(
                    "{name:?}: its density of {density} leaves nothing of its mass; give a larger one"
                ));
            }
        }
        Mass::Given { mass, inertia } => {
            number("mass", mass);
            if turns {
                number("inertia", inertia);
            }
        }
    }
}
