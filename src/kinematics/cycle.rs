//! Full cycle of a machine that one motor moves, pose by pose: the motor's angle advances by small steps, and every pose
//! is assembled from the extrapolation of the two before it, which keeps the branch of the linkage at change points. A pose at which the joints
//! cannot be closed any more is beyond a dead point.

use std::f64::consts::{PI, TAU};

use crate::constraints::{ConstraintKind, Motor, MotorLaw, Programme};
use crate::math::Vec2;
use crate::scene::{Attach, Id, Item, Method, Scene, machines_of};
use crate::sim::{Dynamics, Freedom, Model, SimState};

use super::point_motion::{PointMotion, motions};

/// |C| below which a pose counts as closed (m, rad).
const CLOSED: f64 = 1e-9;
/// Number of turns of the motor after which a machine that has not returned to its start is no longer followed.
const MOST_TURNS: usize = 4;
/// Tolerance for the return to the start (m, rad).
const BACK: f64 = 1e-6;
/// Largest number of rows of a machine that is followed; more would cause a noticeable delay.
const MOST_ROWS: usize = 200;

/// Poses of a machine over the cycle of its motor.
#[derive(Clone, Debug)]
pub struct Cycle {
    model: Model,
    /// The motor's angle relative to the start (rad), and the pose there; in ascending order.
    poses: Vec<(f64, SimState)>,
    /// Whether the motor can rotate fully: for one turn, or as many as the machine needs to return to its start.
    pub full: bool,
}

/// The cycle of the machine that this motor moves, in `steps` steps per turn, independent of the rest of the scene. `None` if the machine has
/// other freedoms or drives, if its joints are open at the start, or if it is too large.
pub fn cycle(scene: &Scene, motor: Id, steps: usize) -> Option<Cycle> {
    let turned = scene.constraint(motor)?.ends.iter().filter_map(|end| end.part);
    let machine = machines_of(scene, turned);
    let rows: usize = machine.constraints().map(|(_, it)| it.kind.rows().len()).sum();
    let mut others = machine.constraints().filter(|(id, _)| *id != motor);
    if rows > MOST_ROWS || others.any(|(_, it)| it.kind.is_drive() && !it.kind.rows().is_empty()) {
        return None;
    }
    let scene = turned_by_time(&machine, motor)?;
    let model = Model::compile(&scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let start = model.start.clone();
    let freedom = Freedom::of(&model, &start, &mut dynamics).ok()?;
    let is_led = freedom.dof_generic.or(freedom.dof)? == freedom.driven;
    if !is_led || dynamics.open(&model, &start).0 > 1e3 * CLOSED {
        return None;
    }
    let mut follow = |way: f64| {
        let mut poses: Vec<(f64, SimState)> = Vec::new();
        let mut state = start.clone();
        for k in 1..=MOST_TURNS * steps {
            state.time = way * TAU * k as f64 / steps as f64;
            if let [.., (_, before), (_, last)] = &poses[..] {
                for ((q, before), last) in state.q.iter_mut().zip(&before.q).zip(&last.q) {
                    *q += last - before;
                }
            }
            match dynamics.assemble(&model, &mut state) {
                Ok(open) if open <= CLOSED => poses.push((state.time, state.clone())),
                _ => break,
            }
            if k % steps == 0 && is_back(&scene, &model, [&start, &state]) {
                return poses;
            }
        }
        // A machine that does not return, such as a gear train with incommensurable ratios, is shown for one turn.
        poses.truncate(steps);
        poses
    };
    let ahead = follow(1.0);
    let full = ahead.len() >= steps;
    let mut poses = if full { Vec::new() } else { follow(-1.0) };
    poses.reverse();
    poses.push((0.0, start.clone()));
    poses.extend(ahead);
    Some(Cycle { model, poses, full })
}

/// Whether all parts are back at their poses, up to whole turns.
fn is_back(scene: &Scene, model: &Model, states: [&SimState; 2]) -> bool {
    scene.parts().all(|(part, _)| {
        let [Some(was), Some(is)] = states.map(|state| model.pose(state, part)) else {
            return true;
        };
        let turned = (is.angle - was.angle + PI).rem_euclid(TAU) - PI;
        was.position.distance(is.position) <= BACK && turned.abs() <= BACK
    })
}

/// The scene with its motor prescribed by angle, at one radian a second from its present angle.
fn turned_by_time(scene: &Scene, motor: Id) -> Option<Scene> {
    let mut item = scene.constraint(motor)?.clone();
    if !matches!(item.kind, ConstraintKind::Motor(_)) {
        return None;
    }
    item.kind = ConstraintKind::Motor(Motor {
        law: MotorLaw::Angle,
        speed: 1.0,
        programme: Programme::Steady,
        off: false,
        ..Motor::default()
    });
    let ends: Vec<_> = item.ends.iter().map(|end| scene.built_ports(*end)).collect();
    item.kind.fit(&ends);
    let mut turned = scene.clone();
    let mut edit = crate::scene::Edit::new("");
    turned.plan_item(&mut edit, motor, Some(Item::from(item)));
    turned.apply(&edit);
    Some(turned)
}

impl Cycle {
    /// Whether a part belongs to the machine.
    pub fn moves(&self, part: Id) -> bool {
        self.model.body(part).is_some()
    }

    /// The path of a point (m); it closes if the cycle is full.
    pub fn path(&self, end: Attach) -> Vec<Vec2> {
        let at = |(_, state): &(f64, SimState)| self.model.point(state, end);
        self.poses.iter().filter_map(at).collect()
    }

    /// Angle of the motor relative to the start at each pose (rad), ascending.
    pub fn turns(&self) -> Vec<f64> {
        self.poses.iter().map(|pose| pose.0).collect()
    }

    /// Motion of points along their paths while the motor turns by one radian a second: for each point, pose by pose as in [`Cycle::path`].
    /// `None` if a pose does not determine it.
    pub fn motions(&self, ends: &[Attach]) -> Option<Vec<Vec<PointMotion>>> {
        motions(&self.model, self.poses.iter().map(|pose| &pose.1), ends)
    }

    /// Range of the motor's angle relative to the start (rad), backwards and forwards, to within a step of the dead points.
    pub fn range(&self) -> (f64, f64) {
        let angle = |pose: Option<&(f64, SimState)>| pose.map_or(0.0, |pose| pose.0);
        (angle(self.poses.first()), angle(self.poses.last()))
    }
}
