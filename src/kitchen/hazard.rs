//! Hazards: spills that take the grip away, and carts that hit whoever stands in their way.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

use crate::kernel::sheet::Table;
use crate::kitchen::constants::RADIUS;
use crate::kitchen::grain::{Cell, Point};
use crate::kitchen::level::{Level, ROUND_TICKS_MAX, SIDE_MAX};

/// Spills there can be at once.
pub const SPILLS_MAX: usize = 4;

/// Half the side of a cart's square body, in grains.
pub const CART_RADIUS: i32 = 3_500;

/// What the floor does to whoever walks on it. Speeds and grip in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traction {
    /// Of the highest speed.
    pub speed_percent: i32,
    /// Of gain and brake alike.
    pub grip_percent: i32,
    /// Nothing brakes whoever wants nothing; throttle still counts.
    pub slide: bool,
}

/// When something is spilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct SpillPlan {
    /// From one spill to the next.
    pub every_ticks: u16,
    /// Until a spill has dried.
    pub lasts_ticks: u16,
}

/// A spill. Dry ones are all zeros.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Spill {
    /// The tile.
    pub at: Cell,
    /// Tick whose step dries it; 0 for no spill.
    pub dries_at: u16,
    /// Nothing.
    pub spare: u16,
}

/// The way of a cart: there and back again, for ever.
#[derive(Debug, Clone, PartialEq, Eq, Encode, Decode)]
pub struct CartPlan {
    /// Tiles at which it turns.
    pub stops: Vec<Cell>,
    /// How far it goes in a tick, in grains.
    pub pace: i32,
}

/// A cart.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Cart {
    /// Its middle.
    pub at: Point,
    /// The stop it goes to.
    pub stop: u16,
    /// 1 on the way back.
    pub back: u16,
}

impl Traction {
    /// Plain floor.
    pub const FLOOR: Self = Self { speed_percent: 100, grip_percent: 100, slide: false };
    /// A spill.
    pub const SPILL: Self = Self { speed_percent: 80, grip_percent: 25, slide: true };

    /// Find what the floor does at a tile.
    #[must_use]
    pub fn at(spills: &[Spill], cell: Cell) -> Self {
        let is_wet = spills.iter().any(|spill| spill.dries_at > 0 && spill.at == cell);
        if is_wet { Self::SPILL } else { Self::FLOOR }
    }
}

impl SpillPlan {
    /// Read when something is spilled.
    pub fn read(t: &mut Table<'_>) -> Self {
        Self { every_ticks: t.int("every_ticks", 1..=ROUND_TICKS_MAX), lasts_ticks: t.int("lasts_ticks", 1..=2000) }
    }
}

impl CartPlan {
    /// Read a cart's way through a level.
    pub fn read(t: &mut Table<'_>, level: &Level) -> Self {
        let most = SIDE_MAX as i16 - 1;
        let stops = t.pairs("path", 2..=8, 0..=most, 0..=most);
        let stops: Vec<Cell> = stops.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
        for leg in stops.windows(2) {
            let (x, y) = (leg[1].x - leg[0].x, leg[1].y - leg[0].y);
            let phrase = format!("from [{}, {}] to [{}, {}]", leg[0].x, leg[0].y, leg[1].x, leg[1].y);
            if (x == 0) == (y == 0) {
                t.fault("path", format!("a crooked way {phrase}"), "along a row or a column".to_owned());
                continue;
            }
            let mut cells = (0..=x.abs().max(y.abs())).map(|step| leg[0].plus(x.signum() * step, y.signum() * step));
            if cells.any(|cell| level.is_blocked(cell)) {
                t.fault("path", format!("something stands in the way {phrase}"), "open floor all along".to_owned());
            }
        }
        Self { stops, pace: t.int("pace", 1..=4000) }
    }

    /// Put the cart at the first stop.
    #[must_use]
    pub fn start(&self) -> Cart {
        Cart { at: self.stops.first().copied().unwrap_or_default().middle(), stop: 1, back: 0 }
    }

    /// Move a cart on by a tick. What is left of the pace at a stop is not carried round it.
    pub fn advance(&self, cart: &mut Cart) {
        let Some(stop) = self.stops.get(usize::from(cart.stop)) else { return };
        let goal = stop.middle();
        cart.at.x += (goal.x - cart.at.x).clamp(-self.pace, self.pace);
        cart.at.y += (goal.y - cart.at.y).clamp(-self.pace, self.pace);
        if cart.at != goal {
            return;
        }
        if cart.back == 0 && usize::from(cart.stop) + 1 == self.stops.len() {
            cart.back = 1;
        } else if cart.back == 1 && cart.stop == 0 {
            cart.back = 0;
        }
        cart.stop = if cart.back == 1 { cart.stop - 1 } else { cart.stop + 1 };
    }
}

impl Cart {
    /// Tell whether it runs into a cook; mere touching does not count.
    #[must_use]
    pub fn hits(&self, cook: Point) -> bool {
        let reach = RADIUS + CART_RADIUS;
        (self.at.x - cook.x).abs() < reach && (self.at.y - cook.y).abs() < reach
    }
}
