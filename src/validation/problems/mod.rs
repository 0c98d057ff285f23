//! The problems of the report, one file per family; each file contains the reference and the parameters.

mod double_pendulum;
mod driven;
mod pendulum;
mod slider_crank;
mod truss;
mod windows;

use super::Problem;

macro_rules! text {
    ($id:literal) => {
        include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/scenes/validation/",
            $id,
            ".ron"
        ))
    };
}
use text;

/// All problems in the order of the report.
pub const ALL: &[Problem] = &[
    pendulum::SIMPLE,
    windows::TWO,
    windows::FORTY,
    double_pendulum::PARTICLES,
    double_pendulum::RODS,
    slider_crank::FREE,
    driven::CRANK_ROCKER,
    truss::WARREN,
    pendulum::BEAD,
    pendulum::ELASTIC,
];

/// The problem with this id.
pub fn find(id: &str) -> Option<&'static Problem> {
    ALL.iter().find(|problem| problem.id == id)
}
