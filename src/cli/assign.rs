//! `--set ITEM.FIELD=VALUE`: changes a scene before it runs, as the inspector would.

use clap::Args;

use super::Failure;
use crate::editor::Target;
use crate::scene::Scene;

/// Changes of the scene.
#[derive(Args, Debug, Default, PartialEq)]
pub struct Assignments {
    /// Changes the scene before it runs: a named parameter of the scene (`L1=0.13`), a number of an item (`motor.speed=2 rpm`, `crank.length=2*0.1 m`), `x`, `y`, `angle`, `vx`, `vy`, `omega` or
    /// `mass` of a part, or a setting (`settings.ks=400`). Numbers are read as the inspector reads them: with units or in SI, angles in degrees. The
    /// machine is drawn together where that opens joints. Can be given many times.
    #[arg(long = "set", value_name = "ITEM.FIELD=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
}

impl Assignments {
    /// Changes a scene. The caller validates the result.
    ///
    /// # Errors
    /// Invalid arguments: no such item or field, or a value that cannot be read.
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

/// The error for a refused value of an option.
pub fn refused(option: &str, text: &str, why: &str) -> Failure {
    Failure::Usage(format!("--{option} {text}: {why}"))
}
