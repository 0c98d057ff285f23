//! Impulse stepping by Gauss-Seidel against the textbook loop, implemented here without the solver.
//!
//! ```text
//! v += h g;   then again and again, rod by rod:   lambda = -(u·(v_b - v_a) + beta C + h turn²/2) / (1/m_a + 1/m_b),  v_b += lambda u/m_b
//! turn² = |across|²/length      across = of v_b - v_a before the step, across the rod
//! ```

use tinkertoy::math::{Vec2, cross};
use tinkertoy::scene::{Integrator, Method, Stabilisation, SubSteps};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, v2};

const MASSES: [f64; 6] = [1.0, 0.5, 2.0, 1.0, 3.0, 0.7];
const LENGTH: f64 = 0.4;
const SWEEPS: u32 = 12;

/// Particles on rods of length [`LENGTH`] in a row from the origin.
struct Chain {
    place: [Vec2; MASSES.len()],
    speed: [Vec2; MASSES.len()],
    /// Impulses of the previous step, the warm start of the next (N s).
    impulse: [f64; MASSES.len()],
}

impl Chain {
    fn step(&mut self, h: f64, gravity: Vec2, beta: f64) {
        let rods = MASSES.len();
        let from = |place: &[Vec2], k: usize| if k == 0 { Vec2::ZERO } else { place[k - 1] };
        let along: Vec<Vec2> = (0..rods).map(|k| self.place[k] - from(&self.place, k)).collect();
        let open: Vec<f64> = along.iter().map(|along| along.length() - LENGTH).collect();
        let length: Vec<f64> = along.iter().map(|along| along.length()).collect();
        let along: Vec<Vec2> = along.into_iter().map(Vec2::normalize).collect();
        let bend: Vec<f64> = (0..rods)
            .map(|k| {
                let across = cross(along[k], self.speed[k] - from(&self.speed, k));
                0.5 * h * across * across / length[k]
            })
            .collect();
        let push = |speed: &mut [Vec2], k: usize, impulse: f64| {
            speed[k] += impulse / MASSES[k] * along[k];
            if k > 0 {
                speed[k - 1] -= impulse / MASSES[k - 1] * along[k];
            }
        };
        for k in 0..rods {
            self.speed[k] += h * gravity;
        }
        for k in 0..rods {
            push(&mut self.speed, k, self.impulse[k]);
        }
        for _ in 0..SWEEPS {
            for k in 0..rods {
                let before = if k == 0 { 0.0 } else { 1.0 / MASSES[k - 1] };
                let opening = along[k].dot(self.speed[k] - from(&self.speed, k));
                let change = -(opening + beta * open[k] + bend[k]) / (before + 1.0 / MASSES[k]);
                self.impulse[k] += change;
                push(&mut self.speed, k, change);
            }
        }
        for k in 0..rods {
            self.place[k] += h * self.speed[k];
        }
    }
}

#[test]
fn impulses_by_gauss_seidel_are_sequential_impulses() {
    let mut build = Build::default();
    let place = std::array::from_fn(|k| v2(LENGTH * (k + 1) as f64, 0.0));
    let mut last = ground(0.0, 0.0);
    for (at, mass) in place.iter().zip(MASSES) {
        let bead = centre(build.particle(at.x, at.y, mass));
        build.rod(last, bead);
        last = bead;
    }
    let settings = &mut build.scene.settings;
    settings.method = Method::GaussSeidel;
    settings.effort.sweeps = SWEEPS;
    settings.integrator = Integrator::Impulse;
    settings.stabilisation = Stabilisation::Baumgarte;
    settings.sub_steps = SubSteps::Fixed;
    let (h, gravity, beta) = (settings.dt, settings.gravity, settings.ks / settings.kd);
    let mut chain = Chain {
        place,
        speed: [Vec2::ZERO; MASSES.len()],
        impulse: [0.0; MASSES.len()],
    };
    let mut run = Simulation::new(&build.scene);
    let mut worst: f64 = 0.0;
    for step in 0..120 {
        run.step().unwrap();
        chain.step(h, gravity, beta);
        assert_eq!(run.state().soft_sub_steps, 0);
        for k in 0..MASSES.len() {
            let here = v2(run.state().q[2 * k], run.state().q[2 * k + 1]);
            let gap = (here - chain.place[k]).length();
            assert!(gap < 1e-10, "bead {k}, step {step}: {gap:e} m");
            let stretch = (chain.place[0].length() - LENGTH).abs();
            worst = worst.max(stretch);
        }
    }
    // The chain stretches: the gap is due to the iteration, not to rounding.
    assert!(worst > 1e-6, "{worst:e} m");
}
