//! Options that take the place of what the scene says about the way it is computed.

use clap::{Args, ValueEnum};

use crate::cli::{Failure, not_negative, positive};
use crate::scene::{Integrator, Scene, Settings, validate};
use crate::solver::Method;

/// How drift is held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stabilise {
    /// Not at all: ks = kd = 0.
    None,
    /// By feedback of C and its rate (ks and kd).
    Baumgarte,
    /// By projection after each step.
    Projection,
}

/// What the scene says otherwise.
#[derive(Args, Debug)]
pub struct Overrides {
    /// Length of a step (s).
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    dt: Option<f64>,
    /// Method of the constraint solver: sparse, dense, auxiliary, cg or gauss-seidel.
    #[arg(long)]
    method: Option<String>,
    /// Iterations of an iterative method: the most that cg may take, or the sweeps of gauss-seidel.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Relative residual at which cg is done.
    #[arg(long, value_name = "X", value_parser = positive, allow_negative_numbers = true)]
    solver_tolerance: Option<f64>,
    /// How a step is integrated: semi-implicit-euler or rk4.
    #[arg(long)]
    integrator: Option<String>,
    /// How drift is held down.
    #[arg(long)]
    stabilise: Option<Stabilise>,
    /// Feedback of C (1/s²).
    #[arg(long, value_name = "X", value_parser = not_negative, allow_negative_numbers = true)]
    ks: Option<f64>,
    /// Feedback of the rate of C (1/s).
    #[arg(long, value_name = "X", value_parser = not_negative, allow_negative_numbers = true)]
    kd: Option<f64>,
    #[arg(long, hide = true)]
    tolerance: Option<f64>,
    #[arg(long, hide = true)]
    threads: Option<u32>,
    #[arg(long, hide = true)]
    portable: bool,
}

/// Integrators that have a name already and are not built in.
const PLANNED_INTEGRATORS: [&str; 3] = ["impulse", "rattle", "dopri5"];

impl Overrides {
    /// Changes the settings of a scene.
    ///
    /// # Errors
    /// When an option is not to be had, or they do not go together.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), Failure> {
        let usage = |message: &str| Failure::Usage(message.to_owned());
        if self.tolerance.is_some() {
            return Err(usage(
                "--tolerance: no integrator here adapts its step; give --dt instead",
            ));
        }
        if self.threads.is_some_and(|n| n != 1) {
            return Err(usage("--threads: a run takes one thread; give 1 or leave it out"));
        }
        if self.portable {
            return Err(usage(
                "--portable: there is no such path yet; without it the same class of processor gives the same bits",
            ));
        }
        let settings = &mut scene.settings;
        if let Some(id) = &self.method {
            settings.method = self::planned("method", id, &[], &Method::ALL.map(Method::id))?;
        }
        self.set_effort(settings)?;
        if let Some(id) = &self.integrator {
            let there_are = Integrator::ALL.map(|it| it.to_string());
            let there_are: Vec<&str> = there_are.iter().map(String::as_str).collect();
            settings.integrator = self::planned("integrator", id, &PLANNED_INTEGRATORS, &there_are)?;
        }
        if let Some(dt) = self.dt {
            settings.dt = dt;
        }
        match self.stabilise {
            Some(Stabilise::Projection) => {
                return Err(usage(
                    "--stabilise projection: not built in; there are: none, baumgarte",
                ));
            }
            Some(Stabilise::None) => {
                if self.ks.is_some() || self.kd.is_some() {
                    return Err(usage(
                        "--stabilise none goes without --ks and --kd; leave the one or the others out",
                    ));
                }
                (settings.ks, settings.kd) = (0.0, 0.0);
            }
            Some(Stabilise::Baumgarte) if settings.ks == 0.0 && settings.kd == 0.0 => {
                let Settings { ks, kd, .. } = Settings::default();
                (settings.ks, settings.kd) = (ks, kd);
            }
            Some(Stabilise::Baumgarte) | None => {}
        }
        settings.ks = self.ks.unwrap_or(settings.ks);
        settings.kd = self.kd.unwrap_or(settings.kd);
        match validate::problems(scene).first() {
            None => Ok(()),
            Some(problem) => Err(Failure::Usage(problem.message.clone())),
        }
    }
}

impl Overrides {
    /// How far an iterative method goes; refused where the method does not iterate.
    fn set_effort(&self, settings: &mut Settings) -> Result<(), Failure> {
        let method = settings.method;
        let effort = &mut settings.effort;
        if let Some(iterations) = self.iterations {
            match method {
                Method::ConjugateGradient => effort.cg_iterations = iterations,
                Method::GaussSeidel => effort.sweeps = iterations,
                _ => {
                    return Err(Failure::Usage(format!(
                        "--iterations: the method {method} is direct and does not iterate; leave it out, or give \
                         --method cg or gauss-seidel"
                    )));
                }
            }
        }
        if let Some(tolerance) = self.solver_tolerance {
            if method != Method::ConjugateGradient {
                return Err(Failure::Usage(format!(
                    "--solver-tolerance: the method {method} knows none; leave it out, or give --method cg"
                )));
            }
            effort.cg_tolerance = tolerance;
        }
        Ok(())
    }
}

/// What a word stands for; a sentence where it is known by name only, or not at all.
fn planned<T: std::str::FromStr>(
    what: &str,
    id: &str,
    planned: &[&str],
    there_are: &[&str],
) -> Result<T, Failure> {
    id.parse().map_err(|_| {
        let why = if planned.contains(&id) {
            "not built in"
        } else {
            "no such thing"
        };
        Failure::Usage(format!(
            "--{what} {id}: {why}; there are: {}",
            there_are.join(", ")
        ))
    })
}
