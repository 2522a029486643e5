//! Opening a FIGHT: from its source to rules, orders and, for a recording, what was recorded.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use foregone::kernel::assets::{Assets, no_such_file, read_sheet};
use foregone::kernel::order_text::OrderText;
use foregone::kernel::problem::{Problem, Problems, quote};
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::kernel::sheet::Sheet;
use foregone::notes;
use foregone::registry::{self, Job, RULESETS};
use foregone::report::{self, Report};
use foregone::skirmish::squad_file::is_squad;
use recorder::file::{self, Head};
use recorder::{Orders, Recording};

use super::console::Console;
use super::exit::{Exit, Failure};
use super::plan::{FightPlan, Source};

/// The largest recording that is opened: some hours of a battle of thousands.
const RECORDING_BYTES_MAX: u64 = 1 << 30;

/// A fight, opened.
#[derive(Debug)]
pub(crate) struct Fight<G: Ruleset> {
    /// As it was named: `skirmish/demo`, or the file.
    pub name: String,
    /// What goes into files: as the name, but never a path.
    pub public_name: String,
    /// What the scenario calls it.
    pub title: Option<String>,
    /// The seed it runs under; `None` for a recording that does not tell.
    pub seed: Option<u64>,
    /// Who fights whom, with nothing left to look up elsewhere; `None` for a recording that does not tell.
    pub scenario: Option<String>,
    /// What it runs under; for a recording, the very rules it was made under.
    pub rules: Option<Arc<G>>,
    /// Why there are no rules.
    without: Option<Without>,
    /// The scenario's own orders and those given on top.
    pub orders: Orders<G::Order>,
    /// The digests that a report has of its ticks; of one that was edited or changed, there are none.
    #[cfg_attr(not(feature = "player"), allow(dead_code, reason = "a headless build shows no fights"))]
    pub reported: Vec<u64>,
    /// What a recording holds; with a seed or orders on top it is set aside and the fight runs afresh.
    pub recording: Option<Recording<G>>,
}

/// Why a recording cannot be run again.
#[derive(Debug, Clone)]
enum Without {
    /// It does not carry a scenario.
    Scenario,
    /// Its scenario does not fit what this build has.
    Fit(Problems),
    /// It was made under other rules than these.
    Changed { made_under: u64, at_hand: u64 },
}

impl<G: Ruleset> Fight<G> {
    /// The rules, or why there are none.
    pub(crate) fn rules(&self) -> Result<&Arc<G>, Failure> {
        let Some(rules) = &self.rules else {
            return Err(self.without.clone().unwrap_or(Without::Scenario).into_failure(&self.name));
        };
        Ok(rules)
    }

    /// What goes into a recording beside the fight itself.
    pub(crate) fn notes(&self) -> Vec<(String, String)> {
        let all = [
            (notes::FIGHT, Some(self.public_name.clone())),
            (notes::TITLE, self.title.clone()),
            (notes::SEED, self.seed.map(|seed| seed.to_string())),
            (notes::SCENARIO, self.scenario.clone()),
        ];
        all.into_iter().filter_map(|(name, text)| Some((name.to_owned(), text?))).collect()
    }
}

impl Without {
    fn into_failure(self, name: &str) -> Failure {
        match self {
            Self::Scenario => Failure::cannot_run_help(
                format_args!("the recording carries no scenario to run again: {name}"),
                "it can be watched and looked into, not run",
            ),
            Self::Fit(problems) => problems.into(),
            Self::Changed { made_under, at_hand } => Failure::new(
                Exit::RulesChanged,
                format_args!(
                    "the recording was made under rules {made_under:016x}, and these are {at_hand:016x}: {name}"
                ),
                Some("it can be watched and looked into; run under these rules, it may be another fight".to_owned()),
            ),
        }
    }
}

/// Work on an opened fight, the same for every ruleset.
pub(crate) trait OnFight {
    fn run<G: Ruleset>(self, fight: Fight<G>, console: &mut Console) -> Result<Exit, Failure>;
}

/// Open a fight and do the work.
pub(crate) fn with(plan: &FightPlan, console: &mut Console, work: impl OnFight) -> Result<Exit, Failure> {
    struct Open<'a, W>(&'a FightPlan, Found, &'a mut Console, W);
    impl<W: OnFight> Job for Open<'_, W> {
        type Output = Result<Exit, Failure>;
        fn run<G: Ruleset>(self) -> Self::Output {
            let Self(plan, found, console, work) = self;
            let fight = found.open::<G>(plan, console)?;
            work.run(fight, console)
        }
    }
    let found = Found::find(&plan.source, console.assets())?;
    let ruleset = found.ruleset().to_owned();
    if !RULESETS.contains(&ruleset.as_str()) {
        return Err(found.unknown_ruleset());
    }
    registry::dispatch(&ruleset, Open(plan, found, console, work)).expect("the ruleset is in the table")
}

/// Open a fight as one of a ruleset that is known already.
pub(crate) fn open<G: Ruleset>(plan: &FightPlan, console: &Console) -> Result<Fight<G>, Failure> {
    let found = Found::find(&plan.source, console.assets())?;
    if found.ruleset() != G::NAME {
        return Err(Failure::cannot_run_help(
            format_args!("{} is a fight of {}, not of {}", found.name(), quote(found.ruleset()), G::NAME),
            "only fights of one ruleset can be held against each other",
        ));
    }
    found.open(plan, console)
}

/// A fight that was found, its ruleset not yet looked at.
enum Found {
    Scenario(Box<Scenario>),
    Report { name: String, sheet: Box<Sheet>, opened: Box<report::Opened> },
    Recording { name: String, bytes: Vec<u8>, head: Box<Head> },
}

impl Found {
    fn find(source: &Source, assets: &Assets) -> Result<Self, Failure> {
        match source {
            Source::Name(name) => Ok(Self::Scenario(Box::new(Scenario::find(assets, name)?))),
            Source::Scenario(path) if is_squad(path) => Err(Failure::cannot_run_help(
                format_args!("a squad is one side of a fight, not a fight: {}", path.display()),
                "`foregone watch` opens it on the muster, where an enemy is chosen",
            )),
            Source::Scenario(path) => {
                Ok(Self::Scenario(Box::new(Scenario::find(assets, &path.display().to_string())?)))
            }
            Source::Report(path) => {
                let sheet = read_sheet(path)?;
                let opened = Report::read(&sheet)?;
                let name = path.display().to_string();
                Ok(Self::Report { name, sheet: Box::new(sheet), opened: Box::new(opened) })
            }
            Source::Recording(path) => {
                let name = path.display().to_string();
                let bytes = read_recording(path)?;
                let head = file::peek(&bytes).map_err(|error| Failure::cannot_run(format_args!("{error}: {name}")))?;
                Ok(Self::Recording { name, bytes, head: Box::new(head) })
            }
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Scenario(scenario) => &scenario.name,
            Self::Report { name, .. } | Self::Recording { name, .. } => name,
        }
    }

    fn ruleset(&self) -> &str {
        match self {
            Self::Scenario(scenario) => &scenario.ruleset,
            Self::Report { opened, .. } => &opened.report.ruleset,
            Self::Recording { head, .. } => &head.ruleset,
        }
    }

    fn unknown_ruleset(&self) -> Failure {
        let (problem, help) = registry::unknown(self.ruleset());
        match self {
            Self::Scenario(scenario) => Problems::from(scenario.problem("ruleset", problem, help)).into(),
            Self::Report { name, .. } | Self::Recording { name, .. } => {
                Problems::from(Problem::of_file(name.as_str(), problem, help)).into()
            }
        }
    }

    fn open<G: Ruleset>(self, plan: &FightPlan, console: &Console) -> Result<Fight<G>, Failure> {
        match self {
            Self::Scenario(scenario) => open_scenario(&scenario, plan, console.assets()),
            Self::Report { name, sheet, opened } => open_report(name, &sheet, &opened, plan, console.assets()),
            Self::Recording { name, bytes, head } => open_recording(name, &bytes, &head, plan, console),
        }
    }
}

fn open_scenario<G: Ruleset>(scenario: &Scenario, plan: &FightPlan, assets: &Assets) -> Result<Fight<G>, Failure> {
    let rules = G::open(scenario, assets, plan.seed)?;
    let orders = plan_orders(&rules, Orders::new(rules.scenario_orders()), plan)?;
    Ok(Fight {
        name: scenario.name.clone(),
        public_name: public_name(&scenario.name),
        title: Some(scenario.title.clone()),
        seed: Some(rules.seed()),
        scenario: Some(scenario.text()),
        rules: Some(Arc::new(rules)),
        without: None,
        orders,
        reported: Vec::new(),
        recording: None,
    })
}

/// A report lists every order of its fight, those of the scenario included.
fn open_report<G: Ruleset>(
    name: String,
    sheet: &Sheet,
    opened: &report::Opened,
    plan: &FightPlan,
    assets: &Assets,
) -> Result<Fight<G>, Failure> {
    let report = &opened.report;
    let scenario = Scenario::parse(assets, &format!("{name}, scenario"), &report.scenario)?;
    let rules = G::open(&scenario, assets, Some(plan.seed.unwrap_or(report.seed)))?;
    let mut listed = Orders::default();
    let mut problems = Problems::default();
    for (text, place) in report.orders.iter().zip(&opened.orders) {
        let read = OrderText::read(text).and_then(|text| text.add_to(&mut listed, &rules));
        if let Err(why) = read {
            problems.push(sheet.problem_at(place, why, None));
        }
    }
    problems.or(())?;
    let orders = plan_orders(&rules, listed, plan)?;
    let is_reported = opened.edited.is_none() && !plan.is_changed();
    Ok(Fight {
        name,
        reported: if is_reported { report.trail.digests.clone() } else { Vec::new() },
        public_name: report.fight.clone(),
        title: Some(scenario.title.clone()),
        seed: Some(rules.seed()),
        scenario: Some(report.scenario.clone()),
        rules: Some(Arc::new(rules)),
        without: None,
        orders,
        recording: None,
    })
}

fn open_recording<G: Ruleset>(
    name: String,
    bytes: &[u8],
    head: &Head,
    plan: &FightPlan,
    console: &Console,
) -> Result<Fight<G>, Failure> {
    let noted = |wanted: &str| head.notes.iter().find(|(n, _)| n == wanted).map(|(_, text)| text.clone());
    let seed = noted(notes::SEED).and_then(|seed| seed.parse().ok());
    let scenario = noted(notes::SCENARIO);
    let at_hand = scenario.as_deref().map(|text| open_noted::<G>(&name, text, plan.seed.or(seed), console.assets()));
    let (rules, mut without) = match at_hand {
        None => (None, Some(Without::Scenario)),
        Some(Err(problems)) => (None, Some(Without::Fit(problems))),
        Some(Ok(rules)) => (Some(Arc::new(rules)), None),
    };
    // The rules under another seed are not those of the recording; with a seed given it is not looked at anyway.
    let own = rules.clone().filter(|_| plan.seed.is_none());
    let opened = file::open::<G>(bytes, &head.ruleset, own)
        .map_err(|error| Failure::cannot_run(format_args!("{error}: {name}")))?;
    if let Some(cut) = &opened.cut {
        console.note(format_args!("{cut}: {name}"));
    }
    let recorded = Orders::clone(opened.recording.orders());
    let (orders, recording, rules) = if plan.is_changed() {
        let Some(rules) = rules else { return Err(without.unwrap_or(Without::Scenario).into_failure(&name)) };
        if opened.rules_changed {
            console.note(format_args!(
                "the rules have changed since this was recorded; it runs under those of now: {name}"
            ));
        }
        (plan_orders(&*rules, recorded, plan)?, None, Some(rules))
    } else {
        let fits = rules.filter(|rules| {
            let changed = rules.fingerprint() != head.fingerprint;
            if changed {
                console.note(format_args!("recorded under other rules than these; shown as it was recorded: {name}"));
                without = Some(Without::Changed { made_under: head.fingerprint, at_hand: rules.fingerprint() });
            }
            !changed
        });
        (recorded, Some(opened.recording), fits)
    };
    Ok(Fight {
        public_name: noted(notes::FIGHT).unwrap_or_else(|| public_name(&name)),
        name,
        title: noted(notes::TITLE),
        seed: plan.seed.or(seed),
        scenario,
        rules,
        without,
        orders,
        reported: Vec::new(),
        recording,
    })
}

/// Make the rules of a scenario that stands in a recording.
fn open_noted<G: Ruleset>(file: &str, text: &str, seed: Option<u64>, assets: &Assets) -> Result<G, Problems> {
    let scenario = Scenario::parse(assets, &format!("{file}, scenario"), text)?;
    G::open(&scenario, assets, seed)
}

/// Read what may be a recording, or say why not.
fn read_recording(path: &Path) -> Result<Vec<u8>, Failure> {
    let fail = |why: String, help: &str| Failure::cannot_run_help(format!("{why}: {}", path.display()), help);
    let found = match fs::metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(no_such_file(path).into()),
        Err(error) => return Err(fail(format!("cannot read: {}", error.kind()), "name a recording *.fight")),
    };
    if found.is_dir() {
        return Err(fail("a folder, not a file".to_owned(), "name a file in it"));
    }
    if !found.is_file() {
        return Err(fail("not a plain file".to_owned(), "name a recording *.fight"));
    }
    let too_long = || fail(format!("longer than {RECORDING_BYTES_MAX} bytes"), "recordings are shorter");
    if found.len() > RECORDING_BYTES_MAX {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| read_bounded(file, &mut bytes));
    read.map_err(|error| fail(format!("cannot read: {}", error.kind()), "name a recording *.fight"))?;
    if bytes.len() as u64 > RECORDING_BYTES_MAX {
        return Err(too_long());
    }
    Ok(bytes)
}

/// Read a recording as far as one goes: its first bytes tell whether it is one at all, and the length may have grown
/// since it was asked for.
fn read_bounded(file: File, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    let mut file = file.take(RECORDING_BYTES_MAX + 1);
    (&mut file).take(file::PREAMBLE as u64).read_to_end(bytes)?;
    if file::is_recording(bytes) {
        file.read_to_end(bytes)?;
    }
    Ok(())
}

/// A name without a path: a fight's own, or that of the file alone.
fn public_name(name: &str) -> String {
    let path = Path::new(name);
    match (path.extension(), path.file_name()) {
        (Some(_), Some(file)) => file.to_string_lossy().into_owned(),
        _ => name.to_owned(),
    }
}

/// Put a fight's own orders and the plan's into one order: those of a file take the place of the fight's own, single
/// ones come on top. All that cannot be read are told at once.
fn plan_orders<G: Ruleset>(rules: &G, own: Orders<G::Order>, plan: &FightPlan) -> Result<Orders<G::Order>, Failure> {
    let mut orders = if plan.listed.is_some() { Orders::default() } else { own };
    let given = plan.listed.iter().flatten().chain(&plan.orders);
    let wrong: Vec<String> = given
        .filter_map(|text| Some(format!("order {}: {}", quote(&text.given), text.add_to(&mut orders, rules).err()?)))
        .collect();
    if wrong.is_empty() { Ok(orders) } else { Err(Failure::cannot_run(wrong.join("\n"))) }
}
