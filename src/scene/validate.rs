//! What makes a scene legal: every rule in one place, used for files, for the inspector, and as the
//! invariant of every edit. ALL problems are listed, each with the item and what to do.

use std::collections::BTreeMap;

use super::{Attach, Constraint, GROUND, Id, Item, Mass, Part, Scene, coverage};
use crate::bodies::MassProperties;
use crate::constraints::Slot;
use crate::parameter::ParameterValue;

/// Something that is not legal.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The item at fault; none for the scene as a whole.
    pub item: Option<Id>,
    /// A sentence that names it and says what to do.
    pub message: String,
}

/// How the sentence ends on something attached to a part that is not in the scene.
pub const MISSING: &str = "is attached to a part that is not there";

/// Positions and velocities beyond this are refused: f64 has no millimetres left to resolve out there.
const FARTHEST: f64 = 1e9;

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

/// The larger of the components' sizes; NaN when one is, which `max` would pass over.
fn largest(v: crate::math::Vec2) -> f64 {
    if v.is_nan() {
        f64::NAN
    } else {
        v.abs().max_element()
    }
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

fn ends(
    scene: &Scene,
    name: &str,
    kind: &str,
    slots: &[Slot],
    ends: &[Attach],
    may_share: &dyn Fn(usize, usize) -> bool,
    say: &mut impl FnMut(String),
) {
    if ends.len() != slots.len() {
        say(format!(
            "{kind} {name:?} has {} ends; it needs {}",
            ends.len(),
            slots.len()
        ));
        return;
    }
    for (slot, end) in slots.iter().zip(ends) {
        attachment(scene, name, *end, say);
        let turns = end
            .part
            .and_then(|id| scene.part(id))
            .is_none_or(|it| it.shape.motion().turns());
        if slot.needs_angle() && !turns {
            let part = scene.name(end.part);
            say(format!(
                "{kind} {name:?} needs an angle, and {part:?} is a particle or bead; use a disk, box or bar"
            ));
        }
    }
    if ends.len() > 1 && ends.iter().all(|end| end.part.is_none()) {
        say(format!(
            "{kind} {name:?} joins the ground to itself; give at least one part"
        ));
        return;
    }
    for (k, b) in ends.iter().enumerate() {
        let a = ends[..k]
            .iter()
            .enumerate()
            .find(|(j, a)| a.part == b.part && !may_share(*j, k));
        if a.is_some() {
            let part = scene.name(b.part);
            say(format!(
                "{kind} {name:?} joins {part:?} to itself; give two different parts"
            ));
            return;
        }
    }
}

/// A force that acts elsewhere needs something that it can move.
fn pushes(scene: &Scene, name: &str, it: &Constraint, say: &mut impl FnMut(String)) {
    let moves = |end: &Attach| {
        end.part
            .and_then(|id| scene.part(id))
            .is_some_and(|part| !part.fixed)
    };
    let pushed = it.kind.pushed();
    if !pushed.is_empty() && !pushed.iter().any(|&k| it.ends.get(k).is_some_and(moves)) {
        say(format!(
            "{} {name:?} pushes nothing that moves; put it on a part that is not fixed",
            it.kind.id()
        ));
    }
}

fn attachment(scene: &Scene, name: &str, end: Attach, say: &mut impl FnMut(String)) {
    let reach = largest(end.at);
    if reach.is_nan() || reach > FARTHEST {
        say(format!(
            "{name:?} is attached at ({}, {}); give numbers below {FARTHEST:e}",
            end.at.x, end.at.y
        ));
    }
    let Some(id) = end.part else { return };
    match scene.item(id) {
        Some(Item::Part(part)) => {
            if part.shape.motion().is_one_point() && end.at.length() > 0.0 {
                say(format!(
                    "{name:?} is attached beside the {} {:?}; it has only its centre, (0, 0)",
                    part.shape.id(),
                    part.name
                ));
            }
        }
        Some(item) => say(format!(
            "{name:?} is attached to {:?}, which is not a part",
            item.name()
        )),
        None => say(format!("{name:?} {MISSING}")),
    }
}
