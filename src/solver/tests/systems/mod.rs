//! Random systems for the solver's tests: bodies with 1 to 4 degrees of freedom at random places, joined by pins, rods, angle rows
//! and arbitrary rows, with right-hand sides that some motion satisfies.

#![allow(dead_code, reason = "each test program that includes it uses its own part")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod shapes;

pub use self::shapes::*;

use faer::{Mat, Side};
use tinkertoy_solver::{IterationLimits, Method, Report, Solution, Solver, System, Topology};

/// Random number generator xorshift64*: small, and the same on every platform.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
    /// Uniform in [-1, 1].
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit().abs() < p
    }
}

/// A system under construction.
pub struct Build {
    pub dims: Vec<usize>,
    pub centre: Vec<[f64; 2]>,
    pub mass: Vec<f64>,
    pub joints: Vec<Joint>,
}

/// One constraint: rows, bodies, and the block of each body, row by row.
pub struct Joint {
    pub rows: usize,
    pub bodies: Vec<usize>,
    pub blocks: Vec<Vec<f64>>,
}

impl Build {
    pub fn new() -> Self {
        Self {
            dims: vec![],
            centre: vec![],
            mass: vec![],
            joints: vec![],
        }
    }

    pub fn body(&mut self, dim: usize, centre: [f64; 2], mass: f64) -> usize {
        self.dims.push(dim);
        self.centre.push(centre);
        self.mass.push(mass);
        self.dims.len() - 1
    }

    /// Derivative of a world point carried by a body: `2 x dim`, row by row.
    pub fn point(&self, body: usize, at: [f64; 2]) -> [Vec<f64>; 2] {
        let r = [at[0] - self.centre[body][0], at[1] - self.centre[body][1]];
        match self.dims[body] {
            1 => [vec![0.6], vec![0.8]],
            2 => [vec![1.0, 0.0], vec![0.0, 1.0]],
            3 => [vec![1.0, 0.0, -r[1]], vec![0.0, 1.0, r[0]]],
            _ => [vec![1.0, 0.0, -r[1], r[0]], vec![0.0, 1.0, r[0], r[1]]],
        }
    }

    fn rows(&mut self, bodies: &[usize], points: &[[f64; 2]], normals: &[[f64; 2]]) {
        let mut blocks = vec![];
        for (k, (&body, &at)) in bodies.iter().zip(points).enumerate() {
            // Relative motion is the second body minus the first; for one body, the body minus the ground.
            let sign = if k + 1 == bodies.len() { 1.0 } else { -1.0 };
            let [x, y] = self.point(body, at);
            let row = |n: &[f64; 2]| {
                (0..x.len())
                    .map(|c| sign * (n[0] * x[c] + n[1] * y[c]))
                    .collect::<Vec<_>>()
            };
            blocks.push(normals.iter().flat_map(row).collect());
        }
        self.joints.push(Joint {
            rows: normals.len(),
            bodies: bodies.to_vec(),
            blocks,
        });
    }

    /// Pin: holds two points together.
    pub fn pin(&mut self, bodies: &[usize], at: [f64; 2]) {
        self.rows(bodies, &[at; 2], &[[1.0, 0.0], [0.0, 1.0]]);
    }

    /// Rod: holds the distance of two points; `from` is the point on the first body, or on the ground.
    pub fn rod(&mut self, bodies: &[usize], from: [f64; 2], to: [f64; 2]) {
        let d = [to[0] - from[0], to[1] - from[1]];
        let length = d[0].hypot(d[1]);
        let points = if bodies.len() == 1 {
            vec![to]
        } else {
            vec![from, to]
        };
        self.rows(bodies, &points, &[[d[0] / length, d[1] / length]]);
    }

    /// Rod between two particles.
    pub fn bar(&mut self, one: usize, other: usize) {
        self.rod(&[one, other], self.centre[one], self.centre[other]);
    }

    /// Holds a particle along a unit vector.
    pub fn support(&mut self, body: usize, along: [f64; 2]) {
        let at = self.centre[body];
        self.rod(&[body], [at[0] - along[0], at[1] - along[1]], at);
    }

    /// Holds the relative angle.
    pub fn angle(&mut self, bodies: &[usize]) {
        let block = |k: usize, body: usize| {
            let mut block = vec![0.0; self.dims[body]];
            let last = self.dims[body].min(3) - 1;
            block[last] = if k + 1 == bodies.len() { 1.0 } else { -1.0 };
            block
        };
        let blocks = bodies
            .iter()
            .enumerate()
            .map(|(k, &body)| block(k, body))
            .collect();
        self.joints.push(Joint {
            rows: 1,
            bodies: bodies.to_vec(),
            blocks,
        });
    }

    /// Adds random rows.
    pub fn arbitrary(&mut self, rows: usize, bodies: &[usize], random: &mut Random) {
        let block = |&body: &usize| (0..rows * self.dims[body]).map(|_| random.unit()).collect();
        let blocks = bodies.iter().map(block).collect();
        self.joints.push(Joint {
            rows,
            bodies: bodies.to_vec(),
            blocks,
        });
    }

    /// Adds a copy of a joint with scaled rows.
    pub fn again(&mut self, joint: usize, stretch: f64) {
        let Joint { rows, bodies, blocks } = &self.joints[joint];
        let stretched = |block: &Vec<f64>| block.iter().map(|x| x * stretch).collect();
        let copy = Joint {
            rows: *rows,
            bodies: bodies.clone(),
            blocks: blocks.iter().map(stretched).collect(),
        };
        self.joints.push(copy);
    }

    /// If a joint has the blocks of a pin between rigid bodies, returns whether the block of its first body is positive.
    fn pin_sign(&self, joint: &Joint) -> Option<bool> {
        let rigid = joint.bodies.iter().all(|&body| self.dims[body] == 3);
        if joint.rows != 2 || !rigid || joint.bodies.len() > 2 {
            return None;
        }
        let signs: Vec<f64> = joint.blocks.iter().map(|block| block[0]).collect();
        let pin =
            joint.blocks.iter().zip(&signs).all(|(block, &sign)| {
                sign.abs() == 1.0 && [block[1], block[3], block[4]] == [0.0, 0.0, sign]
            });
        (pin && signs.windows(2).all(|pair| pair[0] == -pair[1])).then_some(signs[0] > 0.0)
    }

    /// Returns the system, with random forces and a right-hand side that a random motion satisfies.
    pub fn finish(&self, random: &mut Random) -> (Topology, System) {
        let mut topology = Topology::new(self.dims.iter().copied());
        for (body, _) in self.dims.iter().enumerate().filter(|it| *it.1 == 3) {
            topology.declare_rigid(body);
        }
        for joint in &self.joints {
            let constraint = topology.add_constraint(joint.rows, &joint.bodies);
            if let Some(first_positive) = self.pin_sign(joint) {
                topology.declare_pin(constraint, first_positive);
            }
        }
        let mut system = System::zeroed(&topology);
        for (body, (&dim, &mass)) in self.dims.iter().zip(&self.mass).enumerate() {
            let block = &mut system.mass[topology.mass_offset(body)..][..dim * dim];
            for k in 0..dim {
                block[k * dim + k] = mass * [1.0, 1.0, 0.3, 0.4][k];
            }
            if dim == 4 {
                for (i, k) in [(0, 3), (3, 0)] {
                    block[i * dim + k] = 0.2 * mass;
                }
            }
        }
        for (index, joint) in self.joints.iter().enumerate() {
            for (end, block) in topology.ends(index).iter().zip(&joint.blocks) {
                system.jacobian[end.block..end.block + block.len()].copy_from_slice(block);
            }
        }
        let motion: Vec<f64> = (0..topology.dofs()).map(|_| 3.0 * random.unit()).collect();
        for body in 0..topology.bodies() {
            for k in topology.body_offset(body)..topology.body_offset(body + 1) {
                system.force[k] = 10.0 * random.unit() * self.mass[body].max(0.1);
            }
        }
        let ja = times_j(&topology, &system, &motion);
        system.c = ja.iter().map(|x| -x).collect();
        (topology, system)
    }
}

/// `J a`.
pub fn times_j(topology: &Topology, system: &System, a: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; topology.rows()];
    for constraint in 0..topology.constraints() {
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            for r in 0..topology.constraint_dim(constraint) {
                for k in 0..dim {
                    out[topology.row_offset(constraint) + r] +=
                        system.jacobian[end.block + r * dim + k] * a[topology.body_offset(end.body) + k];
                }
            }
        }
    }
    out
}

/// Returns `[M -K; J E]`, with K = J^T where a constraint is workless.
pub fn matrix(topology: &Topology, system: &System) -> Mat<f64> {
    let (dofs, rows) = (topology.dofs(), topology.rows());
    let mut h = Mat::<f64>::zeros(dofs + rows, dofs + rows);
    for body in 0..topology.bodies() {
        let (dim, at) = (topology.body_dim(body), topology.body_offset(body));
        for i in 0..dim {
            for k in 0..dim {
                h[(at + i, at + k)] = system.mass[topology.mass_offset(body) + i * dim + k];
            }
        }
    }
    for constraint in 0..topology.constraints() {
        let start = dofs + topology.row_offset(constraint);
        for r in 0..topology.constraint_dim(constraint) {
            h[(start + r, start + r)] = system.compliance[start + r - dofs];
            for end in topology.ends(constraint) {
                let dim = topology.body_dim(end.body);
                for k in 0..dim {
                    let entry = system.jacobian[end.block + r * dim + k];
                    h[(start + r, topology.body_offset(end.body) + k)] = entry;
                    if topology.is_workless(constraint) {
                        h[(topology.body_offset(end.body) + k, start + r)] = -entry;
                    }
                }
            }
            for end in topology.force_ends(constraint) {
                let dim = topology.body_dim(end.body);
                for k in 0..dim {
                    h[(topology.body_offset(end.body) + k, start + r)] =
                        -system.forcing[end.block + r * dim + k];
                }
            }
        }
    }
    h
}

/// Returns the Cholesky factor of the mass block of a body.
pub fn mass_factor(topology: &Topology, system: &System, body: usize) -> Mat<f64> {
    let (dim, start) = (topology.body_dim(body), topology.mass_offset(body));
    let mass = Mat::from_fn(dim, dim, |i, k| system.mass[start + i * dim + k]);
    mass.llt(Side::Lower).unwrap().L().to_owned()
}

/// Returns the row-scaled `J L^-T` with `M = L L^T`, rows by coordinates, and the scales of the rows.
pub fn scaled_jacobian(topology: &Topology, system: &System) -> (Mat<f64>, Vec<f64>) {
    let mut b = Mat::<f64>::zeros(topology.rows(), topology.dofs());
    for constraint in 0..topology.constraints() {
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            let l = mass_factor(topology, system, end.body);
            for r in 0..topology.constraint_dim(constraint) {
                let mut x = vec![0.0; dim];
                for i in 0..dim {
                    let sum: f64 = (0..i).map(|k| l[(i, k)] * x[k]).sum();
                    x[i] = (system.jacobian[end.block + r * dim + i] - sum) / l[(i, i)];
                    b[(
                        topology.row_offset(constraint) + r,
                        topology.body_offset(end.body) + i,
                    )] = x[i];
                }
            }
        }
    }
    let mut scales = vec![1.0; topology.rows()];
    for (row, scale) in scales.iter_mut().enumerate() {
        let norm: f64 = (0..topology.dofs()).map(|k| b[(row, k)] * b[(row, k)]).sum();
        let norm = (norm + system.compliance[row]).sqrt();
        if norm > 0.0 {
            *scale = norm.recip();
        }
        for k in 0..topology.dofs() {
            b[(row, k)] *= *scale;
        }
    }
    (b, scales)
}

/// Returns the condition number of the row-scaled A on its range, and its rank.
pub fn condition(topology: &Topology, system: &System) -> (f64, usize) {
    let (b, scales) = scaled_jacobian(topology, system);
    if b.nrows() == 0 {
        return (1.0, 0);
    }
    let mut a = &b * b.transpose();
    for row in 0..topology.rows() {
        a[(row, row)] += system.compliance[row] * scales[row] * scales[row];
    }
    let values = a.self_adjoint_eigenvalues(Side::Lower).unwrap();
    let largest = values.last().copied().unwrap();
    let kept: Vec<f64> = values.into_iter().filter(|&x| x > 1e-13 * largest).collect();
    (largest / kept.first().copied().unwrap_or(1.0), kept.len())
}

/// Factors and solves, with two calls.
pub fn answer(solver: &mut Solver, topology: &Topology, system: &System) -> Solution {
    let mut out = Solution::default();
    solver.factor(topology, system).unwrap();
    solver.solve(topology, system, &mut out).unwrap();
    out
}

/// Returns the answer of a fresh solver, with enough effort for iterative methods, and its report.
pub fn solved(method: Method, topology: &Topology, system: &System) -> (Solution, Report) {
    let mut solver = Solver::new(method);
    solver.set_iteration_limits(IterationLimits {
        cg_iterations: 20_000,
        cg_tolerance: 1e-13,
        sweeps: 2000,
    });
    let out = answer(&mut solver, topology, system);
    (out, solver.report().clone())
}

/// Returns the mass norm of the difference of two accelerations, relative to that of the second.
pub fn apart(topology: &Topology, system: &System, one: &Solution, other: &Solution) -> f64 {
    let pairs = one.acceleration.iter().zip(&other.acceleration);
    let difference: Vec<f64> = pairs.map(|(x, y)| x - y).collect();
    mass_norm(topology, system, &difference) / mass_norm(topology, system, &other.acceleration)
}

/// Returns the mass norm `sqrt(a^T M a)`.
pub fn mass_norm(topology: &Topology, system: &System, a: &[f64]) -> f64 {
    let mut sum = 0.0;
    for body in 0..topology.bodies() {
        let dim = topology.body_dim(body);
        let (start, at) = (topology.mass_offset(body), topology.body_offset(body));
        for i in 0..dim {
            for k in 0..dim {
                sum += a[at + i] * system.mass[start + i * dim + k] * a[at + k];
            }
        }
    }
    sum.sqrt()
}

/// Returns the relative errors of `J a + c + E lambda = 0` and of `M a = F + J^T lambda`.
pub fn violation(topology: &Topology, system: &System, out: &Solution) -> (f64, f64) {
    let ja = times_j(topology, system, &out.acceleration);
    let (mut worst_row, mut size_row) = (0.0f64, 1e-300f64);
    for constraint in 0..topology.constraints() {
        if topology.ends(constraint).is_empty() {
            continue;
        }
        for row in topology.row_offset(constraint)..topology.row_offset(constraint + 1) {
            let compliant = system.compliance[row] * out.lambda[row];
            worst_row = worst_row.max((ja[row] + system.c[row] + compliant).abs());
            size_row = size_row.max(ja[row].abs()).max(system.c[row].abs());
        }
    }
    let mut left = system.force.clone();
    let mut size: Vec<f64> = left.iter().map(|x| x.abs() + 1e-300).collect();
    for constraint in 0..topology.constraints() {
        for end in topology.ends(constraint) {
            let dim = topology.body_dim(end.body);
            for r in 0..topology.constraint_dim(constraint) {
                let lambda = out.lambda[topology.row_offset(constraint) + r];
                for k in 0..dim {
                    let term = system.jacobian[end.block + r * dim + k] * lambda;
                    left[topology.body_offset(end.body) + k] += term;
                    size[topology.body_offset(end.body) + k] += term.abs();
                }
            }
        }
    }
    let mut worst = 0.0f64;
    for body in 0..topology.bodies() {
        let dim = topology.body_dim(body);
        let (start, at) = (topology.mass_offset(body), topology.body_offset(body));
        let scale: f64 = (0..dim).map(|i| size[at + i]).sum();
        for i in 0..dim {
            let ma: f64 = (0..dim)
                .map(|k| system.mass[start + i * dim + k] * out.acceleration[at + k])
                .sum();
            worst = worst.max((ma - left[at + i]).abs() / scale);
        }
    }
    (worst_row / size_row, worst)
}
