//! Forces: what acts on parts without constraining them. A kind is one file and one line in the table.
//!
//! Like a constraint, a force acts on the ports at its ends: it adds a force at each point and a torque
//! on each angle, and says what energy it stores and what power it takes away.

mod drag;
mod push;
mod spring;
mod torque;

use serde::{Deserialize, Serialize};

use crate::constraints::{EndPorts, Glyph, MAX_ENDS, Slot};
use crate::math::Vec2;
use crate::parameter::{ParameterValue, Parameters};

pub use self::drag::Drag;
pub use self::push::Push;
pub use self::spring::Spring;
pub use self::torque::Torque;

/// What a force does at one instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effect {
    /// On the point of each end (N).
    pub force: [Vec2; MAX_ENDS],
    /// On the angle of each end (N m).
    pub torque: [f64; MAX_ENDS],
    /// Energy stored (J).
    pub potential: f64,
    /// Power put into the parts that is not taken from `potential` (W): negative for a damper.
    pub power: f64,
}

/// What each kind says of itself.
pub trait Kind: Parameters {
    /// What is picked for each end, in order.
    fn slots(&self) -> &'static [Slot];
    /// The forces at this state.
    fn evaluate(&self, ends: &[EndPorts]) -> Effect;
    /// Sets what depends on the pose it is built in (a rest length).
    fn fit(&mut self, _ends: &[EndPorts]) {}
    /// What is drawn.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph>;
}

/// The table: a kind of force is a file and a line here.
macro_rules! kinds {
    ($($Variant:ident $id:literal $label:literal $key:literal $help:literal,)*) => {
        /// A kind of force with its parameters.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum ForceKind { $(#[doc = $help] $Variant($Variant)),* }

        impl ForceKind {
            /// One of each kind, in the order of the tool bar.
            pub fn catalogue() -> Vec<ForceKind> {
                vec![$(ForceKind::$Variant($Variant::default())),*]
            }
            /// The name of the kind in scene files and new names.
            pub fn id(&self) -> &'static str {
                match self { $(ForceKind::$Variant(_) => $id),* }
            }
            /// The name of the kind for people.
            pub fn label(&self) -> &'static str {
                match self { $(ForceKind::$Variant(_) => $label),* }
            }
            /// The letter of its tool.
            pub fn key(&self) -> char {
                match self { $(ForceKind::$Variant(_) => $key),* }
            }
            /// One sentence on what it does.
            pub fn help(&self) -> &'static str {
                match self { $(ForceKind::$Variant(_) => $help),* }
            }
            fn kind(&self) -> &dyn Kind {
                match self { $(ForceKind::$Variant(it) => it),* }
            }
            fn kind_mut(&mut self) -> &mut dyn Kind {
                match self { $(ForceKind::$Variant(it) => it),* }
            }
        }
    };
}

kinds! {
    Spring "spring" "Spring" 'S' "Pulls two points towards a rest length, with damping.",
    Drag "drag" "Drag" 'D' "Slows a part down in proportion to its speed and spin.",
    Push "push" "Force" 'A' "Pushes a point with a constant force.",
    Torque "torque" "Torque" 'W' "Turns a part with a constant torque.",
}

impl ForceKind {
    /// See [`Kind::slots`].
    pub fn slots(&self) -> &'static [Slot] {
        self.kind().slots()
    }
    /// See [`Kind::evaluate`].
    pub fn evaluate(&self, ends: &[EndPorts]) -> Effect {
        self.kind().evaluate(ends)
    }
    /// See [`Kind::fit`].
    pub fn fit(&mut self, ends: &[EndPorts]) {
        self.kind_mut().fit(ends);
    }
    /// See [`Kind::glyph`].
    pub fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.kind().glyph(ends)
    }
    /// What is wrong with it, as the end of a sentence.
    pub fn problem(&self) -> Option<String> {
        self.parameters().iter().find_map(ParameterValue::problem)
    }
}

impl Parameters for ForceKind {
    fn parameters(&self) -> Vec<ParameterValue> {
        self.kind().parameters()
    }
    fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        self.kind_mut().set_parameter(key, value)
    }
}
