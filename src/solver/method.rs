//! The ways to solve the system, by name.

use std::fmt;
use std::str::FromStr;

/// A way to solve the system. All of them answer the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Method {
    /// Block LDL^T of the sparse matrix H, in an order that fills nothing on trees (Baraff 1996, section 7).
    #[default]
    Sparse,
    /// Cholesky factor of `A = J W J^T`, formed densely (Baraff 1996, section 5).
    Dense,
}

impl Method {
    /// Every method, in the order in which they are shown.
    pub const ALL: [Self; 2] = [Self::Sparse, Self::Dense];

    /// The word that stands for the method in files and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Dense => "dense",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A word that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver method \"{0}\"; there are: sparse, dense")]
pub struct UnknownMethod(pub String);

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(id: &str) -> Result<Self, UnknownMethod> {
        Self::ALL
            .into_iter()
            .find(|method| method.id() == id)
            .ok_or_else(|| UnknownMethod(id.to_owned()))
    }
}
