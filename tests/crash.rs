//! Killed at any moment, a command leaves the old file or the new one, whole; what it left beside it goes with the next
//! write. Asked to end, it leaves nothing beside it. Full disks and protected folders are told in words. Caught: half of a
//! file under its name; an unfinished file for every service that was stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::command::foregone_in;

const GOLDEN: &str = "goldens/skirmish/demo.snap";

/// A command that writes a file, and the two contents between which the file may not be caught.
struct Writing {
    folder: TempDir,
    file: PathBuf,
    args: Vec<&'static str>,
    old: Vec<u8>,
    new: Vec<u8>,
    /// How long it takes when nobody kills it.
    takes: Duration,
}

impl Writing {
    /// `old` makes the file as it is before, `new` is the command that is killed.
    #[expect(clippy::disallowed_methods, reason = "it times another process, not a fight")]
    fn new(file: &str, old: &[&str], new: &[&'static str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        fs::create_dir_all(folder.path().join("goldens/skirmish")).expect("made");
        let run = |args: &[&str]| {
            let ran = foregone_in(folder.path(), args);
            assert_eq!(ran.code, 0, "{ran:?}");
            fs::read(folder.path().join(file)).expect("it was written")
        };
        let old = run(old);
        let before = Instant::now();
        let new_bytes = run(new);
        let takes = before.elapsed();
        assert_ne!(old, new_bytes, "the two can be told apart");
        let file = folder.path().join(file);
        Self { folder, file, args: new.to_vec(), old, new: new_bytes, takes }
    }

    fn all() -> [Self; 3] {
        let engage = ["engage", "skirmish/demo", "--seed", "2", "--out", "a.fight"];
        let report = ["report", "skirmish/demo", "--out", "a.report.toml", "--note", "new"];
        let bless = ["bless", "skirmish/demo", "--reason", "new"];
        [
            Self::new("a.fight", &["engage", "skirmish/demo", "--out", "a.fight"], &engage),
            Self::new("a.report.toml", &["report", "skirmish/demo", "--out", "a.report.toml"], &report),
            Self::new(GOLDEN, &["bless", "skirmish/demo", "--reason", "old"], &bless),
        ]
    }

    fn start(&self) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
        command.args(&self.args).current_dir(self.folder.path());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command can be started")
    }

    /// Kill it at a moment; tells whether the file was new by then.
    fn kill_after(&self, wait: Duration, start: impl Fn(&Self) -> Child) -> Result<bool, String> {
        // SIGKILL: nothing is tidied up
        self.end_after(wait, start, |child| _ = child.kill())
    }

    /// End it at a moment, in some way; tells whether the file was new by then.
    fn end_after(
        &self,
        wait: Duration,
        start: impl Fn(&Self) -> Child,
        end: impl Fn(&mut Child),
    ) -> Result<bool, String> {
        fs::write(&self.file, &self.old).expect("written");
        let mut child = start(self);
        pause(wait);
        end(&mut child);
        child.wait().expect("it ended");
        let found = fs::read(&self.file).map_err(|error| format!("no file: {error}"))?;
        match () {
            () if found == self.new => Ok(true),
            () if found == self.old => Ok(false),
            () => Err(format!("{} bytes that are neither, after {wait:?} of {:?}", found.len(), self.args)),
        }
    }

    fn parts(&self) -> usize {
        parts(self.file.parent().expect("it lies in a folder"))
    }
}

/// How many unfinished files lie in a folder.
fn parts(folder: &Path) -> usize {
    let beside = fs::read_dir(folder).expect("it can be listed");
    beside.flatten().filter(|entry| entry.path().extension().is_some_and(|ending| ending == "part")).count()
}

#[expect(clippy::disallowed_methods, reason = "it waits for another process, not for a fight")]
fn pause(wait: Duration) {
    std::thread::sleep(wait);
}

/// Kill each of the commands so many times, at random moments.
fn kill_at_random(times: u64) {
    for writing in Writing::all() {
        let (mut old, mut new, mut left) = (0, 0, 0);
        for n in 0..times {
            match writing.kill_after(moment(writing.takes, n, times), Writing::start) {
                Ok(true) => new += 1,
                Ok(false) => old += 1,
                Err(torn) => panic!("{torn}"),
            }
            left = left.max(writing.parts());
        }
        println!(
            "{:?}: {times} killed, {old} left the old file, {new} the new one, at most {left} beside it",
            writing.args
        );
        assert!(old > 0, "none was killed in time: {:?}", writing.args);
        assert!(left <= 1, "what is left does not pile up: {left} files");
        assert!(writing.start().wait().expect("it ends").success());
        assert_eq!((fs::read(&writing.file).expect("there") == writing.new, writing.parts()), (true, 0));
    }
}

/// So long after the start, the n-th of several times: one in each part of the time it takes, and a little beyond, so that
/// some get through.
fn moment(takes: Duration, n: u64, times: u64) -> Duration {
    let per_mille = (n * 1_200 + recorder::fold(times, n) % 1_200) / times;
    takes * per_mille as u32 / 1_000
}

#[test]
fn killed_at_random_moments_the_old_or_the_new_file_is_there_whole() {
    kill_at_random(7);
}

/// By hand: `cargo test killed_two_hundred_times -- --ignored --nocapture`.
#[test]
#[ignore = "half a minute; 7 of each are in the suite"]
fn killed_two_hundred_times_the_old_or_the_new_file_is_there_whole() {
    kill_at_random(200);
}

/// Ask a process to end, by a signal.
#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let asked = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(asked.expect("kill is there").success());
}

#[cfg(unix)]
#[test]
fn asked_to_end_at_random_moments_nothing_is_left_beside_it() {
    const TIMES: u64 = 6;
    for writing in Writing::all() {
        for n in 0..TIMES {
            let wait = moment(writing.takes, n, TIMES);
            let name = ["TERM", "HUP", "INT"][n as usize % 3];
            let ended = writing.end_after(wait, Writing::start, |child| signal(child, name));
            assert!(ended.is_ok(), "{name} after {wait:?}: {ended:?}");
            assert_eq!(writing.parts(), 0, "{name} after {wait:?} of {:?}", writing.args);
        }
    }
}

/// Commands that take their time once their file is begun: those that look whether to end, and one that does not for
/// minutes.
#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "it times another process, not a fight")]
fn asked_to_end_in_the_midst_of_it_a_command_ends_soon_with_its_own_code_and_leaves_nothing() {
    let sweep = ["sweep", "skirmish/demo", "--seeds", "0..1000000", "--csv", "new"];
    let verify = ["verify", "legion/default", "--emit-trail", "new"];
    for (args, name, code) in [
        (&sweep[..], "TERM", 143),
        (&sweep, "HUP", 129),
        (&sweep, "INT", 130),
        (&verify, "TERM", 143),
        (&verify, "HUP", 129),
    ] {
        if name == "HUP" && is_hangup_ignored() {
            continue; // these tests are to outlive their terminal, and so is what they start
        }
        let folder = tempfile::tempdir().expect("a folder for the test");
        let mut command = Command::new(env!("CARGO_BIN_EXE_foregone"));
        command.args(args).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the command can be started");
        while parts(folder.path()) == 0 {
            assert!(child.try_wait().expect("it is ours").is_none(), "it ended before it was asked to");
            pause(Duration::from_millis(5));
        }
        pause(Duration::from_millis(100)); // into the work
        let asked = Instant::now();
        signal(&child, name);
        assert_eq!(child.wait().expect("it ended").code(), Some(code), "{name}: {args:?}");
        assert!(asked.elapsed() < Duration::from_secs(8), "{name}: {args:?} took {:?}", asked.elapsed());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0, "{name}: {args:?} left something");
    }
}

/// Tell whether this process, and so whatever it starts, was started to outlive the terminal, as `nohup` does it.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 1 == 1)
}

/// What `nohup` starts goes on when the terminal hangs up.
#[cfg(target_os = "linux")]
#[test]
fn what_is_to_outlive_the_terminal_does() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut shell = Command::new("sh");
    shell.arg("-c").arg("trap '' HUP; exec \"$0\" sweep skirmish/demo --seeds 0..1000000 --csv new");
    shell.arg(env!("CARGO_BIN_EXE_foregone")).current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shell.spawn().expect("there is a shell");
    while parts(folder.path()) == 0 {
        pause(Duration::from_millis(5));
    }
    signal(&child, "HUP");
    pause(Duration::from_millis(1_500)); // longer than it would be given
    assert_eq!((child.try_wait().expect("it is ours"), parts(folder.path())), (None, 1));
    signal(&child, "TERM");
    assert_eq!(child.wait().expect("it ended").code(), Some(143));
    assert_eq!(parts(folder.path()), 0);
}

/// A writer that writes straight into the file is caught by the same means.
#[cfg(unix)]
#[test]
fn a_torn_file_is_noticed() {
    let [writing, ..] = Writing::all();
    let torn = |writing: &Writing| {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("printf half > \"$0\"; exec sleep 9").arg(&writing.file);
        shell.spawn().expect("there is a shell")
    };
    let caught = (1..=40).any(|n| writing.kill_after(Duration::from_millis(5 * n), torn).is_err());
    assert!(caught, "half a file was taken for a whole one");
}

#[test]
fn what_a_killed_command_left_goes_with_the_next_write() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let left = folder.path().join(".foregone-Ab3xYz.part");
    fs::write(&left, "left by one that was killed").expect("written");
    let ran = foregone_in(folder.path(), &["engage", "skirmish/demo", "--out", "a.fight"]);
    assert!(ran.code == 0 && !left.exists(), "{ran:?}");
}

/// Tell that a command refused to write: in words, with the file's name, and leaving nothing.
fn assert_refused(folder: &Path, command: &[&str], words: &[&str]) {
    let ran = foregone_in(folder, command);
    assert_eq!(ran.code, 2, "{command:?}: {ran:?}");
    let told = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.iter().all(|word| told.contains(word)), "{command:?}: {words:?} in {told}");
    assert!(!told.contains(".part"), "the file beside it is nobody's business: {told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_folder_that_takes_no_file_are_told_in_words() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let full = ["cannot write /dev/full", "No space left on device"];
    assert_refused(folder.path(), &["engage", "skirmish/demo", "--out", "/dev/full"], &full);
    assert_refused(folder.path(), &["report", "skirmish/demo", "--out", "/dev/full"], &full);
    assert_refused(folder.path(), &["verify", "skirmish/demo", "--mode", "twice", "--emit-trail", "/dev/full"], &full);
    for command in [["engage", "skirmish/demo", "--out"], ["report", "skirmish/demo", "--out"]] {
        // Nobody makes files there, whatever they may do elsewhere.
        assert_refused(
            folder.path(),
            &[&command[..], &["/proc/self/a.fight"]].concat(),
            &["cannot write /proc/self/a.fight"],
        );
    }
}

/// A limit on the size of files stands in for a disk that is full halfway: the old file stays, and nothing beside it.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_halfway_leaves_the_old_file() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("a.fight"), "precious").expect("written");
    let limited = "trap '' XFSZ; ulimit -f 4; exec \"$0\" engage skirmish/demo --out a.fight";
    let mut shell = Command::new("sh");
    let done = shell.arg("-c").arg(limited).arg(env!("CARGO_BIN_EXE_foregone")).current_dir(folder.path()).output();
    let done = done.expect("there is a shell");
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(2) && told.contains("a.fight: file too large"), "{done:?}");
    assert!(!told.contains(".part"), "the file beside it is nobody's business: {told}");
    assert_eq!(fs::read(folder.path().join("a.fight")).expect("there"), b"precious");
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1, "nothing is left beside it");
}

#[test]
fn bless_makes_no_folder_of_goldens() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let bless = ["bless", "skirmish/demo", "--reason", "why", "--goldens", "glodens"];
    assert_refused(folder.path(), &bless, &["there is no folder of goldens: glodens"]);
    assert!(!folder.path().join("glodens").exists());
    let check = ["check", "--goldens", "glodens"];
    assert_refused(folder.path(), &check, &["there is no folder of goldens: glodens"]);
}
