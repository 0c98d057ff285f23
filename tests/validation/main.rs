//! The problems of the validation report, against their references.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agreement;
mod containment;
mod lasting;
mod product;
mod stability;
