//! Scopes: quantities of a run, or formulas of them, recorded at each of its steps.
//!
//! A scene stores the texts ([`crate::scene::Scope`]). [`Signal::read`] resolves the names in a text, a [`Recorder`] beside the run
//! evaluates its signals after each step, and plots, spectra and files are made from the [`Recording`].

mod described;
mod joint;
mod quantity;
mod reader;
mod recorder;
mod recording;
mod rename;
mod signal;
mod spectrum;

pub use self::described::Quantity;
pub use self::quantity::{Subject, of_item, of_machine};
pub use self::recorder::{Recorder, measure};
pub use self::recording::{Monitor, Recording};
pub use self::rename::renamed;
pub use self::signal::{Problem, Signal};
pub use self::spectrum::Spectrum;

use crate::scene::{Scene, Scope};

/// All signals of a scene's scopes that can be recorded, each once.
pub fn signals(scene: &Scene) -> Vec<Signal> {
    let mut signals: Vec<Signal> = Vec::new();
    for text in scene.scopes.iter().flat_map(Scope::texts) {
        if let Ok(signal) = Signal::read(text, scene)
            && !signals.iter().any(|it| it.text() == text)
        {
            signals.push(signal);
        }
    }
    signals
}
