//! Being told to end: Ctrl-C, `kill`, a terminal that hangs up. Long loops ask, and end by themselves; what does not
//! ask in time is ended where it stands. Neither leaves an unfinished file.

use std::sync::OnceLock;
use std::time::Duration;

use foregone::beside;

use super::exit::{Exit, Failure};

/// How long a command may take to end by itself. 1 s: several times what a loop takes from one look to the next, and
/// nothing a person waits for.
const GRACE: Duration = Duration::from_secs(1);

/// The code to end with, of what was asked first.
static ASKED: OnceLock<Exit> = OnceLock::new();

/// Listen for it from now on. Where nothing can listen, the process is simply killed, which is no reason not to run.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a thread that waits for signals; nothing is computed in it")]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut listened = vec![SIGINT, SIGTERM];
    if !hangup::is_ignored() {
        listened.push(SIGHUP);
    }
    let Ok(mut signals) = signal_hook::iterator::Signals::new(listened) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            ask(match signal {
                SIGTERM => Exit::Terminated,
                SIGHUP => Exit::HungUp,
                _ => Exit::Interrupted,
            });
        }
    });
}

/// Listen for it from now on.
#[cfg(not(unix))]
pub(crate) fn listen() {
    _ = ctrlc::set_handler(|| ask(Exit::Interrupted));
}

/// Ask the command to end. Whoever asks a second time waits no longer.
#[expect(clippy::disallowed_methods, reason = "it waits for the command to end; nothing is computed in it")]
fn ask(exit: Exit) {
    if ASKED.set(exit).is_err() {
        leave(exit);
    }
    std::thread::spawn(move || {
        std::thread::sleep(GRACE);
        leave(exit);
    });
}

/// End the process where it stands.
fn leave(exit: Exit) -> ! {
    beside::leave_nothing();
    std::process::exit(i32::from(exit as u8));
}

/// Fail if the command was asked to end. Long loops ask this.
pub(crate) fn check_interrupt() -> Result<(), Failure> {
    if is_interrupted() { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Tell whether the command was asked to end.
pub(crate) fn is_interrupted() -> bool {
    ASKED.get().is_some()
}

/// The code to end with, having been asked to.
pub(crate) fn exit() -> Exit {
    ASKED.get().copied().unwrap_or(Exit::Interrupted)
}

#[cfg(unix)]
mod hangup {
    use signal_hook::consts::SIGHUP;

    /// Tell whether whoever started this process wants it to outlive the terminal, as `nohup` does. Where the system
    /// does not say, a hang-up is left to do what it did.
    pub(super) fn is_ignored() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        ignored(&status).is_none_or(|mask| mask & (1 << (SIGHUP - 1)) != 0)
    }

    /// Read the signals that are ignored, a bit each, the first for signal 1.
    fn ignored(status: &str) -> Option<u64> {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    }

    #[test]
    fn the_mask_of_ignored_signals_is_read() {
        assert_eq!(ignored("Name:\tx\nSigBlk:\t0000000000000003\nSigIgn:\t0000000000001001\n"), Some(0x1001));
        assert_eq!((ignored(""), ignored("SigIgn:\tnone\n")), (None, None));
    }
}
