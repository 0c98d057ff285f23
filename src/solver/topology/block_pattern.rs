//! What can be known of a block at any pose.

/// What is known of the mass block of a body at any pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MassPattern {
    /// Symmetric positive definite.
    #[default]
    General,
    /// `diag(m, m, I)`
    Rigid,
    /// `diag(m, m)`
    Point,
}

/// What is known of the Jacobian blocks of a constraint at any pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Nothing.
    #[default]
    General,
    /// `+-[1 0 -r_y; 0 1 r_x]`, positive on the first body or on the other.
    Pin { first_positive: bool },
    /// `+-[0 0 1]`, likewise.
    Turn { first_positive: bool },
    /// `u` for a point, `[u, u . perp(r)]` for a body that turns; u points away from the other end.
    Rod,
}
