//! Constraints: what holds parts together. A kind is one file and one line in the table below.
//!
//! A kind is a function C of the *ports* at its ends (a point and an angle each, see
//! [`crate::bodies::port`]) and of time. It gives, row by row, C, its gradient by each port, and what its
//! time derivatives have beyond the ports' own ([`Row`]); the chain rule to bodies is the caller's:
//!
//! ```text
//! Cdot  = sum gradient . rate + time_rate
//! J     = sum gradient . (d port / d q)
//! gamma = sum gradient . bias + curvature,   so that   Cddot = J v̇ + gamma
//! ```
//!
//! Relative is always b minus a, and a positive multiplier pushes b along the gradient by b.

mod distance;
pub mod glyph;
mod motor;
mod pin;
mod rack_and_pinion;
mod row;

use serde::{Deserialize, Serialize};

use crate::parameter::{ParameterValue, Parameters};

pub use self::distance::Distance;
pub use self::glyph::Glyph;
pub use self::motor::{Motor, MotorLaw};
pub use self::pin::Pin;
pub use self::rack_and_pinion::{RackAndPinion, Side};
pub use self::row::{EndPorts, Gradient, Level, MAX_ENDS, Row, RowInfo};

/// What a person picks for one end of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A point of a part or of the ground.
    Point,
    /// A part (or the ground) whose angle matters; the point is only where it is shown.
    Angle,
    /// A point and the angle of its part.
    PointAndAngle,
}

impl Slot {
    /// Whether the end needs a part that can turn.
    pub fn needs_angle(self) -> bool {
        self != Slot::Point
    }
}

/// A law of the suite that cannot hold for a kind, with the reason.
pub type Exemption = (Law, &'static str);

/// The laws that have honest exceptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Forces and moments balance; exempt kinds must still balance where C = 0.
    ThirdLaw,
    /// One rigid motion of everything leaves C unchanged; exempt kinds must still keep its norm.
    FrameInvariance,
}

/// What each kind says of itself.
pub trait Kind: Parameters {
    /// What is picked for each end, in order.
    fn slots(&self) -> &'static [Slot];
    /// One entry a row.
    fn rows(&self) -> Vec<RowInfo>;
    /// C and its derivatives at these ends and this time; `memory` is as long as [`Kind::memory`] says.
    /// `rows` is as long as [`Kind::rows`], cleared.
    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]);
    /// Sets what depends on the pose it is built in (a length, a phase) so that C = 0 there.
    fn fit(&mut self, ends: &[EndPorts]);
    /// The start values of what it must remember between steps.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }
    /// Moves the memory so that C = 0 in this pose at this time (a programmed drive after it has been
    /// turned by hand).
    fn rebase(&self, _ends: &[EndPorts], _time: f64, _memory: &mut [f64]) {}
    /// Whether it moves the machine by a programme of its own; driven freedoms are still freedoms.
    fn is_drive(&self) -> bool {
        false
    }
    /// What is drawn.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph>;
    /// Laws it is exempt from.
    fn exemptions(&self) -> &'static [Exemption] {
        &[]
    }
    /// What is wrong beyond single parameters out of range, as a sentence.
    fn problem(&self) -> Option<String> {
        None
    }
}

/// The table: a kind of constraint is a file and a line here.
macro_rules! kinds {
    ($($Variant:ident $id:literal $label:literal $key:literal $help:literal,)*) => {
        /// A kind of constraint with its parameters.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum ConstraintKind { $(#[doc = $help] $Variant($Variant)),* }

        impl ConstraintKind {
            /// One of each kind, in the order of the tool bar.
            pub fn catalogue() -> Vec<ConstraintKind> {
                vec![$(ConstraintKind::$Variant($Variant::default())),*]
            }
            /// The name of the kind in scene files and new names ("pin 3").
            pub fn id(&self) -> &'static str {
                match self { $(ConstraintKind::$Variant(_) => $id),* }
            }
            /// The name of the kind for people.
            pub fn label(&self) -> &'static str {
                match self { $(ConstraintKind::$Variant(_) => $label),* }
            }
            /// The letter of its tool.
            pub fn key(&self) -> char {
                match self { $(ConstraintKind::$Variant(_) => $key),* }
            }
            /// One sentence on what it does.
            pub fn help(&self) -> &'static str {
                match self { $(ConstraintKind::$Variant(_) => $help),* }
            }
            fn kind(&self) -> &dyn Kind {
                match self { $(ConstraintKind::$Variant(it) => it),* }
            }
            fn kind_mut(&mut self) -> &mut dyn Kind {
                match self { $(ConstraintKind::$Variant(it) => it),* }
            }
            /// See [`Kind::evaluate`].
            #[inline]
            pub fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
                match self { $(ConstraintKind::$Variant(it) => it.evaluate(ends, time, memory, rows)),* }
            }
        }
    };
}

kinds! {
    Distance "distance" "Rod" 'I' "Keeps two points a fixed distance apart.",
    Pin "pin" "Pin" 'J' "Holds two points together and lets the parts turn.",
    Motor "motor" "Motor" 'M' "Turns one part against another, at a speed or by an angle programme.",
    RackAndPinion "rack" "Rack and pinion" 'K' "Lets a toothed wheel roll along a rack without slip.",
}

impl ConstraintKind {
    /// See [`Kind::slots`].
    pub fn slots(&self) -> &'static [Slot] {
        self.kind().slots()
    }
    /// See [`Kind::rows`].
    pub fn rows(&self) -> Vec<RowInfo> {
        self.kind().rows()
    }
    /// See [`Kind::fit`].
    pub fn fit(&mut self, ends: &[EndPorts]) {
        self.kind_mut().fit(ends);
    }
    /// See [`Kind::memory`].
    pub fn memory(&self) -> Vec<f64> {
        self.kind().memory()
    }
    /// See [`Kind::rebase`].
    pub fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        self.kind().rebase(ends, time, memory);
    }
    /// See [`Kind::is_drive`].
    pub fn is_drive(&self) -> bool {
        self.kind().is_drive()
    }
    /// See [`Kind::glyph`].
    pub fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.kind().glyph(ends)
    }
    /// See [`Kind::exemptions`].
    pub fn exemptions(&self) -> &'static [Exemption] {
        self.kind().exemptions()
    }
    /// What is wrong with it, as the end of a sentence: a parameter out of range, or parameters that do
    /// not go together.
    pub fn problem(&self) -> Option<String> {
        self.parameters()
            .iter()
            .find_map(ParameterValue::problem)
            .or_else(|| self.kind().problem())
    }
}

impl Parameters for ConstraintKind {
    fn parameters(&self) -> Vec<ParameterValue> {
        self.kind().parameters()
    }
    fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        self.kind_mut().set_parameter(key, value)
    }
}
