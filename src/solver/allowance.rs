//! How much work a task may take, for solvers with a common budget. It is added up by what is about to be done, not by a clock: so the same
//! task ends at the same place on every machine.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::{SolveError, System, Topology};

/// Time that an entry of J, or a coordinate, takes with everything that is done for it in a solve (ns), and a solve at least.
const ENTRY: f64 = 6.0;
const LEAST: f64 = 300.0;

/// Time to plan for a constraint, and to look at another beside it (ns).
const OF_CONSTRAINT: f64 = 400.0;
const OF_LOOK: f64 = 2.0;

/// So many of its largest charges a task may always take: a method that is slow by nature is at work on what it is asked.
const CHARGES: u64 = 64;
/// What is charged at once at most (ns): sums of these do not overflow.
const LARGEST: u64 = 1 << 40;

/// An account of work, in about what it takes (ns on a machine of today). Without a limit as long as none is set.
#[derive(Debug)]
pub struct Allowance {
    spent: AtomicU64,
    largest: AtomicU64,
    most: AtomicU64,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            spent: AtomicU64::new(0),
            largest: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
        }
    }
}

impl Allowance {
    /// Begins a task that may take so much (ns), or 64 of its largest charges; without a limit where nothing is said.
    pub fn begin(&self, most: Option<u64>) {
        self.spent.store(0, Relaxed);
        self.largest.store(0, Relaxed);
        self.most.store(most.unwrap_or(u64::MAX), Relaxed);
    }

    /// What was taken since the task began (ns).
    pub fn spent(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Takes so much (ns).
    ///
    /// # Errors
    /// [`SolveError::TooLong`] where that is more than there was left.
    pub fn charge(&self, ns: f64) -> Result<(), SolveError> {
        let ns = (ns as u64).min(LARGEST);
        // Threads that work on the same task may ask in any order: together they take the same.
        let spent = self.spent.fetch_add(ns, Relaxed).saturating_add(ns);
        let largest = match self.largest.load(Relaxed) {
            largest if largest >= ns => largest,
            _ => self.largest.fetch_max(ns, Relaxed).max(ns),
        };
        let ordinary = largest.saturating_mul(CHARGES);
        if spent > self.most.load(Relaxed).max(ordinary) {
            return Err(SolveError::TooLong);
        }
        Ok(())
    }
}

/// What products with all blocks of a system take, as often as a solve has them (ns).
pub(super) fn of_products(topology: &Topology, system: &System) -> f64 {
    LEAST + ENTRY * (topology.dofs() + system.jacobian.len()) as f64
}

/// About what it takes to find an order of elimination (ns): a constraint is looked at as often as it is beside those that go, which are
/// a few on the rim of a net, and all where everything is joined to everything.
pub(super) fn of_plan(topology: &Topology) -> f64 {
    let (all, bodies) = (topology.constraints() as f64, topology.bodies() as f64);
    let rim = (all.sqrt() * 2.0 * all / bodies.max(1.0)).min(all);
    all * (OF_CONSTRAINT + OF_LOOK * rim)
}
