//! Words on small cards over the machine, none of advice over another.

use crate::editor::Hint;
use crate::math::Vec2;
use crate::render::draw_list::{Anchor, Paint, Stroke};
use crate::render::theme::TYPE;

use super::Canvas;

/// From a place to the card of its advice (points).
const BESIDE: Vec2 = Vec2::new(30.0, -30.0);
/// Room between two cards of advice (points), and how many cards further down or up one may stand.
const APART: f64 = 4.0;
const FARTHEST: i32 = 8;

/// The mean advance of the font, as the picture knows no metrics, the height of a line (points), and most letters of one.
const ADVANCE: f64 = 0.56 * TYPE[0];
const LINE: f64 = 16.0;
const LONGEST: usize = 76;

/// Where a card stands on the screen, and half its size (points).
#[derive(Clone, Copy, Debug)]
struct Card {
    middle: Vec2,
    half: Vec2,
}

impl Card {
    /// Of these words, the left end of the line in the middle at `at`, kept clear of the panels.
    fn beside(at: Vec2, text: &str, [top_left, bottom_right]: [Vec2; 2]) -> Self {
        let lines = lines(text, [top_left, bottom_right]);
        let longest = lines.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let more = 0.5 * LINE * lines.len().saturating_sub(1) as f64;
        let half = Vec2::new(0.5 * ADVANCE * longest as f64 + 8.0, 11.0 + more);
        let low = top_left + half + 4.0;
        let high = (bottom_right - half - 4.0).max(low);
        let middle = (at + Vec2::new(half.x, 0.0)).clamp(low, high);
        Self { middle, half }
    }

    fn covers(&self, other: &Self) -> bool {
        let (apart, reach) = ((self.middle - other.middle).abs(), self.half + other.half);
        apart.cmplt(reach).all()
    }

    /// The same where it covers none of these: the nearest place below or above, within what is clear; as it is where there is none.
    fn clear_of(self, others: &[Self], [top_left, bottom_right]: [Vec2; 2]) -> Self {
        let step = 2.0 * self.half.y + APART;
        let places = (0..=FARTHEST).flat_map(|k| [k, -k]);
        let moved = places.map(|k| Self {
            middle: self.middle + Vec2::new(0.0, f64::from(k) * step),
            ..self
        });
        let is_inside = |it: &Self| {
            let [low, high] = [it.middle.y - it.half.y, it.middle.y + it.half.y];
            low >= top_left.y && high <= bottom_right.y
        };
        moved
            .filter(is_inside)
            .find(|it| !others.iter().any(|other| it.covers(other)))
            .unwrap_or(self)
    }

    fn draw(&self, canvas: &mut Canvas, text: &str, strength: f64) {
        let theme = canvas.theme;
        let paint = Paint::both(
            theme.panel.opacity(0.95 * strength),
            Stroke::new(1.0, theme.line.opacity(strength)),
        );
        canvas.out.rect(self.middle, self.half, 0.0, 6.0, paint);
        let ink = theme.ink.opacity(strength);
        let lines = lines(text, canvas.view.clear);
        let first = self.middle.y - 0.5 * LINE * lines.len().saturating_sub(1) as f64;
        for (k, line) in lines.into_iter().enumerate() {
            let at = Vec2::new(self.middle.x, first + LINE * k as f64);
            canvas.out.text(at, Anchor::CENTER, line, TYPE[0], ink);
        }
    }
}

/// The lines of some words: as few as are no longer than is read at once, and than there is room for.
fn lines(text: &str, [top_left, bottom_right]: [Vec2; 2]) -> Vec<String> {
    let room = ((bottom_right.x - top_left.x - 24.0) / ADVANCE).max(8.0) as usize;
    let most = room.min(LONGEST);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let begun = lines.last().map_or(0, |it| it.chars().count());
        if begun > 0 && begun + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else if let Some(last) = lines.last_mut() {
            if begun > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Words on a small card, the left end of the line in the middle at `at`, kept clear of the panels.
pub(super) fn label(canvas: &mut Canvas, at: Vec2, text: &str, strength: f64) {
    Card::beside(at, text, canvas.view.clear).draw(canvas, text, strength);
}

/// Words of advice, each beside its place, those that come first before the others.
pub(super) fn advice<'a>(canvas: &mut Canvas, hints: impl Iterator<Item = &'a Hint>) {
    let clear = canvas.view.clear;
    let mut taken: Vec<Card> = Vec::new();
    for hint in hints {
        let at = canvas.view.screen_from_world(hint.at);
        let beside = Card::beside(at + BESIDE, &hint.text, clear);
        let card = beside.clear_of(&taken, clear);
        let line = canvas.theme.quiet_ink.opacity(hint.strength);
        let end = at + BESIDE + (card.middle - beside.middle);
        canvas.out.line(at, end, Stroke::new(1.0, line));
        card.draw(canvas, &hint.text, hint.strength);
        taken.push(card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: [Vec2; 2] = [Vec2::new(40.0, 30.0), Vec2::new(900.0, 600.0)];

    #[test]
    fn no_advice_stands_over_another() {
        let text = "\"tackle motor\" is stalled at 6.7\u{b0} and pushes with 3.5 N m, all it has";
        let mut taken: Vec<Card> = Vec::new();
        for at in [[100.0, 590.0], [130.0, 588.0], [300.0, 580.0], [700.0, 600.0]] {
            let card = Card::beside(Vec2::from(at), text, CLEAR).clear_of(&taken, CLEAR);
            assert!(
                !taken.iter().any(|other| other.covers(&card)),
                "{taken:?} {card:?}"
            );
            let [low, high] = [card.middle - card.half, card.middle + card.half];
            assert!(
                low.cmpge(CLEAR[0]).all() && high.cmple(CLEAR[1]).all(),
                "{card:?}"
            );
            taken.push(card);
        }
    }

    #[test]
    fn long_advice_is_broken_and_stays_in_sight() {
        let text = "\"motor\" is stalled at 71.1\u{b0} and pushes with 82.2 N m: no crank goes round here: coupler and rocker together, 1.200 m, \
                    have to be longer than the frame, 1.200 m";
        assert_eq!(lines("pin: 1 DOF left", CLEAR), ["pin: 1 DOF left"]);
        for clear in [CLEAR, [CLEAR[0], Vec2::new(400.0, 300.0)]] {
            let broken = lines(text, clear);
            assert_eq!(broken.join(" "), text);
            assert!(broken.len() > 1 && broken.iter().all(|it| it.chars().count() <= LONGEST));
            let card = Card::beside(Vec2::new(200.0, 200.0), text, clear);
            let [low, high] = [card.middle - card.half, card.middle + card.half];
            assert!(
                low.cmpge(clear[0]).all() && high.cmple(clear[1]).all(),
                "{card:?}"
            );
        }
    }

    #[test]
    fn advice_with_room_stands_beside_its_place() {
        let first = Card::beside(Vec2::new(100.0, 300.0), "words", CLEAR);
        let far = Card::beside(Vec2::new(100.0, 360.0), "words", CLEAR);
        assert_eq!(far.clear_of(&[first], CLEAR).middle, far.middle);
    }
}
