//! A pipe or a device in place of a scene file: nothing blocks on it, and nothing of it is read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::mpsc::channel;
use std::time::Duration;

use super::tests::{look_now, opened, settle, titled};
use super::*;
use crate::app::storage::{make_pipe, temporary};
use crate::scene::file::LARGEST;

/// Runs `work`, and fails if it blocks.
fn at_once<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (outbox, result) = channel();
    std::thread::spawn(move || outbox.send(work()));
    result
        .recv_timeout(Duration::from_secs(30))
        .expect("it waits, or broke down")
}

fn told(document: &Document) -> String {
    match document.question() {
        Some(Question::Failed { lines, .. }) => lines.join("\n"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_path_of_a_pipe_to_save_to_is_refused_by_name() {
    let folder = temporary("pipe-prompt");
    let (path, own) = (folder.join("pipe.ron"), folder.join("own.ron"));
    make_pipe(&path);
    let told = at_once(move || {
        let mut document = opened(&own, "own");
        document.question = Some(Question::PathToSave(PathBuf::new()));
        document.reply(Reply::Path(path.clone()), &titled("mine"));
        assert_eq!(document.question(), Some(&Question::Overwrite(path)));
        document.reply(Reply::Overwrite, &titled("mine"));
        settle(&mut document, &titled("mine"));
        told(&document)
    });
    assert!(
        told.contains("pipe.ron") && told.contains("it is a pipe or a device"),
        "{told}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_became_a_pipe_or_a_device_is_looked_at_and_not_read() {
    let folder = temporary("pipe-look");
    let path = folder.join("a.ron");
    let change: [fn(&Path); 2] = [make_pipe, |path| {
        std::os::unix::fs::symlink("/dev/zero", path).unwrap();
    }];
    for become_other in change {
        let path = path.clone();
        at_once(move || {
            let mut document = opened(&path, "first");
            look_now(&mut document);
            std::fs::remove_file(&path).unwrap();
            become_other(&path);
            look_now(&mut document);
            assert_eq!(document.question(), None);
            // A save refuses it by name instead of waiting for it.
            document.save(&titled("mine"));
            settle(&mut document, &titled("mine"));
            let told = told(&document);
            assert!(told.contains("it is a pipe or a device"), "{told}");
            // A regular file in its place is noticed.
            document.reply(Reply::Cancel, &titled("mine"));
            std::fs::remove_file(&path).unwrap();
            file::save(&titled("theirs"), &path).unwrap();
            look_now(&mut document);
            assert_eq!(document.question(), Some(&Question::ChangedOutside(path.clone())));
            std::fs::remove_file(&path).unwrap();
        });
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// Only the start of such a file is read, which differs from that of any scene.
#[test]
fn a_file_that_became_larger_than_any_scene_counts_as_changed() {
    let folder = temporary("large-look");
    let path = folder.join("a.ron");
    let mut document = opened(&path, "first");
    look_now(&mut document);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(4 * LARGEST as u64).unwrap();
    document.save(&titled("mine"));
    settle(&mut document, &titled("mine"));
    assert_eq!(
        document.question(),
        Some(&Question::OverwriteChanged(path.clone()))
    );
    document.reply(Reply::Cancel, &titled("mine"));
    look_now(&mut document);
    assert_eq!(document.question(), Some(&Question::ChangedOutside(path)));
    std::fs::remove_dir_all(folder).unwrap();
}
