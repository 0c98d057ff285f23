//! Compares the time of a solve of A alone with that in a race with three copies that have more to compute than there is time for; the ratio
//! should be within 10 % of one. `cargo run --release --example race_time [LINKS]`.
//!
//! The figures are those plotted in the window: of steps during which no copy computed. Printed beside them is the time of all solves of a
//! step, over all steps, including those with copies computing. Runs alone and in a race alternate, and the lower quartile is printed:
//! other load on the computer affects both, and mostly the higher figures.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::Duration;

use tinkertoy::bench::Shape;
use tinkertoy::scene::Method;
use tinkertoy::worker::{Command, Engine, RaceOrder, Scheme};

/// Number of rounds, each alone and in a race, and number of steps in a round.
const ROUNDS: usize = 12;
const STEPS: usize = 240;
/// Default number of links of the chain.
const LINKS: usize = 60;

/// The plotted times of a solve, each once, and the time of all solves of each step (ns).
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
            // As in the window, a step is taken when it is due.
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
