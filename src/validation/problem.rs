//! A problem: a scene, what is looked at in it, and what that must be.

use crate::math::Vec2;
use crate::scene::{Attach, Scene, file};
use crate::sim::Simulation;

/// Something that can be read off a running machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Where a point of a part is, given in the part's own frame: x and y.
    Point(&'static str, f64, f64),
    /// The angle of a part (rad).
    Angle(&'static str),
    /// A multiplier of a constraint with a sign: a force (N) or torque (N m).
    Force(&'static str, usize, f64),
}

/// Something that is compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// What it is called in the report.
    pub label: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// How it is read off; several are compared by the norm of their differences.
    pub measures: &'static [Measure],
}

/// A problem of the report.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// The name of its file in `scenes/validation`.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Everything needed to set it up elsewhere.
    pub parameters: &'static str,
    /// How the reference was found.
    pub reference: &'static str,
    /// How long it is followed (s).
    pub seconds: f64,
    /// How long errors are followed to find their order (s): over longer, machines that go round part ways, and past a
    /// singular pose rounding decides.
    pub smooth: f64,
    /// What is compared.
    pub quantities: &'static [Quantity],
    /// What the quantities must be at these times (s): a row a time, the numbers in the order of the measures.
    pub exact: fn(&[f64]) -> Vec<Vec<f64>>,
    /// The scene's file.
    pub text: &'static str,
}

impl Problem {
    /// Its scene.
    ///
    /// # Errors
    /// Never: a test reads them all.
    pub fn scene(&self) -> Result<Scene, file::FileError> {
        file::read(self.text, &format!("scenes/validation/{}.ron", self.id))
    }
}

impl Measure {
    /// Reads it off a run into `into`; multipliers are those of the last evaluation. What is not there reads as NaN.
    pub fn read(&self, scene: &Scene, run: &Simulation, into: &mut Vec<f64>) {
        let (model, state) = (run.model(), run.state());
        match *self {
            Measure::Point(part, x, y) => {
                let at = Vec2::new(x, y);
                let point = scene
                    .find(part)
                    .and_then(|id| model.point(state, Attach::part(id, at)));
                into.extend(point.unwrap_or(Vec2::NAN).to_array());
            }
            Measure::Angle(part) => {
                let pose = scene.find(part).and_then(|id| model.pose(state, id));
                into.push(pose.map_or(f64::NAN, |pose| pose.angle));
            }
            Measure::Force(constraint, row, sign) => {
                let id = scene.find(constraint);
                let link = model.links.iter().find(|link| Some(link.id) == id);
                let lambda = &run.dynamics.solution.lambda;
                into.push(link.map_or(f64::NAN, |link| sign * lambda[link.row + row]));
            }
        }
    }

    /// How many numbers it is.
    pub fn width(&self) -> usize {
        match self {
            Measure::Point(..) => 2,
            Measure::Angle(_) | Measure::Force(..) => 1,
        }
    }

    /// Whether multipliers must be known.
    pub fn needs_forces(&self) -> bool {
        matches!(self, Measure::Force(..))
    }
}
