//! What a solve of A takes alone, and in a race with three copies that have more to compute than there is time for: the ratio is to be within
//! 10 % of one. `cargo run --release --example race_time [LINKS]`.
//!
//! The figures are those that the window plots: of steps during which no copy computed. Beside them is what all solves of a step took, of all steps, those that had
//! others beside them too. Alone and in a race are measured in turns, and a quarter of the figures is below the one that is told: what else the
//! computer does reaches both, and the others.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Duration;

use tinkertoy::bench::Shape;
use tinkertoy::scene::Method;
use tinkertoy::worker::{Command, Engine, RaceOrder, Scheme};

/// Rounds, alone and in a race each, and steps of a round.
const ROUNDS: usize = 12;
const STEPS: usize = 240;
/// Links of the chain unless told.
const LINKS: usize = 60;

/// What was plotted of a solve, each figure once, and what all solves of each step took (ns).
#[derive(Default)]
struct Times {
    plotted: Vec<u64>,
    all: Vec<u64>,
}

impl Times {
    fn steps(&mut self, engine: &mut Engine, dt: f64) {
        for _ in 0..STEPS {
            let before = self.plotted.last().copied();
            assert!(engine.advance(), "the chain goes on");
            let snapshot = engine.snapshot().0;
            let solve_ns = snapshot.solve.total_ns();
            if before != Some(solve_ns) {
                self.plotted.push(solve_ns);
            }
            let step = snapshot.step_times;
            self.all.push((step.assemble + step.factor + step.solve) as u64);
            // As in the window: a step is taken when it is due.
            std::thread::sleep(Duration::from_secs_f64(dt));
        }
    }
}

/// The lower quartile.
fn quartile(times: &mut [u64]) -> f64 {
    let quarter = times.len() / 4;
    *times.select_nth_unstable(quarter).1 as f64
}

fn main() {
    let links = std::env::args()
        .nth(1)
        .map_or(LINKS, |it| it.parse().expect("a number of links"));
    let scene = Shape::Chain.scene(links);
    let scheme = Scheme::of(&scene.settings);
    let dense = |share: f64| Scheme {
        method: Method::Dense,
        dt: share * scheme.dt,
        ..scheme
    };
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene), true));
    let (mut alone, mut racing) = (Times::default(), Times::default());
    Times::default().steps(&mut engine, scheme.dt);
    for _ in 0..ROUNDS {
        engine.carry_out(Command::Race(RaceOrder::End));
        alone.steps(&mut engine, scheme.dt);
        engine.carry_out(Command::Race(RaceOrder::Begin(
            [1.0, 0.5, 0.25].map(dense).to_vec(),
        )));
        racing.steps(&mut engine, scheme.dt);
    }
    let behind = engine
        .race()
        .contenders()
        .into_iter()
        .map(|it| engine.run().state().time - it.status.state.time);
    println!("copies are behind by (s): {:.2?}", behind.collect::<Vec<f64>>());
    for (name, of) in [("plotted", 0), ("all steps", 1)] {
        let [a, b] = [&mut alone, &mut racing].map(|it| if of == 0 { &mut it.plotted } else { &mut it.all });
        let (count, a, b) = ([a.len(), b.len()], quartile(a), quartile(b));
        println!(
            "{name:<10} alone {a:>8.0} ns, in a race {b:>8.0} ns, ratio {:.3}, of {count:?} figures",
            b / a
        );
    }
}
