//! Skaters on a frozen canal: they glide, slow down and bump. When all stand still, who came the longest way has won.

use bincode::{Decode, Encode};
use recorder::{Digest, Simulation, Stage, Stamped, Step};
use serde::{Deserialize, Serialize};

/// The rules: how everyone starts. They never change while a fight runs.
#[derive(Debug)]
pub struct Canal(pub Vec<Skater>);

/// A row: decimetres from the bridge, decimetres a tick.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Skater {
    pub at: i32,
    pub speed: i32,
}

/// The state: all that changes.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Ice {
    pub age_ticks: u32,
    pub skaters: Vec<Skater>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Event {
    Bumped { ahead: u32 },
    NotOnTheIce { who: u32 },
}

#[rustfmt::skip] // a line each: there is not much to say
impl Simulation for Canal {
    type State = Ice;
    type Scratch = ();
    type Row = Skater;
    type Event = Event;
    type Order = u32; // whom to push
    type Outcome = u32; // who came the longest way; of equals, the first
    type Cast = Vec<String>;
    fn ruleset(&self) -> &str { "skaters" }
    fn fingerprint(&self) -> u64 { recorder::hash(&recorder::encode(&self.0)) }
    fn tick_hz(&self) -> u32 { 10 }
    fn cap_ticks(&self) -> u32 { 200 }
    fn start(&self) -> Ice { Ice { age_ticks: 0, skaters: self.0.clone() } }
    fn stages(&self) -> &[Stage<Self>] { &[Stage { name: "push", run: push }, Stage { name: "skate", run: skate }] }
    fn observe(&self, ice: &Ice, see: &mut impl FnMut(&Skater)) { ice.skaters.iter().for_each(see) }
    fn digest(&self, ice: &Ice, digest: &mut Digest<'_>) {
        digest.section("age", |d| d.u64(ice.age_ticks.into()));
        digest.section("skaters", |d| ice.skaters.iter().for_each(|s| d.column(&[s.at, s.speed])));
    }
    fn outcome(&self, ice: &Ice) -> Option<u32> {
        let over = ice.age_ticks >= self.cap_ticks() || ice.skaters.iter().all(|s| s.speed == 0);
        over.then(|| (0..self.0.len()).rev().max_by_key(|&n| ice.skaters[n].at - self.0[n].at))?.map(|n| n as u32)
    }
    fn refuse_late(&self, order: &Stamped<u32>, _ended: u32) -> Event { Event::NotOnTheIce { who: order.order } }
    fn cast(&self) -> Vec<String> { (0..self.0.len()).map(|n| format!("skater {n}")).collect() }
}

fn push(_: &Canal, step: &mut Step<'_, Canal>) {
    for &Stamped { order: who, .. } in step.orders {
        let pushed = step.state.skaters.get_mut(who as usize).map(|skater| skater.speed += 9);
        pushed.unwrap_or_else(|| step.journal.push(Event::NotOnTheIce { who }));
    }
}

fn skate(_: &Canal, step: &mut Step<'_, Canal>) {
    let Ice { age_ticks, skaters } = step.state;
    *age_ticks += 1;
    let slower = i32::from(*age_ticks % 3 == 0);
    skaters.iter_mut().for_each(|s| (s.at, s.speed) = (s.at + s.speed, (s.speed - slower).max(0)));
    for ahead in 1..skaters.len() {
        let (behind, next) = (skaters[ahead - 1].clone(), skaters[ahead].clone());
        if behind.at >= next.at && behind.speed > next.speed {
            skaters[ahead - 1] = Skater { at: next.at - 1, speed: next.speed };
            skaters[ahead].speed = behind.speed;
            step.journal.push(Event::Bumped { ahead: ahead as u32 });
        }
    }
}
