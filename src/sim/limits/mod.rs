//! Rows whose multipliers have bounds: their conditions in a state, and the active set that solves for them. How their modes change during a run is
//! the subject of [`super::events`] and, at the level of velocities, of [`velocity_level`].

mod active_set;
pub mod breaking;
mod condition;
mod driven_beyond;
mod initial_modes;
mod minimal_residual;
mod nearest_limit;
mod saved_rows;
mod span;
pub mod tolerance;
mod trial_set;
pub mod velocity_level;

pub use self::active_set::{ActiveSet, MOST_PROXIMAL, MOST_WITH_FRICTION};
pub use self::condition::{Condition, side_of};
pub use self::driven_beyond::{Against, driven_beyond};
pub use self::initial_modes::{hold_violated, set_initial_modes};
pub use self::nearest_limit::{against, along, condition, mode_of, nearest, row_in, set_mode};
pub use self::saved_rows::{SavedRows, dot, find_active, mobility_in};
