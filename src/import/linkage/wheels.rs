//! Gears and chains: radii from ratio and axle distance.

use super::Translation;
use super::read::UNIT;
use super::sheet::{Link, Ratio};
use crate::constraints::{Belt, GearPair, Mesh};
use crate::import::joints::Rolling;
use crate::math::Vec2;

/// Radius of a gear without a mating gear, in widths of a bar.
const LONELY: f64 = 3.0;

impl Translation<'_> {
    /// The axle of a wheel: its first connector.
    fn axle(&self, link: i64) -> Option<Vec2> {
        let link = self.sheet.links.iter().find(|it| it.id == link)?;
        self.of(link).map(|it| it.at).next()
    }

    /// The radii of a ratio's two wheels (m).
    fn radii(&self, ratio: &Ratio) -> Option<[f64; 2]> {
        let &[(a, size_a), (b, size_b)] = ratio.wheels.as_slice() else {
            return None;
        };
        if ratio.is_chain && ratio.sizes_are_radii {
            return Some([UNIT * size_a, UNIT * size_b]);
        }
        let apart = self.axle(a)?.distance(self.axle(b)?);
        // A chain leaves a gap between its wheels.
        let apart = if ratio.is_chain { apart / 2.0 } else { apart };
        Some([size_a, size_b].map(|size| apart * size / (size_a + size_b)))
    }

    /// The radius with which a gear is drawn: the largest of its ratios.
    pub(super) fn wheel_radius(&self, link: &Link) -> f64 {
        let own = |ratio: &Ratio| {
            let k = ratio.wheels.iter().position(|(id, _)| *id == link.id)?;
            Some(*self.radii(ratio)?.get(k)?)
        };
        let radii = self.sheet.ratios.iter().filter_map(own);
        let largest = radii.filter(|it| it.is_finite()).fold(0.0, f64::max);
        if largest > 0.0 {
            largest
        } else {
            LONELY * self.build.width()
        }
    }

    /// Couples the wheels of each ratio.
    pub(super) fn wheels(&mut self) {
        let sheet = self.sheet;
        for ratio in &sheet.ratios {
            let part = |(id, _): &(i64, f64)| Some((self.bodies.get(id).copied()?, self.axle(*id)?));
            let wheels: Vec<_> = ratio.wheels.iter().filter_map(part).collect();
            let radii = self
                .radii(ratio)
                .filter(|radii| radii.iter().all(|it| *it > 0.0 && it.is_finite()));
            let (&[a, b], Some([radius_a, radius_b])) = (wheels.as_slice(), radii) else {
                let message = "a ratio names no two gears with sizes; it is left out";
                self.build.note(ratio.place, message);
                continue;
            };
            if a.1 == b.1 {
                self.build.note(ratio.place, "two gears turn about one point, where neither can turn the other; their ratio is left out");
                continue;
            }
            let kind = if ratio.is_chain {
                Rolling::Belt(Belt {
                    radius_a,
                    radius_b,
                    crossed: false,
                })
            } else {
                Rolling::Gears(GearPair {
                    radius_a,
                    radius_b,
                    mesh: Mesh::Outside,
                    teeth: 0,
                })
            };
            self.build.rolling(kind, [a, b], ratio.place);
        }
    }
}
