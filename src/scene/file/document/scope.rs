//! A scope as written to a file.

use serde::{Deserialize, Serialize};

use super::left_out::is_false;
use crate::scene;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "scope")]
pub struct Scope {
    signals: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    against: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    spectrum: bool,
}

impl From<&scene::Scope> for Scope {
    fn from(it: &scene::Scope) -> Self {
        let scene::Scope {
            signals,
            against,
            spectrum,
        } = it.clone();
        Self {
            signals,
            against,
            spectrum,
        }
    }
}

impl From<Scope> for scene::Scope {
    fn from(it: Scope) -> Self {
        Self {
            signals: it.signals,
            against: it.against,
            spectrum: it.spectrum,
        }
    }
}
