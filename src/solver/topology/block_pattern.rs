//! Block patterns that hold at every pose.

/// Pattern of the mass block of a body, valid at every pose.
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

/// Pattern of the Jacobian blocks of a constraint, valid at every pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pattern {
    /// No pattern.
    #[default]
    General,
    /// `+-[1 0 -r_y; 0 1 r_x]` with opposite signs on the two bodies; positive on the first body if `first_positive`.
    Pin { first_positive: bool },
    /// `+-[0 0 1]`, with signs as for a pin.
    Angle { first_positive: bool },
    /// `u` for a point, `[u, u . perp(r)]` for a body that turns; the direction u points away from the other end.
    Rod,
}
