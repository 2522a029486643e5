//! How the command ends: its exit codes, and failures that carry one.

use std::fmt;
use std::process::ExitCode;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, MietteDiagnostic, Report};

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
    /// Ctrl-C. Files being written are left as they were.
    Interrupted = 130,
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
    /// `None` says nothing: the person knows, having pressed Ctrl-C.
    report: Option<Report>,
}

impl Failure {
    /// Nothing was run, because of this.
    pub(crate) fn cannot_run(what: impl fmt::Display) -> Self {
        Self::new(Exit::CannotRun, MietteDiagnostic::new(what.to_string()))
    }

    /// Nothing was run, because of this; `help` says what would be right.
    pub(crate) fn cannot_run_help(what: impl fmt::Display, help: impl fmt::Display) -> Self {
        Self::new(Exit::CannotRun, MietteDiagnostic::new(what.to_string()).with_help(help.to_string()))
    }

    /// The rules broke their own promise.
    pub(crate) fn broken(what: impl fmt::Display) -> Self {
        let help = "this is a fault of the rules, not of the fight; a report of it helps";
        Self::new(Exit::Broken, MietteDiagnostic::new(what.to_string()).with_help(help))
    }

    /// Ctrl-C.
    pub(crate) fn interrupted() -> Self {
        Self { exit: Exit::Interrupted, report: None }
    }

    /// Give up with this code and this diagnostic.
    pub(crate) fn new(exit: Exit, diagnostic: impl Diagnostic + Send + Sync + 'static) -> Self {
        Self { exit, report: Some(Report::new(diagnostic)) }
    }

    /// Say it for a person: drawn with colours on a terminal, in plain characters elsewhere.
    pub(crate) fn render(&self, look: Look) -> String {
        let Some(report) = &self.report else { return String::new() };
        let theme = match look {
            Look { unicode: true, colour: true } => GraphicalTheme::unicode(),
            Look { unicode: true, colour: false } => GraphicalTheme::unicode_nocolor(),
            Look { unicode: false, .. } => GraphicalTheme::none(),
        };
        let mut text = String::new();
        let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_links(false);
        if handler.render_report(&mut text, report.as_ref()).is_err() {
            text = format!("{report}\n");
        }
        text
    }
}

/// What a stream can show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub unicode: bool,
    pub colour: bool,
}
