//! Machines beside each other in one scene, each judged by its own size and energy.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::math::worst;
use tinkertoy::parameter::Unit;
use tinkertoy::scene::{Attach, Id, Integrator, Scene};

use crate::arithmetic::Motion;
use crate::extent::size_of;
use crate::judge::{CLOSED, DRIFT, ENERGY, negligible};

/// A set of parts that are joined, and what has been seen of it.
struct Machine {
    parts: Vec<Id>,
    mass: f64,
    size: f64,
    /// Energy at the start; smallest and largest kinetic energy (J).
    start: f64,
    kinetic: (f64, f64),
}

/// All machines of a scene: by constraints alone, for gaps; and those that exchange energy with nothing, by constraints and forces.
pub struct Apart<'a> {
    scene: &'a Scene,
    joined: Vec<Machine>,
    isolated: Vec<Machine>,
}

/// Whether a constraint neither drives, stops nor breaks, so that it does no work.
fn is_passive(kind: &ConstraintKind) -> bool {
    matches!(
        kind,
        ConstraintKind::Distance(_)
            | ConstraintKind::Ring(_)
            | ConstraintKind::Pin(_)
            | ConstraintKind::Weld(_)
            | ConstraintKind::AngleLock(_)
            | ConstraintKind::Slider(_)
            | ConstraintKind::Groove(_)
            | ConstraintKind::Midline(_)
            | ConstraintKind::Screw(_)
            | ConstraintKind::Graph(_)
    )
}

/// Whether a force has a potential that [`Motion::potential`] knows.
fn is_conservative(kind: &ForceKind) -> bool {
    match kind {
        ForceKind::Spring(it) => it.damping == 0.0,
        ForceKind::TorsionSpring(it) => it.damping == 0.0,
        ForceKind::Push(it) => it.programme.is_steady(),
        ForceKind::Torque(it) => it.programme.is_steady(),
        ForceKind::Attraction(_) => true,
        _ => false,
    }
}

/// Sets of parts that these ends join.
fn sets(scene: &Scene, joints: &[&[Attach]]) -> Vec<Vec<Id>> {
    let mut sets: Vec<Vec<Id>> = scene.parts().map(|(id, _)| vec![id]).collect();
    for ends in joints {
        let ids: Vec<Id> = ends.iter().filter_map(|end| end.part).collect();
        let (own, others): (Vec<_>, Vec<_>) = sets
            .into_iter()
            .partition(|set| set.iter().any(|id| ids.contains(id)));
        sets = others;
        sets.extend((!own.is_empty()).then(|| own.concat()));
    }
    sets
}

impl<'a> Apart<'a> {
    pub fn of(motion: &Motion<'_>, scene: &'a Scene) -> Self {
        let constraints: Vec<&[Attach]> = scene.constraints().map(|(_, it)| it.ends.as_slice()).collect();
        let forces = scene.forces().map(|(_, it)| it.ends.as_slice());
        let all: Vec<&[Attach]> = constraints.iter().copied().chain(forces).collect();
        let machine = |parts: Vec<Id>| {
            let masses = scene.parts().filter(|(id, _)| parts.contains(id));
            let kinetic = motion.kinetic_of(&parts);
            Machine {
                mass: masses.map(|(_, part)| part.mass_properties().mass).sum(),
                size: size_of(scene, &parts),
                start: kinetic + motion.potential_of(&parts),
                kinetic: (kinetic, kinetic),
                parts,
            }
        };
        let open = motion.gaps();
        let is_closed = |id: Id| {
            open.iter()
                .all(|(own, _, miss)| *own != id || miss.abs() <= CLOSED)
        };
        // Leaves and balloons are damped within.
        let is_rigid = |machine: &Machine| {
            let mut parts = scene.parts().filter(|(id, _)| machine.parts.contains(id));
            parts.all(|(_, part)| !matches!(part.shape, Shape::Leaf(_) | Shape::Balloon(_)))
        };
        let keeps_energy = |machine: &Machine| {
            let touches = |ends: &[Attach]| {
                let mut own = ends.iter().filter_map(|end| end.part);
                own.any(|part| machine.parts.contains(&part))
            };
            let mut joints = scene.constraints().filter(|(_, it)| touches(&it.ends));
            let mut loads = scene.forces().filter(|(_, it)| touches(&it.ends));
            is_rigid(machine)
                && joints.all(|(id, it)| is_passive(&it.kind) && is_closed(id))
                && loads.all(|(_, it)| is_conservative(&it.kind))
        };
        // By an integrator of first order the energy of one machine is not in bounds: a part that starts to fall by Euler's is off by twice its kinetic
        // energy after the first step.
        let is_exact = !matches!(
            scene.settings.integrator,
            Integrator::SemiImplicitEuler | Integrator::Impulse
        );
        let isolated = sets(scene, &all).into_iter().map(machine);
        let isolated = isolated.filter(|it| is_exact && keeps_energy(it));
        Self {
            scene,
            isolated: isolated.collect(),
            joined: sets(scene, &constraints).into_iter().map(machine).collect(),
        }
    }

    /// Largest energy error of an isolated machine, relative to its tolerance.
    pub fn energy_error(&mut self, motion: &Motion<'_>, at_one_instant: &Motion<'_>) -> f64 {
        let mut error = 0.0;
        for machine in &mut self.isolated {
            let kinetic = motion.kinetic_of(&machine.parts);
            let potential = at_one_instant.potential_of(&machine.parts);
            let (least, most) = &mut machine.kinetic;
            (*least, *most) = (least.min(kinetic), most.max(kinetic));
            let floor = negligible((machine.mass, machine.size), *most, kinetic + potential.abs());
            let bound = ENERGY * (*most - *least) + floor;
            error = worst(error, (kinetic + potential - machine.start).abs() / bound);
        }
        error
    }

    /// Largest gap of a joint, relative to its tolerance by the size of its machine.
    pub fn drift(&self, motion: &Motion<'_>) -> f64 {
        let mut most = 0.0;
        for (id, unit, miss) in motion.gaps() {
            let ends = self.scene.constraint(id).map_or(&[][..], |it| &it.ends);
            let part = ends.iter().find_map(|end| end.part);
            let machine = self
                .joined
                .iter()
                .find(|it| part.is_some_and(|part| it.parts.contains(&part)));
            let size = match (unit, machine) {
                (Unit::Metre, Some(machine)) if machine.size > 0.0 => machine.size.min(1.0),
                _ => 1.0,
            };
            most = worst(most, miss.abs() / (DRIFT * size));
        }
        most
    }
}
