//! Notes and dimensions as written to a file.

use serde::{Deserialize, Serialize};

use super::End;
use crate::scene;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "note")]
pub(in crate::scene::file) struct Note {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) at: End,
}

impl Note {
    pub(super) fn of(it: &scene::Note, at: End) -> Self {
        Self {
            name: it.name.clone(),
            text: it.text.clone(),
            at,
        }
    }
}

/// A distance with two ends, an angle with three.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "dimension")]
pub(in crate::scene::file) struct Dimension {
    pub(super) name: String,
    pub(super) a: End,
    pub(super) b: End,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) c: Option<End>,
    #[serde(default, skip_serializing_if = "not_pulled")]
    pub(super) pulled: (f64, f64),
}

fn not_pulled(pulled: &(f64, f64)) -> bool {
    *pulled == (0.0, 0.0)
}

impl Dimension {
    pub(super) fn of(it: &scene::Dimension, end: impl Fn(&scene::Attach) -> End) -> Self {
        let at = |k: usize| it.ends.get(k).map(&end);
        // A legal dimension has at least two ends.
        let lost = || end(&scene::Attach::ground(crate::math::Vec2::ZERO));
        Self {
            name: it.name.clone(),
            a: at(0).unwrap_or_else(lost),
            b: at(1).unwrap_or_else(lost),
            c: at(2),
            pulled: it.pulled.into(),
        }
    }
}
