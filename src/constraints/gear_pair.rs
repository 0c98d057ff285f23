//! ```text
//! C = ra (angle_a - phi) ± rb (angle_b - phi) - C0       see [`super::rolling`]; + outside each other, - inside
//! lambda = force along the teeth (N)
//! ```
//! Only the turning is held: the centres are held by axles, on the ground or on a carrier. Inside means that the larger wheel, whichever that is,
//! is a ring with teeth inwards. Singular where the centres coincide.

use serde::{Deserialize, Serialize};

use super::rolling::{self, Rolling};
use super::{EndPorts, Glyph, Kind, MAX_LINES, Meshing, Round, Row, RowInfo, Sketch, Slot, Stuff};
use crate::math::{Vec2, trig::atan2};
use crate::parameter::{Choice, Unit, parameters};

/// How two wheels mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mesh {
    /// Outside each other.
    Outside,
    /// The smaller inside the larger.
    Inside,
}

/// Two toothed wheels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GearPair {
    /// Pitch radius of a (m).
    pub radius_a: f64,
    /// Pitch radius of b (m).
    pub radius_b: f64,
    /// How they mesh.
    #[serde(default = "outside")]
    pub mesh: Mesh,
    /// Teeth on a where the part shows them: then a tooth of one wheel stands in a gap of the other. 0 where it does not.
    #[serde(default, skip_serializing_if = "is_none")]
    pub teeth: u32,
}

fn is_none(teeth: &u32) -> bool {
    *teeth == 0
}

fn outside() -> Mesh {
    Mesh::Outside
}

impl Default for GearPair {
    fn default() -> Self {
        Self {
            radius_a: 0.3,
            radius_b: 0.3,
            mesh: Mesh::Outside,
            teeth: 0,
        }
    }
}

parameters!(GearPair {
    "radius_a" radius_a: "Pitch radius 1", Metre, 1e-3..=1e4;
    "radius_b" radius_b: "Pitch radius 2", Metre, 1e-3..=1e4;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice {
            key: "mesh",
            label: "They mesh",
            options: &[
                ("Outside", "Both have teeth outwards and turn against each other."),
                ("Inside", "The larger is a ring with teeth inwards; both turn the same way."),
            ],
            chosen: usize::from(self.mesh == Mesh::Inside),
        }]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        if key != "mesh" {
            return false;
        }
        self.mesh = if option == 0 { Mesh::Outside } else { Mesh::Inside };
        if self.problem().is_some() {
            // A ring has to be larger than the wheel inside it.
            self.radius_a = 2.0 * self.radius_b;
        }
        true
    }
});

impl GearPair {
    fn rolling(&self) -> Rolling {
        Rolling {
            ra: self.radius_a,
            rb: self.radius_b,
            sense: match self.mesh {
                Mesh::Outside => 1.0,
                Mesh::Inside => -1.0,
            },
        }
    }
}

impl GearPair {
    /// Distance of the centres at which the pitch circles touch (m).
    fn reach(&self) -> f64 {
        match self.mesh {
            Mesh::Outside => self.radius_a + self.radius_b,
            Mesh::Inside => (self.radius_a - self.radius_b).abs(),
        }
    }

    /// The value of ra (angle_a - phi) ± rb (angle_b - phi) nearest to one at which a tooth of a stands in a gap
    /// of b, each with a tooth along its own x: on the line of centres their phases add up to half a pitch.
    fn tooth_in_gap(&self, stands: f64) -> f64 {
        let pitch = std::f64::consts::TAU * self.radius_a / f64::from(self.teeth);
        let across = match self.mesh {
            Mesh::Outside => std::f64::consts::PI * self.radius_b,
            // Inside a ring that is b, the wheels meet on the side of a away from the centre of b.
            Mesh::Inside if self.radius_b > self.radius_a => {
                std::f64::consts::PI * (self.radius_a - self.radius_b)
            }
            Mesh::Inside => 0.0,
        };
        let away = (stands - across) / pitch - 0.5;
        across + pitch * (away.round() + 0.5)
    }
}

/// Module of the teeth drawn on a wheel, where its radius allows it (m).
const MODULE: f64 = 0.05;

/// The number of teeth drawn on a wheel of this radius (m).
fn teeth(radius: f64) -> u32 {
    (2.0 * radius / MODULE).round().clamp(8.0, 240.0) as u32
}

impl Kind for GearPair {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::Centre, Slot::Centre]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Wheel", "Meshes with"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        vec![RowInfo::position(Unit::Metre)]
    }

    fn evaluate(&self, ends: &[EndPorts], _time: f64, memory: &[f64], rows: &mut [Row]) {
        self.rolling().evaluate(ends, memory, &mut rows[0]);
    }

    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let mut memory = self.rolling().memory(ends);
        if self.teeth > 0 {
            memory[1] = self.tooth_in_gap(memory[1]);
        }
        memory
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        self.rolling().remember(ends, memory);
    }

    fn take_sizes(&mut self, parts: &[Option<Round>]) {
        if let [Some(a), Some(b)] = *parts {
            (self.radius_a, self.radius_b) = (a.radius, b.radius);
            let module = |it: Round| it.teeth.map(|teeth| 2.0 * it.radius / f64::from(teeth));
            self.teeth = match (module(a), module(b), a.teeth) {
                (Some(one), Some(other), Some(teeth)) if (one - other).abs() < 1e-6 * one => teeth,
                _ => 0,
            };
        }
    }

    fn mesh(&mut self, parts: &[Option<Round>], ends: &[EndPorts]) -> Option<Meshing> {
        let apart = ends[0].point.value.distance(ends[1].point.value);
        match *parts {
            [Some(a), Some(b)] => {
                (self.radius_a, self.radius_b) = (a.radius, b.radius);
                Some(Meshing {
                    apart,
                    reach: self.reach(),
                })
            }
            // A wheel that meshes with a point of the ground: the rest of the distance is the other radius.
            [None, Some(own)] if own.radius < apart => {
                (self.radius_a, self.radius_b) = (apart - own.radius, own.radius);
                self.mesh = Mesh::Outside;
                None
            }
            [Some(own), None] if own.radius < apart => {
                (self.radius_a, self.radius_b) = (own.radius, apart - own.radius);
                self.mesh = Mesh::Outside;
                None
            }
            _ => None,
        }
    }

    // The teeth meet at the present distance of the centres: the radii keep their ratio.
    fn fit(&mut self, ends: &[EndPorts]) {
        let apart = ends[0].point.value.distance(ends[1].point.value);
        // The centre of one wheel lies within the other.
        if self.radius_a != self.radius_b && apart < self.radius_a.max(self.radius_b) {
            self.mesh = Mesh::Inside;
        }
        let scale = apart / self.reach();
        if scale > 1e-6 && scale < 1e6 {
            self.radius_a *= scale;
            self.radius_b *= scale;
        }
    }

    fn lines(&self, points: &[Vec2], lines: &mut [Vec2; MAX_LINES]) -> usize {
        lines[0] = points[1] - points[0];
        1
    }

    fn degenerate_line_message(&self) -> &'static str {
        rolling::CLOSED_UP
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let [a, b] = [&ends[0], &ends[1]];
        let d = b.point.value - a.point.value;
        let phi = atan2(d.y, d.x);
        let (na, nb) = (teeth(self.radius_a), teeth(self.radius_b));
        // Position of the tooth of a within its pitch at the point of contact; a gap of b meets it.
        let at_a = (phi - a.angle.value) * f64::from(na);
        let angle = match self.mesh {
            Mesh::Outside => phi + std::f64::consts::PI + (at_a + std::f64::consts::PI) / f64::from(nb),
            Mesh::Inside => phi - (at_a + std::f64::consts::PI) / f64::from(nb),
        };
        let wheel = |end: &EndPorts, radius, angle, teeth| Glyph::Wheel {
            at: end.point.value,
            radius,
            angle,
            teeth,
        };
        if self.teeth > 0 {
            // The parts show their teeth, except for a ring; the line of centres shows that they are coupled.
            let line = Glyph::Wire {
                points: vec![a.point.value, b.point.value],
                closed: false,
                stuff: Stuff::Dashes,
            };
            return match self.mesh {
                Mesh::Outside => vec![line],
                Mesh::Inside if self.radius_a > self.radius_b => {
                    vec![wheel(a, self.radius_a, a.angle.value, self.teeth), line]
                }
                Mesh::Inside => {
                    let teeth = (f64::from(self.teeth) * self.radius_b / self.radius_a).round() as u32;
                    vec![wheel(b, self.radius_b, b.angle.value, teeth), line]
                }
            };
        }
        vec![
            wheel(a, self.radius_a, a.angle.value, na),
            wheel(b, self.radius_b, angle, nb),
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &[(-3.0, -7.2), (-3.0, -5.4)],
                &[(-7.2, -2.6), (-5.4, -2.6)],
                &[(-3.0, 2.2), (-3.0, 0.4)],
                &[(-6.2, -5.8), (-5.0, -4.6)],
                &[(-6.2, 0.6), (-5.0, -0.6)],
                &[(3.6, 7.2), (3.6, 6.0)],
                &[(7.2, 3.4), (6.0, 3.4)],
                &[(6.2, 6.0), (5.4, 5.2)],
                &[(6.2, 0.8), (5.4, 1.6)],
                &[(1.0, 6.0), (1.8, 5.2)],
            ],
            dots: &[(-3.0, -2.6, 1.0), (3.6, 3.4, 1.0)],
            rings: &[(-3.0, -2.6, 3.2), (3.6, 3.4, 2.6)],
        })
    }

    fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
        rolling::misplaced(ends)
    }

    fn problem(&self) -> Option<String> {
        let same = self.mesh == Mesh::Inside && self.radius_b == self.radius_a;
        same.then(|| {
            format!(
                "a wheel of {} m does not fit inside a ring of {} m; give one of them a larger radius",
                self.radius_b, self.radius_a
            )
        })
    }
}
