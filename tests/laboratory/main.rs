//! Views of the laboratory compared with the solver and with independent arithmetic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod equations;
mod freedom;
mod matrices;
mod matrix_market;
mod measurements;
mod races;
mod singular;
mod sweep;

use std::sync::Arc;

use tinkertoy::lab::Assembled;
use tinkertoy::scene::{Method, Scene, gallery};
use tinkertoy::sim::{Model, Simulation};

/// A gallery scene solved by this method after some steps, so that it is in motion.
fn assembled(mut scene: Scene, method: Method) -> Assembled {
    scene.settings.method = method;
    let mut run = Simulation::new(&scene);
    for _ in 0..20 {
        let _ = run.step();
    }
    Assembled::of(&Arc::new(Model::compile(&scene)), run.state()).unwrap()
}

fn gallery_scene(id: &str) -> Scene {
    let entry = gallery::GALLERY.iter().find(|entry| entry.id == id).unwrap();
    entry.scene().unwrap()
}
