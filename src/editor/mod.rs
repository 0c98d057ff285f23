//! Editing the scene by hand: events in, changes of state and effects out.
//!
//! The editor is a function of (state, event) to (state, effects). It contains no clock, file, window, thread or random source, so that
//! scripts of events can test all of it. It owns the scene, its undo history, the selected tool, the selection and the view; it sees the
//! run through snapshots and acts on it through [`Effect::Run`].

mod access;
pub mod action;
mod adjust;
mod annotating;
pub mod annotation;
mod arrange;
mod assembling;
mod assembly;
mod assign;
mod chord;
mod clipboard;
mod commit;
mod compound;
mod construct;
mod construction;
mod continuation;
mod copy_place;
mod cost;
mod cost_cache;
mod crank_range;
mod crank_sentences;
mod cycles;
mod default_size;
mod deferred;
mod dimension;
mod dispatch;
mod draft;
mod drag_numbers;
mod driving;
mod dropped;
mod dropping;
#[expect(
    clippy::module_inception,
    reason = "the folder is the concept, the file its state"
)]
mod editor;
mod effect;
pub mod event;
mod feedback;
mod finished;
mod first_hint;
mod followed;
mod gesture;
mod glide;
mod handling;
mod history;
mod intent;
mod intents;
mod key_pointer;
mod keys;
mod lesson;
mod linkage;
mod markers;
mod measuring;
mod notice;
mod out_of_view;
mod perform;
mod pick;
mod pointer;
mod preview;
mod properties;
mod rejoin;
mod rekeying;
mod replay;
mod reset;
mod resizing;
mod run;
mod scopes;
mod selection;
mod settle;
mod similarity;
mod sizes;
mod snap;
mod snap_length;
mod snap_point;
mod snap_relation;
mod stalled;
mod stopped_motors;
mod sweep;
mod tools;
mod typing;
mod underlay;
mod undo_step;
mod unfinished;
mod variable_change;
mod variables;
mod view;
mod wheels;
mod writing;

pub use self::action::{Action, LabView};
pub use self::adjust::{with_parameter, with_part, with_pose};
pub use self::assign::Target;
pub use self::chord::Chord;
pub use self::clipboard::{Pasted, read_pasted};
pub use self::construction::Construction;
pub use self::dimension::{Dimension, Measured};
pub use self::dropped::{Dropped, Holding};
pub use self::editor::Editor;
pub use self::effect::{Effect, Export, PanelEffect, Step};
pub use self::feedback::{
    CrankRange, Cursor, CyclePath, Feedback, Ghost, Halo, HaloKind, Hint, Marker, RotateHandle,
};
pub use self::intent::Intent;
pub use self::keys::Keys;
pub use self::lesson::Lesson;
pub use self::linkage::Linkage;
pub use self::notice::{Level, Notice};
pub use self::selection::{How, Selection};
pub use self::sweep::{MOST_RUNS, Swept};
pub use self::tools::{Shelf, Tool};
pub use self::unfinished::is_being_built;
pub use self::variable_change::VariableChange;
pub use self::variables::with_variable;
pub use self::view::{View, grid_spacing, joint_radius};
pub use self::writing::Writing;
