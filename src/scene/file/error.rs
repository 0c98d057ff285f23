//! Faults of a file, as lines of `file:line:col: fault, item, remedy`.

use std::borrow::Cow;
use std::fmt;

use ron::error::{Error as Code, SpannedError};

use crate::parameter::{bounded, shortened};

/// One fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column, counted from 1; `None` for the file as a whole.
    pub at: Option<(usize, usize)>,
    /// Name of the item concerned, if there is one.
    pub item: Option<String>,
    /// The message, a sentence.
    pub message: String,
}

impl Fault {
    /// The message, shortened for display: a text from a file may be as long as the file.
    pub fn told(&self) -> Cow<'_, str> {
        bounded(&self.message)
    }

    /// The fault as a line, `file:line:column: message`.
    pub fn of_file(&self, file: &str) -> String {
        let told = self.told();
        match self.at {
            Some((line, col)) => format!("{file}:{line}:{col}: {told}"),
            None => format!("{file}: {told}"),
        }
    }
}

/// Message for brackets that are nested too deep.
pub(super) const TOO_DEEP: &str = "brackets are nested deeper than any scene needs; is it a scene?";

/// Message for a file that ends before its brackets are closed.
pub(super) const CUT_OFF: &str = "the file ends in the middle; it may have been cut off";

/// Largest number of listed faults; the others are counted.
pub const MOST_FAULTS: usize = 200;

/// Collected faults: the first ones are kept, the others counted.
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

    /// Whether there are no faults.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Number of faults.
    pub(super) fn len(&self) -> usize {
        self.list.len() + self.more
    }

    /// Whether further faults are counted only.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() == MOST_FAULTS
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }

    /// The error for this file.
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
    /// Name of the file in messages.
    pub file: String,
    /// Faults in the order of the file: at least one, and at most [`MOST_FAULTS`].
    pub faults: Vec<Fault>,
    /// Number of further faults.
    pub more: usize,
}

impl FileError {
    /// An error with one fault.
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

/// What is wrong with a number where a whole one is expected; `pair` is the `name: value`.
pub(super) fn of_whole_number(code: &Code, name: &str, pair: &str) -> Option<String> {
    if !matches!(
        code,
        Code::ExpectedComma | Code::IntegerOutOfBounds | Code::InvalidIntegerDigit { .. }
    ) {
        return None;
    }
    let value = pair.split_once(':')?.1.trim_end_matches(',').trim();
    let number = value.parse::<f64>().ok().filter(|it| it.is_finite())?;
    let value = shortened(value);
    Some(
        match number.fract() == 0.0 && matches!(code, Code::IntegerOutOfBounds) {
            true => format!("{value} is out of range for `{name}`; give a number nearer to zero"),
            false => {
                format!("`{name}` is a whole number, written without point or exponent, and {value} is not")
            }
        },
    )
}

/// Converts an error of the RON parser into a fault with a remedy.
pub fn from_ron(error: &SpannedError) -> Fault {
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
        Code::ExpectedFloat => "there is no finite number here; write one, as 0.3 or 1e-3".to_owned(),
        _ => format!("{words}; put it right here"),
    };
    Fault {
        at,
        item: None,
        message,
    }
}
