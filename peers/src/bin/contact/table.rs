//! Figures as rows of tables, and what is made of them.

use std::fmt::Write as _;

use tinkertoy::validation::report::short;

use crate::judge::Errors;
use crate::measure::Row;
use crate::scenes::{Count, FAMILIES, Family};
use crate::variant::{ALL, OURS, Variant};

/// All that was measured.
pub fn csv(rows: &[Row]) -> String {
    let mut text = "scene,size,engine,effort,steps per second,contacts,step (us),1/60 s (us),penetration (m),stretch (m),\
                    beyond limits (rad),residual,left out\n"
        .to_owned();
    for row in rows {
        let contacts = row.contacts.map_or(String::new(), |it| it.to_string());
        let residual = row.residual.map_or(String::new(), |it| format!("{it:.2e}"));
        let _ = writeln!(
            text,
            "{},{},{},{},{},{contacts},{:.3},{:.3},{:.2e},{:.2e},{:.2e},{residual},{}",
            row.family,
            row.size,
            row.variant.kind.engine(),
            row.variant.kind.effort(),
            row.variant.rate,
            1e6 * row.step,
            1e6 * row.frame(),
            row.errors.penetration,
            row.errors.stretch,
            row.errors.limit,
            row.gone.as_deref().unwrap_or("")
        );
    }
    text
}

/// The rows of such a text that are of other families than these; lines that are not rows are left out.
pub fn read_others(text: &str, measured: &[&str]) -> Vec<Row> {
    text.lines()
        .filter_map(read)
        .filter(|row| !measured.contains(&row.family))
        .collect()
}

fn read(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.splitn(13, ',').collect();
    let number = |k: usize| cells.get(k)?.parse::<f64>().ok();
    let rate: u32 = cells.get(4)?.parse().ok()?;
    let is_it =
        |it: &&Variant| it.rate == rate && it.kind.engine() == cells[2] && it.kind.effort() == cells[3];
    Some(Row {
        family: FAMILIES.iter().find(|it| it.name == cells[0])?.name,
        size: cells[1].parse().ok()?,
        variant: *ALL.iter().find(is_it)?,
        contacts: cells.get(5)?.parse().ok(),
        step: 1e-6 * number(6)?,
        errors: Errors {
            penetration: number(8)?,
            stretch: number(9)?,
            limit: number(10)?,
        },
        residual: number(11),
        gone: cells
            .get(12)
            .filter(|it| !it.is_empty())
            .map(|it| (*it).to_owned()),
    })
}

/// A time (s) in microseconds.
pub fn micro(seconds: f64) -> String {
    let us = 1e6 * seconds;
    if us < 100.0 {
        format!("{us:.1}")
    } else {
        format!("{us:.0}")
    }
}

/// A ratio.
pub fn times(ratio: f64) -> String {
    if !(0.1..1e4).contains(&ratio) {
        short(ratio)
    } else if ratio >= 10.0 {
        format!("{ratio:.0}")
    } else {
        format!("{ratio:.2}")
    }
}

/// The rows of a family, with figures.
pub fn of<'a>(rows: &'a [Row], family: &'a Family) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter()
        .filter(move |row| row.family == family.name && row.gone.is_none())
}

/// One of them.
pub fn find<'a>(rows: &'a [Row], family: &'a Family, size: usize, variant: Variant) -> Option<&'a Row> {
    of(rows, family).find(|row| row.size == size && row.variant == variant)
}

/// What growth refers to at a size: as this program counts it.
pub fn count(rows: &[Row], family: &Family, size: usize) -> Option<usize> {
    match family.count {
        Count::Size => find(rows, family, size, OURS).map(|row| row.size),
        Count::Contacts => find(rows, family, size, OURS)?.contacts,
    }
}

/// Exponent of the time of a step, by least squares of its logarithm against that of the count.
pub fn growth(rows: &[Row], family: &Family, variant: Variant) -> Option<f64> {
    let points: Vec<[f64; 2]> = family
        .sizes
        .iter()
        .filter_map(|&size| {
            let n = count(rows, family, size)?;
            let row = find(rows, family, size, variant)?;
            Some([(n as f64).ln(), row.step.ln()])
        })
        .collect();
    if points.len() < 2 {
        return None;
    }
    let mean = |k: usize| points.iter().map(|it| it[k]).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(0), mean(1));
    let xx: f64 = points.iter().map(|it| (it[0] - x).powi(2)).sum();
    let xy: f64 = points.iter().map(|it| (it[0] - x) * (it[1] - y)).sum();
    Some(xy / xx)
}
