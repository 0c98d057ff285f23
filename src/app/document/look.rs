//! Check of a file for changes by another program.

use std::path::Path;
use std::time::SystemTime;

use crate::scene::file::{Fingerprint, LARGEST, read_start};

/// Length and modification time of a file: as long as they are unchanged, the file need not be read again.
pub(super) type Stamp = (u64, SystemTime);
/// Result of a check; no fingerprint where the file is gone or its stamp is unchanged.
pub(super) type Look = (Option<Stamp>, Option<Fingerprint>);

/// Checks a file; reads it where its stamp differs from the last one. Of a file larger than any scene the start is
/// enough. What is no regular file is not read: it holds nothing that a save could destroy, as saving refuses it.
pub(super) fn look(path: &Path, last: Option<Stamp>) -> Look {
    let stamp = std::fs::metadata(path)
        .and_then(|it| Ok((it.len(), it.modified()?)))
        .ok();
    let found = (stamp.is_none() || stamp != last)
        .then(|| read_start(path, LARGEST).ok())
        .flatten();
    (stamp, found.map(|bytes| Fingerprint::of(&bytes)))
}
