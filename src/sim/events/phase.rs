//! Phases of an impact: the rates that touching rows are to have after it.

/// Time in which forces act on jammed parts (s). However short it is, they close gaps that no contact force keeps open, and no impulse prevents that
/// while the parts slide.
pub(super) const INSTANT: f64 = 1e-8;

/// Phase of an impact.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Phase {
    /// Newton's rule: reverses the rates of closing rows, with coefficients of restitution times this factor.
    Newton(f64),
    /// Expansion after a compression (Poisson's rule); the rates of all rows count, whether or not they held before.
    Expansion,
    /// Removes the speeds of bounces too short to be followed. Rows that stay and points that stick are equations: the forces have pulled the parts
    /// together by the end of the last of these bounces.
    Landing,
    /// Stops the sliding where no force keeps parts from penetrating (Painlevé), by the impulse of a step of [`INSTANT`].
    Jam,
}
