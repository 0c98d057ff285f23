//! Contact with the integrators of accelerations in crowded, narrow or overlapping scenes: the
//! results are right or flagged, and the energy balance holds.

use tinkertoy::bodies::{Box, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Rope};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Id, Integrator, Part, Stabilisation, SubSteps};
use tinkertoy::sim::{Hand, Input, Simulation};

use crate::build::{Build, centre, ground, position, v2};
use crate::contact::{G, add, block, on_a_floor, velocity};
use crate::contact_without_room::wedged;

const COVERED: [Integrator; 3] = [Integrator::SemiImplicitEuler, Integrator::Rk4, Integrator::Dopri5];

/// Pseudo-random numbers in [0, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

fn wall(build: &mut Build, at: Vec2, size: Vec2) {
    let shape = Shape::Box(Box {
        width: size.x,
        height: size.y,
    });
    let mut part = Part::new(format!("wall at {at}"), shape, Pose::new(at.x, at.y, 0.0));
    part.fixed = true;
    build.scene.add(part);
}

/// A pen with a few disks and boxes with random velocities, some of them joined by rods and ropes.
fn pen(seed: u64) -> Build {
    let mut random = Random(seed);
    for _ in 0..8 {
        random.next();
    }
    let (friction, restitution) = (random.within(0.0, 0.8), random.within(0.0, 0.9));
    let mut build = on_a_floor(0.0, friction, restitution);
    build.scene.settings.dt = 1.0 / 240.0;
    for side in [-1.0, 1.0] {
        wall(&mut build, v2(1.4 * side, 1.0), v2(0.2, 3.0));
    }
    let mut all: Vec<Id> = Vec::new();
    for k in 0..6 {
        let at = v2(
            random.within(-0.2, 0.2) + 0.7 * f64::from(k % 3 - 1),
            0.3 + 0.7 * f64::from(k / 3),
        );
        let shape = if random.next() < 0.5 {
            Shape::Disk(Disk {
                radius: random.within(0.05, 0.15),
            })
        } else {
            Shape::Box(Box {
                width: random.within(0.1, 0.3),
                height: random.within(0.1, 0.25),
            })
        };
        let pose = Pose::new(at.x, at.y, random.within(-1.0, 1.0));
        let mass = random.within(0.5, 3.0);
        let id = add(&mut build, &format!("part {k}"), shape, pose, mass);
        let speed = v2(random.within(-2.0, 2.0), random.within(-1.0, 1.0));
        build.set_velocity(id, speed, random.within(-5.0, 5.0));
        all.push(id);
    }
    build.rod(centre(all[0]), centre(all[1]));
    let rope = Rope {
        restitution: 0.3,
        ..Rope::default()
    };
    build.link(ConstraintKind::Rope(rope), centre(all[2]), centre(all[3]));
    build
}

/// No energy is created, all contacts are exact, and parts do not overlap.
#[test]
fn what_is_thrown_about_creates_no_energy() {
    for seed in 0..4 {
        for integrator in [Integrator::Rk4, Integrator::Dopri5] {
            let mut build = pen(seed);
            build.scene.settings.integrator = integrator;
            let mut run = Simulation::new(&build.scene);
            let mut most = run.energy().kinetic;
            for _ in 0..360 {
                run.step().unwrap();
                most = most.max(run.energy().kinetic);
                let gained = run.energy_error();
                assert!(
                    gained.abs() < 1e-6 * most,
                    "{seed} {integrator}: {gained} J of {most} J"
                );
            }
            let (control, figures) = (run.state().control, run.state().contact);
            // Where rounding makes two sets of closed points alternate, the rest of a step continues without a solution: seldom, and counted.
            assert!(control.unsolved_contacts < 4, "{seed} {integrator}: {figures:?}");
            assert!(figures.residual_max < 1e-10, "{seed} {integrator}: {figures:?}");
            assert!(figures.penetration_max < 1e-4, "{seed} {integrator}: {figures:?}");
        }
    }
}

/// A box pinned in a slot that is too narrow, or dragged through it by the hand, is not thrown; and the overlap is flagged.
#[test]
fn what_has_no_room_is_not_thrown() {
    for integrator in COVERED {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            for pinned in [true, false] {
                let (mut build, id) = wedged(tinkertoy::scene::Method::Sparse, 1.0);
                build.scene.settings.integrator = integrator;
                build.scene.settings.stabilisation = stabilisation;
                if pinned {
                    build.pin(ground(0.0, 0.0), centre(id));
                }
                let mut run = Simulation::new(&build.scene);
                if !pinned {
                    run.apply(Input::Hand(Some(Hand {
                        part: id,
                        at: v2(0.05, 0.02),
                        target: v2(0.4, 0.5),
                    })));
                }
                for _ in 0..120 {
                    // A stop names the item at fault.
                    if run.step().is_err() {
                        break;
                    }
                    let [x, y, w] = velocity(&run, id);
                    let speed = v2(x, y).length() + 0.1 * w.abs();
                    let told = format!("{integrator} {stabilisation} {pinned}");
                    assert!(speed < 20.0, "{told}: {speed} m/s");
                    assert!(position(&run, id).length() < 1.5, "{told}");
                }
            }
        }
    }
}

/// Parts that overlap at the start are separated at the rate of the stabilisation in use, and keep almost no velocity from it.
#[test]
fn what_overlaps_at_the_start_comes_apart() {
    for integrator in COVERED {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            let mut build = on_a_floor(0.0, 0.5, 0.0);
            build.scene.settings.integrator = integrator;
            build.scene.settings.stabilisation = stabilisation;
            build.scene.settings.dt = 1.0 / 240.0;
            let sunk = block(&mut build, "sunk", v2(0.0, 0.07), 0.4, 0.2);
            let mut run = Simulation::new(&build.scene);
            let mut highest = 0.0_f64;
            for _ in 0..480 {
                run.step().unwrap();
                highest = highest.max(position(&run, sunk).y);
            }
            let told = format!("{integrator} {stabilisation}");
            assert!(highest < 0.101, "{told}: {highest}");
            assert!(
                (position(&run, sunk).y - 0.1).abs() < 1e-5,
                "{told}: {}",
                position(&run, sunk).y
            );
        }
    }
}

/// A ball so fast that it would have passed a thin wall by the end of a step is stopped by the wall.
#[test]
fn nothing_passes_through_a_thin_wall() {
    for integrator in COVERED {
        for (speed, thickness) in [(100.0, 0.01), (30.0, 0.002), (1000.0, 0.001)] {
            let mut build = on_a_floor(0.0, 0.0, 1.0);
            build.scene.settings.gravity = Vec2::ZERO;
            build.scene.settings.integrator = integrator;
            build.scene.settings.dt = 1.0 / 240.0;
            wall(&mut build, v2(1.0, 1.0), v2(thickness, 1.5));
            let shape = Shape::Disk(Disk { radius: 0.05 });
            let ball = add(&mut build, "ball", shape, Pose::new(0.0, 1.0, 0.0), 1.0);
            build.set_velocity(ball, v2(speed, 0.0), 0.0);
            let mut run = Simulation::new(&build.scene);
            let face = 1.0 - 0.5 * thickness - 0.05;
            let time = 1.5 * face / speed;
            while run.state().time + build.scene.settings.dt < time {
                run.step().unwrap();
            }
            run.step_by(time - run.state().time).unwrap();
            let at = position(&run, ball).x;
            assert!(
                (at - 0.5 * face).abs() < 1e-6,
                "{integrator} {speed} {thickness}: {at}"
            );
        }
    }
}

/// A plank rocks on a round ridge: the contact point rolls without slip, and energy is conserved.
#[test]
fn a_plank_rocks_on_a_drum() {
    for integrator in [Integrator::Rk4, Integrator::Dopri5] {
        let mut build = on_a_floor(0.0, 2.0, 0.0);
        build.scene.settings.integrator = integrator;
        build.scene.settings.sub_steps = SubSteps::Fixed;
        build.scene.settings.dt = 1.0 / 240.0;
        let mut drum = Part::new(
            "drum",
            Shape::Disk(Disk { radius: 0.5 }),
            Pose::new(0.0, 1.0, 0.0),
        );
        drum.fixed = true;
        build.scene.add(drum);
        let (half, width) = (0.05, 1.2);
        let plank = block(&mut build, "plank", v2(0.0, 1.5 + half), width, 2.0 * half);
        build.set_velocity(plank, v2(-0.5 * half, 0.0), 0.5);
        let mut run = Simulation::new(&build.scene);
        let start = run.energy().total();
        let mut crossings = Vec::new();
        let mut before = 0.0;
        for _ in 0..960 {
            run.step().unwrap();
            let turn = crate::build::angle(&run, plank);
            if (turn > 0.0) != (before > 0.0) && before != 0.0 {
                crossings.push(run.state().time);
            }
            before = turn;
            assert!((run.energy().total() - start).abs() < 1e-7, "{integrator}");
            assert_eq!(run.state().contacts.len(), 1, "{integrator}");
        }
        // Small amplitudes: w² = g (R - h)/((l² + 4 h²)/12 + h²), with h half the thickness; the amplitude here is 0.05 rad.
        let about = (width * width + 4.0 * half * half) / 12.0 + half * half;
        let half_period = std::f64::consts::PI / (G * (0.5 - half) / about).sqrt();
        let found = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
        assert!(
            (found / half_period - 1.0).abs() < 0.02,
            "{integrator}: {found} {half_period}"
        );
    }
}
