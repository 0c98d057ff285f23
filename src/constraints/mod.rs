//! Constraints between parts. A kind of constraint is one file and one line in the table below.
//!
//! A kind is a function C of the *ports* at its ends (a point and an angle each, see [`crate::bodies::port`]) and of time. It gives, for each row,
//! C, its gradient by each port, and the parts of its time derivatives that do not come from those of the ports ([`Row`]); the caller applies the
//! chain rule to bodies:
//!
//! ```text
//! Cdot  = sum gradient . rate + time_rate
//! J     = sum gradient . (d port / d q)
//! gamma = sum gradient . bias + curvature,   so that   Cddot = J v̇ + gamma
//! ```
//!
//! Relative is always b minus a, and a positive multiplier pushes b along the gradient by b.

mod actuator;
mod angle_limits;
mod angle_lock;
mod belt;
mod breakable;
mod cap;
mod carried;
mod closing;
mod clutch;
mod contour;
mod course;
mod curve_defect;
mod dial;
mod distance;
mod drum_rope;
mod ellipse;
mod end_stops;
mod expression;
mod friction;
mod gear_pair;
pub mod glyph;
mod graph;
mod implicit;
mod kind;
mod knife_edge;
mod level_set;
mod limits;
mod midline;
mod motor;
mod motor_hold;
pub(crate) mod pin;
mod prescribed;
mod programme;
mod pulley;
mod rack_and_pinion;
mod rail_friction;
mod ratchet;
mod reference;
mod ring;
mod rolling;
mod rope;
mod row;
mod screw;
mod separation;
mod slider;
mod slot;
mod speed_ratio;
mod spline;
mod stops;
mod strut;
mod table;
mod thrust_hold;
mod track;
mod track_motor;
mod turn;
mod weld;
mod wrapped;

use crate::parameter::catalogue;

pub use self::actuator::Actuator;
pub use self::angle_limits::AngleLimits;
pub use self::angle_lock::AngleLock;
pub use self::belt::Belt;
pub use self::breakable::Breakable;
pub use self::cap::Cap;
pub use self::closing::Closing;
pub use self::clutch::Clutch;
pub use self::course::Course;
pub use self::dial::Dial;
pub use self::distance::Distance;
pub use self::drum_rope::DrumRope;
pub use self::ellipse::Ellipse;
pub use self::end_stops::EndStops;
pub use self::expression::{
    Amount, Expression, Formula, Mistake, Names, QuantityName, amount, check_name, expected_of, names_in,
    quantity, quantity_in, quantity_of, with_micro_sign,
};
pub use self::friction::Friction;
pub use self::gear_pair::{GearPair, Mesh};
pub use self::glyph::{Glyph, RackLine, Stuff};
pub use self::graph::Graph;
pub use self::implicit::Implicit;
pub use self::kind::{Exemption, Kind, Law, MAX_LINES, Meshing, Round, Slot};
pub use self::knife_edge::KnifeEdge;
pub use self::limits::{Limits, Mode};
pub use self::midline::Midline;
pub use self::motor::{Motor, MotorLaw};
pub use self::motor_hold::MotorHold;
pub use self::pin::Pin;
pub use self::programme::Programme;
pub use self::pulley::Pulley;
pub use self::rack_and_pinion::{RackAndPinion, Side};
pub use self::rail_friction::RailFriction;
pub use self::ratchet::Ratchet;
pub use self::reference::Reference;
pub use self::ring::Ring;
pub use self::rope::Rope;
pub use self::row::{EndPorts, Gradient, Level, MAX_ENDS, Push, Row, RowInfo};
pub use self::screw::Screw;
pub(crate) use self::separation::{Separation, Separations, dot};
pub use self::slider::Slider;
pub use self::slot::Groove;
pub use self::speed_ratio::SpeedRatio;
pub use self::strut::Strut;
pub use self::thrust_hold::ThrustHold;
pub use self::track::{MOST_POINTS, Track};
pub use self::track_motor::TrackMotor;
pub use self::weld::Weld;
pub use crate::bodies::Sketch;

/// Group of kinds of constraint that are offered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Parts held to each other.
    Joint,
    /// Parts that run along something.
    Guide,
    /// Wheels, belts and ropes.
    Wheel,
    /// Drives: they move a machine.
    Drive,
}

catalogue! {
    /// A kind of constraint with its parameters: a file and a line here.
    pub enum ConstraintKind as dyn Kind by Family {
        Distance "rod" "Rod" Joint "I" "Keeps two points a fixed distance apart.",
        Pin "pin" "Pin" Joint "J" "Holds two points together and lets the parts turn.",
        Weld "weld" "Weld" Joint "Shift+J" "Holds two parts together as one.",
        AngleLock "angle-lock" "Angle lock" Joint "Shift+L" "Keeps the angle between two parts, wherever they move.",
        Midline "midline" "Midline" Joint "" "Keeps a point as far from one point as from another.",
        Rope "rope" "Rope" Joint "" "Keeps two points from going further apart than its length, and is slack otherwise.",
        Strut "strut" "Strut" Joint "" "Keeps two points from coming nearer than its length: a prop, a bumper.",
        AngleLimits "angle-limits" "Angle limits" Joint "" "Stops the turning of one part against another at two angles.",
        Breakable "breakable" "Breakable joint" Joint "" "Holds as a pin, weld, rod, rope or guide until the load is too much, and lets go for good.",
        Reference "reference" "Reference" Joint "" "Measures how far two ends are from where a joint would hold them, and does not act.",
        Clutch "clutch" "One-way clutch" Joint "" "Carries a part along one way and lets it run ahead.",
        Ratchet "ratchet" "Ratchet" Joint "" "Lets a wheel turn one way, and holds it at the last tooth it passed.",
        Friction "friction" "Dry friction" Joint "" "Resists the turning of one part on another up to a torque, as a dry pin or a brake does.",
        Slider "slider" "Slider" Guide "E" "Lets a part slide along a rail without turning.",
        EndStops "end-stops" "End stops" Guide "" "Stops a sliding part at the two ends of its way.",
        RailFriction "rail-friction" "Friction on a rail" Guide "" "Resists the sliding of one part along another up to a force.",
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
    inline fn evaluate(ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) as (ends, time, memory, rows);
}
