//! Scenes: bodies put on the field by hand, to see one rule at work.

use std::sync::Arc;

use foregone::arena::muster::{Chooser, Player};
use foregone::arena::rules::Arena;
use foregone::arena::space::{SubTile, sign_of};
use foregone::arena::state::Nodes;
use foregone::arena::unit::{Facing, Stance, Unit};
use foregone::arena::{Content, Event, Muster, Order, State, card::Play, event::What};
use foregone::kernel::assets::Assets;
use foregone::kernel::sheet::Sheet;
use foregone::kernel::space::Spot;
use recorder::{Checkpoint, Live, Orders, Simulation, Stamped};

/// The tick at which scenes begin: whoever stands there has been deployed long since.
pub const BEGIN: u32 = 200;

/// The deck of both sides.
pub const DECK: [&str; 8] =
    ["mossguard", "thornlings", "reedarchers", "boltnest", "hailburst", "quickening", "boulderback", "duskwing"];

/// A scene in the making, and then in motion.
pub struct Scene {
    pub rules: Arc<Arena>,
    pub state: State,
    pub orders: Vec<Stamped<Order>>,
    pub live: Option<Live<Arena>>,
}

/// The text of a shipped file.
pub fn text_of(path: &str) -> String {
    Assets::embedded().text(path).expect("it ships").into_owned()
}

/// Replace the value of an entry in a text of the ledger.
pub fn with_value(text: &str, entry: &str, value: &str) -> String {
    let head = format!("[{entry}]\nvalue = ");
    let at = text.find(&head).unwrap_or_else(|| panic!("{entry} is in the ledger")) + head.len();
    let end = at + text[at..].find('\n').expect("a line ends");
    format!("{}{value}{}", &text[..at], &text[end..])
}

/// The shipped content, some entries of the ledger changed.
pub fn content_with(entries: &[(&str, &str)]) -> Arc<Content> {
    let ledger = entries.iter().fold(text_of("arena/ledger.toml"), |text, (key, value)| with_value(&text, key, value));
    let sheet = |name: &str, text: String| Sheet::parse(name.to_owned(), text).expect("it is TOML");
    let content = Content::read(
        &sheet("ledger.toml", ledger),
        &sheet("map.toml", text_of("arena/map.toml")),
        &sheet("cards.toml", text_of("arena/cards.toml")),
    );
    Arc::new(content.unwrap_or_else(|problems| panic!("{problems}")))
}

/// Towers that hurt nobody.
pub const PEACE: [(&str, &str); 2] = [("tower.king_damage", "0"), ("tower.princess_damage", "0")];

impl Scene {
    /// A field as it ships, with nobody choosing.
    pub fn shipped() -> Self {
        Self::with(&[])
    }

    /// A field whose towers hurt nobody.
    pub fn peaceful() -> Self {
        Self::with(&PEACE)
    }

    /// A field under a changed ledger.
    pub fn with(entries: &[(&str, &str)]) -> Self {
        let content = content_with(entries);
        let deck = DECK.map(|id| content.card(id).expect("there is such a card")).to_vec();
        let player = Player { deck, shuffled: false, chooser: Chooser::None };
        let muster = Muster { title: "a scene".to_owned(), players: [player.clone(), player], ..Muster::default() };
        let rules = Arc::new(Arena::new(content, muster));
        let state = rules.start();
        Self { rules, state, orders: Vec::new(), live: None }
    }

    /// Put a body on the field, long since deployed; gives its row place.
    pub fn put(&mut self, card: &str, side: u8, x: i32, y: i32) -> usize {
        let form = self.form(card);
        self.state.units.push(Unit {
            at: SubTile::from_native(Spot::new(x, y)),
            health: self.rules.content.forms[usize::from(form)].health,
            facing: Facing { x: 0, y: 256 * sign_of(side) as i16 },
            form,
            side,
            stance: Stance::IDLE,
            born: BEGIN as u16 - 100,
            ..Unit::default()
        });
        self.state.routes.push(Nodes::default());
        self.state.units.len() - 1
    }

    /// The form a card brings.
    pub fn form(&self, card: &str) -> u16 {
        let card = self.rules.content.card(card).expect("there is such a card");
        match self.rules.card(card).play {
            Play::Bodies(form, _) => form,
            Play::Spell(_) => panic!("a spell has no form"),
        }
    }

    /// Give an order at a tick after the beginning.
    pub fn order(&mut self, after: u32, words: &str) {
        use foregone::kernel::ruleset::Ruleset;
        let order = self.rules.read_order(words).expect("the order can be read");
        self.orders.push(Stamped { tick: BEGIN + after, sequence: self.orders.len() as u32, order });
    }

    /// Move on by a tick.
    pub fn step(&mut self) -> &[Event] {
        let live = self.live.get_or_insert_with(|| {
            let at = Checkpoint { tick: BEGIN, journal_len: 0, journal_digest: 0, state: self.state.clone() };
            Live::resume(Arc::clone(&self.rules), Arc::new(Orders::new(self.orders.clone())), at)
        });
        live.step();
        self.state = live.state().clone();
        live.events()
    }

    /// Move on by some ticks; gives all events.
    pub fn run(&mut self, ticks: u32) -> Vec<Event> {
        (0..ticks).flat_map(|_| self.step().to_vec()).collect()
    }

    /// Where a unit stands, in native units.
    pub fn at(&self, place: usize) -> (i32, i32) {
        let at = self.state.units[place].at.native();
        (at.x, at.y)
    }

    /// A unit.
    pub fn unit(&self, place: usize) -> &Unit {
        &self.state.units[place]
    }

    /// The path of a unit, goal first.
    pub fn path(&self, place: usize) -> &[u16] {
        &self.state.routes[place].0
    }
}

/// The path that events say a unit was given.
pub fn routed(events: &[Event], place: usize) -> Option<Vec<u16>> {
    events.iter().rev().find_map(|event| match &event.what {
        What::Routed { who, path } if usize::from(who.place) == place => Some(path.clone()),
        _ => None,
    })
}
