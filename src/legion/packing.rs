//! How rows of a battle are packed: the numbers of a unit and the columns of its men against what they were one and two
//! ticks before; what is in the air against those same missiles a tick before.

use std::sync::Arc;

use bincode::Decode;
use recorder::{Before, Cell, CodecError, Packer, Packing, Unpacker};

use crate::legion::order::Task;
use crate::legion::row::{Air, Body, Row};
use crate::legion::unit::Tally;

/// Columns that are alike have one kind.
/// Ours: part of the layout of files, like the order of what is written.
const NUMBERS: usize = 0;
const PLACES: usize = 1;
const HEADINGS: usize = 2;
const CONDITIONS: usize = 3;
const HEALTH: usize = 4;
const SWINGS: usize = 5;
const TARGETS: usize = 6;
const FLIGHT: usize = 7;
const AIM: usize = 8;
const SORTS: usize = 9;

/// The packing of rows. What it writes is part of the layout of files: see [`recorder::Simulation::LAYOUT`].
pub const PACKING: Packing<Row> = Packing { kinds: 10, put, take };

/// Which row follows.
/// Ours: part of the layout of files.
const BODY: u64 = 0;
/// See [`BODY`].
const AIR: u64 = 1;

fn put(row: &Row, before: Before<'_, Row>, to: &mut Packer) {
    match row {
        Row::Body(body) => {
            to.number(BODY);
            put_body(body, before.one.and_then(body_of), before.two.and_then(body_of), to);
        }
        Row::Air(air) => {
            to.number(AIR);
            put_air(air, before.one.and_then(air_of), before.two.and_then(air_of), to);
        }
    }
}

fn take(before: Before<'_, Row>, spare: Option<Row>, from: &mut Unpacker) -> Result<Row, CodecError> {
    match from.number()? {
        BODY => take_body(before.one.and_then(body_of), before.two.and_then(body_of), spare, from)
            .map(|body| Row::Body(Arc::new(body))),
        AIR => {
            take_air(before.one.and_then(air_of), before.two.and_then(air_of), from).map(|air| Row::Air(Arc::new(air)))
        }
        _ => Err(Unpacker::malformed("a row of an unknown sort")),
    }
}

fn body_of(row: &Row) -> Option<&Body> {
    match row {
        Row::Body(body) => Some(body),
        Row::Air(_) => None,
    }
}

fn air_of(row: &Row) -> Option<&Air> {
    match row {
        Row::Air(air) => Some(air),
        Row::Body(_) => None,
    }
}

fn put_body(now: &Body, one: Option<&Body>, two: Option<&Body>, to: &mut Packer) {
    let [past, earlier] = [one, two].map(|past| past.map(numbers));
    to.column(NUMBERS, &numbers(now), past.as_ref().map(|n| &n[..]), earlier.as_ref().map(|n| &n[..]));
    to.column(PLACES, &now.men_x, one.map(|b| &b.men_x[..]), two.map(|b| &b.men_x[..]));
    to.column(PLACES, &now.men_z, one.map(|b| &b.men_z[..]), two.map(|b| &b.men_z[..]));
    to.column(HEADINGS, &now.men_heading, one.map(|b| &b.men_heading[..]), two.map(|b| &b.men_heading[..]));
    // What these were two ticks ago tells nothing: they leap, or stay.
    to.column(CONDITIONS, &now.men_condition, one.map(|b| &b.men_condition[..]), None);
    to.column(HEALTH, &now.men_health, one.map(|b| &b.men_health[..]), None);
    to.column(SWINGS, &now.men_swing, one.map(|b| &b.men_swing[..]), None);
    to.column(TARGETS, &now.men_target, one.map(|b| &b.men_target[..]), None);
}

fn take_body(
    one: Option<&Body>,
    two: Option<&Body>,
    spare: Option<Row>,
    from: &mut Unpacker,
) -> Result<Body, CodecError> {
    let [past, earlier] = [one, two].map(|past| past.map(numbers));
    let numbers = from.column(NUMBERS, past.as_ref().map(|n| &n[..]), earlier.as_ref().map(|n| &n[..]), Vec::new())?;
    let mut body = body_of_numbers(&numbers)?;
    if let Some(Row::Body(old)) = spare
        && let Some(old) = Arc::into_inner(old)
    {
        let Body { men_x, men_z, men_heading, men_condition, men_health, men_swing, men_target, .. } = old;
        body = Body { men_x, men_z, men_heading, men_condition, men_health, men_swing, men_target, ..body };
    }
    take_again(PLACES, one.map(|b| &b.men_x[..]), two.map(|b| &b.men_x[..]), &mut body.men_x, from)?;
    take_again(PLACES, one.map(|b| &b.men_z[..]), two.map(|b| &b.men_z[..]), &mut body.men_z, from)?;
    let (was, before) = (one.map(|b| &b.men_heading[..]), two.map(|b| &b.men_heading[..]));
    take_again(HEADINGS, was, before, &mut body.men_heading, from)?;
    take_again(CONDITIONS, one.map(|b| &b.men_condition[..]), None, &mut body.men_condition, from)?;
    take_again(HEALTH, one.map(|b| &b.men_health[..]), None, &mut body.men_health, from)?;
    take_again(SWINGS, one.map(|b| &b.men_swing[..]), None, &mut body.men_swing, from)?;
    take_again(TARGETS, one.map(|b| &b.men_target[..]), None, &mut body.men_target, from)?;
    let bytes = [&body.men_heading, &body.men_condition, &body.men_health, &body.men_swing];
    let lengths = bytes.map(Vec::len).into_iter().chain([body.men_z.len(), body.men_target.len()]);
    alike(body.men_x.len(), lengths)?;
    Ok(body)
}

/// Take a column in place of what the vector holds.
fn take_again<T: Cell>(
    kind: usize,
    one: Option<&[T]>,
    two: Option<&[T]>,
    into: &mut Vec<T>,
    from: &mut Unpacker,
) -> Result<(), CodecError> {
    *into = from.column(kind, one, two, std::mem::take(into))?;
    Ok(())
}

/// Refuse columns of one row that differ in length.
fn alike(length: usize, mut others: impl Iterator<Item = usize>) -> Result<(), CodecError> {
    if others.all(|other| other == length) { Ok(()) } else { Err(Unpacker::malformed("columns that differ in length")) }
}

/// Numbers of a unit.
/// Ours: as many as [`numbers`] writes.
const COUNT: usize = 29;

/// A unit without its men, as numbers in a row.
fn numbers(body: &Body) -> [u32; COUNT] {
    let task = match body.task {
        Task::Hold => [0; 4],
        Task::Go { x, z, run } => [1, x.to_bits(), z.to_bits(), u32::from(run)],
        Task::Attack { unit } => [2, u32::from(unit), 0, 0],
    };
    let [task, task_a, task_b, task_c] = task;
    let [station_x, station_z] = body.station.map(|at| i32::from(at).cast_unsigned());
    let Tally { kills, friendly, shots, hits, friendly_hits, lost } = body.tally;
    [
        u32::from(body.kind),
        u32::from(body.side),
        body.alive,
        body.x.cast_unsigned(),
        body.z.cast_unsigned(),
        u32::from(body.heading),
        u32::from(body.width),
        body.formation as u32,
        task,
        task_a,
        task_b,
        task_c,
        u32::from(body.held),
        u32::from(body.locked),
        u32::from(body.engaged),
        u32::from(body.morale),
        body.nerve as u32,
        body.role as u32,
        body.behaviour as u32,
        station_x,
        station_z,
        body.ammo,
        u32::from(body.fatigue),
        kills,
        friendly,
        shots,
        hits,
        friendly_hits,
        lost,
    ]
}

/// A unit of its numbers, without men.
fn body_of_numbers(numbers: &[u32]) -> Result<Body, CodecError> {
    let &[
        kind,
        side,
        alive,
        x,
        z,
        heading,
        width,
        formation,
        task,
        task_a,
        task_b,
        task_c,
        held,
        locked,
        engaged,
        morale,
        nerve,
        role,
        behaviour,
        station_x,
        station_z,
        ammo,
        fatigue,
        kills,
        friendly,
        shots,
        hits,
        friendly_hits,
        lost,
    ] = numbers
    else {
        return Err(Unpacker::malformed("a unit of other numbers"));
    };
    Ok(Body {
        kind: narrow(kind)?,
        side: narrow(side)?,
        alive,
        x: x.cast_signed(),
        z: z.cast_signed(),
        heading: narrow(heading)?,
        width: narrow(width)?,
        formation: variant(formation)?,
        task: match task {
            0 => Task::Hold,
            1 => Task::Go { x: f32::from_bits(task_a), z: f32::from_bits(task_b), run: task_c != 0 },
            2 => Task::Attack { unit: narrow(task_a)? },
            _ => return Err(Unpacker::malformed("an unknown task")),
        },
        held: held != 0,
        locked: narrow(locked)?,
        engaged: narrow(engaged)?,
        morale: narrow(morale)?,
        nerve: variant(nerve)?,
        role: variant(role)?,
        behaviour: variant(behaviour)?,
        station: [narrow(station_x.cast_signed())?, narrow(station_z.cast_signed())?],
        ammo,
        fatigue: narrow(fatigue)?,
        tally: Tally { kills, friendly, shots, hits, friendly_hits, lost },
        men_x: Vec::new(),
        men_z: Vec::new(),
        men_heading: Vec::new(),
        men_condition: Vec::new(),
        men_health: Vec::new(),
        men_swing: Vec::new(),
        men_target: Vec::new(),
    })
}

fn narrow<A, B: TryFrom<A>>(number: A) -> Result<B, CodecError> {
    B::try_from(number).map_err(|_| Unpacker::malformed("a number too large for what it says"))
}

/// The variant of a number: as the codec counts them, in the order in which they are written down.
fn variant<T: Decode<()>>(number: u32) -> Result<T, CodecError> {
    recorder::decode("variant", &number.to_le_bytes())
}

/// What is in the air keeps its order: those that came down are told, the others stand before those let go since.
fn put_air(now: &Air, one: Option<&Air>, two: Option<&Air>, to: &mut Packer) {
    let none = Air::default();
    let one = one.unwrap_or(&none);
    let gone = gone(now, one);
    let earlier = earlier(one, two);
    to.number(u64::from(now.landed));
    to.length(gone.len());
    let mut next = 0;
    for &place in &gone {
        to.number((place - next) as u64);
        next = place + 1;
    }
    let kept = one.x.len() - gone.len();
    fn put_parts<T: Cell>(kind: usize, now: &[T], past: Vec<T>, earlier: Option<Vec<T>>, to: &mut Packer) {
        let (kept, fresh) = now.split_at(past.len());
        to.column(kind, kept, Some(&past), earlier.as_deref());
        to.column(kind, fresh, None, None);
    }
    debug_assert!(kept <= now.x.len(), "more are kept than there are");
    let [x, y, z] = earlier.each_ref().map(|column| Some(without(column, &gone)));
    put_parts(SORTS, &now.missile, without(&one.missile, &gone), None, to);
    put_parts(SORTS, &now.side, without(&one.side, &gone), None, to);
    put_parts(FLIGHT, &now.x, without(&one.x, &gone), x, to);
    put_parts(FLIGHT, &now.y, without(&one.y, &gone), y, to);
    put_parts(FLIGHT, &now.z, without(&one.z, &gone), z, to);
    put_parts(AIM, &now.heading, without(&one.heading, &gone), None, to);
    put_parts(AIM, &now.pitch, without(&one.pitch, &gone), None, to);
}

/// Where those in the air were a tick earlier still; of those let go since, where they are.
fn earlier(one: &Air, two: Option<&Air>) -> [Vec<i16>; 3] {
    let none = Air::default();
    let two = two.unwrap_or(&none);
    let gone = gone(one, two);
    let column = |one: &[i16], two: &[i16]| {
        let mut column = without(two, &gone);
        column.extend_from_slice(&one[column.len()..]);
        column
    };
    [column(&one.x, &two.x), column(&one.y, &two.y), column(&one.z, &two.z)]
}

fn take_air(one: Option<&Air>, two: Option<&Air>, from: &mut Unpacker) -> Result<Air, CodecError> {
    let none = Air::default();
    let one = one.unwrap_or(&none);
    let earlier = earlier(one, two);
    let landed = narrow(from.number()?)?;
    let mut gone = Vec::new();
    let mut next = 0;
    for _ in 0..from.length()? {
        let place = from.number()?.checked_add(next).filter(|place| *place < one.x.len() as u64);
        let place = place.ok_or_else(|| Unpacker::malformed("a missile came down that was not up"))?;
        gone.push(place as usize);
        next = place + 1;
    }
    fn take_parts<T: Cell>(
        kind: usize,
        past: Vec<T>,
        earlier: Option<Vec<T>>,
        from: &mut Unpacker,
    ) -> Result<Vec<T>, CodecError> {
        let mut all = from.column(kind, Some(&past), earlier.as_deref(), Vec::new())?;
        all.extend(from.column::<T>(kind, None, None, Vec::new())?);
        Ok(all)
    }
    let [x, y, z] = earlier.each_ref().map(|column| Some(without(column, &gone)));
    let air = Air {
        missile: take_parts(SORTS, without(&one.missile, &gone), None, from)?,
        side: take_parts(SORTS, without(&one.side, &gone), None, from)?,
        x: take_parts(FLIGHT, without(&one.x, &gone), x, from)?,
        y: take_parts(FLIGHT, without(&one.y, &gone), y, from)?,
        z: take_parts(FLIGHT, without(&one.z, &gone), z, from)?,
        heading: take_parts(AIM, without(&one.heading, &gone), None, from)?,
        pitch: take_parts(AIM, without(&one.pitch, &gone), None, from)?,
        landed,
    };
    let bytes = [&air.missile, &air.side, &air.heading, &air.pitch];
    alike(air.x.len(), bytes.map(Vec::len).into_iter().chain([air.y.len(), air.z.len()]))?;
    Ok(air)
}

/// The cells of a column but for those at some places, which rise.
fn without<T: Copy>(column: &[T], places: &[usize]) -> Vec<T> {
    let mut kept = Vec::with_capacity(column.len() - places.len());
    let mut next = 0;
    for &place in places {
        kept.extend_from_slice(&column[next..place]);
        next = place + 1;
    }
    kept.extend_from_slice(&column[next..]);
    kept
}

/// How much a missile and those behind it count where it is told whether it came down: the one itself before all.
/// Ours: a wrong guess only costs bytes.
const WEIGHTS: [u32; 3] = [8, 2, 1];

/// What no missile leaves behind in a tick.
/// Ours: above everything that [`unlike`] makes of two of a sort.
const UNLIKE: u32 = 1 << 16;

/// Guess which missiles of a tick ago are no longer up. A wrong guess only costs bytes.
fn gone(now: &Air, one: &Air) -> Vec<usize> {
    let mut gone = Vec::new();
    let mut here = 0;
    // How unlike a missile and those behind it are to what is here if it is up, and if it is not but the next one is.
    let from = |here: usize, past: usize| [0, 1, 2].map(|n| unlike(now, here + n, one, past + n));
    let (mut up, mut down) = (from(0, 0), from(0, 1));
    let weigh = |unlike: [u32; 3]| unlike.iter().zip(WEIGHTS).map(|(unlike, weight)| unlike * weight).sum::<u32>();
    for past in 0..one.x.len() {
        if up[0] < UNLIKE && weigh(up) <= weigh(down) {
            here += 1;
            up = [up[1], up[2], unlike(now, here + 2, one, past + 3)];
            down = [down[1], down[2], unlike(now, here + 2, one, past + 4)];
        } else {
            gone.push(past);
            up = down;
            down = from(here, past + 2);
        }
    }
    gone
}

/// How little a missile looks like another one a tick later.
fn unlike(now: &Air, here: usize, one: &Air, past: usize) -> u32 {
    let same_sort = here < now.x.len()
        && past < one.x.len()
        && now.missile[here] == one.missile[past]
        && now.side[here] == one.side[past];
    if !same_sort {
        return UNLIKE;
    }
    let way = u32::from(now.x[here].abs_diff(one.x[past])) + u32::from(now.z[here].abs_diff(one.z[past]));
    let turn = u32::from(now.heading[here].wrapping_sub(one.heading[past]).cast_signed().unsigned_abs());
    let tilt = u32::from(now.pitch[here].abs_diff(one.pitch[past]));
    // Nothing flies further than 8 m in a tick.
    if way > 128 { UNLIKE } else { way / 4 + 8 * turn + 2 * tilt }
}

#[cfg(test)]
mod tests {
    use recorder::{Budget, Holding, Orders, Recorder, Settings, Simulation, file};

    use super::*;
    use crate::legion::rules::Legion;
    use crate::legion::testing::{battle, line};

    #[test]
    fn numbers_come_back() {
        let rules = battle(&[line("legionary-cohort", 40, [0, 0], 0)], &[line("warband", 40, [0, 60], 180)]);
        let mut seen = 0;
        rules.observe(rules.opening(), &mut |row| {
            let Row::Body(body) = row else { return };
            let bare = Body { task: Task::Go { x: -1.5, z: 3.25, run: true }, station: [-7, 9], ..Body::clone(body) };
            let back = body_of_numbers(&numbers(&bare)).unwrap();
            let men = Body {
                men_x: Vec::new(),
                men_z: Vec::new(),
                men_heading: Vec::new(),
                men_condition: Vec::new(),
                ..bare
            };
            let men = Body { men_health: Vec::new(), men_swing: Vec::new(), men_target: Vec::new(), ..men };
            assert_eq!(back, men);
            seen += 1;
        });
        assert!(seen >= 2);
        assert!(body_of_numbers(&[0; COUNT - 1]).is_err());
        for (place, wrong) in [(0, 1 << 16), (1, 256), (7, 6), (8, 3), (16, 5), (17, 11), (18, 16)] {
            let mut numbers = [0; COUNT];
            numbers[place] = wrong;
            assert!(body_of_numbers(&numbers).is_err(), "{wrong} at {place}");
        }
    }

    #[test]
    fn missiles_that_came_down_are_found_among_those_that_fly_on() {
        let volley = |from: i16, skip: &[usize]| {
            let all: Vec<i16> = (0..30).filter(|n| !skip.contains(n)).map(|n| n as i16).collect();
            Air {
                missile: vec![0; all.len()],
                side: vec![0; all.len()],
                x: all.iter().map(|n| n * 14).collect(),
                y: all.iter().map(|n| 80 - n).collect(),
                z: all.iter().map(|n| from + n % 3).collect(),
                heading: all.iter().map(|n| (60 + n % 7) as u8).collect(),
                pitch: vec![100; all.len()],
                landed: 0,
            }
        };
        assert_eq!(gone(&volley(24, &[]), &volley(0, &[])), [0_usize; 0]);
        assert_eq!(gone(&volley(24, &[0, 11, 12, 29]), &volley(0, &[])), [0, 11, 12, 29]);
    }

    #[test]
    fn a_battle_comes_back_packed_as_it_was_seen() {
        let rules = Arc::new(battle(
            &[line("legionary-cohort", 60, [0, 0], 0), line("archers", 40, [0, -30], 0)],
            &[line("warband", 80, [0, 50], 180)],
        ));
        let mut recorder = Recorder::new(Arc::clone(&rules), Orders::default(), Settings::default());
        recorder.advance(Budget::Ticks(200)).unwrap();
        let recording = recorder.recording();
        assert!(recording.blocks()[..2].iter().all(|block| block.holding == Holding::Stored));
        let opened = file::open::<Legion>(&recording.save().unwrap(), "legion", None).unwrap().recording;
        for tick in (0..=recording.last_tick()).rev().step_by(3) {
            let live = recording.live_at(tick).unwrap();
            let mut rows = Vec::new();
            rules.observe(live.state(), &mut |row| rows.push(row.clone()));
            assert!(recording.frame(tick).unwrap().rows().eq(&rows), "tick {tick}");
            assert!(opened.frame(tick).unwrap().rows().eq(&rows), "tick {tick} of the file");
        }
    }
}
