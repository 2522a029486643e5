//! Sight: everything of a kitchen at a moment, sorted by kind, with cooks and carts where they are between two ticks.

use player::geometry::{Vec2, vec2};
use player::view::Scene;

use super::spot;
use crate::kitchen::cook::Gait;
use crate::kitchen::grain::{Facing, Point};
use crate::kitchen::hazard::{Cart, Spill};
use crate::kitchen::pantry::Times;
use crate::kitchen::station::Station;
use crate::kitchen::tally::Tally;
use crate::kitchen::ticket::Ticket;
use crate::kitchen::{Cast, Cook, Kitchen, Row};

/// Tiles beyond which nobody moves in a tick: who is farther off has been put there, and does not slide.
const STRIDE_MAX: f32 = 1.0;

/// A cook at a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pose<'a> {
    /// Seat, and row place.
    pub(super) seat: usize,
    /// Its row at the frame before the moment.
    pub(super) cook: &'a Cook,
    /// Its middle, in tiles.
    pub(super) at: Vec2,
    /// Where it looks, length 1.
    pub(super) ahead: Vec2,
    /// From 0 to 1: how fast it goes.
    pub(super) pace: f32,
    /// It cannot move.
    pub(super) is_dazed: bool,
}

/// Everything that can be seen of a kitchen at a moment.
#[derive(Debug)]
pub(super) struct Sight<'a> {
    pub(super) cast: &'a Cast,
    /// The tick of the frame before the moment.
    pub(super) tick: u32,
    /// Ticks since the start, and parts of one.
    pub(super) ticks: f32,
    /// Ticks in a second.
    pub(super) hz: u32,
    /// Cooks by seat.
    pub(super) cooks: Vec<Pose<'a>>,
    /// Stations by index, at the frames before and after the moment.
    pub(super) stations: Vec<(&'a Station, &'a Station)>,
    /// Places for tickets.
    pub(super) tickets: Vec<&'a Ticket>,
    /// Places for spills.
    pub(super) spills: Vec<&'a Spill>,
    /// Where carts are, in tiles.
    pub(super) carts: Vec<(Vec2, Vec2)>,
    pub(super) tally: &'a Tally,
    /// How long everything takes, where the rules are at hand.
    pub(super) times: Option<Times>,
    alpha: f32,
}

impl<'a> Sight<'a> {
    /// Sort what a scene shows; `None` of a kitchen without a tally.
    pub(super) fn of_scene(scene: &'a Scene<'_, Kitchen>) -> Option<Self> {
        let (mut cooks, mut stations) = (Vec::new(), Vec::new());
        let (mut tickets, mut spills, mut carts) = (Vec::new(), Vec::new(), Vec::new());
        let (cast, alpha, mut tally) = (scene.cast(), scene.alpha(), None);
        for place in 0..scene.now.len() {
            match scene.rows(place)? {
                (Row::Cook(now), Row::Cook(next)) => cooks.push(pose(scene, place, now, next)),
                (Row::Station(now), Row::Station(next)) => stations.push((now, next)),
                (Row::Ticket(ticket), _) => tickets.push(ticket),
                (Row::Spill(spill), _) => spills.push(spill),
                (Row::Cart(now), Row::Cart(next)) => carts.push(cart(now, next, alpha)),
                (Row::Tally(now), _) => tally = Some(now),
                _ => {}
            }
        }
        let (tick, ticks, hz) = (scene.tick(), scene.moment.ticks() as f32, scene.recording.tick_hz());
        let times = scene.recording.rules().map(|rules| rules.pantry.times);
        Some(Self { cast, times, tick, ticks, hz, cooks, stations, tickets, spills, carts, tally: tally?, alpha })
    }

    /// How far a station's work is, in ticks, between two of them too.
    pub(super) fn progress(&self, station: usize) -> f32 {
        let Some((now, next)) = self.stations.get(station) else { return 0.0 };
        let on = f32::from(next.progress.saturating_sub(now.progress)).min(1.0);
        f32::from(now.progress) + on * self.alpha
    }

    /// Ticks until a tick is there; 0 once it is past.
    pub(super) fn left(&self, until: u16) -> f32 {
        (f32::from(until) - self.ticks).max(0.0)
    }

    /// Cooks from the far side of the kitchen to the near one.
    pub(super) fn back_to_front(&self) -> Vec<&Pose<'a>> {
        let mut poses: Vec<&Pose<'a>> = self.cooks.iter().collect();
        poses.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.seat.cmp(&b.seat)));
        poses
    }
}

fn pose<'a>(scene: &Scene<'_, Kitchen>, seat: usize, cook: &'a Cook, next: &'a Cook) -> Pose<'a> {
    let alpha = scene.alpha();
    let (from, to) = (way(cook.facing), way(next.facing));
    let turned = from.toward(to, alpha).unit();
    let speed = spot(cook.speed).toward(spot(next.speed), alpha).length();
    let is_dazed = cook.gait == Gait::Stunned || next.gait == Gait::Stunned;
    Pose {
        seat,
        cook,
        at: glide(cook.at, next.at, alpha),
        ahead: if turned == Vec2::ZERO { from } else { turned },
        pace: (speed / spot(Point::new(crate::kitchen::constants::SPEED, 0)).x).min(1.0),
        is_dazed,
    }
}

/// Where it is, and which way it goes.
fn cart(now: &Cart, next: &Cart, alpha: f32) -> (Vec2, Vec2) {
    let way = (spot(next.at) - spot(now.at)).unit();
    (glide(now.at, next.at, alpha), if way == Vec2::ZERO { vec2(1.0, 0.0) } else { way })
}

/// Where something is between two ticks, in tiles.
pub(super) fn glide(now: Point, next: Point, alpha: f32) -> Vec2 {
    let (from, to) = (spot(now), spot(next));
    if (to - from).length() > STRIDE_MAX { from } else { from.toward(to, alpha) }
}

/// The direction of a facing on the screen.
pub(super) fn way(facing: Facing) -> Vec2 {
    let (x, y) = facing.step();
    vec2(f32::from(x), f32::from(y))
}
