//! Intents: requests of the panels. A panel never changes anything itself; the editor makes an edit of the request, or refuses it with a
//! notice.

use std::sync::Arc;

use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::raster::ImageFile;
use crate::scene::{
    Attach, Camera, Collides, Id, Info, Mass, Material, PartColour, Scene, Scope, Settings, Underlay,
};
use crate::worker::{Observation, RaceOrder};

use super::action::Action;
use super::construction::Construction;
use super::dropped::Holding;
use super::selection::How;
use super::tools::Tool;
use super::variable_change::VariableChange;

/// A request of a panel. `done` ends a gesture (a released slider, an entered number): earlier requests with the same target belong to the
/// same undo step.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Sets a parameter of a part's shape, a constraint or a force, on all items that have it.
    SetParameter {
        /// Items.
        ids: Vec<Id>,
        /// Key of the parameter.
        key: String,
        /// Value in the parameter's unit. A value out of range is refused.
        value: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets the pitch radius of toothed wheels; the number of teeth becomes the nearest one at their module.
    SetPitchRadius {
        /// Wheels.
        ids: Vec<Id>,
        /// The radius (m).
        radius: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets a number of items by a formula of named parameters.
    SetFormula {
        /// Items.
        ids: Vec<Id>,
        /// Key of the number ([`crate::scene::field`]).
        key: String,
        /// Formula as typed.
        text: String,
    },
    /// Changes the named parameters.
    Variable(VariableChange),
    /// Replaces the whole kind of a constraint, for choices that are not numbers (a motor's law, a rack's side).
    SetConstraint {
        /// The constraint.
        id: Id,
        /// The new kind.
        kind: ConstraintKind,
    },
    /// Replaces the whole kind of a force.
    SetForce {
        /// The force.
        id: Id,
        /// The new kind.
        kind: ForceKind,
    },
    /// Renames an item.
    Rename {
        /// The item.
        id: Id,
        /// The new name. A name in use or an empty one is refused.
        name: String,
    },
    /// Sets the mass of parts.
    SetMass {
        /// Parts.
        ids: Vec<Id>,
        /// Mass or density.
        mass: Mass,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Fixes parts to the ground, or frees them. In a run they are fixed at their present poses.
    SetFixed {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are fixed.
        fixed: bool,
    },
    /// Sets the contact material of parts.
    SetMaterial {
        /// Parts.
        ids: Vec<Id>,
        /// The material.
        material: Material,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets which parts these parts collide with.
    SetCollides {
        /// Parts.
        ids: Vec<Id>,
        /// Rule of collision.
        collides: Collides,
    },
    /// Puts parts on a layer.
    SetLayer {
        /// Parts.
        ids: Vec<Id>,
        /// The layer. One beyond the last is refused.
        layer: i32,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Locks parts, so that they cannot be grabbed, or unlocks them.
    SetLocked {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are locked.
        locked: bool,
    },
    /// Hides or shows parts.
    SetHidden {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are hidden.
        hidden: bool,
    },
    /// Sets the colour of parts.
    SetColour {
        /// Parts.
        ids: Vec<Id>,
        /// The colour.
        colour: PartColour,
    },
    /// Sets the start pose of a part.
    SetPose {
        /// The part.
        id: Id,
        /// The pose.
        pose: Pose,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Moves an end of a joint, force or trace on the part or ground to which it is attached.
    SetEnd {
        /// The item.
        id: Id,
        /// Index of the end.
        index: usize,
        /// Position: world coordinates on the ground, else the part's frame (m).
        at: Vec2,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets the start velocity of a part.
    SetVelocity {
        /// The part.
        id: Id,
        /// Velocity (m/s).
        velocity: Vec2,
        /// Angular velocity (rad/s).
        omega: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Replaces the settings of the world and of the simulation.
    SetSettings {
        /// All settings.
        settings: Settings,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets the recorded quantities and their plots.
    SetScopes(Vec<Scope>),
    /// Records a signal: on the last scope if that has room and the same kind of plot, else on a new one.
    AddSignal(String),
    /// Sets the optional contents of snapshots.
    Observe(Observation),
    /// Starts, changes or ends a race of methods beside the run.
    Race(RaceOrder),
    /// Replaces the texts about the scene.
    SetInfo {
        /// All texts.
        info: Info,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Traces a point of a part.
    Trace {
        /// The part.
        id: Id,
        /// Position in the part's frame (m).
        at: Vec2,
    },
    /// Adds a note; nothing if the text is empty.
    AddNote {
        /// Place of the note.
        at: Attach,
        /// Text.
        text: String,
    },
    /// Replaces the text of a note; an empty text deletes the note.
    SetNote {
        /// The note.
        id: Id,
        /// Text.
        text: String,
    },
    /// Sets the length or angle that a dimension measures; refused where no part, joint or pose can be changed accordingly.
    SetDimension {
        /// The dimension.
        id: Id,
        /// Value as typed.
        text: String,
    },
    /// Adds the items of another scene at the pointer.
    Paste(Box<Scene>),
    /// Sets the picture to trace over.
    LayUnder(Arc<ImageFile>),
    /// Replaces the picture with its place and opacity; `None` removes it.
    SetUnderlay {
        /// The picture and how it is shown.
        underlay: Option<Underlay>,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Scales the picture so that two of its world points are at the typed distance.
    ScaleUnderlay {
        /// The point that stays (m).
        from: Vec2,
        /// The other point (m).
        to: Vec2,
        /// Distance as typed.
        text: String,
    },
    /// Pins a point of a part to the ground at its present place.
    PinToGround {
        /// The part.
        id: Id,
        /// Position in the part's frame (m).
        at: Vec2,
    },
    /// Makes the next pressed key the key of a command; `None` ends the wait.
    ChooseKey(Option<Action>),
    /// Answers how the point that was dropped on a part is held.
    HoldDropped(Holding),
    /// Fits a constraint or force to the present poses of its ends (a rod takes the present length).
    Refit(Id),
    /// Selects items.
    Select {
        /// The items.
        ids: Vec<Id>,
        /// Whether they replace the selection or are added.
        how: How,
    },
    /// The pointer is over this item in a list: highlight the item on the canvas.
    Hover(Option<Id>),
    /// Selects a tool.
    SetTool(Tool),
    /// Applies a construction: mirrors, rotates, scales or repeats the selection.
    Construct(Construction),
    /// Returns to a part that left the view: at the start the view moves there; in a run the part and its machine go back to where they were
    /// built.
    BringBack(Id),
    /// Shows a region of the world.
    GoTo(Camera),
    /// Undoes or redoes until this many steps are done.
    GoToStep(usize),
    /// Goes to a remembered time of the run (s).
    Scrub(f64),
    /// Plays a machine whose joints are open.
    PlayOpen {
        /// Whether it is assembled first. A machine that cannot be assembled stays paused.
        assemble: bool,
    },
    /// Shows why an entry in a panel was refused.
    Refuse(String),
    /// Dismisses a notice, by its index.
    DismissNotice(usize),
}
