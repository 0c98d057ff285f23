//! Thousands of random events: the document stays valid throughout, and undo leads back to the start.

use tinkertoy::editor::event::{Button, Event, Key, Modifiers};
use tinkertoy::editor::{Action, Intent, Tool};
use tinkertoy::math::Vec2;
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Item, Scene, file};

use super::script::{Script, p, pendulum, two_disks, undo_law};
use super::underlay::picture;

/// A small random generator (Knuth's MMIX constants) of its own, so that a seed gives the same sequence for ever.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % sides
    }
    fn point(&mut self) -> Vec2 {
        let c = |k: usize| k as f64 / 100.0 - 2.0;
        p(c(self.roll(400)), c(self.roll(400)))
    }
    fn modifiers(&mut self) -> Modifiers {
        match self.roll(12) {
            0 => Modifiers::SHIFT,
            1 => Modifiers::CTRL,
            2 => Modifiers::ALT,
            _ => Modifiers::NONE,
        }
    }
}

/// A random action on the underlay picture.
fn of_picture(script: &mut Script, dice: &mut Dice) {
    match dice.roll(5) {
        0 => script.action(Action::RemoveUnderlay),
        1 => script.action(Action::ToggleUnderlay),
        2 => {
            let (from, to, text) = (dice.point(), dice.point(), "0.5 m".to_owned());
            script.intent(Intent::ScaleUnderlay { from, to, text });
        }
        _ => script.intent(Intent::LayUnder(picture(dice.roll(3) as u8))),
    }
}

fn act(script: &mut Script, dice: &mut Dice) {
    script.held = dice.modifiers();
    if dice.roll(40) == 0 {
        return of_picture(script, dice);
    }
    match dice.roll(17) {
        0..4 => {
            let tools = Tool::all();
            script.tool(tools[dice.roll(tools.len())]);
            let (from, to) = (aim(script, dice), aim(script, dice));
            script.drag(from, to);
        }
        4..6 => {
            let at = aim(script, dice);
            script.click(at);
        }
        6..9 => {
            script.tool(Tool::Select);
            let (from, to) = (aim(script, dice), dice.point());
            script.drag(from, to);
        }
        9 => {
            let (from, to) = (aim(script, dice), dice.point());
            script.press(from);
            script.drag_on(to);
            script.key([Key::Escape, Key::Space, Key::Delete, Key::Letter('R')][dice.roll(4)]);
            if dice.roll(2) == 0 {
                script.event(Event::FocusLost);
            }
            script.release();
        }
        10 => {
            let actions = [
                Action::Undo,
                Action::Redo,
                Action::Duplicate,
                Action::Delete,
                Action::SelectAll,
                Action::NudgeUp,
                Action::KeepPose,
                Action::Assemble,
                Action::Reset,
                Action::SwitchMethod,
                Action::Escape,
                Action::FitAll,
                Action::ZoomIn,
                Action::ZoomOut,
                Action::ToggleGrid,
            ];
            script.action(actions[dice.roll(actions.len())]);
        }
        11 => script.key([Key::Space, Key::Left, Key::Right][dice.roll(3)]),
        12 => {
            let at = aim(script, dice);
            script.point(at);
            script.press_with([Button::Secondary, Button::Middle][dice.roll(2)], 1);
            script.release();
        }
        13 => change(script, dice),
        14 => {
            // Numbers, typed during a drag or after it.
            let during = dice.roll(2) == 0;
            let (from, to) = (aim(script, dice), aim(script, dice));
            script.press(from);
            script.drag_on(to);
            if !during {
                script.release();
            }
            for _ in 0..=dice.roll(2) {
                script.write(["1", "0.4 m", "-2*3", "30", "7 kg", "."][dice.roll(6)]);
                script.key([Key::Tab, Key::Enter, Key::Backspace, Key::Escape][dice.roll(4)]);
            }
            script.key(Key::Enter);
            if during {
                script.release();
            }
        }
        _ => {
            for _ in 0..dice.roll(40) {
                // A randomly assembled machine may stop by itself.
                if !script.engine.playing() || !script.advance() {
                    break;
                }
            }
            script.answer();
        }
    }
}

/// A random place: often a hole of some part, at its present position.
fn aim(script: &Script, dice: &mut Dice) -> Vec2 {
    let parts: Vec<_> = script.scene().parts().collect();
    if parts.is_empty() || dice.roll(3) == 0 {
        return dice.point();
    }
    let (id, part) = &parts[dice.roll(parts.len())];
    let holes = part.shape.snap_points();
    let at = script
        .editor
        .pose(*id)
        .unwrap()
        .point(holes[dice.roll(holes.len())].at);
    if at.is_finite() && at.length() < 100.0 {
        at
    } else {
        dice.point()
    }
}

fn change(script: &mut Script, dice: &mut Dice) {
    let items = script.items();
    if items.is_empty() {
        return;
    }
    let (id, item) = &items[dice.roll(items.len())];
    let parameters = match item {
        Item::Part(it) => it.shape.parameters(),
        Item::Constraint(it) => it.kind.parameters(),
        Item::Force(it) => it.kind.parameters(),
        Item::Trace(_) | Item::Note(_) | Item::Dimension(_) => Vec::new(),
    };
    if let Some(parameter) = parameters.first() {
        for factor in [0.9, 1.3] {
            script.intent(Intent::SetParameter {
                ids: vec![*id],
                key: parameter.key.to_owned(),
                value: (parameter.value * factor).clamp(parameter.min, parameter.max),
                done: dice.roll(2) == 0,
            });
        }
    } else {
        script.intent(Intent::SetFixed {
            ids: vec![*id],
            fixed: dice.roll(3) == 0,
        });
    }
}

/// Least number of actions of each of the two tests in the gate.
const IN_THE_GATE: usize = 2500;

/// Runs fifty seeds from this one on, or two hundred with `TINKERTOY_SWEEP=full`; at least so many actions must have been taken back.
fn take_seeds_back(first: u64) {
    let full = std::env::var_os("TINKERTOY_SWEEP").is_some_and(|sweep| sweep == "full");
    let seeds = first..first + if full { 200 } else { 50 };
    assert!(seeds.map(|seed| take_all_back(seed).0).sum::<usize>() >= IN_THE_GATE);
}

/// Two tests with half the seeds each, so that they run in parallel.
#[test]
fn random_events_leave_the_document_legal_and_can_all_be_taken_back() {
    take_seeds_back(0);
}

#[test]
fn other_random_events_can_all_be_taken_back() {
    take_seeds_back(200);
}

/// Runs at least `TINKERTOY_EVENTS` events, beginning with the seed `TINKERTOY_SEED`:
/// `TINKERTOY_EVENTS=1e6 cargo test --release --test editor -- --ignored --nocapture million`.
#[test]
#[ignore = "takes long; by a command"]
fn a_million_random_events_can_all_be_taken_back() {
    let asked = |name: &str| std::env::var(name).ok()?.parse::<f64>().ok();
    let (wanted, first) = (asked("TINKERTOY_EVENTS"), asked("TINKERTOY_SEED"));
    let (wanted, first) = (wanted.unwrap_or(1e6) as usize, first.unwrap_or(400.0) as u64);
    let (mut deeds, mut events, mut seed) = (0, 0, first);
    while events < wanted {
        let done = take_all_back(seed);
        deeds += done.0;
        events += done.1;
        seed += 1;
        if seed % 100 == 0 {
            println!("{events} events of {deeds} deeds with the seeds {first} to {seed}");
        }
    }
    println!("{events} events of {deeds} deeds with the seeds {first} to {seed}: all taken back");
}

/// Performs random actions on a machine, undoes them and redoes them; returns the number of actions, and of pointer, key and panel events.
fn take_all_back(seed: u64) -> (usize, usize) {
    let mut done = 0;
    let mut dice = Dice(seed);
    let start: Scene = [Scene::default(), two_disks(), pendulum()][dice.roll(3)].clone();
    let mut script = Script::paused(start.clone());
    for _ in 0..60 {
        // Now and then the worker is slow, and events in the meantime must wait for its answer.
        script.busy = dice.roll(6) == 0;
        act(&mut script, &mut dice);
        done += 1;
        if script.busy {
            act(&mut script, &mut dice);
            done += 1;
            script.busy = false;
            script.answer();
        }
        // Limits the growth of machines.
        if script.scene().items().count() > 40 {
            break;
        }
    }
    let events = script.events;
    script.action(Action::Escape);
    // Shown when the test fails.
    println!("seed {seed}");
    undo_law(&mut script, &file::write(&start));
    if !script.cancelled.is_empty() {
        println!("seed {seed}: cancelled as too slow: {:?}", script.cancelled);
    }
    (done, events)
}
