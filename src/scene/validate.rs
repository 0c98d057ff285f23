//! What makes a scene legal: every rule in one place, used for files, for the inspector, and as the
//! invariant of every edit. ALL problems are listed, each with the item and what to do.

mod ends;

use std::collections::BTreeMap;

use self::ends::{FARTHEST, attachment, ends, largest, pushes};
use super::scope::{LONGEST_SIGNAL, MOST_SCOPES, MOST_SIGNALS};
use super::{Constraint, GROUND, Id, Item, LAYERS, MOST_ROLLING, Mass, Note, Part, Scene, coverage};
use crate::bodies::MassProperties;
use crate::parameter::ParameterValue;

pub use self::ends::MISSING;

/// Something that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The item at fault; none for the scene as a whole.
    pub item: Option<Id>,
    /// A sentence that names it and says what to do.
    pub message: String,
}

/// Longest text of a scene (bytes).
pub const LONGEST_TEXT: usize = 1 << 16;

/// Longest name of an item, and longest title (characters).
const LONGEST_NAME: usize = 1000;
/// Farthest that the number of a dimension is pulled from its usual place (points).
const MOST_PULLED: f64 = 1e5;

/// Lists all that is wrong with a scene.
pub fn problems(scene: &Scene) -> Vec<Problem> {
    let mut found = Vec::new();
    each_problem(scene, &mut |problem| found.push(problem));
    found
}

/// Finds all that is wrong with a scene, one after the other.
pub fn each_problem(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    settings(scene, found);
    texts(scene, found);
    underlay(scene, found);
    scopes(scene, found);
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
                if it.end.part.is_none() {
                    say(format!(
                        "trace {name:?} follows the ground, which stays; give a part"
                    ));
                }
            }
        }
    }
}

fn note(it: &Note, say: &mut impl FnMut(String)) {
    let name = &it.name;
    let odd = |c: char| c.is_control() && c != '\n';
    if it.text.trim().is_empty() {
        say(format!("note {name:?} says nothing; give it a text"));
    } else if it.text.len() > LONGEST_TEXT || it.text.chars().any(odd) {
        say(format!(
            "note {name:?}: its text is too long or has control characters; give at most {LONGEST_TEXT} bytes of plain text"
        ));
    }
}

/// Texts of the scene as a whole have an end, too.
fn texts(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let info = &scene.info;
    let title = info.title.chars().count();
    if title > LONGEST_NAME {
        found(Problem {
            item: None,
            message: format!("scene: its title has {title} characters; give at most {LONGEST_NAME}"),
        });
    }
    for (what, text) in [("description", &info.description), ("hint", &info.hint)] {
        if text.len() > LONGEST_TEXT {
            found(Problem {
                item: None,
                message: format!(
                    "scene: its {what} has {} bytes; give at most {LONGEST_TEXT}",
                    text.len()
                ),
            });
        }
    }
}

/// Scopes may name what is not there, but not without end.
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
            it.omega
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
            let message = format!("underlay: its {what} is {value}; give a number from {least} to {most}");
            found(Problem { item: None, message });
        }
    }
}

fn settings(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let s = &scene.settings;
    let camera = &scene.camera;
    let contact = s.contact.unwrap_or_default();
    for (key, value, min, max) in [
        ("gravity.x", s.gravity.x, -1e6, 1e6),
        ("gravity.y", s.gravity.y, -1e6, 1e6),
        ("linear_drag", s.linear_drag, 0.0, 1e9),
        ("angular_drag", s.angular_drag, 0.0, 1e9),
        ("cg_iterations", f64::from(s.effort.cg_iterations), 1.0, 1e6),
        ("cg_tolerance", s.effort.cg_tolerance, 1e-15, 0.1),
        ("sweeps", f64::from(s.effort.sweeps), 1.0, 1e6),
        ("dt", s.dt, 1e-7, 0.1),
        ("tolerance", s.tolerance, 0.0, 1e-2),
        ("smallest_step", s.smallest_step.unwrap_or(1e-3), 1e-12, 0.1),
        ("speed", s.speed, 1e-3, 1e3),
        ("ks", s.ks, 0.0, 1e12),
        ("kd", s.kd, 0.0, 1e6),
        ("hand_stiffness", s.grip.stiffness.unwrap_or(1.0), 1e-6, 1e9),
        ("hand_limit", s.grip.limit.unwrap_or(1.0), 1e-6, 1e9),
        ("contact.floor", contact.floor.unwrap_or(0.0), -FARTHEST, FARTHEST),
        ("contact.friction", contact.friction, 0.0, 1e3),
        ("contact.restitution", contact.restitution, 0.0, 1.0),
        ("camera center x", camera.center.x, -FARTHEST, FARTHEST),
        ("camera center y", camera.center.y, -FARTHEST, FARTHEST),
        ("camera height", camera.height, 1e-6, FARTHEST),
    ] {
        let parameter = ParameterValue {
            key,
            label: key,
            unit: crate::parameter::Unit::One,
            min,
            max,
            value,
        };
        if let Some(problem) = parameter.problem() {
            found(Problem {
                item: None,
                message: format!("scene: {problem}"),
            });
        }
    }
}

fn names(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let mut seen: BTreeMap<&str, Id> = BTreeMap::new();
    for (id, item) in scene.items() {
        let name = item.name();
        let message = if name.trim().is_empty() {
            format!("a {} has an empty name; give it one", item.kind_id())
        } else if name != name.trim() || name.chars().any(char::is_control) {
            format!("the name {name:?} has blanks at an end or control characters; take them out")
        } else if name.chars().count() > LONGEST_NAME {
            let begin: String = name.chars().take(20).collect();
            format!("the name that begins with {begin:?} has more than {LONGEST_NAME} characters; shorten it")
        } else if name == GROUND {
            format!(
                "{GROUND:?} is the name of the ground; give this {} another",
                item.kind_id()
            )
        } else if seen.contains_key(name) {
            format!("the name {name:?} is given twice; every item needs a name of its own")
        } else {
            seen.insert(name, id);
            continue;
        };
        found(Problem {
            item: Some(id),
            message,
        });
    }
}

fn mass(part: &Part, say: &mut impl FnMut(String)) {
    let (name, turns) = (&part.name, part.shape.motion().turns());
    let mut number = |what: &str, value: f64| {
        if !value.is_finite() || value <= 0.0 || value > 1e12 {
            say(format!(
                "{name:?}: its {what} is {value}; give a number above 0 (and below 1e12)"
            ));
        }
    };
    match part.mass {
        Mass::Density(density) => {
            number("density", density);
            let MassProperties { mass, inertia } = part.mass_properties();
            // Below that 1/m overflows; what the size has wrong with it is said already.
            let vanishes = |x: f64| (0.0..f64::MIN_POSITIVE).contains(&x);
            if density > 0.0 && (vanishes(mass) || turns && vanishes(inertia)) {
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
