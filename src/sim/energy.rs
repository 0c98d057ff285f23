//! Energy of a state, and of the parts of it that a step may change.

use crate::bodies::Motion;
use crate::solver::system::MAX_BODY_DIM;

use super::{Body, Load, Model, SimState};

/// What a step may get wrong is measured by: mass and kinetic energy of what constraints, forces or the hand act on. Free
/// parts are left out: a heavy one far away would hide the errors of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stake {
    /// kg
    pub mass: f64,
    /// J
    pub kinetic: f64,
}

/// Hands out the terms of v^T M v / 2 of a body (J).
pub(super) fn kinetic_terms(body: &Body, (q, v): (&[f64], &[f64]), mut each: impl FnMut(f64)) {
    let dim = body.motion.dim();
    let v = &v[body.offset..body.offset + dim];
    // These two have a diagonal block, and are nearly all there is.
    if let Motion::Point | Motion::Rigid = body.motion {
        for (k, v) in v.iter().enumerate() {
            let mass = if k < 2 { body.mass.mass } else { body.mass.inertia };
            each(0.5 * v * mass * v);
        }
        return;
    }
    let mut block = [0.0; MAX_BODY_DIM * MAX_BODY_DIM];
    let block = &mut block[..dim * dim];
    body.motion.mass_block(body.mass, &q[body.offset..], block);
    for i in 0..dim {
        for j in 0..dim {
            each(0.5 * v[i] * block[i * dim + j] * v[j]);
        }
    }
}

/// Hands out the terms of the potential energy of a body at these coordinates, by gravity and its own elasticity (J).
fn potential_terms(model: &Model, body: &Body, own: &[f64], mut each: impl FnMut(f64)) {
    each(-body.mass.mass * model.settings.gravity.dot(body.motion.centre(own)));
    each(body.motion.own_potential(own));
}

/// Potential energy of a force, a spring or a constant one, where its ends were `back` seconds ago (J).
fn potential_of_load(model: &Model, load: &Load, state: &SimState, back: f64) -> f64 {
    let mut ends = model.end_ports(&load.ends, &state.q, &state.v);
    for end in &mut ends {
        end.point.value -= back * end.point.rate;
        end.angle.value -= back * end.angle.rate;
    }
    load.kind.evaluate(&ends[..load.ends.len()], state.time).potential
}

/// Coordinates of a body `back` seconds ago, padded.
fn coordinates_before(state: &SimState, body: &Body, back: f64) -> [f64; MAX_BODY_DIM] {
    let mut own = [0.0; MAX_BODY_DIM];
    for (k, own) in own[..body.motion.dim()].iter_mut().enumerate() {
        *own = state.q[body.offset + k] - back * state.v[body.offset + k];
    }
    own
}

/// What half the square of the fall in half a sub-step is more than in half a usual step, where positions are ahead of velocities by `back` seconds
/// (m²/s²).
fn fallen(model: &Model, back: f64) -> f64 {
    let usual = 0.5 * model.settings.dt;
    0.5 * model.settings.gravity.length_squared() * (back * back - usual * usual)
}

/// Mechanical energy (J).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// v^T M v / 2
    pub kinetic: f64,
    /// Of gravity (against the world's origin), springs and constant forces.
    pub potential: f64,
}

impl Energy {
    /// Kinetic energy of one body (J).
    pub fn kinetic_of(body: &Body, state: &SimState) -> f64 {
        let mut kinetic = 0.0;
        kinetic_terms(body, (&state.q, &state.v), |term| kinetic += term);
        kinetic
    }

    /// Potential energy of one body (J): of its weight, against the world's origin, and of its own springs.
    pub fn potential_of(body: &Body, model: &Model, state: &SimState) -> f64 {
        let mut potential = 0.0;
        potential_terms(model, body, &state.q[body.offset..], |term| potential += term);
        potential
    }

    /// Of a state.
    pub fn of(model: &Model, state: &SimState) -> Self {
        Self::with_stake(model, state, None, &mut []).0
    }

    /// Of a state, and the stake in it while the hand holds this body (dense index); leaves the energy of each isolated machine in `machines`, where it
    /// has room for them.
    pub fn with_stake(
        model: &Model,
        state: &SimState,
        held: Option<usize>,
        machines: &mut [Self],
    ) -> (Self, Stake) {
        let isolated = model.isolated();
        machines.fill(Self::default());
        let (mut energy, mut stake) = (Energy::default(), Stake::default());
        for (index, body) in model.bodies.iter().enumerate() {
            let mut own = Energy::default();
            let coordinates = &state.q[body.offset..];
            if body.bound || held == Some(index) {
                stake.mass += body.mass.mass;
                kinetic_terms(body, (&state.q, &state.v), |term| {
                    energy.kinetic += term;
                    stake.kinetic += term;
                    own.kinetic += term;
                });
            } else {
                kinetic_terms(body, (&state.q, &state.v), |term| energy.kinetic += term);
            }
            potential_terms(model, body, coordinates, |term| {
                energy.potential += term;
                own.potential += term;
            });
            if let Some(machine) = isolated.of_body(index).and_then(|it| machines.get_mut(it)) {
                machine.kinetic += own.kinetic;
                machine.potential += own.potential;
            }
        }
        for (index, load) in model.loads.iter().enumerate() {
            let potential = potential_of_load(model, load, state, 0.0);
            energy.potential += potential;
            if let Some(machine) = isolated.of_load(index).and_then(|it| machines.get_mut(it)) {
                machine.potential += potential;
            }
        }
        (energy, stake)
    }

    /// Energy of a state with positions and velocities of one instant, which is what the work ledger is compared with. Impulse stepping leaves positions
    /// half a sub-step of `h` seconds ahead of velocities, which belong to its middle. The potential is taken there, at `q - h v/2`, plus the fall in half
    /// a sub-step, `m g² h²/8`, relative to that of a step of the scene's length. Where attractions act as well, velocities are brought on to the positions
    /// instead (see `sim/fall.rs`).
    pub fn at_one_instant(model: &Model, state: &SimState) -> Self {
        let back = state.ahead(&model.settings);
        if back == 0.0 {
            return Self::of(model, state);
        }
        if model.is_attracted(None) {
            let mut brought = Vec::new();
            return Self {
                kinetic: model.kinetic_at_positions(state, &mut brought),
                ..Self::of(model, state)
            };
        }
        Self::with_positions_before(model, state, back)
    }

    /// Energy of a state with positions of `back` seconds ago, by its velocities. With half a step that is the energy which steps by impulses and by
    /// semi-implicit Euler keep but for terms of second order, as long as they are of one length.
    pub(super) fn with_positions_before(model: &Model, state: &SimState, back: f64) -> Self {
        let fallen = fallen(model, back);
        let mut energy = Energy::default();
        for body in &model.bodies {
            kinetic_terms(body, (&state.q, &state.v), |term| energy.kinetic += term);
            let own = coordinates_before(state, body, back);
            potential_terms(model, body, &own, |term| energy.potential += term);
            if fallen != 0.0 && !matches!(body.motion, Motion::Bead(_)) {
                energy.potential += body.mass.mass * fallen;
            }
        }
        for load in &model.loads {
            energy.potential += potential_of_load(model, load, state, back);
        }
        energy
    }

    /// Energy of each isolated machine of a model, with positions and velocities of one instant; `brought` is scratch.
    pub(super) fn of_isolated(
        model: &Model,
        state: &SimState,
        brought: &mut Vec<f64>,
        machines: &mut Vec<Energy>,
    ) {
        let isolated = model.isolated();
        machines.clear();
        machines.resize(isolated.masses().len(), Energy::default());
        let ahead = state.ahead(&model.settings);
        if ahead == 0.0 {
            Self::with_stake(model, state, None, machines);
            return;
        }
        let (mut v, mut back) = (&state.v, ahead);
        if model.is_attracted(None) {
            model.velocities_at_positions(state, brought);
            (v, back) = (brought, 0.0);
        }
        let fallen = if back == 0.0 { 0.0 } else { fallen(model, back) };
        for (index, body) in model.bodies.iter().enumerate() {
            let Some(machine) = isolated.of_body(index) else {
                continue;
            };
            let energy = &mut machines[machine];
            kinetic_terms(body, (&state.q, v), |term| energy.kinetic += term);
            let own = coordinates_before(state, body, back);
            potential_terms(model, body, &own, |term| energy.potential += term);
            if fallen != 0.0 && !matches!(body.motion, Motion::Bead(_)) {
                energy.potential += body.mass.mass * fallen;
            }
        }
        for (index, load) in model.loads.iter().enumerate() {
            if let Some(machine) = isolated.of_load(index) {
                machines[machine].potential += potential_of_load(model, load, state, back);
            }
        }
    }

    /// Kinetic and potential.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}
