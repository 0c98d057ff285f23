//! Text on small cards over the machine; cards of advice do not overlap.

use crate::editor::Hint;
use crate::math::Vec2;
use crate::render::draw_list::{Anchor, Paint, Stroke};
use crate::render::theme::TYPE;

use super::beside::{Block, Card, placed};
use super::{Canvas, SceneView};

/// Margin between cards and panels (points).
const ROOM: f64 = 4.0;

/// Mean character advance, as font metrics are not available here (points), line height (points), and maximum characters per line.
const ADVANCE: f64 = 0.56 * TYPE[0];
const LINE: f64 = 16.0;
const LONGEST: usize = 76;

/// Half the size of the card of a text, within the area clear of panels (points).
fn half_size(text: &str, clear: [Vec2; 2]) -> Vec2 {
    let lines = lines(text, clear);
    let longest = lines.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let more = 0.5 * LINE * lines.len().saturating_sub(1) as f64;
    Vec2::new(0.5 * ADVANCE * longest as f64 + 8.0, 11.0 + more)
}

/// The card of a text whose first line's left end is at `at`, moved clear of the panels.
fn card_at(at: Vec2, text: &str, clear: [Vec2; 2]) -> Card {
    let half = half_size(text, clear);
    let low = clear[0] + half + ROOM;
    let high = (clear[1] - half - ROOM).max(low);
    let middle = (at + Vec2::new(half.x, 0.0)).clamp(low, high);
    Card { middle, half }
}

fn draw(card: &Card, canvas: &mut Canvas, text: &str, strength: f64) {
    let theme = canvas.theme;
    let paint = Paint::both(
        theme.panel.opacity(0.95 * strength),
        Stroke::new(1.0, theme.line.opacity(strength)),
    );
    canvas.out.rect(card.middle, card.half, 0.0, 6.0, paint);
    let ink = theme.ink.opacity(strength);
    let lines = lines(text, canvas.view.clear);
    let first = card.middle.y - 0.5 * LINE * lines.len().saturating_sub(1) as f64;
    for (k, line) in lines.into_iter().enumerate() {
        let at = Vec2::new(card.middle.x, first + LINE * k as f64);
        canvas.out.text(at, Anchor::CENTER, line, TYPE[0], ink);
    }
}

/// Wraps a text into as few lines as the maximum line length and the available width allow.
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

/// A text on a small card with its left end at `at`, moved clear of the panels.
pub(super) fn label(canvas: &mut Canvas, at: Vec2, text: &str, strength: f64) {
    draw(&card_at(at, text, canvas.view.clear), canvas, text, strength);
}

/// Advice: each text beside its point and clear of parts where there is room, earlier ones first. The hint belongs to a moving part and
/// ignores other parts: it would jump about if it avoided them.
pub(super) fn advice(canvas: &mut Canvas, input: &SceneView, (hint, advice): (Option<&Hint>, &[Hint])) {
    let clear = canvas.view.clear;
    let parts = if advice.is_empty() {
        Vec::new()
    } else {
        Block::all(input)
    };
    let mut taken: Vec<Card> = Vec::new();
    let hint = hint.into_iter().map(|it| (it, &[][..]));
    for (hint, parts) in hint.chain(advice.iter().map(|it| (it, &parts[..]))) {
        let at = canvas.view.screen_from_world(hint.at);
        let room = [clear[0] + ROOM, clear[1] - ROOM];
        let card = placed(at, half_size(&hint.text, clear), (parts, &taken), room);
        let line = canvas.theme.quiet_ink.opacity(hint.strength);
        canvas.out.line(at, card.nearest(at), Stroke::new(1.0, line));
        draw(&card, canvas, &hint.text, hint.strength);
        taken.push(card);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: [Vec2; 2] = [Vec2::new(40.0, 30.0), Vec2::new(900.0, 600.0)];

    #[test]
    fn long_advice_is_broken_and_stays_in_sight() {
        let text = "\"motor\" is stalled at 71.1\u{b0} and pushes with 82.2 N m: no crank goes round here: coupler and rocker together, 1.200 m, \
                    have to be longer than the frame, 1.200 m";
        assert_eq!(lines("pin: 1 DOF left", CLEAR), ["pin: 1 DOF left"]);
        for clear in [CLEAR, [CLEAR[0], Vec2::new(400.0, 300.0)]] {
            let broken = lines(text, clear);
            assert_eq!(broken.join(" "), text);
            assert!(broken.len() > 1 && broken.iter().all(|it| it.chars().count() <= LONGEST));
            let card = card_at(Vec2::new(200.0, 200.0), text, clear);
            let [low, high] = [card.middle - card.half, card.middle + card.half];
            assert!(
                low.cmpge(clear[0]).all() && high.cmple(clear[1]).all(),
                "{card:?}"
            );
        }
    }
}
