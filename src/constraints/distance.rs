//! ```text
//! d = p_b - p_a,  u = d/|d|
//! C      = |d| - L
//! J      = [-u^T, u^T]
//! gamma  = |w|²/|d| (+ ports),  w = the part of d' across u
//! lambda = compression (N): positive pushes the ends apart
//! ```
//! Singular where the ends coincide: u has no direction there, and x is taken.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Kind, Row, RowInfo, Slot, separation};
use crate::parameter::{Unit, parameters};

/// A rigid, massless rod.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// Length (m).
    pub length: f64,
}

impl Default for Distance {
    fn default() -> Self {
        Self { length: 1.0 }
    }
}

parameters!(Distance { "length" length: "Length", Metre, 1e-4..=1e5; });

impl Kind for Distance {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Point]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, _memory: &[f64], rows: &mut [Row]) {
        separation::measure(&mut rows[0], ends, self.length);
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        self.length = ends[0].point.value.distance(ends[1].point.value);
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let mut one = Vec::with_capacity(1);
        self.add_glyphs(ends, &mut one);
        one
    }
    fn add_glyphs(&self, ends: &[EndPorts], out: &mut Vec<Glyph>) {
        let [from, to] = [0, 1].map(|k| ends[k].point.value);
        out.push(Glyph::Rod { from, to });
    }
}
