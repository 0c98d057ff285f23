//! `--set ITEM.FIELD=VALUE`: changes a scene before it runs, as the inspector would.

use clap::Args;

use super::Failure;
use crate::constraints::quantity;
use crate::editor::{with_parameter, with_part, with_pose, with_variable};
use crate::parameter::Unit;
use crate::scene::field::{self, START, parameters};
use crate::scene::{Id, Item, Method, Scene, Settings, shown_unit};

/// Changes of the scene.
#[derive(Args, Debug)]
pub struct Assignments {
    /// Changes the scene before it runs: a named parameter of the scene (`L1=0.13`), a number of an item (`motor.speed=2 rpm`, `crank.length=2*0.1 m`), `x`, `y`, `angle`, `vx`, `vy`, `omega` or
    /// `mass` of a part, or a setting (`settings.ks=400`). Numbers are read as the inspector reads them: with units or in SI, angles in degrees. The
    /// machine is drawn together where that opens joints. Can be given many times.
    #[arg(long = "set", value_name = "ITEM.FIELD=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

impl Assignments {
    /// Changes a scene. Whether it is legal then is for the caller to find out.
    ///
    /// # Errors
    /// Wrong usage: no such item or field, or a value that cannot be read.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), Failure> {
        for text in &self.set {
            let (target, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(format!(
                    "--set {text}: write ITEM.FIELD=VALUE, such as crank.length=0.2"
                ))
            })?;
            let target = Target::find(scene, target).map_err(|why| refused("set", text, &why))?;
            let value = target
                .read(scene, value)
                .map_err(|why| refused("set", text, &why))?;
            target.assign(scene, value);
        }
        Ok(())
    }
}

/// Wrong usage of an option.
pub fn refused(option: &str, text: &str, why: &str) -> Failure {
    Failure::Usage(format!("--{option} {text}: {why}"))
}

/// A number of a scene that can be set.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A parameter of the kind of an item.
    Parameter(Id, String, Unit),
    /// Where and how a part starts.
    Start(Id, &'static str, Unit),
    /// A named parameter of the scene.
    Variable(String, Unit),
    /// A setting.
    Setting(&'static str, Unit),
}

/// Settings that are numbers.
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
    /// Finds ITEM.FIELD. Names may have dots: the last one parts the two.
    ///
    /// # Errors
    /// What there is instead.
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

    /// Reads a value for it.
    ///
    /// # Errors
    /// What was expected, or what keeps the scene from having it.
    pub fn read(&self, scene: &Scene, text: &str) -> Result<f64, String> {
        let (Target::Parameter(_, _, unit)
        | Target::Start(_, _, unit)
        | Target::Variable(_, unit)
        | Target::Setting(_, unit)) = self;
        let value = quantity(text, *unit).map_err(|mistake| mistake.sentence)?;
        self.check(scene, value)?;
        Ok(value)
    }

    /// What keeps a value from being had: its range, or the method.
    ///
    /// # Errors
    /// A sentence.
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

    /// Sets it.
    pub fn assign(&self, scene: &mut Scene, value: f64) {
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

/// A named parameter as a target.
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
            // Within what fits: the field is a whole number of things.
            let count = value.round().clamp(1.0, 1e6) as u32;
            match settings.method {
                Method::GaussSeidel => settings.effort.sweeps = count,
                _ => settings.effort.cg_iterations = count,
            }
        }
    }
}
