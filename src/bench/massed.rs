//! A massed battle on paper: 8,632 men who march, stand and fight the way men do, so that what recording them costs can be
//! told before and beside the battle itself.
//!
//! Half of a minute goes to and fro, as often as ticks are asked for. A row is a unit with its men in columns.

use std::sync::Arc;

use bincode::{Decode, Encode};
use recorder::{
    Before, CodecError, Digest, Orders, Packer, Packing, Recorder, Recording, Settings, Show, Simulation, Stage,
    Stamped, Unpacker, fold,
};
use serde::{Deserialize, Serialize};

use super::entropy::{self, Column, wide};
use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others, packed_bytes, row_digest};
use crate::kernel::stream::Stream;

/// Men a unit, and how many such units there are: the field battle that legion opens with.
const UNITS: [(u16, u16); 12] = [
    (160, 12),
    (120, 4),
    (150, 4),
    (100, 4),
    (60, 6),
    (12, 1),
    (180, 12),
    (170, 6),
    (110, 6),
    (100, 4),
    (80, 4),
    (50, 6),
];

/// All of them.
const MEN: usize = 8_632;

/// Ticks that are made; others are those again, backwards and forwards.
const MADE: u32 = 128;

/// Steps of a metre.
const STEPS: f32 = 256.0;

/// A man as the battle has him.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Soldier {
    x: f32,
    z: f32,
    /// Where he faces, in turns.
    turn: f32,
    /// Share of his health left.
    health: f32,
    /// How far into a blow he is, 0 at rest.
    swing: f32,
    /// Metres a tick.
    pace: [f32; 2],
    target: u16,
    condition: u8,
}

/// What a unit is about.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Doing {
    March { east: f32, north: f32 },
    Stand,
    Fight,
}

/// The rules: nothing happens that was not made before.
#[derive(Debug)]
struct Field {
    /// By tick, all men, unit after unit.
    ticks: Vec<Vec<Soldier>>,
    last: u32,
}

/// A row: a unit, its men in columns.
#[derive(Debug, Clone, Default, PartialEq, Encode, Decode, Serialize, Deserialize)]
struct Company {
    morale: u16,
    engaged: u16,
    x: Vec<i32>,
    z: Vec<i32>,
    heading: Vec<u8>,
    condition: Vec<u8>,
    health: Vec<u8>,
    swing: Vec<u8>,
    target: Vec<u16>,
}

impl Field {
    fn new(last: u32) -> Self {
        let mut stream = Stream::from_seed(4_265_438_264).fork("massed");
        let mut men = Vec::with_capacity(MEN);
        for n in 0..units().count() {
            line_up(n, &mut men);
        }
        let mut ticks = vec![men];
        while ticks.len() < MADE as usize {
            let mut men = ticks.last().cloned().unwrap_or_default();
            let mut rest = &mut men[..];
            for (n, count) in units().enumerate() {
                let (unit, others) = rest.split_at_mut(count);
                move_on(doing(n), unit, ticks.len(), &mut stream);
                rest = others;
            }
            ticks.push(men);
        }
        Self { ticks, last }
    }

    fn men(&self, tick: u32) -> &[Soldier] {
        let there = tick % (2 * MADE - 2);
        &self.ticks[there.min(2 * MADE - 2 - there) as usize]
    }
}

/// Men a unit.
fn units() -> impl Iterator<Item = usize> {
    UNITS.iter().flat_map(|(men, units)| (0..*units).map(|_| usize::from(*men)))
}

/// Two in five march, two fight, one stands.
fn doing(unit: usize) -> Doing {
    match unit % 5 {
        0 | 3 => Doing::March { east: 0.052 + unit as f32 * 0.0007, north: 0.013 * (unit % 3) as f32 },
        1 | 4 => Doing::Fight,
        _ => Doing::Stand,
    }
}

/// Put a unit's men behind those that are there.
fn line_up(unit: usize, men: &mut Vec<Soldier>) {
    let count = units().nth(unit).unwrap_or_default();
    let files = (count / 6).max(1);
    for man in 0..count {
        let (rank, file) = (man / files, man % files);
        men.push(Soldier {
            x: (unit % 9) as f32 * 40.0 - 180.0 + file as f32 * 0.91,
            z: (unit / 9) as f32 * 30.0 - 100.0 - rank as f32 * 1.17,
            turn: 0.25,
            health: 1.0,
            swing: 0.0,
            pace: [0.0; 2],
            target: u16::MAX,
            condition: 0,
        });
    }
}

/// A number from −1 to 1.
fn sway(stream: &mut Stream) -> f32 {
    stream.below(2_001) as f32 / 1_000.0 - 1.0
}

fn move_on(doing: Doing, unit: &mut [Soldier], tick: usize, stream: &mut Stream) {
    let files = (unit.len() / 6).max(1);
    for (n, man) in unit.iter_mut().enumerate() {
        match doing {
            Doing::March { east, north } => march(man, [east, north], stream),
            Doing::Stand if stream.below(300) == 0 => man.turn += sway(stream) * 0.02,
            Doing::Stand => {}
            Doing::Fight => fight(man, n / files, tick, stream),
        }
    }
}

/// Fall in with the unit's pace; now and then someone is in the way.
fn march(man: &mut Soldier, pace: [f32; 2], stream: &mut Stream) {
    for (own, unit) in man.pace.iter_mut().zip(pace) {
        *own += (unit - *own) * 0.25;
        if stream.below(12) == 0 {
            *own += sway(stream) * 0.008;
        }
    }
    man.x += man.pace[0];
    man.z += man.pace[1];
    if stream.below(20) == 0 {
        man.turn += sway(stream) * 0.01;
    }
}

/// Two ranks strike, are pushed and fall; the others shuffle up.
fn fight(man: &mut Soldier, rank: usize, tick: usize, stream: &mut Stream) {
    if man.condition == 4 {
        return;
    }
    let pushed = if rank < 2 { 0.02 } else { 0.004 };
    if rank < 2 || stream.below(3) == 0 {
        man.pace = man.pace.map(|pace| pace * 0.6 + sway(stream) * pushed * 0.5);
    }
    man.x += man.pace[0];
    man.z += man.pace[1];
    if rank >= 2 {
        return;
    }
    man.condition = 1;
    man.turn += if stream.below(4) == 0 { sway(stream) * 0.02 } else { 0.0 };
    man.swing = match man.swing {
        rest if rest <= 0.0 => f32::from(stream.below(20) == 0) / 36.0,
        done if done >= 0.98 => 0.0,
        swing => swing + 1.0 / 36.0,
    };
    if man.target == u16::MAX || stream.below(90) == 0 {
        man.target = stream.below(MEN as u32) as u16;
    }
    if stream.below(120) == 0 && tick > 3 {
        man.health -= 0.3;
        if man.health <= 0.0 {
            (man.health, man.condition, man.swing, man.target) = (0.0, 4, 0.0, u16::MAX);
        }
    }
}

fn steps(metres: f32) -> i32 {
    let steps = metres * STEPS;
    (steps + 0.5_f32.copysign(steps)) as i32
}

impl Company {
    fn of(men: &[Soldier]) -> Self {
        let mut company = Self::default();
        company.write_down(men);
        company
    }

    /// A company in the memory of another one.
    fn in_place_of(spare: Option<Arc<Self>>, men: &[Soldier]) -> Arc<Self> {
        let mut company = spare.unwrap_or_default();
        match Arc::get_mut(&mut company) {
            Some(company) => company.write_down(men),
            None => company = Arc::new(Self::of(men)),
        }
        company
    }

    fn write_down(&mut self, men: &[Soldier]) {
        fn fill<T>(column: &mut Vec<T>, cells: impl Iterator<Item = T>) {
            column.clear();
            column.extend(cells);
        }
        self.morale = men.iter().map(|man| (man.health * 100.0) as u16).sum();
        self.engaged = men.iter().filter(|man| man.condition == 1).count() as u16;
        fill(&mut self.x, men.iter().map(|man| steps(man.x)));
        fill(&mut self.z, men.iter().map(|man| steps(man.z)));
        fill(&mut self.heading, men.iter().map(|man| (man.turn * 256.0) as i32 as u8));
        fill(&mut self.condition, men.iter().map(|man| man.condition));
        fill(&mut self.health, men.iter().map(|man| (man.health * 255.0) as u8));
        fill(&mut self.swing, men.iter().map(|man| (man.swing * 255.0) as u8));
        fill(&mut self.target, men.iter().map(|man| man.target));
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.x.len() * (4 + 4 + 1 + 1 + 1 + 1 + 2)
    }
}

fn put(now: &Arc<Company>, Before { one, two }: Before<'_, Arc<Company>>, to: &mut Packer) {
    let scalars = |company: &Company| [company.morale, company.engaged];
    let past = [one, two].map(|past| past.map(|company| scalars(company)));
    to.column(0, &scalars(now), past[0].as_ref().map(|s| &s[..]), past[1].as_ref().map(|s| &s[..]));
    to.column(1, &now.x, one.map(|c| &c.x[..]), two.map(|c| &c.x[..]));
    to.column(1, &now.z, one.map(|c| &c.z[..]), two.map(|c| &c.z[..]));
    to.column(2, &now.heading, one.map(|c| &c.heading[..]), two.map(|c| &c.heading[..]));
    to.column(3, &now.condition, one.map(|c| &c.condition[..]), two.map(|c| &c.condition[..]));
    to.column(3, &now.health, one.map(|c| &c.health[..]), two.map(|c| &c.health[..]));
    to.column(4, &now.swing, one.map(|c| &c.swing[..]), two.map(|c| &c.swing[..]));
    to.column(5, &now.target, one.map(|c| &c.target[..]), two.map(|c| &c.target[..]));
}

fn take(
    Before { one, two }: Before<'_, Arc<Company>>,
    spare: Option<Arc<Company>>,
    from: &mut Unpacker,
) -> Result<Arc<Company>, CodecError> {
    let past = [one, two].map(|past| past.map(|company| [company.morale, company.engaged]));
    let [past, earlier] = [&past[0], &past[1]].map(|past| past.as_ref().map(|numbers| &numbers[..]));
    let scalars = from.column(0, past, earlier, Vec::new())?;
    let [morale, engaged] = scalars[..] else { return Err(Unpacker::malformed("a company of other numbers")) };
    let old = spare.and_then(Arc::into_inner).unwrap_or_default();
    Ok(Arc::new(Company {
        morale,
        engaged,
        x: from.column(1, one.map(|c| &c.x[..]), two.map(|c| &c.x[..]), old.x)?,
        z: from.column(1, one.map(|c| &c.z[..]), two.map(|c| &c.z[..]), old.z)?,
        heading: from.column(2, one.map(|c| &c.heading[..]), two.map(|c| &c.heading[..]), old.heading)?,
        condition: from.column(3, one.map(|c| &c.condition[..]), two.map(|c| &c.condition[..]), old.condition)?,
        health: from.column(3, one.map(|c| &c.health[..]), two.map(|c| &c.health[..]), old.health)?,
        swing: from.column(4, one.map(|c| &c.swing[..]), two.map(|c| &c.swing[..]), old.swing)?,
        target: from.column(5, one.map(|c| &c.target[..]), two.map(|c| &c.target[..]), old.target)?,
    }))
}

impl Simulation for Field {
    type State = u32;
    type Scratch = ();
    type Row = Arc<Company>;
    type Event = ();
    type Order = ();
    type Outcome = ();
    type Cast = ();

    fn ruleset(&self) -> &str {
        "massed"
    }

    fn fingerprint(&self) -> u64 {
        0
    }

    fn tick_hz(&self) -> u32 {
        30
    }

    fn cap_ticks(&self) -> u32 {
        self.last
    }

    fn start(&self) -> u32 {
        0
    }

    fn stages(&self) -> &[Stage<Self>] {
        &[Stage { name: "age", run: |_, step| *step.state += 1 }]
    }

    fn observe(&self, tick: &u32, see: &mut impl FnMut(&Arc<Company>)) {
        let mut rest = self.men(*tick);
        for count in units() {
            let (unit, others) = rest.split_at(count);
            see(&Arc::new(Company::of(unit)));
            rest = others;
        }
    }

    fn show(&self, tick: &u32, to: &mut impl Show<Arc<Company>>) {
        let mut rest = self.men(*tick);
        for (place, count) in units().enumerate() {
            let (unit, others) = rest.split_at(count);
            let spare = to.spare(place);
            to.row(Company::in_place_of(spare, unit));
            rest = others;
        }
    }

    fn digest(&self, tick: &u32, digest: &mut Digest<'_>) {
        digest.u64(u64::from(*tick));
    }

    fn outcome(&self, tick: &u32) -> Option<()> {
        (*tick >= self.last).then_some(())
    }

    fn refuse_late(&self, _: &Stamped<()>, _: u32) {}

    fn cast(&self) {}

    fn packing() -> Option<Packing<Arc<Company>>> {
        Some(Packing { kinds: 6, put, take })
    }

    fn row_bytes(row: &Arc<Company>) -> usize {
        size_of_val(row) + row.bytes()
    }
}

pub fn run(size: Size) -> Vec<Figure> {
    let long = Arc::new(Field::new(size.blocks() * 64));
    let recording = record(&long, Settings { budget_bytes: TIGHT, ..Settings::default() });
    let mut figures = vec![time(size), stored(&long, &recording)];
    figures.extend(seeks(size, &recording));
    figures
}

/// A memory budget that keeps every frame packed, and one or two blocks unpacked.
const TIGHT: usize = 40 << 20;

impl Size {
    /// Blocks to seek in: more than are kept at hand.
    fn blocks(self) -> u32 {
        match self {
            Self::Full => 16,
            Self::Quick => 2,
        }
    }
}

fn record(field: &Arc<Field>, settings: Settings) -> Recording<Field> {
    let recorder = Recorder::new(Arc::clone(field), Orders::default(), settings);
    recorder.finish().expect("it ends where it was told to")
}

/// Recording, beside keeping every row of every tick, and beside copying the men as the battle has them.
fn time(size: Size) -> Figure {
    // Some blocks: a battle has a hundred, and only the first one finds no memory to use again.
    let field = Arc::new(Field::new(if size == Size::Full { 512 } else { 64 }));
    let ours = Contender::new(
        || record(&field, Settings::default()),
        |recording| {
            let frames = (0..=recording.last_tick()).filter_map(|tick| recording.frame(tick));
            frames.fold(0, |digest, frame| frame.rows().fold(digest, row_digest))
        },
    );
    let naive = Contender::new(
        || (0..=field.last).map(|tick| companies(field.men(tick))).collect::<Vec<_>>(),
        |frames| frames.iter().flatten().fold(0, row_digest),
    );
    let copied = Contender::new(
        || (0..=field.last).map(|tick| field.men(tick).to_vec()).collect::<Vec<_>>(),
        |frames| frames.iter().fold(0, |digest, men| companies(men).iter().fold(digest, row_digest)),
    );
    let ([ours, naive, copied], digest) = alternate(size.rounds(), [ours, naive, copied]);
    let each = |seconds: f64| seconds * 1e9 / (f64::from(field.last + 1) * MEN as f64);
    Figure {
        name: "massed",
        ours: each(ours),
        others: others([("naive clone", each(naive)), ("men copied, no rows made", each(copied))]),
        ratio: ours / naive,
        unit: "ns/soldier-tick",
        digest: hex(digest),
        target: "≤ 40, ≤ 2.5 × naive clone",
        met: each(ours) <= 40.0 && ours <= 2.5 * naive,
    }
}

/// Bytes, beside naive ones and beside what the differences to a steady pace weigh.
fn stored(field: &Field, recording: &Recording<Field>) -> Figure {
    let ours = packed_bytes(recording) / MEN as f64;
    let naive = size_of::<Soldier>() as f64;
    let entropy = entropy(field);
    let soldier_ticks = f64::from(recording.last_tick()) * MEN as f64;
    Figure {
        name: "massed/stored",
        ours,
        others: others([
            ("naive: men as the battle has them", naive),
            ("rows", (4 + 4 + 1 + 1 + 1 + 1 + 2) as f64),
            ("order-0 entropy", entropy),
            ("ours / order-0 entropy", ours / entropy),
            ("file", recording.save().map_or(f64::NAN, |file| file.len() as f64) / soldier_ticks),
        ]),
        ratio: ours / naive,
        unit: "B/soldier-tick",
        digest: hex(recording.trail_digest()),
        target: "≤ 0.80, ≤ 1/28 of naive, ≤ 1.25 × order-0 entropy",
        met: ours <= 0.80 && ours <= naive / 28.0 && ours <= 1.25 * entropy,
    }
}

/// Bytes a soldier-tick of the differences to a steady pace. Ticks that are made again weigh what they weighed.
fn entropy(field: &Field) -> f64 {
    let frames: Vec<Vec<Company>> = (0..MADE).map(|tick| companies(field.men(tick))).collect();
    let columns: [Column<Company>; 7] = [
        |c| wide(&c.x),
        |c| wide(&c.z),
        |c| wide(&c.heading),
        |c| wide(&c.condition),
        |c| wide(&c.health),
        |c| wide(&c.swing),
        |c| wide(&c.target),
    ];
    entropy::bytes(&frames, &columns) / MEN as f64
}

fn companies(mut men: &[Soldier]) -> Vec<Company> {
    let each = units().map(|count| {
        let (unit, others) = men.split_at(count);
        men = others;
        Company::of(unit)
    });
    each.collect()
}

/// Seeks into blocks that are not at hand: anywhere, and to the last frame of each.
fn seeks(size: Size, recording: &Recording<Field>) -> [Figure; 2] {
    let blocks = size.blocks();
    let mut stream = Stream::from_seed(1).fork("seek");
    let rounds = if size == Size::Full { 4 } else { 1 };
    let anywhere: Vec<u32> = (0..rounds * blocks).map(|n| n % blocks * 64 + stream.below(64)).collect();
    let last: Vec<u32> = (0..rounds * blocks).map(|n| n % blocks * 64 + 63).collect();
    let ms = |ticks: &[u32]| {
        let seek = Contender::new(
            || {
                let frames = ticks.iter().filter_map(|tick| recording.frame(*tick));
                frames.fold(0, |sum: u64, frame| {
                    frame.rows().fold(sum, |sum, row| fold(sum, u64::from(row.x[0].cast_unsigned())))
                })
            },
            |sum| *sum,
        );
        let ([seconds], digest) = alternate(size.rounds(), [seek]);
        (seconds * 1e3 / ticks.len() as f64, hex(digest))
    };
    let figure = |name, ticks: &[u32], most: f64, target| {
        let (ours, digest) = ms(ticks);
        Figure { name, ours, others: others([]), ratio: ours / most, unit: "ms", digest, target, met: ours <= most }
    };
    [
        figure("massed/seek", &anywhere, 3.0, "≤ 3, a tick anywhere in a block not at hand"),
        figure("massed/seek-worst", &last, 6.0, "≤ 6, the last tick of a block not at hand"),
    ]
}
