//! Work budget shared by several solvers. Work is estimated from counts before it is done and not measured by a clock, so the same
//! task is aborted at the same place on every machine.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{SolveError, System, Topology};

/// Estimated time of a solve per entry of J or coordinate (ns), and the constant part per solve (ns).
const ENTRY: f64 = 6.0;
const LEAST: f64 = 300.0;

/// Estimated planning time per constraint, and per visit of a neighbouring constraint (ns).
const OF_CONSTRAINT: f64 = 400.0;
const OF_LOOK: f64 = 2.0;

/// A task may always take this many charges of the size of its largest one, so that a slow method is not aborted at its regular work.
const CHARGES: u64 = 64;
/// Upper limit of that exception, as a multiple of the budget.
const MULTIPLE: u64 = 8;
/// Upper limit of a single charge (ns); keeps the sums from overflowing.
const LARGEST: u64 = 1 << 40;

/// Work budget in estimated nanoseconds on present hardware. Unlimited until a limit is set.
#[derive(Debug)]
pub struct WorkBudget {
    spent: AtomicU64,
    largest: AtomicU64,
    most: AtomicU64,
    /// Work of this task whose amount depends on the state, and the excess of that over earlier tasks.
    strict: AtomicU64,
    excess: AtomicU64,
}

impl Default for WorkBudget {
    fn default() -> Self {
        Self {
            spent: AtomicU64::new(0),
            largest: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            strict: AtomicU64::new(0),
            excess: AtomicU64::new(0),
        }
    }
}

impl WorkBudget {
    /// Starts a task with a budget of `most` (ns), or 64 of its largest charges if that is more, up to 8 times `most`; unlimited where
    /// `most` is `None`.
    pub fn begin(&self, most: Option<u64>) {
        self.spent.store(0, Relaxed);
        self.largest.store(0, Relaxed);
        self.most.store(most.unwrap_or(u64::MAX), Relaxed);
    }

    /// Starts a task of a series, such as the steps of a run, as [`WorkBudget::begin`] does. What each task charges by
    /// [`WorkBudget::charge_strictly`] beyond `fair` (ns) is carried over to the next; once the work carried over and that of the task
    /// exceed half of `most`, the charge fails. So one step of some seconds passes, and a thousand such steps in sequence do not.
    pub fn begin_next(&self, most: u64, fair: u64) {
        let strict = self.strict.swap(0, Relaxed);
        let excess = self.excess.load(Relaxed).saturating_add(strict);
        self.excess.store(excess.saturating_sub(fair), Relaxed);
        self.begin(Some(most));
    }

    /// Work charged since the task began (ns).
    pub fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Charges work (ns) that is about to be done to the budget.
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where the charge exceeds the remaining budget, or the whole budget by itself: a single task of that size would
    /// take as long, and fill as much memory, before it could be aborted.
    pub fn charge(&self, ns: f64) -> Result<(), SolveError> {
        let ns = (ns as u64).min(LARGEST);
        let largest = match self.largest.load(Relaxed) {
            largest if largest >= ns => largest,
            _ => self.largest.fetch_max(ns, Relaxed).max(ns),
        };
        let most = self.most.load(Relaxed);
        let ordinary = largest.saturating_mul(CHARGES).min(most.saturating_mul(MULTIPLE));
        self.spend(ns, most, ordinary)
    }

    /// Charges work (ns) whose amount depends on the state and not on the method: it never widens the budget.
    ///
    /// # Errors
    /// As [`WorkBudget::charge`]; also where the work is infinite, without any limit too.
    pub fn charge_strictly(&self, ns: f64) -> Result<(), SolveError> {
        if ns == f64::INFINITY {
            return Err(SolveError::TooLong);
        }
        let (ns, most) = ((ns as u64).min(LARGEST), self.most.load(Relaxed));
        if most == u64::MAX {
            return self.spend(ns, most, 0);
        }
        let strict = self.strict.fetch_add(ns, Relaxed).saturating_add(ns);
        let in_series = strict.saturating_add(self.excess.load(Relaxed));
        let done = self.spend(ns, most, 0);
        if done.is_ok() && in_series <= most / 2 {
            return Ok(());
        }
        // What is begun after this failure is another series.
        self.strict.store(0, Relaxed);
        self.excess.store(0, Relaxed);
        Err(SolveError::TooLong)
    }

    fn spend(&self, ns: u64, most: u64, ordinary: u64) -> Result<(), SolveError> {
        // Threads of one task may charge in any order: the total is the same.
        let spent = self.spent.fetch_add(ns, Relaxed).saturating_add(ns);
        if ns > most || spent > most.max(ordinary) {
            return Err(SolveError::TooLong);
        }
        Ok(())
    }
}

/// Estimated time of the products with all blocks of a system in one solve (ns).
pub(super) fn products_cost(topology: &Topology, system: &System) -> f64 {
    LEAST + ENTRY * (topology.dofs() + system.jacobian.len()) as f64
}

/// Estimated time of finding an elimination order (ns). Each elimination visits the neighbouring constraints: few on the frontier
/// of a mesh (about the square root of their number), all of them where everything is connected to everything.
pub(super) fn planning_cost(topology: &Topology) -> f64 {
    let (all, bodies) = (topology.constraints() as f64, topology.bodies() as f64);
    let rim = (all.sqrt() * 2.0 * all / bodies.max(1.0)).min(all);
    all * (OF_CONSTRAINT + OF_LOOK * rim)
}
