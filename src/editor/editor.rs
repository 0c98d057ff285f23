//! The editor's state, and where each thing that happens to it is taken care of.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::lab::scope::Signal;
use crate::math::Vec2;
use crate::scene::{Id, Scene};
use crate::worker::{Command, Snapshot};

use super::away::Away;
use super::cost_cache::CostCache;
use super::deferred::Deferred;
use super::dimension::Typing;
use super::dropped::Dropped;
use super::event::{Event, Modifiers};
use super::feedback::{CyclePath, Ghost, Halo};
use super::finished::Finished;
use super::gesture::{Gesture, Pan};
use super::glide::Glide;
use super::history::History;
use super::keys::Keys;
use super::measuring::Measuring;
use super::notice::Notices;
use super::run::RunView;
use super::selection::Selection;
use super::standing::Standing;
use super::tools::Tool;
use super::view::View;
use super::{Action, Effect, Intent};

/// The document with everything needed to change it by hand.
#[derive(Clone, Debug)]
pub struct Editor {
    pub(super) scene: Scene,
    pub(super) history: History,
    pub(super) run: RunView,
    pub(super) selection: Selection,
    pub(super) tool: Tool,
    pub(super) view: View,
    pub(super) gesture: Gesture,
    pub(super) pan: Option<Pan>,
    /// Where the pointer is over the canvas (logical points), and what is held on the keyboard.
    pub(super) pointer: Option<Vec2>,
    pub(super) modifiers: Modifiers,
    /// The space bar is down; true once it has served to pan.
    pub(super) space: Option<bool>,
    pub(super) hover: Option<Id>,
    /// The view for which it was last found out what is under the pointer.
    pub(super) refreshed: Option<View>,
    /// The item that a list points at.
    pub(super) pointed_at: Option<Id>,
    pub(super) halo: Option<Halo>,
    pub(super) ghost: Ghost,
    pub(super) costs: CostCache,
    pub(super) grid: bool,
    /// Whether parts that are joined are shown on their way, and those that are.
    pub(super) gliding: bool,
    pub(super) rulers: bool,
    /// Pixels a point of pictures that are taken home.
    pub(super) picture_scale: u8,
    pub(super) glide: Option<Glide>,
    pub(super) hint_wanted: bool,
    pub(super) hint_age: f64,
    /// World points of the curve that is being drawn.
    pub(super) scrawl: Vec<Vec2>,
    pub(super) away: Away,
    pub(super) deferred: VecDeque<Deferred>,
    /// Motors that stand, and since when.
    pub(super) standing: Vec<Standing>,
    /// Whether the paths of the cycle are those of the scene, and these.
    pub(super) cycle_known: bool,
    pub(super) cycle_paths: Vec<CyclePath>,
    /// What the measure tool shows.
    pub(super) measuring: Option<Measuring>,
    /// Numbers of a drag that are being typed.
    pub(super) typing: Option<Typing>,
    /// What was made last, as long as its numbers can be typed.
    pub(super) finished: Option<Finished>,
    /// The tool that made something, and where the pointer was: what it would make next is shown once that has moved.
    pub(super) made_at: Option<(Tool, Vec2)>,
    /// A point that lies on a part, as long as it is asked what holds it there.
    pub(super) dropped: Option<Dropped>,
    /// What the run was told to record.
    pub(super) recorded: Vec<Signal>,
    pub(super) keys: Keys,
    pub(super) notices: Notices,
    pub(super) out: Vec<Effect>,
}

impl Editor {
    /// An editor of a scene. Nothing runs before [`Editor::start`].
    pub fn new(scene: Scene) -> Self {
        Self {
            view: View::new(scene.camera),
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
            costs: CostCache::default(),
            grid: false,
            gliding: true,
            rulers: false,
            picture_scale: 2,
            glide: None,
            hint_wanted: false,
            hint_age: 0.0,
            scrawl: Vec::new(),
            away: Away::default(),
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
    /// Takes another scene in place of this one, with a new history, and loads it into the worker.
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
        self.away = Away::default();
        self.standing.clear();
        self.forget_finished();
        self.dropped = None;
        self.forget_cycle();
        self.measuring = None;
        self.start(playing)
    }

    /// Takes care of raw input that belongs to the canvas: what a panel took is not passed here.
    pub fn handle(&mut self, event: &Event) -> Vec<Effect> {
        self.take_event(event);
        // In a run all is found anew with each frame; a hand that only moves need not find it twice.
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
    /// Carries out what a panel asks for.
    pub fn intend(&mut self, intent: Intent) -> Vec<Effect> {
        self.take_intent(intent);
        self.refresh();
        self.flush()
    }
    /// Takes note of where the run is: each frame, before drawing.
    #[must_use = "a drag that waited for the worker goes on"]
    pub fn observe(&mut self, snapshot: &Arc<Snapshot>) -> Vec<Effect> {
        let poses = matches!(self.gesture, Gesture::Pose(_));
        self.run.observe(snapshot);
        self.watch_motors(snapshot);
        self.follow_cycle();
        self.pose_observe();
        // What is under a pointer that rests is known until something moves under it.
        if poses || !self.run.knows_places() || self.refreshed != Some(self.view) {
            self.refresh();
        }
        self.flush()
    }
    /// Lets time pass for flights of the view, parts on their way, notices and hints (s).
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
