//! The toy that the tests record: skimmers on a pond. It has what a real ruleset has (rows that rest, rows that come
//! later, rows of changing length, state that no row shows, orders, refusals, a cap) and faults that can be switched on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use bincode::de::Decoder;
use bincode::enc::Encoder;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};
use recorder::{Digest, Orders, Simulation, Stage, Stamped, Step};
use serde::{Deserialize, Serialize};

/// Width of the pond; skimmers leave on one side and come back on the other.
const WIDTH: i32 = 40;

/// No more hatch beyond these.
const SKIMMERS_MAX: usize = 20;

/// The rules.
#[derive(Debug)]
pub struct Pond {
    pub seed: u64,
    /// How many there are at the start; none is allowed.
    pub skimmers: u32,
    /// The tick that ends the fight as a draw.
    pub cap_ticks: u32,
    /// Bumps sink, and the last one afloat wins.
    pub brittle: bool,
    /// Some ticks show fewer rows than the tick before, some none.
    pub shy: bool,
    /// Breaks the promise of an end.
    pub endless: bool,
    pub fault: Fault,
    /// Ticks stepped by anyone, to bound work with. Nothing reads it in a stage.
    pub stepped: AtomicU64,
}

/// A deliberate breach of determinism from a tick on; all of them in the stage `glide`.
#[derive(Debug, Default)]
pub enum Fault {
    #[default]
    None,
    /// A row's `wakes_at` takes in a counter that lives outside the state.
    CounterIntoRow { from: u32, place: usize, reads: AtomicU32 },
    /// The gust, which no row shows, takes it in.
    CounterIntoGust { from: u32, reads: AtomicU32 },
    /// The gust takes in what the scratch remembers of earlier ticks.
    Scratch { from: u32 },
    /// The gust takes in a part of the state that `Encode` forgets.
    Unsaved { from: u32 },
    /// Not a leak but other rules: one thing comes out otherwise in one frame, every time.
    Once { frame: u32, spot: Spot },
}

/// What [`Fault::Once`] changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Spot {
    /// `wakes_at` of the skimmer at a place.
    Row(usize),
    /// `wakes_at` and `x` of it.
    RowTwice(usize),
    Gust,
    /// `vigor` of the row at a place as it is shown; the state is right.
    Shown(usize),
    /// One event more.
    Event,
    /// How it ended, in the terminal frame.
    Outcome,
}

impl Default for Pond {
    fn default() -> Self {
        Self {
            seed: 7,
            skimmers: 6,
            cap_ticks: 200,
            brittle: false,
            shy: false,
            endless: false,
            fault: Fault::None,
            stepped: AtomicU64::new(0),
        }
    }
}

/// A part of the state that is lost in saving.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Forgotten(pub u32);

impl Encode for Forgotten {
    fn encode<E: Encoder>(&self, _: &mut E) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<C> Decode<C> for Forgotten {
    fn decode<D: Decoder<Context = C>>(_: &mut D) -> Result<Self, DecodeError> {
        Ok(Self(0))
    }
}

bincode::impl_borrow_decode!(Forgotten);

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Water {
    pub skimmers: Vec<Skimmer>,
    /// Hidden: no row shows it.
    pub gust: i32,
    /// Position of the random stream; hidden as well.
    pub stream: u64,
    pub age: u32,
    pub forgotten: Forgotten,
}

/// A row. 19 bytes and the song: never a whole number of 32-bit words but by chance.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Skimmer {
    pub x: i32,
    pub y: i16,
    pub vigor: u8,
    pub wakes_at: u32,
    pub song: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Event {
    Bumped { tick: u32, a: u32, b: u32 },
    Hatched { tick: u32, place: u32 },
    Heeded { tick: u32, ask: Ask },
    Refused { tick: u32, ask: Ask },
    TooLate { tick: u32, ended: u32, ask: Ask },
}

/// An order.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Ask {
    Startle(u32),
    Hush(u32),
    Hatch,
    Sing(Vec<u8>),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Outcome {
    Last(u32),
    Still,
}

/// Reused buffers; `ticks` is only there for [`Fault::Scratch`].
#[derive(Debug, Default)]
pub struct Buffers {
    afloat: Vec<usize>,
    ticks: u32,
}

impl Simulation for Pond {
    type State = Water;
    type Scratch = Buffers;
    type Row = Skimmer;
    type Event = Event;
    type Order = Ask;
    type Outcome = Outcome;
    type Cast = Vec<String>;

    fn ruleset(&self) -> &str {
        "pond"
    }

    fn fingerprint(&self) -> u64 {
        [self.skimmers.into(), self.cap_ticks.into(), self.brittle.into()].into_iter().fold(self.seed, recorder::fold)
    }

    fn tick_hz(&self) -> u32 {
        10
    }

    fn cap_ticks(&self) -> u32 {
        self.cap_ticks
    }

    fn start(&self) -> Water {
        let mut water =
            Water { skimmers: Vec::new(), gust: 1, stream: self.seed, age: 0, forgotten: Forgotten::default() };
        (0..self.skimmers).for_each(|_| hatch(self, &mut water));
        if let Fault::Once { frame: 0, spot } = self.fault {
            change(&mut water, spot);
        }
        water
    }

    fn stages(&self) -> &[Stage<Self>] {
        &[
            Stage { name: "heed", run: heed },
            Stage { name: "blow", run: blow },
            Stage { name: "glide", run: glide },
            Stage { name: "bump", run: bump },
            Stage { name: "brood", run: brood },
        ]
    }

    fn observe(&self, water: &Water, see: &mut impl FnMut(&Skimmer)) {
        let all = water.skimmers.len();
        let shown = if self.shy && water.stream.is_multiple_of(4) {
            all - (water.stream >> 8) as usize % (all + 1)
        } else {
            all
        };
        match self.fault {
            Fault::Once { frame, spot: Spot::Shown(place) } if frame == water.age => {
                let mut wrong = water.skimmers.clone();
                wrong[place].vigor ^= 1;
                wrong[..shown].iter().for_each(see);
            }
            _ => water.skimmers[..shown].iter().for_each(see),
        }
    }

    fn digest(&self, water: &Water, digest: &mut Digest<'_>) {
        digest.section("skimmers", |d| {
            for s in &water.skimmers {
                d.column(&[s.x, s.y.into(), s.vigor.into()]);
                d.u64(s.wakes_at.into());
                d.bytes(&s.song);
            }
        });
        digest.section("wind", |d| {
            d.i64(water.gust.into());
            d.u64(water.stream);
        });
        digest.section("age", |d| d.u64(water.age.into()));
    }

    fn outcome(&self, water: &Water) -> Option<Outcome> {
        let mut afloat = water.skimmers.iter().enumerate().filter(|(_, s)| s.vigor > 0);
        match (afloat.next(), afloat.next()) {
            _ if self.endless => None,
            _ if matches!(self.fault, Fault::Once { frame, spot: Spot::Outcome } if frame == water.age) => {
                Some(Outcome::Last(99))
            }
            (Some((last, _)), None) if self.brittle => Some(Outcome::Last(last as u32)),
            _ if water.age >= self.cap_ticks => Some(Outcome::Still),
            _ => None,
        }
    }

    fn refuse_late(&self, order: &Stamped<Ask>, ended: u32) -> Event {
        Event::TooLate { tick: order.tick, ended, ask: order.order.clone() }
    }

    fn cast(&self) -> Vec<String> {
        (0..SKIMMERS_MAX).map(|n| format!("skimmer {n}")).collect()
    }

    fn row_bytes(row: &Skimmer) -> usize {
        size_of_val(row) + row.song.capacity()
    }

    fn state_bytes(water: &Water) -> usize {
        size_of_val(water) + water.skimmers.iter().map(Self::row_bytes).sum::<usize>()
    }
}

fn heed(pond: &Pond, step: &mut Step<'_, Pond>) {
    pond.stepped.fetch_add(1, Relaxed);
    for Stamped { tick, order, .. } in step.orders {
        let (tick, ask) = (*tick, order.clone());
        let heeded = obey(pond, step.state, order, tick);
        step.journal.push(if heeded { Event::Heeded { tick, ask } } else { Event::Refused { tick, ask } });
    }
}

fn obey(pond: &Pond, water: &mut Water, ask: &Ask, tick: u32) -> bool {
    match ask {
        Ask::Hatch => {
            let room = water.skimmers.len() < SKIMMERS_MAX;
            if room {
                hatch(pond, water);
            }
            room
        }
        Ask::Sing(song) => {
            water.skimmers.iter_mut().for_each(|s| s.song.clone_from(song));
            true
        }
        Ask::Startle(who) => water.skimmers.get_mut(*who as usize).map(|s| s.wakes_at = tick).is_some(),
        Ask::Hush(who) => water.skimmers.get_mut(*who as usize).map(|s| s.wakes_at = tick + 40).is_some(),
    }
}

fn blow(_: &Pond, step: &mut Step<'_, Pond>) {
    let roll = draw(&mut step.state.stream);
    if roll.is_multiple_of(8) {
        step.state.gust = (roll >> 8) as i32 % 3 - 1;
    }
}

fn glide(pond: &Pond, step: &mut Step<'_, Pond>) {
    let water = &mut *step.state;
    for (place, s) in water.skimmers.iter_mut().enumerate() {
        if s.wakes_at > step.tick || s.vigor == 0 {
            continue;
        }
        let roll = draw(&mut water.stream);
        s.x = (s.x + water.gust + place as i32 % 3).rem_euclid(WIDTH);
        match roll % 16 {
            0 => s.wakes_at = step.tick + 5 + (roll >> 8) as u32 % 30,
            1 => s.song.push(roll as u8),
            2 if s.song.len() > 3 => s.song.clear(),
            3 => s.y = (roll >> 8) as i16 % 3,
            _ => {}
        }
    }
    break_promise(pond, step);
}

fn break_promise(pond: &Pond, step: &mut Step<'_, Pond>) {
    let (tick, water) = (step.tick, &mut *step.state);
    step.scratch.ticks += 1;
    match &pond.fault {
        Fault::CounterIntoRow { from, place, reads } if tick >= *from => {
            if let Some(s) = water.skimmers.get_mut(*place) {
                s.wakes_at += reads.fetch_add(1, Relaxed);
            }
        }
        Fault::CounterIntoGust { from, reads } if tick >= *from => water.gust += reads.fetch_add(1, Relaxed) as i32,
        Fault::Scratch { from } if tick >= *from => water.gust = step.scratch.ticks as i32,
        Fault::Unsaved { from } if tick >= *from => {
            water.forgotten.0 += 1;
            water.gust = water.forgotten.0 as i32;
        }
        Fault::Once { frame, spot: Spot::Event } if tick + 1 == *frame => {
            step.journal.push(Event::Hatched { tick: *frame, place: 99 });
        }
        Fault::Once { frame, spot } if tick + 1 == *frame => change(water, *spot),
        _ => {}
    }
}

fn change(water: &mut Water, spot: Spot) {
    match spot {
        Spot::Row(place) => water.skimmers[place].wakes_at ^= 1,
        Spot::RowTwice(place) => {
            water.skimmers[place].wakes_at ^= 1;
            water.skimmers[place].x += 100;
        }
        Spot::Gust => water.gust += 5,
        Spot::Shown(_) | Spot::Event | Spot::Outcome => {}
    }
}

fn bump(pond: &Pond, step: &mut Step<'_, Pond>) {
    let skimmers = &mut step.state.skimmers;
    let afloat = &mut step.scratch.afloat;
    afloat.clear();
    afloat.extend((0..skimmers.len()).filter(|&n| skimmers[n].vigor > 0));
    for (n, &a) in afloat.iter().enumerate() {
        for &b in &afloat[n + 1..] {
            if skimmers[a].x == skimmers[b].x && skimmers[a].y == skimmers[b].y {
                let loss = u8::from(pond.brittle);
                skimmers[a].vigor = skimmers[a].vigor.saturating_sub(loss);
                skimmers[b].vigor = skimmers[b].vigor.saturating_sub(loss);
                step.journal.push(Event::Bumped { tick: step.tick + 1, a: a as u32, b: b as u32 });
            }
        }
    }
}

fn brood(pond: &Pond, step: &mut Step<'_, Pond>) {
    let water = &mut *step.state;
    water.age += 1;
    if draw(&mut water.stream).is_multiple_of(32) && water.skimmers.len() < SKIMMERS_MAX {
        hatch(pond, water);
        step.journal.push(Event::Hatched { tick: step.tick + 1, place: water.skimmers.len() as u32 - 1 });
    }
}

fn hatch(pond: &Pond, water: &mut Water) {
    let roll = draw(&mut water.stream);
    water.skimmers.push(Skimmer {
        x: roll as i32 & 31,
        y: (roll >> 32) as i16 % 3,
        vigor: if pond.brittle { 3 } else { 200 },
        wakes_at: 0,
        song: Vec::new(),
    });
}

/// SplitMix64.
fn draw(stream: &mut u64) -> u64 {
    *stream = stream.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*stream ^ (*stream >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Orders in the total order, sequences counted a tick.
pub fn orders(list: &[(u32, Ask)]) -> Orders<Ask> {
    let stamped = list.iter().map(|(tick, ask)| Stamped { tick: *tick, sequence: 0, order: ask.clone() });
    Orders::new(stamped.collect())
}

impl Pond {
    /// A pond whose fight lasts exactly so many ticks.
    pub fn lasting(ticks: u32) -> Self {
        Self { cap_ticks: ticks, ..Self::default() }
    }

    /// Ticks stepped since the last call.
    pub fn take_stepped(&self) -> u64 {
        self.stepped.swap(0, Relaxed)
    }

    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}
