//! The numbers of a core by its rows: A put together body by body, factored and solved with.

use super::super::blocks::invert;
use super::super::equations::Moment;
use super::super::lanes::in_lanes;
use super::kernel::{Block, factor, substitute};
use super::units::NONE;
use super::{Body, Core, MAX_BODY_DIM, Schur, Touch, Weight};

/// How much of the freedom of a coordinate the others of its body may take: its mass times its entry of W, 1 where they
/// take none. Beyond, the inverse of the mass has lost digits where something stiff hangs on something soft.
const COUPLED: f64 = 1e4;

impl Schur {
    /// Factors A for these masses. False where digits were lost.
    pub(in super::super) fn factor(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        match self {
            Self::Flat(core) => core.factor(at, mass),
            Self::Rigid(core) => core.factor(at, mass),
            Self::Large(core) => core.factor(at, mass),
        }
    }

    /// Fills the multipliers of the core for this c, and for the forces if it is loaded, else for those on laden bodies
    /// alone. Of the bodies it looks at it fills the accelerations, and makes `force` the force with the multipliers'.
    pub(in super::super) fn solve(
        &mut self,
        at: &Moment<'_>,
        c: (&[f64], bool),
        force: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        match self {
            Self::Flat(core) => core.solve(at, c, force, a, lambda),
            Self::Rigid(core) => core.solve(at, c, force, a, lambda),
            Self::Large(core) => core.solve(at, c, force, a, lambda),
        }
    }
}

impl<const D: usize> Core<D> {
    fn factor(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        self.values.fill([0.0; 4]);
        form(self, at, mass) && factor(&self.panels, &self.whole, &mut self.raw, &mut self.values)
    }

    /// A = J W J^T + E, a body at a time.
    #[inline(always)]
    fn form(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        let mut sound = true;
        for (body, w) in self.bodies.iter().zip(&mut self.w) {
            let len = body.dim * body.dim;
            match body.weight {
                Weight::Pinned => {
                    let own = &at.w[body.mass..][..9];
                    // A pinned body is rigid, also beside bodies of more coordinates.
                    for i in 0..D.min(3) {
                        w[i][i] = own[4 * i];
                    }
                    let touches = &self.touches[body.touches.0..body.touches.1];
                    let pairs = &self.pairs[body.pairs..];
                    add_pins(
                        &at.system.jacobian,
                        [own[0], own[8]],
                        touches,
                        pairs,
                        &mut self.levers,
                        &mut self.values,
                    );
                    continue;
                }
                Weight::Own => copy(body.dim, &at.w[body.mass..][..len], w),
                Weight::Laden => sound &= weight(body.dim, &mass[body.mass..][..len], w),
            }
            let touches = &self.touches[body.touches.0..body.touches.1];
            let blocks = &mut self.blocks[..touches.len()];
            for (touch, block) in touches.iter().zip(blocks.iter_mut()) {
                *block = read(&at.system.jacobian, body.dim, touch.j);
            }
            let plain = (1..D).all(|i| (0..i).all(|k| w[i][k] == 0.0));
            let mut pairs = &self.pairs[body.pairs..];
            for (k, one) in blocks.iter().enumerate() {
                let mut weighed = [[0.0; D]; 2];
                for r in 0..2 {
                    for i in 0..D {
                        weighed[r][i] = w[i][i] * one[r][i];
                    }
                    if !plain {
                        for i in 0..D {
                            weighed[r][i] = (0..D).map(|n| w[i][n] * one[r][n]).sum();
                        }
                    }
                }
                let (now, rest) = pairs.split_at(blocks.len() - k);
                pairs = rest;
                for (other, &to) in blocks[k..].iter().zip(now) {
                    let to = &mut self.values[to as usize];
                    for r in 0..2 {
                        for s in 0..2 {
                            let mut sum = other[s][0] * weighed[r][0];
                            for n in 1..D {
                                sum += other[s][n] * weighed[r][n];
                            }
                            to[2 * r + s] += sum;
                        }
                    }
                }
            }
        }
        for (unit, rows) in self.rows.iter().enumerate() {
            let diagonal = &mut self.values[self.diagonal[unit] as usize];
            for r in 0..2 {
                if rows[r] == NONE {
                    diagonal[3 * r] = 1.0;
                } else {
                    diagonal[3 * r] += at.system.compliance[rows[r] as usize];
                }
                self.whole[unit][r] = diagonal[3 * r];
            }
        }
        sound
    }

    fn solve(
        &mut self,
        at: &Moment<'_>,
        (c, loaded): (&[f64], bool),
        force: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        let jacobian = &at.system.jacobian;
        for (x, rows) in self.x.iter_mut().zip(&self.rows) {
            for r in 0..2 {
                x[r] = c.get(rows[r] as usize).map_or(0.0, |c| -c);
            }
        }
        let looked_at = |body: &Body| loaded || body.weight == Weight::Laden;
        for (body, w) in self.bodies.iter().zip(&self.w).filter(|it| looked_at(it.0)) {
            let a = weigh(w, &force[body.at..][..body.dim]);
            for touch in &self.touches[body.touches.0..body.touches.1] {
                let j = read::<D>(jacobian, body.dim, touch.j);
                let x = &mut self.x[touch.unit as usize];
                for r in 0..2 {
                    x[r] -= (0..D).map(|n| j[r][n] * a[n]).sum::<f64>();
                }
            }
        }
        substitute(&self.panels, &self.values, &mut self.x);
        for (x, rows) in self.x.iter().zip(&self.rows) {
            for r in 0..2 {
                if let Some(lambda) = lambda.get_mut(rows[r] as usize) {
                    *lambda = x[r];
                }
            }
        }
        for (body, w) in self.bodies.iter().zip(&self.w).filter(|it| looked_at(it.0)) {
            let force = &mut force[body.at..][..body.dim];
            for touch in &self.touches[body.touches.0..body.touches.1] {
                let j = read::<D>(jacobian, body.dim, touch.j);
                let x = &self.x[touch.unit as usize];
                for (n, force) in force.iter_mut().enumerate() {
                    *force += j[0][n] * x[0] + j[1][n] * x[1];
                }
            }
            a[body.at..][..body.dim].copy_from_slice(&weigh(w, force)[..body.dim]);
        }
    }
}

in_lanes! {
    fn form<const D: usize>(core: &mut Core<D>, at: &Moment<'_>, mass: &[f64]) -> bool = Core::form
}

/// `W f`.
#[inline(always)]
fn weigh<const D: usize>(w: &[[f64; D]; D], force: &[f64]) -> [f64; D] {
    let mut a = [0.0; D];
    for (n, force) in force.iter().enumerate() {
        for i in 0..D {
            a[i] += w[i][n] * force;
        }
    }
    a
}

/// The blocks of both rows on a body, zero where there is none.
#[inline(always)]
fn read<const D: usize>(jacobian: &[f64], dim: usize, places: [u32; 2]) -> [[f64; D]; 2] {
    let mut block = [[0.0; D]; 2];
    for r in 0..2 {
        let Some(from) = jacobian.get(places[r] as usize..) else {
            continue;
        };
        if dim == D {
            if let Some(from) = from.first_chunk::<D>() {
                block[r] = *from;
            }
        } else {
            block[r][..dim].copy_from_slice(&from[..dim]);
        }
    }
    block
}

/// Adds what a rigid body of this weight (1/m, 1/I) adds to A where it is held by pins: with the lever p of a pin as
/// the velocity of its point for a unit spin, `s s' / m + p p'^T / I`.
#[inline(always)]
fn add_pins(
    jacobian: &[f64],
    [w, v]: [f64; 2],
    touches: &[Touch],
    pairs: &[u32],
    levers: &mut [[f64; 3]],
    values: &mut [Block],
) {
    let levers = &mut levers[..touches.len()];
    for (touch, lever) in touches.iter().zip(levers.iter_mut()) {
        let j = &jacobian[touch.j[0] as usize..][..6];
        *lever = [j[0], j[2], j[5]];
    }
    let mut pairs = pairs;
    for (k, one) in levers.iter().enumerate() {
        let [s, p1, p2] = [w * one[0], v * one[1], v * one[2]];
        let (now, rest) = pairs.split_at(levers.len() - k);
        pairs = rest;
        for (other, &to) in levers[k..].iter().zip(now) {
            let to = &mut values[to as usize];
            let along = s * other[0];
            to[0] += along + p1 * other[1];
            to[1] += p1 * other[2];
            to[2] += p2 * other[1];
            to[3] += along + p2 * other[2];
        }
    }
}

/// W of a body from that of the system, zero beyond its coordinates.
#[inline(always)]
fn copy<const D: usize>(dim: usize, own: &[f64], w: &mut [[f64; D]; D]) {
    for i in 0..dim {
        w[i][..dim].copy_from_slice(&own[i * dim..][..dim]);
    }
}

/// W of a laden body from its mass. False where too many digits are lost.
#[inline(always)]
fn weight<const D: usize>(dim: usize, mass: &[f64], w: &mut [[f64; D]; D]) -> bool {
    let mut inverse = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
    // Written so that NaN counts.
    let sound = invert(dim, mass, &mut inverse[..dim * dim])
        && (0..dim)
            .map(|i| i * dim + i)
            .all(|ii| mass[ii] * inverse[ii] < COUPLED);
    copy(dim, &inverse[..dim * dim], w);
    sound
}
