//! Paths of traced points as CSV: one row per time, two columns per trace, in metres and seconds.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::editor::CyclePath;
use crate::math::Vec2;
use crate::parameter::shortest_decimal;
use crate::render::trace::TraceLog;
use crate::scene::{Id, Scene};

/// The recorded paths; `None` where nothing was recorded.
pub fn paths(scene: &Scene, log: &TraceLog) -> Option<String> {
    let traces: Vec<(Id, &str)> = scene.traces().map(|(id, it)| (id, it.name.as_str())).collect();
    // All traces share the times of steps exactly; traces made later lack the first times.
    let mut rows: BTreeMap<u64, Vec<Option<Vec2>>> = BTreeMap::new();
    for (k, (id, _)) in traces.iter().enumerate() {
        for (time, point) in log.recorded(*id) {
            // Non-negative floats sort like their bits.
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
        points.into_iter().for_each(|point| pair(&mut out, point));
        out.push('\n');
    }
    Some(out)
}

/// The paths over a whole cycle, without times: one row per angle of the motor from the start, with velocities and accelerations where
/// the motor has a speed.
pub fn curves(scene: &Scene, curves: &[CyclePath]) -> Option<String> {
    // The motors of several machines are turned in the same increments, each over its own range.
    let mut turns: Vec<f64> = curves.iter().flat_map(|it| &it.turns).copied().collect();
    turns.sort_by(f64::total_cmp);
    turns.dedup();
    if turns.is_empty() {
        return None;
    }
    let mut out = "motor_turn_deg".to_owned();
    for path in curves {
        let name = scene.name(Some(path.trace));
        out += &columns(std::iter::once(name));
        if !path.motions.is_empty() {
            let name = plain(name);
            let _ = write!(out, ",{name}_vx_m_s,{name}_vy_m_s,{name}_ax_m_s2,{name}_ay_m_s2");
        }
    }
    out.push('\n');
    for turn in turns {
        let _ = write!(out, "{}", shortest_decimal(turn.to_degrees()));
        for path in curves {
            let row = path.turns.iter().position(|it| *it == turn);
            pair(&mut out, row.and_then(|row| path.points.get(row)).copied());
            if !path.motions.is_empty() {
                let motion = row.and_then(|row| path.motions.get(row));
                pair(&mut out, motion.map(|it| it.velocity));
                pair(&mut out, motion.map(|it| it.acceleration));
            }
        }
        out.push('\n');
    }
    Some(out)
}

fn pair(out: &mut String, of: Option<Vec2>) {
    let _ = match of {
        Some(it) => write!(out, ",{},{}", it.x, it.y),
        None => write!(out, ",,"),
    };
}

/// Column headings such as ",foot_x_m,foot_y_m" for each name.
fn columns<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| {
            let name = plain(name);
            format!(",{name}_x_m,{name}_y_m")
        })
        .collect()
}

/// A name as a column heading.
fn plain(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}
