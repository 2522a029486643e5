//! A cook: everything of one that changes, in one plain struct that is state, row and digest at once.

use bincode::{Decode, Encode};
use bytemuck::NoUninit;
use serde::{Deserialize, Serialize};

use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::input::Frame;
use crate::kitchen::item::Item;

/// What a cook is doing with its feet.
#[repr(u8)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// Standing: no speed at all.
    #[default]
    Idle,
    /// Walking or sliding.
    Moving,
    /// Hit, and held where it is.
    Stunned,
}

/// Who moves a cook.
#[repr(u8)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    /// Frames from outside; without one it brakes and stands.
    #[default]
    Hand,
    /// The rules' own head.
    Bot,
}

/// One cook.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, NoUninit, Encode, Decode, Serialize, Deserialize)]
pub struct Cook {
    /// Its middle.
    pub at: Point,
    /// What it moved by its own will and grip in the last tick, in grains.
    pub speed: Point,
    /// The frame in force.
    pub frame: Frame,
    /// Tick at which that frame was received.
    pub received: u32,
    /// Its sequence among those of that tick.
    pub sequence: u32,
    /// First tick that the frame no longer covers.
    pub frame_until: u32,
    /// Numbers its head has drawn.
    pub drawn: u32,
    /// What it carries.
    pub hand: Item,
    /// Ticks the button has been down; 0 while it is up.
    pub held_ticks: u16,
    /// Tick of the step that saw the button go down.
    pub pressed_tick: u16,
    /// First tick whose step it may move in again.
    pub stun_until: u16,
    /// First tick at which it can be hit again.
    pub spared_until: u16,
    /// Station it works at, an index plus one; 0 for none.
    pub works_at: u16,
    /// Where it looks.
    pub facing: Facing,
    /// What it does with its feet.
    pub gait: Gait,
    /// Who moves it.
    pub driver: Driver,
    /// Ticks its head got nowhere.
    pub stuck_ticks: u8,
    /// Station its head has set out for, an index plus one; 0 for none.
    pub errand: u16,
    /// First tick at which its head thinks again.
    pub thinks_at: u16,
    /// First tick at which its head walks on after stepping aside.
    pub aside_until: u16,
    /// Where it steps aside to.
    pub aside: Facing,
    /// Nothing.
    pub spare: [u8; 3],
    /// Where it stood when its head last thought.
    pub thought_at: Point,
}

const _: () = assert!(size_of::<Cook>() <= 120);

impl Cook {
    /// Put a cook at a place, with empty hands.
    #[must_use]
    pub fn new(at: Point, driver: Driver) -> Self {
        Self {
            at,
            speed: Point::default(),
            frame: Frame::REST,
            received: 0,
            sequence: 0,
            frame_until: 0,
            drawn: 0,
            hand: Item::NONE,
            held_ticks: 0,
            pressed_tick: 0,
            stun_until: 0,
            spared_until: 0,
            works_at: 0,
            facing: Facing::South,
            gait: Gait::Idle,
            driver,
            stuck_ticks: 0,
            errand: 0,
            thinks_at: 0,
            aside_until: 0,
            aside: Facing::South,
            spare: [0; 3],
            thought_at: at,
        }
    }

    /// Tell whether it is held still in the step that leaves a tick.
    #[must_use]
    pub fn is_stunned(&self, tick: u32) -> bool {
        tick < u32::from(self.stun_until) || self.gait == Gait::Stunned
    }

    /// Give the frame it has in the step that leaves a tick; `None` if nobody sent one.
    #[must_use]
    pub fn frame_at(&self, tick: u32) -> Option<Frame> {
        (tick < self.frame_until).then_some(self.frame)
    }

    /// Rank its frame among those of others, earliest first: received tick, sequence, seat.
    #[must_use]
    pub fn rank(&self, seat: usize) -> (u32, u32, usize) {
        (self.received, self.sequence, seat)
    }
}
