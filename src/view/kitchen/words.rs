//! Words: who a cook is, what a station is, what each is doing, for cards and sheets; and what is counted of a cook.

use player::colour::palette;
use player::ledger::Fact;
use player::sheet::{Sheet, Stat, Status, Who};
use player::view::{Card, Scene};

use super::{CREW, GUESTS, HOUSE, cooks};
use crate::kitchen::constants::{STUN_TICKS, TICK_HZ};
use crate::kitchen::cook::{Driver, Gait};
use crate::kitchen::event::What;
use crate::kitchen::grain::TILE;
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::station::{Condition, ENDLESS, Fixture, Station};
use crate::kitchen::{Cast, Cook, Event, Kitchen, Row};
use crate::view::counts::capitalised;
use crate::view::tint::colour;

/// A cook's row at the frame of a scene.
pub(super) fn cook<'a>(scene: &'a Scene<'_, Kitchen>, place: usize) -> Option<&'a Cook> {
    match scene.now.row(place)? {
        Row::Cook(cook) => Some(cook),
        _ => None,
    }
}

/// Say who something is.
pub(super) fn who(cast: &Cast, place: usize, row: &Row) -> Who {
    let (name, side) = match row {
        Row::Cook(_) => (cast.cook(place as u16).to_owned(), CREW),
        Row::Station(_) => (capitalised(cast.station(station_of(cast, place))), HOUSE),
        Row::Ticket(ticket) => (format!("Ticket {}", ticket.number), GUESTS),
        Row::Spill(_) => ("Spill".to_owned(), HOUSE),
        Row::Cart(_) => ("Cart".to_owned(), HOUSE),
        Row::Tally(_) => ("Score".to_owned(), CREW),
    };
    let own = cast.cooks.get(place).map_or(palette::side(side), |look| cooks::vivid(colour(&look.colour)));
    Who { name, side, colour: own }
}

fn station_of(cast: &Cast, place: usize) -> u16 {
    place.saturating_sub(cast.cooks.len()) as u16
}

/// Say how firmly a cook stands: what is left of a stun is missing. Nobody else can be knocked over.
pub(super) fn footing(row: &Row) -> (i32, i32) {
    match row {
        Row::Cook(cook) if cook.gait == Gait::Stunned => (0, i32::from(STUN_TICKS)),
        Row::Cook(_) => (i32::from(STUN_TICKS), i32::from(STUN_TICKS)),
        _ => (0, 0),
    }
}

/// Say what an event did to the numbers that are counted of a cook.
pub(super) fn fact(cast: &Cast, event: &Event) -> Option<Fact> {
    let seat = |cook: u16| usize::from(cook);
    Some(match event.what {
        What::Served { cook, station, points, .. } => {
            Fact::Damage { by: Some(seat(cook)), to: cast.cooks.len() + usize::from(station), amount: points }
        }
        What::Denied { cook, .. } | What::TrashedAlreadyEmpty { cook, .. } => {
            Fact::Damage { by: None, to: seat(cook), amount: 1 }
        }
        What::Picked { cook, .. } | What::Dropped { cook, .. } => {
            Fact::Healing { by: Some(seat(cook)), to: seat(cook), amount: 1 }
        }
        What::HandedOff { from, to, .. } => Fact::Healing { by: Some(seat(from)), to: seat(to), amount: 1 },
        _ => return None,
    })
}

/// Say the little that stands beside the mouse.
pub(super) fn card(scene: &Scene<'_, Kitchen>, place: usize) -> Option<Card> {
    let (cast, row) = (scene.cast(), scene.now.row(place)?);
    let (about, lines) = match row {
        Row::Cook(cook) => {
            (moved_by(cook).to_owned(), vec![capitalised(&busy(cast, cook, scene.tick())), carries(cast, cook)])
        }
        Row::Station(station) => {
            let gives = cast.stations.get(usize::from(station_of(cast, place))).map_or(Ware(0), |look| look.gives);
            (what_for(station.fixture).to_owned(), about_station(cast, station, gives, scene.tick()))
        }
        Row::Cart(_) => ("It goes its way and knocks over who stands in it".to_owned(), Vec::new()),
        _ => return None,
    };
    let Who { name, side, .. } = who(cast, place, row);
    Some(Card { name, side, about, vigor: footing(row), lines })
}

/// Say everything about a cook, a station or a cart.
pub(super) fn sheet(scene: &Scene<'_, Kitchen>, place: usize) -> Option<Sheet> {
    let (cast, row) = (scene.cast(), scene.now.row(place)?);
    let card = card(scene, place)?;
    let (stats, statuses, standing, target) = match row {
        Row::Cook(cook) => {
            let works_at = usize::from(cook.works_at).checked_sub(1).map(|station| cast.cooks.len() + station);
            let errand = usize::from(cook.errand).checked_sub(1).map(|station| cast.cooks.len() + station);
            let dazed = cook.is_stunned(scene.tick()).then(|| "knocked over".to_owned());
            (cook_stats(scene, cook), cook_statuses(scene, cook), dazed, works_at.or(errand))
        }
        Row::Station(station) => {
            let worker = usize::from(station.worker).checked_sub(1);
            (station_stats(station, cast), Vec::new(), None, worker)
        }
        _ => (Vec::new(), Vec::new(), None, None),
    };
    Some(Sheet {
        who: who(cast, place, row),
        about: card.about,
        text: card.lines.join(". "),
        standing,
        vigor: card.vigor,
        shield: 0,
        target,
        stats,
        statuses,
        skills: Vec::new(),
    })
}

fn moved_by(cook: &Cook) -> &'static str {
    match cook.driver {
        Driver::Bot => "Cook, by its own head",
        Driver::Hand => "Cook, by hand",
    }
}

fn carries(cast: &Cast, cook: &Cook) -> String {
    if cook.hand.is_some() { format!("Carries a {}", cast.item(cook.hand)) } else { "Hands empty".to_owned() }
}

/// Say what a cook is at, in a line: of one that is on its way, what it carries.
pub(super) fn doing(cast: &Cast, cook: &Cook, tick: u32) -> String {
    if cook.hand.is_some() && cook.works_at == 0 && !cook.is_stunned(tick) {
        return format!("carries a {}", cast.item(cook.hand));
    }
    busy(cast, cook, tick)
}

/// Say what a cook is at, whatever it carries.
fn busy(cast: &Cast, cook: &Cook, tick: u32) -> String {
    let errand = usize::from(cook.errand).checked_sub(1).filter(|_| cook.driver == Driver::Bot);
    match (usize::from(cook.works_at).checked_sub(1), errand) {
        _ if cook.is_stunned(tick) => "is dazed".to_owned(),
        (Some(place), _) => format!("works at the {}", cast.station(place as u16)),
        (None, Some(place)) => format!("makes for the {}", cast.station(place as u16)),
        (None, None) if cook.gait == Gait::Moving => "walks".to_owned(),
        (None, None) => "stands".to_owned(),
    }
}

/// Say what a station is for.
fn what_for(fixture: Fixture) -> &'static str {
    match fixture {
        Fixture::Shelf => "Gives what it has; anything can be put down on it",
        Fixture::Board => "Things are cut up here, by holding on",
        Fixture::Stove => "Things cook here by themselves, and burn",
        Fixture::Prep => "Dishes come together here, on a plate",
        Fixture::Window => "Dishes go out here, and plates come back",
        Fixture::Sink => "Plates are washed here, by holding on",
        Fixture::Trash => "Things are thrown away here, by holding on",
    }
}

fn about_station(cast: &Cast, station: &Station, gives: Ware, tick: u32) -> Vec<String> {
    let things: Vec<String> = station.contents().iter().map(|item| cast.item(*item)).collect();
    let mut lines = vec![capitalised(&stands(cast, station, tick))];
    if !things.is_empty() {
        lines.push(format!("On it: {}", things.join(", ")));
    } else if gives != Ware(0) && station.stock != ENDLESS {
        lines.push(format!("{} left", station.stock));
    }
    lines
}

/// Say how a station stands.
fn stands(cast: &Cast, station: &Station, tick: u32) -> String {
    let seconds = |until: u16| seconds(u32::from(until).saturating_sub(tick));
    let is_burnt = station.top().is_some_and(|item| item.form == Form::BURNT);
    match station.condition {
        Condition::Dirty => format!("covered in soot for {}", seconds(station.turns_at)),
        Condition::Blocked => format!("on fire for {}", seconds(station.turns_at)),
        Condition::Busy => match usize::from(station.worker).checked_sub(1) {
            Some(seat) => format!("{} is at work", cast.cook(seat as u16)),
            None => "at work by itself".to_owned(),
        },
        Condition::Ready if is_burnt => format!("burnt; on fire in {}", seconds(station.turns_at)),
        Condition::Ready if station.fixture == Fixture::Stove => {
            format!("done; burns in {}", seconds(station.turns_at))
        }
        Condition::Ready => "done".to_owned(),
        Condition::Idle if tick < u32::from(station.ready_at) => "just used".to_owned(),
        Condition::Idle => "free".to_owned(),
    }
}

fn cook_stats(scene: &Scene<'_, Kitchen>, cook: &Cook) -> Vec<Stat> {
    let cast = scene.cast();
    let stat = |name, value, text| Stat { name, value, text };
    let pace = i64::from(cook.speed.x).pow(2).saturating_add(i64::from(cook.speed.y).pow(2));
    let tenths = pace.isqrt() * i64::from(TICK_HZ) * 10 / i64::from(TILE);
    let hand = if cook.hand.is_some() { cast.item(cook.hand) } else { "nothing".to_owned() };
    let errand = usize::from(cook.errand).checked_sub(1).filter(|_| cook.driver == Driver::Bot);
    let place = usize::from(cook.works_at).checked_sub(1).or(errand);
    vec![
        stat("Doing", deed(cook, scene.tick()).to_owned(), "What it is at now."),
        stat(
            "Station",
            place.map_or("none", |place| cast.station(place as u16)).to_owned(),
            "Where it works, or means to.",
        ),
        stat("Carries", hand, "What it has in its hands."),
        stat(
            "Moved by",
            if cook.driver == Driver::Bot { "its own head" } else { "hand" }.to_owned(),
            "Who says where it goes.",
        ),
        stat("Looks", cook.facing.name().to_owned(), "Its press is for what is there."),
        stat("Pace", format!("{}.{} tiles / s", tenths / 10, tenths % 10), "How fast it goes."),
        stat("Holds", format!("{} ticks", cook.held_ticks), "How long its button has been down."),
    ]
}

fn cook_statuses(scene: &Scene<'_, Kitchen>, cook: &Cook) -> Vec<Status> {
    let left = u32::from(cook.stun_until).saturating_sub(scene.tick());
    let dazed = Status {
        name: "Dazed".to_owned(),
        text: "It was hit, and cannot move or act.".to_owned(),
        colour: palette::AMBER,
        left,
        strength: String::new(),
    };
    if left > 0 { vec![dazed] } else { Vec::new() }
}

fn station_stats(station: &Station, cast: &Cast) -> Vec<Stat> {
    let stat = |name, value, text| Stat { name, value, text };
    let standing = match station.condition {
        Condition::Idle => "free",
        Condition::Busy => "at work",
        Condition::Ready => "done",
        Condition::Blocked => "on fire",
        Condition::Dirty => "sooty",
    };
    let mut stats = vec![stat("Stands", standing.to_owned(), "What can be done with it now.")];
    stats.extend(
        station.contents().iter().map(|item| stat("Holds", cast.item(*item), "It lies there; the last one on top.")),
    );
    if station.progress > 0 {
        stats.push(stat("Work", format!("{} ticks", station.progress), "Done so far."));
    }
    stats
}

/// Say in a word what a cook is at.
fn deed(cook: &Cook, tick: u32) -> &'static str {
    match cook.gait {
        _ if cook.is_stunned(tick) => "dazed",
        _ if cook.works_at > 0 => "works",
        Gait::Moving => "walks",
        _ => "stands",
    }
}

/// Write ticks as seconds.
fn seconds(ticks: u32) -> String {
    let tenths = ticks * 10 / TICK_HZ;
    format!("{}.{} s", tenths / 10, tenths % 10)
}
