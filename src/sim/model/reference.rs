//! References: constraints that only measure. They have no rows in any system.

use std::sync::Arc;

use super::{Model, Place};
use crate::constraints::{ConstraintKind, Row, RowInfo};
use crate::scene::Id;
use crate::sim::SimState;

/// A joint whose C is measured and not held.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The item.
    pub id: Id,
    /// The joint that it measures.
    pub kind: Arc<ConstraintKind>,
    /// Places of its ends.
    pub ends: Box<[Place]>,
}

impl Model {
    /// Returns C (m or rad) of each row of the joint that a reference measures; `None` if there is no reference with this id.
    pub fn measured(&self, state: &SimState, id: Id) -> Option<Vec<(RowInfo, f64)>> {
        let reference = self.references.iter().find(|it| it.id == id)?;
        let infos = reference.kind.rows();
        let mut rows = vec![Row::default(); infos.len()];
        let ends = self.end_ports(&reference.ends, &state.q, &state.v);
        // Kinds that can be references have no memory.
        reference
            .kind
            .evaluate(&ends[..reference.ends.len()], state.time, &[], &mut rows);
        Some(infos.into_iter().zip(rows.iter().map(|row| row.value)).collect())
    }
}
