//! The complexity lens: measured time of a step on this computer, for every method, over the size of the machine.

use std::sync::{Arc, Mutex, PoisonError};

use super::job::{Job, Progress};
use crate::bench::Shape;
use crate::clock;
use crate::scene::{Attach, Id, Item, Method, Scene, SubSteps};
use crate::sim::Simulation;

/// Time of a step above which a method is not measured at larger sizes (ns).
const LONG: u64 = 400_000_000;
/// Measuring time for each size (ns): steps are repeated at least once and at most [`REPEATS`] times.
const BUDGET: u64 = 120_000_000;
const REPEATS: usize = 40;
/// Sizes per decade.
const A_DECADE: f64 = 3.0;
/// The smallest size.
const SMALLEST: usize = 10;

/// The machine that grows.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A machine of known shape.
    Shape(Shape),
    /// Copies of a machine in the same place, without contact between them; the size is the number of constraints.
    Copies(Box<Scene>),
}

impl Subject {
    /// The machine of about this size, with its size; `None` for a machine without constraints.
    pub fn scene(&self, n: usize) -> Option<(Scene, usize)> {
        let mut scene = match self {
            Self::Shape(shape) => shape.scene(n),
            Self::Copies(one) => {
                let own = one.constraints().count();
                copies(one, n.div_ceil(own.max(1)))
            }
        };
        scene.settings.sub_steps = SubSteps::Fixed;
        let size = match self {
            Self::Shape(_) => n,
            Self::Copies(_) => scene.constraints().count(),
        };
        (size > 0).then_some((scene, size))
    }
}

/// A scene with `count` copies of a machine in the same place.
fn copies(one: &Scene, count: usize) -> Scene {
    let mut all = one.clone();
    // Parts in contact would form one machine.
    all.settings.contact = None;
    let mut items: Vec<(Id, Item)> = one.items().map(|(id, item)| (id, item.clone())).collect();
    // Parts come first, since a joint may be older than its part.
    items.sort_by_key(|(_, item)| !matches!(item, Item::Part(_)));
    for k in 1..count {
        let mut named: Vec<(Id, Id)> = Vec::new();
        let own = |end: &mut Attach, named: &[(Id, Id)]| {
            let part = end.part.and_then(|part| named.iter().find(|it| it.0 == part));
            end.part = part.map_or(end.part, |it| Some(it.1));
        };
        for (id, item) in &items {
            let mut copy = item.clone();
            match &mut copy {
                Item::Part(it) => it.name += &format!(" ({k})"),
                Item::Constraint(it) => {
                    it.name += &format!(" ({k})");
                    it.ends.iter_mut().for_each(|end| own(end, &named));
                }
                Item::Force(it) => {
                    it.name += &format!(" ({k})");
                    it.ends.iter_mut().for_each(|end| own(end, &named));
                }
                _ => continue,
            }
            named.push((*id, all.add(copy)));
        }
    }
    all
}

/// A measured point of the diagram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LensSample {
    /// The method.
    pub method: Method,
    /// Joints, particles of a lattice, or constraints of copies.
    pub n: usize,
    /// Time of a step (ns).
    pub step_ns: f64,
}

/// A measurement under way, or done.
#[derive(Debug)]
pub struct Lens {
    job: Job<()>,
    samples: Arc<Mutex<Vec<LensSample>>>,
}

impl Lens {
    /// Starts measuring up to this size.
    pub fn start(subject: Subject, most: usize) -> Self {
        let samples = Arc::new(Mutex::new(Vec::new()));
        let out = samples.clone();
        let job = Job::start("lens", move |progress| measure(&subject, most, progress, &out));
        Self { job, samples }
    }

    /// Whether the measurement is still running.
    pub fn is_running(&self) -> bool {
        self.job.is_running()
    }

    /// Share of the measurement that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.job.progress()
    }

    /// The samples so far.
    pub fn samples(&self) -> Vec<LensSample> {
        self.samples
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Sizes from [`SMALLEST`] to `most`, evenly spaced on a logarithmic scale.
fn sizes(most: usize) -> Vec<usize> {
    let count = (A_DECADE * (most.max(SMALLEST) as f64 / SMALLEST as f64).log10()).round() as usize;
    let mut sizes: Vec<usize> = (0..=count)
        .map(|k| (SMALLEST as f64 * 10f64.powf(k as f64 / A_DECADE)).round() as usize)
        .collect();
    sizes.dedup();
    sizes
}

fn measure(subject: &Subject, most: usize, progress: &Progress, out: &Mutex<Vec<LensSample>>) {
    let sizes = sizes(most);
    let mut methods: Vec<Method> = Method::ALL.to_vec();
    let mut last = 0;
    for (index, &n) in sizes.iter().enumerate() {
        let Some((scene, size)) = subject.scene(n) else {
            return;
        };
        // Copies are whole machines, so two sizes may be equal.
        if size == last {
            continue;
        }
        last = size;
        methods.retain(|&method| {
            if progress.is_cancelled() {
                return false;
            }
            let Some(step_ns) = step_time(&scene, method, progress) else {
                return false;
            };
            let sample = LensSample {
                method,
                n: size,
                step_ns,
            };
            out.lock().unwrap_or_else(PoisonError::into_inner).push(sample);
            // The time of the next size grows at least in proportion to the size.
            step_ns * 10f64.powf(1.0 / A_DECADE) < LONG as f64
        });
        progress.tell((index + 1) as f64 / sizes.len() as f64);
    }
}

/// Time of a step (ns): the lower quartile, since disturbances only add time. `None` where the machine cannot step.
fn step_time(scene: &Scene, method: Method, progress: &Progress) -> Option<f64> {
    let mut scene = scene.clone();
    scene.settings.method = method;
    let mut run = Simulation::new(&scene);
    run.set_cancel(progress.flag());
    // The first step includes planning and is not timed.
    run.step().ok()?;
    let (began, mut times) = (clock::nanoseconds(), Vec::new());
    while times.len() < REPEATS && (times.is_empty() || clock::nanoseconds() - began < BUDGET) {
        let start = clock::nanoseconds();
        run.step().ok()?;
        times.push((clock::nanoseconds() - start) as f64);
    }
    times.sort_by(f64::total_cmp);
    Some(times[times.len() / 4])
}

/// The exponent p of time = k n^p, fitted to the larger half of the samples of a method; `None` with fewer than three samples.
pub fn slope(samples: &[LensSample], method: Method) -> Option<f64> {
    let own: Vec<(f64, f64)> = samples
        .iter()
        .filter(|it| it.method == method)
        .map(|it| ((it.n as f64).ln(), it.step_ns.ln()))
        .collect();
    if own.len() < 3 {
        return None;
    }
    let upper = &own[own.len() - own.len().div_ceil(2).max(3)..];
    let count = upper.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| upper.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|it| it.0), mean(|it| it.1));
    let covariance: f64 = upper.iter().map(|it| (it.0 - x) * (it.1 - y)).sum();
    let variance: f64 = upper.iter().map(|it| (it.0 - x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

/// The samples as CSV.
pub fn csv(samples: &[LensSample]) -> String {
    let lines = samples
        .iter()
        .map(|it| format!("{},{},{}\n", it.method, it.n, it.step_ns));
    std::iter::once("method,n,step_ns\n".to_owned())
        .chain(lines)
        .collect()
}
