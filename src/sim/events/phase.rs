//! What an impact is to do with the rates of rows that touch.

/// Time in which forces act on what jams (s): they close what no force keeps open, and no sliding answers that, however short it is.
pub(super) const INSTANT: f64 = 1e-8;

/// One of its phases.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Phase {
    /// Turns them back by Newton's rule, with restitutions times a factor.
    Newton(f64),
    /// Expands what was compressed before; rates count whatever held.
    Expansion,
    /// Takes away the speeds of bounces that are too short to follow, with equations for all that stays and sticks: what pulls the parts
    /// together has done so when the last of these bounces ends.
    Landing,
    /// Takes the speed of sliding away where no force keeps parts out of each other (Painlevé): that of a step of [`INSTANT`] by impulses.
    Jam,
}
