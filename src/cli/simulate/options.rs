//! Options that override a scene's numerical scheme.

use clap::Args;

use crate::cli::{Failure, not_negative, positive};
use crate::scene::{Integrator, Method, Scene, Settings, Stabilisation, SubSteps};
use crate::solver::Hardware;

/// What the scene says otherwise.
#[derive(Args, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Length of the steps integrated (s). A step of this length is taken whole, as if --sub-steps fixed were given; for
    /// dopri5 it is the largest. Without --dt the scene's own steps are taken, and divided as the scene says.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    dt: Option<f64>,
    /// Whether a step is divided where the machine needs it: automatic, fixed (never), or scene (as the scene says,
    /// also with --dt).
    #[arg(long, value_name = "WORD")]
    sub_steps: Option<String>,
    /// Method of the constraint solver: sparse, dense, auxiliary, cg or gauss-seidel.
    #[arg(long)]
    method: Option<String>,
    /// Iterations of an iterative method: the most that cg may take, or the sweeps of gauss-seidel.
    #[arg(long, value_name = "N")]
    iterations: Option<u32>,
    /// Relative residual at which cg is done.
    #[arg(long, value_name = "X", value_parser = positive, allow_negative_numbers = true)]
    solver_tolerance: Option<f64>,
    /// How a step is integrated: semi-implicit-euler, rk4, impulse, rattle or dopri5.
    #[arg(long)]
    integrator: Option<String>,
    /// How drift is held down: none, baumgarte (by feedback) or projection.
    #[arg(long)]
    stabilise: Option<String>,
    /// Feedback of C (1/s²).
    #[arg(long, value_name = "X", value_parser = not_negative, allow_negative_numbers = true)]
    ks: Option<f64>,
    /// Feedback of the rate of C (1/s).
    #[arg(long, value_name = "X", value_parser = not_negative, allow_negative_numbers = true)]
    kd: Option<f64>,
    /// Error per step that dopri5 aims at (m, rad); 0 leaves its steps alone.
    #[arg(long, value_name = "X", value_parser = not_negative, allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Shortest step that dopri5 may take for its error (s); without it a 1024th of --dt, or a 16th where shorter ones
    /// do not help.
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    smallest_step: Option<f64>,
    /// Threads a run may take; without this, as many as the machine has. The result is the same for any number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// The same bits on any processor: instructions that not all have are left aside, methods not tested for it are refused.
    #[arg(long)]
    portable: bool,
}

impl Overrides {
    /// The processor features and number of threads that may be used.
    pub fn hardware(&self) -> Hardware {
        let here = Hardware::here();
        let here = if self.portable { here.portable() } else { here };
        match self.threads {
            Some(threads) => here.with_threads(threads as usize),
            None => here,
        }
    }

    /// Changes the settings of a scene. The caller validates the result.
    ///
    /// # Errors
    /// If an option is unknown or not applicable, or options contradict each other.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), Failure> {
        let usage = |message: &str| Failure::Usage(message.to_owned());
        let settings = &mut scene.settings;
        if let Some(id) = &self.method {
            settings.method = word("method", id, Method::ALL.iter().map(|it| it.id()))?;
        }
        self.set_effort(settings)?;
        if let Some(id) = &self.integrator {
            settings.integrator = word("integrator", id, Integrator::ALL.iter().map(|it| it.id()))?;
        }
        if let Some(id) = &self.stabilise {
            settings.stabilisation = word("stabilise", id, Stabilisation::ALL.iter().map(|it| it.id()))?;
        }
        if let Some(dt) = self.dt {
            settings.dt = dt;
            if self.sub_steps.is_none() {
                settings.sub_steps = SubSteps::Fixed;
            }
        }
        match self.sub_steps.as_deref() {
            None | Some("scene") => {}
            Some(id) => {
                let words = SubSteps::ALL.iter().map(|it| it.id()).chain(["scene"]);
                settings.sub_steps = word("sub-steps", id, words)?;
            }
        }
        if let Some(smallest) = self.smallest_step {
            if !settings.integrator.is_adaptive() {
                return Err(usage(
                    "--smallest-step is for --integrator dopri5; the others divide a step by halves, 1024 at most",
                ));
            }
            settings.smallest_step = Some(smallest);
        }
        if let Some(tolerance) = self.tolerance {
            if !settings.integrator.is_adaptive() {
                return Err(usage(
                    "--tolerance is for --integrator dopri5; the others have no error estimate to hold against it",
                ));
            }
            settings.tolerance = tolerance;
        }
        if self.portable && matches!(settings.method, Method::Dense | Method::Auxiliary) {
            return Err(usage(
                "--portable: the dense and the auxiliary method are not tested for the same bits on every processor; \
                 give --method sparse",
            ));
        }
        if settings.stabilisation != Stabilisation::Baumgarte && (self.ks.is_some() || self.kd.is_some()) {
            return Err(Failure::Usage(format!(
                "--ks and --kd are for --stabilise baumgarte; with {} leave them out",
                settings.stabilisation
            )));
        }
        if self.stabilise.is_some()
            && settings.stabilisation == Stabilisation::Baumgarte
            && settings.ks == 0.0
            && settings.kd == 0.0
        {
            let Settings { ks, kd, .. } = Settings::default();
            (settings.ks, settings.kd) = (ks, kd);
        }
        settings.ks = self.ks.unwrap_or(settings.ks);
        settings.kd = self.kd.unwrap_or(settings.kd);
        Ok(())
    }
}

impl Overrides {
    /// Sets the limits of an iterative method; refused if the method does not iterate.
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

/// Parses an option's word; the error lists the available words.
fn word<T: std::str::FromStr>(
    option: &str,
    id: &str,
    there_are: impl Iterator<Item = &'static str>,
) -> Result<T, Failure> {
    id.parse().map_err(|_| {
        let there_are: Vec<&str> = there_are.collect();
        Failure::Usage(format!(
            "--{option} {id}: no such thing; there are: {}",
            there_are.join(", ")
        ))
    })
}
