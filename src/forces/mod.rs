//! Forces on parts, which do not constrain them. A kind of force is one file and one line in the table.
//!
//! Like a constraint, a force acts on the ports at its ends: it adds a force at each point and a torque on each angle, and gives the energy that it
//! stores and the power that it takes away.

mod attraction;
mod damper;
mod drag;
mod push;
mod spring;
mod thruster;
mod torque;
mod torsion_spring;
mod wind;

use crate::constraints::{EndPorts, Glyph, MAX_ENDS, Sketch, Slot};
use crate::math::Vec2;
use crate::parameter::{Parameters, catalogue};

pub use self::attraction::Attraction;
pub use self::damper::Damper;
pub use self::drag::Drag;
pub use self::push::Push;
pub use self::spring::Spring;
pub use self::thruster::Thruster;
pub use self::torque::Torque;
pub use self::torsion_spring::TorsionSpring;
pub use self::wind::Wind;

/// Effect of a force at one instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effect {
    /// Force on the point of each end (N).
    pub force: [Vec2; MAX_ENDS],
    /// Torque on the angle of each end (N m).
    pub torque: [f64; MAX_ENDS],
    /// Energy stored (J).
    pub potential: f64,
    /// Power put into the parts that is not taken from `potential` (W): negative for a damper.
    pub power: f64,
    /// Power of an external source, a thruster or a programme (W).
    pub drive: f64,
}

impl Effect {
    /// An effect on the first ends only.
    pub fn on<const N: usize>(force: [Vec2; N], torque: [f64; N]) -> Self {
        let mut effect = Self::default();
        effect.force[..N].copy_from_slice(&force);
        effect.torque[..N].copy_from_slice(&torque);
        effect
    }
}

/// Interface of a kind of force.
pub trait Kind: Parameters {
    /// What the user picks for each end, in order.
    fn slots(&self) -> &'static [Slot];
    /// The forces at this state and time (s).
    fn evaluate(&self, ends: &[EndPorts], time: f64) -> Effect;
    /// Whether all its work comes from the energy that it stores.
    fn is_conservative(&self) -> bool {
        false
    }
    /// Sets parameters that depend on the pose it is built in (a rest length).
    fn fit(&mut self, _ends: &[EndPorts]) {}
    /// Elements of its drawing.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph>;
    /// Icon of its button; by default derived from its glyph.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// What is wrong beyond single parameters out of range, as a sentence.
    fn problem(&self) -> Option<String> {
        None
    }
}

/// Group of kinds of force that are offered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Springs, dampers and drag.
    Spring,
    /// Pushes and torques.
    Push,
}

catalogue! {
    /// A kind of force with its parameters: a file and a line here.
    pub enum ForceKind as dyn Kind by Family {
        Spring "spring" "Spring" Spring "S" "Pulls two points towards a rest length, with damping.",
        TorsionSpring "torsion-spring" "Torsion spring" Spring "Shift+S" "Turns two parts towards a rest angle, with damping.",
        Damper "damper" "Damper" Spring "Shift+D" "Resists any change of the distance between two points.",
        Drag "drag" "Drag" Spring "D" "Slows a part down by its speed and spin.",
        Push "push" "Force" Push "A" "Pushes a point with a force, steady or by programme.",
        Torque "torque" "Torque" Push "W" "Turns a part with a torque, steady or by programme.",
        Thruster "thruster" "Thruster" Push "Shift+A" "Pushes a part in a direction that turns with it.",
        Wind "wind" "Wind" Push "Shift+W" "Moving air on a part: drag against the speed through the air.",
        Attraction "attraction" "Attraction" Push "Shift+Q" "Pulls two parts together by the law of gravity.",
    }
}

impl ForceKind {
    /// See [`Kind::slots`].
    pub fn slots(&self) -> &'static [Slot] {
        self.kind().slots()
    }
    /// See [`Kind::evaluate`].
    pub fn evaluate(&self, ends: &[EndPorts], time: f64) -> Effect {
        self.kind().evaluate(ends, time)
    }
    /// See [`Kind::is_conservative`].
    pub fn is_conservative(&self) -> bool {
        self.kind().is_conservative()
    }
    /// See [`Kind::fit`].
    pub fn fit(&mut self, ends: &[EndPorts]) {
        self.kind_mut().fit(ends);
    }
    /// See [`Kind::glyph`].
    pub fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.kind().glyph(ends)
    }
    /// See [`Kind::sketch`].
    pub fn sketch(&self) -> Option<Sketch> {
        self.kind().sketch()
    }
}
