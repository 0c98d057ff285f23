//! CSV output of a run: one column per number, with 17 significant digits, so that values are exact.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::cli::out::Out;
use crate::cli::terminal;
use crate::lab::scope::{Signal, measure};
use crate::scene::Scene;
use crate::sim::Simulation;

/// Columns of the energy ledger: work done since the start (J).
const WORK: [&str; 6] = [
    "work_drives",
    "work_dissipation",
    "work_hand",
    "work_feedback",
    "work_projection",
    "work_soft",
];

/// Columns for scenes with contact: number of contact points, and the deepest overlap (m).
const CONTACT: [&str; 2] = ["contacts", "penetration_m"];

/// A table under construction.
pub struct Table {
    out: Out,
    line: String,
    signals: Vec<Signal>,
    values: Vec<f64>,
}

impl Table {
    /// Writes the column headers, those of signals last.
    pub fn new(mut out: Out, scene: &Scene, run: &Simulation, signals: Vec<Signal>) -> io::Result<Self> {
        let mut heads = vec!["t".to_owned()];
        for body in &run.model().bodies {
            let name = scene.name(Some(body.id));
            let coordinates = body.motion.coordinate_names().iter();
            for column in coordinates.chain(body.motion.velocity_names()) {
                heads.push(quoted(&format!("{name}.{column}")));
            }
        }
        for link in &run.model().links {
            let name = scene.name(Some(link.id));
            heads.extend((0..link.rows.len()).map(|k| quoted(&format!("{name}.lambda{k}"))));
        }
        heads.extend(["kinetic", "potential", "energy", "drift_m", "drift_rad"].map(str::to_owned));
        heads.extend(WORK.map(str::to_owned));
        if run.model().settings.contact.is_some() {
            heads.extend(CONTACT.map(str::to_owned));
        }
        heads.extend(signals.iter().map(|signal| quoted(signal.text())));
        let heads = heads.join(",");
        let shown = out.is_terminal().then(|| terminal::words(&heads));
        writeln!(out, "{}", shown.as_deref().unwrap_or(&heads))?;
        Ok(Self {
            out,
            line: String::new(),
            signals,
            values: Vec::new(),
        })
    }

    /// Writes the state with its multipliers; `time` replaces the time of the state, which is a sum (s).
    pub fn row(&mut self, run: &mut Simulation, time: Option<f64>) -> io::Result<()> {
        run.read_multipliers();
        let drift = run.drift();
        let energy = run.energy();
        let (model, state) = (run.model(), run.state());
        self.line.clear();
        self.number(time.unwrap_or(state.time));
        for body in &model.bodies {
            let range = body.offset..body.offset + body.motion.dim();
            for x in state.q[range.clone()].iter().chain(&state.v[range]) {
                self.number(*x);
            }
        }
        // The multipliers of contact points, whose number varies, follow after those of the links and are not written.
        for link in &model.links {
            for lambda in &run.dynamics.solution.lambda[link.row_range()] {
                self.number(*lambda);
            }
        }
        let energies = [
            energy.kinetic,
            energy.potential,
            energy.total(),
            drift.max_m,
            drift.max_rad,
        ];
        for x in energies.into_iter().chain(state.work.entries()) {
            self.number(x);
        }
        if model.settings.contact.is_some() {
            let (points, overlap) = (state.contacts.len(), state.contact.penetration);
            self.number(points as f64);
            self.number(overlap);
        }
        let mut values = std::mem::take(&mut self.values);
        measure(&self.signals, run, &mut values);
        for x in &values {
            self.number(*x);
        }
        self.values = values;
        writeln!(self.out, "{}", self.line)
    }

    /// Completes the file.
    pub fn finish(self) -> io::Result<()> {
        self.out.finish()
    }

    fn number(&mut self, x: f64) {
        if !self.line.is_empty() {
            self.line.push(',');
        }
        // Writing to a string cannot fail.
        let _ = write!(self.line, "{x:.16e}");
    }
}

/// Quotes a text with a comma, quote or line break for CSV.
pub(super) fn quoted(head: &str) -> String {
    if head.contains([',', '"', '\n']) {
        format!("\"{}\"", head.replace('"', "\"\""))
    } else {
        head.to_owned()
    }
}
