//! Measurements at each step of a run.

use std::time::{Duration, Instant};

use crate::cli::simulate::recorded::Recorded;
use crate::lab::scope::Signal;
use crate::sim::{SimState, Simulation, Stop, Worst};

/// Measurements during a run.
pub struct Measured {
    pub(super) wall: Duration,
    pub(super) energy_start: f64,
    pub(super) worst: Worst,
    pub(super) shortest: f64,
    pub(super) contacts: usize,
    /// The state in which joints were open widest, of those since the run left its limits.
    pub(super) widest: Option<SimState>,
    pub(super) assemble: Vec<u64>,
    pub(super) factor: Vec<u64>,
    pub(super) solve: Vec<u64>,
    pub(super) evaluate: Vec<u64>,
    pub(super) recorded: Recorded,
}

impl Measured {
    /// Starts with the state as built; the signals are evaluated at each step.
    pub fn new(run: &mut Simulation, signals: Vec<Signal>) -> Self {
        let worst = Worst {
            drift: run.look(),
            ..Worst::default()
        };
        let mut recorded = Recorded::new(signals);
        recorded.note(run);
        Self {
            wall: Duration::ZERO,
            energy_start: run.energy().total(),
            worst,
            shortest: run.model().settings.dt,
            contacts: run.state().contacts.len(),
            widest: None,
            assemble: Vec::new(),
            factor: Vec::new(),
            solve: Vec::new(),
            evaluate: Vec::new(),
            recorded,
        }
    }

    /// Takes a step of `h` seconds and measures it.
    pub fn step(&mut self, run: &mut Simulation, h: f64) -> Result<(), Stop> {
        let started = Instant::now();
        let (stepped, spent) = run.timed_step_by(h);
        stepped?;
        self.wall += started.elapsed();
        let spent = spent.per_solve();
        self.assemble.push(spent.assemble_ns);
        self.factor.push(spent.factor_ns);
        self.solve.push(spent.solve_ns);
        self.evaluate.push(spent.total_ns());
        self.shortest = self.shortest.min(run.state().control.shortest);
        self.contacts = self.contacts.max(run.state().contacts.len());
        let open = self.worst.drift.largest().0;
        self.worst.see(run);
        if run.breach().is_some() && self.worst.drift.largest().0 > open {
            self.widest = Some(run.state().clone());
        }
        self.recorded.note(run);
        Ok(())
    }
}
