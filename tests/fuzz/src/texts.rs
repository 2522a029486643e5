//! Texts: what cannot be read is told, whatever it is; what can be read runs.

use std::sync::Arc;

use foregone::kernel::assets::Assets;
use foregone::kernel::order_text::OrderText;
use foregone::kernel::problem::{Look, Problems};
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::registry::{self, Job};
use recorder::{Live, Orders};

/// A fight of each ruleset, small enough to be changed at every byte.
pub const SMALL: &[(&str, &str)] = &[
    ("skirmish", include_str!("../small/skirmish.toml")),
    ("arena", include_str!("../small/arena.toml")),
    ("kitchen", include_str!("../small/kitchen.toml")),
    ("legion", include_str!("../small/legion.toml")),
];

/// Ticks that a fight is run for. A tick of a massed one takes a thousand times as long as another's.
fn ticks_of(ruleset: &str) -> u32 {
    if ruleset == "legion" { 2 } else { 40 }
}

/// A scenario file.
pub fn scenario(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    run_text(&Assets::embedded(), text);
}

/// A kitchen's level, in the place of a level that ships.
pub fn level(bytes: &[u8]) {
    run_with(bytes, "kitchen/levels/galley.toml", "kitchen/level1");
}

/// The arena's ledger of constants.
pub fn ledger(bytes: &[u8]) {
    run_with(bytes, "arena/ledger.toml", "arena/duel");
}

/// A kitchen's script, a line a frame.
pub fn script(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let is_quotable = |line: &&str| !line.contains('\'') && !line.chars().any(char::is_control);
    let frames: Vec<String> = text.lines().filter(is_quotable).map(|line| format!("'{line}'")).collect();
    let head = "ruleset = 'kitchen'\ntitle = 'A script'\nseed = 1\nlevel = 'galley'\n";
    run_text(&Assets::embedded(), &format!("{head}frames = [{}]\n", frames.join(", ")));
}

/// Orders: the first byte says for which ruleset, then a line each.
pub fn orders(bytes: &[u8]) {
    let Some((&ruleset, lines)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(lines) else { return };
    let (name, fight) = SMALL[usize::from(ruleset) % SMALL.len()];
    let assets = Assets::embedded();
    let scenario = Scenario::parse(&assets, name, fight).expect("it is right");
    registry::dispatch(&scenario.ruleset, Run { assets: &assets, scenario: &scenario, lines: text.lines().collect() });
}

/// Run a fight with a file of the embedded assets replaced.
fn run_with(bytes: &[u8], path: &str, fight: &str) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (embedded, ruleset) = (Assets::embedded(), path.split('/').next().unwrap_or_default());
    let mut paths = embedded.all().expect("embedded assets can be listed");
    paths.retain(|path| path.starts_with(ruleset));
    let text_of = |path: String| (path.clone(), embedded.text(&path).expect("it is listed").into_owned());
    let files =
        paths.into_iter().map(text_of).map(|file| if file.0 == path { (file.0, text.to_owned()) } else { file });
    let assets = Assets::given(files);
    let scenario = Scenario::find(&assets, fight).expect("it ships");
    registry::dispatch(ruleset, Run { assets: &assets, scenario: &scenario, lines: Vec::new() });
}

/// Run a text as a scenario.
fn run_text(assets: &Assets, text: &str) {
    match Scenario::parse(assets, "hostile.toml", text) {
        Ok(scenario) => {
            registry::dispatch(&scenario.ruleset, Run { assets, scenario: &scenario, lines: Vec::new() });
        }
        Err(problems) => tell(&problems),
    }
}

/// Say what is wrong, in every way there is.
pub(crate) fn tell(problems: &Problems) {
    assert!(!problems.list().is_empty(), "refused without a reason");
    assert!(!problems.to_string().is_empty());
    for look in [Look { colour: false, width: 40 }, Look { colour: true, width: 120 }] {
        assert!(!problems.render(look).is_empty());
    }
}

/// Opens a scenario and runs it for some ticks.
struct Run<'a> {
    assets: &'a Assets,
    scenario: &'a Scenario,
    /// Orders as they are typed.
    lines: Vec<&'a str>,
}

impl Job for Run<'_> {
    type Output = ();

    fn run<G: Ruleset>(self) {
        let rules = match G::open(self.scenario, self.assets, None) {
            Ok(rules) => Arc::new(rules),
            Err(problems) => return tell(&problems),
        };
        stands_alone(self.assets, self.scenario, &*rules);
        let mut orders = Orders::new(rules.scenario_orders());
        for line in self.lines {
            let added = OrderText::read(line).and_then(|text| text.add_to(&mut orders, &*rules));
            assert!(added.err().is_none_or(|why| !why.is_empty()), "refused without a reason: {line}");
        }
        for stamped in orders.all() {
            let words = rules.write_order(&stamped.order);
            assert_eq!(rules.read_order(&words).as_ref(), Ok(&stamped.order), "{words}");
        }
        run_for(rules, orders, ticks_of(G::NAME));
    }
}

/// A scenario's text needs no other, and says the same.
fn stands_alone<G: Ruleset>(assets: &Assets, scenario: &Scenario, rules: &G) {
    let text = scenario.text();
    let again = Scenario::parse(assets, "again", &text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let again = G::open(&again, assets, None).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    assert_eq!(again.fingerprint(), rules.fingerprint(), "{text}");
}

/// Step some ticks, telling what happens; a state must read back from its own bytes.
pub(crate) fn run_for<G: Ruleset>(rules: Arc<G>, orders: Orders<G::Order>, ticks: u32) {
    let cast = rules.cast();
    let mut live = Live::start(Arc::clone(&rules), Arc::new(orders));
    while live.tick() < ticks && live.outcome().is_none() {
        live.step();
        live.events().iter().for_each(|event| drop((G::tell(&cast, event), G::fact(event))));
        let mut place = 0;
        rules.observe(live.state(), &mut |row| {
            drop((G::body(&cast, place, row), G::strength(&cast, place, row)));
            place += 1;
        });
    }
    let digest = live.digest();
    assert_eq!(live.through_save().expect("a state reads back").digest(), digest);
}
