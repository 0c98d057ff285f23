//! The simulation: a scene compiled to flat arrays ([`Model`]), everything that evolves in one copyable
//! value ([`SimState`]), and the step from one state to the next ([`Simulation`]). No clock, no thread.

mod assemble;
mod contact;
mod control;
mod drag;
mod dynamics;
mod energy;
mod events;
mod freedom;
mod grab;
mod hash;
mod inherit;
mod integrators;
mod limits;
mod method;
mod model;
mod nearby;
mod record;
mod saved;
mod settle;
mod simulation;
mod sleep;
mod soft;
mod stabilise;
pub mod stability;
mod state;
mod stiffness;
mod stop;
mod trust;
mod velocity_level;
mod velocity_projection;
mod vibration;
mod worst;

pub use self::contact::{ContactMethod, Point};
pub use self::dynamics::{Drift, Dynamics, SavedSolve, Spent};
pub use self::energy::{Energy, Stake};
pub use self::freedom::{Dependence, Freedom};
pub use self::grab::Grab;
pub use self::hash::StateHash;
pub use self::model::{Body, Link, Load, Model, Place, Reference};
pub use self::record::{Hand, Input, Recorded};
pub use self::simulation::{ForceCause, Shares, Simulation};
pub use self::state::{Clock, SimState, StepControl, Work};
pub use self::stop::{Cause, Culprit, Remedy, Stop};
pub use self::trust::{Breach, Quantity, Watch};
pub use self::worst::Worst;
