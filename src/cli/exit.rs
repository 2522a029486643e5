//! How the command ends: its exit codes, and failures that carry one.

use std::fmt;
use std::process::ExitCode;

use foregone::kernel::problem::{Look, Problem, Problems};
use miette::{GraphicalReportHandler, GraphicalTheme, MietteDiagnostic};

use super::interrupt;

/// The exit codes, as scripts rely on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[allow(dead_code, reason = "a headless build has fewer commands")]
pub(crate) enum Exit {
    /// Done; or compared, and the same.
    Done = 0,
    /// A difference was found: golden mismatch, diverged, verify failed.
    Differs = 1,
    /// Usage, a missing or malformed file, an unknown name, an invalid order: nothing was run.
    CannotRun = 2,
    /// The file was made under other rules.
    RulesChanged = 3,
    /// The rules broke their own promise.
    Broken = 4,
    /// The terminal hung up. Files being written are left as they were, here and below.
    HungUp = 129,
    /// Ctrl-C.
    Interrupted = 130,
    /// Told to end, by `kill` or a system that shuts down.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a command gave up, with the code it ends with.
#[derive(Debug)]
pub(crate) struct Failure {
    pub exit: Exit,
    why: Why,
}

#[derive(Debug)]
enum Why {
    /// The person knows, having pressed Ctrl-C or the like.
    Known,
    /// One thing, with what would be right.
    One(Box<MietteDiagnostic>),
    /// What is wrong in a file, each with its place.
    Written(Problems),
}

impl Failure {
    /// Nothing was run, because of this.
    pub(crate) fn cannot_run(what: impl fmt::Display) -> Self {
        Self::new(Exit::CannotRun, what, None)
    }

    /// Nothing was run, because of this; `help` says what would be right.
    pub(crate) fn cannot_run_help(what: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self::new(Exit::CannotRun, what, Some(help.to_string()))
    }

    /// The rules broke their own promise.
    pub(crate) fn broken(what: impl fmt::Display) -> Self {
        let help = "this is a fault of the rules, not of the fight; a report of it helps";
        Self::new(Exit::Broken, what, Some(help.to_owned()))
    }

    /// Somebody asked the command to end.
    pub(crate) fn interrupted() -> Self {
        Self { exit: interrupt::exit(), why: Why::Known }
    }

    /// Give up with this code.
    pub(crate) fn new(exit: Exit, what: impl fmt::Display, help: Option<String>) -> Self {
        let mut diagnostic = MietteDiagnostic::new(what.to_string());
        diagnostic.help = help;
        Self { exit, why: Why::One(Box::new(diagnostic)) }
    }

    /// Say it in plain lines.
    pub(crate) fn phrase(&self) -> String {
        match &self.why {
            Why::Known => String::new(),
            Why::One(diagnostic) => diagnostic.to_string(),
            Why::Written(problems) => problems.to_string(),
        }
    }

    /// Say it in plain lines, with what would be right.
    #[cfg(feature = "player")]
    pub(crate) fn explain(&self) -> String {
        match &self.why {
            Why::Known => String::new(),
            Why::One(diagnostic) => match &diagnostic.help {
                Some(help) => format!("{}\n\n{help}", diagnostic.message),
                None => diagnostic.message.clone(),
            },
            Why::Written(problems) => problems.to_string().replace('\n', "\n\n"),
        }
    }

    /// Add another problem of the same file, unless it is told already.
    pub(crate) fn and(mut self, problem: Problem) -> Self {
        if let Why::Written(problems) = &mut self.why
            && !problems.list().contains(&problem)
        {
            problems.push(problem);
        }
        self
    }

    /// Say it for a person.
    pub(crate) fn render(&self, look: Look) -> String {
        match &self.why {
            Why::Known => String::new(),
            Why::Written(problems) => problems.render(look),
            Why::One(diagnostic) => render(diagnostic, look),
        }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Self { exit: Exit::CannotRun, why: Why::Written(problems) }
    }
}

fn render(diagnostic: &MietteDiagnostic, look: Look) -> String {
    let theme = if look.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(look.width);
    let mut drawn = String::new();
    match handler.render_report(&mut drawn, diagnostic) {
        Ok(()) => drawn,
        Err(_) => format!("{diagnostic}\n"),
    }
}
