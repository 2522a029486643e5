//! Exports: pictures need no display, show what the window shows, and are whole or not there; a clip holds exactly the
//! ticks it names (case c05: saving a selection wrote more or less than was selected).

use std::fs;

use foregone::skirmish::Skirmish;
use recorder::file;
use tempfile::TempDir;

use crate::command::{Ran, foregone_in};
use crate::fights::fight;

const DEMO: &str = "skirmish/demo";

fn dir() -> TempDir {
    tempfile::tempdir().expect("a directory for the test")
}

fn export(dir: &TempDir, args: &[&str]) -> Ran {
    foregone_in(dir.path(), &[&["export", DEMO], args].concat())
}

#[test]
fn c05_a_clip_holds_exactly_the_ticks_it_names() {
    let dir = dir();
    let ran = export(&dir, &["--clip", "37..111", "--out", "part.fight", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = ran.json();
    let bytes = fs::read(dir.path().join("part.fight")).unwrap();
    assert_eq!((told["frames"].as_u64(), told["bytes"].as_u64()), (Some(75), Some(bytes.len() as u64)));
    assert_eq!(told["file"], "part.fight");
    let clip = file::open::<Skirmish>(&bytes, "skirmish", None).unwrap().recording;
    assert_eq!((clip.first_tick(), clip.last_tick()), (37, 111));
    let source = fight(DEMO).record();
    for tick in [37, 38, 74, 110, 111] {
        assert_eq!(clip.digest(tick), source.digest(tick), "tick {tick}");
        assert!(source.digest(tick).is_some());
    }
}

#[test]
fn a_script_plays_what_was_put_in_again() {
    let dir = dir();
    let orders = ["--order", "200 Fern move 1 0 act for 40", "--order", "300 Fern auto"];
    let digest = |args: &[&str]| {
        let ran = foregone_in(dir.path(), &[&["engage"], args, &["--json"]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.json()["digest"].clone()
    };
    let played = digest(&[&["kitchen/level2", "--seed", "5", "--out", "played.fight"], &orders[..]].concat());
    for source in [&[&["kitchen/level2", "--seed", "5"], &orders[..]].concat()[..], &["played.fight"]] {
        let args = [&["export"], source, &["--script", "--out", "mine.toml"]].concat();
        let ran = foregone_in(dir.path(), &args);
        assert!(ran.code == 0 && ran.out.starts_with("mine.toml: 2 orders, "), "{ran:?}");
        assert_eq!(digest(&["mine.toml"]), played, "{source:?}");
    }
    let ran = export(&dir, &["--script", "--out", "mine.toml"]);
    assert!(ran.code == 2 && ran.err.contains("not played from scripts"), "{ran:?}");
    assert_eq!(digest(&["mine.toml"]), played, "the old file stays");
}

#[test]
fn the_shortest_and_the_longest_clip_are_right_too() {
    let dir = dir();
    let last = fight(DEMO).record().last_tick();
    for (ticks, frames) in [(format!("0..{last}"), u64::from(last) + 1), (format!("{last}..{last}"), 1)] {
        let told = export(&dir, &["--clip", &ticks, "--out", "part.fight", "--json"]).json();
        assert_eq!(told["frames"], frames);
        let again = foregone_in(dir.path(), &["state", "part.fight", "--at", &last.to_string(), "--json"]);
        assert_eq!(again.json()["outcome"]["winner"], "ally");
    }
}

#[test]
fn what_cannot_be_made_is_refused_and_leaves_the_old_file() {
    let dir = dir();
    fs::write(dir.path().join("old.fight"), b"precious").unwrap();
    let last = fight(DEMO).record().last_tick();
    let beyond = (last + 1).to_string();
    let refusals: &[(&[&str], &str)] = &[
        (&["--clip", &format!("5..{beyond}")], &format!("the fight ends at tick {last}")),
        (&["--clip", "9..5"], "tick 9 comes after tick 5"),
        (&["--clip", "9"], "ticks are A..B"),
        (&["--clip", "5..9", "--size", "640x360"], "cannot be used with"),
        (&[], "required"),
    ];
    for (args, words) in refusals {
        let ran = export(&dir, &[args, &["--out", "old.fight"][..]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
        assert!(ran.err.contains(words), "`{words}` is missing: {}", ran.err);
    }
    let ran = export(&dir, &["--clip", "1..2", "--out", "."]);
    assert!(ran.code == 2 && ran.err.contains("it is a folder"), "{ran:?}");
    let ran = export(&dir, &["--clip", "1..2", "--out", "nowhere/a.fight"]);
    assert!(ran.code == 2 && ran.err.contains("there is no folder"), "{ran:?}");
    assert_eq!(fs::read(dir.path().join("old.fight")).unwrap(), b"precious");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing half written is left");
}

#[cfg(feature = "player")]
mod pictures {
    use std::path::Path;
    use std::process::{Command, Stdio};

    use foregone::view;
    use player::canvas::Canvas;
    use player::command::Command as Hand;
    use player::geometry::vec2;
    use player::playback::Moment;
    use player::raster::Raster;
    use recorder::{Budget, Recorder, Settings};

    use super::*;
    use crate::window::watch;

    /// Mean difference of a channel, in 255ths, up to which two pictures count as the same. A card may round the
    /// softest edges and lights otherwise; a shape that is missing or moved by a pixel shows as more.
    const TOLERANCE: f64 = 0.5;

    struct Pixels {
        size: (u32, u32),
        rgb: Vec<u8>,
    }

    fn read_png(path: &Path) -> Pixels {
        let decoder = png::Decoder::new(fs::File::open(path).unwrap());
        let mut reader = decoder.read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut rgb).unwrap();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        Pixels { size: (info.width, info.height), rgb }
    }

    fn shades(rgb: &[u8]) -> usize {
        let mut shades: Vec<&[u8]> = rgb.chunks_exact(3).collect();
        shades.sort();
        shades.dedup();
        shades.len()
    }

    #[test]
    fn a_picture_has_its_size_is_not_blank_and_is_the_same_every_time() {
        let dir = dir();
        for (tick, out) in [("30", "a.png"), ("90", "b.png"), ("90", "c.png")] {
            let ran = export(&dir, &["--png", tick, "--out", out, "--size", "320x200", "--json"]);
            assert_eq!(ran.code, 0, "{ran:?}");
            let bytes = fs::metadata(dir.path().join(out)).unwrap().len();
            let told = ran.json();
            assert_eq!((told["frames"].as_u64(), told["bytes"].as_u64()), (Some(1), Some(bytes)));
        }
        let [a, b] = ["a.png", "b.png"].map(|name| read_png(&dir.path().join(name)));
        assert_eq!((a.size, b.size), ((320, 200), (320, 200)));
        assert!(shades(&a.rgb) > 500 && shades(&b.rgb) > 500);
        assert!(a.rgb != b.rgb, "two ticks look alike");
        let [b, c] = ["b.png", "c.png"].map(|name| fs::read(dir.path().join(name)).unwrap());
        assert!(b == c, "one tick looks different the second time");
    }

    #[test]
    fn pictures_of_any_shape_come_out() {
        let dir = dir();
        for (size, expected) in [("16x16", (16, 16)), ("16x400", (16, 400)), ("900x40", (900, 40))] {
            let ran = export(&dir, &["--png", "0", "--out", "a.png", "--size", size]);
            assert_eq!(ran.code, 0, "{ran:?}");
            assert_eq!(read_png(&dir.path().join("a.png")).size, expected);
        }
    }

    #[test]
    fn an_animation_has_two_pictures_a_tick_and_one_more() {
        let dir = dir();
        let ran = export(&dir, &["--gif", "60..66", "--out", "a.gif", "--size", "160x90", "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(ran.json()["frames"], 13);
        let mut reader =
            gif::DecodeOptions::new().read_info(fs::File::open(dir.path().join("a.gif")).unwrap()).unwrap();
        assert_eq!((reader.width(), reader.height()), (160, 90));
        let mut delays = Vec::new();
        while let Some(frame) = reader.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays.len(), 13);
        assert!(delays[..12].iter().all(|delay| *delay == 5), "{delays:?}");
    }

    #[test]
    fn a_battle_is_pictured_animated_and_cut_and_its_end_is_told() {
        let dir = dir();
        let fight = crate::fights::battle("legion/small");
        let mut recorder = Recorder::new(fight.rules, fight.orders, Settings::default());
        recorder.advance(Budget::Ticks(90)).unwrap();
        let bytes = recorder.recording().clip(0..=90).unwrap();
        fs::write(dir.path().join("battle.fight"), bytes).unwrap();
        let export = |args: &[&str]| foregone_in(dir.path(), &[&["export", "battle.fight"], args].concat());
        let ran = export(&["--png", "60", "--out", "a.png", "--size", "480x270"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(shades(&read_png(&dir.path().join("a.png")).rgb) > 500);
        let ran = export(&["--gif", "60..66", "--out", "a.gif", "--size", "160x90", "--json"]);
        assert_eq!(ran.json()["frames"], 5, "two pictures of three ticks");
        let ran = export(&["--clip", "40..90", "--out", "b.fight", "--json"]);
        assert_eq!(ran.json()["frames"], 51);
        for args in [["--png", "91"], ["--gif", "80..91"], ["--clip", "80..91"]] {
            let ran = export(&[&args[..], &["--out", "c.out"]].concat());
            assert!(ran.code == 2 && ran.err.contains("at tick 90"), "{ran:?}");
        }
    }

    #[test]
    fn pictures_out_of_bounds_are_refused() {
        let dir = dir();
        let refusals: &[(&[&str], &str)] = &[
            (&["--png", "5000"], "the fight ends at tick"),
            (&["--png", "1", "--size", "8x8"], "16x16 to 8192x8192"),
            (&["--png", "1", "--gif", "1..2"], "cannot be used with"),
            (&["--gif", "0..150", "--size", "8192x8192"], "too much for one animation"),
        ];
        for (args, words) in refusals {
            let ran = export(&dir, &[args, &["--out", "a.out"][..]].concat());
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
            assert!(ran.err.contains(words), "`{words}` is missing: {}", ran.err);
        }
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    #[expect(clippy::disallowed_methods, reason = "it waits for another process, not for a fight")]
    fn an_interrupted_export_ends_with_130_and_leaves_the_old_file() {
        let dir = dir();
        fs::write(dir.path().join("old.gif"), b"precious").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_foregone"))
            .args(["export", DEMO, "--gif", "0..150", "--size", "1920x1080", "--out", "old.gif"])
            .current_dir(dir.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Once the file beside it is there, the work has begun.
        while fs::read_dir(dir.path()).unwrap().count() < 2 {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was interrupted");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(fs::read(dir.path().join("old.gif")).unwrap(), b"precious");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "the unfinished file is gone");
    }

    /// A theatre's whole screen at a tick, without a display.
    fn rastered(tick: u32, size: (u32, u32), scale: f32) -> Pixels {
        let mut theatre = view::stage(fight(DEMO).record()).unwrap();
        let points = vec2(size.0 as f32, size.1 as f32);
        theatre.set_size(points);
        theatre.obey(Hand::Seek(Moment::of_tick(tick)));
        let (mut canvas, mut raster) = (Canvas::new(points), Raster::new());
        theatre.draw(&mut canvas);
        raster.draw(&canvas, scale);
        Pixels { size: raster.size(), rgb: raster.picture().rgb }
    }

    #[test]
    fn the_window_and_the_raster_show_the_same_picture() {
        let script = "frame 30 shot seen\nframe 31 quit\n";
        let Some((ran, folder)) = watch(script, &[DEMO, "--at", "90", "--size", "960x540"]) else { return };
        assert_eq!(ran.code, 0, "{ran:?}");
        let window = read_png(&folder.path().join("seen.png"));
        let raster = rastered(90, (960, 540), window.size.0 as f32 / 960.0);
        assert_eq!(window.size, raster.size);
        let pairs = || window.rgb.iter().zip(&raster.rgb).map(|(a, b)| f64::from(a.abs_diff(*b)));
        let mean = pairs().sum::<f64>() / window.rgb.len() as f64;
        let far = pairs().filter(|off| *off > 24.0).count() as f64 / window.rgb.len() as f64;
        eprintln!("mean difference {mean:.4} of 255, {:.4} % of the channels off by more than 24", far * 100.0);
        assert!(mean <= TOLERANCE, "mean difference {mean}");
        assert!(far <= 0.002, "{} % of the channels are far off", far * 100.0);
    }
}
