//! A scene in Box2D v3.

use boxdd::{
    BodyBuilder, BodyId, BodyType, Filter, Foundation, MassData, RevoluteJointDef, ShapeDef, SurfaceMaterial,
    WorkerCount, World, WorldBuilder, shapes,
};
use tinkertoy::math::{Pose, Vec2};

use crate::engine::Engine;
use crate::plain::{Body, Joint, Piece, Plain};

/// Half the size of the block that is the floor (m).
const FLOOR: [f32; 2] = [100.0, 1.0];
/// What a motor without a limit may push with (N m).
const STRONG: f32 = 1e7;

pub struct Box2d {
    world: World,
    bodies: Vec<BodyId>,
    dt: f32,
    sub_steps: i32,
}

fn vector(v: Vec2) -> [f32; 2] {
    [v.x as f32, v.y as f32]
}

fn said<T>(result: boxdd::Result<T>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

impl Box2d {
    /// With all settings but these as they are by default, on one worker and without sleep.
    ///
    /// # Errors
    /// When Box2D refuses something.
    pub fn new(plain: &Plain, dt: f64, sub_steps: i32) -> Result<Self, String> {
        said(Self::build(plain, dt, sub_steps))
    }

    /// The same with points of contact found anew in every step.
    ///
    /// # Errors
    /// When Box2D refuses to.
    pub fn fresh(mut self) -> Result<Self, String> {
        said(self.world.set_contact_recycle_distance(0.0))?;
        Ok(self)
    }

    fn build(plain: &Plain, dt: f64, sub_steps: i32) -> boxdd::Result<Self> {
        let foundation = Foundation::initialize_default()?;
        let world = WorldBuilder::from(foundation.world_def())
            .gravity(vector(plain.gravity))
            .enable_sleep(false)
            .worker_count(WorkerCount::new(1)?)
            .build()?;
        let mut world = foundation.create_world(world)?;
        let ground = world.create_body(BodyBuilder::from(foundation.body_def()).build()?)?;
        if let Some(height) = plain.floor {
            let block = shapes::offset_box_polygon(
                FLOOR[0],
                FLOOR[1],
                boxdd::Transform::from_pos_angle([0.0, height as f32 - FLOOR[1]], 0.0)?,
            )?;
            let shape = shape(plain.friction, 0.0, None)?;
            world.body(ground)?.create_polygon(&shape, &block)?;
        }
        let mut bodies = Vec::with_capacity(plain.bodies.len());
        for body in &plain.bodies {
            bodies.push(insert(foundation, &mut world, body, plain.touches)?);
        }
        for it in &plain.joints {
            let ends = it.bodies.map(|body| body.map_or(ground, |k| bodies[k]));
            join(&mut world, ends, it)?;
        }
        Ok(Self {
            world,
            bodies,
            dt: dt as f32,
            sub_steps,
        })
    }
}

fn shape(friction: f64, restitution: f64, machine: Option<u32>) -> boxdd::Result<ShapeDef> {
    let material = SurfaceMaterial::new()
        .with_friction(friction as f32)?
        .with_restitution(restitution as f32)?;
    // Parts of one group below 0 never collide.
    let filter = Filter {
        group_index: machine.map_or(0, |it| -1 - it as i32),
        ..Filter::default()
    };
    ShapeDef::builder()
        .material(material)
        .density(0.0)
        .filter(filter)
        .build()
}

fn insert(foundation: &Foundation, world: &mut World, body: &Body, touches: bool) -> boxdd::Result<BodyId> {
    let builder = BodyBuilder::from(foundation.body_def())
        .body_type(BodyType::Dynamic)
        .position(vector(body.pose.position))
        .angle(body.pose.angle as f32)
        .linear_velocity(vector(body.velocity))
        .angular_velocity(body.omega as f32)
        .enable_sleep(false);
    let id = world.create_body(builder.build()?)?;
    let definition = shape(body.friction, body.restitution, body.machine)?;
    let mut made = world.body(id)?;
    for piece in body.pieces.iter().filter(|_| touches) {
        match piece {
            Piece::Circle { at, radius } => {
                made.create_circle(&definition, &shapes::circle(vector(*at), *radius as f32)?)?
            }
            Piece::Capsule { from, to, radius } => made.create_capsule(
                &definition,
                &shapes::capsule(vector(*from), vector(*to), *radius as f32)?,
            )?,
            Piece::Box { pose, half } => {
                let at = boxdd::Transform::from_pos_angle(vector(pose.position), pose.angle as f32)?;
                let block = shapes::offset_box_polygon(half.x as f32, half.y as f32, at)?;
                made.create_polygon(&definition, &block)?
            }
        };
    }
    made.set_mass_data(MassData::new(
        body.mass as f32,
        boxdd::Vec2::ZERO,
        body.inertia as f32,
    )?)?;
    Ok(id)
}

fn join(world: &mut World, ends: [BodyId; 2], it: &Joint) -> boxdd::Result<()> {
    // Angles are taken against the middle of the limits, so that they stay within half a turn of it.
    let middle = it.limits.map_or(0.0, |[lower, upper]| 0.5 * (lower + upper)) as f32;
    let base = world
        .joint_base(ends[0], ends[1])?
        .with_local_frame_components(vector(it.at[0]), middle, vector(it.at[1]), 0.0)?
        .with_collide_connected(false);
    let mut joint = RevoluteJointDef::new(base);
    if let Some([lower, upper]) = it.limits {
        let half = (0.5 * (upper - lower)) as f32;
        joint = joint.enable_limit(true).lower_angle(-half).upper_angle(half);
    }
    if let Some(drive) = &it.drive {
        joint = joint
            .enable_motor(true)
            .motor_speed(drive.speed as f32)
            .max_motor_torque(drive.torque.map_or(STRONG, |it| it as f32));
    }
    world.create_revolute_joint(&joint)?;
    Ok(())
}

impl Engine for Box2d {
    fn step(&mut self) -> Result<(), String> {
        said(self.world.step(self.dt, self.sub_steps).map(|_| ()))
    }

    fn poses(&mut self) -> Result<Vec<Pose>, String> {
        let Self { world, bodies, .. } = self;
        let pose = |id: &BodyId| {
            let body = world.body(*id)?;
            let (at, turn) = (body.position()?, body.rotation()?);
            let (sin, cos) = (f64::from(turn.sine()), f64::from(turn.cosine()));
            Ok(Pose::new(f64::from(at.x), f64::from(at.y), sin.atan2(cos)))
        };
        said(bodies.iter().map(pose).collect())
    }
}
