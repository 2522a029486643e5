//! Stamps: how a man, a horse, an arrow look from above, in metres, x ahead and y to the right. Sides differ in the
//! shape of their shields as well as in colour.

use crate::kernel::math;
use std::f32::consts::TAU;
use std::sync::Arc as Shared;

use player::canvas::{Stamp, Tint};
use player::colour::Colour;

use crate::legion::content::Arm;

const STEEL: Colour = Colour::hex(0x00D8_D9D4);
const WOOD: Colour = Colour::hex(0x0096_6F45);
const SKIN: Colour = Colour::hex(0x00D9_A982);
const BRONZE: Colour = Colour::hex(0x00E2_C27A);
/// Horses, by side: none is of a colour that a side has.
const HIDES: [Colour; SHIELDS] = [Colour::hex(0x007E_7A76), Colour::hex(0x0057_4438), Colour::hex(0x0068_594A)];
const MANE: Colour = Colour::hex(0x002B_211B);
const DARK: Colour = Colour::hex(0x0024_1C16);

/// All stamps of the battle.
#[derive(Debug, Clone)]
pub(super) struct Stamps {
    /// A soft spot.
    pub(super) spot: Shared<Stamp>,
    /// A wide soft spot, for what is large.
    pub(super) cloud: Shared<Stamp>,
    /// A man from far off.
    pub(super) chip: Shared<Stamp>,
    /// A rider from far off.
    pub(super) long_chip: Shared<Stamp>,
    /// A man, and a rider, from where his front can be told.
    pub(super) fronted: [Shared<Stamp>; 2],
    /// A man from nearer, by arm and side.
    pub(super) small: Vec<Shared<Stamp>>,
    /// A man from near by, by arm and side.
    pub(super) large: Vec<Shared<Stamp>>,
    /// What he strikes with, by arm.
    pub(super) weapons: Vec<Shared<Stamp>>,
    /// A man who lies there.
    pub(super) fallen: Shared<Stamp>,
    /// A horse that lies there, by side.
    pub(super) fallen_horses: Vec<Shared<Stamp>>,
    /// An engine.
    pub(super) engine: Shared<Stamp>,
    /// An arrow, a pilum, a bolt.
    pub(super) shaft: Shared<Stamp>,
    /// Blades of grass.
    pub(super) tuft: Shared<Stamp>,
}

/// Arms by their place among the stamps.
const ARMS: [Arm; 6] = [Arm::Foot, Arm::Spear, Arm::Missile, Arm::Skirmish, Arm::Horse, Arm::Artillery];
/// Shapes of shields; more sides begin again.
const SHIELDS: usize = 3;

impl Stamps {
    /// Make them.
    pub(super) fn new() -> Self {
        let each = |make: fn(Arm, usize) -> Stamp| {
            ARMS.iter().flat_map(|arm| (0..SHIELDS).map(move |side| Shared::new(make(*arm, side)))).collect()
        };
        Self {
            spot: Shared::new(Stamp::new().spot(1.0, 6, Tint::Own)),
            cloud: Shared::new(Stamp::new().spot(1.0, 16, Tint::Own)),
            chip: Shared::new(chip(0.56)),
            long_chip: Shared::new(chip(1.15)),
            fronted: [0.5, 1.1].map(|long| Shared::new(fronted(long))),
            small: each(small),
            large: each(large),
            weapons: ARMS.iter().map(|arm| Shared::new(weapon(*arm))).collect(),
            fallen: Shared::new(fallen()),
            fallen_horses: (0..SHIELDS).map(|side| Shared::new(fallen_horse(HIDES[side]))).collect(),
            engine: Shared::new(engine()),
            shaft: Shared::new(shaft()),
            tuft: Shared::new(tuft()),
        }
    }

    /// The place of an arm and a side among those that come by both.
    pub(super) fn place(arm: Arm, side: usize) -> usize {
        arm_place(arm) * SHIELDS + side % SHIELDS
    }

    /// Who lies there, of an arm and a side.
    pub(super) fn fallen(&self, arm: Arm, side: usize) -> &Shared<Stamp> {
        if arm == Arm::Horse { &self.fallen_horses[side % SHIELDS] } else { &self.fallen }
    }

    /// What an arm strikes with.
    pub(super) fn weapon(&self, arm: Arm) -> &Shared<Stamp> {
        &self.weapons[arm_place(arm)]
    }
}

fn arm_place(arm: Arm) -> usize {
    ARMS.iter().position(|other| *other == arm).unwrap_or(0)
}

fn chip(long: f32) -> Stamp {
    let back = -long * 0.68;
    Stamp::new().area(&[(long, 0.0), (0.0, 0.42), (back, 0.32), (back, -0.32), (0.0, -0.42)], Tint::Own)
}

/// A chip that is dark behind and bright in front.
fn fronted(long: f32) -> Stamp {
    let back = -long * 0.74;
    Stamp::new()
        .area(&[(long * 0.5, 0.32), (back, 0.3), (back, -0.3), (long * 0.5, -0.32)], Tint::Darker(0.42))
        .area(&[(long, 0.0), (long * 0.2, 0.44), (-0.04, 0.38), (-0.04, -0.38), (long * 0.2, -0.44)], Tint::Own)
}

fn small(arm: Arm, side: usize) -> Stamp {
    let stamp = match arm {
        Arm::Horse => Stamp::new()
            .area(&[(1.3, 0.0), (0.8, 0.24), (-0.9, 0.28), (-1.2, 0.0), (-0.9, -0.28), (0.8, -0.24)], hide(side))
            .area(&[(0.28, 0.3), (-0.5, 0.32), (-0.5, -0.32), (0.28, -0.3)], Tint::Own),
        _ => Stamp::new(),
    };
    let stamp = stamp.ellipse((0.0, 0.0), (0.24, 0.4), 6, Tint::Darker(0.25));
    let stamp = if has_shield(arm) { shield(stamp, arm, side, false) } else { stamp };
    stamp.ellipse((0.02, 0.03), (0.16, 0.16), 5, Tint::Fixed(head(arm, side)))
}

fn large(arm: Arm, side: usize) -> Stamp {
    let stamp = match arm {
        Arm::Horse => horse(Stamp::new(), HIDES[side % SHIELDS]),
        _ => legs(Stamp::new()),
    };
    let stamp = stamp
        .ellipse((0.0, 0.0), (0.2, 0.36), 10, Tint::Darker(0.35))
        .ellipse((0.01, 0.0), (0.15, 0.28), 8, Tint::Own)
        // The arm that strikes.
        .area(&[(0.02, 0.24), (0.3, 0.22), (0.34, 0.3), (0.0, 0.37)], Tint::Fixed(SKIN));
    let stamp = if has_shield(arm) { shield(stamp, arm, side, true) } else { stamp };
    let helmet = head(arm, side);
    let stamp = stamp.ellipse((0.03, 0.02), (0.15, 0.14), 9, Tint::Fixed(helmet.darker(0.35)));
    let stamp = stamp.ellipse((0.04, 0.015), (0.1, 0.095), 7, Tint::Fixed(helmet));
    match (arm, side % SHIELDS) {
        (Arm::Foot | Arm::Horse, 0) => stamp.line((-0.12, 0.015), (0.17, 0.015), 0.055, Tint::Lighter(0.15)),
        _ => stamp,
    }
}

fn legs(stamp: Stamp) -> Stamp {
    stamp.ellipse((0.09, -0.12), (0.15, 0.07), 6, Tint::Fixed(DARK)).ellipse(
        (-0.05, 0.13),
        (0.15, 0.07),
        6,
        Tint::Fixed(DARK),
    )
}

fn hide(side: usize) -> Tint {
    Tint::Fixed(HIDES[side % SHIELDS])
}

fn horse(stamp: Stamp, hide: Colour) -> Stamp {
    let body = [(0.75, 0.24), (-0.6, 0.34), (-1.05, 0.2), (-1.12, 0.0), (-1.05, -0.2), (-0.6, -0.34), (0.75, -0.24)];
    stamp
        .area(&[(-1.0, 0.05), (-1.55, 0.12), (-1.6, -0.04), (-1.0, -0.05)], Tint::Fixed(MANE))
        .area(&body, Tint::Fixed(hide.darker(0.3)))
        .area(&body.map(|(x, y)| (x * 0.94, y * 0.76)), Tint::Fixed(hide))
        .area(&[(0.6, 0.17), (1.35, 0.12), (1.6, 0.06), (1.6, -0.06), (1.35, -0.12), (0.6, -0.17)], Tint::Fixed(hide))
        .line((0.45, 0.0), (1.3, 0.0), 0.1, Tint::Fixed(MANE))
        .area(&[(0.42, 0.36), (-0.62, 0.4), (-0.7, 0.0), (-0.62, -0.4), (0.42, -0.36)], Tint::Darker(0.3))
        .area(&[(0.36, 0.3), (-0.54, 0.33), (-0.6, 0.0), (-0.54, -0.33), (0.36, -0.3)], Tint::Own)
}

fn has_shield(arm: Arm) -> bool {
    matches!(arm, Arm::Foot | Arm::Spear | Arm::Skirmish | Arm::Horse)
}

fn head(arm: Arm, side: usize) -> Colour {
    match (arm, side % SHIELDS) {
        (Arm::Foot | Arm::Spear | Arm::Horse, 0) => STEEL,
        (Arm::Foot | Arm::Spear | Arm::Horse, 2) => BRONZE,
        (_, 0 | 2) => Colour::hex(0x00B8_9A72),
        _ => Colour::hex(0x00C0_8E4E),
    }
}

/// A shield held before the left half of the body: tall and bent, round, or oval.
fn shield(stamp: Stamp, arm: Arm, side: usize, large: bool) -> Stamp {
    let size = if arm == Arm::Skirmish { 0.62 } else { 1.0 };
    let outline: &[(f32, f32)] = match side % SHIELDS {
        0 => &[(0.36, -0.44), (0.46, -0.24), (0.46, 0.04), (0.36, 0.2), (0.26, 0.18), (0.3, -0.1), (0.24, -0.42)],
        1 => &[(0.26, -0.46), (0.4, -0.3), (0.45, -0.12), (0.4, 0.06), (0.26, 0.2), (0.24, -0.12)],
        _ => &[(0.28, -0.5), (0.42, -0.12), (0.28, 0.24), (0.22, -0.12)],
    };
    let placed = |x: f32, y: f32| (x * (0.5 + size * 0.5), -0.13 + (y + 0.13) * size);
    let points: Vec<(f32, f32)> = outline.iter().map(|&(x, y)| placed(x, y)).collect();
    let stamp = stamp.area(&points, if large { Tint::Darker(0.12) } else { Tint::Lighter(0.12) });
    if !large {
        return stamp;
    }
    let rim: Vec<(f32, f32)> = points.iter().map(|&(x, y)| (x * 0.93 + 0.015, -0.13 + (y + 0.13) * 0.72)).collect();
    let (x, y) = placed(0.46, -0.12);
    stamp.area(&rim, Tint::Lighter(0.3)).ellipse((x - 0.02, y), (0.06, 0.08), 7, Tint::Fixed(BRONZE))
}

/// What is held in the right hand, which is its origin.
fn weapon(arm: Arm) -> Stamp {
    let spear = |long: f32| {
        Stamp::new()
            .line((-long * 0.35, 0.0), (long * 0.65, 0.0), 0.055, Tint::Fixed(WOOD))
            .area(&[(long * 0.65, 0.06), (long * 0.65 + 0.3, 0.0), (long * 0.65, -0.06)], Tint::Fixed(STEEL))
    };
    match arm {
        Arm::Foot => Stamp::new()
            .line((-0.1, 0.0), (0.08, 0.0), 0.07, Tint::Fixed(DARK))
            .line((0.08, -0.11), (0.08, 0.11), 0.06, Tint::Fixed(BRONZE))
            .area(&[(0.1, 0.05), (0.58, 0.04), (0.7, 0.0), (0.58, -0.04), (0.1, -0.05)], Tint::Fixed(STEEL)),
        Arm::Spear => spear(2.2),
        Arm::Skirmish => spear(1.3),
        Arm::Horse => spear(2.0),
        Arm::Missile => {
            let limb = |way: f32| {
                let bent = |part: f32| (0.22 - 0.3 * part * part, way * 0.62 * part);
                [bent(0.0), bent(0.5), bent(1.0)]
            };
            [1.0, -1.0].into_iter().map(limb).fold(Stamp::new(), |stamp, [a, b, c]| {
                stamp.line(a, b, 0.06, Tint::Fixed(WOOD)).line(b, c, 0.045, Tint::Fixed(WOOD))
            })
        }
        Arm::Artillery => Stamp::new().line((0.0, 0.0), (0.35, 0.0), 0.06, Tint::Fixed(WOOD)),
    }
}

/// A body on its back, its head ahead, its arms out.
fn fallen() -> Stamp {
    Stamp::new()
        .area(&[(-0.2, 0.13), (-0.95, 0.22), (-0.95, 0.08), (-0.3, 0.0)], Tint::Darker(0.4))
        .area(&[(-0.2, -0.13), (-0.9, -0.28), (-0.92, -0.14), (-0.3, 0.0)], Tint::Darker(0.4))
        .area(&[(0.28, 0.2), (0.4, 0.6), (0.3, 0.64), (0.1, 0.2)], Tint::Darker(0.2))
        .area(&[(0.28, -0.2), (0.15, -0.62), (0.05, -0.6), (0.1, -0.2)], Tint::Darker(0.2))
        .area(&[(0.34, 0.2), (-0.28, 0.16), (-0.28, -0.16), (0.34, -0.2)], Tint::Own)
        .ellipse((0.5, 0.02), (0.14, 0.12), 7, Tint::Lighter(0.25))
}

fn fallen_horse(hide: Colour) -> Stamp {
    Stamp::new()
        .area(&[(0.7, 0.3), (-0.7, 0.4), (-1.1, 0.1), (-0.7, -0.3), (0.7, -0.25)], Tint::Fixed(hide.darker(0.25)))
        .area(&[(0.6, 0.2), (1.35, 0.5), (1.5, 0.4), (0.7, -0.15)], Tint::Fixed(hide.darker(0.35)))
        .line((0.5, 0.3), (0.75, 0.9), 0.1, Tint::Fixed(hide.darker(0.4)))
        .line((-0.6, 0.35), (-0.4, 0.95), 0.1, Tint::Fixed(hide.darker(0.4)))
        .area(&[(0.2, 0.3), (-0.3, 0.34), (-0.3, -0.28), (0.2, -0.28)], Tint::Own)
}

fn engine() -> Stamp {
    Stamp::new()
        .area(&[(0.5, 0.34), (-0.9, 0.26), (-0.9, -0.26), (0.5, -0.34)], Tint::Fixed(WOOD.darker(0.5)))
        .line((-1.0, 0.0), (1.1, 0.0), 0.16, Tint::Fixed(WOOD))
        .line((0.6, -0.9), (0.75, 0.0), 0.11, Tint::Fixed(WOOD.darker(0.15)))
        .line((0.6, 0.9), (0.75, 0.0), 0.11, Tint::Fixed(WOOD.darker(0.15)))
        .line((0.6, -0.9), (-0.4, 0.0), 0.03, Tint::Fixed(STEEL))
        .line((0.6, 0.9), (-0.4, 0.0), 0.03, Tint::Fixed(STEEL))
        .line((-0.4, 0.0), (1.0, 0.0), 0.05, Tint::Fixed(STEEL))
}

/// A metre of shaft around its own middle.
fn shaft() -> Stamp {
    Stamp::new()
        .line((-0.5, 0.0), (0.42, 0.0), 0.05, Tint::Own)
        .area(&[(0.38, 0.07), (0.52, 0.0), (0.38, -0.07)], Tint::Lighter(0.5))
        .area(&[(-0.52, 0.08), (-0.3, 0.0), (-0.52, -0.08)], Tint::Lighter(0.3))
}

fn tuft() -> Stamp {
    (0..3).fold(Stamp::new(), |stamp, blade| {
        let turn = (-0.25 + (blade as f32 - 1.0) * 0.09) * TAU;
        let (x, y) = (math::cos(turn), math::sin(turn));
        let (px, py) = (-y * 0.09, x * 0.09);
        let root = (blade as f32 - 1.0) * 0.16;
        stamp.area(&[(root - px, -py), (root + x, y), (root + px, py)], Tint::Own)
    })
}
