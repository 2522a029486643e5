//! Problems: everything wrong with what a person wrote, all at once, each with its place and what would be right.

use std::fmt;
use std::sync::Arc;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};
use serde::Serialize;

/// Problems kept of one file; further ones are counted.
const KEPT_MAX: usize = 100;

/// Characters of a line that are shown around a place. A file without line ends must not fill the screen.
const SHOWN_MAX: usize = 120;

/// Characters of a bad value that a message repeats.
const QUOTED_MAX: usize = 60;

/// Names offered when none is near: all of so many.
const OFFERED_MAX: usize = 16;

/// Names offered when none is near and there are more: the nearest.
const OFFERED_OF_MANY: usize = 5;

/// A text that problems point into.
#[derive(Debug, Clone)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
}

/// One problem. Line and column count from 1, the column in characters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The file, as the person named it.
    pub file: String,
    /// The line; none where the file as a whole is the problem.
    pub line: Option<usize>,
    /// The column; none where the file as a whole is the problem.
    pub column: Option<usize>,
    /// What is wrong, as a phrase.
    pub problem: String,
    /// What would be right.
    pub help: Option<String>,
    #[serde(skip)]
    snippet: Option<Snippet>,
}

/// One problem or more: the error of everything that reads what a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Problems {
    problems: Vec<Problem>,
    /// Problems beyond those kept.
    further: usize,
}

/// How [`Problems::render`] draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Use colours.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// The lines around a place, cut down to what can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Snippet {
    name: String,
    text: String,
    /// The number of its first line, from 0.
    first_line: usize,
    /// Line and column of the place, from 0.
    place: (usize, usize),
    /// Where in `text` the place begins, and its bytes.
    offset: usize,
    length: usize,
}

impl Source {
    /// Name a text.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// State a problem at some bytes of the text.
    #[must_use]
    pub fn problem(&self, span: std::ops::Range<usize>, problem: impl Into<String>, help: Option<String>) -> Problem {
        let snippet = Snippet::cut(self, span);
        let (line, column) = snippet.place;
        Problem {
            file: self.name.to_string(),
            line: Some(line + 1),
            column: Some(column + 1),
            problem: problem.into(),
            help,
            snippet: Some(snippet),
        }
    }
}

impl Problem {
    /// State a problem of a whole file.
    #[must_use]
    pub fn of_file(file: impl Into<String>, problem: impl Into<String>, help: Option<String>) -> Self {
        Self { file: file.into(), line: None, column: None, problem: problem.into(), help, snippet: None }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self { problems: vec![problem], further: 0 }
    }
}

impl Problems {
    /// Tell whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// Every problem kept, in the order of their places.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.problems
    }

    /// Add one.
    pub fn push(&mut self, problem: Problem) {
        if self.problems.len() < KEPT_MAX {
            self.problems.push(problem);
        } else {
            self.further += 1;
        }
    }

    /// Add all of another list.
    pub fn extend(&mut self, others: Self) {
        self.further += others.further;
        for problem in others.problems {
            self.push(problem);
        }
    }

    /// Keep what was read, or take in all that was wrong with it: for reading several files before giving up.
    pub fn take<T>(&mut self, result: Result<T, Self>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problems) => {
                self.extend(problems);
                None
            }
        }
    }

    /// Tell whether more can be kept.
    pub(crate) fn is_full(&self) -> bool {
        self.problems.len() >= KEPT_MAX
    }

    /// Count one that is not kept.
    pub(crate) fn count_further(&mut self) {
        self.further += 1;
    }

    /// Put them in the order of their places, file by file as the files came up.
    #[must_use]
    pub(crate) fn in_order(mut self) -> Self {
        let mut files: Vec<String> = Vec::new();
        for problem in &self.problems {
            if !files.contains(&problem.file) {
                files.push(problem.file.clone());
            }
        }
        let file_place = |p: &Problem| files.iter().position(|file| *file == p.file);
        self.problems.sort_by_key(|p| (file_place(p), p.line, p.column));
        self
    }

    /// Give the value if there is no problem.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self.in_order()) }
    }

    /// Draw them for a person, each with the line it is on.
    #[must_use]
    pub fn render(&self, look: Look) -> String {
        let theme = if look.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false).with_width(look.width.max(40));
        let mut drawn = String::new();
        for problem in &self.problems {
            handler.render_report(&mut drawn, &Report(problem)).expect("writing to a string cannot fail");
        }
        if let Some(more) = self.further_phrase() {
            drawn.push_str(&format!("\n  {more}\n"));
        }
        drawn
    }

    /// Say how many there are beyond those kept, if there are any.
    pub(crate) fn further_phrase(&self) -> Option<String> {
        (self.further > 0).then(|| format!("and {} more", self.further))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "{}:{line}:{column}: {}", self.file, self.problem)?,
            // As every error without a line in it: the path last.
            _ => write!(f, "{}: {}", self.problem, self.file)?,
        }
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.problems.iter().map(ToString::to_string).chain(self.further_phrase());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for Problem {}

impl std::error::Error for Problems {}

/// Repeat a bad value in a message: on one line, nothing that could steer a terminal, not too long.
#[must_use]
pub fn quote(value: &str) -> String {
    let mut shown: String = value.chars().take(QUOTED_MAX).flat_map(tame).collect();
    if value.chars().nth(QUOTED_MAX).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// A number of things: `1 tick`, `2 ticks`.
#[must_use]
pub fn counted<N: fmt::Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Say which names would be right, nearest first; without a near one, what there is.
#[must_use]
pub fn suggest<S: AsRef<str>>(wrong: &str, names: impl IntoIterator<Item = S>) -> Option<String> {
    let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
    let near = nearest(wrong, &names);
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|name| quote(name)).collect();
        return Some(format!("did you mean {}?", near.join(" or ")));
    }
    if names.is_empty() {
        return None;
    }
    let offered: Vec<String> = if names.len() <= OFFERED_MAX {
        names.iter().map(|name| quote(name)).collect()
    } else {
        let start: String = wrong.to_lowercase().chars().take(QUOTED_MAX).collect();
        let mut ranked: Vec<(usize, &String)> =
            names.iter().map(|name| (strsim::osa_distance(&start, &name.to_lowercase()), name)).collect();
        // Of a name that is not there at all none is nearer than another.
        if !start.is_empty() {
            ranked.sort();
        }
        ranked.into_iter().take(OFFERED_OF_MANY).map(|(_, name)| quote(name)).collect()
    };
    let rest = names.len() - offered.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    Some(if names.len() == 1 {
        format!("it can only be {}", offered[0])
    } else {
        format!("it is one of {}{more}", offered.join(", "))
    })
}

/// Find up to three names within a third of the wrong one's length in edits, and hardly farther than the nearest;
/// nearest first, equals by name.
fn nearest<'a>(wrong: &str, names: &'a [String]) -> Vec<&'a str> {
    let length = wrong.chars().take(QUOTED_MAX + 1).count();
    if length > QUOTED_MAX {
        return Vec::new();
    }
    let wrong = wrong.to_lowercase();
    let most = (length / 3).max(1);
    let mut near: Vec<(usize, &str)> = names
        .iter()
        .map(|name| (strsim::osa_distance(&wrong, &name.to_lowercase()), name.as_str()))
        .filter(|(edits, name)| *edits <= most && *edits < name.chars().count())
        .collect();
    near.sort();
    near.dedup();
    let least = near.first().map_or(0, |(edits, _)| *edits);
    near.into_iter().take_while(|(edits, _)| *edits <= least + 1).take(3).map(|(_, name)| name).collect()
}

/// Spell out what could steer a terminal.
fn tame(c: char) -> impl Iterator<Item = char> {
    let steers =
        c.is_control() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let (escaped, plain) = if steers { (Some(c.escape_default()), None) } else { (None, Some(c)) };
    escaped.into_iter().flatten().chain(plain)
}

impl Snippet {
    /// Cut the line of a place and its neighbours out of a text.
    fn cut(source: &Source, span: std::ops::Range<usize>) -> Self {
        let text = source.text();
        let start = floor_char(text, span.start.min(text.len()));
        let end = floor_char(text, span.end.clamp(start, text.len()));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let line = text[..line_start].matches('\n').count();
        let column = text[line_start..start].chars().count();
        // A byte order mark is no character a person sees.
        let column = column - usize::from(column > 0 && line_start == 0 && text.starts_with('\u{FEFF}'));

        let mut shown = String::new();
        let mut first_line = line;
        if line_start > 0 {
            let above_start = text[..line_start - 1].rfind('\n').map_or(0, |at| at + 1);
            shown.push_str(&head(&text[above_start..line_start - 1]));
            shown.push('\n');
            first_line -= 1;
        }
        let before = tail(&text[line_start..start]);
        let offset = shown.len() + before.len();
        shown.push_str(&before);
        let marked = head(&text[start..end.min(line_end)]);
        let length = marked.len();
        shown.push_str(&marked);
        shown.push_str(&head(&text[end.min(line_end)..line_end]));
        if line_end < text.len() {
            let below_end = text[line_end + 1..].find('\n').map_or(text.len(), |at| line_end + 1 + at);
            shown.push('\n');
            shown.push_str(&head(&text[line_end + 1..below_end]));
        }
        Self { name: source.name.to_string(), text: shown, first_line, place: (line, column), offset, length }
    }
}

impl SourceCode for Snippet {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        context_before: usize,
        _context_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let lines = self.text.lines().count();
        let whole = SourceSpan::from(0..self.text.len());
        // Asked without context it is the place that is wanted; with context, the lines to show.
        let (line, column) = if context_before == 0 { self.place } else { (self.first_line, 0) };
        Ok(Box::new(MietteSpanContents::new_named(self.name.clone(), self.text.as_bytes(), whole, line, column, lines)))
    }
}

/// The first characters of a piece of a line, tamed.
fn head(piece: &str) -> String {
    let piece = piece.strip_suffix('\r').unwrap_or(piece);
    let mut shown: String = piece.chars().take(SHOWN_MAX).flat_map(tame_in_line).collect();
    if piece.chars().nth(SHOWN_MAX).is_some() {
        shown.push('…');
    }
    shown
}

/// The last characters of a piece of a line, tamed.
fn tail(piece: &str) -> String {
    let Some((cut, _)) = piece.char_indices().rev().nth(SHOWN_MAX) else {
        return piece.chars().flat_map(tame_in_line).collect();
    };
    let from = cut + piece[cut..].chars().next().map_or(0, char::len_utf8);
    std::iter::once('…').chain(piece[from..].chars().flat_map(tame_in_line)).collect()
}

/// As [`tame`], but a tab may stay in a line that is shown, and a byte order mark goes.
fn tame_in_line(c: char) -> impl Iterator<Item = char> {
    let (tab, other) = match c {
        '\t' => (Some(c), None),
        '\u{FEFF}' => (None, None),
        _ => (None, Some(c)),
    };
    tab.into_iter().chain(other.into_iter().flat_map(tame))
}

/// The last character border at or before a byte.
fn floor_char(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A problem as miette wants it.
#[derive(Debug)]
struct Report<'a>(&'a Problem);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.line {
            Some(_) => f.write_str(&self.0.problem),
            None => write!(f, "{}: {}", self.0.problem, self.0.file),
        }
    }
}

impl std::error::Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.snippet.as_ref().map(|snippet| snippet as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let snippet = self.0.snippet.as_ref()?;
        let label = LabeledSpan::new_primary_with_span(Some("here".into()), (snippet.offset, snippet.length));
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Look = Look { colour: false, width: 80 };

    fn at(text: &str, part: &str) -> Problem {
        let start = text.find(part).expect("the part is in the text");
        Source::new("duel.toml", text).problem(start..start + part.len(), "something is wrong", Some("mend it".into()))
    }

    #[test]
    fn one_thing_is_not_several() {
        assert_eq!([0_u32, 1, 2].map(|n| counted(n, "tick")), ["0 ticks", "1 tick", "2 ticks"]);
    }

    #[test]
    fn a_place_counts_lines_and_characters_from_one() {
        let problem = at("a = 1\nb = 22\n", "22");
        assert_eq!((problem.line, problem.column), (Some(2), Some(5)));
        assert_eq!(problem.to_string(), "duel.toml:2:5: something is wrong; mend it");
    }

    #[test]
    fn letters_of_several_bytes_are_one_column() {
        let problem = at("name = \"Größe é\" # 菌\nx = 'ü' + 1", "+");
        assert_eq!((problem.line, problem.column), (Some(2), Some(9)));
    }

    #[test]
    fn carriage_returns_and_a_byte_order_mark_move_nothing() {
        let problem = at("\u{FEFF}a = 1\r\nb = 2\r\nc = 3\r\n", "2");
        assert_eq!((problem.line, problem.column), (Some(2), Some(5)));
        let problem = at("\u{FEFF}a = 1\r\n", "1");
        assert_eq!((problem.line, problem.column), (Some(1), Some(5)));
        assert!(!Problems::from(problem).render(PLAIN).contains(['\r', '\u{FEFF}']));
    }

    #[test]
    fn the_line_is_shown_with_its_neighbours() {
        let problem = at("one = 1\ntwo = 2\nthree = 3\nfour = 4\n", "3");
        let drawn = Problems::from(problem).render(PLAIN);
        for part in ["duel.toml:3:9", "two = 2", "three = 3", "four = 4", "something is wrong", "help: mend it"] {
            assert!(drawn.contains(part), "{part} is missing in\n{drawn}");
        }
        assert!(!drawn.contains("one = 1"), "{drawn}");
        assert!(drawn.lines().any(|line| line.starts_with(" 3 │ three")), "{drawn}");
        assert!(!drawn.contains('\u{1b}'), "no colour was asked for");
    }

    #[test]
    fn colour_comes_when_asked_for() {
        assert!(Problems::from(at("a = 1", "1")).render(Look { colour: true, width: 80 }).contains('\u{1b}'));
    }

    #[test]
    fn an_endless_line_is_cut_around_the_place() {
        let text = format!("a = {}X{}", "y".repeat(100_000), "z".repeat(100_000));
        let problem = at(&text, "X");
        assert_eq!(problem.column, Some(100_005));
        assert!(Problems::from(problem).render(PLAIN).len() < 2_000);
    }

    #[test]
    fn nothing_in_a_file_steers_the_terminal() {
        let drawn = Problems::from(at("a = \u{1b}[31m \u{202E} 1", "1")).render(PLAIN);
        assert!(!drawn.contains(['\u{1b}', '\u{202E}']), "{drawn}");
        assert_eq!(quote("a\u{1b}[2J\n"), "`a\\u{1b}[2J\\n`");
        assert_eq!(quote(&"x".repeat(70)), format!("`{}…`", "x".repeat(60)));
    }

    #[test]
    fn a_place_at_or_past_the_end_or_inside_a_letter_is_still_a_place() {
        let source = Source::new("f", "é\n");
        for (start, end) in [(0, 0), (1, 1), (1, 9), (3, 3), (99, 100), (3, 1)] {
            let problem = source.problem(start..end, "p", None);
            assert!(problem.line.is_some_and(|line| line <= 2));
            let _ = Problems::from(problem).render(PLAIN);
        }
        let _ = Problems::from(Source::new("f", "").problem(0..0, "p", None)).render(PLAIN);
    }

    #[test]
    fn a_problem_of_a_whole_file_names_it_last() {
        let problem = Problem::of_file("duel.toml", "no such file", None);
        assert_eq!(problem.to_string(), "no such file: duel.toml");
        assert!(Problems::from(problem).render(PLAIN).contains("no such file: duel.toml"));
    }

    #[test]
    fn problems_come_in_the_order_of_their_places() {
        let text = "a = 1\nb = 2\nc = 3\n";
        let mut problems = Problems::default();
        for part in ["3", "1", "2"] {
            problems.push(at(text, part));
        }
        let lines: Vec<_> = problems.or(()).expect_err("three").list().iter().map(|p| p.line).collect();
        assert_eq!(lines, [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn a_flood_is_counted_not_kept() {
        let mut problems = Problems::default();
        for _ in 0..250 {
            problems.push(Problem::of_file("f", "p", None));
        }
        assert_eq!(problems.list().len(), 100);
        assert!(problems.to_string().ends_with("and 150 more"));
        assert!(problems.render(PLAIN).contains("and 150 more"));
    }

    #[test]
    fn json_has_place_problem_and_help() {
        let json = serde_json::to_value(Problems::from(at("a = 1", "1"))).expect("problems serialise");
        let expected = serde_json::json!({ "problems": [{ "file": "duel.toml", "line": 1, "column": 5,
            "problem": "something is wrong", "help": "mend it" }], "further": 0 });
        assert_eq!(json, expected);
    }

    #[test]
    fn a_near_name_is_suggested_and_without_one_all_are_offered() {
        let names = ["sporeling", "sporeline", "chitin_ram", "medic"];
        assert_eq!(suggest("sporelng", names).as_deref(), Some("did you mean `sporeling` or `sporeline`?"));
        assert_eq!(suggest("MEDIC", names).as_deref(), Some("did you mean `medic`?"));
        assert_eq!(suggest("knight", ["a", "b"]).as_deref(), Some("it is one of `a`, `b`"));
        assert_eq!(suggest("", ["a", "b"]).as_deref(), Some("it is one of `a`, `b`"));
        assert_eq!(suggest("x", ["only"]).as_deref(), Some("it can only be `only`"));
        assert_eq!(suggest::<&str>("x", []), None);
        assert!(
            suggest(&"x".repeat(1 << 20), (0..99).map(|n| n.to_string())).is_some_and(|s| s.ends_with("and 94 more"))
        );
    }
}
