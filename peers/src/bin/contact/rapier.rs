//! A scene in rapier2d.

use rapier2d::prelude as r;
use tinkertoy::math::{Pose, Vec2};

use crate::engine::Engine;
use crate::plain::{Body, Joint, Piece, Plain};

/// Overlap that is left, of the tight settings (m).
const TIGHT: f32 = 1e-6;

pub struct Rapier {
    world: r::PhysicsWorld,
    bodies: Vec<r::RigidBodyHandle>,
}

/// Parts of one machine do not collide: the user data of a collider is that of its machine.
struct Machines;

impl r::PhysicsHooks for Machines {
    fn filter_contact_pair(&self, pair: &r::PairFilterContext) -> Option<r::SolverFlags> {
        let machine = |it: r::ColliderHandle| pair.colliders.get(it).map_or(0, |it| it.user_data);
        let [a, b] = [pair.collider1, pair.collider2].map(machine);
        (a == 0 || a != b).then_some(r::SolverFlags::COMPUTE_RIGID_IMPULSES)
    }
}

fn vector(v: Vec2) -> r::Vector {
    r::Vector::new(v.x as f32, v.y as f32)
}

fn pose(it: Pose) -> r::Pose {
    r::Pose::new(vector(it.position), it.angle as f32)
}

impl Rapier {
    /// With all settings but these as they are by default, and without sleep.
    pub fn new(plain: &Plain, dt: f64, iterations: usize) -> Self {
        let mut world = r::PhysicsWorld::new();
        world.gravity = vector(plain.gravity);
        world.integration_parameters.dt = dt as f32;
        world.integration_parameters.num_solver_iterations = iterations;
        let ground = world.bodies.insert(r::RigidBodyBuilder::fixed());
        if let Some(height) = plain.floor {
            let floor = r::ColliderBuilder::new(r::SharedShape::halfspace(r::Vector::Y))
                .translation(r::Vector::new(0.0, height as f32));
            let floor = rubs(floor, plain.friction, 0.0);
            world
                .colliders
                .insert_with_parent(floor, ground, &mut world.bodies);
        }
        let bodies: Vec<_> = plain
            .bodies
            .iter()
            .map(|it| insert(&mut world, it, plain.touches))
            .collect();
        for it in &plain.joints {
            let [a, b] = it.bodies.map(|body| body.map_or(ground, |k| bodies[k]));
            world.impulse_joints.insert(a, b, joint(it), true);
        }
        Self { world, bodies }
    }

    /// The same with points of contact found anew in every step.
    pub fn fresh(mut self) -> Self {
        self.world.integration_parameters.contact_recycling = false;
        self
    }

    /// The same with less overlap allowed besides.
    pub fn tight(mut self) -> Self {
        self.world.integration_parameters.normalized_allowed_linear_error = TIGHT;
        self.fresh()
    }
}

fn rubs(collider: r::ColliderBuilder, friction: f64, restitution: f64) -> r::ColliderBuilder {
    collider
        .friction(friction as f32)
        .friction_combine_rule(r::CoefficientCombineRule::GeometricMean)
        .restitution(restitution as f32)
        .restitution_combine_rule(r::CoefficientCombineRule::Max)
}

fn insert(world: &mut r::PhysicsWorld, body: &Body, touches: bool) -> r::RigidBodyHandle {
    let mass = r::MassProperties::new(r::Vector::ZERO, body.mass as f32, body.inertia as f32);
    let builder = r::RigidBodyBuilder::dynamic()
        .pose(pose(body.pose))
        .linvel(vector(body.velocity))
        .angvel(body.omega as f32)
        .additional_mass_properties(mass)
        .can_sleep(false);
    let handle = world.bodies.insert(builder);
    for piece in body.pieces.iter().filter(|_| touches) {
        let collider = match piece {
            Piece::Circle { at, radius } => r::ColliderBuilder::ball(*radius as f32).translation(vector(*at)),
            Piece::Capsule { from, to, radius } => {
                r::ColliderBuilder::capsule_from_endpoints(vector(*from), vector(*to), *radius as f32)
            }
            Piece::Box { pose: at, half } => {
                r::ColliderBuilder::cuboid(half.x as f32, half.y as f32).position(pose(*at))
            }
        };
        let mut collider = rubs(collider, body.friction, body.restitution).density(0.0);
        if let Some(machine) = body.machine {
            collider = collider
                .user_data(u128::from(machine) + 1)
                .active_hooks(r::ActiveHooks::FILTER_CONTACT_PAIRS);
        }
        world
            .colliders
            .insert_with_parent(collider, handle, &mut world.bodies);
    }
    handle
}

fn joint(it: &Joint) -> r::GenericJoint {
    // Angles are taken against the middle of the limits, so that they stay within half a turn of it.
    let middle = it.limits.map_or(0.0, |[lower, upper]| 0.5 * (lower + upper));
    let mut joint = r::GenericJointBuilder::new(r::JointAxesMask::LOCKED_REVOLUTE_AXES)
        .local_frame1(r::Pose::new(vector(it.at[0]), middle as f32))
        .local_frame2(r::Pose::new(vector(it.at[1]), 0.0))
        .contacts_enabled(false);
    if let Some([lower, upper]) = it.limits {
        let half = (0.5 * (upper - lower)) as f32;
        joint = joint.limits(r::JointAxis::AngX, [-half, half]);
    }
    if let Some(drive) = &it.drive {
        let rate = 1.0 / drive.time_constant;
        joint = joint.motor_velocity(r::JointAxis::AngX, drive.speed as f32, rate as f32);
        if let Some(torque) = drive.torque {
            joint = joint.motor_max_force(r::JointAxis::AngX, torque as f32);
        }
    }
    joint.build()
}

impl Engine for Rapier {
    fn step(&mut self) -> Result<(), String> {
        self.world.step_with_events(&Machines, &());
        Ok(())
    }

    fn poses(&mut self) -> Result<Vec<Pose>, String> {
        let poses = self.bodies.iter().map(|handle| {
            let body = &self.world.bodies[*handle];
            let (at, turn) = (body.translation(), body.rotation());
            let (sin, cos) = (f64::from(turn.im), f64::from(turn.re));
            Pose::new(f64::from(at.x), f64::from(at.y), sin.atan2(cos))
        });
        Ok(poses.collect())
    }
}
