//! Constraints that measure and do not act: they have no rows in any system.

use std::sync::Arc;

use super::{Model, Place};
use crate::constraints::{ConstraintKind, Row, RowInfo};
use crate::scene::Id;
use crate::sim::SimState;

/// A joint whose C is measured and not held.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Its item.
    pub id: Id,
    /// What it measures.
    pub kind: Arc<ConstraintKind>,
    /// Where its ends are.
    pub ends: Box<[Place]>,
}

impl Model {
    /// How far a reference is from met: C of each row of the joint that it measures (m or rad); nothing where there is none of this id.
    pub fn measured(&self, state: &SimState, id: Id) -> Option<Vec<(RowInfo, f64)>> {
        let reference = self.references.iter().find(|it| it.id == id)?;
        let infos = reference.kind.rows();
        let mut rows = vec![Row::default(); infos.len()];
        let ends = self.end_ports(&reference.ends, &state.q, &state.v);
        // What can be a reference remembers nothing.
        reference
            .kind
            .evaluate(&ends[..reference.ends.len()], state.time, &[], &mut rows);
        Some(infos.into_iter().zip(rows.iter().map(|row| row.value)).collect())
    }
}
