//! Topology of a machine: its bodies, its rows, and which rows act on which bodies. Constant while the machine runs.

mod block_pattern;
mod patterns;

use std::sync::Arc;

use self::block_pattern::{MassPattern, Pattern};

/// Largest number of degrees of freedom of one body.
pub const MAX_BODY_DIM: usize = 4;
/// Largest number of rows of one constraint.
pub const MAX_CONSTRAINT_DIM: usize = 3;

/// One end of a constraint: a body it acts on and the location of its Jacobian block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Dense index of the body.
    pub body: usize,
    /// Start of the block in [`super::System::jacobian`]; `rows x body dim` numbers, row by row.
    pub block: usize,
}

/// Bodies and constraints, and which constraints act on which bodies. Fixed parts and the ground do not appear: a constraint to the
/// ground has one end fewer (and may have none).
///
/// Copy on write: a clone shares its data with the original until one of them is changed.
#[derive(Clone, Debug, Default)]
pub struct Topology {
    shared: Arc<Layout>,
}

impl PartialEq for Topology {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared) || self.shared == other.shared
    }
}

impl Eq for Topology {}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    body_offset: Vec<u32>,
    mass_offset: Vec<u32>,
    row_offset: Vec<u32>,
    end_offset: Vec<u32>,
    ends: Vec<End>,
    jacobian_len: usize,
    /// Constraints that are not workless, ascending, with their range of `force_ends`.
    forced: Vec<(usize, usize, usize)>,
    force_ends: Vec<End>,
    forcing_len: usize,
    /// Patterns of the mass blocks by body; empty when none was declared.
    masses: Vec<MassPattern>,
    /// Patterns of the Jacobian blocks by constraint; empty when none was declared.
    patterns: Vec<Pattern>,
}

/// Converts an index or offset of a topology to its stored type, which suffices for every machine that fits into memory.
pub(super) fn narrow(offset: usize) -> u32 {
    assert!(offset <= u32::MAX as usize, "more numbers than can be counted");
    offset as u32
}

impl Topology {
    /// Builds the topology of bodies with these numbers of degrees of freedom (each 1 to [`MAX_BODY_DIM`]) and without constraints.
    ///
    /// # Panics
    /// Where a number of degrees of freedom is out of that range, or there are more than `u32::MAX` numbers in all.
    pub fn new(body_dims: impl IntoIterator<Item = usize>) -> Self {
        let mut layout = Layout::default();
        let (mut offset, mut mass) = (0, 0);
        for dim in body_dims {
            assert!(
                (1..=MAX_BODY_DIM).contains(&dim),
                "a body has 1 to {MAX_BODY_DIM} degrees of freedom"
            );
            offset += dim;
            mass += dim * dim;
            layout.body_offset.push(narrow(offset));
            layout.mass_offset.push(narrow(mass));
        }
        Self {
            shared: Arc::new(layout),
        }
    }

    fn layout(&mut self) -> &mut Layout {
        Arc::make_mut(&mut self.shared)
    }

    /// Releases spare capacity.
    pub fn shrink_to_fit(&mut self) {
        let layout = self.layout();
        for list in [
            &mut layout.body_offset,
            &mut layout.mass_offset,
            &mut layout.row_offset,
            &mut layout.end_offset,
        ] {
            list.shrink_to_fit();
        }
        layout.ends.shrink_to_fit();
        layout.force_ends.shrink_to_fit();
        layout.masses.shrink_to_fit();
        layout.patterns.shrink_to_fit();
    }

    /// Adds a constraint of `rows` rows (1 to [`MAX_CONSTRAINT_DIM`]) between different `bodies`; returns
    /// its dense index.
    ///
    /// # Panics
    /// Where the number of rows is out of that range, or a body does not exist or is named twice.
    pub fn add_constraint(&mut self, rows: usize, bodies: &[usize]) -> usize {
        assert!(
            (1..=MAX_CONSTRAINT_DIM).contains(&rows),
            "a constraint has 1 to {MAX_CONSTRAINT_DIM} rows"
        );
        self.add_ends(rows, bodies, false);
        let end = self.rows() + rows;
        let layout = self.layout();
        layout.row_offset.push(narrow(end));
        layout.end_offset.push(narrow(layout.ends.len()));
        self.constraints() - 1
    }

    /// Adds a constraint whose multipliers do not act along its own Jacobian but on the bodies `pushed`, along blocks of
    /// [`super::System::forcing`]; returns its dense index.
    ///
    /// # Panics
    /// As [`Topology::add_constraint`], also for `pushed`.
    pub fn add_forced_constraint(&mut self, rows: usize, bodies: &[usize], pushed: &[usize]) -> usize {
        let constraint = self.add_constraint(rows, bodies);
        let start = self.shared.force_ends.len();
        self.add_ends(rows, pushed, true);
        let layout = self.layout();
        layout.forced.push((constraint, start, layout.force_ends.len()));
        constraint
    }

    fn add_ends(&mut self, rows: usize, bodies: &[usize], forcing: bool) {
        for (k, &body) in bodies.iter().enumerate() {
            assert!(
                body < self.bodies(),
                "a constraint names a body that is not there"
            );
            assert!(!bodies[..k].contains(&body), "a constraint names a body twice");
            let size = rows * self.body_dim(body);
            let layout = self.layout();
            let (ends, len) = if forcing {
                (&mut layout.force_ends, &mut layout.forcing_len)
            } else {
                (&mut layout.ends, &mut layout.jacobian_len)
            };
            ends.push(End { body, block: *len });
            *len += size;
            // Whoever stores the offset of a block in 32 bits relies on this.
            narrow(*len);
        }
    }

    /// Returns the topology of some of the bodies and of constraints that act on no others; both lists are ascending, and are
    /// renumbered in this order. Mass patterns are not declared for bodies whose mass includes that of others (`is_laden`, by the
    /// new index).
    pub(super) fn part(
        &self,
        bodies: &[usize],
        constraints: &[usize],
        is_laden: impl Fn(usize) -> bool,
    ) -> Self {
        let mut part = Self::new(bodies.iter().map(|&body| self.body_dim(body)));
        for (index, &body) in bodies.iter().enumerate().filter(|&(index, _)| !is_laden(index)) {
            match self.mass_pattern(body) {
                MassPattern::General => {}
                pattern => part.declare_mass(index, pattern),
            }
        }
        let mut held = Vec::new();
        for &constraint in constraints {
            held.clear();
            let ends = self.ends(constraint).iter();
            held.extend(ends.map(|end| bodies.binary_search(&end.body).unwrap_or_default()));
            let index = part.add_constraint(self.constraint_dim(constraint), &held);
            match self.pattern(constraint) {
                Pattern::General => {}
                pattern => part.declare(index, self.constraint_dim(constraint), pattern),
            }
        }
        part.shrink_to_fit();
        part
    }

    /// Whether one is a clone of the other and neither has changed since. Faster than equality.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Number of moving bodies.
    pub fn bodies(&self) -> usize {
        self.shared.body_offset.len() - 1
    }
    /// Number of constraints.
    pub fn constraints(&self) -> usize {
        self.shared.row_offset.len() - 1
    }
    /// Number of scalar rows of all constraints.
    pub fn rows(&self) -> usize {
        self.row_offset(self.constraints())
    }
    /// Number of degrees of freedom of all bodies.
    pub fn dofs(&self) -> usize {
        self.body_offset(self.bodies())
    }
    /// Degrees of freedom of one body.
    #[inline]
    pub fn body_dim(&self, body: usize) -> usize {
        (self.shared.body_offset[body + 1] - self.shared.body_offset[body]) as usize
    }
    /// Start of the coordinates of a body in `force` and `acceleration`.
    #[inline]
    pub fn body_offset(&self, body: usize) -> usize {
        self.shared.body_offset[body] as usize
    }
    /// Start of the mass block of a body in [`super::System::mass`]; `dim x dim` numbers, row by row.
    pub fn mass_offset(&self, body: usize) -> usize {
        self.shared.mass_offset[body] as usize
    }
    /// Rows of one constraint.
    #[inline]
    pub fn constraint_dim(&self, constraint: usize) -> usize {
        (self.shared.row_offset[constraint + 1] - self.shared.row_offset[constraint]) as usize
    }
    /// Start of the rows of a constraint in `c`, `compliance` and `lambda`.
    #[inline]
    pub fn row_offset(&self, constraint: usize) -> usize {
        self.shared.row_offset[constraint] as usize
    }
    /// Returns the constraint that a row belongs to.
    pub fn constraint_of(&self, row: usize) -> usize {
        self.shared
            .row_offset
            .partition_point(|&start| start as usize <= row)
            - 1
    }
    /// Bodies that a constraint acts on, with their Jacobian blocks.
    #[inline]
    pub fn ends(&self, constraint: usize) -> &[End] {
        let [start, end] = [constraint, constraint + 1].map(|it| self.shared.end_offset[it] as usize);
        &self.shared.ends[start..end]
    }
    /// First body that a constraint acts on, with its Jacobian or with its force; `None` where it acts on none.
    pub(super) fn first_body(&self, constraint: usize) -> Option<usize> {
        let mut ends = self.ends(constraint).iter().chain(self.force_ends(constraint));
        ends.next().map(|end| end.body)
    }
    /// Whether the multipliers of a constraint act along its own Jacobian, so that they do no work on the motions it allows.
    #[inline]
    pub fn is_workless(&self, constraint: usize) -> bool {
        self.find_forced(constraint).is_none()
    }
    /// Bodies that the force of a constraint acts on if it is not workless, with their blocks in [`super::System::forcing`]; empty
    /// for a workless one.
    pub fn force_ends(&self, constraint: usize) -> &[End] {
        self.find_forced(constraint)
            .map_or(&[], |(start, end)| &self.shared.force_ends[start..end])
    }
    /// Constraints that are not workless, ascending.
    pub fn forced(&self) -> impl Iterator<Item = usize> {
        self.shared.forced.iter().map(|&(constraint, ..)| constraint)
    }
    fn find_forced(&self, constraint: usize) -> Option<(usize, usize)> {
        let found = self
            .shared
            .forced
            .binary_search_by_key(&constraint, |it| it.0)
            .ok()?;
        let (_, start, end) = self.shared.forced[found];
        Some((start, end))
    }
    /// Length of [`super::System::forcing`].
    pub fn forcing_len(&self) -> usize {
        self.shared.forcing_len
    }
    /// Length of [`super::System::jacobian`].
    pub fn jacobian_len(&self) -> usize {
        self.shared.jacobian_len
    }
    /// Length of [`super::System::mass`].
    pub fn mass_len(&self) -> usize {
        self.mass_offset(self.bodies())
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            body_offset: vec![0],
            mass_offset: vec![0],
            row_offset: vec![0],
            end_offset: vec![0],
            ends: Vec::new(),
            jacobian_len: 0,
            forced: Vec::new(),
            force_ends: Vec::new(),
            forcing_len: 0,
            masses: Vec::new(),
            patterns: Vec::new(),
        }
    }
}
