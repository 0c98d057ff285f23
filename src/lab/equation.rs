//! One constraint as an equation with its numbers, in standard notation.
//!
//! ```text
//! Cddot = J vdot + gamma = -ks C - kd Cdot,   M vdot = F + K lambda         gamma = Jdot qdot + explicit time derivatives of C
//! J W K lambda = -(J W F + c) - terms of other constraints at its bodies    c = gamma + ks C + kd Cdot
//! K = J^T, unless the force acts elsewhere (section 8)
//! ```

use super::assembled::Assembled;
use super::coordinates::inverse_block;
use crate::constraints::{EndPorts, Level, Row};
use crate::scene::Id;
use crate::sim::{Link, Place};
use crate::solver::End;
use crate::solver::system::MAX_CONSTRAINT_DIM;

/// A scalar row of a constraint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowNumbers {
    /// C (m, rad); 0 at velocity level.
    pub value: f64,
    /// Cdot (per s).
    pub rate: f64,
    /// gamma (per s²).
    pub gamma: f64,
    /// ks C, limited (per s²): the feedback of a joint that is far open is bounded.
    pub stiff: f64,
    /// kd Cdot (per s²).
    pub damped: f64,
    /// c: the sum of the three.
    pub c: f64,
    /// Compliance E.
    pub compliance: f64,
    /// Multiplier (N, N m).
    pub lambda: f64,
    /// J vdot.
    pub j_acceleration: f64,
    /// Whether the row is at its bound: it is no equation then, lambda is given, and there is no feedback.
    pub at_bound: bool,
    /// Whether the row constrains a position.
    pub is_position: bool,
}

impl RowNumbers {
    /// Row `k` of a constraint as in the system; `j_acceleration` is still to be summed.
    fn of(at: &Assembled, link: &Link, k: usize) -> Self {
        let (info, row) = (&link.rows[k], link.row + k);
        let own = info.time_constant.map(|tau| match info.level {
            Level::Position => 2.0 / tau,
            Level::Velocity => 1.0 / tau,
        });
        let kd = own.unwrap_or(at.model.settings.feedback().1);
        let (gamma, rate, c) = (at.gamma[row], at.rate[row], at.system.c[row]);
        Self {
            value: at.value[row],
            rate,
            gamma,
            stiff: c - gamma - kd * rate,
            damped: kd * rate,
            c,
            compliance: at.system.compliance[row],
            lambda: at.solution.lambda[row],
            j_acceleration: 0.0,
            at_bound: false,
            is_position: info.level == Level::Position,
        }
    }
}

/// Numbers of a constraint at one of its bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct EndNumbers {
    /// The part.
    pub part: Id,
    /// Names of the part's coordinates.
    pub coordinates: Vec<&'static str>,
    /// J, row by row.
    pub j: Vec<Vec<f64>>,
    /// W, row by row.
    pub w: Vec<Vec<f64>>,
    /// Force on the body of a unit multiplier, row by row: J, unless the force acts elsewhere.
    pub push: Vec<Vec<f64>>,
    /// Force of the constraint on the body, `J^T lambda` or `K lambda`.
    pub force: Vec<f64>,
}

/// A bounded row at its bound, evaluated as if it were inside its bounds; in the system it is an identity.
struct Pushed {
    row: Row,
    ports: Vec<EndPorts>,
}

impl Pushed {
    fn of(at: &Assembled, link: &Link) -> Option<Self> {
        link.push(&at.state.memory)?;
        let ports = at.model.end_ports(&link.ends, &at.state.q, &at.state.v)[..link.ends.len()].to_vec();
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let memory = link.memory_inside(&at.state.memory);
        link.kind
            .evaluate(&ports, at.state.time, &memory, &mut rows[..link.rows.len()]);
        let [row, ..] = rows;
        Some(Self { row, ports })
    }

    fn tell(&self, numbers: &mut RowNumbers) {
        let gamma = self.row.gamma(&self.ports);
        (numbers.value, numbers.rate) = (self.row.value, self.row.rate(&self.ports));
        (numbers.gamma, numbers.stiff, numbers.damped, numbers.c) = (gamma, 0.0, 0.0, gamma);
        numbers.at_bound = true;
    }

    /// Row of J for the coordinates of a body.
    fn gradient(&self, at: &Assembled, link: &Link, body: usize) -> Vec<f64> {
        let mut j = vec![0.0; at.model.topology.body_dim(body)];
        for (gradient, (port, place)) in self.row.gradient.iter().zip(self.ports.iter().zip(&link.ends)) {
            if Place::body(place) == Some(body) {
                for (k, j) in j.iter_mut().enumerate() {
                    *j +=
                        gradient.point.dot(port.point.gradient[k]) + gradient.angle * port.angle.gradient[k];
                }
            }
        }
        j
    }
}

/// All numbers of a constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The constraint.
    pub id: Id,
    /// Its rows.
    pub rows: Vec<RowNumbers>,
    /// The bodies of the constraint, including bodies on which only its force acts, with J zero.
    pub ends: Vec<EndNumbers>,
    /// The constraint's own block of A: `J W K`.
    pub a: Vec<Vec<f64>>,
    /// Whether the force acts elsewhere than along J; otherwise K is `J^T`.
    pub acts_elsewhere: bool,
}

impl Card {
    /// Numbers of one constraint; `None` if there is none with this id.
    pub fn of(at: &Assembled, id: Id) -> Option<Self> {
        let (index, link) = at.link(id)?;
        let (topology, system) = (&at.model.topology, &at.system);
        let count = link.rows.len();
        let mut rows: Vec<RowNumbers> = (0..count).map(|k| RowNumbers::of(at, link, k)).collect();
        let pushed = Pushed::of(at, link);
        if let (Some(pushed), Some(row)) = (&pushed, rows.first_mut()) {
            pushed.tell(row);
        }
        let acts = topology.ends(index);
        // A row at its bound pushes along the gradient that it has inside its bounds.
        let acts_elsewhere = !topology.is_workless(index) && pushed.is_none();
        let pushes = match topology.is_workless(index) {
            true => (acts, &system.jacobian),
            false => (topology.force_ends(index), &system.forcing),
        };
        let mut bodies: Vec<usize> = acts.iter().chain(pushes.0).map(|end| end.body).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let mut a = vec![vec![0.0; count]; count];
        let mut ends = Vec::new();
        for body in bodies {
            let (offset, dim) = (topology.body_offset(body), topology.body_dim(body));
            let of_body = |ends, from| block(ends, from, (body, dim), count);
            let (mut j, mut k) = (of_body(acts, &system.jacobian), of_body(pushes.0, pushes.1));
            if let Some(pushed) = &pushed {
                j = vec![pushed.gradient(at, link, body)];
                k.clone_from(&j);
            }
            let inverse = inverse_block(topology, system, body);
            let w: Vec<Vec<f64>> = inverse[..dim].iter().map(|row| row[..dim].to_vec()).collect();
            let v = &at.solution.acceleration[offset..offset + dim];
            for (r, a) in a.iter_mut().enumerate() {
                rows[r].j_acceleration += j[r].iter().zip(v).map(|(j, v)| j * v).sum::<f64>();
                for (s, a) in a.iter_mut().enumerate() {
                    *a += (0..dim)
                        .map(|i| j[r][i] * (0..dim).map(|l| w[i][l] * k[s][l]).sum::<f64>())
                        .sum::<f64>();
                }
            }
            let force = |i: usize| (0..count).map(|r| k[r][i] * rows[r].lambda).sum();
            ends.push(EndNumbers {
                part: at.model.bodies[body].id,
                coordinates: at.model.bodies[body].motion.coordinate_names().to_vec(),
                force: (0..dim).map(force).collect(),
                push: k,
                j,
                w,
            });
        }
        Some(Self {
            id,
            rows,
            ends,
            a,
            acts_elsewhere,
        })
    }
}

/// The `count` rows of a constraint in the `dim` columns of a body; zeros if it has no end there.
fn block(ends: &[End], from: &[f64], (body, dim): (usize, usize), count: usize) -> Vec<Vec<f64>> {
    let start = ends.iter().find(|end| end.body == body).map(|end| end.block);
    let row = |k: usize| match start {
        Some(start) => from[start + k * dim..start + (k + 1) * dim].to_vec(),
        None => vec![0.0; dim],
    };
    (0..count).map(row).collect()
}
