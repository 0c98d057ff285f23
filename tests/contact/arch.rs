//! A semicircular arch of 21 stones without mortar: the least thickness at which it stands, by limit analysis (a linear programme) and by simulation.

use std::f64::consts::PI;

use tinkertoy::bodies::{Polygon, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Id, Integrator, Mass, Method, Part, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{polar, position};
use crate::is_full;

const STONES: usize = 21;
/// Radius of the centre line (m).
const RADIUS: f64 = 1.0;
/// Coefficients of friction, and the least thickness (m) for each: at 0.7 stones only rotate, at 0.35
/// they slide as well. For stones with straight sides; with curved sides it is 0.106790 and 0.1495.
const LEAST: [(f64, f64); 2] = [(0.7, 0.106_695), (0.35, 0.150_467)];

fn joint(k: usize, radius: f64) -> Vec2 {
    polar(radius, k as f64 / STONES as f64 * PI)
}

/// Corners of stone `k` of an arch of this thickness (m).
fn corners(k: usize, thickness: f64) -> [Vec2; 4] {
    let (inner, outer) = (RADIUS - 0.5 * thickness, RADIUS + 0.5 * thickness);
    [
        joint(k, inner),
        joint(k, outer),
        joint(k + 1, outer),
        joint(k + 1, inner),
    ]
}

/// Equilibrium by a linear programme: in each joint two corners carry normal forces and friction acts along the joint,
///
/// ```text
/// greatest s with  N_inner >= s, N_outer >= s, |T| <= mu (N_inner + N_outer)   and forces and moments of every stone in balance
/// ```
/// An arch stands where s >= 0: an equilibrium exists (Heyman's safe theorem, where no stone slides).
#[cfg(feature = "peers")]
mod limit_analysis {
    use clarabel::algebra::CscMatrix;
    use clarabel::solver::{
        DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus, SupportedConeT, ZeroConeT,
    };
    use tinkertoy::bodies::{Polygon, Shape};
    use tinkertoy::math::{Vec2, cross};

    use super::{LEAST, RADIUS, STONES, corners, joint, polar};

    /// Unknowns of a joint: N at its inner corner, N at its outer corner, T.
    const EACH: usize = 3;
    const SLACK: usize = EACH * (STONES + 1);

    fn greatest_push(thickness: f64, mu: f64) -> f64 {
        let mut entries = Vec::new();
        let mut right = Vec::new();
        for stone in 0..STONES {
            let (shape, centroid) = Polygon::about(&corners(stone, thickness));
            let weight = Shape::Polygon(shape).mass_at_density(1.0 / thickness).mass;
            let row = right.len();
            for (k, sign) in [(stone, 1.0), (stone + 1, -1.0)] {
                let along = joint(k, 1.0);
                let across = polar(
                    1.0,
                    0.5 * std::f64::consts::PI + k as f64 / STONES as f64 * std::f64::consts::PI,
                );
                let inner = joint(k, RADIUS - 0.5 * thickness);
                let outer = joint(k, RADIUS + 0.5 * thickness);
                for (unknown, (at, force)) in [(inner, across), (outer, across), (inner, along)]
                    .into_iter()
                    .enumerate()
                {
                    let force: Vec2 = sign * force;
                    let column = EACH * k + unknown;
                    let moment = cross(at - centroid, force);
                    for (i, x) in [force.x, force.y, moment].into_iter().enumerate() {
                        entries.push((row + i, column, x));
                    }
                }
            }
            right.extend([0.0, weight, 0.0]);
        }
        let equations = right.len();
        for k in 0..=STONES {
            let n = EACH * k;
            for corner in [n, n + 1] {
                entries.extend([(right.len(), corner, -1.0), (right.len(), SLACK, 1.0)]);
                right.push(0.0);
            }
            for sign in [1.0, -1.0] {
                entries.extend([
                    (right.len(), n, -mu),
                    (right.len(), n + 1, -mu),
                    (right.len(), n + 2, sign),
                ]);
                right.push(0.0);
            }
        }
        let columns = SLACK + 1;
        let (rows, (column, x)): (Vec<usize>, (Vec<usize>, Vec<f64>)) = entries
            .into_iter()
            .map(|(row, column, x)| (row, (column, x)))
            .unzip();
        let a = CscMatrix::new_from_triplets(right.len(), columns, rows, column, x);
        let p = CscMatrix::new(columns, columns, vec![0; columns + 1], Vec::new(), Vec::new());
        let mut linear = vec![0.0; columns];
        linear[SLACK] = -1.0;
        let cones: [SupportedConeT<f64>; 2] =
            [ZeroConeT(equations), NonnegativeConeT(right.len() - equations)];
        let settings = DefaultSettings {
            verbose: false,
            ..DefaultSettings::default()
        };
        let mut solver = DefaultSolver::new(&p, &linear, &a, &right, &cones, settings);
        solver.solve();
        assert_eq!(solver.solution.status, SolverStatus::Solved);
        solver.solution.x[SLACK]
    }

    #[test]
    fn the_least_thickness_is_that_of_a_linear_programme() {
        for (mu, least) in LEAST {
            let [mut low, mut high] = [0.05, 0.3];
            while high - low > 1e-7 {
                let middle = 0.5 * (low + high);
                if greatest_push(middle, mu) >= 0.0 {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            println!("mu {mu}: {high:.6}");
            assert!((high - least).abs() < 1e-5 * least, "mu {mu}: {high} {least}");
        }
    }
}

/// An arch on the floor; returns its keystone too.
fn arch(thickness: f64, mu: f64) -> (Scene, Id) {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.dt = 1.0 / 240.0;
    scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        friction: mu,
        ..Contact::default()
    });
    let mut stones = Vec::new();
    for k in 0..STONES {
        let (shape, middle) = Polygon::about(&corners(k, thickness));
        let part = Part::new(
            format!("stone {k}"),
            Shape::Polygon(shape),
            Pose::new(middle.x, middle.y, 0.0),
        );
        stones.push(scene.add(Part {
            mass: Mass::Density(1000.0),
            ..part
        }));
    }
    (scene, stones[STONES / 2])
}

/// 3 % thicker than the least thickness it stands, 3 % thinner it falls.
#[test]
fn an_arch_stands_or_falls_by_its_thickness() {
    let methods = if is_full() {
        &Method::EXACT[..]
    } else {
        &[Method::Sparse]
    };
    for method in methods {
        for (mu, least) in LEAST {
            for (factor, stands) in [(1.03, true), (0.97, false)] {
                let (mut scene, crown) = arch(factor * least, mu);
                scene.settings.method = *method;
                let mut run = Simulation::new(&scene);
                let start = position(&run, crown).y;
                let seconds = if is_full() { 5.0 } else { 1.0 };
                while run.state().time < seconds {
                    run.step().unwrap();
                }
                let sunk = start - position(&run, crown).y;
                let told = format!(
                    "{method}, mu {mu}, {factor}: sunk by {sunk:.1e} m, unsettled {}",
                    run.state().control.unsolved_contacts
                );
                println!("{told}");
                assert!(if stands { sunk.abs() < 1e-6 } else { sunk > 3e-3 }, "{told}");
            }
        }
    }
}
