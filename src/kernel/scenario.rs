//! Scenarios: who fights whom, under which rules and from which seed; found by name or by file.
//!
//! The kernel reads the head (`ruleset`, `title`, `seed`); all else is the ruleset's to read. With `like` a scenario
//! takes every key it does not have itself from another fight.

use std::path::Path;

use crate::kernel::assets::{Assets, read_sheet};
use crate::kernel::problem::{Problem, Problems, quote, suggest};
use crate::kernel::sheet::{Sheet, Table};

/// The key by which a scenario takes what it does not have itself from another fight.
pub(crate) const LIKE: &str = "like";

/// How many fights may lean on one another by `like`.
const LIKE_MAX: usize = 8;

/// The keys that the kernel reads.
const HEAD: [&str; 4] = [LIKE, "ruleset", "seed", "title"];

/// A scenario whose head has been read.
#[derive(Debug)]
pub struct Scenario {
    /// As it was named: `skirmish/demo`, or the file.
    pub name: String,
    /// The ruleset it names; whether there is such a one is not known here.
    pub ruleset: String,
    /// One sentence; empty if it is missing, which [`Scenario::read`] reports.
    pub title: String,
    /// The seed it names.
    pub seed: u64,
    sheet: Sheet,
    head: Problems,
    is_whole: bool,
}

impl Scenario {
    /// Find a scenario: `*.toml` names a file, anything else one of the fights among the assets.
    pub fn find(assets: &Assets, fight: &str) -> Result<Self, Problems> {
        let sheet = if fight.ends_with(".toml") { read_sheet(Path::new(fight))? } else { sheet_of(assets, fight)? };
        Self::from_sheet(assets, fight, sheet)
    }

    /// Take a text as a scenario, as a report carries one.
    pub fn parse(assets: &Assets, name: &str, text: &str) -> Result<Self, Problems> {
        Self::from_sheet(assets, name, Sheet::parse(name, text)?)
    }

    /// Read what the ruleset has to say; the head counts as read.
    ///
    /// All that is wrong, in the head and in what the ruleset reads, comes together.
    pub fn read<T>(&self, read: impl FnOnce(&mut Table<'_>) -> T) -> Result<T, Problems> {
        let mut problems = self.head.clone();
        let value = problems.take(self.sheet.read(|table| {
            HEAD.into_iter().for_each(|key| table.pass(key));
            read(table)
        }));
        match value {
            Some(value) => problems.or(value),
            None => Err(problems.in_order()),
        }
    }

    /// State a problem with one of its keys, such as a ruleset that does not exist.
    #[must_use]
    pub fn problem(&self, key: &str, problem: impl Into<String>, help: impl Into<Option<String>>) -> Problem {
        self.sheet.problem_at(&self.sheet.table_in_part().place(key), problem, help)
    }

    /// Give the scenario as one text that needs no other: as written, or with what it takes by `like` written out.
    #[must_use]
    pub fn text(&self) -> String {
        if self.is_whole { self.sheet.text().to_owned() } else { self.sheet.flat_text(&[LIKE]) }
    }

    fn from_sheet(assets: &Assets, name: &str, sheet: Sheet) -> Result<Self, Problems> {
        let mut chain = vec![name.to_owned()];
        let is_whole = !sheet.table_in_part().has(LIKE);
        let sheet = lean(assets, sheet, &mut chain)?;
        let (ruleset, title, seed) = {
            let mut table = sheet.table_in_part();
            if table.has("scenario") && table.has("trail") {
                let help = "a report's name ends in `.report.toml`; `foregone reproduce` takes it under any name";
                return Err(Problem::of_file(name, "this is a report, not a scenario", Some(help.to_owned())).into());
            }
            let ruleset = if table.has("ruleset") {
                table.string("ruleset")
            } else {
                table.missing("ruleset", suggest("", rulesets(assets)?));
                String::new()
            };
            (ruleset, table.string("title"), table.int("seed", 0..=i64::MAX))
        };
        let head = sheet.take_problems();
        // Without a ruleset nobody can read the rest.
        if ruleset.is_empty() {
            return Err(head.in_order());
        }
        Ok(Self { name: name.to_owned(), ruleset, title, seed: seed.unsigned_abs(), sheet, head, is_whole })
    }
}

/// List the names of all fights among the assets, sorted: `skirmish/demo`.
pub fn fight_names(assets: &Assets) -> Result<Vec<String>, Problems> {
    let name_of = |path: &String| {
        let (ruleset, fight) = path.strip_suffix(".toml")?.split_once("/fights/")?;
        (!ruleset.contains('/') && !fight.contains('/')).then(|| format!("{ruleset}/{fight}"))
    };
    Ok(assets.all()?.iter().filter_map(name_of).collect())
}

/// List the rulesets that have fights among the assets, sorted.
fn rulesets(assets: &Assets) -> Result<Vec<String>, Problems> {
    let mut rulesets = fight_names(assets)?;
    rulesets.iter_mut().for_each(|name| name.truncate(name.find('/').unwrap_or(name.len())));
    rulesets.dedup();
    Ok(rulesets)
}

/// Read the sheet of a fight among the assets.
fn sheet_of(assets: &Assets, fight: &str) -> Result<Sheet, Problems> {
    let names = fight_names(assets)?;
    match fight.split_once('/') {
        Some((ruleset, name)) if names.iter().any(|known| known == fight) => {
            assets.read(&format!("{ruleset}/fights/{name}.toml"))
        }
        _ => Err(Problem::of_file(fight, "unknown fight", suggest_fight(fight, &names)).into()),
    }
}

/// Suggest fights for a name; one without its ruleset, and a file without its ending, are understood.
fn suggest_fight(wrong: &str, names: &[String]) -> Option<String> {
    if Path::new(&format!("{wrong}.toml")).is_file() {
        return Some(format!("for the file say {}", quote(&format!("{wrong}.toml"))));
    }
    let bare: Vec<&String> = names.iter().filter(|name| name.ends_with(&format!("/{wrong}"))).collect();
    if bare.is_empty() {
        return suggest(wrong, names).or_else(|| Some("there are no fights among these assets".to_owned()));
    }
    let bare: Vec<String> = bare.into_iter().map(|name| quote(name)).collect();
    Some(format!("did you mean {}?", bare.join(" or ")))
}

/// Follow `like` to the end and lay each sheet over the one it leans on.
fn lean(assets: &Assets, sheet: Sheet, chain: &mut Vec<String>) -> Result<Sheet, Problems> {
    let place = sheet.table_in_part().place(LIKE);
    let Some(base) = sheet.table_in_part().opt_string(LIKE) else {
        let faults = sheet.take_problems();
        return faults.or(sheet);
    };
    let problem = |phrase: String, help: Option<String>| Problems::from(sheet.problem_at(&place, phrase, help));
    if chain.contains(&base) {
        chain.push(base);
        let round = chain.join(" → ");
        return Err(problem(format!("`like` goes round: {round}"), "one of them has to stand alone".to_owned().into()));
    }
    if chain.len() >= LIKE_MAX {
        let help = format!("at most {LIKE_MAX} fights may lean on one another");
        return Err(problem(format!("`like` goes on too long: {}", chain.join(" → ")), Some(help)));
    }
    let names = fight_names(assets)?;
    if !names.contains(&base) {
        return Err(problem(format!("unknown fight {}", quote(&base)), suggest_fight(&base, &names)));
    }
    let base_sheet = sheet_of(assets, &base)?;
    chain.push(base);
    let base_sheet = lean(assets, base_sheet, chain)?;
    Ok(sheet.over(base_sheet))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEMO: &str = "ruleset = 'duel'\ntitle = 'One against one'\nseed = 7\nleft = 3\nright = 4\n";

    fn assets(fights: &[(&str, &str)]) -> Assets {
        Assets::given(fights.iter().map(|(name, text)| (format!("duel/fights/{name}.toml"), *text)))
    }

    fn said<T: std::fmt::Debug>(result: Result<T, Problems>) -> String {
        result.expect_err("it cannot be found").to_string()
    }

    fn sides(scenario: &Scenario) -> Result<(i32, i32), Problems> {
        scenario.read(|t| (t.int("left", 0..=9), t.int("right", 0..=9)))
    }

    #[test]
    fn a_fight_is_found_by_its_name() {
        let scenario = Scenario::find(&assets(&[("demo", DEMO)]), "duel/demo").expect("there");
        assert_eq!((scenario.name.as_str(), scenario.ruleset.as_str(), scenario.seed), ("duel/demo", "duel", 7));
        assert_eq!(scenario.title, "One against one");
        assert_eq!(sides(&scenario).expect("right"), (3, 4));
        assert_eq!(sides(&scenario).expect("read twice"), (3, 4));
        assert_eq!(scenario.text(), DEMO);
    }

    #[test]
    fn a_file_is_found_by_its_path() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("mine.toml").display().to_string();
        std::fs::write(&path, "like = 'duel/demo'\nleft = 9\n").expect("written");
        let assets = assets(&[("demo", DEMO)]);
        let scenario = Scenario::find(&assets, &path).expect("there");
        assert_eq!(sides(&scenario).expect("right"), (9, 4));
        let bare = path.strip_suffix(".toml").expect("it has one");
        assert!(said(Scenario::find(&assets, bare)).contains("; for the file say `"));
    }

    #[test]
    fn an_unknown_fight_gets_the_near_ones() {
        let assets = assets(&[("demo", DEMO), ("ten", DEMO)]);
        let help = |fight| said(Scenario::find(&assets, fight));
        assert_eq!(help("duel/dmeo"), "unknown fight: duel/dmeo; did you mean `duel/demo`?");
        assert_eq!(help("ten"), "unknown fight: ten; did you mean `duel/ten`?");
        assert_eq!(help("zzzzzzz"), "unknown fight: zzzzzzz; it is one of `duel/demo`, `duel/ten`");
        assert!(help("duel/../fights/demo").starts_with("unknown fight: "));
        assert!(help("").starts_with("unknown fight: "));
        assert!(said(Scenario::find(&self::assets(&[]), "x")).ends_with("there are no fights among these assets"));
    }

    #[test]
    fn like_takes_what_is_not_given_and_writes_it_out() {
        let assets = assets(&[
            ("demo", DEMO),
            ("retreat", "like = 'duel/demo'\ntitle = 'With an order'\nleft = 5\n"),
            ("again", "like = 'duel/retreat'\nseed = 8\n"),
        ]);
        let scenario = Scenario::find(&assets, "duel/again").expect("there");
        assert_eq!((scenario.title.as_str(), scenario.seed), ("With an order", 8));
        assert_eq!(sides(&scenario).expect("right"), (5, 4));
        let text = scenario.text();
        assert!(!text.contains("like"), "{text}");
        let alone = Scenario::parse(&Assets::given::<String, String>([]), "report", &text).expect("it needs no other");
        assert_eq!(sides(&alone).expect("right"), (5, 4));
        assert_eq!(alone.text(), text);
    }

    #[test]
    fn like_may_not_go_round_nor_on_for_ever_nor_nowhere() {
        let round = assets(&[("a", "like = 'duel/b'"), ("b", "like = 'duel/a'"), ("me", "like = 'duel/me'")]);
        let expected =
            "duel/fights/b.toml:1:8: `like` goes round: duel/a → duel/b → duel/a; one of them has to stand alone";
        assert_eq!(said(Scenario::find(&round, "duel/a")), expected);
        assert!(said(Scenario::find(&round, "duel/me")).contains("goes round: duel/me → duel/me"));
        let long: Vec<(String, String)> =
            (0..9).map(|n| (format!("f{n}"), format!("like = 'duel/f{}'\n{DEMO}", n + 1))).collect();
        let long: Vec<(&str, &str)> = long.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        assert!(said(Scenario::find(&assets(&long), "duel/f0")).contains("goes on too long"));
        let nowhere = assets(&[("demo", DEMO), ("x", "like = 'duel/dem'")]);
        let expected = "duel/fights/x.toml:1:8: unknown fight `duel/dem`; did you mean `duel/demo`?";
        assert_eq!(said(Scenario::find(&nowhere, "duel/x")), expected);
        let wrong = assets(&[("x", "like = 5")]);
        assert_eq!(
            said(Scenario::find(&wrong, "duel/x")),
            "duel/fights/x.toml:1:8: `like` is the number `5`; a text in quotes"
        );
    }

    #[test]
    fn what_is_wrong_in_the_head_and_in_the_rest_comes_together() {
        let text = "ruleset = 'duel'\nseed = -1\nleft = 10\nrihgt = 4\n";
        let scenario = Scenario::find(&assets(&[("demo", text)]), "duel/demo").expect("the ruleset is known");
        let expected = "duel/fights/demo.toml:1:1: missing key `title`; a text\n\
                        duel/fights/demo.toml:1:1: missing key `right`; a whole number from 0 to 9\n\
                        duel/fights/demo.toml:2:8: `seed` is out of range: `-1`; a whole number from 0 to 9223372036854775807\n\
                        duel/fights/demo.toml:3:8: `left` is out of range: `10`; a whole number from 0 to 9\n\
                        duel/fights/demo.toml:4:1: unknown key `rihgt`; did you mean `right`?";
        assert_eq!(said(sides(&scenario)), expected);
        assert_eq!(said(sides(&scenario)), expected, "a second reading says the same");
    }

    #[test]
    fn without_a_ruleset_there_is_nothing_to_read() {
        let said = said(Scenario::parse(&assets(&[("demo", DEMO), ("ten", DEMO)]), "x", "seed = 1"));
        let ruleset = "x:1:1: missing key `ruleset`; it can only be `duel`";
        assert_eq!(said, format!("{ruleset}\nx:1:1: missing key `title`; a text"));
    }

    #[test]
    fn a_report_under_a_scenarios_name_is_known_for_one() {
        let report = format!("{DEMO}[scenario]\ntext = 'x'\n[trail]\nlast_tick = 3\n");
        let said = said(Scenario::parse(&assets(&[]), "x.toml", &report));
        assert!(said.starts_with("this is a report, not a scenario: x.toml; "), "{said}");
    }

    #[test]
    fn an_unknown_ruleset_can_be_placed() {
        let scenario = Scenario::parse(&assets(&[]), "x", DEMO).expect("the head is right");
        let problem = scenario.problem("ruleset", "unknown ruleset `duel`", suggest("duel", ["skirmish"]));
        assert_eq!(problem.to_string(), "x:1:11: unknown ruleset `duel`; it can only be `skirmish`");
        assert_eq!(sides(&scenario).expect("nothing was noted"), (3, 4));
    }
}
