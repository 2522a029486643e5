//! Errands on the arena's ground: ten thousand starts, targets and buildings, the same for everyone who searches.

use crate::arena::content::Content;
use crate::arena::goal::cells_in_reach;
use crate::arena::map::Gait;
use crate::arena::space::{COLUMNS, ROWS, box_span, cell, seen_by};
use crate::kernel::assets::Assets;
use crate::kernel::path::{Cell, Corners, Errand, Ground};
use crate::kernel::space::Spot;
use crate::kernel::stream::Stream;

/// Fields that errands are run on: one for each side and building.
const GROUNDS: u32 = 16;

/// Errands, and the grounds they are run on.
#[derive(Debug)]
pub struct Errands {
    grounds: Vec<Ground>,
    list: Vec<One>,
}

#[derive(Debug)]
struct One {
    ground: usize,
    start: Cell,
    goals: Vec<Cell>,
}

impl Errands {
    /// Make so many errands. Each has a way: starts are open, and goals can be reached from everywhere.
    #[must_use]
    pub fn new(count: u32) -> Self {
        let content = Content::from_assets(&Assets::embedded()).expect("what is built in is right");
        let mut dice = Stream::from_seed(36).fork("errands");
        let grounds: Vec<Ground> = (0..GROUNDS).map(|number| ground(&content, number, &mut dice)).collect();
        let list = (0..count).map(|number| One::new(&content, &grounds, number, &mut dice)).collect();
        Self { grounds, list }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Give every errand with its ground.
    pub fn all(&self) -> impl Iterator<Item = (&Ground, Errand<'_>)> {
        self.list.iter().map(|one| {
            let errand = Errand { corners: Corners::Cut, enter_building: true, ..Errand::new(one.start, &one.goals) };
            (&self.grounds[one.ground], errand)
        })
    }
}

impl One {
    fn new(content: &Content, grounds: &[Ground], number: u32, dice: &mut Stream) -> Self {
        let place = (number % GROUNDS) as usize;
        let ground = &grounds[place];
        let towers = &content.ledger.towers;
        // A princess of the other side, as most walks go, and now and then a body anywhere.
        let side = (place % 2) as u8;
        let target = match dice.below(4) {
            0 => Spot::new(dice.between(1000, 17_000), dice.between(1000, 31_000)),
            which => seen_by(1 - side, towers.spot(which as usize % 2 + 1)),
        };
        let mut goals = Vec::new();
        cells_in_reach(ground, target, dice.between(1250, 6000), &mut goals);
        let start = loop {
            let start = cell(dice.between(0, COLUMNS - 1), dice.between(0, ROWS - 1));
            if ground.is_open(start) {
                break start;
            }
        };
        Self { ground: place, start, goals }
    }
}

fn ground(content: &Content, number: u32, dice: &mut Stream) -> Ground {
    let side = (number % 2) as u8;
    let mut ground = content.map.ground(&content.ledger.path, Gait::Walk);
    let towers = &content.ledger.towers;
    let mut build = |at: Spot, radius: i32| {
        let ((left, right), (low, high)) = (box_span(at.x, radius), box_span(at.y, radius));
        ground.build(left..=right, low..=high);
    };
    for which in 0..3 {
        build(seen_by(side, towers.spot(which)), if which == 0 { towers.king.radius } else { towers.princess.radius });
    }
    build(Spot::new(dice.between(3, 14) * 1000 + 500, dice.between(8, 13) * 1000 + 500), 600);
    ground
}
