//! Saving is atomic: the file is written whole or not at all, despite kills, full disks and obstacles.

use std::fs;
use std::path::{Path, PathBuf};

use tinkertoy::scene::Scene;
use tinkertoy::scene::file::{self, Fingerprint, NotSaved};

use crate::one_of_each;

/// An empty folder for a test of this name.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("saving")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn titled(title: &str) -> Scene {
    let mut scene = Scene::default();
    scene.info.title = title.into();
    scene
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn saving_is_whole_or_not_at_all() {
    let folder = folder("whole");
    let path = folder.join("machine.ron");
    let scene = one_of_each();
    file::save(&scene, &path).unwrap();
    assert_eq!(file::load(&path).unwrap(), scene);
    assert_eq!(fs::read_to_string(&path).unwrap(), file::write(&scene));

    // A scene that could not be read back is not written, and the file stays.
    let mut bad = scene.clone();
    bad.settings.dt = f64::NAN;
    let refused = file::save(&bad, &path).unwrap_err().to_string();
    assert!(
        refused.contains("machine.ron: not saved") && refused.contains("dt is NaN"),
        "{refused}"
    );
    assert_eq!(file::load(&path).unwrap(), scene);
    let fails = |path: &Path, words: &str| {
        let error = file::save(&scene, path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    fails(&folder, "folder");
    fails(&folder.join("no/such/folder.ron"), "cannot be written");
    fails(&folder.join("x".repeat(300)), "cannot be written");
    assert_eq!(names(&folder), ["machine.ron"]);
    let absent = file::load(&folder.join("absent.ron")).unwrap_err();
    assert!(absent.to_string().contains("cannot be read"));
}

#[test]
fn what_another_program_wrote_is_not_written_over() {
    let path = folder("outside").join("machine.ron");
    let known = file::save(&titled("first"), &path).unwrap();
    assert_eq!(known, Fingerprint::of(&fs::read(&path).unwrap()));
    fs::write(&path, "(version: 1, title: \"theirs\")").unwrap();
    let refused = file::save_unless_changed(&titled("mine"), &path, Some(known));
    assert_eq!(refused, Err(NotSaved::ChangedOutside));
    assert_eq!(file::load(&path).unwrap().info.title, "theirs");
    assert_eq!(names(path.parent().unwrap()), ["machine.ron"]);
    // A deleted file is written anew.
    fs::remove_file(&path).unwrap();
    assert!(file::save_unless_changed(&titled("mine"), &path, Some(known)).is_ok());
}

#[test]
fn the_longest_name_is_saved_to() {
    let path = folder("long").join(format!("{}.ron", "n".repeat(251)));
    for title in ["one", "two"] {
        file::save(&titled(title), &path).unwrap();
        assert_eq!(file::load(&path).unwrap().info.title, title);
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn a_link_stays_a_link_and_permissions_stay_as_they_were() {
        let folder = folder("link");
        let (path, link) = (folder.join("machine.ron"), folder.join("link.ron"));
        file::save(&one_of_each(), &path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        file::save(&Scene::default(), &link).unwrap();
        assert!(link.is_symlink());
        assert!(file::load(&path).unwrap().is_empty());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn a_name_that_is_no_text_is_saved_to() {
        use std::os::unix::ffi::OsStrExt;
        let path = folder("no-text").join(std::ffi::OsStr::from_bytes(b"\xff\xfe.ron"));
        file::save(&titled("any bytes"), &path).unwrap();
        assert_eq!(file::load(&path).unwrap().info.title, "any bytes");
    }

    #[test]
    fn a_device_a_pipe_and_a_read_only_file_are_refused_and_stay() {
        let folder = folder("refused");
        let pipe = folder.join("pipe.ron");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for path in [Path::new("/dev/null"), &pipe] {
            let error = file::save(&Scene::default(), path).unwrap_err().to_string();
            assert!(error.contains("a pipe or a device"), "{error}");
            let error = file::load(path).unwrap_err().to_string();
            assert!(error.contains("a pipe or a device"), "{error}");
            assert!(!fs::metadata(path).unwrap().is_file());
        }
        let path = folder.join("read-only.ron");
        file::save(&titled("precious"), &path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        let error = file::save(&Scene::default(), &path).unwrap_err().to_string();
        assert!(error.contains("read-only"), "{error}");
        assert_eq!(file::load(&path).unwrap().info.title, "precious");
        assert_eq!(names(&folder), ["pipe.ron", "read-only.ron"]);
    }

    /// Files left by killed writers are removed by the next save; a link planted under such a name is not written through.
    #[test]
    fn what_killed_writers_left_is_taken_away_and_planted_links_are_not_followed() {
        let folder = folder("leftovers");
        let path = folder.join("machine.ron");
        let precious = folder.join("precious");
        fs::write(&precious, "precious").unwrap();
        let part = part_of(&path);
        let start = part
            .rsplit_once('-')
            .unwrap()
            .0
            .rsplit_once('-')
            .unwrap()
            .0
            .to_owned();
        fs::write(folder.join(format!("{start}-1-0.part")), "half a sc").unwrap();
        for count in 0..50 {
            let name = format!("{start}-{}-{count}.part", std::process::id());
            symlink(&precious, folder.join(name)).unwrap();
        }
        file::save(&titled("whole"), &path).unwrap();
        assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
        assert_eq!(file::load(&path).unwrap().info.title, "whole");
        assert!(!path.is_symlink());
        assert!(
            !folder.join(format!("{start}-1-0.part")).exists(),
            "{:?}",
            names(&folder)
        );
    }

    /// The name of the temporary file while this file is written, observed from a stopped writer.
    fn part_of(path: &Path) -> String {
        let mut child = kills::writer(path);
        let parts = || {
            names(path.parent().unwrap())
                .into_iter()
                .find(|name| name.ends_with(".part"))
        };
        let found = loop {
            if let Some(name) = parts() {
                break name;
            }
        };
        child.kill().unwrap();
        child.wait().unwrap();
        found
    }

    /// A full disk: writing fails in the middle.
    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let folder = folder("full");
        let path = folder.join("machine.ron");
        file::save(&titled("old"), &path).unwrap();
        let output = kills::command(&path, "once")
            .map(|mut command| {
                // Blocks of 512 bytes; the writer's text is longer. Writing fails instead of killing the process.
                let program = command.get_program().to_owned();
                let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
                let mut limited = std::process::Command::new("sh");
                limited
                    .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""])
                    .arg(program)
                    .args(arguments);
                for (key, value) in command.get_envs() {
                    limited.env(key, value.unwrap());
                }
                command = limited;
                command.output().unwrap()
            })
            .unwrap();
        let told =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("cannot be written"), "{told}");
        assert_eq!(file::load(&path).unwrap().info.title, "old");
        assert_eq!(names(&folder), ["machine.ron"]);
    }

    /// Writers killed at arbitrary moments: 20 times here, or `TINKERTOY_KILLS` times.
    mod kills {
        use super::*;
        use std::process::{Child, Command, Stdio};
        use std::time::{Duration, Instant};

        const WHERE: &str = "TINKERTOY_TEST_SAVES_TO";

        /// This test program as a writer: it saves one scene after another until it is killed.
        #[test]
        fn writer_for_other_tests() {
            let Some(path) = std::env::var_os(WHERE) else {
                return;
            };
            let mut scene = one_of_each();
            for k in 0_u64.. {
                scene.info.title = format!("save {k}");
                scene.info.description = "padding ".repeat(500);
                match file::save(&scene, Path::new(&path)) {
                    Err(error) => {
                        println!("{error}");
                        return;
                    }
                    Ok(_) if std::env::var_os("TINKERTOY_TEST_ONCE").is_some() => return,
                    Ok(_) => {}
                }
            }
        }

        pub fn command(path: &Path, how: &str) -> std::io::Result<Command> {
            let mut command = Command::new(std::env::current_exe()?);
            command
                .args([
                    "--exact",
                    "saving::unix::kills::writer_for_other_tests",
                    "--nocapture",
                ])
                .env(WHERE, path);
            if how == "once" {
                command.env("TINKERTOY_TEST_ONCE", "1");
            }
            Ok(command)
        }

        pub fn writer(path: &Path) -> Child {
            command(path, "again and again")
                .unwrap()
                .stdout(Stdio::null())
                .spawn()
                .unwrap()
        }

        #[test]
        fn no_kill_leaves_a_file_that_does_not_open() {
            let times: u32 = std::env::var("TINKERTOY_KILLS")
                .ok()
                .and_then(|it| it.parse().ok())
                .unwrap_or(20);
            let folder = folder("kills");
            let path = folder.join("machine.ron");
            file::save(&titled("save 0"), &path).unwrap();
            let mut last = String::new();
            let mut changed = 0;
            for k in 0..times {
                let mut child = writer(&path);
                // After its start, at a different moment each time.
                let begin = Instant::now();
                while !names(&folder).iter().any(|it| it.ends_with(".part"))
                    && begin.elapsed() < Duration::from_secs(20)
                {}
                std::thread::sleep(Duration::from_micros(u64::from(k * 7919 % 23) * 800));
                child.kill().unwrap();
                child.wait().unwrap();
                let title = file::load(&path)
                    .unwrap_or_else(|e| panic!("kill {k}: {e}"))
                    .info
                    .title;
                assert!(title.starts_with("save "), "{title}");
                changed += u32::from(title != last);
                last = title;
            }
            assert!(changed > 0, "the writer never came to write");
            file::save(&titled("after"), &path).unwrap();
            assert_eq!(names(&folder), ["machine.ron"], "what was left is taken away");
        }
    }
}
