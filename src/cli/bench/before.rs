//! Measurements by another build of the program, for a table of before and after.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::bench::Shape;
use crate::cli::Failure;

/// Fields that are read of another build's row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(super) struct PreviousRow {
    /// Name of the shape.
    pub(super) shape: String,
    pub(super) n: usize,
    pub(super) method: String,
    threads: usize,
    /// Duration of a whole evaluation.
    pub(super) total_ns: u64,
}

/// Runs the other build on a shape. Empty if it does not know the shape.
///
/// # Errors
/// When the program cannot be run.
pub(super) fn measure(program: &Path, shape: Shape, quick: bool) -> Result<Vec<PreviousRow>, Failure> {
    let output = Command::new(program)
        .args(["bench", "--json", "--threads", "1", "--shapes", shape.id()])
        .args(quick.then_some("--quick"))
        .stderr(Stdio::null())
        .output()
        .map_err(|error| Failure::Failed(format!("{}: {error}", program.display())))?;
    Ok(rows(&String::from_utf8_lossy(&output.stdout)))
}

fn rows(json: &str) -> Vec<PreviousRow> {
    let rows = json.lines().filter_map(|line| serde_json::from_str(line).ok());
    rows.filter(|row: &PreviousRow| row.threads == 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_other_builds_are_read_and_anything_else_is_not() {
        let json = r#"{"shape":"chain","n":54,"method":"sparse","threads":1,"total_ns":1453,"news":true}
            no such shape
            {"shape":"chain","n":54,"method":"sparse","threads":2,"total_ns":900}"#;
        let found = rows(json);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].n, found[0].total_ns), (54, 1453));
    }
}
