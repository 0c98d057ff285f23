//! ```text
//! d = p_a - p_b = t u + k r perp(u),   u along the strand, unit,   t = sqrt(|d|² - r²),   k = 1 or -1 for the side
//! psi = direction of u, followed through whole turns,   psi' = perp(u)·d'/t
//! C = t - k r (psi - angle_b) - C0     J = [u; -u, k r]     gamma = (perp(u)·d')²/t (+ ports)
//! lambda = compression of the rope (N): minus its tension
//! ```
//! A rope wound on a drum that turns with it: it does not slip, and its strand leaves the drum along the tangent towards its end. Two of them on
//! one wheel make a rope over a turning pulley; with a belt between two wheels, a rope over both. C0, the wound length at the start, is kept in
//! memory. It does not sag: it also pushes. Singular where the end touches the drum.

use serde::{Deserialize, Serialize};

use super::{EndPorts, Glyph, Gradient, Kind, MAX_LINES, Round, Row, RowInfo, Sketch, Slot, Stuff, glyph};
use crate::math::{Vec2, perp, trig::atan2, wrap_angle};
use crate::parameter::{Choice, Unit, parameters};

/// A rope from a point to a drum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrumRope {
    /// Radius of the drum (m).
    pub radius: f64,
    /// Whether the strand leaves the drum on the right as seen along it from the drum, so that the drum turns clockwise
    /// when it is pulled off.
    #[serde(default)]
    pub right: bool,
}

impl Default for DrumRope {
    fn default() -> Self {
        Self {
            radius: 0.05,
            right: false,
        }
    }
}

parameters!(DrumRope {
    "radius" radius: "Radius", Metre, 1e-3..=1e4;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice {
            key: "side",
            label: "Pulled, it turns",
            options: &[
                ("Left", "Pulled off, the rope turns its drum counter-clockwise."),
                ("Right", "Pulled off, the rope turns its drum clockwise."),
            ],
            chosen: usize::from(self.right),
        }]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        self.right = option == 1;
        key == "side"
    }
});

/// Shortest strand, as a share of the radius: below it the end counts as on the drum.
const SHORTEST: f64 = 1e-3;

/// Message where its strand has no length.
const AT_DRUM: &str =
    "its end has come to the drum, all of it is wound up; make it longer, or hold it before it gets there";

impl DrumRope {
    /// k of the side; pulling the rope off turns the drum in the sense of -k.
    fn side(&self) -> f64 {
        if self.right { 1.0 } else { -1.0 }
    }

    /// The length of the strand and its direction away from the drum.
    fn strand(&self, points: [Vec2; 2]) -> (f64, Vec2) {
        let d = points[0] - points[1];
        let r = self.radius;
        let t = (d.length_squared() - r * r).max(0.0).sqrt().max(SHORTEST * r);
        (t, (t * d - self.side() * r * perp(d)) / (t * t + r * r))
    }

    fn direction(&self, ends: &[EndPorts], before: f64) -> f64 {
        let (_, u) = self.strand(points(ends));
        before + wrap_angle(atan2(u.y, u.x) - before)
    }

    fn length(&self, ends: &[EndPorts], psi: f64) -> f64 {
        self.strand(points(ends)).0 - self.side() * self.radius * (psi - ends[1].angle.value)
    }
}

/// The end of the rope, and the centre of the drum.
fn points(ends: &[EndPorts]) -> [Vec2; 2] {
    [ends[0].point.value, ends[1].point.value]
}

impl Kind for DrumRope {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Point, Slot::Centre]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["From", "Wound on"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    // The direction of the strand, and C0.
    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let psi = self.direction(ends, 0.0);
        vec![psi, self.length(ends, psi)]
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        memory[0] = self.direction(ends, memory[0]);
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        let (t, u) = self.strand(points(ends));
        let across = perp(u).dot(ends[0].point.rate - ends[1].point.rate);
        rows[0].value = self.length(ends, self.direction(ends, memory[0])) - memory[1];
        rows[0].curvature = across * across / t;
        rows[0].set_gradients([
            Gradient::new(u, 0.0),
            Gradient::new(-u, self.side() * self.radius),
        ]);
    }

    fn take_sizes(&mut self, parts: &[Option<Round>]) {
        if let [_, Some(drum)] = *parts {
            self.radius = drum.radius;
        }
    }

    // Its length is the wound one.
    fn fit(&mut self, _ends: &[EndPorts]) {}

    fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        let apart = ends[0].point.value.distance(ends[1].point.value);
        (apart <= self.radius * (1.0 + SHORTEST)).then(|| {
            format!(
                "its end is {apart} m from the middle of a drum of {} m; take it off the drum",
                self.radius
            )
        })
    }

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        lines[0] = self.strand([points[0], points[1]]).1;
        1
    }

    fn degenerate_line_message(&self) -> &'static str {
        AT_DRUM
    }

    fn may_be_lost(&self) -> bool {
        true
    }

    fn lost(&self, ends: &[EndPorts], _time: f64, _memory: &[f64]) -> Option<String> {
        let apart = ends[0].point.value.distance(ends[1].point.value);
        (apart <= self.radius * (1.0 + SHORTEST)).then(|| AT_DRUM.to_owned())
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let (t, u) = self.strand(points(ends));
        let end = ends[0].point.value;
        let wire = |points, closed| Glyph::Wire {
            points,
            closed,
            stuff: Stuff::Rope,
        };
        vec![
            wire(vec![end - t * u, end], false),
            wire(glyph::circle(ends[1].point.value, self.radius), true),
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(4.0, -3.0), (4.0, 3.6)],
                &[(2.6, 3.6), (5.4, 3.6), (5.4, 6.6), (2.6, 6.6), (2.6, 3.6)],
            ],
            dots: &[(-0.6, -3.0, 1.2)],
            rings: &[(-0.6, -3.0, 4.6)],
        })
    }
}
