//! Rows with bounds, saved as equations, so that each can be made an identity with a given multiplier and an equation again: the pattern of the
//! factor stays.

use std::ops::Range;

use crate::solver::{Solution, System, Topology};

use super::condition::Condition;

/// The rows of a set of conditions, in the order of the conditions.
#[derive(Default)]
pub struct SavedRows {
    /// J, row after row, and the start of each row.
    j: Vec<f64>,
    starts: Vec<usize>,
    c: Vec<f64>,
    compliance: Vec<f64>,
    /// J W J^T of each row, by the diagonal of M.
    mobility: Vec<f64>,
}

impl SavedRows {
    /// Saves the rows from a system whose rows are all equations.
    pub fn save(&mut self, topology: &Topology, system: &System, conditions: &[Condition]) {
        for list in [&mut self.j, &mut self.c, &mut self.compliance, &mut self.mobility] {
            list.clear();
        }
        self.starts.clear();
        for it in conditions {
            self.starts.push(self.j.len());
            let mut mobility = 0.0;
            for end in topology.ends(it.constraint) {
                let dim = topology.body_dim(end.body);
                let row = &system.jacobian[end.block + it.k * dim..][..dim];
                let mass = &system.mass[topology.mass_offset(end.body)..][..dim * dim];
                // One by one: a copy of variable length is a function call.
                row.iter().for_each(|j| self.j.push(*j));
                mobility += mobility_in(row, mass);
            }
            self.mobility.push(mobility);
            let row = topology.row_offset(it.constraint) + it.k;
            self.c.push(system.c[row]);
            self.compliance.push(system.compliance[row]);
        }
    }

    /// c of a row.
    pub fn c(&self, i: usize) -> f64 {
        self.c[i]
    }

    /// E of a row.
    pub fn compliance(&self, i: usize) -> f64 {
        self.compliance[i]
    }

    /// J W J^T of a row, by the diagonal of M.
    pub fn mobility(&self, i: usize) -> f64 {
        self.mobility[i]
    }

    /// J of a row, end by end.
    pub fn j(&self, i: usize) -> &[f64] {
        let end = self.starts.get(i + 1).copied().unwrap_or(self.j.len());
        &self.j[self.starts[i]..end]
    }

    /// Writes a row as an equation, with additional compliance `ease`, relative to its own J W J^T.
    pub fn write_equation(
        &self,
        topology: &Topology,
        system: &mut System,
        it: &Condition,
        i: usize,
        ease: f64,
    ) {
        let mut j = self.j(i).iter();
        for end in topology.ends(it.constraint) {
            let dim = topology.body_dim(end.body);
            let to = &mut system.jacobian[end.block + it.k * dim..][..dim];
            to.iter_mut().zip(&mut j).for_each(|(to, j)| *to = *j);
        }
        let row = topology.row_offset(it.constraint) + it.k;
        system.c[row] = self.c[i];
        system.compliance[row] = self.compliance[i] + ease * self.mobility[i];
    }

    /// Writes a row as an identity, `lambda = x`.
    pub fn write_identity(&self, topology: &Topology, system: &mut System, it: &Condition, x: f64) {
        for end in topology.ends(it.constraint) {
            let dim = topology.body_dim(end.body);
            system.jacobian[end.block + it.k * dim..][..dim].fill(0.0);
        }
        let row = topology.row_offset(it.constraint) + it.k;
        (system.c[row], system.compliance[row]) = (-x, 1.0);
    }

    /// J of a row, end by end, each with the range of the coordinates of its body.
    fn blocks<'a>(
        &'a self,
        topology: &'a Topology,
        it: &Condition,
        i: usize,
    ) -> impl Iterator<Item = (Range<usize>, &'a [f64])> {
        let mut at = self.starts[i];
        topology.ends(it.constraint).iter().map(move |end| {
            let (start, dim) = (topology.body_offset(end.body), topology.body_dim(end.body));
            let j = &self.j[at..at + dim];
            at += dim;
            (start..start + dim, j)
        })
    }

    /// F += J^T x of a row.
    pub fn add_force(&self, topology: &Topology, force: &mut [f64], it: &Condition, i: usize, x: f64) {
        for (own, j) in self.blocks(topology, it, i) {
            let pairs = force[own].iter_mut().zip(j);
            pairs.for_each(|(force, j)| *force += j * x);
        }
    }

    /// J a of a row.
    pub fn along(&self, topology: &Topology, it: &Condition, i: usize, out: &Solution) -> f64 {
        let of_end = |(own, j): (Range<usize>, &[f64])| dot(j, &out.acceleration[own]);
        self.blocks(topology, it, i).map(of_end).sum()
    }

    /// `w = J a + c` of a row, and the size of its terms.
    pub fn w_and_terms(&self, topology: &Topology, it: &Condition, i: usize, out: &Solution) -> (f64, f64) {
        let (mut w, mut terms) = (self.c[i], self.c[i].abs());
        for (own, j) in self.blocks(topology, it, i) {
            for (a, j) in out.acceleration[own].iter().zip(j) {
                w += a * j;
                terms += (a * j).abs();
            }
        }
        (w, terms)
    }
}

/// J W J^T of a row in one body, by the diagonal of its M.
#[inline]
pub fn mobility_in(j: &[f64], mass: &[f64]) -> f64 {
    match (j, mass) {
        ([x, y, z], [mass_x, _, _, _, mass_y, _, _, _, inertia]) => {
            x * x / mass_x + y * y / mass_y + z * z / inertia
        }
        _ => {
            let mass = mass.iter().step_by(j.len() + 1);
            j.iter().zip(mass).map(|(j, mass)| j * j / mass).sum()
        }
    }
}

/// J v of a row in one body.
#[inline]
pub fn dot(j: &[f64], v: &[f64]) -> f64 {
    match (j, v) {
        // Written out: a loop over so few is slower.
        ([a, b, c], [x, y, z]) => a * x + b * y + c * z,
        _ => j.iter().zip(v).map(|(j, v)| j * v).sum(),
    }
}

/// Finds the constraints that have conditions or a non-zero J: the rows of all others are zero.
pub fn find_active(topology: &Topology, system: &System, conditions: &[Condition], active: &mut Vec<bool>) {
    let acts = |constraint: usize| {
        let rows = topology.constraint_dim(constraint);
        let mut ends = topology.ends(constraint).iter();
        ends.any(|end| {
            let block = &system.jacobian[end.block..][..rows * topology.body_dim(end.body)];
            block.iter().any(|j| *j != 0.0)
        })
    };
    active.clear();
    active.extend((0..topology.constraints()).map(acts));
    conditions.iter().for_each(|it| active[it.constraint] = true);
}
