//! Ways: how far it is from every tile to every station, worked out once a level, so that a walk is a look-up.

use crate::kitchen::grain::{Cell, Facing};
use crate::kitchen::level::Level;

/// Farther than any way in a kitchen.
const FAR: u16 = u16::MAX;

/// Steps from every open tile to the nearest tile beside each station.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ways {
    width: i16,
    height: i16,
    /// By station, then by tile.
    steps: Vec<Vec<u16>>,
}

impl Ways {
    /// Work out the ways of a level.
    #[must_use]
    pub fn new(level: &Level) -> Self {
        let steps = level.spots.iter().map(|spot| flood(level, spot.cell)).collect();
        Self { width: level.width, height: level.height, steps }
    }

    /// Count the steps from a tile to the nearest one beside a station; `None` if there is no way.
    #[must_use]
    pub fn steps(&self, station: usize, from: Cell) -> Option<u16> {
        let is_on = (0..self.width).contains(&from.x) && (0..self.height).contains(&from.y);
        let place = is_on.then(|| from.y as usize * self.width as usize + from.x as usize)?;
        Some(self.steps[station][place]).filter(|steps| *steps != FAR)
    }

    /// Find the next step to a station: to the nearest neighbour; of equals the first clockwise from north, and with
    /// `turned` the last. `None` beside the station, and where there is no way.
    #[must_use]
    pub fn next(&self, station: usize, from: Cell, turned: bool) -> Option<Facing> {
        let here = self.steps(station, from)?;
        let nearer = |facing: &Facing| {
            let (x, y) = facing.step();
            self.steps(station, from.plus(x, y)).is_some_and(|steps| steps < here)
        };
        let mut ways = Facing::ALL.into_iter().filter(nearer);
        if turned { ways.next_back() } else { ways.next() }
    }
}

/// Flood the open tiles from those beside a station, in breadth.
fn flood(level: &Level, goal: Cell) -> Vec<u16> {
    let mut steps = vec![FAR; level.tiles.len()];
    let mut edge: Vec<Cell> = neighbours(goal).filter(|cell| !level.is_blocked(*cell)).collect();
    let mut distance = 0;
    while !edge.is_empty() {
        let mut next = Vec::new();
        for cell in edge {
            let Some(place) = level.place(cell).filter(|place| steps[*place] == FAR) else { continue };
            steps[place] = distance;
            next.extend(neighbours(cell).filter(|other| !level.is_blocked(*other)));
        }
        edge = next;
        distance += 1;
    }
    steps
}

fn neighbours(cell: Cell) -> impl Iterator<Item = Cell> {
    Facing::ALL.into_iter().map(move |facing| cell.plus(facing.step().0, facing.step().1))
}
