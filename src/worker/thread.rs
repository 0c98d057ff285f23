//! The engine that carries out commands, and the thread it runs on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::history::History;
use super::pace::Pace;
use super::{Command, Sample, Snapshot};
use crate::scene::Scene;
use crate::sim::{Dynamics, Freedom, Input, Model, SimState, Simulation, Stop};

/// Carries out commands and steps; used on the worker's thread, and directly by tests.
pub struct Engine {
    run: Simulation,
    model: Arc<Model>,
    history: History,
    playing: bool,
    stopped: Option<Stop>,
    generation: u64,
    commands: u64,
    freedom: Option<Arc<Freedom>>,
    /// Counts changes after which freedoms must be counted anew.
    topology: u64,
    pace: f64,
}

impl Engine {
    /// An engine on an empty scene.
    pub fn new() -> Self {
        let run = Simulation::new(&Scene::default());
        Self {
            model: Arc::new(run.model().clone()),
            run,
            history: History::default(),
            playing: false,
            stopped: None,
            generation: 0,
            commands: 0,
            freedom: None,
            topology: 0,
            pace: 1.0,
        }
    }

    /// The run.
    pub fn run(&self) -> &Simulation {
        &self.run
    }
    /// Whether time runs.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Carries out one command.
    pub fn carry_out(&mut self, command: Command) {
        self.commands += 1;
        match command {
            Command::Load(scene, playing) => {
                self.run = Simulation::new(&scene);
                self.generation += 1;
                self.history.clear();
                self.stopped = None;
                self.playing = playing;
                self.rebuilt();
            }
            Command::Input(input) => {
                let patched = matches!(input, Input::Scene(..));
                let settings = matches!(input, Input::Settings(_));
                self.run.apply(input);
                if patched {
                    // States from before have other coordinates.
                    self.history.clear();
                    self.stopped = None;
                    self.rebuilt();
                } else if settings {
                    self.model = Arc::new(self.run.model().clone());
                }
            }
            Command::Play => {
                self.playing = true;
                self.stopped = None;
            }
            Command::Pause => {
                self.playing = false;
                self.freedom = None;
                self.topology += 1;
            }
            Command::Step => {
                self.playing = false;
                self.advance();
            }
            Command::StepBack => {
                self.playing = false;
                if let Some(state) = self.history.pop() {
                    self.run.restore(state);
                    self.stopped = None;
                }
            }
            Command::Reset => {
                self.playing = false;
                self.stopped = None;
                self.run.reset();
                self.history.clear();
                self.rebuilt();
            }
            Command::Drag(hand) => {
                if !self.playing
                    && let Err(stop) = self.run.drag(hand)
                {
                    self.note(stop);
                }
            }
        }
    }

    fn rebuilt(&mut self) {
        self.model = Arc::new(self.run.model().clone());
        self.freedom = None;
        self.topology += 1;
    }

    /// One step; stops by itself when the numbers go bad. False when no step was taken.
    pub fn advance(&mut self) -> bool {
        self.history.push(self.run.state());
        match self.run.step() {
            Ok(()) => true,
            Err(stop) => {
                self.history.pop();
                self.note(stop);
                false
            }
        }
    }

    // A cancelled step is no trouble of the machine's.
    fn note(&mut self, stop: Stop) {
        if !stop.cancelled {
            self.playing = false;
            self.stopped = Some(stop);
        }
    }

    /// Counts freedoms now, if they are not known.
    pub fn count_freedom(&mut self) {
        if self.freedom.is_none() {
            let mut dynamics = Dynamics::new(self.model.settings.method);
            dynamics.prepare(&self.model);
            self.freedom = Freedom::of(&self.model, self.run.state(), &mut dynamics)
                .ok()
                .map(Arc::new);
        }
    }

    /// What is true now, and the plot point of it.
    pub fn snapshot(&mut self) -> (Snapshot, Sample) {
        let report = self.run.dynamics.solver.report().clone();
        let assemble_ns = self.run.dynamics.assemble_ns;
        let drift = self.run.drift();
        let snapshot = Snapshot {
            generation: self.generation,
            commands: self.commands,
            model: Arc::clone(&self.model),
            state: self.run.state().clone(),
            playing: self.playing,
            stopped: self.stopped.clone(),
            drift,
            energy: self.run.energy().total(),
            energy_error: self.run.energy_error(),
            assemble_ns,
            lambda: self.run.dynamics.solution.lambda.clone(),
            pace: self.pace,
            freedom: self.freedom.clone(),
            history: self.history.len(),
            report,
        };
        let sample = Sample {
            time: snapshot.state.time,
            drift_m: drift.max_m,
            drift_rad: drift.max_rad,
            solve_ns: assemble_ns + snapshot.report.factor_ns + snapshot.report.solve_ns,
            energy: snapshot.energy,
            energy_error: snapshot.energy_error,
            method: snapshot.report.method,
        };
        (snapshot, sample)
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

/// What thread and window share.
struct Shared {
    snapshot: Mutex<Arc<Snapshot>>,
    samples: Mutex<Vec<Sample>>,
    cancel: Arc<AtomicBool>,
    /// When the step under way began, in ms since the start of the worker plus one; 0 between steps.
    busy_since: AtomicU64,
    started: Instant,
}

impl Shared {
    fn busy_for(&self) -> Duration {
        match self.busy_since.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            since => self
                .started
                .elapsed()
                .saturating_sub(Duration::from_millis(since - 1)),
        }
    }
}

/// Handle to the worker's thread.
pub struct Worker {
    commands: Option<Sender<Command>>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    sent: u64,
}

/// A solve that has taken longer gives way to a command that would make it pointless.
const PATIENCE: Duration = Duration::from_millis(30);
/// How often snapshots are published while time runs.
const FRAME: Duration = Duration::from_millis(12);
/// Plot points kept for the window to fetch.
const SAMPLES_KEPT: usize = 100_000;

impl Worker {
    /// Starts the thread on an empty scene.
    pub fn start() -> Self {
        let mut engine = Engine::new();
        let (commands, inbox) = channel();
        let shared = Arc::new(Shared {
            snapshot: Mutex::new(Arc::new(engine.snapshot().0)),
            samples: Mutex::new(Vec::new()),
            cancel: Arc::new(AtomicBool::new(false)),
            busy_since: AtomicU64::new(0),
            started: Instant::now(),
        });
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("simulation".to_owned())
            .spawn(move || Loop::new(engine, inbox, theirs).run())
            .ok();
        Self {
            commands: Some(commands),
            shared,
            thread,
            sent: 0,
        }
    }

    /// Sends a command. One that makes the solve under way pointless interrupts it when it is slow.
    pub fn send(&mut self, command: Command) {
        let interrupts = !matches!(
            command,
            Command::Input(Input::Hand(_)) | Command::Drag(_) | Command::Play | Command::Step
        );
        self.sent += 1;
        if let Some(commands) = &self.commands {
            // A worker that is gone is noticed by the snapshot that stays as it is.
            let _ = commands.send(command);
        }
        if interrupts && self.shared.busy_for() > PATIENCE {
            self.shared.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Gives up the solve under way and pauses.
    pub fn cancel(&mut self) {
        self.send(Command::Pause);
        self.shared.cancel.store(true, Ordering::Relaxed);
    }

    /// How long the step under way has taken so far.
    pub fn busy_for(&self) -> Duration {
        self.shared.busy_for()
    }

    /// How many commands were sent; see [`Snapshot::commands`].
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// The latest published state of the run.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(
            &self
                .shared
                .snapshot
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Plot points since the last call, oldest first.
    pub fn take_samples(&self) -> Vec<Sample> {
        std::mem::take(&mut *self.shared.samples.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.commands = None;
        self.shared.cancel.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // Whatever it died of has been shown already.
            let _ = thread.join();
        }
    }
}

/// The body of the thread.
struct Loop {
    engine: Engine,
    inbox: Receiver<Command>,
    shared: Arc<Shared>,
    pace: Pace,
    /// Freedoms being counted on a thread of their own, with the topology they belong to.
    counting: Option<(u64, Receiver<Freedom>)>,
    published: Instant,
}

impl Loop {
    fn new(mut engine: Engine, inbox: Receiver<Command>, shared: Arc<Shared>) -> Self {
        engine.run.set_cancel(Arc::clone(&shared.cancel));
        let now = Instant::now();
        Self {
            engine,
            inbox,
            shared,
            pace: Pace::new(now),
            counting: None,
            published: now,
        }
    }

    fn run(mut self) {
        loop {
            // While nothing moves, sleep until a command comes or freedoms have been counted.
            if !self.engine.playing {
                let wait = if self.counting.is_some() || self.engine.freedom.is_none() {
                    Duration::from_millis(20)
                } else {
                    Duration::from_secs(3600)
                };
                match self.inbox.recv_timeout(wait) {
                    Ok(command) => self.take(command),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return,
                }
                self.pace.restart(Instant::now());
            }
            loop {
                match self.inbox.try_recv() {
                    Ok(command) => self.take(command),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return,
                }
            }
            self.count_freedom();
            if self.engine.playing {
                self.advance();
            }
            self.publish();
        }
    }

    fn take(&mut self, command: Command) {
        let loads = matches!(command, Command::Load(..));
        self.shared.cancel.store(false, Ordering::Relaxed);
        let resumes = matches!(command, Command::Play) || loads;
        // A single step may be as slow as any.
        self.mark_busy(true);
        self.engine.carry_out(command);
        self.mark_busy(false);
        if loads {
            self.engine.run.set_cancel(Arc::clone(&self.shared.cancel));
            self.shared
                .samples
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clear();
        }
        if resumes {
            self.pace.restart(Instant::now());
        }
    }

    /// Takes the steps that are due, as many as fit between two frames.
    fn advance(&mut self) {
        let settings = self.engine.run.model().settings;
        let due = self.pace.due(Instant::now(), settings.speed, settings.dt);
        if due == 0 {
            std::thread::sleep(Duration::from_secs_f64(
                (settings.dt / settings.speed).clamp(1e-4, 2e-3),
            ));
            return;
        }
        for _ in 0..due {
            self.mark_busy(true);
            let went = self.engine.advance();
            self.mark_busy(false);
            if !went {
                break;
            }
            self.pace.took(settings.dt);
            if self.published.elapsed() >= FRAME {
                break;
            }
        }
        self.engine.pace = self.pace.ratio();
    }

    fn mark_busy(&self, busy: bool) {
        let since = if busy {
            self.shared.started.elapsed().as_millis() as u64 + 1
        } else {
            0
        };
        self.shared.busy_since.store(since, Ordering::Relaxed);
    }

    /// Publishes, at most once a frame while time runs.
    fn publish(&mut self) {
        if self.engine.playing && self.published.elapsed() < FRAME {
            return;
        }
        self.published = Instant::now();
        let before = self
            .shared
            .snapshot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .state
            .step;
        let (snapshot, sample) = self.engine.snapshot();
        let stepped = snapshot.state.step != before;
        *self
            .shared
            .snapshot
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        if stepped {
            let mut samples = self.shared.samples.lock().unwrap_or_else(PoisonError::into_inner);
            if samples.len() < SAMPLES_KEPT {
                samples.push(sample);
            }
        }
    }

    /// Counts freedoms beside the run: on a large machine that takes longer than a frame.
    fn count_freedom(&mut self) {
        if let Some((topology, answer)) = &self.counting {
            match answer.try_recv() {
                Ok(freedom) => {
                    if *topology == self.engine.topology {
                        self.engine.freedom = Some(Arc::new(freedom));
                    }
                    self.counting = None;
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => self.counting = None,
            }
        } else if self.engine.freedom.is_none() {
            let (reply, answer) = channel();
            let model = Arc::clone(&self.engine.model);
            let state: SimState = self.engine.run.state().clone();
            let count = move || {
                let mut dynamics = Dynamics::new(model.settings.method);
                dynamics.prepare(&model);
                // The run may have gone on to another machine; then nobody listens.
                let _ = reply.send(Freedom::of(&model, &state, &mut dynamics).unwrap_or_default());
            };
            if std::thread::Builder::new()
                .name("freedom".to_owned())
                .spawn(count)
                .is_ok()
            {
                self.counting = Some((self.engine.topology, answer));
            }
        }
    }
}
