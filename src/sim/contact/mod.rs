//! Contact between parts: which parts collide ([`Colliders`]), contact points ([`touch`]), and the time step by impulses with contacts
//! ([`Contacts`]).
//!
//! ```text
//! normal     0 <= u_n ⊥ P_n >= 0,   u_n+ >= -gap/h before it is closed,   u_n+ >= -e u_n- where it closes fast and bounces
//! friction   |P_t| <= mu P_n,  against u_t where it is as large
//! ```
//! Contacts are solved at the level of velocities, together with all joints and limits, by the impulse integrator: any number of contacts a step,
//! first order (Stewart and Trinkle 1996; Anitescu and Potra 1997). What hits without restitution moves on until it does ([`first_impact`]). Overlaps
//! are removed by a change of positions that gives no speed.

mod anderson;
mod bodies;
mod collider;
mod collision_detection;
mod condensed;
mod contact_model;
mod contact_solver;
mod convex_parts;
mod figures;
mod find_set;
mod first_impact;
mod flush;
mod gather;
mod interior_point;
mod islands;
mod joints;
mod method_choice;
mod natural_map;
mod overlap;
mod pairs;
mod point;
mod problem;
mod restitution;
mod rows;
mod screening;
mod solid;
mod standing;
mod step;
mod sweeps;
#[cfg(test)]
mod tests;
mod touch;

pub use self::bodies::speed;
pub use self::collider::Colliders;
pub use self::collision_detection::{CollisionDetection, fastest};
pub use self::contact_model::{ContactModel, RowLayout, touching};
pub use self::contact_solver::ContactSolver;
pub use self::figures::{ContactFigures, ContactMethod, EXACT};
pub use self::method_choice::DENSE_AT_ALL;
pub use self::point::{Closed, Feature, Key, Pair, Point, Slip};
pub use self::problem::{ContactProblem, PreviousStep};
pub use self::step::Contacts;
pub use self::touch::Touch;
