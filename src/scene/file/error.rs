//! What is wrong with a file, as lines of `file:line:col: what, which item, what to do`.

use std::fmt;

use ron::error::{Error as Code, SpannedError};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, counted from 1; none for the file as a whole.
    pub at: Option<(usize, usize)>,
    /// A sentence.
    pub message: String,
}

/// Why a file was not read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// What to call the file.
    pub file: String,
    /// All that is wrong, in the order of the file; never empty.
    pub faults: Vec<Fault>,
}

impl FileError {
    pub(super) fn one(file: &str, at: Option<(usize, usize)>, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            faults: vec![Fault {
                at,
                message: message.into(),
            }],
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, fault) in self.faults.iter().enumerate() {
            if k > 0 {
                f.write_str("\n")?;
            }
            match fault.at {
                Some((line, col)) => write!(f, "{}:{line}:{col}: {}", self.file, fault.message)?,
                None => write!(f, "{}: {}", self.file, fault.message)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// A fault of grammar, or of a field, with what to do about it.
pub(super) fn from_ron(file: &str, error: &SpannedError) -> FileError {
    let at = Some((error.span.start.line, error.span.start.col));
    let words = error.code.to_string();
    let message = match &error.code {
        Code::Eof => "the file ends in the middle; it may have been cut off".to_owned(),
        Code::ExceededRecursionLimit => {
            "brackets are nested deeper than any scene needs; is it a scene?".to_owned()
        }
        Code::MissingStructField { field, outer } => match (*field, outer) {
            ("version", _) => "the scene does not say which version it is; put `version: 1` first".to_owned(),
            (field, Some(outer)) => format!("{outer} has no `{field}`; give one"),
            (field, None) => format!("`{field}` is missing; give one"),
        },
        Code::NoSuchStructField {
            expected,
            found,
            outer,
        } => {
            let of = outer
                .as_ref()
                .map_or(String::new(), |outer| format!(" of {outer}"));
            if expected.is_empty() {
                format!("there is no field `{found}`{of}; take it out")
            } else {
                format!(
                    "there is no field `{found}`{of}; give one of {}",
                    expected.join(", ")
                )
            }
        }
        Code::NoSuchEnumVariant { expected, found, .. } => {
            format!("there is no kind `{found}`; give one of {}", expected.join(", "))
        }
        Code::DuplicateStructField { field, .. } => format!("`{field}` is given twice; take one out"),
        Code::ExpectedStructLike | Code::ExpectedNamedStructLike(_) => {
            format!("{words}; a kind is written with brackets, as in Pin() or Disk(radius: 0.3)")
        }
        _ => format!("{words}; put it right here"),
    };
    FileError::one(file, at, message)
}
