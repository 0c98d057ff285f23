//! Declared block patterns of bodies and constraints, valid at every pose: the specialised kernels for pins and rods rely on them.

use super::Topology;
use super::block_pattern::{MassPattern, Pattern};

impl Topology {
    /// Declares that the mass block of a body with three degrees of freedom is always `diag(m, m, I)`.
    ///
    /// # Panics
    /// Where the body has another number of degrees of freedom.
    pub fn declare_rigid(&mut self, body: usize) {
        assert!(self.body_dim(body) == 3, "a rigid body has 3 degrees of freedom");
        self.declare_mass(body, MassPattern::Rigid);
    }

    /// Declares that the mass block of a body with two degrees of freedom is always `diag(m, m)`.
    ///
    /// # Panics
    /// Where the body has another number of degrees of freedom.
    pub fn declare_point(&mut self, body: usize) {
        assert!(self.body_dim(body) == 2, "a point has 2 degrees of freedom");
        self.declare_mass(body, MassPattern::Point);
    }

    pub(super) fn declare_mass(&mut self, body: usize, pattern: MassPattern) {
        let bodies = self.bodies();
        let masses = &mut self.layout().masses;
        masses.resize(bodies, MassPattern::General);
        masses[body] = pattern;
    }

    /// Declares that the blocks of a constraint of two rows on bodies with three degrees of freedom are `[1 0 -r_y; 0 1 r_x]`, for
    /// some lever r on each body, with opposite signs; `first_positive` is the sign on its first body.
    ///
    /// # Panics
    /// Where the constraint has other numbers of rows, bodies or degrees of freedom, or is not workless.
    pub fn declare_pin(&mut self, constraint: usize, first_positive: bool) {
        self.declare(constraint, 2, Pattern::Pin { first_positive });
    }

    /// Declares that the blocks of a constraint of one row on bodies with three degrees of freedom are `[0 0 1]` with opposite
    /// signs; `first_positive` is the sign on its first body.
    ///
    /// # Panics
    /// As [`Topology::declare_pin`].
    pub fn declare_angle(&mut self, constraint: usize, first_positive: bool) {
        self.declare(constraint, 1, Pattern::Angle { first_positive });
    }

    /// Declares that a constraint of one row holds the distance between points of two bodies, with two or three degrees of freedom
    /// each, or between a point of one body and a fixed place: its blocks are `u` and `[u, u . perp(r)]`, u pointing away from the
    /// other end.
    ///
    /// # Panics
    /// As [`Topology::declare_pin`].
    pub fn declare_rod(&mut self, constraint: usize) {
        self.declare(constraint, 1, Pattern::Rod);
    }

    pub(super) fn declare(&mut self, constraint: usize, rows: usize, pattern: Pattern) {
        let ends = self.ends(constraint);
        let fits = |body: usize| match self.body_dim(body) {
            2 => pattern == Pattern::Rod,
            dim => dim == 3,
        };
        assert!(
            ends.iter().all(|end| fits(end.body))
                && self.is_workless(constraint)
                && self.constraint_dim(constraint) == rows
                && ends.len() <= 2,
            "a declared constraint acts on one or two bodies in the plane, and does no work"
        );
        let constraints = self.constraints();
        let patterns = &mut self.layout().patterns;
        patterns.resize(constraints, Pattern::General);
        patterns[constraint] = pattern;
    }

    pub(super) fn mass_pattern(&self, body: usize) -> MassPattern {
        self.shared.masses.get(body).copied().unwrap_or_default()
    }

    pub(super) fn pattern(&self, constraint: usize) -> Pattern {
        self.shared.patterns.get(constraint).copied().unwrap_or_default()
    }

    /// Whether a body was declared rigid.
    pub fn is_rigid(&self, body: usize) -> bool {
        self.mass_pattern(body) == MassPattern::Rigid
    }

    /// Whether a body was declared a point.
    pub fn is_point(&self, body: usize) -> bool {
        self.mass_pattern(body) == MassPattern::Point
    }

    /// Whether a constraint was declared a pin.
    pub fn is_pin(&self, constraint: usize) -> bool {
        matches!(self.pattern(constraint), Pattern::Pin { .. })
    }

    /// Whether a constraint was declared to hold the relative angle of rigid bodies.
    pub fn is_angle(&self, constraint: usize) -> bool {
        matches!(self.pattern(constraint), Pattern::Angle { .. })
    }

    /// Whether a constraint was declared a rod.
    pub fn is_rod(&self, constraint: usize) -> bool {
        self.pattern(constraint) == Pattern::Rod
    }

    /// Whether the block of a declared pin or angle on `body` is positive.
    pub(crate) fn is_positive(&self, constraint: usize, body: usize) -> bool {
        let first = self.ends(constraint).first().is_some_and(|end| end.body == body);
        match self.pattern(constraint) {
            Pattern::Pin { first_positive } | Pattern::Angle { first_positive } => first_positive == first,
            Pattern::General | Pattern::Rod => false,
        }
    }
}
