//! The window, opened by the command itself on a virtual display and driven by a script: its shots have the right
//! size, are not blank, and differ where the moments differ. Skipped, with the reason printed, on a machine that has
//! no display; on a build server (CI=true) that is a failure instead.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::command::Ran;
use crate::stage::{SIZES, TOUR};

/// A picture, as the window wrote it.
struct Shot {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Shot {
    fn read(path: &Path) -> Self {
        let file = File::open(path).unwrap_or_else(|error| panic!("{error}: {}", path.display()));
        let mut reader = png::Decoder::new(file).read_info().expect("a shot is a PNG");
        let mut rgb = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut rgb).expect("a shot is whole");
        assert_eq!(info.color_type, png::ColorType::Rgb);
        Self { width: info.width, height: info.height, rgb }
    }

    /// Part of the pixels that differ from another shot by more than a hair.
    fn differing(&self, other: &Self) -> f64 {
        let pairs = self.rgb.chunks_exact(3).zip(other.rgb.chunks_exact(3));
        let far = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(x, y)| x.abs_diff(*y) > 12)).count();
        far as f64 / f64::from(self.width * self.height)
    }

    /// How many of 4096 shades there are.
    fn shades(&self) -> usize {
        let mut seen = [false; 4096];
        for p in self.rgb.chunks_exact(3) {
            seen[usize::from(p[0] >> 4) << 8 | usize::from(p[1] >> 4) << 4 | usize::from(p[2] >> 4)] = true;
        }
        seen.iter().filter(|shade| **shade).count()
    }

    /// Whether any pixel of a box (in parts of the picture) is close to a colour.
    fn shows(&self, colour: [u8; 3], from: (f64, f64), to: (f64, f64)) -> bool {
        let at = |part: f64, whole: u32| (part * f64::from(whole)) as usize;
        (at(from.1, self.height)..at(to.1, self.height)).any(|y| {
            let row = &self.rgb[y * self.width as usize * 3..][..self.width as usize * 3];
            row[at(from.0, self.width) * 3..at(to.0, self.width) * 3]
                .chunks_exact(3)
                .any(|p| p.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 6))
        })
    }
}

const BLUE: [u8; 3] = [0x5B, 0xB8, 0xF5];
const RUST: [u8; 3] = [0xFF, 0x7A, 0x6B];
const AMBER: [u8; 3] = [0xFF, 0xC8, 0x57];
const LICHEN: [u8; 3] = [0x8F, 0xD6, 0x94];

/// A virtual display of its own, on a number that was free.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Start one; `None` where there is no server for it.
    fn start() -> Option<Self> {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "2560x1440x24", "-nolisten", "tcp"]);
        let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut number = String::new();
        let told = server.stdout.take().expect("its output is piped");
        BufReader::new(told).read_line(&mut number).expect("the server tells its number");
        Some(Self { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        _ = self.server.kill();
        _ = self.server.wait();
    }
}

/// Run `foregone watch` on a virtual display, else on the one there is; `None` where there is neither.
pub fn watch(script: &str, args: &[&str]) -> Option<(Ran, TempDir)> {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    std::fs::write(folder.path().join("script.txt"), script).expect("a script can be written");
    let shots = folder.path().to_string_lossy().into_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(["watch", "--input", "script.txt", "--shots", &shots]).args(args).current_dir(folder.path());
    command.env("XDG_DATA_HOME", folder.path());
    let display = Display::start();
    match &display {
        Some(display) => _ = command.env("DISPLAY", &display.name),
        None if is_set("DISPLAY", None) => {}
        None => {
            let reason = "neither DISPLAY nor Xvfb is there: the window is not tested";
            assert!(!is_set("CI", Some("true")), "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        }
    }
    let output = command.output().expect("the command can be started");
    let ran = Ran {
        code: output.status.code().expect("it ended by itself"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    Some((ran, folder))
}

#[expect(clippy::disallowed_methods, reason = "whether there is a display only the environment tells")]
fn is_set(name: &str, to: Option<&str>) -> bool {
    std::env::var(name).is_ok_and(|value| to.map_or(!value.is_empty(), |to| value == to))
}

#[test]
fn a_scripted_watch_takes_its_shots() {
    let script = "frame 0 shot start\n\
                  frame 90 shot fight\n\
                  frame 91 drag 16 672 1264 672\n\
                  frame 100 shot end\n\
                  frame 101 key h\n\
                  frame 102 shot help\n\
                  frame 103 quit\n";
    let Some((ran, folder)) = watch(script, &["skirmish/demo", "--size", "1280x720"]) else { return };
    assert_eq!(ran.code, 0, "{ran:?}");
    let [start, fight, end, help] =
        ["start", "fight", "end", "help"].map(|name| Shot::read(&folder.path().join(format!("{name}.png"))));
    for shot in [&start, &fight, &end, &help] {
        assert_eq!((shot.width, shot.height), (1280, 720));
        assert!(shot.shades() > 60, "{} shades are a blank picture", shot.shades());
    }
    assert!(start.differing(&fight) > 0.02 && fight.differing(&end) > 0.02 && end.differing(&help) > 0.2);
    // The picture stands upright: the scoreboard is at the top, the play button at the bottom left.
    assert!(fight.shows(BLUE, (0.22, 0.0), (0.5, 0.07)) && !fight.shows(BLUE, (0.22, 0.94), (0.5, 1.0)));
    assert!(fight.shows(AMBER, (0.0, 0.85), (0.15, 0.97)) && !fight.shows(AMBER, (0.0, 0.0), (0.15, 0.1)));
}

#[test]
fn the_same_script_takes_the_same_shots_again_at_other_sizes_too() {
    let script = "frame 60 click 300 300\nframe 61 key r\nframe 75 shot a\n";
    let shots: Vec<Option<Shot>> = ["900x600", "900x600", "2560x1440"]
        .map(|size| {
            let (ran, folder) = watch(script, &["skirmish/ten", "--at", "50", "--size", size])?;
            assert_eq!(ran.code, 0, "{ran:?}");
            Some(Shot::read(&folder.path().join("a.png")))
        })
        .into();
    let [Some(one), Some(same), Some(large)] = &shots[..] else { return };
    assert_eq!((one.width, one.height, large.width, large.height), (900, 600, 2560, 1440));
    assert!(one.rgb == same.rgb, "the two pictures differ in {} of their pixels", one.differing(same));
}

#[test]
fn every_screen_is_painted_at_every_size() {
    for (width, height) in SIZES {
        let size = format!("{width}x{height}");
        let Some((ran, folder)) = watch(TOUR, &["skirmish/demo", "--size", &size]) else { return };
        assert_eq!(ran.code, 0, "{ran:?}");
        for name in TOUR.lines().filter_map(|line| Some(line.split_once(" shot ")?.1)) {
            let shot = Shot::read(&folder.path().join(format!("{name}.png")));
            assert_eq!((shot.width, shot.height), (width, height), "{name}");
            assert!(shot.shades() > 60, "{name} at {size}: {} shades are a blank picture", shot.shades());
        }
    }
}

#[test]
fn a_file_that_cannot_be_opened_is_told_in_the_window_and_in_the_exit_code() {
    let script = "frame 4 shot told\nframe 5 key enter\nframe 40 shot home\nframe 41 quit\n";
    let Some((ran, folder)) = watch(script, &["nowhere.fight", "--size", "900x600"]) else { return };
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("nowhere.fight"), "{ran:?}");
    let [told, home] = ["told", "home"].map(|name| Shot::read(&folder.path().join(format!("{name}.png"))));
    assert!(told.shows(RUST, (0.2, 0.2), (0.5, 0.8)) && !home.shows(RUST, (0.2, 0.2), (0.5, 0.8)));
    assert!(home.shades() > 60, "it goes on");
}

#[test]
fn a_picture_taken_by_key_goes_into_the_folder_at_hand() {
    let script = "frame 30 key f12\nframe 31 key f12\nframe 33 quit\n";
    let Some((ran, folder)) = watch(script, &["skirmish/demo", "--at", "50", "--size", "900x600"]) else { return };
    assert_eq!(ran.code, 0, "{ran:?}");
    for name in ["skirmish-demo-tick-50.png", "skirmish-demo-tick-50-2.png"] {
        let shot = Shot::read(&folder.path().join(name));
        assert!((shot.width, shot.height) == (900, 600) && shot.shades() > 60);
    }
}

#[test]
fn a_cook_taken_over_in_the_window_is_saved_as_a_script_that_plays_again() {
    let script = "frame 190 key enter\nframe 192 hold right\nframe 220 key space\nframe 230 release right\n\
                  frame 240 shot driven\nframe 241 key ctrl+e\nframe 244 shot saved\nframe 245 quit\n";
    let Some((ran, folder)) = watch(script, &["kitchen/level1", "--at", "100", "--size", "1280x720"]) else { return };
    assert_eq!(ran.code, 0, "{ran:?}");
    let [driven, saved] = ["driven", "saved"].map(|name| Shot::read(&folder.path().join(format!("{name}.png"))));
    // The keys of who is taken over stand in amber below the bar, and the name of the file over the foot of the field.
    assert!(driven.shows(AMBER, (0.02, 0.97), (0.6, 1.0)));
    assert!(saved.shows(LICHEN, (0.2, 0.6), (0.8, 0.83)) && !driven.shows(LICHEN, (0.4, 0.76), (0.6, 0.83)));
    let ran = crate::command::foregone_in(folder.path(), &["engage", "kitchen-level1-seed-1.toml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_recording_is_watched_from_its_file() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let file = folder.path().join("demo.fight").to_string_lossy().into_owned();
    assert_eq!(crate::command::foregone(&["engage", "skirmish/demo", "--out", &file]).code, 0);
    let Some((ran, shots)) = watch("frame 20 shot a\n", &[&file, "--at", "120", "--spoiler-free"]) else { return };
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(Shot::read(&shots.path().join("a.png")).shades() > 60);
}

#[test]
fn without_a_display_it_says_so_and_what_helps() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
    command.args(["watch", "skirmish/demo"]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    if cfg!(not(all(unix, not(target_vendor = "apple")))) {
        return;
    }
    let output = command.output().expect("the command can be started");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("there is no display") && err.contains("xvfb-run"), "{err}");
    let output = command.env("DISPLAY", ":4711").output().expect("the command can be started");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(":4711"), "{err}");
}

#[test]
fn a_bad_script_is_refused_line_by_line_before_anything_opens() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let script = folder.path().join("script.txt");
    std::fs::write(&script, "frame 1 key space\nframe two quit\nframe 3 dance\n").expect("a script can be written");
    let path = script.to_string_lossy().into_owned();
    let ran = crate::command::foregone(&["watch", "skirmish/demo", "--input", &path]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("line 2") && ran.err.contains("line 3") && !ran.err.contains("line 1:"), "{ran:?}");
}
