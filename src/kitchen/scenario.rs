//! A scenario of this ruleset: level, cooks, what lies about, and the script of what is put in.

use std::collections::BTreeMap;

use recorder::Stamped;

use crate::kernel::assets::Assets;
use crate::kernel::problem::{Problems, quote};
use crate::kernel::sheet::{Place, Table};
use crate::kitchen::brief::{Brief, BuildError, Laid, Seat};
use crate::kitchen::constants::COOKS_MAX;
use crate::kitchen::grain::Cell;
use crate::kitchen::item::{Form, Ware};
use crate::kitchen::level::{Level, ROUND_TICKS_MAX, SIDE_MAX};
use crate::kitchen::order::{Ask, Order};
use crate::kitchen::pantry::Pantry;
use crate::kitchen::station::SLOTS;

/// The most lines of a script.
const FRAMES_MAX: usize = 100_000;

/// Where levels stand among the assets.
const LEVELS: &str = "kitchen/levels";

/// A scenario as read.
#[derive(Debug)]
pub struct Read {
    /// The kitchen; none if there is no such level.
    pub level: Option<Level>,
    /// The rest.
    pub brief: Brief,
    /// What is wrong in the level's own file.
    pub problems: Problems,
}

/// Read what a scenario says beyond its head.
pub fn read(t: &mut Table<'_>, assets: &Assets, pantry: &Pantry, title: &str) -> Read {
    let mut problems = Problems::default();
    let level = read_level(t, assets, pantry, &mut problems);
    let (mut seats, cooks) = read_seats(t);
    let frames = read_frames(t, &mut seats);
    let (items, lying) = read_items(t, level.as_ref(), pantry);
    let is_script = !frames.is_empty() && !seats.iter().any(|seat| seat.is_bot);
    let round = level.as_ref().map_or(1, |level| u32::from(level.round_ticks));
    let usual = if is_script { frames.iter().map(last_tick).max().unwrap_or(round) } else { round };
    let ticks = t.int_or("ticks", 1..=u32::from(ROUND_TICKS_MAX), usual.min(u32::from(ROUND_TICKS_MAX)));
    let brief = Brief { title: title.to_owned(), seats, items, ticks, frames };
    if let Some(level) = &level {
        tell_faults(t, &brief, level, &Places { cooks, lying });
    }
    Read { level, brief, problems }
}

/// Where cooks and things are written.
struct Places {
    /// The name and the seat of each `[[cook]]`.
    cooks: Vec<(Place, Place)>,
    /// Where each thing lies.
    lying: Vec<Place>,
}

/// The tick at which a line of a script has run out.
fn last_tick(stamped: &Stamped<Order>) -> u32 {
    match stamped.order.ask {
        Ask::Do { ticks, .. } => stamped.tick.saturating_add(u32::from(ticks)),
        Ask::Auto => stamped.tick.saturating_add(1),
    }
}

fn read_level(t: &mut Table<'_>, assets: &Assets, pantry: &Pantry, problems: &mut Problems) -> Option<Level> {
    let paths = problems.take(assets.list(LEVELS))?;
    let name_of = |path: &String| {
        let file = path.rsplit('/').next().unwrap_or(path);
        file.strip_suffix(".toml").unwrap_or(file).to_owned()
    };
    let names: Vec<String> = paths.iter().map(name_of).collect();
    let is_known = t.has("level");
    let place = t.one_of("level", &names);
    if !is_known || names.is_empty() {
        return None;
    }
    let sheet = problems.take(assets.read(&format!("{LEVELS}/{}.toml", names[place])))?;
    problems.take(sheet.read(|t| Level::read(t, pantry)))
}

/// Read the cooks, and where the name and the seat of each are written.
fn read_seats(t: &mut Table<'_>) -> (Vec<Seat>, Vec<(Place, Place)>) {
    let (mut seats, mut places): (Vec<Seat>, Vec<_>) = (Vec::new(), Vec::new());
    for mut t in t.tables("cook", 0..=COOKS_MAX) {
        let name = t.string("name");
        check_name(&t, &t.place("name"), &name);
        let seat = t.int_or("seat", -1000..=1000, seats.len() as i32);
        seats.push(Seat { is_bot: t.flag_or("bot", false), ..Seat::hand(&name, seat) });
        places.push((t.place("name"), t.place("seat")));
    }
    (seats, places)
}

/// A name is a word that cannot be taken for anything else in an order.
fn check_name(t: &Table<'_>, place: &Place, name: &str) {
    let is_word = name.chars().all(char::is_alphanumeric) && name.starts_with(char::is_alphabetic);
    if !name.is_empty() && !is_word {
        t.fault_at(
            place,
            format!("{} cannot be a cook's name", quote(name)),
            "letters and digits, a letter first".to_owned(),
        );
    }
}

/// Read the script. Without a list of cooks, whoever it names takes a seat, in the order of first mention; one too many is
/// a fault, thousands are no kitchen.
fn read_frames(t: &mut Table<'_>, seats: &mut Vec<Seat>) -> Vec<Stamped<Order>> {
    let is_open = seats.is_empty();
    let mut names: Vec<String> = seats.iter().map(|seat| seat.name.clone()).collect();
    let mut frames: Vec<Stamped<Order>> = Vec::new();
    let mut sequences = Sequences::default();
    for (words, place) in t.placed_strings("frames", 0..=FRAMES_MAX) {
        let is_new = |name: &&str| seats.len() <= COOKS_MAX && names.iter().all(|known| known != name);
        if is_open && let Some(name) = named(&words).filter(is_new) {
            check_name(t, &place, name);
            seats.push(Seat::hand(name, seats.len() as i32));
            names.push(name.to_owned());
        }
        match read_line(&names, &words, &sequences) {
            Ok(stamped) => {
                sequences.note(&stamped);
                frames.push(stamped);
            }
            Err(problem) => t.fault_at(&place, problem, "for example `90 Fern move 1 0 act for 8`".to_owned()),
        }
    }
    frames
}

/// The name a line begins with, behind its tick; a number names nobody.
fn named(words: &str) -> Option<&str> {
    let name = words.split_whitespace().nth(1)?;
    name.starts_with(char::is_alphabetic).then_some(name)
}

/// Read a line: `TICK COOK …`, or `TICK#SEQUENCE COOK …` where it does not come behind all others of its tick.
fn read_line(names: &[String], words: &str, before: &Sequences) -> Result<Stamped<Order>, String> {
    let (stamp, rest) = words.trim().split_once(char::is_whitespace).unwrap_or((words, ""));
    let (tick, sequence) = stamp.split_once('#').map_or((stamp, None), |(tick, sequence)| (tick, Some(sequence)));
    let wrong = |what: &str, word: &str| format!("{} is no {what}", quote(word));
    let tick: u32 = tick.parse().map_err(|_| wrong("tick", tick))?;
    if tick >= u32::from(ROUND_TICKS_MAX) {
        return Err(format!("tick {tick} is beyond the longest round, {ROUND_TICKS_MAX} ticks"));
    }
    let sequence = match sequence {
        Some(word) => word.parse().map_err(|_| wrong("sequence", word))?,
        None => before.next(tick),
    };
    Ok(Stamped { tick, sequence, order: Order::read(names, rest)? })
}

/// For every tick of a script, the sequence behind all others of it.
#[derive(Debug, Default)]
pub(crate) struct Sequences(BTreeMap<u32, u32>);

impl Sequences {
    /// The sequence of the tick's next line, if it does not say another.
    pub(crate) fn next(&self, tick: u32) -> u32 {
        self.0.get(&tick).copied().unwrap_or(0)
    }

    /// Count a line in.
    pub(crate) fn note(&mut self, stamped: &Stamped<Order>) {
        let next = self.0.entry(stamped.tick).or_default();
        *next = (*next).max(stamped.sequence.saturating_add(1));
    }
}

/// Read what lies about, and where that is written.
fn read_items(t: &mut Table<'_>, level: Option<&Level>, pantry: &Pantry) -> (Vec<Laid>, Vec<Place>) {
    let (mut items, mut places) = (Vec::new(), Vec::new());
    let (names, most) = (pantry.ware_names(), SIDE_MAX as i16 - 1);
    for mut t in t.tables("item", 0..=100) {
        let (x, y) = t.pair("at", 0..=most, 0..=most);
        let ware = Ware(t.one_of("ware", &names) as u8 + Ware::PLATE.0);
        let form = t.opt_choice("form", &Form::NAMES).unwrap_or_default();
        let is_plate = ware == Ware::PLATE;
        if form == Form::PLATED
            || (form == Form::DIRTY && !is_plate)
            || (is_plate && !matches!(form, Form::RAW | Form::DIRTY))
        {
            t.fault("form", format!("{} cannot be {}", names[usize::from(ware.0 - 1)], form.name()), None);
        }
        match level.map(|level| level.station(Cell::new(x, y))) {
            Some(Some(station)) => {
                items.push(Laid { station: station as u16, ware, form });
                places.push(t.place("at"));
            }
            Some(None) => t.fault("at", format!("no station at [{x}, {y}]"), "a tile with a station".to_owned()),
            None => {}
        }
    }
    (items, places)
}

/// Tell of everyone and everything that has no place, where it is written.
fn tell_faults(t: &Table<'_>, brief: &Brief, level: &Level, places: &Places) {
    let cook = |cook: usize| places.cooks.get(cook).cloned().unwrap_or_else(|| (t.place("cook"), t.place("cook")));
    for fault in brief.faults(level) {
        let (place, help) = match fault {
            BuildError::NoSpawn => (t.place("level"), "draw a start, `@`, on its grid"),
            BuildError::NoCooks => (t.place("cook"), "a `[[cook]]`, or frames that name one"),
            BuildError::TooManyCooks { .. } => (t.place("cook"), "each cook once, eight at most"),
            BuildError::NameTaken { cook: n, .. } => (cook(n).0, "each cook once, eight at most"),
            BuildError::NegativeSeat { cook: n, .. } => (cook(n).1, "seats count from 0"),
            BuildError::SeatTaken { cook: n, .. } => (cook(n).1, "each seat once"),
            BuildError::NoRoom { station } => {
                let of_station = brief.items.iter().zip(&places.lying).filter(|(laid, _)| laid.station == station);
                let one_too_many = of_station.map(|(_, place)| place.clone()).nth(SLOTS);
                (one_too_many.unwrap_or_else(|| t.place("item")), "four things on a station at most")
            }
        };
        t.fault_at(&place, fault.to_string(), help.to_owned());
    }
}
