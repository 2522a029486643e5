//! The toy whose blocks are packed: flocks of starlings, a row a flock, its birds in columns. Flocks rest, fly, split
//! off, lose birds, hide; orders startle them.

use std::cell::Cell;
use std::sync::Arc;

use bincode::{Decode, Encode};
use recorder::{Before, CodecError, Digest, Orders, Packer, Packing, Simulation, Stage, Stamped, Step, Unpacker};
use serde::{Deserialize, Serialize};

thread_local! {
    /// Rows unpacked by this thread, to bound work with.
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Rows unpacked since the last call.
pub fn take_taken() -> u64 {
    TAKEN.replace(0)
}

/// The rules.
#[derive(Debug, Clone)]
pub struct Sky {
    pub seed: u64,
    pub flocks: u32,
    pub birds: u32,
    pub cap_ticks: u32,
    /// Bytes that a state says it takes beyond its own, to make checkpoints dear.
    pub ballast: usize,
}

impl Default for Sky {
    fn default() -> Self {
        Self { seed: 3, flocks: 5, birds: 30, cap_ticks: 300, ballast: 0 }
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Air {
    pub flocks: Vec<Flock>,
    pub stream: u64,
    pub age: u32,
    pub ballast: u64,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Flock {
    pub rests_until: u32,
    pub call: String,
    pub x: Vec<i32>,
    pub speed: Vec<i16>,
    pub heading: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Ask {
    Startle(u32),
    Split(u32),
}

impl Simulation for Sky {
    type State = Air;
    type Scratch = ();
    type Row = Flock;
    type Event = u32;
    type Order = Ask;
    type Outcome = u32;
    type Cast = ();

    fn ruleset(&self) -> &str {
        "sky"
    }

    fn fingerprint(&self) -> u64 {
        [self.flocks.into(), self.birds.into(), self.cap_ticks.into()].into_iter().fold(self.seed, recorder::fold)
    }

    fn tick_hz(&self) -> u32 {
        30
    }

    fn cap_ticks(&self) -> u32 {
        self.cap_ticks
    }

    fn start(&self) -> Air {
        let mut air = Air { flocks: Vec::new(), stream: self.seed, age: 0, ballast: self.ballast as u64 };
        for _ in 0..self.flocks {
            let birds = 0..self.birds;
            let x = birds.clone().map(|_| draw(&mut air.stream) as i32 >> 12).collect();
            let speed = birds.clone().map(|_| (draw(&mut air.stream) % 40) as i16 - 20).collect();
            let heading = birds.map(|_| draw(&mut air.stream) as u8).collect();
            air.flocks.push(Flock { rests_until: 0, call: String::new(), x, speed, heading });
        }
        air
    }

    fn stages(&self) -> &[Stage<Self>] {
        &[Stage { name: "heed", run: heed }, Stage { name: "fly", run: fly }]
    }

    fn observe(&self, air: &Air, see: &mut impl FnMut(&Flock)) {
        let shown = if air.stream.is_multiple_of(16) { air.flocks.len() / 2 } else { air.flocks.len() };
        air.flocks[..shown].iter().for_each(see);
    }

    fn digest(&self, air: &Air, digest: &mut Digest<'_>) {
        digest.bytes(&recorder::encode(air));
    }

    fn outcome(&self, air: &Air) -> Option<u32> {
        (air.age >= self.cap_ticks).then_some(air.age)
    }

    fn refuse_late(&self, order: &Stamped<Ask>, _: u32) -> u32 {
        order.tick
    }

    fn cast(&self) {}

    fn packing() -> Option<Packing<Flock>> {
        Some(Packing { kinds: 3, put, take })
    }

    fn row_bytes(row: &Flock) -> usize {
        size_of_val(row) + row.x.len() * 4 + row.speed.len() * 2 + row.heading.len() + row.call.len()
    }

    fn state_bytes(air: &Air) -> usize {
        air.ballast as usize + air.flocks.iter().map(Self::row_bytes).sum::<usize>()
    }
}

fn put(flock: &Flock, Before { one, two }: Before<'_, Flock>, to: &mut Packer) {
    to.signed(i64::from(flock.rests_until) - one.map_or(0, |one| i64::from(one.rests_until)));
    to.length(flock.call.len());
    flock.call.bytes().for_each(|byte| to.number(byte.into()));
    to.column(0, &flock.x, one.map(|f| &f.x[..]), two.map(|f| &f.x[..]));
    to.column(1, &flock.speed, one.map(|f| &f.speed[..]), two.map(|f| &f.speed[..]));
    to.column(2, &flock.heading, one.map(|f| &f.heading[..]), two.map(|f| &f.heading[..]));
}

fn take(
    Before { one, two }: Before<'_, Flock>,
    spare: Option<Flock>,
    from: &mut Unpacker,
) -> Result<Flock, CodecError> {
    let (spare_x, spare_heading) = spare.map_or_else(Default::default, |flock| (flock.x, flock.heading));
    TAKEN.set(TAKEN.get() + 1);
    let rests_until = from.signed()?.wrapping_add(one.map_or(0, |one| i64::from(one.rests_until)));
    let rests_until = u32::try_from(rests_until).map_err(|_| Unpacker::malformed("a rest before the start"))?;
    let bytes = (0..from.length()?).map(|_| from.number().map(|byte| byte as u8)).collect::<Result<Vec<u8>, _>>()?;
    let call = String::from_utf8(bytes).map_err(|_| Unpacker::malformed("a call that is not text"))?;
    let x = from.column(0, one.map(|f| &f.x[..]), two.map(|f| &f.x[..]), spare_x)?;
    let speed = from.column(1, one.map(|f| &f.speed[..]), two.map(|f| &f.speed[..]), Vec::new())?;
    let heading = from.column(2, one.map(|f| &f.heading[..]), two.map(|f| &f.heading[..]), spare_heading)?;
    Ok(Flock { rests_until, call, x, speed, heading })
}

fn heed(_: &Sky, step: &mut Step<'_, Sky>) {
    for order in step.orders {
        let flocks = &mut step.state.flocks;
        match order.order {
            Ask::Startle(who) => {
                if let Some(flock) = flocks.get_mut(who as usize) {
                    flock.rests_until = 0;
                    flock.call = "chirr".to_owned();
                    flock.speed.iter_mut().for_each(|speed| *speed = -*speed);
                }
            }
            Ask::Split(who) => {
                if let Some(flock) = flocks.get_mut(who as usize).filter(|flock| flock.x.len() > 1) {
                    let half = flock.x.len() / 2;
                    let (x, speed, heading) =
                        (flock.x.split_off(half), flock.speed.split_off(half), flock.heading.split_off(half));
                    flocks.push(Flock { rests_until: step.tick + 3, call: String::new(), x, speed, heading });
                }
            }
        }
        step.journal.push(order.tick);
    }
}

fn fly(_: &Sky, step: &mut Step<'_, Sky>) {
    let Air { flocks, stream, age, .. } = &mut *step.state;
    *age += 1;
    for flock in flocks.iter_mut().filter(|flock| flock.rests_until <= *age) {
        let roll = draw(stream);
        match roll % 64 {
            0 => flock.rests_until = *age + 30,
            1 => flock.call.clear(),
            2 => {
                flock.x.pop();
                flock.speed.pop();
                flock.heading.pop();
                step.journal.push(*age);
            }
            _ => {}
        }
        for ((x, speed), heading) in flock.x.iter_mut().zip(&mut flock.speed).zip(&mut flock.heading) {
            *x = x.wrapping_add(i32::from(*speed));
            let roll = draw(stream);
            match roll % 32 {
                0 => *speed += (roll >> 8) as i16 % 9 - 4,
                1 => *heading = heading.wrapping_add((roll >> 8) as u8 % 5),
                2 if roll >> 60 == 0 => *x = (roll >> 8) as i32,
                _ => {}
            }
        }
    }
}

/// SplitMix64.
fn draw(stream: &mut u64) -> u64 {
    *stream = stream.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*stream ^ (*stream >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Some orders, early and late.
pub fn asks() -> Orders<Ask> {
    let asks =
        [(4, Ask::Startle(1)), (63, Ask::Split(0)), (64, Ask::Split(2)), (130, Ask::Startle(9)), (999, Ask::Split(0))];
    Orders::new(asks.map(|(tick, order)| Stamped { tick, sequence: 0, order }).to_vec())
}

impl Sky {
    pub fn shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}
