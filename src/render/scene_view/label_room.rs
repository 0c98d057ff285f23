//! Room for numbers over the machine: each is written where no other stands, those that come first before the others.

use crate::math::Vec2;
use crate::render::draw_list::{Align, Anchor, Color, Paint};
use crate::render::theme::TYPE;

use super::Canvas;

/// Mean advance of a letter, as a share of the height of the type: a picture knows no metrics.
const ADVANCE: f64 = 0.56;
/// Room between two numbers (points).
const APART: f64 = 2.0;
/// How much of what is under a number its card covers.
const CARD: f64 = 0.75;
/// How far from the lower right corner it is said that there are more (points).
const BESIDE_BAR: Vec2 = Vec2::new(130.0, 14.0);
/// Numbers that a place is looked for at most: beyond them a picture is full.
const MOST: usize = 1000;

/// Where numbers stand.
#[derive(Debug, Default)]
pub(super) struct LabelRoom {
    /// Lower and upper corner of each (points).
    taken: Vec<[Vec2; 2]>,
    /// How many found no place.
    hidden: usize,
}

impl LabelRoom {
    /// Writes a number with its anchor at a place of the screen, unless another stands there.
    pub(super) fn write(
        &mut self,
        canvas: &mut Canvas,
        (at, anchor): (Vec2, Anchor),
        text: String,
        color: Color,
    ) {
        if !canvas.view.sees(at, 0.0) {
            return;
        }
        if let Some([low, high]) = self.take(at, anchor, &text) {
            let card = Paint::fill(canvas.theme.panel.opacity(CARD));
            canvas
                .out
                .rect(0.5 * (low + high), 0.5 * (high - low), 0.0, 3.0, card);
            canvas.out.text(at, anchor, text, TYPE[0], color);
        }
    }

    /// The room that it takes; nothing where there is none.
    fn take(&mut self, at: Vec2, anchor: Anchor, text: &str) -> Option<[Vec2; 2]> {
        let width = ADVANCE * TYPE[0] * text.chars().count() as f64;
        let left = match anchor.x {
            Align::Start => at.x,
            Align::Middle => at.x - 0.5 * width,
            Align::End => at.x - width,
        };
        let half = 0.5 * TYPE[0] + APART;
        let own = [
            Vec2::new(left - APART, at.y - half),
            Vec2::new(left + width + APART, at.y + half),
        ];
        let meets = |it: &[Vec2; 2]| own[0].cmplt(it[1]).all() && it[0].cmplt(own[1]).all();
        if self.taken.len() >= MOST || self.taken.iter().any(meets) {
            self.hidden += 1;
            return None;
        }
        self.taken.push(own);
        Some(own)
    }

    /// Says how many are not written, beside the scale bar.
    pub(super) fn tell(&self, canvas: &mut Canvas) {
        if self.hidden == 0 {
            return;
        }
        let [_, high] = canvas.view.clear;
        let text = format!("{} more numbers: zoom in to see them", self.hidden);
        let place = high - BESIDE_BAR;
        let ink = canvas.theme.quiet_ink;
        canvas.out.text(place, Anchor::RIGHT, text, TYPE[0], ink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_stand_over_another_is_left_out_and_counted() {
        let mut room = LabelRoom::default();
        let mut take = |at: [f64; 2], anchor| room.take(Vec2::from(at), anchor, "12.3 N").is_some();
        assert!(take([100.0, 100.0], Anchor::LEFT));
        assert!(!take([130.0, 104.0], Anchor::LEFT));
        assert!(!take([110.0, 100.0], Anchor::RIGHT));
        assert!(take([94.0, 100.0], Anchor::RIGHT), "beside it");
        assert!(take([100.0, 120.0], Anchor::CENTER), "below it");
        assert_eq!((room.taken.len(), room.hidden), (3, 2));
    }
}
