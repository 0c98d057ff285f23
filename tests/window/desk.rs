//! A virtual display, with simulated mouse and keyboard input.

use crate::picture::Picture;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for anything on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Buttons and keys are held for this long, since a slow frame could miss a shorter press.
const HOLD: Duration = Duration::from_millis(120);

/// A display with its server, a home folder for the program, and the programs started on it.
pub struct Desk {
    server: Child,
    display: String,
    /// Folder for all files of the program.
    pub home: PathBuf,
    /// Whether other programs are hidden from the program.
    alone: bool,
}

/// A running program, which is ended when this value is dropped.
pub struct Running {
    child: Child,
}

fn has(program: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}

impl Desk {
    /// Opens a display of this size in pixels; `None` where the machine cannot have one and the tests are not required.
    pub fn open(width: u32, height: u32) -> Option<Desk> {
        let missing: Vec<&str> = ["Xvfb", "xdotool", "import"]
            .into_iter()
            .filter(|program| !has(program))
            .collect();
        if !missing.is_empty() {
            let required = std::env::var_os("TINKERTOY_WINDOW_TESTS").is_some_and(|v| v == "required");
            assert!(!required, "the window tests need {missing:?}");
            eprintln!("passed over: the window tests need {missing:?}");
            return None;
        }
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-noreset",
                "-nolisten",
                "tcp",
                "-screen",
                "0",
                &format!("{width}x{height}x24"),
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        let home = std::env::temp_dir().join(format!(
            "tinkertoy-window-{}-{}",
            std::process::id(),
            number.trim()
        ));
        std::fs::create_dir_all(&home).unwrap();
        Some(Desk {
            server,
            display: format!(":{}", number.trim()),
            home,
            alone: false,
        })
    }

    /// A command on this display with this home.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("GSETTINGS_BACKEND", "memory")
            .env("NO_AT_BRIDGE", "1")
            .env("HOME", &self.home)
            .env("XDG_RUNTIME_DIR", &self.home)
            .env("TINKERTOY_HOME", &self.home)
            .current_dir(&self.home);
        command
    }

    /// Starts the program, and waits until its window shows something.
    pub fn start(&self, arguments: &[&str]) -> Running {
        let mut command = self.command(env!("CARGO_BIN_EXE_tinkertoy"));
        if self.alone {
            command.env("PATH", &self.home);
        }
        let child = command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut running = Running { child };
        self.wait_for("a window", || {
            running.must_run();
            self.has_window("Tinkertoy")
        });
        self.wait_for("a picture in the window", || {
            running.must_run();
            self.shot().is_drawn()
        });
        running
    }

    /// Writes settings of an experienced user, so that the program shows no hints over the canvas.
    pub fn settle_in(&self) {
        let folder = self.home.join("config");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(
            folder.join("settings.ron"),
            "(learned_to_grab: true, card_done: true)",
        )
        .unwrap();
    }

    /// Whether a window exists whose title contains this text.
    pub fn has_window(&self, title: &str) -> bool {
        self.window(title).is_some()
    }

    /// The window whose title contains this text.
    fn window(&self, title: &str) -> Option<String> {
        let found = self
            .command("xdotool")
            .args(["search", "--onlyvisible", "--name", title])
            .output()
            .unwrap();
        let text = String::from_utf8(found.stdout).unwrap();
        text.lines().next().map(str::to_string)
    }

    /// Width and height of the window whose title contains this text.
    pub fn window_size(&self, title: &str) -> Option<(u32, u32)> {
        let found = self
            .command("xdotool")
            .args(["getwindowgeometry", "--shell", &self.window(title)?])
            .output()
            .unwrap();
        let text = String::from_utf8(found.stdout).unwrap();
        let number = |name: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(name)?.parse().ok())
        };
        Some((number("WIDTH=")?, number("HEIGHT=")?))
    }

    /// Resizes the window whose title contains this text.
    pub fn resize(&self, title: &str, width: u32, height: u32) {
        let window = self.window(title).expect("the window");
        self.xdotool(&["windowsize", &window, &width.to_string(), &height.to_string()]);
    }

    /// From now on the program finds no other programs, among them zenity.
    pub fn hide_programs(&mut self) {
        self.alone = true;
    }

    /// The file dialog, if it is open.
    fn dialog(&self) -> Option<String> {
        let found = self
            .command("xdotool")
            .args(["search", "--onlyvisible", "--class", "zenity"])
            .output()
            .unwrap();
        String::from_utf8(found.stdout)
            .unwrap()
            .lines()
            .next()
            .map(str::to_string)
    }

    /// Whether the file dialog is open.
    pub fn has_dialog(&self) -> bool {
        self.dialog().is_some()
    }

    /// Waits for the file dialog with this title, and enters a file in it.
    pub fn answer_dialog(&self, title: &str, file: &Path) {
        self.wait_for("the file dialog", || self.has_dialog());
        let dialog = self.dialog().expect("the file dialog");
        let named = self.command("xdotool").args(["getwindowname", &dialog]).output();
        assert_eq!(String::from_utf8(named.unwrap().stdout).unwrap().trim(), title);
        // It is visible before it accepts input.
        std::thread::sleep(Duration::from_secs(1));
        // Without a window manager nothing else gives it the focus.
        self.xdotool(&["windowfocus", &self.dialog().expect("the file dialog")]);
        std::thread::sleep(HOLD);
        self.xdotool(&["key", "ctrl+a"]);
        self.write(file.to_str().unwrap());
        self.xdotool(&["key", "Return"]);
    }

    /// Waits until something holds, up to the time limit.
    pub fn wait_for(&self, what: &str, mut holds: impl FnMut() -> bool) {
        let begin = Instant::now();
        while !holds() {
            if begin.elapsed() > PATIENCE {
                panic!(
                    "waited in vain for {what}; the screen is in {}",
                    self.keep_evidence().display()
                );
            }
            std::thread::sleep(Duration::from_millis(60));
        }
    }

    /// Waits until a rescue copy with these words exists.
    pub fn waits_until_kept(&self, words: &str) {
        self.wait_for("the work to be kept", || {
            std::fs::read_dir(self.home.join("state/rescue"))
                .into_iter()
                .flatten()
                .flatten()
                .any(|entry| std::fs::read_to_string(entry.path()).is_ok_and(|text| text.contains(words)))
        });
    }

    /// Waits for the program to draw a few frames.
    pub fn wait_for_frames(&self) {
        std::thread::sleep(Duration::from_millis(350));
    }

    fn xdotool(&self, words: &[&str]) {
        let done = self.command("xdotool").args(words).status().unwrap();
        assert!(done.success(), "xdotool {words:?}");
    }

    /// Moves the pointer.
    pub fn point_at(&self, x: i32, y: i32) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        std::thread::sleep(HOLD);
    }

    /// Presses a button and holds it (1 left, 2 middle, 3 right).
    pub fn press(&self, button: u8) {
        self.xdotool(&["mousedown", &button.to_string()]);
        std::thread::sleep(HOLD);
    }

    /// Releases a button.
    pub fn release(&self, button: u8) {
        self.xdotool(&["mouseup", &button.to_string()]);
        std::thread::sleep(HOLD);
    }

    /// A click with the left button.
    pub fn click(&self, x: i32, y: i32) {
        self.point_at(x, y);
        self.press(1);
        self.release(1);
    }

    /// A drag with the left button, in several steps.
    pub fn drag(&self, from: (i32, i32), to: (i32, i32)) {
        self.point_at(from.0, from.1);
        self.press(1);
        for k in 1..=5 {
            self.point_at(from.0 + (to.0 - from.0) * k / 5, from.1 + (to.1 - from.1) * k / 5);
        }
        self.release(1);
    }

    /// Turns the wheel by notches, away from the user where positive.
    pub fn wheel(&self, notches: i32) {
        let button = if notches > 0 { "4" } else { "5" };
        for _ in 0..notches.abs() {
            self.xdotool(&["click", button]);
        }
        std::thread::sleep(HOLD);
    }

    /// Presses a key or a chord, as xdotool names it: `space`, `ctrl+z`, `F1`.
    pub fn key(&self, chord: &str) {
        self.xdotool(&["keydown", chord]);
        std::thread::sleep(HOLD);
        self.xdotool(&["keyup", chord]);
        std::thread::sleep(HOLD);
    }

    /// Types text.
    pub fn write(&self, text: &str) {
        self.xdotool(&["type", "--delay", "60", text]);
        std::thread::sleep(HOLD);
    }

    /// What ImageMagick writes of the screen in one of its formats.
    fn shot_as(&self, format: &str) -> Vec<u8> {
        let shot = self
            .command("import")
            .args(["-window", "root", "-depth", "8", &format!("{format}:-")])
            .output()
            .unwrap();
        assert!(shot.status.success(), "{}", String::from_utf8_lossy(&shot.stderr));
        shot.stdout
    }

    /// A picture of the screen. Hundreds are taken, and compressing one takes twice as long as taking it.
    pub fn shot(&self) -> Picture {
        Picture::from_ppm(&self.shot_as("ppm"))
    }

    /// Saves a picture of the screen when a test fails, in a file named after the test.
    pub fn keep_evidence(&self) -> PathBuf {
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("window").replace("::", "-");
        let file = std::env::temp_dir().join(format!("tinkertoy-{test}.png"));
        self.keep_shot(&file);
        file
    }

    /// Saves a picture of the screen.
    pub fn keep_shot(&self, file: &Path) {
        std::fs::write(file, self.shot_as("png")).unwrap();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let _ = std::fs::remove_dir_all(&self.home);
    }
}

impl Running {
    /// Fails with the program's error output if it has ended.
    pub fn must_run(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            let mut words = String::new();
            let _ = self.child.stderr.take().unwrap().read_to_string(&mut words);
            panic!("the program ended with {status}: {words}");
        }
    }

    /// Waits until the program ends by itself; returns its exit code.
    pub fn wait(&mut self) -> Option<i32> {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Seconds of processor time used so far.
    pub fn processor_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The name in parentheses may contain spaces: fields are counted after it.
        let rest = stat.rsplit_once(')').unwrap().1;
        let fields: Vec<f64> = rest.split_whitespace().filter_map(|f| f.parse().ok()).collect();
        // After the state, utime is the 11th number and stime the 12th, in hundredths of a second.
        (fields[10] + fields[11]) / 100.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
