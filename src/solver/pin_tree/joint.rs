//! Input of the sweeps: the joints of the trees, fixed per topology, and the traits through which the caller provides the numbers of an
//! instant ([`Machines`], [`Machine`]).

use std::sync::Mutex;

use crate::system::System;

/// Index that stands for the ground as a parent.
pub const GROUND: u32 = u32::MAX;

/// Kind of joint that holds a body to its parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A rigid body held by a pin.
    #[default]
    Pin,
    /// A rigid body held by a pin and a row that holds its angle (motor, angle lock).
    PinAndAngle,
    /// A point held by a rod.
    Rod,
}

/// A joint with its child. Kept small, because both sweeps read every joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeJoint {
    /// Dense index of the child.
    pub child: u32,
    /// Dense index of the parent, or [`GROUND`].
    pub parent: u32,
    /// Offset of the coordinates of the child.
    pub child_at: u32,
    /// Offset of the coordinates of the parent; 0 for the ground.
    pub parent_at: u32,
    /// First row of the pin or rod.
    pub row: u32,
    /// Place in the order of elimination of the joint that holds the parent, or [`GROUND`]; a root has a place after all joints.
    pub parent_place: u32,
    /// Index in the list of [`AngleRow`]s, for [`Form::PinAndAngle`].
    pub angle_row: u32,
    /// Kind of joint.
    pub form: Form,
    /// Orientation, and data flow of the first sweep.
    pub(super) flags: Flags,
}

/// The row that holds an angle in addition to a pin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleRow {
    /// Dense index of the constraint.
    pub constraint: u32,
    /// Its row.
    pub row: u32,
    /// 1 if the child counts positive in the row, -1 if it counts negative.
    pub(super) sign: f64,
}

impl TreeJoint {
    /// Whether the parent is a point.
    #[inline(always)]
    pub fn parent_is_point(&self) -> bool {
        self.flags.has(Flag::OnPoint)
    }

    /// Returns 1 if the child counts positive in the constraint, -1 if it counts negative.
    #[inline(always)]
    pub(super) fn sign(&self) -> f64 {
        if self.flags.has(Flag::Negative) { -1.0 } else { 1.0 }
    }
}

/// Properties of a joint. Most describe the data flow of the first sweep: from where the joint takes the articulated inertia and force of
/// the children of its child, and where it leaves its own for its parent.
#[derive(Clone, Copy)]
pub(super) enum Flag {
    /// The child counts negative.
    Negative,
    /// The parent is a point: it has no angle.
    OnPoint,
    /// The preceding joint hangs on the child of this one; its contribution is passed on in registers.
    ReadsRegister,
    /// The record of this joint holds contributions of other joints.
    ReadsRecord,
    /// The joint of the parent comes next, and takes the contribution from registers.
    PassesInRegister,
    /// This joint is the first to write its contribution to the record of its parent.
    SetsRecord,
    /// This joint adds its contribution to a record already written.
    AddsRecord,
    /// The parent is in another part of the tree (the top); the contribution is passed on after the pieces are swept.
    CrossesPieces,
}

/// Bit set of [`Flag`]s.
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

    /// Whether the joint passes a contribution to its parent within the same sweep.
    #[inline(always)]
    pub(super) fn contributes(self) -> bool {
        (self.has(Flag::PassesInRegister) | self.has(Flag::SetsRecord) | self.has(Flag::AddsRecord))
            & !self.has(Flag::CrossesPieces)
    }
}

/// The machine at one instant, divided into runs of islands.
pub trait Machines: Sync {
    /// Data of a run, including results of its evaluation that are needed afterwards.
    type Run: Send;
    /// Workspace not needed afterwards; runs share it one after another.
    type Scratch: Send;
    /// Workspace in which the core of a run is evaluated; runs whose cores have the same topology share it one after another.
    type Core: Send;

    /// Evaluates a run at this instant. Also returns the system of the core (see [`super::PinTrees::core`]) if a workspace for it is given: its
    /// masses and forces are those of its own bodies; the sweeps add the contributions of the trees.
    fn at<'a>(
        &'a self,
        run: &'a mut Self::Run,
        scratch: &'a mut Self::Scratch,
        core: Option<&'a mut Self::Core>,
    ) -> (impl Machine + 'a, Option<&'a mut System>);
}

/// Workspaces in which [`Machines`] are evaluated.
pub struct Workspaces<'a, M: Machines> {
    /// One for each run.
    pub runs: &'a mut [Mutex<M::Run>],
    /// As many as can be in use at the same time.
    pub scratches: &'a mut [Mutex<M::Scratch>],
    /// For each kind of core, as many as can be in use at the same time.
    pub cores: &'a mut [Vec<Mutex<M::Core>>],
}

/// The numbers of a pin at one instant. A lever is given as the velocity of the pin's point at unit angular velocity of its body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pin {
    /// Lever on the child (m).
    pub child: [f64; 2],
    /// Lever on the parent (m).
    pub parent: [f64; 2],
    /// Right-hand side c, child positive.
    pub c: [f64; 2],
    /// Rate of the rows, child positive; used only for the power of the multipliers.
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
    /// Rate of the row; used only for the power of the multiplier.
    pub rate: f64,
}

/// The numbers of a body at one instant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rigid {
    /// Mass (kg).
    pub mass: f64,
    /// Moment of inertia about the centre of mass (kg m²); unused for a point.
    pub inertia: f64,
    /// Force (N) and torque (N m).
    pub force: [f64; 3],
}

/// Numbers of a run at one instant, as the sweeps request them. With `FUSED`, a product and a sum may be rounded once (see
/// [`super::add_product`]).
pub trait Machine: Sync {
    /// Returns the pin at this place in the order of elimination.
    fn pin<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Pin;
    /// Returns the rod at this place in the order of elimination.
    fn rod<const FUSED: bool>(&self, place: usize, joint: &TreeJoint) -> Rod;
    /// Returns the right-hand side c of the row of an angle, child positive, by its index in the list of angle rows. The rate is not requested:
    /// most of these rows drive, so their power is not that of a passive joint.
    fn angle_rhs(&self, index: usize) -> f64;
    /// Returns the lever, on a joint's parent, of the pin that holds the parent; zero if no joint holds it, and for a point.
    fn lever<const FUSED: bool>(&self, joint: &TreeJoint) -> [f64; 2];
    /// Returns mass, inertia and force of the child of the joint at this place.
    fn child(&self, place: usize, joint: &TreeJoint) -> Rigid;
    /// Returns mass, inertia and force of a root, a body that no joint holds, by its dense index and the offset of its coordinates.
    fn root(&self, body: usize, at: usize) -> Rigid;
}
