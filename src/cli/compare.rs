//! `tinkertoy compare SCENE`: runs a scene with every method from the same start and compares the results.

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;

use super::assign::Assignments;
use super::{
    Complaint, Failure, Opened, must_be_countable, not_negative, open, say, say_json, simulate, with_refusals,
};
use crate::bench::median;
use crate::clock;
use crate::scene::Method;
use crate::scene::file::{self, told};
use crate::sim::{Simulation, Worst};

/// Runs a scene with every method from the same start, and tells them apart.
#[derive(Args, Debug)]
pub struct Compare {
    /// A file, or the name of a gallery scene.
    scene: OsString,
    /// Simulated time (s).
    #[arg(long, value_name = "S", value_parser = not_negative, allow_negative_numbers = true)]
    duration: f64,
    #[command(flatten)]
    assignments: Assignments,
    /// A JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// Fraction of a step that counts as rounding.
const ROUNDING: f64 = 1e-6;

#[derive(Debug, Serialize)]
struct Comparison {
    duration: f64,
    methods: Vec<Course>,
}

/// Results of one method.
#[derive(Debug, Default, Serialize)]
struct Course {
    method: String,
    #[serde(flatten)]
    figures: Figures,
    /// Largest difference of a coordinate at the end to the first method (m, rad).
    apart: Option<f64>,
    /// When and why the run ended early.
    stopped: Option<String>,
    /// Why the scene is refused with this method, which then has no figures.
    refused: Option<Vec<Complaint>>,
    #[serde(skip)]
    end: Vec<f64>,
}

/// Figures of a run; none where the method is refused.
#[derive(Debug, Default, Serialize)]
struct Figures {
    steps: Option<u64>,
    drift_max_m: Option<f64>,
    drift_max_rad: Option<f64>,
    /// Largest root mean square of C over the rows in metres (m).
    drift_rms_max_m: Option<f64>,
    energy_error_max: Option<f64>,
    /// Median time of an evaluation, from state to accelerations (ns).
    evaluate_ns: Option<u64>,
    /// Largest number of iterations of any step's last solve; 0 for a direct method.
    iterations: Option<usize>,
    /// Largest residual of any step's last solve.
    residual_max: Option<f64>,
    /// Largest complementarity residual of any step, for scenes with contact.
    complementarity_residual: Option<f64>,
    /// Deepest overlap after a step (m), for scenes with contact.
    penetration_max_m: Option<f64>,
    /// Largest number of iterations of any step's last solve of contacts: trial active sets, or sweeps.
    contact_iterations: Option<u32>,
    /// Largest number of active rows of contact in any step.
    contacts_active: Option<u32>,
}

impl Compare {
    /// Runs the comparison.
    ///
    /// # Errors
    /// A faulty scene, or no method that reached the end.
    pub fn run(&self) -> Result<(), Failure> {
        let mut opened = with_refusals(self.json, &self.scene, open(&self.scene))?;
        self.assignments.apply(&mut opened.reading.scene)?;
        must_be_countable("--duration", self.duration, opened.reading.scene.settings.dt)?;
        let mut methods: Vec<Course> = Vec::new();
        for method in Method::ALL {
            let mut course = self.course(&opened, method);
            course.apart = methods
                .first()
                .filter(|first| first.stopped.is_none() && course.stopped.is_none())
                .map(|first| apart(&first.end, &course.end));
            methods.push(course);
        }
        let all_stopped = methods.iter().all(|course| course.stopped.is_some());
        let comparison = Comparison {
            duration: self.duration,
            methods,
        };
        if self.json {
            say_json(serde_json::to_string_pretty(&comparison))?;
        } else {
            say(&comparison.table())?;
        }
        if all_stopped {
            return Err(Failure::Failed(format!(
                "{}: no method came to the end",
                told(&self.scene)
            )));
        }
        Ok(())
    }

    fn course(&self, opened: &Opened, method: Method) -> Course {
        let mut reading = opened.reading.clone();
        reading.scene.settings.method = method;
        let mut course = Course {
            method: method.to_string(),
            ..Course::default()
        };
        if let Some(error) = file::refusals(&reading, &opened.name) {
            course.stopped = Some(error.to_string());
            course.refused = Some(error.faults.iter().map(Complaint::of).collect());
            return course;
        }
        let scene = reading.scene;
        let mut run = Simulation::new(&scene);
        run.set_clock(clock::nanoseconds);
        let mut worst = Worst {
            drift: run.drift(),
            ..Worst::default()
        };
        let mut times = Vec::new();
        let dt = scene.settings.dt;
        while run.state().time < self.duration - ROUNDING * dt {
            let (stepped, spent) = run.timed_step_by(dt.min(self.duration - run.state().time));
            if let Err(stop) = stepped {
                course.stopped = Some(simulate::stop_message(&told(&self.scene), &scene, &stop));
                break;
            }
            times.push(spent.per_solve().total_ns());
            worst.see(&mut run);
        }
        let contact = run.model().settings.contact.map(|_| run.state().contact);
        course.figures = Figures {
            steps: Some(run.state().step),
            drift_max_m: Some(worst.drift.max_m),
            drift_max_rad: Some(worst.drift.max_rad),
            drift_rms_max_m: Some(worst.drift.rms_m),
            energy_error_max: Some(worst.energy_error.abs()),
            evaluate_ns: Some(median(times)),
            iterations: Some(worst.iterations),
            residual_max: Some(worst.residual),
            complementarity_residual: contact.map(|it| it.residual_max),
            penetration_max_m: contact.map(|it| it.penetration_max),
            contact_iterations: contact.map(|_| worst.contact_iterations),
            contacts_active: contact.map(|_| worst.contacts_active),
        };
        course.end.clone_from(&run.state().q);
        course
    }
}

impl Comparison {
    fn table(&self) -> String {
        let touching = self
            .methods
            .iter()
            .any(|it| it.figures.penetration_max_m.is_some());
        let mut text = format!(
            "{:<13} {:>10} {:>10} {:>12} {:>14} {:>10} {:>9} {:>9}{}\n",
            "method",
            "drift m",
            "drift rad",
            "energy err J",
            "ns/evaluation",
            "iterations",
            "residual",
            "apart",
            if touching {
                format!(
                    " {:>10} {:>10} {:>7} {:>7}",
                    "contact", "overlap m", "trials", "active"
                )
            } else {
                String::new()
            }
        );
        let none = || "-".to_owned();
        let number = |x: Option<f64>| match x {
            None => none(),
            Some(0.0) => "0".to_owned(),
            Some(x) => format!("{x:.1e}"),
        };
        for course in &self.methods {
            let figures = &course.figures;
            // Direct methods take none.
            let iterations = figures.iterations.filter(|count| *count > 0);
            text += &format!(
                "{:<13} {:>10} {:>10} {:>12} {:>14} {:>10} {:>9} {:>9}{}\n",
                course.method,
                number(figures.drift_max_m),
                number(figures.drift_max_rad),
                number(figures.energy_error_max),
                figures.evaluate_ns.map_or_else(none, |ns| ns.to_string()),
                iterations.map_or_else(none, |count| count.to_string()),
                number(figures.residual_max),
                number(course.apart),
                if touching {
                    let residual = number(figures.complementarity_residual);
                    let overlap = number(figures.penetration_max_m);
                    let count = |it: Option<u32>| it.map_or_else(none, |count| count.to_string());
                    let [trials, active] = [figures.contact_iterations, figures.contacts_active].map(count);
                    format!(" {residual:>10} {overlap:>10} {trials:>7} {active:>7}")
                } else {
                    String::new()
                }
            );
        }
        for course in &self.methods {
            if let Some(why) = &course.stopped {
                text += &format!("{}: {why}\n", course.method);
            }
        }
        text
    }
}

/// Largest difference of two states.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most, (x, y)| (x - y).abs().max(most))
}
