//! Recovery of unsaved work across kills and between instances; each instance is a process of its own: this test program, started again.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tinkertoy::app::autosave::{Autosave, News};
use tinkertoy::app::rescue::{self, Origin};
use tinkertoy::app::storage::Storage;
use tinkertoy::scene::Scene;

const HOME: &str = "TINKERTOY_TEST_EDITS_BELOW";
const OF: &str = "TINKERTOY_TEST_EDITS_OF";
/// Time between two edits of an instance.
const BEAT: Duration = Duration::from_millis(50);

/// An empty home for a test of this name.
fn home(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("rescue")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// This program as an instance that edits until it is killed: edit k sets the title to k. It writes the number of its edits to a file.
#[test]
fn instance_for_other_tests() {
    let Some(home) = std::env::var_os(HOME).map(PathBuf::from) else {
        return;
    };
    let of = std::env::var_os(OF).map(PathBuf::from);
    let mut keeper = Autosave::new(Some(Storage::at(&home)));
    let count = home.join(format!("edits-{}", std::process::id()));
    let mut scene = Scene::default();
    scene.info.description = "padding ".repeat(5000);
    let mut last = Instant::now();
    for k in 1_u64.. {
        scene.info.title = k.to_string();
        let origin = Origin {
            path: of.clone(),
            seen: None,
        };
        let elapsed = last.elapsed().as_secs_f64();
        last = Instant::now();
        match keeper.update(true, elapsed, || (scene.clone(), origin)) {
            Some(News::Failing(why)) => println!("failing: {why}"),
            Some(News::KeptAgain) => println!("kept again"),
            None => {}
        }
        // By a rename, so that the file is never read half written.
        let beside = count.with_extension("new");
        if fs::write(&beside, k.to_string()).is_ok() {
            let _ = fs::rename(&beside, &count);
        }
        std::thread::sleep(BEAT);
    }
}

/// A command that starts an instance.
fn instance(home: &Path, of: Option<&Path>) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "instance_for_other_tests", "--nocapture"])
        .env(HOME, home)
        .stdout(Stdio::piped());
    if let Some(of) = of {
        command.env(OF, of);
    }
    command
}

fn edits(home: &Path, child: &Child) -> u64 {
    let text = fs::read_to_string(home.join(format!("edits-{}", child.id())));
    text.ok().and_then(|text| text.parse().ok()).unwrap_or(0)
}

fn wait_for_edits(home: &Path, child: &Child, count: u64) {
    let begin = Instant::now();
    while edits(home, child) < count {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the instance does not edit"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Number of instances that are killed at the same time, each with a home of its own; they sleep nearly all the time.
const AT_ONCE: u64 = 5;

/// 20 kills while editing, or `TINKERTOY_KILLS` of them: at most two seconds of edits are lost, and the copy always opens.
#[test]
fn a_kill_loses_no_more_than_two_seconds_of_edits() {
    let times: u64 = std::env::var("TINKERTOY_KILLS")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(20);
    std::thread::scope(|scope| {
        for one in 0..AT_ONCE.min(times) {
            scope.spawn(move || {
                kill_again_and_again(
                    &home(&format!("kills-{one}")),
                    (one..times).step_by(AT_ONCE as usize),
                )
            });
        }
    });
}

/// Kills an instance at a different moment for each `k`, and examines its copy.
fn kill_again_and_again(home: &Path, kills: impl Iterator<Item = u64>) {
    let storage = Storage::at(home);
    let file = home.join("machine.ron");
    let most = (Duration::from_secs(2).as_secs_f64() / BEAT.as_secs_f64()) as u64;
    for k in kills {
        let mut child = instance(home, Some(&file)).spawn().unwrap();
        // Enough edits for a copy to exist, however slow the disk.
        wait_for_edits(home, &child, most + 2 + k * 7 % 20);
        std::thread::sleep(Duration::from_millis(k * 13 % 50));
        kill(&mut child);
        let found = rescue::find(&storage, Some(&file));
        assert!(found.damaged.is_empty(), "kill {k}: {:?}", found.damaged);
        let rescued = found
            .rescued
            .unwrap_or_else(|| panic!("kill {k}: nothing came back"));
        let kept: u64 = rescued.scene.info.title.parse().unwrap();
        let made = edits(home, &child);
        assert!(kept + most >= made, "kill {k}: {kept} of {made} edits came back");
        rescued.slot.clear();
    }
    let left: Vec<_> = fs::read_dir(storage.rescue()).unwrap().collect();
    assert!(
        left.len() <= 1,
        "what killed writers left does not pile up: {left:?}"
    );
}

/// Two instances: neither takes the live work of the other for a crash, nor deletes it; that of a killed one alone is offered.
#[test]
fn two_instances_keep_out_of_each_others_work() {
    let home = home("two");
    let storage = Storage::at(&home);
    let files = [home.join("a.ron"), home.join("b.ron")];
    let mut children: Vec<Child> = files
        .iter()
        .map(|file| instance(&home, Some(file)).spawn().unwrap())
        .collect();
    let copies = || {
        let names = fs::read_dir(storage.rescue()).into_iter().flatten().flatten();
        names
            .filter(|it| it.path().extension().is_some_and(|it| it == "ron"))
            .count()
    };
    let begin = Instant::now();
    while copies() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(10));
    }
    for wanted in [None, Some(files[0].as_path()), Some(files[1].as_path())] {
        let found = rescue::find(&storage, wanted);
        assert!(found.rescued.is_none() && found.others == 0, "{found:?}");
    }
    kill(&mut children[0]);
    assert!(rescue::find(&storage, Some(&files[1])).rescued.is_none());
    let found = rescue::find(&storage, None).rescued.unwrap();
    assert_eq!(found.origin.path.as_ref(), Some(&files[0]));
    found.slot.clear();
    assert_eq!(copies(), 1, "the living one's is there still");
    kill(&mut children[1]);
    let found = rescue::find(&storage, None).rescued.unwrap();
    assert_eq!(found.origin.path.as_ref(), Some(&files[1]));
}

/// A full disk is reported, and earlier copies stay.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said() {
    let home = home("full");
    let mut plain = instance(&home, None);
    let program = plain.get_program().to_owned();
    let arguments: Vec<_> = plain.get_args().map(ToOwned::to_owned).collect();
    plain.env(HOME, &home);
    let mut limited = Command::new("sh");
    // Limit of 8 blocks of 512 bytes; a copy is longer. Writing fails instead of killing the process.
    limited
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(program)
        .args(arguments)
        .env(HOME, &home)
        .stdout(Stdio::piped());
    let mut child = limited.spawn().unwrap();
    wait_for_edits(&home, &child, 60);
    kill(&mut child);
    let told = std::io::read_to_string(child.stdout.take().unwrap()).unwrap();
    assert_eq!(told.matches("failing: ").count(), 1, "told once: {told}");
    assert!(told.contains("rescue"), "by name: {told}");
}
