//! Test harness: an editor, an engine, and simulated user input.

use std::collections::VecDeque;
use std::sync::Arc;

use tinkertoy::editor::event::{Button, Event, Key, Modifiers};
use tinkertoy::editor::{Action, Editor, Effect, Intent, Tool, read_pasted};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::draw_list::DrawList;
use tinkertoy::render::scene_view::{Layers, Overlay, SceneView, View, draw};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::validate::problems;
use tinkertoy::scene::{Constraint, Id, Item, Part, Scene, file};
use tinkertoy::sim::Input;
use tinkertoy::worker::{Command, Engine, Snapshot};

use super::patience;

pub use super::machines::{four_bar, pendulum, three_disks, two_disks};

/// A point of the scene.
pub fn p(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

/// A user session: the editor and the engine, with the input and the effects.
pub struct Script {
    pub editor: Editor,
    pub engine: Engine,
    /// Effects other than commands to the worker, in order.
    pub asked: Vec<Effect>,
    /// Names of the commands sent to the worker.
    pub sent: Vec<&'static str>,
    /// Number of user events and commands played.
    pub events: usize,
    /// Names of the commands and steps that exceeded the work limit and were cancelled.
    pub cancelled: Vec<&'static str>,
    pub held: Modifiers,
    /// While true the worker does not answer, and commands queue up.
    pub busy: bool,
    /// Number of answers of the worker that are delayed on their way to the editor.
    pub late: usize,
    answers: VecDeque<Arc<Snapshot>>,
    queue: Vec<Command>,
    button: Option<Button>,
    at: Vec2,
}

impl Script {
    /// A paused machine at its start.
    pub fn paused(scene: Scene) -> Self {
        Self::open(scene, false)
    }
    /// A running machine.
    pub fn running(scene: Scene) -> Self {
        Self::open(scene, true)
    }
    fn open(scene: Scene, playing: bool) -> Self {
        let mut script = Self {
            editor: Editor::new(scene),
            engine: patience::engine(),
            events: 0,
            cancelled: Vec::new(),
            asked: Vec::new(),
            sent: Vec::new(),
            held: Modifiers::NONE,
            busy: false,
            late: 0,
            answers: VecDeque::new(),
            queue: Vec::new(),
            button: None,
            at: Vec2::ZERO,
        };
        let effects = script.editor.start(playing);
        script.carry_out(effects);
        script.event(Event::Resized {
            size: Vec2::new(1000.0, 800.0),
            scale: 1.0,
        });
        script
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        self.pass_on(effects);
        self.answer();
    }

    fn pass_on(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(command) => {
                    self.sent.push(name(&command));
                    self.queue.push(command);
                }
                Effect::ReadPasted(text) => match read_pasted(&text) {
                    Ok(scene) => {
                        let effects = self.editor.intend(Intent::Paste(scene));
                        self.pass_on(effects);
                    }
                    Err((level, why)) => self.editor.say(level, why),
                },
                other => self.asked.push(other),
            }
        }
    }

    /// Lets the worker execute its queue, unless it is busy, and the editor receive the answers.
    pub fn answer(&mut self) {
        while !self.busy {
            for command in std::mem::take(&mut self.queue) {
                let name = name(&command);
                let ((), cancelled) = patience::within_patience(|| self.engine.carry_out(command));
                self.cancelled.extend(cancelled.then_some(name));
            }
            self.answers.push_back(Arc::new(self.engine.snapshot().0));
            if self.answers.len() <= self.late {
                break;
            }
            let mut effects = Vec::new();
            while self.answers.len() > self.late
                && let Some(snapshot) = self.answers.pop_front()
            {
                effects.extend(self.editor.observe(&snapshot));
            }
            if effects.is_empty() {
                break;
            }
            self.pass_on(effects);
        }
    }

    /// Waits until the editor has all answers of the worker.
    pub fn wait(&mut self) {
        let late = std::mem::take(&mut self.late);
        self.answer();
        self.late = late;
    }

    /// Plays one event, and checks the invariants.
    pub fn event(&mut self, event: Event) {
        self.events += 1;
        let effects = self.editor.handle(&event);
        self.carry_out(effects);
        self.check_invariants();
    }
    pub fn action(&mut self, action: Action) {
        self.events += 1;
        let effects = self.editor.perform(action);
        self.carry_out(effects);
        self.check_invariants();
    }
    pub fn intent(&mut self, intent: Intent) {
        self.events += 1;
        let effects = self.editor.intend(intent);
        self.carry_out(effects);
        self.check_invariants();
    }
    pub fn tool(&mut self, tool: Tool) {
        self.action(Action::Tool(tool));
    }

    /// Moves the pointer to a point of the scene.
    pub fn point(&mut self, world: Vec2) {
        let position = self.editor.view().screen_from_world(world);
        self.point_screen(position);
    }
    pub fn point_screen(&mut self, position: Vec2) {
        self.at = position;
        self.event(Event::PointerMoved {
            position,
            modifiers: self.held,
        });
    }
    pub fn press_with(&mut self, button: Button, click_count: u8) {
        self.button = Some(button);
        self.event(Event::PointerPressed {
            button,
            position: self.at,
            modifiers: self.held,
            click_count,
        });
    }
    pub fn press(&mut self, world: Vec2) {
        self.point(world);
        self.press_with(Button::Primary, 1);
    }
    pub fn release(&mut self) {
        let button = self.button.take().expect("a button is down");
        self.event(Event::PointerReleased {
            button,
            position: self.at,
            modifiers: self.held,
            click_count: 1,
        });
    }
    pub fn click(&mut self, world: Vec2) {
        self.press(world);
        self.release();
    }
    /// Presses, moves in a few steps, releases.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.press(from);
        self.drag_on(to);
        self.release();
    }
    /// Moves in a few steps with the button down.
    pub fn drag_on(&mut self, to: Vec2) {
        let from = self.editor.view().world_from_screen(self.at);
        for k in 1..=5 {
            self.point(from.lerp(to, f64::from(k) / 5.0));
        }
    }
    pub fn key(&mut self, key: Key) {
        self.chord(Modifiers::NONE, key);
    }
    pub fn letter(&mut self, letter: char) {
        self.key(Key::Letter(letter));
    }
    pub fn ctrl(&mut self, letter: char) {
        self.chord(Modifiers::CTRL, Key::Letter(letter));
    }
    pub fn chord(&mut self, modifiers: Modifiers, key: Key) {
        self.event(Event::KeyPressed {
            key,
            modifiers,
            repeat: false,
        });
        self.event(Event::KeyReleased { key, modifiers });
    }

    /// Types text as a keyboard does: each key with the character that it enters.
    pub fn write(&mut self, text: &str) {
        for c in text.chars() {
            let key = match c {
                ' ' => Some(Key::Space),
                '.' => Some(Key::Period),
                '-' => Some(Key::Minus),
                '/' => Some(Key::Slash),
                c if c.is_ascii_digit() => Some(Key::Digit(c)),
                c if c.is_ascii_alphabetic() => Some(Key::Letter(c.to_ascii_uppercase())),
                _ => None,
            };
            let modifiers = Modifiers::NONE;
            if let Some(key) = key {
                let repeat = false;
                self.event(Event::KeyPressed {
                    key,
                    modifiers,
                    repeat,
                });
            }
            self.event(Event::Text(c.to_string()));
            if let Some(key) = key {
                self.event(Event::KeyReleased { key, modifiers });
            }
        }
    }
    /// Zooms in by a factor, on a display with `scale` pixels per point.
    pub fn zoomed(&mut self, factor: f64, scale: f64) {
        let size = self.editor.view().size();
        self.event(Event::Resized { size, scale });
        self.event(Event::Wheel {
            delta: Vec2::new(0.0, factor.ln() / 1.15f64.ln()),
            position: size / 2.0,
            modifiers: Modifiers::NONE,
        });
    }

    /// Advances a running machine by a step; returns whether it did.
    pub fn advance(&mut self) -> bool {
        let (went, cancelled) = patience::within_patience(|| self.engine.advance());
        self.cancelled.extend(cancelled.then_some("step"));
        went
    }

    /// Advances a running machine by steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            assert!(self.engine.playing(), "the machine stands");
            assert!(self.advance(), "the machine stopped");
        }
        self.answer();
        self.check_invariants();
    }

    pub fn scene(&self) -> &Scene {
        self.editor.scene()
    }
    pub fn id(&self, name: &str) -> Id {
        self.scene()
            .find(name)
            .unwrap_or_else(|| panic!("there is no {name:?}; there are {:?}", self.names()))
    }
    pub fn names(&self) -> Vec<String> {
        self.scene().items().map(|(_, it)| it.name().to_owned()).collect()
    }
    pub fn part(&self, name: &str) -> Part {
        self.scene().part(self.id(name)).expect("a part").clone()
    }
    pub fn constraint(&self, name: &str) -> Constraint {
        self.scene()
            .constraint(self.id(name))
            .expect("a constraint")
            .clone()
    }
    /// Pose of a part in the run.
    pub fn now(&self, name: &str) -> Pose {
        let run = self.engine.run();
        run.model()
            .pose(run.state(), self.id(name))
            .expect("a part of the run")
    }
    pub fn drift(&mut self) -> f64 {
        let drift = self.engine.snapshot().0.drift;
        drift.max_m.max(drift.max_rad)
    }
    pub fn notice(&self) -> String {
        self.editor
            .notices()
            .last()
            .map_or(String::new(), |it| it.text.clone())
    }
    pub fn halo(&self) -> String {
        self.editor.feedback().halo.map_or(String::new(), |it| it.text)
    }
    pub fn items(&self) -> Vec<(Id, Item)> {
        self.scene().items().map(|(id, it)| (id, it.clone())).collect()
    }
    pub fn selected(&self) -> Vec<String> {
        let name = |id: &Id| self.scene().name(Some(*id)).to_owned();
        self.editor.selection().ids().iter().map(name).collect()
    }

    /// Checks the invariants that hold after every event.
    fn check_invariants(&self) {
        assert_eq!(problems(self.scene()), [], "the scene is no longer legal");
        for id in self.editor.selection().ids() {
            assert!(self.scene().item(*id).is_some(), "something gone is selected");
        }
        if self.editor.redo_label().is_none() {
            let mut other = self.editor.clone();
            let camera = other.view().document_camera();
            other.perform(Action::Undo);
            other.perform(Action::Redo);
            assert_eq!(other.scene(), self.scene(), "undo and redo came out elsewhere");
            assert_eq!(other.view().document_camera(), camera, "undo moved the camera");
        }
        let held = self.button.is_some() || self.busy || self.late > 0;
        if !held && self.editor.at_start() {
            for (_, part) in self.scene().parts() {
                assert_eq!(
                    self.now(&part.name),
                    part.pose,
                    "{:?} starts elsewhere in the run after {:?}; {:?}; {}",
                    part.name,
                    self.sent.iter().rev().take(8).collect::<Vec<_>>(),
                    self.editor.undo_label(),
                    self.notice()
                );
            }
        }
    }
}

fn name(command: &Command) -> &'static str {
    match command {
        Command::Load(..) => "load",
        Command::Input(Input::Hand(_)) => "hand",
        Command::Input(Input::Settings(_)) => "settings",
        Command::Input(Input::Scene(..)) => "scene",
        Command::Input(Input::Drag(_)) => "drag",
        Command::Play => "play",
        Command::Pause => "pause",
        Command::Step => "step",
        Command::StepBack => "step back",
        Command::Scrub(_) => "scrub",
        Command::Reset => "reset",
        Command::Drag(_) => "drag",
        Command::Capture(_) => "capture",
        #[allow(unreachable_patterns)]
        _ => "other",
    }
}

/// Number of shapes in the picture of a machine on the editor's canvas, without highlights and previews.
pub fn picture(editor: &Editor, scene: &Scene) -> usize {
    let view = editor.view();
    let overlay = Overlay {
        poses: editor.places(),
        ..Overlay::default()
    };
    let mut out = DrawList::new();
    let input = SceneView {
        scene,
        run: None,
        view: View::new(
            view.world_from_screen(view.size() / 2.0),
            view.pixels_per_metre(),
            view.size(),
        ),
        theme: &Theme::light(),
        traces: None,
        layers: Layers::default(),
        overlay: &overlay,
    };
    draw(&input, &mut out);
    out.shapes.len()
}

/// The text of the scene's file.
pub fn text(script: &Script) -> String {
    file::write(script.scene())
}

/// Checks undo and redo: every step can be undone back to the first text and redone, byte for byte, and each text is read as written.
pub fn undo_law(script: &mut Script, first: &str) {
    let last = text(script);
    assert_eq!(
        file::write(&file::read(&last, "t").unwrap()),
        last,
        "not read as written"
    );
    let mut texts = vec![last];
    while script.editor.undo_label().is_some() {
        script.action(Action::Undo);
        texts.push(text(script));
    }
    assert_eq!(texts.last().unwrap(), first);
    for then in texts.iter().rev().skip(1) {
        script.action(Action::Redo);
        assert_eq!(text(script), *then);
    }
}
