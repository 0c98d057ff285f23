//! Handles by which parameters are set on the canvas, at the place where they are drawn.

use crate::math::Vec2;
use crate::parameter::Unit;

/// A handle of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    /// Key of the parameter.
    pub key: &'static str,
    /// Its unit: metre or radian.
    pub unit: Unit,
    /// Place of the handle in the world.
    pub at: Vec2,
}
