//! Contact points at their limit: which points are touching in a state, and their complementarity conditions.
//!
//! ```text
//! velocities      0 <= u_n + e u_n- ⊥ P_n >= 0,   |P_t| <= mu P_n against u_t
//! accelerations   0 <= g'' ⊥ lambda_n >= 0,   |lambda_t| <= mu lambda_n against u_t', or where it slides  lambda_t = ∓ mu lambda_n
//! ```

use crate::constraints::EndPorts;
use crate::sim::contact::{Closed, CollisionDetection, Feature, Key, Point, Slip, Touch, touching};
use crate::sim::limits::{Condition, tolerance};
use crate::sim::model::ContactRows;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::Side;

use super::phase::{INSTANT, Phase};

/// Records the contact points that are closed in a state, with their forces, the multipliers of the last solve.
pub fn note(model: &Model, lambda: &[f64], state: &mut SimState) {
    state.contacts.clear();
    for it in &model.touching {
        let ends = model.ports_of(it, &state.q, &state.v);
        let found = it.evaluate(&ends);
        let Key { pair, features } = it.closed.key;
        // The normal found points from the edge to the corner. The recorded one is flipped where the edge belongs to the second piece.
        let flipped = matches!(features[1], Feature::Edge(_));
        let push = lambda[it.row];
        let across = if it.slides() {
            it.share() * push
        } else if it.has_friction_row() {
            lambda[it.row + 1]
        } else {
            0.0
        };
        let before = state.contacts.last().filter(|before| before.pair == pair);
        state.contacts.push(Point {
            pair,
            index: before.map_or(0, |before| before.index + 1),
            at: found.at,
            normal: if flipped { -found.normal } else { found.normal },
            force: [push, across],
            torque: 0.0,
        });
    }
}

/// Gap above which points are ignored after an event (m).
const NEAR: f64 = 1e-6;
/// Sliding acceleration that is rounding, relative to the largest acceleration.
const GATHERS: f64 = 1e-10;
/// Maximum number of points of a pair.
pub const POINTS: usize = 2;

/// A contact point that is closed, or touches.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The features that touch, and how they slid before.
    pub closed: Closed,
    /// Whether the point was closed before: its rate is rounding, and it does not bounce.
    pub held: bool,
    /// Coefficients of friction and restitution.
    pub material: (f64, f64),
    /// Accelerations of gap and sliding without contact forces, once measured (m/s²).
    gathers: [f64; 2],
}

impl Candidate {
    /// Returns the rate of the gap (m/s); 0 where the point was closed before, as its rate is rounding and must not decide.
    fn settled(&self, rate: f64) -> f64 {
        if self.held { 0.0 } else { rate }
    }

    /// Returns the slip at a sliding speed (m/s): the same as before where that speed is next to zero.
    fn slip(&self, slide: f64, sticking: f64) -> Slip {
        match slide {
            _ if slide > sticking => Slip::Low,
            _ if slide < -sticking => Slip::High,
            _ => self.closed.slip,
        }
    }
}

/// The contact points at their limit in a state, sorted by the features that touch.
#[derive(Default)]
pub struct Candidates {
    near: CollisionDetection,
    pub list: Vec<Candidate>,
    /// Points that open, kept in a separate list.
    flying: Vec<Candidate>,
    /// The points of `list`, in the form that a model takes.
    pub points: Vec<Closed>,
}

/// Whether a flight that begins at the speed `opening` and is pulled back at the acceleration `pull` is shorter than a time.
pub fn is_short(opening: f64, pull: f64, time: f64) -> bool {
    pull < 0.0 && 2.0 * opening < time * -pull
}

/// Returns gap, rate of the gap and sliding speed of a contact point in a state (m, m/s, m/s).
pub fn motion_of(model: &Model, it: &ContactRows, state: &SimState) -> [f64; 3] {
    motion_at(it, &model.ports_of(it, &state.q, &state.v))
}

/// The same at given ports of its ends.
pub fn motion_at(it: &ContactRows, ends: &[EndPorts; 2]) -> [f64; 3] {
    let found = it.evaluate(ends);
    let [normal, sliding] = &found.rows;
    [normal.value, normal.rate(ends), sliding.rate(ends)]
}

impl Candidates {
    /// Gathers the contact points at their limit: closed ones that still touch, and open ones that have closed.
    pub fn gather(&mut self, model: &Model, state: &mut SimState) {
        self.list.clear();
        self.points.clear();
        let Some(colliders) = model.contact() else { return };
        self.near.place((model, colliders), state);
        for number in 0..self.near.find_pairs(colliders, NEAR) {
            let pair = self.near.pair(number);
            let mut touches = [Touch::default(); POINTS];
            let count = self.near.points(pair, NEAR, &mut touches);
            for touch in &touches[..count] {
                let key = Key {
                    pair,
                    features: touch.features,
                };
                let before = state.closed.iter().find(|it| it.key == key);
                let Some(it) = touching(model, colliders, key) else {
                    continue;
                };
                let ends = model.ports_of(&it, &state.q, &state.v);
                if it.is_gap_invalid(&ends) || before.is_some() && it.margin(&ends) < 0.0 {
                    continue;
                }
                let [gap, rate, _] = motion_at(&it, &ends);
                if before.is_none() && gap > tolerance::TOUCHING * (1.0 + rate.abs()) {
                    continue;
                }
                let slip = before.map_or(Slip::None, |it| it.slip);
                colliders.note_pushed(pair, &mut state.pushed);
                self.list.push(Candidate {
                    closed: Closed { key, slip },
                    held: before.is_some(),
                    material: (it.friction, it.restitution),
                    gathers: [0.0; 2],
                });
            }
        }
        self.list.sort_unstable_by_key(|own| own.closed.key);
        self.tell();
    }

    /// Estimated time of the work since the last call (ns).
    pub fn take_work(&mut self) -> f64 {
        self.near.take_work()
    }

    /// Returns how deep parts overlap in a state, at closed points and at open ones (m).
    pub fn overlap(&mut self, model: &Model, state: &SimState) -> f64 {
        let deepest = self.near.deepest(model, state);
        deepest.map_or(0.0, |(depth, _)| depth)
    }

    /// Measures the accelerations of gap and sliding by the last solve, which is to be one without contact forces.
    pub fn measure_gathering(&mut self, (asked, dynamics): (&Model, &Dynamics), state: &SimState) {
        for (own, it) in self.list.iter_mut().zip(&asked.touching) {
            own.gathers = dynamics.departure(asked, it, &state.q, &state.v);
        }
    }

    /// Removes the points that open faster than `still` (m/s), the speed of rest, and keeps them in a separate list.
    pub fn let_go(&mut self, model: &Model, state: &SimState, still: f64) {
        self.flying.clear();
        let Some(colliders) = model.contact() else { return };
        let flying = &mut self.flying;
        self.list.retain(|own| {
            let found = touching(model, colliders, own.closed.key);
            let opens = found.is_some_and(|it| motion_of(model, &it, state)[1] > still);
            let flies = opens && !own.held;
            if flies {
                flying.push(own.clone());
            }
            !flies
        });
        self.tell();
    }

    /// Whether any points were removed because they open.
    pub fn is_flying(&self) -> bool {
        !self.flying.is_empty()
    }

    /// Takes back the removed points whose flights are shorter than `shortest` (s) by the accelerations of the last solve; returns whether there
    /// are such.
    pub fn land(&mut self, (model, dynamics): (&Model, &Dynamics), state: &SimState, shortest: f64) -> bool {
        let Some(colliders) = model.contact() else {
            return false;
        };
        let staying = self.list.len();
        for own in self.flying.drain(..) {
            let Some(it) = touching(model, colliders, own.closed.key) else {
                continue;
            };
            let opening = motion_of(model, &it, state)[1];
            let [pull, _] = dynamics.departure(model, &it, &state.q, &state.v);
            if is_short(opening, pull, shortest) {
                self.list.push(own);
            }
        }
        self.list.sort_unstable_by_key(|own| own.closed.key);
        self.tell();
        self.list.len() > staying
    }

    fn tell(&mut self) {
        self.points.clear();
        self.points.extend(self.list.iter().map(|it| it.closed));
    }

    /// Whether any touching point closes.
    pub fn any_hit(&self, asked: &Model, state: &SimState) -> bool {
        let still = tolerance::still(state);
        let mut all = self.list.iter().zip(&asked.touching);
        all.any(|(own, it)| !own.held && motion_of(asked, it, state)[1] < -still)
    }

    /// Appends the coefficients of restitution of the conditions of an impact.
    pub fn restitutions(&self, asked: &Model, state: &SimState, into: &mut Vec<f64>) {
        let still = tolerance::still(state);
        for (own, it) in self.list.iter().zip(&asked.touching) {
            let closes = !own.held && motion_of(asked, it, state)[1] < -still;
            into.push(if closes { own.material.1 } else { 0.0 });
            if it.has_friction_row() {
                into.push(0.0);
            }
        }
    }

    /// Appends the conditions of an impact, and sets c of their rows.
    pub fn impact(
        &self,
        (asked, dynamics): (&Model, &mut Dynamics),
        state: &SimState,
        phase: Phase,
        conditions: &mut Vec<Condition>,
    ) {
        let (still, sticking) = (tolerance::still(state), tolerance::sticking(state));
        for (own, it) in self.list.iter().zip(&asked.touching) {
            let [_, rate, slide] = motion_of(asked, it, state);
            let c = match phase {
                Phase::Jam => own.settled(rate) + INSTANT * own.gathers[0],
                Phase::Newton(scale) if rate < -still => (1.0 + scale * own.material.1) * own.settled(rate),
                Phase::Newton(_) => own.settled(rate),
                Phase::Expansion | Phase::Landing => rate,
            };
            let slide = match phase {
                Phase::Jam => slide + INSTANT * own.gathers[1],
                _ => slide,
            };
            dynamics.problem.set_c(it.row, c);
            let normal = conditions.len();
            conditions.push(match phase {
                Phase::Landing => Condition::equation(it.constraint, 0),
                _ => Condition::one_sided(it.constraint, 0, Side::Held),
            });
            if it.has_friction_row() {
                dynamics.problem.set_c(it.row + 1, slide);
                let friction = (normal, it.friction);
                // Of several answers, the one nearest to the sliding before is found, as by impulse stepping.
                let side = match slide {
                    _ if slide.abs() <= sticking => Side::Held,
                    _ if slide > 0.0 => Side::Low,
                    _ => Side::High,
                };
                conditions.push(match phase {
                    Phase::Landing if side == Side::Held => Condition::equation(it.constraint, 1),
                    Phase::Landing => Condition::given(it.constraint, 1, 0.0),
                    _ => Condition::friction(it.constraint, 1, friction, side),
                });
            }
        }
    }

    /// Updates which points hold after an impact, by the sides of its conditions from number `first` on: a closed point that the impact opened is
    /// free like any other, and one that slid may stick or slide the other way.
    pub fn keep_held(&mut self, conditions: &[Condition], sides: &[Side], first: usize) {
        let normals = conditions.iter().zip(sides).skip(first);
        let normals = normals.filter(|(it, _)| it.friction.is_none());
        for (own, (_, side)) in self.list.iter_mut().zip(normals) {
            own.held &= *side != Side::Low;
            own.closed.slip = Slip::None;
        }
    }

    /// Appends the conditions of the accelerations. Friction opposes sliding, until the point has come to rest on the way.
    pub fn accelerations(&self, asked: &Model, state: &SimState, conditions: &mut Vec<Condition>) {
        for (own, it) in self.list.iter().zip(&asked.touching) {
            // The impulse for a jam leaves the sliding speed that forces reach within [`INSTANT`]: that still counts as sticking.
            let sticking = tolerance::sticking(state).max(2.0 * INSTANT * own.gathers[1].abs());
            let normal = conditions.len();
            conditions.push(Condition::one_sided(it.constraint, 0, Side::Held));
            if !it.has_friction_row() {
                continue;
            }
            let slide = motion_of(asked, it, state)[2];
            let has_stopped = own.closed.slip.sign() * slide > 0.0;
            let friction = (normal, it.friction);
            let side = match own.slip(slide, sticking) {
                Slip::None => Side::Held,
                Slip::Low => Side::Low,
                Slip::High => Side::High,
            };
            conditions.push(if slide.abs() > sticking && !has_stopped {
                Condition::sliding(it.constraint, 1, friction, side)
            } else {
                let side = if has_stopped { Side::Held } else { side };
                Condition::friction(it.constraint, 1, friction, side)
            });
        }
    }

    /// Records the points that are closed, by the sides of the conditions of the accelerations just solved for, from number `first` on. A sticking
    /// point whose friction is at its bound starts to slide only if its sliding speed grows: other points may hold it.
    pub fn closed_by(
        &self,
        (asked, dynamics): (&Model, &Dynamics),
        (conditions, sides): (&[Condition], &[Side]),
        first: usize,
        state: &mut SimState,
    ) {
        let SimState { q, v, closed, .. } = state;
        closed.clear();
        let all = dynamics.solution.acceleration.iter();
        let fastest = all.fold(asked.settings.gravity.length(), |most, a| most.max(a.abs()));
        let mut at = first;
        for (own, it) in self.list.iter().zip(&asked.touching) {
            let normal = at;
            at += 1;
            let friction = conditions
                .get(at)
                .filter(|it| it.friction.is_some_and(|(it, _)| it == normal));
            let slip = match friction {
                None => Slip::None,
                Some(condition) => {
                    let starts = || {
                        let [_, gathers] = dynamics.departure(asked, it, q, v);
                        gathers.abs() > GATHERS * fastest
                    };
                    let side = match (condition.slides, sides[at]) {
                        (true, _) => condition.side,
                        (_, side) if side != Side::Held && starts() => side,
                        _ => Side::Held,
                    };
                    at += 1;
                    match side {
                        Side::Held => Slip::None,
                        Side::Low => Slip::Low,
                        Side::High => Slip::High,
                    }
                }
            };
            if sides[normal] != Side::Low {
                let key = own.closed.key;
                closed.push(Closed { key, slip });
            }
        }
    }
}
