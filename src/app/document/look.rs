//! A look at a file, for what another program may have written.

use std::path::Path;
use std::time::SystemTime;

use crate::scene::file::{Fingerprint, LARGEST, read_start};

/// Length and time of change of a file: as long as they stay, it need not be read again.
pub(super) type Stamp = (u64, SystemTime);
/// What a look found: nothing more where the file is gone or its stamp stays.
pub(super) type Look = (Option<Stamp>, Option<Fingerprint>);

/// Looks at a file; reads it where its stamp is another than the last one. Of what is larger than any scene the start says
/// enough, and what is no regular file can hold nothing that a save would lose: it is refused there.
pub(super) fn look(path: &Path, last: Option<Stamp>) -> Look {
    let stamp = std::fs::metadata(path)
        .and_then(|it| Ok((it.len(), it.modified()?)))
        .ok();
    let found = (stamp.is_none() || stamp != last)
        .then(|| read_start(path, LARGEST).ok())
        .flatten();
    (stamp, found.map(|bytes| Fingerprint::of(&bytes)))
}
