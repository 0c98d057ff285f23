//! Parts that left the view.

use std::collections::BTreeMap;

use crate::scene::Id;

/// How long each part has been away (s).
#[derive(Clone, Debug, Default)]
pub(super) struct Away(pub(super) BTreeMap<Id, f64>);
