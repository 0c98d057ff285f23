//! Changes in the midst of a run: a machine whose settings are changed while it runs goes on as one that was built with them and taken up there.

use std::sync::Arc;

use tinkertoy::scene::{
    Change, Edit, Id, Integrator, Item, Method, Scene, Settings, Stabilisation, SubSteps, field, validate,
};
use tinkertoy::sim::{Input, Simulation, Stop};

use super::machine::machine;
use super::random::Random;

/// Steps before the change, at most, and after it.
const BEFORE: usize = 60;
const AFTER: usize = 20;

/// Settings of which some differ.
fn changed(random: &mut Random, settings: Settings) -> Settings {
    let mut new = settings;
    if random.chance(0.4) {
        new.integrator = random.pick(&Integrator::ALL);
    }
    if random.chance(0.4) {
        new.stabilisation = random.pick(&Stabilisation::ALL);
    }
    if random.chance(0.4) {
        new.method = random.pick(&[Method::Sparse, Method::Dense, Method::Auxiliary]);
    }
    if random.chance(0.3) {
        new.sub_steps = random.pick(&SubSteps::ALL);
    }
    if random.chance(0.3) {
        new.linear_drag = random.pick(&[0.0, 0.1]);
        new.angular_drag = random.pick(&[0.0, 0.1]);
    }
    if random.chance(0.3) {
        new.gravity = random.pick(&[0.0, 1.0]) * new.gravity;
    }
    if random.chance(0.3) {
        new.dt *= random.between(0.5, 2.0);
    }
    new
}

/// The scene with a number of an item changed, or with a constraint or force taken out; as it is where that is no valid scene.
fn edited(random: &mut Random, scene: &Scene) -> Scene {
    let items: Vec<(Id, Item)> = scene.items().map(|(id, item)| (id, item.clone())).collect();
    let (id, item) = random.pick(&items);
    let mut edit = Edit::new("an edit");
    let after = if item.as_part().is_none() && random.chance(0.3) {
        None
    } else {
        let mut changed = item.clone();
        let numbers = field::parameters(&item);
        if numbers.is_empty() {
            return scene.clone();
        }
        let number = random.pick(&numbers);
        field::set(&mut changed, number.key, number.value * random.between(0.8, 1.25));
        Some(Box::new(changed))
    };
    let before = Some(Box::new(item));
    edit.changes.push(Change::Item { id, before, after });
    let mut new = scene.clone();
    new.apply(&edit);
    if validate::problems(&new).is_empty() {
        new
    } else {
        scene.clone()
    }
}

/// What a step comes to: coordinates and velocities to the bit, or why it stopped.
type Outcome = Result<Vec<u64>, String>;

fn outcome(run: &mut Simulation) -> Outcome {
    match run.step() {
        Ok(()) => {
            let state = run.state();
            Ok(state.q.iter().chain(&state.v).map(|it| it.to_bits()).collect())
        }
        Err(Stop { reason, .. }) => Err(reason),
    }
}

/// What the next steps come to, up to the first that stops.
fn outcomes(run: &mut Simulation) -> Vec<Outcome> {
    let mut all = Vec::new();
    while all.len() < AFTER && all.last().is_none_or(Result::is_ok) {
        all.push(outcome(run));
    }
    all
}

/// Whether a machine that is changed in its run, one built so and taken up there, and the first once it has gone back go on alike: what differs, in
/// words.
pub fn difference(seed: u64) -> Option<String> {
    let (class, scene) = machine(seed);
    let mut random = Random::new(seed ^ 0x11fe);
    let mut run = Simulation::new(&scene);
    for _ in 0..1 + random.below(BEFORE) {
        if run.step().is_err() {
            return None;
        }
    }
    let settings = changed(&mut random, scene.settings);
    run.apply(Input::Settings(settings));
    let mut built = scene.clone();
    built.settings = settings;
    if random.chance(0.5) {
        built = edited(&mut random, &built);
        run.apply(Input::Scene(Box::new(built.clone()), Vec::new()));
    }
    built.run = Some(Arc::new(run.to_run()));
    let here = run.state().clone();
    let goes_on = outcomes(&mut run);
    let others = [
        ("taken up", outcomes(&mut Simulation::new(&built))),
        ("gone back", {
            run.restore(here);
            outcomes(&mut run)
        }),
    ];
    let (name, other) = others.into_iter().find(|(_, other)| *other != goes_on)?;
    let ends = [&goes_on, &other].map(|it| it.last().and_then(|end| end.clone().err()));
    let step = goes_on.iter().zip(&other).position(|(a, b)| a != b);
    Some(format!(
        "{seed} ({class:?}), {name}: step {step:?}, {ends:?}\n{:?}\n{settings:?}",
        scene.settings
    ))
}
