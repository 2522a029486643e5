//! The summary a person reads after a fight, and the table of a tick: columns that line up, a colour per side.

use anstyle::{AnsiColor, Style};
use foregone::kernel::problem::counted;
use foregone::kernel::ruleset::{Body, Ruleset, Verdict};
use foregone::kernel::tally::Tally;
use foregone::kernel::turns::Turns;
use foregone::summary::{SideSum, Summary, Totals, UnitSum};
use recorder::Recording;

use super::console::Console;
use super::feed::Entry;
use super::fight::Fight;

/// Columns that everything fits into.
const WIDTH: usize = 80;

/// Columns for a name; longer ones are cut.
const NAME: usize = 20;

/// Columns of the longest bar.
const BAR: usize = 16;

/// Units shown of a fight that has more; those that did least are left out.
const UNITS_MAX: usize = 24;

/// Journal lines shown at a tick.
const LINES_MAX: usize = 12;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// What a summary is made from.
#[derive(Debug)]
pub(crate) struct Shown<'a, G: Ruleset> {
    pub fight: &'a Fight<G>,
    pub recording: &'a Recording<G>,
    pub summary: &'a Summary,
    pub tally: &'a Tally,
    pub refused: &'a [Entry],
}

/// Print the summary of a fight.
pub(crate) fn summary<G: Ruleset>(console: &mut Console, shown: &Shown<'_, G>) {
    let Shown { fight, recording, summary, tally, refused } = shown;
    let hz = recording.tick_hz();
    let sides = Sides(summary.sides.iter().map(|s| s.name.clone()).collect());
    console.say(title(fight));
    console.say("");
    console.say(verdict(summary.outcome.as_ref(), summary.tick, hz, &sides));
    console.say("");
    let sums = summary.sides.iter().enumerate();
    if summary.totals == Totals::default() {
        // Where nobody was harmed, columns of nothing would tell nothing.
        sums.filter_map(|(index, side)| peaceful_line(index, side, &summary.units)).for_each(|line| console.say(line));
    } else {
        sums.for_each(|(index, side)| console.say(side_line::<G>(index, side, &summary.units)));
        console.say("");
        units::<G>(console, &summary.units, &sides, hz);
    }
    turning_points(console, recording, tally, &sides);
    refusals(console, refused, hz);
    console.say("");
    let (digest, rules) = (recording.trail_digest(), recording.fingerprint());
    console.say(format_args!("{DIM}digest {digest:016x}  rules {rules:016x}{DIM:#}"));
}

fn refusals(console: &mut Console, refused: &[Entry], hz: u32) {
    if !refused.is_empty() {
        console.say("");
        console.say(format_args!("{BOLD}Orders refused{BOLD:#}"));
    }
    for entry in refused.iter().take(LINES_MAX) {
        console.say(entry_line(entry, hz));
    }
    if refused.len() > LINES_MAX {
        console.say(format_args!("{DIM}          and {} more{DIM:#}", refused.len() - LINES_MAX));
    }
}

fn entry_line(entry: &Entry, hz: u32) -> String {
    format!("{:>7} s  {}", seconds(entry.tick, hz), entry.text)
}

fn title<G: Ruleset>(fight: &Fight<G>) -> String {
    let seed = fight.seed.map(|seed| format!(" · seed {seed}")).unwrap_or_default();
    match &fight.title {
        Some(title) => format!("{BOLD}{title}{BOLD:#} · {}{seed}", fight.name),
        None => format!("{BOLD}{}{BOLD:#}{seed}", fight.name),
    }
}

fn verdict(outcome: Option<&Verdict>, tick: u32, hz: u32, sides: &Sides) -> String {
    let length = format!("{} s ({tick} ticks)", seconds(tick, hz));
    match outcome {
        None => format!("not over after {length}"),
        Some(Verdict { winner: Some(winner), reason, .. }) => {
            let style = sides.style_of(winner).bold();
            format!("{style}{winner} wins{style:#} after {length}: {reason}")
        }
        Some(Verdict { reason, .. }) => format!("{BOLD}a draw{BOLD:#} after {length}: {reason}"),
    }
}

/// A line on a side. Those who came later count with those who began.
fn side_line<G: Ruleset>(index: usize, side: &SideSum, units: &[UnitSum]) -> String {
    let fielded = units.iter().filter(|unit| unit.side == side.name).count();
    let style = side_style(index);
    let withdrew = if side.withdrew > 0 { format!(", {} withdrew", side.withdrew) } else { String::new() };
    let [did, _, healing, kills] = G::COUNTED;
    let counts = [(did, side.damage, 6), (healing, side.healing, 6), (kills, i64::from(side.kills), 3)];
    let counts = counts.into_iter().filter_map(|(word, count, width)| Some(format!("  {} {count:>width$}", word?)));
    let counts: String = counts.collect();
    format!("{style}{}{style:#}{counts}  alive {} of {fielded}{withdrew}", cell(&side.name, 10), side.alive)
}

/// A line on a side that neither did nor suffered anything: who it was.
fn peaceful_line(index: usize, side: &SideSum, units: &[UnitSum]) -> Option<String> {
    let own: Vec<&str> = units.iter().filter(|unit| unit.side == side.name).map(|unit| unit.name.as_str()).collect();
    let style = side_style(index);
    let (shown, more) = (own.iter().take(UNITS_MAX).copied().collect::<Vec<_>>(), own.len().saturating_sub(UNITS_MAX));
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!own.is_empty()).then(|| format!("{style}{}{style:#}  {}{more}", cell(&side.name, 10), shown.join(", ")))
}

/// What a unit has in a column.
type Count = fn(&UnitSum) -> i64;

/// The columns of what a ruleset counts of units: the word over each, and its width.
fn columns<G: Ruleset>() -> impl Iterator<Item = (&'static str, usize, Count)> {
    let counts: [(usize, Count); 4] =
        [(6, |u| u.damage), (6, |u| u.taken), (7, |u| u.healing), (5, |u| i64::from(u.kills))];
    G::COUNTED.into_iter().zip(counts).filter_map(|(word, (width, count))| Some((word?, width, count)))
}

fn units<G: Ruleset>(console: &mut Console, units: &[UnitSum], sides: &Sides, hz: u32) {
    let shown = most_active(units);
    let most = shown.iter().map(|u| u.damage + u.healing).max().unwrap_or(0);
    let heads: String = columns::<G>().map(|(word, width, _)| format!(" {word:>width$}")).collect();
    console.say(format_args!("{DIM}{:>3} {}{heads} {:>8}{DIM:#}", "id", cell("unit", NAME), "fell at"));
    for unit in &shown {
        let style = sides.style_of(&unit.side);
        let fell = unit.fell_at.map_or_else(|| "-".to_owned(), |tick| format!("{} s", seconds(tick, hz)));
        let counts: String = columns::<G>().map(|(_, width, count)| format!(" {:>width$}", count(unit))).collect();
        let (name, bar) = (cell(&unit.name, NAME), styled_bar(unit.damage + unit.healing, most, style));
        console.say(format_args!("{:>3} {style}{name}{style:#}{counts} {fell:>8}{bar}", unit.id));
    }
    if shown.len() < units.len() {
        console.say(format_args!("{DIM}    and {} more that did less{DIM:#}", units.len() - shown.len()));
    }
}

/// The units that did most, in row order.
fn most_active(units: &[UnitSum]) -> Vec<&UnitSum> {
    let mut ranked: Vec<(usize, &UnitSum)> = units.iter().enumerate().collect();
    ranked.sort_by_key(|(place, unit)| (-(unit.damage + unit.healing), *place));
    ranked.truncate(UNITS_MAX);
    ranked.sort_by_key(|(place, _)| *place);
    ranked.into_iter().map(|(_, unit)| unit).collect()
}

/// What the ruleset tells in words of its own, or else how the strength of the sides went.
fn turning_points<G: Ruleset>(console: &mut Console, recording: &Recording<G>, tally: &Tally, sides: &Sides) {
    let hz = recording.tick_hz();
    if let Some(told) = G::turns(recording, recording.last_tick()) {
        if !told.is_empty() {
            console.say("");
            console.say(format_args!("{BOLD}Turning points{BOLD:#}"));
        }
        for turn in told {
            console.say(format_args!("{:>7} s  {}", seconds(turn.tick, hz), turn.words));
        }
        return;
    }
    let Turns { told, hidden } = Turns::of(tally, hz);
    if told.is_empty() {
        return;
    }
    console.say("");
    console.say(format_args!("{BOLD}Turning points{BOLD:#}"));
    if hidden > 0 {
        console.say(format_args!("{DIM}          after {} of lead{DIM:#}", counted(hidden, "earlier change")));
    }
    for turn in told {
        console.say(format_args!(
            "{:>7} s  {}",
            seconds(turn.tick, hz),
            turn.words(&sides.named(turn.side), G::POINTS, hz)
        ));
    }
}

/// Print what can be seen at a tick.
pub(crate) fn state(
    console: &mut Console,
    tick: u32,
    hz: u32,
    bodies: &[Body],
    sides: &[String],
    journal: &[Entry],
    outcome: Option<&Verdict>,
) {
    let sides = Sides(sides.to_vec());
    console.say(format_args!("{BOLD}tick {tick}{BOLD:#} · {} s", seconds(tick, hz)));
    console.say("");
    let most = bodies.iter().map(|b| i64::from(b.vigor_max)).max().unwrap_or(0);
    for body in bodies {
        let style = side_style(body.side);
        let doing = match body {
            Body { withdrew: true, .. } => "withdrew".to_owned(),
            // What has no strength to lose is nobody: it neither stands nor falls.
            Body { vigor_max: 0, .. } => "-".to_owned(),
            Body { alive: false, .. } => "fallen".to_owned(),
            Body { vigor, vigor_max, .. } => format!("{vigor}/{vigor_max}"),
        };
        let vigor = if body.alive { i64::from(body.vigor) } else { 0 };
        let (name, bar) = (cell(&body.name, NAME), styled_bar(vigor, most, style));
        console.say(format_args!("{:>4} {style}{name}{style:#} {doing:>11}{bar}", body.id));
    }
    let from = journal.len().saturating_sub(LINES_MAX);
    if !journal.is_empty() {
        console.say("");
    }
    if from > 0 {
        console.say(format_args!("{DIM}          after {}{DIM:#}", counted(from, "earlier line")));
    }
    for entry in &journal[from..] {
        console.say(entry_line(entry, hz));
    }
    if outcome.is_some() {
        console.say("");
        console.say(verdict(outcome, tick, hz, &sides));
    }
}

/// The sides' names, in order.
struct Sides(Vec<String>);

impl Sides {
    fn style_of(&self, name: &str) -> Style {
        self.0.iter().position(|side| side == name).map_or(Style::new(), side_style)
    }

    fn named(&self, side: usize) -> String {
        let style = side_style(side);
        format!("{style}{}{style:#}", self.0.get(side).map_or("?", String::as_str))
    }
}

fn side_style(side: usize) -> Style {
    const COLOURS: [AnsiColor; 4] = [AnsiColor::Cyan, AnsiColor::Red, AnsiColor::Yellow, AnsiColor::Magenta];
    Style::new().fg_color(Some(COLOURS[side % COLOURS.len()].into()))
}

/// Ticks as seconds with one decimal, cut, not rounded: 0.99 s is not yet a second.
pub(crate) fn seconds(ticks: u32, hz: u32) -> String {
    let tenths = u64::from(ticks) * 10 / u64::from(hz.max(1));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A part of a whole in per cent with one decimal, rounded: two of three are 66.7 %.
pub(crate) fn per_cent(part: u64, whole: u64) -> String {
    let whole = whole.max(1);
    let per_mille = (part * 1000 + whole / 2) / whole;
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

/// A text cut or filled to so many columns.
pub(crate) fn cell(text: &str, columns: usize) -> String {
    if text.chars().count() > columns {
        let cut: String = text.chars().take(columns.saturating_sub(1)).collect();
        return format!("{cut}…");
    }
    format!("{text:<columns$}")
}

/// A bar with its distance, or nothing where it has no length: lines end with what can be seen.
fn styled_bar(value: i64, most: i64, style: Style) -> String {
    let bar = bar(value, most);
    if bar.is_empty() { bar } else { format!("  {style}{bar}{style:#}") }
}

/// A bar in eighths of a column.
fn bar(value: i64, most: i64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = if most > 0 { (value.max(0) * (BAR as i64) * 8 + most / 2) / most } else { 0 };
    let eighths = usize::try_from(eighths).unwrap_or(0).min(BAR * 8);
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

const _: () = assert!(3 + 1 + NAME + 1 + 6 + 1 + 6 + 1 + 7 + 1 + 5 + 1 + 8 + 2 + BAR <= WIDTH);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_by_eighths_up_to_their_longest() {
        assert_eq!(bar(0, 100), "");
        assert_eq!(bar(100, 100).chars().count(), BAR);
        assert_eq!(bar(1, 128), "▏");
        assert_eq!(bar(9, 0), "");
        assert_eq!(bar(-4, 10), "");
    }

    #[test]
    fn cells_have_their_width_whatever_the_text() {
        assert_eq!(cell("moss", 6), "moss  ");
        assert_eq!(cell("mossgrown", 6), "mossg…");
    }

    #[test]
    fn parts_are_rounded_to_tenths_of_a_per_cent() {
        assert_eq!([per_cent(2, 3), per_cent(38, 10_000)], ["66.7 %", "0.4 %"]);
        assert_eq!([per_cent(0, 0), per_cent(7, 7)], ["0.0 %", "100.0 %"]);
    }

    #[test]
    fn seconds_are_cut_to_tenths() {
        assert_eq!(seconds(208, 10), "20.8");
        assert_eq!(seconds(29, 30), "0.9");
    }
}
