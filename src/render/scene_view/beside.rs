//! Placement of text cards beside points: clear of parts, or at least of the part at the point, and of other cards.

use crate::math::{Vec2, unit};

use super::SceneView;

/// Number of parts above which parts are ignored.
const MOST_PARTS: usize = 400;
/// Distance from a point to the nearest end of its card (points), and number of rows tried at growing distance.
const BESIDE: Vec2 = Vec2::new(30.0, 30.0);
const FARTHEST: u32 = 9;
/// Gap between two cards, and between a card and a part (points).
const APART: f64 = 4.0;
/// Directions tried, in order: right and left are 1 and -1, down and up likewise.
const WAYS: [[f64; 2]; 8] = [
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, -1.0],
    [-1.0, 1.0],
    [0.0, -1.0],
    [0.0, 1.0],
    [1.0, 0.0],
    [-1.0, 0.0],
];

/// An axis-aligned rectangle on the screen: the centre of a card and half its size (points).
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    pub middle: Vec2,
    pub half: Vec2,
}

impl Card {
    pub fn covers(&self, other: &Self) -> bool {
        let (apart, reach) = ((self.middle - other.middle).abs(), self.half + other.half);
        apart.cmplt(reach).all()
    }

    /// The point of the card nearest to a point.
    pub fn nearest(&self, at: Vec2) -> Vec2 {
        at.clamp(self.middle - self.half, self.middle + self.half)
    }
}

/// A rotated rectangle on the screen: the bounding box of a part (points).
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    middle: Vec2,
    along: Vec2,
    half: Vec2,
}

impl Block {
    /// The bounding boxes of all visible parts; none where there are too many parts.
    pub fn all(input: &SceneView) -> Vec<Block> {
        if input.scene.parts().nth(MOST_PARTS).is_some() {
            return Vec::new();
        }
        let shown = input.scene.parts().filter(|(_, part)| !part.handling.hidden);
        let block = |(id, part)| {
            let pose = input.pose(id)?;
            let formed = input.formed(id, part);
            let (low, high) = formed.shape.outline().bounds(0.0);
            let turned = unit(pose.angle);
            let it = Block {
                middle: input.view.screen_from_world(pose.point(0.5 * (low + high))),
                // Screen y points down.
                along: Vec2::new(turned.x, -turned.y),
                half: 0.5 * input.view.scale * (high - low) + APART,
            };
            input.view.sees(it.middle, it.half.length()).then_some(it)
        };
        shown.filter_map(block).collect()
    }

    fn holds(&self, at: Vec2) -> bool {
        let d = at - self.middle;
        d.dot(self.along).abs() <= self.half.x && d.dot(self.along.perp()).abs() <= self.half.y
    }

    /// Whether a card overlaps the box: no side of either separates them (separating axis test).
    fn is_under(&self, card: &Card) -> bool {
        let d = card.middle - self.middle;
        let (u, v) = (self.along, self.along.perp());
        let own = self.half.x * u.abs() + self.half.y * v.abs();
        let reach = |axis: Vec2| axis.abs().dot(card.half);
        d.abs().cmplt(own + card.half).all()
            && d.dot(u).abs() < self.half.x + reach(u)
            && d.dot(v).abs() < self.half.y + reach(v)
    }
}

/// Places a card beside a point, within the clear area: clear of all cards and parts where there is room, else clear of cards and of
/// parts at the point, else clear of cards, else in the first position tried.
pub(super) fn placed(
    at: Vec2,
    half: Vec2,
    (parts, cards): (&[Block], &[Card]),
    [top_left, bottom_right]: [Vec2; 2],
) -> Card {
    let (low, high) = (top_left + half, bottom_right - half);
    let card = |k: u32, way: &[f64; 2]| {
        let off = BESIDE + Vec2::new(0.0, f64::from(k) * (2.0 * half.y + APART));
        let far = if way[1] == 0.0 {
            Vec2::new(half.x + BESIDE.x + f64::from(k) * BESIDE.x, 0.0)
        } else {
            Vec2::new(half.x + BESIDE.x, off.y)
        };
        Card {
            middle: (at + Vec2::new(way[0] * far.x, way[1] * far.y)).clamp(low, high.max(low)),
            half,
        }
    };
    let all = || (0..FARTHEST).flat_map(|k| WAYS.iter().map(move |way| card(k, way)));
    let is_free = |it: &Card| !cards.iter().any(|other| it.covers(other));
    let own = |it: &Card| parts.iter().any(|part| part.holds(at) && part.is_under(it));
    let any = |it: &Card| parts.iter().any(|part| part.is_under(it));
    all()
        .find(|it| is_free(it) && !any(it))
        .or_else(|| all().find(|it| is_free(it) && !own(it)))
        .or_else(|| all().find(is_free))
        .unwrap_or_else(|| card(0, &WAYS[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: [Vec2; 2] = [Vec2::new(40.0, 30.0), Vec2::new(900.0, 600.0)];
    const HALF: Vec2 = Vec2::new(150.0, 11.0);

    fn inside(card: &Card) -> bool {
        let [low, high] = [card.middle - card.half, card.middle + card.half];
        low.cmpge(CLEAR[0]).all() && high.cmple(CLEAR[1]).all()
    }

    #[test]
    fn a_card_stands_beside_the_part_and_in_sight() {
        for angle in [0.0, 0.7, 1.5, -0.5] {
            for at in [[300.0, 300.0], [860.0, 100.0], [60.0, 580.0]] {
                let at = Vec2::from(at);
                let part = Block {
                    middle: at,
                    along: unit(angle),
                    half: Vec2::new(120.0, 45.0),
                };
                let card = placed(at, HALF, (&[part], &[]), CLEAR);
                assert!(!part.is_under(&card) && inside(&card), "{angle} {at} {card:?}");
            }
        }
    }

    #[test]
    fn where_parts_are_everywhere_it_keeps_off_that_at_its_place() {
        let at = Vec2::new(400.0, 300.0);
        let own = Block {
            middle: at,
            along: Vec2::X,
            half: Vec2::new(60.0, 60.0),
        };
        let floor = Block {
            middle: Vec2::new(400.0, 900.0),
            along: Vec2::X,
            half: Vec2::new(1000.0, 560.0),
        };
        let sky = Block {
            middle: Vec2::new(400.0, -300.0),
            ..floor
        };
        let card = placed(at, HALF, (&[sky, floor, own], &[]), CLEAR);
        assert!(!own.is_under(&card) && inside(&card), "{card:?}");
    }

    #[test]
    fn no_card_stands_on_another() {
        let mut taken: Vec<Card> = Vec::new();
        for at in [[100.0, 590.0], [130.0, 588.0], [300.0, 580.0], [700.0, 600.0]] {
            let card = placed(Vec2::from(at), HALF, (&[], &taken), CLEAR);
            assert!(
                !taken.iter().any(|other| other.covers(&card)),
                "{taken:?} {card:?}"
            );
            assert!(inside(&card), "{card:?}");
            taken.push(card);
        }
    }
}
