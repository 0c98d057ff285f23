//! A scene in this program, by impulses, on one thread.

use tinkertoy::math::Pose;
use tinkertoy::scene::{Method, Scene};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Hardware;

use crate::engine::Engine;

pub struct Ours {
    run: Simulation,
}

impl Ours {
    /// By the default method.
    pub fn exact(scene: &Scene, dt: f64) -> Self {
        let mut scene = scene.clone();
        scene.settings.dt = dt;
        Self {
            run: Simulation::on(&scene, Hardware::here().with_threads(1)),
        }
    }

    /// By sweeps of Gauss-Seidel.
    pub fn sweeping(scene: &Scene, dt: f64, sweeps: u32) -> Self {
        let mut scene = scene.clone();
        scene.settings.method = Method::GaussSeidel;
        scene.settings.effort.sweeps = sweeps;
        Self::exact(&scene, dt)
    }
}

impl Engine for Ours {
    fn step(&mut self) -> Result<(), String> {
        self.run.step().map_err(|stop| stop.reason)
    }

    fn poses(&mut self) -> Result<Vec<Pose>, String> {
        let poses = self.run.model().poses(self.run.state());
        Ok(poses.map(|(_, pose)| pose).collect())
    }

    fn figures(&self) -> Option<(usize, f64)> {
        let state = self.run.state();
        Some((state.contacts.len(), state.contact.residual))
    }
}
