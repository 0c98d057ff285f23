//! The leader's side of a race: who runs, and what they are told.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use super::channel::Channel;
use super::runner::{self, Order, Runner};
use super::turn::Turn;
use super::{MAX_LAG, MAX_RUNNERS, Monitor, RaceOrder, RunnerId, Scheme};
use crate::sim::{Input, Model, SimState, Simulation};

/// A runner, seen from the leader.
struct Handle {
    orders: Sender<Order>,
    channel: Arc<Channel>,
    /// How often it was put where the leader was.
    starts: u64,
    /// The scheme that the leader has in return for this runner's since they changed places, as long as nobody chose another for the runner.
    swapped: Option<Scheme>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.channel.dismiss();
    }
}

impl Handle {
    /// The [`Monitor`] shows a runner that is gone.
    fn tell(&self, order: Order) {
        self.channel.count_order();
        let _ = self.orders.send(order);
    }

    /// The same, giving up the solve under way, which the order makes pointless.
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

    /// Where the leader takes back the scheme that it gave this runner, or takes it again, this one takes the other of the two: so undo and redo of a
    /// swap are right for both.
    fn follow(&mut self, leader: &Scheme) {
        let own = self.channel.scheme();
        if let Some(led) = self.swapped.filter(|_| own == *leader) {
            self.set_scheme(led);
            self.swapped = Some(own);
        }
    }

    /// Lets it look what there is to do; once is enough until it has looked.
    fn wake(&self) {
        if self.channel.needs_waking() {
            self.tell(Order::Wake);
        }
    }

    /// The last state published, if the leader can go on from it.
    fn state_for(&self, leader: &Simulation) -> Option<SimState> {
        let status = self.channel.status();
        // One that has yet to be put where the leader was, or to learn of an edit, has nothing to hand over.
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
    turn: Arc<Turn>,
    /// The id of the next runner.
    next: RunnerId,
}

impl Race {
    pub(in crate::worker) fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Carries out an order; returns the state that the leader takes over, where it does.
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

    /// Everybody leaves.
    pub(in crate::worker) fn end(&mut self) {
        self.runners.clear();
        self.show();
    }

    /// All start again from where the leader is.
    pub(in crate::worker) fn restart(&mut self, leader: &Simulation) {
        for runner in &mut self.runners {
            runner.start(leader);
        }
    }

    /// Something was done to the leader at this simulated time (s).
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

    /// The leader has come to this simulated time (s).
    pub(in crate::worker) fn reached(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_target(time);
            runner.wake();
        }
    }

    /// The leader shows where it is at this simulated time (s): the others are to show that of the same time.
    pub(in crate::worker) fn shown(&self, time: f64) {
        for runner in &self.runners {
            runner.channel.set_shown(time);
            runner.wake();
        }
    }

    /// A step of the leader, and whether nobody else of the race computed at any time during it.
    pub(in crate::worker) fn lead<T>(&self, step: impl FnOnce() -> T) -> (T, bool) {
        self.turn.lead(step)
    }

    /// What computes as a runner does.
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
            // It settles once it has looked.
            handle.wake();
            let at = self.runners.partition_point(|it| it.channel.slot < slot);
            self.runners.insert(at, handle);
            self.show();
        }
    }

    /// The window sees who is in the race.
    fn show(&self) {
        let channels = self.runners.iter().map(|it| Arc::clone(&it.channel)).collect();
        self.monitor.show(channels);
    }
}
