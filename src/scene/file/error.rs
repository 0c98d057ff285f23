//! What is wrong with a file, as lines of `file:line:col: what, which item, what to do`.

use std::borrow::Cow;
use std::fmt;

use ron::error::{Error as Code, SpannedError};

use crate::parameter::{bounded, shortened};

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, counted from 1; none for the file as a whole.
    pub at: Option<(usize, usize)>,
    /// Name of the item, where it is one's.
    pub item: Option<String>,
    /// A sentence.
    pub message: String,
}

impl Fault {
    /// Its sentence as it is told: what a file gives has no bound but that of files, and would fill a terminal or a window.
    pub fn told(&self) -> Cow<'_, str> {
        bounded(&self.message)
    }

    /// It as a line, `file:line:column: what`.
    pub fn of_file(&self, file: &str) -> String {
        let told = self.told();
        match self.at {
            Some((line, col)) => format!("{file}:{line}:{col}: {told}"),
            None => format!("{file}: {told}"),
        }
    }
}

/// What is said of too many brackets within each other.
pub(super) const TOO_DEEP: &str = "brackets are nested deeper than any scene needs; is it a scene?";

/// What is said of a file that ends before its brackets are closed.
pub(super) const CUT_OFF: &str = "the file ends in the middle; it may have been cut off";

/// Most faults that are listed; the rest are counted.
pub const MOST_FAULTS: usize = 200;

/// Faults as they are found: the first of them kept, the rest counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Faults {
    list: Vec<Fault>,
    more: usize,
}

impl Faults {
    pub(super) fn push(&mut self, fault: Fault) {
        if self.list.len() < MOST_FAULTS {
            self.list.push(fault);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn add(&mut self, at: Option<(usize, usize)>, message: String) {
        self.push(Fault {
            at,
            item: None,
            message,
        });
    }

    pub(super) fn add_of(&mut self, item: &str, at: Option<(usize, usize)>, message: String) {
        self.push(Fault {
            at,
            item: Some(item.to_owned()),
            message,
        });
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len() + self.more
    }

    /// Whether more of them would only be counted.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() == MOST_FAULTS
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }

    /// The error they make of this file.
    pub(super) fn into_error(self, file: &str) -> FileError {
        let Self { mut list, more } = self;
        list.sort_by_key(|fault| fault.at);
        FileError {
            file: file.to_owned(),
            faults: list,
            more,
        }
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = std::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

/// Why a file was not read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// What to call the file.
    pub file: String,
    /// What is wrong, in the order of the file: at least one fault, and at most [`MOST_FAULTS`].
    pub faults: Vec<Fault>,
    /// How many more there are.
    pub more: usize,
}

impl FileError {
    /// One fault.
    pub fn one(file: &str, at: Option<(usize, usize)>, message: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            faults: vec![Fault {
                at,
                item: None,
                message: message.into(),
            }],
            more: 0,
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, fault) in self.faults.iter().enumerate() {
            if k > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&fault.of_file(&self.file))?;
        }
        if self.more > 0 {
            write!(f, "\n{}: and {} more of that sort", self.file, self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

/// A fault of grammar, or of a field, with what to do about it.
pub(super) fn from_ron(error: &SpannedError) -> Fault {
    let at = Some((error.span.start.line, error.span.start.col));
    let words = error.code.to_string();
    let words = bounded(&words);
    let message = match &error.code {
        Code::Eof => CUT_OFF.to_owned(),
        Code::TrailingCharacters => "there is trailing text here; is a comma missing before it?".to_owned(),
        Code::ExceededRecursionLimit => TOO_DEEP.to_owned(),
        Code::MissingStructField { field, outer } => match (*field, outer) {
            ("version", _) => "the scene does not say which version it is; put `version: 2` first".to_owned(),
            (field, Some(outer)) => format!("{outer} has no `{field}`; give one"),
            (field, None) => format!("`{field}` is missing; give one"),
        },
        Code::NoSuchStructField {
            expected,
            found,
            outer,
        } => {
            let found = shortened(found);
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
            let found = shortened(found);
            format!("there is no kind `{found}`; give one of {}", expected.join(", "))
        }
        Code::DuplicateStructField { field, .. } => format!("`{field}` is given twice; take one out"),
        Code::ExpectedStructLike | Code::ExpectedNamedStructLike(_) => {
            format!("{words}; a kind is written with brackets, as in Pin() or Disk(radius: 0.3)")
        }
        _ => format!("{words}; put it right here"),
    };
    Fault {
        at,
        item: None,
        message,
    }
}
