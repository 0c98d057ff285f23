//! The steps of each lesson, and the test by which the scene shows that a step is done.

use super::UiInput;
use crate::bodies::Shape;
use crate::constraints::ConstraintKind;
use crate::editor::{Action, Lesson, Tool};
use crate::math::Vec2;
use crate::scene::{Constraint, Scene};

/// A step: its instruction, the command that performs it, and a test of whether it is done.
pub(super) struct Step {
    pub words: &'static str,
    pub action: Action,
    /// Search text, where the command is the search.
    pub search: &'static str,
    pub done: fn(&UiInput) -> bool,
    /// Whether the test holds only during a gesture; the step then stays ticked.
    pub passes: bool,
}

const fn part(words: &'static str, tool: &'static str, done: fn(&UiInput) -> bool) -> Step {
    step(words, Action::Tool(Tool::Part(tool)), done)
}

const fn joint(words: &'static str, tool: &'static str, done: fn(&UiInput) -> bool) -> Step {
    step(words, Action::Tool(Tool::Constraint(tool)), done)
}

const fn step(words: &'static str, action: Action, done: fn(&UiInput) -> bool) -> Step {
    Step {
        words,
        action,
        search: "",
        done,
        passes: false,
    }
}

const FOUR_BAR: &[Step] = &[
    part("Draw three bars: 0.4, 1.2 and 1 m", "bar", |it| {
        parts(it, "bar") >= 3
    }),
    joint("Pin them together, end to end", "pin", |it| pins(it).1 >= 2),
    joint("Pin the two free ends to the ground, 1.2 m apart", "pin", |it| {
        pins(it).0 >= 2
    }),
    joint("Put a motor on the shortest bar", "motor", is_driven),
];

const SLIDER_CRANK: &[Step] = &[
    part("Draw a disk", "disk", |it| parts(it, "disk") >= 1),
    joint("Pin its middle to the ground", "pin", |it| pins(it).0 >= 1),
    part("Draw a bar from a hole of its rim to the right", "bar", |it| {
        parts(it, "bar") >= 1 && pins(it).1 >= 1
    }),
    part("Draw a box around the free end of the bar", "box", |it| {
        parts(it, "box") >= 1
    }),
    joint("Pin bar and box together", "pin", |it| pins(it).1 >= 2),
    joint("Guide the box along the ground", "slider", |it| {
        constraints(it, |it| matches!(it.kind, ConstraintKind::Slider(_))) >= 1
    }),
    joint("Put a motor on the disk", "motor", is_driven),
];

const GEARS: &[Step] = &[
    part("Draw two gears side by side", "gear", |it| gears(scene(it)) >= 2),
    joint("Pin the middle of one to the ground", "pin", |it| pins(it).0 >= 1),
    joint("Join them: the other is brought into mesh", "gears", |it| {
        constraints(it, |it| matches!(it.kind, ConstraintKind::GearPair(_))) >= 1
    }),
    joint("Pin the middle of the other to the ground", "pin", |it| {
        pins(it).0 >= 2
    }),
    joint("Put a motor on one of them", "motor", is_driven),
];

const TRUSS: &[Step] = &[
    joint(
        "Draw a triangle of three rods, end to end: its first foot is held by the ground",
        "rod",
        |it| rods(it) >= 3,
    ),
    joint("Add a joint on two rods more", "rod", |it| rods(it) >= 5),
    joint(
        "Hold the other foot by a rod straight down to the floor",
        "rod",
        |it| rods(it) >= 3 && feet(it) >= 2,
    ),
    step("Let it carry its weight", Action::PlayPause, |it| {
        it.editor.playing()
    }),
];

const RACE: &[Step] = &[
    step(
        "Open a machine with long chains or loops (menu Scenes, Large)",
        Action::NextScene,
        |it| constraints(it, |_| true) >= 10,
    ),
    Step {
        search: "race a copy",
        ..step(
            "Add a copy of the machine in the section Race",
            Action::Palette,
            |it| !it.race.is_empty(),
        )
    },
    Step {
        search: "race solvers",
        ..step(
            "Give the copy another method (Change B)",
            Action::Palette,
            is_raced,
        )
    },
    Step {
        passes: true,
        ..step(
            "Let both run, and pull hard: which one stretches?",
            Action::PlayPause,
            |it| is_raced(it) && it.editor.playing() && it.editor.is_pulling(),
        )
    },
];

/// Whether a copy in the race uses another method than the scene.
fn is_raced(it: &UiInput) -> bool {
    let own = scene(it).settings.method;
    it.race.iter().any(|runner| runner.scheme.method != own)
}

/// The steps of a lesson.
pub(super) fn steps(lesson: Lesson) -> &'static [Step] {
    match lesson {
        Lesson::FourBar => FOUR_BAR,
        Lesson::SliderCrank => SLIDER_CRANK,
        Lesson::Gears => GEARS,
        Lesson::Truss => TRUSS,
        Lesson::Race => RACE,
    }
}

/// Suggestion shown when all steps are done.
pub(super) fn end(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::FourBar => "It runs. Drag it, or trace a point of the middle bar (T).",
        Lesson::SliderCrank => "It runs. Trace the middle of the bar (T): what curve is that?",
        Lesson::Gears => "It runs. Change the teeth of one in the inspector: how does the speed follow?",
        Lesson::Truss => "It stands. Show the forces (menu Laboratory): which rods are pushed?",
        Lesson::Race => "Their drift and time are plotted below, side by side.",
    }
}

fn scene<'a>(input: &UiInput<'a>) -> &'a Scene {
    input.editor.scene()
}

fn parts(input: &UiInput, kind: &str) -> usize {
    let parts = scene(input).parts();
    parts.filter(|(_, part)| part.shape.id() == kind).count()
}

fn gears(scene: &Scene) -> usize {
    let toothed = |shape: &Shape| shape.pitch_radius().is_some();
    scene.parts().filter(|(_, part)| toothed(&part.shape)).count()
}

fn constraints(input: &UiInput, which: impl Fn(&Constraint) -> bool) -> usize {
    scene(input).constraints().filter(|(_, it)| which(it)).count()
}

fn is_on_ground(it: &Constraint) -> bool {
    it.ends.iter().any(|end| end.part.is_none())
}

/// Numbers of pins on the ground, and of pins between two parts.
fn pins(input: &UiInput) -> (usize, usize) {
    let pin = |it: &Constraint| matches!(it.kind, ConstraintKind::Pin(_));
    let grounded = constraints(input, |it| pin(it) && is_on_ground(it));
    (grounded, constraints(input, pin) - grounded)
}

fn rods(input: &UiInput) -> usize {
    constraints(input, |it| matches!(it.kind, ConstraintKind::Distance(_)))
}

/// Number of distinct points on the ground that constraints are attached to.
fn feet(input: &UiInput) -> usize {
    let ends = scene(input).constraints().flat_map(|(_, it)| &it.ends);
    let mut held: Vec<Vec2> = Vec::new();
    for end in ends.filter(|end| end.part.is_none()) {
        if held.iter().all(|at| at.distance(end.at) > 1e-6) {
            held.push(end.at);
        }
    }
    held.len()
}

fn is_driven(input: &UiInput) -> bool {
    constraints(input, |it| it.kind.is_drive()) >= 1
}
