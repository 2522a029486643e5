//! Men: chips from far off, figures with shield, weapon and swing from near by; those who fall and those who lie there.

use player::canvas::{Canvas, Layer, Mark};
use player::colour::{Colour, palette};
use player::geometry::{Vec2, vec2};
use player::view::Look;

use super::Sight;
use super::pose::{Man, Posed, Poses};
use super::stamps::Stamps;
use crate::legion::content::Arm;
use crate::legion::fall::FALL_TICKS;
use crate::legion::men::Condition;
use crate::legion::row::ticks_until_blow;
use crate::view::scatter::scattered;

/// Points a metre from which men are figures, and from which they are drawn in full.
const SMALL_FROM: f32 = 6.0;
const LARGE_FROM: f32 = 13.0;
/// Points a metre below which men are spots, not chips.
const CHIPS_FROM: f32 = 1.7;
/// Points a metre from which chips are brighter in front.
const FRONTS_FROM: f32 = 3.6;
/// Least radius of a spot, in points.
const SPOT_LEAST: f32 = 0.95;
/// Ticks from the beginning of a swing until its blow lands.
const SWING_TICKS: f32 = 11.0;
/// Men to an engine.
const CREW: usize = 3;

const GROUND: Colour = Colour::hex(0x0029_2A1E);
const DUST: Colour = Colour::hex(0x00D8_C8A0);

/// Draw those who fell, flat on the ground.
pub(super) fn draw_fallen(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>) {
    canvas.layer(Layer::Ground);
    let (lens, px) = (look.lens, look.lens.scale);
    for unit in &sight.poses.units {
        if unit.now.alive as usize == unit.now.men_x.len() {
            continue;
        }
        let colour = lying(unit.side());
        let down = sight.poses.men(unit, lens, 2.0 * px).filter(|man| man.condition == Condition::DEAD);
        if px < SMALL_FROM {
            let (size, colour) = (vec2((0.7 * px).max(1.0), 0.0), colour.darker(0.3));
            canvas.swarm(&stamps.spot, down.map(|man| Mark { at: man.at, along: size, colour }));
        } else {
            let stamp = stamps.fallen(unit.arm, unit.side());
            canvas.swarm(
                stamp,
                down.map(|man| Mark { at: man.at, along: man.ahead * px, colour: worn(unit, man, colour) }),
            );
        }
    }
}

/// Draw shadows, and those who are up or falling.
pub(super) fn draw(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>) {
    let px = look.lens.scale;
    if px >= SMALL_FROM {
        draw_shadows(canvas, look, stamps, sight.poses);
    }
    canvas.layer(Layer::Units);
    for unit in sight.poses.units.iter().filter(|unit| unit.stance.is_some()) {
        if px < SMALL_FROM {
            draw_chips(canvas, look, stamps, sight, unit);
        } else {
            draw_falling(canvas, look, stamps, sight, unit);
            draw_figures(canvas, look, stamps, sight, unit);
        }
    }
    draw_sparks(canvas, look, stamps, sight);
}

/// The colour of a unit's men: those who run are pale, those who waver lose some of it.
fn colour_of(unit: &Posed<'_>) -> Colour {
    let own = palette::side(unit.side());
    if unit.runs() { own.toward(palette::BONE, 0.55) } else { own }
}

/// The colour of those who lie there.
fn lying(side: usize) -> Colour {
    palette::side(side).toward(GROUND, 0.45).darker(0.12)
}

/// No two men are quite alike.
fn worn(unit: &Posed<'_>, man: Man, colour: Colour) -> Colour {
    let grain = scattered(unit.name.first + man.place as u32, 3);
    if grain < 0.5 { colour.darker(0.3 * (0.5 - grain)) } else { colour.lighter(0.26 * (grain - 0.5)) }
}

fn draw_chips(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>, unit: &Posed<'_>) {
    let (lens, px, colour) = (look.lens, look.lens.scale, colour_of(unit));
    let men = sight.poses.men(unit, lens, 2.0).filter(|man| man.condition != Condition::DEAD);
    let fighting = colour.lighter(0.35);
    let tint = |man: &Man| match man.condition {
        Condition::FIGHTING => fighting,
        Condition::DYING => colour.toward(GROUND, 0.5),
        _ => colour,
    };
    if px < CHIPS_FROM {
        let horse = if unit.arm == Arm::Horse { 1.35 } else { 1.0 };
        let along = vec2((0.62 * px).max(SPOT_LEAST) * horse, 0.0);
        canvas.swarm(&stamps.spot, men.map(|man| Mark { at: man.at, along, colour: tint(&man) }));
    } else {
        let stamp = match (unit.arm == Arm::Horse, px < FRONTS_FROM) {
            (true, true) => &stamps.long_chip,
            (false, true) => &stamps.chip,
            (is_horse, false) => &stamps.fronted[usize::from(is_horse)],
        };
        let size = px * 1.06;
        let mark = |man: Man| Mark { at: man.at, along: man.ahead * size, colour: worn(unit, man, tint(&man)) };
        canvas.swarm(stamp, men.map(mark));
    }
}

fn draw_shadows(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, poses: &Poses<'_>) {
    canvas.layer(Layer::Shadow);
    let (lens, px) = (look.lens, look.lens.scale);
    let colour = Colour::BLACK.faded(0.5);
    for unit in poses.units.iter().filter(|unit| unit.stance.is_some()) {
        let size = if unit.arm == Arm::Horse { 1.15 } else { 0.62 };
        let off = vec2(0.14, 0.2) * px;
        let up = poses.men(unit, lens, px).filter(|man| man.condition.is_up());
        canvas.swarm(&stamps.cloud, up.map(|man| Mark { at: man.at + off, along: vec2(size * px, 0.0), colour }));
    }
}

/// Someone who falls goes down over a second: he is short at first, and lies at full length in the end.
fn draw_falling(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>, unit: &Posed<'_>) {
    let (lens, px) = (look.lens, look.lens.scale);
    let bright = palette::side(unit.side());
    let lies = lying(unit.side());
    let stamp = stamps.fallen(unit.arm, unit.side());
    let falling = sight.poses.men(unit, lens, px).filter(|man| man.condition == Condition::DYING);
    canvas.swarm(
        stamp,
        falling.map(|man| {
            let left = ticks_until_blow(unit.now.men_swing[man.place], sight.tick).unwrap_or(0) as f32 - sight.alpha;
            let part = 1.0 - (left / FALL_TICKS as f32).clamp(0.0, 1.0);
            let down = player::geometry::eased(part * 1.6);
            let colour = bright.lighter(0.4 * (1.0 - down)).toward(lies, down);
            Mark { at: man.at, along: man.ahead * (px * (0.45 + 0.55 * down)), colour }
        }),
    );
}

fn draw_figures(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>, unit: &Posed<'_>) {
    let (lens, px, colour) = (look.lens, look.lens.scale, colour_of(unit));
    let full = px >= LARGE_FROM;
    let up = || sight.poses.men(unit, lens, 2.5 * px).filter(|man| man.condition.is_up());
    if unit.arm == Arm::Artillery {
        let engines = up().filter(|man| man.place % CREW == 0);
        let at = |man: Man| man.at + man.ahead * (1.1 * px);
        canvas.swarm(&stamps.engine, engines.map(|man| Mark { at: at(man), along: man.ahead * px, colour }));
    }
    let figures = if full { &stamps.large } else { &stamps.small };
    let figure = &figures[Stamps::place(unit.arm, unit.side())];
    // A weapon lies under the shield of the next man, over his own shadow.
    if px >= 0.8 * LARGE_FROM {
        canvas.swarm(stamps.weapon(unit.arm), up().map(|man| weapon(sight, unit, man, px)));
    }
    let size = px * 1.12;
    canvas.swarm(figure, up().map(|man| Mark { at: man.at, along: man.ahead * size, colour: worn(unit, man, colour) }));
}

/// Where a man's weapon is: at rest, drawn back, or on its way to the enemy.
fn weapon(sight: &Sight<'_>, unit: &Posed<'_>, man: Man, px: f32) -> Mark {
    let right = man.ahead.quarter_turned();
    let (reach, turn) = match (swing(sight, unit, man), unit.arm) {
        (None, Arm::Missile) => (0.3, 0.0),
        (None, Arm::Spear | Arm::Horse) if man.condition != Condition::FIGHTING => (0.1, -0.02),
        (None, _) => (0.2, 0.07),
        (Some(part), Arm::Spear | Arm::Skirmish | Arm::Horse) => (thrust(part), 0.0),
        (Some(part), _) => (0.2 + 0.25 * part, cut(part)),
    };
    let hand = man.ahead * reach + right * 0.3;
    let along = if turn == 0.0 { man.ahead } else { man.ahead.turned(turn) };
    Mark { at: man.at + hand * (px * 1.12), along: along * (px * 1.12), colour: Colour::WHITE }
}

/// How far a man's swing has got, from 0 to where it lands at 1.
fn swing(sight: &Sight<'_>, unit: &Posed<'_>, man: Man) -> Option<f32> {
    let left = ticks_until_blow(unit.now.men_swing[man.place], sight.tick)? as f32 - sight.alpha;
    (left <= SWING_TICKS).then(|| (1.0 - left / SWING_TICKS).clamp(0.0, 1.0))
}

/// A thrust goes back first.
fn thrust(part: f32) -> f32 {
    if part < 0.55 { 0.15 - 0.7 * part } else { -0.235 + 2.1 * (part - 0.55) }
}

/// So does a cut, in turns to the right.
fn cut(part: f32) -> f32 {
    if part < 0.6 { 0.07 + 0.4 * part } else { 0.31 - 1.0 * (part - 0.6) }
}

/// Where a blow lands, something flashes.
fn draw_sparks(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>) {
    let (lens, px) = (look.lens, look.lens.scale);
    if px < 1.2 {
        return;
    }
    canvas.layer(Layer::Over);
    let glint = Colour::hex(0x00FF_F0C0);
    for unit in sight.poses.units.iter().filter(|unit| unit.stance.is_some() && unit.now.engaged > 0) {
        let fighting = sight.poses.men(unit, lens, px).filter(|man| man.condition == Condition::FIGHTING);
        let marks = fighting.filter_map(|man| {
            let strength = (swing(sight, unit, man)? - 0.72) / 0.28;
            let (at, size) = (man.at + man.ahead * (0.75 * px), (0.5 * px).max(1.6));
            (strength > 0.0).then(|| Mark { at, along: vec2(size, 0.0), colour: glint.faded(0.75 * strength) })
        });
        canvas.swarm(&stamps.spot, marks);
    }
}

/// Dust behind those who run: puffs that stay where they rose, wider and thinner with their age.
pub(super) fn draw_dust(canvas: &mut Canvas, look: &Look<'_>, stamps: &Stamps, sight: &Sight<'_>) {
    const PUFFS: u32 = 3;
    const SECONDS: f32 = 1.6;
    canvas.layer(Layer::Over);
    let (lens, px) = (look.lens, look.lens.scale);
    let seconds = sight.seconds;
    for unit in sight.poses.units.iter().filter(|unit| unit.stance.is_some()) {
        let each = if unit.arm == Arm::Horse { 1 } else { 3 };
        let runners =
            sight.poses.men(unit, lens, 20.0 * px).filter(|man| man.place % each == 0 && man.condition.is_up());
        let puffs = runners.flat_map(|man| {
            let speed = sight.poses.speed(unit, man.place);
            let fast = ((speed.length() - 2.2) / 4.0).clamp(0.0, 1.0);
            let puffs = if fast > 0.0 { PUFFS } else { 0 };
            (0..puffs).map(move |puff| {
                let number = unit.name.first + man.place as u32;
                let age = seconds / SECONDS + scattered(number, 31) + puff as f32 / PUFFS as f32;
                let (cycle, age) = (age.floor(), age - age.floor());
                let side = scattered(number, 32 + cycle as u32 % 64 + 64 * puff) - 0.5;
                let back = speed * (-age * SECONDS) + speed.unit().quarter_turned() * side;
                let size = (0.5 + 1.7 * age) * px;
                let colour = DUST.faded(0.3 * fast * (1.0 - age) * (age * 8.0).min(1.0));
                Mark { at: man.at + back * px, along: vec2(size.max(1.2), 0.0), colour }
            })
        });
        canvas.swarm(if px < 4.0 { &stamps.spot } else { &stamps.cloud }, puffs);
    }
}

/// The middle between a man who fights and whom he fights, in the view's measure.
pub(super) fn meeting(poses: &Poses<'_>, unit: &Posed<'_>, place: usize) -> Option<Vec2> {
    let target = unit.now.men_target[place];
    let own = poses.spot(unit.name.first as usize + place)?;
    let foe = (target != u16::MAX).then(|| poses.spot(usize::from(target)))??;
    ((foe - own).length() < 8.0).then(|| own.toward(foe, 0.5))
}
