//! Mutated scene files, read, checked and run for a few steps: 10^4 here, or `TINKERTOY_MUTATIONS` of them. A
//! mutation is determined by its seed, which is printed where it fails. Some machines are slow, such as hundreds
//! of contradictory contacts: their steps are cancelled as the window does on a new request, and must end soon.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tinkertoy::scene::file;
use tinkertoy::scene::gallery::GALLERY;
use tinkertoy::sim::{Dynamics, Freedom, Simulation};

/// Limit of processor time for a mutation, except for steps that were cancelled; and the time after which steps are cancelled (s).
const PATIENCE: Duration = Duration::from_secs(5);
const ASKED: Duration = Duration::from_secs(3);
/// Time within which a cancelled step must end.
const GIVES_WAY: Duration = Duration::from_secs(2);
/// Largest number of items of a scene that is run.
const MOST_TO_RUN: usize = 80;

/// Pseudo-random numbers (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const WORDS: &[&str] = &[
    "0",
    "-1",
    "1e300",
    "-1e-300",
    "1e9",
    "NaN",
    "inf",
    "-inf",
    "0.0000001",
    "\"\"",
    "\"ground\"",
    "()",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "None",
    "Some(1)",
    "\u{202e}",
    "/*",
    "//",
    "\"",
    "\\",
    "r#\"",
    "Pin()",
    "fixed: true",
    "omega: 3",
    "Particle()",
    "(0, 0)",
    "\"cg\"",
    "\"gauss-seidel\"",
    "\"rattle\"",
    "\"dopri5\"",
    "version: 2",
];

/// A scene of the gallery, or a fixture, with some pieces of its text changed.
fn mutated(seed: u64) -> Vec<u8> {
    const FIXTURES: [&str; 2] = [
        include_str!("../fixtures/every_kind.v1.ron"),
        include_str!("../fixtures/one_of_each.v1.ron"),
    ];
    let mut dice = Dice(seed);
    let text = match dice.below(GALLERY.len() + 8) {
        k if k < GALLERY.len() => GALLERY[k].text,
        k => FIXTURES[k % 2],
    };
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let at = 1 + dice.below(bytes.len() - 1);
        match dice.below(16) {
            // A number replaced by a number: most of these are still scenes.
            10.. => other_number(&mut bytes, at, &mut dice),
            // A token replaced by another.
            0..=4 => {
                let end = |b: &u8| b.is_ascii_whitespace() || b"(),[]:".contains(b);
                let from = bytes[..at].iter().rposition(end).map_or(0, |k| k + 1);
                let to = bytes[at..].iter().position(end).map_or(bytes.len(), |k| at + k);
                bytes.splice(from..to.max(from), dice.of(WORDS).bytes());
            }
            5 => bytes[at] = dice.next() as u8,
            6 => bytes.truncate(at),
            7 => {
                // A line repeated.
                let from = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |k| k + 1);
                let to = bytes[at..]
                    .iter()
                    .position(|b| *b == b'\n')
                    .map_or(bytes.len(), |k| at + k + 1);
                let line = bytes[from..to].to_vec();
                bytes.splice(to..to, line);
            }
            8 => {
                let to = (at + 1 + dice.below(40)).min(bytes.len());
                bytes.drain(at..to);
            }
            _ => {
                bytes.splice(at..at, dice.of(WORDS).bytes());
            }
        }
        if bytes.len() < 2 {
            break;
        }
    }
    bytes
}

/// Replaces the first number after a place.
fn other_number(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let part_of_one = |b: &u8| b.is_ascii_digit() || b"+-.e".contains(b);
    let Some(from) =
        (at..bytes.len()).find(|&k| bytes[k].is_ascii_digit() && !bytes[k - 1].is_ascii_alphanumeric())
    else {
        return;
    };
    let to = bytes[from..]
        .iter()
        .position(|b| !part_of_one(b))
        .map_or(bytes.len(), |k| from + k);
    let text = String::from_utf8_lossy(&bytes[from..to]).into_owned();
    let Ok(x) = text.parse::<f64>() else { return };
    let new = match dice.below(9) {
        0 => 0.5 * x,
        1 => 2.0 * x + 0.1,
        2 => 1.001 * x,
        3 => 1e-3 * x,
        4 => 100.0 * x,
        5 => 1e6 * x,
        6 => 0.0,
        7 => 1e-9,
        _ => (dice.below(2000) as f64 - 1000.0) / 100.0,
    };
    bytes.splice(from..to, format!("{new:?}").bytes());
}

/// Processor time of a thread (ns, at least 1), so that the load of other programs is not taken for
/// a hang; elapsed time where the system does not report it.
fn nanoseconds(thread: &str) -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let text = std::fs::read_to_string(format!("/proc/{thread}/schedstat")).ok();
    let told = text.and_then(|text| text.split(' ').next()?.parse().ok());
    told.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_nanos() as u64)
        .max(1)
}

/// Processor time of this thread.
fn spent() -> Duration {
    Duration::from_nanos(nanoseconds("thread-self"))
}

/// Steps of one thread, cancelled after a while.
#[derive(Default)]
struct Watched {
    /// Cancel flag of the steps.
    flag: Arc<AtomicBool>,
    /// The thread, as the system names it.
    thread: OnceLock<String>,
    /// Processor time of the thread (ns) at which its steps began, and at which they were cancelled; 0 if they did not begin or were not cancelled.
    begun: AtomicU64,
    asked: AtomicU64,
}

impl Watched {
    /// Runs the work; returns how long it continued after it was cancelled, `None` if it was not.
    fn during(&self, work: impl FnOnce(&Arc<AtomicBool>)) -> Option<Duration> {
        let own = std::fs::read_link("/proc/thread-self").unwrap_or_default();
        let own = self.thread.get_or_init(|| own.display().to_string());
        self.asked.store(0, Ordering::SeqCst);
        self.flag.store(false, Ordering::SeqCst);
        self.begun.store(nanoseconds(own), Ordering::SeqCst);
        work(&self.flag);
        self.begun.store(0, Ordering::SeqCst);
        let asked = self.asked.load(Ordering::SeqCst);
        (asked > 0).then(|| Duration::from_nanos(nanoseconds(own).saturating_sub(asked)))
    }

    /// Cancels steps that have taken too long.
    fn look(&self) {
        let begun = self.begun.load(Ordering::SeqCst);
        let Some(thread) = self.thread.get().filter(|_| begun > 0) else {
            return;
        };
        let now = nanoseconds(thread);
        let is_late = now.saturating_sub(begun) > ASKED.as_nanos() as u64;
        if is_late && self.asked.load(Ordering::SeqCst) == 0 {
            self.asked.store(now, Ordering::SeqCst);
            self.flag.store(true, Ordering::SeqCst);
        }
    }
}

/// Result of a mutation: 0 refused, 1 read, 2 run, 3 run until cancelled.
fn live_through(seed: u64, watched: &Watched) -> usize {
    match file::read_bytes(mutated(seed), "mutated.ron") {
        Err(error) => {
            assert!(!error.faults.is_empty() && error.faults.len() <= file::MOST_FAULTS);
            assert!(error.faults.iter().any(|fault| fault.at.is_some()), "{error}");
            0
        }
        Ok(scene) => {
            let text = file::write(&scene);
            let again = file::read(&text, "again.ron").unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(file::write(&again), text);
            if scene.items().count() > MOST_TO_RUN {
                return 1;
            }
            let mut run = Simulation::new(&scene);
            let overtime = watched.during(|flag| {
                let mut dynamics = Dynamics::new(scene.settings.method);
                dynamics.solver.set_cancel(Arc::clone(flag));
                let _ = Freedom::of(run.model(), run.state(), &mut dynamics);
                run.set_cancel(Arc::clone(flag));
                for _ in 0..3 {
                    if run.step().is_err() {
                        break;
                    }
                }
            });
            assert!(run.state().q.iter().all(|x| x.is_finite()));
            match overtime {
                None => 2,
                Some(it) => {
                    assert!(
                        it < GIVES_WAY,
                        "seed {seed} went on for {it:?} after it was asked to end"
                    );
                    println!("seed {seed} was asked to end, and did within {it:?}");
                    3
                }
            }
        }
    }
}

#[test]
fn mutated_scenes_are_refused_or_run_without_panic_or_hang() {
    let count: u64 = std::env::var("TINKERTOY_MUTATIONS")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(10_000);
    let first: u64 = std::env::var("TINKERTOY_MUTATIONS_FROM")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let watched: Vec<Watched> = (0..threads).map(|_| Watched::default()).collect();
    let done = AtomicBool::new(false);
    let counts: Vec<[u64; 4]> = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::SeqCst) {
                watched.iter().for_each(Watched::look);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let share = |thread: u64| {
            let watched = &watched[thread as usize];
            move || {
                let mut counts = [0; 4];
                for seed in (first + thread..first + count).step_by(threads as usize) {
                    let begin = spent();
                    let work = std::panic::AssertUnwindSafe(|| live_through(seed, watched));
                    let came = std::panic::catch_unwind(work);
                    let came = came.unwrap_or_else(|_| panic!("seed {seed} panicked"));
                    let took = spent().saturating_sub(begin);
                    assert!(came == 3 || took < PATIENCE, "seed {seed} took {took:?}");
                    counts[came] += 1;
                }
                counts
            }
        };
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(share(thread))).collect();
        let counts: Vec<_> = threads
            .into_iter()
            .map(std::thread::ScopedJoinHandle::join)
            .collect();
        done.store(true, Ordering::SeqCst);
        counts.into_iter().map(Result::unwrap).collect()
    });
    let total = |k: usize| counts.iter().map(|it| it[k]).sum::<u64>();
    println!(
        "{count} mutations: {} refused, {} read, {} run, {} asked to end",
        total(0),
        total(1),
        total(2),
        total(3)
    );
    // The mutations are a test only if many of them parse.
    assert!(total(0) > count / 4 && total(2) > count / 10);
    assert!(total(3) <= 1 + count / 1000, "slow machines are rare");
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))
            .unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        println!("peak of memory: {} MB", kilobytes >> 10);
        assert!(kilobytes < 1 << 20, "more than 1 GiB");
    }
}
