//! Jacobi's elliptic functions by the arithmetic-geometric mean:
//!
//! ```text
//! a_{n+1} = (a_n + b_n)/2,  b_{n+1} = sqrt(a_n b_n),  c_{n+1} = (a_n - b_n)/2      from 1, sqrt(1 - k²), k
//! phi_N = 2^N a_N u,   sin(2 phi_{n-1} - phi_n) = c_n/a_n sin phi_n,   sn = sin phi_0
//! ```
//! (Abramowitz and Stegun, 16.4.) They are the pendulum's motion in closed form.

/// Number of iterations of the mean, which converges quadratically.
const ROUNDS: usize = 8;

/// The functions sn, cn and dn at one argument and modulus.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elliptic {
    /// sn(u, k)
    pub sn: f64,
    /// cn(u, k)
    pub cn: f64,
    /// dn(u, k)
    pub dn: f64,
}

impl Elliptic {
    /// At argument `u` with modulus `k`, 0 <= k < 1.
    pub fn new(u: f64, k: f64) -> Self {
        let mut means = [(1.0, k); ROUNDS + 1];
        let mut b = (1.0 - k * k).sqrt();
        for n in 0..ROUNDS {
            let a = means[n].0;
            means[n + 1] = ((a + b) / 2.0, (a - b) / 2.0);
            b = (a * b).sqrt();
        }
        let mut phi = means[ROUNDS].0 * u * f64::from(1u32 << ROUNDS);
        for (a, c) in means[1..].iter().rev() {
            phi = (phi + (c / a * phi.sin()).asin()) / 2.0;
        }
        let (sn, cn) = phi.sin_cos();
        Self {
            sn,
            cn,
            dn: (1.0 - k * k * sn * sn).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_obey_their_identities_and_their_derivative() {
        for (u, k) in [(0.3, 0.2), (2.7, 0.7), (31.0, 0.95), (-4.0, 0.5)] {
            let e = Elliptic::new(u, k);
            assert!((e.sn * e.sn + e.cn * e.cn - 1.0).abs() < 1e-14);
            let h = 1e-5;
            let slope = (Elliptic::new(u + h, k).sn - Elliptic::new(u - h, k).sn) / (2.0 * h);
            assert!((slope - e.cn * e.dn).abs() < 1e-8, "sn' = cn dn at {u}, {k}");
        }
        // k = 0 gives the circular functions.
        assert!((Elliptic::new(1.1, 0.0).sn - 1.1_f64.sin()).abs() < 1e-15);
    }

    #[test]
    fn a_quarter_period_is_the_complete_integral() {
        // K(1/sqrt 2) = Gamma(1/4)²/(4 sqrt pi)
        let quarter = 1.854_074_677_301_371_9;
        let e = Elliptic::new(quarter, 0.5_f64.sqrt());
        assert!((e.sn - 1.0).abs() < 1e-15 && e.cn.abs() < 1e-14);
    }
}
