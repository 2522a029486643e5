//! The legion, seen: thousands of men from above, north at the top. Far off, units are blocks with flags; nearer, every
//! man is a chip that points where he faces; near by he has a shield, a weapon and a shadow. Every picture is a function
//! of recording and moment, so it is the same forwards, backwards and after any seek.

mod air;
mod banners;
mod ground;
mod men;
mod orders;
mod plans;
mod pose;
mod stamps;
#[cfg(test)]
mod tests;
mod words;

use player::camera::Lens;
use player::canvas::Canvas;
use player::colour::palette;
use player::geometry::{Rect, Vec2, vec2};
use player::ledger::{Fact, Sums};
use player::sheet::{Sheet, Who};
use player::view::{
    Ask, Card, Look, MarkKind, Measures, Note, Offer, Overlay, Scene, Side, Turn, Unit as Seen, Verdict, View, Zooms,
};
use recorder::{Frame, Recording};

use crate::kernel::ruleset::Ruleset;
use crate::legion::content::{ARMS, Arm};
use crate::legion::event::What;
use crate::legion::mind::phases::{self, FieldPhase};
use crate::legion::row::Body;
use crate::legion::rules::FIELD;
use crate::legion::{Cast, Event, Legion, Order, Outcome, Row, cast};
use crate::view::counts::{capitalised, counted, strengths, turns, won};
use pose::{Poses, is_here, sketch};
use stamps::Stamps;

/// Metres around the units in order that are in view while the camera follows the battle.
const ROOM: f32 = 42.0;
/// Metres around where the armies draw up that can be looked at: as far as one that runs is still of the battle.
const GROUNDS: f32 = 200.0;

/// The place of each overlay.
mod overlay {
    /// Where units go, and where the general wants them.
    pub(super) const PLANS: usize = 0;
    /// Whom they go for.
    pub(super) const TARGETS: usize = 1;
    /// How steady they are.
    pub(super) const MORALE: usize = 2;
    /// Where men fight.
    pub(super) const CONTACT: usize = 3;
}

/// What can be drawn over the battle.
const OVERLAYS: [Overlay; 4] = [
    Overlay {
        name: "Plans",
        colours: &[(palette::LICHEN, "where it goes"), (palette::BONE, "where the general wants it")],
    },
    Overlay { name: "Targets", colours: &[(palette::RUST, "goes for"), (palette::VIOLET, "fights")] },
    Overlay {
        name: "Morale",
        colours: &[(banners::STEADY, "steady"), (banners::SHAKEN, "shaken"), (banners::LOST, "lost")],
    },
    Overlay { name: "Contact", colours: &[(palette::AMBER, "the line along which men fight")] },
];

/// The view of a battle.
#[derive(Debug, Clone)]
pub struct LegionView {
    stamps: Stamps,
}

impl Default for LegionView {
    fn default() -> Self {
        Self { stamps: Stamps::new() }
    }
}

/// What all parts of a picture go by.
struct Sight<'a> {
    cast: &'a Cast,
    poses: &'a Poses<'a>,
    /// The way home of each side, length 1.
    homes: Vec<Vec2>,
    /// Where the flags of units hang, in points, by row place.
    flags: Vec<(usize, Rect)>,
    tick: u32,
    alpha: f32,
    seconds: f32,
}

impl View<Legion> for LegionView {
    fn title(&self, recording: &Recording<Legion>) -> String {
        recording.cast().title.clone()
    }

    fn field(&self, cast: &Cast) -> Rect {
        let whole = Rect::new(-FIELD, -FIELD, 2.0 * FIELD, 2.0 * FIELD);
        let posts = cast.units.iter().map(|unit| Rect::around(pose::spot(unit.x, unit.z), 0.0, 0.0));
        posts.reduce(Rect::spanned).map_or(whole, |area| area.inset(-GROUNDS).shared_with(whole))
    }

    fn draw(&self, scene: &Scene<'_, Legion>, look: &Look<'_>, canvas: &mut Canvas) {
        let poses = Poses::of_scene(scene);
        let seconds = words::seconds(scene.moment, scene.recording.tick_hz());
        let (cast, homes) = (scene.cast(), homes(scene.cast()));
        let up = poses.units.iter().filter_map(|unit| Some((unit.place, unit.side(), unit.stance?)));
        let flags = banners::hang(&up.collect::<Vec<_>>(), look.lens, &homes);
        let (tick, alpha) = (scene.tick(), scene.alpha());
        let sight = Sight { cast, poses: &poses, homes, flags, tick, alpha, seconds };
        ground::draw(canvas, look, &self.stamps);
        men::draw_fallen(canvas, look, &self.stamps, &sight);
        banners::draw_fray(canvas, look, &poses);
        banners::draw_blocks(canvas, look, &poses);
        men::draw(canvas, look, &self.stamps, &sight);
        men::draw_dust(canvas, look, &self.stamps, &sight);
        air::draw(canvas, scene, look, &self.stamps);
        plans::draw(canvas, look, &sight);
        let named = banners::draw(canvas, look, &sight);
        plans::draw_words(canvas, look, &sight, named);
        ground::draw_measure(canvas, look);
    }

    fn stage(&self, scene: &Scene<'_, Legion>) -> Option<&'static str> {
        let units: Vec<phases::Seen> = bodies(scene).map(phases::Seen::from).collect();
        Some(match phases::of_field(&units, scene.tick(), scene.now.outcome().is_some()) {
            FieldPhase::Deployment => "Deployment",
            FieldPhase::Advance => "Advance",
            FieldPhase::Skirmish => "Skirmish",
            FieldPhase::Clash => "Clash",
            FieldPhase::Rout => "Rout",
            FieldPhase::Aftermath => "Aftermath",
        })
    }

    fn overlays(&self) -> &'static [Overlay] {
        &OVERLAYS
    }

    fn sides(&self, scene: &Scene<'_, Legion>) -> Vec<Side> {
        let names = scene.cast().sides.iter().enumerate();
        let sides = names.map(|(place, banner)| {
            let own = bodies(scene).filter(|unit| usize::from(unit.side) == place);
            let (left, whole) =
                own.map(words::vigor).fold((0, 0), |(a, b), (c, d)| (a + i64::from(c), b + i64::from(d)));
            let (up, gone) = (left as usize, (whole - left) as usize);
            let note = words::general(scene, place as u8).to_owned();
            Side { name: capitalised(&banner.name), up, gone, vigor: left, vigor_max: whole, note }
        });
        sides.collect()
    }

    /// Men in order: who runs fights nobody.
    fn strength(&self, cast: &Cast, frame: &Frame<'_, Legion>) -> Vec<i64> {
        strengths(cast, frame)
    }

    fn unit(&self, scene: &Scene<'_, Legion>, place: usize) -> Option<Seen> {
        let (side, stance) = sketch(scene, place)?;
        Some(Seen { at: stance.at, radius: stance.half.x.min(stance.half.y).max(4.0), side })
    }

    fn pick(&self, scene: &Scene<'_, Legion>, lens: Lens, point: Vec2, reach: f32) -> Option<usize> {
        let units = (0..scene.cast().units.len()).filter_map(|place| {
            let (side, stance) = sketch(scene, place)?;
            Some((place, side, stance))
        });
        let units: Vec<_> = units.collect();
        // The flag is the unit too, and lies over the men of others.
        let flags = banners::hang(&units, lens, &homes(scene.cast()));
        if let Some((place, _)) = flags.iter().rev().find(|(_, flag)| flag.contains(point)) {
            return Some(*place);
        }
        let spot = lens.field_from_screen(point);
        let off = units.iter().map(|(place, _, stance)| (*place, stance.distance(spot) * lens.scale));
        let near = off.filter(|(_, off)| *off <= reach);
        near.min_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(place, _)| place)
    }

    fn action(&self, scene: &Scene<'_, Legion>) -> Option<Rect> {
        let units = (0..scene.cast().units.len()).filter_map(|place| {
            let unit = body(scene, place).filter(|unit| is_here(unit))?;
            let area = sketch(scene, place)?.1.area();
            Some((area, unit.nerve.is_in_order()))
        });
        let units: Vec<(Rect, bool)> = units.collect();
        // Those who run are followed only when nobody else is left to be.
        let in_order = units.iter().filter(|(_, in_order)| *in_order).map(|(area, _)| *area).reduce(Rect::spanned);
        let area = in_order.or_else(|| units.iter().map(|(area, _)| *area).reduce(Rect::spanned))?;
        Some(area.inset(-ROOM))
    }

    fn zooms(&self) -> Zooms {
        Zooms { follow: 14.0, closest: 110.0 }
    }

    fn card(&self, scene: &Scene<'_, Legion>, place: usize) -> Option<Card> {
        words::card(scene, place)
    }

    fn who(&self, cast: &Cast, place: usize, _: &Row) -> Who {
        words::who(cast, place)
    }

    fn vigor(&self, _: &Cast, _: usize, row: &Row) -> (i32, i32) {
        match row {
            Row::Body(unit) => words::vigor(unit),
            Row::Air(_) => (0, 0),
        }
    }

    fn measures(&self) -> Measures {
        let columns = [
            Some(("Felled", "Enemies brought down, by blow and by missile")),
            Some(("Lost", "Men who fell")),
            None,
            None,
        ];
        Measures { vigor: "Men", columns }
    }

    fn done(&self, _: &Cast, _: usize, row: &Row) -> Option<Sums> {
        let Row::Body(unit) = row else { return None };
        Some(Sums { damage: unit.tally.kills.into(), taken: unit.tally.lost.into(), healing: 0, kills: 0 })
    }

    fn sheet(&self, scene: &Scene<'_, Legion>, place: usize) -> Option<Sheet> {
        words::sheet(scene, place)
    }

    fn fact(&self, _: &Cast, event: &Event) -> Option<Fact> {
        counted::<Legion>(event)
    }

    fn turns(&self, recording: &Recording<Legion>, until: u32) -> Vec<Turn> {
        turns(recording, until)
    }

    fn note(&self, cast: &Cast, _: &Frame<'_, Legion>, event: &Event) -> Note {
        let side_of = |unit: u16| cast.units.get(usize::from(unit)).map(|unit| usize::from(unit.side));
        let (mark, side) = match event.what {
            What::Routed { unit, .. } => (Some(MarkKind::Fall), side_of(unit)),
            What::Lost { unit } => (Some(MarkKind::Exit), side_of(unit)),
            What::Obeyed { order } => (Some(MarkKind::Order), Some(usize::from(order.side))),
            What::Refused { order, .. } => (Some(MarkKind::Refusal), Some(usize::from(order.side))),
            What::Phase { side, .. } => (None, Some(usize::from(side))),
            // A volley is seen; a line for each would hide everything else.
            What::Volley { .. } => return Note::default(),
            What::Contact { unit, .. }
            | What::Charged { unit, .. }
            | What::Rallied { unit }
            | What::Losses { unit, .. }
            | What::Short { unit, .. }
            | What::Used { unit, .. } => (None, side_of(unit)),
            What::Ended { .. } => (None, None),
        };
        Note { mark, line: Legion::tell(cast, event).map(|line| line.text), side }
    }

    fn order(&self, scene: &Scene<'_, Legion>, ask: &Ask) -> Result<Vec<Order>, String> {
        orders::read(scene, ask)
    }

    fn offers(&self, scene: &Scene<'_, Legion>, selected: &[usize]) -> Vec<Offer> {
        orders::offers(scene, selected)
    }

    fn take_up(
        &self,
        scene: &Scene<'_, Legion>,
        selected: &[usize],
        offer: char,
        spot: Option<Vec2>,
    ) -> Result<Vec<Order>, String> {
        orders::take_up(scene, selected, offer, spot)
    }

    fn words(&self, cast: &Cast, order: &Order) -> String {
        orders::words(cast, order)
    }

    fn verdict(&self, cast: &Cast, outcome: &Outcome) -> Verdict {
        won(Legion::verdict(cast, outcome), outcome.winner)
    }
}

/// A unit's row at the frame of a scene.
fn body<'a>(scene: &'a Scene<'_, Legion>, place: usize) -> Option<&'a Body> {
    match scene.now.row(place)? {
        Row::Body(unit) => Some(unit),
        Row::Air(_) => None,
    }
}

fn bodies<'a>(scene: &'a Scene<'_, Legion>) -> impl Iterator<Item = &'a Body> {
    scene.now.rows().filter_map(|row| if let Row::Body(unit) = row { Some(&**unit) } else { None })
}

/// The way home of each side: from the middle of the field to where it drew up.
fn homes(cast: &Cast) -> Vec<Vec2> {
    let drawn_up = |side: usize| {
        let own = cast.units.iter().filter(|unit| usize::from(unit.side) == side);
        own.fold(Vec2::ZERO, |sum, unit| sum + pose::spot(unit.x, unit.z)).unit()
    };
    (0..cast.sides.len()).map(drawn_up).map(|way| if way == Vec2::ZERO { vec2(0.0, 1.0) } else { way }).collect()
}

impl Sight<'_> {
    /// The way home of a side.
    fn home(&self, side: usize) -> Vec2 {
        self.homes.get(side).copied().unwrap_or(vec2(0.0, 1.0))
    }

    /// Where the flag of a unit hangs.
    fn flag(&self, place: usize) -> Option<Rect> {
        self.flags.iter().find(|(of, _)| *of == place).map(|(_, flag)| *flag)
    }

    /// Whether words of a unit can stand here: over no flag of another, nor over what is written already.
    fn is_free(&self, room: Rect, place: usize, written: &[Rect]) -> bool {
        let mut flags = self.flags.iter().filter(|(of, _)| *of != place).map(|(_, flag)| flag);
        !written.iter().any(|other| other.overlaps(room)) && !flags.any(|flag| flag.overlaps(room))
    }
}

fn arm_of(look: &cast::Look) -> Arm {
    ARMS.iter().find(|(name, _)| *name == look.arm).map_or(Arm::Foot, |(_, arm)| *arm)
}
