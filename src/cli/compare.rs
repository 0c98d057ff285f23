//! `tinkertoy compare SCENE`: runs a scene with every method from the same start and compares the results.

use std::ffi::OsString;

use clap::Args;
use serde::Serialize;

use super::assign::Assignments;
use super::{Failure, not_negative, open, say, say_json, simulate, with_refusals};
use crate::bench::median;
use crate::clock;
use crate::scene::{Method, Scene, validate};
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
    steps: u64,
    drift_max_m: f64,
    drift_max_rad: f64,
    /// Largest root mean square of C over the rows in metres (m).
    drift_rms_max_m: f64,
    energy_error_max: f64,
    /// Median time of an evaluation, from state to accelerations (ns).
    evaluate_ns: u64,
    /// Largest number of iterations of any step's last solve; 0 for a direct method.
    iterations: usize,
    /// Largest residual of any step's last solve.
    residual_max: f64,
    /// Largest complementarity residual of any step, for scenes with contact.
    complementarity_residual: Option<f64>,
    /// Deepest overlap after a step (m), for scenes with contact.
    penetration_max_m: Option<f64>,
    /// Largest difference of a coordinate at the end to the first method (m, rad).
    apart: Option<f64>,
    /// When and why the run ended early.
    stopped: Option<String>,
    #[serde(skip)]
    end: Vec<f64>,
}

impl Compare {
    /// Runs the comparison.
    ///
    /// # Errors
    /// A faulty scene, or no method that reached the end.
    pub fn run(&self) -> Result<(), Failure> {
        let mut scene = with_refusals(self.json, &self.scene, open(&self.scene))?
            .reading
            .scene;
        self.assignments.apply(&mut scene)?;
        let mut methods: Vec<Course> = Vec::new();
        for method in Method::ALL {
            let mut course = self.course(scene.clone(), method);
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
                self.scene.display()
            )));
        }
        Ok(())
    }

    fn course(&self, mut scene: Scene, method: Method) -> Course {
        scene.settings.method = method;
        let mut course = Course {
            method: method.to_string(),
            ..Course::default()
        };
        if let Some(problem) = validate::problems(&scene).first() {
            course.stopped = Some(problem.message.clone());
            return course;
        }
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
                course.stopped = Some(simulate::stop_message(
                    &self.scene.to_string_lossy(),
                    &scene,
                    &stop,
                ));
                break;
            }
            times.push(spent.per_solve().total_ns());
            worst.see(&mut run);
        }
        (course.drift_max_m, course.drift_max_rad) = (worst.drift.max_m, worst.drift.max_rad);
        course.drift_rms_max_m = worst.drift.rms_m;
        course.energy_error_max = worst.energy_error.abs();
        (course.iterations, course.residual_max) = (worst.iterations, worst.residual);
        course.evaluate_ns = median(times);
        course.steps = run.state().step;
        if run.model().settings.contact.is_some() {
            let contact = run.state().contact;
            course.complementarity_residual = Some(contact.residual_max);
            course.penetration_max_m = Some(contact.penetration_max);
        }
        course.end.clone_from(&run.state().q);
        course
    }
}

impl Comparison {
    fn table(&self) -> String {
        let touching = self.methods.iter().any(|it| it.penetration_max_m.is_some());
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
                format!(" {:>10} {:>10}", "contact", "overlap m")
            } else {
                String::new()
            }
        );
        let number = |x: f64| {
            if x == 0.0 {
                "0".to_owned()
            } else {
                format!("{x:.1e}")
            }
        };
        for course in &self.methods {
            let apart = course.apart.map_or("-".to_owned(), number);
            let iterations = match course.iterations {
                0 => "-".to_owned(),
                count => count.to_string(),
            };
            text += &format!(
                "{:<13} {:>10} {:>10} {:>12} {:>14} {:>10} {:>9} {:>9}{}\n",
                course.method,
                number(course.drift_max_m),
                number(course.drift_max_rad),
                number(course.energy_error_max),
                course.evaluate_ns,
                iterations,
                number(course.residual_max),
                apart,
                match (course.complementarity_residual, course.penetration_max_m) {
                    (Some(residual), Some(overlap)) =>
                        format!(" {:>10} {:>10}", number(residual), number(overlap)),
                    _ => String::new(),
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
