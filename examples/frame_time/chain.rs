//! The chain scene used to measure frame times.

use tinkertoy::scene::{Scene, Scope, gallery};

/// The chain of 200 links with two recording scopes.
pub fn chain() -> Scene {
    let mut scene = gallery::find("chain").unwrap().scene().unwrap();
    let signals = [["drift", "energy_error"], ["\"bead 100\".y", "\"bead 50\".speed"]];
    let scope = |it: [&str; 2]| Scope {
        signals: it.map(str::to_owned).to_vec(),
        ..Scope::default()
    };
    scene.scopes = signals.map(scope).to_vec();
    scene
}
