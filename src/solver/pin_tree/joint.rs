//! What the sweeps are told: the joints of the trees once, and through [`Machines`] the numbers of an instant.

use std::sync::Mutex;

use crate::system::System;

/// Stands for the ground as a parent.
pub const GROUND: u32 = u32::MAX;

/// How a body is held to its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A rigid body by a pin.
    #[default]
    Pin,
    /// A rigid body by a pin and an angle: a motor, a lock.
    Turned,
    /// A point by a rod.
    Rod,
}

/// A joint with its child. As small as can be: both sweeps read all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeJoint {
    /// Dense index of the child.
    pub child: u32,
    /// Dense index of the parent, or [`GROUND`].
    pub parent: u32,
    /// Where the coordinates of the child start.
    pub child_at: u32,
    /// Where those of the parent start; 0 for the ground.
    pub parent_at: u32,
    /// Where the rows of the pin or rod start.
    pub row: u32,
    /// Place of the joint that holds the parent, or [`GROUND`]; a parent that none holds has a place behind all joints.
    pub parent_place: u32,
    /// Place in the list of [`Turn`]s, where it is turned.
    pub turn: u32,
    /// What kind of joint it is.
    pub form: Form,
    /// What is true of it.
    pub(super) flags: Flags,
}

/// The row that holds an angle beside a pin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Dense index of the constraint.
    pub constraint: u32,
    /// Its row.
    pub row: u32,
    /// 1 where the child counts positive in it, -1 where it counts negative.
    pub(super) sign: f64,
}

impl TreeJoint {
    /// Whether its parent is a point.
    #[inline(always)]
    pub fn parent_is_point(&self) -> bool {
        self.flags.has(Flag::OnPoint)
    }

    /// 1 where the child counts positive in the constraint, -1 where it counts negative.
    #[inline(always)]
    pub(super) fn sign(&self) -> f64 {
        if self.flags.has(Flag::Negative) { -1.0 } else { 1.0 }
    }
}

/// What may be true of a joint: among it where it has what its child's children add from, and where it leaves what it adds to its parent.
#[derive(Clone, Copy)]
pub(super) enum Flag {
    /// The child counts negative.
    Negative,
    /// The parent is a point: it has no angle.
    OnPoint,
    /// The joint before it hangs on its child, and what that gives is at hand.
    TakesLast,
    /// Its own record holds what others give.
    TakesRecord,
    /// Its parent's joint comes next.
    HandsOn,
    /// It is the first to write to the record of its parent.
    SetsRecord,
    /// It is not the first.
    AddsRecord,
    /// Its parent is not swept with it; that is told later.
    Crosses,
}

/// A bit for each [`Flag`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Flags(u8);

impl Flags {
    #[inline(always)]
    pub(super) fn has(self, flag: Flag) -> bool {
        self.0 & 1 << flag as u8 != 0
    }

    pub(super) fn set(&mut self, flag: Flag, on: bool) {
        self.0 = self.0 & !(1 << flag as u8) | u8::from(on) << flag as u8;
    }

    /// Whether anything goes to a parent at once.
    #[inline(always)]
    pub(super) fn gives(self) -> bool {
        (self.has(Flag::HandsOn) | self.has(Flag::SetsRecord) | self.has(Flag::AddsRecord))
            & !self.has(Flag::Crosses)
    }
}

/// All runs of islands at one instant.
pub trait Machines: Sync {
    /// What a run is evaluated in, as far as that is wanted afterwards.
    type Run: Send;
    /// What is not: runs take turns with it.
    type Scratch: Send;
    /// What the core of a run is evaluated in; runs whose cores have the same topology take turns with it.
    type Core: Send;

    /// A run at that instant, with the system of what its trees hang on (see [`super::PinTrees::core`]; nothing where that is
    /// not given): masses and forces of its bodies alone, to which those of the trees are added.
    fn at<'a>(
        &'a self,
        run: &'a mut Self::Run,
        scratch: &'a mut Self::Scratch,
        core: Option<&'a mut Self::Core>,
    ) -> (impl Machine + 'a, Option<&'a mut System>);
}

/// What [`Machines`] are evaluated in.
pub struct Workspaces<'a, M: Machines> {
    /// One for each run.
    pub runs: &'a mut [Mutex<M::Run>],
    /// As many as can be in use at once.
    pub scratches: &'a mut [Mutex<M::Scratch>],
    /// For each kind of core as many as can be in use at once.
    pub cores: &'a mut [Vec<Mutex<M::Core>>],
}

/// The numbers of a pin at one instant. A lever is given as the velocity of the pin for a unit spin of its body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pin {
    /// Lever on the child (m).
    pub child: [f64; 2],
    /// Lever on the parent (m).
    pub parent: [f64; 2],
    /// Right-hand side c, child positive.
    pub c: [f64; 2],
    /// Rate of the rows, child positive; only its power is wanted.
    pub rate: [f64; 2],
}

/// The numbers of a rod at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rod {
    /// Gradient of the row by the position of the child: a unit vector away from the other end.
    pub u: [f64; 2],
    /// Lever on the parent (m).
    pub parent: [f64; 2],
    /// Right-hand side c.
    pub c: f64,
    /// Rate of the row; only its power is wanted.
    pub rate: f64,
}

/// The numbers of a body at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rigid {
    /// kg
    pub mass: f64,
    /// About the centre of mass (kg m²); of no meaning for a point.
    pub inertia: f64,
    /// Force and torque.
    pub force: [f64; 3],
}

/// The machine that is swept over. With `FUSED` products may be added in one rounding (see [`super::add_product`]).
pub trait Machine: Sync {
    /// The pin at this place in the order of elimination.
    fn pin<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Pin;
    /// The rod at this place.
    fn rod<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Rod;
    /// Right-hand side c of the row of an angle, child positive, by its place in the list of turns. Its power is not asked
    /// for: most of them drive.
    fn turn(&self, index: usize) -> f64;
    /// The lever of a joint's parent to the pin that holds it; zero where none does, and for a point.
    fn lever<const FUSED: bool>(&self, joint: &TreeJoint) -> [f64; 2];
    /// The child of the joint at this place.
    fn child(&self, place: usize, joint: &TreeJoint) -> Rigid;
    /// A body that none of the joints holds, by its dense index and where its coordinates start.
    fn root(&self, body: usize, at: usize) -> Rigid;
}
