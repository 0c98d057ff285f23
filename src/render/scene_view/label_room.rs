//! Label placement over the machine: a label is written only where it overlaps no earlier one.

use crate::math::Vec2;
use crate::render::draw_list::{Align, Anchor, Color, Paint};
use crate::render::theme::TYPE;

use super::Canvas;

/// Mean advance of a character as a fraction of the font size, as font metrics are not available here.
const ADVANCE: f64 = 0.56;
/// Gap between two labels (points).
const APART: f64 = 2.0;
/// Opacity of the card behind a label.
const CARD: f64 = 0.75;
/// Distance of the note on hidden labels from the lower right corner (points).
const BESIDE_BAR: Vec2 = Vec2::new(130.0, 14.0);
/// Maximum number of labels placed: with more, a picture is full.
const MOST: usize = 1000;

/// Occupied areas.
#[derive(Debug, Default)]
pub(super) struct LabelRoom {
    /// Lower and upper corner of each label (points).
    taken: Vec<[Vec2; 2]>,
    /// Number of labels without a place.
    hidden: usize,
}

impl LabelRoom {
    /// Writes a label with its anchor at a screen position, unless it would overlap another one.
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

    /// Reserves the label's area; `None` where it is occupied.
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

    /// Writes the number of hidden labels, beside the scale bar.
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
