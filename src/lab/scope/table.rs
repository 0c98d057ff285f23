//! A recording as CSV: a row a step, a column a signal, 17 significant digits, so that nothing is lost.

use std::fmt::Write;

use super::recording::Recording;

/// The signals of these texts, behind the time (s). What was not recorded is left empty.
pub fn csv(recording: &Recording, texts: &[&str]) -> String {
    let mut out = String::from("time (s)");
    for text in texts {
        let unit = recording.unit(text);
        let head = if unit.is_empty() {
            (*text).to_owned()
        } else {
            format!("{text} ({unit})")
        };
        let _ = write!(out, ",\"{}\"", head.replace('"', "\"\""));
    }
    out.push('\n');
    let columns: Vec<_> = texts.iter().map(|text| recording.values(text)).collect();
    for (row, time) in recording.time().iter().enumerate() {
        let _ = write!(out, "{time:.16e}");
        for column in &columns {
            match column.and_then(|it| it.get(row)).filter(|x| x.is_finite()) {
                Some(x) => {
                    let _ = write!(out, ",{x:.16e}");
                }
                None => out.push(','),
            }
        }
        out.push('\n');
    }
    out
}
