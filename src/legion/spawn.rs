//! The opening: everyone in his place, whole and at rest.

use crate::kernel::math::unit_from_degrees;
use crate::kernel::stream::Stream;
use crate::legion::content::{Content, Kind};
use crate::legion::formation::{Slots, full_width};
use crate::legion::men::{Condition, Men, NOBODY};
use crate::legion::muster::{Muster, Post, SCALE_WHOLE};
use crate::legion::plan::Command;
use crate::legion::shafts::Shafts;
use crate::legion::side::Side;
use crate::legion::state::State;
use crate::legion::unit::{Formation, Unit};

impl State {
    /// Make the state of frame 0. Each unit's men are drawn from a stream of their own, so that no unit's men depend on
    /// another's.
    #[must_use]
    pub fn start(content: &Content, muster: &Muster) -> Self {
        let mut state = Self {
            men: Men::default(),
            units: Vec::new(),
            shafts: Shafts::default(),
            sides: vec![Side::default(); muster.sides.len()],
            last_fall: 0,
            ending: None,
        };
        let root = Stream::from_seed(muster.seed).fork("men");
        for (index, (side, post)) in muster.posts().enumerate() {
            let kind = &content.kinds[usize::from(post.kind)];
            let asked = muster.strength(content, post);
            // A pool that runs out leaves a unit short.
            let count = asked.min(muster.pool.saturating_sub(state.men.len() as u32));
            let scale = if kind.scales { muster.fitted_scale() } else { SCALE_WHOLE };
            let first = state.men.len() as u32;
            let unit = unit(post, side, kind, Places { first, count, asked, full_width: full_width(kind, scale) });
            let mut dice = root.fork_id(index as u32);
            state.men.spawn(index as u16, &unit, kind, &mut dice);
            state.units.push(unit);
            let side = &mut state.sides[usize::from(side)];
            side.deployed += count;
            side.alive += count;
            side.in_order += count;
        }
        state
    }
}

/// Which places a unit has, and how wide its line is when it is whole.
struct Places {
    first: u32,
    count: u32,
    asked: u32,
    full_width: u16,
}

fn unit(post: &Post, side: u8, kind: &Kind, places: Places) -> Unit {
    let [fx, fz] = unit_from_degrees(post.degrees);
    let formation = kind.formations.first().copied().unwrap_or_default();
    let (x, z) = (post.x + 0.0, post.z + 0.0);
    Unit {
        asked: places.asked,
        x,
        z,
        fx,
        fz,
        wish_fx: fx,
        wish_fz: fz,
        width: formation.files(places.full_width, places.count),
        full_width: places.full_width,
        formation,
        command: Command { x, z, fx, fz, ..Command::default() },
        ..Unit::at_rest(post.kind, kind, side, places.first, places.count)
    }
}

impl Men {
    /// Put a unit's men into their slots.
    fn spawn(&mut self, index: u16, unit: &Unit, kind: &Kind, dice: &mut Stream) {
        let slots = Slots::of(unit, kind, false);
        for place in 0..unit.count {
            let (rank, file) = place_in(unit, place);
            let grain = dice.below(256) as u8;
            let [x, z] = slots.slot(rank, file, grain);
            self.x.push(x + 0.0);
            self.z.push(z + 0.0);
            self.y.push(0.0);
            self.vx.push(0.0);
            self.vz.push(0.0);
            self.fx.push(unit.fx);
            self.fz.push(unit.fz);
            self.hp.push(kind.hp);
            self.condition.push(Condition::READY);
            self.unit.push(index);
            self.side.push(unit.side);
            self.rank.push(rank);
            self.file.push(file);
            self.target.push(NOBODY);
            // Nobody's first blow comes at the same moment as his neighbour's.
            self.ready_at.push(dice.below(kind.period));
            self.lands_at.push(0);
            self.ammo.push(if kind.missile.is_some() { kind.ammo } else { 0 });
            self.falls_at.push(0);
            self.fall.push(0);
            self.grain.push(grain);
        }
    }
}

/// The rank and file of a man by his number in the unit, in ranks from the left.
fn place_in(unit: &Unit, place: u32) -> (u8, u8) {
    if unit.formation == Formation::Wedge {
        let mut rank = 0;
        while (rank + 1) * (rank + 1) <= place {
            rank += 1;
        }
        return (rank as u8, (place - rank * rank) as u8);
    }
    let (files, rest) = (u32::from(unit.width), place);
    let (rank, file) = (rest / files, rest % files);
    // A last rank that is not full stands in the middle.
    let last = unit.count - rank * files;
    let shift = if last < files { (files - last) / 2 } else { 0 };
    (rank as u8, (file + shift) as u8)
}
