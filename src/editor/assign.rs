//! Assignment of a scene's numbers by name, as the inspector would set them: for `--set` and for sweeps.

use super::{with_parameter, with_part, with_pose, with_variable};
use crate::constraints::quantity;
use crate::parameter::Unit;
use crate::scene::field::{self, START, parameters};
use crate::scene::{Id, Item, Method, Scene, Settings, shown_unit};

/// A number of a scene that can be set.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A parameter of an item.
    Parameter(Id, String, Unit),
    /// A start value of a part: place, velocity or mass.
    Start(Id, &'static str, Unit),
    /// A named parameter of the scene.
    Variable(String, Unit),
    /// A setting.
    Setting(&'static str, Unit),
}

/// Numeric settings and their units.
const SETTINGS: [(&str, Unit); 10] = [
    ("ks", Unit::One),
    ("kd", Unit::One),
    ("dt", Unit::Second),
    ("iterations", Unit::Count),
    ("tolerance", Unit::One),
    ("speed", Unit::One),
    ("gravity_x", Unit::MetrePerSecond2),
    ("gravity_y", Unit::MetrePerSecond2),
    ("linear_drag", Unit::NewtonSecondPerMetre),
    ("angular_drag", Unit::NewtonMetreSecond),
];

impl Target {
    /// Parses ITEM.FIELD. Names may contain dots: the last dot separates item and field.
    ///
    /// # Errors
    /// A sentence that lists the available names.
    pub fn find(scene: &Scene, text: &str) -> Result<Self, String> {
        let Some((item, field)) = text.rsplit_once('.') else {
            return variable(scene, text.trim());
        };
        let (item, field) = (item.trim(), field.trim());
        let found = scene.find(item).and_then(|id| Some((id, scene.item(id)?)));
        let Some((id, found)) = found else {
            if item != "settings" {
                return Err(format!("there is no item {item:?} in the scene"));
            }
            let known = SETTINGS.iter().find(|(name, _)| *name == field);
            return known
                .map(|&(name, unit)| Target::Setting(name, unit))
                .ok_or_else(|| format!("there is no setting {field:?}; there are {}", list(&SETTINGS)));
        };
        let own = parameters(found);
        if let Some(parameter) = own.iter().find(|it| it.key == field) {
            return Ok(Target::Parameter(id, field.to_owned(), parameter.unit));
        }
        let start: &[(&str, Unit)] = if found.as_part().is_some() { &START } else { &[] };
        if let Some(&(name, unit)) = start.iter().find(|it| it.0 == field) {
            return Ok(Target::Start(id, name, unit));
        }
        let there_are: Vec<&str> = own
            .iter()
            .map(|it| it.key)
            .chain(start.iter().map(|it| it.0))
            .collect();
        Err(if there_are.is_empty() {
            format!("{item:?} has no numbers to set")
        } else {
            format!("{item:?} has no {field:?}; it has {}", there_are.join(", "))
        })
    }

    /// Parses a value for the target.
    ///
    /// # Errors
    /// What was expected, or why the scene cannot have this value.
    pub fn read(&self, scene: &Scene, text: &str) -> Result<f64, String> {
        let value = quantity(text, self.unit()).map_err(|mistake| mistake.sentence)?;
        self.check(scene, value)?;
        Ok(value)
    }

    /// Checks a value against the target's range, and the number of iterations against the method.
    ///
    /// # Errors
    /// A sentence that says why the value is not possible.
    pub fn check(&self, scene: &Scene, value: f64) -> Result<(), String> {
        match self {
            Target::Parameter(id, key, _) => {
                let known = scene.item(*id).map(parameters).unwrap_or_default();
                let problem = known
                    .into_iter()
                    .find(|it| it.key == key)
                    .and_then(|it| crate::parameter::ParameterValue { value, ..it }.problem());
                problem.map_or(Ok(()), Err)
            }
            Target::Start(_, "mass", _) if value <= 0.0 => Err("give a mass above 0".to_owned()),
            Target::Setting("dt", _) if value <= 0.0 => Err("give a step above 0".to_owned()),
            Target::Setting("iterations", _) if !scene.settings.method.iterates() => Err(format!(
                "the method {} is direct and does not iterate",
                scene.settings.method
            )),
            Target::Start(..) | Target::Variable(..) | Target::Setting(..) => Ok(()),
        }
    }

    /// Unit of the target's values (SI).
    pub fn unit(&self) -> Unit {
        let (Target::Parameter(_, _, unit)
        | Target::Start(_, _, unit)
        | Target::Variable(_, unit)
        | Target::Setting(_, unit)) = self;
        *unit
    }

    /// Value of the target in a scene (SI).
    pub fn value(&self, scene: &Scene) -> Option<f64> {
        match self {
            Target::Parameter(id, key, _) => field::value(scene.item(*id)?, key),
            Target::Start(id, key, _) => field::value(scene.item(*id)?, key),
            Target::Variable(name, _) => scene.variables.values().get(name.as_str()).map(|it| it.value),
            Target::Setting(field, _) => Some(setting_value(&scene.settings, field)),
        }
    }

    /// At most `most` names of numbers that can be set, as they are typed: named parameters first, then settings, then those of items.
    pub fn all(scene: &Scene, most: usize) -> Vec<String> {
        let variables = scene.variables.list.iter().map(|it| it.name.clone());
        let settings = SETTINGS.iter().map(|it| format!("settings.{}", it.0));
        let items = scene.items().flat_map(|(_, item)| {
            let own = parameters(item);
            let start: &[(&str, Unit)] = if item.as_part().is_some() { &START } else { &[] };
            let keys = own
                .into_iter()
                .map(|it| it.key)
                .chain(start.iter().map(|it| it.0));
            keys.map(|key| format!("{}.{key}", item.name()))
                .collect::<Vec<_>>()
        });
        variables.chain(settings).chain(items).take(most).collect()
    }

    /// Sets the target to a value in a scene.
    pub fn assign(&self, scene: &mut Scene, value: f64) {
        // A run stored with the scene belongs to the machine before the change.
        scene.run = None;
        match self {
            Target::Parameter(id, key, _) => {
                if let Some(changed) = with_parameter(scene, *id, key, value) {
                    *scene = changed;
                }
            }
            Target::Start(id, field, _) => start(scene, *id, field, value),
            Target::Variable(name, _) => {
                if let Some(changed) = with_variable(scene, name, value) {
                    *scene = changed;
                }
            }
            Target::Setting(field, _) => setting(&mut scene.settings, field, value),
        }
    }
}

/// Returns the named parameter as a target.
fn variable(scene: &Scene, name: &str) -> Result<Target, String> {
    if let Some(amount) = scene.variables.values().get(name) {
        return Ok(Target::Variable(name.to_owned(), shown_unit(*amount)));
    }
    let names: Vec<&str> = scene.variables.list.iter().map(|it| it.name.as_str()).collect();
    Err(if names.is_empty() {
        "write ITEM.FIELD, such as crank.length or settings.ks".to_owned()
    } else {
        format!("write ITEM.FIELD, or one of the parameters {}", names.join(", "))
    })
}

fn list(known: &[(&str, Unit)]) -> String {
    let names: Vec<&str> = known.iter().map(|it| it.0).collect();
    names.join(", ")
}

fn start(scene: &mut Scene, id: Id, key: &str, value: f64) {
    let Some(part) = scene.part(id) else { return };
    let mut item = Item::Part(part.clone());
    field::set(&mut item, key, value);
    let Item::Part(changed) = item else { return };
    *scene = if field::is_place(key) {
        with_pose(scene, id, changed.pose)
    } else {
        with_part(scene, id, changed)
    };
}

fn setting(settings: &mut Settings, field: &str, value: f64) {
    match field {
        "ks" => settings.ks = value,
        "kd" => settings.kd = value,
        "dt" => settings.dt = value,
        "tolerance" => settings.tolerance = value,
        "speed" => settings.speed = value,
        "gravity_x" => settings.gravity.x = value,
        "gravity_y" => settings.gravity.y = value,
        "linear_drag" => settings.linear_drag = value,
        "angular_drag" => settings.angular_drag = value,
        _ => {
            // Clamped, because the field is an unsigned integer.
            let count = value.round().clamp(1.0, 1e6) as u32;
            match settings.method {
                Method::GaussSeidel => settings.effort.sweeps = count,
                _ => settings.effort.cg_iterations = count,
            }
        }
    }
}

/// Value of a setting; for "iterations", the number of iterations of the present method.
fn setting_value(settings: &Settings, field: &str) -> f64 {
    match field {
        "ks" => settings.ks,
        "kd" => settings.kd,
        "dt" => settings.dt,
        "tolerance" => settings.tolerance,
        "speed" => settings.speed,
        "gravity_x" => settings.gravity.x,
        "gravity_y" => settings.gravity.y,
        "linear_drag" => settings.linear_drag,
        "angular_drag" => settings.angular_drag,
        _ => f64::from(match settings.method {
            Method::GaussSeidel => settings.effort.sweeps,
            _ => settings.effort.cg_iterations,
        }),
    }
}
