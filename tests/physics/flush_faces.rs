//! What slides over the joint between two flush faces does not feel it.

use tinkertoy::bodies::compound::Piece;
use tinkertoy::bodies::{Box, Compound, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Id, Integrator, Part};

use crate::build::{Build, angle, position, run, v2};
use crate::contact::velocity;

/// Integrators that locate contacts, and the one that anticipates them.
const COVERED: [Integrator; 4] = [
    Integrator::Impulse,
    Integrator::Rk4,
    Integrator::Dopri5,
    Integrator::SemiImplicitEuler,
];

fn shape(width: f64) -> Shape {
    Shape::Box(Box { width, height: 0.2 })
}

/// A box at 2 m/s on a top at height 0, without friction.
fn sliding(integrator: Integrator, floor: Option<f64>) -> (Build, Id) {
    let mut build = Build::default();
    build.scene.settings.integrator = integrator;
    build.scene.settings.contact = Some(Contact {
        floor,
        friction: 0.0,
        restitution: 0.0,
        ..Contact::default()
    });
    let mut part = Part::new("slides", shape(0.2), Pose::new(0.0, 0.1, 0.0));
    part.velocity = v2(2.0, 0.0);
    let id = build.scene.add(part);
    (build, id)
}

fn block(build: &mut Build, name: &str, at: Vec2, width: f64) {
    let mut part = Part::new(name, shape(width), Pose::new(at.x, at.y, 0.0));
    part.fixed = true;
    build.scene.add(part);
}

fn slides_on(build: &Build, id: Id, told: &str) {
    let run = run(&build.scene, 1.5);
    let (at, turned, [vx, ..]) = (position(&run, id), angle(&run, id), velocity(&run, id));
    assert!(
        (at - v2(3.0, 0.1)).length() < 1e-5 && turned.abs() < 1e-5 && (vx - 2.0).abs() < 1e-5,
        "{told}: {at:?}, turned by {turned}, {vx} m/s"
    );
}

#[test]
fn a_box_slides_over_blocks_side_by_side() {
    for integrator in COVERED {
        let (mut build, id) = sliding(integrator, None);
        for k in 0..6 {
            block(&mut build, &format!("f{k}"), v2(0.7 * f64::from(k), -0.1), 0.7);
        }
        slides_on(&build, id, &format!("{integrator}"));
    }
}

#[test]
fn a_box_slides_over_the_pieces_of_a_compound() {
    for integrator in COVERED {
        let (mut build, id) = sliding(integrator, None);
        let piece = |k: u32| Piece::new(shape(0.7), v2(0.7 * f64::from(k) - 1.75, 0.0), 0.0);
        let pieces = (0..6).map(piece).collect();
        let track = Shape::Compound(Compound { pieces });
        let mut part = Part::new("track", track, Pose::new(1.75, -0.1, 0.0));
        part.fixed = true;
        build.scene.add(part);
        slides_on(&build, id, &format!("{integrator}"));
    }
}

#[test]
fn a_box_slides_from_the_floor_onto_a_block_that_is_flush_with_it() {
    for integrator in COVERED {
        let (mut build, id) = sliding(integrator, Some(0.0));
        block(&mut build, "block", v2(1.5, -0.1), 1.0);
        slides_on(&build, id, &format!("{integrator}"));
    }
}

/// Flush faces are no reason to pass through what stands in the way.
#[test]
fn boxes_of_the_same_height_still_collide() {
    for integrator in COVERED {
        let (mut build, id) = sliding(integrator, Some(0.0));
        block(&mut build, "wall", v2(1.0, 0.1), 0.2);
        let run = run(&build.scene, 1.5);
        let at = position(&run, id);
        assert!((at - v2(0.8, 0.1)).length() < 1e-5, "{integrator}: {at:?}");
    }
}
