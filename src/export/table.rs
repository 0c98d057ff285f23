//! Paths of traced points as CSV: a row a time, two columns a trace, metres and seconds.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::math::Vec2;
use crate::render::trace::TraceLog;
use crate::scene::{Id, Scene};

/// The paths that were recorded; none where nothing was.
pub fn paths(scene: &Scene, log: &TraceLog) -> Option<String> {
    let traces: Vec<(Id, &str)> = scene.traces().map(|(id, it)| (id, it.name.as_str())).collect();
    // Times of steps are the same numbers for all traces; traces made later lack the first ones.
    let mut rows: BTreeMap<u64, Vec<Option<Vec2>>> = BTreeMap::new();
    for (k, (id, _)) in traces.iter().enumerate() {
        for (time, point) in log.recorded(*id) {
            // Times are not negative, so their bits are in their order.
            let row = rows
                .entry(time.to_bits())
                .or_insert_with(|| vec![None; traces.len()]);
            row[k] = Some(point);
        }
    }
    if rows.len() < 2 {
        return None;
    }
    let mut out = format!("time_s{}\n", columns(traces.iter().map(|it| it.1)));
    for (time, points) in rows {
        let _ = write!(out, "{}", f64::from_bits(time));
        for point in points {
            let _ = match point {
                Some(p) => write!(out, ",{},{}", p.x, p.y),
                None => write!(out, ",,"),
            };
        }
        out.push('\n');
    }
    Some(out)
}

/// The paths of a whole cycle, which belong to no time: a row a pose.
pub fn curves(scene: &Scene, curves: &[(Id, Vec<Vec2>)]) -> Option<String> {
    let rows = curves
        .iter()
        .map(|it| it.1.len())
        .max()
        .filter(|rows| *rows > 0)?;
    let names = curves.iter().map(|(id, _)| scene.name(Some(*id)));
    let mut out = format!("pose{}\n", columns(names));
    for row in 0..rows {
        let _ = write!(out, "{row}");
        for (_, points) in curves {
            let _ = match points.get(row) {
                Some(p) => write!(out, ",{},{}", p.x, p.y),
                None => write!(out, ",,"),
            };
        }
        out.push('\n');
    }
    Some(out)
}

/// ",foot_x_m,foot_y_m" for each name.
fn columns<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    names
        .map(|name| {
            let name: String = name.chars().map(plain).collect();
            format!(",{name}_x_m,{name}_y_m")
        })
        .collect()
}
