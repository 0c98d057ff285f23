//! A validation problem: a scene, the measured quantities, and their reference.

use crate::math::Vec2;
use crate::scene::{Attach, Scene, file};
use crate::sim::Simulation;

/// A number or point that can be measured on a running machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    /// Position of a point of a part, given in the part's own frame: x and y.
    Point(&'static str, f64, f64),
    /// The angle of a part (rad).
    Angle(&'static str),
    /// A multiplier of a constraint with a sign: a force (N) or torque (N m).
    Force(&'static str, usize, f64),
}

/// A compared quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// Its name in the report.
    pub label: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Its measurements; several are compared by the norm of their differences.
    pub measures: &'static [Measure],
}

/// A problem of the report.
#[derive(Clone, Copy, Debug)]
pub struct Problem {
    /// Name of its file in `scenes/validation`.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// Source.
    pub source: &'static str,
    /// Everything needed to set it up elsewhere.
    pub parameters: &'static str,
    /// How the reference was computed.
    pub reference: &'static str,
    /// Duration of the run (s).
    pub seconds: f64,
    /// Duration over which errors show their order (s): later, machines that rotate diverge from each other, and after a
    /// singular pose rounding dominates.
    pub smooth: f64,
    /// The compared quantities.
    pub quantities: &'static [Quantity],
    /// Reference values at these times (s): a row per time, with the numbers in the order of the measures.
    pub exact: fn(&[f64]) -> Vec<Vec<f64>>,
    /// Text of the scene's file.
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
    /// Appends the measured values of a run to `into`; multipliers are those of the last evaluation. Missing items give NaN.
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

    /// Number of values.
    pub fn width(&self) -> usize {
        match self {
            Measure::Point(..) => 2,
            Measure::Angle(_) | Measure::Force(..) => 1,
        }
    }

    /// Whether multipliers are needed.
    pub fn needs_forces(&self) -> bool {
        matches!(self, Measure::Force(..))
    }
}
