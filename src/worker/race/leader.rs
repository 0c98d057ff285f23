//! The leader's side of a race: the list of runners, and the orders sent to them.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use super::channel::Channel;
use super::runner::{self, Order, Runner};
use super::turn::StepScheduler;
use super::{MAX_LAG, MAX_RUNNERS, Monitor, RaceOrder, RunnerId, Scheme};
use crate::sim::{Input, Model, SimState, Simulation};

/// A runner, as seen from the leader.
struct Handle {
    orders: Sender<Order>,
    channel: Arc<Channel>,
    /// How often the runner was started from the state of the leader.
    starts: u64,
    /// The scheme that the leader took over from this runner when they changed places; `None` once another scheme was chosen for the runner.
    swapped: Option<Scheme>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.channel.dismiss();
    }
}

impl Handle {
    /// Sends an order. A failure to send is ignored: the [`Monitor`] shows that the runner is gone.
    fn tell(&self, order: Order) {
        self.channel.count_order();
        let _ = self.orders.send(order);
    }

    /// The same; cancels the solve under way, whose result the order makes useless.
    fn interrupt(&self, order: Order) {
        self.channel.interrupt();
        self.tell(order);
    }

    fn start(&mut self, leader: &Simulation) {
        self.starts += 1;
        self.channel.set_target(leader.state().time);
        self.interrupt(Order::Start(Box::new(leader.fork()), self.starts));
    }

    fn set_scheme(&self, scheme: Scheme) {
        self.channel.set_scheme(scheme);
        self.interrupt(Order::Change(Box::new(scheme)));
    }

    /// Called when the leader changes its scheme. If the leader takes back the scheme that it gave this runner in a swap, or takes it again, the runner
    /// takes the other of the two, so that undo and redo of a swap are right for both.
    fn follow(&mut self, leader: &Scheme) {
        let own = self.channel.scheme();
        if let Some(led) = self.swapped.filter(|_| own == *leader) {
            self.set_scheme(led);
            self.swapped = Some(own);
        }
    }

    /// Wakes the runner so that it looks for work; one message is enough until it has looked.
    fn wake(&self) {
        if self.channel.needs_waking() {
            self.tell(Order::Wake);
        }
    }

    /// The last published state, if the leader can go on from it.
    fn state_for(&self, leader: &Simulation) -> Option<SimState> {
        let status = self.channel.status();
        // A runner that has not yet carried out a start or an edit has no valid state to hand over.
        let mut machine = Model::clone(&status.model);
        machine.settings = leader.model().settings;
        (status.starts == self.starts && machine == *leader.model()).then(|| status.state.clone())
    }
}

/// The race of one leader.
#[derive(Default)]
pub(in crate::worker) struct Race {
    runners: Vec<Handle>,
    monitor: Monitor,
    turn: Arc<StepScheduler>,
    /// The id of the next runner.
    next: RunnerId,
}

impl Race {
    pub(in crate::worker) fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Carries out an order; returns the state that the leader takes over, if any.
    pub(in crate::worker) fn carry_out(&mut self, order: RaceOrder, leader: &Simulation) -> Option<SimState> {
        match order {
            RaceOrder::Begin(schemes) => {
                self.end();
                for scheme in schemes {
                    self.add(scheme, leader);
                }
            }
            RaceOrder::Add(scheme) => self.add(scheme, leader),
            RaceOrder::Change(id, scheme) => {
                if let Some(runner) = self.runner(id) {
                    runner.swapped = None;
                    runner.set_scheme(scheme);
                }
            }
            RaceOrder::Remove(id) => {
                self.runners.retain(|runner| runner.channel.id != id);
                self.show();
            }
            RaceOrder::Merge => self.restart(leader),
            RaceOrder::Swap(id, scheme) => {
                let runner = self.runner(id)?;
                let state = runner.state_for(leader)?;
                if leader.state().time - state.time > MAX_LAG {
                    return None;
                }
                runner.swapped = Some(Scheme::of(&leader.model().settings));
                runner.set_scheme(scheme);
                runner.start(leader);
                return Some(state);
            }
            RaceOrder::Take(id) => {
                let state = self.runner(id)?.state_for(leader)?;
                self.end();
                return Some(state);
            }
            RaceOrder::End => self.end(),
        }
        None
    }

    /// Removes all runners.
    pub(in crate::worker) fn end(&mut self) {
        self.runners.clear();
        self.show();
    }

    /// Restarts all runners from the state of the leader.
    pub(in crate::worker) fn restart(&mut self, leader: &Simulation) {
        for runner in &mut self.runners {
            runner.start(leader);
        }
    }

    /// Forwards an input of the leader at this simulated time (s) to the runners.
    pub(in crate::worker) fn note(&mut self, time: f64, input: &Input) {
        if self.runners.is_empty() {
            return;
        }
        if let Input::Settings(settings) = input {
            let scheme = Scheme::of(settings);
            self.runners.iter_mut().for_each(|runner| runner.follow(&scheme));
        }
        let input = Arc::new(input.clone());
        for runner in &self.runners {
            runner.tell(Order::Input(time, Arc::clone(&input)));
        }
    }

    /// Tells the runners that the leader has reached this simulated time (s).
    pub(in crate::worker) fn reached(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_target(time);
            runner.wake();
        }
    }

    /// Tells the runners the simulated time (s) of the leader's snapshot, so that they publish their state at the same time.
    pub(in crate::worker) fn shown(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_shown(time);
            runner.wake();
        }
    }

    /// Takes a step of the leader; also returns whether no runner computed during it, nor since the step before.
    pub(in crate::worker) fn lead<T>(&self, step: impl FnOnce() -> T) -> (T, bool) {
        self.turn.lead(step)
    }

    /// A function that computes in turn as a runner does.
    #[cfg(test)]
    pub(in crate::worker) fn as_runner(&self) -> impl Fn(&mut dyn FnMut()) + use<> {
        let turn = Arc::clone(&self.turn);
        move |step| turn.compute(true, step)
    }

    fn runner(&mut self, id: RunnerId) -> Option<&mut Handle> {
        self.runners.iter_mut().find(|it| it.channel.id == id)
    }

    fn add(&mut self, scheme: Scheme, leader: &Simulation) {
        let taken = |slot: &usize| self.runners.iter().any(|it| it.channel.slot == *slot);
        let Some(slot) = (1..=MAX_RUNNERS).find(|slot| !taken(slot)) else {
            return;
        };
        let (orders, inbox) = channel();
        let mut run = leader.fork();
        let status = runner::status(&mut run, None, None, 0);
        let channel = Arc::new(Channel::new(
            (self.next, slot),
            scheme,
            status,
            leader.state().time,
        ));
        self.next += 1;
        let runner = Runner::new(run, scheme, inbox, (Arc::clone(&channel), Arc::clone(&self.turn)));
        let spawned = std::thread::Builder::new()
            .name("runner".to_owned())
            .spawn(move || runner.run());
        if spawned.is_ok() {
            let handle = Handle {
                orders,
                channel,
                starts: 0,
                swapped: None,
            };
            // The runner counts as settled once it has looked.
            handle.wake();
            let at = self.runners.partition_point(|it| it.channel.slot < slot);
            self.runners.insert(at, handle);
            self.show();
        }
    }

    /// Publishes the list of runners to the window.
    fn show(&self) {
        let channels = self.runners.iter().map(|it| Arc::clone(&it.channel)).collect();
        self.monitor.show(channels);
    }
}
