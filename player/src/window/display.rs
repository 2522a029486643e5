//! The display: whether there is one, asked before the window library would panic about it.

use super::WindowError;

/// Tell whether an environment variable says anything.
pub(super) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// Check that a window can be opened somewhere.
#[cfg(all(unix, not(target_vendor = "apple")))]
pub(super) fn check() -> Result<(), WindowError> {
    if is_set("DISPLAY") {
        let display = std::env::var("DISPLAY").unwrap_or_default();
        return if answers(&display) { Ok(()) } else { Err(WindowError::NoAnswer(display)) };
    }
    if is_set("WAYLAND_DISPLAY") { Ok(()) } else { Err(WindowError::NoDisplay) }
}

/// Check that a window can be opened somewhere.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
pub(super) fn check() -> Result<(), WindowError> {
    Ok(())
}

/// Tell whether a server listens at a local display. Of others, and of those that listen elsewhere than usual, nothing
/// can be said beforehand. It is looked for, not called: some servers start afresh when their last caller hangs up, and
/// would turn away the next one.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn answers(display: &str) -> bool {
    let Some(number) = display.strip_prefix(':').map(|rest| rest.split('.').next().unwrap_or_default()) else {
        return true;
    };
    let directory = std::path::Path::new("/tmp/.X11-unix");
    let path = directory.join(format!("X{number}"));
    if path.exists() || !directory.exists() {
        return true;
    }
    // Linux servers may listen at a name that is no file.
    let ending = format!("{}", path.display());
    std::fs::read_to_string("/proc/net/unix")
        .map_or(true, |sockets| sockets.lines().any(|line| line.trim_end().ends_with(&ending)))
}

type Hook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync>;

/// While the window opens, a panic of the window library is told as what it is.
pub(super) struct Opening(Hook);

/// Explain it to the person if the window library gives up while opening.
pub(super) fn explain_failure_to_open() -> Opening {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| {
        let said = info.payload();
        let said = said.downcast_ref::<&str>().copied().or(said.downcast_ref::<String>().map(String::as_str));
        let what = said.unwrap_or("the display or its OpenGL gave up");
        eprintln!("error: cannot open a window: {what}");
        eprintln!(
            "help: check that DISPLAY is right and that OpenGL works there (`glxinfo`); `foregone engage` needs neither"
        );
        std::process::exit(2);
    }));
    Opening(before)
}

impl Opening {
    /// The window is there: panics are panics again.
    pub(super) fn succeeded(self) {
        std::panic::set_hook(self.0);
    }
}
