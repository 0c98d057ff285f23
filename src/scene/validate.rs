//! What makes a scene legal: every rule in one place, used for files, for the inspector, and as the
//! invariant of every edit. ALL problems are listed, each with the item and what to do.

mod ends;

use std::collections::BTreeMap;

use self::ends::{FARTHEST, attachment, ends, largest, pushes};
use super::{GROUND, Id, Item, Mass, Part, Scene, coverage};
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

/// Lists all that is wrong with a scene.
pub fn problems(scene: &Scene) -> Vec<Problem> {
    let mut found = Vec::new();
    settings(scene, &mut found);
    for (item, message) in coverage::refusals(scene) {
        found.push(Problem { item, message });
    }
    names(scene, &mut found);
    for (id, item) in scene.items() {
        let mut say = |message: String| {
            found.push(Problem {
                item: Some(id),
                message,
            })
        };
        let name = item.name();
        match item {
            Item::Part(part) => {
                if let Some(problem) = part.shape.problem() {
                    say(format!("{} {name:?}: {problem}", part.shape.id()));
                }
                for (what, value) in [
                    ("position", largest(part.pose.position)),
                    ("angle", part.pose.angle.abs()),
                    ("velocity", largest(part.velocity)),
                    ("spin", part.omega.abs()),
                ] {
                    if value.is_nan() || value > FARTHEST {
                        say(format!(
                            "{name:?}: its {what} is {value}; give numbers below {FARTHEST:e}"
                        ));
                    }
                }
                mass(part, &mut say);
            }
            Item::Constraint(it) => {
                ends(
                    scene,
                    name,
                    it.kind.id(),
                    it.kind.slots(),
                    &it.ends,
                    &|one, other| it.kind.may_share(one, other),
                    &mut say,
                );
                if let Some(problem) = it.kind.problem() {
                    say(format!("{} {name:?}: {problem}", it.kind.id()));
                }
                pushes(scene, name, it, &mut say);
                let ends: Vec<_> = it.ends.iter().map(|end| scene.built_ports(*end)).collect();
                if ends.len() == it.kind.slots().len()
                    && let Some(problem) = it.kind.misplaced(&ends)
                {
                    say(format!("{} {name:?}: {problem}", it.kind.id()));
                }
            }
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
    found
}

fn settings(scene: &Scene, found: &mut Vec<Problem>) {
    let s = &scene.settings;
    let camera = &scene.camera;
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
        ("speed", s.speed, 1e-3, 1e3),
        ("ks", s.ks, 0.0, 1e12),
        ("kd", s.kd, 0.0, 1e6),
        ("hand_stiffness", s.grip.stiffness.unwrap_or(1.0), 1e-6, 1e9),
        ("hand_limit", s.grip.limit.unwrap_or(1.0), 1e-6, 1e9),
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
            found.push(Problem {
                item: None,
                message: format!("scene: {problem}"),
            });
        }
    }
}

fn names(scene: &Scene, found: &mut Vec<Problem>) {
    let mut seen: BTreeMap<&str, Id> = BTreeMap::new();
    for (id, item) in scene.items() {
        let name = item.name();
        let message = if name.trim().is_empty() {
            format!("a {} has an empty name; give it one", item.kind_id())
        } else if name != name.trim() || name.chars().any(char::is_control) {
            format!("the name {name:?} has blanks at an end or control characters; take them out")
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
        found.push(Problem {
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
