//! The page: what was measured and how, which goals are met, tables and plots.

use std::fmt::Write as _;

use tinkertoy::render::plot::{Line, Plot, Scale};
use tinkertoy::validation::report::{Page, short};

use crate::measure::Row;
use crate::scenes::{FAMILIES, Family};
use crate::table::{count, find, growth, micro, of, times};
use crate::variant::{OURS, THEIRS, THEIRS_SHORT, Variant, exact};

/// Goals: at so many contacts, so many times their time at most, with an error so many times smaller.
const CONTACTS: f64 = 1000.0;
const SLOWER: f64 = 3.0;
const SMALLER: f64 = 1000.0;
/// Error below which this program is to be ahead (m).
const FINE: f64 = 1e-5;
/// Errors below this are not drawn apart (m).
const LEAST: f64 = 1e-16;

const OPENING: &str = "# Parts that touch, beside other engines

Written by `cargo run --release --bin contact` in the folder `peers`, which runs, size by size, this program, rapier2d 0.36 and Box2D v3
(a snapshot of 3.2, by the crate `boxdd` 0.6) on the same scenes, each on one thread, all with sleep off.

- *Time* is processor time of the thread: the median of 9 turns of 0.1 s of the scene (fewer where they take more than 15 s), in which all engines take turns after each has
  run warm. A *frame* is 1/60 s of the scene: one step, or four shorter ones. Ratios travel to other machines; absolute times do not.
- *Errors* are the worst found at the end of any turn, by one judge: the geometry of this program in f64, at the poses that each engine
  left. *Penetration* is the deepest overlap, *stretch* the widest opening of a pin, *error* in ratios and plots the larger of both. *Beyond
  limits*, an angle and no part of that error, is how far a joint is past its stop. The *residual* of complementarity is known of this program alone.
- *Exact* is the default method of this program by impulses, with positions projected. It may divide a step; that is in its time. Gauss-Seidel
  is its own, with as many sweeps as said. rapier2d is given iterations, Box2D sub-steps; all else is as they have it by default.
  By default both keep points of contact for some steps while parts hardly move against each other; *fresh* is with them found anew in
  every step. *Tight* is rapier2d fresh with an allowed overlap of 1e-6 m in place of 5 mm; in Box2D 5 mm is a constant.
- Both others compute in f32, this program in f64. All are built with `--release` and no flags for this processor; this program
  looks at run time for what it has.

Not quite alike: the floor of Box2D is a block 200 m wide; its motors have no time constant, those of rapier2d have that of ours
as a damping. Parts of one machine pass through each other in all three, in rapier2d by a hook, in Box2D by a group. As each engine goes its own
way, the scenes are the same in kind after some seconds, not in detail.
";

/// The page of all rows.
pub fn of_rows(rows: &[Row]) -> Page {
    let mut page = Page {
        text: OPENING.to_owned(),
        ..Page::default()
    };
    page.text.push_str("\n## Goals\n");
    near_thousand(&mut page, rows);
    fine(&mut page, rows);
    growths(&mut page, rows);
    for family in measured(rows) {
        scene(&mut page, rows, family);
    }
    page
}

fn measured(rows: &[Row]) -> impl Iterator<Item = &'static Family> {
    let has_rows = |family: &&Family| rows.iter().any(|row| row.family == family.name);
    FAMILIES.iter().filter(has_rows)
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

/// The size of a family whose contacts are nearest to a thousand, where it has any such.
fn nearest(rows: &[Row], family: &Family) -> Option<(usize, usize)> {
    let sizes = family.sizes.iter();
    let counted = sizes.filter_map(|&size| Some((size, find(rows, family, size, OURS)?.contacts?)));
    let distance = |contacts: usize| (contacts as f64 / CONTACTS).ln().abs();
    let best = counted.min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?;
    (distance(best.1) < 1.0).then_some(best)
}

/// The exact method against the others where contacts are about a thousand.
fn near_thousand(page: &mut Page, rows: &[Row]) {
    page.text.push_str(
        "\nWithin 3 times the time of a step at about 1000 contacts, with an error 1000 times smaller: steps of the exact method against steps of \
         the same length by the others, with four iterations or sub-steps.\n",
    );
    let head = [
        "scene",
        "contacts",
        "engine",
        "step",
        "time, ours / theirs",
        "error, theirs / ours",
        "",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for family in measured(rows) {
        let Some((size, contacts)) = nearest(rows, family) else {
            continue;
        };
        for variant in THEIRS_SHORT.into_iter().chain(THEIRS) {
            let of_size = |variant| find(rows, family, size, variant);
            let (Some(row), Some(ours)) = (of_size(variant), of_size(exact(variant.rate))) else {
                continue;
            };
            let slower = ours.step / row.step;
            let smaller = row.errors.worst() / ours.errors.worst().max(LEAST);
            table.push(vec![
                format!("{} of {size}", family.name),
                contacts.to_string(),
                variant.kind.engine().to_owned(),
                format!("1/{} s", variant.rate),
                times(slower),
                times(smaller),
                format!(
                    "time {}, error {}",
                    verdict(slower <= SLOWER),
                    verdict(smaller >= SMALLER)
                ),
            ]);
        }
    }
    page.table(&table);
}

/// What gets below the error at which this program is to be ahead.
fn fine(page: &mut Page, rows: &[Row]) {
    page.text
        .push_str("\nAhead at every error below 1e-5 m; above, the tables of the scenes have the ratio.\n\n");
    for family in measured(rows) {
        let whole = of(rows, family).filter(|row| row.size == family.main);
        let best = |other: bool| {
            let own = whole.clone().filter(|row| row.variant.kind.is_other() == other);
            own.filter(|row| row.errors.worst() < FINE)
                .min_by(|a, b| a.frame().total_cmp(&b.frame()))
        };
        let least = whole
            .clone()
            .filter(|row| row.variant.kind.is_other())
            .map(|row| row.errors.worst())
            .fold(f64::INFINITY, f64::min);
        let said = match (best(false), best(true)) {
            (Some(ours), None) => format!(
                "met: {} us a frame ({}); no setting of the others gets there, the least error of theirs is {} m",
                micro(ours.frame()),
                name(ours.variant),
                short(least)
            ),
            (None, None) => format!(
                "missed: nobody gets there; the least error of the others is {} m",
                short(least)
            ),
            (None, Some(row)) => format!("missed: only {} gets there", name(row.variant)),
            (Some(ours), Some(row)) => format!(
                "{}: {} times the time of {}",
                verdict(ours.frame() <= row.frame()),
                times(ours.frame() / row.frame()),
                name(row.variant)
            ),
        };
        let _ = writeln!(page.text, "- {} of {}: {said}.", family.name, family.main);
    }
}

fn name(variant: Variant) -> String {
    let effort = variant.kind.effort();
    let comma = if effort.is_empty() { "" } else { ", " };
    format!("{}{comma}{effort}, 1/{} s", variant.kind.engine(), variant.rate)
}

fn growths(page: &mut Page, rows: &[Row]) {
    page.text.push_str(
        "\nTime of a step against n, the exponent of least squares over the sizes measured: n counts points of contact, rods of the chain, or \
         walkers.\n",
    );
    let head = ["scene", "n", "Tinkertoy exact", "goal", "", "rapier2d", "Box2D"];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for family in measured(rows) {
        let counts: Vec<usize> = family
            .sizes
            .iter()
            .filter_map(|&size| count(rows, family, size))
            .collect();
        let [Some(first), Some(last)] = [counts.first(), counts.last()] else {
            continue;
        };
        let exponent = |variant| growth(rows, family, variant);
        let text = |it: Option<f64>| it.map_or("–".to_owned(), |it| format!("{it:.2}"));
        let ours = exponent(OURS);
        table.push(vec![
            family.name.to_owned(),
            format!("{first} to {last}"),
            text(ours),
            family.growth.to_string(),
            match ours {
                // It is no power of n.
                Some(it) if it < 0.5 => "unclear".to_owned(),
                it => verdict(it.is_some_and(|it| it <= family.growth)).to_owned(),
            },
            text(exponent(THEIRS[0])),
            text(exponent(THEIRS[1])),
        ]);
    }
    page.table(&table);
}

fn scene(page: &mut Page, rows: &[Row], family: &Family) {
    let _ = writeln!(page.text, "\n## {}\n\n{}", family.title, family.about);
    page.picture(&format!("contact-peers-{}", family.name), &plot(rows, family));
    let head = [
        "engine",
        "step",
        "effort",
        "step, us",
        "frame, us",
        "frame / ours",
        "penetration, m",
        "stretch, m",
        "beyond limits, rad",
        "residual",
        "error / ours",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    let ours = find(rows, family, family.main, OURS);
    let own = rows
        .iter()
        .filter(|row| row.family == family.name && row.size == family.main);
    for row in own {
        table.push(line(row, ours));
    }
    let contacts = ours.and_then(|row| row.contacts).unwrap_or(0);
    let _ = writeln!(page.text, "\nSize {}, {contacts} points of contact:", family.main);
    page.table(&table);
    page.text.push_str("\nBy size:\n");
    let head = [
        "size",
        "contacts",
        "Tinkertoy exact, us a step",
        "rapier2d",
        "Box2D",
        "error",
        "rapier2d",
        "Box2D",
    ];
    let mut table = vec![head.map(str::to_owned).to_vec()];
    for &size in family.sizes {
        let [ours, rapier, box2d] = [OURS, THEIRS[0], THEIRS[1]].map(|it| find(rows, family, size, it));
        let contacts = ours.and_then(|row| row.contacts);
        let mut cells = vec![
            size.to_string(),
            contacts.map_or("–".to_owned(), |it| it.to_string()),
        ];
        let all = [ours, rapier, box2d];
        cells.extend(all.map(|it| it.map_or("–".to_owned(), |row| micro(row.step))));
        cells.extend(all.map(|it| it.map_or("–".to_owned(), |row| short(row.errors.worst()))));
        table.push(cells);
    }
    page.table(&table);
}

fn line(row: &Row, ours: Option<&Row>) -> Vec<String> {
    let kind = row.variant.kind;
    let mut cells = vec![
        kind.engine().to_owned(),
        format!("1/{} s", row.variant.rate),
        kind.effort(),
    ];
    if let Some(why) = &row.gone {
        cells.push(why.clone());
        cells.resize(11, String::new());
        return cells;
    }
    let against =
        |of: fn(&Row) -> f64| ours.map_or("–".to_owned(), |ours| times(of(row) / of(ours).max(LEAST)));
    cells.extend([
        micro(row.step),
        micro(row.frame()),
        against(Row::frame),
        short(row.errors.penetration),
        short(row.errors.stretch),
        short(row.errors.limit),
        row.residual.map_or("–".to_owned(), short),
        against(|row| row.errors.worst()),
    ]);
    cells
}

/// Error against the time of a frame, a line for each engine and step.
fn plot(rows: &[Row], family: &Family) -> Plot {
    let mut lines: Vec<Line> = Vec::new();
    for row in of(rows, family).filter(|row| row.size == family.main) {
        let name = format!("{}, 1/{} s", row.variant.kind.engine(), row.variant.rate);
        let point = [1e6 * row.frame(), row.errors.worst().max(LEAST)];
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line {
                name,
                points: vec![point],
                marks: true,
                ..Line::default()
            }),
        }
    }
    Plot {
        title: format!(
            "{}, {}: error against the time of a frame",
            family.title, family.main
        ),
        axes: ["time of 1/60 s (us)".to_owned(), "error (m)".to_owned()],
        scales: [Scale::Decimal, Scale::Decimal],
        lines,
        ..Plot::default()
    }
}
