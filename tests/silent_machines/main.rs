//! Random machines of every kind, ordinary and hostile, with sampled methods, integrators and stabilisations: none goes wrong silently, and of the
//! mild ones (those without any difficulty) 99 of 100 are right.
//!
//! `TINKERTOY_MACHINES=10000 cargo test --test silent_machines` runs as many, `TINKERTOY_SEED=17` starts
//! with another seed, and `TINKERTOY_WRITE=folder` writes the machines as scene files.
//! `TINKERTOY_COUNTS=file` adds the counts of a run to those of a table, which the validation report shows.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod apart;
mod arithmetic;
mod extent;
mod judge;
mod live;
mod machine;
mod random;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::{env, fs};

use tinkertoy::scene::file;

use self::judge::judge;
use self::machine::{Class, machine};

/// Number of machines that the gate runs.
const IN_THE_GATE: u64 = 300;

fn number(name: &str, usual: u64) -> u64 {
    env::var(name)
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(usual)
}

#[test]
fn no_machine_goes_wrong_in_silence() {
    let first = number("TINKERTOY_SEED", 0);
    let count = number("TINKERTOY_MACHINES", IN_THE_GATE);
    let mut classes: BTreeMap<Class, [u64; 6]> = BTreeMap::new();
    let (mut mild, mut silent, mut wrong) = (0, Vec::new(), Vec::new());
    for seed in first..first + count {
        let (class, scene) = machine(seed);
        if let Ok(folder) = env::var("TINKERTOY_WRITE") {
            fs::write(format!("{folder}/{seed}.ron"), file::write(&scene)).unwrap();
        }
        let outcome = judge(class, &scene);
        let told = || {
            let s = &scene.settings;
            let (method, integrator, stabilisation) = (s.method, s.integrator, s.stabilisation);
            let ways = format!("{method}, {integrator}, {stabilisation}, {}", s.sub_steps);
            format!("{seed} ({class:?}, {ways}): {}", outcome.told())
        };
        let tally = classes.entry(class).or_default();
        tally[0] += 1;
        tally[1] += u64::from(outcome.stop.is_some());
        tally[2] += u64::from(outcome.stop.is_none() && outcome.breach.is_some());
        if outcome.is_silent() {
            tally[3] += 1;
            silent.push(told());
        }
        if outcome.mild {
            mild += 1;
            tally[4] += 1;
            if !outcome.is_ok() {
                tally[5] += 1;
                wrong.push(told());
            }
        }
    }
    if let Ok(path) = env::var("TINKERTOY_COUNTS") {
        let mut table = fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .unwrap();
        if table.metadata().unwrap().len() == 0 {
            writeln!(
                table,
                "class,machines,stopped,not_trusted,silent,mild,mild_not_right"
            )
            .unwrap();
        }
        for (class, tally) in &classes {
            let counts = tally.map(|count| count.to_string()).join(",");
            writeln!(table, "{class:?},{counts}").unwrap();
        }
    }
    println!("machines, stopped, not trusted, silent, mild, mild and not right");
    for (class, tally) in &classes {
        println!("{class:?}: {tally:?}");
    }
    println!("mild: {mild}, not ok: {}", wrong.len());
    println!("{}", wrong.join("\n"));
    assert!(
        silent.is_empty(),
        "{} silent:\n{}",
        silent.len(),
        silent.join("\n")
    );
    // One of a hundred, and one in all where there are fewer.
    assert!(
        wrong.len() <= (mild / 100).max(1),
        "{} of {mild} mild ones are not ok",
        wrong.len()
    );
}

/// Number of machines that the gate changes as they run.
const CHANGED_IN_THE_GATE: u64 = 150;

#[test]
fn a_run_that_is_changed_goes_on_as_if_it_was_built_so() {
    let first = number("TINKERTOY_SEED", 0);
    let count = number("TINKERTOY_MACHINES", CHANGED_IN_THE_GATE);
    let differ: Vec<String> = (first..first + count).filter_map(live::difference).collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}
