//! Write what the targets start from: `seeds FOLDER` makes a folder a target, from the assets and from fresh fights, and
//! a dictionary of every word in them.

// What counts the edges has to be linked in, although nothing is fuzzed here.
use libfuzzer_sys as _;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::{Scenario, fight_names};
use foregone::notes;
use foregone::registry::{self, Job};
use foregone::report::{Report, TrailFile};
use fuzz::{SMALL, about, loosen, trail_of};
use recorder::{Budget, Orders, Recorder, Settings};

/// The longest report that is a seed: changes to a longer one are mostly changes to its digests.
const REPORT_BYTES_MAX: usize = 64 << 10;

/// The longest trail that is a seed: no longer one is tried.
const TRAIL_BYTES_MAX: usize = 16 << 10;

/// Ticks that a recording and a trail are cut to.
const TICKS: u32 = 12;

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).expect("usage: seeds FOLDER");
    let assets = Assets::embedded();
    let mut seeds = Seeds { folder: &folder, words: BTreeSet::new() };
    for path in assets.all().expect("embedded assets can be listed") {
        let text = assets.text(&path).expect("it is listed");
        let name = path.replace('/', "-");
        match path.split('/').collect::<Vec<_>>()[..] {
            [_, "fights", _] => seeds.text("scenario", &name, &text),
            ["kitchen", "levels", _] => seeds.text("level", &name, &text),
            ["arena", "ledger.toml"] => seeds.text("ledger", &name, &text),
            _ => {}
        }
    }
    for fight in fight_names(&assets).expect("embedded assets can be listed") {
        let scenario = Scenario::find(&assets, &fight).expect("it is listed");
        registry::dispatch(&scenario.ruleset, OrdersOf(&mut seeds, &scenario, &assets));
    }
    for (name, text) in SMALL {
        seeds.text("scenario", name, text);
        let scenario = Scenario::parse(&assets, name, text).unwrap_or_else(|problems| panic!("{problems}"));
        registry::dispatch(&scenario.ruleset, Recorded(&mut seeds, &scenario, &assets));
    }
    let words: String = seeds.words.iter().map(|word| format!("\"{word}\"\n")).collect();
    fs::write(folder.join("words.dict"), words).expect("the folder can be written");
}

/// Writes seeds.
struct Seeds<'a> {
    folder: &'a Path,
    words: BTreeSet<String>,
}

impl Seeds<'_> {
    fn text(&mut self, target: &str, name: &str, text: &str) {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.words.extend(words.filter(|word| (3..20).contains(&word.len())).map(str::to_owned));
        self.bytes(target, name, text.as_bytes());
    }

    fn bytes(&self, target: &str, name: &str, bytes: &[u8]) {
        let folder = self.folder.join(target);
        fs::create_dir_all(&folder).expect("the folder can be made");
        fs::write(folder.join(name), bytes).expect("the folder can be written");
    }
}

/// The orders of a fight: as orders, and those of a kitchen as a script.
struct OrdersOf<'a, 'b>(&'a mut Seeds<'b>, &'a Scenario, &'a Assets);

impl Job for OrdersOf<'_, '_> {
    type Output = ();

    fn run<G: Ruleset>(self) {
        let Self(seeds, scenario, assets) = self;
        let rules = G::open(scenario, assets, None).unwrap_or_else(|problems| panic!("{problems}"));
        let orders = rules.scenario_orders();
        let line =
            |stamped: &recorder::Stamped<G::Order>| format!("{} {}\n", stamped.tick, rules.write_order(&stamped.order));
        let lines: String = orders.iter().map(line).collect();
        let name = scenario.name.replace('/', "-");
        if G::NAME == "kitchen" && !lines.is_empty() {
            seeds.text("script", &name, &lines);
        }
        let place = SMALL.iter().position(|(ruleset, _)| *ruleset == G::NAME).expect("every ruleset has one");
        let typed = [vec![place as u8], lines.into_bytes()].concat();
        seeds.bytes("orders", &name, &typed);
    }
}

/// Cut a trail after a tick.
fn cut(trail: &mut TrailFile, last_tick: usize) {
    trail.trail.digests.truncate(last_tick + 1);
    trail.trail.checks.truncate(last_tick * trail.trail.stages.len());
    trail.halves.truncate((last_tick + 1) * trail.sections.len());
}

/// A small fight: its recording, as it is and loosened, its report and its trail.
struct Recorded<'a, 'b>(&'a mut Seeds<'b>, &'a Scenario, &'a Assets);

impl Job for Recorded<'_, '_> {
    type Output = ();

    fn run<G: Ruleset>(self) {
        let Self(seeds, scenario, assets) = self;
        let rules = Arc::new(G::open(scenario, assets, None).unwrap_or_else(|problems| panic!("{problems}")));
        let orders = Orders::new(rules.scenario_orders());
        let noted = vec![(notes::TITLE.to_owned(), scenario.title.clone())];
        let mut recorder = Recorder::with_notes(Arc::clone(&rules), orders.clone(), Settings::default(), noted);
        for ticks in [TICKS, u32::MAX] {
            recorder.advance(Budget::Ticks(ticks)).expect("it ends");
            let recording = recorder.recording();
            let last = recording.last_tick();
            let saved = recording.clip(last.saturating_sub(TICKS)..=last).expect("it can be saved");
            seeds.bytes("fight", &format!("{}-{last}", scenario.name), &[&[0], &saved[..]].concat());
            seeds.bytes("fight", &format!("{}-{last}-loose", scenario.name), &[&[1], &loosen(&saved)[..]].concat());
        }
        let report = Report::of(&rules, &orders, about(&*rules, scenario, "as it went")).expect("it ends");
        let text = report.to_text();
        if text.len() <= REPORT_BYTES_MAX {
            seeds.text("report", &scenario.name, &text);
        }
        let mut trail = trail_of(&rules, scenario);
        if let Some(text) = trail.to_text().filter(|text| text.len() <= TRAIL_BYTES_MAX) {
            seeds.text("trail", &scenario.name, &text);
        }
        cut(&mut trail, TICKS as usize);
        seeds.text("trail", &format!("{}-cut", scenario.name), &trail.to_text().expect("it is short"));
    }
}
