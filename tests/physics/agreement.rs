//! A thousand random machines: trees, loops, mixed kinds, mass ratios to a million, redundant constraints.
//! The sparse and the dense method give the same accelerations.

use faer::Mat;
use tinkertoy::constraints::{ConstraintKind, Motor, RackAndPinion};
use tinkertoy::forces::{ForceKind, Spring};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::{Attach, Id, Method, Scene};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::{System, Topology};

use crate::build::{Build, centre, v2};

/// A small generator (splitmix64) of its own, so that the machines are the same for ever.
struct Dice(u64);

impl Dice {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    fn point(&mut self) -> Vec2 {
        v2(self.real(-3.0, 3.0), self.real(-3.0, 3.0))
    }
}

/// An attachment of a part (or the ground) at a point of the scene; a particle only has its centre.
fn at(build: &Build, part: Option<Id>, world: Vec2) -> Attach {
    match part {
        None => Attach::ground(world),
        Some(id) => {
            let part = build.scene.part(id).unwrap();
            let turns = part.shape.motion().turns();
            Attach::part(
                id,
                if turns {
                    part.pose.local_point(world)
                } else {
                    Vec2::ZERO
                },
            )
        }
    }
}

fn turns(build: &Build, part: Option<Id>) -> bool {
    part.is_none_or(|id| build.scene.part(id).unwrap().shape.motion().turns())
}

fn join(build: &mut Build, dice: &mut Dice, a: Option<Id>, b: Id) {
    let rigid = turns(build, a) && turns(build, Some(b));
    let place = build.scene.part(b).unwrap().pose.position + 0.4 * unit(dice.real(0.0, 6.3));
    match dice.below(if rigid { 6 } else { 2 }) {
        0 | 1 => {
            let (from, to) = (at(build, a, dice.point()), at(build, Some(b), place));
            build.rod(from, to);
        }
        2..=3 => {
            let (from, to) = (at(build, a, place), at(build, Some(b), place));
            build.pin(from, to);
        }
        4 => {
            let kind = ConstraintKind::Motor(Motor {
                speed: dice.real(-5.0, 5.0),
                ..Motor::default()
            });
            let (from, to) = (at(build, a, place), at(build, Some(b), place));
            build.pin(from, to);
            build.link(kind, from, to);
        }
        _ => {
            let axis = dice.real(-3.0, 3.0);
            let kind = ConstraintKind::RackAndPinion(RackAndPinion {
                axis,
                ..RackAndPinion::default()
            });
            // A wheel of 0.1 to 0.6 m on either side of its rack.
            let world_axis = axis + a.map_or(0.0, |id| build.scene.part(id).unwrap().pose.angle);
            let side = if dice.below(2) == 0 { 1.0 } else { -1.0 };
            let foot = build.scene.part(b).unwrap().pose.position
                + side * dice.real(0.1, 0.6) * tinkertoy::math::perp(unit(world_axis));
            let from = at(build, a, foot + dice.real(-1.0, 1.0) * unit(world_axis));
            build.link(kind, from, centre(b));
        }
    }
}

fn machine(seed: u64) -> Scene {
    let mut dice = Dice(seed);
    let mut build = Build::default();
    let mut ids: Vec<Id> = Vec::new();
    let spread = [0.0, 1.0, 3.0][dice.below(3)];
    for _ in 0..1 + dice.below(16) {
        let p = dice.point();
        let mass = 10f64.powf(dice.real(-spread, spread));
        let id = match dice.below(3) {
            0 => build.particle(p.x, p.y, mass),
            1 => build.disk(p.x, p.y, 0.5, mass),
            _ => build.bar(p, p + dice.real(0.3, 2.0) * unit(dice.real(0.0, 6.3)), mass),
        };
        let velocity = v2(dice.real(-2.0, 2.0), dice.real(-2.0, 2.0));
        build.set_velocity(id, velocity, dice.real(-3.0, 3.0));
        // A tree for the most part; now and then a new component or an anchor.
        match dice.below(8) {
            0 => {}
            1 => join(&mut build, &mut dice, None, id),
            _ if !ids.is_empty() => {
                let other = ids[dice.below(ids.len())];
                join(&mut build, &mut dice, Some(other), id);
            }
            _ => join(&mut build, &mut dice, None, id),
        }
        ids.push(id);
    }
    // Additional constraints, which close loops.
    for _ in 0..dice.below(4) {
        let (a, b) = (ids[dice.below(ids.len())], ids[dice.below(ids.len())]);
        if a != b {
            join(&mut build, &mut dice, Some(a), b);
        }
    }
    // Repeated constraints.
    let said: Vec<_> = build.scene.constraints().map(|(_, it)| it.clone()).collect();
    for _ in 0..dice.below(3) {
        if let Some(again) = said.get(dice.below(said.len().max(1))) {
            let name = build.scene.free_name(&again.name);
            build.scene.add(tinkertoy::scene::Constraint {
                name,
                ..again.clone()
            });
        }
    }
    if ids.len() > 1 && dice.below(2) == 0 {
        let ends = [centre(ids[0]), centre(ids[1])];
        build.force(ForceKind::Spring(Spring::default()), &ends);
    }
    build.scene
}

/// Condition number of A = J W J^T with rows scaled to a unit diagonal, on its range.
fn condition(topology: &Topology, system: &System) -> f64 {
    let rows = topology.rows();
    let mut scaled = Mat::<f64>::zeros(rows, topology.dofs());
    for c in 0..topology.constraints() {
        for end in topology.ends(c) {
            let dim = topology.body_dim(end.body);
            for r in 0..topology.constraint_dim(c) {
                for k in 0..dim {
                    let mass = system.mass[topology.mass_offset(end.body) + k * dim + k];
                    scaled[(topology.row_offset(c) + r, topology.body_offset(end.body) + k)] =
                        system.jacobian[end.block + r * dim + k] / mass.sqrt();
                }
            }
        }
    }
    for r in 0..rows {
        let norm = scaled.row(r).norm_l2();
        if norm > 0.0 {
            for k in 0..topology.dofs() {
                scaled[(r, k)] /= norm;
            }
        }
    }
    let values = scaled.singular_values().unwrap();
    let largest = values.iter().fold(0.0_f64, |m, s| m.max(*s));
    let least = values
        .iter()
        .filter(|s| **s > 1e-9 * largest)
        .fold(largest, |m, s| m.min(*s));
    (largest / least).powi(2)
}

#[test]
fn a_thousand_random_machines_accelerate_alike_with_both_methods() {
    let (mut redundant, mut looped, mut worst) = (0, 0, 0.0_f64);
    for seed in 0..1000 {
        let scene = machine(seed);
        let problems = tinkertoy::scene::validate::problems(&scene);
        assert!(problems.is_empty(), "{seed}: {problems:?}");
        let accelerate = |method: Method| {
            let mut scene = scene.clone();
            scene.settings.method = method;
            let mut run = Simulation::new(&scene);
            // The same state for both: start velocities as projected by the sparse method.
            let state = {
                let mut scene = scene.clone();
                scene.settings.method = Method::Sparse;
                Simulation::new(&scene).state().clone()
            };
            let model = run.model().clone();
            run.dynamics
                .accelerations(&model, &state.q, &state.v, state.time, &state.memory, None)
                .unwrap();
            (run, model)
        };
        let ((sparse, model), (dense, _)) = (accelerate(Method::Sparse), accelerate(Method::Dense));
        let norm = |a: &dyn Fn(usize) -> f64| -> f64 {
            let mut sum = 0.0;
            for body in &model.bodies {
                for k in 0..body.motion.dim() {
                    let mass = if k < 2 { body.mass.mass } else { body.mass.inertia };
                    sum += mass * a(body.offset + k).powi(2);
                }
            }
            sum.sqrt()
        };
        let (a, b) = (
            &sparse.dynamics.solution.acceleration,
            &dense.dynamics.solution.acceleration,
        );
        let difference = norm(&|k| a[k] - b[k]);
        let scale = norm(&|k| b[k]);
        let relative = if scale > 0.0 {
            difference / scale
        } else {
            difference
        };
        let report = dense.dynamics.solver.report();
        redundant += usize::from(report.rank_deficit.unwrap_or(0) > 0);
        looped += usize::from(report.auxiliary > 0);
        if relative > 1e-8 {
            let allowed = 100.0 * f64::EPSILON * condition(&model.topology, dense.dynamics.system());
            assert!(
                relative <= allowed,
                "machine {seed}: {relative:e} where {allowed:e} is allowed"
            );
        }
        worst = worst.max(relative);
    }
    // Checks that the machines have the intended properties.
    assert!(
        redundant > 200 && looped > 300,
        "{redundant} redundant, {looped} with loops"
    );
    assert!(worst > 0.0, "two methods that agree to the bit are one method");
}
