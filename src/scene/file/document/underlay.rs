//! The underlay as written to a file: the picture's file in base 64.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::left_out::{is_false, is_zero};
use crate::math::Vec2;
use crate::raster::{ImageFile, base64};
use crate::scene;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "underlay")]
pub(in crate::scene::file) struct Underlay {
    at: Vec2,
    width: f64,
    #[serde(default, skip_serializing_if = "is_zero")]
    angle: f64,
    #[serde(default = "usual_opacity")]
    opacity: f64,
    #[serde(default, skip_serializing_if = "is_false")]
    hidden: bool,
    picture: String,
}

fn usual_opacity() -> f64 {
    scene::Underlay::USUAL_OPACITY
}

impl Underlay {
    pub(super) fn of(it: &scene::Underlay) -> Self {
        Self {
            at: it.center,
            width: it.width,
            angle: it.angle,
            opacity: it.opacity,
            hidden: it.hidden,
            picture: base64::encode(it.file.bytes()),
        }
    }

    /// Converts to an underlay; the error says why this fails.
    pub(super) fn into_underlay(self) -> Result<scene::Underlay, String> {
        let Some(bytes) = base64::decode(&self.picture) else {
            return Err("underlay: its `picture` is no text in base 64; put the picture in anew".to_owned());
        };
        let file = ImageFile::kept(bytes).map_err(|error| format!("underlay: {error}"))?;
        Ok(scene::Underlay {
            file: Arc::new(file),
            center: self.at,
            width: self.width,
            angle: self.angle,
            opacity: self.opacity,
            hidden: self.hidden,
        })
    }
}
