//! Shear and bending moment along a bar, from all loads on it (d'Alembert: weight less inertia is a distributed load).
//!
//! ```text
//! V(x) = sum_{x_i < x} P_i + ∫ w                              P: across the bar, x from end to end, w = (g - a)·n m/L - alpha I 12/L³ x
//! M(x) = sum_{x_i < x} (P_i (x - x_i) + y_i H_i - T_i) + ∫ w (x - s) ds
//! ```
//! Both vanish beyond the last load: that is Newton's and Euler's law for the bar. The bar is modelled as a line between its ends.

use crate::bodies::Shape;
use crate::math::{Vec2, perp, unit};
use crate::scene::{Id, Part};
use crate::sim::{Model, Place, Shares, SimState};

use super::Reaction;

/// Number of stations along a bar.
const STATIONS: usize = 25;

/// Internal loads of a bar along its length.
#[derive(Clone, Debug, PartialEq)]
pub struct Bending {
    /// Position along the bar from its middle (m), shear (N) and bending moment (N m).
    pub stations: Vec<[f64; 3]>,
    /// Shear and moment beyond the last load: the error of equilibrium (N, N m).
    pub left: [f64; 2],
}

impl Bending {
    /// The largest |bending moment| (N m).
    pub fn most(&self) -> f64 {
        self.stations
            .iter()
            .fold(0.0, |most: f64, it| most.max(it[2].abs()))
    }
}

/// A load across the bar at a position along it.
struct Load {
    x: f64,
    across: f64,
    /// Additional contribution to the moment (N m).
    turn: f64,
}

/// Shear and bending moment of a part; `None` if it is not a bar, or not in the model.
pub fn bending(
    id: Id,
    part: &Part,
    model: &Model,
    state: &SimState,
    shares: &Shares,
    reactions: &[Reaction],
) -> Option<Bending> {
    let Shape::Bar(bar) = &part.shape else { return None };
    let index = model.body(id)?;
    let body = &model.bodies[index];
    let acceleration = shares.whole.acceleration.get(body.offset..body.offset + 3)?;
    let (q, v) = (&state.q[body.offset..], &state.v[body.offset..]);
    let (centre, along) = (Vec2::new(q[0], q[1]), unit(q[2]));
    let normal = perp(along);
    let load = |at: Vec2, force: Vec2, torque: f64| {
        let place = at - centre;
        Load {
            x: along.dot(place),
            across: normal.dot(force),
            turn: normal.dot(place) * along.dot(force) - torque,
        }
    };
    let own = reactions.iter().filter(|it| it.body == Some(index));
    let mut loads: Vec<Load> = own.map(|it| load(it.at, it.force, it.torque)).collect();
    for it in &model.loads {
        let ends = model.end_ports(&it.ends, &state.q, &state.v);
        let effect = it.kind.evaluate(&ends[..it.ends.len()], state.time);
        for (end, place) in it.ends.iter().enumerate() {
            if Place::body(place) == Some(index) {
                loads.push(load(ends[end].point.value, effect.force[end], effect.torque[end]));
            }
        }
    }
    let touching = model.contact_forces(state).filter(|it| it.0 == index);
    loads.extend(touching.map(|(_, at, (force, torque))| load(at, force, torque)));
    if let Some((held, at, force)) = shares.hand
        && held == index
    {
        loads.push(load(body.motion.point(at, q, v).value, force, 0.0));
    }
    let settings = &model.settings;
    let velocity = Vec2::new(v[0], v[1]);
    let pull = body.mass.mass * (settings.gravity - Vec2::new(acceleration[0], acceleration[1]));
    let length = bar.length;
    let even = normal.dot(pull - settings.linear_drag * velocity) / length;
    let turning = body.mass.inertia * acceleration[2] + settings.angular_drag * v[2];
    let rising = -12.0 * turning / length.powi(3);
    let at = |x: f64, last: bool| {
        // Distance from the bar's end; loads beyond that end are included from there on.
        let s = x + 0.5 * length;
        let start = -0.5 * length;
        let shear = even * s + rising * (start * s + 0.5 * s * s);
        let moment = 0.5 * even * s * s + rising * (0.5 * start * s * s + s * s * s / 6.0);
        let before = loads.iter().filter(|it| last || it.x < x);
        before.fold([shear, moment], |[shear, moment], it| {
            [shear + it.across, moment + it.across * (x - it.x) + it.turn]
        })
    };
    let mut places: Vec<f64> = (0..STATIONS)
        .map(|k| length * (k as f64 / (STATIONS - 1) as f64 - 0.5))
        .collect();
    // Just before and after each load, where the shear jumps.
    let near = 1e-9 * length;
    let inner = loads.iter().map(|it| it.x).filter(|x| x.abs() < 0.5 * length);
    places.extend(inner.flat_map(|x| [x - near, x + near]));
    places.sort_by(f64::total_cmp);
    let stations = places.into_iter().map(|x| {
        let [shear, moment] = at(x, false);
        [x, shear, moment]
    });
    Some(Bending {
        stations: stations.collect(),
        left: at(0.5 * length, true),
    })
}
