//! ```text
//! C1, C2 = x and y of p_b - c(s(t)) in the frame of a,   s by the way along the curve: l(s) = l0 + v t
//! c_t = v tau,  c_tt = v² kappa n,   tau and n the curve's tangent and normal, kappa its curvature
//! lambda = force on b in the frame of a (N)
//! ```
//! Carries a point at a steady speed along a curve drawn with the mouse. Switched off, it is a bead on the wire.

use serde::{Deserialize, Serialize};

use super::prescribed::{default_time_constant, is_false};
use super::{
    EndPorts, Exemption, Glyph, Kind, Law, Row, RowInfo, Sketch, Slot, Stuff, Track, carried, level_set,
    spline, track,
};
use crate::math::{Vec2, cross, perp};
use crate::parameter::{Choice, Unit, parameters};

/// A drive along a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrackMotor {
    /// The control points, in the frame of a about its point (m).
    pub points: Vec<Vec2>,
    /// Speed along the curve (m/s).
    pub speed: f64,
    /// Time constant in which an error decays (s).
    #[serde(default = "default_time_constant")]
    pub time_constant: f64,
    /// Whether it is switched off: the point then runs freely on the wire.
    #[serde(default, skip_serializing_if = "is_false")]
    pub off: bool,
}

impl Default for TrackMotor {
    fn default() -> Self {
        Self {
            points: Track::default().points,
            speed: 1.0,
            time_constant: default_time_constant(),
            off: false,
        }
    }
}

parameters!(TrackMotor {
    "speed" speed: "Speed", MetrePerSecond, -1e3..=1e3;
    "time_constant" time_constant: "Time constant", Second, 1e-3..=1e3;
} with {
    fn choices(&self) -> Vec<Choice> {
        vec![Choice::switch(self.off)]
    }
    fn choose(&mut self, key: &str, option: usize) -> bool {
        let known = key == "off";
        if known {
            self.off = option == 1;
        }
        known
    }
});

impl TrackMotor {
    /// The parameter s at this distance along the curve (m), from a guess.
    fn place(&self, way: f64, guess: f64) -> f64 {
        let n = self.points.len() as f64;
        let round = spline::length_to(&self.points, n);
        let way = way.rem_euclid(round);
        let mut s = guess.clamp(0.0, n);
        for _ in 0..40 {
            let [_, d, _] = spline::at(&self.points, s);
            let step = (spline::length_to(&self.points, s) - way) / d.length().max(1e-12);
            s = (s - step.clamp(-1.0 - 0.2 * n, 1.0 + 0.2 * n)).clamp(0.0, n);
            if step.abs() < 1e-13 {
                break;
            }
        }
        s
    }

    fn way_of(&self, ends: &[EndPorts]) -> f64 {
        let s = spline::nearest(&self.points, level_set::local(ends, 0.0));
        spline::length_to(&self.points, s.rem_euclid(self.points.len() as f64))
    }
}

impl Kind for TrackMotor {
    fn slots(&self) -> &'static [Slot] {
        &[Slot::PointAndAngle, Slot::Point]
    }

    fn slot_names(&self) -> &'static [&'static str] {
        &["Fixed to", "Carried"]
    }

    fn rows(&self) -> Vec<RowInfo> {
        let row = RowInfo::position(Unit::Metre);
        if self.off {
            return vec![row];
        }
        vec![row.driven(self.time_constant); 2]
    }

    // The distance along the curve at t = 0, and the parameter on the curve.
    fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let s = spline::nearest(&self.points, level_set::local(ends, 0.0));
        vec![self.way_of(ends), s.rem_euclid(self.points.len() as f64)]
    }

    fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        let s = spline::nearest_from(&self.points, level_set::local(ends, 0.0), memory[1]);
        memory[1] = s.rem_euclid(self.points.len() as f64);
    }

    fn rebase(&self, ends: &[EndPorts], time: f64, memory: &mut [f64]) {
        memory[0] = self.way_of(ends) - self.speed * time;
    }

    fn evaluate(&self, ends: &[EndPorts], time: f64, memory: &[f64], rows: &mut [Row]) {
        if self.off {
            let p = level_set::local(ends, 0.0);
            let s = spline::nearest_from(&self.points, p, memory[1]);
            level_set::row(&mut rows[0], ends, 0.0, spline::height(&self.points, p, s));
            return;
        }
        let s = self.place(memory[0] + self.speed * time, memory[1]);
        let [c, d, dd] = spline::at(&self.points, s);
        let length = d.length().max(1e-12);
        let (tangent, kappa) = (d / length, cross(d, dd) / (length * length * length));
        let (rate, bend) = (
            self.speed * tangent,
            self.speed * self.speed * kappa * perp(tangent),
        );
        let (u, ..) = ends[0].direction(0.0);
        for (row, axis, [c, rate, bend]) in
            [(0, u, [c.x, rate.x, bend.x]), (1, perp(u), [c.y, rate.y, bend.y])]
        {
            let row = &mut rows[row];
            carried::component(row, axis, &ends[0], &ends[1]);
            row.value -= c;
            row.time_rate = -rate;
            row.curvature -= bend;
        }
    }

    fn fit(&mut self, ends: &[EndPorts]) {
        Track::shift_to(&mut self.points, ends);
    }

    fn is_drive(&self) -> bool {
        !self.off
    }

    fn drawn(&mut self) -> Option<&mut Vec<Vec2>> {
        Some(&mut self.points)
    }

    fn problem(&self) -> Option<String> {
        Track::problem_of(&self.points)
    }

    fn exemptions(&self) -> &'static [Exemption] {
        if !self.off {
            return &[];
        }
        &[(
            Law::Smoothness,
            "switched off it is a bead on a curve, with its centres of curvature",
        )]
    }

    fn glyph(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let [c, d, _] = spline::at(&self.points, 0.0);
        let tip = 0.3 * self.speed * d.normalize_or_zero();
        vec![
            Glyph::Wire {
                points: Track::path(&self.points, ends),
                closed: true,
                stuff: Stuff::Steel,
            },
            Glyph::Arrow {
                from: level_set::world(ends, 0.0, c),
                to: level_set::world(ends, 0.0, c + if self.off { Vec2::ZERO } else { tip }),
            },
        ]
    }

    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[
                &track::OUTLINE,
                &[(-2.0, 0.0), (3.0, 0.6)],
                &[(0.8, -1.4), (3.0, 0.6), (0.4, 2.0)],
            ],
            dots: &[(5.4, -3.2, 1.7)],
            rings: &[],
        })
    }
}
