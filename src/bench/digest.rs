//! Digesting: 276 KB of state in columns, hashed where they lie, beside FNV-1a byte by byte.

use recorder::Digest;

use super::timing::{Contender, alternate};
use super::{Figure, Size, hex, others};
use crate::kernel::stream::Stream;

/// Values a column.
const MEN: usize = 8_632;
/// Columns of 32-bit values: 8 × 8,632 × 4 bytes = 276,224.
const COLUMNS: usize = 8;

pub fn run(size: Size) -> Vec<Figure> {
    let mut stream = Stream::from_seed(1).fork("columns");
    let columns: [Vec<u32>; COLUMNS] = std::array::from_fn(|_| (0..MEN).map(|_| stream.below(u32::MAX)).collect());
    let agreed = columns.iter().flatten().fold(0, |sum: u64, &word| sum.wrapping_add(u64::from(word)));
    let ours = Contender::new(
        || {
            let mut digest = Digest::new();
            digest.section("columns", |d| columns.iter().for_each(|column| d.column(column)));
            digest.total()
        },
        |_| agreed,
    );
    let fnv = Contender::new(
        || columns.iter().flat_map(|column| bytemuck::cast_slice::<u32, u8>(column)).fold(FNV_START, fnv_1a),
        |_| agreed,
    );
    let ([ours, fnv], digest) = alternate(size.rounds(), [ours, fnv]);
    vec![Figure {
        name: "digest",
        ours: ours * 1e6,
        others: others([("FNV-1a bytewise", fnv * 1e6)]),
        ratio: fnv / ours,
        unit: "µs",
        digest: hex(digest),
        target: "≤ 22, ≥ 15 × as fast as FNV-1a (the ratio)",
        met: ours <= 22e-6 && fnv / ours >= 15.0,
    }]
}

/// Where FNV-1a starts.
pub const FNV_START: u64 = 0xCBF2_9CE4_8422_2325;

/// FNV-1a of one more byte.
pub fn fnv_1a(hash: u64, byte: &u8) -> u64 {
    (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
}
