//! The step by impulses with contacts.

use crate::constraints::Level;
use crate::scene::Method;
use crate::sim::limits::velocity_level::{Limited, REST};
use crate::sim::limits::{ActiveSet, Condition};
use crate::sim::{Dynamics, Energy, Model, SimState};
use crate::solver::{Side, Solution, SolveError, Solver};

use super::collider::Colliders;
use super::pairs::{Boxed, find};
use super::point::{Pair, Point};
use super::projected::Projected;
use super::rows::{Extended, POINTS, speed};
use super::solid::Solid;
use super::touch::{Touch, touching};

/// Distance within which points count, beside what may be gone in a step (m), and at which pairs get rows.
const NEAR: (f64, f64) = (0.01, 0.05);
/// Overlap that is put right (m), and the speed at which it is at most (m/s).
const OVERLAP: f64 = 1e-9;
const PACE: f64 = 3.0;

/// Sweeps in the place of an active set that is not found.
const SWEEPS: u32 = 300;

/// A point under way.
struct Active {
    slot: usize,
    point: usize,
    touch: Touch,
    /// Coefficients of friction and restitution.
    material: (f64, f64),
}

/// Workspace.
#[derive(Default)]
pub struct Contacts {
    solver: Option<Solver>,
    extended: Extended,
    boxes: Vec<Boxed>,
    close: Vec<Pair>,
    near: Vec<Pair>,
    placed: Vec<Solid>,
    starts: Vec<usize>,
    active: Vec<Active>,
    conditions: Vec<Condition>,
    set: ActiveSet,
    projected: Projected,
    solution: Solution,
    /// Rates of the rows of the points before the step.
    before: Vec<[f64; 2]>,
}

impl Contacts {
    /// Solves a step by impulses of a model whose problem is set up for one, with its contacts: leaves the velocities after it in the
    /// solution of `dynamics`, notes the points in `state`, and books what they dissipate.
    ///
    /// # Errors
    /// As the solver's.
    pub fn solve(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        limited: &mut Limited,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        self.look((model, colliders), state, h);
        self.extended.begin(model, dynamics);
        self.write_rows((model, colliders), state);
        self.set_conditions(model, limited.conditions(), state, h);
        let settled = self.answer(model, dynamics, state, h)?;
        state.control.unsettled += u64::from(!settled);
        limited.keep(model, state, &self.set.sides);
        self.note(state, h);
        let rows = model.topology.rows();
        dynamics
            .solution
            .acceleration
            .clone_from(&self.solution.acceleration);
        dynamics.solution.lambda.clear();
        dynamics
            .solution
            .lambda
            .extend_from_slice(&self.solution.lambda[..rows]);
        Ok(())
    }

    /// Puts apart what overlaps after a step of `h` seconds, by the least change of positions that keeps the joints; books it.
    ///
    /// # Errors
    /// As the solver's.
    pub fn part(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        dynamics: &mut Dynamics,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        self.look((model, colliders), state, 0.0);
        if !self.active.iter().any(|it| it.touch.gap < -OVERLAP) {
            return Ok(());
        }
        let was = Energy::of(model, state).total();
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        dynamics.problem.clear_force();
        dynamics.problem.copy_c(dynamics.evaluation.value());
        dynamics.problem.free_rows(model, |link, k| {
            !link.drive && link.rows[k].level == Level::Position
        });
        self.extended.begin(model, dynamics);
        self.write_rows((model, colliders), state);
        self.conditions.clear();
        for it in &self.active {
            let row = self.extended.row(it.slot, it.point);
            self.extended.system.c[row] = it.touch.gap.max(-PACE * h);
            let constraint = self.extended.constraint(it.slot, it.point);
            let side = if it.touch.gap < 0.0 { Side::Held } else { Side::Low };
            self.conditions.push(Condition {
                constraint,
                k: 0,
                bounds: [0.0, f64::INFINITY],
                friction: None,
                side,
            });
            self.conditions.push(Condition {
                constraint,
                k: 1,
                bounds: [0.0, 0.0],
                friction: None,
                side: Side::Low,
            });
        }
        self.solution.lambda.clear();
        self.run(model, dynamics)?;
        for (q, change) in state.q.iter_mut().zip(&self.solution.acceleration) {
            *q += change;
        }
        state.work.projection += Energy::of(model, state).total() - was;
        Ok(())
    }

    /// Finds the points that may touch in the next `h` seconds.
    fn look(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState, h: f64) {
        self.boxes.clear();
        self.starts.clear();
        let (mut fastest, mut count) = (0.0_f64, 0);
        for (index, collider) in colliders.list.iter().enumerate() {
            let pose = colliders.pose(model, state, index);
            self.starts.push(count);
            for (k, piece) in collider.pieces.iter().enumerate() {
                if self.placed.len() == count {
                    self.placed.push(Solid::default());
                }
                piece.place(pose, &mut self.placed[count]);
                self.boxes.push(Boxed {
                    piece: (index as u32, k as u32),
                    bounds: self.placed[count].bounds(),
                });
                count += 1;
            }
            if let Some(body) = collider.body {
                let body = &model.bodies[body];
                let speed = speed(&state.v[body.offset..], body.motion.dim(), collider.reach);
                fastest = fastest.max(speed);
            }
        }
        let margin = NEAR.0 + 2.0 * fastest * h;
        find(colliders, &mut self.boxes, margin, &mut self.close);
        find(colliders, &mut self.boxes, margin + NEAR.1, &mut self.near);
        self.extended.plan(model, colliders, &self.close, &self.near);
        self.active.clear();
        for (slot, &(a, b)) in self.extended.slots.iter().enumerate() {
            let at = |piece: (u32, u32)| &self.placed[self.starts[piece.0 as usize] + piece.1 as usize];
            let mut touches = [Touch::default(); POINTS];
            let found = touching(at(a), at(b), margin, &mut touches);
            let (one, two) = (&colliders.list[a.0 as usize], &colliders.list[b.0 as usize]);
            for (point, touch) in touches.into_iter().enumerate().take(found) {
                self.active.push(Active {
                    slot,
                    point,
                    touch,
                    material: (
                        (one.friction * two.friction).sqrt(),
                        one.restitution.max(two.restitution),
                    ),
                });
            }
        }
    }

    fn write_rows(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) {
        for it in &self.active {
            let (_, b) = self.extended.slots[it.slot];
            let body = colliders.list[b.0 as usize].body;
            let place = (it.slot, it.point);
            self.extended.write(model, &state.q, place, &it.touch, body);
        }
    }

    /// The conditions of the limits, then two for each point, with c of their rows.
    fn set_conditions(&mut self, model: &Model, limits: &[Condition], state: &SimState, h: f64) {
        let rest = REST.max(2.0 * h * model.settings.gravity.length());
        self.conditions.clear();
        self.conditions.extend_from_slice(limits);
        self.before.clear();
        for it in &self.active {
            let (place, gap) = ((it.slot, it.point), it.touch.gap);
            let rates = [0, 1].map(|k| self.extended.rate(place, k, &state.v));
            self.before.push(rates);
            let (friction, restitution) = it.material;
            let hits = restitution > 0.0 && -rates[0] > rest && gap + h * rates[0] < 0.0;
            let row = self.extended.row(it.slot, it.point);
            self.extended.system.c[row] = if hits {
                restitution * rates[0]
            } else {
                gap.max(0.0) / h
            };
            let constraint = self.extended.constraint(it.slot, it.point);
            let normal = self.conditions.len();
            let closes = gap + h * (rates[0] - h * model.settings.gravity.length()) <= 0.0;
            let side = if closes { Side::Held } else { Side::Low };
            self.conditions.push(Condition {
                constraint,
                k: 0,
                bounds: [0.0, f64::INFINITY],
                friction: None,
                side,
            });
            let slides = rates[1].abs() > rest;
            self.conditions.push(Condition {
                constraint,
                k: 1,
                bounds: [0.0, 0.0],
                friction: Some((normal, friction)),
                side: match (closes && friction > 0.0, slides, rates[1] > 0.0) {
                    (true, false, _) => Side::Held,
                    (_, _, true) => Side::Low,
                    _ => Side::High,
                },
            });
        }
    }

    /// Solves; false where the method asked for has no answer, and sweeps gave one.
    fn answer(
        &mut self,
        model: &Model,
        dynamics: &Dynamics,
        state: &SimState,
        h: f64,
    ) -> Result<bool, SolveError> {
        self.solution.lambda.clear();
        self.solution.lambda.resize(self.extended.topology.rows(), 0.0);
        // What the points had before, so that sweeps begin where they ended.
        for it in &self.active {
            let key = (self.extended.slots[it.slot], it.point as u32);
            let found = state
                .contacts
                .binary_search_by(|point| (point.pair, point.index).cmp(&key));
            if let Ok(found) = found {
                let row = self.extended.row(it.slot, it.point);
                for k in 0..2 {
                    self.solution.lambda[row + k] = h * state.contacts[found].force[k];
                }
            }
        }
        for (row, guess) in dynamics.guess.iter().enumerate() {
            self.solution.lambda[row] = h * guess;
        }
        self.run(model, dynamics)
    }

    fn run(&mut self, model: &Model, dynamics: &Dynamics) -> Result<bool, SolveError> {
        let (topology, system) = (&self.extended.topology, &mut self.extended.system);
        if model.settings.method == Method::GaussSeidel {
            let sweeps = model.settings.effort.sweeps;
            self.projected
                .solve(topology, system, &self.conditions, sweeps, &mut self.solution);
            let side = |it: &Condition| {
                let x = self.solution.lambda[topology.row_offset(it.constraint) + it.k];
                match it.bounds {
                    [lo, _] if x <= lo => Side::Low,
                    [_, hi] if x >= hi => Side::High,
                    _ => Side::Held,
                }
            };
            self.set.sides.clear();
            self.set.sides.extend(self.conditions.iter().map(side));
            return Ok(true);
        }
        let solver = self
            .solver
            .get_or_insert_with(|| Solver::new(dynamics.solver.method()));
        solver.set_method(dynamics.solver.method());
        solver.set_hardware(dynamics.solver.hardware());
        let out = &mut self.solution;
        let found = self.set.solve(solver, topology, system, &self.conditions, out)?;
        if !found.settled {
            // What was tried last is no place to start from.
            out.lambda.fill(0.0);
            self.projected
                .solve(topology, system, &self.conditions, SWEEPS, out);
        }
        Ok(found.settled)
    }

    /// Notes the points and their forces, and books the work of their impulses, which act at the mean of the velocities.
    fn note(&mut self, state: &mut SimState, h: f64) {
        state.contacts.clear();
        for (it, before) in self.active.iter().zip(&self.before) {
            let place = (it.slot, it.point);
            let row = self.extended.row(it.slot, it.point);
            let mut force = [0.0; 2];
            for k in 0..2 {
                let impulse = self.solution.lambda[row + k];
                let after = self.extended.rate(place, k, &self.solution.acceleration);
                state.work.dissipation += 0.5 * impulse * (before[k] + after);
                force[k] = impulse / h;
            }
            if force != [0.0; 2] {
                state.contacts.push(Point {
                    pair: self.extended.slots[it.slot],
                    index: it.point as u32,
                    at: it.touch.at,
                    normal: it.touch.normal,
                    force,
                });
            }
        }
    }
}
