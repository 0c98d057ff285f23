//! Random systems of joints and contacts, and the residual of an answer.

use crate::sim::contact::problem::{ContactProblem, PreviousStep};
use crate::sim::limits::Condition;
use crate::solver::{Side, Solution, System, Topology};

#[path = "../../../solver/tests/systems/mod.rs"]
mod drawn;

pub use drawn::{Build, Random, net};
use drawn::{condition, mass_norm, random_build_of, scaled_jacobian, times_j, violation};

/// A system of joints, then contacts, with the conditions on its rows.
pub struct Case {
    pub topology: Topology,
    pub system: System,
    /// Topology of the joints alone.
    pub base: Topology,
    pub conditions: Vec<Condition>,
}

/// Options of a random system.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Rows at most.
    pub rows: usize,
    pub friction: bool,
}

/// A contact to be written: its bodies, its normal, its position, its coefficients of sliding and of rolling friction.
#[derive(Clone)]
struct Contact {
    bodies: Vec<usize>,
    normal: [f64; 2],
    at: [f64; 2],
    friction: f64,
    rolling: Option<f64>,
}

impl Case {
    /// Draws bodies under joints with loops and copies, some of them unilateral or capped, and contacts of few directions, some of them twice. Some
    /// motion meets all of them with slack or exactly, so a solution exists whatever the friction.
    pub fn draw(random: &mut Random, wanted: Wanted) -> Self {
        let bodies = 1 + random.below(12);
        let mut build = random_build_of(random, bodies);
        let rows = |build: &Build| build.joints.iter().map(|it| it.rows).sum::<usize>();
        while rows(&build) > wanted.rows / 2 {
            build.joints.pop();
        }
        let most = wanted.rows - rows(&build);
        let left = if random.chance(0.5) {
            most
        } else {
            random.below(most + 1)
        };
        Self::of(&build, random, left, wanted.friction)
    }

    /// The same for given bodies and joints, with up to `left` rows of contacts.
    pub fn of(build: &Build, random: &mut Random, mut left: usize, friction: bool) -> Self {
        let (mut topology, first) = build.finish(random);
        let (base, joints) = (topology.clone(), topology.constraints());
        let mut conditions = Vec::new();
        // Declared pins always hold.
        for constraint in (0..joints).filter(|it| !topology.is_pin(*it)) {
            for k in 0..topology.constraint_dim(constraint) {
                if random.chance(0.25) {
                    conditions.push(bounded(constraint, k, random));
                }
            }
        }
        let mut contacts: Vec<Contact> = Vec::new();
        while left > 3 {
            let contact = match contacts.last() {
                Some(last) if random.chance(0.15) => last.clone(),
                _ => contact(build, random),
            };
            let rows = 1 + usize::from(friction) * (1 + usize::from(contact.rolling.is_some()));
            topology.add_constraint(rows, &contact.bodies);
            left -= rows;
            contacts.push(contact);
        }
        let mut system = System::zeroed(&topology);
        system.mass = first.mass;
        system.force = first.force;
        system.jacobian[..first.jacobian.len()].copy_from_slice(&first.jacobian);
        for (k, contact) in contacts.iter().enumerate() {
            write(build, &topology, &mut system, joints + k, contact);
            touch(&mut conditions, &topology, joints + k, contact, random);
        }
        let mut case = Self {
            topology,
            system,
            base,
            conditions,
        };
        case.move_it(random);
        case
    }

    /// Sets c so that some motion meets all rows; or sets weights as the only forces and c = 0, so that many rows are degenerate.
    fn move_it(&mut self, random: &mut Random) {
        let (topology, system) = (&self.topology, &mut self.system);
        if random.chance(0.3) {
            for body in 0..topology.bodies() {
                let (at, dim) = (topology.body_offset(body), topology.body_dim(body));
                system.force[at..at + dim].fill(0.0);
                let down = dim.min(2) - 1;
                system.force[at + down] = -system.mass[topology.mass_offset(body) + down * (dim + 1)];
            }
            return;
        }
        let motion: Vec<f64> = (0..topology.dofs()).map(|_| random.unit()).collect();
        system.c = times_j(topology, system, &motion).iter().map(|x| -x).collect();
        for it in self.conditions.iter().filter(|it| it.friction.is_none()) {
            let spare = if random.chance(0.5) {
                0.0
            } else {
                random.unit().abs()
            };
            system.c[topology.row_offset(it.constraint) + it.k] += match it.bounds {
                [0.0, _] => spare,
                [_, 0.0] => -spare,
                _ => 0.0,
            };
        }
    }

    /// The case as a contact problem.
    pub fn problem(&mut self) -> ContactProblem<'_> {
        ContactProblem {
            topology: &self.topology,
            joints: self.base.constraints(),
            base: &self.base,
            system: &mut self.system,
            conditions: &self.conditions,
            takes_least_squares: false,
            least_size: 0.0,
            before: PreviousStep::Nothing,
        }
    }

    /// Row of the system that belongs to a condition.
    pub fn row(&self, it: &Condition) -> usize {
        self.topology.row_offset(it.constraint) + it.k
    }

    /// J a + c of a row, scaled to a unit row.
    pub fn rate(&self, out: &Solution, row: usize) -> f64 {
        let (_, scales) = scaled_jacobian(&self.topology, &self.system);
        (times_j(&self.topology, &self.system, &out.acceleration)[row] + self.system.c[row]) * scales[row]
    }

    /// Residual of an answer: of the law of its rows, each scaled to a unit row, relative to the largest given term; and of `M a = F + J^T lambda`,
    /// relative to its terms.
    pub fn miss(&self, out: &Solution) -> (f64, f64) {
        let (topology, system) = (&self.topology, &self.system);
        let ja = times_j(topology, system, &out.acceleration);
        let (_, scales) = scaled_jacobian(topology, system);
        let lambda = |of: usize| {
            let it = &self.conditions[of];
            out.lambda[topology.row_offset(it.constraint) + it.k]
        };
        let mut bounds = vec![[f64::NEG_INFINITY, f64::INFINITY]; topology.rows()];
        for it in &self.conditions {
            let row = topology.row_offset(it.constraint) + it.k;
            bounds[row] = match it.friction {
                None => it.bounds,
                Some((normal, mu)) => [-mu * lambda(normal), mu * lambda(normal)],
            };
        }
        let (mut worst, mut size) = (0.0_f64, mass_norm(topology, system, &self.fall()));
        for row in 0..topology.rows() {
            let unit = scales[row];
            let (x, w) = (out.lambda[row] / unit, (ja[row] + system.c[row]) * unit);
            let [lo, hi] = bounds[row].map(|bound| bound / unit);
            let miss = if x - w < lo {
                x - lo
            } else if x - w > hi {
                x - hi
            } else {
                w
            };
            worst = if miss.is_nan() {
                miss
            } else {
                worst.max(miss.abs())
            };
            size = size.max((system.c[row] * unit).abs());
        }
        (worst / size, violation(topology, system, out).1)
    }

    /// Distance of two acceleration vectors in the mass norm, relative to the accelerations under F alone or the first vector.
    #[cfg(feature = "peers")]
    pub fn apart(&self, one: &[f64], other: &[f64]) -> f64 {
        let off: Vec<f64> = one.iter().zip(other).map(|(x, y)| x - y).collect();
        let norm = |a: &[f64]| mass_norm(&self.topology, &self.system, a);
        norm(&off) / norm(one).max(norm(&self.fall()))
    }

    /// Condition number of `J W J^T` on its range, rows scaled.
    pub fn condition(&self) -> f64 {
        condition(&self.topology, &self.system).0
    }

    /// W F, body by body.
    fn fall(&self) -> Vec<f64> {
        let topology = &self.topology;
        let mut out = vec![0.0; topology.dofs()];
        for body in 0..topology.bodies() {
            let (at, dim) = (topology.body_offset(body), topology.body_dim(body));
            let (force, own) = (&self.system.force[at..at + dim], &mut out[at..at + dim]);
            super::super::bodies::apply_w(topology, &self.system, body, force, own);
        }
        out
    }
}

/// A condition that only pushes, only pulls, or has a cap.
fn bounded(constraint: usize, k: usize, random: &mut Random) -> Condition {
    let bounds = match random.below(3) {
        0 => [0.0, f64::INFINITY],
        1 => [f64::NEG_INFINITY, 0.0],
        _ => [-0.1 - random.unit().abs(), 0.1 + random.unit().abs()],
    };
    let starts_held = random.chance(0.5);
    let bound = if bounds[0].is_finite() {
        Side::Low
    } else {
        Side::High
    };
    Condition {
        bounds,
        ..Condition::one_sided(constraint, k, if starts_held { Side::Held } else { bound })
    }
}

fn contact(build: &Build, random: &mut Random) -> Contact {
    let bodies = build.dims.len();
    let (one, other) = (random.below(bodies), random.below(bodies));
    let angle = 0.5 * std::f64::consts::PI * random.below(4) as f64 + 0.3 * (1 + random.below(2)) as f64;
    let near = build.centre[one];
    let turns = [one, other].iter().all(|&body| build.dims[body] == 3);
    let mu = [0.0, 0.1, 0.5, 1.0, 3.0];
    Contact {
        bodies: if one == other { vec![one] } else { vec![one, other] },
        normal: [angle.cos(), angle.sin()],
        at: [
            near[0] + random.below(3) as f64 - 1.0,
            near[1] + random.below(2) as f64,
        ],
        friction: mu[random.below(mu.len())],
        rolling: (turns && random.chance(0.15)).then(|| 0.1 * mu[random.below(mu.len())]),
    }
}

fn write(build: &Build, topology: &Topology, system: &mut System, constraint: usize, contact: &Contact) {
    let [x, y] = contact.normal;
    let ends = topology.ends(constraint);
    for (k, end) in ends.iter().enumerate() {
        let sign = if k + 1 == ends.len() { 1.0 } else { -1.0 };
        let [px, py] = build.point(end.body, contact.at);
        let dim = topology.body_dim(end.body);
        for (row, axis) in [[x, y], [-y, x]]
            .iter()
            .enumerate()
            .take(topology.constraint_dim(constraint))
        {
            for c in 0..dim {
                system.jacobian[end.block + row * dim + c] = sign * (axis[0] * px[c] + axis[1] * py[c]);
            }
        }
        if topology.constraint_dim(constraint) > 2 {
            system.jacobian[end.block + 2 * dim + 2] = sign;
        }
    }
}

fn touch(
    conditions: &mut Vec<Condition>,
    topology: &Topology,
    constraint: usize,
    contact: &Contact,
    random: &mut Random,
) {
    let mut side = || [Side::Held, Side::Low][random.below(2)];
    let normal = conditions.len();
    conditions.push(Condition::one_sided(constraint, 0, side()));
    let friction = [Some(contact.friction), contact.rolling];
    for (k, mu) in friction.into_iter().flatten().enumerate() {
        if k + 1 < topology.constraint_dim(constraint) {
            conditions.push(Condition::friction(constraint, k + 1, (normal, mu), side()));
        }
    }
}
