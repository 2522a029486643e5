//! Parting the bodies of 8,632 men who press together, beside everyone asking the spatial hash for his neighbours.
//!
//! `rivals/` holds the same pass against a k-d tree and a physics engine, which are in no build of the product.

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others};
use crate::kernel::stream::Stream;
use crate::legion::hash::Hash;
use crate::legion::men::{Condition, Men};
use crate::legion::stages::separation::{Crowd, RADIUS};

/// Men of the default battle.
const MEN: usize = 8_632;

pub fn run(size: Size) -> Vec<Figure> {
    let men = crowd(size.scaled(MEN as u32) as usize);
    let mut squares = Crowd::default();
    squares.ride([false]);
    let agreed = men.len() as u64;
    let [mut ours, mut asking] = [men.clone(), men.clone()];
    let ours = Contender::new(
        || {
            press(&men, &mut ours);
            squares.part(&mut ours);
            ours.len()
        },
        |men| *men as u64,
    );
    let mut hash = Hash::default();
    let asking = Contender::new(
        || {
            press(&men, &mut asking);
            ask(&mut hash, &mut asking);
            asking.len()
        },
        |men| *men as u64,
    );
    let ([ours, asking], _) = alternate(size.rounds(), [ours, asking]);
    vec![Figure {
        name: "legion/separation",
        ours: ours * 1e3,
        others: others([("everyone asks the 2 m squares", asking * 1e3)]),
        ratio: ours / asking,
        unit: "ms",
        digest: hex(agreed),
        target: "≤ 0.60 for 8,632 men",
        met: ours <= 0.60e-3,
    }]
}

/// Put men back to where they press: the pass moves them, and changes nothing else of them.
fn press(pressed: &Men, men: &mut Men) {
    men.x.copy_from_slice(&pressed.x);
    men.z.copy_from_slice(&pressed.z);
}

/// Blocks of men closer together than their bodies are wide, in a fixed disorder.
fn crowd(count: usize) -> Men {
    let mut dice = Stream::from_seed(1).fork("crowd");
    let mut off = || dice.below(200) as f32 / 1000.0 - 0.1;
    let mut men = Men::default();
    for man in 0..count {
        let (block, place) = (man / 216, man % 216);
        men.x.push((block % 20) as f32 * 30.0 + (place % 36) as f32 * 0.8 + off());
        men.z.push((block / 20) as f32 * 8.0 + (place / 36) as f32 * 0.8 + off());
        men.y.push(0.0);
        men.condition.push(if place < 36 { Condition::FIGHTING } else { Condition::READY });
        men.unit.push(0);
    }
    men
}

/// Part everyone from whoever is near him, one after the other.
fn ask(hash: &mut Hash, men: &mut Men) {
    const DIAMETER: f32 = 2.0 * RADIUS;
    hash.rebuild(men);
    for man in 0..men.len() {
        let (x, z) = (men.x[man], men.z[man]);
        let (mut sx, mut sz) = (0.0, 0.0);
        hash.near(men, x, z, DIAMETER, |other, distance_sq| {
            if other != man && distance_sq < DIAMETER * DIAMETER {
                let distance = distance_sq.sqrt().max(1e-4);
                let part = 0.5 * (DIAMETER - distance) / distance;
                sx += (x - men.x[other]) * part;
                sz += (z - men.z[other]) * part;
            }
        });
        men.x[man] += sx.clamp(-0.22, 0.22);
        men.z[man] += sz.clamp(-0.22, 0.22);
    }
}
