//! ```text
//! C, J, gamma of the joint while it holds;  no rows once |lambda| > load
//! lambda those of the joint: |lambda| over its rows of length (N), or where it has none over those of angle (N m)
//! ```
//! A joint that lets go for good once its load exceeds what it stands: a shear pin, a thread, a latch. Whether it has broken is kept in memory, so
//! that a reset, undo and going back in time restore it. Singular where its joint is. With contact, the halves of a broken machine stay one
//! machine: they pass through each other unless one of them collides with all.

use serde::{Deserialize, Serialize};

use super::wrapped::{Offer, like_its_joint, wrapped_parameters};
use super::{
    ConstraintKind, EndPorts, Exemption, Glyph, Kind, Limits, MAX_LINES, Pin, Row, RowInfo, Sketch, Slot,
};
use crate::math::Vec2;
use crate::parameter::{ParameterValue, Parameters, Unit};

/// A joint that breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breakable {
    /// The joint that it is while it holds.
    pub joint: Box<ConstraintKind>,
    /// Load that it stands: N, or N m where it only holds an angle.
    pub load: f64,
}

impl Default for Breakable {
    fn default() -> Self {
        Self {
            joint: Box::new(ConstraintKind::Pin(Pin::default())),
            load: 100.0,
        }
    }
}

/// The joints that may break.
const OFFER: Offer = Offer {
    label: "Holds as",
    refusal: "does not break",
    joints: &["pin", "weld", "rod", "rope", "angle-lock", "slider", "groove"],
    options: &[
        ("Pin", "Two points are held together."),
        ("Weld", "Two parts are held together as one."),
        ("Rod", "Two points keep their distance."),
        ("Rope", "Two points do not go further apart."),
        ("Angle lock", "Two parts keep their angle."),
        ("Slider", "A part slides along a rail."),
        ("Groove", "A point runs in a groove."),
    ],
};

const LOAD: &str = "load";
/// Numbers of its own in memory, before those of the joint: whether it has broken.
const OWN: usize = 1;

impl Breakable {
    /// A joint that stands this load (N, or N m where it only holds an angle).
    pub fn of(joint: ConstraintKind, load: f64) -> Self {
        let joint = Box::new(joint);
        Self { joint, load }
    }

    /// Whether a kind of joint may break.
    pub fn takes(joint: &ConstraintKind) -> bool {
        OFFER.takes(joint)
    }

    fn load_unit(&self) -> Unit {
        if self.joint.rows().iter().any(|row| row.unit == Unit::Metre) {
            Unit::Newton
        } else {
            Unit::NewtonMetre
        }
    }
}

impl ConstraintKind {
    /// The joint that it acts as while it holds: itself, unless it is breakable.
    pub fn holds_as(&self) -> &Self {
        match self {
            Self::Breakable(it) => &it.joint,
            other => other,
        }
    }

    /// The same joint as a breakable one, with the default load, or as one that does not break; itself where that is not possible.
    pub fn breaking(self, breaks: bool) -> Self {
        match self {
            Self::Breakable(it) if !breaks => *it.joint,
            joint if breaks && Breakable::takes(&joint) => {
                Self::Breakable(Breakable::of(joint, Breakable::default().load))
            }
            other => other,
        }
    }
}

impl Parameters for Breakable {
    fn parameters(&self) -> Vec<ParameterValue> {
        let mut all = vec![ParameterValue {
            key: LOAD,
            label: "Breaks at",
            unit: self.load_unit(),
            min: 1e-9,
            max: 1e12,
            value: self.load,
        }];
        all.extend(self.joint.parameters());
        all
    }
    fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        if key == LOAD {
            self.load = value;
            return true;
        }
        self.joint.set_parameter(key, value)
    }
    wrapped_parameters!(OFFER);
}

impl Kind for Breakable {
    like_its_joint!(OFFER, OWN);

    fn rows(&self) -> Vec<RowInfo> {
        self.joint.rows()
    }

    fn limits(&self) -> Option<Limits> {
        self.joint.limits()
    }

    fn breaks_at(&self) -> Option<f64> {
        Some(self.load)
    }

    fn is_broken(&self, memory: &[f64]) -> bool {
        memory.first().is_some_and(|it| *it != 0.0)
    }

    fn break_loose(&self, memory: &mut [f64]) {
        if let Some(broken) = memory.first_mut() {
            *broken = 1.0;
        }
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        if !self.is_broken(memory) {
            self.joint.evaluate(ends, time, &memory[OWN..], rows);
        }
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let mut memory = vec![0.0];
        memory.extend(self.joint.memory(ends));
        memory
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.joint.fit(ends);
    }

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        self.joint.lines(points, lines)
    }

    fn degenerate_line_message(&self) -> &'static str {
        self.joint.closed_up()
    }

    fn exemptions(&self) -> &'static [Exemption] {
        self.joint.exemptions()
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        self.joint.glyph(ends)
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 0.0), (-3.4, 0.0)],
                &[(7.0, 0.0), (3.4, 0.0)],
                &[(-1.2, -6.0), (0.8, -2.4), (-1.0, 0.4), (1.2, 2.8), (-0.6, 6.0)],
            ],
            dots: &[],
            rings: &[(0.0, 0.0, 3.4)],
        })
    }
}
