//! One step of 1/60 s of a chain of n pins, in this program and in rapier2d with impulse joints.
//!
//! They do not do the same: the engine's joints are solved by a few sweeps and stretch, ours hold to rounding.
//! Ours take a step of semi-implicit Euler, one evaluation, which is what the engine's step comes to.

use divan::{Bencher, counter::ItemsCount};
use rapier2d::prelude::*;
use tinkertoy::bench::Shape;
use tinkertoy::scene::{Integrator, Scene};
use tinkertoy::sim::Simulation;

const SIZES: [usize; 3] = [54, 1000, 10_000];

fn main() {
    divan::main();
}

#[divan::bench(args = SIZES)]
fn ours(bencher: Bencher, n: usize) {
    let mut scene: Scene = Shape::Chain.scene(n);
    scene.settings.integrator = Integrator::SemiImplicitEuler;
    scene.settings.dt = 1.0 / 60.0;
    let mut run = Simulation::new(&scene);
    let from = run.state().clone();
    bencher.counter(ItemsCount::new(n)).bench_local(|| {
        run.restore(from.clone());
        run.step_by(1.0 / 60.0)
    });
}

#[divan::bench(args = SIZES)]
fn rapier_impulse_joints(bencher: Bencher, n: usize) {
    let mut world = World::chain(n);
    bencher.counter(ItemsCount::new(n)).bench_local(|| world.step());
}

struct World {
    pipeline: PhysicsPipeline,
    parameters: IntegrationParameters,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse: ImpulseJointSet,
    multibody: MultibodyJointSet,
    ccd: CCDSolver,
}

impl World {
    /// Bars of a metre pinned end to end, the first one to the ground, in a zigzag.
    fn chain(n: usize) -> Self {
        let mut world = Self {
            pipeline: PhysicsPipeline::new(),
            parameters: IntegrationParameters::default(),
            islands: IslandManager::new(),
            broad: DefaultBroadPhase::new(),
            narrow: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            impulse: ImpulseJointSet::new(),
            multibody: MultibodyJointSet::new(),
            ccd: CCDSolver::new(),
        };
        let ground = world.bodies.insert(RigidBodyBuilder::fixed());
        let (mut above, mut end) = (ground, vector![0.0f32, 0.0]);
        for k in 0..n {
            let angle = -0.7f32 + if k % 2 == 0 { 0.4 } else { -0.4 };
            let half = 0.5 * vector![angle.cos(), angle.sin()];
            let bar = RigidBodyBuilder::dynamic()
                .translation(end + half)
                .rotation(angle)
                .additional_mass_properties(MassProperties::new(point![0.0, 0.0], 1.0, 1.0 / 12.0))
                .can_sleep(false);
            let bar = world.bodies.insert(bar);
            let anchor = if k == 0 { point![0.0, 0.0] } else { point![0.5, 0.0] };
            let pin = RevoluteJointBuilder::new()
                .local_anchor1(anchor)
                .local_anchor2(point![-0.5, 0.0])
                .contacts_enabled(false);
            world.impulse.insert(above, bar, pin, true);
            above = bar;
            end += 2.0 * half;
        }
        world
    }

    fn step(&mut self) {
        self.pipeline.step(
            &vector![0.0, -9.81],
            &self.parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse,
            &mut self.multibody,
            &mut self.ccd,
            None,
            &(),
            &(),
        );
    }
}
