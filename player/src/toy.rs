//! A toy to test with: walkers that cross a field, one born late, one that teleports, some that fall; and its view.

use bincode::{Decode, Encode};
use recorder::{Digest, Frame, Orders, Recorder, Settings, Simulation, Stage, Stamped, Step};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::branches::Opening;
use crate::canvas::{Canvas, Layer, Style};
use crate::colour::palette;
use crate::geometry::{Rect, Vec2, vec2};
use crate::ledger::Fact;
use crate::sheet::{Sheet, Who};
use crate::view::{Ask, Card, Look, MarkKind, Note, Offer, Overlay, Scene, Side, Turn as Turned, Unit, Verdict, View};

/// The place of the walker that is born at [`BORN`].
pub const LATE: usize = 7;
/// The tick whose frame first shows the late walker.
pub const BORN: u32 = 100;
/// Hits that a walker stands: walker `n` falls at tick `40 + 30 n`.
const FALLS: [u32; 3] = [40, 70, 100];

/// The rules: how long it goes.
#[derive(Debug)]
pub struct Toy {
    pub length: u32,
    pub hz: u32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Walkers(pub Vec<Walker>);

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Walker {
    pub x: i32,
    pub y: i32,
    pub up: bool,
    pub side: u8,
    pub pace: i32,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub enum Happened {
    Fell(u32),
    Turned(u32),
    Late,
}

/// Turn round.
#[derive(Debug, Clone, PartialEq, Encode, Decode, Serialize, Deserialize)]
pub struct Turn(pub u32);

impl Simulation for Toy {
    type State = Walkers;
    type Scratch = ();
    type Row = Walker;
    type Event = Happened;
    type Order = Turn;
    type Outcome = u8;
    type Cast = u32;

    fn ruleset(&self) -> &str {
        "toy"
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.length)
    }

    fn tick_hz(&self) -> u32 {
        self.hz
    }

    fn cap_ticks(&self) -> u32 {
        self.length
    }

    fn start(&self) -> Walkers {
        let walker = |i: i32| Walker { x: i * 100, y: i * 1_000, up: true, side: u8::from(i >= 4), pace: 10 + i };
        Walkers((0..LATE as i32).map(walker).collect())
    }

    fn stages(&self) -> &[Stage<Self>] {
        &[Stage { name: "walk", run: walk }]
    }

    fn observe(&self, state: &Walkers, see: &mut impl FnMut(&Walker)) {
        state.0.iter().for_each(see);
    }

    fn digest(&self, state: &Walkers, digest: &mut Digest<'_>) {
        digest.section("walkers", |d| {
            for w in &state.0 {
                [w.x, w.y, w.pace, i32::from(w.up)].into_iter().for_each(|n| d.i64(i64::from(n)));
            }
        });
    }

    fn outcome(&self, state: &Walkers) -> Option<u8> {
        // The marker is the first walker's way: it never turns below.
        (state.0[0].y >= self.length as i32).then_some(0)
    }

    fn refuse_late(&self, _: &Stamped<Turn>, _: u32) -> Happened {
        Happened::Late
    }

    fn cast(&self) -> u32 {
        self.length
    }
}

fn walk(_: &Toy, step: &mut Step<'_, Toy>) {
    let tick = step.next_tick();
    for order in step.orders {
        step.state.0[order.order.0 as usize].pace *= -1;
        step.journal.push(Happened::Turned(order.order.0));
    }
    for (place, walker) in step.state.0.iter_mut().enumerate() {
        walker.x += if walker.up { walker.pace } else { 0 };
        if place > 0 && FALLS.get(place - 1) == Some(&tick) {
            walker.up = false;
            step.journal.push(Happened::Fell(place as u32));
        }
    }
    step.state.0[0].y = tick as i32;
    if tick == BORN {
        step.state.0.push(Walker { x: 9_000, y: 7_000, up: true, side: 0, pace: -5 });
    }
}

/// The toy as seen.
#[derive(Debug)]
pub struct ToyView;

impl View<Toy> for ToyView {
    fn title(&self, _: &recorder::Recording<Toy>) -> String {
        "A walk of toys".to_owned()
    }

    fn field(&self, _: &u32) -> Rect {
        Rect::new(0.0, 0.0, 10_000.0, 8_000.0)
    }

    fn draw(&self, scene: &Scene<'_, Toy>, look: &Look<'_>, canvas: &mut Canvas) {
        canvas.layer(Layer::Units);
        for place in 0..scene.now.len() {
            if let Some(unit) = self.unit(scene, place) {
                let at = look.lens.screen_from_field(unit.at);
                canvas.circle(at, unit.radius * look.lens.scale, palette::side(unit.side));
                canvas.text(at, Style::new(12.0, palette::BONE), &format!("walker {place}"));
            }
        }
    }

    fn sides(&self, scene: &Scene<'_, Toy>) -> Vec<Side> {
        let side = |side: u8, name: &str| {
            let own: Vec<&Walker> = scene.now.rows().filter(|w| w.side == side).collect();
            let up = own.iter().filter(|w| w.up).count();
            let (vigor, vigor_max) = (up as i64, own.len() as i64);
            Side { name: name.to_owned(), up, gone: own.len() - up, vigor, vigor_max, note: String::new() }
        };
        vec![side(0, "left"), side(1, "right")]
    }

    fn strength(&self, _: &u32, frame: &Frame<'_, Toy>) -> Vec<i64> {
        [0, 1].map(|side| frame.rows().filter(|w| w.up && w.side == side).count() as i64).to_vec()
    }

    fn unit(&self, scene: &Scene<'_, Toy>, place: usize) -> Option<Unit> {
        let (now, next) = scene.rows(place)?;
        let spot = |w: &Walker| vec2(w.x as f32, w.y as f32);
        let at = spot(now).toward(spot(next), scene.alpha());
        now.up.then_some(Unit { at, radius: 250.0, side: usize::from(now.side) })
    }

    fn card(&self, _: &Scene<'_, Toy>, place: usize) -> Option<Card> {
        let name = format!("Walker {place}");
        Some(Card { name, side: 0, about: "walks".to_owned(), vigor: (1, 1), lines: vec!["on two feet".to_owned()] })
    }

    fn who(&self, _: &u32, place: usize, row: &Walker) -> Who {
        let side = usize::from(row.side);
        Who { name: format!("Walker {place}"), side, colour: palette::side(side) }
    }

    fn vigor(&self, _: &u32, _: usize, row: &Walker) -> (i32, i32) {
        (i32::from(row.up), 1)
    }

    fn sheet(&self, scene: &Scene<'_, Toy>, place: usize) -> Option<Sheet> {
        let row = scene.now.row(place)?;
        Some(Sheet {
            who: self.who(scene.cast(), place, row),
            about: "walks".to_owned(),
            text: "It walks until it falls.".to_owned(),
            standing: (!row.up).then(|| "fallen".to_owned()),
            vigor: self.vigor(scene.cast(), place, row),
            shield: 0,
            target: None,
            stats: Vec::new(),
            statuses: Vec::new(),
            skills: Vec::new(),
        })
    }

    fn fact(&self, _: &u32, event: &Happened) -> Option<Fact> {
        match event {
            Happened::Fell(place) => Some(Fact::Fall { by: Some(0), who: *place as usize }),
            Happened::Turned(place) => Some(Fact::Damage { by: Some(*place as usize), to: 0, amount: 3 }),
            Happened::Late => None,
        }
    }

    fn turns(&self, _: &recorder::Recording<Toy>, until: u32) -> Vec<Turned> {
        let turn = |tick| Turned { tick, side: 0, words: format!("a walker falls at {tick}"), for_good: tick == 100 };
        FALLS.into_iter().filter(|tick| *tick <= until).map(turn).collect()
    }

    fn note(&self, _: &u32, _: &Frame<'_, Toy>, event: &Happened) -> Note {
        match event {
            Happened::Fell(place) => {
                Note { mark: Some(MarkKind::Fall), line: Some(format!("Walker {place} falls")), side: Some(0) }
            }
            Happened::Turned(place) => {
                Note { mark: Some(MarkKind::Order), line: Some(format!("Walker {place} turns")), side: Some(0) }
            }
            Happened::Late => Note::default(),
        }
    }

    fn order(&self, _: &Scene<'_, Toy>, ask: &Ask) -> Result<Vec<Turn>, String> {
        match ask {
            Ask::Retreat(places) => Ok(places.iter().map(|place| Turn(*place as u32)).collect()),
            Ask::RetreatAll(_) => Ok((0..4).map(Turn).collect()),
            Ask::Focus { target, .. } if *target < 4 => Err("that one is on your side".to_owned()),
            Ask::Focus { target, .. } => Ok(vec![Turn(*target as u32)]),
            Ask::Go { selected, .. } => Ok(selected.iter().map(|place| Turn(*place as u32)).collect()),
            Ask::Play { choice, .. } => Ok(vec![Turn(choice.place as u32)]),
        }
    }

    fn overlays(&self) -> &'static [Overlay] {
        &[
            Overlay { name: "Ways", colours: &[(palette::LICHEN, "where it goes")] },
            Overlay { name: "Moods", colours: &[(palette::RUST, "low"), (palette::LICHEN, "high")] },
        ]
    }

    /// Turning back is for everyone, turning to a spot for all but the first.
    fn offers(&self, _: &Scene<'_, Toy>, selected: &[usize]) -> Vec<Offer> {
        let offer = |key, words: &str, live, aims| Offer { key, words: words.to_owned(), lit: false, live, aims };
        vec![offer('b', "Turn back", true, false), offer('1', "Turn to a spot", selected != [0], true)]
    }

    fn take_up(
        &self,
        _: &Scene<'_, Toy>,
        selected: &[usize],
        offer: char,
        spot: Option<Vec2>,
    ) -> Result<Vec<Turn>, String> {
        match (offer, spot) {
            ('1', Some(spot)) if spot.x < 0.0 => Err("that is off the field".to_owned()),
            _ => Ok(selected.iter().map(|place| Turn(*place as u32)).collect()),
        }
    }

    fn words(&self, _: &u32, order: &Turn) -> String {
        format!("walker {} turns", order.0)
    }

    fn verdict(&self, _: &u32, _: &u8) -> Verdict {
        Verdict { headline: "Left wins".to_owned(), reason: "the walk is over".to_owned(), side: Some(0) }
    }
}

/// A walk of so many ticks, to be resolved.
pub fn recorder(length: u32, hz: u32) -> Recorder<Toy> {
    Recorder::new(Arc::new(Toy { length, hz }), Orders::default(), Settings::default())
}

/// A walk of so many ticks, about to be resolved on a stage.
pub fn opening(length: u32, hz: u32) -> Opening<Toy> {
    Opening::Resolve(Box::new(recorder(length, hz)))
}
