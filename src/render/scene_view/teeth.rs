//! Meshing teeth of a rack and its pinion.
//!
//! The pinion has `N` teeth of module `m = 2 r / N`; both pitches are `p = pi m`. A tooth of the pinion at the wheel angle
//! `phi` meets the rack at `x = u·d + s r (phi - alpha)` along it, with `alpha` the direction from the wheel to
//! the rack and `s` the side on which the wheel runs. While the wheel rolls without slipping, `x` is constant, so the rack's gaps are
//! placed there and never move relative to the rack.

use std::f64::consts::{PI, TAU};

use crate::math::{Vec2, cross, unit, wrap_angle};

/// Preferred module of teeth, where the radius permits (m).
const MODULE: f64 = 0.05;

/// A toothed wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gear {
    /// Pitch radius (m).
    pub radius: f64,
    /// Number of teeth.
    pub teeth: u32,
    /// Angle of a tooth in the wheel's own frame (rad). Free for the first wheel on a rack only; it fixes the rack's gaps.
    pub phase: f64,
}

impl Gear {
    /// The wheel of a pitch radius (m).
    pub fn new(radius: f64) -> Gear {
        Gear {
            radius,
            teeth: (2.0 * radius / MODULE).round().clamp(12.0, 60.0) as u32,
            phase: 0.0,
        }
    }
    /// Module (m): pitch diameter over teeth.
    pub fn module(&self) -> f64 {
        2.0 * self.radius / f64::from(self.teeth)
    }
    /// Distance from tooth to tooth along the pitch line (m).
    pub fn pitch(&self) -> f64 {
        PI * self.module()
    }
    /// Outline about the origin at angle zero (m), with a tooth along +x.
    pub fn outline(&self) -> Vec<Vec2> {
        let (m, n) = (self.module(), f64::from(self.teeth));
        // Pairs of radius and half tooth width as a fraction of the pitch: root, around the pitch line, tip.
        let flank = [
            (self.radius - 1.2 * m, 0.36),
            (self.radius - 0.35 * m, 0.27),
            (self.radius + 0.45 * m, 0.19),
            (self.radius + 0.92 * m, 0.1),
        ];
        let mut points = Vec::with_capacity(8 * self.teeth as usize);
        for tooth in 0..self.teeth {
            let middle = self.phase + f64::from(tooth) * TAU / n;
            let rising = flank.iter().map(|(r, share)| (*r, -share));
            let falling = flank.iter().rev().map(|(r, share)| (*r, *share));
            for (r, share) in rising.chain(falling) {
                points.push(r * unit(middle + share * TAU / n));
            }
        }
        points
    }
}

/// Position of one gap along a rack (m); the others are at multiples of the pitch from it.
pub(super) fn gap(gear: &Gear, at: Vec2, along: Vec2, towards: Vec2, wheel: Vec2, angle: f64) -> f64 {
    let side = cross(along, towards).signum();
    let to_rack = (-towards).to_angle();
    let tooth = TAU / f64::from(gear.teeth);
    // The tooth nearest to the line from the wheel to the rack.
    let phi = wrap_angle(angle - to_rack).rem_euclid(tooth);
    (along.dot(wheel - at) + side * gear.radius * phi).rem_euclid(gear.pitch())
}

/// The toothed edge of a rack from `from` to `to` along it, as (along, towards the wheel) from the pitch line (m).
pub(super) fn rack_edge(gear: &Gear, gap: f64, from: f64, to: f64) -> Vec<Vec2> {
    let (m, p) = (gear.module(), gear.pitch());
    let first = ((from - gap) / p).floor() as i64;
    let last = ((to - gap) / p).ceil() as i64;
    // Half the width of a tooth as a fraction of the pitch, and height above the pitch line.
    let tooth = [(0.39, -1.1 * m), (0.12, 0.92 * m)];
    let mut points = vec![Vec2::new(from, -1.1 * m)];
    for k in first..=last {
        let middle = gap + (k as f64 + 0.5) * p;
        for (share, height) in [
            (-tooth[0].0, tooth[0].1),
            (-tooth[1].0, tooth[1].1),
            (tooth[1].0, tooth[1].1),
            (tooth[0].0, tooth[0].1),
        ] {
            let x = middle + share * p;
            if x > from && x < to {
                points.push(Vec2::new(x, height));
            }
        }
    }
    points.push(Vec2::new(to, -1.1 * m));
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_stay_put_while_the_wheel_rolls() {
        let gear = Gear::new(0.3);
        for side in [1.0, -1.0] {
            let towards = Vec2::new(0.0, side);
            // Rolling: u·d + s r angle is constant.
            let place = |x: f64| {
                let angle = 0.7 - side * x / gear.radius;
                let wheel = Vec2::new(x, side * gear.radius);
                gap(&gear, Vec2::ZERO, Vec2::X, towards, wheel, angle)
            };
            let start = place(0.0);
            for k in 0..50 {
                let off = (place(0.13 * f64::from(k)) - start) / gear.pitch();
                assert!((off - off.round()).abs() < 1e-9, "{side} {k}: {off}");
            }
        }
    }

    #[test]
    fn a_tooth_stands_in_a_gap() {
        let gear = Gear::new(0.2);
        // The wheel is above the rack with a tooth straight down: there is a gap under it.
        let at = gap(
            &gear,
            Vec2::ZERO,
            Vec2::X,
            Vec2::Y,
            Vec2::new(0.0, 0.2),
            -0.5 * PI,
        );
        let off = at / gear.pitch();
        assert!((off - off.round()).abs() < 1e-9);
    }
}
