//! Parameters that are dialled on the canvas: handles at what is drawn of them.

use crate::math::Vec2;
use crate::parameter::Unit;

/// A handle of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dial {
    /// The parameter.
    pub key: &'static str,
    /// Its unit: metre or radian.
    pub unit: Unit,
    /// World point.
    pub at: Vec2,
}
