//! Hostile files: whatever a file holds, the command answers it with exit code 2 and a reason, in bounded memory and
//! time, and reads and writes nothing but what was named. What the fuzz targets found is kept here too.

use std::fs;
use std::path::Path;
use std::process::Command as Process;
#[cfg(feature = "player")]
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use foregone::kernel::ruleset::{NO_SIDE, Ruleset};
use foregone::kitchen::Kitchen;
#[cfg(feature = "player")]
use foregone::{
    kernel::{assets::Assets, scenario::Scenario, stream::Stream},
    registry::{self, Job, RULESETS},
    view,
};
#[cfg(feature = "player")]
use player::{canvas::Canvas, command::Command, geometry::vec2, playback::Moment};
#[cfg(feature = "player")]
use recorder::file;
use recorder::file::{FORMAT_VERSION, Head};
#[cfg(feature = "player")]
use recorder::{Budget, Orders, Recorder, Settings};

use crate::command::{Ran, foregone_in};
use crate::fights::open_round;
#[cfg(feature = "player")]
use loose::{loosen, seal};

#[cfg(feature = "player")]
#[path = "fuzz/src/loose.rs"]
mod loose;

/// Address space that a run may take, in KiB: what the command maps before it opens anything, and what zstd and the
/// largest chunk may take beside it.
const MEMORY_KIB: u32 = 512 << 10;

/// Seconds that a run may take, on a machine that is busy with other things too.
const SECONDS: u32 = 60;

/// Run the command with so much memory and time and no more.
fn capped(folder: &Path, args: &[&str]) -> Ran {
    let script = "ulimit -v \"$1\" && ulimit -t \"$2\" && shift 2 && exec \"$@\"";
    let mut command = Process::new("sh");
    command.args(["-c", script, "sh", &MEMORY_KIB.to_string(), &SECONDS.to_string()]);
    command.args([env!("CARGO_BIN_EXE_foregone"), "--threads", "1"]).args(args);
    let output = command.current_dir(folder).output().expect("there is a shell");
    Ran {
        code: output.status.code().unwrap_or_else(|| panic!("{args:?} ended by {}", output.status)),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Open a file as the kind its name says, in every way that takes such a file.
fn assert_refused(name: &str, content: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join(name), content).expect("written");
    let ways: &[&[&str]] = match name {
        "orders.toml" => &[&["engage", "skirmish/demo", "--orders", "orders.toml"]],
        _ if name.ends_with(".report.toml") => &[&["reproduce", name]],
        _ if name.ends_with(".fight") => &[&["engage", name], &["inspect", name]],
        _ => &[&["engage", name]],
    };
    for args in ways {
        let ran = capped(folder.path(), args);
        // A file without orders lists none.
        let is_answered = ran.code == 2 || (ran.code == 0 && name == "orders.toml");
        assert!(is_answered, "{args:?}: {} {}", ran.code, ran.err);
        assert!(ran.code == 0 || !ran.err.is_empty(), "{args:?} says nothing");
        assert!(ran.err.len() < 100_000, "{args:?} says {} bytes", ran.err.len());
    }
    let left = fs::read_dir(folder.path()).expect("it can be listed").count();
    assert_eq!(left, 1, "{name} made the command leave something behind");
}

fn chunk(tag: [u8; 4], claimed: Option<u64>, payload: &[u8]) -> Vec<u8> {
    let sum = recorder::fold(u64::from(u32::from_le_bytes(tag)), recorder::hash(payload));
    let len = claimed.unwrap_or(payload.len() as u64);
    [&tag[..], &len.to_le_bytes(), &sum.to_le_bytes(), payload].concat()
}

/// A recording of these chunks, checksums and all.
fn recording(chunks: &[Vec<u8>]) -> Vec<u8> {
    [&b"\x89FIGHT\r\n"[..], &FORMAT_VERSION.to_le_bytes(), &chunks.concat()].concat()
}

fn head(ruleset: &str) -> Vec<u8> {
    let head = Head {
        ruleset: ruleset.to_owned(),
        layout: 1,
        fingerprint: 0,
        tick_hz: 10,
        cap_ticks: 100,
        block_ticks: 64,
        first_tick: 0,
        first_event: 0,
        notes: Vec::new(),
    };
    recorder::encode(&head)
}

/// So many zeros, packed.
fn bomb(bytes: usize) -> Vec<u8> {
    zstd::bulk::compress(&vec![0; bytes], 1).expect("compressing in memory cannot fail")
}

/// A frame that says it holds 2^60 bytes.
fn boast() -> Vec<u8> {
    [&0xFD2F_B528_u32.to_le_bytes()[..], &[0b1110_0000], &(1_u64 << 60).to_le_bytes(), &[1, 0, 0]].concat()
}

#[test]
fn a_recording_that_claims_the_world_is_refused_in_bounds() {
    let block = |packed: &[u8]| [&(packed.len() as u32).to_le_bytes()[..], packed, &bomb(8)].concat();
    let whole = |ruleset| chunk(*b"HEAD", None, &head(ruleset));
    for ruleset in ["skirmish", "arena", "legion", "kitchen"] {
        for data in [boast(), bomb(8), bomb(60 << 20), bomb(200 << 20)] {
            assert_refused("x.fight", &recording(&[whole(ruleset), chunk(*b"DATA", None, &data)]));
        }
    }
    let long_name = [&(1_u64 << 60).to_le_bytes()[..], b"skirmish"].concat();
    assert_refused("x.fight", &recording(&[chunk(*b"HEAD", None, &long_name)]));
    assert_refused("x.fight", &recording(&[chunk(*b"HEAD", Some(1 << 60), &head("skirmish"))]));
    // Behind data that are right, blocks that are not.
    let folder = tempfile::tempdir().expect("a folder for the test");
    assert_eq!(foregone_in(folder.path(), &["engage", "skirmish/demo", "--out", "x.fight"]).code, 0);
    let saved = fs::read(folder.path().join("x.fight")).expect("it was written");
    let start = 12;
    let end = (0..2).fold(start, |at, _| {
        at + 20 + u64::from_le_bytes(saved[at + 4..at + 12].try_into().expect("eight bytes")) as usize
    });
    for packed in [boast(), bomb(60 << 20), bomb(200 << 20)] {
        let tagged = |tag| chunk(tag, None, &block(&packed));
        assert_refused("x.fight", &[&saved[..end], &tagged(*b"BLOC")].concat());
        assert_refused("x.fight", &[&saved[..end], &tagged(*b"PACK")].concat());
    }
}

#[test]
fn a_witness_that_unpacks_to_a_hundred_times_its_limit_is_refused_in_bounds() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    assert_eq!(foregone_in(folder.path(), &["report", "skirmish/demo", "--out", "x.report.toml"]).code, 0);
    let text = fs::read_to_string(folder.path().join("x.report.toml")).expect("it was written");
    let (before, rows) = text.rsplit_once("rows = \"\"\"").expect("rows come last");
    let after = rows.split_once("\"\"\"").expect("they end").1;
    let packed = STANDARD.encode(bomb(800 << 20));
    assert_refused("x.report.toml", format!("{before}rows = \"\"\"\n{packed}\n\"\"\"{after}").as_bytes());
}

#[test]
fn texts_nested_without_end_are_refused_in_bounds() {
    let deep = 1_000_000;
    let texts = [
        format!("ruleset = {}", "[".repeat(deep)),
        format!("ruleset = {}", "{a=".repeat(deep)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]", "a.".repeat(deep)),
        format!("[[{}a]]", "a.".repeat(deep)),
        "[[a]]\n".repeat(deep / 2),
        "a = 1\n".repeat(deep / 2),
        format!("ruleset = \"{}", "x".repeat(deep)),
        format!("ruleset = '{}'", "x".repeat(deep)),
        format!("ruleset = 'skirmish'\nunit = [{}]", "{},".repeat(deep)),
    ];
    for text in texts {
        for name in ["x.toml", "x.report.toml", "orders.toml"] {
            assert_refused(name, text.as_bytes());
        }
    }
}

#[test]
fn lists_as_long_as_a_file_can_be_are_read_in_time() {
    // Lines of one tick, each of which goes behind all others of it; and lines for a new cook each.
    let same = "'5 Wren act',".repeat(100_000);
    let others: String = (0..100_000).map(|n| format!("'5 Cook{n} act',")).collect();
    for frames in [same, others] {
        let head = "ruleset = 'kitchen'\ntitle = 'Long'\nseed = 1\nlevel = 'galley'\nticks = 0";
        assert_refused("x.toml", format!("{head}\nframes = [{frames}]").as_bytes());
    }
    let orders = "\"5 ally retreat all\",".repeat(60_000);
    assert_refused("orders.toml", format!("orders = [{orders} \"5 nobody retreats\"]").as_bytes());
}

#[test]
fn no_file_leads_out_of_what_was_named() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let (secret, inside) = (folder.path().join("secret.toml"), folder.path().join("in"));
    fs::create_dir_all(inside.join("assets/skirmish/fights")).expect("made");
    fs::write(&secret, "ruleset = 'skirmish'\ntitle = 'THE SECRET'\nseed = 1\nname = 'THE SECRET'\n").expect("written");
    let outside = secret.display().to_string();
    let outside = outside.strip_suffix(".toml").expect("it has one");
    let ways = [
        "../secret",
        "../secret.toml",
        "./../secret",
        "skirmish/../../../secret",
        outside,
        "..\\secret",
        "in/../secret",
    ];
    for way in ways {
        let scenarios = [
            format!("like = '{way}'\n"),
            format!("ruleset = '{way}'\ntitle = 'x'\nseed = 1\n"),
            format!("ruleset = 'kitchen'\ntitle = 'x'\nseed = 1\nlevel = '{way}'\n[[cook]]\nname = 'A'\n"),
            format!("ruleset = 'legion'\ntitle = 'x'\nseed = 1\npool = 'low'\n[[side]]\nfaction = '{way}'\n"),
        ];
        for scenario in scenarios {
            fs::write(inside.join("x.toml"), &scenario).expect("written");
            for args in [&["engage", "x.toml"][..], &["--assets", "assets", "engage", "x.toml"]] {
                let ran = foregone_in(&inside, args);
                assert_eq!(ran.code, 2, "{scenario}: {ran:?}");
                assert!(!ran.err.contains("THE SECRET") && !ran.out.contains("THE SECRET"), "{scenario}: {ran:?}");
            }
        }
        // A file that a person names is one that may be read.
        for args in [["check", way], ["engage", way]].into_iter().filter(|_| !way.ends_with(".toml")) {
            let ran = foregone_in(&inside, &args);
            assert!(ran.code == 2 && !ran.err.contains("THE SECRET"), "{args:?}: {ran:?}");
        }
    }
    let left: Vec<_> =
        fs::read_dir(folder.path()).expect("it can be listed").map(|e| e.expect("listed").file_name()).collect();
    assert_eq!(left.len(), 2, "something was written outside: {left:?}");
}

#[test]
fn a_kitchens_row_in_the_place_of_another_has_a_name_all_the_same() {
    let recording = open_round("kitchen/walk").record();
    let (cast, frame) = (recording.cast(), recording.seek(1).expect("recorded"));
    for row in frame.rows() {
        for place in [0, cast.cooks.len(), 70_000] {
            let body = Kitchen::body(cast, place, row);
            assert!(!body.name.is_empty() && (body.side < 2 || body.side == NO_SIDE), "{body:?}");
        }
    }
}

/// Bytes of small recordings are changed behind their checksums; what opens all the same is looked at.
#[test]
#[cfg(feature = "player")]
fn whatever_opens_can_be_shown() {
    let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/small");
    for ruleset in RULESETS {
        let text = fs::read_to_string(small.join(format!("{ruleset}.toml"))).expect("every ruleset has one");
        let assets = Assets::embedded();
        let scenario = Scenario::parse(&assets, ruleset, &text).unwrap_or_else(|problems| panic!("{problems}"));
        let shown = registry::dispatch(ruleset, Forge(&scenario, &assets)).expect("it is in the table");
        assert!(shown > 20, "{ruleset}: only {shown} of {FORGERIES} opened");
    }
}

/// How many changed recordings of a ruleset are tried.
#[cfg(feature = "player")]
const FORGERIES: u32 = 120;

#[cfg(feature = "player")]
struct Forge<'a>(&'a Scenario, &'a Assets);

#[cfg(feature = "player")]
impl Job for Forge<'_> {
    type Output = u32;

    fn run<G: Ruleset>(self) -> u32 {
        let rules = Arc::new(G::open(self.0, self.1, None).unwrap_or_else(|problems| panic!("{problems}")));
        let mut recorder = Recorder::new(Arc::clone(&rules), Orders::new(rules.scenario_orders()), Settings::default());
        recorder.advance(Budget::Ticks(12)).expect("it goes on");
        let plain = loosen(&recorder.recording().save().expect("it can be saved"));
        let mut dice = Stream::from_seed(12);
        let mut shown = 0;
        for _ in 0..FORGERIES {
            let mut forged = plain.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(forged.len() as u32) as usize;
                forged[at] ^= 1 << dice.below(8);
            }
            let Ok(opened) = file::open::<G>(&seal(&forged), G::NAME, None) else { continue };
            let last = opened.recording.last_tick();
            let Ok(mut theatre) = view::stage(opened.recording) else { return FORGERIES };
            theatre.set_size(vec2(1280.0, 720.0));
            for tick in [0, last / 2, last] {
                theatre.obey(Command::Seek(Moment::between(tick, 0.5)));
                theatre.draw(&mut Canvas::new(vec2(1280.0, 720.0)));
            }
            shown += 1;
        }
        shown
    }
}
