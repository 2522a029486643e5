//! Bots: cooks who go by their own head. They see the kitchen as it is and ask for frames like everyone else.
//!
//! A head thinks every few ticks: it picks an errand, which is a station to press at, and then walks there and presses.
//! What it wants comes from the tickets, the shortest wait first: each gets a prep, each prep lacks parts, each part is
//! somewhere or must be fetched. No two heads set out for the same work.

use crate::kernel::stream::Stream;
use crate::kitchen::cook::{Cook, Driver};
use crate::kitchen::grain::{Cell, Facing, TILE};
use crate::kitchen::input::Frame;
use crate::kitchen::item::{Form, Item, Ware};
use crate::kitchen::ladder::fits;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::stages::Tick;
use crate::kitchen::state::State;
use crate::kitchen::station::{Condition, Fixture, Station};
use crate::kitchen::ticket::{TICKETS_OPEN_MAX, wanted};

/// Ticks between two thoughts.
const THINK_TICKS: u16 = 6;

/// Thoughts in which a head got nowhere before it steps aside.
const STUCK_THOUGHTS: u8 = 2;

/// Ticks it steps aside for.
const ASIDE_TICKS: u16 = 7;

/// How far a walk may be off the middle of its row or column, in grains, before it is set right.
const OFF_MAX: i32 = 1_000;

/// What counts as having got somewhere between two thoughts, in grains.
const PROGRESS: i64 = 2_000;

/// Wares that can be lacking at once: every ticket's parts and plate.
const NEEDS_MAX: usize = TICKETS_OPEN_MAX * 4;

/// Something a prep lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Need {
    ware: Ware,
    prep: usize,
}

/// What the tickets ask of the kitchen.
#[derive(Debug, Default)]
struct Plan {
    needs: Vec<Need>,
    /// Preps that no open ticket has a use for.
    stale: Vec<usize>,
}

/// Let every cook that goes by its own head ask for a frame.
pub fn think(rules: &Kitchen, tick: &mut Tick<'_>) {
    let now = tick.tick;
    let mut plan = None;
    for seat in 0..tick.state.cooks.len() {
        if tick.state.cooks[seat].driver != Driver::Bot {
            continue;
        }
        if is_time_to_think(rules, tick.state, now, seat) {
            let plan = plan.get_or_insert_with(|| Plan::new(rules, tick.state));
            choose(rules, tick.state, plan, now, seat);
        }
        let frame = ask(rules, tick.state, now, seat);
        let cook = &mut tick.state.cooks[seat];
        (cook.frame, cook.frame_until, cook.received, cook.sequence) = (frame, now + 1, now, 0);
    }
}

fn is_time_to_think(rules: &Kitchen, state: &State, now: u32, seat: usize) -> bool {
    let cook = &state.cooks[seat];
    if cook.works_at != 0 || is_throwing(rules, state, cook) {
        return false;
    }
    now >= u32::from(cook.thinks_at) || cook.held_ticks > 0
}

/// Whether a cook holds on over the trash.
fn is_throwing(rules: &Kitchen, state: &State, cook: &Cook) -> bool {
    let Some(place) = usize::from(cook.errand).checked_sub(1) else { return false };
    let is_trash = state.stations[place].fixture == Fixture::Trash;
    is_trash && cook.hand.is_some() && cook.held_ticks > 0 && rules.ways.steps(place, cook.at.cell()) == Some(0)
}

/// Pick an errand, and see whether the last one got anywhere.
fn choose(rules: &Kitchen, state: &mut State, plan: &Plan, now: u32, seat: usize) {
    let errand = pick(rules, state, plan, seat).map_or(0, |place| place as u16 + 1);
    let cook = &mut state.cooks[seat];
    let is_timely = now >= u32::from(cook.thinks_at);
    cook.thinks_at = now as u16 + THINK_TICKS;
    let was_walking = cook.errand != 0
        && rules.ways.steps(usize::from(cook.errand) - 1, cook.at.cell()).is_some_and(|steps| steps > 0);
    let is_stuck = is_timely && was_walking && cook.at.distance_sq(cook.thought_at) < PROGRESS * PROGRESS;
    cook.stuck_ticks = if is_stuck { cook.stuck_ticks + 1 } else { 0 };
    (cook.errand, cook.thought_at) = (errand, cook.at);
    if cook.stuck_ticks >= STUCK_THOUGHTS {
        let key = Stream::from_seed(rules.seed).fork("bot").fork_id(seat as u32).key();
        let mut stream = Stream::resume(key, cook.drawn);
        cook.aside = Facing::ALL[stream.below(4) as usize];
        (cook.drawn, cook.stuck_ticks) = (stream.drawn(), 0);
        cook.aside_until = now as u16 + ASIDE_TICKS;
    }
}

/// Ask for a frame that serves the errand.
fn ask(rules: &Kitchen, state: &State, now: u32, seat: usize) -> Frame {
    let cook = &state.cooks[seat];
    if now < u32::from(cook.aside_until) {
        return Frame::walk(cook.aside);
    }
    let Some(place) = usize::from(cook.errand).checked_sub(1) else { return Frame::REST };
    let here = cook.at.cell();
    if let Some(way) = rules.ways.next(place, here, seat % 2 == 1) {
        return step(cook, here, way);
    }
    let goal = rules.level.spots[place].cell;
    let Some(facing) = Facing::of(i32::from(goal.x - here.x), i32::from(goal.y - here.y)) else { return Frame::REST };
    let frame = Frame::REST.facing(facing);
    if cook.facing != facing {
        return frame;
    }
    // The button goes up between two presses, and stays down for work and for the trash.
    let holds = usize::from(cook.works_at) == place + 1 || is_throwing(rules, state, cook);
    if cook.held_ticks == 0 || holds { frame.acting() } else { frame }
}

/// Walk to the next tile, in the middle of its row or column.
fn step(cook: &Cook, here: Cell, way: Facing) -> Frame {
    let middle = here.middle();
    let (x, y) = way.step();
    let off = if x == 0 { middle.x - cook.at.x } else { middle.y - cook.at.y };
    let right = off.clamp(-OFF_MAX, OFF_MAX) * 1000 / OFF_MAX;
    let ahead = if off.abs() > TILE / 8 { 0 } else { 1000 };
    let (x, y) = (i32::from(x) * ahead, i32::from(y) * ahead);
    if x == 0 && way.step().0 == 0 { Frame::go(right, y) } else { Frame::go(x, right) }
}

/// Pick the station to press at next.
fn pick(rules: &Kitchen, state: &State, plan: &Plan, seat: usize) -> Option<usize> {
    let hand = state.cooks[seat].hand;
    if hand.is_some() { carry(rules, state, plan, seat, hand) } else { fetch(rules, state, plan, seat) }
}

/// Where to go with what is carried.
fn carry(rules: &Kitchen, state: &State, plan: &Plan, seat: usize, hand: Item) -> Option<usize> {
    let search = Search { rules, state, seat };
    let trash = || search.nearest(|_, station| station.fixture == Fixture::Trash);
    if hand.form == Form::BURNT {
        return trash();
    }
    if let Some(dish) = hand.ware.as_dish() {
        let is_wanted = wanted(&state.tickets, dish).is_some();
        return search.nearest(|_, station| is_wanted && station.fixture == Fixture::Window);
    }
    if hand.is_dirty_plate() {
        return search.free(|_, station| station.fixture == Fixture::Sink && station.count() == 0);
    }
    if let Some(next) = rules.pantry.next_step(hand) {
        let fixture = if next == Form::CHOPPED { Fixture::Board } else { Fixture::Stove };
        return search.free(|_, station| {
            station.fixture == fixture && station.count() == 0 && station.condition == Condition::Idle
        });
    }
    let place = plan.needs.iter().find(|need| need.ware == hand.ware).map(|need| need.prep);
    let rack = || {
        search.nearest(|place, station| {
            station.fixture == Fixture::Shelf && station.count() == 0 && rules.level.spots[place].gives == Ware::PLATE
        })
    };
    place.or_else(|| if hand.ware == Ware::PLATE { rack() } else { trash() })
}

/// What to do with free hands: the most pressing first, then the nearest.
fn fetch(rules: &Kitchen, state: &State, plan: &Plan, seat: usize) -> Option<usize> {
    let search = Search { rules, state, seat };
    let ready = |station: &Station| station.condition == Condition::Ready && station.count() > 0;
    let is_ordered = |item: Item| item.ware.as_dish().is_some_and(|dish| wanted(&state.tickets, dish).is_some());
    let sink_is_free = state.stations.iter().any(|s| s.fixture == Fixture::Sink && s.count() == 0);
    let has_plates =
        state.stations.iter().zip(&rules.level.spots).any(|(s, spot)| spot.gives == Ware::PLATE && s.stock > 1);
    let serve = || search.free(|_, s| s.fixture == Fixture::Prep && ready(s) && s.top().is_some_and(is_ordered));
    let rescue = || search.free(|_, s| s.fixture == Fixture::Stove && ready(s));
    let take = || search.free(|_, s| matches!(s.fixture, Fixture::Board | Fixture::Sink) && ready(s));
    let work = || {
        search.free(|_, s| {
            let waits = s.condition == Condition::Idle && s.worker == 0;
            let is_work = matches!(s.fixture, Fixture::Board | Fixture::Sink);
            waits && is_work && s.top().is_some_and(|item| fits(&rules.pantry, s.fixture, item))
        })
    };
    let plates = || search.free(|_, s| s.fixture == Fixture::Window && sink_is_free && s.count() > 0);
    let shelf = || lacking(rules, state, plan, seat).and_then(|ware| search.source(ware));
    let clear = || plan.stale.iter().copied().find(|place| search.is_free(*place));
    serve()
        .or_else(rescue)
        .or_else(take)
        .or_else(work)
        .or_else(|| if has_plates { None } else { plates() })
        .or_else(shelf)
        .or_else(plates)
        .or_else(clear)
}

/// Find the first ware that preps lack and that nobody has or is on the way to.
fn lacking(rules: &Kitchen, state: &State, plan: &Plan, seat: usize) -> Option<Ware> {
    let mut coming = Vec::with_capacity(NEEDS_MAX);
    for (other, cook) in state.cooks.iter().enumerate() {
        coming.push(cook.hand.ware);
        let shelf = usize::from(cook.errand).checked_sub(1).filter(|_| other != seat && !cook.hand.is_some());
        coming.extend(shelf.map(|place| rules.level.spots[place].gives));
    }
    for station in
        state.stations.iter().filter(|s| matches!(s.fixture, Fixture::Board | Fixture::Stove | Fixture::Sink))
    {
        coming.extend(station.contents().iter().filter(|item| item.form != Form::BURNT).map(|item| item.ware));
    }
    let search = Search { rules, state, seat };
    let mut is_lacking = |need: &Need| match coming.iter().position(|ware| *ware == need.ware) {
        Some(place) => {
            coming.remove(place);
            false
        }
        None => search.source(need.ware).is_some(),
    };
    plan.needs.iter().find(|need| is_lacking(need)).map(|need| need.ware)
}

/// Looks for stations on behalf of a cook.
#[derive(Debug, Clone, Copy)]
struct Search<'a> {
    rules: &'a Kitchen,
    state: &'a State,
    seat: usize,
}

impl Search<'_> {
    /// Find the nearest station of a kind; of equals the first.
    fn nearest(&self, is_right: impl Fn(usize, &Station) -> bool) -> Option<usize> {
        let here = self.state.cooks[self.seat].at.cell();
        let right = self.state.stations.iter().enumerate().filter(|(place, station)| is_right(*place, station));
        let near = right.filter_map(|(place, _)| Some((self.rules.ways.steps(place, here)?, place)));
        near.min().map(|(_, place)| place)
    }

    /// The same, of those that nobody else has set out for.
    fn free(&self, is_right: impl Fn(usize, &Station) -> bool) -> Option<usize> {
        self.nearest(|place, station| self.is_free(place) && is_right(place, station))
    }

    fn is_free(&self, place: usize) -> bool {
        let mut others = self.state.cooks.iter().enumerate().filter(|(seat, _)| *seat != self.seat);
        !others.any(|(_, cook)| usize::from(cook.errand) == place + 1)
    }

    /// Find the nearest shelf that has something of a ware.
    fn source(&self, ware: Ware) -> Option<usize> {
        self.nearest(|place, station| {
            let lies_there = station.top().map(|item| item.ware);
            let is_shelf = station.fixture == Fixture::Shelf;
            is_shelf
                && lies_there
                    .map_or(station.stock > 0 && self.rules.level.spots[place].gives == ware, |top| top == ware)
        })
    }
}

impl Plan {
    /// Give each ticket a prep, the shortest wait first, and list what the preps lack.
    fn new(rules: &Kitchen, state: &State) -> Self {
        let mut open: Vec<_> = state.tickets.iter().filter(|ticket| ticket.is_open()).collect();
        open.sort_by_key(|ticket| (ticket.due, ticket.number));
        let mut made: Vec<Ware> = state.items().map(|item| item.ware).filter(|ware| ware.as_dish().is_some()).collect();
        let is_prep = |place: &usize| state.stations[*place].fixture == Fixture::Prep;
        let mut preps: Vec<usize> = (0..state.stations.len()).filter(is_prep).collect();
        preps.retain(|place| state.stations[*place].condition == Condition::Idle);
        let mut plan = Self::default();
        for ticket in open {
            let dish = Ware::dish(usize::from(ticket.dish));
            if let Some(place) = made.iter().position(|ware| *ware == dish) {
                made.remove(place);
                continue;
            }
            let parts = &rules.pantry.dishes[usize::from(ticket.dish)].parts;
            let has_use = |place: &usize| lacks(parts, state.stations[*place].contents()).is_some();
            let begun = preps.iter().position(|place| state.stations[*place].count() > 0 && has_use(place));
            let Some(at) = begun.or_else(|| preps.iter().position(|place| state.stations[*place].count() == 0)) else {
                continue;
            };
            let prep = preps.remove(at);
            let wares = lacks(parts, state.stations[prep].contents()).unwrap_or_default();
            plan.needs.extend(wares.into_iter().map(|ware| Need { ware, prep }));
        }
        preps.retain(|place| state.stations[*place].count() > 0);
        plan.stale = preps;
        plan
    }
}

/// List what a dish lacks beside what lies there, its plate last; `None` if something lies there that it has no use for.
fn lacks(parts: &[Ware], there: &[Item]) -> Option<Vec<Ware>> {
    let mut left: Vec<Ware> = parts.iter().copied().chain([Ware::PLATE]).collect();
    for item in there {
        let place = left.iter().position(|ware| *ware == item.ware)?;
        left.remove(place);
    }
    Some(left)
}
