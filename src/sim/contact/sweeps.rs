//! Projected Gauss-Seidel over all rows, joints, limits and contacts alike, as in game engines (Erleben 2007): a fixed number of sweeps, whatever
//! error remains.
//!
//! ```text
//! x_i <- clamp(x_i - (J_i v + c_i + E_i x_i)/(J_i W K_i + E_i), lo_i(x), hi_i(x)),   v <- v + W K_i dx_i
//! ```
//! K is J^T, except for constraints that are held by forces elsewhere. A sweep is a map x -> g(x) whose fixed points are the answers: accelerated
//! sweeps look for a fixed point by Anderson's method.

use crate::sim::limits::Condition;
use crate::solver::system::MAX_BODY_DIM;
use crate::solver::{Solution, System, Topology};

use super::anderson::Anderson;
use super::bodies::apply_w;
use super::figures::EXACT;
use super::problem::{ContactProblem, PreviousStep};

/// Change of a multiplier in a whole sweep, scaled like the residual, below which sweeps end.
const ENOUGH: f64 = 0.1 * EXACT;
/// The same where everything is at rest: multipliers to the last digits but one hold it there without a further sweep.
const ENOUGH_AT_REST: f64 = 1e-3 * EXACT;
/// Sweeps after which the least change so far is compared with the least before them, and the ratio above which they have stagnated. Where parts
/// jam, multipliers of dependent rows drift from sweep to sweep by an amount that hardly falls, and so does the residual: hundreds of further sweeps
/// would not halve it.
const WINDOW: usize = 20;
const STAGNANT: f64 = 0.9;

/// One body of a row: J by which the row reads the body, and W K by which it pushes the body; zero where it does only one of both.
#[derive(Clone, Copy)]
struct End {
    body: usize,
    j: [f64; MAX_BODY_DIM],
    /// W K.
    moved: [f64; MAX_BODY_DIM],
}

/// One row of the sweeps.
struct Row {
    /// Its index in the system.
    row: usize,
    /// Range of its ends: the first, and one past the last.
    first: usize,
    last: usize,
    c: f64,
    compliance: f64,
    /// J W K + E; 0 where no multiplier moves the row, or where its multiplier is given.
    diagonal: f64,
    bounds: [f64; 2],
    /// For friction, the row here by whose multiplier the bounds are multiplied: an earlier one.
    normal: Option<usize>,
}

impl Row {
    /// [lo, hi] of its multiplier, from the multipliers of all rows.
    fn bounds(&self, x: &[f64]) -> [f64; 2] {
        let [lo, hi] = self.bounds;
        match self.normal {
            None => [lo, hi],
            Some(normal) => {
                let push = x[normal].max(0.0);
                [lo * push, hi * push]
            }
        }
    }
}

/// Projected Gauss-Seidel, and its workspace.
#[derive(Default)]
pub struct Sweeps {
    rows: Vec<Row>,
    ends: Vec<End>,
    /// Multipliers, the velocities under them and the forces, and the velocities under the forces alone (W F).
    x: Vec<f64>,
    v: Vec<[f64; MAX_BODY_DIM]>,
    free: Vec<[f64; MAX_BODY_DIM]>,
    /// Constraints that are swept: joints, and the contact points that have conditions; the rows of all others are zero.
    busy: Vec<usize>,
    /// Index here of each row of the system.
    places: Vec<usize>,
    anderson: Anderson,
    /// Multipliers before a sweep, and the root of each diagonal, which makes multipliers of different rows comparable.
    before: Vec<f64>,
    units: Vec<f64>,
}

impl Sweeps {
    /// Runs plain sweeps from the multipliers in `out`, where there is one for each row; leaves velocities and multipliers there.
    pub fn solve(&mut self, problem: &ContactProblem<'_>, sweeps: u32, out: &mut Solution) {
        self.begin(problem, out);
        let topology = problem.topology;
        let count = self.busy.len();
        for sweep in 0..sweeps {
            for k in 0..count {
                // Alternating order, so that neither end of a stack is always last; the normal force of a point comes before its friction.
                let constraint = self.busy[if sweep % 2 == 0 { k } else { count - 1 - k }];
                let first = self.places[topology.row_offset(constraint)];
                (first..first + topology.constraint_dim(constraint)).for_each(|i| self.relax(i));
            }
        }
        self.end(problem.topology, out);
    }

    /// Runs sweeps with Anderson acceleration; returns their number: `most`, or fewer where multipliers no longer change, or change no less from
    /// sweep to sweep.
    pub fn accelerate(&mut self, problem: &ContactProblem<'_>, most: usize, out: &mut Solution) -> usize {
        self.begin(problem, out);
        self.units.clear();
        self.units
            .extend(self.rows.iter().map(|row| row.diagonal.max(0.0).sqrt()));
        self.anderson.begin(self.rows.len(), self.v.as_flattened().len());
        let enough = match problem.before {
            PreviousStep::Stands { .. } => ENOUGH_AT_REST,
            PreviousStep::Nothing | PreviousStep::Cycled { .. } => ENOUGH,
        };
        let enough = enough * self.size(problem);
        let (mut sweeps, mut least, mut least_before) = (0, f64::INFINITY, f64::INFINITY);
        while sweeps < most {
            sweeps += 1;
            self.before.clone_from(&self.x);
            (0..self.rows.len()).for_each(|i| self.relax(i));
            let change = self.largest_change();
            if change <= enough {
                break;
            }
            least = least.min(change);
            if sweeps % WINDOW == 0 {
                if least > STAGNANT * least_before {
                    break;
                }
                least_before = least;
            }
            // Velocities are linear in the multipliers, so they are extrapolated with them.
            let along = self.v.as_flattened_mut();
            if self
                .anderson
                .extrapolate((&self.before, &mut self.x), along, &self.units)
            {
                self.project();
            }
        }
        // A sum of a thousand small changes is less accurate than one direct sum.
        self.find_velocities();
        self.end(problem.topology, out);
        sweeps
    }

    /// Reference size of the residual: the root of F W F, or the largest |c| of rows scaled to a unit diagonal.
    fn size(&self, problem: &ContactProblem<'_>) -> f64 {
        let topology = problem.topology;
        let of = |(body, free): (usize, &[f64; MAX_BODY_DIM])| {
            let force = &problem.system.force[topology.body_offset(body)..][..topology.body_dim(body)];
            force.iter().zip(free).map(|(f, v)| f * v).sum::<f64>()
        };
        let squares: f64 = self.free.iter().enumerate().map(of).sum();
        let rows = self.rows.iter().zip(&self.units);
        rows.filter(|(_, unit)| **unit > 0.0)
            .fold(squares.sqrt().max(problem.least_size), |size, (row, unit)| {
                size.max(row.c.abs() / unit)
            })
    }

    /// Largest change of a multiplier in the last sweep, rows scaled to a unit J W J^T.
    fn largest_change(&self) -> f64 {
        let pairs = self.x.iter().zip(&self.before).zip(&self.units);
        let changes = pairs.map(|((x, before), unit)| (unit * (x - before)).abs());
        changes.fold(0.0, f64::max)
    }

    fn relax(&mut self, i: usize) {
        let row = &self.rows[i];
        let x = self.x[i];
        // Friction whose normal does not push stays 0.
        let is_idle = x == 0.0 && row.normal.is_some_and(|normal| self.x[normal] <= 0.0);
        if row.diagonal <= 0.0 || is_idle {
            return;
        }
        let ends = &self.ends[row.first..row.last];
        let mut w = row.c + row.compliance * x;
        for end in ends {
            let v = &self.v[end.body];
            w += end.j[0] * v[0] + end.j[1] * v[1] + (end.j[2] * v[2] + end.j[3] * v[3]);
        }
        let [lo, hi] = row.bounds(&self.x);
        self.set(i, (x - w / row.diagonal).max(lo).min(hi));
    }

    /// Sets the multiplier of a row and updates the velocities.
    #[inline]
    fn set(&mut self, i: usize, next: f64) {
        let (row, x) = (&self.rows[i], self.x[i]);
        if next != x {
            self.x[i] = next;
            push(&mut self.v, &self.ends[row.first..row.last], next - x);
        }
    }

    /// Projects the multipliers onto their bounds, those of friction after that of their normal.
    fn project(&mut self) {
        for i in 0..self.rows.len() {
            let [lo, hi] = self.rows[i].bounds(&self.x);
            self.set(i, self.x[i].max(lo).min(hi));
        }
    }

    /// v = W F + W K x.
    fn find_velocities(&mut self) {
        self.v.clone_from(&self.free);
        for (row, x) in self.rows.iter().zip(&self.x) {
            push(&mut self.v, &self.ends[row.first..row.last], *x);
        }
    }

    fn begin(&mut self, problem: &ContactProblem<'_>, out: &mut Solution) {
        let (topology, system) = (problem.topology, &*problem.system);
        self.find_busy(problem);
        self.rows.clear();
        self.ends.clear();
        self.places.clear();
        self.places.resize(topology.rows(), 0);
        for &constraint in &self.busy {
            for k in 0..topology.constraint_dim(constraint) {
                let row = topology.row_offset(constraint) + k;
                self.places[row] = self.rows.len();
                let first = self.ends.len();
                add_ends(&mut self.ends, problem, constraint, k);
                self.rows.push(Row {
                    row,
                    first,
                    last: self.ends.len(),
                    c: system.c[row],
                    compliance: system.compliance[row],
                    diagonal: 0.0,
                    bounds: [f64::NEG_INFINITY, f64::INFINITY],
                    normal: None,
                });
            }
        }
        // In a loop of its own: numbers just written one by one are slow to read in pairs.
        for row in &mut self.rows {
            row.diagonal = row.compliance + mobility(&self.ends[row.first..row.last]);
        }
        out.lambda.resize(topology.rows(), 0.0);
        let row_of = |it: &Condition| topology.row_offset(it.constraint) + it.k;
        for it in problem.conditions {
            let own = &mut self.rows[self.places[row_of(it)]];
            own.bounds = it.bounds_by(|_| 1.0);
            own.normal = it
                .friction
                .map(|(normal, _)| self.places[row_of(&problem.conditions[normal])]);
            if own.bounds[0] == own.bounds[1] && own.normal.is_none() {
                own.diagonal = 0.0;
                out.lambda[row_of(it)] = own.bounds[0];
            }
        }
        self.x.clear();
        self.x.extend(self.rows.iter().map(|row| out.lambda[row.row]));
        self.free.clear();
        for body in 0..topology.bodies() {
            let (start, dim) = (topology.body_offset(body), topology.body_dim(body));
            let mut x = [0.0; MAX_BODY_DIM];
            apply_w(topology, system, body, &system.force[start..start + dim], &mut x);
            self.free.push(x);
        }
        self.find_velocities();
    }

    fn find_busy(&mut self, problem: &ContactProblem<'_>) {
        self.busy.clear();
        self.busy.extend(0..problem.joints);
        let points = problem.conditions.iter().map(|it| it.constraint);
        self.busy.extend(points.filter(|it| *it >= problem.joints));
        self.busy.sort_unstable();
        self.busy.dedup();
    }

    fn end(&self, topology: &Topology, out: &mut Solution) {
        for (row, x) in self.rows.iter().zip(&self.x) {
            out.lambda[row.row] = *x;
        }
        out.acceleration.clear();
        for (body, v) in self.v.iter().enumerate() {
            out.acceleration.extend_from_slice(&v[..topology.body_dim(body)]);
        }
    }
}

/// v += W K x of a row.
fn push(v: &mut [[f64; MAX_BODY_DIM]], ends: &[End], x: f64) {
    for end in ends {
        let v = &mut v[end.body];
        // Unrolled by hand: a loop over so few is slower.
        v[0] += end.moved[0] * x;
        v[1] += end.moved[1] * x;
        v[2] += end.moved[2] * x;
        v[3] += end.moved[3] * x;
    }
}

/// Numbers of a body, padded with zeros; one by one, because a copy of variable length is a function call.
fn padded(numbers: &[f64]) -> [f64; MAX_BODY_DIM] {
    match *numbers {
        [x, y, z] => [x, y, z, 0.0],
        [x, y] => [x, y, 0.0, 0.0],
        _ => std::array::from_fn(|i| numbers.get(i).copied().unwrap_or(0.0)),
    }
}

/// J W K of a row.
fn mobility(ends: &[End]) -> f64 {
    let of_end = |end: &End| {
        let terms = end.j.iter().zip(&end.moved).map(|(j, moved)| j * moved);
        terms.sum::<f64>()
    };
    ends.iter().map(of_end).sum()
}

/// Adds the ends of a row. A row whose force does not push its own bodies has no mobility, and is not changed.
fn add_ends(ends: &mut Vec<End>, problem: &ContactProblem<'_>, constraint: usize, k: usize) {
    let (topology, system): (&Topology, &System) = (problem.topology, problem.system);
    let first = ends.len();
    let is_own = topology.is_workless(constraint);
    for end in topology.ends(constraint) {
        let dim = topology.body_dim(end.body);
        let j = &system.jacobian[end.block + k * dim..][..dim];
        ends.push(End {
            body: end.body,
            j: padded(j),
            moved: [0.0; MAX_BODY_DIM],
        });
        if let Some(own) = ends.last_mut().filter(|_| is_own) {
            apply_w(topology, system, end.body, j, &mut own.moved);
        }
    }
    if is_own {
        return;
    }
    for end in topology.force_ends(constraint) {
        let dim = topology.body_dim(end.body);
        let mut moved = [0.0; MAX_BODY_DIM];
        let force = &system.forcing[end.block + k * dim..][..dim];
        apply_w(topology, system, end.body, force, &mut moved);
        match ends[first..].iter_mut().find(|it| it.body == end.body) {
            Some(own) => own.moved = moved,
            None => ends.push(End {
                body: end.body,
                j: [0.0; MAX_BODY_DIM],
                moved,
            }),
        }
    }
}
