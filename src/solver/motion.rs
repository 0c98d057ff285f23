//! What multipliers do to bodies and what rows then miss, in one walk over the bodies:
//!
//! ```text
//! a = W (f + J^T lambda),   m = J a + c + E lambda,   diag A = sum J W J^T + E
//! ```
//! Every answer of a factor goes through it: without multipliers it gives the right-hand side, with them the motion and
//! the proof. So what is read, and how many numbers it is, is laid down per topology: pins on rigid bodies, of which
//! only the levers are read, and any rows on bodies of one to four coordinates.

use super::blocks::invert;
use super::equations::Moment;
use super::graph::Graph;
use super::lanes::in_lanes;
use super::system::{MAX_BODY_DIM, System, Topology};

/// The rows a constraint has on one body.
#[derive(Clone, Copy, Debug)]
struct Touch {
    /// First of its rows.
    row: u32,
    /// Where its block starts in the Jacobian.
    block: u32,
    rows: u32,
}

/// How a body is walked over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Rigid, and held by nothing but pins.
    Pinned,
    /// Rigid.
    Rigid,
    /// Of any mass matrix.
    Any,
}

/// A body and the end of its touches.
#[derive(Clone, Copy, Debug)]
struct Body {
    kind: Kind,
    dim: u8,
    index: u32,
    at: u32,
    mass: u32,
    touches: u32,
}

/// The walk over all islands.
#[derive(Default)]
pub(super) struct Motion {
    bodies: Vec<Body>,
    touches: Vec<Touch>,
    /// Rows of each island, as ranges as long as can be.
    ranges: Vec<(usize, usize)>,
    /// Ends of each island in `bodies` and `ranges`, from 0 on.
    islands: Vec<(usize, usize)>,
}

/// What is asked of an island. Without a force, none acts; without multipliers they are zero.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) force: Option<&'a [f64]>,
    pub(super) lambda: Option<&'a [f64]>,
    pub(super) c: &'a [f64],
}

impl Motion {
    /// The walk over the constraints of a graph.
    pub(super) fn new(topology: &Topology, graph: &Graph) -> Self {
        let narrow = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let mut motion = Self::default();
        motion.islands.push((0, 0));
        let mut at_body: Vec<Vec<(Touch, bool)>> = vec![Vec::new(); topology.bodies()];
        for island in &graph.islands {
            let first = motion.ranges.len();
            for &constraint in &island.constraints {
                let (row, rows) = (
                    topology.row_offset(constraint),
                    topology.constraint_dim(constraint),
                );
                for end in topology.ends(constraint) {
                    let touch = Touch {
                        row: narrow(row),
                        block: narrow(end.block),
                        rows: narrow(rows),
                    };
                    at_body[end.body].push((touch, topology.is_pin(constraint)));
                }
                match motion.ranges[first..].last_mut() {
                    Some(last) if last.1 == row => last.1 = row + rows,
                    _ => motion.ranges.push((row, row + rows)),
                }
            }
            for &body in &island.bodies {
                let held = std::mem::take(&mut at_body[body]);
                let kind = match topology.is_rigid(body) {
                    true if held.iter().all(|it| it.1) => Kind::Pinned,
                    true => Kind::Rigid,
                    false => Kind::Any,
                };
                motion.touches.extend(held.into_iter().map(|it| it.0));
                motion.bodies.push(Body {
                    kind,
                    dim: topology.body_dim(body) as u8,
                    index: narrow(body),
                    at: narrow(topology.body_offset(body)),
                    mass: narrow(topology.mass_offset(body)),
                    touches: narrow(motion.touches.len()),
                });
            }
            motion.islands.push((motion.bodies.len(), motion.ranges.len()));
        }
        motion
    }

    /// The bodies of an island, and where the touches of the first start.
    fn bodies(&self, island: usize) -> (&[Body], usize) {
        let (start, end) = (self.islands[island].0, self.islands[island + 1].0);
        let first = start
            .checked_sub(1)
            .map_or(0, |before| self.bodies[before].touches as usize);
        (&self.bodies[start..end], first)
    }

    /// Rows of an island.
    fn ranges(&self, island: usize) -> &[(usize, usize)] {
        &self.ranges[self.islands[island].1..self.islands[island + 1].1]
    }

    /// The norm of a vector of rows of an island, rows scaled by the diagonal of A.
    pub(super) fn norm(&self, island: usize, x: &[f64], diagonal: &[f64]) -> f64 {
        let ranges = self.ranges(island).iter();
        ranges
            .map(|&(start, end)| squares(&x[start..end], &diagonal[start..end]))
            .sum::<f64>()
            .sqrt()
    }
}

/// Sum of `x² / d`, in four sums side by side.
fn squares(x: &[f64], d: &[f64]) -> f64 {
    let ((x4, x_rest), (d4, d_rest)) = (x.as_chunks::<4>(), d.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (x, d) in x4.iter().zip(d4) {
        for k in 0..4 {
            sums[k] += x[k] * x[k] / d[k];
        }
    }
    let rest: f64 = x_rest.iter().zip(d_rest).map(|(x, d)| x * x / d).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

in_lanes! {
    /// W of all bodies, laid out like the masses, and the part of the walk's rows in the diagonal of A, which holds the
    /// rest of it before. The body whose mass is not positive definite, if there is one.
    pub(super) fn weigh(
        motion: &Motion,
        system: &System,
        w: &mut [f64],
        diagonal: &mut [f64],
    ) -> Option<usize> = weigh_bodies
}

#[inline(always)]
fn weigh_bodies(motion: &Motion, system: &System, w: &mut [f64], diagonal: &mut [f64]) -> Option<usize> {
    let mut bad = None;
    let mut first = 0;
    for body in &motion.bodies {
        let dim = usize::from(body.dim);
        let mass = &system.mass[body.mass as usize..][..dim * dim];
        let w = &mut w[body.mass as usize..][..dim * dim];
        let touches = &motion.touches[first..body.touches as usize];
        first = body.touches as usize;
        let sound = if body.kind == Kind::Any {
            // Of a symmetric block only one half is looked at.
            mass.iter().all(|x| x.is_finite()) && invert(dim, mass, w)
        } else {
            let (m, i) = (mass[0], mass[8]);
            (w[0], w[8]) = (1.0 / m, 1.0 / i);
            w[4] = w[0];
            m > 0.0 && i > 0.0 && m < f64::INFINITY && i < f64::INFINITY && mass[4] == m
        };
        if !sound && bad.is_none() {
            bad = Some(body.index as usize);
        }
        if body.kind == Kind::Pinned {
            let (w, v) = (w[0], w[8]);
            for touch in touches {
                let (_, [p1, p2]) = pin(&system.jacobian, touch);
                let sums = &mut diagonal[touch.row as usize..][..2];
                sums[0] += w + v * p1 * p1;
                sums[1] += w + v * p2 * p2;
            }
            continue;
        }
        for touch in touches {
            for r in 0..touch.rows as usize {
                let j = &system.jacobian[touch.block as usize + r * dim..][..dim];
                let mut sum = 0.0;
                if body.kind == Kind::Rigid {
                    sum = j[0] * w[0] * j[0] + j[1] * w[4] * j[1] + j[2] * w[8] * j[2];
                } else {
                    for i in 0..dim {
                        for k in 0..dim {
                            sum += j[i] * w[i * dim + k] * j[k];
                        }
                    }
                }
                diagonal[touch.row as usize + r] += sum;
            }
        }
    }
    bad
}

/// The sign of a pin on a body, and its lever there.
#[inline(always)]
fn pin(jacobian: &[f64], touch: &Touch) -> (f64, [f64; 2]) {
    let j = &jacobian[touch.block as usize..][..6];
    (j[0], [j[2], j[5]])
}

in_lanes! {
    /// Fills the motion of an island, unless nobody wants it, and what its rows miss.
    pub(super) fn walk(
        at: &Moment<'_>,
        island: usize,
        asked: Asked<'_>,
        a: Option<&mut [f64]>,
        missed: &mut [f64],
    ) = walk_bodies
}

#[inline(always)]
fn walk_bodies(
    at: &Moment<'_>,
    island: usize,
    asked: Asked<'_>,
    mut a: Option<&mut [f64]>,
    missed: &mut [f64],
) {
    let motion = at.motion;
    for &(start, end) in motion.ranges(island) {
        missed[start..end].copy_from_slice(&asked.c[start..end]);
        if let Some(lambda) = asked.lambda {
            for row in start..end {
                missed[row] += at.system.compliance[row] * lambda[row];
            }
        }
    }
    let (bodies, mut first) = motion.bodies(island);
    for body in bodies {
        let touches = &motion.touches[first..body.touches as usize];
        first = body.touches as usize;
        match (body.kind, body.dim) {
            (Kind::Pinned, _) => pinned(at, body, touches, asked, &mut a, missed),
            (Kind::Rigid, _) => free::<3, true>(at, body, touches, asked, &mut a, missed),
            (Kind::Any, 1) => free::<1, false>(at, body, touches, asked, &mut a, missed),
            (Kind::Any, 2) => free::<2, false>(at, body, touches, asked, &mut a, missed),
            (Kind::Any, 3) => free::<3, false>(at, body, touches, asked, &mut a, missed),
            (Kind::Any, _) => free::<MAX_BODY_DIM, false>(at, body, touches, asked, &mut a, missed),
        }
    }
}

/// The force on a body before that of the multipliers.
#[inline(always)]
fn force<const D: usize>(body: &Body, asked: Asked<'_>) -> [f64; D] {
    let given = asked
        .force
        .and_then(|force| force[body.at as usize..].first_chunk());
    given.copied().unwrap_or([0.0; D])
}

#[inline(always)]
fn pinned(
    at: &Moment<'_>,
    body: &Body,
    touches: &[Touch],
    asked: Asked<'_>,
    out: &mut Option<&mut [f64]>,
    missed: &mut [f64],
) {
    let mut f = force::<3>(body, asked);
    if let Some(lambda) = asked.lambda {
        for touch in touches {
            let (sign, [p1, p2]) = pin(&at.system.jacobian, touch);
            let lambda = &lambda[touch.row as usize..][..2];
            f[0] += sign * lambda[0];
            f[1] += sign * lambda[1];
            f[2] += p1 * lambda[0] + p2 * lambda[1];
        }
    }
    let w = &at.w[body.mass as usize..][..9];
    let a = [w[0] * f[0], w[0] * f[1], w[8] * f[2]];
    if let Some(out) = out {
        out[body.at as usize..][..3].copy_from_slice(&a);
    }
    for touch in touches {
        let (sign, [p1, p2]) = pin(&at.system.jacobian, touch);
        let missed = &mut missed[touch.row as usize..][..2];
        missed[0] += sign * a[0] + p1 * a[2];
        missed[1] += sign * a[1] + p2 * a[2];
    }
}

#[inline(always)]
fn free<const D: usize, const DIAGONAL: bool>(
    at: &Moment<'_>,
    body: &Body,
    touches: &[Touch],
    asked: Asked<'_>,
    out: &mut Option<&mut [f64]>,
    missed: &mut [f64],
) {
    let jacobian = &at.system.jacobian;
    let mut f = force::<D>(body, asked);
    if let Some(lambda) = asked.lambda {
        for touch in touches {
            let rows = touch.rows as usize;
            let (blocks, _) = jacobian[touch.block as usize..][..rows * D].as_chunks::<D>();
            for (j, lambda) in blocks.iter().zip(&lambda[touch.row as usize..][..rows]) {
                for n in 0..D {
                    f[n] += j[n] * lambda;
                }
            }
        }
    }
    let w = &at.w[body.mass as usize..][..D * D];
    let mut a = [0.0; D];
    for i in 0..D {
        a[i] = w[i * D + i] * f[i];
        if !DIAGONAL {
            a[i] = (0..D).map(|n| w[i * D + n] * f[n]).sum();
        }
    }
    if let Some(out) = out {
        out[body.at as usize..][..D].copy_from_slice(&a);
    }
    for touch in touches {
        let rows = touch.rows as usize;
        let (blocks, _) = jacobian[touch.block as usize..][..rows * D].as_chunks::<D>();
        for (j, missed) in blocks.iter().zip(&mut missed[touch.row as usize..][..rows]) {
            for n in 0..D {
                *missed += j[n] * a[n];
            }
        }
    }
}
