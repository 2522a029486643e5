//! Scratch: buffers that a tick reuses. Nothing here outlives the tick that wrote it but the grounds, which are a copy of
//! what the state says and are made anew as soon as it says otherwise.

use crate::arena::event::Means;
use crate::arena::ledger::{Occluders, OpenChoice};
use crate::arena::rules::Arena;
use crate::arena::space::box_span;
use crate::arena::squares::Squares;
use crate::arena::state::{Missile, State};
use crate::kernel::path::{Cell, Errand, Ground, Heap, Ordered, PathFinder, Route};
use crate::kernel::space::Spot;

/// Buffers reused between ticks.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Where everyone stood when the tick began to move, in native units, by row place.
    pub spots: Vec<Spot>,
    /// Those with health left, by side, in row order.
    pub seen: [Vec<Seen>; 2],
    /// Those of them that are buildings.
    pub buildings: [Vec<Seen>; 2],
    /// The grounds with their buildings.
    pub grounds: Grounds,
    /// Finds ways.
    pub finder: Finder,
    /// Cells a path may end in.
    pub goals: Vec<Cell>,
    /// A path as it is found.
    pub path: Vec<Cell>,
    /// Those who can touch, by row place.
    pub bodies: Vec<Body>,
    /// How each of them is pushed.
    pub pushes: Vec<(i32, i32)>,
    /// Finds those who touch in a crowd.
    pub crowd: Squares<Body>,
    /// Finds targets in a crowd, by side.
    pub sights: [Squares<Seen>; 2],
    /// Blows of this tick.
    pub blows: Vec<Blow>,
    /// What comes down this tick.
    pub landing: Vec<Missile>,
    /// Who dealt the last blow to those who have no health left, by row place, as ids.
    pub killers: Vec<u16>,
}

/// What others see of a body.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Its row place.
    pub place: u16,
    /// Its form.
    pub form: u16,
    /// Its middle.
    pub at: Spot,
    /// Its radius.
    pub radius: i32,
    /// Whether it flies.
    pub flies: bool,
}

/// A body that can touch others.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// Its row place.
    pub place: u16,
    /// Its place among the bodies.
    pub index: u16,
    /// Its side.
    pub side: u8,
    /// Whether it is in the air.
    pub flies: bool,
    /// Its middle.
    pub at: Spot,
    /// Its radius.
    pub radius: i32,
    /// Its mass.
    pub mass: i32,
}

/// A blow on its way.
#[derive(Debug, Clone, Copy)]
pub struct Blow {
    /// Row place of the doer.
    pub by: u16,
    /// Row place of the one it reaches.
    pub to: u16,
    /// Points.
    pub amount: i32,
    /// With what.
    pub means: Means,
}

/// The grounds as each side's walkers find them.
#[derive(Debug, Default)]
pub struct Grounds {
    /// The buildings that are on them.
    stands: Vec<Stand>,
    /// By side and gait; empty until first asked for.
    grounds: Vec<Ground>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stand {
    at: Spot,
    radius: i32,
    side: u8,
}

/// A path finder with the open list that the ledger names.
#[derive(Debug, Default)]
pub struct Finder {
    buckets: PathFinder,
    heap: PathFinder<Heap>,
    array: PathFinder<Ordered>,
}

impl Scratch {
    /// Look at everyone as they stand, and bring the grounds up to date.
    pub fn look(&mut self, rules: &Arena, state: &State) {
        self.spots.clear();
        self.seen.iter_mut().chain(&mut self.buildings).for_each(Vec::clear);
        for (place, unit) in state.units.iter().enumerate() {
            let at = unit.at.native();
            self.spots.push(at);
            if !unit.is_whole() {
                continue;
            }
            let form = rules.form(unit);
            let seen = Seen { place: place as u16, form: unit.form, at, radius: form.radius, flies: form.flies };
            self.seen[usize::from(unit.side)].push(seen);
            if form.is_building {
                self.buildings[usize::from(unit.side)].push(seen);
            }
        }
        self.grounds.refresh(rules, &self.buildings);
    }
}

impl Grounds {
    /// Put up the buildings there are, if they are not those that were there before.
    fn refresh(&mut self, rules: &Arena, buildings: &[Vec<Seen>; 2]) {
        let stands = || {
            (0..2_u8).flat_map(|side| {
                buildings[usize::from(side)].iter().map(move |b| Stand { at: b.at, radius: b.radius, side })
            })
        };
        if !self.grounds.is_empty() && self.stands.iter().copied().eq(stands()) {
            return;
        }
        self.stands.clear();
        self.stands.extend(stands());
        self.grounds.clear();
        for side in 0..2 {
            for base in rules.grounds.iter() {
                let mut ground = base.clone();
                let all = rules.content.ledger.path.occluders == Occluders::All;
                for stand in self.stands.iter().filter(|stand| all || stand.side == side) {
                    let ((left, right), (low, high)) =
                        (box_span(stand.at.x, stand.radius), box_span(stand.at.y, stand.radius));
                    ground.build(left..=right, low..=high);
                }
                self.grounds.push(ground);
            }
        }
    }

    /// Give the ground of a side's walkers, or of those who hop.
    #[must_use]
    pub fn of(&self, side: u8, hops: bool) -> &Ground {
        &self.grounds[usize::from(side) * 2 + usize::from(hops)]
    }

    /// Tell whether a cell is closed to everyone of a gait, by terrain or by anyone's building.
    #[must_use]
    pub fn is_closed(&self, cell: Cell, hops: bool) -> bool {
        !(self.of(0, hops).is_open(cell) && self.of(1, hops).is_open(cell))
    }
}

impl Finder {
    /// Find a way.
    pub fn find(&mut self, open: OpenChoice, ground: &Ground, errand: &Errand<'_>, path: &mut Vec<Cell>) -> Route {
        match open {
            OpenChoice::Buckets => self.buckets.find(ground, errand, path),
            OpenChoice::Heap => self.heap.find(ground, errand, path),
            OpenChoice::Array => self.array.find(ground, errand, path),
        }
    }
}
