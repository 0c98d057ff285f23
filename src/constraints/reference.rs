//! ```text
//! no rows: C of the joint is measured, and nothing is held
//! ```
//! A joint that measures and does not act, like a reference dimension of a drawing: it shows how far its ends are from where the joint would hold
//! them. A redundant or contradictory joint that should stay in sight can become one.

use serde::{Deserialize, Serialize};

use super::wrapped::{Offer, like_its_joint, wrapped_parameters};
use super::{ConstraintKind, Distance, EndPorts, Glyph, Kind, Row, RowInfo, Sketch, Slot, Stuff};
use crate::parameter::{ParameterValue, Parameters};

/// A joint that measures and does not act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The joint that is measured.
    pub joint: Box<ConstraintKind>,
}

impl Default for Reference {
    fn default() -> Self {
        Self {
            joint: Box::new(ConstraintKind::Distance(Distance::default())),
        }
    }
}

/// The joints that can be measured: those without memory.
const OFFER: Offer = Offer {
    label: "Measures",
    refusal: "cannot be a reference",
    joints: &["rod", "pin", "weld", "angle-lock", "slider", "groove"],
    options: &[
        ("Rod", "How much longer than a length two points are apart."),
        ("Pin", "How far two points are apart."),
        (
            "Weld",
            "How far two points are apart, and two parts from an angle.",
        ),
        ("Angle lock", "How far two parts are from an angle."),
        ("Slider", "How far a part is off a rail, and from its angle."),
        ("Groove", "How far a point is off a groove."),
    ],
};

/// Numbers of memory before those of the joint: none.
const OWN: usize = 0;

impl ConstraintKind {
    /// The joint that it measures, if it is a reference.
    pub fn measures(&self) -> Option<&Self> {
        match self {
            Self::Reference(it) => Some(&it.joint),
            _ => None,
        }
    }

    /// The same joint as a reference (`measures`), or as a joint that acts; itself where that is not possible.
    pub fn as_reference(self, measures: bool) -> Self {
        match self {
            Self::Reference(it) if !measures => *it.joint,
            joint if measures && OFFER.takes(&joint) => Self::Reference(Reference {
                joint: Box::new(joint),
            }),
            other => other,
        }
    }

    /// Whether it is a reference, or could be one.
    pub fn may_measure(&self) -> bool {
        self.measures().is_some() || OFFER.takes(self)
    }
}

impl Parameters for Reference {
    fn parameters(&self) -> Vec<ParameterValue> {
        self.joint.parameters()
    }
    fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        self.joint.set_parameter(key, value)
    }
    wrapped_parameters!(OFFER);
}

impl Kind for Reference {
    like_its_joint!(OFFER, OWN);

    fn rows(&self) -> Vec<RowInfo> {
        Vec::new()
    }

    fn evaluate(&self, _ends: &[EndPorts], _time: f64, _memory: &[f64], _rows: &mut [Row]) {}

    fn fit(&mut self, ends: &[EndPorts]) {
        self.joint.fit(ends);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let mut glyph = vec![Glyph::Wire {
            points: ends.iter().map(|end| end.point.value).collect(),
            closed: false,
            stuff: Stuff::Dashes,
        }];
        if !matches!(*self.joint, ConstraintKind::Distance(_)) {
            glyph.extend(self.joint.glyph(ends));
        }
        glyph
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, -4.0), (-7.0, 4.0)],
                &[(7.0, -4.0), (7.0, 4.0)],
                &[(-7.0, 0.0), (-3.8, 0.0)],
                &[(-1.6, 0.0), (1.6, 0.0)],
                &[(3.8, 0.0), (7.0, 0.0)],
            ],
            dots: &[],
            rings: &[],
        })
    }
}
