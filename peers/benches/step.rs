//! One step of a free chain, beside the impulse joints of rapier2d in the same run: `cargo bench`, in this folder.
//!
//! n uniform rods of 1 m and 1 kg, pinned at one end and let go level. Ours answers for all pins at once, to rounding, in
//! f64; rapier2d goes over them four times in f32, which leaves gaps (see `docs/validation.md`). Times are those of a whole
//! step: here also drift, control of the step and a check for numbers gone bad. What accelerations alone take is measured
//! by `tinkertoy bench`.
#![allow(clippy::panic)]

use divan::Bencher;
use divan::counter::ItemsCount;
use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::math::{Pose, Vec2 as Point};
use tinkertoy::scene::{Attach, Constraint, Integrator, Mass, Part, Scene, SubSteps};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Hardware;

const SIZES: [usize; 3] = [54, 1000, 10_000];
const DT: f64 = 1.0 / 240.0;

fn main() {
    divan::main();
}

fn chain(rods: usize) -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::SemiImplicitEuler;
    scene.settings.sub_steps = SubSteps::Fixed;
    scene.settings.dt = DT;
    let mut onto = Attach::ground(Point::ZERO);
    for k in 0..rods {
        let pose = Pose::new(k as f64 + 0.5, 0.0, 0.0);
        let rod = scene.add(Part {
            mass: Mass::Given {
                mass: 1.0,
                inertia: 1.0 / 12.0,
            },
            ..Part::new(format!("rod {k}"), Shape::Bar(Bar::default()), pose)
        });
        scene.add(Constraint {
            name: format!("pin {k}"),
            ends: vec![onto, Attach::part(rod, Point::new(-0.5, 0.0))],
            kind: ConstraintKind::Pin(Pin {}),
        });
        onto = Attach::part(rod, Point::new(0.5, 0.0));
    }
    scene
}

#[divan::bench(args = SIZES)]
fn ours(bencher: Bencher, rods: usize) {
    let mut run = Simulation::on(&chain(rods), Hardware::here().with_threads(1));
    bencher.counter(ItemsCount::new(rods)).bench_local(move || {
        if run.step().is_err() {
            run.reset();
        }
    });
}

#[divan::bench(args = SIZES)]
fn rapier(bencher: Bencher, rods: usize) {
    let (mut world, _) = peers::chain(rods, DT as f32, 4);
    bencher
        .counter(ItemsCount::new(rods))
        .bench_local(move || world.step());
}
