//! How kitchen orders are read and written, and how its rows, events and outcomes are told.

use std::sync::Arc;

use recorder::{Orders, Recording, Stamped};

use crate::kernel::assets::Assets;
use crate::kernel::problem::Problems;
use crate::kernel::ruleset::{Body, Fact, Line, NO_SIDE, Ruleset, Verdict};
use crate::kernel::scenario::Scenario;
use crate::kernel::turns::Told;
use crate::kitchen::cast::Cast;
use crate::kitchen::cook::Driver;
use crate::kitchen::event::{Event, What};
use crate::kitchen::order::Order;
use crate::kitchen::outcome::{Outcome, Reason};
use crate::kitchen::pantry::Pantry;
use crate::kitchen::row::Row;
use crate::kitchen::rules::Kitchen;
use crate::kitchen::scenario::read;
use crate::kitchen::script;
use crate::kitchen::turns;

/// The sides, by index: those who cook, and those who are hungry.
const SIDES: [&str; 2] = ["crew", "guests"];

impl Ruleset for Kitchen {
    const NAME: &'static str = "kitchen";

    fn open(scenario: &Scenario, assets: &Assets, seed: Option<u64>) -> Result<Self, Problems> {
        let pantry = Arc::new(Pantry::from_assets(assets)?);
        let mut level_problems = Problems::default();
        let scenario_read = scenario.read(|t| {
            let read = read(t, assets, &pantry, &scenario.title);
            level_problems = read.problems;
            (read.level, read.brief)
        });
        let read = level_problems.take(scenario_read);
        let Some((Some(level), brief)) = level_problems.or(read)? else {
            unreachable!("a scenario without a level has a problem")
        };
        let seed = seed.unwrap_or(scenario.seed);
        let built = Self::build(pantry, Arc::new(level), brief, seed);
        built.map_err(|fault| scenario.problem("level", fault.to_string(), None).into())
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn with_seed(&self, seed: u64) -> Self {
        Self::with_seed(self, seed)
    }

    fn read_order(&self, words: &str) -> Result<Order, String> {
        Order::read(&self.brief.names(), words)
    }

    fn write_order(&self, order: &Order) -> String {
        order.write(&self.brief.names())
    }

    fn write_script(&self, scenario: &str, orders: &Orders<Order>) -> Option<String> {
        let level = scenario.parse::<toml::Table>().ok()?.get("level")?.as_str()?.to_owned();
        Some(script::write(self, &level, orders))
    }

    fn turns(recording: &Recording<Self>, until: u32) -> Option<Vec<Told>> {
        Some(turns::of(recording, until))
    }

    fn scenario_orders(&self) -> Vec<Stamped<Order>> {
        self.brief.frames.clone()
    }

    fn side_names(_cast: &Cast) -> Vec<String> {
        SIDES.map(str::to_owned).to_vec()
    }

    fn body(cast: &Cast, place: usize, row: &Row) -> Body {
        let (name, alive, vigor_max) = match row {
            Row::Cook(_) => (cast.cook(place as u16).to_owned(), true, 0),
            Row::Station(_) => (cast.station_in(place).to_owned(), false, 0),
            Row::Ticket(ticket) if ticket.is_open() => {
                (format!("{}, ticket {}", cast.dish(ticket.dish), ticket.number), false, 0)
            }
            Row::Ticket(_) => ("no ticket".to_owned(), false, 0),
            Row::Spill(_) => ("spill".to_owned(), false, 0),
            Row::Cart(_) => ("cart".to_owned(), false, 0),
            Row::Tally(_) => ("score".to_owned(), true, cast.stars[2]),
        };
        let (side, vigor) = match (row, Self::strength(cast, place, row)) {
            (Row::Cook(_), strength) => strength,
            // Score and tickets are strength, but nobody.
            (_, (_, vigor)) => (NO_SIDE, vigor),
        };
        let id = u32::try_from(place + 1).unwrap_or(u32::MAX);
        Body { id, name, side, alive, withdrew: false, vigor, vigor_max }
    }

    /// The crew is as strong as its score; the guests are as strong as what they wait for is worth.
    fn strength(cast: &Cast, _place: usize, row: &Row) -> (usize, i32) {
        match row {
            Row::Cook(_) => (0, 0),
            Row::Tally(tally) => (0, tally.score),
            Row::Ticket(ticket) if ticket.is_open() => {
                (1, cast.dishes.get(usize::from(ticket.dish)).map_or(0, |dish| dish.points))
            }
            _ => (NO_SIDE, 0),
        }
    }

    fn fact(event: &Event) -> Option<Fact> {
        match event.what {
            What::Driven { .. } => Some(Fact::Order { refused: false }),
            What::Refused { .. } => Some(Fact::Order { refused: true }),
            _ => None,
        }
    }

    fn tell(cast: &Cast, event: &Event) -> Option<Line> {
        let (text, kind, actors) = sentence(cast, &event.what)?;
        let actors = actors.into_iter().map(usize::from).collect();
        Some(Line { tick: event.tick, text, kind, actors })
    }

    fn verdict(_cast: &Cast, outcome: &Outcome) -> Verdict {
        let winner = if outcome.is_won() { SIDES[0] } else { SIDES[1] };
        let stars = match outcome.stars {
            0 => "no star".to_owned(),
            1 => "one star".to_owned(),
            2 => "two stars".to_owned(),
            stars => format!("{stars} stars"),
        };
        let why = match outcome.reason {
            Reason::TimeUp => "time was up",
            Reason::AllDone => "nothing was left to serve",
        };
        let is_evening = outcome.served > 0 || outcome.missed > 0 || outcome.is_won();
        let reason =
            format!("{why}: {stars}, {} points, {} served, {} missed", outcome.score, outcome.served, outcome.missed);
        if is_evening {
            Verdict::of(Some(winner.to_owned()), reason)
        } else {
            // Nobody ordered anything: there was nothing to win.
            Verdict::of(None, why.to_owned())
        }
    }
}

/// A line of the feed: its text, kind and actors, as row places.
fn sentence(cast: &Cast, what: &What) -> Option<(String, &'static str, Vec<u16>)> {
    let row = |station: u16| (cast.cooks.len() as u16).saturating_add(station);
    let (cook, at, item) = (|seat: u16| cast.cook(seat), |place: u16| cast.station(place), |item| cast.item(item));
    Some(match *what {
        What::Picked { cook: seat, station, item: what } => (
            format!("{} takes a {} from the {}", cook(seat), item(what), at(station)),
            "hand",
            vec![seat, row(station)],
        ),
        What::HandedOff { from, to, station, item: what } => {
            let text = format!("{} passes a {} to {} over the {}", cook(from), item(what), cook(to), at(station));
            (text, "pass", vec![from, to, row(station)])
        }
        What::Dropped { cook: seat, station, item: what } => {
            (format!("{} puts a {} on the {}", cook(seat), item(what), at(station)), "hand", vec![seat, row(station)])
        }
        What::Started { cook: seat, station } => {
            (format!("{} sets to work at the {}", cook(seat), at(station)), "hand", vec![seat, row(station)])
        }
        What::Served { cook: seat, dish, ticket, points, .. } => {
            let text = format!("{} serves ticket {ticket}, {}: {points} points", cook(seat), cast.dish(dish));
            (text, "serve", vec![seat])
        }
        What::Trashed { cook: seat, item: what, points, .. } => {
            (format!("{} throws a {} away: {points} points", cook(seat), item(what)), "trash", vec![seat])
        }
        What::TrashedAlreadyEmpty { cook: seat, .. } => {
            (format!("{} has nothing to throw away", cook(seat)), "denied", vec![seat])
        }
        What::Denied { cook: seat, denial, station } => {
            let at = station.map_or(String::new(), |place| format!(" at the {}", at(place)));
            (format!("{}{at}: {}", cook(seat), denial.phrase()), "denied", vec![seat])
        }
        What::Stunned { cook: seat, .. } => (format!("{} is knocked over", cook(seat)), "hazard", vec![seat]),
        What::Finished { station, item: what } => {
            (format!("A {} is ready on the {}", item(what), at(station)), "work", vec![row(station)])
        }
        What::Assembled { station, item: what } => {
            (format!("{} is plated on the {}", item(what), at(station)), "work", vec![row(station)])
        }
        What::Burnt { station, item: what } => {
            (format!("A {} on the {}", item(what), at(station)), "hazard", vec![row(station)])
        }
        What::Caught { station, .. } => (format!("The {} is on fire", at(station)), "hazard", vec![row(station)]),
        What::Quenched { station } => {
            (format!("The flames on the {} are out", at(station)), "hazard", vec![row(station)])
        }
        What::Cleaned { station } => (format!("The {} is clean again", at(station)), "work", vec![row(station)]),
        What::PlateBack { station, .. } => {
            (format!("A plate comes back to the {}", at(station)), "work", vec![row(station)])
        }
        What::Ordered { ticket, dish, .. } => (format!("Ticket {ticket}: {}", cast.dish(dish)), "ticket", Vec::new()),
        What::Missed { ticket, dish, points } => {
            (format!("Ticket {ticket} was not served, {}: {points} points", cast.dish(dish)), "missed", Vec::new())
        }
        What::Spilled { .. } => ("Something is spilled".to_owned(), "hazard", Vec::new()),
        What::Dried { .. } => return None,
        What::Driven { cook: seat, driver: Driver::Hand } => {
            (format!("{} is taken over", cook(seat)), "order", vec![seat])
        }
        What::Driven { cook: seat, driver: Driver::Bot } => {
            (format!("{} goes by its own head", cook(seat)), "order", vec![seat])
        }
        What::Refused { order, refusal } => (refused(cast, &order, refusal.phrase()), "refused", Vec::new()),
        What::Ended { outcome } => {
            let verdict = Kitchen::verdict(cast, &outcome);
            (format!("The round ends: {}", verdict.reason), "end", Vec::new())
        }
    })
}

fn refused(cast: &Cast, order: &Order, why: &str) -> String {
    let names: Vec<String> = cast.cooks.iter().map(|look| look.name.clone()).collect();
    format!("Order refused: {}: {why}", order.write(&names))
}
