//! The body of the worker's thread.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use super::engine::Engine;
use super::pace::Pace;
use super::shared::Shared;
use super::{Command, StepPose};
use crate::sim::{Dynamics, Freedom, SimState};

/// Interval between snapshots while time runs.
const FRAME: Duration = Duration::from_millis(12);
/// Steps kept for the window to fetch, and the largest machine (number of coordinates) whose steps are kept.
const PASSED_KEPT: usize = 4096;
const MOST_COORDINATES: usize = 3000;
/// Plot points kept for the window to fetch.
const SAMPLES_KEPT: usize = 100_000;

/// The thread's state.
pub struct Loop {
    engine: Engine,
    inbox: Receiver<Command>,
    shared: Arc<Shared>,
    pace: Pace,
    /// Count of degrees of freedom on a thread of its own, with the topology that it belongs to.
    counting: Option<(u64, Receiver<Freedom>)>,
    published: Instant,
    /// Coordinates after each step since the last publication.
    passed: Vec<StepPose>,
}

impl Loop {
    pub fn new(engine: Engine, inbox: Receiver<Command>, shared: Arc<Shared>) -> Self {
        let now = Instant::now();
        Self {
            engine,
            inbox,
            shared,
            pace: Pace::new(now),
            counting: None,
            published: now,
            passed: Vec::new(),
        }
    }

    pub fn run(mut self) {
        loop {
            // While paused, sleep until a command comes or degrees of freedom have been counted.
            if !self.engine.playing {
                let wait = if self.counting.is_some() || self.engine.is_uncounted() {
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
        // A single step may take as long as any.
        self.mark_busy(true);
        self.engine.carry_out(command);
        self.mark_busy(false);
        if loads {
            self.passed.clear();
            self.pass_by();
            self.shared
                .passed
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clear();
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

    /// Takes the steps that are due, as many as fit into a frame.
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
                // A flag raised just after its command was taken must not cancel every later step.
                // Clearing it costs a waiting command nothing: the step has already given way.
                self.shared.cancel.store(false, Ordering::Relaxed);
                break;
            }
            self.pass_by();
            self.pace.took(settings.dt);
            if self.published.elapsed() >= FRAME {
                break;
            }
        }
        self.engine.pace = self.pace.ratio();
    }

    /// Records the coordinates of the machine after a step.
    fn pass_by(&mut self) {
        let state = self.engine.run.state();
        if state.q.len() > MOST_COORDINATES {
            return;
        }
        self.passed.push(StepPose {
            model: Arc::clone(&self.engine.model),
            time: state.time,
            q: state.q.clone(),
        });
    }

    fn mark_busy(&self, busy: bool) {
        let since = if busy {
            self.shared.started.elapsed().as_millis() as u64 + 1
        } else {
            0
        };
        self.shared.busy_since.store(since, Ordering::Relaxed);
    }

    /// Publishes a snapshot, at most once a frame while time runs.
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
        // Looking back adds no measurement.
        let stepped = snapshot.state.step != before && snapshot.ahead == 0;
        *self
            .shared
            .snapshot
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        self.publish_passed();
        if stepped {
            let mut samples = self.shared.samples.lock().unwrap_or_else(PoisonError::into_inner);
            if samples.len() < SAMPLES_KEPT {
                samples.push(sample);
            }
        }
    }

    /// Publishes the coordinates after each step, later than the snapshot that follows them: a reader who sees them also sees that snapshot.
    fn publish_passed(&mut self) {
        let mut passed = self.shared.passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.append(&mut self.passed);
        if passed.len() > PASSED_KEPT {
            // Nobody fetches them: keep the newest half.
            let old = passed.len() - PASSED_KEPT / 2;
            passed.drain(..old);
        }
    }

    /// Counts degrees of freedom on a separate thread, since this takes longer than a frame on a large machine.
    fn count_freedom(&mut self) {
        if let Some((topology, answer)) = &self.counting {
            match answer.try_recv() {
                Ok(freedom) => {
                    if *topology == self.engine.topology {
                        self.engine.freedom = Some(Arc::new(freedom));
                        self.engine.counted = *topology;
                    }
                    self.counting = None;
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.counting = None,
            }
        } else if self.engine.is_uncounted() {
            let (reply, answer) = channel();
            let model = Arc::clone(&self.engine.model);
            let state: SimState = self.engine.run.state().clone();
            let count = move || {
                let mut dynamics = Dynamics::new(model.settings.method);
                dynamics.prepare(&model);
                // The run may have another machine by then; the receiver is gone in that case.
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
