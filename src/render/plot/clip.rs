//! Clipping of lines to a frame.

use glam::DVec2;

/// Points closer to the one before are skipped (points): many steps of a run fall on the same pixel.
const SAME: f64 = 0.05;

/// The parts of a polyline inside a rectangle, clipped at its sides.
pub(super) fn pieces(points: Vec<DVec2>, [low, high]: [DVec2; 2]) -> Vec<Vec<DVec2>> {
    let mut pieces: Vec<Vec<DVec2>> = Vec::new();
    let mut last: Option<DVec2> = None;
    let count = points.len();
    for (k, point) in points.into_iter().enumerate() {
        let Some(from) = last else {
            last = Some(point);
            continue;
        };
        if k + 1 < count && from.distance_squared(point) < SAME * SAME {
            continue;
        }
        last = Some(point);
        let Some([a, b]) = within([from, point], [low, high]) else {
            continue;
        };
        match pieces.last_mut() {
            Some(piece) if piece.last() == Some(&a) => piece.push(b),
            _ => pieces.push(vec![a, b]),
        }
    }
    pieces
}

/// The part of a line segment inside a rectangle (Liang and Barsky 1984).
fn within([a, b]: [DVec2; 2], [low, high]: [DVec2; 2]) -> Option<[DVec2; 2]> {
    let way = b - a;
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        for (towards, room) in [
            (-way[axis], a[axis] - low[axis]),
            (way[axis], high[axis] - a[axis]),
        ] {
            if towards == 0.0 && room < 0.0 {
                return None;
            }
            let at = room / towards;
            if towards < 0.0 {
                enters = enters.max(at);
            } else if towards > 0.0 {
                leaves = leaves.min(at);
            }
        }
    }
    let place = |share: f64| match share {
        0.0 => a,
        1.0 => b,
        _ => a + share * way,
    };
    (enters <= leaves).then(|| [place(enters), place(leaves)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_leaves_and_goes_on_where_it_returns() {
        let frame = [DVec2::ZERO, DVec2::new(10.0, 10.0)];
        let line = [[2.0, 5.0], [4.0, 5.0], [4.0, 15.0], [8.0, 15.0], [8.0, 5.0]].map(DVec2::from);
        let found = pieces(line.to_vec(), frame);
        let expected = [
            vec![[2.0, 5.0], [4.0, 5.0], [4.0, 10.0]],
            vec![[8.0, 10.0], [8.0, 5.0]],
        ];
        let expected = expected.map(|it| it.into_iter().map(DVec2::from).collect::<Vec<_>>());
        assert_eq!(found, expected);
        let beside = [[-1.0, 0.0], [-1.0, 9.0], [12.0, 30.0]].map(DVec2::from);
        assert!(pieces(beside.to_vec(), frame).is_empty());
    }

    /// Many points on one pixel are reduced to few, and a peak among them is kept.
    #[test]
    fn points_that_cannot_be_told_apart_are_drawn_once() {
        let frame = [DVec2::ZERO, DVec2::new(10.0, 10.0)];
        let point = |k: usize| DVec2::new(1e-4 * k as f64, if k == 777 { 9.0 } else { 1.0 });
        let found = pieces((0..10_000).map(point).collect(), frame);
        let drawn: usize = found.iter().map(Vec::len).sum();
        assert!((20..60).contains(&drawn), "{drawn}");
        assert!(found.iter().flatten().any(|it| it.y == 9.0));
        assert_eq!(found[0].last(), Some(&point(9_999)));
    }
}
