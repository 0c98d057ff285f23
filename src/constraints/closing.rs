//! ```text
//! C = C_joint(q) - s(u) C_joint(q at t0),   u = (t - t0)/T,   s = 1 - 10 u³ + 15 u⁴ - 6 u⁵ on [0, 1]
//! J that of the joint,  C_t = -s' C0/T,  C_tt = -s'' C0/T²       lambda that of the joint
//! ```
//! A joint that closes over time: its rows start at their values where it was made and go to zero smoothly, so that a structure is put together as
//! an animation (Witkin's time-varying constraints). `s` has two derivatives that vanish at both ends, so the motion starts and ends without a
//! jerk. t0 and C0 are kept in memory; pulled open by hand while paused, it closes again from there. Whole turns that an angle has made by then
//! stay: it closes by less than half a turn. Singular where its joint is.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use super::wrapped::{Offer, like_its_joint, wrapped_parameters};
use super::{ConstraintKind, EndPorts, Exemption, Glyph, Kind, Pin, Row, RowInfo, Sketch, Slot, carried};
use crate::math::perp;
use crate::parameter::{Parameter, ParameterValue, Parameters, Unit};

/// A joint that closes gradually.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Closing {
    /// The joint that it is once it is closed.
    pub joint: Box<ConstraintKind>,
    /// Duration of the closing (s).
    pub duration: f64,
}

impl Default for Closing {
    fn default() -> Self {
        Self {
            joint: Box::new(ConstraintKind::Pin(Pin::default())),
            duration: 2.0,
        }
    }
}

/// The joints that may close: those that do not depend on time themselves.
const OFFER: Offer = Offer {
    label: "Becomes",
    refusal: "does not close gradually",
    joints: &["pin", "weld", "rod", "angle-lock", "slider", "groove"],
    options: &[
        ("Pin", "Two points come together."),
        ("Weld", "Two points come together, and the parts to an angle."),
        ("Rod", "Two points come to a distance."),
        ("Angle lock", "Two parts come to an angle."),
        ("Slider", "A part comes onto a rail, and to an angle."),
        ("Groove", "A point comes into a groove."),
    ],
};

const DURATION: Parameter<Closing> = Parameter {
    key: "duration",
    label: "Closes within",
    unit: Unit::Second,
    min: 1e-2,
    max: 1e4,
    get: |it| it.duration,
    set: |it, value| it.duration = value,
};

impl Parameters for Closing {
    fn parameters(&self) -> Vec<ParameterValue> {
        let mut all = vec![ParameterValue {
            key: DURATION.key,
            label: DURATION.label,
            unit: DURATION.unit,
            min: DURATION.min,
            max: DURATION.max,
            value: (DURATION.get)(self),
        }];
        all.extend(self.joint.parameters());
        all
    }
    fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        if key == DURATION.key {
            (DURATION.set)(self, value);
            return true;
        }
        self.joint.set_parameter(key, value)
    }
    wrapped_parameters!(OFFER);
}

impl Closing {
    /// s with its first two derivatives by time, at a time after the start (s).
    fn open(&self, since: f64) -> [f64; 3] {
        let u = (since / self.duration).clamp(0.0, 1.0);
        let (rate, v) = (1.0 / self.duration, 1.0 - u);
        [
            1.0 - u * u * u * (10.0 - 15.0 * u + 6.0 * u * u),
            -30.0 * u * u * v * v * rate,
            -60.0 * u * v * (1.0 - 2.0 * u) * rate * rate,
        ]
    }

    /// Errors of the rows of the joint, followed by the whole turns (rad) that each row leaves as they are.
    fn apart(&self, ends: &[EndPorts], time: f64, inner: &[f64]) -> [f64; 2 * MOST_ROWS] {
        let mut rows = [Row::default(); MOST_ROWS];
        let infos = self.joint.rows();
        self.closed(ends, time, inner, &mut rows[..infos.len()]);
        let mut apart = [0.0; 2 * MOST_ROWS];
        for (k, info) in infos.iter().enumerate() {
            let value = rows[k].value;
            let turns = if info.unit == Unit::Radian {
                TAU * (value / TAU).round()
            } else {
                0.0
            };
            apart[k] = value - turns;
            apart[MOST_ROWS + k] = turns;
        }
        apart
    }

    /// Evaluates the rows of the joint. Those of a pin are taken along the axes of a, because a gap in the world's axes would depend on how the
    /// machine is turned.
    fn closed(&self, ends: &[EndPorts], time: f64, inner: &[f64], rows: &mut [Row]) {
        if let (ConstraintKind::Pin(_), [along, across]) = (&*self.joint, &mut *rows) {
            let (e, ..) = ends[0].direction(0.0);
            carried::component(along, e, &ends[0], &ends[1]);
            carried::component(across, perp(e), &ends[0], &ends[1]);
            return;
        }
        self.joint.evaluate(ends, time, inner, rows);
    }
}

/// Most rows of a joint.
const MOST_ROWS: usize = 3;
/// Numbers of its own in memory: start time, error of each row at the start, and its whole turns.
const OWN: usize = 1 + 2 * MOST_ROWS;

impl Kind for Closing {
    like_its_joint!(OFFER, OWN);

    fn rows(&self) -> Vec<RowInfo> {
        let timed = |info: RowInfo| RowInfo { timed: true, ..info };
        self.joint.rows().into_iter().map(timed).collect()
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let inner = self.joint.memory(ends);
        let mut memory = vec![0.0];
        memory.extend(self.apart(ends, 0.0, &inner));
        memory.extend(inner);
        memory
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        let apart = self.apart(ends, time, &memory[OWN..]);
        memory[0] = time;
        memory[1..OWN].copy_from_slice(&apart);
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        self.closed(ends, time, &memory[OWN..], rows);
        let [open, rate, bend] = self.open(time - memory[0]);
        let (apart, turns) = memory[1..OWN].split_at(MOST_ROWS);
        for ((row, apart), turns) in rows.iter_mut().zip(apart).zip(turns) {
            row.value -= turns + open * apart;
            row.time_rate -= rate * apart;
            row.curvature -= bend * apart;
        }
    }

    // The closed joint is as it was made: a rod of its length, a weld of its angle.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn is_drive(&self) -> bool {
        true
    }

    // Once closed it is the joint that it has become, and no drive.
    fn drives(&self, time: f64, memory: &[f64]) -> bool {
        time < memory[0] + self.duration
    }

    fn exemptions(&self) -> &'static [Exemption] {
        match *self.joint {
            ConstraintKind::Pin(_) => &[],
            ref joint => joint.exemptions(),
        }
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let mut glyph = vec![Glyph::Wire {
            points: ends.iter().map(|end| end.point.value).collect(),
            closed: false,
            stuff: super::Stuff::Dashes,
        }];
        glyph.extend(self.joint.glyph(ends));
        glyph
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-7.0, 0.0), (-2.6, 0.0)],
                &[(-4.4, -1.8), (-2.6, 0.0), (-4.4, 1.8)],
                &[(7.0, 0.0), (2.6, 0.0)],
                &[(4.4, -1.8), (2.6, 0.0), (4.4, 1.8)],
            ],
            dots: &[(0.0, 0.0, 1.3)],
            rings: &[(0.0, 0.0, 2.2)],
        })
    }
}
