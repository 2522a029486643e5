//! Small fights for tests: content made for the purpose, two squads, a loop that steps and keeps what happened.

use std::sync::{Arc, LazyLock};

use foregone::kernel::assets::Assets;
use foregone::kernel::ruleset::Ruleset;
use foregone::kernel::scenario::Scenario;
use foregone::skirmish::content::Content;
use foregone::skirmish::content::tier::Recruit;
use foregone::skirmish::event::{Event, What};
use foregone::skirmish::order::Order;
use foregone::skirmish::unit::Unit;
use foregone::skirmish::{Muster, Skirmish};
use recorder::{Live, Orders, Stamped};

/// Constants without luck and without comebacks.
const RULES: &str = "crit_percent = 200\nspread_percent = 0\narmour_half = 100\nlook_ticks = 10\nstall_ticks = 15
hold_ticks = 40\nway_ticks = 12\npush_percent = 60\npush_max = 160\nretreat_pace_percent = 100\nwilt_from_tick = 2000\nwilt_percent = 0
wilt_floor_percent = 100\nspite_percent = 0\nfeed_percent = 0\ncluster_radius = 2000\nside_rows_max = 100\nsquad_max = 10";

/// Skills that scenes use beside their own.
const SKILLS: &str = "
[[skill]]
id = 'nothing'
name = 'Nothing'
text = 'Never goes off.'
cost = 1
trigger = 'on_kill'
aim = 'self'
effects = [{ kind = 'heal', amount = 1 }]
";

/// `doer` has the scene's own skill `it` and does nothing else; `post` stands; `fist` hits hard by touch; `bow` shoots;
/// `dummy` has a little vigor; `imp` can be summoned.
const SPECIES: [(&str, &str); 7] = [
    ("doer", "vigor = 100\npower = 10\nmend = 10\nreach = 0\npace = 1\ninnate = ['it']\nstrike_period_ticks = 200"),
    ("post", "vigor = 1000\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200"),
    ("dummy", "vigor = 20\npower = 0\nreach = 0\npace = 1\nstrike_period_ticks = 200"),
    ("fist", "vigor = 100\npower = 20\nreach = 1200\npace = 100\nstrike_period_ticks = 10"),
    (
        "fighter",
        "vigor = 100\npower = 20\nmend = 10\nreach = 1200\npace = 100\ninnate = ['it']\nstrike_period_ticks = 10",
    ),
    ("bow", "vigor = 60\npower = 10\nreach = 5000\npace = 100\nmissile_pace = 400\nstrike_period_ticks = 12"),
    ("imp", "vigor = 15\npower = 5\nreach = 300\npace = 100\nstrike_period_ticks = 10"),
];

/// A fight to be.
pub struct Scene {
    skill: String,
    rules: String,
    extra: String,
    squads: [Vec<(String, [u8; 2])>; 2],
    obstacles: Vec<[u8; 2]>,
    seed: u64,
}

impl Scene {
    /// A scene whose own skill `it` has these keys; without `name`, `text`, `cost` and `id`.
    pub fn with_skill(keys: &str) -> Self {
        Self {
            skill: keys.to_owned(),
            rules: RULES.to_owned(),
            extra: String::new(),
            squads: [Vec::new(), Vec::new()],
            obstacles: Vec::new(),
            seed: 1,
        }
    }

    /// A scene without a skill of its own.
    pub fn plain() -> Self {
        Self::with_skill("trigger = 'on_kill'\naim = 'self'\neffects = [{ kind = 'heal', amount = 1 }]")
    }

    /// Change a constant.
    pub fn rule(mut self, key: &str, value: i32) -> Self {
        let line = self.rules.lines().find(|line| line.starts_with(key)).expect("a constant of that name").to_owned();
        self.rules = self.rules.replace(&line, &format!("{key} = {value}"));
        self
    }

    /// Add a species beside the usual ones.
    pub fn species(mut self, id: &str, keys: &str) -> Self {
        self.extra += &species(id, keys);
        self
    }

    pub fn ally(mut self, species: &str, x: u8, y: u8) -> Self {
        self.squads[0].push((species.to_owned(), [x, y]));
        self
    }

    /// An enemy, its tile counted from its own edge.
    pub fn enemy(mut self, species: &str, x: u8, y: u8) -> Self {
        self.squads[1].push((species.to_owned(), [x, y]));
        self
    }

    pub fn obstacles(mut self, tiles: &[[u8; 2]]) -> Self {
        self.obstacles = tiles.to_vec();
        self
    }

    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    pub fn rules(&self) -> Skirmish {
        let content = Arc::new(self.content());
        let index = |id: &str| content.species.iter().position(|s| s.id == id).expect("a species of that name") as u16;
        let squads = self.squads.clone().map(|squad| {
            let recruit = |(id, tile): (String, [u8; 2])| Recruit { species: index(&id), tile, ..Recruit::default() };
            squad.into_iter().map(recruit).collect()
        });
        let muster = Muster { obstacles: self.obstacles.clone(), ..Muster::new("a scene", self.seed, squads) };
        Skirmish::new(content, muster)
    }

    pub fn start(&self) -> Fight {
        Fight::of(self.rules(), Vec::new())
    }

    fn content(&self) -> Content {
        let own = format!("[[skill]]\nid = 'it'\nname = 'It'\ntext = 'It.'\ncost = 1\n{}\n{SKILLS}", self.skill);
        let usual: String = SPECIES.iter().map(|(id, keys)| species(id, keys)).collect();
        let assets = Assets::given([
            ("skirmish/rules.toml", self.rules.clone()),
            ("skirmish/statuses.toml", shipped_text("skirmish/statuses.toml")),
            ("skirmish/skills.toml", own),
            ("skirmish/species.toml", usual + &self.extra),
            ("skirmish/grafts.toml", shipped_text("skirmish/grafts.toml").replace("grants", "#")),
            ("skirmish/tiers.toml", "[[tier]]\ntier = 1\nbudget = 100\ntext = 'All.'".to_owned()),
            ("skirmish/lineups.toml", LINEUP.to_owned()),
        ]);
        Content::from_assets(&assets).unwrap_or_else(|problems| panic!("{problems}"))
    }
}

const LINEUP: &str = "[[lineup]]\nid = 'one'\ntext = 'One.'\ntier = 1\nunit = [{ species = 'post', at = [1, 1] }]";

fn species(id: &str, keys: &str) -> String {
    let mut text = format!("[[species]]\nid = '{id}'\nname = '{id}'\n{keys}\n");
    let usual = [
        ("text", "'It.'"),
        ("role", "'r'"),
        ("shape", "'s'"),
        ("colour", "'#112233'"),
        ("cost", "10"),
        ("armour", "0"),
        ("radius", "300"),
        ("prefers", "'nearest'"),
    ];
    for (key, value) in usual {
        if !keys.lines().any(|line| line.starts_with(key)) {
            text += &format!("{key} = {value}\n");
        }
    }
    text
}

/// A file of the shipped assets.
pub fn shipped_text(path: &str) -> String {
    Assets::embedded().text(path).unwrap_or_else(|problems| panic!("{problems}")).into_owned()
}

/// The content that ships.
pub fn shipped() -> Arc<Content> {
    static SHIPPED: LazyLock<Arc<Content>> = LazyLock::new(|| {
        Arc::new(Content::from_assets(&Assets::embedded()).unwrap_or_else(|problems| panic!("{problems}")))
    });
    Arc::clone(&SHIPPED)
}

/// The rules of a fight that ships.
pub fn shipped_fight(name: &str) -> Skirmish {
    let assets = Assets::embedded();
    let scenario = Scenario::find(&assets, &format!("skirmish/{name}")).unwrap_or_else(|problems| panic!("{problems}"));
    Skirmish::open(&scenario, &assets, None).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The names of all fights that ship.
pub fn shipped_names() -> Vec<String> {
    let paths = Assets::embedded().list("skirmish/fights").unwrap_or_else(|problems| panic!("{problems}"));
    let name =
        |path: &String| path.strip_prefix("skirmish/fights/").and_then(|p| p.strip_suffix(".toml")).map(str::to_owned);
    paths.iter().filter_map(name).collect()
}

/// A fight in motion, with everything that happened so far.
pub struct Fight {
    pub live: Live<Skirmish>,
    pub events: Vec<Event>,
}

impl Fight {
    pub fn of(rules: Skirmish, orders: Vec<Stamped<Order>>) -> Self {
        Self { live: Live::start(Arc::new(rules), Arc::new(Orders::new(orders))), events: Vec::new() }
    }

    /// A shipped fight with its own orders.
    pub fn shipped(name: &str) -> Self {
        let rules = shipped_fight(name);
        let orders = rules.scenario_orders();
        Self::of(rules, orders)
    }

    pub fn step(&mut self) {
        self.live.step();
        self.events.extend_from_slice(self.live.events());
    }

    pub fn run(mut self, ticks: u32) -> Self {
        (0..ticks)
            .take_while(|_| self.live.outcome().is_none())
            .collect::<Vec<_>>()
            .iter()
            .for_each(|_| self.step_on());
        self
    }

    /// Step unless it is over.
    fn step_on(&mut self) {
        if self.live.outcome().is_none() {
            self.step();
        }
    }

    pub fn run_to_end(mut self) -> Self {
        while self.live.outcome().is_none() {
            assert!(self.live.tick() < 1808, "the fight outlived its cap and the guard");
            self.step();
        }
        self
    }

    /// Step until something happens that is looked for; the tick whose frame shows it.
    pub fn until(&mut self, found: impl Fn(&What) -> bool) -> u32 {
        loop {
            assert!(self.live.outcome().is_none(), "it never happened: {:#?}", self.events);
            self.step();
            if let Some(event) = self.live.events().iter().find(|e| found(&e.what)) {
                return event.tick;
            }
        }
    }

    /// The unit with an id.
    pub fn unit(&self, id: usize) -> Unit {
        self.live.state().units[id - 1]
    }

    pub fn units(&self) -> &[Unit] {
        &self.live.state().units
    }

    /// All events of a kind, mapped.
    pub fn all<T>(&self, pick: impl Fn(&What) -> Option<T>) -> Vec<T> {
        self.events.iter().filter_map(|e| pick(&e.what)).collect()
    }
}

/// The digest of a fight at every tick, to the end.
pub fn trail(rules: &Skirmish) -> Vec<u64> {
    let orders = rules.scenario_orders();
    let mut fight = Fight::of(rules.clone(), orders);
    let mut digests = vec![fight.live.digest()];
    while fight.live.outcome().is_none() {
        fight.step();
        digests.push(fight.live.digest());
    }
    digests
}
