//! What panels ask for. A panel never changes anything itself: it says what the person wants, and the editor
//! makes an edit of it, or refuses with a sentence.

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

/// Something a panel asks for. `done` ends a gesture (a slider let go, a number entered): what comes before it
/// with the same target is one step of undo.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Sets a parameter of a part's shape, a constraint or a force, on all items that have it.
    SetParameter {
        /// Items.
        ids: Vec<Id>,
        /// Key of the parameter.
        key: String,
        /// Value in the parameter's unit; out of range is refused.
        value: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Gives toothed wheels a pitch radius, the number of their teeth the nearest at their module.
    SetPitchRadius {
        /// Wheels.
        ids: Vec<Id>,
        /// The radius (m).
        radius: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Gives a number of items by a formula of named parameters.
    SetFormula {
        /// Items.
        ids: Vec<Id>,
        /// Name of the number ([`crate::scene::field`]).
        key: String,
        /// As typed.
        text: String,
    },
    /// Changes the named parameters.
    Variable(VariableChange),
    /// Sets all of a constraint's kind, for choices that are no number (a motor's law, a rack's side).
    SetConstraint {
        /// Which.
        id: Id,
        /// What it becomes.
        kind: ConstraintKind,
    },
    /// Sets all of a force's kind.
    SetForce {
        /// Which.
        id: Id,
        /// What it becomes.
        kind: ForceKind,
    },
    /// Gives an item another name.
    Rename {
        /// Which.
        id: Id,
        /// The name; taken or empty is refused.
        name: String,
    },
    /// Sets how heavy parts are.
    SetMass {
        /// Parts.
        ids: Vec<Id>,
        /// How heavy.
        mass: Mass,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Nails parts to the ground, or frees them. In a run they are nailed where they are.
    SetFixed {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are fixed.
        fixed: bool,
    },
    /// Sets what parts are made of, where they touch.
    SetMaterial {
        /// Parts.
        ids: Vec<Id>,
        /// The material.
        material: Material,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets what parts collide with.
    SetCollides {
        /// Parts.
        ids: Vec<Id>,
        /// What with.
        collides: Collides,
    },
    /// Puts parts on a layer.
    SetLayer {
        /// Parts.
        ids: Vec<Id>,
        /// Which; beyond the last is refused.
        layer: i32,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Locks parts, so that the hand leaves them alone, or unlocks them.
    SetLocked {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are locked.
        locked: bool,
    },
    /// Leaves parts out of the picture, or shows them.
    SetHidden {
        /// Parts.
        ids: Vec<Id>,
        /// Whether they are hidden.
        hidden: bool,
    },
    /// Paints parts.
    SetColour {
        /// Parts.
        ids: Vec<Id>,
        /// The paint.
        colour: PartColour,
    },
    /// Sets where a part starts.
    SetPose {
        /// Which.
        id: Id,
        /// Where.
        pose: Pose,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Puts an end of a joint, force or trace elsewhere on what it is on.
    SetEnd {
        /// Which item.
        id: Id,
        /// Which of its ends.
        index: usize,
        /// Where: on the ground in the world, else in the part's frame (m).
        at: Vec2,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets how a part moves at the start.
    SetVelocity {
        /// Which.
        id: Id,
        /// m/s
        velocity: Vec2,
        /// rad/s
        omega: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets the world and the way it is computed.
    SetSettings {
        /// All of it.
        settings: Settings,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Sets what is recorded of the run.
    SetScopes(Vec<Scope>),
    /// Records a signal: on the last scope where that has room and this kind of plot, else on a new one.
    AddSignal(String),
    /// Sets what snapshots show beyond what they always do.
    Observe(Observation),
    /// Who races with the run, and how.
    Race(RaceOrder),
    /// Sets the words about the scene.
    SetInfo {
        /// All of it.
        info: Info,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Shows the path of a point of a part.
    Trace {
        /// Which part.
        id: Id,
        /// Where, in the part's frame (m).
        at: Vec2,
    },
    /// Puts a note on the canvas; without a text, none.
    AddNote {
        /// Where.
        at: Attach,
        /// What it says.
        text: String,
    },
    /// Writes in a note; without a text it is taken away.
    SetNote {
        /// Which.
        id: Id,
        /// What it says.
        text: String,
    },
    /// Changes the length or angle that a dimension measures; refused where no part or joint has that number.
    SetDimension {
        /// Which.
        id: Id,
        /// As typed.
        text: String,
    },
    /// Adds the items of another scene at the pointer.
    Paste(Box<Scene>),
    /// Lays a picture under the machine, to be traced over.
    LayUnder(Arc<ImageFile>),
    /// Sets where that picture lies and how strong it is; none takes it away.
    SetUnderlay {
        /// All of it.
        underlay: Option<Underlay>,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Scales that picture until two world points of it are as far apart as typed.
    ScaleUnderlay {
        /// The one that stays (m).
        from: Vec2,
        /// The other (m).
        to: Vec2,
        /// As typed.
        text: String,
    },
    /// Pins a point of a part to the ground where it is.
    PinToGround {
        /// Which part.
        id: Id,
        /// Where, in the part's frame (m).
        at: Vec2,
    },
    /// Waits for the key that is to do a command from now on.
    ChooseKey(Option<Action>),
    /// Says what holds the point that was dropped on a part.
    HoldDropped(Holding),
    /// Fits a constraint or force to where its ends are now (a rod takes the present length).
    Refit(Id),
    /// Selects items.
    Select {
        /// Which.
        ids: Vec<Id>,
        /// In place of what is selected, or with it.
        how: How,
    },
    /// The pointer is over this item in a list: light it up on the canvas.
    Hover(Option<Id>),
    /// Takes a tool in hand.
    SetTool(Tool),
    /// Mirrors, turns, scales or repeats what is selected.
    Construct(Construction),
    /// Brings back a part that left the view: at the start the view goes there, in a run the part and what it
    /// is joined to goes back to where it was built.
    BringBack(Id),
    /// Shows this part of the world.
    GoTo(Camera),
    /// Takes back or does again until so many steps are done.
    GoToStep(usize),
    /// Goes to a remembered time of the run (s).
    Scrub(f64),
    /// Plays a machine whose joints are open.
    PlayTorn {
        /// Whether it is drawn together first; what cannot be stays paused.
        assemble: bool,
    },
    /// Something written was refused: says why.
    Refuse(String),
    /// Takes a notice away.
    DismissNotice(usize),
}
