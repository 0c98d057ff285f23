//! Restitution that creates no energy, in a step by impulses.
//!
//! ```text
//! Newton     u_n+ >= -e u_n-                                     unless it creates energy, or no impulses lead there
//! Poisson    compression  u_n >= 0  gives P_c;  expansion  P_n >= e P_c,  u_n >= 0,  |P_t| <= mu P_n     from there
//! scaled     Poisson's with all e of the step times one factor   the largest that creates no energy; factor 0 never does
//! ```
//! With friction, or with different restitutions, Newton's rule may create energy, and with several contacts with friction so may Poisson's (Kane
//! 1984; Glocker 2013). The energy that a step creates in an island is the lesser of
//!
//! ```text
//! sum P (u- + u+)/2              work of the impulses over the step
//! sum P u+ - (v+ - v0)^T M (v+ - v0)/2      the same from v0 = v + W h F on: never above 0 where all e are 0
//! ```

use crate::sim::limits::Condition;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{SolveError, System, Topology};

use super::bodies::apply_w;
use super::contact_solver::ContactSolution;
use super::figures::EXACT;
use super::method_choice::DENSE_FIRST;
use super::problem::PreviousStep;
use super::step::{Contacts, Created, Restitution};

/// Energy that counts as rounding, as a share of the kinetic energy.
const ROUNDING: f64 = 1e-9;
/// Least kinetic energy of an island in that comparison, as a share of the total: solves are no more accurate.
const STILL: f64 = 1e-6;
/// Bisections of the factor of the restitutions.
const HALVINGS: u32 = 10;

impl Contacts {
    /// Replaces the answer by Newton's rule with one by Poisson's, or by scaled restitutions, where it created energy, or, where nothing is driven, where
    /// the rule has no answer: parts wedged between others cannot all leave as fast as it asks.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn limit_restitution_energy(
        &mut self,
        with: (&Model, &Dynamics),
        state: &mut SimState,
        newton: ContactSolution,
    ) -> Result<ContactSolution, SolveError> {
        if self.restitution.hits.is_empty() {
            return Ok(newton);
        }
        self.restitution.force.clone_from(&self.rows.system.force);
        self.restitution.c.clone_from(&self.rows.system.c);
        self.restitution.conditions.clone_from(&self.conditions);
        // What is jammed between a drive and the ground has no answer by any rule, and in a large island sweeps leave a residual. Written so that NaN is
        // no answer.
        let model = with.0;
        let has_answer =
            model.passive && model.settings.method.is_exact() && self.conditions.len() < DENSE_FIRST;
        let answers = |it: &ContactSolution| it.residual <= EXACT || !has_answer;
        if answers(&newton) && !self.creates_energy(state) {
            return Ok(newton);
        }
        let answer = self.by_poisson(with, 1.0)?;
        if answers(&answer) && !self.creates_energy(state) {
            state.contact.by_poisson += 1;
            return Ok(answer);
        }
        state.contact.scaled += 1;
        let [mut low, mut high] = [0.0, 1.0];
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let answer = self.by_poisson(with, middle)?;
            if answers(&answer) && !self.creates_energy(state) {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.by_poisson(with, low)
    }

    /// Whether the solution gives the bodies of any island more energy than they may have.
    fn creates_energy(&mut self, state: &SimState) -> bool {
        let (topology, system) = (&self.rows.topology, &self.rows.system);
        let (islands, after) = (self.contact_solver.islands(), &self.solution.acceleration);
        let sums = &mut self.restitution.energy;
        sums.clear();
        sums.resize(topology.bodies(), Created::default());
        for it in self.restitution.conditions.iter().filter(|it| !is_capped(it)) {
            let Some(end) = topology.ends(it.constraint).first() else {
                continue;
            };
            let sum = &mut sums[islands.root(end.body)];
            let row = topology.row_offset(it.constraint) + it.k;
            let impulse = self.solution.lambda[row];
            let [from, to] = [&state.v, after].map(|v| rate(topology, system, it, v));
            // Work that c of a row asks for, where it draws a limit back or moves it, is not that of a bounce.
            let mut asked = (-impulse * self.restitution.c[row]).max(0.0);
            if asked > 0.0 && self.restitution.hits.iter().any(|hit| hit.row == row) {
                asked = 0.0;
            }
            sum.over += 0.5 * (impulse * (from + to) - asked);
            sum.at_end += impulse * to - asked;
        }
        for body in 0..topology.bodies() {
            let own = topology.body_offset(body)..topology.body_offset(body) + topology.body_dim(body);
            let force = &self.restitution.force[own.clone()];
            let mut free = [0.0; MAX_BODY_DIM];
            apply_w(topology, system, body, force, &mut free);
            let sum = &mut sums[islands.root(body)];
            sum.kinetic += 0.5 * force.iter().zip(&free).map(|(f, v)| f * v).sum::<f64>();
            let mut change = free;
            for (change, v) in change.iter_mut().zip(&after[own]) {
                *change = v - *change;
            }
            let mut momentum = [0.0; MAX_BODY_DIM];
            apply_m(topology, system, body, &change, &mut momentum);
            let terms = change.iter().zip(&momentum).take(topology.body_dim(body));
            sum.at_end -= 0.5 * terms.map(|(a, b)| a * b).sum::<f64>();
        }
        let whole = STILL * sums.iter().map(|it| it.kinetic).sum::<f64>();
        sums.iter()
            .any(|it| it.over.min(it.at_end) > ROUNDING * it.kinetic.max(whole))
    }

    /// Poisson's restitution: compression, then expansion with the restitutions times `scale`; leaves the velocities after both phases and the sum
    /// of the multipliers of both in the solution.
    fn by_poisson(&mut self, with: (&Model, &Dynamics), scale: f64) -> Result<ContactSolution, SolveError> {
        let Restitution { hits, force, c, .. } = &self.restitution;
        self.rows.system.force.copy_from_slice(force);
        self.rows.system.c.copy_from_slice(c);
        for hit in hits {
            self.rows.system.c[hit.row] = hit.closed;
        }
        let compressed = self.answer(with, false, PreviousStep::Nothing)?;
        self.restitution.total.clone_from(&self.solution.lambda);
        self.restitution.sides.clear();
        self.restitution
            .sides
            .extend_from_slice(self.contact_solver.sides());
        for body in 0..self.rows.topology.bodies() {
            let (start, dim) = (
                self.rows.topology.body_offset(body),
                self.rows.topology.body_dim(body),
            );
            let mut momentum = [0.0; MAX_BODY_DIM];
            let v = &self.solution.acceleration[start..start + dim];
            apply_m(&self.rows.topology, &self.rows.system, body, v, &mut momentum);
            self.rows.system.force[start..start + dim].copy_from_slice(&momentum[..dim]);
        }
        // Drives and friction of limited force have given their impulse in the compression phase.
        for it in self.conditions.iter_mut().filter(|it| is_capped(it)) {
            it.bounds = [0.0; 2];
        }
        for hit in &self.restitution.hits {
            let floor = scale * hit.restitution * self.restitution.total[hit.row];
            let it = &mut self.conditions[hit.condition];
            it.bounds = if it.bounds[0] == f64::NEG_INFINITY {
                [f64::NEG_INFINITY, floor.min(0.0)]
            } else {
                [floor.max(0.0), f64::INFINITY]
            };
        }
        let expanded = self.answer(with, false, PreviousStep::Nothing);
        self.conditions.clone_from(&self.restitution.conditions);
        self.rows.system.force.copy_from_slice(&self.restitution.force);
        self.rows.system.c.copy_from_slice(&self.restitution.c);
        let mut expanded = expanded?;
        let first = self.conditions.iter().zip(&self.restitution.sides).enumerate();
        for (i, (_, side)) in first.filter(|it| is_capped(it.1.0)) {
            self.contact_solver.set_side(i, *side);
        }
        for (own, first) in self.solution.lambda.iter_mut().zip(&self.restitution.total) {
            *own += first;
        }
        expanded.residual = expanded.residual.max(compressed.residual);
        expanded.iterations += compressed.iterations;
        Ok(expanded)
    }
}

/// Whether the condition is that of a drive or dry friction of limited force, and not a unilateral one. In an impact the bounds of the former are 0 as
/// well: they have no impulse and are not told apart.
fn is_capped(it: &Condition) -> bool {
    it.friction.is_none() && !it.bounds.contains(&0.0)
}

/// Returns J v of the row of a condition.
fn rate(topology: &Topology, system: &System, it: &Condition, v: &[f64]) -> f64 {
    let of = |end: &crate::solver::End| {
        let dim = topology.body_dim(end.body);
        let j = &system.jacobian[end.block + it.k * dim..][..dim];
        let v = &v[topology.body_offset(end.body)..][..dim];
        j.iter().zip(v).map(|(j, v)| j * v).sum::<f64>()
    };
    topology.ends(it.constraint).iter().map(of).sum()
}

/// Writes M v of a body.
fn apply_m(topology: &Topology, system: &System, body: usize, v: &[f64], out: &mut [f64]) {
    let dim = topology.body_dim(body);
    let block = &system.mass[topology.mass_offset(body)..][..dim * dim];
    for (out, row) in out.iter_mut().zip(block.chunks_exact(dim)) {
        *out = row.iter().zip(v).map(|(m, v)| m * v).sum();
    }
}
