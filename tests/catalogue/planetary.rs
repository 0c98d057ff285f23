//! Planetary gear sets by Willis's equation: `z_sun (w_sun - w_carrier) = -z_ring (w_ring - w_carrier)`,
//! whichever members are held and whichever turn.

use tinkertoy::bodies::{RingGear, Shape};
use tinkertoy::constraints::{ConstraintKind, GearPair, Mesh, Motor, MotorLaw};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Id};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, run, v2};

const SUN: f64 = 0.2;
const PLANET: f64 = 0.15;
const RING: f64 = SUN + 2.0 * PLANET;

struct Set {
    build: Build,
    sun: Id,
    carrier: Id,
    planet: Id,
    ring: Id,
}

fn mesh(a: f64, b: f64, mesh: Mesh) -> ConstraintKind {
    ConstraintKind::GearPair(GearPair {
        radius_a: a,
        radius_b: b,
        mesh,
        ..GearPair::default()
    })
}

/// All three members on one axle, without drives; the gear pair is given as ring and planet, or as planet and ring.
fn set(ring_first: bool) -> Set {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let sun = build.disk(0.0, 0.0, SUN, 1.0);
    let toothed = Shape::RingGear(RingGear {
        teeth: 40.0,
        module: 2.0 * RING / 40.0,
        ..RingGear::default()
    });
    let ring = build.part(toothed, Pose::default(), 1.5, 0.4);
    let carrier = build.bar(Vec2::ZERO, v2(SUN + PLANET, 0.0), 0.5);
    let (inner, outer) = (build.end(carrier, -1.0), build.end(carrier, 1.0));
    for end in [centre(sun), centre(ring), inner] {
        build.pin(ground(0.0, 0.0), end);
    }
    let planet = build.disk(SUN + PLANET, 0.0, PLANET, 0.4);
    build.pin(outer, centre(planet));
    build.link(mesh(SUN, PLANET, Mesh::Outside), centre(sun), centre(planet));
    if ring_first {
        build.link(mesh(RING, PLANET, Mesh::Inside), centre(ring), centre(planet));
    } else {
        // That the planet runs inside is found from the positions.
        build.link(mesh(PLANET, RING, Mesh::Outside), centre(planet), centre(ring));
    }
    Set {
        build,
        sun,
        carrier,
        planet,
        ring,
    }
}

fn drive(build: &mut Build, id: Id, speed: f64) {
    let motor = Motor {
        law: MotorLaw::Angle,
        speed,
        ..Motor::default()
    };
    build.link(
        ConstraintKind::Motor(motor),
        ground(0.0, 0.0),
        Attach::part(id, Vec2::ZERO),
    );
}

fn holds(run: &Simulation, set: &Set) {
    let [sun, carrier, planet, ring] = [set.sun, set.carrier, set.planet, set.ring].map(|id| angle(run, id));
    let willis = SUN * (sun - carrier) + RING * (ring - carrier);
    assert!(willis.abs() < 1e-8, "{willis}");
    let planet = PLANET * (planet - carrier) + SUN * (sun - carrier);
    assert!(planet.abs() < 1e-8, "{planet}");
}

/// Two members are given, at rest or turning; the third follows from Willis's equation.
#[test]
fn each_member_turns_by_willis() {
    let carried = |sun: f64, ring: f64| (SUN * sun + RING * ring) / (SUN + RING);
    let of_ring = |sun: f64, carrier: f64| carrier - SUN / RING * (sun - carrier);
    let of_sun = |ring: f64, carrier: f64| carrier - RING / SUN * (ring - carrier);
    for (sun, ring, carrier) in [
        (Some(5.0), Some(0.0), None),
        (Some(0.0), Some(3.0), None),
        (Some(5.0), Some(-3.0), None),
        (Some(4.0), None, Some(0.0)),
        (Some(4.0), None, Some(1.5)),
        (None, Some(0.0), Some(2.0)),
        (None, Some(-1.0), Some(2.0)),
    ] {
        let mut set = set(carrier.is_none());
        for (id, speed) in [(set.sun, sun), (set.ring, ring), (set.carrier, carrier)] {
            if let Some(speed) = speed {
                drive(&mut set.build, id, speed);
            }
        }
        let run = run(&set.build.scene, 3.0);
        holds(&run, &set);
        let (free, speed) = match (sun, ring, carrier) {
            (Some(sun), Some(ring), None) => (set.carrier, carried(sun, ring)),
            (Some(sun), None, Some(carrier)) => (set.ring, of_ring(sun, carrier)),
            (None, Some(ring), Some(carrier)) => (set.sun, of_sun(ring, carrier)),
            _ => unreachable!(),
        };
        assert!(
            (angle(&run, free) - 3.0 * speed).abs() < 1e-7,
            "{sun:?} {ring:?} {carrier:?}"
        );
    }
}

/// Nothing held or driven, a set has two degrees of freedom: a differential. Energy is conserved, and Willis's equation holds throughout.
#[test]
fn a_free_set_is_a_differential() {
    let mut set = set(false);
    set.build.set_velocity(set.sun, Vec2::ZERO, 4.0);
    set.build.set_velocity(set.ring, Vec2::ZERO, -1.0);
    let run = run(&set.build.scene, 5.0);
    holds(&run, &set);
    assert!(run.energy_error().abs() < 1e-8, "{}", run.energy_error());
    assert!(run.energy().kinetic > 0.01);
}
