//! The view: what a game says of itself to be watched. It turns a scene into shapes, events into marks and lines, and
//! what a person points at into orders. It holds nothing that changes: a picture is a function of recording and moment,
//! so it is the same forwards, backwards and after any seek.

use recorder::{Frame, Recording, Simulation};

use crate::annals::Annals;
use crate::camera::Lens;
use crate::canvas::Canvas;
use crate::colour::Colour;
use crate::geometry::{Rect, Vec2};
use crate::ledger::{Fact, Sums};
use crate::playback::Moment;
use crate::reins::Driving;
use crate::sheet::{Sheet, Who};
use crate::standings::Column;

/// A game, as seen.
pub trait View<S: Simulation> {
    /// Name the fight, for the top of the screen.
    fn title(&self, recording: &Recording<S>) -> String;

    /// The whole field, in its own measure.
    fn field(&self, cast: &S::Cast) -> Rect;

    /// Draw the field and everything on it.
    fn draw(&self, scene: &Scene<'_, S>, look: &Look<'_>, canvas: &mut Canvas);

    /// Say how the sides stand.
    fn sides(&self, scene: &Scene<'_, S>) -> Vec<Side>;

    /// Say how strong each side is in a frame, in any measure that is the same for all.
    fn strength(&self, cast: &S::Cast, frame: &Frame<'_, S>) -> Vec<i64>;

    /// Say in a word how far the fight is, for the corner of the screen.
    fn stage(&self, _scene: &Scene<'_, S>) -> Option<&'static str> {
        None
    }

    /// Name what can be drawn over the field besides the fight itself, in the order of their keys; [`OVERLAYS_MAX`] at
    /// most.
    fn overlays(&self) -> &'static [Overlay] {
        &[]
    }

    /// Say where a unit is and whose; `None` if it is not on the field at this moment: not yet, or no more.
    fn unit(&self, scene: &Scene<'_, S>, place: usize) -> Option<Unit>;

    /// Find the unit that is pointed at, by its row place: the nearest to a point of the window of those within `reach`
    /// points of it; of equals, the later row lies on top.
    fn pick(&self, scene: &Scene<'_, S>, lens: Lens, point: Vec2, reach: f32) -> Option<usize> {
        let off = |unit: Unit| (lens.screen_from_field(unit.at) - point).length() - unit.radius * lens.scale;
        let units = (0..scene.now.len()).filter_map(|place| Some((place, off(self.unit(scene, place)?))));
        let near = units.filter(|(_, off)| *off <= reach);
        near.min_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(place, _)| place)
    }

    /// Say which part of the field the fight is in at a scene's frame, with room around it. `None` if it is in none.
    fn action(&self, scene: &Scene<'_, S>) -> Option<Rect> {
        let units = (0..scene.now.len()).filter_map(|place| self.unit(scene, place));
        units.map(|unit| Rect::around(unit.at, 0.0, 0.0).inset(-unit.radius * FOLLOW_ROOM)).reduce(Rect::spanned)
    }

    /// Say how close the camera goes.
    fn zooms(&self) -> Zooms {
        Zooms::default()
    }

    /// Say who a unit is and how it is doing, for the card beside it. Fallen units have one too.
    fn card(&self, scene: &Scene<'_, S>, place: usize) -> Option<Card>;

    /// Say who a unit is, whatever the moment.
    fn who(&self, cast: &S::Cast, place: usize, row: &S::Row) -> Who;

    /// Say a unit's health and its health when whole, in points; who is off the field has none left. A row without any
    /// when whole is no unit.
    fn vigor(&self, cast: &S::Cast, place: usize, row: &S::Row) -> (i32, i32);

    /// Say what the counted numbers of units are called.
    fn measures(&self) -> Measures {
        Measures::default()
    }

    /// Say what a unit has done since the start, where its row keeps count of that; otherwise events are counted, by
    /// [`View::fact`].
    fn done(&self, _cast: &S::Cast, _place: usize, _row: &S::Row) -> Option<Sums> {
        None
    }

    /// Say everything about a unit, for whoever looks at it closely. Fallen units have a sheet too.
    fn sheet(&self, scene: &Scene<'_, S>, place: usize) -> Option<Sheet>;

    /// Say what an event did to the numbers that are counted.
    fn fact(&self, cast: &S::Cast, event: &S::Event) -> Option<Fact>;

    /// Find where a fight turned, as far as a tick, in order of time.
    fn turns(&self, recording: &Recording<S>, until: u32) -> Vec<Turn>;

    /// Name what one goes to from mark to mark, in a word.
    fn landmark(&self) -> &'static str {
        "fall"
    }

    /// Say what of an event belongs on the bar and in the feed. `frame` is the first that shows it.
    fn note(&self, cast: &S::Cast, frame: &Frame<'_, S>, event: &S::Event) -> Note;

    /// Whether units can be told to retreat and to go for an enemy.
    fn obeys(&self) -> bool {
        true
    }

    /// Name the keys that matter most in this game, and what they do, for the line below the bar.
    fn hints(&self) -> &'static [(&'static str, &'static str)] {
        &[("N P", "falls"), ("Click", "select"), ("R", "retreat"), ("F", "focus")]
    }

    /// Whether sides hold cards that are played onto the field.
    fn has_hands(&self) -> bool {
        false
    }

    /// Say where the cards lie that can be chosen, in points, within the part of the window that shows the field.
    fn slots(&self, _view: Rect, _unit: f32) -> Vec<Slot> {
        Vec::new()
    }

    /// How units are taken over and moved by keys; `None` where they cannot be.
    fn driving(&self) -> Option<&dyn Driving<S>> {
        None
    }

    /// Say from when on other rules hold, as the bar shows it.
    fn stages(&self, _cast: &S::Cast) -> Vec<Stage> {
        Vec::new()
    }

    /// Turn what was asked into orders.
    ///
    /// # Errors
    /// A phrase that says why it cannot be ordered.
    fn order(&self, scene: &Scene<'_, S>, ask: &Ask) -> Result<Vec<S::Order>, String>;

    /// Say what else the selected can be told at a scene's frame, for buttons.
    fn offers(&self, _scene: &Scene<'_, S>, _selected: &[usize]) -> Vec<Offer> {
        Vec::new()
    }

    /// Turn an offer into orders for those of the selected who can do it; `spot` is where it was pointed at, if it asks
    /// for that.
    ///
    /// # Errors
    /// A phrase that says why it cannot be ordered.
    fn take_up(
        &self,
        _scene: &Scene<'_, S>,
        _selected: &[usize],
        _offer: char,
        _spot: Option<Vec2>,
    ) -> Result<Vec<S::Order>, String> {
        Err("nobody can be told that".to_owned())
    }

    /// Say an order in a few words: `Sporeling 3 retreats`.
    fn words(&self, cast: &S::Cast, order: &S::Order) -> String;

    /// Say how it ended.
    fn verdict(&self, cast: &S::Cast, outcome: &S::Outcome) -> Verdict;
}

/// Room that the camera leaves around units while it follows the fight, in radii of each.
const FOLLOW_ROOM: f32 = 4.0;

/// How close the camera goes, in times the whole field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Zooms {
    /// While it follows the fight.
    pub follow: f32,
    /// By hand.
    pub closest: f32,
}

impl Default for Zooms {
    fn default() -> Self {
        Self { follow: 2.2, closest: 8.0 }
    }
}

/// What can be known at a moment: the tick before it, the tick after it, and the journal up to there.
#[derive(Debug)]
pub struct Scene<'a, S: Simulation> {
    /// The timeline.
    pub recording: &'a Recording<S>,
    /// The frame at or before the moment.
    pub now: Frame<'a, S>,
    /// The frame after it, of the same timeline; `None` on the last one.
    pub next: Option<Frame<'a, S>>,
    /// The moment.
    pub moment: Moment,
    annals: &'a Annals,
}

impl<'a, S: Simulation> Scene<'a, S> {
    /// Look at a timeline at a moment. `None` where it shows no frame there.
    #[must_use]
    pub fn at(recording: &'a Recording<S>, annals: &'a Annals, moment: Moment) -> Option<Self> {
        let now = recording.frame(moment.tick())?;
        let next = if moment.tick() < annals.head() { recording.frame(moment.tick() + 1) } else { None };
        Some(Self { recording, now, next, moment, annals })
    }

    /// What never changes about the fight.
    #[must_use]
    pub fn cast(&self) -> &'a S::Cast {
        self.recording.cast()
    }

    /// The tick of the frame at or before the moment.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.moment.tick()
    }

    /// The part of the way to the next frame: at least 0, below 1.
    #[must_use]
    pub fn alpha(&self) -> f32 {
        self.moment.alpha()
    }

    /// A unit's row at both frames. Only who is in the frame before the moment is there at all, so the unborn have no
    /// place to be drawn at; the second row is the first where there is no next frame.
    #[must_use]
    pub fn rows(&self, place: usize) -> Option<(&S::Row, &S::Row)> {
        let now = self.now.row(place)?;
        Some((now, self.next.as_ref().and_then(|next| next.row(place)).unwrap_or(now)))
    }

    /// The events that the frame of a tick is the first to show, with that tick.
    pub fn events_of(&self, tick: u32) -> impl Iterator<Item = (u32, &'a S::Event)> + use<'a, S> {
        let recording = self.recording;
        self.annals.events_of(tick).filter_map(move |number| Some((tick, recording.event(number)?)))
    }

    /// The events of the last ticks and of the one that comes next, earliest first: what is still to be seen of what
    /// happened, and what is about to.
    pub fn recent(&self, ticks_back: u32) -> impl Iterator<Item = (u32, &'a S::Event)> + use<'_, 'a, S> {
        let last = self.tick() + u32::from(self.next.is_some());
        (self.tick().saturating_sub(ticks_back)..=last).flat_map(|tick| self.events_of(tick))
    }

    /// Ticks that have passed since a tick; below 0 for what is yet to come.
    #[must_use]
    pub fn ticks_since(&self, tick: u32) -> f32 {
        (self.moment.ticks() - f64::from(tick)) as f32
    }
}

/// What the picture is looked at through, and what is pointed at.
#[derive(Debug, Clone, Copy)]
pub struct Look<'a> {
    /// The camera over the field.
    pub lens: Lens,
    /// Row places that are selected.
    pub selected: &'a [usize],
    /// Row place under the mouse.
    pub hovered: Option<usize>,
    /// An enemy is being chosen.
    pub aiming: bool,
    /// What else is drawn of everyone.
    pub overlays: Overlays,
    /// The card that is about to be played.
    pub chosen: Option<Choice>,
    /// Row place of the one that is taken over.
    pub driven: Option<usize>,
    /// Where the mouse is, in points of the window.
    pub pointer: Option<Vec2>,
}

/// A card of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Whose.
    pub side: usize,
    /// Which, from 0.
    pub place: usize,
}

/// Where a card of a hand lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The card.
    pub choice: Choice,
    /// Its box, in points of the window.
    pub rect: Rect,
}

/// From when on other rules hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// The first tick of it.
    pub tick: u32,
    /// What it is, in a word or two.
    pub words: &'static str,
}

/// Overlays of a view at most: as many as there are keys for them.
pub const OVERLAYS_MAX: usize = 4;

/// Something that can be drawn over the field besides the fight itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Overlay {
    /// What it is called, for the legend.
    pub name: &'static str,
    /// The colours it is drawn in, with what each means.
    pub colours: &'static [(Colour, &'static str)],
}

/// Which overlays are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Overlays(u8);

impl Overlays {
    /// The first few of them.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self(((1_u16 << if count < OVERLAYS_MAX { count } else { OVERLAYS_MAX }) - 1) as u8)
    }

    /// Whether one is shown, by its place.
    #[must_use]
    pub const fn shows(self, place: usize) -> bool {
        place < OVERLAYS_MAX && self.0 & 1 << place != 0
    }

    /// The same, but this one the other way round.
    #[must_use]
    pub const fn toggled(self, place: usize) -> Self {
        if place < OVERLAYS_MAX { Self(self.0 ^ 1 << place) } else { self }
    }

    /// Whether none is shown.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Something that the selected can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The key that asks it, with Ctrl; tells it from the others too.
    pub key: char,
    /// What stands on its button.
    pub words: String,
    /// It is so already.
    pub lit: bool,
    /// It would do something now.
    pub live: bool,
    /// It asks for a spot of the field, or a unit there.
    pub aims: bool,
}

/// What the counted numbers of units are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    /// Health, with a capital.
    pub vigor: &'static str,
    /// Damage dealt, damage taken, health given back, falls caused: the word for each with a capital, and what it is;
    /// none where nobody counts it.
    pub columns: [Option<(&'static str, &'static str)>; 4],
}

impl Default for Measures {
    fn default() -> Self {
        Self {
            vigor: "Vigor",
            columns: [
                Some(("Damage", "Damage dealt, after armour and shields")),
                Some(("Taken", "Damage taken, after armour and shields")),
                Some(("Healing", "Health given back, to itself and others")),
                Some(("Kills", "Falls it caused")),
            ],
        }
    }
}

impl Measures {
    /// Say numbers in a line: `12 damage, 3 taken`.
    #[must_use]
    pub fn tell(&self, sums: &Sums) -> String {
        let tell = |column: Column| Some(format!("{} {}", column.number(sums), column.title(self)?.0.to_lowercase()));
        Column::NUMBERS.into_iter().filter_map(tell).collect::<Vec<_>>().join(", ")
    }
}

/// How a side stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// On the field.
    pub up: usize,
    /// Fallen or gone.
    pub gone: usize,
    /// Health left, in points.
    pub vigor: i64,
    /// Health of all who ever came, in points.
    pub vigor_max: i64,
    /// What it is about, in a phrase; empty where nobody says.
    pub note: String,
}

/// Where a unit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Its middle, in the field's measure.
    pub at: Vec2,
    /// Its radius, in the field's measure.
    pub radius: f32,
    /// Its side.
    pub side: usize,
}

/// Who a unit is and how it is doing.
#[derive(Debug, Clone, PartialEq)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// What it is, in a phrase.
    pub about: String,
    /// Health left and health when whole.
    pub vigor: (i32, i32),
    /// More, a line each.
    pub lines: Vec<String>,
}

/// What of an event belongs on the bar and in the feed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Note {
    /// A mark on the bar.
    pub mark: Option<MarkKind>,
    /// A line in the feed.
    pub line: Option<String>,
    /// The side it concerns, for its colour.
    pub side: Option<usize>,
}

/// What a mark on the bar stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// Someone fell.
    Fall,
    /// Someone left the field alive.
    Exit,
    /// An order took effect.
    Order,
    /// An order was refused.
    Refusal,
    /// Something was won.
    Gain,
    /// Something was missed.
    Loss,
    /// Something went wrong.
    Mishap,
    /// Something was tried and came to nothing.
    Denial,
}

impl MarkKind {
    /// What one goes to from mark to mark: what decides.
    pub(crate) const LANDMARKS: [Self; 4] = [Self::Fall, Self::Gain, Self::Loss, Self::Mishap];
}

/// A moment at which a fight turned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The tick from which it can be watched.
    pub tick: u32,
    /// The side it helped.
    pub side: usize,
    /// What happened, in a sentence.
    pub words: String,
    /// The lead was never lost after it.
    pub for_good: bool,
}

/// What a person asks of the units. Row places.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// These leave the field.
    Retreat(Vec<usize>),
    /// The whole side of this one leaves.
    RetreatAll(Option<usize>),
    /// The side of these (or the first side) goes for this one.
    Focus {
        /// Who is selected.
        selected: Vec<usize>,
        /// Whom they should go for.
        target: usize,
    },
    /// These go to a spot.
    Go {
        /// Who is selected.
        selected: Vec<usize>,
        /// Where, in the field's own measure.
        spot: Vec2,
        /// Whether they should hurry.
        run: bool,
    },
    /// This card is played at a spot.
    Play {
        /// The card.
        choice: Choice,
        /// Where, in the field's own measure.
        spot: Vec2,
    },
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// `Ally wins`, `A draw`.
    pub headline: String,
    /// Why, in a phrase.
    pub reason: String,
    /// The side that won.
    pub side: Option<usize>,
}
