//! Plates whose outlines have corners that are no corners, or touch themselves: they move as the plain plate with the same convex hull does.

use tinkertoy::bodies::{Disk, Polygon, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Contact, Id, Integrator, Stabilisation};
use tinkertoy::sim::Simulation;

use crate::build::Build;

/// Half the side of the plate (m).
const HALF: f64 = 1.0;

/// The square, and outlines with the same hull: with a repeated corner, with corners in the middle of edges, with a slit and a spike without width, cut
/// to an hourglass, and cut to a frame by a hole to which an edge leads there and back.
const OUTLINES: [(&str, &[[f64; 2]]); 7] = [
    ("square", &[[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]),
    (
        "repeated",
        &[
            [-1.0, -1.0],
            [1.0, -1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
            [-1.0, 1.0],
        ],
    ),
    (
        "straight",
        &[
            [-1.0, -1.0],
            [0.1, -1.0],
            [1.0, -1.0],
            [1.0, 0.3],
            [1.0, 1.0],
            [0.0, 1.0],
            [-1.0, 1.0],
        ],
    ),
    (
        "slit",
        &[
            [-1.0, -1.0],
            [0.0, -1.0],
            [0.0, 0.5],
            [0.0, -1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
        ],
    ),
    (
        "spike",
        &[
            [-1.0, -1.0],
            [0.2, -1.0],
            [0.2, -1.4],
            [0.2, -1.0],
            [1.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
        ],
    ),
    (
        "hourglass",
        &[
            [-1.0, -1.0],
            [1.0, -1.0],
            [0.0, 0.0],
            [1.0, 1.0],
            [-1.0, 1.0],
            [0.0, 0.0],
        ],
    ),
    ("frame", &FRAME),
];

const FRAME: [[f64; 2]; 10] = [
    [-1.0, -1.0],
    [1.0, -1.0],
    [1.0, 1.0],
    [-1.0, 1.0],
    [-1.0, -1.0],
    [-0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
    [0.5, -0.5],
    [-0.5, -0.5],
];

/// A plate of 1 kg and 2/3 kg m², a tilted fall above a floor, by an integrator.
fn fall(corners: &[[f64; 2]], tilt: f64, integrator: Integrator) -> (Build, Id) {
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    settings.integrator = integrator;
    settings.stabilisation = Stabilisation::Projection;
    settings.contact = Some(Contact {
        floor: Some(0.0),
        friction: 0.5,
        ..Contact::default()
    });
    let corners = corners.iter().map(|[x, y]| HALF * Vec2::new(*x, *y)).collect();
    let shape = Shape::Polygon(Polygon { corners });
    let id = build.part(shape, Pose::new(0.0, 1.5, tilt), 1.0, 2.0 / 3.0);
    (build, id)
}

/// The pose after 1.5 s, in which no part may overlap the floor.
fn lands(build: &Build, id: Id, told: &str) -> Pose {
    let mut run = Simulation::new(&build.scene);
    for _ in 0..360 {
        run.step().unwrap();
    }
    let deepest = run.state().contact.penetration_max;
    assert!(deepest < 1e-4, "{told}: {deepest} m");
    run.model().pose(run.state(), id).unwrap()
}

#[test]
fn plates_with_the_same_hull_land_alike() {
    for integrator in [Integrator::Impulse, Integrator::Rk4, Integrator::Dopri5] {
        for tilt in [0.0, 0.3, 1.0, 1.57, 2.0] {
            let (build, id) = fall(OUTLINES[0].1, tilt, integrator);
            let square = lands(&build, id, "square");
            for (name, corners) in &OUTLINES[1..] {
                let told = format!("{name}, {integrator}, {tilt} rad");
                let (build, id) = fall(corners, tilt, integrator);
                let pose = lands(&build, id, &told);
                let apart = pose.position.distance(square.position) + (pose.angle - square.angle).abs();
                assert!(apart < 1e-6, "{told}: {pose:?} and not {square:?}");
            }
        }
    }
}

/// A disk falls in the hole of a frame that stands on the floor, onto the frame's lower side.
#[test]
fn a_hole_is_no_obstacle() {
    for integrator in [Integrator::Impulse, Integrator::Rk4] {
        let (mut build, frame) = fall(&FRAME, 0.0, integrator);
        let radius = 0.1;
        let shape = Shape::Disk(Disk { radius });
        let disk = build.part(shape, Pose::new(0.1, 1.4, 0.0), 1.0, 0.005);
        let told = format!("{integrator}");
        let [low, high] = [frame, disk].map(|id| lands(&build, id, &told).position.y);
        assert!((low - HALF).abs() < 1e-6, "{told}: {low}");
        assert!((high - 0.5 * HALF - radius).abs() < 1e-6, "{told}: {high}");
    }
}
