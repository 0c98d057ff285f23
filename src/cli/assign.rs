//! `--set ITEM.FIELD=VALUE`: changes a scene before it runs, as the inspector would.

use clap::Args;

use super::Failure;
use crate::constraints::quantity;
use crate::editor::{parameters, with_parameter, with_part, with_pose};
use crate::parameter::Unit;
use crate::scene::{Id, Mass, Method, Part, Scene, Settings};

/// Changes of the scene.
#[derive(Args, Debug)]
pub struct Assignments {
    /// Changes the scene before it runs: a parameter of an item (`motor.speed=2 rpm`, `crank.length=2*0.1 m`), `x`, `y`, `angle`, `vx`, `vy`, `omega` or
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
    /// A setting.
    Setting(&'static str, Unit),
}

/// What is set of a part besides its shape.
const START: [(&str, Unit); 7] = [
    ("x", Unit::Metre),
    ("y", Unit::Metre),
    ("angle", Unit::Radian),
    ("vx", Unit::MetrePerSecond),
    ("vy", Unit::MetrePerSecond),
    ("omega", Unit::RadianPerSecond),
    ("mass", Unit::Kilogram),
];

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
        let (item, field) = text
            .rsplit_once('.')
            .ok_or("write ITEM.FIELD, such as crank.length or settings.ks")?;
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
        let (Target::Parameter(_, _, unit) | Target::Start(_, _, unit) | Target::Setting(_, unit)) = self;
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
            Target::Start(..) | Target::Setting(..) => Ok(()),
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
            Target::Setting(field, _) => setting(&mut scene.settings, field, value),
        }
    }
}

fn list(known: &[(&str, Unit)]) -> String {
    let names: Vec<&str> = known.iter().map(|it| it.0).collect();
    names.join(", ")
}

fn start(scene: &mut Scene, id: Id, field: &str, value: f64) {
    let Some(part) = scene.part(id) else { return };
    let (mut pose, mut part) = (part.pose, part.clone());
    match field {
        "x" => pose.position.x = value,
        "y" => pose.position.y = value,
        "angle" => pose.angle = value,
        "vx" => part.velocity.x = value,
        "vy" => part.velocity.y = value,
        "omega" => part.omega = value,
        _ => part.mass = with_mass(&part, value),
    }
    if pose == part.pose {
        *scene = with_part(scene, id, part);
    } else {
        *scene = with_pose(scene, id, pose);
    }
}

/// A given mass; the moment of inertia grows with it, for the mass is spread as before.
fn with_mass(part: &Part, mass: f64) -> Mass {
    let before = part.mass_properties();
    Mass::Given {
        mass,
        inertia: before.inertia * mass / before.mass,
    }
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
