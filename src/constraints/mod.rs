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

mod actuator;
mod angle_lock;
mod belt;
mod carried;
mod closing;
mod contour;
mod distance;
mod drum_rope;
mod ellipse;
mod expression;
mod gear_pair;
pub mod glyph;
mod graph;
mod implicit;
mod knife_edge;
mod level_set;
mod midline;
mod motor;
mod motor_hold;
mod pin;
mod programme;
mod pulley;
mod rack_and_pinion;
mod ring;
mod rolling;
mod row;
mod screw;
mod separation;
mod slider;
mod slot;
mod speed_ratio;
mod spline;
mod thrust_hold;
mod track;
mod track_motor;
mod weld;

use serde::{Deserialize, Serialize};

use crate::math::Vec2;
use crate::parameter::{Choice, ParameterValue, Parameters, Text};

pub use self::actuator::Actuator;
pub use self::angle_lock::AngleLock;
pub use self::belt::Belt;
pub use self::closing::Closing;
pub use self::distance::Distance;
pub use self::drum_rope::DrumRope;
pub use self::ellipse::Ellipse;
pub use self::expression::{Expression, Mistake};
pub use self::gear_pair::{GearPair, Mesh};
pub use self::glyph::{Glyph, RackLine, Stuff};
pub use self::graph::Graph;
pub use self::implicit::Implicit;
pub use self::knife_edge::KnifeEdge;
pub use self::midline::Midline;
pub use self::motor::{Motor, MotorLaw};
pub use self::motor_hold::MotorHold;
pub use self::pin::Pin;
pub use self::programme::{Course, Programme};
pub use self::pulley::Pulley;
pub use self::rack_and_pinion::{RackAndPinion, Side};
pub use self::ring::Ring;
pub use self::row::{EndPorts, Gradient, Level, MAX_ENDS, Push, Row, RowInfo};
pub use self::screw::Screw;
pub use self::slider::Slider;
pub use self::slot::Groove;
pub use self::speed_ratio::SpeedRatio;
pub use self::thrust_hold::ThrustHold;
pub use self::track::{MOST_POINTS, Track};
pub use self::track_motor::TrackMotor;
pub use self::weld::Weld;
pub use crate::bodies::Sketch;

/// What a person picks for one end of a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A point of a part or of the ground.
    Point,
    /// A part (or the ground) whose angle matters; the point is only where it is shown.
    Angle,
    /// A point and the angle of its part.
    PointAndAngle,
    /// The centre of a wheel, and its angle: anywhere on the part is meant as that.
    Centre,
}

impl Slot {
    /// Whether the end needs a part that can turn.
    pub fn needs_angle(self) -> bool {
        self != Slot::Point
    }
}

/// A round part as a constraint sees it when it is first put on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Pitch radius (m).
    pub radius: f64,
    /// Teeth drawn on it.
    pub teeth: Option<u32>,
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
    /// C has two derivatives everywhere; exempt kinds are tested where they have.
    Smoothness,
}

/// What each kind says of itself.
pub trait Kind: Parameters {
    /// What is picked for each end, in order.
    fn slots(&self) -> &'static [Slot];
    /// What each end is called, in order.
    fn slot_names(&self) -> &'static [&'static str] {
        &["From", "To"]
    }
    /// Whether two of its ends may be on one part.
    fn may_share(&self, _one: usize, _other: usize) -> bool {
        false
    }
    /// One entry a row.
    fn rows(&self) -> Vec<RowInfo>;
    /// C and its derivatives at these ends and this time; `memory` is as long as [`Kind::memory`] says.
    /// `rows` is as long as [`Kind::rows`], cleared.
    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]);
    /// The ends that its multipliers push on, where those are not the ones that C is of; then it is held by a force
    /// that acts elsewhere, and does not hold at once.
    fn pushed(&self) -> &'static [usize] {
        &[]
    }
    /// The force of a unit multiplier of each row on each pushed end; `rows` comes cleared.
    fn pushes(&self, _ends: &[EndPorts], _rows: &mut [Push]) {}
    /// Sets what depends on the pose it is built in (a length, a phase) so that C = 0 there.
    fn fit(&mut self, ends: &[EndPorts]);
    /// Takes sizes from the parts it is first put on, where they are round and held by their centre, before
    /// [`Kind::fit`].
    fn suit(&mut self, _parts: &[Option<Round>]) {}
    /// What it must remember between steps, as it is in the pose it starts in. Always as long.
    fn memory(&self, _ends: &[EndPorts]) -> Vec<f64> {
        Vec::new()
    }
    /// Follows what it remembers after each step: turns beyond the half turn that a pose tells, the place
    /// on a curve. Never changes C.
    fn remember(&self, _ends: &[EndPorts], _memory: &mut [f64]) {}
    /// Moves the memory so that C = 0 in this pose at this time (a programmed drive after it has been
    /// turned by hand).
    fn rebase(&self, _ends: &[EndPorts], _time: f64, _memory: &mut [f64]) {}
    /// The curve it carries, where that is drawn by hand: points in the frame of its first end.
    fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        None
    }
    /// Whether it moves the machine by a programme of its own; driven freedoms are still freedoms.
    fn is_drive(&self) -> bool {
        false
    }
    /// What is drawn.
    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph>;
    /// What its button shows; by default what its glyph tells.
    fn sketch(&self) -> Option<Sketch> {
        None
    }
    /// Laws it is exempt from.
    fn exemptions(&self) -> &'static [Exemption] {
        &[]
    }
    /// What is wrong beyond single parameters out of range, as a sentence.
    fn problem(&self) -> Option<String> {
        None
    }
    /// What is wrong with where its ends are as built, as a sentence.
    fn misplaced(&self, _ends: &[EndPorts]) -> Option<String> {
        None
    }
}

/// What kinds of constraint are found together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Parts held to each other.
    Joint,
    /// Parts that run along something.
    Guide,
    /// Wheels, belts and ropes.
    Wheel,
    /// What moves a machine.
    Drive,
}

/// The table: a kind of constraint is a file and a line here.
macro_rules! kinds {
    ($($Variant:ident $id:literal $label:literal $family:ident $key:literal $help:literal,)*) => {
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
            /// The key of its tool: a letter, with or without Shift, or nothing.
            pub fn key(&self) -> &'static str {
                match self { $(ConstraintKind::$Variant(_) => $key),* }
            }
            /// What it is found among.
            pub fn family(&self) -> Family {
                match self { $(ConstraintKind::$Variant(_) => Family::$family),* }
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
    Distance "distance" "Rod" Joint "I" "Keeps two points a fixed distance apart.",
    Pin "pin" "Pin" Joint "J" "Holds two points together and lets the parts turn.",
    Weld "weld" "Weld" Joint "Shift+J" "Holds two parts together as one.",
    AngleLock "angle-lock" "Angle lock" Joint "Shift+L" "Keeps the angle between two parts, wherever they move.",
    Midline "midline" "Midline" Joint "" "Keeps a point as far from one point as from another.",
    Slider "slider" "Slider" Guide "E" "Lets a part slide along a rail without turning.",
    Groove "groove" "Groove" Guide "H" "Lets a point run in a straight groove of a part or the ground.",
    Ring "ring" "Ring" Guide "N" "Lets a point run on a round wire.",
    Ellipse "ellipse" "Elliptic wire" Guide "Shift+N" "Lets a point run on an elliptic wire.",
    Graph "graph" "Graph" Guide "Shift+G" "Lets a point run on the graph of a polynomial.",
    Implicit "implicit" "Wire by formula" Guide "Shift+H" "Lets a point run on a curve that is typed as an equation of x and y.",
    Track "track" "Drawn wire" Guide "Z" "Lets a point run on a closed wire drawn by hand.",
    KnifeEdge "knife-edge" "Knife edge" Guide "Shift+E" "A blade that glides along and not sideways: a skate, a wheel from above.",
    RackAndPinion "rack" "Rack and pinion" Wheel "K" "Lets a toothed wheel roll along a rack without slip.",
    GearPair "gears" "Gear pair" Wheel "U" "Turns one toothed wheel by another, on the ground or on a carrier.",
    Belt "belt" "Belt" Wheel "Y" "Turns one wheel by another over a belt that does not slip.",
    Pulley "pulley" "Rope over pulleys" Wheel "Shift+I" "A rope of fixed length from a part over two points to another part.",
    DrumRope "drum-rope" "Rope on a drum" Wheel "Shift+Y" "A rope wound on a wheel that turns with it, without slip.",
    Screw "screw" "Screw" Wheel "Shift+K" "Ties a way along a rail to a turn.",
    SpeedRatio "speed-ratio" "Speed ratio" Wheel "Shift+U" "Keeps the ratio of two speeds of rotation, as friction wheels do.",
    Motor "motor" "Motor" Drive "M" "Turns one part against another, at a speed or by an angle programme.",
    TrackMotor "track-motor" "Motor on a wire" Drive "Shift+Z" "Carries a point along a closed wire drawn by hand.",
    Actuator "actuator" "Linear actuator" Drive "Shift+M" "Moves two points apart by a programme of length.",
    ThrustHold "thrust-hold" "Height by thruster" Drive "Shift+T" "Keeps the height of a point by a thruster on another part.",
    MotorHold "motor-hold" "Angle by motor" Drive "Shift+F" "Keeps the angle between two parts by a motor between two others.",
    Closing "closing" "Closing joint" Drive "Shift+P" "Draws two parts together to a joint in the course of time.",
}

impl ConstraintKind {
    /// See [`Kind::slots`].
    pub fn slots(&self) -> &'static [Slot] {
        self.kind().slots()
    }
    /// See [`Kind::slot_names`].
    pub fn slot_names(&self) -> &'static [&'static str] {
        self.kind().slot_names()
    }
    /// See [`Kind::may_share`].
    pub fn may_share(&self, one: usize, other: usize) -> bool {
        self.kind().may_share(one, other)
    }
    /// See [`Kind::rows`].
    pub fn rows(&self) -> Vec<RowInfo> {
        self.kind().rows()
    }
    /// See [`Kind::pushed`].
    pub fn pushed(&self) -> &'static [usize] {
        self.kind().pushed()
    }
    /// See [`Kind::pushes`].
    pub fn pushes(&self, ends: &[EndPorts], rows: &mut [Push]) {
        self.kind().pushes(ends, rows);
    }
    /// See [`Kind::fit`].
    pub fn fit(&mut self, ends: &[EndPorts]) {
        self.kind_mut().fit(ends);
    }
    /// See [`Kind::suit`].
    pub fn suit(&mut self, parts: &[Option<Round>]) {
        self.kind_mut().suit(parts);
    }
    /// See [`Kind::memory`].
    pub fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        self.kind().memory(ends)
    }
    /// See [`Kind::remember`].
    pub fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        self.kind().remember(ends, memory);
    }
    /// See [`Kind::rebase`].
    pub fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        self.kind().rebase(ends, time, memory);
    }
    /// See [`Kind::drawn`].
    pub fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        self.kind_mut().drawn()
    }
    /// See [`Kind::is_drive`].
    pub fn is_drive(&self) -> bool {
        self.kind().is_drive()
    }
    /// See [`Kind::glyph`].
    pub fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.kind().glyph(ends)
    }
    /// See [`Kind::misplaced`].
    pub fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        self.kind().misplaced(ends)
    }
    /// See [`Kind::sketch`].
    pub fn sketch(&self) -> Option<Sketch> {
        self.kind().sketch()
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
    fn choices(&self) -> Vec<Choice> {
        self.kind().choices()
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        self.kind_mut().choose(key, option)
    }
    fn texts(&self) -> Vec<Text> {
        self.kind().texts()
    }
    fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
        self.kind_mut().set_text(key, text)
    }
    fn mistake_at(&self, key: &str, text: &str) -> Option<usize> {
        self.kind().mistake_at(key, text)
    }
}
