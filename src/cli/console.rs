//! What a command speaks through: results on stdout, everything else on stderr.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use foregone::kernel::assets::Assets;
use foregone::kernel::problem::Look;

use super::args::Color;
use super::exit::Failure;

/// Columns that errors are wrapped to.
const ERROR_COLUMNS: usize = 100;

/// Where a command speaks.
#[derive(Debug)]
pub(crate) struct Console {
    out: AutoStream<io::Stdout>,
    /// The reader went away; nothing more is written, but the command's own verdict still counts.
    closed: bool,
    error: Option<io::Error>,
    color: ColorChoice,
    assets: Assets,
    /// Lines that are no results, where they are kept for a window to show.
    kept: Option<RefCell<Vec<String>>>,
}

impl Console {
    pub(crate) fn new(color: Color) -> Self {
        let color = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        color.write_global();
        Self {
            out: AutoStream::new(io::stdout(), color),
            closed: false,
            error: None,
            color,
            assets: Assets::embedded(),
            kept: None,
        }
    }

    /// Keep the lines that are no results, instead of writing them.
    #[cfg(feature = "player")]
    pub(crate) fn keep_notes(&mut self) {
        self.kept = Some(RefCell::default());
    }

    /// Take out the lines that were kept.
    #[cfg(feature = "player")]
    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        self.kept.take().map(RefCell::into_inner).unwrap_or_default()
    }

    /// Take content and fights from here instead of from the program itself.
    pub(crate) fn set_assets(&mut self, assets: Assets) {
        self.assets = assets;
    }

    /// Where content and fights come from.
    pub(crate) fn assets(&self) -> &Assets {
        &self.assets
    }

    /// Write a line of the result.
    pub(crate) fn say(&mut self, line: impl Display) {
        if self.closed {
            return;
        }
        if let Err(error) = writeln!(self.out, "{line}") {
            self.closed = true;
            // Whoever read us has seen enough (`foregone trail … | head`): no reason to complain.
            self.error = Some(error).filter(|e| e.kind() != ErrorKind::BrokenPipe);
        }
    }

    /// Write the one object that `--json` prints.
    pub(crate) fn json(&mut self, value: &impl Serialize) {
        let text = serde_json::to_string_pretty(value).expect("results have string keys and finite numbers");
        self.say(rows_of_numbers(&text));
    }

    /// Tell whether anyone still reads stdout.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Write a line that is not a result.
    pub(crate) fn note(&self, line: impl Display) {
        if let Some(kept) = &self.kept {
            return kept.borrow_mut().push(line.to_string());
        }
        _ = writeln!(AutoStream::new(io::stderr(), self.color), "{line}");
    }

    /// Say why the command gave up.
    pub(crate) fn fail(&self, failure: &Failure) {
        // Colour is asked for always: the stream takes it out again where it is not wanted.
        let text = failure.render(Look { colour: true, width: ERROR_COLUMNS });
        _ = write!(AutoStream::new(io::stderr(), self.color), "{text}");
    }

    /// Flush, and fail if a result could not be written.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        if let (false, Err(error)) = (self.closed, self.out.flush()) {
            self.error = Some(error).filter(|e| e.kind() != ErrorKind::BrokenPipe);
        }
        match self.error.take() {
            Some(error) => Err(Failure::cannot_run(format_args!("cannot write to standard output: {error}"))),
            None => Ok(()),
        }
    }

    /// Open a progress bar on stderr; it shows on a terminal alone.
    pub(crate) fn bar(&self, label: &'static str, length: u64) -> ProgressBar {
        let target =
            if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template("{msg} [{bar:32}] {pos}/{len}").expect("the template is fixed");
        let bar = ProgressBar::with_draw_target(Some(length), target);
        bar.set_style(style.progress_chars("=> "));
        bar.set_message(label);
        bar
    }
}

/// The one clock of the command line: it times work, and nothing that is computed reads it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "the one clock of the command line")]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    pub(crate) fn nanos(self) -> u64 {
        u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    pub(crate) fn millis(self) -> u64 {
        u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
/// Put arrays that hold nothing but numbers on one line each: a battle's columns would be a line a man otherwise.
fn rows_of_numbers(json: &str) -> String {
    let (mut text, mut rest, mut in_string) = (String::with_capacity(json.len()), json, false);
    while let Some(at) = rest.find(['"', '\\', '[']) {
        let mark = rest.as_bytes()[at];
        // What a backslash stands before is no mark of its own; outside of strings there is none.
        let past = if mark == b'\\' { at + 2 } else { at + 1 };
        text.push_str(&rest[..past]);
        rest = &rest[past..];
        in_string ^= mark == b'"';
        if mark == b'[' && !in_string {
            let end = rest.find(|c: char| !matches!(c, '0'..='9' | '-' | '+' | '.' | 'e' | 'E' | ',' | ' ' | '\n'));
            if let Some(end) = end.filter(|&end| rest[end..].starts_with(']')) {
                let numbers: Vec<&str> = rest[..end].split(',').map(str::trim).collect();
                text.push_str(&numbers.join(", "));
                rest = &rest[end..];
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_one_line_and_nothing_else_is_touched() {
        let value = serde_json::json!({
            "x": [1, -2.5, 3e9], "none": [], "mixed": [1, "two"], "deep": [[1, 2], [3]],
            "text": "a [1,\n 2] \\\" [3,\n 4]",
        });
        let text = rows_of_numbers(&serde_json::to_string_pretty(&value).expect("it is JSON"));
        for part in ["\"x\": [1, -2.5, 3000000000.0],", "\"none\": [],", "    [1, 2],\n    [3]\n"] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        let again: serde_json::Value = serde_json::from_str(&text).expect("it is JSON still");
        assert_eq!(again, value);
    }
}
