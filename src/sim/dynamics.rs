//! From state to accelerations: forces, Jacobian, right-hand side, one solve.

use std::time::Instant;

use crate::bodies::Motion;
use crate::constraints::{EndPorts, Level, MAX_ENDS, Push, Row};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::solver::system::MAX_CONSTRAINT_DIM;
use crate::solver::{Method, Solution, SolveError, Solver, System};

use super::pins::Pins;
use super::{Grab, Link, Model, SimState, Work};

/// Compliance that makes a row as good as absent (it may then give by a metre at a piconewton).
const FREE: f64 = 1e12;

/// Residual of an iterative method, relative to its terms, from which it is not converged.
const LOOSE: f64 = 1e-7;

/// Speed at which the feedback draws an open joint together, at most (m/s, rad/s).
pub(super) const CLOSING_SPEED: f64 = 4.0;

/// How far the constraints are from met, before any correction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drift {
    /// Largest |C| of rows in metres.
    pub max_m: f64,
    /// Largest |C| of rows in radians.
    pub max_rad: f64,
    /// Root mean square of C over rows in metres.
    pub rms_m: f64,
    /// Largest |Cdot| of any row (m/s or rad/s).
    pub rate: f64,
    /// Link (dense index) with the largest |C| by its own unit.
    pub worst: Option<usize>,
}

/// The workspaces of an evaluation. Nothing here is state: two of them give the same answers.
pub struct Dynamics {
    /// The constraint solver.
    pub solver: Solver,
    pub(super) system: System,
    /// The answer of the last solve.
    pub solution: Solution,
    /// C, row by row, of the last evaluation.
    pub c_value: Vec<f64>,
    /// Cdot, row by row, of the last evaluation.
    pub c_rate: Vec<f64>,
    /// Explicit time rate of C, row by row, of the last evaluation.
    pub(super) time_rate: Vec<f64>,
    /// gamma, row by row, of the last evaluation.
    pub(super) gamma: Vec<f64>,
    /// Anchors and turns, where the machine is nothing but pins.
    pub(super) pins: Pins,
    /// Multipliers that an iterative method starts from at the next evaluation: those of the last one. The state
    /// holds them between steps, so that the same state gives the same bits; other solves start from nothing.
    pub(super) guess: Vec<f64>,
    /// Time to evaluate forces and constraints at the last evaluation (ns).
    pub assemble_ns: u64,
}

/// What an evaluation tells beside the accelerations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// Rates of the ledger's entries (W).
    pub rate: Work,
}

impl Dynamics {
    /// Workspaces with this method chosen.
    pub fn new(method: Method) -> Self {
        Self {
            solver: Solver::new(method),
            system: System::default(),
            solution: Solution::default(),
            c_value: Vec::new(),
            c_rate: Vec::new(),
            time_rate: Vec::new(),
            gamma: Vec::new(),
            pins: Pins::default(),
            guess: Vec::new(),
            assemble_ns: 0,
        }
    }

    /// Does work that has to be exact to be of use, such as closing joints, with a direct method.
    pub(super) fn exactly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let method = self.solver.method();
        if method.iterates() {
            self.solver.set_method(Method::Sparse);
        }
        let done = work(self);
        self.solver.set_method(method);
        done
    }

    /// Whether the method in use stopped short of the answer at the last solve.
    pub(super) fn approximates(&self) -> bool {
        self.solver.method().iterates() && self.solver.report().residual > LOOSE
    }

    /// The numbers of the last evaluation.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// Makes room for a model and lets the solver see its topology.
    pub fn prepare(&mut self, model: &Model) {
        self.solution.acceleration.resize(model.topology.dofs(), 0.0);
        self.solution.lambda.resize(model.topology.rows(), 0.0);
        self.solver.set_topology(&model.topology);
        self.pins.prepare(model, self.solver.pins());
    }

    /// Makes room for what is worked out on the general way; the sweeps do without.
    pub(super) fn make_room(&mut self, model: &Model) {
        self.system.resize(&model.topology);
        for list in [
            &mut self.c_value,
            &mut self.c_rate,
            &mut self.time_rate,
            &mut self.gamma,
        ] {
            list.resize(model.topology.rows(), 0.0);
        }
    }

    /// Evaluates C, Cdot, J and gamma of every row, and the mass blocks.
    pub(super) fn evaluate_constraints(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
    ) {
        self.make_room(model);
        for (index, body) in model.bodies.iter().enumerate() {
            let start = model.topology.mass_offset(index);
            let dim = body.motion.dim();
            body.motion.mass_block(
                body.mass,
                &q[body.offset..],
                &mut self.system.mass[start..start + dim * dim],
            );
        }
        self.system.jacobian.fill(0.0);
        self.system.forcing.fill(0.0);
        self.system.compliance.fill(0.0);
        self.pins.turn(model, q);
        // Large, and made once: clearing them for every link would take longer than what is written to them.
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let mut ports = [EndPorts::default(); MAX_ENDS];
        for (index, link) in model.links.iter().enumerate() {
            if model.topology.is_pin(index) {
                self.evaluate_pin(model, index, q, v);
                continue;
            }
            let rows = &mut rows[..link.rows.len()];
            rows.fill(Row::default());
            let ends = &mut ports[..link.ends.len()];
            for (port, place) in ends.iter_mut().zip(&link.ends) {
                *port = model.ports(place, q, v);
            }
            let ends = &*ends;
            let memory = &memory[link.memory..link.memory + link.memory_len];
            link.kind.evaluate(ends, time, memory, rows);
            if link.forced {
                self.evaluate_push(model, index, ends);
            }
            for (k, row) in rows.iter().enumerate() {
                self.c_value[link.row + k] = row.value;
                self.c_rate[link.row + k] = row.rate(ends);
                self.time_rate[link.row + k] = row.time_rate;
                self.gamma[link.row + k] = row.gamma(ends);
                for (e, end) in ends.iter().enumerate() {
                    let (Some(block), Some(body)) = (model.block(index, e), link.ends[e].body()) else {
                        continue;
                    };
                    let dim = model.bodies[body].motion.dim();
                    let entries = &mut self.system.jacobian[block + k * dim..block + (k + 1) * dim];
                    let gradient = &row.gradient[e];
                    for (i, entry) in entries.iter_mut().enumerate() {
                        *entry += gradient.point.dot(end.point.gradient[i])
                            + gradient.angle * end.angle.gradient[i];
                    }
                }
            }
        }
    }

    /// K of a constraint whose force acts elsewhere.
    fn evaluate_push(&mut self, model: &Model, index: usize, ends: &[EndPorts]) {
        let link = &model.links[index];
        let mut rows = [Push::default(); MAX_CONSTRAINT_DIM];
        let rows = &mut rows[..link.rows.len()];
        link.kind.pushes(ends, rows);
        for (k, row) in rows.iter().enumerate() {
            for (e, end) in ends.iter().enumerate() {
                let (Some(block), Some(body)) = (model.push(index, e), link.ends[e].body()) else {
                    continue;
                };
                let dim = model.bodies[body].motion.dim();
                let entries = &mut self.system.forcing[block + k * dim..block + (k + 1) * dim];
                for (i, entry) in entries.iter_mut().enumerate() {
                    *entry += row[e].point.dot(end.point.gradient[i]) + row[e].angle * end.angle.gradient[i];
                }
            }
        }
    }

    /// The same for a pin between rigid bodies, whose rows are known beforehand.
    fn evaluate_pin(&mut self, model: &Model, index: usize, q: &[f64], v: &[f64]) {
        let link = &model.links[index];
        let [a, b] = self.pins.ends(model, link, q, v);
        let (value, rate, gamma) = (b.value - a.value, b.rate - a.rate, b.bias - a.bias);
        for k in 0..2 {
            self.c_value[link.row + k] = value[k];
            self.c_rate[link.row + k] = rate[k];
            self.time_rate[link.row + k] = 0.0;
            self.gamma[link.row + k] = gamma[k];
        }
        for end in model.topology.ends(index) {
            let at_a = link.ends[0].body() == Some(end.body);
            let (sign, lever) = if at_a { (-1.0, a.lever) } else { (1.0, b.lever) };
            let entries = &mut self.system.jacobian[end.block..end.block + 6];
            entries.copy_from_slice(&[sign, 0.0, sign * lever.x, 0.0, sign, sign * lever.y]);
        }
    }

    /// Sums the applied forces; returns the power that is not taken from potential energy, by who gives it.
    pub(super) fn evaluate_forces(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        grab: Option<&Grab>,
    ) -> Work {
        let settings = &model.settings;
        let (mut dissipation, mut hand, mut drives) = (0.0, 0.0, 0.0);
        let force = &mut self.system.force;
        force.clear();
        force.resize(model.topology.dofs(), 0.0);
        for body in &model.bodies {
            let (f, q, v) = (&mut force[body.offset..], &q[body.offset..], &v[body.offset..]);
            dissipation += body.motion.add_own_force(body.mass, q, v, f);
            if let Motion::Bead(_) = body.motion {
                let port = body.motion.point(Vec2::ZERO, q, v);
                let pull = body.mass.mass * settings.gravity - settings.linear_drag * port.rate;
                f[0] += pull.dot(port.gradient[0]);
                dissipation -= settings.linear_drag * port.rate.length_squared();
                continue;
            }
            for (k, g) in settings.gravity.to_array().into_iter().enumerate() {
                f[k] += body.mass.mass * g - settings.linear_drag * v[k];
                dissipation -= settings.linear_drag * v[k] * v[k];
            }
            if body.motion.turns() {
                f[2] -= settings.angular_drag * v[2];
                dissipation -= settings.angular_drag * v[2] * v[2];
            }
        }
        for load in &model.loads {
            let ends = model.end_ports(&load.ends, q, v);
            let effect = load.kind.evaluate(&ends[..load.ends.len()], time);
            dissipation += effect.power;
            drives += effect.drive;
            for e in 0..load.ends.len() {
                if let super::Place::Moving { body, .. } = load.ends[e] {
                    let body = &model.bodies[body];
                    for k in 0..body.motion.dim() {
                        force[body.offset + k] += effect.force[e].dot(ends[e].point.gradient[k])
                            + effect.torque[e] * ends[e].angle.gradient[k];
                    }
                }
            }
        }
        if let Some(grab) = grab
            && let Some(body) = model.bodies.get(grab.body)
        {
            let port = body.motion.point(grab.at, &q[body.offset..], &v[body.offset..]);
            let pull = grab.force(&port);
            hand += pull.dot(port.rate);
            for k in 0..body.motion.dim() {
                force[body.offset + k] += pull.dot(port.gradient[k]);
            }
        }
        Work {
            drives,
            dissipation,
            hand,
            ..Work::default()
        }
    }

    /// Everything the solver is given at a state: M, J, F and c. Nothing is solved.
    pub fn linear_system(&mut self, model: &Model, state: &SimState) -> &System {
        self.evaluate(model, &state.q, &state.v, state.time, &state.memory, None);
        &self.system
    }

    /// Fills the system; returns the power that is not taken from potential energy: of dissipation and of the hand.
    pub(super) fn evaluate(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Work {
        self.evaluate_constraints(model, q, v, time, memory);
        let power = self.evaluate_forces(model, q, v, time, grab);
        for link in &model.links {
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                let (ks, kd) = match (info.time_constant, info.level) {
                    (Some(tau), Level::Position) => (1.0 / (tau * tau), 2.0 / tau),
                    (Some(tau), Level::Velocity) => (0.0, 1.0 / tau),
                    (None, _) => model.settings.feedback(),
                };
                // A joint far from closed is drawn together at a steady speed, not flung.
                let reach = if ks > 0.0 { CLOSING_SPEED * kd / ks } else { 0.0 };
                let c = self.c_value[row].clamp(-reach, reach);
                self.system.c[row] = self.gamma[row] + ks * c + kd * self.c_rate[row];
            }
        }
        power
    }

    /// Accelerations at a state, left in `solution`, with the power that flows.
    ///
    /// # Errors
    /// What the solver refuses: numbers that are not finite, a mass that is not positive, a cancelled
    /// solve.
    pub fn accelerations(
        &mut self,
        model: &Model,
        q: &[f64],
        v: &[f64],
        time: f64,
        memory: &[f64],
        grab: Option<&Grab>,
    ) -> Result<Power, SolveError> {
        if let Some(power) = self.sweep(model, q, v, time, grab)? {
            return Ok(power);
        }
        let started = Instant::now();
        let mut rate = self.evaluate(model, q, v, time, memory, grab);
        self.assemble_ns = started.elapsed().as_nanos() as u64;
        self.solver.factor(&model.topology, &self.system)?;
        self.solution.lambda.clone_from(&self.guess);
        self.solver
            .solve_from(&model.topology, &self.system, &mut self.solution)?;
        if self.solver.method().iterates() {
            self.guess.clone_from(&self.solution.lambda);
        }
        for (index, link) in model.links.iter().enumerate() {
            let entry = if link.drive {
                &mut rate.drives
            } else {
                &mut rate.feedback
            };
            for row in link.row..link.row + link.rows.len() {
                // The force J^T lambda moves its points at J v = Cdot - C_t, one from elsewhere at K^T v.
                let moved = if link.forced {
                    self.push_rate(model, index, row - link.row, v)
                } else {
                    self.c_rate[row] - self.time_rate[row]
                };
                *entry += self.solution.lambda[row] * moved;
            }
        }
        Ok(Power { rate })
    }

    /// Makes the rows for which `keep` is false as good as absent in the next solve.
    pub(super) fn free_rows(&mut self, model: &Model, keep: impl Fn(&Link, usize) -> bool) {
        for link in &model.links {
            for k in 0..link.rows.len() {
                if !keep(link, k) {
                    self.system.compliance[link.row + k] = FREE;
                    self.system.c[link.row + k] = 0.0;
                }
            }
        }
    }

    /// How far the constraints are from met in a state; what is held by a force elsewhere is on its way and does not
    /// count.
    pub fn drift(&mut self, model: &Model, state: &SimState) -> Drift {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let mut drift = Drift::default();
        let (mut worst, mut sum, mut count) = (0.0, 0.0, 0usize);
        for (index, link) in model.links.iter().enumerate() {
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                let c = self.c_value[row].abs();
                if link.holds_position(k) {
                    drift.rate = drift.rate.max(self.c_rate[row].abs());
                    if info.unit == Unit::Radian {
                        drift.max_rad = drift.max_rad.max(c);
                    } else {
                        drift.max_m = drift.max_m.max(c);
                        sum += c * c;
                        count += 1;
                    }
                    if c > worst {
                        worst = c;
                        drift.worst = Some(index);
                    }
                }
            }
        }
        drift.rms_m = if count > 0 {
            (sum / count as f64).sqrt()
        } else {
            0.0
        };
        drift
    }
}
