//! State of the editor, and its entry points for events, commands and intents.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::lab::scope::Signal;
use crate::math::Vec2;
use crate::scene::{Id, Scene};
use crate::worker::{Command, Snapshot};

use super::cost_cache::CostCache;
use super::deferred::Deferred;
use super::dimension::Typing;
use super::dropped::Dropped;
use super::event::{Event, Modifiers};
use super::feedback::{CyclePath, Ghost, Halo};
use super::finished::Finished;
use super::followed::Followed;
use super::gesture::{Gesture, Pan};
use super::glide::Glide;
use super::history::History;
use super::keys::Keys;
use super::measuring::Measuring;
use super::notice::Notices;
use super::out_of_view::OutOfView;
use super::run::RunView;
use super::selection::Selection;
use super::stopped_motors::StoppedMotor;
use super::tools::Tool;
use super::view::View;
use super::{Action, Effect, Intent};

/// The document with everything needed to edit it by hand.
#[derive(Clone, Debug)]
pub struct Editor {
    pub(super) scene: Scene,
    pub(super) history: History,
    pub(super) run: RunView,
    pub(super) selection: Selection,
    pub(super) tool: Tool,
    pub(super) view: View,
    pub(super) followed: Option<Followed>,
    pub(super) gesture: Gesture,
    pub(super) pan: Option<Pan>,
    /// Position of the pointer over the canvas (logical points), and the held modifier keys.
    pub(super) pointer: Option<Vec2>,
    pub(super) modifiers: Modifiers,
    /// `Some` while the space bar is down; true once it has been used to pan.
    pub(super) space: Option<bool>,
    pub(super) hover: Option<Id>,
    /// The view at the last update of hover, halo and ghost.
    pub(super) refreshed: Option<View>,
    /// The item that a list highlights.
    pub(super) pointed_at: Option<Id>,
    pub(super) halo: Option<Halo>,
    pub(super) ghost: Ghost,
    /// The scene with held items at the pointer; `None` where it equals `scene`.
    pub(super) held_scene: Option<Box<Scene>>,
    pub(super) costs: CostCache,
    pub(super) grid: bool,
    /// Whether assembly is shown as a motion. The motion under way is `glide`.
    pub(super) gliding: bool,
    pub(super) rulers: bool,
    /// Pixels per point of exported pictures.
    pub(super) picture_scale: u8,
    pub(super) glide: Option<Glide>,
    pub(super) hint_wanted: bool,
    pub(super) hint_age: f64,
    /// World points of the curve that is being drawn.
    pub(super) scrawl: Vec<Vec2>,
    pub(super) away: OutOfView,
    pub(super) deferred: VecDeque<Deferred>,
    /// Motors that prescribe a speed, with the angle at which each stands and since when.
    pub(super) standing: Vec<StoppedMotor>,
    /// Whether `cycle_paths` belong to the present scene.
    pub(super) cycle_known: bool,
    pub(super) cycle_paths: Vec<CyclePath>,
    /// Measurement shown by the measure tool.
    pub(super) measuring: Option<Measuring>,
    /// Texts typed for the numbers of a drag.
    pub(super) typing: Option<Typing>,
    /// The latest creation or change, while its numbers can be typed.
    pub(super) finished: Option<Finished>,
    /// The tool of the latest creation and the pointer's position then: the next preview is shown once the pointer has moved.
    pub(super) made_at: Option<(Tool, Vec2)>,
    /// A point dropped on a part, while the user is asked how to hold it.
    pub(super) dropped: Option<Dropped>,
    /// Signals that the worker was told to record.
    pub(super) recorded: Vec<Signal>,
    pub(super) keys: Keys,
    pub(super) notices: Notices,
    pub(super) out: Vec<Effect>,
}

impl Editor {
    /// An editor of a scene. Nothing runs before [`Editor::start`] is called.
    pub fn new(scene: Scene) -> Self {
        Self {
            view: View::new(scene.camera),
            followed: None,
            scene,
            history: History::new(),
            run: RunView::new(),
            selection: Selection::default(),
            tool: Tool::Select,
            gesture: Gesture::Idle,
            pan: None,
            pointer: None,
            modifiers: Modifiers::NONE,
            space: None,
            hover: None,
            refreshed: None,
            pointed_at: None,
            halo: None,
            ghost: Ghost::default(),
            held_scene: None,
            costs: CostCache::default(),
            grid: false,
            gliding: true,
            rulers: false,
            picture_scale: 2,
            glide: None,
            hint_wanted: false,
            hint_age: 0.0,
            scrawl: Vec::new(),
            away: OutOfView::default(),
            deferred: VecDeque::new(),
            standing: Vec::new(),
            cycle_known: false,
            cycle_paths: Vec::new(),
            measuring: None,
            typing: None,
            finished: None,
            made_at: None,
            dropped: None,
            recorded: Vec::new(),
            keys: Keys::default(),
            notices: Notices::default(),
            out: Vec::new(),
        }
    }
    /// Loads the scene into the worker, playing or paused. Call once after [`Editor::new`].
    pub fn start(&mut self, playing: bool) -> Vec<Effect> {
        let scene = Box::new(self.scene.clone());
        self.run(Command::Load(scene, playing));
        self.recorded.clear();
        self.record_scopes();
        self.run.expect(playing, !playing);
        self.run.expect_built();
        self.flush()
    }
    /// Replaces the scene and clears the history; loads the scene into the worker.
    pub fn open(&mut self, scene: Scene, playing: bool) -> Vec<Effect> {
        self.view.show_scene(scene.camera);
        self.scene = scene;
        self.run.forget_places();
        self.history = History::new();
        self.selection.clear();
        self.tool = Tool::Select;
        self.gesture = Gesture::Idle;
        self.glide = None;
        self.run.preview([]);
        self.hover = None;
        self.pointed_at = None;
        self.deferred.clear();
        self.away = OutOfView::default();
        self.standing.clear();
        self.forget_finished();
        self.dropped = None;
        self.forget_cycle();
        self.measuring = None;
        self.start(playing)
    }

    /// Handles raw input for the canvas. Events consumed by a panel are not passed here.
    pub fn handle(&mut self, event: &Event) -> Vec<Effect> {
        self.take_event(event);
        // While time runs, each frame updates the hover; a mere pointer motion need not do it as well.
        let moves = matches!(event, Event::PointerMoved { .. }) && self.run.playing();
        if moves && matches!(self.gesture, Gesture::Idle) {
            self.refreshed = None;
        } else {
            self.refresh();
        }
        self.flush()
    }
    /// Carries out a command of the table.
    pub fn perform(&mut self, action: Action) -> Vec<Effect> {
        self.take_action(action);
        self.refresh();
        self.flush()
    }
    /// Carries out a request of a panel.
    pub fn intend(&mut self, intent: Intent) -> Vec<Effect> {
        self.take_intent(intent);
        self.refresh();
        self.flush()
    }
    /// Takes over the latest snapshot of the run. Called in each frame before drawing.
    #[must_use = "a drag that waited for the worker goes on"]
    pub fn observe(&mut self, snapshot: &Arc<Snapshot>) -> Vec<Effect> {
        let poses = matches!(self.gesture, Gesture::Pose(_));
        self.run.observe(snapshot);
        self.watch_motors(snapshot);
        self.follow_cycle();
        self.pose_observe();
        // With a resting pointer, hover and halo stay valid until a part or the view moves.
        if poses || !self.run.knows_places() || self.refreshed != Some(self.view) {
            self.refresh();
        }
        self.flush()
    }
    /// Advances animations of the view, gliding parts, notices and hints by a time (s).
    pub fn tick(&mut self, seconds: f64) {
        self.view.tick(seconds);
        self.notices.tick(seconds);
        self.pass_glide(seconds);
        self.hint_age += seconds;
        self.watch(seconds);
    }

    pub(super) fn flush(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.out)
    }
}
