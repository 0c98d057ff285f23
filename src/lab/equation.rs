//! One constraint as an equation with its numbers, in the field's notation.
//!
//! ```text
//! Cddot = J vdot + gamma = -ks C - kd Cdot,   M vdot = F + J^T lambda        gamma = Jdot qdot, and what time prescribes
//! J W J^T lambda = -(J W F + c) - what other constraints do at its bodies    c = gamma + ks C + kd Cdot
//! ```

use std::fmt::Write;

use super::assembled::Assembled;
use super::comment::on_one_line;
use super::coordinates::inverse_block;
use crate::constraints::{EndPorts, Level, Row};
use crate::scene::Id;
use crate::sim::{Link, Place};
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
    /// ks C, as far as it counts (per s²): the pull of a joint that is far open is bounded.
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
    /// Whether it pushes with all that it has: then it is no equation, lambda is given, and nothing is fed back.
    pub at_bound: bool,
    /// Whether it constrains a position.
    pub is_position: bool,
}

/// What a constraint sees of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct EndNumbers {
    /// The part.
    pub part: Id,
    /// Names of its coordinates.
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

/// A capped row at its bound, which the system has as an identity, as it would be inside.
struct Pushed {
    row: Row,
    ports: Vec<EndPorts>,
}

impl Pushed {
    fn of(at: &Assembled, link: &Link) -> Option<Self> {
        link.push(&at.memory)?;
        let ports = at.model.end_ports(&link.ends, &at.q, &at.v)[..link.ends.len()].to_vec();
        let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
        let memory = link.memory_inside(&at.memory);
        link.kind
            .evaluate(&ports, at.time, &memory, &mut rows[..link.rows.len()]);
        let [row, ..] = rows;
        Some(Self { row, ports })
    }

    fn tell(&self, numbers: &mut RowNumbers) {
        let gamma = self.row.gamma(&self.ports);
        (numbers.value, numbers.rate) = (self.row.value, self.row.rate(&self.ports));
        (numbers.gamma, numbers.stiff, numbers.damped, numbers.c) = (gamma, 0.0, 0.0, gamma);
        numbers.at_bound = true;
    }

    /// J for the coordinates of a body.
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
    /// The bodies it acts on, those that only its force pushes among them, with J zero.
    pub ends: Vec<EndNumbers>,
    /// Its own block of A: `J W J^T`, or `J W K`.
    pub a: Vec<Vec<f64>>,
}

impl Card {
    /// Of one constraint; nothing where there is none of this name.
    pub fn of(at: &Assembled, id: Id) -> Option<Self> {
        let (index, link) = at.link(id)?;
        let (topology, system) = (&at.model.topology, &at.system);
        let count = link.rows.len();
        let numbers = |row: usize, k: usize| {
            let info = &link.rows[k];
            let own = info.time_constant.map(|tau| match info.level {
                Level::Position => 2.0 / tau,
                Level::Velocity => 1.0 / tau,
            });
            let kd = own.unwrap_or(at.model.settings.feedback().1);
            let (gamma, rate, c) = (at.gamma[row], at.rate[row], system.c[row]);
            RowNumbers {
                value: at.value[row],
                rate,
                gamma,
                stiff: c - gamma - kd * rate,
                damped: kd * rate,
                c,
                compliance: system.compliance[row],
                lambda: at.solution.lambda[row],
                j_acceleration: 0.0,
                at_bound: false,
                is_position: info.level == Level::Position,
            }
        };
        let mut rows: Vec<RowNumbers> = (0..count).map(|k| numbers(link.row + k, k)).collect();
        let pushed = Pushed::of(at, link);
        if let (Some(pushed), Some(row)) = (&pushed, rows.first_mut()) {
            pushed.tell(row);
        }
        let acts = topology.ends(index);
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
            let block = |(ends, from): (&[crate::solver::End], &[f64])| -> Vec<Vec<f64>> {
                let start = ends.iter().find(|end| end.body == body).map(|end| end.block);
                let row = |k: usize| match start {
                    Some(start) => from[start + k * dim..start + (k + 1) * dim].to_vec(),
                    None => vec![0.0; dim],
                };
                (0..count).map(row).collect()
            };
            let (mut j, mut k) = (block((acts, &system.jacobian)), block((pushes.0, pushes.1)));
            if let Some(pushed) = &pushed {
                j = vec![pushed.gradient(at, link, body)];
                k.clone_from(&j);
            }
            let inverse = inverse_block(topology, system, body);
            let w: Vec<Vec<f64>> = inverse[..dim].iter().map(|row| row[..dim].to_vec()).collect();
            for (r, a) in a.iter_mut().enumerate() {
                let v = &at.solution.acceleration[offset..offset + dim];
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
        Some(Self { id, rows, ends, a })
    }

    /// The equation with its numbers as LaTeX, for an `align` environment; `name` is what a part or constraint is called.
    pub fn latex<'n>(&self, name: &dyn Fn(Id) -> &'n str) -> String {
        let column = |of: &dyn Fn(&RowNumbers) -> f64| {
            matrix(&self.rows.iter().map(|row| vec![of(row)]).collect::<Vec<_>>())
        };
        let mut text = format!("% {}\n\\begin{{align*}}\n", on_one_line(name(self.id)));
        let _ = writeln!(text, "C &= {} \\\\", column(&|row| row.value));
        let _ = writeln!(text, "\\dot C &= {} \\\\", column(&|row| row.rate));
        let _ = writeln!(text, "\\dot J \\dot q &= {} \\\\", column(&|row| row.gamma));
        let _ = writeln!(
            text,
            "k_s C &= {}, \\quad k_d \\dot C = {} \\\\",
            column(&|row| row.stiff),
            column(&|row| row.damped)
        );
        for end in &self.ends {
            let part = escaped(&on_one_line(name(end.part)));
            let _ = writeln!(
                text,
                "J_{{\\text{{{part}}}}} &= {}, \\quad W_{{\\text{{{part}}}}} = {} \\\\",
                matrix(&end.j),
                matrix(&end.w)
            );
        }
        let _ = writeln!(text, "J W J^T &= {} \\\\", matrix(&self.a));
        let _ = writeln!(text, "\\lambda &= {} \\\\", column(&|row| row.lambda));
        let _ = writeln!(
            text,
            "J \\dot v + \\dot J \\dot q + k_s C + k_d \\dot C &= {}",
            column(&|row| row.j_acceleration + row.c)
        );
        text + "\\end{align*}\n"
    }

    /// The same as NumPy arrays.
    pub fn numpy<'n>(&self, name: &dyn Fn(Id) -> &'n str) -> String {
        let mut text = format!("# {}\nimport numpy as np\n", on_one_line(name(self.id)));
        let mut line = |what: &str, of: &dyn Fn(&RowNumbers) -> f64| {
            let values: Vec<f64> = self.rows.iter().map(of).collect();
            let _ = writeln!(text, "{what} = np.array({})", list(&values));
        };
        line("C", &|row| row.value);
        line("C_dot", &|row| row.rate);
        line("gamma", &|row| row.gamma);
        line("ks_C", &|row| row.stiff);
        line("kd_C_dot", &|row| row.damped);
        line("lam", &|row| row.lambda);
        for (index, end) in self.ends.iter().enumerate() {
            let rows = |rows: &[Vec<f64>]| rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(", ");
            let _ = writeln!(
                text,
                "J{index} = np.array([{}])  # {}: {}",
                rows(&end.j),
                on_one_line(name(end.part)),
                end.coordinates.join(", ")
            );
            let _ = writeln!(text, "W{index} = np.array([{}])", rows(&end.w));
        }
        let terms: Vec<String> = (0..self.ends.len())
            .map(|it| format!("J{it} @ W{it} @ J{it}.T"))
            .collect();
        let _ = writeln!(
            text,
            "A = {}",
            if terms.is_empty() {
                "0.0".to_owned()
            } else {
                terms.join(" + ")
            }
        );
        text
    }
}

fn list(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    format!("[{}]", values.join(", "))
}

/// A matrix with six digits, for reading.
pub(super) fn matrix(rows: &[Vec<f64>]) -> String {
    let number = |x: &f64| {
        let text = format!("{x:.6}");
        let short = text.trim_end_matches('0').trim_end_matches('.');
        match x.abs() {
            0.0 => "0".to_owned(),
            size if !(1e-4..1e6).contains(&size) => {
                let text = format!("{x:.5e}");
                let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
                format!("{digits} \\cdot 10^{{{power}}}")
            }
            _ => short.to_owned(),
        }
    };
    let row = |row: &Vec<f64>| row.iter().map(number).collect::<Vec<_>>().join(" & ");
    format!(
        "\\begin{{bmatrix}} {} \\end{{bmatrix}}",
        rows.iter().map(row).collect::<Vec<_>>().join(" \\\\ ")
    )
}

/// Words in text mode.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, it| {
        match it {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', it]),
            _ => out.push(it),
        }
        out
    })
}
