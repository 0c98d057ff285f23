//! The interface of an engine.

use tinkertoy::math::Pose;

/// A scene that runs in some engine.
pub trait Engine {
    /// One step.
    ///
    /// # Errors
    /// When the engine refuses to go on.
    fn step(&mut self) -> Result<(), String>;

    /// Where the parts that move are, in the order of the scene.
    fn poses(&mut self) -> Result<Vec<Pose>, String>;

    /// Points at which parts touched in the last step, and the residual of complementarity, where they are known.
    fn figures(&self) -> Option<(usize, f64)> {
        None
    }
}
