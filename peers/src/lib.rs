//! The free chain as rapier2d has it: uniform rods of 1 m and 1 kg, pinned at one end, lying level.

use rapier2d::prelude::*;

/// Gravity (m/s²).
pub const G: f32 = 9.81;

/// A chain of so many rods that steps by this much (s) in as many iterations, and its rods from the pinned end on.
pub fn chain(rods: usize, dt: f32, iterations: usize) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld::new();
    world.gravity = Vec2::new(0.0, -G);
    world.integration_parameters.dt = dt;
    world.integration_parameters.num_solver_iterations = iterations;
    let mut last = world.bodies.insert(RigidBodyBuilder::fixed());
    let mut chain = Vec::with_capacity(rods);
    for k in 0..rods {
        let rod = RigidBodyBuilder::dynamic()
            .translation(Vec2::new(k as f32 + 0.5, 0.0))
            .additional_mass_properties(MassProperties::new(Vec2::ZERO, 1.0, 1.0 / 12.0))
            .can_sleep(false);
        let rod = world.bodies.insert(rod);
        let from = if k == 0 { Vec2::ZERO } else { Vec2::new(0.5, 0.0) };
        let joint = RevoluteJointBuilder::new()
            .local_anchor1(from)
            .local_anchor2(Vec2::new(-0.5, 0.0))
            .contacts_enabled(false);
        world.impulse_joints.insert(last, rod, joint, true);
        chain.push(rod);
        last = rod;
    }
    (world, chain)
}
